import CCairo
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint
import Testing

@testable import OffscreenRaster

/// Small outlines are covered as Cairo covers them where it draws them sixteen times as large.
@Suite struct ConvexCoverageTests {
  private static let enlargement = 16

  private static func canvas(_ transform: Transform, side: Int = 40) throws -> Canvas {
    let canvas = try #require(
      Canvas(frame: DeviceRect(minX: 0, minY: 0, maxX: side, maxY: side), transform: transform, hasAlpha: true))
    canvas.bitmap.fill(0)
    canvas.noteOwnPixels()
    return canvas
  }

  private static func enlarged(_ transform: Transform) throws -> Canvas {
    let factor = Double(enlargement)
    return try canvas(transform.then(.scale(x: factor, y: factor)), side: 40 * enlargement)
  }

  /// The largest difference of alpha.
  private static func difference(_ canvas: Canvas, _ enlarged: Canvas) -> Double {
    for canvas in [canvas, enlarged] { canvas.flush() }
    var largest = 0.0
    for y in 0..<40 {
      for x in 0..<40 {
        var sum = 0
        for row in 0..<enlargement {
          for column in 0..<enlargement {
            sum += Int(enlarged.bitmap[x * enlargement + column, y * enlargement + row] >> 24)
          }
        }
        let mean = Double(sum) / Double(enlargement * enlargement)
        largest = max(largest, abs(Double(canvas.bitmap[x, y] >> 24) - mean))
      }
    }
    return largest
  }

  private static func numbers() -> () -> Double {
    var state: UInt64 = 7
    return {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
  }

  @Test func fillsAreExact() throws {
    let next = Self.numbers()
    for round in 0..<60 {
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
      let (ours, cairos) = (try Self.canvas(transform), try Self.enlarged(transform))
      let isTaken = ours.fillConvex(path, .black)
      #expect(isTaken, "\(round)")
      cairos.setPath(path)
      cairos.setSource(.black)
      cairo_fill(cairos.cairo)
      let difference = Self.difference(ours, cairos)
      #expect(difference <= 8, "\(round)")
    }
  }

  @Test func strokesOfCirclesAreExact() throws {
    let next = Self.numbers()
    for round in 0..<40 {
      let radius = 0.5 + next() * 9
      let center = PaintPoint(x: 12 + next() * 9, y: 12 + next() * 9)
      let circle = PaintRect(
        x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      // Cairo leaves a hole in what is wider than the circle.
      let width = min(0.2 + next() * 4, radius * 1.9)
      let stroke = Stroke(path: PaintPath(ellipseIn: circle), width: width, color: .black)
      // The pen is stretched as the circle is.
      let transform = Transform(a: 0.9, b: 0, c: 0, d: 0.6 + next() * 0.4, tx: 0.3, ty: 2.6)
      let (ours, cairos) = (try Self.canvas(transform), try Self.enlarged(transform))
      var curves = PaintPath()
      for element in stroke.path.elements {
        // A rounded rectangle has a line of no length before each of its curves.
        switch element {
        case .move(let point): curves.move(to: point)
        case .curve(let a, let b, let c): curves.curve(a, b, to: c)
        case .close: curves.close()
        case .line: break
        }
      }
      let isTaken = ours.strokeCircle(Stroke(path: curves, width: stroke.width, color: .black))
      #expect(isTaken, "\(round)")
      cairos.setSource(.black)
      cairos.strokeWithSource(stroke)
      let difference = Self.difference(ours, cairos)
      #expect(difference <= 10, "\(round)")
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
    #expect(Self.difference(canvas, try Self.enlarged(.identity)) == 0)
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
