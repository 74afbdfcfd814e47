import OffscreenPlatform

/// Scales colour glyphs the way Chromium does: the picture is halved while it stays larger than the
/// wanted size, then read with bilinear interpolation at the middles of the target's pixels.
enum BitmapScaling {
  private struct Level {
    var width: Int
    var height: Int
    var pixels: [Float]
  }

  /// The glyph at a scale of its strike.
  static func scaled(_ picture: GlyphBitmap, scale: Double) -> GlyphBitmap? {
    let left = (Double(picture.left) * scale).rounded(.down)
    let top = (Double(-picture.top) * scale).rounded(.down)
    let right = (Double(picture.left + picture.width) * scale).rounded(.up)
    let bottom = (Double(picture.height - picture.top) * scale).rounded(.up)
    guard scale > 0, right - left >= 1, bottom - top >= 1, right - left <= 4096, bottom - top <= 4096
    else { return nil }
    let (width, height) = (Int(right - left), Int(bottom - top))
    var level = Level(
      width: picture.width, height: picture.height, pixels: picture.pixels.map { Float($0) })
    var halvings = Int(log2(1 / scale).rounded(.down).clamped(0, 12))
    while halvings > 0 && level.width > 1 && level.height > 1 {
      level = halved(level)
      halvings -= 1
    }
    let columns = Double(level.width) / Double(picture.width) / scale
    let rows = Double(level.height) / Double(picture.height) / scale
    let originX = left - Double(picture.left) * scale
    let originY = top + Double(picture.top) * scale
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      let sourceY = (Double(y) + 0.5 + originY) * rows
      guard sourceY >= 0, sourceY < Double(level.height) else { continue }
      for x in 0..<width {
        let sourceX = (Double(x) + 0.5 + originX) * columns
        guard sourceX >= 0, sourceX < Double(level.width) else { continue }
        read(level, sourceX - 0.5, sourceY - 0.5, into: &pixels, at: (y * width + x) * 4)
      }
    }
    return GlyphBitmap(
      width: width, height: height, left: Int(left.clamped(-1e6, 1e6)),
      top: -Int(top.clamped(-1e6, 1e6)), isColor: true, pixels: pixels)
  }

  private static func read(
    _ level: Level, _ x: Double, _ y: Double, into pixels: inout [UInt8], at target: Int
  ) {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy) = (Float(x - column), Float(y - row))
    func index(_ value: Double, _ limit: Int) -> Int { Swift.max(0, Swift.min(limit - 1, Int(value))) }
    let (x0, x1) = (index(column, level.width), index(column + 1, level.width))
    let (y0, y1) = (index(row, level.height) * level.width, index(row + 1, level.height) * level.width)
    for channel in 0..<4 {
      let above =
        level.pixels[(y0 + x0) * 4 + channel] * (1 - fx) + level.pixels[(y0 + x1) * 4 + channel] * fx
      let below =
        level.pixels[(y1 + x0) * 4 + channel] * (1 - fx) + level.pixels[(y1 + x1) * 4 + channel] * fx
      pixels[target + channel] = UInt8(Swift.max(0, Swift.min(255, above * (1 - fy) + below * fy + 0.5)))
    }
  }

  /// Half the size; an odd side is weighted 1, 2, 1 so that nothing falls off its end.
  private static func halved(_ level: Level) -> Level {
    let (width, height) = (Swift.max(1, level.width / 2), Swift.max(1, level.height / 2))
    func taps(_ position: Int, _ size: Int) -> [(Int, Float)] {
      if size == 1 { return [(0, 1)] }
      if size % 2 == 0 { return [(position * 2, 0.5), (position * 2 + 1, 0.5)] }
      return [(position * 2, 0.25), (position * 2 + 1, 0.5), (position * 2 + 2, 0.25)]
    }
    var pixels = [Float](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      let rows = taps(y, level.height)
      for x in 0..<width {
        let columns = taps(x, level.width)
        for channel in 0..<4 {
          var sum: Float = 0
          for (row, vertical) in rows {
            for (column, horizontal) in columns {
              sum += level.pixels[(row * level.width + column) * 4 + channel] * vertical * horizontal
            }
          }
          pixels[(y * width + x) * 4 + channel] = sum
        }
      }
    }
    return Level(width: width, height: height, pixels: pixels)
  }
}
