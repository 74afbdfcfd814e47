import OffscreenImages

/// Gaussian blurs of premultiplied pixels: three box blurs in a row, exactly summed; of small ones
/// the Gaussian itself; large ones on a smaller copy.
/// https://drafts.fxtf.org/filter-effects-1/#feGaussianBlurElement
extension Blur {
  /// Deviations from here on are blurred on a copy of a half, a quarter ... of the size.
  private static let reducedFrom = 16.0

  /// Blurs in place. Beyond the edges there is nothing. Deviations in pixels.
  static func blur(_ bitmap: Bitmap, sigmaX: Double, sigmaY: Double) {
    let (sigmaX, sigmaY) = (min(sigmaX, 2_000), min(sigmaY, 2_000))
    guard sigmaX > 0 || sigmaY > 0 else { return }
    bitmap.isOpaque = false
    let (factorX, factorY) = (reduction(sigmaX), reduction(sigmaY))
    if factorX > 1 || factorY > 1, let small = reduced(bitmap, factorX, factorY) {
      blurRows(small, sigma: reducedSigma(sigmaX, factorX))
      blurColumns(small, sigma: reducedSigma(sigmaY, factorY))
      enlarge(small, factorX, factorY, into: bitmap)
      return
    }
    blurRows(bitmap, sigma: sigmaX)
    blurColumns(bitmap, sigma: sigmaY)
  }

