import CImageCodecs
import Testing

@testable import OffscreenImages

/// What the fast decoder gives must be what libpng gives.
@Suite struct PNGFastDecoderTests {
  static func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(libdeflate_crc32(0, body, body.count)))
  }

  /// A zlib stream of stored blocks.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let part = bytes[start..<min(bytes.count, start + 65_535)]
      let isLast: UInt8 = start + part.count == bytes.count ? 1 : 0
      let count = UInt16(part.count)
      stream += [isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + part
    }
    return stream + bigEndian(Int(libdeflate_adler32(1, bytes, bytes.count)))
  }

  @Test(arguments: [(0, 1), (2, 3), (3, 1), (4, 2), (6, 4)])
  func allFilters(_ colorType: UInt8, _ pixelBytes: Int) throws {
    var generator = SeededGenerator(seed: UInt64(colorType))
    for round in 0..<60 {
      let (width, height) = (Int(generator.next() % 40) + 1, Int(generator.next() % 12) + 1)
      var raw: [UInt8] = []
      for _ in 0..<height {
        raw.append(round < 5 ? UInt8(round) : UInt8(generator.next() % 5))
        raw += (0..<(width * pixelBytes)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }
      var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      file += Self.chunk("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, colorType, 0, 0, 0])
      if colorType == 3 {
        file += Self.chunk("PLTE", (0..<768).map { UInt8(truncatingIfNeeded: $0 * 7) })
        file += Self.chunk("tRNS", (0..<200).map { UInt8($0) })
      }
      let stream = Self.stored(raw)
      let cut = Int(generator.next() % UInt64(stream.count))
      file += Self.chunk("IDAT", Array(stream[..<cut])) + Self.chunk("IDAT", Array(stream[cut...]))
      file += Self.chunk("IEND", [])

      let info = try PNGDecoder.info(file)
      let fast = try #require(try Self.fast(file))
      let slow = try file.withUnsafeBufferPointer { (buffer) throws(ImageError) in
        try PNGDecoder.decodeByLibpng(buffer, info)
      }
      #expect(fast.values == slow.values && fast.isOpaque == slow.isOpaque)
    }
  }

  @Test func leavesTheRestToLibpng() throws {
    for name in ["png 16 bits", "png interlaced", "png grey 1 bit", "png tRNS"] {
      let bytes = try DecoderTests.sample(name).bytes
      let fast = try Self.fast(bytes)
      #expect(fast === nil, "\(name)")
    }
    var bytes = try DecoderTests.sample("png rgb").bytes
    let before = try Self.fast(bytes)
    #expect(before !== nil)
    bytes[bytes.count / 2] ^= 1
    let after = try Self.fast(bytes)
    #expect(after === nil)
  }

  static func fast(_ bytes: [UInt8]) throws -> Bitmap? {
    let info = try PNGDecoder.info(bytes)
    return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
      try PNGFastDecoder.decode(buffer, info)
    }
  }
}
