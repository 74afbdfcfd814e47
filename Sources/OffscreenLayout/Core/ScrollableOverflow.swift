import OffscreenCSS
import OffscreenGeometry

extension LayoutContext {
  /// The rectangle around the border box and what sticks out of it and can be scrolled to.
  /// https://drafts.csswg.org/css-overflow-3/#scrollable
  func scrollableOverflow(of fragment: Fragment, _ links: [FragmentLink]) -> Rect {
    var overflow = Rect(origin: .zero, size: fragment.size)
    for link in links where !link.fragment.isNone {
      let child = tree[link.fragment]
      let style = boxes[child.box].style.box
      var rect: Rect
      if child.kind == .box,
        style.overflowX != .visible || style.overflowY != .visible || style.contentVisibility == .hidden
      {
        rect = Rect(origin: .zero, size: child.size)
        if style.contentVisibility != .hidden,
          style.overflowX == .visible || style.overflowX == .clip && style.overflowY == .visible
        {
          rect = child.scrollableOverflow
        }
      } else {
        rect = child.scrollableOverflow
      }
      overflow = overflow.union(rect.offset(by: link.offset))
    }
    return overflow
  }
}
