import CGLib

extension PageFonts {
  /// For each byte offset of a UTF-8 text, its end included, what may happen before it. Line breaks
  /// come behind a run of spaces, not within.
  package func breakOpportunities(
    _ text: [UInt8], rules: BreakRules = BreakRules()
  ) -> [BreakOpportunity] {
    text.withUnsafeBufferPointer {
      var breaks = BreakFinder(text: $0, rules: rules, words: dictionaryWords).find()
      hyphenator?.mark($0, rules: rules, in: &breaks)
      if rules.delaysHyphens {
        for index in breaks.indices where breaks[index].line == .hyphen { breaks[index].isWithinPhrase = true }
      }
      return breaks
    }
  }
}

/// Finds line breaks, grapheme clusters and words in one pass. Chromium's table serves ASCII;
/// stretches with other characters, from space to space, go through Unicode's rules.
struct BreakFinder {
  let text: UnsafeBufferPointer<UInt8>
  let rules: BreakRules
  let words: DictionaryWords

  func find() -> [BreakOpportunity] {
    let count = text.count
    return [BreakOpportunity](unsafeUninitializedCapacity: count + 1) { output, filled in
      output.initialize(repeating: BreakOpportunity(rawValue: 0))
      filled = count + 1
      var position = 0
      while position < count {
        if text[position] <= 0x20 {
          position = passSpaces(position, output)
        } else {
          position = passStretch(position, output)
        }
      }
      output[count].isGraphemeStart = true
    }
  }

  /// Spaces, tabs, line ends. A break comes behind them.
  private func passSpaces(
    _ start: Int, _ output: UnsafeMutableBufferPointer<BreakOpportunity>
  ) -> Int {
    var position = start
    while position < text.count && text[position] <= 0x20 {
      if position > start && text[position - 1] == 0x0A {
        output[position].line = .mandatory
      } else if rules.strictness == .anywhere && position > start {
        output[position].line = .allowed
      }
      let isPair = position > start && text[position] == 0x0A && text[position - 1] == 0x0D
      output[position].isGraphemeStart = !isPair
      position += 1
    }
    output[position].line = text[position - 1] == 0x0A ? .mandatory : .allowed
    if position == text.count && text[position - 1] != 0x0A { output[position].line = .none }
    return position
  }

  /// The text between spaces.
  private func passStretch(
    _ start: Int, _ output: UnsafeMutableBufferPointer<BreakOpportunity>
  ) -> Int {
    var end = start
    var all: UInt8 = 0
    while end < text.count && text[end] > 0x20 {
      all |= text[end]
      end += 1
    }
    if all < 0x80 && rules.wordBreak != .breakAll && rules.strictness != .anywhere {
      passASCII(start..<end, output)
    } else {
      passOther(start..<end, output)
    }
    return end
  }

