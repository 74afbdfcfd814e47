/// The pseudo-classes without arguments that an element can match in a still picture.
/// https://drafts.csswg.org/selectors-4/
package enum PseudoClass: UInt8, Sendable {
  case root, scope, empty
  case firstChild, lastChild, onlyChild, firstOfType, lastOfType, onlyOfType
  case anyLink, link, visited
  case enabled, disabled, checked, indeterminate, `default`, required, optional
  case readOnly, readWrite, placeholderShown, valid, invalid, inRange, outOfRange
  case defined, open
  /// Of a slot: other nodes stand in it than its own.
  case hasSlotted
  /// What scripts bring about.
  case focus, focusVisible, focusWithin, modal, popoverOpen
  /// What the document's address names.
  case target

  enum Named {
    case known(PseudoClass)
    case host
    /// Valid, but it speaks of a reader's doings or of scripts.
    case neverMatching
  }

  static func named(_ name: String) -> Named? {
    switch name {
    case "root": .known(.root)
    case "scope": .known(.scope)
    case "empty": .known(.empty)
    case "first-child": .known(.firstChild)
    case "last-child": .known(.lastChild)
    case "only-child": .known(.onlyChild)
    case "first-of-type": .known(.firstOfType)
    case "last-of-type": .known(.lastOfType)
    case "only-of-type": .known(.onlyOfType)
    case "link": .known(.link)
    case "visited": .known(.visited)
    case "any-link", "-webkit-any-link": .known(.anyLink)
    case "enabled": .known(.enabled)
    case "disabled": .known(.disabled)
    case "checked": .known(.checked)
    case "indeterminate": .known(.indeterminate)
    case "default": .known(.default)
    case "required": .known(.required)
    case "optional": .known(.optional)
    case "read-only": .known(.readOnly)
    case "read-write": .known(.readWrite)
    case "placeholder-shown": .known(.placeholderShown)
    case "valid": .known(.valid)
    case "invalid": .known(.invalid)
    case "in-range": .known(.inRange)
    case "out-of-range": .known(.outOfRange)
    case "defined": .known(.defined)
    case "open": .known(.open)
    case "has-slotted": .known(.hasSlotted)
    case "host": .host
    case "focus": .known(.focus)
    case "focus-visible": .known(.focusVisible)
    case "focus-within": .known(.focusWithin)
    case "modal": .known(.modal)
    case "popover-open": .known(.popoverOpen)
    case "target": .known(.target)
    case "hover", "active",
      "target-current", "target-before", "target-after", "interest-source", "interest-target",
      "user-valid", "user-invalid", "fullscreen", "-webkit-full-screen",
      "-webkit-full-screen-ancestor", "-webkit-full-page-media",
      "picture-in-picture", "autofill", "-webkit-autofill", "active-view-transition",
      "future", "past", "current", "xr-overlay", "-webkit-drag":
      .neverMatching
    case _ where isOfScrollbars(name): .neverMatching
    default: nil
    }
  }

  /// What can be said of `::-webkit-scrollbar` and its like.
  static func isOfScrollbars(_ name: String) -> Bool {
    switch name {
    case "window-inactive", "horizontal", "vertical", "decrement", "increment", "start", "end",
      "double-button", "single-button", "no-button", "corner-present":
      true
    default: false
    }
  }

  static func isUserAction(_ name: String) -> Bool {
    switch name {
    case "hover", "active", "focus", "focus-visible", "focus-within": true
    default: false
    }
  }
}
