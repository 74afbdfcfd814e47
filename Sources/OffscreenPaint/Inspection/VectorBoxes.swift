import OffscreenDOM
import OffscreenGeometry

/// The boxes of the elements in an inline drawing: the shapes' bounding boxes, without strokes, on the page.
/// https://drafts.csswg.org/cssom-view-1/#dom-element-getclientrects
///
/// Not implemented: text and what foreign objects hold.
struct VectorBoxes {
  private let vectors: VectorElements
  private(set) var rects: [NodeID: PaintRect] = [:]
  /// How deep drawings may nest, and elements refer to one another.
  private static let maximumDepth = 64
  /// How many elements all drawings may show, each as often as it is referred to.
  private var steps = 20_000

  init(_ vectors: VectorElements) { self.vectors = vectors }

  /// `area`: the content box of the `svg` element. `transform`: from there to the page.
  mutating func add(_ svg: NodeID, in area: PaintRect, _ transform: Transform?) {
    vectors.usedSizes[svg] = (area.width, area.height)
    let inside = area.isEmpty ? .translation(x: area.x, y: area.y) : userSpace(of: svg, in: area)
    let toPage = transform.map { inside.then($0) } ?? inside
    for child in vectors.children(svg) { _ = visit(child, toPage, depth: 0, isShown: true) }
  }

  /// From the coordinates in a viewport to those around it.
  /// https://svgwg.org/svg2-draft/coords.html#ComputingAViewportsTransform
  private func userSpace(of node: NodeID, in area: PaintRect) -> Transform {
    guard let box = vectors.numbers(node, "viewBox"), box.count == 4, box[2] > 0, box[3] > 0 else {
      return .translation(x: area.x, y: area.y)
    }
    let placed = PreserveAspectRatio(vectors.attribute(node, "preserveAspectRatio"))
      .place(width: box[2], height: box[3], in: area)
    let (scaleX, scaleY) = (placed.width / box[2], placed.height / box[3])
    return Transform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: placed.x - box[0] * scaleX, ty: placed.y - box[1] * scaleY)
  }

  /// The element's box in its parent's coordinates; nil where nothing is drawn. `isShown`: it is where it
  /// is in the document, not in a `use` element's shadow tree.
  private mutating func visit(_ node: NodeID, _ parentToPage: Transform, depth: Int, isShown: Bool) -> PaintRect? {
    guard depth < Self.maximumDepth, steps > 0, let name = vectors.name(node),
      vectors.style(node).box.display != .none
    else { return nil }
    steps -= 1
    let own = vectors.transform(of: node)
    var toParent = own
    var inside: PaintRect?
    switch name {
    case "g", "a", "switch":
      inside = visitChildren(of: node, toParent.then(parentToPage), depth: depth, isShown: isShown)
    case "svg":
      guard let place = vectors.boundingBox(of: node) else { return nil }
      let viewport = vectors.viewport(of: node)
      let area = PaintRect(
        x: place.x, y: place.y,
        width: hasSize(node, "width") ? place.width : viewport.width,
        height: hasSize(node, "height") ? place.height : viewport.height)
      toParent = userSpace(of: node, in: area).then(own)
      inside = visitChildren(of: node, toParent.then(parentToPage), depth: depth, isShown: isShown)
    case "use":
      inside = visitTarget(of: node, parentToPage, depth: depth)
    case "image", "foreignObject": inside = vectors.boundingBox(of: node)
    case _:
      guard let outline = vectors.outline(of: node) else { return nil }
      inside = outline.isEmpty ? nil : outline.coveredBounds
    }
    if isShown { rects[node] = (inside ?? .zero).bounds(under: toParent.then(parentToPage)) }
    return inside?.bounds(under: toParent)
  }

  private mutating func visitChildren(
    of node: NodeID, _ toPage: Transform, depth: Int, isShown: Bool
  ) -> PaintRect? {
    var result: PaintRect?
    for child in vectors.children(node) {
      guard let box = visit(child, toPage, depth: depth + 1, isShown: isShown) else { continue }
      result = result?.union(box) ?? box
    }
    return result
  }

  /// https://svgwg.org/svg2-draft/struct.html#UseElement
  private mutating func visitTarget(of use: NodeID, _ toPage: Transform, depth: Int) -> PaintRect? {
    guard let target = vectors.useTarget(use) else { return nil }
    let viewport = vectors.viewport(of: use)
    let x = vectors.length(use, "x", basis: viewport.width) ?? 0
    let y = vectors.length(use, "y", basis: viewport.height) ?? 0
    guard vectors.name(target) == "symbol" || vectors.name(target) == "svg" else {
      return visit(target, toPage, depth: depth + 1, isShown: false)?.offset(x: x, y: y)
    }
    // Such a target makes a viewport, as large as the reference says or as its own surroundings.
    let width =
      vectors.length(use, "width", basis: viewport.width)
      ?? vectors.length(target, "width", basis: viewport.width)
    let height =
      vectors.length(use, "height", basis: viewport.height)
      ?? vectors.length(target, "height", basis: viewport.height)
    let area = PaintRect(
      x: 0, y: 0, width: max(0, width ?? viewport.width), height: max(0, height ?? viewport.height))
    let known = vectors.usedSizes[target]
    vectors.usedSizes[target] = (area.width, area.height)
    defer { vectors.usedSizes[target] = known }
    return visitChildren(of: target, toPage, depth: depth + 1, isShown: false)?
      .bounds(under: userSpace(of: target, in: area)).offset(x: x, y: y)
  }

  private func hasSize(_ node: NodeID, _ side: String) -> Bool { vectors.attribute(node, side) != nil }
}
