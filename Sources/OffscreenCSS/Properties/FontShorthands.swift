extension Shorthand {
  static let fonts: [Shorthand] = [
    // https://drafts.csswg.org/css-fonts-4/#font-prop
    Shorthand("font", settable + resetOnly, parse: readFont),
    // https://drafts.csswg.org/css-fonts-4/#font-variant-prop
    Shorthand("font-variant", variants) { cursor, reader in
      if cursor.consumeIdent("normal") { return true }
      if cursor.consumeIdent("none") {
        reader.set(0, FontLigaturesValue(none: true))
        return true
      }
      // The keywords of a longhand need not stand together: each is tried on all that is left of it.
      return readVariants(&cursor, &reader)
    },
  ]

  private static let settable = [
    "font-style", "font-variant-caps", "font-weight", "font-stretch", "font-size", "line-height", "font-family",
  ]
  private static let resetOnly = [
    "font-variant-ligatures", "font-variant-numeric", "font-variant-east-asian", "font-variant-alternates",
    "font-variant-position", "font-variant-emoji", "font-kerning", "font-feature-settings",
    "font-variation-settings", "font-optical-sizing", "font-size-adjust", "font-language-override",
  ]
  private static let variants = [
    "font-variant-ligatures", "font-variant-caps", "font-variant-numeric", "font-variant-east-asian",
    "font-variant-alternates", "font-variant-position", "font-variant-emoji",
  ]

  private static let readFont: @Sendable (inout TokenCursor, inout ShorthandReader) -> Bool = {
    cursor, reader in
    // A system font; as Chromium without a desktop has them.
    let systemFonts: Set = [
      "caption", "icon", "menu", "message-box", "small-caption", "status-bar", "-webkit-mini-control",
      "-webkit-small-control", "-webkit-control",
    ]
    if let name = cursor.peekedName, systemFonts.contains(name) {
      cursor.advance()
      reader.set(4, FontSizeValue(size: 16, keyword: nil, isAbsolute: true))
      reader.set(6, [FontFamilyName.named("Arial")])
      return true
    }
    var open = [0, 1, 2, 3]
    var normals = 0
    while !open.isEmpty {
      if cursor.isIdent("normal") {
        cursor.advance()
        normals += 1
      } else if let place = open.firstIndex(where: { readFontPart($0, &cursor, &reader) }) {
        open.remove(at: place)
      } else {
        break
      }
      if normals > open.count { return false }
    }
    guard reader.read(4, &cursor) else { return false }
    if cursor.consumeSlash(), !reader.read(5, &cursor) { return false }
    return reader.read(6, &cursor)
  }

  /// In the shorthand, only `small-caps` of the variants and only the keywords of the widths may stand.
  private static func readFontPart(
    _ index: Int, _ cursor: inout TokenCursor, _ reader: inout ShorthandReader
  ) -> Bool {
    switch index {
    case 1:
      guard cursor.consumeIdent("small-caps") else { return false }
      reader.set(1, FontVariantCapitals.smallCaps)
      return true
    case 3:
      guard let stretch = cursor.consumeFontStretchKeyword() else { return false }
      reader.set(3, stretch)
      return true
    default: return reader.read(index, &cursor)
    }
  }

  private static func readVariants(_ cursor: inout TokenCursor, _ reader: inout ShorthandReader) -> Bool {
    guard !cursor.isAtEnd else { return false }
    var ligatures = FontLigaturesValue()
    var features: [Int: [String]] = [:]
    var seen: Set<Int> = []
    var alternates = FontAlternates()
    let tables = [(2, FontFeatures.numeric), (3, FontFeatures.eastAsian)]
    next: while !cursor.isAtEnd {
      if cursor.consumeFontAlternate(into: &alternates) { continue }
      guard let name = cursor.peekedName else { return false }
      if let ligature = FontLigatures(rawValue: name) {
        guard !ligatures.ligatures.contains(ligature) else { return false }
        ligatures.ligatures.append(ligature)
        cursor.advance()
        continue
      }
      for (index, table) in tables {
        if let entry = table[name] {
          guard seen.insert(index * 10 + entry.group).inserted else { return false }
          features[index, default: []] += entry.tags
          cursor.advance()
          continue next
        }
      }
      for index in [1, 5, 6] where name != "normal" && reader.values[index] == nil {
        if reader.read(index, &cursor) { continue next }
      }
      return false
    }
    if !ligatures.ligatures.isEmpty { reader.set(0, ligatures) }
    for (index, tags) in features { reader.set(index, tags) }
    if alternates != FontAlternates() { reader.set(4, alternates) }
    return true
  }
}
