import OffscreenDOM

/// The categories of elements in tree construction.
struct ElementTraits: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt16

  /// https://html.spec.whatwg.org/multipage/parsing.html#special
  static let special = ElementTraits(rawValue: 1 << 0)
  /// Bounds the scopes.
  /// https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope
  static let scope = ElementTraits(rawValue: 1 << 1)
  static let listItemScope = ElementTraits(rawValue: 1 << 2)
  static let buttonScope = ElementTraits(rawValue: 1 << 3)
  static let tableScope = ElementTraits(rawValue: 1 << 4)
  /// https://html.spec.whatwg.org/multipage/parsing.html#closing-elements-that-have-implied-end-tags
  static let impliedEnd = ElementTraits(rawValue: 1 << 5)
  static let thoroughlyImpliedEnd = ElementTraits(rawValue: 1 << 6)
  /// https://html.spec.whatwg.org/multipage/parsing.html#formatting
  static let formatting = ElementTraits(rawValue: 1 << 7)
  /// https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point
  static let mathTextIntegration = ElementTraits(rawValue: 1 << 8)
  /// https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point
  static let htmlIntegration = ElementTraits(rawValue: 1 << 9)
  /// Where a fostered node does not belong.
  static let tablePart = ElementTraits(rawValue: 1 << 10)
  static let heading = ElementTraits(rawValue: 1 << 11)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ name: Atom, _ namespace: Namespace) {
    switch namespace {
    case .html:
      self = name.known.map { Self.html($0) } ?? []
    case .mathML:
      switch name.known {
      case .mi, .mo, .mn, .ms, .mtext: self = [.special, .allScopes, .mathTextIntegration]
      case .annotation_xml: self = [.special, .allScopes]
      default: self = []
      }
    case .svg:
      switch name.known {
      case .foreignObject, .desc, .title: self = [.special, .allScopes, .htmlIntegration]
      default: self = []
      }
    case .xlink, .xml, .xmlns, .other, .none: self = []
    }
  }

  private static let allScopes: ElementTraits = [.scope, .listItemScope, .buttonScope]

  private static func html(_ name: KnownName) -> ElementTraits {
    switch name {
    case .html: [.special, .allScopes, .tableScope]
    case .template: [.special, .allScopes, .tableScope]
    case .table: [.special, .allScopes, .tableScope, .tablePart]
    case .td, .th: [.special, .allScopes, .thoroughlyImpliedEnd]
    case .caption: [.special, .allScopes, .thoroughlyImpliedEnd]
    case .applet, .marquee, .object, .select: [.special, .allScopes]
    case .ol, .ul: [.special, .listItemScope]
    case .button: [.special, .buttonScope]
    case .tbody, .tfoot, .thead, .tr: [.special, .tablePart, .thoroughlyImpliedEnd]
    case .colgroup: [.special, .thoroughlyImpliedEnd]
    case .dd, .dt, .li, .p: [.special, .impliedEnd, .thoroughlyImpliedEnd]
    case .optgroup, .option, .rb, .rp, .rt, .rtc: [.impliedEnd, .thoroughlyImpliedEnd]
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: [.formatting]
    case .h1, .h2, .h3, .h4, .h5, .h6: [.special, .heading]
    case .address, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br,
      .center, .col, .details, .dir, .div, .dl, .embed, .fieldset, .figcaption, .figure, .footer,
      .form, .frame, .frameset, .head, .header, .hgroup, .hr, .iframe, .img, .input, .keygen, .link,
      .listing, .main, .menu, .meta, .nav, .noembed, .noframes, .noscript, .param, .plaintext, .pre,
      .script, .search, .section, .source, .style, .summary, .textarea, .title, .track, .wbr, .xmp:
      [.special]
    default: []
    }
  }
}

/// An entry of the stack of open elements.
struct OpenElement: BitwiseCopyable {
  var node: NodeID
  var name: Atom
  /// The name as its tag had it, in lower case: what an end tag is compared with.
  var tagName: Atom
  var namespace: Namespace
  var traits: ElementTraits

  func isHTML(_ known: KnownName) -> Bool { name == known && namespace == .html }
}
