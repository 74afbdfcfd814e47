import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenText

/// Writes drawings into a display list: elements with their effects, in the order of the document.
/// https://svgwg.org/svg2-draft/render.html
///
/// What is painted lies in the space that is current in the list; `ctm` is from there to the drawing's own.
struct VectorPainter {
  private(set) var elements: VectorElements
  var list: DisplayListBuilder
  let resources: (any PaintResources)?
  /// The resources that are being painted: what refers to itself is left out.
  private var open: [NodeID] = []
  private static let maximumDepth = 700
  private static let maximumOpen = 24

  init(
    _ elements: VectorElements, into list: DisplayListBuilder, resources: (any PaintResources)?,
    within open: [NodeID] = []
  ) {
    (self.elements, self.list, self.resources, self.open) = (elements, list, resources, open)
  }

  /// Begins to paint a resource; false where that cannot be.
  mutating func enter(_ resource: NodeID) -> Bool {
    guard open.count < Self.maximumOpen, !open.contains(resource) else { return false }
    open.append(resource)
    return true
  }
  mutating func leave() { open.removeLast() }
  func isOpen(_ resource: NodeID) -> Bool { open.contains(resource) }

  /// Paints what is among other elements: those of another document.
  mutating func within(_ owner: VectorElements, _ paint: (inout VectorPainter) -> Void) {
    guard owner !== elements else { return paint(&self) }
    let own = elements
    owner.paintSteps = min(owner.paintSteps, own.paintSteps)
    elements = owner
    paint(&self)
    elements = own
    own.paintSteps = min(own.paintSteps, owner.paintSteps)
  }

  /// Counts an element that is painted; false beyond the limits.
  mutating func takesStep(depth: Int) -> Bool {
    guard depth < Self.maximumDepth, elements.paintSteps > 0 else {
      list.cutShort()
      return false
    }
    elements.paintSteps -= 1
    return true
  }

  // MARK: Trees

  /// An outermost `svg` element in its content box. `isWhole`: it is a document, with no box whose effects are its own.
  mutating func paint(drawing svg: NodeID, in area: PaintRect, isWhole: Bool = false) {
    let drawing = VectorTreeBuilder.drawing(svg, elements, width: area.width, height: area.height)
    // Nothing in it is blended with what is behind it.
    if drawing.hasBlending { list.pushLayer(LayerEffect()) }
    list.pushTransform(.translation(x: area.x, y: area.y))
    if isWhole, var root = drawing.roots.first.map({ drawing[$0] }) {
      root.box = PaintRect(x: 0, y: 0, width: area.width, height: area.height)
      root.strokeBox = root.box
      let start = list.depth
      if let effects = openEffects(of: root, ctm: .identity, keepsOpacity: false) {
        paint(drawing, ctm: .identity)
        closeEffects(effects, of: root, depth: 0)
      }
      list.pop(to: start)
    } else {
      paint(drawing, ctm: .identity)
    }
    list.pop()
    if drawing.hasBlending { list.pop() }
  }

  mutating func paint(_ tree: VectorTree, ctm: Transform, context: ContextPaint? = nil, depth: Int = 0) {
    for root in tree.roots { paint(tree, root, ctm: ctm, context: context, depth: depth) }
  }

  mutating func paint(
    _ tree: VectorTree, _ index: Int32, ctm: Transform, context: ContextPaint?, depth: Int
  ) {
    guard takesStep(depth: depth) else { return }
    let node = tree[index]
    guard node.transform.determinant != 0 else { return }
    let start = list.depth
    let ctm = node.transform.then(ctm)
    if node.transform != .identity { list.pushTransform(node.transform) }
    if !elements.drawn(node.style, node.viewport).hasEffects || node.parent < 0 && isOuterViewport(node) {
      paintContent(tree, node, ctm: ctm, context: context, opacity: 1, depth: depth)
    } else {
      // Optimization: a single shape's opacity is that of its colour.
      let isPlain = isPlainShape(node)
      if let effects = openEffects(of: node, ctm: ctm, keepsOpacity: isPlain) {
        paintContent(tree, node, ctm: ctm, context: context, opacity: isPlain ? node.opacity : 1, depth: depth)
        closeEffects(effects, of: node, depth: depth)
      }
    }
    list.pop(to: start)
  }

