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
      let source = maskSource(mask)
      var part = LayerEffect()
      // Under the lowest layer there is nothing to be composed with.
      part.composite = index == 0 ? .blend(.normal) : mask.composite.layers
      if (source?.owner ?? vectors).isLuminance(mask, source?.element) { part.filters = [.luminance] }
      list.pushLayer(part)
      if let source {
        let (area, origin) = (PaintRect(layer.frame), PaintPoint(layer.frame.origin))
        withVectors(of: source.owner) { $0.paintMaskContents(of: source.element, area, userSpace: origin, depth: 0) }
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

  /// The `mask` element that a layer refers to, here or in another document.
  private func maskSource(_ mask: MaskLayer) -> (owner: VectorElements, element: NodeID)? {
    guard case .url(let address) = mask.layer.image, !address.hasPrefix("data:") else { return nil }
    return vectors.resource(address, named: "mask", options.resources)
  }

  private func maskedPart(_ item: PaintItem, _ box: Box) -> BackgroundArea {
    let fragment = tree[item.fragment]
    return BackgroundArea(
      item: item, fragment: fragment, style: box.style,
      shape: RoundedRect(borderBox: borderBox(item), style: box.style), border: snap.edges(fragment.border))
  }
}
