import OffscreenDOM
import OffscreenGeometry
import OffscreenStyle

/// What an animation element animates, and the value at a place of its repetitions.
/// https://svgwg.org/specs/animations/#AnimationElements
final class AnimationEffect {
  private enum Kind {
    case attribute(Atom, String)
    case property(String)
    case transform(Atom, TransformKind)
    case motion(MotionAnimation)
  }
  private enum TransformKind: String { case translate, scale, rotate, skewX, skewY }

  let timed: TimedElement
  private let kind: Kind
  private let values: AnimationValues
  private lazy var lists: [AttributeValue?] = values.values.map { $0.flatMap { AttributeValue($0) } }
  private lazy var paths: [PathValue?] = values.values.map { $0.flatMap { PathValue($0) } }

  /// Nil where nothing is animated.
  init?(_ timed: TimedElement, _ vectors: VectorElements) {
    let (node, document) = (timed.node, vectors.document)
    self.timed = timed
    guard !timed.target.isNone, document.namespace(timed.target) == .svg else { return nil }
    var name = vectors.plainAttribute(node, "attributeName")?.trimmed ?? ""
    if name == "xlink:href" { name = "href" }
    let element = document.names.spelling(of: document.name(node))
    switch element {
    case "animateMotion":
      guard let motion = MotionAnimation(timed, vectors),
        let values = AnimationValues(node, in: document, isDiscrete: false, usual: .paced, hasPath: motion.hasPath)
      else { return nil }
      (kind, self.values) = (.motion(motion), values)
    case "animateTransform":
      let type = TransformKind(rawValue: vectors.plainAttribute(node, "type")?.trimmed ?? "translate")
      guard Self.transforms.contains(name), let type, let atom = document.names.find(name),
        let values = AnimationValues(node, in: document, isDiscrete: false)
      else { return nil }
      (kind, self.values) = (.transform(atom, type), values)
    case _:
      guard !name.isEmpty, !Self.transforms.contains(name), name != "style", name != "id", !name.hasPrefix("on") else {
        return nil
      }
      let isDiscrete = Self.discrete.contains(name) || name.hasPrefix("marker-") || name.hasSuffix("Units")
      guard let values = AnimationValues(node, in: document, isDiscrete: isDiscrete) else { return nil }
      self.values = values
      kind =
        PresentationalHints.isProperty(name) && !(document.name(timed.target) == .svg && Self.sides.contains(name))
        ? .property(name) : .attribute(document.names.intern(name), name)
    }
  }

  private static let transforms: Set<String> = ["transform", "gradientTransform", "patternTransform"]
  private static let sides: Set<String> = ["width", "height"]
  private static let integers: Set<String> = ["numOctaves", "order", "targetX", "targetY"]

  /// What has nothing between two values. https://svgwg.org/specs/animations/#AnimatableAttributes
  private static let discrete: Set<String> = [
    "href", "class", "in", "in2", "result", "type", "mode", "operator", "preserveAspectRatio", "spreadMethod", "method",
    "spacing", "side", "lengthAdjust", "edgeMode", "xChannelSelector", "yChannelSelector", "stitchTiles",
    "preserveAlpha", "target", "display", "visibility", "overflow", "fill-rule", "clip-rule", "stroke-linecap",
    "stroke-linejoin", "text-anchor", "shape-rendering", "text-rendering", "image-rendering", "pointer-events",
    "font-family", "font-style", "font-variant", "direction", "writing-mode", "unicode-bidi", "filter", "mask",
    "clip-path", "color-interpolation", "color-interpolation-filters", "dominant-baseline", "alignment-baseline",
    "text-decoration", "vector-effect", "paint-order", "mask-type", "color-rendering",
  ]

