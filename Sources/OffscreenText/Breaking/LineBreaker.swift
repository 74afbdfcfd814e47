import CGLib

/// The Unicode line breaking algorithm for a piece of text without spaces and forced breaks: after
/// spaces Chromium always breaks, so that the rules about them need no part here.
/// https://www.unicode.org/reports/tr14/#Algorithm
struct LineBreaker {
  let codepoints: ArraySlice<UInt32>
  let rules: BreakRules

  /// Calls back for each character before which a line may begin, the first one excepted.
  func forEachBreak(_ body: (Int) -> Void) {
    var raw: [LineBreakClass] = []
    raw.reserveCapacity(codepoints.count)
    for c in codepoints { raw.append(LineBreakClass(c, rules: rules)) }
    let first = codepoints.startIndex
    // The class that the last character counts as (LB9, LB10), and the one before that.
    var last = LineBreakClass.space
    var beforeLast = LineBreakClass.space
    var lastBase: UInt32 = 0
    var beforeLastBase: UInt32 = 0
    var regionalIndicators = 0
    // LB25 as a number's run: after a digit, its separators, and a closing bracket.
    var isInNumber = false
    for index in raw.indices {
      var current = raw[index]
      let c = codepoints[first + index]
      let isJoiner = current == .zeroWidthJoiner
      if index == 0 {
        if current == .combining || isJoiner { current = .alphabetic }
        isInNumber = current == .numeric
      } else {
        // LB9: marks belong to the character before.
        if (current == .combining || isJoiner) && last != .zeroWidthSpace { continue }
        if current == .combining || isJoiner { current = .alphabetic }
        // LB8a, and a break never comes before a mark of the next character.
        let afterJoiner = raw[index - 1] == .zeroWidthJoiner
        let next = index + 1 < raw.count ? raw[index + 1] : .space
        let neighbours = Neighbours(
          beforeLast: beforeLastBase, last: lastBase, current: c,
          next: index + 1 < raw.count ? codepoints[first + index + 1] : 0)
        let isAllowed =
          !afterJoiner
          && mayBreak(
            beforeLast, last, current, next, neighbours, isInNumber: isInNumber,
            isOddFlag: regionalIndicators % 2 == 1)
        if isAllowed { body(first + index) }
        switch current {
        case .numeric: isInNumber = true
        case .symbolSeparator, .infixSeparator: break
        case .close, .closeParenthesis: break
        default: isInNumber = false
        }
      }
      regionalIndicators = current == .regionalIndicator ? regionalIndicators + 1 : 0
      (beforeLast, last) = (last, current)
      (beforeLastBase, lastBase) = (lastBase, c)
    }
  }

  /// The characters around a place, where a rule asks for more than their classes.
  private struct Neighbours {
    var beforeLast: UInt32
    var last: UInt32
    var current: UInt32
    var next: UInt32
  }

  private func mayBreak(
    _ beforeLast: LineBreakClass, _ last: LineBreakClass, _ current: LineBreakClass,
    _ next: LineBreakClass, _ near: Neighbours, isInNumber: Bool, isOddFlag: Bool
  ) -> Bool {
    // LB6
    if current == .mandatory { return false }
    // LB7, LB8
    if current == .zeroWidthSpace { return false }
    if last == .zeroWidthSpace { return true }
    // LB11, LB12, LB12a
    if last == .wordJoiner || current == .wordJoiner || last == .glue { return false }
    if current == .glue { return last == .breakAfter || last == .hyphen }
    // LB13
    switch current {
    case .close, .closeParenthesis, .exclamation, .symbolSeparator, .infixSeparator: return false
    default: break
    }
    // LB14 to LB17
    if last == .open { return false }
    if (last == .close || last == .closeParenthesis) && current == .nonStarter { return false }
    if last == .breakBoth && current == .breakBoth { return false }
    // LB19, LB19a: quotation marks hold on to both sides, save between East Asian characters.
    if current == .quotation {
      return isOpeningQuote(near.current) && isEastAsian(near.last) && isEastAsian(near.next)
    }
    if last == .quotation {
      return isClosingQuote(near.last) && isEastAsian(near.current) && isEastAsian(near.beforeLast)
    }
    // LB20
    if current == .contingent || last == .contingent { return true }
    // LB20a: a hyphen that begins a word.
    let isHyphen = last == .hyphen || isUnambiguousHyphen(near.last)
    if isHyphen && current.isLetter {
      switch beforeLast {
      case .space, .mandatory, .zeroWidthSpace, .contingent, .glue: return false
      default: break
      }
    }
    // LB21 to LB22
    if last == .ideographic, rules.allowsBreakBefore(dash: near.current) { return true }
    switch current {
    case .breakAfter, .nonStarter: return false
    case .hyphen:
      return rules.wordBreak == .breakAll && last == .ideographic
    case .inseparable:
      return rules.strictness == .loose && last == .inseparable
    default: break
    }
    if last == .breakBefore { return false }
    if beforeLast == .hebrewLetter && isHyphen && current != .hebrewLetter { return false }
    if last == .symbolSeparator && current == .hebrewLetter { return false }
    if rules.wordBreak == .keepAll && isKept(last, near.last) && isKept(current, near.current) {
      return false
    }
    if rules.isLooseEastAsian && isBreakAtWideSign(last, current, near) { return true }
    return mayBreakWords(
      last, current, next, isInNumber: isInNumber, isOddFlag: isOddFlag, near.last, near.current)
  }

