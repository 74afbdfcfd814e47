/// https://drafts.csswg.org/css-fonts-4/ . All inherited.
package struct FontStyle: Hashable, Sendable {
  package var families: [FontFamilyName] = [.standard]
  /// CSS pixels.
  package var size: Float = 16
  /// The size before a minimum or a font's adjustment; what the keywords `larger` ... scale from, and
  /// whether the generic family's default size (13 px for monospace) applies.
  package var sizeKeyword: FontSizeKeyword? = .medium
  /// Whether the size was said in absolute units: then it does not change with the generic family.
  package var sizeIsAbsolute = false
  package var weight: Float = 400
  /// Percent.
  package var stretch: Float = 100
  package var slant: FontSlantValue = .normal
  package var lineHeight: LineHeight = .normal
  package var kerning: FontKerning = .auto
  package var capitals: FontVariantCapitals = .normal
  package var ligatures: [FontLigatures] = []
  /// `font-variant-ligatures: none`.
  package var noLigatures = false
  /// OpenType tags that `font-variant-numeric` and `-east-asian` turn on.
  package var numericFeatures: [String] = []
  package var eastAsianFeatures: [String] = []
  /// As declared; `alternateSettings` are the OpenType features that it maps to.
  var alternates = FontAlternates()
  package private(set) var alternateSettings: [FontSetting] = []
  package var position: FontVariantPosition = .normal
  package var emoji: FontVariantEmoji = .normal
  package var featureSettings: [FontSetting] = []
  package var variationSettings: [FontSetting] = []
  package var opticalSizing = true
  package var synthesizeWeight = true
  package var synthesizeStyle = true
  package var synthesizeSmallCaps = true
  package var sizeAdjust: FontSizeAdjust = .none
  package var palette: FontPaletteName = .normal
  /// What `@font-palette-values` says of the palette, by family in lower case.
  package private(set) var paletteValues: [String: FontPaletteValues] = [:]
  /// An OpenType language system tag, or "" for that of the content's language.
  package var languageOverride = ""
  package init() {}

  /// Resolves `font-palette` for this font.
  package mutating func resolvePalette(_ palettes: FontPalettes) { paletteValues = palettes.values(palette) }

  /// Resolves `font-variant-alternates` for this font.
  package mutating func resolveAlternates(_ values: FontFeatureValues) {
    alternateSettings =
      alternates.features.map { FontSetting(tag: $0, value: 1) }
      + values.settings(alternates.functions, families: families)
  }
}

package enum FontFamilyName: Hashable, Sendable {
  /// No family was named: the standard font.
  case standard
  case named(String)
  case serif, sansSerif, monospace, cursive, fantasy, systemUI, blinkMacSystemFont, uiSerif, uiSansSerif, uiMonospace
  case uiRounded, math, emoji, fangsong
}
package enum FontSizeKeyword: String, KeywordValue {
  case xxSmall = "xx-small"
  case xSmall = "x-small"
  case small, medium, large
  case xLarge = "x-large"
  case xxLarge = "xx-large"
  case xxxLarge = "xxx-large"
}
package enum FontSlantValue: Hashable, Sendable {
  case normal, italic
  /// Degrees.
  case oblique(Float)
}
package enum LineHeight: Hashable, Sendable {
  case normal
  /// A multiple of the font size.
  case number(Float)
  /// CSS pixels; percentages are computed.
  case length(Float)
}
package enum FontVariantCapitals: String, KeywordValue {
  case normal, unicase
  case smallCaps = "small-caps"
  case allSmallCaps = "all-small-caps"
  case petiteCaps = "petite-caps"
  case allPetiteCaps = "all-petite-caps"
  case titlingCaps = "titling-caps"
}
package enum FontLigatures: String, KeywordValue {
  case common = "common-ligatures"
  case noCommon = "no-common-ligatures"
  case discretionary = "discretionary-ligatures"
  case noDiscretionary = "no-discretionary-ligatures"
  case historical = "historical-ligatures"
  case noHistorical = "no-historical-ligatures"
  case contextual
  case noContextual = "no-contextual"
}
package enum FontVariantPosition: String, KeywordValue { case normal, sub, `super` }
package enum FontVariantEmoji: String, KeywordValue { case normal, text, emoji, unicode }
package struct FontSetting: Hashable, Sendable {
  /// Four characters.
  package var tag: String
  package var value: Float
  package init(tag: String, value: Float) { (self.tag, self.value) = (tag, value) }
}
package enum FontSizeAdjust: Hashable, Sendable {
  package enum Metric: String, KeywordValue {
    case exHeight = "ex-height"
    case capHeight = "cap-height"
    case chWidth = "ch-width"
    case icWidth = "ic-width"
    case icHeight = "ic-height"
  }
  case none
  /// The metric to keep and its ratio to the font's size; nil is `from-font`.
  case metric(Metric, Float?)
}

