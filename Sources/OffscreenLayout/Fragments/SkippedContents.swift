import OffscreenCSS
import OffscreenGeometry

/// `content-visibility: auto`: what is far from the viewport is not rendered, and as large as
/// `contain-intrinsic-size` says.
/// https://drafts.csswg.org/css-contain-2/#content-visibility
extension FragmentTree {
  /// The boxes whose contents a reader at the document's start does not see, nor soon will: farther from the viewport
  /// than one and a half of its size, as in Chromium.
  ///
  /// Of a layout that renders all of them. What is before a box that is near is near too, so that the places of those
  /// stay as they are when the others' contents are skipped.
  package func boxesToSkip(viewport: Size) -> [BoxID] {
    guard boxes.hasAutomaticContentVisibility, !root.isNone else { return [] }
    let near = Rect(
      x: .zero - viewport.width * 3 / 2, y: .zero - viewport.height * 3 / 2,
      width: viewport.width * 4, height: viewport.height * 4)
    var found: [BoxID] = []
    var waiting: [(id: FragmentID, place: Point)] = [(root, .zero)]
    while let (id, place) = waiting.popLast() {
      let fragment = self[id]
      if fragment.kind == .box, !fragment.box.isNone, boxes[fragment.box].origin == .element,
        boxes[fragment.box].style.box.contentVisibility == .auto, boxes[fragment.box].kind != .inline
      {
        let box = Rect(origin: place, size: fragment.size)
        if box.maxY < near.minY || box.minY >= near.maxY || box.maxX < near.minX || box.minX >= near.maxX {
          found.append(fragment.box)
          continue
        }
      }
      for child in children(id) where !child.fragment.isNone { waiting.append((child.fragment, place + child.offset)) }
    }
    return found
  }
}

extension BoxTree {
  /// The same boxes as if these had `content-visibility: hidden`.
  package func skippingContents(of skipped: [BoxID]) -> BoxTree {
    var copy = self
    for id in skipped {
      var values = StyleValues(copying: copy.boxes[Int(id.rawValue)].style)
      values.box.contentVisibility = .hidden
      values.box.contain.insert(.size)
      copy.boxes[Int(id.rawValue)].style = ComputedStyle(values)
    }
    return copy
  }
}