  /// Puts its value on top of what those below have made of the target.
  func apply(iteration: Double, part: Double, to result: inout AnimatedElement, in document: Document) {
    switch kind {
    case .attribute(let atom, let name):
      let below = result.attributes[atom] ?? base(atom, in: document)
      if let value = value(of: name, iteration, part, below) { result.attributes[atom] = value }
    case .property(let name): applyProperty(name, iteration, part, to: &result)
    case .transform(let atom, let type):
      guard let own = transform(type, iteration, part, to: result.attributes[atom] ?? base(atom, in: document)) else {
        return
      }
      result.attributes[atom] = own
    case .motion(let motion):
      guard let matrix = motion.matrix(values, iteration, part) else { return }
      let before = result.motion.flatMap { values.isAdditive ? Transform(numbers: $0) : nil } ?? .identity
      result.motion = matrix.then(before).numbers
    }
  }

  private func base(_ atom: Atom, in document: Document) -> String? {
    document.attribute(timed.target, atom)
      ?? (atom == .href ? document.attribute(timed.target, atom, namespace: .xlink) : nil)
  }

  // MARK: Attributes

  private func value(of name: String, _ iteration: Double, _ part: Double, _ below: String?) -> String? {
    let texts = values.values
    if name == "d", values.mode != .discrete || texts.count == 2, let path = path(iteration, part, below) {
      return path
    }
    if let list = list(name, iteration, part, below) { return list }
    // What cannot be added or mixed.
    if values.isBy { return nil }
    let isToAlone = texts.count == 2 && texts[0] == nil
    if isToAlone, values.mode != .discrete { return texts[1] }
    var place = values.place(at: part, count: texts.count) { _ in nil }
    if place.part >= 0.5 { place.from = place.to }
    return texts[place.from] ?? below
  }

  private func list(_ name: String, _ iteration: Double, _ part: Double, _ below: String?) -> String? {
    var lists = lists
    guard let last = lists.last ?? nil else { return nil }
    let zero = last.scaled(by: 0)
    let under =
      below.flatMap { AttributeValue($0) } ?? AnimationEffect.initial(name).flatMap { AttributeValue($0) } ?? zero
    if lists.count == 2, values.values[0] == nil { lists[0] = values.isBy ? zero : under }
    if lists.count == 2, values.isBy, let from = lists[0] {
      guard let sum = from.combined(1, with: last, 1) else { return nil }
      lists[1] = sum
    }
    let place = values.place(at: part, count: lists.count) { index in
      guard let one = lists[index], let next = lists[index + 1] else { return nil }
      return one.distance(to: next)
    }
    guard let from = lists[place.from], let to = lists[place.to] else { return nil }
    var value = from
    if place.part > 0 {
      guard let mixed = from.combined(1 - place.part, with: to, place.part) else { return nil }
      value = mixed
    }
    if values.isCumulative, iteration > 0, let end = lists.last ?? nil {
      value = value.combined(1, with: end, iteration) ?? value
    }
    if values.isAdditive { value = under.combined(1, with: value, 1) ?? value }
    if Self.integers.contains(name) {
      value.items = value.items.map { .init(number: ($0.number + 0.5).rounded(.down), unit: $0.unit) }
    }
    return value.text
  }

  private func path(_ iteration: Double, _ part: Double, _ below: String?) -> String? {
    var paths = paths
    let under = below.flatMap { PathValue($0) }
    guard let last = paths.last ?? nil else { return nil }
    if paths.count == 2, values.values[0] == nil {
      guard let start = values.isBy ? last.combined(0, with: last, 0, ofOther: true) : under else { return nil }
      paths[0] = start
    }
    if paths.count == 2, values.isBy, let from = paths[0] { paths[1] = from.combined(1, with: last, 1, ofOther: false) }
    let place = values.place(at: part, count: paths.count) { _ in nil }
    guard let from = paths[place.from], let to = paths[place.to],
      var value = place.part == 0
        ? from : from.combined(1 - place.part, with: to, place.part, ofOther: place.part >= 0.5)
    else { return nil }
    if values.isCumulative, iteration > 0, let end = paths.last ?? nil {
      value = value.combined(1, with: end, iteration, ofOther: false) ?? value
    }
    if values.isAdditive, let under { value = under.combined(1, with: value, 1, ofOther: false) ?? value }
    return value.text
  }

