import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenText

/// The font data of a style for inline layout: made once a style, looked up by its identity.
package final class InlineStyle {
  package let style: ComputedStyle
  package let font: FontRequestID
  /// The first available font and its measures.
  package let primary: FontID
  package let metrics: FontMetrics
  package let letterSpacing: Double
  package let wordSpacing: Double
  package let orientation: OffscreenText.TextOrientation
  /// The room between ideographs and other letters: an eighth of an ideograph.
  /// https://drafts.csswg.org/css-text-4/#text-autospace-property
  let autospace: Float
  let breakRules: BreakRules
  /// Around the baseline of the style's own writing mode, without leading.
  let fontHeight: FontHeight
  /// The used `line-height`.
  let lineHeight: LayoutUnit
  let wraps: Bool
  let collapsesSpaces: Bool
  let breaksAnywhere: Bool
  /// Spaces that are preserved hang at the end of a line.
  let hangsSpaces: Bool
  let breaksSpaces: Bool
  /// So do ideographic spaces.
  var hangsIdeographicSpaces: Bool { wraps && !breaksSpaces }
  /// An inline box with this style is the containing block of absolutely positioned boxes.
  let containsPositioned: Bool
  /// Cloned edges stand at the ends of every line.
  let clonesEdges: Bool
  /// The room of emphasis marks beyond the em box.
  let emphasis: FontHeight
  /// Synthesized small capitals: the font does not have them.
  let smallCapitals: SmallCapitals
  /// Text is centred on its baseline.
  var isCentral: Bool { orientation == .mixed || orientation == .upright }
  /// The font that those are shaped with.
  let smallFont: FontRequestID

  init(_ style: ComputedStyle, fonts: PageFonts, language: String) {
    self.style = style
    var request = FontRequest(style.font, language: language)
    let size = Double(style.font.size)
    font = fonts.intern(request)
    primary = fonts.primaryFont(font)
    metrics = fonts.metrics(primary)
    smallCapitals = SmallCapitals(style.font, primary, fonts)
    if smallCapitals == .none {
      smallFont = font
    } else {
      request.size = SmallCapitals.size(of: size)
      smallFont = fonts.intern(request)
    }
    clonesEdges = style.column.boxDecorationBreak == .clone
    emphasis = InlineStyle.emphasisHeight(style)
    letterSpacing = style.text.letterSpacing.pixels(basis: size)
    wordSpacing = style.text.wordSpacing.pixels(basis: size)
    switch style.text.writingMode {
    case .horizontalTB: orientation = .horizontal
    case .sidewaysLR, .sidewaysRL: orientation = .sideways
    case .verticalLR, .verticalRL:
      switch style.text.orientation {
      case .mixed: orientation = .mixed
      case .upright: orientation = .upright
      case .sideways: orientation = .sideways
      }
    }
    fontHeight = FontHeight(metrics, central: orientation == .mixed || orientation == .upright)
    lineHeight = InlineStyle.usedLineHeight(style.font, metrics)

    let text = style.text
    autospace = text.autospace == .normal ? Float(metrics.ideographAdvance / 8) : 0
    var rules = BreakRules()
    switch text.wordBreak {
    case .normal, .breakWord: rules.wordBreak = .normal
    case .autoPhrase: rules.wordBreak = language.hasPrefix("ja") ? .phrases : .normal
    case .breakAll: rules.wordBreak = .breakAll
    case .keepAll: rules.wordBreak = .keepAll
    }
    switch text.lineBreak {
    case .auto: rules.strictness = .automatic
    case .loose: rules.strictness = .loose
    case .normal: rules.strictness = .normal
    case .strict: rules.strictness = .strict
    case .anywhere: rules.strictness = .anywhere
    }
    rules.language = language
    rules.usesSoftHyphens = text.hyphens != .none
    rules.delaysHyphens = text.wordBreak == .autoPhrase
    if text.hyphens == .auto, !language.isEmpty {
      let limits = text.hyphenateLimits
      rules.hyphenation = BreakRules.Hyphenation(
        word: limits.word ?? 5, before: limits.before ?? 2, after: limits.after ?? 2)
    }
    breakRules = rules

    wraps = text.wrapMode == .wrap
    switch text.whiteSpaceCollapse {
    case .collapse, .preserveBreaks: collapsesSpaces = true
    case .preserve, .preserveSpaces, .breakSpaces: collapsesSpaces = false
    }
    breaksSpaces = text.whiteSpaceCollapse == .breakSpaces
    hangsSpaces = wraps && !collapsesSpaces && !breaksSpaces
    breaksAnywhere = text.overflowWrap != .normal || text.wordBreak == .breakWord
    containsPositioned = style.containsPositioned(forFixed: false, as: .inline, isRootElement: false)
  }

  /// An inline box with such a style has no edges, no decorations and no layer.
  package static func paintsNothing(_ style: ComputedStyle) -> Bool {
    let (box, border, effect) = (style.box, style.border, style.effect)
    func isLine(_ style: BorderLineStyle) -> Bool { style != .none && style != .hidden }
    let hasEdges =
      isLine(border.style.top) || isLine(border.style.right) || isLine(border.style.bottom)
      || isLine(border.style.left) || !box.padding.top.isZero || !box.padding.right.isZero
      || !box.padding.bottom.isZero || !box.padding.left.isZero || hasMargins(style)
    let hasDecoration =
      style.background.color != .transparent || style.background.layers.contains { $0.image != .none }
      || !effect.boxShadows.isEmpty || border.outlineStyle != .none
    let hasLayer = box.position != .static || effect.opacity < 1 || !effect.filters.isEmpty
    return !hasEdges && !hasDecoration && !hasLayer
  }

  package static func hasMargins(_ style: ComputedStyle) -> Bool {
    func isZero(_ value: LengthOrAuto) -> Bool {
      if case .value(let length) = value { length.isZero } else { true }
    }
    let margin = style.box.margin
    return !isZero(margin.top) || !isZero(margin.right) || !isZero(margin.bottom) || !isZero(margin.left)
  }

  /// The same with the smaller font; the lines' heights follow the usual one.
  init(smallCapitalsOf other: InlineStyle, _ fonts: PageFonts) {
    style = other.style
    font = other.smallFont
    primary = fonts.primaryFont(font)
    metrics = other.metrics
    letterSpacing = other.letterSpacing
    wordSpacing = other.wordSpacing
    orientation = other.orientation
    autospace = other.autospace
    breakRules = other.breakRules
    fontHeight = other.fontHeight
    lineHeight = other.lineHeight
    wraps = other.wraps
    collapsesSpaces = other.collapsesSpaces
    breaksAnywhere = other.breaksAnywhere
    hangsSpaces = other.hangsSpaces
    breaksSpaces = other.breaksSpaces
    containsPositioned = other.containsPositioned
    clonesEdges = other.clonesEdges
    emphasis = other.emphasis
    smallCapitals = .none
    smallFont = other.smallFont
  }

  /// https://drafts.csswg.org/css-inline-3/#line-height-property
  private static func usedLineHeight(_ font: FontStyle, _ metrics: FontMetrics) -> LayoutUnit {
    switch font.lineHeight {
    case .normal: LayoutUnit(metrics.lineSpacing)
    // In single precision and as a percentage, so that the last digit is Chromium's.
    case .number(let factor):
      LayoutUnit(Float(LayoutUnit(rounding: Double(font.size)).pixels) * (factor * 100) / 100)
    case .length(let pixels): LayoutUnit(rounding: Double(pixels))
    }
  }

  /// Emphasis marks are half as large as the text.
  /// https://drafts.csswg.org/css-text-decor-4/#emphasis-marks
  private static func emphasisHeight(_ style: ComputedStyle) -> FontHeight {
    let none = FontHeight(ascent: .zero, descent: .zero)
    if style.text.emphasisStyle == .none { return none }
    let height = LayoutUnit(rounding: Double(style.font.size) / 2)
    return style.text.emphasisIsOver
      ? FontHeight(ascent: height, descent: .zero) : FontHeight(ascent: .zero, descent: height)
  }

  /// The content area with its leading.
  var strut: FontHeight { fontHeight.withLeading(lineHeight) }

  var usesNormalLineHeight: Bool { style.font.lineHeight == .normal }

  /// Whether these texts may be shaped as one.
  func shapesLike(_ other: InlineStyle) -> Bool {
    self === other
      || font == other.font && letterSpacing == other.letterSpacing && wordSpacing == other.wordSpacing
        && orientation == other.orientation
  }
}

