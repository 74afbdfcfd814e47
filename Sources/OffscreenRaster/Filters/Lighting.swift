import Foundation
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Light on a surface whose height is a picture's alpha.
/// https://drafts.fxtf.org/filter-effects-1/#feDiffuseLightingElement
struct Lighting {
  private let lighting: FilterLighting
  private let color: SIMD3<Double>
  /// The light, in the bitmap's pixels.
  private let light: FilterLighting.Light

  init(_ lighting: FilterLighting, _ transform: Transform, _ frame: DeviceRect, isLinear: Bool) {
    self.lighting = lighting
    let parts = ColorTables.parts(lighting.color, isLinear: isLinear)
    color = SIMD3(Double(parts.red), Double(parts.green), Double(parts.blue))
    let depth = (transform.a * transform.d).squareRoot()
    func x(_ x: Double) -> Double { x * transform.a + transform.tx - Double(frame.minX) }
    func y(_ y: Double) -> Double { y * transform.d + transform.ty - Double(frame.minY) }
    switch lighting.light {
    case .distant: light = lighting.light
    case .point(let px, let py, let pz): light = .point(x: x(px), y: y(py), z: pz * depth)
    case .spot(let px, let py, let pz, let ax, let ay, let az, let exponent, let limit):
      light = .spot(
        x: x(px), y: y(py), z: pz * depth, atX: x(ax), atY: y(ay), atZ: az * depth, exponent: exponent, limit: limit)
    }
  }

  /// `edges`: where the surface ends, in the bitmap.
  func picture(of surface: Bitmap, edges: DeviceRect) -> Bitmap? {
    guard !edges.isEmpty, let result = try? Bitmap(width: surface.width, height: surface.height) else { return nil }
    let scale = lighting.surfaceScale / 255
    for y in edges.minY..<edges.maxY {
      let target = result.row(y)
      let middle = surface.row(y)
      let above = y > edges.minY ? surface.row(y - 1) : nil
      let below = y + 1 < edges.maxY ? surface.row(y + 1) : nil
      for x in edges.minX..<edges.maxX {
        let normal = Self.normal(x, edges, above, middle, below, scale)
        let height = Double(middle[x] >> 24) * scale
        target[x] = shade(normal, SIMD3(Double(x) + 0.5, Double(y) + 0.5, height))
      }
    }
    return result
  }

  /// The surface's normal by Sobel's operator, one-sided at the edges.
  private static func normal(
    _ x: Int, _ edges: DeviceRect, _ above: UnsafeMutableBufferPointer<UInt32>?,
    _ middle: UnsafeMutableBufferPointer<UInt32>, _ below: UnsafeMutableBufferPointer<UInt32>?, _ scale: Double
  ) -> SIMD3<Double> {
    func height(_ row: UnsafeMutableBufferPointer<UInt32>, _ x: Int) -> Double { Double(row[x] >> 24) }
    let left = max(edges.minX, x - 1)
    let right = min(edges.maxX - 1, x + 1)
    // Across: three rows of weights 1, 2, 1, as far as there are rows.
    var (across, rows) = (2 * (height(middle, right) - height(middle, left)), 2.0)
    for row in [above, below] {
      guard let row else { continue }
      across += height(row, right) - height(row, left)
      rows += 1
    }
    // Down: likewise with columns.
    let (top, bottom) = (above ?? middle, below ?? middle)
    var (down, columns) = (2 * (height(bottom, x) - height(top, x)), 2.0)
    for column in [x - 1, x + 1] where column >= edges.minX && column < edges.maxX {
      down += height(bottom, column) - height(top, column)
      columns += 1
    }
    let width = Double(max(1, right - left))
    let tall = above != nil && below != nil ? 2.0 : 1.0
    let n = SIMD3(-scale * across * 2 / (rows * width), -scale * down * 2 / (columns * tall), 1)
    return n / length(n)
  }

  private static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

  private func shade(_ normal: SIMD3<Double>, _ place: SIMD3<Double>) -> UInt32 {
    // 1. The way to the light, and what of its colour comes here.
    var toLight: SIMD3<Double>
    var strength = 1.0
    switch light {
    case .distant(let x, let y, let z): toLight = SIMD3(x, y, z)
    case .point(let x, let y, let z): toLight = SIMD3(x, y, z) - place
    case .spot(let x, let y, let z, let atX, let atY, let atZ, let exponent, let limit):
      toLight = SIMD3(x, y, z) - place
      let beam = SIMD3(atX - x, atY - y, atZ - z)
      let size = Self.length(toLight) * Self.length(beam)
      let cosine = size > 0 ? -(toLight * beam).sum() / size : 0
      strength = cosine <= 0 || cosine < limit ?? -1 ? 0 : pow(cosine, exponent)
    }
    let distance = Self.length(toLight)
    if distance > 0 { toLight /= distance }
    // 2. What the surface gives back.
    let factor: Double
    if let exponent = lighting.exponent {
      var half = toLight + SIMD3(0, 0, 1)
      let size = Self.length(half)
      if size > 0 { half /= size }
      factor = lighting.constant * pow(max(0, (normal * half).sum()), exponent)
    } else {
      factor = lighting.constant * max(0, (normal * toLight).sum())
    }
    var shade = color * (factor * strength)
    shade = shade.clamped(lowerBound: .zero, upperBound: .one)
    let alpha = lighting.exponent == nil ? 1 : max(shade.x, max(shade.y, shade.z))
    return Pixels.pack(premultiplied: SIMD4(Float(shade.x), Float(shade.y), Float(shade.z), Float(alpha)))
  }
}