  /// Blurs the alpha of a bitmap in place, and gives its pixels a colour as far as that covers them.
  static func blurAlpha(of bitmap: Bitmap, sigma: Double, _ color: UInt32) {
    guard sigma > 0, sigma < reducedFrom, let rows = alphaOfRows(bitmap) else {
      bitmap.mapPixels { Pixels.scaled(color, $0 >> 24) }
      return blur(bitmap, sigmaX: sigma, sigmaY: sigma)
    }
    blurRows(rows, sigma: sigma)
    guard let columns = turnedByFours(rows, height: bitmap.height) else { return }
    blurRows(columns, sigma: sigma)
    let alphas = columns.pixels
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      for left in stride(from: 0, to: bitmap.width, by: 4) {
        let end = min(left + 4, bitmap.width)
        var four = alphas[left / 4 * bitmap.height + y]
        // Optimization: of a line, most of the box around it is empty.
        if four == 0 {
          UnsafeMutableBufferPointer(rebasing: row[left..<end]).update(repeating: 0)
          continue
        }
        for x in left..<end {
          row[x] = Pixels.scaled(color, four & 255)
          four = four &>> 8
        }
      }
    }
    bitmap.isOpaque = false
  }

  private static func reduction(_ sigma: Double) -> Int {
    var factor = 1
    while sigma / Double(factor) >= reducedFrom { factor *= 2 }
    return factor
  }

  /// What is left to do where averaging blocks and filling between them blur already.
  private static func reducedSigma(_ sigma: Double, _ factor: Int) -> Double {
    let f = Double(factor)
    guard factor > 1 else { return sigma }
    return max(0, sigma * sigma - (f * f - 1) / 12 - f * f / 6).squareRoot() / f
  }

  // MARK: Rows

  private static func blurColumns(_ bitmap: Bitmap, sigma: Double) {
    guard sigma > 0, let turned = transposed(bitmap) else { return }
    blurRows(turned, sigma: sigma)
    transpose(turned, into: bitmap)
  }

  private static func blurRows(_ bitmap: Bitmap, sigma: Double) {
    guard sigma > 0 else { return }
    if sigma < 2 { blurRowsExactly(bitmap, kernel(sigma)) } else { blurRowsByBoxes(bitmap, boxes(sigma)) }
  }

  /// The first and the last pixel of a row with anything in it.
  private static func inked(_ row: UnsafeMutableBufferPointer<UInt32>) -> ClosedRange<Int>? {
    guard let first = row.firstIndex(where: { $0 != 0 }), let last = row.lastIndex(where: { $0 != 0 })
    else { return nil }
    return first...last
  }

  @inline(__always)
  private static func unpacked(_ pixel: UInt32) -> SIMD4<UInt32> {
    SIMD4(pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255, pixel >> 24)
  }

  @inline(__always)
  private static func floats(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 255), Float((pixel >> 8) & 255), Float((pixel >> 16) & 255), Float(pixel >> 24))
  }

  /// Parts from 0 to 255, rounded.
  ///
  /// Optimization: vectors of integers are converted part by part; the library's way is ten times slower.
  @inline(__always)
  private static func packed(_ parts: SIMD4<Float>) -> UInt32 {
    func part(_ value: Float) -> UInt32 { UInt32(max(0, min(255, value + 0.5))) }
    return part(parts[0]) | part(parts[1]) << 8 | part(parts[2]) << 16 | part(parts[3]) << 24
  }

  @inline(__always)
  private static func floats(_ parts: SIMD4<UInt32>) -> SIMD4<Float> {
    SIMD4(Float(parts[0]), Float(parts[1]), Float(parts[2]), Float(parts[3]))
  }

  private static func blurRowsByBoxes(_ bitmap: Bitmap, _ boxes: [(size: Int, before: Int)]) {
    let reach = boxes.reduce(0) { $0 + $1.size } + 2
    let length = bitmap.width + 2 * reach
    var line = [SIMD4<UInt32>](repeating: .zero, count: length)
    var other = line
    let factor = 1 / Float(boxes.reduce(1) { $0 * $1.size })
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      guard let ink = inked(row) else { continue }
      line.withUnsafeMutableBufferPointer { first in
        other.withUnsafeMutableBufferPointer { second in
          var (line, other) = (first, second)
          line.update(repeating: .zero)
          for x in ink { line[x + reach] = unpacked(row[x]) }
          // Only around what is there.
          let from = ink.lowerBound
          let to = ink.upperBound + 2 * reach
          for (size, before) in boxes {
            sum(line, other, from..<min(to + 1, length), size, before)
            swap(&line, &other)
          }
          for x in max(0, from - reach)..<min(bitmap.width, to + 1 - reach) {
            row[x] = packed(floats(line[x + reach]) * factor)
          }
        }
      }
    }
  }

  /// out[i] = in[i - before] + ... + in[i - before + size - 1] in the range, beyond which there is nothing.
  @inline(__always)
  private static func sum(
    _ line: UnsafeMutableBufferPointer<SIMD4<UInt32>>, _ out: UnsafeMutableBufferPointer<SIMD4<UInt32>>,
    _ range: Range<Int>, _ size: Int, _ before: Int
  ) {
    var total = SIMD4<UInt32>.zero
    let ahead = size - before - 1
    for index in range.lowerBound..<min(range.upperBound, range.lowerBound + ahead) { total &+= line[index] }
    for index in range {
      let entering = index + ahead
      if entering < range.upperBound { total &+= line[entering] }
      out[index] = total
      let leaving = index - before
      if leaving >= range.lowerBound { total &-= line[leaving] }
    }
  }

  private static func blurRowsExactly(_ bitmap: Bitmap, _ weights: [Float]) {
    let radius = weights.count / 2
    var line = [SIMD4<Float>](repeating: .zero, count: bitmap.width + 2 * radius)
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      guard let ink = inked(row) else { continue }
      line.withUnsafeMutableBufferPointer { line in
        line.update(repeating: .zero)
        for x in ink { line[x + radius] = floats(row[x]) }
        weights.withUnsafeBufferPointer { weights in
          for x in max(0, ink.lowerBound - radius)...min(bitmap.width - 1, ink.upperBound + radius) {
            var sum = SIMD4<Float>.zero
            for tap in 0..<weights.count { sum += line[x + tap] * weights[tap] }
            row[x] = packed(sum)
          }
        }
      }
    }
  }

  // MARK: Turning

  private static func transposed(_ bitmap: Bitmap) -> Bitmap? {
    guard let result = try? Bitmap(width: bitmap.height, height: bitmap.width) else { return nil }
    transpose(bitmap, into: result)
    return result
  }

  /// In blocks, so that both sides stay in the cache.
  private static func transpose(_ source: Bitmap, into target: Bitmap) {
    let (from, to) = (source.pixels, target.pixels)
    let (width, height) = (source.width, source.height)
    let block = 32
    for top in stride(from: 0, to: height, by: block) {
      for left in stride(from: 0, to: width, by: block) {
        for y in top..<min(height, top + block) {
          for x in left..<min(width, left + block) { to[x &* height &+ y] = from[y &* width &+ x] }
        }
      }
    }
  }

  // MARK: One channel
  // Optimization: what blurs four channels blurs four rows of one as well.

  /// The alpha of four rows as the channels of one row.
  private static func alphaOfRows(_ bitmap: Bitmap) -> Bitmap? {
    guard let result = try? Bitmap(width: bitmap.width, height: (bitmap.height + 3) / 4) else { return nil }
    for y in 0..<bitmap.height {
      let (row, target, shift) = (bitmap.row(y), result.row(y / 4), UInt32(8 * (y % 4)))
      for x in 0..<bitmap.width { target[x] |= (row[x] &>> 24) &<< shift }
    }
    return result
  }

  /// Of four rows as channels, four columns as channels. `height`: of all rows.
  private static func turnedByFours(_ rows: Bitmap, height: Int) -> Bitmap? {
    guard let result = try? Bitmap(width: height, height: (rows.width + 3) / 4) else { return nil }
    for left in stride(from: 0, to: rows.width, by: 4) {
      let target = result.row(left / 4)
      let count = min(4, rows.width - left)
      for four in 0..<rows.height {
        let row = rows.row(four)
        func pixel(_ index: Int) -> UInt32 { index < count ? row[left + index] : 0 }
        let (a, b, c, d) = (pixel(0), pixel(1), pixel(2), pixel(3))
        for line in 0..<min(4, height - 4 * four) {
          let shift = UInt32(8 * line)
          target[4 * four + line] =
            a &>> shift & 255 | (b &>> shift & 255) &<< 8 | (c &>> shift & 255) &<< 16 | (d &>> shift & 255) &<< 24
        }
      }
    }
    return result
  }

  // MARK: Smaller copies

  /// Means of blocks; those at the far edges are filled up with nothing. A block more on each side
  /// gives the blur room.
  private static func reduced(_ bitmap: Bitmap, _ factorX: Int, _ factorY: Int) -> Bitmap? {
    let width = (bitmap.width + factorX - 1) / factorX
    let height = (bitmap.height + factorY - 1) / factorY
    guard let small = try? Bitmap(width: width, height: height) else { return nil }
    var sums = [SIMD4<UInt32>](repeating: .zero, count: width)
    let scale = 1 / Float(factorX * factorY)
    for y in 0..<height {
      for x in 0..<width { sums[x] = .zero }
      for line in (y * factorY)..<min(bitmap.height, (y + 1) * factorY) {
        let row = bitmap.row(line)
        guard let ink = inked(row) else { continue }
        for x in ink { sums[x / factorX] &+= unpacked(row[x]) }
      }
      let target = small.row(y)
      for x in 0..<width { target[x] = packed(floats(sums[x]) * scale) }
    }
    return small
  }

  /// Fills between the blocks' centres.
  private static func enlarge(_ small: Bitmap, _ factorX: Int, _ factorY: Int, into bitmap: Bitmap) {
    var line = [SIMD4<Float>](repeating: .zero, count: small.width + 2)
    for y in 0..<bitmap.height {
      let (above, below, weight) = neighbours(y, factorY, small.height)
      let (top, bottom) = (small.row(above), small.row(below))
      for x in 0..<small.width {
        let (a, b) = (floats(top[x]), floats(bottom[x]))
        line[x] = a + (b - a) * weight
      }
      let row = bitmap.row(y)
      for x in 0..<bitmap.width {
        let (left, right, weight) = neighbours(x, factorX, small.width)
        row[x] = packed(line[left] + (line[right] - line[left]) * weight)
      }
    }
  }

  @inline(__always)
  private static func neighbours(_ index: Int, _ factor: Int, _ count: Int) -> (Int, Int, Float) {
    let place = (Float(index) + 0.5) / Float(factor) - 0.5
    let low = Int(place.rounded(.down))
    return (max(0, low), min(count - 1, low + 1), place - Float(low))
  }
}
