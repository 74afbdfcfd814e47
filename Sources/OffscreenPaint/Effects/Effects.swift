import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

extension EffectStyle {
  /// Whether a stacking context with this style is more than an order: is blended, filtered, ...
  var needsGroup: Bool {
    opacity < 1 || mixBlendMode != .normal || !filters.isEmpty || !backdropFilters.isEmpty
      || clipPath != .none || isMasked || clip != nil || isolation == .isolate
  }
}

extension EffectStyle {
  /// Whether filters of what is behind something see no farther than this.
  /// https://drafts.fxtf.org/filter-effects-2/#BackdropRoot
  fileprivate var isBackdropRoot: Bool {
    clipPath != .none || willChange.contains { Self.rootingBackdrops.contains($0) }
  }
  private static let rootingBackdrops: Set<String> = [
    "filter", "backdrop-filter", "opacity", "mask", "mask-image", "mask-border", "clip-path", "mix-blend-mode",
  ]
}

/// The open groups of a stacking context.
struct OpenedEffects {
  /// Whether the innermost group is one of filters.
  var hasFilters = false
  /// A clip path that is painted like a mask, and its reference box.
  var clip: (owner: VectorElements, element: NodeID, box: PaintRect)?
}

/// https://drafts.fxtf.org/css-masking-1/#clip-property
func clipRect(_ clip: Sides<Float?>, snap: PixelSnapping, _ frame: Rect) -> PaintRect {
  let box = PaintRect(frame)
  let left = box.minX + (clip.left.map { Double($0) } ?? 0)
  let top = box.minY + (clip.top.map { Double($0) } ?? 0)
  let right = clip.right.map { box.minX + Double($0) } ?? box.maxX
  let bottom = clip.bottom.map { box.minY + Double($0) } ?? box.maxY
  // `auto` sides are open: what overflows there is seen only as far as the border box reaches.
  return snap.rect(PaintRect(minX: left, minY: top, maxX: max(left, right), maxY: max(top, bottom)))
}

extension Painter {
  /// Pushes what is around a stacking context within its transform, outermost first: opacity, blending
  /// and mask; clip path; filters.
  /// https://drafts.fxtf.org/filter-effects-1/#placement
  mutating func openEffects(of layer: PaintLayer, _ box: Box) -> OpenedEffects {
    let effect = box.style.effect
    let frame = layer.frame
    if let clip = effect.clip, box.style.box.position == .absolute || box.style.box.position == .fixed {
      list.pushClip(clipRect(clip, snap: snap, frame))
    }
    let clip = clipShape(effect.clipPath, layer)
    var opened = OpenedEffects()
    if case .elements(let owner, let element, let area) = clip { opened.clip = (owner, element, area) }
    // The filtered backdrop is a part of what is clipped.
    // https://drafts.fxtf.org/filter-effects-2/#backdrop-filter-operation
    let clipsBackdrop = !effect.backdropFilters.isEmpty
    if clipsBackdrop, case .path(let path, let rule) = clip { list.pushClip(path, rule: rule) }
    if effect.opacity < 1 || effect.mixBlendMode != .normal || effect.isMasked || opened.clip != nil
      || !effect.backdropFilters.isEmpty || isolatesBlending(layer)
      || isBackdropRoot(layer)
    {
      var group = LayerEffect()
      group.opacity = Double(max(0, min(1, effect.opacity)))
      group.composite = .blend(effect.mixBlendMode)
      if !effect.backdropFilters.isEmpty {
        group.backdropFilters = paintFilters(effect.backdropFilters, box, frame)
        group.backdropShape = RoundedRect(
          borderBox: snap.rect(frame), style: box.style, sides: tree[layer.fragment].sides)
      }
      list.pushLayer(group)
    }
    if !clipsBackdrop, case .path(let path, let rule) = clip { list.pushClip(path, rule: rule) }
    let filters = paintFilters(effect.filters, box, frame)
    guard !filters.isEmpty else { return opened }
    var group = LayerEffect()
    group.filters = filters
    list.pushLayer(group)
    opened.hasFilters = true
    return opened
  }

  /// Paints mask and clip path over what the context has painted, before its groups are closed.
  mutating func closeEffects(of layer: PaintLayer, _ opened: OpenedEffects) {
    let box = tree.boxes[layer.box]
    guard box.style.effect.isMasked || opened.clip != nil else { return }
    if opened.hasFilters { list.pop() }
    if let (owner, element, area) = opened.clip {
      withVectors(of: owner) { $0.paintClipPath(element, area, userSpace: PaintPoint(x: area.x, y: area.y), depth: 0) }
    }
    paintMask(of: layer, box)
  }

  private mutating func paintFilters(_ functions: [FilterFunction], _ box: Box, _ frame: Rect) -> [PaintFilter] {
    let filters = FilterReader.filters(
      functions, box.style, around: snap.rect(frame), userSpace: nil, vectors, options.resources)
    if filters.areTooLong { list.note(.filter) }
    return filters.list
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

  /// Whether what filters its backdrop in the layer sees no farther than that.
  func isBackdropRoot(_ layer: PaintLayer) -> Bool {
    layers.hasBackdropFilters && tree.boxes[layer.box].style.effect.isBackdropRoot
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

  func referenceBox(
    _ box: VisualBox, _ fragment: Fragment, _ frame: Rect, _ style: ComputedStyle
  ) -> RoundedRect {
    let outer = RoundedRect(borderBox: PaintRect(frame), style: style, sides: fragment.sides)
    switch box {
    case .borderBox, .strokeBox, .viewBox, .text, .borderArea, .noClip: return outer
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
        top: used(margin.top), right: used(margin.right), bottom: used(margin.bottom), left: used(margin.left))
      return outer.outset(by: edges)
    }
  }
}
