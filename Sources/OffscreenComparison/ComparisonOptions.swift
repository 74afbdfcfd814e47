import OffscreenImages

/// How much a pixel may differ. None forgives antialiasing or a number of pixels: both hide real changes.
public enum ComparisonPreset: String, Sendable, CaseIterable {
  /// Not at all.
  case exact
  /// Each channel by up to 2 of 255, as rounding may.
  case rounding
  /// By what can hardly be seen: 0.02 in OKLab.
  case perceptual
  /// In any way: the boxes and texts of elements are compared, not pixels.
  case layout
}

/// When two files count as the same.
package struct ComparisonOptions: Sendable {
  package var preset = ComparisonPreset.exact
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

  /// The parameters with bounds.
  package enum Parameter: Sendable { case threshold, tolerablePixels, tolerableRatio }

  /// The first value that is out of its bounds.
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

  func pixelRules(masks: [PixelBox]) -> ComparisonRules {
    ComparisonRules(
      tolerance: preset.pixelTolerance(threshold), ignoresAntialiasing: ignoresAntialiasing, masks: masks,
      tolerablePixels: tolerablePixels, tolerableRatio: tolerableRatio)
  }
}

extension ComparisonPreset {
  /// `threshold`: in place of the preset's own. `layout` compares pixels exactly, to show where they differ.
  func pixelTolerance(_ threshold: Double?) -> ComparisonRules.Tolerance {
    switch self {
    case .exact: .channel(threshold ?? 0)
    case .rounding: .channel(threshold ?? 2)
    case .perceptual: threshold.map { .perceptual($0) } ?? .hardlyVisible
    case .layout: .channel(0)
    }
  }

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
