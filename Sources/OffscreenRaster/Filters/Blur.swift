import Foundation
import OffscreenImages

/// Gaussian blurs, by three box blurs in a row.
/// https://drafts.fxtf.org/filter-effects-1/#feGaussianBlurElement
enum Blur {
  /// How far a blur of this standard deviation reaches.
  static func reach(_ sigma: Double) -> Int { DeviceRect.whole((min(sigma, 2_000) * 3).rounded(.up)) + 1 }

  /// The sizes and shifts of the three boxes.
  static func boxes(_ sigma: Double) -> [(size: Int, before: Int)] {
    let size = max(1, DeviceRect.whole((min(sigma, 2_000) * 3 * (2 * .pi).squareRoot() / 4 + 0.5).rounded(.down)))
    if size % 2 == 1 { return [(size, size / 2), (size, size / 2), (size, size / 2)] }
    // Even boxes lean to one side, then to the other; the third is one larger.
    return [(size, size / 2), (size, size / 2 - 1), (size + 1, size / 2)]
  }

  /// Blurs coverage in place. Beyond the edges there is nothing.
  static func blur(_ mask: inout [UInt8], width: Int, height: Int, sigma: Double) {
    guard sigma > 0, width > 0, height > 0, mask.count >= width * height else { return }
    let passes = sigma < 2 ? [] : boxes(sigma).filter { $0.size > 1 }
    let radius = passes.isEmpty ? kernel(sigma).count / 2 : 0
    let reach =
      sigma < 2
      ? (before: radius, after: radius)
      : (before: passes.reduce(0) { $0 + $1.before }, after: passes.reduce(0) { $0 + $1.size - $1.before - 1 })
    // Optimization: what is between the corners of a box is blurred once for all of its rows and columns.
    var part = UnstretchedMask(mask, width: width, height: height, reach: reach)
    if sigma < 2 {
      blurExactly(&part.mask, width: part.width, height: part.height, sigma: sigma)
    } else {
      blurByBoxes(&part.mask, part.width, part.height, passes)
    }
    part.stretch(into: &mask)
  }

  private static func blurByBoxes(
    _ mask: inout [UInt8], _ width: Int, _ height: Int, _ passes: [(size: Int, before: Int)]
  ) {
    var other = [UInt8](repeating: 0, count: width * height)
    var sums = [UInt32](repeating: 0, count: width)
    mask.withUnsafeMutableBufferPointer { mask in
      other.withUnsafeMutableBufferPointer { other in
        sums.withUnsafeMutableBufferPointer { sums in
          guard let mask = mask.baseAddress, let other = other.baseAddress, let sums = sums.baseAddress else { return }
          for (size, before) in passes {
            for y in 0..<height { averageRow(mask + y * width, other + y * width, width, size, before) }
            averageColumns(other, mask, sums, width, height, size, before)
          }
        }
      }
    }
  }

  /// Divides sums of so many bytes, rounded. Optimization: by a multiplication, which is exact for sums below 2^20 and
  /// sizes below 2^12.
  private struct Division {
    let half: UInt64
    let factor: UInt64

    init(by size: Int) {
      half = UInt64(size / 2)
      factor = ((1 << 40) + UInt64(size) - 1) / UInt64(size)
    }

