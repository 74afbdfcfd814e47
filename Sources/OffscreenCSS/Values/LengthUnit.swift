/// The units of `<length>`.
/// https://drafts.csswg.org/css-values-4/#lengths
enum LengthUnit: String {
  case px, cm, mm, q, `in`, pt, pc
  case em, rem, ex, rex, ch, rch, ic, ric, cap, rcap, lh, rlh
  case vw, vh, vi, vb, vmin, vmax
  case svw, svh, svi, svb, svmin, svmax
  case lvw, lvh, lvi, lvb, lvmin, lvmax
  case dvw, dvh, dvi, dvb, dvmin, dvmax
  case cqw, cqh, cqi, cqb, cqmin, cqmax

  /// One of the unit in CSS pixels.
  func pixels(in context: ValueContext) -> Double {
    switch self {
    case .px: zoomed(1, context)
    case .cm: zoomed(96 / 2.54, context)
    case .mm: zoomed(96 / 25.4, context)
    case .q: zoomed(96 / 101.6, context)
    case .in: zoomed(96, context)
    case .pt: zoomed(4.0 / 3, context)
    case .pc: zoomed(16, context)
    case .em: context.fromElement { Double($0.font.size) }
    case .rem: context.fromElement { Double($0.rootFont.size) }
    case .ex: Self.metrics(context) { $0.xHeight }
    case .rex: Self.rootMetrics(context) { $0.xHeight }
    case .ch:
      Self.metrics(
        context, context.fromElement { $0.isVertical && $0.isUpright } ? \.uprightZeroAdvance : \.zeroAdvance)
    // Deviation: the root's `ch` is always that of horizontal lines.
    case .rch: Self.rootMetrics(context) { $0.zeroAdvance }
    case .ic: Self.metrics(context) { $0.ideographAdvance }
    case .ric: Self.rootMetrics(context) { $0.ideographAdvance }
    case .cap: Self.metrics(context) { $0.capHeight }
    case .rcap: Self.rootMetrics(context) { $0.capHeight }
    case .lh: context.fromElement { $0.lineHeight } ?? Self.metrics(context) { $0.lineHeight }
    case .rlh: context.fromElement { $0.rootLineHeight } ?? Self.rootMetrics(context) { $0.lineHeight }
    // Nothing moves in a picture: all viewports are the same.
    case .vw, .svw, .lvw, .dvw: context.viewportWidth / 100
    case .vh, .svh, .lvh, .dvh: context.viewportHeight / 100
    case .vi, .svi, .lvi, .dvi:
      (context.fromElement { $0.isVertical } ? context.viewportHeight : context.viewportWidth) / 100
    case .vb, .svb, .lvb, .dvb:
      (context.fromElement { $0.isVertical } ? context.viewportWidth : context.viewportHeight) / 100
    case .vmin, .svmin, .lvmin, .dvmin: min(context.viewportWidth, context.viewportHeight) / 100
    case .vmax, .svmax, .lvmax, .dvmax: max(context.viewportWidth, context.viewportHeight) / 100
    case .cqw: Self.container(context).width / 100
    case .cqh: Self.container(context).height / 100
    case .cqi: Self.container(context).inline / 100
    case .cqb: Self.container(context).block / 100
    case .cqmin: min(Self.container(context).width, Self.container(context).height) / 100
    case .cqmax: max(Self.container(context).width, Self.container(context).height) / 100
    }
  }

  /// The query containers; where there is none, the small viewport.
  /// https://drafts.csswg.org/css-conditional-5/#container-lengths
  private static func container(
    _ context: ValueContext
  ) -> (width: Double, height: Double, inline: Double, block: Double) {
    context.sawContainerUnit = true
    return context.fromElement { element in
      element.isPersonal = element.isPersonal || element.containerWidth != nil || element.containerHeight != nil
      let width = element.containerWidth ?? context.viewportWidth
      let height = element.containerHeight ?? context.viewportHeight
      return element.isVertical ? (width, height, height, width) : (width, height, width, height)
    }
  }

  private func zoomed(_ pixels: Double, _ context: ValueContext) -> Double {
    pixels * (context.element?.zoom ?? 1)
  }

  private static func metrics(
    _ context: ValueContext, _ measure: (FontRelativeMetrics) -> Double
  ) -> Double {
    context.fromElement { element in
      measure(context.measureFont?(element.font) ?? FontRelativeMetrics(fontSize: Double(element.font.size)))
    }
  }

  private static func rootMetrics(
    _ context: ValueContext, _ measure: (FontRelativeMetrics) -> Double
  ) -> Double {
    context.fromElement { element in
      measure(
        context.measureFont?(element.rootFont) ?? FontRelativeMetrics(fontSize: Double(element.rootFont.size)))
    }
  }
}

/// The type of a dimension token.
enum Dimension {
  /// CSS pixels.
  case length(Double)
  /// Degrees.
  case angle(Double)
  /// Seconds.
  case time(Double)
  /// Device pixels per CSS pixel.
  case resolution(Double)
  case flex(Double)

  init?(_ token: Token, in buffer: TokenBuffer, _ context: ValueContext) {
    let number = token.number
    // Optimization: most dimensions are in pixels.
    if buffer.matches(token, "px") {
      self = .length(number * LengthUnit.px.pixels(in: context))
      return
    }
    let name = buffer.lowercased(token)
    switch name {
    case "deg": self = .angle(number)
    case "rad": self = .angle(number * 180 / .pi)
    case "grad": self = .angle(number * 0.9)
    case "turn": self = .angle(number * 360)
    case "s": self = .time(number)
    case "ms": self = .time(number / 1000)
    case "dpi": self = .resolution(number / 96)
    case "dpcm": self = .resolution(number * 2.54 / 96)
    case "dppx", "x": self = .resolution(number)
    case "fr": self = .flex(number)
    default:
      guard let unit = LengthUnit(rawValue: name) else { return nil }
      self = .length(number * unit.pixels(in: context))
    }
  }
}
