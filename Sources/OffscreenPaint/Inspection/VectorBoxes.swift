import OffscreenDOM
import OffscreenGeometry

/// The boxes of the elements in inline drawings: the shapes' bounding boxes, without strokes, on the page.
/// https://drafts.csswg.org/cssom-view-1/#dom-element-getclientrects
///
/// Not implemented: what foreign objects hold.
struct VectorBoxes {
  private let vectors: VectorElements
  private(set) var rects: [NodeID: PaintRect] = [:]
  /// From the elements' spaces to the page.
  private(set) var matrices: [NodeID: Transform] = [:]

  init(_ vectors: VectorElements) { self.vectors = vectors }

  /// `area`: the content box of the `svg` element. `transform`: from there to the page.
  mutating func add(_ svg: NodeID, in area: PaintRect, _ transform: Transform?) {
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
      // What is in a viewport counts from its view box.
      if case .viewport = node.content {
        matrices[node.element] = node.inner.then(toPage)
      } else {
        matrices[node.element] = toPage
      }
      guard node.element != svg else { continue }
      rects[node.element] = (node.box ?? .zero).bounds(under: toPage)
      if case .text(let text) = node.content {
        for element in text.ranges.keys where element != node.element {
          matrices[element] = toPage
          rects[element] = (text.box(of: element) ?? .zero).bounds(under: toPage)
        }
      }
    }
  }
}