    @inline(__always)
    func callAsFunction(_ sum: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: ((UInt64(sum) &+ half) &* factor) &>> 40)
    }
  }

  /// The box around place 0 reaches from -before to size - before - 1.
  private static func averageRow(
    _ line: UnsafeMutablePointer<UInt8>, _ result: UnsafeMutablePointer<UInt8>, _ count: Int, _ size: Int, _ before: Int
  ) {
    let divided = Division(by: size)
    let ahead = size - before - 1
    var sum: UInt32 = 0
    for index in 0..<min(count, max(0, ahead)) { sum &+= UInt32(line[index]) }
    for index in 0..<count {
      if index &+ ahead < count { sum &+= UInt32(line[index &+ ahead]) }
      result[index] = divided(sum)
      if index >= before { sum &-= UInt32(line[index &- before]) }
    }
  }

  /// Of all columns at once, row by row.
  private static func averageColumns(
    _ mask: UnsafeMutablePointer<UInt8>, _ result: UnsafeMutablePointer<UInt8>, _ sums: UnsafeMutablePointer<UInt32>,
    _ width: Int, _ height: Int, _ size: Int, _ before: Int
  ) {
    let divided = Division(by: size)
    let ahead = size - before - 1
    sums.update(repeating: 0, count: width)
    for y in 0..<min(height, max(0, ahead)) {
      let row = mask + y * width
      for x in 0..<width { sums[x] &+= UInt32(row[x]) }
    }
    for y in 0..<height {
      if y + ahead < height {
        let row = mask + (y + ahead) * width
        for x in 0..<width { sums[x] &+= UInt32(row[x]) }
      }
      let out = result + y * width
      for x in 0..<width { out[x] = divided(sums[x]) }
      if y >= before {
        let row = mask + (y - before) * width
        for x in 0..<width { sums[x] &-= UInt32(row[x]) }
      }
    }
  }

  static func kernel(_ sigma: Double) -> [Float] {
    let radius = max(1, DeviceRect.whole((sigma * 3).rounded(.up)))
    var weights: [Float] = []
    for offset in -radius...radius { weights.append(Float(exp(-Double(offset * offset) / (2 * sigma * sigma)))) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  /// Small blurs, where boxes would be too coarse.
  private static func blurExactly(_ mask: inout [UInt8], width: Int, height: Int, sigma: Double) {
    let weights = kernel(sigma)
    let radius = weights.count / 2
    var rows = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for tap in max(-radius, -x)...min(radius, width - 1 - x) {
          sum += weights[tap + radius] * Float(mask[y * width + x + tap])
        }
        rows[y * width + x] = sum
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for tap in max(-radius, -y)...min(radius, height - 1 - y) {
          sum += weights[tap + radius] * rows[(y + tap) * width + x]
        }
        mask[y * width + x] = UInt8(max(0, min(255, sum + 0.5)))
      }
    }
  }
}

/// A mask without most of the columns, and rows, of its longest stretches of equal ones. What a blur makes of those that
/// are left out is what it makes of one that stays.
private struct UnstretchedMask {
  /// Places behind `place` that are left out.
  private struct Cut {
    var place = 0
    var count = 0

    /// `isSame`: whether a place is like the next one. `reach`: how far a blur looks before and behind a place.
    init(_ isSame: [Bool], reach: (before: Int, after: Int)) {
      var (start, longest, longestStart) = (0, 0, 0)
      for index in isSame.indices {
        if !isSame[index] {
          start = index + 1
        } else if index + 2 - start > longest {
          (longest, longestStart) = (index + 2 - start, start)
        }
      }
      let left = longest - reach.before - reach.after - 1
      if left >= UnstretchedMask.fewest { (place, count) = (longestStart + reach.before, left) }
    }
  }

  /// Fewer are not worth the copies.
  private static let fewest = 16

  var mask: [UInt8]
  let width: Int
  let height: Int
  private let columns: Cut
  private let rows: Cut

  init(_ mask: [UInt8], width: Int, height: Int, reach: (before: Int, after: Int)) {
    var isSameRow = [Bool](repeating: true, count: height - 1)
    var differences = [UInt8](repeating: 0, count: width)
    mask.withUnsafeBufferPointer { mask in
      guard let mask = mask.baseAddress else { return }
      differences.withUnsafeMutableBufferPointer { differences in
        for y in 0..<height {
          let row = mask + y * width
          for x in 0..<(width - 1) { differences[x] |= row[x] ^ row[x + 1] }
          if y < height - 1 { isSameRow[y] = memcmp(row, row + width, width) == 0 }
        }
      }
    }
    columns = Cut(differences.dropLast().map { $0 == 0 }, reach: reach)
    rows = Cut(isSameRow, reach: reach)
    (self.width, self.height) = (width - columns.count, height - rows.count)
    guard columns.count > 0 || rows.count > 0 else {
      self.mask = mask
      return
    }
    var part: [UInt8] = []
    part.reserveCapacity(self.width * self.height)
    for y in 0..<height where y <= rows.place || y > rows.place + rows.count {
      part += mask[y * width...y * width + columns.place]
      part += mask[(y * width + columns.place + columns.count + 1)..<(y + 1) * width]
    }
    self.mask = part
  }

  /// With what was left out.
  func stretch(into result: inout [UInt8]) {
    guard columns.count > 0 || rows.count > 0 else {
      result = mask
      return
    }
    let (whole, place) = (width + columns.count, columns.place)
    for y in 0..<(height + rows.count) {
      let source = (y <= rows.place ? y : y <= rows.place + rows.count ? rows.place : y - rows.count) * width
      let start = y * whole
      for x in 0...place { result[start + x] = mask[source + x] }
      for x in 0..<columns.count { result[start + place + 1 + x] = mask[source + place] }
      for x in (place + 1)..<max(place + 1, width) { result[start + columns.count + x] = mask[source + x] }
    }
  }
}
