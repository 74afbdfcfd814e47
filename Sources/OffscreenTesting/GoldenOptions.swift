import Offscreen
import OffscreenComparison

/// How the picture is taken, and when it counts as the same.
public struct GoldenOptions: Sendable {
  /// How much a pixel may differ; for `layout`, whose boxes are kept beside the golden, how much a box may.
  public typealias Preset = ComparisonPreset

  /// The network is closed unless a test opens it.
  public var page: PageOptions
  public var preset = Preset.exact
  /// In place of the preset's: steps of a channel for `exact` and `rounding`, a distance in OKLab for
  /// `perceptual`, CSS pixels for `layout`.
  public var threshold: Double?
  /// Pixels that may differ by more than that.
  public var tolerablePixels = 0
  /// The share of the pixels, from 0 to 1, that may.
  public var tolerableRatio = 0.0
  /// Whether rows that only moved, as a whole, count as the same.
  public var ignoresShifts = false
  public var ignoresAntialiasing = false
  /// The areas that may differ: selectors, or `x,y,w,h` in pixels of the picture.
  public var masks: [String] = []
  /// Whether the boxes of the elements are kept beside the golden, so that a failure names those that
  /// moved.
  public var keepsBoxes = false
  /// A font folder in place of the bundled one.
  public var fonts: String?

  public init() {
    page = PageOptions()
    page.network = .none
  }
}
