import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

extension FragmentTree {
  /// The tree as it is seen when the viewport's top left is at a place of the document: fixed boxes go
  /// with the viewport, sticky boxes stay in sight. A sticky box may be off its place in an unscrolled page
  /// too.
  package func scrolled(to position: Point, document: Document) -> FragmentTree {
    guard !root.isNone else { return self }
    guard boxes.mayHaveSticky || position != .zero else { return self }
    let sticky = SoughtBoxes(in: boxes) { boxes.mayHaveSticky && boxes.boxes[$0].style.box.position == .sticky }
    guard !sticky.isEmpty || position != .zero else { return self }
    var result = self
    result.scrollPosition = position
    // 1. Fixed boxes whose containing block is the viewport.
    for index in fragments[Int(root.rawValue)].children {
      let box = fragments[Int(links[Int(index)].fragment.rawValue)].box
      if !box.isNone, boxes[box].style.box.position == .fixed { result.links[Int(index)].offset += position }
    }
    // 2. Sticky boxes, outer ones first.
    if !sticky.isEmpty { result.placeStickyBoxes(sticky, root: document.documentElement) }
    return result
  }

  /// A fragment on the way down.
  private struct Place {
    var fragment: FragmentID
    /// Of its border box in the document, sticky shifts included.
    var offset: Point
    /// The scrollport: the viewport's, or that of the scroll container around.
    var scrollport: Rect
    /// The content box of the block around.
    var container: Rect
  }

  private mutating func placeStickyBoxes(_ sticky: SoughtBoxes, root element: NodeID) {
    let viewport = Rect(origin: scrollPosition, size: self[root].size)
    var waiting = [Place(fragment: root, offset: .zero, scrollport: viewport, container: viewport)]
    // A fragment may stand in several places of the tree; its children are moved once.
    var moved: Set<Int32> = []
    while let place = waiting.popLast() {
      let fragment = self[place.fragment]
      let (scrollport, container) = surroundings(of: fragment, place, root: element)
      for index in fragment.children where !links[Int(index)].fragment.isNone {
        let link = links[Int(index)]
        guard sticky.mayBe(in: link.fragment, of: self) else { continue }
        let child = self[link.fragment]
        var offset = place.offset + link.offset
        if child.kind == .box, !child.box.isNone, boxes[child.box].style.box.position == .sticky,
          boxes[child.box].kind != .tableGrid, moved.insert(index).inserted
        {
          let shift = stickyShift(
            of: Rect(origin: offset, size: child.size), boxes[child.box].style.box, scrollport: scrollport,
            container: container)
          links[Int(index)].offset += shift
          offset += shift
        }
        waiting.append(
          Place(fragment: link.fragment, offset: offset, scrollport: scrollport, container: container))
      }
    }
  }

  /// What the children of a fragment scroll in, and their containing block.
  private func surroundings(
    of fragment: Fragment, _ place: Place, root element: NodeID
  ) -> (scrollport: Rect, container: Rect) {
    guard fragment.kind == .box, !fragment.box.isNone, fragment.box != .root else {
      return (place.scrollport, place.container)
    }
    let box = boxes[fragment.box]
    var (scrollport, container) = (place.scrollport, place.container)
    let padding = Rect(origin: place.offset, size: fragment.size).inset(by: fragment.border)
    switch box.kind {
    case .container, .tableCell, .tableCaption:
      // Deviation: of a grid item the containing block is its grid area, which is not kept.
      container = padding.inset(by: fragment.padding)
      let style = box.style.box
      let scrolls =
        style.overflowX != .visible && style.overflowX != .clip
        || style.overflowY != .visible && style.overflowY != .clip
      // The root element's overflow is the viewport's.
      if scrolls, box.origin == .element, box.node != element {
        // As in Chromium, a scroll container's padding is left free.
        scrollport = container
        let overflow = fragment.scrollableOverflow.offset(by: place.offset)
        container = Rect(
          origin: container.origin,
          size: Size(
            width: max(container.width, overflow.maxX - container.minX),
            height: max(container.height, overflow.maxY - container.minY)))
      }
    case .tableGrid: container = padding.inset(by: fragment.padding)
    // Rows move within their table.
    case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup, .inline, .replaced, .text, .lineBreak,
      .breakOpportunity:
      break
    }
    return (scrollport, container)
  }

  /// How far a box goes from its place to stay in sight, without leaving its containing block.
  /// https://drafts.csswg.org/css-position-3/#stickypos-insets
  private func stickyShift(of rect: Rect, _ style: BoxStyle, scrollport: Rect, container: Rect) -> Point {
    func used(_ value: LengthOrAuto, _ basis: LayoutUnit) -> LayoutUnit? {
      if case .value(let length) = value { length.resolved(basis) } else { nil }
    }
    func margin(_ value: LengthOrAuto) -> LayoutUnit { used(value, container.width) ?? .zero }
    /// Along one axis, the far side first: the near side has the last word.
    func shift(
      _ start: LayoutUnit, _ end: LayoutUnit, port: (start: LayoutUnit, end: LayoutUnit),
      room: (start: LayoutUnit, end: LayoutUnit), near: LayoutUnit?, far: LayoutUnit?
    ) -> LayoutUnit {
      var shift = LayoutUnit.zero
      if let far {
        let wanted = min(.zero, port.end - far - end)
        shift = max(wanted, min(.zero, room.start - start))
      }
      if let near {
        let wanted = max(.zero, port.start + near - (start + shift))
        shift = shift + min(wanted, max(.zero, room.end - (end + shift)))
      }
      return shift
    }
    return Point(
      x: shift(
        rect.minX, rect.maxX, port: (scrollport.minX, scrollport.maxX),
        room: (container.minX + margin(style.margin.left), container.maxX - margin(style.margin.right)),
        near: used(style.inset.left, scrollport.width), far: used(style.inset.right, scrollport.width)),
      y: shift(
        rect.minY, rect.maxY, port: (scrollport.minY, scrollport.maxY),
        room: (container.minY + margin(style.margin.top), container.maxY - margin(style.margin.bottom)),
        near: used(style.inset.top, scrollport.height), far: used(style.inset.bottom, scrollport.height)))
  }
}
