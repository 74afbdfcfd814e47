import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// The clipping region of `clip-path`.
enum ClipShape {
  case none
  case path(PaintPath, FillRule)
  /// A `clipPath` element that is more than one outline, with those that it is among and the reference box.
  case elements(VectorElements, NodeID, PaintRect)
}

/// https://drafts.fxtf.org/css-masking-1/#the-clip-path
extension Painter {
  /// In page coordinates.
  func clipShape(_ clip: ClipPath, _ layer: PaintLayer) -> ClipShape {
    let fragment = tree[layer.fragment]
    let box = tree.boxes[layer.box]
    // As in Chromium, an inline box is clipped by its first part.
    let frame = box.kind == .inline ? Rect(origin: layer.offset, size: fragment.size) : layer.frame
    switch clip {
    case .none: return .none
    case .box(let reference):
      return .path(PaintPath(referenceBox(reference, fragment, frame, box.style)), .nonzero)
    case .shape(let shape, let reference):
      let (path, rule) = shape.path(
        in: referenceBox(reference, fragment, frame, box.style).rect, zoom: Double(box.style.inherited.zoom))
      return .path(path, rule)
    case .reference(let address):
      guard let (owner, clip) = vectors.resource(address, named: "clipPath", options.resources) else { return .none }
      let area = PaintRect(frame)
      let painter = VectorPainter(owner, into: DisplayListBuilder(), resources: nil)
      if let (path, rule) = painter.outline(of: clip, area, userSpace: PaintPoint(frame.origin)) {
        return .path(path, rule)
      }
      return .elements(owner, clip, area)
    }
  }

  /// Paints something of SVG at this place of the list; of the page itself without `owner`.
  mutating func withVectors(of owner: VectorElements? = nil, _ body: (inout VectorPainter) -> Void) {
    var painter = VectorPainter(owner ?? vectors, into: list, resources: options.resources)
    // Optimization: held once, so that nothing is copied.
    list = DisplayListBuilder()
    body(&painter)
    list = painter.list
  }
}

extension Transform {
  var inverted: Transform? {
    guard determinant.isFinite, determinant.magnitude > 1e-12 else { return nil }
    return Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }
}
