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
    /// Sheets, and `style` attributes above their layers.
    case author
    /// Rules for where a box goes that does not fit.
    case positionTry
    /// Keyframes.
    case animation
    case transition
  }

  /// Origin, tree and layer, from above.
  let rawValue: UInt32

  private static let (originShift, treeShift) = (UInt32(28), UInt32(20))
  private static let layerMask: UInt32 = 0xF_FFFF

  /// `tree`: where the declarations' tree is, as seen from the element's own; see `inTree`.
  init(_ origin: Origin, layer: Int32 = 0, tree: Int = 0) {
    rawValue =
      origin.rawValue << Self.originShift | Self.bits(ofTree: tree)
      | min(UInt32(max(layer, 0)), Self.layerMask - 1)
  }
  private init(rawValue: UInt32) { self.rawValue = rawValue }

  private static func bits(ofTree tree: Int) -> UInt32 { UInt32(min(max(tree, -127), 127) + 128) << treeShift }

  /// Above all levels.
  static let top = CascadeLevel(rawValue: .max)
  /// Below all levels: nothing is accepted any more.
  static let bottom = CascadeLevel(rawValue: 0)
  /// Of a `style` attribute.
  static let attached = CascadeLevel(rawValue: CascadeLevel(.author).rawValue | layerMask)

  /// The same in another tree: below zero in shadow trees that the element is the host of or stands in, the innermost
  /// lowest; above in the trees around its own. Of normal declarations those further outside win.
  /// https://drafts.csswg.org/css-cascade-5/#cascade-context
  func inTree(_ tree: Int) -> CascadeLevel {
    CascadeLevel(rawValue: rawValue & ~(0xFF << Self.treeShift) | Self.bits(ofTree: tree))
  }

  var tree: Int { Int(rawValue >> Self.treeShift & 0xFF) - 128 }

  var isUserAgent: Bool { rawValue >> Self.originShift == Origin.userAgent.rawValue }

  var isAuthor: Bool { rawValue >> Self.originShift == Origin.author.rawValue }

  var isUser: Bool { rawValue >> Self.originShift == Origin.user.rawValue }

  /// Below this are the origins that `revert` goes back to. Hints count as the author's.
  var origin: CascadeLevel {
    if isUserAgent { return .bottom }
    return CascadeLevel(isUser ? .user : .hint, tree: -128)
  }

  /// The order of important declarations, the strongest first: transitions, then the user agent's before all others,
  /// then the user's; inner trees before outer ones, attributes before sheets, first layers before later ones.
  var importantRank: UInt32 {
    if self >= CascadeLevel(.transition, tree: -128) { return 0 }
    if isUserAgent { return 1 }
    if isUser { return 2 }
    let layer = rawValue & Self.layerMask
    return rawValue & ~Self.layerMask | (layer == Self.layerMask ? 0 : layer + 1)
  }

  static func < (a: CascadeLevel, b: CascadeLevel) -> Bool { a.rawValue < b.rawValue }
}

/// The declarations of one rule, hint or attribute, with its level.
struct CascadeBlock {
  var block: DeclarationBlock
  var level: CascadeLevel
}
