extension ImageValue {
  /// Images nest as deep as their parser lets them.
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .none: return "none"
    case .url(let address): return computed.url(address)
    case .gradient(let gradient): return gradient.text(in: computed)
    // Deviation: the options that were not chosen are not serialized.
    case .resolution(let image, let resolution):
      return "image-set(\(image.text(in: computed)) \(computed.number(resolution))dppx)"
    case .color(let color): return "image(\(color.text(in: computed)))"
    case .crossFade(let parts):
      let list = parts.map { "\($0.image.text(in: computed)) \(computed.number($0.weight * 100))%" }
      return "cross-fade(\(list.joined(separator: ", ")))"
    }
  }
}

/// Deviation: prefixed forms are serialized as the standard ones.
/// https://drafts.csswg.org/css-images-4/#serialization
extension Gradient: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    var prelude: [String] = []
    let name: String
    switch shape {
    case .linear(let direction):
      name = "linear"
      if direction != .angle(180), direction != .corner(x: 0, y: 1) { prelude.append(direction.text(in: computed)) }
    case .radial(let shape, let center):
      name = "radial"
      prelude += shape.words(in: computed) + Self.place(center, in: computed)
    case .conic(let angle, let center):
      name = "conic"
      if angle != 0 { prelude.append("from \(computed.number(angle))deg") }
      prelude += Self.place(center, in: computed)
    }
    prelude += interpolation.words
    let parts = (prelude.isEmpty ? [] : [prelude.joined(separator: " ")]) + stops.map { $0.text(in: computed) }
    return "\(isRepeating ? "repeating-" : "")\(name)-gradient(\(parts.joined(separator: ", ")))"
  }

  private static func place(_ center: LengthPair, in computed: ComputedText) -> [String] {
    center.isMiddle ? [] : ["at \(center.text(in: computed))"]
  }
}

extension LengthPair {
  var isMiddle: Bool { self == .center }
}

extension ColorInterpolation {
  fileprivate var words: [String] {
    guard self != .legacy else { return [] }
    return ["in \(space.rawValue)"] + (hue == .shorter ? [] : ["\(hue.rawValue) hue"])
  }
}

extension Gradient.Stop: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    [color?.text(in: computed), position?.text(in: computed)].compactMap { $0 }.joined(separator: " ")
  }
}

extension Gradient.LinearDirection: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .angle(let angle): return computed.number(angle) + "deg"
    case .corner(let x, let y):
      let sides = [x < 0 ? "left" : x > 0 ? "right" : nil, y < 0 ? "top" : y > 0 ? "bottom" : nil]
      return "to " + sides.compactMap { $0 }.joined(separator: " ")
    case .points(let start, let end): return start.text(in: computed) + ", " + end.text(in: computed)
    }
  }
}

extension Gradient.RadialShape {
  fileprivate func words(in computed: ComputedText) -> [String] {
    switch self {
    case .circle(let extent): ["circle"] + extent.words
    case .ellipse(let extent): extent.words
    case .circleRadius(let radius): [computed.pixels(radius)]
    case .ellipseRadii(let x, let y): [x.text(in: computed), y.text(in: computed)]
    }
  }
}

extension Gradient.RadialExtent {
  fileprivate var words: [String] {
    switch self {
    case .closestSide: ["closest-side"]
    case .farthestSide: ["farthest-side"]
    case .closestCorner: ["closest-corner"]
    case .farthestCorner: []
    }
  }
}

extension BackgroundSize: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .cover: return "cover"
    case .contain: return "contain"
    case .size(nil, nil): return "auto"
    case .size(let width, let height):
      return [width, height].map { $0?.text(in: computed) ?? "auto" }.joined(separator: " ")
    }
  }
}

extension LayerRepeat: ComputedValue {
  func text(in computed: ComputedText) -> String {
    switch (x, y) {
    case (.repeat, .noRepeat): "repeat-x"
    case (.noRepeat, .repeat): "repeat-y"
    case (let x, let y): x == y ? x.rawValue : "\(x.rawValue) \(y.rawValue)"
    }
  }
}

extension BorderImageSlice: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .number(let number): computed.number(number)
    case .percentage(let percentage): computed.number(percentage) + "%"
    }
  }
}

extension BorderImageWidth: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .auto: "auto"
    case .number(let number): computed.number(number)
    case .length(let length): length.text(in: computed)
    }
  }
}

extension BorderImageOutset: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .number(let number): computed.number(number)
    case .length(let length): computed.pixels(length)
    }
  }
}
