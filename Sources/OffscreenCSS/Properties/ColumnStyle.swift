/// https://drafts.csswg.org/css-multicol-1/ and https://drafts.csswg.org/css-break-3/ .
/// Nothing here is inherited.
package struct ColumnStyle: Hashable, Sendable {
  /// nil is `auto`.
  package var count: Int32?
  /// CSS pixels; nil is `auto`.
  package var width: Float?
  /// CSS pixels; nil is `auto`.
  package var height: Float?
  package var wrap: ColumnWrap = .auto
  package var fill: ColumnFill = .balance
  package var span: ColumnSpan = .none
  package var ruleWidth: Float = 3
  package var ruleStyle: BorderLineStyle = .none
  package var ruleColor: ColorValue = .currentColor
  package var gapRules = GapRuleStyle()
  package var breakBefore: BreakBetween = .auto
  package var breakAfter: BreakBetween = .auto
  package var breakInside: BreakInside = .auto
  package var boxDecorationBreak: BoxDecorationBreak = .slice
  /// The type of page that the box is on; empty is `auto`.
  package var page = ""
  package init() {}

  /// https://drafts.csswg.org/css-multicol-2/#multi-column-container
  package var makesColumns: Bool { count != nil || width != nil || height != nil }
  /// Whether columns go on in rows below the first one.
  /// https://drafts.csswg.org/css-multicol-2/#cwr
  package var wrapsColumns: Bool { wrap == .wrap || wrap == .auto && height != nil }
}

extension ColumnStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-multicol-1/
    .reset("column-count", \.column.count, text: .or("auto", .integer)) { cursor, context in
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return cursor.consumeInteger(in: context, from: 1)?.map { min($0, 1000) }
    },
    .reset("column-width", \.column.width, text: .or("auto", .pixels)) { cursor, context in
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return cursor.consumeLength(in: context, .nonNegative)?.map { Float($0) }
    },
    // https://drafts.csswg.org/css-multicol-2/
    .reset("column-height", \.column.height, text: .or("auto", .pixels)) { cursor, context in
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return cursor.consumeLength(in: context, .nonNegative)?.map { Float($0) }
    },
    .reset("column-wrap", \.column.wrap),
    .reset("column-fill", \.column.fill),
    .reset("column-span", \.column.span),
    .reset("column-rule-width", \.column.ruleWidth, text: .pixels) { cursor, context in
      cursor.consumeRuleValue { $0.consumeBorderWidth(in: context) }
    },
    .reset("column-rule-style", \.column.ruleStyle) { cursor, _ in
      .constant(cursor.consumeRuleValue { $0.consumeLineStyle() })
    },
    .reset("column-rule-color", \.column.ruleColor) { cursor, context in
      cursor.consumeRuleValue { $0.consumeColor(in: context) }
    },
    // https://drafts.csswg.org/css-break-4/
    .reset("break-before", \.column.breakBefore),
    .reset("break-after", \.column.breakAfter),
    .reset("break-inside", \.column.breakInside),
    .reset("box-decoration-break", \.column.boxDecorationBreak),
    // https://drafts.csswg.org/css-page-3/#using-named-pages
    .reset("page", \.column.page, text: ValueText { $0.isEmpty ? "auto" : $1.identifier($0) }) { cursor, _ in
      if cursor.consumeIdent("auto") { return .computed("") }
      return .constant(cursor.consumeCustomIdent())
    },
  ]
}
