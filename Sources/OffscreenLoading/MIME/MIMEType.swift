/// A MIME type with its parameters.
/// https://mimesniff.spec.whatwg.org/#mime-type-representation
package struct MIMEType: Hashable, Sendable {
  /// Type and subtype in lower case, as in `text/html`.
  package var essence: String
  /// Names in lower case, in their order.
  package var parameters: [Parameter] = []

  package struct Parameter: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package init(essence: String) { self.essence = essence }

  /// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
  package init?(_ text: some StringProtocol) {
    var rest = Self.trimmed(Array(text.utf8)[...])
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let type = rest[..<slash]
    let subtypeEnd = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
    guard slash < subtypeEnd else { return nil }
    let subtype = Self.trimmed(rest[(slash + 1)..<subtypeEnd])
    guard Self.isToken(type), Self.isToken(subtype) else { return nil }
    essence = Self.lowercased(type) + "/" + Self.lowercased(subtype)

    rest = rest[subtypeEnd...]
    while let first = rest.first {
      if first == UInt8(ascii: ";") { rest.removeFirst() }
      while let space = rest.first, Self.isSpace(space) { rest.removeFirst() }
      let nameEnd = rest.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") } ?? rest.endIndex
      let name = rest[..<nameEnd]
      rest = rest[nameEnd...]
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest.removeFirst()
      let value: [UInt8]
      if rest.first == UInt8(ascii: "\"") {
        value = Self.takeQuoted(&rest)
        rest = rest[(rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex)...]
      } else {
        let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
        value = Array(Self.trimmed(rest[..<end]))
        rest = rest[end...]
        if value.isEmpty { continue }
      }
      let lowerName = Self.lowercased(name)
      guard Self.isToken(name), value.allSatisfy({ $0 == 9 || (0x20...0x7E).contains($0) || $0 >= 0x80 }),
        !parameters.contains(where: { $0.name == lowerName })
      else { continue }
      parameters.append(Parameter(name: lowerName, value: String(decoding: value, as: UTF8.self)))
    }
  }

  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  package var charset: String? { self["charset"] }

  package var isHTML: Bool { essence == "text/html" }
  package var isXHTML: Bool { essence == "application/xhtml+xml" }
  package var isSVG: Bool { essence == "image/svg+xml" }
  package var isImage: Bool { essence.hasPrefix("image/") }
  package var isXML: Bool {
    essence == "text/xml" || essence == "application/xml" || essence.hasSuffix("+xml")
  }
  /// Whether it is shown as a page.
  package var isDocument: Bool { isHTML || isXML || essence == "text/plain" }
  /// https://mimesniff.spec.whatwg.org/#json-mime-type
  package var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
  /// https://mimesniff.spec.whatwg.org/#javascript-mime-type
  package var isJavaScript: Bool {
    switch essence {
    case "text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript",
      "application/ecmascript", "application/x-ecmascript", "text/jscript", "text/livescript", "text/x-ecmascript",
      "text/x-javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2", "text/javascript1.3",
      "text/javascript1.4", "text/javascript1.5":
      true
    default: false
    }
  }

  package static let html = MIMEType(essence: "text/html")
  package static let plainText = MIMEType(essence: "text/plain")
  package static let png = MIMEType(essence: "image/png")
  package static let unknown = MIMEType(essence: "application/octet-stream")

  private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    rest.removeFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return value
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 10 || byte == 13 }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(
      decoding: bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}

extension MIMEType: CustomStringConvertible {
  package var description: String {
    essence + parameters.map { ";\($0.name)=\($0.value)" }.joined()
  }
}
