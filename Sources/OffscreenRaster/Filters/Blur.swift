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
    if sigma < 2 { return blurExactly(&mask, width: width, height: height, sigma: sigma) }
    var line = [UInt8](repeating: 0, count: max(width, height))
    var other = line
    for (size, before) in boxes(sigma) where size > 1 {
      mask.withUnsafeMutableBufferPointer { mask in
        for y in 0..<height {
          for x in 0..<width { line[x] = mask[y * width + x] }
          average(line, &other, width, size, before)
          for x in 0..<width { mask[y * width + x] = other[x] }
        }
        for x in 0..<width {
          for y in 0..<height { line[y] = mask[y * width + x] }
          average(line, &other, height, size, before)
          for y in 0..<height { mask[y * width + x] = other[y] }
        }
      }
    }
  }

  private static func average(_ line: [UInt8], _ result: inout [UInt8], _ count: Int, _ size: Int, _ before: Int) {
    line.withUnsafeBufferPointer { line in
      result.withUnsafeMutableBufferPointer { result in
        var sum = 0
        // The box around place 0 reaches from -before to size - before - 1.
        for index in 0..<min(count, max(0, size - before - 1)) { sum += Int(line[index]) }
        for index in 0..<count {
          let entering = index + size - before - 1
          if entering < count { sum += Int(line[entering]) }
          result[index] = UInt8(truncatingIfNeeded: (sum + size / 2) / size)
          let leaving = index - before
          if leaving >= 0 { sum -= Int(line[leaving]) }
        }
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
