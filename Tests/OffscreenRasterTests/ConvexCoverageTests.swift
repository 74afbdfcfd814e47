import CCairo
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint
import Testing

@testable import OffscreenRaster

/// Small outlines are covered as Cairo covers them, but for its grid of 15 lines a pixel.
@Suite struct ConvexCoverageTests {
  private static func canvas(_ transform: Transform) throws -> Canvas {
    let canvas = try #require(
      Canvas(frame: DeviceRect(minX: 0, minY: 0, maxX: 40, maxY: 40), transform: transform, hasAlpha: true))
    canvas.bitmap.fill(0)
    canvas.noteOwnPixels()
    return canvas
  }

  /// The largest and the mean difference of alpha.
  private static func difference(_ one: Canvas, _ other: Canvas) -> (largest: Int, mean: Double) {
    for canvas in [one, other] { cairo_surface_flush(canvas.surface) }
    var (largest, sum) = (0, 0)
    for y in 0..<40 {
      for x in 0..<40 {
        let difference = abs(Int(one.bitmap[x, y] >> 24) - Int(other.bitmap[x, y] >> 24))
        largest = max(largest, difference)
        sum += difference
      }
    }
    return (largest, Double(sum) / 1_600)
  }

  private static func numbers() -> () -> Double {
    var state: UInt64 = 7
    return {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
  }

  @Test func fillsAsCairoDoes() throws {
    let next = Self.numbers()
    for round in 0..<300 {
      let rect = PaintRect(x: 5 + next() * 8, y: 5 + next() * 8, width: 0.1 + next() * 16, height: 0.1 + next() * 16)
      let path =
        switch round % 3 {
        case 0: PaintPath(ellipseIn: rect)
        case 1: PaintPath(rect)
        default:
          PaintPath(polygon: [
            PaintPoint(x: rect.minX, y: rect.minY), PaintPoint(x: rect.maxX, y: rect.midY),
            PaintPoint(x: rect.midX, y: rect.maxY),
          ])
        }
      let (c, s) = (0.8 + next() * 0.2, next() * 0.4)
      let transform = Transform(a: c, b: s, c: -s, d: c, tx: 8, ty: 1)
      let (ours, cairos) = (try Self.canvas(transform), try Self.canvas(transform))
      #expect(ours.fillConvex(path, .black))
      cairos.setPath(path)
      cairos.setSource(.black)
      cairo_fill(cairos.cairo)
      let difference = Self.difference(ours, cairos)
      #expect(difference.largest <= 24 && difference.mean < 0.6, "\(round): \(difference)")
    }
  }

  @Test func strokesCirclesAsCairoDoes() throws {
    let next = Self.numbers()
    for round in 0..<200 {
      let radius = 0.5 + next() * 9
      let center = PaintPoint(x: 12 + next() * 9, y: 12 + next() * 9)
      let circle = PaintRect(
        x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      let stroke = Stroke(path: PaintPath(ellipseIn: circle), width: 0.2 + next() * 4, color: .black)
      // The pen is stretched as the circle is.
      let transform = Transform(a: 0.9, b: 0, c: 0, d: 0.6 + next() * 0.4, tx: 0.3, ty: 2.6)
      let (ours, cairos) = (try Self.canvas(transform), try Self.canvas(transform))
      var round4 = PaintPath()
      for element in stroke.path.elements {
        // A rounded rectangle has a line of no length before each of its curves.
        switch element {
        case .move(let point): round4.move(to: point)
        case .curve(let a, let b, let c): round4.curve(a, b, to: c)
        case .close: round4.close()
        case .line: break
        }
      }
      #expect(ours.strokeCircle(Stroke(path: round4, width: stroke.width, color: .black)))
      cairos.setSource(.black)
      cairos.strokeWithSource(stroke)
      let difference = Self.difference(ours, cairos)
      #expect(difference.largest <= 30 && difference.mean < 0.8, "\(round): \(difference)")
    }
  }

  @Test func leavesOthersToCairo() throws {
    let canvas = try Self.canvas(.identity)
    func point(_ x: Double, _ y: Double) -> PaintPoint { PaintPoint(x: x, y: y) }
    // 1. What turns both ways, or more than once around.
    #expect(!canvas.fillConvex(PaintPath(polygon: [point(1, 1), point(9, 1), point(3, 3), point(1, 9)]), .black))
    #expect(
      !canvas.fillConvex(
        PaintPath(polygon: [point(5, 1), point(8, 9), point(1, 4), point(9, 4), point(2, 9)]), .black))
    // 2. Several outlines, large ones, and what is no outline.
    var two = PaintPath(PaintRect(x: 1, y: 1, width: 3, height: 3))
    two.add(PaintRect(x: 2, y: 2, width: 3, height: 3))
    #expect(!canvas.fillConvex(two, .black))
    #expect(!canvas.fillConvex(PaintPath(PaintRect(x: 0, y: 0, width: 33, height: 3)), .black))
    #expect(!canvas.fillConvex(PaintPath(PaintRect(x: .nan, y: 0, width: 3, height: .infinity)), .black))
    // 3. What a path clips.
    canvas.pushClip(PaintPath(ellipseIn: PaintRect(x: 0, y: 0, width: 9, height: 9)), .nonzero)
    #expect(!canvas.fillConvex(PaintPath(PaintRect(x: 1, y: 1, width: 3, height: 3)), .black))
    // Nothing of it was drawn.
    #expect(Self.difference(canvas, try Self.canvas(.identity)).largest == 0)
  }

  @Test func keepsWithinTheClip() throws {
    let canvas = try Self.canvas(.identity)
    canvas.pushClip(PaintRect(x: 3, y: 4, width: 2, height: 3))
    #expect(canvas.fillConvex(PaintPath(PaintRect(x: 1, y: 1, width: 20, height: 20)), .black))
    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (3..<5).contains(x) && (4..<7).contains(y)
        #expect(canvas.bitmap[x, y] == (isInside ? 0xFF00_0000 : 0), "\(x), \(y)")
      }
    }
  }
}
