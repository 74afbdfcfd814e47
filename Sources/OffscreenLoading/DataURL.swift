/// The content of a `data:` address.
/// https://fetch.spec.whatwg.org/#data-url-processor
package struct DataURL: Sendable {
  package var mimeType: MIMEType
  package var bytes: [UInt8]

  package init?(_ url: PageURL) {
    guard url.isData else { return nil }
    // The address without its fragment; a question mark is part of the data.
    let input = Array(url.hrefWithoutFragment.utf8.dropFirst("data:".utf8.count))
    guard let comma = input.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    var type = String(decoding: input[..<comma], as: UTF8.self)
    bytes = PercentEncoding.decoded(Array(input[(comma + 1)...]))

    while let last = type.utf8.last, last == 0x20 { type.removeLast() }
    while let first = type.utf8.first, first == 0x20 { type.removeFirst() }
    // `;base64` at the end, with spaces after the semicolon and in any case.
    if let semicolon = type.utf8.lastIndex(of: UInt8(ascii: ";")) {
      let word = type[type.utf8.index(after: semicolon)...].drop { $0 == " " }
      if word.lowercased() == "base64" {
        guard let decoded = Base64.decoded(bytes) else { return nil }
        bytes = decoded
        type = String(type[..<semicolon])
      }
    }
    if type.utf8.first == UInt8(ascii: ";") { type = "text/plain" + type }
    mimeType = MIMEType(type) ?? MIMEType("text/plain;charset=US-ASCII") ?? .plainText
  }
}

/// https://infra.spec.whatwg.org/#forgiving-base64-decode
package enum Base64 {
  package static func decoded(_ text: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in text {
      let value: UInt32
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte - UInt8(ascii: "a")) + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte - UInt8(ascii: "0")) + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case 9, 10, 12, 13, 32: continue
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: return nil
      }
      if padding > 0 { return nil }
      bits = bits << 6 | value
      digits += 1
      if digits & 3 == 0 {
        output.append(UInt8(truncatingIfNeeded: bits >> 16))
        output.append(UInt8(truncatingIfNeeded: bits >> 8))
        output.append(UInt8(truncatingIfNeeded: bits))
        bits = 0
      }
    }
    // Padding, where there is any, must complete a group of four.
    if padding > 0, padding > 2 || (digits + padding) & 3 != 0 { return nil }
    switch digits & 3 {
    case 0: break
    case 2: output.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      output.append(UInt8(truncatingIfNeeded: bits >> 10))
      output.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return nil
    }
    return output
  }
}
