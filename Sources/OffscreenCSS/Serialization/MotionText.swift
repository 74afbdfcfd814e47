/// https://drafts.csswg.org/motion-1/
extension OffsetPath: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    func within(_ box: VisualBox, _ path: String) -> String { box == .borderBox ? path : "\(path) \(box.rawValue)" }
    switch self {
    case .none: return "none"
    case .reference(let address): return computed.url(address)
    case .ray(let ray, let box): return within(box, ray.text(in: computed))
    case .shape(let shape, _, let box): return within(box, shape.text(in: computed))
    case .box(let box): return box.rawValue
    }
  }
}

extension OffsetRay: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    var words = ["\(computed.number(angle))deg"]
    if size != .closestSide { words.append(size.rawValue) }
    if contain { words.append("contain") }
    if let center { words.append("at \(center.text(in: computed))") }
    return "ray(\(words.joined(separator: " ")))"
  }
}

extension OffsetRotate: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    let turn = "\(computed.number(angle))deg"
    return isAuto ? "auto \(turn)" : turn
  }
}

extension OffsetAnchor: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .auto: "auto"
    case .position(let point): point.text(in: computed)
    }
  }
}

extension OffsetPosition: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .normal: "normal"
    case .auto: "auto"
    case .position(let point): point.text(in: computed)
    }
  }
}
