import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

extension EffectStyle {
  /// Whether a stacking context with this style is more than an order: is blended, filtered, ...
  var needsGroup: Bool {
    opacity < 1 || mixBlendMode != .normal || !filters.isEmpty || !backdropFilters.isEmpty
      || clipPath != .none || !masks.isEmpty || isolation == .isolate
  }
}

extension Painter {
  /// Pushes what is around a stacking context within its transform, outermost first: opacity, blending
  /// and mask; clip path; filters.
  /// https://drafts.fxtf.org/filter-effects-1/#placement
  mutating func openEffects(of layer: PaintLayer, _ box: Box) {
    let effect = box.style.effect
    let fragment = tree[layer.fragment]
    let frame = layer.frame
    let masked = !effect.masks.isEmpty
    if effect.opacity < 1 || effect.mixBlendMode != .normal || masked || !effect.backdropFilters.isEmpty
      || isolatesBlending(layer)
    {
      var group = LayerEffect()
      group.opacity = Double(max(0, min(1, effect.opacity)))
      group.composite = .blend(effect.mixBlendMode)
      if !effect.backdropFilters.isEmpty {
        group.backdropFilters = effect.backdropFilters.compactMap { PaintFilter($0, box.style.inherited.color) }
        group.backdropShape = RoundedRect(
          borderBox: snap.rect(frame), style: box.style, sides: fragment.sides)
      }
      list.pushLayer(group)
    }
    if let (path, rule) = clipPath(effect.clipPath, fragment, frame) { list.pushClip(path, rule: rule) }
    let filters = effect.filters.compactMap { PaintFilter($0, box.style.inherited.color) }
    if !filters.isEmpty {
      var group = LayerEffect()
      group.filters = filters
      list.pushLayer(group)
    }
  }

  /// Paints the mask over what the context has painted, before its groups are closed.
  mutating func closeEffects(of layer: PaintLayer) {
    let box = tree.boxes[layer.box]
    let effect = box.style.effect
    guard !effect.masks.isEmpty else { return }
    if effect.filters.contains(where: { PaintFilter($0, box.style.inherited.color) != nil }) { list.pop() }
    paintMask(of: layer, box)
  }

  /// Blending reaches only what is in the same stacking context, so that contexts with blended parts
  /// are drawn by themselves.
  func isolatesBlending(_ layer: PaintLayer) -> Bool {
    for child in layer.children {
      let box = layers.layers[Int(child)].box
      if !box.isNone, tree.boxes[box].style.effect.mixBlendMode != .normal { return true }
    }
    return false
  }

  /// The perspective origins of boxes with a perspective, in page coordinates.
  static func perspectiveOrigins(_ tree: FragmentTree, _ layers: LayerTree) -> [BoxID: PaintPoint] {
    var origins: [BoxID: PaintPoint] = [:]
    for layer in layers.layers where !layer.box.isNone {
      let effect = tree.boxes[layer.box].style.effect
      guard effect.perspective != nil else { continue }
      let size = tree[layer.fragment].size
      origins[layer.box] = PaintPoint(
        x: layer.offset.x.pixels + effect.perspectiveOrigin.x.pixels(basis: size.width.pixels),
        y: layer.offset.y.pixels + effect.perspectiveOrigin.y.pixels(basis: size.height.pixels))
    }
    return origins
  }

  /// The clipping path in page coordinates.
  /// https://drafts.fxtf.org/css-masking-1/#the-clip-path
  private func clipPath(_ clip: ClipPath, _ fragment: Fragment, _ frame: Rect) -> (PaintPath, FillRule)? {
    let style = tree.boxes[fragment.box].style
    switch clip {
    case .none: return nil
    // Not implemented: SVG clip paths.
    case .reference: return nil
    case .box(let box):
      return (PaintPath(referenceBox(box, fragment, frame, style)), .nonzero)
    case .shape(let shape, let box):
      return shape.path(in: referenceBox(box, fragment, frame, style).rect)
    }
  }

  func referenceBox(
    _ box: VisualBox, _ fragment: Fragment, _ frame: Rect, _ style: ComputedStyle
  ) -> RoundedRect {
    let outer = RoundedRect(borderBox: PaintRect(frame), style: style, sides: fragment.sides)
    switch box {
    case .borderBox, .strokeBox, .viewBox, .text, .noClip: return outer
    case .paddingBox: return outer.inset(by: PaintEdges(fragment.border))
    case .contentBox, .fillBox:
      return outer.inset(by: PaintEdges(fragment.border) + PaintEdges(fragment.padding))
    case .marginBox:
      func used(_ margin: LengthOrAuto) -> Double {
        guard case .value(.length(let length)) = margin else { return 0 }
        return Double(length)
      }
      let margin = style.box.margin
      let edges = PaintEdges(
        top: -used(margin.top), right: -used(margin.right), bottom: -used(margin.bottom), left: -used(margin.left))
      return outer.inset(by: edges)
    }
  }
}
