import OffscreenCSS
import OffscreenGeometry

/// The box around a container's content: what is known of it before the content is laid out.
struct ContainerFrame {
  /// Physical. The padding holds the room for scrollbars too.
  private(set) var border = Edges.zero
  private(set) var padding = Edges.zero
  /// Both together.
  private(set) var edges = LogicalEdges.zero
  /// Of the border box.
  private(set) var inlineSize = LayoutUnit.zero
  /// Of the content box.
  private(set) var contentInline = LayoutUnit.zero
  /// Of the content box, where it does not depend on the content.
  var definiteBlock: LayoutUnit?

  /// No frame is known: the container's own intrinsic sizes are asked for.
  init() {}

  /// The used frame.
  init(of box: BoxID, in space: ConstraintSpace, _ direction: WritingDirection, _ context: LayoutContext) {
    border = context.borderWidths(of: box)
    padding = context.padding(of: box, basis: space.marginBasis)
    edges = direction.logical(border + padding)
    inlineSize = context.inlineSize(of: box, in: space, edges: edges.inlineSum)
    contentInline = (inlineSize - edges.inlineSum).nonNegative
    definiteBlock = context.definiteBlockSize(of: box, in: space, inlineSize: inlineSize, edges: edges.blockSum)
      .map { contentBlock(of: $0) }
  }

  /// A multi-column container's content in the width of a column has none of the container's edges.
  init(columnContentIn space: ConstraintSpace) {
    inlineSize = space.fixedInline ?? space.availableInline
    contentInline = inlineSize
    definiteBlock = space.percentageBlock
  }

  /// The content box's block size of a border box's.
  func contentBlock(of size: LayoutUnit) -> LayoutUnit { (size - edges.blockSum).nonNegative }
}

/// Lays out a box with content of its own.
protocol ContainerLayout {
  var context: LayoutContext { get }
  var box: BoxID { get }
  var space: ConstraintSpace { get }
  var frame: ContainerFrame { get }
}

extension ContainerLayout {
  /// Borders and padding.
  var edges: LogicalEdges { frame.edges }
  var inlineSize: LayoutUnit { frame.inlineSize }
  var contentInline: LayoutUnit { frame.contentInline }
  var definiteBlock: LayoutUnit? { frame.definiteBlock }

  /// The used block size of the border box, whose content asks for `intrinsic`, borders and padding included.
  func blockSize(intrinsic: LayoutUnit) -> LayoutUnit {
    context.blockSize(
      of: box, in: space, intrinsic: intrinsic, inlineSize: frame.inlineSize, edges: frame.edges.blockSum)
  }

  /// Whether a block size that was found with a part of the content is the one with all of it.
  func isWhole(_ size: LayoutUnit) -> Bool { !space.endIsUnseen && blockSize(intrinsic: .max / 4) == size }

  /// The content box's block size that a value of the block axis gives; nil where it depends on the content.
  func contentBlock(_ value: SizeValue) -> LayoutUnit? {
    context.resolveBlock(value, box, space, edges: frame.edges.blockSum, intrinsic: nil)
      .map { frame.contentBlock(of: $0) }
  }
}
