import OffscreenCSS
import OffscreenGeometry
import OffscreenPaint

/// What scripts have drawn since the last time: numbers, with a table of strings. Whatever the numbers are, reading them
/// never traps.
struct DrawingInstructions {
  /// As `canvas-recorder.js` numbers them, with what follows each.
  enum Kind: Int {
    /// Number of the surface that the next ones are of.
    case surface = 1
    case save, restore
    /// Six numbers.
    case transform
    /// Red, green, blue, alpha, not premultiplied.
    case fillColor, strokeColor
    /// 0 linear, 1 radial, 2 conic; six numbers; how many stops; position and colour of each.
    case fillGradient, strokeGradient
    /// Number of the picture; whether it repeats in x and in y; six numbers of a transform.
    case fillPattern, strokePattern
    case alpha
    case operation
    /// Width, cap, join, limit of mitres.
    case line
    /// Offset, how many, lengths.
    case dashes
    /// Colour, blur, x, y.
    case shadow
    /// Index of a string.
    case filter
    case smoothing
    /// Index of the font's string; letter and word spacing; kerning, stretch, capitals.
    case font
    /// Fill rule, path.
    case clip, fill
    /// Path.
    case stroke
    /// x, y, width, height.
    case fillRect, clearRect
    /// Number of the picture; the part of it; where to.
    case image
    /// Index of a string; x, y, most width; whether it is stroked; whether it runs from right to left; align, baseline.
    case text
    /// Width, height: begins anew.
    case reset
  }

  private let numbers: [Double]
  private let strings: [String]
  private var position = 0

  init(_ numbers: [Double], _ strings: [String]) { (self.numbers, self.strings) = (numbers, strings) }

  /// The next instruction; nil at the end.
  mutating func next() -> Kind? {
    guard position < numbers.count else { return nil }
    return Kind(rawValue: whole())
  }

  mutating func number() -> Double {
    guard position < numbers.count else { return 0 }
    position += 1
    return numbers[position - 1]
  }

  mutating func whole() -> Int {
    let value = number()
    return value.isFinite ? Int(max(-1e9, min(1e9, value))) : 0
  }

  mutating func flag() -> Bool { number() != 0 }

  mutating func string() -> String {
    let index = whole()
    return strings.indices.contains(index) ? strings[index] : ""
  }

  mutating func color() -> Color {
    let (red, green, blue, alpha) = (number(), number(), number(), number())
    return Color(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
  }

  mutating func rect() -> PaintRect {
    let (x, y, width, height) = (number(), number(), number(), number())
    return PaintRect(
      x: width < 0 ? x + width : x, y: height < 0 ? y + height : y, width: width.magnitude, height: height.magnitude)
  }

  mutating func transform() -> Transform {
    Transform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
  }

  /// Width, cap, join, limit of mitres.
  mutating func line(_ stroke: inout Stroke) {
    stroke.width = number()
    stroke.cap = LineCap(rawValue: whole()) ?? .butt
    stroke.join = LineJoin(rawValue: whole()) ?? .miter
    stroke.miterLimit = number()
  }

  mutating func rule() -> FillRule { flag() ? .evenodd : .nonzero }

  mutating func list() -> [Double] {
    let wanted = whole()
    let count = max(0, min(wanted, numbers.count - position))
    defer { position += count }
    return Array(numbers[position..<position + count])
  }

  /// How many numbers; then of each segment its kind and points: 0 moves, 1 is a line, 2 a curve, 3 closes.
  mutating func path() -> PaintPath {
    let count = max(0, whole())
    let end = min(numbers.count, position + count)
    var path = PaintPath()
    // Most are lines.
    path.reserve((end - position) / 3 + 1)
    func cut(_ value: Double) -> Double { value.isNaN ? 0 : max(-1e9, min(1e9, value)) }
    func point(_ place: Int) -> PaintPoint {
      place + 1 < end ? PaintPoint(x: cut(numbers[place]), y: cut(numbers[place + 1])) : .zero
    }
    while position < end {
      let kind = numbers[position]
      position += 1
      switch kind {
      case 0:
        path.move(to: point(position))
        position += 2
      case 1:
        path.line(to: point(position))
        position += 2
      case 2:
        path.curve(point(position), point(position + 2), to: point(position + 4))
        position += 6
      default: path.close()
      }
    }
    position = end
    return path
  }

  /// Nil for a gradient that paints nothing.
  /// https://html.spec.whatwg.org/multipage/canvas.html#fill-and-stroke-styles
  mutating func gradient() -> PaintGradient? {
    let kind = whole()
    let (a, b, c, d, e, f) = (number(), number(), number(), number(), number(), number())
    var stops: [PaintGradient.Stop] = []
    for _ in 0..<max(0, min(whole(), (numbers.count - position) / 5)) {
      stops.append(PaintGradient.Stop(position: number(), color: color()))
    }
    guard !stops.isEmpty else { return nil }
    let shape: PaintGradient.Shape
    switch kind {
    case 0:
      if a == c, b == d { return nil }
      shape = .linear(PaintPoint(x: a, y: b), PaintPoint(x: c, y: d))
    case 1:
      if a == d, b == e, c == f { return nil }
      shape = .cone(from: PaintPoint(x: a, y: b), startRadius: c, to: PaintPoint(x: d, y: e), endRadius: f)
    default:
      // From the right, in radians, to from the top, in degrees.
      shape = .conic(PaintPoint(x: b, y: c), from: a * 180 / .pi + 90)
    }
    var gradient = PaintGradient(shape: shape, stops: stops, isRepeating: false)
    gradient.isMixedPremultiplied = false
    return gradient
  }
}
