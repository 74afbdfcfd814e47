import Testing

@testable import OffscreenImages

@Suite struct PNGEncoderTests {
  static func pictures() throws -> [(String, Bitmap)] {
    var generator = SeededGenerator(seed: 3)
    var pictures: [(String, Bitmap)] = [
      ("one pixel", try Bitmap.make(1, 1) { _, _ in 0xFF12_3456 }),
      ("one column", try Bitmap.gradient(1, 300)),
      ("one row", try Bitmap.gradient(700, 1)),
      ("gradient", try Bitmap.gradient(257, 131)),
      ("noise", try Bitmap.noise(200, 150)),
      ("page", try Bitmap.page(640, 400)),
      ("white", try Bitmap.make(333, 222) { _, _ in 0xFFFF_FFFF }),
      ("transparent", try Bitmap(width: 40, height: 30)),
      ("two colours", try Bitmap.make(90, 70) { x, y in (x ^ y) & 4 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }),
      ("wide", try Bitmap.make(12_000, 3) { x, y in 0xFF00_0000 | UInt32(x * 7 + y) }),
      ("wider than the buffer", try Bitmap.make(50_000, 4) { x, y in 0xFF00_0000 | UInt32(x / 3 * 5 + y / 2) }),
      ("more than one window", try Bitmap.make(301, 900) { x, y in 0xFF00_0000 | UInt32(x % 17 * 9999 + y % 29) }),
    ]
    // Rows like those above them, of all remainders of a longest match.
    for width in [42, 43, 44, 85, 86, 128, 171, 172, 257, 258, 300] {
      pictures.append(
        ("rows alike \(width)", try Bitmap.make(width, 700) { x, y in 0xFF00_0000 | UInt32(y / 90 * 77 + x % 3) }))
    }
    // Random sizes and textures, some with alpha.
    for round in 0..<40 {
      let width = Int(generator.next() % 90) + 1
      let height = Int(generator.next() % 60) + 1
      let colors = (0..<(1 << (generator.next() % 10))).map { _ in
        premultiplied(
          UInt32(truncatingIfNeeded: generator.next()) | (round & 1 == 0 ? 0xFF00_0000 : 0))
      }
      let run = generator.next() % 9 + 1
      var color = colors[0]
      pictures.append(
        (
          "random \(round)",
          try Bitmap.make(width, height) { _, _ in
            if generator.next() % run == 0 { color = colors[Int(generator.next() % UInt64(colors.count))] }
            return color
          }
        ))
    }
    return pictures
  }

  @Test func readsBackWhatItWrote() throws {
    for (name, picture) in try Self.pictures() {
      let source = try ImageSource(bytes: picture.pngData())
      let decoded = try source.decode()
      #expect(decoded.width == picture.width && decoded.height == picture.height, "\(name)")
      let isOpaque = picture.values.allSatisfy { $0 >> 24 == 255 }
      #expect(decoded.isOpaque == isOpaque, "\(name)")
      if isOpaque {
        #expect(decoded.values == picture.values, "\(name)")
      } else {
        // Un-premultiplying and back keeps the premultiplied value.
        #expect(decoded.values == picture.values.map { premultiplied(unpremultiplied($0)) }, "\(name)")
      }
    }
  }

  @Test func everyPremultipliedValueSurvives() {
    for alpha in 0...255 as ClosedRange<UInt32> {
      for part in 0...alpha {
        let pixel = alpha << 24 | part << 16 | part << 8 | part
        #expect(premultiplied(unpremultiplied(pixel)) == pixel)
      }
    }
  }

  @Test func bandsDoNotChangeTheBytes() throws {
    let picture = try Bitmap.page(500, 700)
    func encoded(_ bandHeight: Int) -> [UInt8] {
      let encoder = PNGEncoder(width: picture.width, height: picture.height, pixels: .opaque)
      var bytes: [UInt8] = []
      for start in stride(from: 0, to: picture.height, by: bandHeight) {
        encoder.append(picture, rows: start..<min(picture.height, start + bandHeight))
        bytes += encoder.takeOutput()
      }
      encoder.finish()
      return bytes + encoder.takeOutput()
    }
    let whole = encoded(700)
    #expect(encoded(1) == whole)
    #expect(encoded(33) == whole)
    #expect(encoded(256) == whole)
    #expect(try ImageSource(bytes: whole).decode().values == picture.values)
  }

  @Test func missingRowsAreBlank() throws {
    let encoder = PNGEncoder(width: 3, height: 4, pixels: .withAlpha)
    encoder.append(try Bitmap.make(3, 2) { _, _ in 0xFFFF_0000 })
    encoder.finish()
    let decoded = try ImageSource(bytes: encoder.takeOutput()).decode()
    #expect(decoded.values == [UInt32](repeating: 0xFFFF_0000, count: 6) + [UInt32](repeating: 0, count: 6))
  }

  @Test func choosesThePixelFormat() throws {
    func colorType(_ bitmap: Bitmap) -> UInt8 { bitmap.pngData()[25] }
    #expect(colorType(try Bitmap.gradient(100, 100)) == 2)
    #expect(colorType(try Bitmap.make(100, 100) { x, y in premultiplied(UInt32(x * 40_000_000 + y)) }) == 6)
    #expect(colorType(try Bitmap.make(16, 16) { x, y in 0xFF00_0000 | UInt32(x * 16 + y) }) == 3)
    #expect(colorType(try Bitmap.make(16, 17) { x, y in 0xFF00_0000 | UInt32(x * 17 + y) }) == 2)
  }

  @Test func codesStayWithinTheirLimit() {
    // Fibonacci numbers give the deepest trees.
    var frequencies: [UInt32] = [1, 1]
    while frequencies.count < 40 { frequencies.append(frequencies.suffix(2).reduce(0, +)) }
    for limit in [7, 15] {
      let code = HuffmanCode(frequencies: Array(frequencies.prefix(limit == 7 ? 19 : 40)), limit: limit)
      #expect(code.lengths.allSatisfy { (1...limit).contains(Int($0)) })
      let room = code.lengths.reduce(0) { $0 + 1 << (limit - Int($1)) }
      #expect(room == 1 << limit)
    }
  }

  @Test func pagesBecomeSmall() throws {
    let white = try Bitmap.make(1280, 800) { x, _ in x < 1 ? 0xFF00_0000 : 0xFFFF_FFFF }
    #expect(white.pngData().count < 8_000)
  }
}
