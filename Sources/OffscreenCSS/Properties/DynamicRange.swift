/// How much brighter than white pictures may be: a mixture of three limits, in percent.
/// https://drafts.csswg.org/css-color-hdr/#the-dynamic-range-limit-property
struct DynamicRangeLimit: Sendable {
  /// In the order in which they are written.
  static let names = ["standard", "constrained", "no-limit"]
  var shares = [0.0, 0.0, 0.0]

  /// The limits with their weights, of which one is not zero.
  init(mixing parts: [(limit: DynamicRangeLimit, weight: Double)]) {
    let total = parts.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return }
    for part in parts {
      for index in shares.indices { shares[index] += part.limit.shares[index] * part.weight / total }
    }
  }

  private init(_ index: Int) { shares[index] = 100 }

  init?(_ text: String) {
    var cursor = TokenCursor(text)
    guard let limit = DynamicRangeLimit.specified(&cursor, in: ParsingContext()), cursor.isAtEnd else { return nil }
    self = limit.computed(in: .initial)
  }

  static func specified(
    _ cursor: inout TokenCursor, in context: ParsingContext, depth: Int = 0
  ) -> Specified<DynamicRangeLimit>? {
    if let name = cursor.consumeWord(of: names), let index = names.firstIndex(of: name) {
      return .computed(DynamicRangeLimit(index))
    }
    guard depth < 16, var contents = cursor.consumeFunction("dynamic-range-limit-mix") else { return nil }
    var parts: [Specified<(DynamicRangeLimit, Double)>] = []
    repeat {
      guard parts.count < 100, let limit = specified(&contents, in: context, depth: depth + 1),
        let weight = contents.consumePercentage(in: context, .nonNegative), weight.constant ?? 0 <= 100
      else { return nil }
      parts.append(limit.with(weight) { ($0, min($1, 100)) })
    } while contents.consumeComma()
    let all = parts.joined()
    guard contents.isAtEnd, all.constant?.contains(where: { $0.1 > 0 }) ?? true else { return nil }
    return all.map { DynamicRangeLimit(mixing: $0) }
  }

  var text: String {
    let computed = ComputedText(.initial)
    let parts = shares.indices.filter { shares[$0] > 0 }
    if parts.count <= 1 { return Self.names[parts.first ?? 0] }
    return "dynamic-range-limit-mix("
      + parts.map { "\(Self.names[$0]) \(computed.number(shares[$0]))%" }.joined(separator: ", ") + ")"
  }

  static func mixed(_ from: String, _ to: String, at progress: Double) -> String? {
    guard let from = DynamicRangeLimit(from), let to = DynamicRangeLimit(to) else { return nil }
    let share = min(max(progress, 0), 1)
    return DynamicRangeLimit(mixing: [(from, 1 - share), (to, share)]).text
  }
}
