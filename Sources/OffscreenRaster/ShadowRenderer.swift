import Foundation
import OffscreenGeometry
import OffscreenPaint

/// Draws the shadows of boxes.
enum ShadowRenderer {
  static func draw(_ shadow: BoxShadow, on canvas: Canvas) {
    let scale = canvas.transform.meanScale
    guard scale > 0 else { return }
    let sharp = shadow.sigma * scale < 0.05
    if sharp, !shadow.shape.isRounded, !shadow.box.isRounded, canvas.transform.isScaleAndTranslation {
      // Rectangles less a rectangle: whole pixels are filled directly.
      let (outer, hole) = shadow.isInset ? (shadow.box, shadow.shape) : (shadow.shape, shadow.box)
      return canvas.fillRing(outer, hole, shadow.color)
    }
    if shadow.isInset {
      canvas.pushClip(PaintPath(shadow.box), .nonzero)
    } else {
      // Nothing is painted under the box itself.
      if shadow.box.rect.isEmpty { canvas.pushClip(.everything) } else { canvas.pushClipOut(shadow.box) }
    }
    defer { canvas.popClip() }
    let sigma = shadow.sigma * scale
    if sharp { return drawSharp(shadow, canvas) }
    if shadow.isInset {
      drawBlurred(shadow, sigma, canvas, area: shadow.box.rect)
    } else {
      drawBlurred(shadow, sigma, canvas, area: shadow.shape.rect.outset(by: shadow.sigma * 3 + 1))
    }
  }

  private static func drawSharp(_ shadow: BoxShadow, _ canvas: Canvas) {
    guard shadow.isInset else {
      if shadow.shape.isRounded { return canvas.fill(PaintPath(shadow.shape), shadow.color) }
      return canvas.fill(PaintPath(shadow.shape.rect), shadow.color)
    }
    var path = PaintPath(shadow.box.rect.union(shadow.shape.rect).outset(by: 2))
    if !shadow.shape.rect.isEmpty { path.add(shadow.shape) }
    canvas.fill(path, shadow.color, .evenodd)
  }

  private static func drawBlurred(_ shadow: BoxShadow, _ sigma: Double, _ canvas: Canvas, area: PaintRect) {
    let box = DeviceRect(covering: area.mapped(by: canvas.transform)).intersection(canvas.clip)
    guard !box.isEmpty, box.width <= 32_767, box.height <= 32_767 else { return }
    let stride = (box.width + 3) & ~3
    var mask: [UInt8]
    if !shadow.shape.isRounded, canvas.transform.isScaleAndTranslation {
      mask = exactMask(shadow.shape.rect.mapped(by: canvas.transform), sigma, box, stride)
    } else {
      guard let blurred = blurredMask(shadow.shape, sigma, box, stride, canvas) else { return }
      mask = blurred
    }
    if shadow.isInset { for index in mask.indices { mask[index] = 255 - mask[index] } }
    mask.withUnsafeMutableBufferPointer { mask in
      guard let base = mask.baseAddress else { return }
      canvas.fill(mask: base, stride: stride, box: box, shadow.color)
    }
  }

  /// A blurred rectangle is the product of two blurred edges' profiles.
  private static func exactMask(_ rect: PaintRect, _ sigma: Double, _ box: DeviceRect, _ stride: Int) -> [UInt8] {
    func profile(_ low: Double, _ high: Double, _ first: Int, _ count: Int) -> [Float] {
      let factor = 1 / (sigma * 2.0.squareRoot())
      return (0..<count).map {
        let at = Double(first + $0) + 0.5
        return Float(0.5 * (erf((at - low) * factor) - erf((at - high) * factor)))
      }
    }
    let columns = profile(rect.minX, rect.maxX, box.minX, box.width)
    let rows = profile(rect.minY, rect.maxY, box.minY, box.height)
    var mask = [UInt8](repeating: 0, count: stride * box.height)
    mask.withUnsafeMutableBufferPointer { mask in
      columns.withUnsafeBufferPointer { columns in
        for y in 0..<box.height {
          let row = rows[y] * 255
          if row < 0.5 { continue }
          // Optimization: most rows are in the middle, where all are the same.
          if y > 0, rows[y] == rows[y - 1], let mask = mask.baseAddress {
            (mask + y * stride).update(from: mask + (y - 1) * stride, count: box.width)
            continue
          }
          for x in 0..<box.width { mask[y * stride + x] = UInt8(max(0, min(255, row * columns[x] + 0.5))) }
        }
      }
    }
    return mask
  }

  /// The shape drawn and blurred, with room around for the blur.
  private static func blurredMask(
    _ shape: RoundedRect, _ sigma: Double, _ box: DeviceRect, _ stride: Int, _ canvas: Canvas
  ) -> [UInt8]? {
    let reach = Blur.reach(sigma)
    let whole = DeviceRect(covering: shape.rect.mapped(by: canvas.transform))
    // Optimization: only what can reach the box is drawn.
    let drawn = whole.intersection(box.outset(by: reach)).outset(by: reach)
    guard !drawn.isEmpty, let part = Canvas(frame: drawn, transform: canvas.transform) else {
      return [UInt8](repeating: 0, count: stride * box.height)
    }
    part.fill(PaintPath(shape), .white)
    part.flush()
    var coverage = [UInt8](repeating: 0, count: drawn.width * drawn.height)
    coverage.withUnsafeMutableBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      for y in 0..<drawn.height {
        let (row, out) = (part.bitmap.row(y), coverage + y * drawn.width)
        for x in 0..<drawn.width { out[x] = UInt8(truncatingIfNeeded: row[x] >> 24) }
      }
    }
    Blur.blur(&coverage, width: drawn.width, height: drawn.height, sigma: sigma)
    var mask = [UInt8](repeating: 0, count: stride * box.height)
    let common = box.intersection(drawn)
    guard !common.isEmpty else { return mask }
    mask.withUnsafeMutableBufferPointer { mask in
      coverage.withUnsafeBufferPointer { coverage in
        guard let mask = mask.baseAddress, let coverage = coverage.baseAddress else { return }
        for y in common.minY..<common.maxY {
          let target = mask + (y - box.minY) * stride + common.minX - box.minX
          let source = coverage + (y - drawn.minY) * drawn.width + common.minX - drawn.minX
          target.update(from: source, count: common.width)
        }
      }
    }
    return mask
  }
}
