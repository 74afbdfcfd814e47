import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// What `fill` and `stroke` come to for an element.
/// https://svgwg.org/svg2-draft/painting.html#SpecifyingPaint
struct VectorPaint {
  enum Source {
    case none
    case color(Color)
    /// A gradient or pattern, and what is painted where it cannot be.
    case server(NodeID, of: VectorElements, fallback: Color?)
  }
  var source: Source
  /// The colour as it is written, where it depends on that of the element that shows it.
  var relative: ColorValue?
  var opacity = 1.0
  /// The element that a paint server's units are of: its box, its viewport, and from its space to the drawing's.
  var box: PaintRect?
  var viewport: VectorSize
  var ctm: Transform

  var isNone: Bool { if case .none = source { true } else { opacity <= 0 } }

  /// As `context-fill` and `context-stroke` show it.
  /// Deviation: `currentcolor` is that of the element that says so, as in Chromium.
  func shown(in style: ComputedStyle, _ opacity: Double) -> VectorPaint {
    var paint = faded(opacity)
    if let relative { paint.source = .color(relative.resolved(style.inherited.color)) }
    return paint
  }

  func faded(_ opacity: Double) -> VectorPaint {
    var paint = self
    paint.opacity *= opacity
    return paint
  }
}

/// What `context-fill` and `context-stroke` stand for.
/// https://svgwg.org/svg2-draft/painting.html#context-paint
struct ContextPaint {
  var fill: VectorPaint
  var stroke: VectorPaint
}

extension VectorPainter {
  func paint(of node: VectorNode, _ property: VectorProperty, _ ctm: Transform, _ context: ContextPaint? = nil)
    -> VectorPaint
  {
    let style = node.style
    let vector = style.inherited.vector
    let opacity = vector.number(property == .fill ? .fillOpacity : .strokeOpacity) ?? 1
    var paint = VectorPaint(
      source: .none, opacity: Double(opacity), box: node.box, viewport: node.viewport, ctm: ctm)
    switch vector[property] {
    case nil: paint.source = property == .fill ? .color(.black) : .none
    case .color(let color)?:
      paint.source = .color(color.resolved(style.inherited.color))
      if case .color = color {} else { paint.relative = color }
    case .number?: break
    case .text("none")?: break
    case .text("context-fill")?: return (context?.fill ?? paint).shown(in: style, paint.opacity)
    case .text("context-stroke")?: return (context?.stroke ?? paint).shown(in: style, paint.opacity)
    case .text(let text)?:
      let reference = VectorReference(text)
      let fallback = reference?.fallback?.resolved(style.inherited.color)
      if let address = reference?.address, let (owner, server) = server(address) {
        paint.source = .server(server, of: owner, fallback: fallback)
      } else if let fallback {
        paint.source = .color(fallback)
      }
    }
    return paint
  }

  private func server(_ address: String) -> (owner: VectorElements, element: NodeID)? {
    guard let (owner, node) = elements.resource(address) else { return nil }
    switch owner.name(node) {
    case "linearGradient", "radialGradient", "pattern": return (owner, node)
    case _: return nil
    }
  }

  // MARK: Painting with it

  mutating func fill(
    _ path: PaintPath, _ rule: FillRule, _ paint: VectorPaint, ctm: Transform, isAliased: Bool = false, depth: Int
  ) {
    switch resolve(paint, ctm) {
    case .nothing: return
    case .color(let color):
      guard isAliased else { return list.fill(path, color, rule: rule) }
      var shape = ShapePaint(path: path, source: .color(color))
      (shape.rule, shape.isAliased) = (rule, true)
      list.shape(shape)
    case .gradient(let gradient):
      var shape = ShapePaint(path: path, source: .gradient(gradient))
      (shape.rule, shape.isAliased, shape.opacity) = (rule, isAliased, paint.opacity)
      list.shape(shape)
    case .pattern(let pattern):
      if paint.opacity < 1 { pushLayer(opacity: paint.opacity) }
      list.pushClip(path, rule: rule)
      self.paint(pattern, over: path.bounds, depth: depth)
      list.pop()
      if paint.opacity < 1 { list.pop() }
    }
  }

