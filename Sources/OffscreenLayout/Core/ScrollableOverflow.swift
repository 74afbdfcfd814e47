import OffscreenCSS
import OffscreenGeometry

extension LayoutContext {
  /// The part that a child has in the rectangle around its parent's border box and what sticks out of it
  /// and can be scrolled to.
  /// https://drafts.csswg.org/css-overflow-3/#scrollable
  func scrollableOverflow(of link: FragmentLink) -> Rect {
    let child = tree[link.fragment]
    let rect = clipsOverflow(child) ? Rect(origin: .zero, size: child.size) : child.scrollableOverflow
    return rect.offset(by: link.offset)
  }

  /// Of all children together with the border box.
  func scrollableOverflow(of fragment: Fragment, _ links: some Sequence<FragmentLink>) -> Rect {
    var overflow = Rect(origin: .zero, size: fragment.size)
    for link in links where !link.fragment.isNone { overflow = overflow.union(scrollableOverflow(of: link)) }
    return overflow
  }

  /// Whether what sticks out of a fragment does not count outside.
  func clipsOverflow(_ fragment: Fragment) -> Bool {
    guard fragment.kind == .box else { return false }
    // Optimization: field by field; the style is large.
    let style = boxes[fragment.box].style
    if style.usedContentVisibility == .hidden { return true }
    if boxes[fragment.box].makesInkOfOverflow { return true }
    let overflowX = style.box.overflowX
    // The root element's overflow is the viewport's, which is scrolled.
    if overflowX == .visible || boxes.isRootElement(boxes[fragment.box]) { return false }
    return !(overflowX == .clip && style.box.overflowY == .visible)
  }
}

extension Box {
  /// Whether layout containment makes what sticks out of it ink overflow, which is not scrolled to.
  /// https://drafts.csswg.org/css-contain-2/#containment-layout
  var makesInkOfOverflow: Bool {
    kind != .inline && style.box.contain.contains(.layout) && style.box.display.mayContainLayout
  }
}
