/// Which random numbers a `random()` shares.
/// https://drafts.csswg.org/css-values-5/#random-caching
struct RandomKey: Sendable {
  /// As the function is serialized with it.
  var text: String
  /// Each element has a number of its own.
  var isOfElement: Bool

  /// From 0, without 1. The same page has the same numbers, whenever it is rendered.
  func number(of element: UInt64) -> Double {
    // FNV-1a over the key, and a step of SplitMix64, which spreads what differs little.
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if isOfElement { state ^= (element &+ 1) &* 0x9E37_79B9_7F4A_7C15 }
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    state ^= state >> 31
    return Double(state >> 11) * 0x1p-53
  }
}

/// Where the random number of a `random()` is from.
indirect enum RandomSource: Sendable {
  case key(RandomKey)
  case fixed(CalculationTree)
}

/// The arguments of a `random()`.
struct RandomTerm: Sendable {
  var source: RandomSource
  var low: CalculationTree
  var high: CalculationTree
  var step: CalculationTree?
  var bounds: [CalculationTree] { [low, high] + (step.map { [$0] } ?? []) }
}

/// The declaration that a value stands in, as the random numbers in it are called.
final class RandomScope: Sendable {
  private let property: String
  /// Where the functions begin, among the tokens of the value.
  private let places: [Int]

  /// Nil where the value has no `random()`.
  init?(_ property: String, _ range: Range<Int>, in buffer: TokenBuffer) {
    let range = range.clamped(to: 0..<buffer.tokens.count)
    places = range.filter { buffer.tokens[$0].kind == .function && buffer.matches(buffer.tokens[$0], "random") }
    guard !places.isEmpty else { return nil }
    self.property = property
  }

  /// What stands for a name: the property's, and where it is asked for which of the functions in the value it is.
  static func name(in scope: RandomScope?, at place: Int, isIndexed: Bool) -> String {
    let property = "ua-\(scope?.property ?? "none")"
    guard isIndexed else { return property }
    return "\(property)-\(scope.map { $0.index(at: place) } ?? 1)"
  }

  /// From 1. The places are in order.
  private func index(at place: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }
}

extension ParsingContext {
  /// For the value of a declaration.
  ///
  /// Optimization: of few values random numbers are asked, and the context is handed on as it is.
  func reading(_ range: Range<Int>, of property: @autoclosure () -> String, in buffer: TokenBuffer) -> ParsingContext {
    guard buffer.hasRandomNumbers, let scope = RandomScope(property(), range, in: buffer) else { return self }
    var context = self
    context.random = scope
    return context
  }
}

extension MathParser {
  /// `random()`, whose arguments `inner` is at; `place`: of the function's token.
  /// https://drafts.csswg.org/css-values-5/#random
  mutating func random(_ inner: inout TokenCursor, at place: Int, depth: Int) -> CalculationTree? {
    guard let source = randomSource(&inner, at: place, depth: depth) else { return nil }
    if case .key(let key) = source, key.isOfElement { depend(on: .element) }
    guard let list = list(&inner, depth), list.count == 2 || list.count == 3 else { return nil }
    return .random(RandomTerm(source: source, low: list[0], high: list[1], step: list.count == 3 ? list[2] : nil))
  }

  private mutating func randomSource(_ inner: inout TokenCursor, at place: Int, depth: Int) -> RandomSource? {
    let own = RandomScope.name(in: context.random, at: place, isIndexed: true)
    let automatic = RandomSource.key(RandomKey(text: "element-scoped \(own)", isOfElement: true))
    if inner.consumeIdent("auto") { return inner.consumeComma() ? automatic : nil }
    if inner.consumeIdent("fixed") {
      guard let number = sum(&inner, depth: depth), inner.consumeComma() else { return nil }
      if case .constant(let value, let type) = number, type != .number || !(0...1).contains(value) { return nil }
      return .fixed(number)
    }
    var (name, isOfElement, property) = (String?.none, false, String?.none)
    for _ in 0..<3 {
      if name == nil, let word = inner.consumeDashedName() {
        name = word
      } else if !isOfElement, inner.consumeIdent("element-scoped") {
        isOfElement = true
      } else if property == nil, inner.consumeIdent("property-scoped") {
        property = RandomScope.name(in: context.random, at: place, isIndexed: false)
      } else if property == nil, inner.consumeIdent("property-index-scoped") {
        property = own
      }
    }
    if name == nil, !isOfElement, property == nil { return automatic }
    let parts = [name, isOfElement ? "element-scoped" : nil, property].compactMap { $0 }
    return inner.consumeComma()
      ? .key(RandomKey(text: parts.joined(separator: " "), isOfElement: isOfElement)) : nil
  }
}
