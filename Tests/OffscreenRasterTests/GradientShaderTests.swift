import OffscreenGeometry
import OffscreenPaint
import Testing

@testable import OffscreenRaster

struct GradientShaderTests {
  /// From one point to another, transparent at one end, with a stop between.
  private static func shader(to end: PaintPoint) throws -> GradientShader {
    let gradient = PaintGradient(
      shape: .linear(.zero, end),
      stops: [
        .init(position: 0, color: .init(red: 1, green: 0, blue: 0, alpha: 1)),
        .init(position: 0.3, color: .init(red: 0, green: 1, blue: 0, alpha: 0.5)),
        .init(position: 1, color: .init(red: 0, green: 0, blue: 1, alpha: 1)),
      ], isRepeating: false)
    let unit = PaintRect(x: 0, y: 0, width: 1, height: 1)
    return GradientShader(
      gradient, opacity: 0.9,
      .init(inverse: .identity, tile: unit, stepX: 1, stepY: 1, source: unit, isSingle: true))
  }

  /// But for what is rounded.
  private static func areAlike(_ first: UInt32, _ second: UInt32) -> Bool {
    stride(from: 0, to: 32, by: 8).allSatisfy { shift in
      let (a, b) = (Int(first >> UInt32(shift) & 255), Int(second >> UInt32(shift) & 255))
      return abs(a - b) <= 1
    }
  }

  /// Whatever parts of rows are asked for, in whatever order, they are those of the whole picture.
  @Test(arguments: [PaintPoint(x: 0, y: 40), PaintPoint(x: 40, y: 0), PaintPoint(x: 25, y: 30), PaintPoint(x: 0, y: 0)])
  func partsOfRows(_ end: PaintPoint) throws {
    let shader = try Self.shader(to: end)
    let box = DeviceRect(minX: -5, minY: 3, maxX: 45, maxY: 43)
    let picture = try #require(shader.bitmap(of: box))
    shader.withRows(from: box.minX, of: box.width) { shade in
      for _ in 0..<500 {
        let (y, first) = (Int.random(in: 3..<43), Int.random(in: -5..<45))
        // Several of the same row.
        for x in [first, -5, Int.random(in: -5...first)] {
          let count = Int.random(in: 1...45 - x)
          let row = shade(x, y, count)
          let isRight = row.indices.allSatisfy { Self.areAlike(row[$0], picture.row(y - 3)[x + 5 + $0]) }
          #expect(row.count == count && isRight, "\(count) from \(x), \(y)")
        }
      }
    }
  }
}
