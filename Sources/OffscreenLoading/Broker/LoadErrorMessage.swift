// Errors in messages: which reason it is, and the text or the number that belongs to it.

extension LoadError {
  func write(to writer: inout MessageWriter) {
    writer.add(subject)
    writer.add(hint)
    let (code, text, number) = reason.parts
    writer.add(code)
    writer.add(text)
    writer.add(number)
  }

  init(_ reader: inout MessageReader) throws(MalformedMessage) {
    let (subject, hint) = (try reader.text(), try reader.optionalText())
    let (code, text, number) = (try reader.byte(), try reader.text(), try reader.number())
    guard let reason = Reason(code, text, number) else { throw MalformedMessage() }
    self.init(subject, reason, hint: hint)
  }
}

extension LoadError.Reason {
  fileprivate var parts: (code: UInt8, text: String, number: Int) {
    switch self {
    case .noSuchFile: (0, "", 0)
    case .isFolder: (1, "", 0)
    case .permissionDenied: (2, "", 0)
    case .notRegularFile: (3, "", 0)
    case .unreadable(let why): (4, why, 0)
    case .outsideRoot(let root): (5, root, 0)
    case .linkOutsideRoot(let root): (6, root, 0)
    case .schemeNotAllowed(let scheme): (7, scheme, 0)
    case .fileFromNetwork: (8, "", 0)
    case .malformedURL: (9, "", 0)
    case .resourceTooLarge(let limit): (10, "", limit)
    case .pageTooLarge(let limit): (11, "", limit)
    case .tooManyRequests(let limit): (12, "", limit)
    case .networkForbidden: (13, "", 0)
    case .refused: (14, "", 0)
    case .stopped: (15, "", 0)
    case .notInArchive: (16, "", 0)
    case .privateAddress(let address): (17, address, 0)
    case .portNotAllowed(let port): (18, "", port)
    case .redirectForbidden(let scheme): (19, scheme, 0)
    case .tooManyRedirects(let limit): (20, "", limit)
    case .httpStatus(let status): (21, "", status)
    case .expandsTooMuch(let ratio): (22, "", ratio)
    case .timedOut(let what): (23, what, 0)
    case .network(let what): (24, what, 0)
    case .contentPolicy(let directive): (25, directive, 0)
    case .hostForbidden(let host): (26, host, 0)
    }
  }

  fileprivate init?(_ code: UInt8, _ text: String, _ number: Int) {
    let simple: [LoadError.Reason] = [.noSuchFile, .isFolder, .permissionDenied, .notRegularFile]
    switch code {
    case 0...3: self = simple[Int(code)]
    case 4: self = .unreadable(text)
    case 5: self = .outsideRoot(text)
    case 6: self = .linkOutsideRoot(text)
    case 7: self = .schemeNotAllowed(text)
    case 8: self = .fileFromNetwork
    case 9: self = .malformedURL
    case 10: self = .resourceTooLarge(number)
    case 11: self = .pageTooLarge(number)
    case 12: self = .tooManyRequests(number)
    case 13: self = .networkForbidden
    case 14: self = .refused
    case 15: self = .stopped
    case 16: self = .notInArchive
    case 17: self = .privateAddress(text)
    case 18: self = .portNotAllowed(number)
    case 19: self = .redirectForbidden(text)
    case 20: self = .tooManyRedirects(number)
    case 21: self = .httpStatus(number)
    case 22: self = .expandsTooMuch(number)
    case 23: self = .timedOut(text)
    case 24: self = .network(text)
    case 25: self = .contentPolicy(text)
    case 26: self = .hostForbidden(text)
    case _: return nil
    }
  }
}
