import OffscreenImages
import OffscreenPaint

/// https://drafts.fxtf.org/filter-effects-1/#feConvolveMatrixElement
enum Convolution {
  /// Larger pictures with larger kernels are left as they are.
  private static let maximumSteps = 2_000_000_000

  /// `edges`: where the input ends, in the bitmap.
  static func apply(_ kernel: FilterKernel, to bitmap: Bitmap, edges: DeviceRect) -> Bitmap? {
    guard !edges.isEmpty, bitmap.pixelCount * kernel.weights.count <= maximumSteps,
      let result = try? Bitmap(width: bitmap.width, height: bitmap.height)
    else { return bitmap }
    func inside(_ place: Int, _ low: Int, _ high: Int) -> Int? {
      if place >= low, place < high { return place }
      switch kernel.edge {
      case .none: return nil
      case .duplicate: return max(low, min(high - 1, place))
      case .wrap:
        let rest = (place - low) % (high - low)
        return low + (rest < 0 ? rest + high - low : rest)
      }
    }
    for y in edges.minY..<edges.maxY {
      let target = result.row(y)
      for x in edges.minX..<edges.maxX {
        var sum = SIMD4<Float>.zero
        for row in 0..<kernel.rows {
          guard let line = inside(y - kernel.targetY + row, edges.minY, edges.maxY) else { continue }
          let source = bitmap.row(line)
          for column in 0..<kernel.columns {
            guard let place = inside(x - kernel.targetX + column, edges.minX, edges.maxX) else { continue }
            // The kernel is turned by half a circle.
            let weight = kernel.weights[(kernel.rows - 1 - row) * kernel.columns + kernel.columns - 1 - column]
            sum += Pixels.parts(source[place], isPremultiplied: !kernel.preservesAlpha) * weight
          }
        }
        let alpha = Float(bitmap.row(y)[x] >> 24) / 255
        if kernel.preservesAlpha {
          let color = (sum + kernel.bias).clamped(lowerBound: .zero, upperBound: .one) * alpha
          target[x] = Pixels.pack(premultiplied: SIMD4(color[0], color[1], color[2], alpha))
        } else {
          // Deviation: the bias counts where the input is transparent too, as in Chromium.
          target[x] = Pixels.pack(premultiplied: sum + kernel.bias)
        }
      }
    }
    return result
  }
}
