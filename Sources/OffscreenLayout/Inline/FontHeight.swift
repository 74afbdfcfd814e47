import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// How far something reaches over and under a baseline; negative values move the edge across it.
struct FontHeight: Hashable {
  var ascent: LayoutUnit
  var descent: LayoutUnit
  /// Nothing yet: uniting with it changes nothing.
  static let none = FontHeight(ascent: .min, descent: .min)

  static let empty = FontHeight(ascent: .zero, descent: .zero)

  init(ascent: LayoutUnit, descent: LayoutUnit) { (self.ascent, self.descent) = (ascent, descent) }

  /// A font's content area, in whole pixels as Chromium rounds them.
  init(_ metrics: FontMetrics, central: Bool) {
    let over = LayoutUnit(metrics.roundedAscent)
    let under = LayoutUnit(metrics.roundedDescent)
    self.init(ascent: over, descent: under)
    if central {
      descent = LayoutUnit(((over + under) / 2).floor)
      ascent = over + under - descent
    }
  }

  var isNone: Bool { ascent == .min }
  var height: LayoutUnit { isNone ? .zero : ascent + descent }

  mutating func unite(_ other: FontHeight) {
    ascent = max(ascent, other.ascent)
    descent = max(descent, other.descent)
  }

  /// Moves both edges down.
  func moved(by shift: LayoutUnit) -> FontHeight {
    isNone ? self : FontHeight(ascent: ascent - shift, descent: descent + shift)
  }

  /// With edges around it; nothing has none.
  func extended(over: LayoutUnit, under: LayoutUnit) -> FontHeight {
    isNone ? self : FontHeight(ascent: ascent + over, descent: descent + under)
  }

  /// Half the leading goes over, in whole pixels, the rest under.
  /// https://drafts.csswg.org/css2/#leading
  func withLeading(_ lineHeight: LayoutUnit) -> FontHeight {
    let leading = lineHeight - height
    let over = LayoutUnit((leading / 2).floor)
    return FontHeight(ascent: ascent + over, descent: descent + (leading - over))
  }
}
