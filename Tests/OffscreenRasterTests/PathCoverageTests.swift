import OffscreenCSS
import OffscreenGeometry
import OffscreenPaint
import Testing

@testable import OffscreenRaster

@Suite struct PathCoverageTests {
  private let memory = PathCoverage.Memory()

  /// The coverage of the pixels of a box, row by row, from 0 to 255.
  private func pixels(
    _ width: Int, _ height: Int, _ rule: FillRule = .nonzero, _ add: (PathCoverage) -> Void
  ) throws -> [[Int]] {
    var rows = Array(repeating: Array(repeating: 0, count: width), count: height)
    let coverage = try #require(memory.begin(DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)))
    add(coverage)
    coverage.finish(rule) { stretch in
      for index in 0..<stretch.count {
        rows[stretch.y][stretch.x + index] = Int(stretch.bytes[stretch.isEven ? 0 : index])
      }
    }
    return rows
  }

  private func fill(
    _ width: Int, _ height: Int, _ points: [(Double, Double)], _ rule: FillRule = .nonzero
  ) throws -> [[Int]] {
    let path = PaintPath(polygon: points.map { PaintPoint(x: $0.0, y: $0.1) })
    return try pixels(width, height, rule) { $0.add(path.elements) { $0 } }
  }

  private func sum(_ rows: [[Int]]) -> Double { Double(rows.joined().reduce(0, +)) / 255 }

  @Test func edgesCoverPartsOfPixels() throws {
    #expect(try fill(3, 2, [(0.5, 0), (2.25, 0), (2.25, 1.5), (0.5, 1.5)]) == [[128, 255, 64], [64, 128, 32]])
    // A diagonal halves its pixels.
    #expect(try fill(2, 2, [(0, 0), (2, 2), (0, 2)]) == [[128, 0], [255, 128]])
  }

  @Test func areasAreExactWhereverAShapeLies() throws {
    let shape = [(2.3, 1.1), (17.9, 4.4), (9.2, 18.7), (1.4, 12.6)]
    var twice = 0.0
    for (index, point) in shape.enumerated() {
      let next = shape[(index + 1) % shape.count]
      twice += point.0 * next.1 - next.0 * point.1
    }
    #expect((sum(try fill(20, 20, shape)) - twice / 2).magnitude < 0.5)
    // What is beyond the sides is cut off there.
    let wide = try fill(4, 4, [(-100, -100), (100, -100), (100, 100), (-100, 100)])
    #expect(wide == Array(repeating: [255, 255, 255, 255], count: 4))
    #expect(try fill(4, 1, [(-2, 0), (2, 0), (2, 1), (-2, 1)]) == [[255, 255, 0, 0]])
    #expect(try fill(2, 2, [(-1, 2), (2, -1), (2, 2)]) == [[128, 255], [255, 255]])
  }

  @Test func rulesSayWhatIsInside() throws {
    let twice = [(0.0, 0.0), (4, 0), (4, 1), (0, 1), (0, 0), (2, 0), (2, 1), (0, 1)]
    #expect(try fill(4, 1, twice) == [[255, 255, 255, 255]])
    #expect(try fill(4, 1, twice, .evenodd) == [[0, 0, 255, 255]])
  }

  private func stroke(
    _ width: Int, _ height: Int, _ data: String, _ lineWidth: Double, _ change: (inout Stroke) -> Void = { _ in }
  ) throws -> [[Int]] {
    var line = Stroke(path: PaintPath(), width: lineWidth, color: .black)
    change(&line)
    return try pixels(width, height) {
      var stroke = StrokeCoverage(line, scale: 1, on: $0)
      stroke.add(PaintPath(data: data))
    }
  }

