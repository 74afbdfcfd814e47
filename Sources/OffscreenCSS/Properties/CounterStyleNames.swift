/// The counter styles that the standard and Chromium define.
/// https://drafts.csswg.org/css-counter-styles-3/#predefined-counters
package enum CounterStyleNames {
  /// Names of predefined styles are written in any case, those of others are not.
  /// https://drafts.csswg.org/css-counter-styles-3/#typedef-counter-style-name
  package static func canonical(_ name: String) -> String {
    let lowercased = name.lowercased()
    return predefined.contains(lowercased) ? lowercased : name
  }

  package static let predefined: Set<String> = [
    "disc", "circle", "square", "disclosure-open", "disclosure-closed", "decimal", "decimal-leading-zero",
    "lower-roman", "upper-roman", "lower-alpha", "upper-alpha", "lower-latin", "upper-latin", "lower-greek",
    "arabic-indic", "armenian", "lower-armenian", "upper-armenian", "bengali", "cambodian", "khmer",
    "cjk-decimal", "devanagari", "georgian", "gujarati", "gurmukhi", "hebrew", "kannada", "lao", "malayalam",
    "mongolian", "myanmar", "oriya", "persian", "tamil", "telugu", "thai", "tibetan", "urdu",
    "cjk-earthly-branch", "cjk-heavenly-stem", "hiragana", "hiragana-iroha", "katakana", "katakana-iroha",
    "japanese-informal", "japanese-formal", "korean-hangul-formal", "korean-hanja-informal",
    "korean-hanja-formal", "simp-chinese-informal", "simp-chinese-formal", "trad-chinese-informal",
    "trad-chinese-formal", "cjk-ideographic", "ethiopic-numeric", "ethiopic-halehame",
    "ethiopic-halehame-am", "ethiopic-halehame-ti-er", "ethiopic-halehame-ti-et", "hangul",
    "hangul-consonant",
  ]
}