  /// Its effects are those of its box.
  private func isOuterViewport(_ node: VectorNode) -> Bool {
    guard case .viewport = node.content else { return false }
    return elements.isOuter(node.element)
  }

  private mutating func paintContent(
    _ tree: VectorTree, _ node: VectorNode, ctm: Transform, context: ContextPaint?, opacity: Double, depth: Int
  ) {
    switch node.content {
    case .group: paintChildren(tree, node, ctm: ctm, context: context, depth: depth)
    case .viewport(let clip):
      if let clip { list.pushClip(clip) }
      paintChildren(tree, node, ctm: ctm, context: context, depth: depth)
      if clip != nil { list.pop() }
    case .shape(let path):
      guard node.style.inherited.visibility == .visible else { return }
      paintShape(node, path, ctm: ctm, context: context, opacity: opacity, depth: depth)
    case .text(let text): paintText(text, of: node, ctm: ctm, context: context, depth: depth)
    case .image(let rect):
      if node.style.inherited.visibility == .visible { paintImage(node, rect) }
    case .foreign(let rect): paintForeign(node, rect)
    case .external(let other):
      let context = useContext(node, ctm, context)
      list.pushTransform(node.inner)
      within(other.elements) {
        $0.paint(other.tree, ctm: node.inner.then(ctm), context: context, depth: depth + 1)
      }
      list.pop()
    }
  }

  private func useContext(_ node: VectorNode, _ ctm: Transform, _ context: ContextPaint?) -> ContextPaint {
    ContextPaint(fill: paint(of: node, .fill, ctm, context), stroke: paint(of: node, .stroke, ctm, context))
  }

  private mutating func paintChildren(
    _ tree: VectorTree, _ node: VectorNode, ctm: Transform, context: ContextPaint?, depth: Int
  ) {
    guard !node.children.isEmpty else { return }
    if node.inner != .identity { list.pushTransform(node.inner) }
    let inner = node.inner.then(ctm)
    var context = context
    if elements.kind(node.element) == .use { context = useContext(node, ctm, context) }
    for child in node.children { paint(tree, child, ctm: inner, context: context, depth: depth + 1) }
    if node.inner != .identity { list.pop() }
  }

  // MARK: Effects

  /// The open groups of an element.
  struct OpenedVector {
    var clip: NodeID?
    var isMasked = false
    /// How deep the list was before the innermost group, that of filters.
    var inside: Int
  }

  /// A shape with nothing but one fill or one stroke, and no other effect than its opacity.
  private func isPlainShape(_ node: VectorNode) -> Bool {
    guard node.opacity < 1, case .shape = node.content, node.style.effect.filters.isEmpty else { return false }
    let drawn = elements.drawn(node.style, node.viewport)
    let hasFill = drawn.fill.map { $0.alpha > 0 } ?? true
    return hasFill != (drawn.pen != nil) && !drawn.hasMarkers
  }

