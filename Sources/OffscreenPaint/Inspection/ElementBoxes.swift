import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenStyle

/// Where an element is on the page.
package struct ElementBox: Sendable {
  /// Child-element indices from the document down, joined by slashes; `shadow` where the way goes into a shadow root.
  package var path: String
  package var node: NodeID
  package var tag: String
  /// Around all border boxes of the element, in CSS pixels from the document's top left, transforms
  /// applied.
  package var rect: PaintRect
}

/// The boxes of all elements that have any, in document order: what `getBoundingClientRect()` says of
/// the unscrolled page.
/// https://drafts.csswg.org/cssom-view-1/#dom-element-getboundingclientrect
package func elementBoxes(
  of tree: FragmentTree, document: Document, vectors: VectorElements? = nil
) -> [ElementBox] {
  let vectors = vectors ?? VectorElements(document: document, styles: nil)
  var collector = ElementBoxCollector(tree: tree, document: document, drawings: VectorBoxes(vectors))
  collector.collect()
  var result: [ElementBox] = []
  // One entry an open ancestor: the number of its child elements seen, and its path.
  var open: [(node: NodeID, count: Int, path: String)] = [(.document, 0, "")]
  var node = document.nextShadowIncluding(.document, within: .document)
  while !node.isNone {
    let parent = document.shadowIncludingParent(node)
    while open.count > 1, open[open.count - 1].node != parent { open.removeLast() }
    if document.isElement(node) {
      let top = open.count - 1
      let path = open[top].path.isEmpty ? "\(open[top].count)" : "\(open[top].path)/\(open[top].count)"
      open[top].count += 1
      if let rect = collector.rects[node] ?? collector.drawings.rect(of: node) {
        result.append(
          ElementBox(path: path, node: node, tag: document.names.spelling(of: document.name(node)), rect: rect))
      }
      open.append((node, 0, path))
    } else if document.isShadowRoot(node) {
      open.append((node, 0, open[open.count - 1].path + "/shadow"))
    }
    node = document.nextShadowIncluding(node, within: .document)
  }
  return result
}

/// Walks the fragments and unites the border boxes of each element.
struct ElementBoxCollector {
  let tree: FragmentTree
  let document: Document
  let drawings: VectorBoxes
  let motions: MotionPlaces
  var rects: [NodeID: PaintRect] = [:]
  /// Each box and each text by itself, where that is asked for.
  var places: BoxPlaces?
  /// The node whose boxes or texts are asked for, where it is one, and those with a say in them.
  var only: NodeID?
  var sought: SoughtBoxes?
  private(set) var placesOfOnly: [BoxPlace] = []
  /// As deep as layout nests.
  private static let maximumDepth = 4_000
  /// Whether an inline box may be culled, as far as its style and its children say.
  private var cullable: [BoxID: Bool] = [:]

  init(tree: FragmentTree, document: Document, drawings: VectorBoxes) {
    (self.tree, self.document, self.drawings) = (tree, document, drawings)
    motions = MotionPlaces(tree, drawings.vectors)
  }

  mutating func collect() {
    guard !tree.root.isNone else { return }
    for link in tree.children(tree.root) {
      _ = visit(link.fragment, at: link.offset, Space(), perspective: [:], depth: 0)
    }
  }

  /// Where boxes are put.
  private struct Space {
    /// Maps page coordinates before transforms to those after; nil is the identity.
    var matrix: Matrix?
    /// The element whose children keep their depth in it.
    var owner: NodeID?

    mutating func flatten() {
      matrix = matrix?.flattened
      owner = nil
    }
  }

