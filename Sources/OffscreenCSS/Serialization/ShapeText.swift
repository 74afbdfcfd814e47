extension BasicShape: ComputedValue {
  /// https://drafts.csswg.org/css-shapes-1/#basic-shape-serialization
  package func text(in computed: ComputedText) -> String {
    func words(_ list: [String]) -> String { list.filter { !$0.isEmpty }.joined(separator: " ") }
    switch self {
    case .inset(let sides, let radii):
      let round = radii == Corners(.zero) ? "" : "round \(radii.text(in: computed))"
      return "inset(\(words([sides.text(in: computed), round])))"
    case .circle(let radius, let center):
      let size = radius == .closestSide ? "" : radius.text(in: computed)
      return "circle(\(words([size, Self.place(center, in: computed)])))"
    case .ellipse(let x, let y, let center):
      let isDefault = x == .closestSide && y == .closestSide
      let size = isDefault ? "" : "\(x.text(in: computed)) \(y.text(in: computed))"
      return "ellipse(\(words([size, Self.place(center, in: computed)])))"
    case .polygon(let rule, let points):
      let list = points.map { $0.text(in: computed) }
      return "polygon(\(((rule == .nonzero ? [] : [rule.rawValue]) + list).joined(separator: ", ")))"
    case .path(let rule, let data):
      return "path(\(rule == .nonzero ? "" : "\(rule.rawValue), ")\(computed.string(data)))"
    case .shape(let rule, let commands):
      let start = commands.first.map { "from \($0.end.text(in: computed))" } ?? ""
      let list =
        [words([rule == .nonzero ? "" : rule.rawValue, start])] + commands.dropFirst().map { $0.text(in: computed) }
      return "shape(\(list.joined(separator: ", ")))"
    }
  }

  private static func place(_ center: LengthPair, in computed: ComputedText) -> String {
    center.isMiddle ? "" : "at \(center.text(in: computed))"
  }
}

extension ShapeCommand {
  /// https://drafts.csswg.org/css-shapes-2/#shape-function
  fileprivate func text(in computed: ComputedText) -> String {
    let way = isRelative ? "by" : "to"
    switch kind {
    case .close: return kind.rawValue
    case .hline: return "\(kind.rawValue) \(way) \(end.x.text(in: computed))"
    case .vline: return "\(kind.rawValue) \(way) \(end.y.text(in: computed))"
    case .move, .line, .curve, .smooth, .arc: break
    }
    var words = [kind.rawValue, way, end.text(in: computed)]
    let points = controls.map { control in
      let usual: Control.Origin? = isRelative ? .start : nil
      let from = control.origin == usual ? "" : control.origin.map { " from \($0.rawValue)" } ?? ""
      return control.point.text(in: computed) + from
    }
    if !points.isEmpty { words += ["with", points.joined(separator: " / ")] }
    if let radii {
      words += ["of", radii.x == radii.y ? radii.x.text(in: computed) : radii.text(in: computed)]
      if isClockwise { words.append("cw") }
      if isLarge { words.append("large") }
      if rotation != 0 { words += ["rotate", "\(computed.number(rotation))deg"] }
    }
    return words.joined(separator: " ")
  }
}

extension ShapeRadius: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .length(let length): length.text(in: computed)
    case .closestSide: "closest-side"
    case .farthestSide: "farthest-side"
    }
  }
}

extension Corners<LengthPair>: ComputedValue {
  /// As `border-radius` takes them.
  package func text(in computed: ComputedText) -> String {
    func axis(_ path: KeyPath<LengthPair, LengthPercentage>) -> String {
      Sides(
        top: topLeft[keyPath: path], right: topRight[keyPath: path], bottom: bottomRight[keyPath: path],
        left: bottomLeft[keyPath: path]
      ).text(in: computed)
    }
    let (x, y) = (axis(\.x), axis(\.y))
    return x == y ? x : "\(x) / \(y)"
  }
}

extension ClipPath: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .none: "none"
    case .reference(let address): computed.url(address)
    case .shape(let shape, .borderBox): shape.text(in: computed)
    case .shape(let shape, let box): "\(shape.text(in: computed)) \(box.rawValue)"
    case .box(let box): box.rawValue
    }
  }
}

extension FloatShape: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .none: "none"
    case .shape(let shape, .marginBox): shape.text(in: computed)
    case .shape(let shape, let box): "\(shape.text(in: computed)) \(box.rawValue)"
    case .box(let box): box.rawValue
    case .image(let image): image.text(in: computed)
    }
  }
}