  /// Each around the next: opacity, blending and mask; clip path; filters. Nil where nothing is shown.
  private mutating func openEffects(of node: VectorNode, ctm: Transform, keepsOpacity: Bool) -> OpenedVector? {
    let effect = node.style.effect
    var opened = OpenedVector(inside: list.depth)
    let opacity = keepsOpacity ? 1 : node.opacity
    var path: (PaintPath, FillRule)?
    switch effect.clipPath {
    case .none: break
    case .reference(let address):
      if let clip = elements.element(address, named: "clipPath"), !open.contains(clip) {
        if let simple = outline(of: clip, node.box ?? .zero, userSpace: .zero) {
          path = simple
        } else {
          opened.clip = clip
        }
      }
    case .box(let reference): path = (PaintPath(referenceRect(reference, node)), .nonzero)
    case .shape(let shape, let reference): path = shape.path(in: referenceRect(reference, node))
    }
    for mask in effect.masks {
      guard let element = elements.maskElement(mask) else {
        // What refers to nothing masks nothing.
        if case .url(let address) = mask.layer.image, address.hasPrefix("#") { continue }
        if mask.layer.image != .none { opened.isMasked = true }
        continue
      }
      if open.contains(element) { return nil }
      opened.isMasked = true
    }
    if opacity < 1 || effect.mixBlendMode != .normal || effect.isolation == .isolate || opened.clip != nil
      || opened.isMasked
    {
      var group = LayerEffect()
      group.opacity = opacity
      group.composite = .blend(effect.mixBlendMode)
      list.pushLayer(group)
    }
    if let path { list.pushClip(path.0, rule: path.1) }
    opened.inside = list.depth
    guard !effect.filters.isEmpty else { return opened }
    let filters = FilterReader.filters(
      effect.filters, node.style, around: node.box ?? .zero, userSpace: (node.viewport.width, node.viewport.height),
      elements, resources, within: open)
    if filters.areTooLong { list.note(.filter) }
    for case .graph(let graph) in filters.list { elements.paintSteps -= graph.primitives.count }
    if !filters.list.isEmpty {
      var filter = LayerEffect()
      filter.filters = filters.list
      list.pushLayer(filter)
    }
    return opened
  }

  private mutating func closeEffects(_ opened: OpenedVector, of node: VectorNode, depth: Int) {
    list.pop(to: opened.inside)
    let box = node.box ?? .zero
    if let clip = opened.clip { paintClipPath(clip, box, userSpace: .zero, depth: depth) }
    if opened.isMasked { paintMasks(of: node, depth: depth) }
  }

  func referenceRect(_ reference: VisualBox, _ node: VectorNode) -> PaintRect {
    switch reference {
    case .viewBox: PaintRect(x: 0, y: 0, width: node.viewport.width, height: node.viewport.height)
    case .borderBox, .marginBox, .strokeBox: node.strokeBox ?? .zero
    case .paddingBox, .contentBox, .fillBox, .text, .borderArea, .noClip: node.box ?? .zero
    }
  }

  // MARK: Shapes

  private mutating func paintShape(
    _ node: VectorNode, _ path: PaintPath, ctm: Transform, context: ContextPaint?, opacity: Double, depth: Int
  ) {
    guard !path.isEmpty else { return }
    elements.paintSteps -= path.paintSteps
    let drawn = elements.drawn(node.style, node.viewport)
    for part in drawn.parts {
      switch part {
      case .fill:
        if let color = drawn.fill, !drawn.isAliased {
          list.fill(path, color.faded(opacity), rule: drawn.rule)
        } else {
          let paint = paint(of: node, .fill, ctm, context).faded(opacity)
          fill(path, drawn.rule, paint, ctm: ctm, isAliased: drawn.isAliased, depth: depth)
        }
      case .stroke:
        guard let pen = drawn.pen else { continue }
        if let color = drawn.stroke, !drawn.isAliased, pen.isPlain {
          var stroke = pen.pen
          (stroke.path, stroke.color) = (path, color.faded(opacity))
          list.stroke(stroke)
          continue
        }
        let paint = paint(of: node, .stroke, ctm, context).faded(opacity)
        guard !paint.isNone else { continue }
        let stroke = pen.pen.dashes.isEmpty ? pen : pen.along(path, length: elements.number(node.element, "pathLength"))
        self.stroke(path, stroke, paint, ctm: ctm, isAliased: drawn.isAliased, depth: depth)
      case .markers: if drawn.hasMarkers { paintMarkers(of: node, path, ctm: ctm, context: context, depth: depth) }
      }
    }
  }

  // MARK: Other contents

