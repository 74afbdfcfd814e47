import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// The lengths that place an element of a drawing, by properties and attributes.
struct VectorGeometry {
  fileprivate let elements: VectorElements
  fileprivate let node: NodeID
  fileprivate let style: ComputedStyle
  fileprivate let viewport: VectorSize

  // MARK: Lengths

  /// A length that a property or an attribute of the same name gives.
  private func value(_ property: VectorProperty, basis: Double) -> Double? {
    if let text = style.effect.vector.text(property) {
      return text == "auto" ? nil : VectorElements.length(text, basis: basis, fontSize: Double(style.font.size))
    }
    return elements.length(node, property, basis: basis, style)
  }

  func attribute(_ name: String, basis: Double) -> Double? { elements.length(node, name, basis: basis, style) }

  private func size(_ value: SizeValue, _ attribute: String, basis: Double) -> Double? {
    switch value {
    case .value(let length): length.pixels(basis: basis)
    case .auto, .minContent, .maxContent, .fitContent, .stretch, .content, .calculated:
      self.attribute(attribute, basis: basis)
    }
  }

  var x: Double { value(.x, basis: viewport.width) ?? 0 }
  var y: Double { value(.y, basis: viewport.height) ?? 0 }
  /// Nil for `auto`.
  var givenWidth: Double? { size(style.box.width, "width", basis: viewport.width) }
  var givenHeight: Double? { size(style.box.height, "height", basis: viewport.height) }
  /// By attributes alone: those of `svg`, `symbol` and `use` elements in a drawing are no properties.
  /// Deviation: as in Chromium; also the places of `svg` elements.
  var attributeSize: (width: Double?, height: Double?) {
    (attribute("width", basis: viewport.width), attribute("height", basis: viewport.height))
  }
  var rect: PaintRect { PaintRect(x: x, y: y, width: max(0, givenWidth ?? 0), height: max(0, givenHeight ?? 0)) }

  /// Where a nested `svg` element is, or a symbol. `size`: what a `use` element says of it.
  func viewportPlace(isSymbol: Bool, _ size: (width: Double?, height: Double?)) -> PaintRect {
    let own = attributeSize
    return PaintRect(
      x: isSymbol ? 0 : attribute("x", basis: viewport.width) ?? 0,
      y: isSymbol ? 0 : attribute("y", basis: viewport.height) ?? 0,
      width: max(0, size.width ?? own.width ?? viewport.width),
      height: max(0, size.height ?? own.height ?? viewport.height))
  }

  // MARK: Shapes

  /// The outline of a basic shape; nil for other elements.
  /// https://svgwg.org/svg2-draft/shapes.html
  func outline(_ name: VectorName) -> PaintPath? {
    switch name {
    case .rect: return rectangle
    case .circle:
      let radius = max(0, value(.r, basis: viewport.diagonal) ?? 0)
      return ellipse(radius, radius)
    case .ellipse:
      let (givenX, givenY) = radii
      return ellipse(max(0, givenX ?? givenY ?? 0), max(0, givenY ?? givenX ?? 0))
    case .line:
      func at(_ name: String, _ basis: Double) -> Double { attribute(name, basis: basis) ?? 0 }
      var path = PaintPath()
      path.move(to: PaintPoint(x: at("x1", viewport.width), y: at("y1", viewport.height)))
      path.line(to: PaintPoint(x: at("x2", viewport.width), y: at("y2", viewport.height)))
      return path
    case .polyline, .polygon:
      let points = elements.attribute(node, "points") ?? ""
      return Self.polygon(points, isClosed: name == .polygon)
    case .path:
      // `d: none` is a path without anything.
      guard let data = style.effect.vector.text(.d) ?? elements.attribute(node, "d"), data != "none" else {
        return PaintPath()
      }
      return PaintPath(data: data)
    case .a, .foreignObject, .g, .image, .svg, .switch, .symbol, .text, .use: return nil
    }
  }

  /// Negative ones count as if they were not there.
  private var radii: (Double?, Double?) {
    func valid(_ value: Double?) -> Double? { value.flatMap { $0 >= 0 ? $0 : nil } }
    return (valid(value(.rx, basis: viewport.width)), valid(value(.ry, basis: viewport.height)))
  }

  private var rectangle: PaintPath {
    let rect = rect
    guard rect.width > 0, rect.height > 0 else { return PaintPath() }
    let (givenX, givenY) = radii
    let radius = CornerRadius(
      x: min(givenX ?? givenY ?? 0, rect.width / 2), y: min(givenY ?? givenX ?? 0, rect.height / 2))
    var shape = RoundedRect(rect)
    (shape.topLeft, shape.topRight, shape.bottomRight, shape.bottomLeft) = (radius, radius, radius, radius)
    return PaintPath(shape)
  }

  private func ellipse(_ rx: Double, _ ry: Double) -> PaintPath {
    guard rx > 0, ry > 0 else { return PaintPath() }
    let cx = value(.cx, basis: viewport.width) ?? 0
    let cy = value(.cy, basis: viewport.height) ?? 0
    return PaintPath(ellipseFromRightAround: PaintPoint(x: cx, y: cy), rx, ry)
  }

