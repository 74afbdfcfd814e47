import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// The elements at a point of the page, in CSS pixels from the document's top left, topmost first: the order of
/// painting, backwards.
/// https://drafts.csswg.org/cssom-view-1/#dom-documentorshadowroot-elementsfrompoint
///
/// Not implemented: the shapes of drawings, three-dimensional spaces (planes are tried in the order of painting).
package func elements(at point: PaintPoint, of tree: FragmentTree, document: Document) -> [NodeID] {
  guard !tree.root.isNone else { return [] }
  let around = Rect(
    x: LayoutUnit(point.x) - 1, y: LayoutUnit(point.y) - 1, width: LayoutUnit(2), height: LayoutUnit(2))
  var builder = LayerTreeBuilder(tree: tree, document: document, picture: around, scale: 1)
  var test = HitTest(
    tree: tree, layers: builder.build(),
    motions: MotionPlaces(tree, VectorElements(document: document, styles: nil)))
  test.visit(0, at: point, depth: 0)
  return test.found
}

private struct HitTest {
  let tree: FragmentTree
  let layers: LayerTree
  let motions: MotionPlaces
  private(set) var found: [NodeID] = []
  private var seen: Set<NodeID> = []
  private static let maximumDepth = 1_500

  init(tree: FragmentTree, layers: LayerTree, motions: MotionPlaces) {
    (self.tree, self.layers, self.motions) = (tree, layers, motions)
  }

  /// `point`: in the coordinates around the layer.
  mutating func visit(_ index: Int32, at point: PaintPoint, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    let layer = layers.layers[Int(index)]
    var point = point
    if layer.role == .stackingContext, !layer.box.isNone {
      guard let inner = untransformed(point, layer) else { return }
      point = inner
    }
    let firstPositive = layer.children.firstIndex { layers.layers[Int($0)].zIndex >= 0 } ?? layer.children.count
    for child in layer.children[firstPositive...].reversed() { visit(child, at: point, depth: depth + 1) }
    visit(layer.foreground, at: point, depth)
    visit(layer.floats, at: point, depth)
    visit(layer.backgrounds, at: point, depth)
    for child in layer.children[..<firstPositive].reversed() { visit(child, at: point, depth: depth + 1) }
    visit(layer.selfDecorations, at: point, depth)
  }

  private mutating func visit(_ items: [PaintItem], at point: PaintPoint, _ depth: Int) {
    for item in items.reversed() {
      if item.kind == .layer {
        visit(item.reference, at: point, depth: depth + 1)
      } else if hits(item, point) {
        add(item)
      }
    }
  }

  /// Nil where the plane is seen from its edge.
  private func untransformed(_ point: PaintPoint, _ layer: PaintLayer) -> PaintPoint? {
    let box = tree.boxes[layer.box]
    guard tree.boxes.isTransformable(box) else { return point }
    let frame = tree[layer.fragment].transformFrame(at: layer.offset, box.style)
    var matrix: Matrix?
    if box.style.hasTransform {
      matrix = box.style.effect.matrix(of: frame, originX: frame.x, originY: frame.y, motion: motions[layer.box])
    }
    if !box.parent.isNone, let distance = tree.boxes[box.parent].style.effect.perspective,
      let parent = layers.layers.first(where: { $0.box == box.parent })
    {
      let (effect, size) = (tree.boxes[box.parent].style.effect, tree[parent.fragment].size)
      let view = PerspectiveView(
        distance: Double(max(1, distance)),
        origin: PaintPoint(
          x: parent.offset.x.pixels + effect.perspectiveOrigin.x.pixels(basis: size.width.pixels),
          y: parent.offset.y.pixels + effect.perspectiveOrigin.y.pixels(basis: size.height.pixels)))
      matrix = view.matrix.multiplied(by: matrix ?? .identity)
    }
    guard let matrix else { return point }
    if box.style.effect.backfaceVisibility == .hidden, matrix.showsBack(at: frame) { return nil }
    return matrix.projection.inverse?.apply(x: point.x, y: point.y)
  }

  private func hits(_ item: PaintItem, _ point: PaintPoint) -> Bool {
    let fragment = tree[item.fragment]
    guard !fragment.box.isNone else { return false }
    let style = tree.boxes[fragment.box].style
    guard style.inherited.pointerEvents != .none, style.inherited.visibility == .visible else { return false }
    let frame = PaintRect(Rect(origin: item.offset, size: fragment.size))
    switch item.kind {
    case .decoration, .replaced:
      var shape = RoundedRect(borderBox: frame, style: style, sides: fragment.sides)
      if tree.boxes[fragment.box].kind == .inline { shape = RoundedRect(frame) }
      guard shape.contains(point) else { return false }
    case .text: guard frame.contains(point) else { return false }
    // Rows and columns are hit where their cells are, as in Chromium.
    case .tablePart, .collapsedBorders, .columnRules, .outline, .layer: return false
    }
    var clip = item.clip
    while clip >= 0 {
      let node = layers.clips[Int(clip)]
      switch node.shape {
      case .rect(let rect): if !rect.contains(point) { return false }
      case .rounded(let shape): if !shape.contains(point) { return false }
      }
      clip = node.parent
    }
    return true
  }

  private mutating func add(_ item: PaintItem) {
    let node = tree.boxes[tree[item.fragment].box].node
    guard node.rawValue > 0, seen.insert(node).inserted else { return }
    found.append(node)
  }
}

extension PaintRect {
  fileprivate func contains(_ point: PaintPoint) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}

extension RoundedRect {
  fileprivate func contains(_ point: PaintPoint) -> Bool {
    guard rect.contains(point) else { return false }
    if let contour { return contains(point, along: contour) }
    func isCut(_ corner: CornerRadius, _ x: Double, _ y: Double) -> Bool {
      guard !corner.isZero, x < corner.x, y < corner.y else { return false }
      let (dx, dy) = ((corner.x - x) / corner.x, (corner.y - y) / corner.y)
      return dx * dx + dy * dy > 1
    }
    let (left, right) = (point.x - rect.minX, rect.maxX - point.x)
    let (top, bottom) = (point.y - rect.minY, rect.maxY - point.y)
    return !isCut(topLeft, left, top) && !isCut(topRight, right, top) && !isCut(bottomRight, right, bottom)
      && !isCut(bottomLeft, left, bottom)
  }
}
