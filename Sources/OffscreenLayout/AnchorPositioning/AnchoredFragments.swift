import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// Where the page and its boxes are scrolled.
package struct ScrollOffsets: Equatable, Sendable {
  package var page = Point.zero
  package var boxes: [NodeID: Point] = [:]
  package init() {}
}

/// A box that is placed by its default anchor: what becomes of it when things are scrolled.
struct AnchoredFragment {
  /// Nil without a default anchor.
  var anchor: FragmentID?
  /// The axes along which it goes where the anchor goes.
  var followsX = false
  var followsY = false
  var visibility: PositionVisibility
  /// No place was found where it fits.
  var overflows = false
  /// Which of the fallbacks it was laid out by may depend on where things are scrolled.
  var hasFallbacks = false
  /// The one that it was laid out by.
  var fallback: PositionFallback?
}

extension FragmentTree {
  /// Whether something may be elsewhere, laid out by other fallbacks, when things are scrolled.
  package var hasScrolledFallbacks: Bool { anchored.values.contains { $0.hasFallbacks } }

  /// The tree, which may be scrolled, with boxes moved after their anchors, and hidden where these are out of sight.
  /// `unscrolled`: the tree as it was laid out.
  /// https://drafts.csswg.org/css-anchor-position-1/#scroll
  package func followingAnchors(unscrolled: FragmentTree) -> FragmentTree {
    guard !anchored.isEmpty, !root.isNone else { return self }
    var result = self
    let places = FragmentPlaces(self)
    // Those that were laid out first may be anchors of others.
    for (id, record) in anchored.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where places.holds(id) {
      if let anchor = record.anchor, places.holds(anchor), let link = places.link(to: id) {
        let moved = places.origin(of: anchor, in: result) - places.origin(of: anchor, in: unscrolled)
        let own = places.origin(of: id, in: result) - places.origin(of: id, in: unscrolled)
        let shift = moved - own
        if record.followsX { result.links[link].offset.x += shift.x }
        if record.followsY { result.links[link].offset.y += shift.y }
      }
      if result.hides(id, record, places) { result.fragments[Int(id.rawValue)].flags.insert(.cutOff) }
    }
    return result
  }

  /// https://drafts.csswg.org/css-anchor-position-1/#position-visibility
  private func hides(_ id: FragmentID, _ record: AnchoredFragment, _ places: FragmentPlaces) -> Bool {
    if record.visibility.contains(.noOverflow), record.overflows { return true }
    guard record.visibility.contains(.anchorsVisible), let anchor = record.anchor, places.holds(anchor) else {
      return false
    }
    if boxes[self[anchor].box].style.inherited.visibility != .visible { return true }
    // What is between the anchor and the containing block of the box.
    let container = places.parent(of: id)
    let isFixed = boxes[self[id].box].style.box.position == .fixed
    var rect = Rect(origin: .zero, size: self[anchor].size)
    var fragment = anchor
    var isScrolled = true
    while fragment != container {
      if self[fragment].flags.contains(.cutOff) { return true }
      guard let link = places.link(to: fragment) else { break }
      rect = rect.offset(by: links[link].offset)
      isScrolled = self[fragment].box.isNone || boxes[self[fragment].box].style.box.position != .fixed
      fragment = places.parent(of: fragment)
      if fragment == container { break }
      let around = self[fragment]
      guard around.kind == .box, !around.box.isNone, around.box != .root else { continue }
      let style = boxes[around.box].style.box
      guard style.overflowX != .visible || style.overflowY != .visible,
        !boxes.isRootElement(boxes[around.box])
      else { continue }
      guard let visible = rect.part(in: Rect(origin: .zero, size: around.size).inset(by: around.border)) else {
        return true
      }
      rect = visible
    }
    // The page scrolls under what is fixed.
    guard isFixed, isScrolled, container == root else { return false }
    return rect.part(in: Rect(origin: scrollPosition, size: self[root].size)) == nil
  }
}

extension Rect {
  /// What of it is inside of another; nil where nothing is.
  fileprivate func part(in other: Rect) -> Rect? {
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    guard right > left || width <= .zero && right >= left, bottom > top || height <= .zero && bottom >= top else {
      return nil
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// Where fragments hang in a tree.
private struct FragmentPlaces {
  /// By fragment, the parent and the link to it; of those that are not in the tree, none.
  private var parents: [FragmentID]
  private var incoming: [Int32]
  private let root: FragmentID

  init(_ tree: FragmentTree) {
    root = tree.root
    parents = Array(repeating: .none, count: tree.fragments.count)
    incoming = Array(repeating: -1, count: tree.fragments.count)
    var waiting = [tree.root]
    while let id = waiting.popLast() {
      for index in tree[id].children {
        let child = tree.links[Int(index)].fragment
        guard !child.isNone, incoming[Int(child.rawValue)] < 0 else { continue }
        parents[Int(child.rawValue)] = id
        incoming[Int(child.rawValue)] = index
        waiting.append(child)
      }
    }
  }

  func holds(_ id: FragmentID) -> Bool {
    incoming.indices.contains(Int(id.rawValue)) && incoming[Int(id.rawValue)] >= 0
  }
  func parent(of id: FragmentID) -> FragmentID { parents[Int(id.rawValue)] }
  func link(to id: FragmentID) -> Int? {
    let index = incoming[Int(id.rawValue)]
    return index < 0 ? nil : Int(index)
  }

  /// In the document.
  func origin(of id: FragmentID, in tree: FragmentTree) -> Point {
    var place = Point.zero
    var id = id
    while id != root, let link = link(to: id) {
      place += tree.links[link].offset
      id = parent(of: id)
    }
    return place
  }
}