  /// What stands where there is no attribute, if that is not zero.
  private static func initial(_ name: String) -> String? {
    switch name {
    case "markerWidth", "markerHeight": "3"
    case "slope", "amplitude", "exponent", "surfaceScale", "diffuseConstant", "specularConstant", "specularExponent":
      "1"
    case _: nil
    }
  }

  // MARK: Transforms. https://svgwg.org/specs/animations/#AnimateTransformElement

  private func transform(_ type: TransformKind, _ iteration: Double, _ part: Double, to below: String?) -> String? {
    func numbers(_ list: AttributeValue?) -> [Double]? {
      guard let numbers = list?.items.map(\.number) else { return nil }
      switch (type, numbers.count) {
      case (.translate, 1): return numbers + [0]
      case (.scale, 1): return numbers + numbers
      case (.rotate, 1): return numbers + [0, 0]
      case (.translate, 2), (.scale, 2), (.rotate, 3), (.skewX, 1), (.skewY, 1): return numbers
      case _: return nil
      }
    }
    var lists = lists.map(numbers)
    guard let last = lists.last ?? nil else { return nil }
    if lists.count == 2, values.values[0] == nil {
      lists[0] = type == .scale ? [1, 1] : Array(repeating: 0, count: last.count)
    } else if lists.count == 2, values.isBy, let from = lists[0] {
      lists[1] = zip(from, last).map { $0 + $1 }
    }
    let place = values.place(at: part, count: lists.count) { index in
      guard let one = lists[index], let next = lists[index + 1] else { return nil }
      // Of a rotation, the angle alone.
      let pairs = zip(one, next).prefix(type == .rotate ? 1 : 2)
      return pairs.reduce(0.0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    }
    guard let from = lists[place.from], let to = lists[place.to] else { return nil }
    var result = zip(from, to).map { $0 * (1 - place.part) + $1 * place.part }
    if values.isCumulative, iteration > 0, let end = lists.last ?? nil {
      result = zip(result, end).map { $0 + $1 * iteration }
    }
    let own = "\(type.rawValue)(\(result.map(AttributeValue.text).joined(separator: " ")))"
    guard values.isAdditive, let below, !below.isEmpty, below != "none" else { return own }
    return below.utf8.count < 10_000 ? "\(below) \(own)" : own
  }

  // MARK: Properties

  private func applyProperty(_ name: String, _ iteration: Double, _ part: Double, to result: inout AnimatedElement) {
    let texts = values.values
    let place = values.place(at: part, count: texts.count) { index in
      guard let one = lists[index], let next = lists[index + 1] else { return nil }
      return one.distance(to: next)
    }
    func add(_ from: String?, _ to: String, _ progress: Double, isAdditive: Bool, count: Int = 1) {
      guard result.properties.count < Self.mostProperties else { return }
      result.properties.append(
        .init(name: name, from: from, to: to, progress: progress, isAdditive: isAdditive, count: count))
    }
    guard let last = texts.last ?? nil else { return }
    if values.isBy {
      if let from = texts[0] { add(from, from, 0, isAdditive: values.isAdditive) }
      add(nil, last, place.from == place.to ? Double(place.from) : place.part, isAdditive: true)
    } else if let to = texts[place.to] {
      if let from = texts[place.from] {
        add(from, to, place.part, isAdditive: values.isAdditive)
      } else {
        add(nil, to, place.part, isAdditive: false)
      }
    }
    if values.isCumulative, iteration >= 1 {
      add(last, last, 0, isAdditive: true, count: Int(min(iteration, Self.mostIterations)))
    }
  }

  private static let (mostProperties, mostIterations) = (64, 100.0)
}

extension Transform {
  var numbers: [Double] { [a, b, c, d, tx, ty] }

  init?(numbers: [Double]) {
    guard numbers.count == 6 else { return nil }
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }
}
