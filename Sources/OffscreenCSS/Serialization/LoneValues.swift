import OffscreenGeometry

/// Values outside of any declaration, as canvases take and give them.
package enum LoneValues {
  // MARK: Fonts

  /// A `font` shorthand, its lengths relative to `parent`. CSS-wide keywords and `var()` are not valid; what it says of
  /// the line height is ignored.
  /// https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-font
  package static func font(_ text: String, parent: FontStyle, in environment: ComputationEnvironment) -> FontStyle? {
    guard case .shorthand(let index)? = PropertyTable.find("font") else { return nil }
    let (cursor, shorthand) = (TokenCursor(text), PropertyTable.shorthands[index])
    guard cursor.wideKeyword == nil, !Substitution.isNeeded(in: cursor.range, cursor.buffer),
      let declared = shorthand.read(cursor, in: ParsingContext())
    else { return nil }
    var environment = environment
    environment.font.size = Double(parent.size)
    var values = StyleValues()
    for (id, value) in zip(shorthand.longhands, declared) {
      guard let value else { continue }
      // `bolder` and `lighter` are relative to the weight that is there.
      if PropertyTable.name(of: id) == "font-weight" { values.font.weight = parent.weight }
      switch value {
      case .computed(let value): PropertyTable.row(id).apply(value, to: &values)
      case .relative(let value): PropertyTable.row(id).apply(value.computed(in: environment), to: &values)
      }
    }
    var font = values.font
    font.lineHeight = .normal
    if let keyword = font.sizeKeyword {
      font.size = keyword.pixels(isMonospace: font.families == [.monospace], isQuirky: false)
    }
    return font
  }

  /// As the shorthand is serialized. Whatever it cannot say is left out.
  /// Deviation: `bold` by its name, as in Chromium.
  package static func text(of font: FontStyle) -> String {
    var values = StyleValues()
    values.font = font
    let computed = ComputedText(ComputedStyle(values))
    var pairs: [(name: String, value: String)] = []
    for name in DeclarationText.longhandNames("font") ?? [] {
      let value = computed.value(name) ?? ""
      pairs.append((name, name == "font-weight" && value == "700" ? "bold" : value))
    }
    return ShorthandText.text("font", pairs)
  }

  /// Sets one of the font's properties; false where the value is not valid.
  package static func set(_ name: String, to text: String, of font: inout FontStyle) -> Bool {
    guard case .longhand(let id)? = PropertyTable.find(name) else { return false }
    var cursor = TokenCursor(text)
    guard case .computed(let value)? = PropertyTable.parse(id, &cursor, in: ParsingContext()), cursor.isAtEnd else {
      return false
    }
    var values = StyleValues()
    values.font = font
    PropertyTable.row(id).apply(value, to: &values)
    font = values.font
    return true
  }

  // MARK: Colours

  /// A colour as canvases have it.
  package struct LoneColor: Sendable {
    package var color: Color
    /// In Display P3: red, green, blue.
    package var wide: SIMD3<Double>
    /// As it is serialized.
    package var text: String
    /// Whether it depends on the element that it is of.
    package var isRelative: Bool
  }

  package static func color(_ text: String, in environment: ComputationEnvironment) -> LoneColor? {
    var cursor = TokenCursor(text)
    guard let declared = cursor.consumeExactColor(in: ParsingContext()), cursor.isAtEnd else { return nil }
    let computed = declared.value.computed(in: environment)
    let color = computed.value.resolved(environment.color)
    let exact = declared.isModern ? computed.exact.flatMap { Self.text(of: $0) } : nil
    let source = computed.exact ?? SpaceColor(color)
    let wide = ColorConversion.fromSRGB(
      ColorConversion.toSRGB(source.channels, from: source.space), to: .displayP3)
    return LoneColor(
      color: color, wide: wide.clamped(lowerBound: .zero, upperBound: .one), text: exact ?? Self.text(of: color),
      isRelative: !declared.value.dependencies.isEmpty || computed.exact == nil)
  }

  /// https://drafts.csswg.org/css-color-4/#serializing-color-function-values; nil for what is serialized as sRGB.
  static func text(of color: SpaceColor) -> String? {
    let computed = ComputedText(.initial)
    let name: String
    switch color.space {
    case .hsl, .hwb: return nil
    case .lab, .lch, .oklab, .oklch: name = color.space.rawValue + "("
    case .xyz: name = "color(xyz-d65 "
    default: name = "color(" + color.space.rawValue + " "
    }
    func part(_ index: Int, _ value: Double) -> String {
      if color.missing.contains(index) { return "none" }
      return value.isFinite ? computed.number(value) : "calc(\(computed.number(value)))"
    }
    let channels = (0..<3).map { part($0, color.channels[$0]) }.joined(separator: " ")
    return name + channels + (color.alpha < 1 || color.missing.contains(3) ? " / " + part(3, color.alpha) : "") + ")"
  }

  /// https://html.spec.whatwg.org/multipage/canvas.html#serialisation-of-a-color
  package static func text(of color: Color) -> String {
    guard color.alpha >= 1 else { return color.text(in: ComputedText(.initial)) }
    let digits = Array("0123456789abcdef")
    func part(_ value: Float) -> String {
      let byte = Int((min(max(value, 0), 1) * 255).rounded())
      return String([digits[byte >> 4], digits[byte & 15]])
    }
    return "#" + part(color.red) + part(color.green) + part(color.blue)
  }

  // MARK: Others

  /// A list of filter functions; nil where it is not valid.
  package static func filters(_ text: String, in environment: ComputationEnvironment) -> [FilterFunction]? {
    var cursor = TokenCursor(text)
    guard let value = cursor.consumeFilters(in: ParsingContext()), cursor.isAtEnd else { return nil }
    return value.computed(in: environment)
  }

  /// A length in CSS pixels.
  package static func length(_ text: String, in environment: ComputationEnvironment) -> Double? {
    var cursor = TokenCursor(text)
    guard let value = cursor.consumeLength(in: ParsingContext()), cursor.isAtEnd else { return nil }
    let length = value.computed(in: environment)
    return length.isFinite ? length : nil
  }
}
