import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// The geometry of SVG elements, in the coordinates of the space that they are in.
extension VectorElements {
  /// How deep elements may refer to one another.
  private static let maximumDepth = 32

  /// The basis of percentages: the size of the nearest viewport's coordinate system.
  /// https://svgwg.org/svg2-draft/coords.html#Units
  package func viewport(of node: NodeID) -> (width: Double, height: Double) {
    var ancestor = document.parent(node)
    while !ancestor.isNone, name(ancestor) != "svg", name(ancestor) != "symbol" { ancestor = document.parent(ancestor) }
    guard !ancestor.isNone else { return (300, 150) }
    if let box = numbers(ancestor, "viewBox"), box.count == 4, box[2] > 0, box[3] > 0 { return (box[2], box[3]) }
    if let used = usedSizes[ancestor] { return used }
    // What percentages of a drawing in a drawing refer to.
    let isNested = document.namespace(document.parent(ancestor)) == .svg
    let outer = isNested ? viewport(of: ancestor) : (width: 300, height: 150)
    func side(_ size: SizeValue, _ attribute: String, _ basis: Double) -> Double {
      if case .value(let length) = size { return length.pixels(basis: basis) }
      return length(ancestor, attribute, basis: basis) ?? basis
    }
    let style = style(ancestor)
    return (side(style.box.width, "width", outer.width), side(style.box.height, "height", outer.height))
  }

  /// The lengths that the attributes of a drawing give, in CSS pixels; nil for percentages and where there is none.
  /// https://svgwg.org/svg2-draft/coords.html#SizingSVGInCSS
  package func naturalSize(of svg: NodeID) -> (width: Double?, height: Double?) {
    func side(_ name: String) -> Double? {
      guard let text = attribute(svg, name), !text.utf8.contains(UInt8(ascii: "%")) else { return nil }
      return length(svg, name, basis: 0).flatMap { $0 >= 0 ? $0 : nil }
    }
    return (side("width"), side("height"))
  }

  /// A length that a property or an attribute of the same name gives.
  private func geometry(_ node: NodeID, _ property: VectorProperty, basis: Double) -> Double? {
    let style = style(node)
    if let text = style.effect.vector.text(property), text != "auto" {
      return Self.length(text, basis: basis, fontSize: Double(style.font.size))
    }
    return length(node, property.rawValue, basis: basis)
  }

  private func size(_ node: NodeID, _ value: SizeValue, _ attribute: String, basis: Double) -> Double? {
    switch value {
    case .value(let length): return length.pixels(basis: basis)
    case .auto, .minContent, .maxContent, .fitContent, .stretch, .content:
      return length(node, attribute, basis: basis)
    }
  }

  /// The outline of a basic shape; nil for other elements.
  /// https://svgwg.org/svg2-draft/shapes.html
  package func outline(of node: NodeID) -> PaintPath? {
    guard let name = name(node) else { return nil }
    let (width, height) = viewport(of: node)
    let diagonal = ((width * width + height * height) / 2).squareRoot()
    func x(_ property: VectorProperty) -> Double { geometry(node, property, basis: width) ?? 0 }
    func y(_ property: VectorProperty) -> Double { geometry(node, property, basis: height) ?? 0 }
    func at(_ name: String, _ basis: Double) -> Double { length(node, name, basis: basis) ?? 0 }
    switch name {
    case "rect":
      let style = style(node)
      let rect = PaintRect(
        x: x(.x), y: y(.y), width: size(node, style.box.width, "width", basis: width) ?? 0,
        height: size(node, style.box.height, "height", basis: height) ?? 0)
      guard rect.width > 0, rect.height > 0 else { return PaintPath() }
      let (givenX, givenY) = (geometry(node, .rx, basis: width), geometry(node, .ry, basis: height))
      let radius = CornerRadius(
        x: min(max(0, givenX ?? givenY ?? 0), rect.width / 2), y: min(max(0, givenY ?? givenX ?? 0), rect.height / 2))
      var shape = RoundedRect(rect)
      (shape.topLeft, shape.topRight, shape.bottomRight, shape.bottomLeft) = (radius, radius, radius, radius)
      return PaintPath(shape)
    case "circle":
      let radius = max(0, geometry(node, .r, basis: diagonal) ?? 0)
      return Self.ellipse(x(.cx), y(.cy), radius, radius)
    case "ellipse":
      let (givenX, givenY) = (geometry(node, .rx, basis: width), geometry(node, .ry, basis: height))
      return Self.ellipse(x(.cx), y(.cy), max(0, givenX ?? givenY ?? 0), max(0, givenY ?? givenX ?? 0))
    case "line":
      var path = PaintPath()
      path.move(to: PaintPoint(x: at("x1", width), y: at("y1", height)))
      path.line(to: PaintPoint(x: at("x2", width), y: at("y2", height)))
      return path
    case "polyline", "polygon":
      let numbers = numbers(node, "points") ?? []
      var path = PaintPath()
      for index in stride(from: 0, to: numbers.count - 1, by: 2) {
        let point = PaintPoint(x: numbers[index], y: numbers[index + 1])
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
      if name == "polygon" { path.close() }
      return path
    case "path":
      guard let data = style(node).effect.vector.text(.d) ?? attribute(node, "d") else { return PaintPath() }
      var parser = PathDataParser(data)
      return parser.path()
    case _: return nil
    }
  }

  private static func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double) -> PaintPath {
    guard rx > 0, ry > 0 else { return PaintPath() }
    return PaintPath(ellipseIn: PaintRect(x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry))
  }

