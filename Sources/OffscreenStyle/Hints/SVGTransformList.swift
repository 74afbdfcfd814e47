import OffscreenCSS

/// The grammar of SVG's `transform` attributes, which is older than that of the property: numbers
/// without units, commas where one likes.
/// https://drafts.csswg.org/css-transforms-1/#svg-syntax
struct SVGTransformList {
  /// In CSS pixels and degrees.
  private(set) var functions: [TransformFunction] = []

  private static let maximumBytes = 1 << 16
  private static let mostFunctions = 1_000

  /// Nil where the text is in error.
  init?(_ text: String) {
    if text == "none" { return }
    var text = text
    let functions: [TransformFunction]? = text.withUTF8 { bytes in
      guard bytes.count <= Self.maximumBytes else { return nil }
      var reader = Reader(bytes: bytes)
      return reader.functions()
    }
    guard let functions else { return nil }
    self.functions = functions
  }

  /// The same in the property's grammar.
  var css: String { functions.isEmpty ? "none" : functions.map(Self.css).joined(separator: " ") }

  private static func css(_ function: TransformFunction) -> String {
    switch function {
    case .matrix(let a, let b, let c, let d, let tx, let ty): "matrix(\(a),\(b),\(c),\(d),\(tx),\(ty))"
    case .translate(let x, let y, _): "translate(\(x.pixels(basis: 0))px,\(y.pixels(basis: 0))px)"
    case .scale(let x, let y, _): "scale(\(x),\(y))"
    case .rotate(_, _, _, let angle): "rotate(\(angle)deg)"
    case .skew(let x, let y): "skew(\(x)deg,\(y)deg)"
    case .matrix3D, .perspective, .interpolated: ""
    }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func functions() -> [TransformFunction]? {
      var list: [TransformFunction] = []
      skipSpace()
      if isAtEnd { return nil }
      while !isAtEnd {
        guard list.count < SVGTransformList.mostFunctions, appendFunction(to: &list) else { return nil }
        skipSpace()
        if take(UInt8(ascii: ",")) {
          skipSpace()
          if isAtEnd { return nil }
        }
      }
      return list
    }

    private var isAtEnd: Bool { position >= bytes.count }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
      return true
    }

    private mutating func skipSpace() {
      while position < bytes.count, LegacyValues.isSpace(bytes[position]) { position += 1 }
    }

    private mutating func appendFunction(to list: inout [TransformFunction]) -> Bool {
      let start = position
      while position < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position] | 0x20) {
        position += 1
      }
      let name = bytes[start..<position]
      skipSpace()
      guard take(UInt8(ascii: "(")), let (n, count) = numbers() else { return false }
      func named(_ other: StaticString) -> Bool {
        name.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
      }
      func move(_ x: Float, _ y: Float) -> TransformFunction { .translate(x: .length(x), y: .length(y), z: 0) }
      switch count {
      case 6 where named("matrix"): list.append(.matrix(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
      case 1 where named("translate"), 2 where named("translate"): list.append(move(n[0], n[1]))
      case 1 where named("scale"): list.append(.scale(x: n[0], y: n[0], z: 1))
      case 2 where named("scale"): list.append(.scale(x: n[0], y: n[1], z: 1))
      case 1 where named("rotate"): list.append(.rotate(x: 0, y: 0, z: 1, angle: n[0]))
      case 3 where named("rotate"):
        list += [move(n[1], n[2]), .rotate(x: 0, y: 0, z: 1, angle: n[0]), move(-n[1], -n[2])]
      case 1 where named("skewX"): list.append(.skew(x: n[0], y: 0))
      case 1 where named("skewY"): list.append(.skew(x: 0, y: n[0]))
      case _: return false
      }
      return true
    }

    /// Up to six, behind the parenthesis.
    private mutating func numbers() -> (SIMD8<Float>, count: Int)? {
      var (numbers, count) = (SIMD8<Float>.zero, 0)
      skipSpace()
      while !take(UInt8(ascii: ")")) {
        guard count < 6, let number = NumberScanner.number(bytes, &position) else { return nil }
        numbers[count] = Float(number)
        count += 1
        skipSpace()
        if take(UInt8(ascii: ",")) {
          skipSpace()
          if position < bytes.count, bytes[position] == UInt8(ascii: ")") { return nil }
        }
      }
      return (numbers, count)
    }
  }
}
