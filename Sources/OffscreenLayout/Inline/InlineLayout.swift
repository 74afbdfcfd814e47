import OffscreenCSS
import OffscreenGeometry

/// What lines are told by the block container they are in. Logical, along the container's axes.
package struct InlineConstraint {
  /// The content box of the container.
  package var inlineSize: LayoutUnit
  /// What percentages of heights refer to; nil is indefinite.
  package var percentageBlock: LayoutUnit?
  /// The line-left and block-start corner of the content box in the formatting context.
  package var bfcOffset: BfcOffset
  package var exclusions: ExclusionSpace
  /// The first line may not start above this (clearance).
  package var clearanceOffset: LayoutUnit = .min
  package var mode: LayoutMode
}

package struct InlineLayoutResult {
  /// Lines and floats: fragments and the offsets of their border boxes from the start corner of the
  /// content box, in the order of painting and of the document.
  package struct Item {
    package var fragment: FragmentID
    package var size: Size
    package var offset: LogicalOffset
    package var shift: Point = .zero
    package var outOfFlow: [OutOfFlowCandidate]
  }
  package var items: [Item] = []
  /// Out-of-flow boxes directly in the inline content, with their static positions from the start
  /// corner of the content box.
  package var outOfFlow: [(box: BoxID, offset: LogicalOffset, inlineEdge: StaticEdge)] = []
  package var blockSize: LayoutUnit = .zero
  package var exclusions = ExclusionSpace()
  /// From the start of the content box.
  package var firstBaseline: LayoutUnit?
  package var lastBaseline: LayoutUnit?
  package var lineCount = 0
  /// The clear of a trailing `<br>`: what follows starts below these floats.
  package var trailingClearance: LayoutUnit?
}
