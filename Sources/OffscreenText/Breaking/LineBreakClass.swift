import CGLib

/// Classes of the line breaking algorithm, as far as its rules tell characters apart.
/// https://www.unicode.org/reports/tr14/#Table1
enum LineBreakClass: UInt8 {
  case alphabetic, hebrewLetter, numeric, ideographic
  case open, close, closeParenthesis, quotation, exclamation, symbolSeparator, infixSeparator
  case breakAfter, breakBefore, breakBoth, hyphen, nonStarter, inseparable
  case prefix, postfix
  case glue, wordJoiner, zeroWidthSpace, zeroWidthJoiner, combining, space, mandatory
  case contingent, regionalIndicator, emojiBase, emojiModifier
  case hangulL, hangulV, hangulT, hangulLV, hangulLVT
  /// Thai, Lao, Khmer, Burmese: words are found by a dictionary.
  case complexContext

  /// LB1: ambiguous classes are resolved.
  init(_ c: UInt32, rules: BreakRules) {
    if c == 0xFFFC {
      self = .contingent
      return
    }
    let type = g_unichar_break_type(c)
    switch type {
    case G_UNICODE_BREAK_MANDATORY, G_UNICODE_BREAK_CARRIAGE_RETURN, G_UNICODE_BREAK_LINE_FEED,
      G_UNICODE_BREAK_NEXT_LINE:
      self = .mandatory
    case G_UNICODE_BREAK_COMBINING_MARK: self = .combining
    case G_UNICODE_BREAK_ZERO_WIDTH_SPACE: self = .zeroWidthSpace
    case G_UNICODE_BREAK_INSEPARABLE: self = .inseparable
    case G_UNICODE_BREAK_NON_BREAKING_GLUE: self = .glue
    case G_UNICODE_BREAK_CONTINGENT: self = .contingent
    case G_UNICODE_BREAK_SPACE: self = .space
    case G_UNICODE_BREAK_AFTER: self = .breakAfter
    case G_UNICODE_BREAK_BEFORE: self = .breakBefore
    case G_UNICODE_BREAK_BEFORE_AND_AFTER: self = .breakBoth
    case G_UNICODE_BREAK_HYPHEN: self = .hyphen
    case G_UNICODE_BREAK_NON_STARTER: self = .nonStarter
    case G_UNICODE_BREAK_OPEN_PUNCTUATION: self = .open
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION: self = .close
    case G_UNICODE_BREAK_CLOSE_PARANTHESIS: self = .closeParenthesis
    case G_UNICODE_BREAK_QUOTATION: self = .quotation
    case G_UNICODE_BREAK_EXCLAMATION: self = .exclamation
    case G_UNICODE_BREAK_IDEOGRAPHIC: self = .ideographic
    case G_UNICODE_BREAK_NUMERIC: self = .numeric
    case G_UNICODE_BREAK_INFIX_SEPARATOR: self = .infixSeparator
    case G_UNICODE_BREAK_SYMBOL: self = .symbolSeparator
    case G_UNICODE_BREAK_PREFIX: self = .prefix
    case G_UNICODE_BREAK_POSTFIX: self = .postfix
    case G_UNICODE_BREAK_COMPLEX_CONTEXT:
      self = CharacterKind.isExtender(c) ? .combining : .complexContext
    case G_UNICODE_BREAK_WORD_JOINER: self = .wordJoiner
    case G_UNICODE_BREAK_HANGUL_L_JAMO: self = .hangulL
    case G_UNICODE_BREAK_HANGUL_V_JAMO: self = .hangulV
    case G_UNICODE_BREAK_HANGUL_T_JAMO: self = .hangulT
    case G_UNICODE_BREAK_HANGUL_LV_SYLLABLE: self = .hangulLV
    case G_UNICODE_BREAK_HANGUL_LVT_SYLLABLE: self = .hangulLVT
    case G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER:
      self = rules.strictness == .strict ? .nonStarter : .ideographic
    case G_UNICODE_BREAK_HEBREW_LETTER: self = .hebrewLetter
    case G_UNICODE_BREAK_REGIONAL_INDICATOR: self = .regionalIndicator
    case G_UNICODE_BREAK_EMOJI_BASE: self = .emojiBase
    case G_UNICODE_BREAK_EMOJI_MODIFIER: self = .emojiModifier
    case G_UNICODE_BREAK_ZERO_WIDTH_JOINER: self = .zeroWidthJoiner
    // Ambiguous, surrogate, unknown.
    default: self = .alphabetic
    }
    if rules.strictness == .loose, Self.isIterationMark(c) { self = .ideographic }
    if rules.isLooseEastAsian, Self.isCenteredPunctuation(c) { self = .ideographic }
    if rules.wordBreak == .breakAll {
      switch self {
      case .alphabetic, .hebrewLetter, .numeric, .complexContext: self = .ideographic
      default: break
      }
    }
  }

  private static func isIterationMark(_ c: UInt32) -> Bool {
    switch c {
    case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: true
    default: false
    }
  }

  private static func isCenteredPunctuation(_ c: UInt32) -> Bool {
    switch c {
    case 0x203C, 0x2047...0x2049, 0x30FB, 0xFF01, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF65: true
    default: false
    }
  }
}

extension LineBreakClass {
  var isLetter: Bool { self == .alphabetic || self == .hebrewLetter || self == .complexContext }
  var isHangul: Bool {
    switch self {
    case .hangulL, .hangulV, .hangulT, .hangulLV, .hangulLVT: true
    default: false
    }
  }
}
