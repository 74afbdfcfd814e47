/// https://drafts.csswg.org/css-multicol-1/ and https://drafts.csswg.org/css-break-3/ .
/// Nothing here is inherited.
package struct ColumnStyle: Hashable, Sendable {
  /// nil is `auto`.
  package var count: Int32?
  /// CSS pixels; nil is `auto`.
  package var width: Float?
  package var fill: ColumnFill = .balance
  package var span: ColumnSpan = .none
  package var ruleWidth: Float = 3
  package var ruleStyle: BorderLineStyle = .none
  package var ruleColor: ColorValue = .currentColor
  package var breakBefore: BreakBetween = .auto
  package var breakAfter: BreakBetween = .auto
  package var breakInside: BreakInside = .auto
  package var boxDecorationBreak: BoxDecorationBreak = .slice
  package init() {}
}
