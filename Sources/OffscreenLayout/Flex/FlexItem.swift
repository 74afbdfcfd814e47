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
  /// `minMain` is without the automatic minimum, which is asked for only where it may decide.
  var isMinimumOpen = false
  var mainSize = LayoutUnit.zero
  var isFrozen = false
  var crossSize = LayoutUnit.zero
  /// Of an item that is aligned by a baseline.
  var baseline: FlexItemBaseline?
  var mainOffset = LayoutUnit.zero
  /// What automatic margins across the line are.
  var crossShares: (start: LayoutUnit, end: LayoutUnit) = (.zero, .zero)
  var crossOffset = LayoutUnit.zero
  /// How far down it is seen, from the start of its border box; nil where it is laid out whole. See `SeenPart`.
  var seenEnd: LayoutUnit?
  /// Its content goes on below that, so that its size along the block axis is not known.
  var endsEarly = false
  /// It is as tall as something that ends early.
  var endIsUnseen = false

  var mainMarginSum: LayoutUnit { mainMargins.start + mainMargins.end }
  var crossMarginSum: LayoutUnit { crossMargins.start + crossMargins.end }
  var hypothetical: LayoutUnit { max(min(baseSize, maxMain), minMain) }
}

/// What an item is aligned by.
struct FlexItemBaseline {
  /// Whether it stands at the cross end of its line.
  var isAtEnd: Bool
  /// From the margin edge there to the baseline.
  var ascent: LayoutUnit
}

/// A line of a flex container.
struct FlexLine {
  var items: Range<Int>
  var crossSize = LayoutUnit.zero
  var crossOffset = LayoutUnit.zero
  /// The largest distance from margin edge to baseline, of the items that stand at the cross start by it.
  var maxAscent = LayoutUnit.min
  /// The same of those at the cross end.
  var maxEndAscent = LayoutUnit.min
  /// An item of a row ends early: the line is taller than is known.
  var endsEarly = false
}
