import OffscreenCSS
import OffscreenGeometry
import Testing

@testable import OffscreenPaint

/// What drawings are read and measured with.
struct VectorTests {
  @Test(
    arguments: [
      ("1 2,3", [1, 2, 3], true), ("1.5.5-2e1+3", [1.5, 0.5, -20, 3], true), ("10-.25", [10, -0.25], true),
      ("1,,2", [1], false), ("1 x", [1], false), ("", [], true), ("1,", [1], false), ("5. 6", [5, 6], true),
      ("123456789012345678901", [1e9], true), ("1e400 -1e400", [1e9, -1e9], true), ("0.1e-2", [0.001], true),
      ("+.5e", [0.5], false), ("-", [], false),
    ] as [(String, [Double], Bool)])
  func numbersFollowEachOther(_ text: String, _ numbers: [Double], _ isWhole: Bool) {
    let read = NumberScanner.list(text, most: 10)
    #expect(read.numbers == numbers)
    #expect(read.isWhole == isWhole)
  }

  private func path(_ data: String) -> PaintPath {
    var parser = PathDataParser(data)
    return parser.path()
  }

  @Test func pathsAreReadUpToTheFirstError() {
    #expect(path("M 0 0 L 10 0 L x").coveredBounds == PaintRect(x: 0, y: 0, width: 10, height: 0))
    #expect(path("L 10 10").isEmpty)
    #expect(path("M1 2h3v4zl-1-1").elements.count == 5)
  }

  @Test func circlesAreKnown() throws {
    for data in [
      "M0 3A3 3 0 1 1 0-3A3 3 0 1 1 0 3Z", "M3 0A3 3 0 1 1 0-3A3 3 0 0 1 3 0Z",
      "M 0 3 C 0.795609 3 1.55874 2.683901 2.12132 2.12132 C 2.683901 1.55874 3 0.795609 3 0 C 3 -0.795609 2.683901"
        + " -1.55874 2.12132 -2.12132 C 1.55874 -2.683901 0.795609 -3 0 -3 C -0.795609 -3 -1.55874 -2.683901 -2.12132"
        + " -2.12132 C -2.683901 -1.55874 -3 -0.795609 -3 0 C -3 0.795609 -2.683901 1.55874 -2.12132 2.12132"
        + " C -1.55874 2.683901 -0.795609 3 0 3 z",
    ] {
      let circle = try #require(path(data).circle)
      #expect(abs(circle.radius - 3) < 1e-5 && abs(circle.center.x) < 1e-5 && abs(circle.center.y) < 1e-5)
    }
    for data in [
      "M0 3A3 2 0 1 1 0-3A3 2 0 1 1 0 3Z", "M0 3A3 3 0 1 1 0-3Z", "M0 3A3 3 0 1 1 0-3A3 3 0 1 1 0 3M9 9", "M0 0h3v3z",
      "M3 0A3 3 0 0 1 0 3A3 3 0 0 1-3 0A3 3 0 0 0 0 3A3 3 0 0 0 3 0Z",
      "M3 0A3 3 0 1 1 3-.01A3 3 0 1 1 3 0A3 3 0 1 1 3-.01A3 3 0 1 1 3 0Z",
    ] {
      #expect(path(data).circle == nil, "\(data)")
    }
  }

  @Test func pathsAreMeasured() throws {
    let square = PathMeasure(path("M0 0h10v10h-10z"))
    #expect(square.length == 40)
    let corner = try #require(square.place(at: 15))
    #expect(corner.point == PaintPoint(x: 10, y: 5))
    #expect(abs(corner.angle - .pi / 2) < 1e-9)
    #expect(try #require(square.place(at: 99)).point == .zero)
    // A circle of arcs.
    let circle = PathMeasure(path("M10 0A10 10 0 0 1-10 0A10 10 0 0 1 10 0"))
    #expect(abs(circle.length - 20 * .pi) < 0.05)
    #expect(PathMeasure(PaintPath()).place(at: 0) == nil)
  }

  @Test func pointsAreInPaths() {
    let ring = path("M0 0h10v10h-10z M3 3h4v4h-4z")
    #expect(ring.winding(around: PaintPoint(x: 1, y: 1)) == 1)
    #expect(ring.winding(around: PaintPoint(x: 5, y: 5)) == 2)
    #expect(ring.winding(around: PaintPoint(x: 12, y: 5)) == 0)
  }

  @Test func markersTurnWithTheLine() {
    let angles = path("M0 0h10v10").vertices(most: 10).map { ($0.angle * 180 / .pi).rounded() }
    #expect(angles == [0, 45, 90])
    // Both ends of a closed path go round its corner.
    let closed = path("M0 0h10v10z").vertices(most: 10)
    #expect(closed.count == 4)
    #expect(closed[0].angle == closed[3].angle)
    #expect(path("M0 0L1 1 2 2 3 3").vertices(most: 2).count == 2)
  }

  @Test func viewBoxesAreFitted() {
    let area = PaintRect(x: 10, y: 0, width: 40, height: 20)
    let box = PaintRect(x: 0, y: 0, width: 10, height: 10)
    func place(_ text: String?) -> PaintRect { PreserveAspectRatio(text).place(width: 10, height: 10, in: area) }
    #expect(place(nil) == PaintRect(x: 20, y: 0, width: 20, height: 20))
    #expect(place("xMinYMin") == PaintRect(x: 10, y: 0, width: 20, height: 20))
    #expect(place("xMaxYMax slice") == PaintRect(x: 10, y: -20, width: 40, height: 40))
    #expect(place("none") == area)
    #expect(place("nonsense") == place(nil))
    #expect(PreserveAspectRatio(nil).transform(viewBox: .zero, in: area) == nil)
    #expect(PreserveAspectRatio("none").transform(viewBox: box, in: area)?.a == 4)
  }

  @Test func textIsMovedAsItsListsSay() {
    var placement = VectorTextPlacement(count: 4, isVertical: false)
    for index in 0..<4 { placement.setCluster(index..<(index + 1), at: Double(index) * 10, advance: 10) }
    (placement.x[0], placement.y[0], placement.x[2]) = (5, 7, 100)
    placement.dx[1] = 3
    placement.shiftByLists()
    placement.startChunks()
    placement.anchor { index in (index == 2 ? "end" : "start", false) }
    let points = (0..<4).map { placement.spot(at: $0).point }
    #expect(points.map(\.x) == [5, 18, 80, 90])
    #expect(points.allSatisfy { $0.y == 7 })
  }
}
