import OffscreenDOM

/// The `viewport` meta element.
/// https://drafts.csswg.org/css-viewport/#viewport-meta
package struct ViewportMeta: Equatable {
  enum Length: Equatable {
    /// CSS pixels.
    case pixels(Double)
    case deviceWidth, deviceHeight
  }
  var width: Length?
  var height: Length?
  /// CSS pixels of the screen for each of the page.
  var initialScale: Double?
  var minimumScale: Double?
  var maximumScale: Double?

  init() {}

  /// The last that the document has; nothing where it has none.
  init(of document: Document) {
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isHTML(node, .meta), document.attribute(node, .name)?.lowercased() == "viewport",
        let content = document.attribute(node, .content)
      {
        self = ViewportMeta(content)
      }
      node = document.next(node, within: root)
    }
  }

  /// https://drafts.csswg.org/css-viewport/#parsing-algorithm
  package init(_ content: String) {
    for (name, value) in Self.pairs(Array(content.prefix(2_000).utf8)) {
      switch name {
      case "width": width = Self.length(value)
      case "height": height = Self.length(value)
      case "initial-scale": initialScale = Self.scale(value)
      case "minimum-scale": minimumScale = Self.scale(value)
      case "maximum-scale": maximumScale = Self.scale(value)
      default: break
      }
    }
  }

  /// Names and values, in small letters; what has no value is passed over.
  private static func pairs(_ text: [UInt8]) -> [(name: String, value: String)] {
    func isSeparator(_ byte: UInt8) -> Bool {
      byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
    }
    func isEnd(_ byte: UInt8) -> Bool { isSeparator(byte) || byte == UInt8(ascii: "=") }
    func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }
    var result: [(String, String)] = []
    var rest = text[...]
    while true {
      rest = rest.drop(while: isEnd)
      if rest.isEmpty { return result }
      let name = rest.prefix { !isEnd($0) }
      rest = rest.dropFirst(name.count)
      // Up to the equals sign, unless another pair begins before it.
      rest = rest.drop { $0 <= 0x20 }
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
      let value = rest.prefix { !isEnd($0) }
      rest = rest.dropFirst(value.count)
      if !value.isEmpty { result.append((string(name), string(value))) }
    }
  }

  /// The number that a value begins with.
  private static func number(_ value: String) -> Double? {
    var digits = value.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    while !digits.isEmpty {
      if let number = Double(digits.hasSuffix(".") ? digits.dropLast() : digits) { return number }
      digits = digits.dropLast()
    }
    return nil
  }

  private static func length(_ value: String) -> Length? {
    switch value {
    case "device-width": return .deviceWidth
    case "device-height": return .deviceHeight
    default:
      guard let number = number(value), number > 0 else { return nil }
      return .pixels(min(max(number, 1), 10_000))
    }
  }

  private static func scale(_ value: String) -> Double? {
    switch value {
    case "yes": return 1
    case "device-width", "device-height": return 10
    default:
      guard let number = number(value), number >= 0 else { return nil }
      return min(max(number, 0.1), 10)
    }
  }
}