  private func passASCII(
    _ range: Range<Int>, _ output: UnsafeMutableBufferPointer<BreakOpportunity>
  ) {
    var earlier: UInt8 = 0
    var last: UInt8 = 0
    var wasWord = false
    for position in range {
      let byte = text[position]
      var value: UInt8 = 4
      let letter = byte | 0x20
      let isWord = (letter >= 0x61 && letter <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
      if isWord && !wasWord && (last != 0x27 || earlier == 0) { value |= 8 }
      if position > range.lowerBound
        && ASCIIBreaks.isAllowed(between: last, and: byte, earlier: earlier)
      {
        value |= BreakOpportunity.Line.allowed.rawValue
      }
      output[position].rawValue |= value
      (earlier, last, wasWord) = (last, byte, isWord)
    }
  }

  private func passOther(
    _ range: Range<Int>, _ output: UnsafeMutableBufferPointer<BreakOpportunity>
  ) {
    let scalars = Scalars(text, range: range)
    let codepoints = scalars.codepoints
    markGraphemesAndWords(scalars, output)
    if rules.strictness == .anywhere {
      for index in codepoints.indices.dropFirst() {
        let position = Int(scalars.offsets[index])
        if output[position].isGraphemeStart { output[position].line = .allowed }
      }
      return
    }
    LineBreaker(codepoints: codepoints[...], rules: rules).forEachBreak { index in
      let (last, current) = (codepoints[index - 1], codepoints[index])
      // ASCII pairs are the table's, below, save that `break-all` parts letters from anything.
      if last < 0x80 && current < 0x80 {
        guard rules.wordBreak == .breakAll, isLetter(last) || isLetter(current) else { return }
      }
      let position = Int(scalars.offsets[index])
      if rules.wordBreak == .phrases, Phrases.continues(before: index, in: codepoints) {
        output[position].line = .allowed
        output[position].isWithinPhrase = true
      } else if last == 0xAD {
        if rules.usesSoftHyphens { output[position].line = .hyphen }
      } else {
        output[position].line = .allowed
      }
    }
    for index in codepoints.indices.dropFirst() {
      let (last, current) = (codepoints[index - 1], codepoints[index])
      guard last < 0x80 && current < 0x80 else { continue }
      let earlier = index > 1 ? codepoints[index - 2] : 0
      if ASCIIBreaks.isAllowed(
        between: UInt8(last), and: UInt8(current), earlier: earlier < 0x80 ? UInt8(earlier) : 0)
      {
        output[Int(scalars.offsets[index])].line = .allowed
      }
    }
    for index in codepoints.indices where codepoints[index] == 0x2028 || codepoints[index] == 0x2029 {
      output[Int(scalars.offsets[index + 1])].line = .mandatory
    }
    if rules.wordBreak != .breakAll, codepoints.contains(where: DictionaryWords.mayServe) {
      words.forEachWord(codepoints, rules: rules) { output[Int(scalars.offsets[$0])].line = .allowed }
    }
  }

  /// The classes that are treated as ID with `word-break: break-all`.
  private func isLetter(_ c: UInt32) -> Bool { LineBreakClass(c, rules: rules) == .ideographic }

  private func markGraphemesAndWords(
    _ scalars: Scalars, _ output: UnsafeMutableBufferPointer<BreakOpportunity>
  ) {
    let codepoints = scalars.codepoints
    var wasWord = false
    var flags = 0
    for (index, c) in codepoints.enumerated() {
      let position = Int(scalars.offsets[index])
      let previous = index > 0 ? codepoints[index - 1] : 0
      let isFlag = c >= 0x1F1E6 && c <= 0x1F1FF
      let continues =
        index > 0
        && (CharacterKind.isExtender(c)
          || previous == 0x200D && EmojiPresentation.isPictograph(c)
          || isFlag && flags % 2 == 1 || Self.continuesSyllable(previous, c))
      flags = isFlag ? flags + 1 : 0
      if continues { continue }
      output[position].isGraphemeStart = true
      let isWord = g_unichar_isalnum(c) != 0
      if isWord && !wasWord && !(index > 1 && (previous == 0x27 || previous == 0x2019)) {
        output[position].isWordStart = true
      }
      wasWord = isWord
    }
  }

  /// Conjoining Hangul letters.
  private static func continuesSyllable(_ previous: UInt32, _ c: UInt32) -> Bool {
    let isVowel = c >= 0x1160 && c <= 0x11A7
    let isTrailing = c >= 0x11A8 && c <= 0x11FF
    switch previous {
    case 0x1100...0x115F: return (c >= 0x1100 && c <= 0x11A7) || (c >= 0xAC00 && c <= 0xD7A3)
    case 0x1160...0x11A7: return isVowel || isTrailing
    case 0x11A8...0x11FF: return isTrailing
    case 0xAC00...0xD7A3: return ((previous - 0xAC00) % 28 == 0 && isVowel) || isTrailing
    default: return false
    }
  }
}
