extension MediaFeature {
  /// Nil for a feature or value that is unknown.
  /// https://drafts.csswg.org/mediaqueries-4/#mq-features
  package func evaluate(_ context: MediaContext) -> Bool? {
    switch name {
    case "width": return length(context.width)
    case "height": return length(context.height)
    case "device-width": return length(context.deviceWidth)
    case "device-height": return length(context.deviceHeight)
    case "aspect-ratio": return ratio(context.width, context.height)
    case "device-aspect-ratio": return ratio(context.deviceWidth, context.deviceHeight)
    case "resolution": return resolution(context.devicePixelRatio)
    case "-webkit-device-pixel-ratio": return number(context.devicePixelRatio)
    case "color": return integer(8)
    case "color-index", "monochrome": return integer(0)
    case "grid": return isRange ? nil : integer(0)
    case "horizontal-viewport-segments", "vertical-viewport-segments": return integer(1)
    case "-webkit-transform-3d": return isRange ? nil : integer(1)
    default: return keyword(context)
    }
  }

  private func keyword(_ context: MediaContext) -> Bool? {
    func isOne(_ value: String, of values: [String], none: String? = "none") -> Bool? {
      guard !isRange else { return nil }
      guard let bound = bounds.first else { return value != none }
      guard case .keyword(let wanted) = bound.value, values.contains(wanted) else { return nil }
      return wanted == value
    }
    switch name {
    case "orientation":
      let value = context.width > context.height ? "landscape" : "portrait"
      return isOne(value, of: ["landscape", "portrait"])
    case "hover", "any-hover": return isOne(context.canHover ? "hover" : "none", of: ["hover", "none"])
    case "pointer", "any-pointer":
      return isOne(context.hasFinePointer ? "fine" : "none", of: ["none", "coarse", "fine"])
    case "prefers-color-scheme": return isOne(context.prefersDark ? "dark" : "light", of: ["light", "dark"])
    case "prefers-reduced-motion":
      return isOne(
        context.prefersReducedMotion ? "reduce" : "no-preference", of: ["reduce", "no-preference"],
        none: "no-preference")
    case "prefers-contrast":
      return isOne(
        "no-preference", of: ["no-preference", "more", "less", "custom"], none: "no-preference")
    case "prefers-reduced-transparency":
      return isOne("no-preference", of: ["no-preference", "reduce"], none: "no-preference")
    case "forced-colors": return isOne("none", of: ["none", "active"])
    case "scripting":
      return isOne(context.hasScripting ? "enabled" : "none", of: ["none", "initial-only", "enabled"])
    case "update":
      return isOne(context.type == .screen ? "fast" : "none", of: ["none", "slow", "fast"])
    case "overflow-block":
      return isOne(context.type == .screen ? "scroll" : "paged", of: ["none", "scroll", "paged"])
    case "overflow-inline": return isOne(context.type == .screen ? "scroll" : "none", of: ["none", "scroll"])
    case "color-gamut": return isOne("srgb", of: ["srgb", "p3", "rec2020"])
    case "dynamic-range": return isOne("standard", of: ["standard", "high"])
    case "display-mode":
      return isOne(
        "browser",
        of: [
          "browser", "fullscreen", "standalone", "minimal-ui", "picture-in-picture", "window-controls-overlay",
        ])
    case "device-posture": return isOne("continuous", of: ["continuous", "folded"])
    case "scan": return isOne("none", of: ["interlace", "progressive"])
    default: return nil
    }
  }

  // MARK: Ranges

  private func compare(_ actual: Double, _ value: (Value) -> Double?) -> Bool? {
    if bounds.isEmpty { return isRange ? nil : actual != 0 }
    for bound in bounds {
      guard let limit = value(bound.value) else { return nil }
      if !bound.comparison.holds(actual, limit) { return false }
    }
    return true
  }

  private func length(_ actual: Double) -> Bool? {
    compare(actual) {
      switch $0 {
      case .length(let length): length
      case .number(0, _): 0
      case .number, .resolution, .ratio, .keyword: nil
      }
    }
  }

  private func number(_ actual: Double) -> Bool? {
    compare(actual) {
      if case .number(let number, _) = $0 { number } else { nil }
    }
  }

  private func integer(_ actual: Double) -> Bool? {
    compare(actual) {
      if case .number(let number, isInteger: true) = $0 { number } else { nil }
    }
  }

  private func resolution(_ actual: Double) -> Bool? {
    compare(actual) {
      if case .resolution(let resolution) = $0 { resolution } else { nil }
    }
  }

  private func ratio(_ width: Double, _ height: Double) -> Bool? {
    guard !bounds.isEmpty else { return width > 0 && height > 0 }
    for bound in bounds {
      let (a, b): (Double, Double)
      switch bound.value {
      case .ratio(let first, let second): (a, b) = (first, second)
      case .number(let number, _) where number >= 0: (a, b) = (number, 1)
      case .number, .length, .resolution, .keyword: return nil
      }
      // A ratio of something to nothing is infinite; so is that of nothing to nothing.
      let holds =
        b == 0 ? bound.comparison.holds(0, 1) : bound.comparison.holds(width * b, height * a)
      if !holds { return false }
    }
    return true
  }
}
