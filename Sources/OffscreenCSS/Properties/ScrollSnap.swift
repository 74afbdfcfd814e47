import OffscreenGeometry

/// The values of scroll snapping, read of how they are spelled: few elements have any.
/// https://drafts.csswg.org/css-scroll-snap-1/
extension UnshownValues {
  private static let typeRow = row("scroll-snap-type")
  private static let alignRow = row("scroll-snap-align")
  private static let initialTargetRow = row("scroll-initial-target")
  private static let marginRows = ["top", "right", "bottom", "left"].map { row("scroll-margin-\($0)") }
  private static let paddingRows = ["top", "right", "bottom", "left"].map { row("scroll-padding-\($0)") }

  /// Nil for `none`.
  package var snapType: ScrollSnapType? { text(Self.typeRow).flatMap(ScrollSnapType.init) }

  /// Nil for `none`.
  package var snapAlign: ScrollSnapAlign? { text(Self.alignRow).flatMap(ScrollSnapAlign.init) }

  /// https://drafts.csswg.org/css-scroll-snap-2/#scroll-initial-target
  package var isInitialTarget: Bool { text(Self.initialTargetRow) == "nearest" }

  package var scrollMargin: Sides<LengthPercentage> { sides(Self.marginRows) }
  /// `auto` is zero.
  package var scrollPadding: Sides<LengthPercentage> { sides(Self.paddingRows) }

  private func sides(_ rows: [UInt8]) -> Sides<LengthPercentage> {
    func value(_ index: Int) -> LengthPercentage {
      guard let text = text(rows[index]) else { return .zero }
      var cursor = TokenCursor(text)
      return cursor.consumeLengthPercentage(in: ParsingContext())?.computed(in: .initial) ?? .zero
    }
    return Sides(top: value(0), right: value(1), bottom: value(2), left: value(3))
  }
}

/// https://drafts.csswg.org/css-scroll-snap-1/#scroll-snap-type
package struct ScrollSnapType: Sendable {
  package enum Axis: String, Sendable { case x, y, block, inline, both }
  package var axis: Axis
  package var isMandatory: Bool

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let axis = words.first.flatMap({ Axis(rawValue: String($0)) }) else { return nil }
    (self.axis, isMandatory) = (axis, words.last == "mandatory")
  }
}

/// https://drafts.csswg.org/css-scroll-snap-1/#scroll-snap-align
package struct ScrollSnapAlign: Sendable {
  package enum Position: String, Sendable { case none, start, end, center }
  package var block: Position
  package var inline: Position

  init?(_ text: String) {
    let positions = text.split(separator: " ").compactMap { Position(rawValue: String($0)) }
    guard let first = positions.first, let last = positions.last, first != .none || last != .none else { return nil }
    (block, inline) = (first, last)
  }
}
