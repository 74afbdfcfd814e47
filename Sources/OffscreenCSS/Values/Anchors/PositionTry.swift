/// Where a box goes that does not fit.
/// https://drafts.csswg.org/css-anchor-position-1/#position-try-fallbacks
package enum PositionFallback: Hashable, Sendable {
  /// Of a rule's declarations, or nil for the style itself.
  case rule(String?, [TryTactic])
  case area(PositionArea)
}

/// https://drafts.csswg.org/css-anchor-position-1/#typedef-position-try-fallbacks-try-tactic
package enum TryTactic: String, KeywordValue {
  case flipBlock = "flip-block"
  case flipInline = "flip-inline"
  case flipStart = "flip-start"
  case flipX = "flip-x"
  case flipY = "flip-y"
}

/// https://drafts.csswg.org/css-anchor-position-1/#position-try-order-property
package enum PositionTryOrder: String, KeywordValue {
  case normal
  case mostWidth = "most-width"
  case mostHeight = "most-height"
  case mostBlockSize = "most-block-size"
  case mostInlineSize = "most-inline-size"
}

extension PositionFallback {
  static func parse(_ cursor: inout TokenCursor) -> PositionFallback? {
    if let area = PositionArea.parse(&cursor) { return .area(area) }
    var name: String?
    var tactics: [TryTactic] = []
    while cursor.kind == .ident {
      if name == nil, let found = cursor.consumeDashedName() {
        name = found
      } else if let tactic: TryTactic = cursor.consumeKeyword(), !tactics.contains(tactic) {
        tactics.append(tactic)
      } else {
        return nil
      }
    }
    return name == nil && tactics.isEmpty ? nil : .rule(name, tactics)
  }

  fileprivate func text(in computed: ComputedText) -> String {
    switch self {
    case .area(let area): area.text(in: computed)
    case .rule(let name, let tactics):
      ((name.map { [computed.identifier($0)] } ?? []) + tactics.map(\.rawValue)).joined(separator: " ")
    }
  }
}

extension ValueText<[PositionFallback]> {
  static var fallbacks: ValueText {
    ValueText { list, computed in
      list.isEmpty ? "none" : list.map { $0.text(in: computed) }.joined(separator: ", ")
    }
  }
}
