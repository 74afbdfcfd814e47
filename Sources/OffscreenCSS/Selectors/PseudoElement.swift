import OffscreenDOM

/// The pseudo-elements that may get a style.
package enum PseudoElement: UInt8, CaseIterable, Sendable {
  case before, after, marker, firstLine, firstLetter, placeholder, selection, backdrop
  case fileSelectorButton, detailsContent, innerSpinButton
  case detailsContentBefore, detailsContentAfter, detailsContentFirstLine, detailsContentFirstLetter
  case progressBar, progressValue, sliderTrack, sliderThumb, pickerIcon
  case meterBar, meterOptimum, meterSuboptimum, meterEvenLessGood
  /// Text that a page's script or its address marks. Their styles follow from those of the same pseudo-element of the
  /// elements around, and are found when they are painted.
  case highlight, targetText
  /// What scrolls a box: its buttons by the side that they scroll to, markers of what is in it and of its columns.
  /// https://drafts.csswg.org/css-overflow-5/#scroll-navigation
  case scrollButtonBlockStart, scrollButtonInlineStart, scrollButtonInlineEnd, scrollButtonBlockEnd
  case scrollMarkerGroup, scrollMarker, columnScrollMarker
  /// Buttons as selectors may name them, too: those of all sides, and those of the sides that these are.
  case scrollButton, scrollButtonUp, scrollButtonLeft, scrollButtonRight, scrollButtonDown
  /// Has no box, but what follows it has.
  case column

  /// In the order of their boxes.
  package static let scrollButtons: [PseudoElement] = [
    .scrollButtonBlockStart, .scrollButtonInlineStart, .scrollButtonInlineEnd, .scrollButtonBlockEnd,
  ]
  /// All that may have a style.
  package static let styled = allCases.filter {
    $0.rawValue < PseudoElement.scrollButton.rawValue && $0 != .highlight && $0 != .targetText
  }

  package var isOfDetailsContent: Bool {
    rawValue >= PseudoElement.detailsContentBefore.rawValue
      && rawValue <= PseudoElement.detailsContentFirstLetter.rawValue
  }

  package var isScrollPart: Bool { rawValue >= PseudoElement.scrollButtonBlockStart.rawValue }

  /// The pseudo-element that another one of a pseudo-element is. Not implemented: others.
  func inner(_ other: PseudoElement) -> PseudoElement? {
    switch (self, other) {
    case (.column, .scrollMarker): .columnScrollMarker
    case (.detailsContent, .before): .detailsContentBefore
    case (.detailsContent, .after): .detailsContentAfter
    case (.detailsContent, .firstLine): .detailsContentFirstLine
    case (.detailsContent, .firstLetter): .detailsContentFirstLetter
    default: nil
    }
  }

  /// The pseudo-element that a name after `::` denotes.
  struct Named {
    /// Nil: valid, but nothing here has it.
    var element: PseudoElement?
    var followers: Followers
  }

  /// What may follow a pseudo-element in a selector, as in Chromium.
  struct Followers: OptionSet {
    let rawValue: UInt16
    static let userAction = Followers(rawValue: 1)
    static let scrollbar = Followers(rawValue: 2)
    static let marker = Followers(rawValue: 4)
    static let pseudoElement: Followers = [.marker, Followers(rawValue: 8)]
    static let state = Followers(rawValue: 16)
    static let current = Followers(rawValue: 32)
    /// States of the pseudo-element itself.
    static let target = Followers(rawValue: 64)
    static let enabled = Followers(rawValue: 128)
    static let scrollMarker = Followers(rawValue: 256)
  }

  /// https://drafts.csswg.org/css-pseudo-4/
  static func named(_ name: String, isFunction: Bool) -> Named? {
    if isFunction {
      switch name {
      case "slotted": return Named(followers: .pseudoElement)
      case "part": return Named(followers: [.pseudoElement, .userAction, .state])
      case "cue": return Named(followers: .userAction)
      case "highlight": return Named(element: .highlight, followers: [])
      case "picker", "view-transition-group", "view-transition-image-pair",
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
    case "picker-icon": return Named(element: .pickerIcon, followers: .userAction)
    case "-webkit-meter-bar": return Named(element: .meterBar, followers: .userAction)
    case "-webkit-meter-optimum-value": return Named(element: .meterOptimum, followers: .userAction)
    case "-webkit-meter-suboptimum-value": return Named(element: .meterSuboptimum, followers: .userAction)
    case "-webkit-meter-even-less-good-value": return Named(element: .meterEvenLessGood, followers: .userAction)
    case "-webkit-slider-runnable-track": return Named(element: .sliderTrack, followers: .userAction)
    case "-webkit-slider-thumb": return Named(element: .sliderThumb, followers: .userAction)
    case "details-content":
      return Named(element: .detailsContent, followers: [.pseudoElement, .userAction, .state])
    case "cue": return Named(followers: .userAction)
    case "scroll-marker": return Named(element: .scrollMarker, followers: [.userAction, .target])
    case "scroll-marker-group": return Named(element: .scrollMarkerGroup, followers: .userAction)
    case "column": return Named(element: .column, followers: .scrollMarker)
    case "search-text": return Named(followers: .current)
    case "target-text": return Named(element: .targetText, followers: [])
    case "spelling-error", "grammar-error", "view-transition", "checkmark", "permission-icon":
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

  /// The buttons that the argument of `::scroll-button()` names.
  static func scrollButton(_ side: String) -> PseudoElement? {
    switch side {
    case "*": .scrollButton
    case "up": .scrollButtonUp
    case "left": .scrollButtonLeft
    case "right": .scrollButtonRight
    case "down": .scrollButtonDown
    case "block-start": .scrollButtonBlockStart
    case "inline-start": .scrollButtonInlineStart
    case "inline-end": .scrollButtonInlineEnd
    case "block-end": .scrollButtonBlockEnd
    default: nil
    }
  }
}

/// What a selector says of its pseudo-element beside its name.
package struct PseudoElementTest: Sendable {
  /// The name in `::highlight()`.
  package var highlight = Atom.none
  package var states = PseudoStates.all

  package init(highlight: Atom = .none) { self.highlight = highlight }
}

/// How a pseudo-element may be.
package enum PseudoState: UInt8, CaseIterable, Sendable {
  /// A button that can be used; what has no other states.
  case plain
  /// A button that cannot.
  case disabled
  /// The marker of what is scrolled to, and those before and behind it.
  case current, beforeCurrent, afterCurrent

  /// https://drafts.csswg.org/css-overflow-5/#active-scroll-marker
  static let markers: [String: PseudoStates] = [
    "target-current": [.current], "target-before": [.beforeCurrent], "target-after": [.afterCurrent],
  ]
  static let buttons: [String: PseudoStates] = ["enabled": [.plain], "disabled": [.disabled]]
}

package struct PseudoStates: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  init(_ state: PseudoState) { rawValue = 1 << state.rawValue }
  static let current = PseudoStates(.current)
  static let beforeCurrent = PseudoStates(.beforeCurrent)
  static let afterCurrent = PseudoStates(.afterCurrent)
  static let plain = PseudoStates(.plain)
  static let disabled = PseudoStates(.disabled)
  package static let all = PseudoStates(rawValue: 31)
  package func contains(_ state: PseudoState) -> Bool { contains(PseudoStates(state)) }
}
