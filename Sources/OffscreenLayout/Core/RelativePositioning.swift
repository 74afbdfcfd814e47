import OffscreenCSS
import OffscreenGeometry

extension LayoutContext {
  /// How far relative positioning moves a box, physical. `containingBlock`: content box of the
  /// containing block, physical; its height nil where it is not definite.
  /// https://drafts.csswg.org/css-position-3/#relpos-insets
  package func relativeShift(
    of box: BoxID, containingWidth: LayoutUnit, containingHeight: LayoutUnit?, direction: WritingDirection
  ) -> Point {
    let style = boxes[box].style
    // A sticky box is laid out where it would be in flow: see `FragmentTree.scrolled`.
    guard style.box.position == .relative else { return .zero }
    func used(_ value: LengthOrAuto, _ basis: LayoutUnit?) -> LayoutUnit? {
      guard case .value(let length) = value else { return nil }
      if length.hasPercentage, basis == nil { return nil }
      return length.resolved(basis ?? .zero)
    }
    let left = used(style.box.inset.left, containingWidth)
    let right = used(style.box.inset.right, containingWidth)
    let top = used(style.box.inset.top, containingHeight)
    let bottom = used(style.box.inset.bottom, containingHeight)
    // Over-constrained: the start side of the containing block wins.
    let startIsRight = direction.isHorizontal ? !direction.isLTR : direction.isBlockFlipped
    let startIsBottom = direction.isHorizontal ? false : direction.isInlineFlipped
    let x = startIsRight ? right.map { -$0 } ?? left : left ?? right.map { -$0 }
    let y = startIsBottom ? bottom.map { -$0 } ?? top : top ?? bottom.map { -$0 }
    return Point(x: x ?? .zero, y: y ?? .zero)
  }
}
