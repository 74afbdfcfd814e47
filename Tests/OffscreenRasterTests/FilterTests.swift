import Foundation
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
@testable import OffscreenPaint
@testable import OffscreenRaster
import OffscreenText
import Testing

@Suite struct FilterTests {
  private func spot(_ size: Int = 81, _ pixel: UInt32 = 0xFFFF_FFFF) throws -> Bitmap {
    let bitmap = try Bitmap(width: size, height: size)
    for y in (size / 2 - 10)...(size / 2 + 10) {
      for x in (size / 2 - 10)...(size / 2 + 10) { bitmap[x, y] = pixel }
    }
    return bitmap
  }

  private func sum(_ bitmap: Bitmap) -> Int { bitmap.pixels.reduce(0) { $0 + Int($1 >> 24) } }

  @Test(arguments: [0.7, 1.9, 2, 3.5, 8])
  func blursKeepWhatThereIsAndItsMiddle(_ sigma: Double) throws {
    let bitmap = try spot()
    let before = sum(bitmap)
    Blur.blur(bitmap, sigmaX: sigma, sigmaY: sigma)
    #expect(abs(sum(bitmap) - before) < before / 50)
    for distance in 1...35 {
      let (left, right) = (bitmap[40 - distance, 40] >> 24, bitmap[40 + distance, 40] >> 24)
      #expect(abs(Int(left) - Int(right)) <= 2)
      #expect(left <= bitmap[40 - distance + 1, 40] >> 24)
      #expect(abs(Int(bitmap[40, 40 - distance] >> 24) - Int(left)) <= 2)
    }
  }

  /// Four rows at a time, of any height and width, as all channels.
  @Test(arguments: [(0, 9, 9), (1.3, 30, 31), (3, 40, 37), (7.5, 41, 50), (20, 60, 61)])
  func alphaIsBlurredAlone(_ sigma: Double, _ width: Int, _ height: Int) throws {
    let (alone, whole) = (try Bitmap(width: width, height: height), try Bitmap(width: width, height: height))
    for y in height / 4..<height / 2 {
      for x in 0..<width / 3 { alone[x, y] = UInt32(x * 40 % 255) << 24 | UInt32(y) }
    }
    for index in alone.pixels.indices { whole.pixels[index] = alone.pixels[index] & 0xFF00_0000 }
    Blur.blur(whole, sigmaX: sigma, sigmaY: sigma)
    Blur.blurAlpha(of: alone, sigma: sigma, 0xFF00_0000)
    #expect(Array(alone.pixels) == Array(whole.pixels))
  }

  /// What is left out between corners is as if it had been blurred, too: masks are those of one pass after the other.
  @Test(arguments: [0.6, 1.9, 2, 3.3, 7, 12])
  func masksAreBlurredAsAWhole(_ sigma: Double) {
    for (width, height) in [(1, 1), (40, 7), (60, 180), (181, 70), (130, 130)] {
      var mask = [UInt8](repeating: 0, count: width * height)
      // A box with corners, one that reaches the edges, and one in two parts.
      for (kind, inset) in [(0, 20), (1, 0), (2, 30)] {
        for y in 0..<height {
          for x in 0..<width {
            let (left, top) = (min(x, width - 1 - x) - inset, min(y, height - 1 - y) - inset)
            let isCorner = left < 6 && top < 6 && left * top < 9
            mask[y * width + x] = left < 0 || top < 0 ? 0 : isCorner ? UInt8(20 * max(0, left) + top) : 255
            if kind == 2, x == width / 3 { mask[y * width + x] = UInt8(y % 256) }
          }
        }
        var blurred = mask
        Blur.blur(&blurred, width: width, height: height, sigma: sigma)
        #expect(blurred == Self.plainlyBlurred(mask, width, height, sigma), "\(width)x\(height), \(kind)")
      }
    }
  }

  private static func plainlyBlurred(_ mask: [UInt8], _ width: Int, _ height: Int, _ sigma: Double) -> [UInt8] {
    var mask = mask
    func at(_ values: [Float], _ x: Int, _ y: Int) -> Float { values[y * width + x] }
    if sigma < 2 {
      let weights = Blur.kernel(sigma)
      let radius = weights.count / 2
      var rows = [Float](repeating: 0, count: width * height)
      for y in 0..<height {
        for x in 0..<width {
          for tap in -radius...radius where x + tap >= 0 && x + tap < width {
            rows[y * width + x] += weights[tap + radius] * Float(mask[y * width + x + tap])
          }
        }
      }
      for y in 0..<height {
        for x in 0..<width {
          var sum: Float = 0
          for tap in -radius...radius where y + tap >= 0 && y + tap < height {
            sum += weights[tap + radius] * at(rows, x, y + tap)
          }
          mask[y * width + x] = UInt8(max(0, min(255, sum + 0.5)))
        }
      }
      return mask
    }
    for (size, before) in Blur.boxes(sigma) where size > 1 {
      for (count, step, others, otherStep) in [(width, 1, height, width), (height, width, width, 1)] {
        let source = mask
        for other in 0..<others {
          for place in 0..<count {
            var sum = 0
            for index in max(0, place - before)..<min(count, place - before + size) {
              sum += Int(source[other * otherStep + index * step])
            }
            mask[other * otherStep + place * step] = UInt8((sum + size / 2) / size)
          }
        }
      }
    }
    return mask
  }

