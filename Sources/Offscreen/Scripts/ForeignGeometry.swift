import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint

/// Where on the page is what a `foreignObject` holds, which is laid out by itself.
/// https://svgwg.org/svg2-draft/embedded.html#ForeignObjectElement
///
/// Not implemented: drawings inside of it, and foreign objects in those.
struct ForeignGeometry {
  let tree: FragmentTree
  let places: BoxPlaces
  /// From its contents' space to the page.
  let toPage: Transform

  /// On the page, one rectangle for each box.
  func rects(of node: NodeID) -> [PaintRect] { places[node].all.map { $0.rect.bounds(under: toPage) } }

  /// As `PageGeometry.geometry(of:)`; nil where the element has no box.
  func geometry(of element: NodeID, scroll: Point) -> [Double]? {
    guard let bounds = places[element].bounds?.bounds(under: toPage), let place = places[element].first else {
      return nil
    }
    let fragment = tree[place.fragment]
    var result = [bounds.x - scroll.x.pixels, bounds.y - scroll.y.pixels, bounds.width, bounds.height]
    if tree.boxes[fragment.box].kind == .inline {
      result += Array(repeating: 0, count: 8)
    } else {
      let border = fragment.border
      let client = [
        (fragment.size.width - border.left - border.right).nonNegative,
        (fragment.size.height - border.top - border.bottom).nonNegative,
      ].map { Double($0.rounded) }
      let area = tree.scrollableArea(place.fragment)
      result += [Double(border.left.rounded), Double(border.top.rounded)] + client + [0, 0]
      result += [max(client[0], Double(area.width.rounded)), max(client[1], Double(area.height.rounded))]
    }
    return result + [
      Double(place.offset.x.rounded), Double(place.offset.y.rounded), Double(fragment.size.width.rounded),
      Double(fragment.size.height.rounded),
    ]
  }
}

/// Finds them, and keeps the last one.
final class ForeignGeometries {
  private let session: PageSession
  private var kept: (version: Int, object: NodeID, geometry: ForeignGeometry)?

  init(_ session: PageSession) { self.session = session }

  /// Of the object around a node; nil where there is none. `drawings`: those of the page.
  func around(
    _ node: NodeID, _ drawings: @autoclosure () -> VectorBoxes?, at viewport: LayoutViewport
  ) -> ForeignGeometry? {
    let document = session.source.document
    guard document.names.find("foreignObject") != nil else { return nil }
    var ancestor = document.flatParent(node)
    while !ancestor.isNone, document.namespace(ancestor) != .svg || document.name(ancestor) != .foreignObject {
      ancestor = document.flatParent(ancestor)
    }
    guard !ancestor.isNone else { return nil }
    if let kept, kept.version == session.pictureVersion, kept.object == ancestor { return kept.geometry }
    guard let place = drawings()?.place(of: ancestor),
      let tree = session.current?.contents(of: ancestor, width: place.box.width, height: place.box.height)
    else { return nil }
    let geometry = ForeignGeometry(
      tree: tree, places: boxPlaces(of: tree, document: document, vectors: session.vectors(at: viewport)),
      toPage: Transform.translation(x: place.box.x, y: place.box.y).then(place.toPage))
    kept = (session.pictureVersion, ancestor, geometry)
    return geometry
  }
}
