/// How large and how deep an initial letter is, in lines.
/// https://drafts.csswg.org/css-inline-3/#propdef-initial-letter
package struct InitialLetter: Hashable, Sendable {
  /// 0 is `normal`.
  package var size: Float = 0
  /// 0 is `drop`.
  package var sink: Int32 = 0

  package var isNormal: Bool { size == 0 }
}

extension InitialLetter: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<InitialLetter>? {
    if cursor.consumeIdent("normal") { return .computed(InitialLetter()) }
    var isRaised = cursor.consumeOne(of: ["drop": false, "raise": true])
    guard let size = cursor.consumeNumber(in: context, .nonNegative) else { return nil }
    // What depends on nothing is known to be too small at once.
    if let number = size.constant, number < 1 { return nil }
    if isRaised == nil { isRaised = cursor.consumeOne(of: ["drop": false, "raise": true]) }
    if isRaised == nil, let sink = cursor.consumeInteger(in: context, from: 1) {
      return size.with(sink) { InitialLetter(size: max(1, $0.clampedNumber), sink: min($1, 10_000)) }
    }
    let isOnFirstLine = isRaised == true
    return size.map {
      InitialLetter(size: max(1, $0.clampedNumber), sink: isOnFirstLine ? 1 : 0)
    }
  }

  package func text(in computed: ComputedText) -> String {
    if isNormal { return "normal" }
    let number = computed.number(size)
    return sink == 0 || sink == Int32(min(size, 10_000)) ? number : "\(number) \(sink)"
  }
}
