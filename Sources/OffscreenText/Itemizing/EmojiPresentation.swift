/// The presentation style of a character: text or emoji.
enum EmojiPresentation: UInt8 {
  case text
  /// An emoji by nature: the page's fonts first, then the colour font.
  case emoji
  /// An emoji by a variation selector: the colour font first.
  case demanded
}

extension EmojiPresentation {
  /// Marks the emoji of a text, whole sequences at a time: flags, keycaps, skin tones, joined ones.
  /// https://www.unicode.org/reports/tr51/#def_emoji_sequence
  static func scan(_ codepoints: [UInt32]) -> [EmojiPresentation] {
    var result = [EmojiPresentation](repeating: .text, count: codepoints.count)
    let end = codepoints.count
    func at(_ index: Int) -> UInt32 { index < end ? codepoints[index] : 0 }
    var index = 0
    while index < end {
      let c = codepoints[index]
      let start = index
      var kind = EmojiPresentation.text
      if c < 0xA9 {
        index += 1
        // Keycap: a digit, `#` or `*`, with or without selector, and U+20E3.
        let isBase = (c >= 0x30 && c <= 0x39) || c == 0x23 || c == 0x2A
        if isBase && at(index) == 0xFE0F {
          index += at(index + 1) == 0x20E3 ? 2 : 1
          kind = .demanded
        }
      } else if c >= 0x1F1E6 && c <= 0x1F1FF {
        index += at(index + 1) >= 0x1F1E6 && at(index + 1) <= 0x1F1FF ? 2 : 1
        kind = .emoji
      } else if isPictograph(c) {
        kind = hasEmojiPresentation(c) ? .emoji : .text
        index += 1
        // One element and, after joiners, further ones.
        elements: while true {
          if at(index) == 0xFE0F {
            kind = .demanded
            index += 1
          } else if at(index) == 0xFE0E {
            kind = .text
            index += 1
          } else if at(index) >= 0x1F3FB && at(index) <= 0x1F3FF {
            if kind == .text { kind = .emoji }
            index += 1
          }
          if at(index) == 0x20E3 { index += 1 }
          while at(index) >= 0xE0020 && at(index) <= 0xE007F { index += 1 }
          guard at(index) == 0x200D, isPictograph(at(index + 1)) else { break elements }
          if kind == .text { kind = .emoji }
          index += 2
        }
      } else {
        index += 1
      }
      if kind != .text {
        for position in start..<index { result[position] = kind }
      }
    }
    return result
  }

  /// Changes what was found of a part of a text as `font-variant-emoji` says: but for what variation selectors say, and
  /// for sequences, which are emoji always.
  ///
  /// Not implemented: digits, `#` and `*` as emoji.
  static func choose(
    _ variant: EmojiVariant, for range: Range<Int>, of codepoints: [UInt32], _ kinds: inout [EmojiPresentation]
  ) {
    for index in range {
      let next = index + 1 < codepoints.count ? codepoints[index + 1] : 0
      switch (variant, kinds[index]) {
      case (.normal, _), (_, .demanded): break
      case (.unicode, .emoji), (.emoji, .emoji): kinds[index] = .demanded
      case (.emoji, .text):
        let c = codepoints[index]
        if c >= 0xA9, next != 0xFE0E, Unicode.Scalar(c)?.properties.isEmoji == true { kinds[index] = .demanded }
      case (.text, .emoji):
        let previous = index > 0 ? codepoints[index - 1] : 0
        if !isOfSequence(codepoints[index], after: previous, before: next) { kinds[index] = .text }
      case (.unicode, .text), (.text, .text): break
      }
    }
  }

  /// Whether a character is a part of a flag, of something joined, or has a colour of its own.
  private static func isOfSequence(_ c: UInt32, after previous: UInt32, before next: UInt32) -> Bool {
    func joins(_ other: UInt32) -> Bool {
      switch other {
      case 0x200D, 0x20E3, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
      default: false
      }
    }
    return joins(c) || joins(next) || previous == 0x200D || (c >= 0x1F1E6 && c <= 0x1F1FF)
  }

  /// Emoji and the code points kept for more of them.
  static func isPictograph(_ c: UInt32) -> Bool {
    switch c {
    case 0..<0xA9: false
    case 0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x2194...0x2199, 0x21A9...0x21AA: true
    case 0x231A...0x231B, 0x2328, 0x2388, 0x23CF, 0x23E9...0x23F3, 0x23F8...0x23FA, 0x24C2: true
    case 0x25AA...0x25AB, 0x25B6, 0x25C0, 0x25FB...0x25FE, 0x2600...0x2605, 0x2607...0x2612: true
    case 0x2614...0x2685, 0x2690...0x2705, 0x2708...0x2712, 0x2714, 0x2716, 0x271D, 0x2721: true
    case 0x2728, 0x2733...0x2734, 0x2744, 0x2747, 0x274C, 0x274E, 0x2753...0x2755, 0x2757: true
    case 0x2763...0x2767, 0x2795...0x2797, 0x27A1, 0x27B0, 0x27BF, 0x2934...0x2935: true
    case 0x2B05...0x2B07, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x3030, 0x303D, 0x3297, 0x3299: true
    case 0x1F000...0x1F0FF, 0x1F10D...0x1F10F, 0x1F12F, 0x1F16C...0x1F171, 0x1F17E...0x1F17F: true
    case 0x1F18E, 0x1F191...0x1F19A, 0x1F1AD...0x1F1E5, 0x1F201...0x1F20F, 0x1F21A, 0x1F22F: true
    case 0x1F232...0x1F23A, 0x1F23C...0x1F23F, 0x1F249...0x1F53D, 0x1F546...0x1F64F: true
    case 0x1F680...0x1F6FF, 0x1F774...0x1F77F, 0x1F7D5...0x1F7FF, 0x1F90C...0x1FAFF: true
    default: false
    }
  }

  /// https://www.unicode.org/reports/tr51/#Emoji_Properties
  static func hasEmojiPresentation(_ c: UInt32) -> Bool {
    switch c {
    case 0..<0x231A: false
    case 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE, 0x2614...0x2615: true
    case 0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE: true
    case 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD: true
    case 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757: true
    case 0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55: true
    case 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F1FF, 0x1F201: true
    case 0x1F21A, 0x1F22F, 0x1F232...0x1F236, 0x1F238...0x1F23A, 0x1F250...0x1F251: true
    case 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393: true
    case 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4: true
    case 0x1F3F8...0x1F43E, 0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D: true
    case 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A, 0x1F595...0x1F596, 0x1F5A4: true
    case 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7: true
    case 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB: true
    case 0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF: true
    default: false
    }
  }
}
