import TestSupport
import Testing

@testable import OffscreenImages

@Suite(.needs("an encoder for AV1 in libheif", Bitmap.canWriteAVIF))
struct AVIFEncoderTests {
  private func decoded(_ bitmap: Bitmap, _ quality: Int) throws -> Bitmap {
    let source = try ImageSource(bytes: bitmap.avifData(quality: quality))
    #expect(source.info.format == .avif)
    return try source.decode()
  }

  @Test func atFullQualityNothingIsLost() throws {
    for picture in [try Bitmap.gradient(123, 77), try Bitmap.page(200, 150), try Bitmap.noise(33, 65)] {
      picture.isOpaque = true
      #expect(try decoded(picture, 100).values == picture.values)
    }
  }

  @Test func qualityIsTradedForSize() throws {
    let picture = try Bitmap.page(400, 300)
    #expect(LossyEncoderTests.worst(try decoded(picture, 90), picture) <= 64)
    let sizes = try [30, 60, 90, 100].map { try picture.avifData(quality: $0).count }
    #expect(sizes == sizes.sorted() && sizes[0] * 2 < sizes[3], "\(sizes)")
  }

  @Test func transparencyIsKept() throws {
    let glass = try Bitmap.make(64, 48) { x, y in premultiplied(UInt32(x * 4) << 24 | UInt32(y * 5) << 8 | 0x40) }
    let exact = try decoded(glass, 100)
    #expect(!exact.isOpaque && LossyEncoderTests.worst(exact, glass) <= 1)
    let lossy = try decoded(glass, 80)
    #expect(!lossy.isOpaque && LossyEncoderTests.worst(lossy, glass) <= 32)
    let opaque = try Bitmap.gradient(20, 20)
    opaque.isOpaque = true
    #expect(try decoded(opaque, 80).isOpaque)
  }

  @Test func theSameBytesEachTime() throws {
    let picture = try Bitmap.page(500, 400)
    let first = try picture.avifData(quality: 80)
    #expect(try picture.avifData(quality: 80) == first)
  }

  @Test func oddAndSmallSizes() throws {
    for (width, height) in [(1, 1), (2, 3), (17, 1), (1, 65), (65, 33)] {
      let picture = try Bitmap.make(width, height) { x, y in 0xFF10_2030 &+ UInt32(x * 3 + y) }
      picture.isOpaque = true
      #expect(try decoded(picture, 100).values == picture.values, "\(width)x\(height)")
    }
    #expect(throws: ImageError.self) { try Bitmap(width: 65_537, height: 1).avifData(quality: 80) }
    #expect(throws: ImageError.self) { try Bitmap(width: 5_001, height: 4_000).avifData(quality: 80) }
  }
}