  /// `line-break: loose` breaks before wide suffixes and behind wide prefixes.
  /// https://drafts.csswg.org/css-text-4/#line-break-property
  private func isBreakAtWideSign(_ last: LineBreakClass, _ current: LineBreakClass, _ near: Neighbours) -> Bool {
    switch (last, current) {
    case (.ideographic, .postfix): isWideSuffix(near.current)
    // Deviation: the degree sign stays with its number, and the plus-minus sign with letters, as in Chromium.
    case (.numeric, .postfix): isWideSuffix(near.current) && near.current != 0xB0
    case (.prefix, .ideographic): isWidePrefix(near.last)
    case (.prefix, .numeric): isWidePrefix(near.last) && near.last != 0xB1
    case (.prefix, _) where current.isLetter: isWidePrefix(near.last) && near.last != 0xB1
    case (_, .prefix) where last.isLetter: isWidePrefix(near.current) && near.current != 0xB1
    default: false
    }
  }

  private func isWideSuffix(_ c: UInt32) -> Bool {
    switch c {
    case 0xB0, 0x2030, 0x2032, 0x2033, 0x2035, 0x2103, 0x2109, 0xFE6A, 0xFF05, 0xFFE0: true
    default: false
    }
  }

  private func isWidePrefix(_ c: UInt32) -> Bool {
    switch c {
    case 0xB1, 0x20AC, 0x2116, 0xFE69, 0xFF04, 0xFFE1, 0xFFE5, 0xFFE6: true
    default: false
    }
  }

  /// LB23 to LB31.
  private func mayBreakWords(
    _ last: LineBreakClass, _ current: LineBreakClass, _ next: LineBreakClass, isInNumber: Bool,
    isOddFlag: Bool, _ lastBase: UInt32, _ c: UInt32
  ) -> Bool {
    switch (last, current) {
    // LB23, LB23a, LB24
    case (.alphabetic, .numeric), (.hebrewLetter, .numeric), (.complexContext, .numeric),
      (.numeric, .alphabetic), (.numeric, .hebrewLetter), (.numeric, .complexContext):
      return false
    case (.prefix, .ideographic), (.prefix, .emojiBase), (.prefix, .emojiModifier),
      (.ideographic, .postfix), (.emojiBase, .postfix), (.emojiModifier, .postfix):
      return false
    case (.prefix, _) where current.isLetter: return false
    case (.postfix, _) where current.isLetter: return false
    case (_, .prefix) where last.isLetter: return false
    case (_, .postfix) where last.isLetter: return false
    // LB25
    case (.prefix, .numeric), (.postfix, .numeric), (.hyphen, .numeric),
      (.infixSeparator, .numeric), (.numeric, .numeric):
      return false
    case (.symbolSeparator, .numeric): return !isInNumber
    case (.prefix, .open), (.postfix, .open), (.prefix, .hyphen), (.postfix, .hyphen):
      return next != .numeric
    case (_, .prefix) where isInNumber: return false
    case (_, .postfix) where isInNumber: return false
    // LB26, LB27
    case (.hangulL, .hangulL), (.hangulL, .hangulV), (.hangulL, .hangulLV), (.hangulL, .hangulLVT),
      (.hangulV, .hangulV), (.hangulV, .hangulT), (.hangulLV, .hangulV), (.hangulLV, .hangulT),
      (.hangulT, .hangulT), (.hangulLVT, .hangulT):
      return false
    case (.prefix, _) where current.isHangul: return false
    case (_, .postfix) where last.isHangul: return false
    // LB28: words of a dictionary's scripts are cut elsewhere.
    case _ where last.isLetter && current.isLetter: return false
    // LB29
    case (.infixSeparator, _) where current.isLetter: return false
    // LB30
    case (_, .open) where (last.isLetter || last == .numeric) && !isEastAsian(c): return false
    case (.closeParenthesis, _)
    where (current.isLetter || current == .numeric) && !isEastAsian(lastBase):
      return false
    // LB30a, LB30b
    case (.regionalIndicator, .regionalIndicator): return !isOddFlag
    case (.emojiBase, .emojiModifier): return false
    // LB31
    default: return true
    }
  }

  /// `word-break: keep-all` holds letters of all scripts together.
  private func isKept(_ type: LineBreakClass, _ c: UInt32) -> Bool {
    type.isLetter || type.isHangul || type == .ideographic || type == .numeric
      || (type == .nonStarter && g_unichar_isalpha(c) != 0)
  }

  private func isUnambiguousHyphen(_ c: UInt32) -> Bool {
    switch c {
    case 0x58A, 0x5BE, 0x1400, 0x2010, 0x2012, 0x2013: true
    default: false
    }
  }

  private func isOpeningQuote(_ c: UInt32) -> Bool {
    c == 0x201C || c == 0x2018 || c == 0xAB || c == 0x2039
  }

  private func isClosingQuote(_ c: UInt32) -> Bool {
    c == 0x201D || c == 0x2019 || c == 0xBB || c == 0x203A
  }

  private func isEastAsian(_ c: UInt32) -> Bool {
    switch c {
    case 0x1100...0x11FF, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F: true
    case 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60: true
    case 0x20000...0x3FFFF: true
    default: false
    }
  }
}