extension LayoutContext {
  package func primaryFont(_ style: ComputedStyle) -> FontID { inlineStyle(style).primary }

  package func inlineStyle(_ style: ComputedStyle) -> InlineStyle {
    inlineStyle(style, language: contentLanguage(.none))
  }

  func inlineStyle(_ style: ComputedStyle, language: LanguageID) -> InlineStyle {
    let key = InlineStyleKey(style: ObjectIdentifier(style), language: language)
    if let known = inlineStyles[key] { return known }
    let made = InlineStyle(style, fonts: fonts, language: languages[language])
    inlineStyles[key] = made
    return made
  }

  /// The language of an element's content; of none that of the document.
  func contentLanguage(_ node: NodeID) -> LanguageID { languages.language(of: node, in: document) }
}

struct InlineStyleKey: Hashable {
  var style: ObjectIdentifier
  var language: LanguageID
}

extension FontRequest {
  /// https://drafts.csswg.org/css-fonts-4/#font-feature-and-variation-resolution
  package init(_ font: FontStyle, language: String) {
    let slant: FontSlant =
      switch font.slant {
      case .normal: .normal
      case .italic: .italic
      case .oblique(let degrees): .oblique(Double(degrees))
      }
    var synthesis: FontSynthesis = []
    if font.synthesizeWeight { synthesis.insert(.weight) }
    if font.synthesizeStyle { synthesis.insert(.style) }
    self.init(
      families: font.families.map(FontFamily.init), size: Double(font.size), weight: Double(font.weight),
      stretch: Double(font.stretch), slant: slant, features: Self.features(font),
      variations: font.variationSettings.map { FontVariation(FontTag($0.tag), Double($0.value)) },
      language: font.languageOverride.isEmpty ? language : Self.languageSystem(font.languageOverride),
      synthesis: synthesis)
    palette = FontPaletteRequest(font)
    switch font.emoji {
    case .normal: break
    case .text: emoji = .text
    case .emoji: emoji = .emoji
    case .unicode: emoji = .unicode
    }
    switch font.sizeAdjust {
    case .none, .metric(_, nil): break
    case .metric(let metric, let value?):
      sizeAdjustment = FontSizeAdjustment(metric: .init(metric), ratio: Double(value))
    }
  }

