import OffscreenGeometry

/// What is inherited and belongs to neither fonts nor text.
package struct InheritedStyle: Hashable, Sendable {
  package var color: Color = .black
  package var visibility: Visibility = .visible
  package var listStyleType: ListStyleType = .named("disc")
  package var listStylePosition: ListStylePosition = .outside
  package var listStyleImage: ImageValue = .none
  package var quotes: Quotes = .auto
  package var borderCollapse: BorderCollapse = .separate
  /// CSS pixels.
  package var borderSpacingX: Float = 0
  package var borderSpacingY: Float = 0
  package var captionSide: CaptionSide = .top
  package var emptyCells: EmptyCells = .show
  package var imageRendering: ImageRendering = .auto
  package var imageOrientation: ImageOrientation = .fromImage
  package var accentColor: ColorValue?
  package var colorScheme: ColorScheme = .init()
  package var pointerEvents: PointerEvents = .auto
  package var caretColor: ColorValue?
  package var math = MathSettings()
  /// SVG's own properties.
  package var vector = VectorStyle()
  /// The language of the content, as a BCP 47 tag; "" where it is unknown.
  package var language = ""
  /// Zoom that has been applied to lengths; 1 without.
  package var zoom: Float = 1
  package init() {}
}

package enum ListStyleType: Hashable, Sendable {
  case none
  case string(String)
  case named(String)
  /// `symbols(...)`: the kind and the symbols.
  case symbols(String, [String])
}
package enum Quotes: Hashable, Sendable {
  case auto, none
  /// Open and close, outermost first.
  case pairs([QuotePair])
}
/// https://drafts.csswg.org/css-color-adjust-1/#color-scheme-prop
package struct ColorScheme: Hashable, Sendable {
  package var supportsLight = true
  package var supportsDark = false
  /// Then the schemes are those that the page supports.
  package var isNormal = true
  package var isOnly = false
  package init() {}
}

extension InheritedStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-color-4/#the-color-property
    .inherited("color", \.inherited.color, quirks: .hashlessColor) { cursor, context in
      if context.isUserAgentSheet, cursor.consumeIdent("-internal-quirk-inherit") {
        return .relative(.color) { $0.bodyColor }
      }
      guard let value = cursor.consumeColor(in: context) else { return nil }
      if case .color(let color)? = value.constant { return .computed(color) }
      return .relative(value.dependencies.union(.color)) { value.computed(in: $0).resolved($0.color) }
    },
    .inherited("visibility", \.inherited.visibility),
    // https://drafts.csswg.org/css-lists-3/
    .inherited("list-style-type", \.inherited.listStyleType),
    .inherited("list-style-position", \.inherited.listStylePosition),
    .inherited("list-style-image", \.inherited.listStyleImage),
    .inherited("quotes", \.inherited.quotes),
    // https://drafts.csswg.org/css-tables-3/
    .inherited("border-collapse", \.inherited.borderCollapse),
    .inherited(
      "-webkit-border-horizontal-spacing", \.inherited.borderSpacingX, quirks: .unitlessLength, text: .pixels
    ) { cursor, context in
      cursor.consumeBorderSpacing(in: context)
    },
    .inherited(
      "-webkit-border-vertical-spacing", \.inherited.borderSpacingY, quirks: .unitlessLength, text: .pixels
    ) { cursor, context in
      cursor.consumeBorderSpacing(in: context)
    },
    .inherited("caption-side", \.inherited.captionSide),
    .inherited("empty-cells", \.inherited.emptyCells),
    .inherited("image-rendering", \.inherited.imageRendering) { cursor, _ in
      .constant(
        cursor.consumeOne(of: [
          "auto": ImageRendering.auto, "pixelated": .pixelated, "crisp-edges": .crispEdges,
          "-webkit-optimize-contrast": .crispEdges,
        ]))
    },
    .inherited("image-orientation", \.inherited.imageOrientation),
    .inherited("accent-color", \.inherited.accentColor, text: .or("auto", .own)) { cursor, context in
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return cursor.consumeColor(in: context)?.map { $0 }
    },
    .inherited("caret-color", \.inherited.caretColor, text: .orCurrentColor) { cursor, context in
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return cursor.consumeColor(in: context)?.map { $0 }
    },
    .inherited("color-scheme", \.inherited.colorScheme),
    .inherited("pointer-events", \.inherited.pointerEvents),
    // What the `lang` attribute sets.
    .inherited("-webkit-locale", \.inherited.language, text: .language) { cursor, _ in
      .constant(cursor.consumeIdent("auto") ? "" : cursor.consumeString())
    },
    // https://drafts.csswg.org/css-viewport/#zoom-property
    .reset("zoom", Field(get: { $0.zoomValue }, set: { $1.zoomValue = $0 })),
  ]
}

