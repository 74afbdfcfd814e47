/// The head of a record of a WARC file.
/// https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/
struct WARCRecord {
  enum Kind: String { case response, revisit, resource, request, metadata, warcinfo, conversion, continuation }

  private let headers: HTTPHeaders
  /// Nil: one that the standard does not have.
  let kind: Kind?
  /// Bytes of its block.
  let length: Int

  /// Bytes of a head.
  static let longestHead = 64 << 10
  /// After each block.
  static let end = Array("\r\n\r\n".utf8)
  static let start = Array("WARC/".utf8)

  /// Reads a head, after which its block comes.
  init(_ stream: inout ArchiveStream) throws(ArchiveProblem) {
    let there = try stream.peek(Self.longestHead)
    guard there.starts(with: Self.start), let size = Self.headSize(there) else {
      throw ArchiveProblem(
        there.starts(with: Self.start) ? "the head of a record does not end" : "no record begins there")
    }
    let head = try stream.read(size)
    headers = MIMEMessage(head[(head.firstIndex(of: 0x0A).map { $0 + 1 } ?? size)...]).headers
    kind = headers["WARC-Type"].flatMap { Kind(rawValue: $0.lowercased()) }
    guard let length = headers["Content-Length"].flatMap({ Int($0) }), length >= 0 else {
      throw ArchiveProblem("a record does not say how long it is")
    }
    self.length = length
  }

  /// Up to the end of the empty line.
  private static func headSize(_ bytes: ArraySlice<UInt8>) -> Int? {
    var isLineEmpty = false
    for (offset, byte) in bytes.enumerated() {
      if byte == 0x0A {
        if isLineEmpty { return offset + 1 }
        isLineEmpty = true
      } else if byte != 0x0D {
        isLineEmpty = false
      }
    }
    return nil
  }

  /// Some programs write it in angle brackets.
  private func address(_ name: String) -> PageURL? {
    guard var text = headers[name] else { return nil }
    if text.hasPrefix("<"), text.hasSuffix(">") { text = String(text.dropFirst().dropLast()) }
    return PageURL(text)
  }

  var url: PageURL? { address("WARC-Target-URI") }
  var time: ArchiveTime { headers["WARC-Date"].flatMap { ArchiveTime(iso8601: $0) } ?? .unknown }
  var contentType: String? { headers["Content-Type"] }
  /// What the browser that recorded it took it for, where the record says that.
  var resourceType: String? { headers["WARC-Resource-Type"]?.lowercased() }
  var payloadDigest: String? { headers["WARC-Payload-Digest"] }
  /// Of a revisit: the record that has what came.
  var original: (url: PageURL?, time: ArchiveTime?) {
    (address("WARC-Refers-To-Target-URI"), headers["WARC-Refers-To-Date"].flatMap { ArchiveTime(iso8601: $0) })
  }

  /// Whether it holds something that was at an address of the web.
  var isAnswer: Bool { kind == .response || kind == .revisit || kind == .resource }
}

/// When something was recorded: milliseconds since 1970.
struct ArchiveTime: Equatable, Comparable, Hashable, Sendable {
  var milliseconds: Int

  static let unknown = ArchiveTime(milliseconds: 0)

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

  func distance(to other: Self) -> Int { abs(milliseconds - other.milliseconds) }

  /// `2026-11-26T15:00:00Z`, also with parts of seconds.
  init?(iso8601 text: String) {
    let bytes = Array(text.utf8.prefix(40))
    let digits = bytes.prefix(19).filter {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "T")
    }
    self.init(digits: digits)
    guard bytes.count > 20, bytes[19] == UInt8(ascii: ".") else { return }
    let parts = bytes[20...].prefix(3).prefix { (0x30...0x39).contains($0) }
    var value = parts.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    for _ in parts.count..<3 { value *= 10 }
    milliseconds += value
  }

  /// `20261126150000`, as indexes and the addresses of archives have it.
  init?(digits text: some StringProtocol) { self.init(digits: Array(text.utf8.prefix(14))) }

  private init?(digits: [UInt8]) {
    guard digits.count == 14, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    func number(_ start: Int, _ count: Int) -> Int {
      digits[start..<(start + count)].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    let (year, month, day) = (number(0, 4), number(4, 2), number(6, 2))
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Days by the Gregorian calendar, in years that begin with March.
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
    milliseconds = (days * 86_400 + number(8, 2) * 3_600 + number(10, 2) * 60 + number(12, 2)) * 1_000
  }
}
