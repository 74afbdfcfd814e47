import CFonts

/// Finds the phrases of Japanese text: what stands together on a line with `word-break: auto-phrase`.
/// https://drafts.csswg.org/css-text-4/#valdef-word-break-auto-phrase
///
/// Deviation: browsers ask a trained model. A phrase (bunsetsu) is a word and the hiragana of its endings and
/// particles, so that most phrases end where hiragana goes over into another script.
enum Phrases {
  private enum Kind { case hiragana, katakana, han, opening, closing, other }

  /// Whether the characters before and behind a place belong to one phrase.
  static func continues(before index: Int, in text: [UInt32]) -> Bool {
    guard index > 0, index < text.count else { return false }
    let (last, next) = (text[index - 1], text[index])
    // Where the author parts words, they part.
    if last == 0x200B { return false }
    let (before, behind) = (kind(last), kind(next))
    if before == .closing { return behind == .closing }
    if behind == .opening { return false }
    guard behind != .other || before != .other else { return false }
    switch (before, behind) {
    case (.hiragana, .hiragana): return !startsPhrase(index, in: text)
    case (.hiragana, .han): return isPrefix(index - 1, in: text) || isCompoundVerb(index, in: text)
    case (.hiragana, .katakana), (.hiragana, .other): return isPrefix(index - 1, in: text)
    case (.han, .hiragana), (.katakana, .hiragana), (.other, .hiragana):
      return !(isPrefix(index, in: text) && kind(at: index + 1, in: text) == .han)
    case (.han, .han), (.katakana, .katakana), (.han, .katakana), (.katakana, .han): return true
    case (_, .closing), (.opening, _): return true
    case (.han, .other), (.katakana, .other), (.other, .han), (.other, .katakana): return true
    case (.closing, _), (_, .opening), (.other, .other): return false
    }
  }

  private static func kind(at index: Int, in text: [UInt32]) -> Kind? {
    text.indices.contains(index) ? kind(text[index]) : nil
  }

  private static func kind(_ c: UInt32) -> Kind {
    switch c {
    case 0x3041...0x309F: return .hiragana
    case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .katakana
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: return .han
    default: break
    }
    let category = hb_unicode_general_category(hb_unicode_funcs_get_default(), c)
    if category == HB_UNICODE_GENERAL_CATEGORY_OPEN_PUNCTUATION { return .opening }
    if category == HB_UNICODE_GENERAL_CATEGORY_CLOSE_PUNCTUATION || closingMarks.contains(c) { return .closing }
    return .other
  }

  private static let closingMarks: Set<UInt32> = [0x3001, 0x3002, 0xFF01, 0xFF0C, 0xFF0E, 0xFF1F]

  /// Behind the particle \u{3092} (wo), which no word begins or goes on with.
  private static func startsPhrase(_ index: Int, in text: [UInt32]) -> Bool {
    text[index - 1] == 0x3092 && index > 1 || isPrefix(index, in: text) && kind(at: index + 1, in: text) == .han
  }

  /// The honorific \u{304A} (o) or \u{3054} (go) at the start of a word.
  private static func isPrefix(_ index: Int, in text: [UInt32]) -> Bool {
    guard text.indices.contains(index), text[index] == 0x304A || text[index] == 0x3054 else { return false }
    // As a particle's or an ending's part it follows hiragana of its own word: too seldom to matter.
    return kind(at: index + 1, in: text) == .han
  }

  /// A verb goes on with another one: one hiragana stands between a character of the first and one of the few that
  /// such second verbs are written with.
  private static func isCompoundVerb(_ index: Int, in text: [UInt32]) -> Bool {
    guard index >= 2, kind(text[index - 2]) == .han, kind(at: index + 1, in: text) == .hiragana,
      stemEndings.contains(text[index - 1])
    else { return false }
    return secondVerbs.contains(text[index])
  }

  private static let stemEndings = Set(
    "\u{3044}\u{304D}\u{304E}\u{3057}\u{3061}\u{306B}\u{3073}\u{307F}\u{308A}\u{3048}\u{3051}\u{3052}\u{305B}\u{3066}\u{3079}\u{3081}\u{308C}"
      .unicodeScalars.map(\.value))
  private static let secondVerbs = Set(
    "\u{51FA}\u{8FBC}\u{4E0A}\u{4E0B}\u{5408}\u{4ED8}\u{7D9A}\u{59CB}\u{7D42}\u{5207}\u{76F4}\u{8FD4}\u{66FF}\u{639B}\u{5165}\u{53D6}\u{7ACB}\u{56DE}\u{904E}\u{6271}\u{63DB}\u{8D8A}\u{629C}\u{7D44}"
      .unicodeScalars.map(\.value))
}
