import OffscreenGeometry

/// How far the layout of a block container had come behind its last child.
///
/// Children that come behind that one are laid out from there on: those before are what they were, and where they were,
/// if the container is in the same space and nothing in it has changed; else `LayoutContext.forget` drops this.
struct BlockProgress {
  /// What the layout began with.
  fileprivate struct Start: Equatable {
    var space: ConstraintSpace
    var edges: LogicalEdges
    var inlineSize: LayoutUnit
    var definiteBlock: LayoutUnit?
    var childPercentageBlock: LayoutUnit?
    var marginsAround: MarginStrut
  }

  fileprivate let start: Start
  fileprivate let lastChild: BoxID
  fileprivate(set) var children: [FragmentBuilder.Child]
  /// The scrollable overflow of the children.
  fileprivate let overflow: Rect
  fileprivate let bfcBlockOffset: LayoutUnit
  fileprivate let blockOffset: LayoutUnit
  fileprivate let strut: MarginStrut
  fileprivate let isPushedByFloats: Bool
  fileprivate let firstBaseline: LayoutUnit?
  fileprivate let lastBaseline: LayoutUnit?
  fileprivate let lineCount: Int
  fileprivate let isTextStartOpen: Bool
  fileprivate let hasPlacedContent: Bool
}

extension BlockLayout {
  /// With fewer children, to go over them all costs as little.
  private static let leastChildren = 32

  private var progressStart: BlockProgress.Start {
    BlockProgress.Start(
      space: space, edges: edges, inlineSize: inlineSize, definiteBlock: definiteBlock,
      childPercentageBlock: childPercentageBlock, marginsAround: marginsAround)
  }

  /// Whether nothing outside of the children that were laid out has a say in them: no floats, no limit on lines, nothing
  /// that is cut or left out.
  private var mayKeepProgress: Bool {
    context.goesOn && space.mode == .layout && flow == nil && !space.isColumnContent && seenEnd == nil
      && exclusions.isEmpty && clearanceOffset == .min && lineClamp == nil && textTrim.isEmpty
      && !context.boxes.hasAnnotations && context[box].context == .block
      // What is behind it is no list that grows.
      && Int(context[box].end.rawValue) == context.boxes.boxes.count
  }

  /// Takes the state of an earlier layout. The children behind those that it had; nil where it is of no use.
  mutating func goOnFromProgress() -> LayoutBox.Children? {
    guard !context.progress.isEmpty, mayKeepProgress, var known = context.progress.removeValue(forKey: box) else {
      return nil
    }
    guard known.start == progressStart else {
      context.progress[box] = known
      return nil
    }
    // Optimization: who has the children alone may add to them without a copy.
    var children: [FragmentBuilder.Child] = []
    swap(&children, &known.children)
    builder.begin(with: children, overflow: known.overflow)
    (keptChildren, lastKeptChild) = (children.count, known.lastChild)
    (bfcBlockOffset, blockOffset, strut) = (known.bfcBlockOffset, known.blockOffset, known.strut)
    (isPushedByFloats, lineCount) = (known.isPushedByFloats, known.lineCount)
    (firstBaseline, lastBaseline) = (known.firstBaseline, known.lastBaseline)
    (isTextStartOpen, hasPlacedContent) = (known.isTextStartOpen, known.hasPlacedContent)
    (adjoiningLeftFloat, adjoiningRightFloat) = (false, false)
    return context[known.lastChild].following
  }

  /// Keeps the state behind the last child, if it is of use to a later layout.
  mutating func keepProgress() {
    guard mayKeepProgress, !endsEarly, !hidesLines, !endsWithClearance, floatsExpectedStart == nil,
      annotationRoom == .zero,
      let bfcBlockOffset, builder.children.count >= Self.leastChildren
    else { return }
    var child = context[box].lastChild
    for _ in keptChildren..<builder.children.count {
      guard !child.isNone, context[child].isInFlow, context.isIndependentOfSiblings(child) else { return }
      child = context[child].previousSibling
    }
    guard child == lastKeptChild, let overflow = builder.overflowOfChildren(in: inlineSize) else { return }
    context.progress[box] = BlockProgress(
      start: progressStart, lastChild: context[box].lastChild, children: builder.children, overflow: overflow,
      bfcBlockOffset: bfcBlockOffset, blockOffset: blockOffset, strut: strut, isPushedByFloats: isPushedByFloats,
      firstBaseline: firstBaseline, lastBaseline: lastBaseline, lineCount: lineCount, isTextStartOpen: isTextStartOpen,
      hasPlacedContent: hasPlacedContent)
  }
}
