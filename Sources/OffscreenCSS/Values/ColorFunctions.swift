import OffscreenGeometry

/// A computed colour, also as it was said, before it was cut to sRGB.
struct ExactColor: Sendable {
  var value: ColorValue
  /// Nil where it waits for the element's colour.
  var exact: SpaceColor?

  init(_ exact: SpaceColor) { (value, self.exact) = (.color(exact.color), exact) }

  init(_ value: ColorValue) {
    self.value = value
    if case .color(let color) = value { exact = SpaceColor(color) }
  }

  /// Nil where the value says all.
  var moreThanValue: SpaceColor? {
    guard let exact, exact.space != .srgb || !exact.missing.isEmpty else { return nil }
    return exact
  }

  /// The colour at once, even where it waits for the element's `color`.
  func resolved(in environment: ComputationEnvironment) -> SpaceColor {
    exact ?? SpaceColor(value.resolved(environment.color))
  }
}

struct DeclaredColor: Sendable {
  var value: Specified<ExactColor>
  /// Whether a colour of another space than legacy sRGB is in it, or one with missing channels.
  var isModern = false

  /// What it depends on where it may not wait for the element's `color`.
  fileprivate var resolvedDependencies: Dependencies {
    value.constant?.exact == nil ? value.dependencies.union(.color) : []
  }
}

/// Reads the arguments of the colour functions.
struct ColorFunctionParser {
  var cursor: TokenCursor
  let context: ParsingContext
  private(set) var isModern = false

  init(cursor: TokenCursor, context: ParsingContext) { (self.cursor, self.context) = (cursor, context) }

