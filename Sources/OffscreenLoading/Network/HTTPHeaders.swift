/// The fields of a request or an answer, in their order.
package struct HTTPHeaders: Equatable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }
  package private(set) var fields: [Field]

  package init(_ fields: [Field] = []) { self.fields = fields }

  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// In place of all of that name.
  package mutating func set(_ name: String, _ value: String) {
    remove(name)
    append(name, value)
  }

  package mutating func remove(_ name: String) { fields.removeAll { Self.isSame($0.name, name) } }

  /// The first of that name.
  package subscript(name: String) -> String? { fields.first { Self.isSame($0.name, name) }?.value }

  /// The values of all of that name as one list.
  /// https://www.rfc-editor.org/rfc/rfc9110#name-field-lines-and-combined-fi
  package func list(_ name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }
      .flatMap { $0.value.split(separator: ",").map(Self.trimmed) }.filter { !$0.isEmpty }
  }

  /// The values of all of that name in one; nil where there is none.
  /// https://fetch.spec.whatwg.org/#concept-header-list-get
  package func combined(_ name: String) -> String? {
    let values = fields.filter { Self.isSame($0.name, name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Whether a field belongs to the connection or to the body's framing: who asks for something else by it
  /// breaks the exchange, or makes two servers on the way read it differently.
  /// https://fetch.spec.whatwg.org/#forbidden-request-header
  package static func belongsToConnection(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("proxy-")
      || [
        "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "te", "trailer",
        "transfer-encoding", "upgrade", "via",
      ].contains(name)
  }

  /// Whether a page gets a field of an answer: what it needs, and scripts all of what they ask for but cookies.
  /// https://fetch.spec.whatwg.org/#forbidden-response-header-name
  static func isVisibleToPages(_ name: String, isForScript: Bool) -> Bool {
    let name = name.lowercased()
    if isForScript { return name != "set-cookie" && name != "set-cookie2" }
    return [
      "content-type", "x-content-type-options", "refresh", "cache-control", "content-language", "content-length",
      "expires", "last-modified", "pragma", "etag", "age", "date", "vary", "link", "location", "content-disposition",
      "access-control-allow-origin", "access-control-allow-credentials", "content-security-policy",
      "content-security-policy-report-only",
    ].contains(name)
  }

  static func isSame(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count
      && zip(a.utf8, b.utf8).allSatisfy { $0 == $1 || (isLetter($0) && $0 | 0x20 == $1 | 0x20) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// A line of an answer's head; nil where it is none.
  package static func field(_ line: [UInt8]) -> Field? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    return Field(
      name: String(decoding: line[..<colon], as: UTF8.self),
      value: trimmed(Substring(decoding: line[(colon + 1)...], as: UTF8.self)))
  }

  private static func trimmed(_ text: Substring) -> String {
    var bytes = text.utf8[...]
    while let last = bytes.last, last == 0x20 || last == 9 || last == 13 || last == 10 { bytes.removeLast() }
    while let first = bytes.first, first == 0x20 || first == 9 { bytes.removeFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text is a valid field: a token, a colon, and a value without line ends.
  /// https://www.rfc-editor.org/rfc/rfc9110#name-field-names
  package static func isValid(_ field: Field) -> Bool {
    !field.name.isEmpty
      && field.name.utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
      }
      && field.value.utf8.allSatisfy { $0 == 9 || $0 >= 0x20 && $0 != 0x7F }
  }
}
