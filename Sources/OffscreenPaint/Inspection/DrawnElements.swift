import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

/// Scripts' questions about the elements of drawings, in the elements' own spaces.
/// https://svgwg.org/svg2-draft/types.html#InterfaceSVGGraphicsElement
extension VectorElements {
  /// The text that an element is in, and which of its characters are the element's.
  package func text(of element: NodeID) -> (text: VectorText, characters: Range<Int>)? {
    var owner = element
    while name(owner) != "text" {
      guard !owner.isNone, name(owner) == "tspan" || name(owner) == "textPath" || name(owner) == "a" else { return nil }
      owner = document.parent(owner)
    }
    let tree = VectorTreeBuilder.element(owner, self)
    guard let root = tree.roots.first, case .text(let text) = tree[root].content, let range = text.ranges[element]
    else {
      return nil
    }
    return (text, range)
  }

  /// The object's bounding box; nil where the element is not rendered.
  package func boundingBox(of element: NodeID) -> PaintRect? {
    guard let name = name(element), isRendered(element) else { return nil }
    if name == "tspan" || name == "textPath" { return text(of: element)?.text.box(of: element) ?? .zero }
    if name == "svg" {
      let size = usedSizes[element] ?? viewport(of: element)
      let isOuter = isOuter(element)
      let tree =
        isOuter
        ? VectorTreeBuilder.drawing(element, self, width: size.width, height: size.height)
        : VectorTreeBuilder.element(element, self)
      guard let root = tree.roots.first else { return .zero }
      // Around what is in it, where that is.
      return tree[root].children.reduce(nil as PaintRect?) { box, child in
        guard let inside = tree[child].box?.bounds(under: tree[child].transform) else { return box }
        return box?.union(inside) ?? inside
      } ?? .zero
    }
    let tree = VectorTreeBuilder.element(element, self)
    guard let root = tree.roots.first else { return nil }
    return tree[root].box ?? .zero
  }

  /// From an element's space to that of the nearest viewport around it.
  /// https://svgwg.org/svg2-draft/types.html#__svg__SVGGraphicsElement__getCTM
  package func viewportMatrix(of element: NodeID) -> Transform? {
    guard name(element) != nil else { return nil }
    var result = localTransform(of: element)
    var ancestor = document.parent(element)
    if name(element) == "svg", name(ancestor) == nil { return result }
    while name(ancestor) != nil {
      result = result.then(localTransform(of: ancestor))
      if name(ancestor) == "svg" { return result }
      ancestor = document.parent(ancestor)
    }
    return nil
  }

  /// How large an element is drawn by what is around it.
  func scale(around element: NodeID) -> Double {
    var result = Transform.identity
    var ancestor = document.parent(element)
    while name(ancestor) != nil {
      result = result.then(localTransform(of: ancestor, knowsBoxes: false))
      ancestor = document.parent(ancestor)
    }
    return result.textScale
  }

  /// From what is in an element to what is around it. `knowsBoxes`: whether its bounding box is asked for where it
  /// matters.
  private func localTransform(of element: NodeID, knowsBoxes: Bool = true) -> Transform {
    let style = style(element)
    let size = viewport(of: element)
    let basis = VectorSize(width: size.width, height: size.height)
    guard name(element) == "svg" else {
      let asksForBox = knowsBoxes && style.hasTransform && style.effect.transformBox != .viewBox
      let box = asksForBox ? boundingBox(of: element) : nil
      let own = transform(style, box, basis)
      return motion(of: element).map { own.then($0) } ?? own
    }
    let isOuter = isOuter(element)
    let used = usedSizes[element] ?? naturalArea(of: element)
    let area =
      isOuter
      ? PaintRect(x: 0, y: 0, width: used.width, height: used.height)
      : geometry(element, style, basis).viewportPlace(isSymbol: false, (nil, nil))
    var inner = Transform.translation(x: area.x, y: area.y)
    if let box = viewBox(of: element) {
      let fit = PreserveAspectRatio(attribute(element, "preserveAspectRatio"))
      inner = fit.transform(viewBox: box, in: area) ?? inner
    }
    return isOuter ? inner : inner.then(transform(style, nil, basis))
  }

  private func naturalArea(of svg: NodeID) -> (width: Double, height: Double) {
    let size = naturalSize(of: svg)
    return (size.width ?? 300, size.height ?? 150)
  }

  /// How long a shape's outline is.
  /// https://svgwg.org/svg2-draft/types.html#InterfaceSVGGeometryElement
  package func measure(of shape: NodeID) -> PathMeasure? { outline(of: shape).map { PathMeasure($0) } }

  /// Whether a point is in a shape, or on its stroke.
  package func contains(_ point: PaintPoint, in shape: NodeID, stroke: Bool) -> Bool {
    guard let outline = outline(of: shape) else { return false }
    let (style, size) = (style(shape), viewport(of: shape))
    guard stroke else {
      let winding = outline.winding(around: point)
      return style.inherited.vector.text(.fillRule) == "evenodd" ? winding % 2 != 0 : winding != 0
    }
    let width = Self.strokeLength(style, .strokeWidth, VectorSize(width: size.width, height: size.height)) ?? 1
    return PathMeasure(outline).distance(to: point) <= width / 2
  }
}

extension PaintPath {
  /// How often the path goes round a point.
  func winding(around point: PaintPoint) -> Int {
    var total = 0
    for (start, end) in PathMeasure(closing: self).lines where (start.y <= point.y) != (end.y <= point.y) {
      let side = (end.x - start.x) * (point.y - start.y) - (point.x - start.x) * (end.y - start.y)
      if start.y <= point.y, side > 0 { total += 1 }
      if start.y > point.y, side < 0 { total -= 1 }
    }
    return total
  }
}
