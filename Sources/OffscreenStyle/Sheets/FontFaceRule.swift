import OffscreenCSS

/// A `@font-face` rule.
/// https://drafts.csswg.org/css-fonts-4/#font-face-rule
package struct FontFaceRule: Sendable {
  package enum Source: Sendable {
    /// The absolute address, and what format it is said to have, "" if nothing is said.
    case url(String, format: String)
    /// The full or PostScript name of an installed font.
    case local(String)
  }
  package var family: String
  package var sources: [Source]
  /// 1 to 1000; a variable font covers a range. Nil is `auto`.
  package var weight: ClosedRange<Float>?
  /// Percent; nil is `auto`.
  package var stretch: ClosedRange<Float>?
  package var isItalic = false
  /// Degrees of `oblique`.
  package var oblique: ClosedRange<Float>?
  /// Code points; empty for all.
  package var unicodeRanges: [ClosedRange<UInt32>] = []
  package var featureSettings: [FontSetting] = []
  package var variationSettings: [FontSetting] = []
  /// Hundredths; nil is `normal`.
  package var ascentOverride: Float?
  package var descentOverride: Float?
  package var lineGapOverride: Float?
  package var sizeAdjust: Float = 1
  /// The name may be empty.
  private var hasFamily = false

  init?(_ rule: ActiveRules.Descriptors, _ context: ParsingContext) {
    family = ""
    sources = []
    let context = context.reading(rule.sheet.baseURL)
    let buffer = rule.sheet.buffer
    for declaration in rule.declarations {
      var cursor = TokenCursor(buffer, declaration.value)
      read(buffer.lowercased(buffer.tokens[declaration.name]), &cursor, context)
    }
    if !hasFamily || sources.isEmpty { return nil }
  }

  /// The text of the descriptor `src`; nil where nothing of it is a source.
  package static func sources(_ text: String, _ context: ParsingContext) -> [Source]? {
    var cursor = TokenCursor(text)
    return cursor.isAtEnd ? nil : cursor.fontSources(in: context)
  }

  private mutating func read(_ name: String, _ cursor: inout TokenCursor, _ context: ParsingContext) {
    switch name {
    case "font-family": if let name = cursor.fontFamilyDescriptor { (family, hasFamily) = (name, true) }
    case "src": if let list = cursor.fontSources(in: context) { sources = list }
    case "font-weight": if let range = cursor.fontRange(in: context, .weight) { weight = range }
    case "font-stretch", "font-width":
      if let range = cursor.fontRange(in: context, .stretch) { stretch = range }
    case "font-style":
      if cursor.consumeIdent("italic") {
        isItalic = true
      } else if cursor.consumeIdent("oblique") {
        oblique = cursor.fontRange(in: context, .angle) ?? 14...14
      }
    case "unicode-range":
      var list = TokenCursor(TokenBuffer(cursor.source, unicodeRanges: true))
      unicodeRanges = list.consumeList { $0.kind == .unicodeRange ? $0.consume().codePoints : nil } ?? []
    case "font-feature-settings": featureSettings = cursor.fontSettingsDescriptor(in: context, isFeature: true)
    case "font-variation-settings":
      variationSettings = cursor.fontSettingsDescriptor(in: context, isFeature: false)
    case "ascent-override": ascentOverride = cursor.consumePercentage().map { Float($0 / 100) }
    case "descent-override": descentOverride = cursor.consumePercentage().map { Float($0 / 100) }
    case "line-gap-override": lineGapOverride = cursor.consumePercentage().map { Float($0 / 100) }
    case "size-adjust": if let percentage = cursor.consumePercentage() { sizeAdjust = Float(percentage / 100) }
    default: break
    }
  }
}

extension TokenCursor {
  fileprivate mutating func fontSources(in context: ParsingContext) -> [FontFaceRule.Source]? {
    var sources: [FontFaceRule.Source] = []
    repeat {
      // A part that is not understood is passed over.
      var part = consumeUpToComma()
      if let source = part.fontSource(in: context) { sources.append(source) }
    } while !isAtEnd
    return sources.isEmpty ? nil : sources
  }

  private mutating func fontSource(in context: ParsingContext) -> FontFaceRule.Source? {
    if let inner = consumeFunction("local") { return isAtEnd ? inner.fontFamilyDescriptor.map { .local($0) } : nil }
    guard let url = consumeURL() else { return nil }
    var format = ""
    if var inner = consumeFunction("format") {
      let token = inner.consume()
      format = inner.buffer.lowercased(token)
    }
    if consumeFunction("tech") != nil {}
    let known = [
      "", "woff", "woff2", "truetype", "opentype", "collection", "woff-variations",
      "woff2-variations", "truetype-variations", "opentype-variations",
    ]
    guard isAtEnd, known.contains(format) else { return nil }
    return .url(context.absoluteURL(url), format: format)
  }
}
