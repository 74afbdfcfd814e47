extension TransformFunction {
  /// As the value of `translate`, `rotate` or `scale`.
  /// https://drafts.csswg.org/css-transforms-2/#individual-transform-serialization
  fileprivate func individualText(in computed: ComputedText) -> String {
    func words(_ numbers: [Float]) -> String { numbers.map { computed.number($0) }.joined(separator: " ") }
    switch self {
    case .translate(let x, let y, let z):
      let (x, y) = (x.text(in: computed), y.text(in: computed))
      if z != 0 { return "\(x) \(y) \(computed.pixels(z))" }
      return y == "0px" ? x : "\(x) \(y)"
    case .scale(let x, let y, let z): return words(z != 1 ? [x, y, z] : x != y ? [x, y] : [x])
    case .rotate(let x, let y, let z, let angle):
      let turn = "\(computed.number(angle))deg"
      switch (x, y, z) {
      case (0, 0, 1): return turn
      case (1, 0, 0): return "x \(turn)"
      case (0, 1, 0): return "y \(turn)"
      default: return "\(words([x, y, z])) \(turn)"
      }
    // No such property has these.
    case .matrix, .matrix3D, .skew, .perspective, .interpolated: return "none"
    }
  }
}

extension ValueText<TransformFunction> {
  static var individual: ValueText { ValueText { $0.individualText(in: $1) } }
}

extension ValueText<[TransformFunction]> {
  /// The resolved value is a matrix, without the origin and the individual transforms; `none` without a
  /// box.
  /// https://drafts.csswg.org/css-transforms-2/#serialization-of-the-computed-value
  static var matrix: ValueText {
    ValueText { functions, computed in
      if computed.isComputed {
        let texts = functions.compactMap { $0.text(as: nil) }
        return texts.isEmpty ? "none" : texts.joined(separator: " ")
      }
      guard !functions.isEmpty, var numbers = computed.used?.transform, numbers.count == 16
      else { return "none" }
      let zoom = Double(computed.style.inherited.zoom)
      for index in 12..<15 { numbers[index] /= zoom }
      func list(_ numbers: [Double]) -> String { numbers.map { computed.number($0) }.joined(separator: ", ") }
      let flat = [0, 1, 4, 5, 12, 13]
      let isFlat = (0..<16).allSatisfy {
        flat.contains($0) || numbers[$0] == ($0 == 10 || $0 == 15 ? 1 : 0)
      }
      return isFlat ? "matrix(\(list(flat.map { numbers[$0] })))" : "matrix3d(\(list(numbers)))"
    }
  }
}

/// https://drafts.fxtf.org/filter-effects-1/#serialize-filter-functions
extension FilterFunction: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .blur(let radius): "blur(\(computed.pixels(radius)))"
    case .brightness(let amount): "brightness(\(computed.number(amount)))"
    case .contrast(let amount): "contrast(\(computed.number(amount)))"
    case .grayscale(let amount): "grayscale(\(computed.number(amount)))"
    case .invert(let amount): "invert(\(computed.number(amount)))"
    case .opacity(let amount): "opacity(\(computed.number(amount)))"
    case .saturate(let amount): "saturate(\(computed.number(amount)))"
    case .sepia(let amount): "sepia(\(computed.number(amount)))"
    case .hueRotate(let angle): "hue-rotate(\(computed.number(angle))deg)"
    case .dropShadow(let shadow): "drop-shadow(\(shadow.dropText(in: computed)))"
    case .reference(let address): computed.url(address)
    }
  }
}

extension ValueText<Sides<Float?>?> {
  /// https://drafts.fxtf.org/css-masking-1/#clip-property
  static var clip: ValueText {
    ValueText { sides, computed in
      guard let sides else { return "auto" }
      let list = [sides.top, sides.right, sides.bottom, sides.left].map { side in
        side.map { computed.pixels($0) } ?? "auto"
      }
      return "rect(\(list.joined(separator: ", ")))"
    }
  }
}

extension TextDecorationLines {
  package func text(in computed: ComputedText) -> String {
    var names: [String] = []
    if contains(.underline) { names.append("underline") }
    if contains(.overline) { names.append("overline") }
    if contains(.lineThrough) { names.append("line-through") }
    if contains(.blink) { names.append("blink") }
    return names.isEmpty ? "none" : names.joined(separator: " ")
  }
}

extension DecorationThickness {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .auto: "auto"
    case .fromFont: "from-font"
    case .length(let length): length.text(in: computed)
    }
  }
}
