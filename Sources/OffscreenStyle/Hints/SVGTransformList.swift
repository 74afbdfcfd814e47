/// The grammar of SVG's `transform` attributes, which is older than that of the property: numbers
/// without units, commas where one likes.
/// https://drafts.csswg.org/css-transforms-1/#svg-syntax
struct SVGTransformList {
  /// The same in the property's grammar.
  private(set) var css = ""
  private var bytes: ArraySlice<UInt8>

  private static let maximumBytes = 1 << 16

  /// Nil where the text is in error.
  init?(_ text: String) {
    bytes = Array(text.utf8.prefix(Self.maximumBytes + 1))[...]
    guard bytes.count <= Self.maximumBytes else { return nil }
    skipSpace()
    if bytes.isEmpty { return nil }
    if text == "none" {
      css = text
      return
    }
    while !bytes.isEmpty {
      guard let function = function() else { return nil }
      css += css.isEmpty ? function : " " + function
      skipSpace()
      if bytes.first == UInt8(ascii: ",") {
        bytes.removeFirst()
        skipSpace()
        if bytes.isEmpty { return nil }
      }
    }
  }

  private mutating func function() -> String? {
    let name = bytes.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
    bytes = bytes.dropFirst(name.count)
    skipSpace()
    guard bytes.first == UInt8(ascii: "(") else { return nil }
    bytes.removeFirst()
    var numbers: [String] = []
    skipSpace()
    while let first = bytes.first, first != UInt8(ascii: ")") {
      guard numbers.count < 6, let number = number() else { return nil }
      numbers.append(number)
      skipSpace()
      if bytes.first == UInt8(ascii: ",") {
        bytes.removeFirst()
        skipSpace()
        if bytes.first == UInt8(ascii: ")") { return nil }
      }
    }
    guard bytes.first == UInt8(ascii: ")") else { return nil }
    bytes.removeFirst()
    let n = numbers
    switch (String(decoding: name, as: UTF8.self), n.count) {
    case ("matrix", 6): return "matrix(\(n.joined(separator: ",")))"
    case ("translate", 1): return "translate(\(n[0])px)"
    case ("translate", 2): return "translate(\(n[0])px,\(n[1])px)"
    case ("scale", 1), ("scale", 2): return "scale(\(n.joined(separator: ",")))"
    case ("rotate", 1): return "rotate(\(n[0])deg)"
    case ("rotate", 3):
      return "translate(\(n[1])px,\(n[2])px) rotate(\(n[0])deg) translate(calc(\(n[1])px*-1),calc(\(n[2])px*-1))"
    case ("skewX", 1): return "skewX(\(n[0])deg)"
    case ("skewY", 1): return "skewY(\(n[0])deg)"
    case _: return nil
    }
  }

  /// https://svgwg.org/svg2-draft/types.html#InterfaceSVGNumber , as it was written.
  private mutating func number() -> String? {
    var length = 0
    var digits = 0
    let text = Array(bytes.prefix(64))
    func at(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
    if isSign(at(length)) { length += 1 }
    while isDigit(at(length)) { (length, digits) = (length + 1, digits + 1) }
    if at(length) == UInt8(ascii: "."), isDigit(at(length + 1)) {
      length += 1
      while isDigit(at(length)) { (length, digits) = (length + 1, digits + 1) }
    }
    guard digits > 0 else { return nil }
    if at(length) | 0x20 == UInt8(ascii: "e") {
      let mantissa = length + (isSign(at(length + 1)) ? 2 : 1)
      if isDigit(at(mantissa)) {
        length = mantissa
        while isDigit(at(length)) { length += 1 }
      }
    }
    bytes = bytes.dropFirst(length)
    return String(decoding: text[..<length], as: UTF8.self)
  }

  private mutating func skipSpace() {
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0C || $0 == 0x0D }
  }
}
