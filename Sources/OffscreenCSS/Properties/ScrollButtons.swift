/// The buttons that scroll an element: which side each is for follows the element's writing mode.
/// https://drafts.csswg.org/css-overflow-5/#scroll-buttons
extension PseudoElement {
  /// The button that `scroll-button(SIDE)` denotes of an element with that style.
  package static func scrollButton(ofSelector text: String, in style: ComputedStyle) -> PseudoElement? {
    guard text.hasPrefix("scroll-button("), text.hasSuffix(")") else { return nil }
    let side = text.dropFirst("scroll-button(".count).dropLast().filter { $0 != " " }
    guard let named = scrollButton(String(side)), named != .scrollButton else { return nil }
    return scrollButtons.first { $0.isMeant(by: named, in: style) }
  }

  /// The side that a button scrolls to.
  package func scrolledSide(in style: ComputedStyle) -> BoxSides? {
    let name: String
    switch self {
    case .scrollButtonBlockStart: name = "block-start"
    case .scrollButtonInlineStart: name = "inline-start"
    case .scrollButtonInlineEnd: name = "inline-end"
    case .scrollButtonBlockEnd: name = "block-end"
    case .scrollButtonUp: name = "top"
    case .scrollButtonLeft: name = "left"
    case .scrollButtonRight: name = "right"
    case .scrollButtonDown: name = "bottom"
    default: return nil
    }
    return BoxSides(name, in: style.text)
  }

  /// Whether a rule that speaks of `other` speaks of this pseudo-element of an element with that style.
  package func isMeant(by other: PseudoElement, in style: ComputedStyle) -> Bool {
    if self == other { return true }
    // Optimization: most rules speak of none of these.
    guard other.isScrollPart, let side = scrolledSide(in: style) else { return false }
    return other == .scrollButton || other.scrolledSide(in: style) == side
  }
}
