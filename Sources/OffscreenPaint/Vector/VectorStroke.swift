import Foundation
import OffscreenCSS
import OffscreenGeometry

/// How an element's outline is drawn.
/// https://svgwg.org/svg2-draft/painting.html#StrokeProperties
struct VectorStroke {
  private(set) var pen: Stroke
  let isNonScaling: Bool
  /// Whether it is drawn as the path is.
  var isPlain: Bool { pen.dashes.isEmpty && pen.cap != .square && !isNonScaling }
  private static let mostDashes = 1_000

  /// Nil where nothing is drawn.
  init?(_ style: ComputedStyle, _ viewport: VectorSize) {
    let vector = style.inherited.vector
    let width = VectorElements.strokeLength(style, .strokeWidth, viewport) ?? 1
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
    let (dashes, offset) = Self.dashes(style, viewport)
    setDashes(dashes, offset: offset)
  }

  /// None where the line is whole.
  private static func dashes(_ style: ComputedStyle, _ viewport: VectorSize) -> ([Double], offset: Double) {
    guard let text = style.inherited.vector.text(.strokeDasharray), text != "none" else { return ([], 0) }
    var dashes = text.split(separator: ",").prefix(mostDashes).compactMap {
      VectorElements.length(String($0), basis: viewport.diagonal, fontSize: Double(style.font.size))
    }
    if dashes.count % 2 == 1 { dashes += dashes }
    guard dashes.allSatisfy({ $0 >= 0 }) else { return ([], 0) }
    return (dashes, VectorElements.strokeLength(style, .strokeDashoffset, viewport) ?? 0)
  }

  private mutating func setDashes(_ dashes: [Double], offset: Double) {
    let period = dashes.reduce(0, +)
    let isDashed = period > 0 && period.isFinite
    pen.dashes = isDashed ? dashes : []
    let rest = isDashed ? offset.truncatingRemainder(dividingBy: period) : 0
    pen.dashOffset = rest < 0 ? rest + period : rest
  }

  /// Along a path whose length is given as another one.
  /// https://svgwg.org/svg2-draft/paths.html#PathLengthAttribute
  func along(_ path: PaintPath, length given: Double?) -> VectorStroke {
    guard let given, given >= 0, !pen.dashes.isEmpty else { return self }
    var stroke = self
    let scale = given > 0 ? PathMeasure(path).length / given : 0
    stroke.setDashes(pen.dashes.map { $0 * scale }, offset: pen.dashOffset * scale)
    return stroke
  }

  /// Whether its dashes have no length, so that there is no more of it than what their caps leave.
  var isDotted: Bool {
    !pen.dashes.isEmpty && stride(from: 0, to: pen.dashes.count, by: 2).allSatisfy { pen.dashes[$0] == 0 }
  }

  /// The dots of such a pen along a path; nil where they are too many to be drawn one by one.
  func dots(along path: PaintPath) -> PaintPath? {
    var dots = PaintPath()
    guard pen.cap != .butt else { return dots }
    let (half, period) = (pen.width / 2, pen.dashes.reduce(0, +))
    var count = 0
    for subpath in path.subpaths {
      let measure = PathMeasure(subpath)
      guard period > 0, measure.length / period * Double(pen.dashes.count) < Double(Self.mostDots - count) else {
        return nil
      }
      // Each subpath begins anew.
      var (place, index) = (-pen.dashOffset, 0)
      while place <= measure.length {
        if index % 2 == 0, place >= 0, let spot = measure.place(at: place) {
          count += 1
          if pen.cap == .round {
            dots.add(PaintPath(ellipseFromRightAround: spot.point, half, half))
          } else {
            let (c, s) = (cos(spot.angle) * half, sin(spot.angle) * half)
            dots.add(
              polygon: [(c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c)].map {
                PaintPoint(x: spot.point.x + $0.0, y: spot.point.y + $0.1)
              })
          }
        }
        place += pen.dashes[index]
        index = (index + 1) % pen.dashes.count
      }
    }
    return dots
  }

  private static let mostDots = 10_000

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
