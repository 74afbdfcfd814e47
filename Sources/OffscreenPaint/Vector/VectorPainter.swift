import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// Inline drawings whose parts have effects that the SVG renderer does not know, or not as browsers do.
/// Groups are opened here; what is in them is drawn by the renderer, as many elements at a time as
/// possible.
extension Painter {
  /// A drawing with more groups is handed to the renderer whole.
  private static let maximumGroups = 200
  private static let maximumNesting = 64

  /// Paints an inline `svg` element into its content box; false where the renderer can do it alone.
  mutating func paintVectorEffects(_ svg: NodeID, in area: PaintRect) -> Bool {
    var groups = 0
    countGroups(in: svg, &groups, depth: 0)
    guard groups > 0, groups <= Self.maximumGroups, !area.isEmpty else { return false }
    var toPage = Transform.translation(x: area.x, y: area.y)
    if let box = vectors.numbers(svg, "viewBox"), box.count == 4 {
      guard box[2] > 0, box[3] > 0 else { return true }
      let placed = PreserveAspectRatio(vectors.attribute(svg, "preserveAspectRatio"))
        .place(width: box[2], height: box[3], in: area)
      let (scaleX, scaleY) = (placed.width / box[2], placed.height / box[3])
      toPage = Transform(
        a: scaleX, b: 0, c: 0, d: scaleY, tx: placed.x - box[0] * scaleX, ty: placed.y - box[1] * scaleY)
    }
    guard let back = toPage.inverted else { return true }
    list.pushClip(area)
    list.pushTransform(toPage)
    // What effects spread may come from a little outside.
    let seen = area.outset(by: max(area.width, area.height) / 4).bounds(under: back)
    paintVectorChildren(of: svg, seen, depth: 0)
    list.pop()
    list.pop()
    return true
  }

  private func hasEffects(_ node: NodeID) -> Bool {
    let effect = vectors.style(node).effect
    guard effect.filters.isEmpty else { return true }
    switch effect.clipPath {
    case .none, .reference: return false
    case .shape, .box: return true
    }
  }

  /// Groups that are opened for their own effects or for those of what is in them.
  private func countGroups(in node: NodeID, _ count: inout Int, depth: Int) {
    guard depth < Self.maximumNesting, count <= Self.maximumGroups else { return }
    for child in vectors.children(node) where isDrawn(child) {
      if hasEffects(child) { count += 1 }
      if isGroup(child) { countGroups(in: child, &count, depth: depth + 1) }
    }
  }

  private func isGroup(_ node: NodeID) -> Bool {
    let name = vectors.name(node)
    return name == "g" || name == "a"
  }

  private func isDrawn(_ node: NodeID) -> Bool {
    switch vectors.name(node) {
    case "g", "a", "use", "text", "image", "svg", "switch": break
    case nil: return false
    case _: guard vectors.outline(of: node) != nil else { return false }
    }
    return vectors.style(node).box.display != .none
  }

  private mutating func paintVectorChildren(of parent: NodeID, _ seen: PaintRect, depth: Int) {
    guard depth < Self.maximumNesting else { return }
    var run: [NodeID] = []
    for child in vectors.children(parent) where isDrawn(child) {
      var groups = hasEffects(child) ? 1 : 0
      if groups == 0, isGroup(child) { countGroups(in: child, &groups, depth: depth + 1) }
      if groups == 0 {
        run.append(child)
        continue
      }
      flush(&run, parent, seen)
      paintVectorGroup(child, seen, depth: depth)
    }
    flush(&run, parent, seen)
  }

  private mutating func flush(_ run: inout [NodeID], _ parent: NodeID, _ seen: PaintRect) {
    guard !run.isEmpty else { return }
    paint(VectorDrawing(elements: run, parent: parent, transform: .identity, area: seen))
    run = []
  }

  /// An element with its effects, each around the next: opacity and mask, clip path, filter.
  private mutating func paintVectorGroup(_ node: NodeID, _ seen: PaintRect, depth: Int) {
    let transform = vectors.transform(of: node)
    guard let back = transform.inverted else { return }
    let style = vectors.style(node)
    let seen = seen.bounds(under: back)
    let box = vectors.boundingBox(of: node)
    list.pushTransform(transform)
    let start = list.depth
    var group = LayerEffect()
    group.opacity = Double(max(0, min(1, style.effect.opacity)))
    group.composite = .blend(style.effect.mixBlendMode)
    list.pushLayer(group)
    var clip: NodeID?
    switch style.effect.clipPath {
    case .none: break
    case .reference(let address): clip = vectors.element(address, named: "clipPath")
    case .box: list.pushClip(PaintPath(referenceRect(.borderBox, node, box)))
    case .shape(let shape, let reference):
      let (path, rule) = shape.path(in: referenceRect(reference, node, box))
      list.pushClip(path, rule: rule)
    }
    let inside = list.depth
    let viewport = vectors.viewport(of: node)
    let filters = paintFilters(
      style.effect.filters, style, around: box ?? .zero, userSpace: (viewport.width, viewport.height))
    if !filters.isEmpty {
      var filter = LayerEffect()
      filter.filters = filters
      list.pushLayer(filter)
    }
    if isGroup(node) {
      paintVectorChildren(of: node, seen, depth: depth + 1)
    } else {
      paint(
        VectorDrawing(
          elements: [node], parent: options.document.parent(node), transform: .identity, area: seen, isBare: true))
    }
    list.pop(to: inside)
    if let clip { paintClipPath(clip, box ?? .zero, userSpace: .zero) }
    if let mask = style.effect.masks.first, case .url(let address) = mask.layer.image,
      let element = vectors.element(address, named: "mask")
    {
      paintMaskElement(element, of: mask, box ?? .zero, userSpace: .zero)
    }
    list.pop(to: start)
    list.pop()
  }

  private func referenceRect(_ reference: VisualBox, _ node: NodeID, _ box: PaintRect?) -> PaintRect {
    switch reference {
    case .viewBox:
      let size = vectors.viewport(of: node)
      return PaintRect(x: 0, y: 0, width: size.width, height: size.height)
    case .borderBox, .paddingBox, .contentBox, .marginBox, .fillBox, .strokeBox, .text, .noClip: return box ?? .zero
    }
  }
}
