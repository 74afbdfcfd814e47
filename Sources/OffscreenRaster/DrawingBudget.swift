import OffscreenCSS
import OffscreenGeometry
import OffscreenPaint

/// What drawing a picture may cost. The work is counted and not timed, so that a picture is the same in every run.
///
/// Nothing that an author means to be seen comes near: a page may be covered some hundred times.
package final class DrawingBudget {
  /// About nanoseconds of a usual processor.
  package typealias Cost = Int

  /// For what costs more than putting a colour down: pictures, gradients, shadows, curves, filters, layers.
  private var effects: Cost
  private let largestEffect: Cost
  /// For plain rectangles and text, which are what is read: they are drawn when effects cannot be any more.
  private var plain: Cost
  /// Whether something was left out.
  package private(set) var isSpent = false

  private static let effectsOfAnyPicture = 900_000_000
  private static let plainOfAnyPicture = 400_000_000
  /// For each pixel of the picture.
  private static let effectsOfPixel = 20
  private static let plainOfPixel = 10

  /// `pixels`: of the picture.
  package init(pixels: Int = 0) {
    let pixels = max(0, min(pixels, 1 << 28))
    effects = Self.effectsOfAnyPicture + pixels * Self.effectsOfPixel
    plain = Self.plainOfAnyPicture + pixels * Self.plainOfPixel
    largestEffect = 2 * effects
  }

  /// Whether an effect of this cost is carried out. One that costs more than is left is the last.
  func allows(effect cost: Cost) -> Bool {
    guard effects > 0, cost < largestEffect else {
      isSpent = true
      return false
    }
    effects -= max(0, cost)
    return true
  }

  func allows(plain cost: Cost) -> Bool {
    guard plain > 0 else {
      isSpent = true
      return false
    }
    plain -= max(0, cost)
    return true
  }
}

/// What the steps of drawing cost. Measured on the programs in `Tests`; only the sizes of the numbers count.
enum DrawingCost {
  /// Putting a colour or a picture down, a pixel.
  static let over = 1
  /// A pixel in the colours of another space.
  static let colorSpace = 40
  /// A call of Cairo with a path.
  static let call = 3_000
  /// A point of a path.
  static let point = 150
  /// An edge of a path, for each row of pixels that it crosses.
  static let crossing = 40
  /// A dash.
  static let dash = 700

