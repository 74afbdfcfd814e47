import OffscreenCSS

/// Where declarations come from; of normal ones the higher level wins.
/// https://drafts.csswg.org/css-cascade-5/#cascade-sort
struct CascadeLevel: Comparable {
  enum Origin: UInt32 {
    case userAgent
    /// Sheets of the one who looks at the page.
    case user
    /// Presentational hints: attributes such as `bgcolor`.
    case hint
    case author
    /// `style` attributes.
    case attached
    /// Keyframes.
    case animation
    case transition
  }

  let rawValue: UInt32

  init(_ origin: Origin, layer: Int32 = 0) {
    rawValue = origin.rawValue << 24 | UInt32(truncatingIfNeeded: min(max(layer, 0), 0xFF_FFFF))
  }
  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Above all levels.
  static let top = CascadeLevel(rawValue: .max)
  /// Below all levels: nothing is accepted any more.
  static let bottom = CascadeLevel(rawValue: 0)

  var isUserAgent: Bool { rawValue >> 24 == Origin.userAgent.rawValue }

  var isUser: Bool { rawValue >> 24 == Origin.user.rawValue }

  /// Below this are the origins that `revert` goes back to. Hints count as the author's.
  var origin: CascadeLevel {
    if isUserAgent { return .bottom }
    return isUser ? CascadeLevel(.user) : CascadeLevel(.hint)
  }

  static func < (a: CascadeLevel, b: CascadeLevel) -> Bool { a.rawValue < b.rawValue }
}

/// The declarations of one rule, hint or attribute, with its level.
struct CascadeBlock {
  var block: DeclarationBlock
  var level: CascadeLevel
}
