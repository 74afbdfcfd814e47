/// The boundaries of a text before a byte.
@usableFromInline package struct BreakOpportunity: Hashable, Sendable {
  @usableFromInline package var rawValue: UInt8

  package enum Line: UInt8, Hashable, Sendable {
    case none
    case allowed
    /// Behind a soft hyphen: a line that ends here shows a hyphen.
    case hyphen
    /// Behind a forced break.
    case mandatory
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  package var line: Line {
    get { Line(rawValue: rawValue & 3) ?? .none }
    set { rawValue = rawValue & ~3 | newValue.rawValue }
  }
  /// A line may end here, in whichever way.
  @inlinable package var endsLine: Bool { rawValue & 3 != 0 && rawValue & 32 == 0 }
  /// A grapheme cluster starts here: `overflow-wrap` and letter spacing may separate.
  @inlinable package var isGraphemeStart: Bool {
    get { rawValue & 4 != 0 }
    set { rawValue = rawValue & ~4 | (newValue ? 4 : 0) }
  }
  /// A word of letters or digits starts here.
  package var isWordStart: Bool {
    get { rawValue & 8 != 0 }
    set { rawValue = rawValue & ~8 | (newValue ? 8 : 0) }
  }
  /// Inside of a phrase: a line ends here only where no phrase fits on it.
  package var isWithinPhrase: Bool {
    get { rawValue & 32 != 0 }
    set { rawValue = rawValue & ~32 | (newValue ? 32 : 0) }
  }
  /// A line may end here, though the text would not part: preferred sizes do not count on it.
  package var isReluctant: Bool {
    get { rawValue & 16 != 0 }
    set { rawValue = rawValue & ~16 | (newValue ? 16 : 0) }
  }
}

/// The line breaking properties of a style.
package struct BreakRules: Hashable, Sendable {
  /// https://drafts.csswg.org/css-text-4/#word-break-property
  package enum WordBreak: UInt8, Hashable, Sendable { case normal, breakAll, keepAll, phrases }
  /// https://drafts.csswg.org/css-text-4/#line-break-property
  package enum Strictness: UInt8, Hashable, Sendable { case automatic, loose, normal, strict, anywhere }

  package var wordBreak: WordBreak
  package var strictness: Strictness
  /// BCP 47; empty where unknown.
  package var language: String
  /// `hyphens: none` turns soft hyphens off.
  package var usesSoftHyphens: Bool
  /// Words are hyphenated only where no whole one fits.
  package var delaysHyphens = false
  /// `hyphens: auto`: dictionaries may part words of this many characters.
  package var hyphenation: Hyphenation?

  /// In characters: the shortest word, and what stays before and goes behind the hyphen.
  /// https://drafts.csswg.org/css-text-4/#propdef-hyphenate-limit-chars
  package struct Hyphenation: Hashable, Sendable {
    package var word: Int
    package var before: Int
    package var after: Int

    package init(word: Int = 5, before: Int = 2, after: Int = 2) {
      (self.word, self.before, self.after) = (word, before, after)
    }
  }

  package init(
    wordBreak: WordBreak = .normal, strictness: Strictness = .automatic, language: String = "",
    usesSoftHyphens: Bool = true, hyphenation: Hyphenation? = nil
  ) {
    self.wordBreak = wordBreak
    self.strictness = strictness
    self.language = language
    self.usesSoftHyphens = usesSoftHyphens
    self.hyphenation = hyphenation
  }

  var isChinese: Bool { language.hasPrefix("zh") }
  var isEastAsian: Bool { isChinese || language.hasPrefix("ja") }
  /// The additional breaks of `loose` where the writing system is Chinese or Japanese.
  /// https://drafts.csswg.org/css-text-4/#line-break-property
  var isLooseEastAsian: Bool { strictness == .loose && isEastAsian }

  /// Whether a line may begin with this dash behind an ideograph.
  func allowsBreakBefore(dash c: UInt32) -> Bool {
    switch c {
    case 0x301C, 0x30A0:
      // Chinese text without a wish is broken as with `normal`, as in Chromium.
      isEastAsian && (strictness == .loose || strictness == .normal || isChinese && strictness == .automatic)
    case 0x2010, 0x2013: strictness == .loose && (isEastAsian || wordBreak == .breakAll)
    default: false
    }
  }
}
