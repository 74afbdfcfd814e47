/// `fallback`, with or without one of those that `position-try-fallbacks` lists.
/// https://drafts.csswg.org/css-anchor-position-2/#container-rule-anchored
package struct AnchoredFeature: Sendable {
  private enum Question: Sendable {
    case any, none
    case fallback(PositionFallback)
  }
  private let question: Question

  init?(_ contents: TokenCursor) {
    var cursor = contents
    guard cursor.consumeIdent("fallback") else { return nil }
    if cursor.isAtEnd {
      question = .any
      return
    }
    guard cursor.consumeColon() else { return nil }
    if cursor.consumeIdent("none") {
      question = .none
    } else {
      guard let fallback = PositionFallback.parse(&cursor) else { return nil }
      question = .fallback(fallback)
    }
    guard cursor.isAtEnd else { return nil }
  }

  /// Whether it is where it asks for. `used`: the fallback that a box was placed by.
  package func matches(_ used: PositionFallback?) -> Bool {
    switch question {
    case .any: used != nil
    case .none: used == nil
    case .fallback(let wanted): used == wanted
    }
  }
}
