import OffscreenDOM
import OffscreenGeometry

/// The boxes of the elements in inline drawings: the shapes' bounding boxes, without strokes, on the page.
/// https://drafts.csswg.org/cssom-view-1/#dom-element-getclientrects
///
/// Optimization: drawings are laid out when something in one is asked for.
package final class VectorBoxes {
  let vectors: VectorElements
  private var pending: [(svg: NodeID, area: PaintRect, transform: Transform?)] = []
  private var found: [NodeID: (box: PaintRect?, toPage: Transform)] = [:]

  init(_ vectors: VectorElements) { self.vectors = vectors }

  /// `area`: the content box of the `svg` element. `transform`: from there to the page.
  func add(_ svg: NodeID, in area: PaintRect, _ transform: Transform?) { pending.append((svg, area, transform)) }

  /// Where an element in a drawing is on the page.
  package func rect(of element: NodeID) -> PaintRect? {
    find()
    return found[element].flatMap { place in place.box.map { $0.bounds(under: place.toPage) } }
  }

  /// An element's box in its own space, and the way from there to the page.
  package func place(of element: NodeID) -> (box: PaintRect, toPage: Transform)? {
    find()
    return found[element].flatMap { place in place.box.map { ($0, place.toPage) } }
  }

  /// From an element's space to the page.
  package func matrix(of element: NodeID) -> Transform? {
    find()
    return found[element]?.toPage
  }

  private func find() {
    for drawing in pending { find(drawing.svg, drawing.area, drawing.transform) }
    pending = []
  }

  private func find(_ svg: NodeID, _ area: PaintRect, _ transform: Transform?) {
    let tree = VectorTreeBuilder.drawing(svg, vectors, width: area.width, height: area.height)
    let corner = Transform.translation(x: area.x, y: area.y)
    let toPage = transform.map { corner.then($0) } ?? corner
    guard let root = tree.roots.first else { return }
    // In the order of the document: parents come before their children.
    var spaces: [Transform] = Array(repeating: .identity, count: tree.nodes.count)
    for index in sequence(first: root, next: { $0 + 1 < Int32(tree.nodes.count) ? $0 + 1 : nil }) {
      let node = tree[index]
      let around = node.parent < 0 ? toPage : tree[node.parent].inner.then(spaces[Int(node.parent)])
      let toPage = node.transform.then(around)
      spaces[Int(index)] = toPage
      guard !node.isInstance else { continue }
      if node.element == svg {
        // Its box is one of the page.
        found[svg] = (nil, node.inner.then(toPage))
      } else if case .viewport = node.content {
        // What is in a viewport counts from its view box.
        let inside = node.inner.inverted.flatMap { back in node.box?.bounds(under: back) }
        found[node.element] = (inside ?? .zero, node.inner.then(toPage))
      } else {
        found[node.element] = (node.box ?? .zero, toPage)
      }
      guard case .text(let text) = node.content else { continue }
      for element in text.ranges.keys where element != node.element {
        found[element] = (text.box(of: element) ?? .zero, toPage)
      }
    }
  }
}
