/// Scales colour glyphs: each pixel is the mean of the area that it covers in the strike.
enum BitmapScaling {
  /// Offsets are in source pixels: where the target's left and top edges lie in the picture.
  static func scaled(
    _ picture: GlyphBitmap, scale: Double, offsetX: Double, offsetY: Double, width: Int, height: Int
  ) -> [UInt8] {
    let step = 1 / scale
    let columns = weights(count: width, from: offsetX, step: step, limit: picture.width)
    let rows = weights(count: height, from: offsetY, step: step, limit: picture.height)
    // Columns first: rows of the source, already as wide as the target.
    var narrow = [Float](repeating: 0, count: width * 4 * picture.height)
    for y in 0..<picture.height {
      for x in 0..<width {
        var sum: (Float, Float, Float, Float) = (0, 0, 0, 0)
        for (index, weight) in columns[x] {
          let at = (y * picture.width + index) * 4
          sum.0 += Float(picture.pixels[at]) * weight
          sum.1 += Float(picture.pixels[at + 1]) * weight
          sum.2 += Float(picture.pixels[at + 2]) * weight
          sum.3 += Float(picture.pixels[at + 3]) * weight
        }
        let to = (y * width + x) * 4
        (narrow[to], narrow[to + 1], narrow[to + 2], narrow[to + 3]) = sum
      }
    }
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      for x in 0..<(width * 4) {
        var sum: Float = 0
        for (index, weight) in rows[y] { sum += narrow[index * width * 4 + x] * weight }
        pixels[y * width * 4 + x] = UInt8(Swift.max(0, Swift.min(255, sum + 0.5)))
      }
    }
    return pixels
  }

  /// For each target pixel the source pixels and their share; enlarging interpolates.
  private static func weights(
    count: Int, from offset: Double, step: Double, limit: Int
  ) -> [[(Int, Float)]] {
    (0..<count).map { index in
      var low = offset + Double(index) * step
      var high = low + step
      if step < 1 {
        // Narrower than a source pixel: blend the two nearest.
        let middle = (low + high) / 2
        (low, high) = (middle - 0.5, middle + 0.5)
      }
      var result: [(Int, Float)] = []
      let first = Int(low.rounded(.down).clamped(-1, Double(limit)))
      let last = Int(high.rounded(.up).clamped(-1, Double(limit) + 1))
      var position = first
      while position < last {
        let share = Swift.min(high, Double(position) + 1) - Swift.max(low, Double(position))
        if position >= 0 && position < limit && share > 0 {
          result.append((position, Float(share / (high - low))))
        }
        position += 1
      }
      return result
    }
  }
}
