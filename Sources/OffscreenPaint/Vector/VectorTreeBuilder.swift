import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// Lays drawings out: finds what is shown of them, and where.
struct VectorTreeBuilder {
  private let elements: VectorElements
  private var document: Document { elements.document }
  private var tree = VectorTree()
  /// The `use` elements' targets around.
  private var targets: [NodeID] = []
  /// How large the tree's own space is drawn.
  private var scale = 1.0
  private static let maximumDepth = 700
  private static let maximumTargets = 64

  private init(_ elements: VectorElements) { self.elements = elements }

  /// An outermost `svg` element. The tree's space has its origin in the corner of the element's content box, whose
  /// size this is.
  static func drawing(_ svg: NodeID, _ elements: VectorElements, width: Double, height: Double) -> VectorTree {
    var builder = VectorTreeBuilder(elements)
    let style = elements.style(svg)
    // Lengths in it do not know of the zoom that its box has.
    let zoom = Double(style.inherited.zoom)
    let size = VectorSize(width: width / zoom, height: height / zoom)
    elements.usedSizes[svg] = (size.width, size.height)
    let area = PaintRect(x: 0, y: 0, width: size.width, height: size.height)
    var node = VectorNode(element: svg, style: style, content: .viewport(clip: nil), viewport: size)
    let index = builder.reserve(node)
    // What has no area is not seen; its elements are somewhere all the same.
    if let (inner, viewport) = builder.viewport(of: svg, area) ?? (area.isEmpty ? (Transform.identity, size) : nil) {
      node.inner = zoom == 1 ? inner : inner.then(.scale(x: zoom, y: zoom))
      builder.tree.nodes[Int(index)].inner = node.inner
      builder.addChildren(of: svg, style, to: index, in: viewport, isInstance: false, depth: 1)
    }
    builder.finish(index, inner: node.inner)
    builder.tree.roots = [index]
    return builder.tree
  }

  /// What is in an element that is shown only where others refer to it.
  static func contents(of resource: NodeID, _ elements: VectorElements) -> VectorTree {
    var builder = VectorTreeBuilder(elements)
    let viewport = elements.contentViewport(of: resource)
    let isClip = elements.name(resource) == "clipPath"
    for child in elements.children(resource) where !isClip || builder.isClipContent(child) {
      guard builder.takesStep() else { break }
      let style = elements.style(child)
      let index = builder.add(child, style, to: -1, in: viewport, isInstance: false, depth: 1)
      if let index { builder.tree.roots.append(index) }
    }
    return builder.tree
  }

  /// One element, as if it were where it is.
  static func element(_ node: NodeID, _ elements: VectorElements) -> VectorTree {
    var builder = VectorTreeBuilder(elements)
    let viewport = elements.viewport(of: node)
    builder.scale = elements.scale(around: node)
    let index = builder.add(
      node, elements.style(node), to: -1, in: VectorSize(width: viewport.width, height: viewport.height),
      isInstance: false, depth: 1)
    builder.tree.roots = index.map { [$0] } ?? []
    return builder.tree
  }

  /// https://drafts.fxtf.org/css-masking-1/#ClipPathElement
  private func isClipContent(_ node: NodeID) -> Bool {
    func isShape(_ node: NodeID) -> Bool {
      switch elements.kind(node) {
      case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon, .text: true
      case .a, .foreignObject, .g, .image, .svg, .switch, .symbol, .use, nil: false
      }
    }
    if elements.kind(node) == .use { return elements.useTarget(node).map(isShape) ?? false }
    return isShape(node)
  }

  // MARK: Elements

  /// Counts an element, be it shown or not; false beyond the limit.
  private func takesStep() -> Bool {
    guard elements.steps > 0 else {
      elements.isCutShort = true
      return false
    }
    elements.steps -= 1
    return true
  }

  private mutating func reserve(_ node: VectorNode) -> Int32 {
    tree.nodes.append(node)
    return Int32(clamping: tree.nodes.count - 1)
  }

  private mutating func addChildren(
    of element: NodeID, _ style: ComputedStyle, to parent: Int32, in viewport: VectorSize, isInstance: Bool, depth: Int
  ) {
    var child = document.firstElementChild(element)
    let isChoice = elements.kind(element) == .switch
    while !child.isNone, takesStep() {
      let own = isInstance ? instanceStyle(child, under: style) : elements.style(child)
      if isChoice {
        // https://svgwg.org/svg2-draft/struct.html#SwitchElement : the first one whose conditions hold.
        if document.namespace(child) == .svg, elements.meetsConditions(child) {
          add(child, own, to: parent, in: viewport, isInstance: isInstance, depth: depth)
          return
        }
      } else {
        add(child, own, to: parent, in: viewport, isInstance: isInstance, depth: depth)
      }
      child = document.nextElement(child)
    }
  }

  private func instanceStyle(_ element: NodeID, under parent: ComputedStyle) -> ComputedStyle {
    elements.style(element, under: parent, inInstanceOf: targets.last ?? element)
  }