  /// An OpenType language system, as HarfBuzz takes it: by the hexadecimal digits of its tag.
  private static func languageSystem(_ tag: String) -> String {
    let hex = String(FontTag(tag).rawValue, radix: 16)
    return "x-hbot-" + String(repeating: "0", count: max(0, 8 - hex.count)) + hex
  }

  private static func features(_ font: FontStyle) -> [FontFeature] {
    var features: [FontFeature] = []
    func set(_ tag: String, _ value: UInt32) { features.append(FontFeature(FontTag(tag), value)) }
    switch font.kerning {
    case .auto: break
    case .normal: set("kern", 1)
    case .none: set("kern", 0)
    }
    if font.noLigatures { for tag in ["liga", "clig", "dlig", "hlig", "calt"] { set(tag, 0) } }
    for ligature in font.ligatures {
      switch ligature {
      case .common: set("liga", 1); set("clig", 1)
      case .noCommon: set("liga", 0); set("clig", 0)
      case .discretionary: set("dlig", 1)
      case .noDiscretionary: set("dlig", 0)
      case .historical: set("hlig", 1)
      case .noHistorical: set("hlig", 0)
      case .contextual: set("calt", 1)
      case .noContextual: set("calt", 0)
      }
    }
    switch font.capitals {
    case .normal: break
    case .smallCaps: set("smcp", 1)
    case .allSmallCaps: set("c2sc", 1); set("smcp", 1)
    case .petiteCaps: set("pcap", 1)
    case .allPetiteCaps: set("c2pc", 1); set("pcap", 1)
    case .unicase: set("unic", 1)
    case .titlingCaps: set("titl", 1)
    }
    switch font.position {
    case .normal: break
    case .sub: set("subs", 1)
    case .super: set("sups", 1)
    }
    for tag in font.numericFeatures + font.eastAsianFeatures { set(tag, 1) }
    for setting in font.alternateSettings + font.featureSettings {
      set(setting.tag, UInt32(clamping: Int(setting.value.clampedToInt)))
    }
    return features
  }
}

extension FontPaletteRequest {
  fileprivate init(_ font: FontStyle) {
    self =
      switch font.palette {
      case .normal: .all(FontPalette(base: .number(0)))
      case .light: .all(FontPalette(base: .light))
      case .dark: .all(FontPalette(base: .dark))
      case .named: .families(font.paletteValues.mapValues(FontPalette.init))
      }
  }
}

extension FontPalette {
  fileprivate init(_ values: FontPaletteValues) {
    func byte(_ channel: Float) -> UInt8 { UInt8((min(max(channel, 0), 1) * 255).rounded()) }
    let base: Base =
      switch values.base {
      case .light: .light
      case .dark: .dark
      case .number(let number): .number(number)
      }
    self.init(
      base: base,
      overrides: values.overrides.map {
        Override(
          index: $0.index, red: byte($0.color.red), green: byte($0.color.green), blue: byte($0.color.blue),
          alpha: byte($0.color.alpha))
      })
  }
}

extension FontSizeAdjustment.Metric {
  fileprivate init(_ metric: FontSizeAdjust.Metric) {
    switch metric {
    case .exHeight: self = .exHeight
    case .capHeight: self = .capHeight
    case .chWidth: self = .zeroAdvance
    case .icWidth, .icHeight: self = .ideographAdvance
    }
  }
}

extension Float {
  fileprivate var clampedToInt: Float { isFinite ? Swift.min(Swift.max(self, 0), 65535) : 0 }
}

extension FontFamily {
  init(_ name: FontFamilyName) {
    switch name {
    case .standard: self = .serif
    case .named(let name): self = .named(name)
    case .serif: self = .serif
    case .sansSerif: self = .sansSerif
    case .monospace: self = .monospace
    case .cursive: self = .cursive
    case .fantasy: self = .fantasy
    case .systemUI, .blinkMacSystemFont: self = .systemUI
    case .uiSerif: self = .uiSerif
    case .uiSansSerif: self = .uiSansSerif
    case .uiMonospace: self = .uiMonospace
    case .uiRounded: self = .uiRounded
    case .math: self = .math
    case .emoji: self = .emoji
    case .fangsong: self = .fangsong
    }
  }
}