  @Test func linesHaveEndsAndJoins() throws {
    #expect(try stroke(4, 3, "M1 1.5H3", 1) == [[0, 0, 0, 0], [0, 255, 255, 0], [0, 0, 0, 0]])
    #expect(try stroke(4, 3, "M1 1.5H3", 2) { $0.cap = .square }[1] == [255, 255, 255, 255])
    let round = sum(try stroke(30, 20, "M10 10H20", 10) { $0.cap = .round })
    #expect((round - 100 - 25 * Double.pi).magnitude < 1)
    // A right angle: with its corner, without half of it, and rounded.
    func corner(_ join: LineJoin, _ limit: Double = 10) throws -> Double {
      sum(try stroke(30, 30, "M5 5H20V25", 8) { ($0.join, $0.miterLimit) = (join, limit) })
    }
    let boxes = 15.0 * 8 + 20 * 8 - 16
    #expect((try corner(.miter) - boxes - 16).magnitude < 0.5)
    #expect((try corner(.miter, 1.4) - boxes - 8).magnitude < 0.5)
    #expect((try corner(.bevel) - boxes - 8).magnitude < 0.5)
    #expect((try corner(.round) - boxes - 4 * Double.pi).magnitude < 0.5)
    // A line that turns back ends there in a round join, on that side.
    let back = try stroke(40, 20, "M10 10H20H12", 10) { $0.join = .round }
    #expect((sum(back) - 100 - 12.5 * Double.pi).magnitude < 1)
    // A closed line has joins only.
    #expect(sum(try stroke(20, 20, "M5 5H15V15H5Z", 2)) == 80)
  }

  /// A pen that reaches to the middle of a circle leaves no gap there, and one on three quarters of it nothing beyond.
  @Test func curvesTurnWithinThePen() throws {
    let circle = "M30 20C30 25.523 25.523 30 20 30S10 25.523 10 20"
    for reach in [8.0, 10, 10.5, 12, 15] {
      let whole = try stroke(60, 60, circle + "S14.477 10 20 10S30 14.477 30 20Z", 2 * reach)
      for (y, row) in whole.enumerated() {
        for (x, byte) in row.enumerated() {
          let (dx, dy) = (Double(x) - 19.5, Double(y) - 19.5)
          let distance = (dx * dx + dy * dy).squareRoot()
          if distance > 10 - reach + 1, distance < 10 + reach - 1 { #expect(byte > 250) }
          if distance > 10 + reach + 1 || distance < 10 - reach - 1 { #expect(byte < 5) }
        }
      }
    }
    let part = try stroke(60, 60, circle + "S14.477 10 20 10", 20)
    #expect(part[..<20].allSatisfy { $0[20...].allSatisfy { $0 < 5 } })
  }

  /// Numbers that nobody means end in something, within the box.
  @Test func anyNumbersAreCounted() throws {
    let special = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 1e9, -1e9, 0.5, .leastNonzeroMagnitude, 3]
    var state: UInt64 = 1
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return special[Int(state >> 33) % special.count]
    }
    for _ in 0..<2_000 {
      _ = try pixels(7, 5, .evenodd) { coverage in
        for _ in 0..<4 { coverage.add(PaintPoint(x: random(), y: random()), PaintPoint(x: random(), y: random())) }
        var line = Stroke(
          path: PaintPath(), width: 1 + random().magnitude.truncatingRemainder(dividingBy: 1e6), color: .black)
        if !line.width.isFinite { line.width = 1 }
        line.join = .miter
        var path = PaintPath()
        path.move(to: PaintPoint(x: random(), y: random()))
        path.line(to: PaintPoint(x: random(), y: random()))
        path.curve(
          PaintPoint(x: random(), y: random()), PaintPoint(x: random(), y: random()),
          to: PaintPoint(x: random(), y: random()))
        var stroke = StrokeCoverage(line, scale: 1, on: coverage)
        stroke.add(path)
      }
    }
    // What is left of it is nothing.
    #expect(try fill(7, 5, [(0, 0), (0, 0), (0, 0)]).joined().allSatisfy { $0 == 0 })
  }
}
