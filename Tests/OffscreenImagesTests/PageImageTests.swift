import Testing

@testable import OffscreenImages

@Suite struct PageImageTests {
  @Test func shrinksByHalvesUntilTheTargetIsNear() throws {
    let image = PageImage(bitmap: try Bitmap.gradient(101, 64))
    func size(_ width: Int, _ height: Int) throws -> [Int] {
      let bitmap = try #require(image.bitmap(width: width, height: height))
      return [bitmap.width, bitmap.height]
    }
    #expect(try size(101, 64) == [101, 64])
    #expect(try size(500, 500) == [101, 64])
    #expect(try size(51, 33) == [101, 64])
    #expect(try size(50, 32) == [50, 32])
    #expect(try size(20, 10) == [25, 16])
    #expect(try size(1, 1) == [1, 1])
    #expect(image.bitmap(width: 0, height: 5) == nil)
    #expect(image.bitmap(width: 20, height: 10) === image.bitmap(width: 19, height: 11))
  }

  @Test func nothingIsLongerThanCairoTakes() throws {
    let image = PageImage(bitmap: try Bitmap(width: 70_000, height: 3))
    let bitmap = try #require(image.bitmap(width: 70_000, height: 3))
    #expect(bitmap.width == 17_500 && bitmap.height == 1)
  }

  @Test func halvesAreMeans() throws {
    let even = try Bitmap.make(4, 2) { x, y in UInt32(x + y * 10) * 0x0101_0101 }
    #expect(try even.halved().values == [5, 7].map { $0 * 0x0101_0101 as UInt32 })
    // Three columns with the weights 1, 2, 1.
    let odd = try Bitmap.make(3, 1) { x, _ in [40, 80, 160][x] * 0x0101_0101 }
    #expect(try odd.halved().values == [90 * 0x0101_0101])
    let column = try Bitmap.make(1, 4) { _, y in UInt32(y * 20) * 0x0101_0101 }
    #expect(try column.halved().values == [10 * 0x0101_0101, 50 * 0x0101_0101])
  }
}
