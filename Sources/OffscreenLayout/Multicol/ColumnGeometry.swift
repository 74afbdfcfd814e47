import OffscreenCSS
import OffscreenGeometry

/// The used number and width of columns.
/// https://drafts.csswg.org/css-multicol-1/#pseudo-algorithm
struct ColumnGeometry {
  var count: Int
  var width: LayoutUnit
  var gap: LayoutUnit

  init(_ style: ComputedStyle, available: LayoutUnit, oneEm: LayoutUnit) {
    // `normal` is one em. https://drafts.csswg.org/css-multicol-1/#column-gap
    gap = style.alignment.columnGap?.resolved(available).nonNegative ?? oneEm
    let given = style.column.count.map { max(1, Int($0)) }
    if let wanted = style.column.width {
      let wanted = max(LayoutUnit(wanted), LayoutUnit(1))
      let fitting = max(1, Int(((available + gap).pixels / (wanted + gap).pixels).rounded(.down)))
      count = min(given ?? fitting, fitting)
    } else {
      count = given ?? 1
    }
    count = min(count, 1000)
    width = ((available - gap * (count - 1)) / count).nonNegative
  }

  /// The intrinsic inline sizes of a container whose content has the sizes `content`: what browsers do.
  static func intrinsicSizes(_ content: MinMaxSizes, _ style: ComputedStyle, oneEm: LayoutUnit) -> MinMaxSizes {
    var sizes = content
    let count = style.column.count.map { max(1, Int($0)) }
    let gap = style.alignment.columnGap?.resolved(.zero).nonNegative ?? oneEm
    if let width = style.column.width.map({ LayoutUnit($0) }) {
      sizes.min = min(sizes.min, width)
      sizes.max = max(sizes.max, width)
    } else if let count {
      sizes.min = sizes.min * count + gap * (count - 1)
    }
    if let count { sizes.max = sizes.max * count + gap * (count - 1) }
    sizes.max = max(sizes.max, sizes.min)
    return sizes
  }
}
