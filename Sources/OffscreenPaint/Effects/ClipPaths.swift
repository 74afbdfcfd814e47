import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// The clipping region of `clip-path`.
enum ClipShape {
  case none
  case path(PaintPath, FillRule)
  /// A `clipPath` element that is more than one outline, with the reference box.
  case elements(NodeID, PaintRect)
}

/// https://drafts.fxtf.org/css-masking-1/#the-clip-path
extension Painter {
  /// How deep `clipPath` elements may refer to others.
  private static let maximumClipDepth = 8

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
      guard let clip = vectors.element(address, named: "clipPath") else { return .none }
      let area = PaintRect(frame)
      if let (path, rule) = outline(of: clip, area) { return .path(path, rule) }
      return .elements(clip, area)
    }
  }

  /// From a `clipPath`'s (or a mask's) content to the page.
  private func unitTransform(
    _ element: NodeID, _ units: String, _ box: PaintRect, _ userSpace: PaintPoint
  ) -> Transform {
    let own = vectors.name(element) == "clipPath" ? vectors.transform(of: element) : .identity
    if vectors.attribute(element, units) == "objectBoundingBox" {
      return own.then(Transform(a: box.width, b: 0, c: 0, d: box.height, tx: box.x, ty: box.y))
    }
    return own.then(.translation(x: userSpace.x, y: userSpace.y))
  }

  /// The only outline of a clip path, if it is no more than that.
  private func outline(of clip: NodeID, _ box: PaintRect) -> (PaintPath, FillRule)? {
    guard vectors.style(clip).effect.clipPath == .none else { return nil }
    let children = vectors.children(clip).filter { isVisible(clipContent: $0) }
    guard children.count == 1, let child = children.first, let (node, transform) = clipContent(child),
      vectors.style(child).effect.clipPath == .none, vectors.style(node).effect.clipPath == .none,
      let path = vectors.outline(of: node), !path.isEmpty
    else { return nil }
    return (
      path.transformed(by: transform.then(unitTransform(clip, "clipPathUnits", box, PaintPoint(x: box.x, y: box.y)))),
      clipRule(node)
    )
  }

  private func clipRule(_ node: NodeID) -> FillRule {
    vectors.style(node).inherited.vector.text(.clipRule) == "evenodd" ? .evenodd : .nonzero
  }

  private func isVisible(clipContent node: NodeID) -> Bool {
    guard let name = vectors.name(node), name == "use" || name == "text" || vectors.outline(of: node) != nil
    else { return false }
    let style = vectors.style(node)
    return style.box.display != .none && style.inherited.visibility == .visible
  }

  /// What a child of a clip path is, or stands for, and what is done to it.
  private func clipContent(_ child: NodeID) -> (node: NodeID, transform: Transform)? {
    let transform = vectors.transform(of: child)
    guard vectors.name(child) == "use" else { return (child, transform) }
    guard let target = vectors.useTarget(child), vectors.name(target) == "text" || vectors.outline(of: target) != nil
    else { return nil }
    let size = vectors.viewport(of: child)
    let moved = Transform.translation(
      x: vectors.length(child, "x", basis: size.width) ?? 0, y: vectors.length(child, "y", basis: size.height) ?? 0)
    return (target, vectors.transform(of: target).then(moved).then(transform))
  }

  /// Keeps of the open group what is inside a `clipPath` element.
  /// https://drafts.fxtf.org/css-masking-1/#ClipPathElement
  /// `userSpace`: where the user coordinate system's origin is.
  mutating func paintClipPath(_ clip: NodeID, _ box: PaintRect, userSpace: PaintPoint, depth: Int = 0) {
    guard depth < Self.maximumClipDepth else { return }
    var group = LayerEffect()
    group.composite = .destinationIn
    list.pushLayer(group)
    let toPage = unitTransform(clip, "clipPathUnits", box, userSpace)
    // 1. The union of the children, each within its own clip path.
    for child in vectors.children(clip).prefix(10_000) where isVisible(clipContent: child) {
      guard let (node, transform) = clipContent(child) else { continue }
      let total = transform.then(toPage)
      let own = vectors.style(child).effect.clipPath
      var inner: NodeID?
      if case .reference(let address) = own { inner = vectors.element(address, named: "clipPath") }
      if inner != nil { list.pushLayer(LayerEffect()) }
      if let path = vectors.outline(of: node) {
        list.fill(path.transformed(by: total), .black, rule: clipRule(node))
      } else {
        paintClipText(node, total, box)
      }
      if let inner {
        list.pushTransform(total)
        paintClipPath(inner, vectors.boundingBox(of: node) ?? .zero, userSpace: .zero, depth: depth + 1)
        list.pop()
        list.pop()
      }
    }
    // 2. The clip path's own clip path.
    if case .reference(let address) = vectors.style(clip).effect.clipPath,
      let outer = vectors.element(address, named: "clipPath")
    {
      paintClipPath(outer, box, userSpace: userSpace, depth: depth + 1)
    }
    list.pop()
  }

  /// Text is drawn by the SVG renderer.
  private mutating func paintClipText(_ node: NodeID, _ transform: Transform, _ box: PaintRect) {
    let area = box.outset(by: max(box.width, box.height)).intersection(PaintRect(options.picture))
    let drawing = VectorDrawing(
      elements: [node], parent: options.document.parent(node), transform: transform, area: area,
      isSilhouette: true, isBare: true)
    paint(drawing)
  }

  /// Paints SVG content where it is in the page.
  mutating func paint(_ drawing: VectorDrawing) {
    guard !drawing.area.isEmpty, let picture = options.resources?.picture(of: drawing) else { return }
    let area = drawing.area
    list.image(
      ImagePaint(source: .image(picture), destination: area, tile: area, stepX: area.width, stepY: area.height))
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
