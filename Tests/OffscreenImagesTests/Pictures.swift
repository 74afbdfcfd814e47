@testable import OffscreenImages

/// A generator whose numbers are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }
  mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension Bitmap {
  static func make(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { bitmap[x, y] = pixel(x, y) }
    }
    return bitmap
  }

  /// Colours that change slowly, as in photographs.
  static func gradient(_ width: Int, _ height: Int) throws -> Bitmap {
    try make(width, height) { x, y in
      0xFF00_0000 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8
        | UInt32((x + y) * 255 / (width + height))
    }
  }

  static func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) throws -> Bitmap {
    var generator = SeededGenerator(seed: seed)
    return try make(width, height) { _, _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: generator.next()) }
  }

  /// Something like a page: a bar, lines of words, white between them.
  static func page(_ width: Int, _ height: Int) throws -> Bitmap {
    var generator = SeededGenerator(seed: 7)
    let page = try Bitmap(width: width, height: height)
    page.fill(0xFFFF_FFFF)
    for y in 0..<min(40, height) { page.row(y).update(repeating: 0xFF20_3040) }
    var top = 56
    while top + 20 < height {
      var x = 20
      while x < width - 30 {
        let length = Int(generator.next() % 80) + 10
        for y in top..<(top + 12) {
          for column in x..<min(x + length, width - 20) where generator.next() % 3 == 0 {
            let grey = UInt32(generator.next() % 16) * 12
            page[column, y] = 0xFF00_0000 | grey << 16 | grey << 8 | grey
          }
        }
        x += length + 6
      }
      top += 20
    }
    page.isOpaque = true
    return page
  }

  var values: [UInt32] { Array(pixels) }
}