  mutating func stroke(
    _ path: PaintPath, _ stroke: VectorStroke, _ paint: VectorPaint, ctm: Transform, isAliased: Bool = false,
    depth: Int
  ) {
    let start = list.depth
    defer { list.pop(to: start) }
    var (path, pen, back) = (path, stroke.pen, Transform.identity)
    if stroke.isNonScaling {
      // https://svgwg.org/svg2-draft/coords.html#VectorEffects : the pen keeps its size.
      guard let inverse = ctm.inverted else { return }
      path = path.transformed(by: ctm)
      back = ctm
      list.pushTransform(inverse)
    }
    pen.path = path
    let bounds = pen.bounds
    var dots = stroke.squareDots(path)
    if stroke.isDotted, let all = stroke.dots(along: path) { (dots, pen.path) = (all, PaintPath()) }
    switch resolve(paint, ctm) {
    case .nothing: return
    case .color(let color):
      pen.color = color
      if isAliased {
        var shape = ShapePaint(path: pen.path, source: .color(color))
        (shape.stroke, shape.isAliased) = (pen, true)
        list.shape(shape)
      } else {
        list.stroke(pen)
      }
      list.fill(dots, color)
    case .gradient(var gradient):
      gradient.transform = gradient.transform.then(back)
      var shape = ShapePaint(path: pen.path, source: .gradient(gradient))
      (shape.stroke, shape.isAliased, shape.opacity) = (pen, isAliased, paint.opacity)
      list.shape(shape)
      (shape.path, shape.stroke) = (dots, nil)
      list.shape(shape)
    case .pattern(let pattern):
      pushLayer(opacity: paint.opacity)
      pen.color = .black
      list.stroke(pen)
      list.fill(dots, .black)
      pushLayer(.sourceIn)
      if back != .identity { list.pushTransform(back) }
      let area = stroke.isNonScaling ? (back.inverted.map { bounds.bounds(under: $0) } ?? .zero) : bounds
      self.paint(pattern, over: area, depth: depth)
      if back != .identity { list.pop() }
      list.pop()
      list.pop()
    }
  }

  mutating func pushLayer(opacity: Double) {
    var layer = LayerEffect()
    layer.opacity = opacity
    list.pushLayer(layer)
  }

  mutating func pushLayer(_ composite: LayerEffect.Composite) {
    var layer = LayerEffect()
    layer.composite = composite
    list.pushLayer(layer)
  }

  enum ResolvedPaint {
    case nothing
    case color(Color)
    /// In the space of what is painted.
    case gradient(VectorGradient)
    case pattern(VectorPattern)
  }

  /// `ctm`: of the space that is painted in.
  func resolve(_ paint: VectorPaint, _ ctm: Transform) -> ResolvedPaint {
    func faded(_ color: Color) -> ResolvedPaint {
      var color = color
      color.alpha *= Float(paint.opacity)
      return color.isTransparent ? .nothing : .color(color)
    }
    switch paint.source {
    case .none: return .nothing
    case .color(let color): return faded(color)
    case .server(let server, let owner, let fallback):
      // From the space of the element that the paint is of.
      var toHere = Transform.identity
      if paint.ctm != ctm {
        guard let inverse = ctm.inverted else { return .nothing }
        toHere = paint.ctm.then(inverse)
      }
      let reader = PaintServerReader(elements: owner, box: paint.box, viewport: paint.viewport)
      switch reader.read(server) {
      case .nothing: return .nothing
      case .inError: return fallback.map(faded) ?? .nothing
      case .color(let color): return faded(color)
      case .gradient(var gradient):
        gradient.transform = gradient.transform.then(toHere)
        return .gradient(gradient)
      case .pattern(var pattern):
        guard !isOpen(pattern.element) else { return fallback.map(faded) ?? .nothing }
        pattern.transform = pattern.transform.then(toHere)
        return .pattern(pattern)
      }
    }
  }

  /// Fills an area with a pattern's tiles.
  mutating func paint(_ pattern: VectorPattern, over area: PaintRect, depth: Int) {
    guard !area.isEmpty, enter(pattern.element) else { return }
    defer { leave() }
    var layer = LayerEffect()
    layer.tiling = Tiling(tile: pattern.tile, transform: pattern.transform, area: area.outset(by: 1))
    list.pushLayer(layer)
    list.pushTransform(pattern.content)
    within(pattern.owner) {
      $0.paint($0.elements.contents(of: pattern.contentElement), ctm: .identity, depth: depth + 1)
    }
    list.pop()
    list.pop()
  }
}

/// `url(...)`, perhaps with a colour for when it leads nowhere.
struct VectorReference {
  let address: String
  let fallback: ColorValue?

  /// What is between the parentheses, without quotes.
  static func address(_ text: Substring) -> String {
    guard let first = text.first, first == "\"" || first == "'", text.count > 1, text.last == first else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }

  init?(_ text: String) {
    guard text.hasPrefix("url("), let end = text.lastIndex(of: ")") else { return nil }
    // A colour behind it has parentheses too.
    let close = text.range(of: ") ")?.lowerBound ?? end
    address = Self.address(text[text.index(text.startIndex, offsetBy: 4)..<close])
    let rest = text[text.index(after: close)...].drop { $0 == " " }
    if rest.isEmpty || rest == "none" {
      fallback = nil
    } else {
      var cursor = TokenCursor(String(rest))
      fallback = cursor.consumeColor(in: ParsingContext())?.computed(in: .initial)
    }
  }
}