  /// https://svgwg.org/svg2-draft/embedded.html#ForeignObjectElement
  private mutating func paintForeign(_ node: VectorNode, _ rect: PaintRect) {
    guard !rect.isEmpty, !node.isInstance,
      let contents = resources?.contents(of: node.element, width: rect.width, height: rect.height)
    else { return }
    elements.paintSteps -= contents.commands.count / 4
    if node.style.clipsDrawing { list.pushClip(rect) }
    // Nothing in it is blended with what is behind it.
    let isBlended = contents.layers.contains { if case .blend(.normal) = $0.composite { false } else { true } }
    if isBlended { list.pushLayer(LayerEffect()) }
    list.pushTransform(.translation(x: rect.x, y: rect.y))
    list.append(contents)
    list.pop()
    if isBlended { list.pop() }
    if node.style.clipsDrawing { list.pop() }
  }

  /// https://svgwg.org/svg2-draft/embedded.html#ImageElement
  private mutating func paintImage(_ node: VectorNode, _ rect: PaintRect) {
    guard let address = elements.address(node.element), let found = resources?.picture(at: address) else { return }
    let picture = node.style.inherited.imageOrientation == .fromImage ? found : found.unturned
    let geometry = elements.geometry(node.element, node.style, node.viewport)
    let natural = concreteObjectSize(
      natural: (picture.naturalWidth, picture.naturalHeight, picture.naturalRatio),
      specifiedWidth: geometry.givenWidth, specifiedHeight: geometry.givenHeight, defaultWidth: 300, defaultHeight: 150)
    let area = PaintRect(x: rect.x, y: rect.y, width: natural.width, height: natural.height)
    guard !area.isEmpty else { return }
    let fitting = elements.attribute(node.element, "preserveAspectRatio")
    let fit = PreserveAspectRatio(fitting)
    // A drawing that has no size of its own gets that of the element, unless this says how its ratio is kept.
    var placed = area
    let ratio = picture.naturalRatio
    if fitting != nil, picture.naturalWidth == nil, picture.naturalHeight == nil, let ratio {
      placed = fit.place(width: area.height * ratio, height: area.height, in: area)
    } else if let width = picture.naturalWidth
      ?? picture.naturalHeight.flatMap({ height in ratio.map { height * $0 } }),
      let height = picture.naturalHeight ?? ratio.map({ width / $0 })
    {
      placed = fit.place(width: width, height: height, in: area)
    }
    let size = fit.stretchedSize(of: picture, in: area)
    list.image(
      ImagePaint(
        source: .image(picture), destination: placed.intersection(area), tile: placed, stepX: placed.width,
        stepY: placed.height, sourceWidth: size?.width, sourceHeight: size?.height,
        rendering: node.style.inherited.imageRendering))
  }
}

extension PaintPath {
  /// What a long one counts for beside other elements: it may be copied for each time that it is painted.
  var paintSteps: Int { elements.count / 20 }
}

extension VectorNode {
  var opacity: Double { Double(max(0, min(1, style.effect.opacity))) }
}

extension Color {
  fileprivate func faded(_ opacity: Double) -> Color {
    var color = self
    color.alpha *= Float(opacity)
    return color
  }
}

/// https://svgwg.org/svg2-draft/painting.html#PaintOrder
struct PaintOrder {
  enum Part: String { case fill, stroke, markers }
  let parts: [Part]
  private static let usual: [Part] = [.fill, .stroke, .markers]

  init(_ text: String?) {
    guard let text, text != "normal" else {
      parts = Self.usual
      return
    }
    let first = text.split(separator: " ").compactMap { Part(rawValue: String($0)) }
    parts = first + Self.usual.filter { !first.contains($0) }
  }

  var strokesFirst: Bool {
    guard let fill = parts.firstIndex(of: .fill), let stroke = parts.firstIndex(of: .stroke) else { return false }
    return stroke < fill
  }
}

extension DisplayList {
  /// A drawing that is a document of its own.
  package static func drawing(
    _ svg: NodeID, _ elements: VectorElements, in area: PaintRect, resources: any PaintResources, commandLimit: Int
  ) -> DisplayList {
    var painter = VectorPainter(elements, into: DisplayListBuilder(commandLimit: commandLimit), resources: resources)
    painter.list.pushClip(area)
    painter.paint(drawing: svg, in: area, isWhole: true)
    return painter.list.seal()
  }
}
