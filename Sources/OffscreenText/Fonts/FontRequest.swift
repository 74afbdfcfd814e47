/// One name of a `font-family` list.
package enum FontFamily: Hashable, Sendable {
  case named(String)
  case serif, sansSerif, monospace, cursive, fantasy
  case systemUI, uiSerif, uiSansSerif, uiMonospace, uiRounded
  case math, emoji, fangsong

  /// The family's name in the font configuration.
  var configurationName: String {
    switch self {
    case .named(let name): name
    case .serif: "serif"
    case .sansSerif: "sans-serif"
    case .monospace: "monospace"
    case .cursive: "cursive"
    case .fantasy: "fantasy"
    case .systemUI: "system-ui"
    case .uiSerif: "ui-serif"
    case .uiSansSerif: "ui-sans-serif"
    case .uiMonospace: "ui-monospace"
    case .uiRounded: "ui-rounded"
    case .math: "math"
    case .emoji: "emoji"
    case .fangsong: "fangsong"
    }
  }
}

/// The computed `font-style`.
package enum FontSlant: Hashable, Sendable {
  case normal
  case italic
  /// Degrees; `oblique` alone is 14.
  case oblique(Double)

  var degrees: Double {
    switch self {
    case .normal: 0
    case .italic: 14
    case .oblique(let degrees): degrees
    }
  }
}

/// A four-letter OpenType tag.
package struct FontTag: Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first four bytes of the name, filled up with spaces.
  package init(_ name: String) {
    var value: UInt32 = 0
    var count = 0
    for byte in name.utf8.prefix(4) {
      value = value << 8 | UInt32(byte)
      count += 1
    }
    while count < 4 {
      value = value << 8 | 0x20
      count += 1
    }
    rawValue = value
  }
}

/// An OpenType feature and its value: 0 is off, 1 is on, more chooses an alternate.
package struct FontFeature: Hashable, Sendable {
  package var tag: FontTag
  package var value: UInt32
  package init(_ tag: FontTag, _ value: UInt32) { (self.tag, self.value) = (tag, value) }
}

/// A place on a variable font's axis.
package struct FontVariation: Hashable, Sendable {
  package var tag: FontTag
  package var value: Double
  package init(_ tag: FontTag, _ value: Double) { (self.tag, self.value) = (tag, value) }
}

/// Which faces may be made up where the family has none (`font-synthesis`).
@usableFromInline package struct FontSynthesis: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static var weight: Self { Self(rawValue: 1) }
  @inlinable package static var style: Self { Self(rawValue: 2) }
  package static let all: FontSynthesis = [.weight, .style]
}

/// The used font size is such that one of the font's measures is this part of the computed size.
/// Not implemented: `from-font`, which changes fallback fonts alone.
/// https://drafts.csswg.org/css-fonts-5/#font-size-adjust-prop
package struct FontSizeAdjustment: Hashable, Sendable {
  package enum Metric: UInt8, Sendable { case exHeight, capHeight, zeroAdvance, ideographAdvance }
  package var metric: Metric
  package var ratio: Double
  package init(metric: Metric, ratio: Double) { (self.metric, self.ratio) = (metric, ratio) }

  /// The factor of `font-size-adjust` for a font with these metrics at that size.
  func factor(_ metrics: FontMetrics, size: Double) -> Double {
    let measure =
      switch metric {
      case .exHeight: metrics.xHeight
      case .capHeight: metrics.capHeight
      case .zeroAdvance: metrics.zeroAdvance
      case .ideographAdvance: metrics.ideographAdvance
      }
    guard measure > 0, size > 0 else { return 1 }
    return ratio * size / measure
  }
}

/// How characters are shown that text or emoji may be, where no variation selector says it.
/// https://drafts.csswg.org/css-fonts-4/#font-variant-emoji-prop
package enum EmojiVariant: UInt8, Hashable, Sendable {
  /// As fonts have them.
  case normal
  case text, emoji
  /// As Unicode says of each.
  case unicode
}

/// The font properties of a box's style. All values are computed values.
package struct FontRequest: Hashable, Sendable {
  package var families: [FontFamily]
  /// CSS pixels.
  package var size: Double
  /// 1 to 1000.
  package var weight: Double
  /// Percent of the normal width.
  package var stretch: Double
  package var slant: FontSlant
  /// `font-variant`, `font-kerning` and `font-feature-settings`, resolved; later entries win.
  package var features: [FontFeature]
  /// `font-variation-settings`.
  package var variations: [FontVariation]
  /// BCP 47; empty where unknown.
  package var language: String
  package var synthesis: FontSynthesis
  /// `font-size-adjust`.
  package var sizeAdjustment: FontSizeAdjustment?
  /// `font-palette`.
  package var palette = FontPaletteRequest.all(.normal)
  /// `font-variant-emoji`.
  package var emoji = EmojiVariant.normal

  package init(
    families: [FontFamily], size: Double, weight: Double = 400, stretch: Double = 100,
    slant: FontSlant = .normal, features: [FontFeature] = [], variations: [FontVariation] = [],
    language: String = "", synthesis: FontSynthesis = .all
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.stretch = stretch
    self.slant = slant
    self.features = features
    self.variations = variations
    self.language = language
    self.synthesis = synthesis
  }
}

/// An interned request, cheap to compare and to hash: an index into its `PageFonts`.
package struct FontRequestID: Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// One font at one size, loaded: an index into its `PageFonts`.
package struct FontID: Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}
