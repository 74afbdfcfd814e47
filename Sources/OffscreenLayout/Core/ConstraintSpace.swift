import OffscreenCSS
import OffscreenGeometry

package enum LayoutMode: UInt8, Hashable, Sendable {
  /// Sizes and baselines only: no fragment is made.
  case measure
  case layout
}

package enum AutoSizeBehavior: UInt8, Hashable, Sendable {
  /// An `auto` size fills the available size.
  case stretch
  /// An `auto` size is that of the content, within the available size.
  case fitContent
}

/// All inputs of a box's layout from outside. What comes of its layout depends on the box, its style, its
/// children and this alone. Logical values are along the axes of the box's own writing mode.
///
/// Inputs that only some boxes have are in optional parts.
package struct ConstraintSpace: Hashable, Sendable {
  /// The room in the containing block, for the margin box. Block: nil is indefinite.
  package var availableInline: LayoutUnit
  package var availableBlock: LayoutUnit?
  /// The basis of percentages: the containing block's content box; nil is indefinite.
  package var percentageInline: LayoutUnit?
  package var percentageBlock: LayoutUnit?
  /// The basis of percentages of margins and paddings: the containing block's inline size along the
  /// containing block's own inline axis.
  package var marginBasis: LayoutUnit
  /// Border-box sizes that the parent has decided, whatever the style says.
  package var fixedInline: LayoutUnit?
  package var fixedBlock: LayoutUnit?
  /// Whether percentages inside may refer to `fixedBlock`.
  package var isFixedBlockDefinite = true
  /// Added to the block offset of everything in the box, once it is laid out: `vertical-align` of table
  /// cells. Baselines move with it.
  package var blockContentShift = LayoutUnit.zero
  /// The box is a table cell whose height, or whose table's, is given: what scrolls in it and has a
  /// percentage height does not make it taller.
  package var isRestrictedCell = false
  /// The block size is the smallest that the box may have: a child that scrolls of such a cell.
  package var usesMinimumBlockSize = false
  package var inlineAuto: AutoSizeBehavior = .stretch
  package var blockAuto: AutoSizeBehavior = .fitContent
  /// The size properties of an axis count as if they had not been given, and the minimum as zero.
  package var ignoresInlineSize = false
  package var ignoresBlockSize = false
  package var mode: LayoutMode = .layout
  /// Of a ruby column: how far its annotation's baseline is below its base's, in the direction from over to under.
  package var rubyDistance: LayoutUnit?
  /// How far along the block axis from the start of the box's formatting context a picture of the page's start goes;
  /// nil where everything is to be laid out. See `SeenPart`.
  package var seenEnd: LayoutUnit?
  /// `fixedBlock` is less than the box's size may be, whose end is below what is seen.
  package var endIsUnseen = false
  /// Of a part of a formula whose operator is to grow.
  package var mathStretch: MathStretch?

  /// Where the box is in its parent's block formatting context, if that goes on in it.
  package var blockFlow: BlockFlowSpace?
  /// The columns that the box's formatting context flows in.
  package var columns: ColumnSpace?
  /// Of a subgrid: the tracks that it takes over from the parent grid.
  package var subgrid: SubgridSpace?

  package init(availableInline: LayoutUnit, availableBlock: LayoutUnit? = nil) {
    self.availableInline = availableInline
    self.availableBlock = availableBlock
    percentageInline = availableInline
    percentageBlock = availableBlock
    marginBasis = availableInline
  }

  /// The box is an independent formatting context, or is treated as one by its parent.
  package var isNewFormattingContext: Bool { blockFlow == nil }
  /// The box is a multi-column container, and this is its content in the width of a column.
  package var isColumnContent: Bool { columns?.isContent ?? false }
}

/// An out-of-flow box on its way up to its containing block.
package struct OutOfFlowCandidate: Sendable {
  package var box: BoxID
  /// The static position: from the top left of the border box of the fragment that reports it,
  /// physical; the point that `inlineEdge` and `blockEdge` of the margin box touch.
  package var staticPosition: Point
  /// Which edge of the box's margin box (along the axes of `writingDirection`) touches it.
  package var inlineEdge: StaticEdge = .start
  package var blockEdge: StaticEdge = .start
  /// The room in which it is aligned safely, along the axes of `writingDirection`; nil where it may overflow at any side.
  /// https://drafts.csswg.org/css-align-3/#overflow-values
  var safeRoom: SafeRoom = (nil, nil)
  typealias SafeRoom = (inline: LayoutUnit?, block: LayoutUnit?)
  /// Of the box's static containing block.
  package var writingDirection: WritingDirection
  /// There is content before it: at a cut it is in the column before.
  package var isBehindContent = false
  package init(box: BoxID, staticPosition: Point, writingDirection: WritingDirection) {
    (self.box, self.staticPosition, self.writingDirection) = (box, staticPosition, writingDirection)
  }
}
package enum StaticEdge: UInt8, Sendable { case start, center, end }

/// The result of laying out a box.
package struct LayoutResult: Sendable {
  /// `.none` in measure mode.
  package var fragment: FragmentID = .none
  /// The border box, physical.
  package var size: Size
  /// The border box's block size if its block size were `auto`.
  package var intrinsicBlockSize: LayoutUnit = .zero
  /// From the block start of the border box, along the box's own block axis; nil where there is none.
  package var firstBaseline: LayoutUnit?
  package var lastBaseline: LayoutUnit?
  /// Candidates that this box is not the containing block of.
  package var outOfFlow: [OutOfFlowCandidate] = []

  /// It is not as tall as it is with all that is in it: see `SeenPart`.
  package var endsEarly = false
  /// Of a box that is part of its parent's block formatting context.
  package var blockFlow: BlockFlowResult?
  /// Of a box in columns.
  package var columns: ColumnResult?
  /// Of a part of ruby, or a column of it.
  var ruby: RubyResult?

  package init(size: Size) { self.size = size }

  /// Of a box of which nothing fits in its column.
  init(needingBreakBeforeIn flow: FragmentainerFlow?) {
    self.init(size: .zero)
    columns = flow.map { ColumnResult(flow: $0, needsBreakBefore: true) }
  }

  /// Nothing of the box fits in this column: it is to be laid out again at the start of the next one.
  package var needsBreakBefore: Bool { columns?.needsBreakBefore ?? false }
}
