import OffscreenGeometry

extension ColorValue: PropertyValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> ColorValue? {
    cursor.consumeColor(in: context)
  }
}

extension TokenCursor {
  /// https://drafts.csswg.org/css-color-5/#color-syntax
  package mutating func consumeColor(in context: ValueContext) -> ColorValue? {
    context.exactColor = nil
    let token = peek
    switch token.kind {
    case .hash:
      guard let color = buffer.withText(token, Color.init(hexDigits:)) else { return nil }
      advance()
      return .color(color)
    case .ident:
      let name = buffer.lowercased(token)
      if name == "currentcolor" {
        advance()
        return .currentColor
      }
      if let color = NamedColors.color(name) ?? SystemColors.color(name, in: context) {
        advance()
        return .color(color)
      }
      return context.allowsHashlessColor ? consumeHashlessColor() : nil
    case .number, .dimension: return context.allowsHashlessColor ? consumeHashlessColor() : nil
    case .function:
      var attempt = self
      guard let (name, contents) = attempt.consumeFunction() else { return nil }
      var parser = ColorFunctionParser(cursor: contents, context: context)
      guard let color = parser.parse(buffer.lowercased(name)) else { return nil }
      self = attempt
      return color
    default: return nil
    }
  }

  /// https://quirks.spec.whatwg.org/#the-hashless-hex-color-quirk
  private mutating func consumeHashlessColor() -> ColorValue? {
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
    return .color(color)
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

/// Reads the arguments of the colour functions.
struct ColorFunctionParser {
  var cursor: TokenCursor
  let context: ValueContext

  mutating func parse(_ name: String) -> ColorValue? {
    let color: ColorValue?
    switch name {
    case "rgb", "rgba": color = channels(of: .srgb, legacy: true)
    case "hsl", "hsla": color = channels(of: .hsl, legacy: true)
    case "hwb": color = channels(of: .hwb, legacy: false)
    case "lab": color = modern { $0.channels(of: .lab, legacy: false) }
    case "lch": color = modern { $0.channels(of: .lch, legacy: false) }
    case "oklab": color = modern { $0.channels(of: .oklab, legacy: false) }
    case "oklch": color = modern { $0.channels(of: .oklch, legacy: false) }
    case "color": color = modern { $0.colorFunction() }
    case "color-mix": color = modern { $0.mix() }
    case "light-dark": color = lightDark()
    case "contrast-color": color = contrast()
    default: color = nil
    }
    return cursor.isAtEnd ? color : nil
  }

  private mutating func modern(_ body: (inout Self) -> ColorValue?) -> ColorValue? {
    let color = body(&self)
    context.sawModernColor = true
    return color
  }

  // MARK: Channels

  private enum Channel {
    case number(Double)
    /// 1 for 100%.
    case percentage(Double)
    case none
  }

  private mutating func channel(isHue: Bool, allowsNone: Bool) -> Channel? {
    if allowsNone, cursor.consumeIdent("none") { return Channel.none }
    if isHue, let angle = cursor.consumeAngle(in: context) { return .number(angle) }
    if let number = cursor.consumeNumber(in: context) { return .number(number) }
    if !isHue, let percentage = cursor.consumePercentage(in: context) { return .percentage(percentage / 100) }
    // In a relative colour, a channel may be named.
    if let name = cursor.peekedName, let value = context.channels[name] {
      cursor.advance()
      return .number(value)
    }
    return nil
  }

  private mutating func readAlpha(of color: inout SpaceColor) -> Bool {
    switch channel(isHue: false, allowsNone: true) {
    case .some(.number(let value)), .some(.percentage(let value)): color.alpha = min(max(value, 0), 1)
    case .some(.none):
      color.alpha = 0
      color.missing.insert(3)
    case nil: return false
    }
    return true
  }

  private func finished(_ color: SpaceColor) -> ColorValue {
    context.exactColor = color
    return .color(color.color)
  }

  /// A colour in a function, also as exactly as it was said.
  private mutating func inner() -> (value: ColorValue, exact: SpaceColor?)? {
    guard let value = cursor.consumeColor(in: context) else { return nil }
    let exact = context.exactColor
    context.exactColor = nil
    if case .color(let color) = value { return (value, exact ?? SpaceColor(color)) }
    return (value, nil)
  }

  private mutating func channels(of space: ColorConversion.Space, legacy: Bool) -> ColorValue? {
    if cursor.consumeIdent("from") { return relative(to: space) }
    let hue = space.hueIndex
    guard let first = channel(isHue: hue == 0, allowsNone: true) else { return nil }
    let hasCommas = legacy && cursor.consumeComma()
    guard let second = channel(isHue: false, allowsNone: !hasCommas),
      !hasCommas || cursor.consumeComma(),
      let third = channel(isHue: hue == 2, allowsNone: !hasCommas)
    else { return nil }
    if hasCommas, !isLegacy(first, second, third, space) { return nil }
    var color = color([first, second, third], 1, space)
    if hasCommas ? cursor.consumeComma() : cursor.consumeSlash() {
      guard readAlpha(of: &color) else { return nil }
    }
    return finished(color)
  }

  /// The legacy forms take no mixture of numbers and percentages.
  private func isLegacy(_ a: Channel, _ b: Channel, _ c: Channel, _ space: ColorConversion.Space) -> Bool {
    switch (a, b, c) {
    case (.number, .number, .number): space == .srgb
    case (.percentage, .percentage, .percentage): space == .srgb
    case (.number, .percentage, .percentage): space == .hsl
    default: false
    }
  }

  private func color(_ parts: [Channel], _ alpha: Double, _ space: ColorConversion.Space) -> SpaceColor {
    var color = SpaceColor(space: space, channels: SIMD3(), alpha: alpha)
    for (index, part) in parts.enumerated() {
      color.channels[index] = value(part, index, space)
      if case .none = part { color.missing.insert(index) }
    }
    return color
  }

  /// The channel in the units of `ColorConversion`, within the range that the function gives it.
  private func value(_ channel: Channel, _ index: Int, _ space: ColorConversion.Space) -> Double {
    let number: Double
    switch channel {
    case .none: return 0
    case .percentage(let part): number = part * Self.reference(index, space).percentage
    case .number(let part): number = part * Self.reference(index, space).number
    }
    switch (space, index) {
    case (.srgb, _): return min(max(number, 0), 1)
    case (.hsl, 1): return max(number, 0)
    case (.hwb, 1), (.hwb, 2): return max(number, 0)
    case (.lab, 0), (.lch, 0): return min(max(number, 0), 100)
    case (.oklab, 0), (.oklch, 0): return min(max(number, 0), 1)
    case (.lch, 1), (.oklch, 1): return max(number, 0)
    default: return number
    }
  }

  /// The values of 100% and of the number 1.
  private static func reference(
    _ index: Int, _ space: ColorConversion.Space
  ) -> (percentage: Double, number: Double) {
    switch (space, index) {
    case (.srgb, _): (1, 1.0 / 255)
    case (.hsl, 0), (.hwb, 0), (.lch, 2), (.oklch, 2): (360, 1)
    case (.hsl, _), (.hwb, _): (1, 0.01)
    case (.lab, 0), (.lch, 0): (100, 1)
    case (.lab, _): (125, 1)
    case (.lch, _): (150, 1)
    case (.oklab, 0), (.oklch, 0): (1, 1)
    case (.oklab, _), (.oklch, _): (0.4, 1)
    default: (1, 1)
    }
  }

  // MARK: color()

  /// The spaces that `color()` names.
  private mutating func predefinedSpace() -> ColorConversion.Space? {
    guard let name = cursor.peekedName, let space = ColorConversion.Space(rawValue: name) else { return nil }
    switch space {
    case .hsl, .hwb, .lab, .lch, .oklab, .oklch: return nil
    default:
      cursor.advance()
      return space
    }
  }

  private mutating func colorFunction() -> ColorValue? {
    if cursor.consumeIdent("from") { return relative(to: nil) }
    guard let space = predefinedSpace() else { return nil }
    return predefined(space)
  }

  private mutating func predefined(
    _ space: ColorConversion.Space, defaultAlpha: Double = 1
  ) -> ColorValue? {
    var color = SpaceColor(space: space, channels: SIMD3(), alpha: defaultAlpha)
    for index in 0..<3 {
      switch channel(isHue: false, allowsNone: true) {
      case .some(.number(let value)), .some(.percentage(let value)): color.channels[index] = value
      case .some(.none): color.missing.insert(index)
      case nil: return nil
      }
    }
    if cursor.consumeSlash(), !readAlpha(of: &color) { return nil }
    return finished(color)
  }

  // MARK: Relative colours

  /// The origin colour, after `from`.
  /// https://drafts.csswg.org/css-color-5/#relative-colors
  private mutating func relative(to space: ColorConversion.Space?) -> ColorValue? {
    guard let origin = inner() else { return nil }
    // `color()` names its space here.
    guard let target = space ?? predefinedSpace() else { return nil }
    let color = (origin.exact ?? SpaceColor(resolve(origin.value))).converted(to: target)
    let values = color.channels
    let outer = context.channels
    defer { context.channels = outer }
    context.channels = ["alpha": color.alpha]
    for (index, name) in Self.channelNames(target).enumerated() {
      // Numbers in the units of the function's arguments.
      context.channels[name] = values[index] / (space == nil ? 1 : Self.reference(index, target).number)
    }
    if space == nil { return predefined(target, defaultAlpha: color.alpha) }
    guard let first = channel(isHue: target.hueIndex == 0, allowsNone: true),
      let second = channel(isHue: false, allowsNone: true),
      let third = channel(isHue: target.hueIndex == 2, allowsNone: true)
    else { return nil }
    var result = self.color([first, second, third], color.alpha, target)
    if cursor.consumeSlash(), !readAlpha(of: &result) { return nil }
    return finished(result)
  }

  private static func channelNames(_ space: ColorConversion.Space) -> [String] {
    switch space {
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98, .prophoto, .rec2020: ["r", "g", "b"]
    case .hsl: ["h", "s", "l"]
    case .hwb: ["h", "w", "b"]
    case .lab, .oklab: ["l", "a", "b"]
    case .lch, .oklch: ["l", "c", "h"]
    case .xyz, .xyzD50, .xyzD65: ["x", "y", "z"]
    }
  }

  /// The colour at once, even where it waits for the element's `color`.
  private func resolve(_ value: ColorValue) -> Color {
    switch value {
    case .color(let color): color
    case .currentColor, .mixed: value.resolved(context.currentColor)
    }
  }

  // MARK: Mixing

  /// https://drafts.csswg.org/css-color-5/#color-mix
  private mutating func mix() -> ColorValue? {
    var interpolation = ColorInterpolation(space: .oklab)
    if cursor.isIdent("in") {
      guard let named = cursor.consumeColorInterpolation(), cursor.consumeComma() else { return nil }
      interpolation = named
    }
    guard let (first, firstShare) = mixPart(), cursor.consumeComma(), let (second, secondShare) = mixPart()
    else { return nil }
    // https://drafts.csswg.org/css-color-5/#color-mix-percent-norm
    var weights: (Double, Double)
    switch (firstShare, secondShare) {
    case (nil, nil): weights = (0.5, 0.5)
    case (let a?, nil): weights = (a, 1 - a)
    case (nil, let b?): weights = (1 - b, b)
    case (let a?, let b?):
      guard a + b > 0 else { return nil }
      weights = a + b > 1 ? (a / (a + b), b / (a + b)) : (a, b)
    }
    let shares = (Float(weights.0), Float(weights.1))
    if let a = first.exact, let b = second.exact { return finished(interpolation.mix(a, b, weights: shares)) }
    return .mixed(ColorMix(space: interpolation, first: first.value, second: second.value, weights: shares))
  }

  private mutating func mixPart() -> ((value: ColorValue, exact: SpaceColor?), Double?)? {
    var share = cursor.consumePercentage(in: context)
    guard let color = inner() else { return nil }
    if share == nil { share = cursor.consumePercentage(in: context) }
    if let share, !(0...100).contains(share) { return nil }
    return (color, share.map { $0 / 100 })
  }

  /// https://drafts.csswg.org/css-color-5/#light-dark
  private mutating func lightDark() -> ColorValue? {
    guard let light = inner(), cursor.consumeComma(), let dark = inner() else { return nil }
    let chosen = context.isDark ? dark : light
    context.exactColor = chosen.exact
    return chosen.value
  }

  /// Black or white, whichever stands out more.
  /// https://drafts.csswg.org/css-color-5/#contrast-color
  private mutating func contrast() -> ColorValue? {
    guard let background = inner() else { return nil }
    let luminance = ColorConversion.fromSRGB(resolve(background.value).channels, to: .xyzD65)[1]
    return .color(1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? .white : .black)
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