  @discardableResult
  private mutating func add(
    _ element: NodeID, _ style: ComputedStyle, to parent: Int32, in viewport: VectorSize, isInstance: Bool, depth: Int,
    size: (width: Double?, height: Double?) = (nil, nil)
  ) -> Int32? {
    guard let name = elements.kind(element), style.box.display != .none, elements.meetsConditions(element) else {
      return nil
    }
    guard depth < Self.maximumDepth else {
      elements.isCutShort = true
      return nil
    }
    var node = VectorNode(element: element, style: style, content: .group, viewport: viewport)
    (node.parent, node.isInstance) = (parent, isInstance)
    let geometry = elements.geometry(element, style, viewport)
    var index = Int32(-1)
    switch name {
    case .g, .a, .switch:
      index = reserve(node)
      addChildren(of: element, style, to: index, in: viewport, isInstance: isInstance, depth: depth + 1)
    case .svg, .symbol:
      // A symbol is shown by `use` elements only.
      guard name == .svg || isInstance && targets.last == element else { return nil }
      let place = geometry.viewportPlace(isSymbol: name == .symbol, size)
      node.content = .viewport(clip: style.clipsDrawing ? place : nil)
      guard let (inner, innerSize) = self.viewport(of: element, place) else { return nil }
      node.inner = inner
      index = reserve(node)
      addChildren(of: element, style, to: index, in: innerSize, isInstance: isInstance, depth: depth + 1)
    case .use:
      node.inner = .translation(x: geometry.x, y: geometry.y)
      if let other = external(of: element, style, in: viewport, depth: depth + 1) { node.content = .external(other) }
      index = reserve(node)
      addTarget(of: element, style, to: index, in: viewport, depth: depth + 1)
    case .image:
      node.content = .image(geometry.rect)
      index = reserve(node)
    case .foreignObject:
      node.content = .foreign(geometry.rect)
      index = reserve(node)
    case .text:
      guard let fonts = elements.fonts else { return nil }
      let text = VectorTextLayout.layout(
        element, style, elements, fonts, viewport: viewport, scale: scale(of: node),
        instance: isInstance ? targets.last : nil)
      elements.steps -= text.spans.count + text.characters.count / 20
      node.content = .text(text)
      index = reserve(node)
    case .circle, .ellipse, .line, .path, .polygon, .polyline, .rect:
      let found =
        isInstance
        ? elements.instanceOutline(element, style, viewport) { geometry.outline(name) } : geometry.outline(name)
      guard let outline = found else { return nil }
      elements.steps -= outline.elements.count / 100
      node.content = .shape(outline)
      index = reserve(node)
    }
    if parent >= 0 { tree.nodes[Int(parent)].children.append(index) }
    if style.effect.mixBlendMode != .normal { tree.hasBlending = true }
    finish(index, inner: node.inner)
    return index
  }

  /// What depends on what is inside: the box, and the transform that may refer to it.
  private mutating func finish(_ index: Int32, inner: Transform) {
    let place = Int(index)
    tree.nodes[place].inner = inner
    var box: PaintRect?
    var strokeBox: PaintRect?
    switch tree.nodes[place].content {
    case .group, .viewport:
      for child in tree.nodes[place].children {
        include(tree.nodes[Int(child)].box, of: child, in: &box)
        include(tree.nodes[Int(child)].strokeBox, of: child, in: &strokeBox)
      }
      box = box?.bounds(under: inner)
      strokeBox = strokeBox?.bounds(under: inner)
    case .shape(let path): box = path.isEmpty ? nil : path.coveredBounds
    case .text(let text): box = text.box
    case .image(let rect), .foreign(let rect): box = rect
    case .external(let other):
      if let root = other.tree.roots.first, let inside = other.tree[root].box {
        box = inside.bounds(under: other.tree[root].transform).bounds(under: inner)
      }
    }
    tree.nodes[place].box = box
    let (style, viewport) = (tree.nodes[place].style, tree.nodes[place].viewport)
    switch tree.nodes[place].content {
    case .group, .viewport: break
    case .shape, .text: strokeBox = box?.outset(by: elements.drawn(style, viewport).strokeReach)
    case .image, .foreign, .external: strokeBox = box
    }
    tree.nodes[place].strokeBox = strokeBox
    let (isTransformed, isAnimated) = (style.hasTransform, !document.animatedElements.isEmpty)
    // The outermost element's transform is its box's.
    if isTransformed || isAnimated, !isOutermost(place) {
      let own = elements.transform(style, box, stroke: strokeBox, viewport)
      tree.nodes[place].transform = elements.motion(of: tree.nodes[place].element).map { own.then($0) } ?? own
    }
  }

  /// Adds a child's box to that of what is around it.
  private func include(_ inside: PaintRect?, of child: Int32, in box: inout PaintRect?) {
    guard let inside = inside?.bounds(under: tree.nodes[Int(child)].transform) else { return }
    box = box?.union(inside) ?? inside
  }

