import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Perlin's noise, as the specification defines it to the last number.
/// https://drafts.fxtf.org/filter-effects-1/#feTurbulenceElement
struct Turbulence {
  private static let size = 256
  private static let offset = 4_096.0

  private var noise: FilterNoise
  private let region: PaintRect
  private let origin: PaintPoint
  /// The gradient's index at a lattice point.
  private var lattice = [Int](repeating: 0, count: 2 * size + 2)
  /// For each channel and lattice point a direction.
  private var gradients = [SIMD2<Double>](repeating: .zero, count: 4 * (2 * size + 2))

  init(_ noise: FilterNoise, region: PaintRect, origin: PaintPoint) {
    (self.noise, self.region, self.origin) = (noise, region, origin)
    var seed = noise.seed
    // 1. The generator's seed, in its range.
    if seed <= 0 { seed = -(seed % (Self.modulus - 1)) + 1 }
    if seed > Self.modulus - 1 { seed = Self.modulus - 1 }
    func random() -> Int {
      seed = Self.next(seed)
      return seed
    }
    // 2. Random directions of length one.
    let stride = 2 * Self.size + 2
    for channel in 0..<4 {
      for point in 0..<Self.size {
        lattice[point] = point
        func part() -> Double { Double(random() % (2 * Self.size) - Self.size) / Double(Self.size) }
        let x = part()
        let y = part()
        let length = (x * x + y * y).squareRoot()
        gradients[channel * stride + point] = length > 0 ? SIMD2(x / length, y / length) : .zero
      }
    }
    // 3. The lattice, shuffled, and both repeated.
    for point in (1..<Self.size).reversed() { lattice.swapAt(point, random() % Self.size) }
    for point in 0..<(Self.size + 2) {
      lattice[Self.size + point] = lattice[point]
      for channel in 0..<4 {
        gradients[channel * stride + Self.size + point] = gradients[channel * stride + point]
      }
    }
    if noise.isStitched { fitFrequencies() }
  }

  private static let modulus = 2_147_483_647

  private static func next(_ seed: Int) -> Int {
    let result = 16_807 * (seed % 127_773) - 2_836 * (seed / 127_773)
    return result <= 0 ? result + modulus : result
  }

  /// Whole numbers of waves across the region.
  private mutating func fitFrequencies() {
    func fitted(_ frequency: Double, _ length: Double) -> Double {
      guard frequency > 0, length > 0 else { return frequency }
      let low = (length * frequency).rounded(.down) / length
      let high = (length * frequency).rounded(.up) / length
      return low > 0 && frequency / low < high / frequency ? low : high
    }
    noise.frequencyX = fitted(noise.frequencyX, region.width)
    noise.frequencyY = fitted(noise.frequencyY, region.height)
  }

  func picture(frame: DeviceRect, toUser: Transform, within: DeviceRect) -> Bitmap? {
    let part = frame.intersection(within)
    guard let result = try? Bitmap(width: frame.width, height: frame.height) else { return nil }
    guard !part.isEmpty else { return result }
    for y in part.minY..<part.maxY {
      let row = result.row(y - frame.minY)
      for x in part.minX..<part.maxX {
        let (userX, userY) = toUser.apply(x: Double(x), y: Double(y))
        row[x - frame.minX] = pixel(userX - origin.x, userY - origin.y)
      }
    }
    return result
  }

  private func pixel(_ x: Double, _ y: Double) -> UInt32 {
    var sum = SIMD4<Double>.zero
    var (placeX, placeY) = (x * noise.frequencyX, y * noise.frequencyY)
    var ratio = 1.0
    // Where the waves begin again.
    var (wrapWidth, wrapHeight) = (0.0, 0.0)
    var (wrapX, wrapY) = (0.0, 0.0)
    if noise.isStitched {
      (wrapWidth, wrapHeight) = (
        (region.width * noise.frequencyX).rounded(), (region.height * noise.frequencyY).rounded()
      )
      wrapX = (region.x - origin.x) * noise.frequencyX + Self.offset + wrapWidth
      wrapY = (region.y - origin.y) * noise.frequencyY + Self.offset + wrapHeight
    }
    for _ in 0..<noise.octaves {
      let value = sample(placeX, placeY, wrapX, wrapY, wrapWidth, wrapHeight) / ratio
      sum += noise.isFractal ? value : value.replacing(with: -value, where: value .< 0)
      placeX *= 2
      placeY *= 2
      ratio *= 2
      if noise.isStitched {
        wrapX = 2 * wrapX - Self.offset
        wrapY = 2 * wrapY - Self.offset
        wrapWidth *= 2
        wrapHeight *= 2
      }
    }
    if noise.isFractal { sum = (sum + 1) / 2 }
    sum = sum.clamped(lowerBound: .zero, upperBound: .one)
    return Pixels.pack(
      premultiplied: SIMD4(Float(sum.x * sum.w), Float(sum.y * sum.w), Float(sum.z * sum.w), Float(sum.w)))
  }

  /// The noise of all channels at a place.
  private func sample(
    _ x: Double, _ y: Double, _ wrapX: Double, _ wrapY: Double, _ wrapWidth: Double, _ wrapHeight: Double
  ) -> SIMD4<Double> {
    func split(_ place: Double, _ wrap: Double, _ length: Double) -> (Int, Int, Double) {
      let t = place + Self.offset
      guard t.magnitude < 1e12 else { return (0, 0, 0) }
      var low = t.rounded(.down)
      var high = low + 1
      let fraction = t - low
      if noise.isStitched {
        if low >= wrap { low -= length }
        if high >= wrap { high -= length }
      }
      return (Int(max(-1e12, min(1e12, low))) & 255, Int(max(-1e12, min(1e12, high))) & 255, fraction)
    }
    let (left, right, fx) = split(x, wrapX, wrapWidth)
    let (top, bottom, fy) = split(y, wrapY, wrapHeight)
    let (i, j) = (lattice[left], lattice[right])
    let (b00, b10) = (lattice[i + top], lattice[j + top])
    let (b01, b11) = (lattice[i + bottom], lattice[j + bottom])
    func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    func mix(_ t: Double, _ a: Double, _ b: Double) -> Double { a + t * (b - a) }
    let (sx, sy) = (smooth(fx), smooth(fy))
    let stride = 2 * Self.size + 2
    var result = SIMD4<Double>.zero
    for channel in 0..<4 {
      func dot(_ point: Int, _ dx: Double, _ dy: Double) -> Double {
        let gradient = gradients[channel * stride + point]
        return dx * gradient.x + dy * gradient.y
      }
      let upper = mix(sx, dot(b00, fx, fy), dot(b10, fx - 1, fy))
      let lower = mix(sx, dot(b01, fx, fy - 1), dot(b11, fx - 1, fy - 1))
      result[channel] = mix(sy, upper, lower)
    }
    return result
  }
}