  /// Of an odd number of coordinates the last one does not count.
  private static func polygon(_ points: String, isClosed: Bool) -> PaintPath {
    let numbers = NumberScanner.list(points, most: 400_000).numbers
    var path = PaintPath()
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let point = PaintPoint(x: numbers[index], y: numbers[index + 1])
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    if isClosed { path.close() }
    return path
  }
}

extension VectorElements {
  func geometry(_ node: NodeID, _ style: ComputedStyle, _ viewport: VectorSize) -> VectorGeometry {
    VectorGeometry(elements: self, node: node, style: style, viewport: viewport)
  }

  /// The basis of percentages where an element is in the document: the size of the nearest viewport's coordinate
  /// system.
  /// https://svgwg.org/svg2-draft/coords.html#Units
  package func viewport(of node: NodeID) -> (width: Double, height: Double) {
    var ancestor = document.parent(node)
    while !ancestor.isNone, name(ancestor) != "svg", name(ancestor) != "symbol" { ancestor = document.parent(ancestor) }
    guard !ancestor.isNone else { return (300, 150) }
    if let box = viewBox(of: ancestor), box.width > 0, box.height > 0 { return (box.width, box.height) }
    if let used = usedSizes[ancestor] { return used }
    // What percentages of a drawing in a drawing refer to.
    let outer = !isOuter(ancestor) ? viewport(of: ancestor) : (width: 300, height: 150)
    let geometry = geometry(ancestor, style(ancestor), VectorSize(width: outer.width, height: outer.height))
    let size = isOuter(ancestor) ? (geometry.givenWidth, geometry.givenHeight) : geometry.attributeSize
    return (size.0 ?? outer.width, size.1 ?? outer.height)
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

  /// Width over height, by the size or else by the view box; nil where there is none.
  /// https://svgwg.org/svg2-draft/coords.html#SizingSVGInCSS
  package func naturalRatio(of svg: NodeID) -> Double? {
    let size = naturalSize(of: svg)
    if let width = size.width, let height = size.height, width > 0, height > 0 { return width / height }
    guard let box = viewBox(of: svg), box.width > 0, box.height > 0 else { return nil }
    // What is stretched to any shape has none of its own.
    let fit = attribute(svg, "preserveAspectRatio")?.split { $0.isWhitespace }.first
    return fit == "none" ? nil : box.width / box.height
  }

  /// The outline of a basic shape where it is in the document; nil for other elements.
  package func outline(of node: NodeID) -> PaintPath? {
    guard let name = kind(node) else { return nil }
    let size = viewport(of: node)
    return geometry(node, style(node), VectorSize(width: size.width, height: size.height)).outline(name)
  }

  /// The element that a `use` element references.
  package func useTarget(_ node: NodeID) -> NodeID? { address(node).flatMap { find(reference: $0, from: node) } }

  /// An element's transformation matrix in its parent's space. `box`: its bounding box.
  /// https://drafts.csswg.org/css-transforms-1/#transform-box
  func transform(
    _ style: ComputedStyle, _ box: PaintRect?, stroke: PaintRect? = nil, _ viewport: VectorSize
  ) -> Transform {
    guard style.hasTransform else { return .identity }
    var frame: PaintRect
    switch style.effect.transformBox {
    case .contentBox, .fillBox: frame = box ?? .zero
    case .borderBox, .strokeBox: frame = stroke ?? box ?? .zero
    case .viewBox: frame = PaintRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
    }
    if !frame.x.isFinite || !frame.y.isFinite { frame = .zero }
    if let flat = style.flatTransform(of: frame) { return flat }
    let effect = style.effect
    // Drawings have no depth.
    return effect.matrix(
      of: frame, originX: frame.x, originY: frame.y, motion: place(effect.motion, style, box, viewport)
    ).planar
  }

  /// Where an element of a drawing is on its `offset-path`: all boxes that paths may be in are the viewport.
  /// https://drafts.csswg.org/css-box-4/#typedef-coord-box
  private func place(
    _ motion: MotionStyle, _ style: ComputedStyle, _ box: PaintRect?, _ viewport: VectorSize
  ) -> MotionPlace? {
    guard !motion.path.isNone else { return nil }
    let space = MotionSpace(
      reference: RoundedRect(PaintRect(x: 0, y: 0, width: viewport.width, height: viewport.height)),
      size: VectorSize(width: box?.width ?? 0, height: box?.height ?? 0), zoom: 1)
    var place = space.place(motion) { find(reference: $0).flatMap { outline(of: $0) } }
    place?.isInFrame = false
    return place
  }

  static func strokeLength(_ style: ComputedStyle, _ property: VectorProperty, _ viewport: VectorSize) -> Double? {
    style.inherited.vector.text(property).flatMap {
      length($0, basis: viewport.diagonal, fontSize: Double(style.font.size))
    }
  }
}
