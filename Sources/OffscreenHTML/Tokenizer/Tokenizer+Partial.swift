/// Input that comes in pieces: `document.write` may end anywhere.
extension Tokenizer {
  /// The next token, where more input may come; nil where what is left may be the beginning of a longer one.
  mutating func nextWhole(allowsCDATA: Bool) -> Token? {
    if state == .cdataSection, input[position] == 0x5D, input[position + 1] == 0x5D, input[position + 2] == 0x3E {
      position += 3
      state = .data
    }
    let whole = wholeEnd
    guard position < whole else { return nil }
    let before = (position, state, lastStartTag, scriptEscape, scriptDashes)
    let first = input[position]
    // 1. What may go on otherwise is not there yet.
    let (realEnd, held) = (end, input[whole])
    input[whole] = 0
    end = whole
    let token = next(allowsCDATA: allowsCDATA)
    end = realEnd
    input[whole] = held
    // 2. A token that ends with the input may be longer.
    if token == .endOfFile || position >= whole && !isWhole(token, from: before.0, first) {
      (position, state, lastStartTag, scriptEscape, scriptDashes) = before
      return nil
    }
    return token
  }

  /// Whether a token that ends where the input does is over whatever comes.
  private func isWhole(_ token: Token, from start: Int, _ first: UInt8) -> Bool {
    func ends(with suffix: StaticString, after length: Int) -> Bool {
      let count = suffix.utf8CodeUnitCount
      guard position - start >= length + count else { return false }
      return (0..<count).allSatisfy { input[position - count + $0] == suffix.utf8Start[$0] }
    }
    switch token {
    case .startTag, .endTag, .null: return true
    case .characters: return first != 0x26 && first != 0x3C || state != .data && first != 0x26
    case .documentType: return ends(with: ">", after: 1)
    case .comment:
      let isProper = input[start + 1] == 0x21 && input[start + 2] == 0x2D && input[start + 3] == 0x2D
      guard isProper else { return ends(with: ">", after: 1) }
      return ends(with: "-->", after: 2) || ends(with: "--!>", after: 4) || ends(with: "<!-->", after: 0)
    case .endOfFile: return false
    }
  }

  /// Where the input ends, less what may become an end tag, a reference or another mark within text.
  private var wholeEnd: Int {
    // Longer than any of them.
    let first = max(position, end - 64)
    switch state {
    case .plaintext: return end
    case .cdataSection:
      var index = end
      while index > first, end - index < 2, input[index - 1] == 0x5D { index -= 1 }
      return index
    case .data, .rcdata, .rawtext, .scriptData:
      var index = end
      while index > first {
        let byte = input[index - 1]
        if byte == 0x26, state == .data || state == .rcdata { return index - 1 }
        if byte == 0x3C { return state != .data && isTagBegin(at: index - 1) ? index - 1 : end }
        guard byte.isASCIILetter || byte.isASCIIDigit || [0x21, 0x23, 0x2D, 0x2F].contains(byte) else { return end }
        index -= 1
      }
      return end
    }
  }

  /// An end tag whose name is whole is read as one.
  private func isTagBegin(at index: Int) -> Bool {
    !(input[index] == 0x3C && index + 1 < end && input[index + 1] == 0x2F && isAppropriateEndTag(at: index + 2))
  }
}
