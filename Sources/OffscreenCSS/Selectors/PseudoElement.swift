/// The pseudo-elements that may get a style.
package enum PseudoElement: UInt8, CaseIterable, Sendable {
  case before, after, marker, firstLine, firstLetter, placeholder, selection, backdrop
  case fileSelectorButton, detailsContent, innerSpinButton
  case progressBar, progressValue, sliderTrack, sliderThumb
  /// Text that a page's script or its address marks. Their styles follow from those of the same pseudo-element of the
  /// elements around, and are found when they are painted.
  case highlight, targetText

  /// The pseudo-element that a name after `::` denotes.
  struct Named {
    /// Nil: valid, but nothing here has it.
    var element: PseudoElement?
    var followers: Followers
  }

  /// What may follow a pseudo-element in a selector, as in Chromium.
  struct Followers: OptionSet {
    let rawValue: UInt8
    static let userAction = Followers(rawValue: 1)
    static let scrollbar = Followers(rawValue: 2)
    static let marker = Followers(rawValue: 4)
    static let pseudoElement: Followers = [.marker, Followers(rawValue: 8)]
    static let state = Followers(rawValue: 16)
    static let current = Followers(rawValue: 32)
  }

  /// https://drafts.csswg.org/css-pseudo-4/
  static func named(_ name: String, isFunction: Bool) -> Named? {
    if isFunction {
      switch name {
      case "slotted": return Named(followers: .pseudoElement)
      case "part": return Named(followers: [.pseudoElement, .userAction, .state])
      case "cue": return Named(followers: .userAction)
      case "highlight": return Named(element: .highlight, followers: [])
      case "picker", "scroll-button", "view-transition-group", "view-transition-image-pair",
        "view-transition-old", "view-transition-new", "view-transition-group-children":
        return Named(followers: [])
      default: return nil
      }
    }
    switch name {
    case "before": return Named(element: .before, followers: .marker)
    case "after": return Named(element: .after, followers: .marker)
    case "marker": return Named(element: .marker, followers: [])
    case "first-line": return Named(element: .firstLine, followers: [])
    case "first-letter": return Named(element: .firstLetter, followers: [])
    case "placeholder": return Named(element: .placeholder, followers: [])
    case "-webkit-input-placeholder": return Named(element: .placeholder, followers: .userAction)
    case "selection": return Named(element: .selection, followers: [])
    case "backdrop": return Named(element: .backdrop, followers: [])
    case "file-selector-button", "-webkit-file-upload-button":
      return Named(element: .fileSelectorButton, followers: .userAction)
    case "-webkit-inner-spin-button": return Named(element: .innerSpinButton, followers: .userAction)
    case "-webkit-progress-bar": return Named(element: .progressBar, followers: .userAction)
    case "-webkit-progress-value": return Named(element: .progressValue, followers: .userAction)
    case "-webkit-slider-runnable-track": return Named(element: .sliderTrack, followers: .userAction)
    case "-webkit-slider-thumb": return Named(element: .sliderThumb, followers: .userAction)
    case "details-content":
      return Named(element: .detailsContent, followers: [.pseudoElement, .userAction, .state])
    case "cue", "scroll-marker": return Named(followers: .userAction)
    case "search-text": return Named(followers: .current)
    case "target-text": return Named(element: .targetText, followers: [])
    case "spelling-error", "grammar-error", "view-transition", "scroll-marker-group",
      "checkmark", "picker-icon", "column", "permission-icon":
      return Named(followers: [])
    // https://drafts.csswg.org/selectors-4/#compat: every such name is valid.
    case _ where name.hasPrefix("-webkit-scrollbar") || name == "-webkit-resizer":
      return Named(followers: [.userAction, .scrollbar])
    case _ where name.hasPrefix("-webkit-"): return Named(followers: .userAction)
    default: return nil
    }
  }

  /// Whether a name is more than valid: `@supports` tells those that Chromium has of others that begin so.
  /// https://drafts.csswg.org/css-conditional-4/#at-supports-ext
  static func isSupported(_ name: String) -> Bool {
    guard name.hasPrefix("-webkit-") else { return true }
    let part = name.dropFirst("-webkit-".count)
    return webKitParts.contains(part) || part.hasPrefix("media-")
  }

  private static let webKitParts: Set<Substring> = [
    "calendar-picker-indicator", "color-swatch", "color-swatch-wrapper", "date-and-time-value", "datetime-edit",
    "datetime-edit-ampm-field", "datetime-edit-day-field", "datetime-edit-fields-wrapper", "datetime-edit-hour-field",
    "datetime-edit-millisecond-field", "datetime-edit-minute-field", "datetime-edit-month-field",
    "datetime-edit-second-field", "datetime-edit-text", "datetime-edit-week-field", "datetime-edit-year-field",
    "file-upload-button", "inner-spin-button", "input-placeholder", "meter-bar", "meter-even-less-good-value",
    "meter-inner-element", "meter-optimum-value", "meter-suboptimum-value", "progress-bar", "progress-inner-element",
    "progress-value", "resizer", "scrollbar", "scrollbar-button", "scrollbar-corner", "scrollbar-thumb",
    "scrollbar-track", "scrollbar-track-piece", "search-cancel-button", "slider-container", "slider-runnable-track",
    "slider-thumb", "textfield-decoration-container",
  ]

  /// Those that CSS 2 wrote with one colon.
  static func isLegacy(_ name: String) -> Bool {
    name == "before" || name == "after" || name == "first-line" || name == "first-letter"
  }
}
