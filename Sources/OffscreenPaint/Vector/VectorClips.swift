import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages

/// `clipPath` elements, for drawings and for boxes.
/// https://drafts.fxtf.org/css-masking-1/#ClipPathElement
extension VectorPainter {
  /// From a clip path's content to what it clips. `userSpace`: where the user coordinate system's origin is.
  private func unitTransform(_ clip: NodeID, _ box: PaintRect, _ userSpace: PaintPoint) -> Transform {
    let local = box.offset(x: -userSpace.x, y: -userSpace.y)
    var transform = elements.transform(elements.style(clip), local, elements.contentViewport(of: clip))
    if elements.attribute(clip, "clipPathUnits") == "objectBoundingBox" {
      transform = Transform(a: local.width, b: 0, c: 0, d: local.height, tx: local.x, ty: local.y).then(transform)
    }
    return transform.then(.translation(x: userSpace.x, y: userSpace.y))
  }

  /// The only outline of a clip path, if it is no more than that.
  func outline(of clip: NodeID, _ box: PaintRect, userSpace: PaintPoint) -> (PaintPath, FillRule)? {
    guard elements.style(clip).effect.clipPath == .none else { return nil }
    let tree = elements.contents(of: clip)
    let roots = tree.roots.filter { isSeen(tree[$0]) || tree[$0].children.contains { isSeen(tree[$0]) } }
    guard roots.count == 1, let root = roots.first else { return nil }
    var transform = tree[root].transform
    var node = tree[root]
    if let child = node.children.first {
      guard node.style.effect.clipPath == .none else { return nil }
      transform = tree[child].transform.then(node.inner).then(transform)
      node = tree[child]
    }
    guard case .shape(let path) = node.content, node.style.effect.clipPath == .none, !path.isEmpty, isSeen(node),
      elements.paintSteps > 0
    else { return nil }
    elements.paintSteps -= path.paintSteps
    return (path.transformed(by: transform.then(unitTransform(clip, box, userSpace))), clipRule(node))
  }

  private func clipRule(_ node: VectorNode) -> FillRule {
    node.style.inherited.vector.text(.clipRule) == "evenodd" ? .evenodd : .nonzero
  }

  private func isSeen(_ node: VectorNode) -> Bool {
    switch node.content {
    case .shape, .text: node.style.inherited.visibility == .visible
    case .group, .viewport, .image, .foreign, .external: false
    }
  }

  /// Keeps of the open group what is inside.
  mutating func paintClipPath(_ clip: NodeID, _ box: PaintRect, userSpace: PaintPoint, depth: Int) {
    guard enter(clip) else { return }
    defer { leave() }
    pushLayer(.destinationIn)
    let transform = unitTransform(clip, box, userSpace)
    list.pushTransform(transform)
    // 1. The union of the children, each within its own clip path.
    let tree = elements.contents(of: clip)
    for root in tree.roots { paintClipContent(tree, root, depth: depth) }
    list.pop()
    // 2. The clip path's own clip path.
    if case .reference(let address) = elements.style(clip).effect.clipPath,
      let outer = elements.element(address, named: "clipPath")
    {
      paintClipPath(outer, box, userSpace: userSpace, depth: depth + 1)
    }
    list.pop()
  }

  /// All that it covers, black.
  private mutating func paintClipContent(_ tree: VectorTree, _ index: Int32, depth: Int) {
    guard takesStep(depth: depth) else { return }
    let node = tree[index]
    let start = list.depth
    defer { list.pop(to: start) }
    if node.transform != .identity { list.pushTransform(node.transform) }
    var inner: NodeID?
    switch node.style.effect.clipPath {
    case .none: break
    case .reference(let address):
      // What it is in itself does not clip it.
      inner = elements.element(address, named: "clipPath").flatMap { isOpen($0) ? nil : $0 }
    case .box: list.pushClip(PaintPath(node.box ?? .zero))
    case .shape(let shape, _):
      let (path, rule) = shape.path(in: node.box ?? .zero)
      list.pushClip(path, rule: rule)
    }
    if inner != nil { list.pushLayer(LayerEffect()) }
    switch node.content {
    case .shape(let path): if isSeen(node) { list.fill(path, .black, rule: clipRule(node)) }
    case .text(let text): if isSeen(node) { paintSilhouette(text) }
    case .group:
      list.pushTransform(node.inner)
      for child in node.children { paintClipContent(tree, child, depth: depth + 1) }
      list.pop()
    case .viewport, .image, .foreign, .external: break
    }
    if let inner { paintClipPath(inner, node.box ?? .zero, userSpace: .zero, depth: depth + 1) }
  }
}