  /// The extent of an inline box is handed back: it counts for a box around that has none of its own.
  private mutating func visit(
    _ id: FragmentID, at offset: Point, _ space: Space, perspective: [BoxID: PaintPoint], depth: Int
  ) -> PaintRect? {
    guard depth < Self.maximumDepth, !id.isNone, sought?.mayBe(in: id, of: tree) ?? true else { return nil }
    let fragment = tree[id]
    guard fragment.kind != .text else {
      notePlace(of: fragment, id, at: offset, space)
      return nil
    }
    var space = space
    var perspective = perspective
    var extent: PaintRect?
    var isCulled = false
    if fragment.kind == .box, !fragment.box.isNone {
      let box = tree.boxes[fragment.box]
      let frame = PaintRect(Rect(origin: offset, size: fragment.size))
      let effect = box.style.effect
      // What an element has besides its own box and those of its pseudo-elements is no plane in space.
      let isPlane = box.origin != .anonymous && box.origin != .userAgentPart
      if space.owner != nil, isPlane {
        let parent = box.origin == .element ? document.flatParent(box.node) : box.node
        if parent != space.owner { space.flatten() }
      }
      if isPlane, tree.boxes.isTransformable(box) {
        var view: PerspectiveView?
        if !box.parent.isNone, let origin = perspective[box.parent],
          let distance = tree.boxes[box.parent].style.effect.perspective
        {
          view = PerspectiveView(distance: Double(max(1, distance)), origin: origin)
        }
        if box.style.hasTransform || view != nil {
          let origin = fragment.transformFrame(at: offset, box.style)
          var matrix = effect.matrix(
            of: origin, originX: origin.minX, originY: origin.minY, motion: motions[fragment.box])
          if let view { matrix = view.matrix.multiplied(by: matrix) }
          space.matrix = space.matrix?.multiplied(by: matrix) ?? matrix
        }
        if effect.perspective != nil {
          perspective[fragment.box] = PaintPoint(
            x: frame.x + effect.perspectiveOrigin.x.pixels(basis: frame.width),
            y: frame.y + effect.perspectiveOrigin.y.pixels(basis: frame.height))
        }
      }
      if box.kind == .inline { isCulled = isCullable(fragment.box) && hasOneHeight(id) }
      if counts(box) {
        let rect = space.matrix?.bounds(of: frame) ?? frame
        add(rect, to: box.node)
        note(BoxPlace(fragment: id, offset: offset, rect: rect), of: box.node)
        if box.kind == .inline { extent = rect }
        if box.kind == .replaced, document.namespace(box.node) == .svg {
          let edges = PaintEdges(fragment.border) + PaintEdges(fragment.padding)
          let area = frame.inset(top: edges.top, right: edges.right, bottom: edges.bottom, left: edges.left)
          drawings.add(box.node, in: area, space.matrix?.flattened(for: area))
        }
      }
      if isPlane {
        if tree.boxes.isTransformable(box), box.style.preserves3D { space.owner = box.node } else { space.flatten() }
      }
    }
    // Besides lines and columns, which are the box's own, what is in it is of boxes inside.
    if let sought, fragment.kind == .box, !isCulled, !fragment.box.isNone,
      !sought.mayBe(inside: fragment.box, of: tree.boxes)
    {
      return extent
    }
    for link in tree.children(id) {
      let inside = visit(link.fragment, at: offset + link.offset, space, perspective: perspective, depth: depth + 1)
      if isCulled, let inside { extent = Self.unite(extent, inside) }
    }
    if isCulled, let extent { add(extent, to: tree.boxes[fragment.box].node) }
    return extent
  }

  /// Of a text that is in the document.
  private mutating func notePlace(of text: Fragment, _ id: FragmentID, at offset: Point, _ space: Space) {
    guard places != nil || only != nil, !text.box.isNone, !text.flags.contains(.generated) else { return }
    let frame = PaintRect(Rect(origin: offset, size: text.size))
    note(
      BoxPlace(fragment: id, offset: offset, rect: space.matrix?.bounds(of: frame) ?? frame, matrix: space.matrix),
      of: tree.boxes[text.box].textNode)
  }

  private mutating func note(_ place: BoxPlace, of node: NodeID) {
    places?.add(node, place)
    if node == only { placesOfOnly.append(place) }
  }

  private mutating func add(_ rect: PaintRect, to node: NodeID) { rects[node] = Self.unite(rects[node], rect) }

  /// Boxes without area count only where there are no others, of which it is the first then.
  /// https://drafts.csswg.org/cssom-view-1/#dom-element-getboundingclientrect
  private static func unite(_ known: PaintRect?, _ rect: PaintRect) -> PaintRect {
    guard let known else { return rect }
    if rect.isEmpty { return known }
    return known.isEmpty ? rect : known.union(rect)
  }

  /// Whether an inline box has nothing to paint and no descendant that is elsewhere than its text.
  /// Deviation: the specification counts the box, whatever it paints; Chromium leaves out such boxes.
  private mutating func isCullable(_ id: BoxID) -> Bool {
    if let known = cullable[id] { return known }
    let box = tree.boxes[id]
    var result =
      box.origin == .element && box.style.text.writingMode.isHorizontal
      && InlineStyle.paintsNothing(box.style)
    var child = box.firstChild
    while result, !child.isNone {
      let inner = tree.boxes[child]
      switch inner.kind {
      case .text, .lineBreak, .breakOpportunity: break
      case .inline: result = inner.style.box.verticalAlign == .baseline && !InlineStyle.hasMargins(inner.style)
      default: result = !inner.flags.isDisjoint(with: [.floating, .outOfFlow])
      }
      child = inner.nextSibling
    }
    cullable[id] = result
    return result
  }

  /// Whether the inline boxes in a fragment are as high as it is, but for their edges.
  private func hasOneHeight(_ id: FragmentID) -> Bool {
    tree.children(id).allSatisfy { link in
      let inner = tree[link.fragment]
      guard inner.kind == .box, !inner.box.isNone, tree.boxes[inner.box].kind == .inline else { return true }
      let over = inner.border.top + inner.padding.top
      return link.offset.y + over == .zero
        && inner.size.height - over - inner.border.bottom - inner.padding.bottom == tree[id].size.height
    }
  }

  /// Whether a box is one of its element's own: not a pseudo-element's, not anonymous. A table's is
  /// its wrapper's, captions included.
  private func counts(_ box: Box) -> Bool {
    guard box.origin == .element, box.node.rawValue > 0 else { return false }
    switch box.kind {
    case .container, .inline, .replaced, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
      .tableCaption, .lineBreak, .breakOpportunity:
      return true
    case .text, .tableGrid: return false
    }
  }
}
