import Testing

@testable import OffscreenImages

@Suite struct LossyEncoderTests {
  static func worst(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).reduce(0) { worst, pair in
      [0, 8, 16, 24].reduce(worst) { max($0, abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255))) }
    }
  }

  @Test func jpeg() throws {
    let picture = try Bitmap.gradient(123, 77)
    let fine = picture.self
    #expect(Self.worst(try ImageSource(bytes: try fine.jpegData(quality: 95)).decode(), fine) <= 8)
    let (large, small) = (try picture.jpegData(quality: 95), try picture.jpegData(quality: 30))
    #expect(small.count < large.count)
    let clear = try ImageSource(bytes: try Bitmap(width: 9, height: 9).jpegData(quality: 80)).decode()
    #expect(clear.values.allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(throws: ImageError.self) { try Bitmap(width: 65_501, height: 1).jpegData(quality: 80) }
  }

  @Test func webp() throws {
    let picture = try Bitmap.gradient(123, 77)
    #expect(Self.worst(try ImageSource(bytes: try picture.webpData(quality: nil)).decode(), picture) == 0)
    #expect(Self.worst(try ImageSource(bytes: try picture.webpData(quality: 95)).decode(), picture) <= 20)
    let glass = try Bitmap.make(40, 40) { x, y in premultiplied(UInt32(x * 6) << 24 | UInt32(y * 6) << 8) }
    #expect(Self.worst(try ImageSource(bytes: try glass.webpData(quality: nil)).decode(), glass) <= 1)
    #expect(throws: ImageError.self) { try Bitmap(width: 16_384, height: 1).webpData(quality: 80) }
  }

  @Test func cutFilesShowTheirBeginning() throws {
    let picture = try Bitmap.gradient(200, 300)
    for bytes in [try picture.jpegData(quality: 90), try picture.webpData(quality: 90)] {
      let cut = try ImageSource(bytes: Array(bytes.prefix(bytes.count * 3 / 4))).decode()
      let part = try cut.cropped(x: 0, y: 0, width: 200, height: 60)
      #expect(Self.worst(part, try picture.cropped(x: 0, y: 0, width: 200, height: 60)) <= 24)
    }
  }
}
