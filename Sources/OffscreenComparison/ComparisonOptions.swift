import OffscreenImages

/// When two files count as the same.
package struct ComparisonOptions: Sendable {
  package enum Preset: String, Sendable, CaseIterable {
    case exact, rounding, perceptual
    /// By the boxes and texts of elements, not by pixels.
    case layout
  }

  package var preset = Preset.exact
  /// Steps of a channel for `exact` and `rounding`, a distance in OKLab for `perceptual`, CSS pixels
  /// for `layout`; nil is the preset's own.
  package var threshold: Double?
  /// Pixels that may differ by more than that.
  package var tolerablePixels = 0
  /// The share of the pixels, from 0 to 1, that may.
  package var tolerableRatio = 0.0
  /// Whether rows that only moved, as a whole, count as the same.
  package var ignoresShifts = false
  package var ignoresAntialiasing = false
  package var masks: [Mask] = []
  /// Whether the pictures of the differences are made: they stay in memory as long as the comparison.
  package var drawsDifferences = true

  package init() {}

  /// What may be out of its bounds.
  package enum Parameter: Sendable { case threshold, tolerablePixels, tolerableRatio }

  /// What is wrong with the values, if anything.
  package var problem: (parameter: Parameter, reason: String)? {
    if let threshold, !(threshold >= 0 && threshold <= preset.largestThreshold) {
      let range = "from 0 to \(number(preset.largestThreshold))"
      return (.threshold, "the threshold must be \(range) for \(preset.rawValue): \(preset.unit)")
    }
    if tolerablePixels < 0 { return (.tolerablePixels, "the number of pixels that may differ must be 0 or more") }
    if !(tolerableRatio >= 0 && tolerableRatio <= 1) {
      return (.tolerableRatio, "the ratio of pixels that may differ must be from 0 to 1, or from 0% to 100%")
    }
    return nil
  }

  /// How far a side of a box may be from where it was, in CSS pixels. Where pixels decide, boxes only
  /// explain them, and every movement can.
  var boxThreshold: Double { preset == .layout ? threshold ?? 1 : 0.01 }

  /// For pixels; `layout` compares them exactly, to show where they differ.
  func pixelRules(masks: [PixelBox]) -> ComparisonRules {
    var rules = ComparisonRules(
      ignoresAntialiasing: ignoresAntialiasing, masks: masks, tolerablePixels: tolerablePixels,
      tolerableRatio: tolerableRatio)
    switch preset {
    case .exact: (rules.preset, rules.threshold) = (.exact, threshold)
    case .rounding: (rules.preset, rules.threshold) = (.rounding, threshold)
    case .perceptual: (rules.preset, rules.threshold) = (.perceptual, threshold)
    case .layout: break
    }
    return rules
  }
}

extension ComparisonOptions.Preset {
  var largestThreshold: Double {
    switch self {
    case .exact, .rounding: 255
    case .perceptual: 1
    case .layout: 10_000
    }
  }

  var unit: String {
    switch self {
    case .exact, .rounding: "steps of a channel"
    case .perceptual: "a distance in OKLab"
    case .layout: "CSS pixels"
    }
  }
}
