extension Tokenizer {
  /// https://html.spec.whatwg.org/multipage/parsing.html#script-data-state
  mutating func nextInScriptData() -> Token {
    let start = position
    while true {
      let byte = input[position]
      switch byte {
      case 0:
        if position > start { return characters(from: start) }
        if position >= end { return .endOfFile }
        scriptDashes = 0
        return replacedNull()
      case 0x2D:
        if scriptEscape != .none { scriptDashes = min(scriptDashes + 1, 2) }
        position += 1
      case 0x3E:
        if scriptDashes == 2 { scriptEscape = .none }
        scriptDashes = 0
        position += 1
      case 0x3C:
        if scriptEscape != .doubleEscaped, input[position + 1] == 0x2F,
          isAppropriateEndTag(at: position + 2)
        {
          if position > start { return characters(from: start) }
          position += 2
          scriptEscape = .none
          scriptDashes = 0
          return tag(.endTag)
        }
        scriptDashes = 0
        position += 1
        lessThanInScript()
      default:
        scriptDashes = 0
        position += 1
      }
    }
  }

  /// Goes on after a `<` of script data that is not an end tag's.
  private mutating func lessThanInScript() {
    switch scriptEscape {
    case .none:
      // Both dashes of the opening count for the closing: `<!-->` is over at once.
      if input[position] == 0x21, input[position + 1] == 0x2D, input[position + 2] == 0x2D {
        position += 3
        scriptEscape = .escaped
        scriptDashes = 2
      }
    case .escaped:
      if input[position].isASCIILetter, skipsWord("script") { scriptEscape = .doubleEscaped }
    case .doubleEscaped:
      if input[position] == 0x2F {
        position += 1
        if skipsWord("script") { scriptEscape = .escaped }
      }
    }
  }

  /// Skips letters, and the space, slash or greater-than sign after them; tells whether they were
  /// `word` and that followed.
  /// https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state
  private mutating func skipsWord(_ word: StaticString) -> Bool {
    let start = position
    while input[position].isASCIILetter { position += 1 }
    let after = input[position]
    guard after.isMarkupSpace || after == 0x2F || after == 0x3E else { return false }
    let count = position - start
    position += 1
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where input[start + index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }
}