  /// How large a node is drawn, as far as that does not follow from the boxes of what is around it.
  private func scale(of node: VectorNode) -> Double {
    var transform = elements.transform(node.style, nil, node.viewport)
    var parent = node.parent
    while parent >= 0 {
      let around = tree[parent]
      transform = transform.then(around.inner)
      if !isOutermost(Int(parent)) {
        transform = transform.then(elements.transform(around.style, nil, around.viewport))
      }
      parent = around.parent
    }
    return transform.textScale * scale
  }

  private func isOutermost(_ place: Int) -> Bool {
    guard tree.nodes[place].parent < 0, case .viewport = tree.nodes[place].content else { return false }
    return elements.isOuter(tree.nodes[place].element)
  }

  /// https://svgwg.org/svg2-draft/struct.html#UseElement
  private mutating func addTarget(
    of use: NodeID, _ style: ComputedStyle, to parent: Int32, in viewport: VectorSize, depth: Int
  ) {
    guard targets.count < Self.maximumTargets, let target = elements.useTarget(use), !targets.contains(target) else {
      return
    }
    // What is around the element cannot be in it.
    var ancestor = use
    while !ancestor.isNone {
      if ancestor == target { return }
      ancestor = document.parent(ancestor)
    }
    guard takesStep() else { return }
    targets.append(target)
    defer { targets.removeLast() }
    let size = elements.geometry(use, style, viewport).attributeSize
    add(
      target, instanceStyle(target, under: style), to: parent, in: viewport, isInstance: true, depth: depth, size: size
    )
  }

  /// What a `use` element shows of another document.
  private func external(
    of use: NodeID, _ style: ComputedStyle, in viewport: VectorSize, depth: Int
  ) -> ExternalDrawing? {
    guard let address = elements.address(use), !address.isEmpty, !address.hasPrefix("#"),
      targets.count < Self.maximumTargets, let (other, target) = elements.externalTarget(address)
    else { return nil }
    other.steps = min(other.steps, elements.steps)
    var builder = VectorTreeBuilder(other)
    builder.targets = targets + [target]
    let size = elements.geometry(use, style, viewport).attributeSize
    let root = builder.add(
      target, builder.instanceStyle(target, under: style), to: -1, in: viewport, isInstance: true, depth: depth,
      size: size)
    elements.steps = other.steps
    if other.isCutShort { elements.isCutShort = true }
    guard let root else { return nil }
    builder.tree.roots = [root]
    return ExternalDrawing(elements: other, tree: builder.tree)
  }

  /// From the coordinates in a viewport to those around it, and what percentages in it are of; nil where nothing is
  /// shown.
  private func viewport(of element: NodeID, _ area: PaintRect) -> (Transform, VectorSize)? {
    guard area.width > 0, area.height > 0 else { return nil }
    guard let box = elements.viewBox(of: element) else {
      return (
        .translation(x: area.x, y: area.y), VectorSize(width: area.width, height: area.height)
      )
    }
    let fit = PreserveAspectRatio(elements.attribute(element, "preserveAspectRatio"))
    return fit.transform(viewBox: box, in: area).map { ($0, VectorSize(width: box.width, height: box.height)) }
  }
}

extension VectorElements {
  /// Where `animateMotion` elements have brought an element.
  func motion(of element: NodeID) -> Transform? {
    document.animatedElements.isEmpty
      ? nil : document.animatedElements[element]?.motion.flatMap(Transform.init(numbers:))
  }

  /// Nil without one, or where it is in error.
  /// https://svgwg.org/svg2-draft/coords.html#ViewBoxAttribute
  package func viewBox(of element: NodeID) -> PaintRect? {
    guard let numbers = numbers(element, "viewBox"), numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else {
      return nil
    }
    return PaintRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// What percentages in a `clipPath`, `mask`, `pattern` or `marker` are of.
  func contentViewport(of resource: NodeID) -> VectorSize {
    if name(resource) == "marker" || name(resource) == "pattern", let box = viewBox(of: resource) {
      return VectorSize(width: box.width, height: box.height)
    }
    let size = viewport(of: resource)
    return VectorSize(width: size.width, height: size.height)
  }

  /// What drawings may have beside SVG.
  private static let extensions: Set<String> = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"]

  /// Whether an element is shown to those who read the page's language.
  /// https://svgwg.org/svg2-draft/struct.html#ConditionalProcessing
  func meetsConditions(_ node: NodeID) -> Bool {
    // Optimization: nearly none has any.
    guard conditionAtoms.contains(where: { document.hasAttribute(node, $0) }) else { return true }
    if let extensions = attribute(node, "requiredExtensions"),
      !extensions.split(whereSeparator: \.isWhitespace).allSatisfy({ Self.extensions.contains(String($0)) })
    {
      return false
    }
    guard let wanted = attribute(node, "systemLanguage") else { return true }
    return wanted.split(separator: ",").contains { part in
      let tag = part.filter { !$0.isWhitespace }.lowercased()
      guard !tag.isEmpty else { return false }
      return languages.contains { language in
        let language = language.lowercased()
        return language == tag || language.hasPrefix(tag + "-") || tag.hasPrefix(language + "-")
      }
    }
  }
}
