import Foundation
import OffscreenCSS
import OffscreenGeometry

/// How an element's outline is drawn.
/// https://svgwg.org/svg2-draft/painting.html#StrokeProperties
struct VectorStroke {
  private(set) var pen: Stroke
  let isNonScaling: Bool
  private static let mostDashes = 1_000

  /// Nil where nothing is drawn.
  init?(_ node: VectorNode, _ elements: VectorElements, path: PaintPath?) {
    let (style, viewport) = (node.style, node.viewport)
    let vector = style.inherited.vector
    let width = elements.strokeLength(style, .strokeWidth, viewport) ?? 1
    guard width > 0, width.isFinite else { return nil }
    pen = Stroke(path: PaintPath(), width: width, color: .black)
    switch vector.text(.strokeLinecap) {
    case "round"?: pen.cap = .round
    case "square"?: pen.cap = .square
    case _: pen.cap = .butt
    }
    switch vector.text(.strokeLinejoin) {
    case "round"?: pen.join = .round
    case "bevel"?: pen.join = .bevel
    case _: pen.join = .miter
    }
    pen.miterLimit = Double(vector.number(.strokeMiterlimit) ?? 4)
    isNonScaling = style.effect.vector.text(.vectorEffect) == "non-scaling-stroke"
    if pen.miterLimit < 1 { (pen.miterLimit, pen.join) = (1, .bevel) }
    readDashes(node, elements, path)
  }

  private mutating func readDashes(_ node: VectorNode, _ elements: VectorElements, _ path: PaintPath?) {
    let (style, viewport) = (node.style, node.viewport)
    guard let text = style.inherited.vector.text(.strokeDasharray), text != "none" else { return }
    var dashes = text.split(separator: ",").prefix(Self.mostDashes).compactMap {
      VectorElements.length(String($0), basis: viewport.diagonal, fontSize: Double(style.font.size))
    }
    if dashes.count % 2 == 1 { dashes += dashes }
    guard !dashes.isEmpty, dashes.allSatisfy({ $0 >= 0 }), dashes.reduce(0, +) > 0 else { return }
    var offset = elements.strokeLength(style, .strokeDashoffset, viewport) ?? 0
    // https://svgwg.org/svg2-draft/paths.html#PathLengthAttribute
    if let path, let given = elements.number(node.element, "pathLength"), given >= 0 {
      guard given > 0 else { return }
      let scale = PathMeasure(path).length / given
      dashes = dashes.map { $0 * scale }
      offset *= scale
    }
    let period = dashes.reduce(0, +)
    guard period > 0, period.isFinite else { return }
    offset = offset.truncatingRemainder(dividingBy: period)
    pen.dashes = dashes
    pen.dashOffset = offset < 0 ? offset + period : offset
  }

  /// What a square pen leaves of subpaths without a length, which have no direction.
  /// https://svgwg.org/svg2-draft/painting.html#LineCaps
  func squareDots(_ path: PaintPath) -> PaintPath {
    var dots = PaintPath()
    guard pen.cap == .square else { return dots }
    var (start, isDegenerate, hasSegment) = (PaintPoint.zero, true, false)
    func end(_ dots: inout PaintPath) {
      guard isDegenerate, hasSegment else { return }
      let half = pen.width / 2
      dots.add(PaintRect(x: start.x - half, y: start.y - half, width: pen.width, height: pen.width))
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        end(&dots)
        (start, isDegenerate, hasSegment) = (point, true, false)
      case .line(let point):
        hasSegment = true
        if point != start { isDegenerate = false }
      case .curve(let first, let second, let point):
        hasSegment = true
        if first != start || second != start || point != start { isDegenerate = false }
      case .close: hasSegment = true
      }
    }
    end(&dots)
    return dots
  }
}
