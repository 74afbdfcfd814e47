import OffscreenCSS
import OffscreenGeometry
import OffscreenImages

/// A `filter` element with everything resolved: its primitives in order, in the coordinates of the
/// display list.
/// https://drafts.fxtf.org/filter-effects-1/#FilterElement
package struct FilterGraph: Hashable, Sendable {
  package enum Input: Hashable, Sendable {
    case sourceGraphic, sourceAlpha
    /// Of an earlier primitive.
    case result(Int)
  }
  package struct Primitive: Hashable, Sendable {
    package var kind: FilterPrimitive
    package var inputs: [Input]
    /// Nothing of the result is outside.
    package var region: PaintRect
    /// Whether it works in linear light.
    package var isLinear: Bool
  }
  package var region: PaintRect
  /// The last one's result is the filter's; without any, nothing is seen.
  package var primitives: [Primitive]
  /// Where the user coordinate system's origin is.
  package var origin: PaintPoint

  /// A filter of more primitives is not applied.
  package static let maximumPrimitives = 256
}

/// The operation of a filter primitive. Lengths are CSS pixels.
package enum FilterPrimitive: Hashable, Sendable {
  case blur(x: Double, y: Double)
  case offset(x: Double, y: Double)
  case flood(Color)
  case merge
  /// The first input over the second.
  case blend(BlendMode)
  case composite(Operator)
  /// k1 to k4, over premultiplied colours.
  case arithmetic(Float, Float, Float, Float)
  /// Four rows of five numbers, over colours that are not premultiplied.
  case colorMatrix([Float])
  /// The transfer functions of red, green, blue and alpha, as tables of 256 values.
  case transfer([UInt8])
  case dropShadow(x: Double, y: Double, sigmaX: Double, sigmaY: Double, Color)
  /// Repeats the part of the input that is in this rectangle.
  case tile(PaintRect)
  case morphology(isDilation: Bool, x: Double, y: Double)
  case image(FilterPicture)
  case convolution(FilterKernel)
  /// The channels' numbers in red, green, blue, alpha.
  case displacement(scale: Double, x: Int, y: Int)
  case turbulence(FilterNoise)
  case lighting(FilterLighting)

  package enum Operator: Hashable, Sendable { case over, `in`, out, atop, xor, lighter }
}

/// A picture put down once, within the primitive's region.
package struct FilterPicture: Hashable, Sendable {
  package var image: PageImage?
  package var destination: PaintRect
  /// The size that a drawing is laid out in; that of `destination` without.
  package var sourceWidth: Double?
  package var sourceHeight: Double?
  package var rendering: ImageRendering = .auto

  package static func == (a: Self, b: Self) -> Bool { a.image === b.image && a.destination == b.destination }
  package func hash(into hasher: inout Hasher) { hasher.combine(destination) }
}

/// https://drafts.fxtf.org/filter-effects-1/#feConvolveMatrixElement
package struct FilterKernel: Hashable, Sendable {
  package enum Edge: Hashable, Sendable { case duplicate, wrap, none }
  package var columns: Int
  package var rows: Int
  /// As many as the kernel has cells, in the order of the attribute, divided by the divisor.
  package var weights: [Float]
  package var bias: Float
  package var targetX: Int
  package var targetY: Int
  package var edge: Edge
  package var preservesAlpha: Bool

  /// Kernels of more cells do nothing.
  package static let maximumCells = 1_024
}

/// https://drafts.fxtf.org/filter-effects-1/#feTurbulenceElement
package struct FilterNoise: Hashable, Sendable {
  /// Per CSS pixel.
  package var frequencyX: Double
  package var frequencyY: Double
  package var octaves: Int
  package var seed: Int
  package var isFractal: Bool
  package var isStitched: Bool
}

/// https://drafts.fxtf.org/filter-effects-1/#feDiffuseLightingElement
package struct FilterLighting: Hashable, Sendable {
  package enum Light: Hashable, Sendable {
    /// The direction towards it, of length one.
    case distant(x: Double, y: Double, z: Double)
    case point(x: Double, y: Double, z: Double)
    /// Where it is, where it points, the exponent of its focus, and the cosine of its cone's limit.
    case spot(
      x: Double, y: Double, z: Double, atX: Double, atY: Double, atZ: Double, exponent: Double, limit: Double?)
  }
  package var light: Light
  package var color: Color
  package var surfaceScale: Double
  /// kd or ks.
  package var constant: Double
  /// Of specular light; nil for diffuse.
  package var exponent: Double?
}

extension FilterGraph {
  /// How far from a place the filter looks, in CSS pixels; nil where it may look anywhere.
  package var reach: Double? {
    var total = 0.0
    for primitive in primitives {
      switch primitive.kind {
      case .blur(let x, let y): total += max(x, y) * 3 + 2
      case .offset(let x, let y): total += max(x.magnitude, y.magnitude) + 1
      case .dropShadow(let x, let y, let sigmaX, let sigmaY, _):
        total += max(x.magnitude, y.magnitude) + max(sigmaX, sigmaY) * 3 + 2
      case .morphology(_, let x, let y): total += max(x, y) + 1
      case .displacement(let scale, _, _): total += scale.magnitude / 2 + 1
      case .convolution(let kernel): total += Double(max(kernel.columns, kernel.rows))
      case .lighting: total += 2
      case .tile: return nil
      case .flood, .merge, .blend, .composite, .arithmetic, .colorMatrix, .transfer, .image, .turbulence: break
      }
    }
    return total.isFinite ? total : nil
  }
}