extension FontStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-fonts-4/
    .inherited("font-family", \.font.families, text: .list(empty: "\"Times New Roman\"", .own)) { cursor, _ in
      .constant(cursor.consumeFontFamilies())
    },
    .inherited("font-size", Field(get: { $0.fontSizeValue }, set: { $1.fontSizeValue = $0 }), quirks: .unitlessLength),
    .inherited("font-weight", Field(get: { $0.font.weightValue }, set: { $1.font.weightValue = $0 })),
    .inherited("font-stretch", \.font.stretch, text: .percentage) { $0.consumeFontStretch(in: $1) },
    .inherited("font-style", \.font.slant),
    .inherited("line-height", \.font.lineHeight),
    .inherited("font-kerning", \.font.kerning),
    .inherited("font-variant-caps", \.font.capitals),
    .inherited("font-variant-ligatures", Field(get: { $0.font.ligaturesValue }, set: { $1.font.ligaturesValue = $0 })),
    .inherited("font-variant-numeric", \.font.numericFeatures, text: .features(FontFeatures.numeric)) { cursor, _ in
      .constant(cursor.consumeFeatures(FontFeatures.numeric))
    },
    .inherited("font-variant-east-asian", \.font.eastAsianFeatures, text: .features(FontFeatures.eastAsian)) {
      cursor, _ in
      .constant(cursor.consumeFeatures(FontFeatures.eastAsian))
    },
    .inherited("font-variant-alternates", \.font.alternates),
    .inherited("font-variant-position", \.font.position),
    .inherited("font-variant-emoji", \.font.emoji),
    .inherited("font-feature-settings", \.font.featureSettings, text: .settings(isFeature: true)) {
      $0.consumeFontSettings(in: $1, isFeature: true)
    },
    .inherited("font-variation-settings", \.font.variationSettings, text: .settings(isFeature: false)) {
      $0.consumeFontSettings(in: $1, isFeature: false)
    },
    .inherited("font-optical-sizing", \.font.opticalSizing, text: .either("auto", "none")) { cursor, _ in
      .constant(cursor.consumeOne(of: ["auto": true, "none": false]))
    },
    .inherited("font-synthesis-weight", \.font.synthesizeWeight, text: .either("auto", "none")) { cursor, _ in
      .constant(cursor.consumeOne(of: ["auto": true, "none": false]))
    },
    .inherited("font-synthesis-style", \.font.synthesizeStyle, text: .either("auto", "none")) { cursor, _ in
      .constant(cursor.consumeOne(of: ["auto": true, "none": false, "oblique-only": true]))
    },
    .inherited("font-synthesis-small-caps", \.font.synthesizeSmallCaps, text: .either("auto", "none")) { cursor, _ in
      .constant(cursor.consumeOne(of: ["auto": true, "none": false]))
    },
    .inherited("font-size-adjust", \.font.sizeAdjust),
    .inherited("font-palette", \.font.palette),
    .inherited("font-language-override", \.font.languageOverride, text: .languageOverride) { cursor, _ in
      .constant(cursor.consumeIdent("normal") ? "" : cursor.consumeString())
    },
  ]

  /// What is set is relative to the weight that is there: the inherited one.
  fileprivate var weightValue: FontWeightValue {
    get { .weight(weight) }
    set { weight = newValue.weight(inherited: weight) }
  }
  fileprivate var ligaturesValue: FontLigaturesValue {
    get { FontLigaturesValue(ligatures: ligatures, none: noLigatures) }
    set { (ligatures, noLigatures) = (newValue.ligatures, newValue.none) }
  }
}

extension StyleValues {
  fileprivate var fontSizeValue: FontSizeValue {
    get { FontSizeValue(size: font.size, keyword: font.sizeKeyword, isAbsolute: font.sizeIsAbsolute) }
    set {
      scratch.scalesFontWithMath = newValue.scalesWithMath
      // The inherited size is what is scaled.
      if newValue.scalesWithMath { return }
      (font.size, font.sizeKeyword) = (newValue.size, newValue.keyword)
      if let isAbsolute = newValue.isAbsolute { font.sizeIsAbsolute = isAbsolute }
    }
  }
}
