import OffscreenCSS
import OffscreenGeometry

extension LayoutContext {
  /// The part that a child has in the rectangle around its parent's border box and what sticks out of it
  /// and can be scrolled to.
  /// https://drafts.csswg.org/css-overflow-3/#scrollable
  ///
  /// nil: a box without area, with nothing in it, is nowhere, as in Chromium.
  func scrollableOverflow(of link: FragmentLink) -> Rect? {
    let child = tree[link.fragment]
    let rect = clipsOverflow(child) ? Rect(origin: .zero, size: child.size) : child.scrollableOverflow
    if rect.isEmpty, child.kind == .box, !paintsAround(child.box) { return nil }
    return rect.offset(by: link.offset)
  }

  /// Painting looks for what is seen within the same rectangles.
  private func paintsAround(_ box: BoxID) -> Bool {
    guard !box.isNone else { return false }
    let style = boxes[box].style
    return !style.effect.boxShadows.isEmpty || style.border.outlineStyle != .none
  }

  /// Of all children together with the border box.
  func scrollableOverflow(of fragment: Fragment, _ links: some Sequence<FragmentLink>) -> Rect {
    var overflow = Rect(origin: .zero, size: fragment.size)
    for link in links where !link.fragment.isNone {
      if let reach = scrollableOverflow(of: link) { overflow = overflow.union(reach) }
    }
    return overflow
  }

  /// Whether what sticks out of a fragment does not count outside.
  private func clipsOverflow(_ fragment: Fragment) -> Bool {
    guard fragment.kind == .box else { return false }
    // Optimization: field by field; the style is large.
    let style = boxes[fragment.box].style
    if style.box.contentVisibility == .hidden { return true }
    let overflowX = style.box.overflowX
    // The root element's overflow is the viewport's, which is scrolled.
    if overflowX == .visible || boxes[fragment.box].parent == .root { return false }
    return !(overflowX == .clip && style.box.overflowY == .visible)
  }
}
