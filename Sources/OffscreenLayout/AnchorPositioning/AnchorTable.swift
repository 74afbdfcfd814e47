import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// The anchors among the fragments that are placed in a containing block so far. It is gathered where a box is to be
/// positioned by one; pages without such boxes have none.
/// https://drafts.csswg.org/css-anchor-position-1/#determining
struct AnchorTable {
  /// What all fragments of an anchor have in common: an inline box has one on each line.
  struct Key: Hashable {
    var node: NodeID
    var origin: BoxOrigin
  }
  struct Anchor {
    /// The first box of it.
    var box: BoxID
    var fragment: FragmentID
    /// Around all fragments, from the top left of the containing block's border box.
    var rect: Rect
    /// What it scrolls in, inside of the containing block.
    var scrollers: [NodeID]
    /// It stays where it is when the page is scrolled.
    var isFixed: Bool
  }

  private let context: LayoutContext
  private let containingBlock: BoxID
  /// Elements that are anchors without a name.
  private let implicit: Set<NodeID>
  private var anchors: [Key: Anchor] = [:]
  /// Of a name, by the element that keeps it to itself, the last in tree order.
  private var named: [String: [NodeID: Key]] = [:]

  init(_ context: LayoutContext, of containingBlock: BoxID, implicit: Set<NodeID>) {
    (self.context, self.containingBlock, self.implicit) = (context, containingBlock, implicit)
  }

  // MARK: Gathering

  /// Where a fragment is: from a point of the containing block, or, in what is transformed, by a matrix.
  private struct Place {
    var origin: Point
    var matrix: Matrix?
    var scrollers: [NodeID] = []
    var isFixed = false

    func rect(_ size: Size) -> Rect {
      let rect = Rect(origin: origin, size: size)
      return matrix.map { $0.bounds(of: rect) } ?? rect
    }
  }

  /// Adds what is in a child of the containing block.
  mutating func add(_ link: FragmentLink) {
    guard !link.fragment.isNone else { return }
    let box = context.tree[link.fragment].box
    let isFixed = containingBlock == .root && !box.isNone && context[box].style.box.position == .fixed
    add(link, Place(origin: .zero, isFixed: isFixed))
  }

  /// Recursion is as deep as layout's own.
  private mutating func add(_ link: FragmentLink, _ parent: Place) {
    guard !link.fragment.isNone, context.anchorBudget > 0 else { return }
    context.anchorBudget -= 1
    let fragment = context.tree[link.fragment]
    guard fragment.kind != .text else { return }
    var place = parent
    place.origin += link.offset
    if fragment.kind == .box, !fragment.box.isNone {
      let box = context[fragment.box]
      if box.style.hasTransform, box.kind != .inline, box.kind != .tableGrid {
        let own = box.style.effect.matrix(in: fragment.size)
        let start = Matrix.translation(place.origin.x.pixels, place.origin.y.pixels)
        place.matrix = (place.matrix ?? .identity).multiplied(by: start).multiplied(by: own)
        place.origin = .zero
      }
      note(link.fragment, fragment, place)
      if box.style.box.overflowX.scrolls || box.style.box.overflowY.scrolls, box.origin == .element {
        place.scrollers.append(box.node)
      }
    }
    for child in context.tree.children(link.fragment) { add(child, place) }
  }

  private mutating func note(_ id: FragmentID, _ fragment: Fragment, _ place: Place) {
    let box = context[fragment.box]
    switch box.kind {
    case .text, .lineBreak, .breakOpportunity, .tableGrid: return
    case .container, .inline, .replaced, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
      .tableCaption:
      break
    }
    guard box.origin != .anonymous, !box.flags.contains(.blockInInline) else { return }
    let names = box.style.box.anchor.names
    guard !names.isEmpty || box.origin == .element && implicit.contains(box.node), isInside(fragment.box) else {
      return
    }
    let key = Key(node: box.node, origin: box.origin)
    let rect = place.rect(fragment.size)
    if let known = anchors[key] {
      anchors[key]?.rect = known.rect.union(rect)
      return
    }
    anchors[key] = Anchor(
      box: fragment.box, fragment: id, rect: rect, scrollers: place.scrollers, isFixed: place.isFixed)
    for name in names where context.anchorBudget > 0 {
      context.anchorBudget -= 1
      let scope = context.anchorScope(of: key.node, name)
      if let last = named[name]?[scope].flatMap({ anchors[$0] }), last.box >= fragment.box { continue }
      named[name, default: [:]][scope] = key
    }
  }

  /// Whether a box is in the containing block: fragments around an inline box hold others, too, and the box itself.
  private func isInside(_ box: BoxID) -> Bool {
    let container = context[containingBlock]
    guard container.kind == .inline else { return box != containingBlock }
    var ancestor = context[box].parent
    while !ancestor.isNone {
      if ancestor == containingBlock { return true }
      if let inline = container.splitInline, inline == context[ancestor].splitInline { return true }
      ancestor = context[ancestor].parent
    }
    return false
  }

  // MARK: Looking up

  /// The last element of a name in tree order that is an acceptable anchor for a box.
  /// https://drafts.csswg.org/css-anchor-position-1/#target
  func anchor(_ name: String, for box: BoxID) -> Anchor? {
    guard let keys = named[name] else { return nil }
    return keys[context.anchorScope(of: context[box].node, name)].flatMap { anchors[$0] }
  }

  /// The anchor that an element is without a name.
  func anchor(_ element: NodeID) -> Anchor? { anchors[Key(node: element, origin: .element)] }
}

extension LayoutContext {
  /// The nearest element around, or the element itself, that keeps a name to itself and what is in it.
  /// https://drafts.csswg.org/css-anchor-position-1/#anchor-scope
  fileprivate func anchorScope(of element: NodeID, _ name: String) -> NodeID {
    guard !anchorScopes.isEmpty else { return .none }
    var node = element
    while !node.isNone {
      if let scope = anchorScopes[node], scope.contains(name) { return node }
      node = document.flatParent(node)
    }
    return .none
  }
}

extension Matrix {
  /// Around where a rectangle comes to lie, flat.
  func bounds(of rect: Rect) -> Rect {
    let plane = planar
    let (left, right) = (rect.minX.pixels, rect.maxX.pixels)
    let (top, bottom) = (rect.minY.pixels, rect.maxY.pixels)
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)].map { plane.apply(x: $0.0, y: $0.1) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    guard let minX = xs.min(), let maxX = xs.max(), let minY = ys.min(), let maxY = ys.max() else { return rect }
    return Rect(
      x: LayoutUnit(minX), y: LayoutUnit(minY), width: LayoutUnit(maxX - minX), height: LayoutUnit(maxY - minY))
  }
}