  /// Never traps: what is not a number costs nothing, what is endless too much.
  static func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(max(0, min(value, 1e11))) }

  /// `pieces`: in how many parts it is drawn.
  static func path(_ path: PaintPath, _ canvas: Canvas, area: Int, pieces: Int = 1) -> Int {
    let count = crossings(path, canvas)
    // Where many edges cross a row, each of them is looked at with those beside it.
    let crowd = count / max(1, canvas.frame.height) / max(1, pieces) * 15 / 100
    return call + 2 * over * area + path.elements.count * point + count * (crossing + crowd)
  }

  /// How many rows of pixels the path's edges cross, all together.
  private static func crossings(_ path: PaintPath, _ canvas: Canvas) -> Int {
    // Optimization: the few edges of boxes and letters do not matter.
    guard path.elements.count > 32 else { return path.elements.count }
    let height = Double(canvas.frame.height)
    var total = 0.0
    var last = 0.0
    for element in path.elements {
      let next: Double
      switch element {
      case .move(let point):
        last = canvas.devicePoint(point).y
        continue
      case .line(let point): next = canvas.devicePoint(point).y
      case .curve(_, _, let point): next = canvas.devicePoint(point).y
      case .close: continue
      }
      total += min((next - last).magnitude, height)
      last = next
    }
    return whole(total)
  }

  static func stroke(_ stroke: Stroke, _ canvas: Canvas, area: Int) -> Int {
    let pieces = stroke.isDrawnInPieces ? stroke.path.elements.count / Stroke.pieceLength + 1 : 1
    let base =
      path(stroke.path, canvas, area: pieces > 1 ? area : 0, pieces: pieces) + pieces * call
      + stroke.path.elements.count * 10 * point
    let period = stroke.dashes.reduce(0, +)
    guard period > 0 else { return base }
    // What is drawn of a straight line is what is seen of it; other lines are walked along whole.
    let seen = Double(canvas.frame.width + canvas.frame.height) / max(canvas.transform.meanScale, 1e-6)
    let length = stroke.path.elements.count == 2 ? min(stroke.path.length, seen) : stroke.path.length
    let dashes = min(length / period * Double(stroke.dashes.count + 1) / 2, 1e9)
    return base + whole(dashes) * dash
  }

  /// What `StrokeCoverage` adds beside each point crosses as many rows as the pen is wide.
  static func pen(_ stroke: Stroke, _ canvas: Canvas) -> Int {
    // Those of short paths do not matter.
    guard stroke.path.elements.count > 32 else { return 0 }
    let rows = min(stroke.width * canvas.transform.largestScale, Double(canvas.frame.height))
    return whole(Double(stroke.path.elements.count) * rows) * crossing
  }

  static func image(_ paint: ImagePaint, _ list: DisplayList, _ canvas: Canvas, area: Int) -> Int {
    let isTiled = !paint.tile.contains(paint.destination)
    switch paint.source {
    case .color: return call + (isTiled ? 4 : 1) * area
    case .image: return call + (isTiled ? 12 : 6) * area
    case .gradient(let index):
      guard list.gradients.indices.contains(Int(index)) else { return call }
      let gradient = list.gradients[Int(index)]
      let pixel =
        switch gradient.shape {
        case .linear(let start, let end):
          !isTiled && canvas.transform.isScaleAndTranslation && (start.x == end.x || start.y == end.y) ? 2 : 5
        case .radial, .cone: 7
        case .conic: 12
        }
      // Among many stops, the one of a pixel is far from that of the pixel before.
      let stops = gradient.isRepeating || isTiled ? min(gradient.stops.count, 64) : 0
      return call + area * (pixel + stops / 2 + (isTiled ? 8 : 0)) + gradient.stops.count * 50
    }
  }

  static func shadow(_ shadow: BoxShadow, _ canvas: Canvas, area: Int) -> Int {
    let sigma = shadow.sigma * canvas.transform.meanScale
    let clips = 2 * call + 2 * area
    if sigma < 0.05 { return clips + area }
    if !shadow.shape.isRounded, canvas.transform.isScaleAndTranslation { return clips + 4 * area }
    // The shape is drawn with room around, and blurred there.
    let reach = Blur.reach(sigma)
    let shape = DeviceRect(covering: shadow.shape.rect.mapped(by: canvas.transform))
      .intersection(canvas.clip.outset(by: 2 * reach)).outset(by: reach)
    return clips + 3 * area + max(0, shape.width * shape.height) * 26
  }

  static func glyphs(_ run: GlyphRun, size: Double, isColor: Bool, _ canvas: Canvas) -> Int {
    let pixels = min(max(1, size * canvas.transform.meanScale), 4_000)
    // Bitmaps are scaled to each size.
    if isColor {
      return call / 10 + whole((500 + pixels * pixels * (pixels > 100 ? 30 : 3)) * Double(run.glyphs.count))
    }
    let isDrawn = run.strokeWidth > 0 || !canvas.transform.isScaleAndTranslation || pixels > 64
    let glyph = isDrawn ? 8_000 + pixels * 60 + pixels * pixels : 150 + pixels * pixels / 3
    return call / 10 + whole(glyph * Double(run.glyphs.count))
  }

  /// A bitmap of its own, put down.
  static func layer(_ composite: LayerEffect.Composite, area: Int) -> Int {
    switch composite {
    case .blend(let mode):
      switch mode {
      case .normal: call + 4 * area
      case .hue, .saturation, .color, .luminosity: call + 60 * area
      default: call + 14 * area
      }
    case .destinationIn, .sourceIn, .sourceOut, .exclusiveOr: call + 5 * area
    }
  }

  /// A plane is drawn level, as large as `ProjectedPlane` allows, and looked up for each pixel that shows it.
  static func projection(_ plane: PaintRect, target: Int, _ canvas: Canvas) -> Int {
    let scale = canvas.transform.meanScale
    let level = min(plane.width * plane.height * scale * scale, 1_000_000 + 8 * Double(target))
    return 10 * call + 50 * target + 3 * whole(level)
  }

  static func filter(_ filter: PaintFilter, area: Int) -> Int {
    switch filter {
    case .blur: 40 * area
    case .dropShadow: 50 * area
    case .colorMatrix, .linear: 12 * area
    case .luminance: 3 * area
    // Its primitives count by themselves.
    case .graph: 3 * area
    }
  }

  static func primitive(_ primitive: FilterGraph.Primitive, scale: Double, area: Int) -> Int {
    let inputs = primitive.inputs.count * 6
    let own: Int =
      switch primitive.kind {
      case .blur(let x, let y): x > 0 || y > 0 ? 40 : 0
      case .offset, .flood: 2
      case .tile: 6
      case .merge: primitive.inputs.count * 2
      case .blend(let mode): layer(.blend(mode), area: 1) - call
      case .composite: 4
      case .arithmetic: 20
      case .colorMatrix: 12
      case .transfer: 10
      case .dropShadow: 60
      case .morphology: 24
      case .image: 12
      case .convolution(let kernel): 4 * kernel.weights.count
      case .displacement: 20
      case .turbulence(let noise): 60 * max(1, noise.octaves)
      case .lighting(let lighting): lighting.exponent == nil ? 50 : 110
      }
    return 10 * call + area * (inputs + own)
  }
}
