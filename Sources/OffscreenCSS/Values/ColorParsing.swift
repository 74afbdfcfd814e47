import OffscreenGeometry

extension ColorValue: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<ColorValue>? {
    cursor.consumeColor(in: context)
  }
}

extension TokenCursor {
  /// https://drafts.csswg.org/css-color-5/#color-syntax
  package mutating func consumeColor(in context: ParsingContext) -> Specified<ColorValue>? {
    let token = peek
    switch token.kind {
    case .hash:
      guard let color = buffer.withText(token, Color.init(hexDigits:)) else { return nil }
      advance()
      return .computed(.color(color))
    case .ident:
      let name = buffer.lowercased(token)
      if name == "currentcolor" {
        advance()
        return .computed(.currentColor)
      }
      if let color = NamedColors.color(name) {
        advance()
        return .computed(.color(color))
      }
      if let color = SystemColors.color(name) {
        advance()
        return color.map { .color($0) }
      }
      return context.quirks.contains(.hashlessColor) ? consumeHashlessColor() : nil
    case .number, .dimension: return context.quirks.contains(.hashlessColor) ? consumeHashlessColor() : nil
    case .function: return consumeColorFunction(in: context)?.value.map(\.value)
    default: return nil
    }
  }

  /// A colour also as exactly as it was said.
  mutating func consumeExactColor(in context: ParsingContext) -> DeclaredColor? {
    if kind == .function { return consumeColorFunction(in: context) }
    return consumeColor(in: context).map { DeclaredColor(value: $0.map { ExactColor($0) }) }
  }

  private mutating func consumeColorFunction(in context: ParsingContext) -> DeclaredColor? {
    var attempt = self
    guard let (name, contents) = attempt.consumeFunction() else { return nil }
    var parser = ColorFunctionParser(cursor: contents, context: context)
    guard let value = parser.parse(buffer.lowercased(name)) else { return nil }
    self = attempt
    let isIncomplete = value.constant?.exact.map { !$0.missing.isEmpty } ?? false
    return DeclaredColor(value: value, isModern: parser.isModern || isIncomplete)
  }

  /// https://quirks.spec.whatwg.org/#the-hashless-hex-color-quirk
  private mutating func consumeHashlessColor() -> Specified<ColorValue>? {
    let token = peek
    var digits = Array(buffer.bytes[Int(token.start)..<Int(token.end)])
    switch token.kind {
    case .number where token.isInteger, .dimension where token.isInteger:
      while digits.count < 6 { digits.insert(0x30, at: 0) }
    case .ident: break
    default: return nil
    }
    guard digits.count == 3 || digits.count == 6,
      let color = digits.withUnsafeBufferPointer(Color.init(hexDigits:))
    else { return nil }
    advance()
    return .computed(.color(color))
  }
}

extension Color {
  /// From the digits of `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`.
  init?(hexDigits digits: UnsafeBufferPointer<UInt8>) {
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    let values = digits.map(\.hexValue)
    func part(_ index: Int) -> Float {
      values.count <= 4
        ? Float(values[index] * 17) / 255 : Float(values[index * 2] * 16 + values[index * 2 + 1]) / 255
    }
    switch values.count {
    case 3, 6: self.init(red: part(0), green: part(1), blue: part(2))
    case 4, 8: self.init(red: part(0), green: part(1), blue: part(2), alpha: part(3))
    default: return nil
    }
  }
}

extension TokenCursor {
  /// `in <space> [<hue> hue]?`
  /// https://drafts.csswg.org/css-color-4/#color-interpolation-method
  mutating func consumeColorInterpolation() -> ColorInterpolation? {
    guard consumeIdent("in"), let space = consumeKeyword(ColorInterpolation.Space.self) else { return nil }
    var interpolation = ColorInterpolation(space: space)
    var attempt = self
    if space.conversion.hueIndex != nil, let hue = attempt.consumeKeyword(ColorInterpolation.Hue.self) {
      guard attempt.consumeIdent("hue") else { return nil }
      interpolation.hue = hue
      self = attempt
    }
    return interpolation
  }
}
