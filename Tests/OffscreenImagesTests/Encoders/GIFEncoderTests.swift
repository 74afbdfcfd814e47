import Testing

@testable import OffscreenImages

@Suite struct GIFEncoderTests {
  private func decoded(_ bitmap: Bitmap) throws -> Bitmap {
    let source = try ImageSource(bytes: bitmap.gifData())
    #expect(source.info.format == .gif && source.info.width == bitmap.width && source.info.height == bitmap.height)
    return try source.decode()
  }

  @Test func fewColoursStayAsTheyAre() throws {
    let pictures = [
      try Bitmap.make(1, 1) { _, _ in 0xFF12_3456 },
      try Bitmap.make(90, 70) { x, y in (x ^ y) & 4 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 },
      try Bitmap.make(16, 16) { x, y in 0xFF00_0000 | UInt32(x * 16 + y) }, try Bitmap.page(640, 400),
      try Bitmap.make(700, 1) { x, _ in 0xFF00_0000 | UInt32(x % 100) << 8 },
    ]
    for picture in pictures { #expect(try decoded(picture).values == picture.values) }
  }

  /// The mean error of a channel, over blocks that an eye mixes.
  private func error(_ a: Bitmap, _ b: Bitmap, block: Int) -> Double {
    var sum = 0
    var count = 0
    for top in stride(from: 0, to: a.height - block + 1, by: block) {
      for left in stride(from: 0, to: a.width - block + 1, by: block) {
        for shift in [0, 8, 16] as [UInt32] {
          var difference = 0
          for y in top..<top + block {
            for x in left..<left + block { difference += Int(a[x, y] >> shift & 255) - Int(b[x, y] >> shift & 255) }
          }
          sum += abs(difference)
          count += block * block
        }
      }
    }
    return Double(sum) / Double(count)
  }

  @Test func manyColoursAreMixed() throws {
    let picture = try Bitmap.gradient(256, 192)
    let result = try decoded(picture)
    #expect(Set(result.values).count <= 256)
    let (near, far) = (error(result, picture, block: 1), error(result, picture, block: 8))
    #expect(near < 6 && far < 1.5, "\(near) a pixel, \(far) over blocks")
  }

  /// A photograph in a page: what has one colour keeps it, to the pixel.
  @Test func flatAreasStayExact() throws {
    let photograph = try Bitmap.noise(80, 60)
    let flat: [UInt32] = [0xFFFF_FFFF, 0xFF20_3040, 0xFF0D_6EFD, 0xFFF8_F9FA]
    let picture = try Bitmap.make(240, 240) { x, y in
      x < 80 && y < 60 ? photograph[x, y] : flat[(x / 80 + y / 60) % 4]
    }
    let result = try decoded(picture)
    for y in 0..<240 {
      for x in 0..<240 where x >= 80 || y >= 60 {
        if result[x, y] != picture[x, y] {
          Issue.record("\(x), \(y): \(String(result[x, y], radix: 16)), not \(String(picture[x, y], radix: 16))")
          return
        }
      }
    }
  }

  @Test func halfOfTheAlphaDecides() throws {
    for spread in [1, 40] {
      let glass = try Bitmap.make(256, 90) { x, y in
        premultiplied(UInt32(x) << 24 | UInt32(y / 2 * spread & 0xFFF) << 8 | 0x40)
      }
      let result = try decoded(glass)
      #expect(!result.isOpaque)
      for x in 0..<256 { #expect(result[x, 45] >> 24 == (x < 128 ? 0 : 255), "\(x)") }
    }
    let clear = try Bitmap(width: 9, height: 9)
    #expect(try decoded(clear).values.allSatisfy { $0 == 0 })
  }

  @Test func theSameBytesEachTime() throws {
    for picture in [try Bitmap.noise(300, 200), try Bitmap.gradient(300, 200)] {
      let first = try picture.gifData()
      #expect(try picture.gifData() == first)
    }
  }

  @Test func tooLargeIsRefused() {
    #expect(throws: ImageError.self) { try Bitmap(width: 65_536, height: 1).gifData() }
  }
}
