/// The pseudo-elements that may get a style.
package enum PseudoElement: UInt8, CaseIterable, Sendable {
  case before, after, marker, firstLine, firstLetter, placeholder, selection, backdrop
  case fileSelectorButton, detailsContent

  /// What a name after `::` stands for.
  enum Named {
    case known(PseudoElement)
    /// Valid, but nothing here has it.
    case neverMatching
  }

  /// https://drafts.csswg.org/css-pseudo-4/
  static func named(_ name: String, isFunction: Bool) -> Named? {
    // https://drafts.csswg.org/selectors-4/#compat: every such name is valid.
    if !isFunction {
      switch name {
      case "before": return .known(.before)
      case "after": return .known(.after)
      case "marker": return .known(.marker)
      case "first-line": return .known(.firstLine)
      case "first-letter": return .known(.firstLetter)
      case "placeholder", "-webkit-input-placeholder": return .known(.placeholder)
      case "selection": return .known(.selection)
      case "backdrop": return .known(.backdrop)
      case "file-selector-button", "-webkit-file-upload-button": return .known(.fileSelectorButton)
      case "details-content": return .known(.detailsContent)
      case "cue", "target-text", "spelling-error", "grammar-error", "search-text", "view-transition",
        "scroll-marker", "scroll-marker-group", "checkmark", "picker-icon", "column":
        return .neverMatching
      default: return name.hasPrefix("-webkit-") ? .neverMatching : nil
      }
    }
    switch name {
    case "cue", "slotted", "part", "highlight", "picker", "scroll-button", "view-transition-group",
      "view-transition-image-pair", "view-transition-old", "view-transition-new":
      return .neverMatching
    default: return nil
    }
  }

  /// Those that CSS 2 wrote with one colon.
  static func legacy(_ name: String) -> PseudoElement? {
    switch name {
    case "before": .before
    case "after": .after
    case "first-line": .firstLine
    case "first-letter": .firstLetter
    default: nil
    }
  }
}