/// `mask` elements, for drawings and for boxes.
/// https://drafts.fxtf.org/css-masking-1/#MaskElement
extension VectorPainter {
  /// Keeps of the open group as much as the element's masks cover.
  /// https://drafts.fxtf.org/css-masking-1/#the-mask-image
  mutating func paintMasks(of node: VectorNode, depth: Int) {
    pushLayer(.destinationIn)
    for (index, mask) in node.style.effect.masks.reversed().enumerated() {
      let source = elements.maskElement(mask)
      var part = LayerEffect()
      // Under the lowest layer there is nothing to be composed with.
      part.composite = index == 0 ? .blend(.normal) : mask.composite.layers
      if elements.isLuminance(mask, source) { part.filters = [.luminance] }
      list.pushLayer(part)
      if let source {
        paintMaskContents(of: source, node.box ?? .zero, userSpace: .zero, viewport: node.viewport, depth: depth)
      } else {
        let place = referenceRect(mask.layer.origin, node)
        // What is not clipped may reach as far as anything that is painted.
        let far = 1e6
        let clip =
          mask.layer.clip == .noClip
          ? PaintRect(x: -far, y: -far, width: 2 * far, height: 2 * far) : referenceRect(mask.layer.clip, node)
        paintImageLayer(mask.layer, clip: RoundedRect(clip), positioning: place, node.style)
      }
      list.pop()
    }
    list.pop()
  }

  /// `viewport`: what percentages of its region are of; the box for those of the page.
  mutating func paintMaskContents(
    of mask: NodeID, _ box: PaintRect, userSpace: PaintPoint, viewport: VectorSize? = nil, depth: Int
  ) {
    guard enter(mask) else { return }
    defer { leave() }
    let region = elements.effectRegion(
      of: mask, units: "maskUnits", box, userSpace: userSpace,
      basis: viewport ?? VectorSize(width: box.width, height: box.height))
    guard !region.isEmpty else { return }
    let start = list.depth
    list.pushClip(region)
    let hasBoxUnits = elements.attribute(mask, "maskContentUnits") == "objectBoundingBox"
    list.pushTransform(
      hasBoxUnits
        ? Transform(a: box.width, b: 0, c: 0, d: box.height, tx: box.x, ty: box.y)
        : .translation(x: userSpace.x, y: userSpace.y))
    paint(elements.contents(of: mask), ctm: .identity, depth: depth + 1)
    list.pop(to: start)
  }
}

extension VectorPainter: ImageLayerPainter {
  var prefersDark: Bool { false }
  func picture(at address: String) -> PageImage? { resources?.picture(at: address) }
  func wholePixel(_ coordinate: Double) -> Double { coordinate }
}

extension MaskComposite {
  /// How a layer is put on those below.
  var layers: LayerEffect.Composite {
    switch self {
    case .add: .blend(.normal)
    case .subtract: .sourceOut
    case .intersect: .destinationIn
    case .exclude: .exclusiveOr
    }
  }
}

extension VectorElements {
  /// The `mask` element that a layer refers to.
  func maskElement(_ mask: MaskLayer) -> NodeID? {
    guard case .url(let address) = mask.layer.image else { return nil }
    return element(address, named: "mask")
  }

  /// Where a `filter` or a `mask` has an effect. `units`: the attribute that says what its lengths are of; `userSpace`:
  /// where the user coordinate system's origin is; `basis`: what percentages in it are of.
  /// https://drafts.fxtf.org/filter-effects-1/#element-attrdef-filter-filterunits
  func effectRegion(
    of element: NodeID, units: String, _ box: PaintRect, userSpace: PaintPoint, basis: VectorSize
  ) -> PaintRect {
    let isUser = attribute(element, units) == "userSpaceOnUse"
    func part(_ name: String, _ initial: Double, _ size: Double, _ whole: Double) -> Double {
      if isUser { return length(element, name, basis: whole) ?? initial * whole }
      return (length(element, name, basis: 1) ?? initial) * size
    }
    let corner = isUser ? userSpace : PaintPoint(x: box.x, y: box.y)
    return PaintRect(
      x: corner.x + part("x", -0.1, box.width, basis.width), y: corner.y + part("y", -0.1, box.height, basis.height),
      width: max(0, part("width", 1.2, box.width, basis.width)),
      height: max(0, part("height", 1.2, box.height, basis.height)))
  }

  /// https://drafts.fxtf.org/css-masking-1/#the-mask-mode
  func isLuminance(_ mask: MaskLayer, _ source: NodeID?) -> Bool {
    switch mask.mode {
    case .luminance: return true
    case .alpha: return false
    case .matchSource:
      guard let source else { return false }
      return style(source).effect.vector.text(.maskType) != "alpha"
    }
  }
}
