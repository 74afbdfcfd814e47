/// The start tag of an SVG document's root element: what it says about the picture's size, and the
/// document made ready for librsvg, which sizes some roots in other ways than browsers do.
struct SVGRoot {
  private struct Attribute {
    var name: String
    var value: String
    /// All of it, from the name to the closing quote.
    var range: Range<Int>
  }

  private var attributes: [Attribute] = []
  private var declarations: [(name: String, value: String)] = []

  /// Nil where no root is found; the XML parser will say what is wrong.
  init?(_ bytes: [UInt8]) {
    guard var position = Self.startTag(bytes) else { return nil }
    while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
    while attributes.count < 100, let attribute = Self.takeAttribute(bytes, &position) {
      attributes.append(attribute)
    }
    if let style = self["style"] {
      for declaration in style.split(separator: ";") {
        let parts = declaration.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        declarations.append((Self.trimmed(parts[0]).lowercased(), Self.trimmed(parts[1])))
      }
    }
  }

  private subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// A declaration of the style attribute, the last of its name, or else the attribute.
  private func value(_ name: String) -> String? {
    declarations.last { $0.name == name }?.value ?? self[name]
  }

  // MARK: What it says

  /// In CSS pixels; nil for percentages, `auto` and what is not a length.
  var width: Double? { value("width").flatMap(Self.length) }
  var height: Double? { value("height").flatMap(Self.length) }

  /// Width and height of the view box; zero is allowed, and draws nothing.
  var viewBox: (width: Double, height: Double)? {
    guard let text = self["viewBox"] else { return nil }
    let numbers = text.split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" || $0 == "\r" }.map { Double($0) }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3], width >= 0, height >= 0,
      width.isFinite, height.isFinite
    else { return nil }
    return (width, height)
  }

  /// https://www.w3.org/TR/SVG2/coords.html#PreserveAspectRatioAttribute
  var isStretched: Bool {
    self["preserveAspectRatio"]?.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }.first == "none"
  }

  /// The `background-color` of the root element, parsed where it is painted.
  var background: String? {
    guard let value = declarations.last(where: { $0.name == "background" || $0.name == "background-color" })?.value
    else { return nil }
    // Only what a colour can consist of: the text will stand in another document.
    let isPlain = value.utf8.allSatisfy { byte in
      (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || "#(),.% -".utf8.contains(byte)
    }
    return isPlain && !value.lowercased().contains("url") ? value : nil
  }

  // MARK: For librsvg

  /// The document without a width and a height of which one is missing or a percentage: they would
  /// count as a view box, while the picture fills the place it gets.
  func normalized(_ bytes: [UInt8]) -> [UInt8] {
    if width != nil, height != nil { return bytes }
    var result = bytes
    for attribute in attributes where attribute.name == "width" || attribute.name == "height" {
      for index in attribute.range { result[index] = UInt8(ascii: " ") }
    }
    return result
  }

  // MARK: Reading

  /// Where the root element's name begins, after comments, processing instructions and a document
  /// type, whose declarations may stand in brackets.
  private static func startTag(_ bytes: [UInt8]) -> Int? {
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        guard isSpace(bytes[position]) else { return nil }
        position += 1
        continue
      }
      let rest = bytes[position...]
      if rest.starts(with: "<!--".utf8) {
        guard let end = end(of: "-->", in: bytes, from: position + 4) else { return nil }
        position = end
      } else if rest.starts(with: "<?".utf8) {
        guard let end = end(of: "?>", in: bytes, from: position) else { return nil }
        position = end
      } else if rest.starts(with: "<!".utf8) {
        var depth = 0
        while position < bytes.count {
          let byte = bytes[position]
          position += 1
          if byte == UInt8(ascii: "[") { depth += 1 }
          if byte == UInt8(ascii: "]") { depth -= 1 }
          if byte == UInt8(ascii: ">"), depth <= 0 { break }
        }
      } else {
        return position + 1
      }
    }
    return nil
  }

  private static func end(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
    let pattern = Array(text.utf8)
    var position = start
    while position + pattern.count <= bytes.count {
      if bytes[position...].starts(with: pattern) { return position + pattern.count }
      position += 1
    }
    return nil
  }

  private static func takeAttribute(_ bytes: [UInt8], _ position: inout Int) -> Attribute? {
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    let start = position
    while position < bytes.count, !endsName(bytes[position]), bytes[position] != UInt8(ascii: "=") { position += 1 }
    let name = bytes[start..<position]
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    guard !name.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return nil }
    position += 1
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
      let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
    else { return nil }
    let value = bytes[(position + 1)..<end]
    position = end + 1
    return Attribute(
      name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self),
      range: start..<position)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while let first = text.utf8.first, isSpace(first) { text.removeFirst() }
    while let last = text.utf8.last, isSpace(last) { text.removeLast() }
    return String(text)
  }

  /// A number and an absolute unit. Font-relative ones go by the initial font.
  private static func length(_ text: String) -> Double? {
    let text = trimmed(text)
    let units: [(String, Double)] = [
      ("px", 1), ("em", 16), ("rem", 16), ("ex", 8), ("ch", 8), ("in", 96), ("cm", 96 / 2.54),
      ("mm", 96 / 25.4), ("pt", 96.0 / 72), ("pc", 16),
    ]
    var number = Substring(text)
    var factor = 1.0
    for (unit, pixels) in units where text.lowercased().hasSuffix(unit) {
      number = text.dropLast(unit.count)
      factor = pixels
      // "rem" ends in "em" too.
      if !number.hasSuffix("r") && !number.hasSuffix("R") { break }
    }
    guard let value = Double(number), value.isFinite, value >= 0 else { return nil }
    let pixels = value * factor
    return pixels <= 1e9 ? pixels : nil
  }
}
