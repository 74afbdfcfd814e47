import OffscreenCSS
import OffscreenGeometry

/// Margins that may still collapse with others.
/// https://drafts.csswg.org/css2/#collapsing-margins
package struct MarginStrut: Hashable, Sendable {
  /// Margins after an unforced break are truncated.
  /// https://drafts.csswg.org/css-break-3/#break-margins
  package var isCutOff = false
  package var positive: LayoutUnit = .zero
  package var negative: LayoutUnit = .zero
  /// Positive margins that collapse to nothing at the start of a quirks-mode container.
  package var quirkyPositive: LayoutUnit = .zero
  package var isQuirkyContainerStart = false
  package init() {}
  package var sum: LayoutUnit { max(positive, quirkyPositive) + negative }
  /// At the end of a container in quirks mode.
  package var sumWithoutQuirky: LayoutUnit { positive + negative }
  package var isEmpty: Bool { positive == .zero && negative == .zero && quirkyPositive == .zero }
  package mutating func append(_ margin: LayoutUnit, isQuirky: Bool = false) {
    if isCutOff || isQuirkyContainerStart && isQuirky { return }
    if margin < .zero {
      negative = min(negative, margin)
    } else if isQuirky {
      quirkyPositive = max(quirkyPositive, margin)
    } else {
      positive = max(positive, margin)
    }
  }
}

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
  /// The box is an independent formatting context, or is treated as one by its parent.
  package var isNewFormattingContext = true

  // Only inside a block formatting context that goes on:
  /// Where the box's border box would start if the margins collected so far collapsed to nothing.
  package var bfcOffset = BfcOffset.zero
  /// The margins collected so far, the box's own start margin included.
  package var marginStrut = MarginStrut()
  /// Known from an earlier try.
  package var forcedBfcBlockOffset: LayoutUnit?
  /// In-flow content may not start above this.
  package var clearanceOffset = LayoutUnit.min
  package var exclusions = ExclusionSpace()
  /// Floats stand beside the margins collected so far: one that the box or what begins it clears ends
  /// their collapsing.
  package var hasAdjoiningLeftFloat = false
  package var hasAdjoiningRightFloat = false
  /// How far annotations over the first line may stick out of the box: into the line before and the margins between.
  package var annotationRoom = LayoutUnit.zero
  /// How many lines `-webkit-line-clamp` of a box around still lets through.
  package var lineClamp: LineClamp?

  /// Of a ruby column: how far its annotation's baseline is below its base's, in the direction from over to under.
  package var rubyDistance: LayoutUnit?

  // Only of subgrids:
  /// The tracks taken over from the parent grid, along the box's own axes.
  package var subgridColumns: SubgridTracks?
  package var subgridRows: SubgridTracks?

  // Only inside of columns:
  /// The columns that the box's formatting context flows in.
  package var flow: FragmentainerFlow?
  /// Where the start of the formatting context that the box belongs to is along the flow.
  package var flowOffset = LayoutUnit.zero
  /// There is content before the box that may stay in the column when the box moves to the next one.
  package var canBreakBefore = false
  /// Not cut off by a formatting context of its own: boxes inside may span the columns.
  package var takesSpanners = false
  /// The box is a multi-column container, and this is its content in the width of a column.
  package var isColumnContent = false

  package init(availableInline: LayoutUnit, availableBlock: LayoutUnit? = nil) {
    self.availableInline = availableInline
    self.availableBlock = availableBlock
    percentageInline = availableInline
    percentageBlock = availableBlock
    marginBasis = availableInline
  }
}

/// The rest of `line-clamp`'s limit of lines.
/// https://drafts.csswg.org/css-overflow-4/#webkit-line-clamp
package struct LineClamp: Hashable, Sendable {
  /// The box that has the limit.
  package var box: BoxID
  package var lines: Int
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
  /// Of the box's static containing block.
  package var writingDirection: WritingDirection
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
  /// Of a part of ruby: how far its contents reach from its baseline.
  var rubyExtent: LineExtent?
  var rubyColumn: RubyColumn?

  // Of a box that is part of its parent's block formatting context:
  /// Where the border box starts; nil while nothing has fixed it: margins collapse through the box.
  package var bfcBlockOffset: LayoutUnit?
  /// Clearance put it below where the margins would have; they do not collapse with those above then.
  package var isPushedByFloats = false
  package var endMarginStrut = MarginStrut()
  package var exclusions = ExclusionSpace()
  /// Where the box was expected to start when the first float in it was placed, or the like, its start not being
  /// known.
  package var floatsExpectedStart: LayoutUnit?
  /// ... and these stand beside the margins that are still open.
  package var adjoiningLeftFloat = false
  package var adjoiningRightFloat = false
  /// The box has to be laid out again with `bfcBlockOffset` forced.
  package var needsAnotherTry = false
  /// What its last line and what is below that leave free for annotations of what follows.
  package var annotationRoom = LayoutUnit.zero
  /// Lines that count for a `-webkit-line-clamp` around.
  package var lineCount = 0
  /// Whether a `-webkit-line-clamp` leaves out lines in it or behind it.
  package var hidesLines = false

  /// What became of `ConstraintSpace.flow`.
  package var flow: FragmentainerFlow?
  /// Nothing of the box fits in this column: it is to be laid out again at the start of the next one.
  package var needsBreakBefore = false

  package init(size: Size) { self.size = size }
}
