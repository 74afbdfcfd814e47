import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// https://drafts.fxtf.org/css-masking-1/
extension EffectStyle {
  var isMasked: Bool { !masks.isEmpty || maskBorder.source != .none }
}

extension Painter {
  /// Keeps of the group as much as the mask covers.
  /// https://drafts.fxtf.org/css-masking-1/#the-mask-image
  mutating func paintMask(of layer: PaintLayer, _ box: Box) {
    let effect = box.style.effect
    // A mask border whose image cannot be had is none.
    let hasBorder = !resolve(effect.maskBorder.source, box.style).isEmpty
    guard !effect.masks.isEmpty || hasBorder else { return }
    let first = PaintItem(kind: .decoration, fragment: layer.fragment, offset: layer.offset, clip: layer.clip)
    let parts = ([first] + layer.moreParts).map { maskedPart($0, box) }
    var group = LayerEffect()
    group.composite = .destinationIn
    list.pushLayer(group)
    for (index, mask) in effect.masks.reversed().enumerated() {
      let source = maskElement(mask)
      var part = LayerEffect()
      // Under the lowest layer there is nothing to be composed with.
      switch index == 0 ? .add : mask.composite {
      case .add: part.composite = .blend(.normal)
      case .subtract: part.composite = .sourceOut
      case .intersect: part.composite = .destinationIn
      case .exclude: part.composite = .exclusiveOr
      }
      if isLuminance(mask, source) { part.filters = [.luminance] }
      list.pushLayer(part)
      if let source {
        paintContents(of: source, PaintRect(layer.frame), userSpace: PaintPoint(layer.frame.origin))
      } else {
        for part in parts {
          let clip =
            mask.layer.clip == .noClip
            ? RoundedRect(PaintRect(options.picture).union(part.shape.rect)) : part.box(mask.layer.clip, snap)
          paintImageLayer(
            mask.layer, clip: clip, positioning: positioningArea(mask.layer.origin, part), box.style)
        }
      }
      list.pop()
    }
    if hasBorder {
      for part in parts { _ = paintBorderImage(effect.maskBorder, box.style, part.shape.rect, part.border) }
    }
    list.pop()
  }

  private func maskedPart(_ item: PaintItem, _ box: Box) -> BackgroundArea {
    let fragment = tree[item.fragment]
    return BackgroundArea(
      item: item, fragment: fragment, style: box.style,
      shape: RoundedRect(borderBox: borderBox(item), style: box.style), border: snap.edges(fragment.border))
  }

  /// Keeps of the open group as much as a mask element covers.
  mutating func paintMaskElement(_ source: NodeID, of mask: MaskLayer, _ box: PaintRect, userSpace: PaintPoint) {
    var group = LayerEffect()
    group.composite = .destinationIn
    if isLuminance(mask, source) { group.filters = [.luminance] }
    list.pushLayer(group)
    paintContents(of: source, box, userSpace: userSpace)
    list.pop()
  }

  private func maskElement(_ mask: MaskLayer) -> NodeID? {
    guard case .url(let address) = mask.layer.image else { return nil }
    return vectors.element(address, named: "mask")
  }

  /// https://drafts.fxtf.org/css-masking-1/#the-mask-mode
  private func isLuminance(_ mask: MaskLayer, _ source: NodeID?) -> Bool {
    switch mask.mode {
    case .luminance: return true
    case .alpha: return false
    case .matchSource:
      guard let source else { return false }
      return vectors.style(source).effect.vector.text(.maskType) != "alpha"
    }
  }

  /// https://drafts.fxtf.org/css-masking-1/#MaskElement
  private mutating func paintContents(of mask: NodeID, _ box: PaintRect, userSpace: PaintPoint) {
    let isUser = vectors.attribute(mask, "maskUnits") == "userSpaceOnUse"
    func part(_ name: String, _ initial: Double, _ size: Double) -> Double {
      if isUser { return vectors.length(mask, name, basis: size) ?? initial * size }
      return (vectors.length(mask, name, basis: 1) ?? initial) * size
    }
    let corner = isUser ? userSpace : PaintPoint(x: box.x, y: box.y)
    let region = PaintRect(
      x: corner.x + part("x", -0.1, box.width), y: corner.y + part("y", -0.1, box.height),
      width: max(0, part("width", 1.2, box.width)), height: max(0, part("height", 1.2, box.height)))
    let hasBoxUnits = vectors.attribute(mask, "maskContentUnits") == "objectBoundingBox"
    let transform =
      hasBoxUnits
      ? Transform(a: box.width, b: 0, c: 0, d: box.height, tx: box.x, ty: box.y)
      : .translation(x: userSpace.x, y: userSpace.y)
    // A region without end is drawn as far as it is seen.
    let seen = region.intersection(box.outset(by: 4_096))
    guard !seen.isEmpty else { return }
    paint(VectorDrawing(elements: vectors.children(mask), parent: mask, transform: transform, area: seen))
  }
}
