import OffscreenCSS
import OffscreenGeometry

/// Optimization: a box with nothing but lines of text looks the same however tall it is. Containers
/// first ask how tall such an item, cell or float would be, then say how tall it is; its lines are made
/// once, and its fragment is made anew with the other size.
extension LayoutContext {
  /// Whether what is in the box does not depend on the box's block size.
  func isIndependentOfBlockSize(_ box: BoxID, _ space: ConstraintSpace) -> Bool {
    guard space.isNewFormattingContext, space.columns == nil else { return false }
    let entry = boxes[box]
    switch (entry.context, entry.kind) {
    case (.inline, .container), (.inline, .tableCell): break
    case (.block, .container) where entry.firstChild.isNone, (.block, .tableCell) where entry.firstChild.isNone: break
    case _: return false
    }
    guard entry.flags.isDisjoint(with: [.control, .centersContent]) else { return false }
    let style = entry.style
    guard WritingDirection(style).isHorizontal, style.box.overflowX == .visible, style.box.overflowY == .visible,
      style.box.contain.isEmpty, style.usedContentVisibility == .visible, !style.column.makesColumns,
      style.box.aspectRatio.ratio == nil, style.box.lineClamp == 0,
      style.alignment.alignContent.value == .normal || entry.kind == .tableCell
    else { return false }
    return entry.firstChild.isNone || inlineContent(of: box).isOnlyText
  }

  /// What a layout in a space that differs in block sizes alone gave, with the block size of this one.
  func resizedResult(_ box: BoxID, _ space: ConstraintSpace) -> LayoutResult? {
    let index = Int(box.rawValue)
    if results[index].isEmpty { return nil }
    let hasBasis = dependsOnPercentageBasis(box, space)
    let asked = withoutBlockSizes(space, hasBasis: hasBasis)
    for entry in results[index].indices
    where results[index][entry].space.mode == .layout
      && results[index][entry].space.fixedInline == space.fixedInline
      && withoutBlockSizes(results[index][entry].space, hasBasis: hasBasis) == asked
    {
      let direction = WritingDirection(boxes[box].style)
      var result = results[index][entry].result
      var size = direction.logical(result.size)
      let block = blockSize(of: box, in: space, intrinsic: result.intrinsicBlockSize, inlineSize: size.inline)
      let shift = space.blockContentShift - results[index][entry].space.blockContentShift
      if block == size.block, shift == .zero { return result }
      size.block = block
      result.size = direction.physical(size)
      result.firstBaseline = result.firstBaseline.map { $0 + shift }
      result.lastBaseline = result.lastBaseline.map { $0 + shift }
      if space.mode == .measure { return result }
      guard !result.fragment.isNone else { continue }
      var fragment = tree[result.fragment]
      fragment.size = result.size
      var links = Array(tree.children(result.fragment))
      if shift != .zero {
        for index in links.indices { links[index].offset.y += shift }
      }
      result.fragment = append(fragment, links)
      return result
    }
    return nil
  }

  /// Whether the containing block's size has a say in a box whose inline size is decided.
  private func dependsOnPercentageBasis(_ box: BoxID, _ space: ConstraintSpace) -> Bool {
    let style = boxes[box].style
    return space.fixedInline == nil || style.box.padding.left.hasPercentage || style.box.padding.right.hasPercentage
      || style.box.padding.top.hasPercentage || style.box.padding.bottom.hasPercentage
  }

  private func withoutBlockSizes(_ space: ConstraintSpace, hasBasis: Bool) -> ConstraintSpace {
    var space = space
    if !hasBasis {
      space.percentageInline = nil
      space.marginBasis = .zero
    }
    space.blockContentShift = .zero
    space.availableBlock = nil
    space.percentageBlock = nil
    space.fixedBlock = nil
    space.isFixedBlockDefinite = true
    space.endIsUnseen = false
    space.isRestrictedCell = false
    space.usesMinimumBlockSize = false
    space.blockAuto = .fitContent
    space.mode = .layout
    return space
  }
}
