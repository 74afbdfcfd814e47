import OffscreenCSS
import OffscreenGeometry

/// An item while a flex container is laid out. Sizes are of the border box.
struct FlexItem {
  var box: BoxID
  /// Whether the item's own inline axis is the container's main axis.
  var mainIsInline: Bool
  /// Used margins; `auto` ones are zero until free space is shared out.
  var mainMargins: (start: LayoutUnit, end: LayoutUnit)
  var crossMargins: (start: LayoutUnit, end: LayoutUnit)
  var hasAutoMain: (start: Bool, end: Bool)
  var hasAutoCross: (start: Bool, end: Bool)
  /// Borders and padding along the main axis.
  var mainEdges: LayoutUnit
  var crossEdges: LayoutUnit
  var grow: Double
  var shrink: Double
  var alignment: SelfAlignment
  var baseSize = LayoutUnit.zero
  var minMain = LayoutUnit.zero
  var maxMain = LayoutUnit.max
  var mainSize = LayoutUnit.zero
  var isFrozen = false
  var crossSize = LayoutUnit.zero
  /// From the cross start of the border box.
  var baseline = LayoutUnit.zero
  /// Of the last baseline, from the cross end of the border box.
  var lastBaseline = LayoutUnit.zero
  var mainOffset = LayoutUnit.zero
  var crossOffset = LayoutUnit.zero

  var mainMarginSum: LayoutUnit { mainMargins.start + mainMargins.end }
  var crossMarginSum: LayoutUnit { crossMargins.start + crossMargins.end }
  var hypothetical: LayoutUnit { max(min(baseSize, maxMain), minMain) }
}

/// A line of a flex container.
struct FlexLine {
  var items: Range<Int>
  var crossSize = LayoutUnit.zero
  var crossOffset = LayoutUnit.zero
  /// The largest distance from cross start margin edge to baseline, of the items aligned by it.
  var maxAscent: LayoutUnit?
  /// The same from the cross end, of the items aligned by their last baseline.
  var maxLastAscent: LayoutUnit?
}
