/// How two values become one.
package enum ValueCombination {
  /// At a progress from the first to the second.
  case mix(Double)
  /// The second on top of the first.
  case add, accumulate
}

extension PropertySyntax {
  /// Two computed values in one; nil where they can only be exchanged.
  /// https://drafts.css-houdini.org/css-properties-values-api-1/#animation-behavior-of-custom-properties
  package func combined(_ a: TokenCursor, _ b: TokenCursor, _ way: ValueCombination) -> String? {
    for component in components {
      guard let kind = component.kind else { continue }
      var (from, to) = (a, b)
      var items: [String] = []
      repeat {
        guard items.count < 1_000, let item = Self.combined(kind, &from, &to, way) else { break }
        items.append(item)
        if component.multiplier == .one { break }
        if component.multiplier == .commaSeparated, !(from.consumeComma() && to.consumeComma()) { break }
      } while !from.isAtEnd && !to.isAtEnd
      guard !items.isEmpty, from.isAtEnd, to.isAtEnd else { continue }
      return items.joined(separator: component.multiplier == .commaSeparated ? ", " : " ")
    }
    return nil
  }

  private static func combined(
    _ kind: Kind, _ a: inout TokenCursor, _ b: inout TokenCursor, _ way: ValueCombination
  ) -> String? {
    let context = ParsingContext()
    func numbers(_ unit: String, _ read: (inout TokenCursor) -> Specified<Double>?) -> String? {
      guard let x = read(&a)?.computed(in: .initial), let y = read(&b)?.computed(in: .initial) else { return nil }
      if case .mix(let progress) = way { return written(x * (1 - progress) + y * progress) + unit }
      return written(x + y) + unit
    }
    switch kind {
    case .length: return numbers("px") { $0.consumeLength(in: context) }
    case .number: return numbers("") { $0.consumeNumber(in: context) }
    case .percentage: return numbers("%") { $0.consumePercentage(in: context) }
    case .angle: return numbers("deg") { $0.consumeAngle(in: context) }
    case .time: return numbers("s") { $0.consumeTime(in: context) }
    case .resolution: return numbers("dppx") { $0.consumeResolution(in: context) }
    case .integer:
      guard let x = a.consumeInteger(in: context)?.computed(in: .initial),
        let y = b.consumeInteger(in: context)?.computed(in: .initial)
      else { return nil }
      return way.value(x, y).map { "\($0)" }
    case .lengthPercentage:
      guard let x = a.consumeLengthPercentage(in: context)?.computed(in: .initial),
        let y = b.consumeLengthPercentage(in: context)?.computed(in: .initial)
      else { return nil }
      return way.value(x, y).flatMap { text(of: $0) }
    case .color:
      let isLegacy = a.beginsLegacyColor && b.beginsLegacyColor
      guard case .color(let x)? = a.consumeColor(in: context)?.computed(in: .initial),
        case .color(let y)? = b.consumeColor(in: context)?.computed(in: .initial), let color = way.value(x, y)
      else { return nil }
      return isLegacy
        ? color.text(in: ComputedText(.initial))
        : "color(srgb \(color.red) \(color.green) \(color.blue) / \(color.alpha))"
    case .transformFunction:
      guard let x = a.consumeNamedTransform(), let y = b.consumeNamedTransform(),
        let result = way.value(x.function, y.function)
      else { return nil }
      return result.text(as: x.name == y.name ? x.name : nil)
    case .transformList: return transformList(&a, &b, way)
    case .image, .url, .string, .customIdent: return nil
    }
  }

  /// Functions keep their names where both lists have the same.
  private static func transformList(
    _ a: inout TokenCursor, _ b: inout TokenCursor, _ way: ValueCombination
  ) -> String? {
    if case .add = way {
      let text = [a, b].map { String(decoding: $0.source, as: UTF8.self) }.joined(separator: " ")
      (a.position, b.position) = (a.end, b.end)
      return text
    }
    let (x, y) = (a.consumeNamedTransforms(), b.consumeNamedTransforms())
    guard let functions = way.value(x.map(\.function), y.map(\.function)) else { return nil }
    var texts: [String] = []
    for (index, function) in functions.enumerated() {
      let (first, second) = (x.indices.contains(index) ? x[index] : nil, y.indices.contains(index) ? y[index] : nil)
      let isSame = first == nil || second == nil || first?.name == second?.name
      guard let text = function.text(as: isSame ? (first ?? second)?.name : nil) else { return nil }
      texts.append(text)
    }
    return texts.joined(separator: " ")
  }
}

extension ValueCombination {
  fileprivate func value<Value: InterpolableValue>(_ a: Value, _ b: Value) -> Value? {
    switch self {
    case .mix(let progress): a.mixed(with: b, at: progress)
    case .add: b.added(to: a)
    case .accumulate: b.accumulated(onto: a)
    }
  }
}

private struct NamedTransform {
  var name: String
  var function: TransformFunction
}

extension TokenCursor {
  fileprivate mutating func consumeNamedTransform() -> NamedTransform? {
    let start = position
    var after = self
    guard let (token, _) = after.consumeFunction() else { return nil }
    var one = TokenCursor(buffer, start..<after.position)
    guard let function = one.consumeTransforms(in: ParsingContext())?.computed(in: .initial).first else { return nil }
    self = after
    return NamedTransform(name: buffer.lowercased(token), function: function)
  }

  fileprivate mutating func consumeNamedTransforms() -> [NamedTransform] {
    var list: [NamedTransform] = []
    while list.count < Interpolation.mostParts, let next = consumeNamedTransform() { list.append(next) }
    return list
  }
}
