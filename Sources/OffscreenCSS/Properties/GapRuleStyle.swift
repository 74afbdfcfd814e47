/// What is drawn into gaps, beside the width, style and colour of rules between columns.
/// https://drafts.csswg.org/css-gaps-1/
///
/// Not implemented: insets, `visibility-items`, lists of values with more than one.
package struct GapRuleStyle: Hashable, Sendable {
  package var rowWidth: Float = 3
  package var rowStyle: BorderLineStyle = .none
  package var rowColor: ColorValue = .currentColor
  package var columnBreak: RuleBreak = .normal
  package var rowBreak: RuleBreak = .normal
  package var overlap: RuleOverlap = .rowOverColumn
  package init() {}
}

/// https://drafts.csswg.org/css-gaps-1/#break
package enum RuleBreak: String, KeywordValue {
  case normal, none, intersection
  case spanningItem = "spanning-item"
}

/// https://drafts.csswg.org/css-gaps-1/#paint-order
package enum RuleOverlap: String, KeywordValue {
  case rowOverColumn = "row-over-column"
  case columnOverRow = "column-over-row"
}

extension ColumnStyle {
  package var hasColumnRules: Bool { ruleStyle != .none && ruleStyle != .hidden && ruleWidth > 0 }
  package var hasRowRules: Bool {
    gapRules.rowStyle != .none && gapRules.rowStyle != .hidden && gapRules.rowWidth > 0
  }
}

extension GapRuleStyle {
  static let properties: [Property] = [
    .reset("row-rule-width", \.column.gapRules.rowWidth, text: .pixels) { cursor, context in
      cursor.consumeRuleValue { $0.consumeBorderWidth(in: context) }
    },
    .reset("row-rule-style", \.column.gapRules.rowStyle) { cursor, _ in
      .constant(cursor.consumeRuleValue { $0.consumeLineStyle() })
    },
    .reset("row-rule-color", \.column.gapRules.rowColor) { cursor, context in
      cursor.consumeRuleValue { $0.consumeColor(in: context) }
    },
    .reset("column-rule-break", \.column.gapRules.columnBreak),
    .reset("row-rule-break", \.column.gapRules.rowBreak),
    .reset("rule-overlap", \.column.gapRules.overlap),
  ]

  private static let parts = ["width", "style", "color"]

  static let shorthands: [Shorthand] = [rowRule, rule] + pairs

  private static let rowRule = Shorthand.anyOrder("row-rule", parts.map { "row-rule-\($0)" })

  private static let rule = Shorthand("rule", parts.map { "column-rule-\($0)" } + parts.map { "row-rule-\($0)" }) {
    cursor, reader in
    guard reader.readAnyOrder(0..<3, &cursor) else { return false }
    for part in 0..<3 { reader.values[part + 3] = reader.values[part] }
    return true
  }

  private static let pairs: [Shorthand] = (parts + ["break"]).map { (part: String) -> Shorthand in
    Shorthand("rule-\(part)", ["column-rule-\(part)", "row-rule-\(part)"]) { cursor, reader in
      guard reader.read(0, &cursor) else { return false }
      reader.values[1] = reader.values[0]
      return true
    }
  }
}

extension TokenCursor {
  /// A value for all gaps: alone or in `repeat(auto, ...)`.
  /// https://drafts.csswg.org/css-gaps-1/#lists-repeat
  mutating func consumeRuleValue<Value>(_ value: (inout TokenCursor) -> Value?) -> Value? {
    var attempt = self
    guard var inner = attempt.consumeFunction("repeat") else { return value(&self) }
    guard inner.consumeIdent("auto"), inner.consumeComma(), let found = value(&inner), inner.isAtEnd else { return nil }
    self = attempt
    return found
  }
}