extension StyleValues {
  fileprivate var zoomValue: Zoom {
    get { Zoom(own: box.zoom, whole: inherited.zoom) }
    set {
      box.zoom = newValue.own
      // Zooms multiply.
      inherited.zoom = newValue.whole ?? min(max(inherited.zoom * newValue.own, 1e-4), 1e4)
    }
  }
}

/// https://drafts.csswg.org/css-viewport/#zoom-property
private struct Zoom: PropertyValue, Equatable {
  var own: Float
  /// With the zoom that is inherited, where that is known.
  var whole: Float?

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<Zoom>? {
    let number: Specified<Float>?
    if cursor.consumeIdent("normal") {
      number = .computed(1)
    } else {
      number = cursor.consumeNumberOrPercentage(in: context, .nonNegative)?.map(\.clampedNumber)
    }
    return number?.map { Zoom(own: $0 == 0 ? 1 : $0, whole: nil) }
  }

  func text(in computed: ComputedText) -> String { computed.number(own) }
}

extension ListStyleType: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> ListStyleType? {
    if cursor.consumeIdent("none") { return ListStyleType.none }
    if let string = cursor.consumeString() { return .string(string) }
    if var inner = cursor.consumeFunction("symbols") {
      let kind = inner.consumeOne(of: [
        "cyclic": "cyclic", "numeric": "numeric", "alphabetic": "alphabetic", "symbolic": "symbolic",
        "fixed": "fixed",
      ])
      var symbols: [String] = []
      while let symbol = inner.consumeString() { symbols.append(symbol) }
      let least = kind == "numeric" || kind == "alphabetic" ? 2 : 1
      guard inner.isAtEnd, symbols.count >= least else { return nil }
      return .symbols(kind ?? "symbolic", symbols)
    }
    return cursor.consumeCustomIdent(except: ["none"]).map { .named(CounterStyleNames.canonical($0)) }
  }
}

extension Quotes: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> Quotes? {
    if let keyword = cursor.consumeOne(of: ["none": Quotes.none, "auto": .auto]) { return keyword }
    var pairs: [QuotePair] = []
    while let open = cursor.consumeString() {
      guard let close = cursor.consumeString() else { return nil }
      pairs.append(QuotePair(open: open, close: close))
    }
    return pairs.isEmpty ? nil : .pairs(pairs)
  }
}

extension ColorScheme: AbsoluteValue {
  /// The value of `normal` where a page says with a value of this property what it supports.
  /// https://drafts.csswg.org/css-color-adjust-1/#pages-supported-color-schemes
  package static func ofPage(_ text: String) -> ColorScheme? {
    var cursor = TokenCursor(text)
    guard var scheme = parse(&cursor, in: ParsingContext()), cursor.isAtEnd else { return nil }
    scheme.isNormal = true
    return scheme
  }

  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> ColorScheme? {
    var result = ColorScheme()
    if cursor.consumeIdent("normal") { return result }
    result.isNormal = false
    (result.supportsLight, result.supportsDark) = (false, false)
    var isEmpty = true
    while let name = cursor.consumeCustomIdent(except: ["none"]) {
      switch name.lowercased() {
      case "light": result.supportsLight = true
      case "dark": result.supportsDark = true
      case "normal": return nil
      case "only":
        result.isOnly = true
        continue
      default: break
      }
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    if !result.supportsLight, !result.supportsDark { result.supportsLight = true }
    return result
  }
}

extension TokenCursor {
  /// In CSS pixels.
  /// Deviation: whole pixels, cut off, as in Chromium.
  fileprivate mutating func consumeBorderSpacing(in context: ParsingContext) -> Specified<Float>? {
    consumeLength(in: context, .nonNegative)?.map { Float(($0 + 0.01).rounded(.towardZero)) }
  }
}