  /// Twice the size with twice the deviation is the same picture: the second is blurred on a smaller copy.
  @Test func largeBlursLookLikeSmallOnes() throws {
    let small = try Bitmap(width: 200, height: 200)
    let large = try Bitmap(width: 400, height: 400)
    for y in 60..<140 { for x in 80..<120 { small[x, y] = 0xFFFF_0000 } }
    for y in 120..<280 { for x in 160..<240 { large[x, y] = 0xFFFF_0000 } }
    Blur.blur(small, sigmaX: 12, sigmaY: 12)
    Blur.blur(large, sigmaX: 24, sigmaY: 24)
    for y in stride(from: 5, to: 195, by: 10) {
      for x in stride(from: 5, to: 195, by: 10) {
        #expect(abs(Int(small[x, y] >> 24) - Int(large[2 * x, 2 * y] >> 24)) <= 4)
      }
    }
  }

  @Test func morphologyGrowsAndShrinks() throws {
    let bitmap = try spot(41)
    Morphology.apply(to: bitmap, radiusX: 3, radiusY: 0, isDilation: true)
    #expect(sum(bitmap) == 27 * 21 * 255)
    Morphology.apply(to: bitmap, radiusX: 3, radiusY: 5, isDilation: false)
    #expect(sum(bitmap) == 21 * 11 * 255)
    Morphology.apply(to: bitmap, radiusX: 1_000_000, radiusY: 1_000_000, isDilation: false)
    #expect(sum(bitmap) == 0)
  }

  private func primitive(
    _ kind: FilterPrimitive, _ inputs: [FilterGraph.Input] = [.sourceGraphic], _ region: PaintRect? = nil
  ) -> FilterGraph.Primitive {
    FilterGraph.Primitive(
      kind: kind, inputs: inputs, region: region ?? PaintRect(x: 0, y: 0, width: 41, height: 41), isLinear: false)
  }

  private func run(_ primitives: [FilterGraph.Primitive]) throws -> Bitmap {
    let region = PaintRect(x: 0, y: 0, width: 41, height: 41)
    let graph = FilterGraph(region: region, primitives: primitives, origin: .zero)
    let frame = DeviceRect(minX: 0, minY: 0, maxX: 41, maxY: 41)
    return try #require(
      FilterGraphRenderer.run(
        graph, on: FilteredPicture(bitmap: try spot(41, 0xFF00_00FF), frame: frame), .identity, frame: frame,
        ImageRenderer(list: DisplayList(), budget: DrawingBudget())))
  }

  @Test func primitivesWorkOnOneAnother() throws {
    let half = PaintRect(x: 0, y: 0, width: 20, height: 41)
    let result = try run([
      primitive(.flood(Color(hex: 0x00FF00)), [], half),
      primitive(.composite(.in), [.result(0), .sourceAlpha]),
      primitive(.offset(x: 5, y: 0), [.sourceGraphic]),
      primitive(.merge, [.result(2), .result(1)]),
    ])
    #expect(result[12, 20] == 0xFF00_FF00)
    #expect(result[19, 20] == 0xFF00_FF00)
    #expect(result[25, 20] == 0xFF00_00FF)
    #expect(result[35, 20] == 0xFF00_00FF)
    #expect(result[36, 20] == 0)
    #expect(result[5, 20] == 0)
  }

  @Test func tilesRepeatTheirPart() throws {
    let part = PaintRect(x: 8, y: 8, width: 4, height: 4)
    let result = try run([primitive(.offset(x: 0, y: 0), [.sourceGraphic], part), primitive(.tile(part), [.result(0)])])
    #expect(result[8, 8] == 0)
    #expect(result[11, 11] == 0xFF00_00FF)
    #expect(result[39, 3] == 0xFF00_00FF)
    #expect(result[39, 4] == 0)
  }

  @Test func linearLightMakesMixesLighter() throws {
    func middle(isLinear: Bool) throws -> UInt32 {
      var merge = primitive(.arithmetic(0, 0.5, 0.5, 0), [.result(0), .result(1)])
      merge.isLinear = isLinear
      return try run([
        primitive(.flood(.black), []), primitive(.flood(.white), []), merge,
      ])[20, 20] & 255
    }
    #expect(try middle(isLinear: false) == 128)
    #expect(try middle(isLinear: true) == 188)
  }

  @Test func noNumberBreaksAFilter() throws {
    for value in [1e9, -1e9, .infinity, .nan, 0] {
      _ = try run([
        primitive(.offset(x: value, y: value)), primitive(.blur(x: value, y: 1), [.result(0)]),
        primitive(.morphology(isDilation: true, x: value, y: value), [.result(1)]),
        primitive(.displacement(scale: value, x: 0, y: 3), [.result(2), .sourceGraphic]),
        primitive(.tile(PaintRect(x: value, y: value, width: value, height: value)), [.result(3)]),
        primitive(
          .turbulence(
            FilterNoise(
              frequencyX: value, frequencyY: value, octaves: 9, seed: Int.min / 2, isFractal: false, isStitched: true)),
          []),
      ])
    }
  }
}