  mutating func parse(_ name: String) -> Specified<ExactColor>? {
    let color: Specified<ExactColor>?
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
    case "alpha": color = otherAlpha()
    default: color = nil
    }
    return cursor.isAtEnd ? color : nil
  }

  private mutating func modern(_ body: (inout Self) -> Specified<ExactColor>?) -> Specified<ExactColor>? {
    isModern = true
    return body(&self)
  }

  /// A colour in a function.
  private mutating func inner() -> DeclaredColor? {
    let color = cursor.consumeExactColor(in: context)
    if color?.isModern == true { isModern = true }
    return color
  }

  // MARK: Channels

  private enum Channel: Sendable {
    case number(Specified<Double>)
    /// 1 for 100%.
    case percentage(Specified<Double>)
    case none

    var dependencies: Dependencies {
      switch self {
      case .number(let value), .percentage(let value): value.dependencies
      case .none: []
      }
    }
  }

  /// The channels of a colour and its alpha, if that was said.
  private struct Channels: Sendable {
    var space: ColorConversion.Space
    var parts: [Channel] = []
    var alpha: Channel?
    /// Whether numbers are in the units of `color()`, the same for all channels.
    var isPlain = false

    var dependencies: Dependencies {
      parts.reduce(into: alpha?.dependencies ?? []) { $0.formUnion($1.dependencies) }
    }

    func color(in environment: ComputationEnvironment, defaultAlpha: Double = 1) -> SpaceColor {
      var color = SpaceColor(space: space, channels: SIMD3(), alpha: defaultAlpha)
      for (index, part) in parts.enumerated() {
        switch part {
        case .none: color.missing.insert(index)
        case .number(let number), .percentage(let number):
          let value = number.computed(in: environment)
          color.channels[index] = isPlain ? value : scaled(value, part, index)
        }
      }
      switch alpha {
      case .number(let value)?, .percentage(let value)?:
        color.alpha = min(max(value.computed(in: environment), 0), 1)
      case .some(.none):
        color.alpha = 0
        color.missing.insert(3)
      case nil: break
      }
      return color
    }

    /// The channel in the units of `ColorConversion`, within the range that the function gives it.
    private func scaled(_ value: Double, _ channel: Channel, _ index: Int) -> Double {
      let reference = ColorFunctionParser.reference(index, space)
      let number: Double =
        if case .percentage = channel { value * reference.percentage } else { value * reference.number }
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
  }

  private mutating func channel(_ context: ParsingContext, isHue: Bool, allowsNone: Bool) -> Channel? {
    if allowsNone, cursor.consumeIdent("none") { return Channel.none }
    if isHue, let angle = cursor.consumeAngle(in: context) { return .number(angle) }
    if let number = cursor.consumeNumber(in: context) { return .number(number) }
    if !isHue, let percentage = cursor.consumePercentage(in: context) {
      return .percentage(percentage.map { $0 / 100 })
    }
    // In a relative colour, a channel may be named.
    if let name = cursor.peekedName, context.channels.contains(name) {
      cursor.advance()
      return .number(.relative(.channels) { $0.channels[name] ?? 0 })
    }
    return nil
  }

  private mutating func readAlpha(of channels: inout Channels, _ context: ParsingContext) -> Bool {
    channels.alpha = channel(context, isHue: false, allowsNone: true)
    return channels.alpha != nil
  }

  private func finished(_ channels: Channels) -> Specified<ExactColor> {
    Specified(channels.dependencies) {
      let exact = channels.color(in: $0)
      var color = ExactColor(exact)
      // Deviation: where it stands for itself, it is saturated by 100% at most, as in Chromium.
      if exact.space == .hsl, exact.missing.isEmpty, exact.channels[1] > 1 {
        var cut = exact
        cut.channels[1] = 1
        color.value = .color(cut.color)
      }
      return color
    }
  }

  private mutating func channels(of space: ColorConversion.Space, legacy: Bool) -> Specified<ExactColor>? {
    if cursor.consumeIdent("from") { return relative(to: space) }
    let hue = space.hueIndex
    guard let first = channel(context, isHue: hue == 0, allowsNone: true) else { return nil }
    let hasCommas = legacy && cursor.consumeComma()
    guard let second = channel(context, isHue: false, allowsNone: !hasCommas),
      !hasCommas || cursor.consumeComma(),
      let third = channel(context, isHue: hue == 2, allowsNone: !hasCommas)
    else { return nil }
    if hasCommas, !isLegacy(first, second, third, space) { return nil }
    var channels = Channels(space: space, parts: [first, second, third])
    if hasCommas ? cursor.consumeComma() : cursor.consumeSlash() {
      guard readAlpha(of: &channels, context) else { return nil }
      if hasCommas, case .some(.none) = channels.alpha { return nil }
    }
    return finished(channels)
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

  private mutating func colorFunction() -> Specified<ExactColor>? {
    if cursor.consumeIdent("from") { return relative(to: nil) }
    guard let space = predefinedSpace() else { return nil }
    return predefined(space, context).map { finished($0) }
  }

  private mutating func predefined(_ space: ColorConversion.Space, _ context: ParsingContext) -> Channels? {
    var channels = Channels(space: space, isPlain: true)
    for _ in 0..<3 {
      guard let part = channel(context, isHue: false, allowsNone: true) else { return nil }
      channels.parts.append(part)
    }
    if cursor.consumeSlash(), !readAlpha(of: &channels, context) { return nil }
    return channels
  }

  // MARK: Relative colours

  /// The origin colour, after `from`.
  /// https://drafts.csswg.org/css-color-5/#relative-colors
  private mutating func relative(to space: ColorConversion.Space?) -> Specified<ExactColor>? {
    guard let origin = inner() else { return nil }
    // `color()` names its space here.
    guard let target = space ?? predefinedSpace() else { return nil }
    let text = Array(cursor.source)
    let names = Self.channelNames(target)
    let context = context.naming(names + ["alpha"])
    let channels: Channels
    if space == nil {
      guard let read = predefined(target, context) else { return nil }
      channels = read
    } else {
      guard let first = channel(context, isHue: target.hueIndex == 0, allowsNone: true),
        let second = channel(context, isHue: false, allowsNone: true),
        let third = channel(context, isHue: target.hueIndex == 2, allowsNone: true)
      else { return nil }
      var read = Channels(space: target, parts: [first, second, third])
      if cursor.consumeSlash(), !readAlpha(of: &read, context) { return nil }
      channels = read
    }
    let own = channels.dependencies.subtracting(.channels)
    guard own.isEmpty else {
      return Specified(own.union(origin.resolvedDependencies)) { environment in
        let color = origin.value.computed(in: environment).resolved(in: environment)
        return ExactColor(Self.relative(channels, names, target, to: color, environment))
      }
    }
    return Specified(origin.value.dependencies) { environment in
      let declared = origin.value.computed(in: environment)
      if let exact = declared.exact { return ExactColor(Self.relative(channels, names, target, to: exact, .initial)) }
      let waiting = RelativeColor(declared.value, target, text) { color in
        let origin = SpaceColor(declared.value.resolved(color))
        return Self.relative(channels, names, target, to: origin, .initial).color
      }
      return ExactColor(.relative(waiting))
    }
  }

  /// `alpha()`: the origin in its own space, with another alpha.
  /// https://drafts.csswg.org/css-color-5/#relative-alpha
  private mutating func otherAlpha() -> Specified<ExactColor>? {
    guard cursor.consumeIdent("from"), let origin = inner(), cursor.consumeSlash() else { return nil }
    let text = Array("alpha".utf8) + Array(cursor.source)
    var read = Channels(space: .srgb)
    guard readAlpha(of: &read, context.naming(["alpha"])) else { return nil }
    let channels = read
    let own = channels.dependencies.subtracting(.channels)
    let change = { @Sendable (origin: SpaceColor, environment: ComputationEnvironment) -> SpaceColor in
      let changed = channels.color(in: environment.binding(["alpha": origin.alpha]))
      var color = origin
      (color.alpha, color.missing) = (changed.alpha, changed.missing.intersection([3]))
      return color
    }
    guard own.isEmpty else {
      return Specified(own.union(origin.resolvedDependencies)) { environment in
        ExactColor(change(origin.value.computed(in: environment).resolved(in: environment), environment))
      }
    }
    return Specified(origin.value.dependencies) { environment in
      let declared = origin.value.computed(in: environment)
      if let exact = declared.exact { return ExactColor(change(exact, .initial)) }
      let waiting = RelativeColor(declared.value, .srgb, text) { color in
        change(SpaceColor(declared.value.resolved(color)), .initial).color
      }
      return ExactColor(.relative(waiting))
    }
  }

  /// What becomes of an origin colour.
  private static func relative(
    _ channels: Channels, _ names: [String], _ target: ColorConversion.Space, to origin: SpaceColor,
    _ environment: ComputationEnvironment
  ) -> SpaceColor {
    let color = origin.converted(to: target)
    var values = ["alpha": color.alpha]
    for (index, name) in names.enumerated() {
      // Numbers in the units of the function's arguments.
      values[name] = color.channels[index] / (channels.isPlain ? 1 : Self.reference(index, target).number)
    }
    return channels.color(in: environment.binding(values), defaultAlpha: color.alpha)
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

  // MARK: Mixing

  /// https://drafts.csswg.org/css-color-5/#color-mix
  private mutating func mix() -> Specified<ExactColor>? {
    var space = ColorInterpolation(space: .oklab)
    if cursor.isIdent("in") {
      guard let named = cursor.consumeColorInterpolation(), cursor.consumeComma() else { return nil }
      space = named
    }
    guard let (first, firstShare) = mixPart(), cursor.consumeComma(), let (second, secondShare) = mixPart()
    else { return nil }
    let shares = firstShare.lifted().with(secondShare.lifted()) { Self.weights($0, $1) }
    guard shares.computed(in: .initial) != nil else { return nil }
    let interpolation = space
    let dependencies = first.value.dependencies.union(second.value.dependencies).union(shares.dependencies)
    return Specified(dependencies) { environment in
      let (a, b) = (first.value.computed(in: environment), second.value.computed(in: environment))
      let weights = shares.computed(in: environment) ?? SIMD2(0.5, 0.5)
      let pair = (Float(weights.x), Float(weights.y))
      if let a = a.exact, let b = b.exact { return ExactColor(interpolation.mix(a, b, weights: pair)) }
      return ExactColor(.mixed(ColorMix(space: interpolation, first: a.value, second: b.value, weights: pair)))
    }
  }

  /// Of two shares of 1, or of what is left of it; nil where both are nothing.
  /// https://drafts.csswg.org/css-color-5/#color-mix-percent-norm
  private static func weights(_ first: Double?, _ second: Double?) -> SIMD2<Double>? {
    switch (first, second) {
    case (nil, nil): return SIMD2(0.5, 0.5)
    case (let a?, nil): return SIMD2(a, 1 - a)
    case (nil, let b?): return SIMD2(1 - b, b)
    case (let a?, let b?):
      guard a + b > 0 else { return nil }
      return a + b > 1 ? SIMD2(a / (a + b), b / (a + b)) : SIMD2(a, b)
    }
  }

  private mutating func mixPart() -> (color: DeclaredColor, share: Specified<Double>?)? {
    var share = cursor.consumePercentage(in: context)
    guard let color = inner() else { return nil }
    if share == nil { share = cursor.consumePercentage(in: context) }
    if let percentage = share?.computed(in: .initial), !(0...100).contains(percentage) { return nil }
    return (color, share?.map { min(max($0 / 100, 0), 1) })
  }

  /// https://drafts.csswg.org/css-color-5/#light-dark
  private mutating func lightDark() -> Specified<ExactColor>? {
    guard let light = inner(), cursor.consumeComma(), let dark = inner() else { return nil }
    let dependencies = light.value.dependencies.union(dark.value.dependencies).union(.colorScheme)
    return .relative(dependencies) { ($0.isDark ? dark : light).value.computed(in: $0) }
  }

  /// Black or white, whichever stands out more.
  /// https://drafts.csswg.org/css-color-5/#contrast-color
  private mutating func contrast() -> Specified<ExactColor>? {
    guard let background = inner() else { return nil }
    return Specified(background.resolvedDependencies) { environment in
      let color = background.value.computed(in: environment).value.resolved(environment.color)
      let luminance = ColorConversion.fromSRGB(color.channels, to: .xyzD65)[1]
      return ExactColor(.color(1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? .white : .black))
    }
  }
}
