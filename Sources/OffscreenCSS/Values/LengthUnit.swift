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

  /// One of the unit in CSS pixels; nil for those that depend on an element.
  var absolutePixels: Double? {
    switch self {
    case .px: 1
    case .cm: 96 / 2.54
    case .mm: 96 / 25.4
    case .q: 96 / 101.6
    case .in: 96
    case .pt: 4.0 / 3
    case .pc: 16
    default: nil
    }
  }

  var dependencies: Dependencies {
    switch self {
    case .px, .cm, .mm, .q, .in, .pt, .pc: []
    case .em, .ex, .ic, .cap, .lh: .font
    case .ch: [.font, .writingMode]
    case .rem, .rex, .rch, .ric, .rcap, .rlh: .rootFont
    case .vw, .vh, .vmin, .vmax, .svw, .svh, .svmin, .svmax, .lvw, .lvh, .lvmin, .lvmax, .dvw, .dvh, .dvmin, .dvmax:
      .viewport
    case .vi, .vb, .svi, .svb, .lvi, .lvb, .dvi, .dvb: [.viewport, .writingMode]
    case .cqw, .cqh, .cqmin, .cqmax: [.container, .viewport]
    case .cqi, .cqb: [.container, .viewport, .writingMode]
    }
  }

  /// One of the unit in CSS pixels, zoomed. The font's size is so already.
  /// https://drafts.csswg.org/css-viewport/#zoom-property
  func pixels(in environment: ComputationEnvironment) -> Double {
    switch self {
    case .em, .ex, .ch, .ic, .cap, .lh: ownPixels(in: environment)
    case .rem, .rex, .rch, .ric, .rcap, .rlh:
      ownPixels(in: environment) * environment.zoom / environment.rootZoom
    default: ownPixels(in: environment) * environment.zoom
    }
  }

  /// As much as the font, the root's font, the viewport or the container has it.
  private func ownPixels(in environment: ComputationEnvironment) -> Double {
    switch self {
    case .px, .cm, .mm, .q, .in, .pt, .pc: absolutePixels ?? 0
    case .em: environment.font.size
    case .rem: environment.rootFont.size
    case .ex: environment.font.metrics.xHeight
    case .rex: environment.rootFont.metrics.xHeight
    case .ch:
      environment.isVertical && environment.isUpright
        ? environment.font.metrics.uprightZeroAdvance : environment.font.metrics.zeroAdvance
    // Deviation: the root's `ch` is always that of horizontal lines.
    case .rch: environment.rootFont.metrics.zeroAdvance
    case .ic: environment.font.metrics.ideographAdvance
    case .ric: environment.rootFont.metrics.ideographAdvance
    case .cap: environment.font.metrics.capHeight
    case .rcap: environment.rootFont.metrics.capHeight
    case .lh: environment.font.lineHeight ?? environment.font.metrics.lineHeight
    case .rlh: environment.rootFont.lineHeight ?? environment.rootFont.metrics.lineHeight
    // Nothing moves in a picture: all viewports are the same.
    case .vw, .svw, .lvw, .dvw: environment.viewportWidth / 100
    case .vh, .svh, .lvh, .dvh: environment.viewportHeight / 100
    case .vi, .svi, .lvi, .dvi:
      (environment.isVertical ? environment.viewportHeight : environment.viewportWidth) / 100
    case .vb, .svb, .lvb, .dvb:
      (environment.isVertical ? environment.viewportWidth : environment.viewportHeight) / 100
    case .vmin, .svmin, .lvmin, .dvmin: min(environment.viewportWidth, environment.viewportHeight) / 100
    case .vmax, .svmax, .lvmax, .dvmax: max(environment.viewportWidth, environment.viewportHeight) / 100
    case .cqw: environment.queryWidth / 100
    case .cqh: environment.queryHeight / 100
    case .cqi: (environment.isVertical ? environment.queryHeight : environment.queryWidth) / 100
    case .cqb: (environment.isVertical ? environment.queryWidth : environment.queryHeight) / 100
    case .cqmin: min(environment.queryWidth, environment.queryHeight) / 100
    case .cqmax: max(environment.queryWidth, environment.queryHeight) / 100
    }
  }
}

/// The query containers; where there is none, the small viewport.
/// https://drafts.csswg.org/css-conditional-5/#container-lengths
extension ComputationEnvironment {
  fileprivate var queryWidth: Double { containerWidth ?? viewportWidth }
  fileprivate var queryHeight: Double { containerHeight ?? viewportHeight }
}

/// The type of a dimension token.
enum Dimension {
  /// CSS pixels, without zoom.
  case length(Double)
  /// A length in a unit that depends on an element.
  case relative(LengthUnit)
  /// Degrees.
  case angle(Double)
  /// Seconds.
  case time(Double)
  /// Device pixels per CSS pixel.
  case resolution(Double)
  case flex(Double)

  init?(_ token: Token, in buffer: TokenBuffer) {
    let number = token.number
    // Optimization: most dimensions are in pixels.
    if buffer.matches(token, "px") {
      self = .length(number)
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
      self = unit.absolutePixels.map { .length(number * $0) } ?? .relative(unit)
    }
  }
}