  /// The object's bounding box, without strokes, in its own space; nil where nothing is known of it.
  /// https://svgwg.org/svg2-draft/coords.html#BoundingBoxes
  func boundingBox(of node: NodeID, depth: Int = 0) -> PaintRect? {
    guard depth < Self.maximumDepth, boxSteps > 0, let name = name(node) else { return nil }
    boxSteps -= 1
    if let outline = outline(of: node) { return outline.isEmpty ? nil : outline.coveredBounds }
    let (width, height) = viewport(of: node)
    switch name {
    case "g", "a", "switch":
      var result: PaintRect?
      for child in children(node) {
        guard let box = boundingBox(of: child, depth: depth + 1) else { continue }
        let placed = box.bounds(under: transform(of: child, depth: depth + 1))
        result = result?.union(placed) ?? placed
      }
      return result
    case "use":
      guard let target = useTarget(node), let box = boundingBox(of: target, depth: depth + 1) else { return nil }
      return box.bounds(under: transform(of: target, depth: depth + 1)).offset(
        x: geometry(node, .x, basis: width) ?? 0, y: geometry(node, .y, basis: height) ?? 0)
    case "image", "svg", "foreignObject":
      let style = style(node)
      return PaintRect(
        x: geometry(node, .x, basis: width) ?? 0, y: geometry(node, .y, basis: height) ?? 0,
        width: max(0, size(node, style.box.width, "width", basis: width) ?? 0),
        height: max(0, size(node, style.box.height, "height", basis: height) ?? 0))
    case "text":
      if let known = textBoxes[node] { return known }
      let box = fonts.flatMap { VectorTextMeasure.box(of: node, self, $0) }
      textBoxes[node] = .some(box)
      return box
    case _: return nil
    }
  }

  /// The element that a `use` element references.
  package func useTarget(_ node: NodeID) -> NodeID? { address(node).flatMap { find(reference: $0, from: node) } }

  /// The element's transformation matrix in its parent's space.
  package func transform(of node: NodeID) -> Transform { transform(of: node, depth: 0) }

  /// https://drafts.csswg.org/css-transforms-1/#transform-box
  private func transform(of node: NodeID, depth: Int) -> Transform {
    let effect = style(node).effect
    guard style(node).hasTransform else { return .identity }
    var frame: PaintRect
    switch effect.transformBox {
    case .contentBox, .fillBox, .borderBox, .strokeBox:
      frame = boundingBox(of: node, depth: depth) ?? .zero
    case .viewBox:
      let size = viewport(of: node)
      frame = PaintRect(x: 0, y: 0, width: size.width, height: size.height)
    }
    if !frame.x.isFinite || !frame.y.isFinite { frame = .zero }
    // Drawings have no depth.
    return effect.matrix(of: frame, originX: frame.x, originY: frame.y).planar
  }
}
