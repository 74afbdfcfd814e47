import Foundation

/// Upper, lower and title case, with what some languages do differently.
/// https://drafts.csswg.org/css-text-4/#text-transform-mapping , https://www.unicode.org/Public/UCD/latest/ucd/SpecialCasing.txt
struct CaseMapping {
  private enum Tailoring { case none, turkic, greek, lithuanian, dutch }
  private let tailoring: Tailoring
  private typealias Scalars = String.UnicodeScalarView

  /// `language`: a BCP 47 tag.
  init(language: String) {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    tailoring =
      switch primary {
      case "tr", "az": .turkic
      case "el": .greek
      case "lt": .lithuanian
      case "nl": .dutch
      case _: .none
      }
  }

  var isTailored: Bool { tailoring != .none }

  // MARK: Upper case

  func uppercased(_ text: String) -> String {
    switch tailoring {
    case .greek: return greekUppercased(text)
    case .none, .turkic, .lithuanian, .dutch: break
    }
    var out = Scalars()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if tailoring == .turkic, scalar == "i" {
        out.append("\u{130}")
      } else if tailoring == .lithuanian, scalar == "\u{307}", previous.map(Self.isSoftDotted) ?? false {
        // The dot that lower case keeps under accents.
      } else if Self.isGeorgian(scalar) {
        out.append(scalar)
      } else {
        out.append(contentsOf: scalar.properties.uppercaseMapping.unicodeScalars)
      }
      previous = scalar
    }
    return String(out)
  }

  /// Georgian is written in one case; its capitals are for headlines and hardly in any font. Chromium
  /// leaves the letters as they are.
  private static func isGeorgian(_ scalar: Unicode.Scalar) -> Bool { (0x10D0...0x10FF).contains(scalar.value) }

  private static func isSoftDotted(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "i" || scalar == "j" || scalar == "\u{12F}"
  }

  /// Capitals have no accents but the dialytika, which comes where an accent parted two vowels; the word
  /// `ή` keeps its accent.
  private func greekUppercased(_ text: String) -> String {
    let scalars = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
    var out = Scalars()
    var index = 0
    var hadAccent = false
    while index < scalars.count {
      let letter = scalars[index]
      var end = index + 1
      while end < scalars.count, Self.isGreekMark(scalars[end]) { end += 1 }
      let marks = scalars[(index + 1)..<end]
      guard (0x370...0x3FF).contains(letter.value), letter.properties.isAlphabetic else {
        out.append(contentsOf: letter.properties.uppercaseMapping.unicodeScalars)
        out.append(contentsOf: marks)
        hadAccent = false
        index = end
        continue
      }
      let isAccented = marks.contains { $0 == "\u{301}" || $0 == "\u{300}" || $0 == "\u{342}" }
      out.append(contentsOf: letter.properties.uppercaseMapping.unicodeScalars)
      let isWord =
        (index == 0 || !scalars[index - 1].properties.isAlphabetic && !Self.isGreekMark(scalars[index - 1]))
        && (end == scalars.count || !scalars[end].properties.isAlphabetic)
      if isAccented, isWord, letter == "\u{3B7}" || letter == "\u{397}" {
        out.append("\u{301}")
      } else if marks.contains("\u{308}") || hadAccent && marks.isEmpty && (letter == "\u{3B9}" || letter == "\u{3C5}")
      {
        out.append("\u{308}")
      }
      if marks.contains("\u{345}") { out.append("\u{399}") }
      hadAccent = isAccented && !marks.contains("\u{308}")
      index = end
    }
    return String(out).precomposedStringWithCanonicalMapping
  }

  private static func isGreekMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300, 0x301, 0x304, 0x306, 0x308, 0x313, 0x314, 0x342, 0x343, 0x344, 0x345: true
    case _: false
    }
  }

  // MARK: Lower case

  func lowercased(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var out = Scalars()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      defer { index += 1 }
      switch (scalar, tailoring) {
      case ("\u{3A3}", _): out.append(isFinal(index, scalars) ? "\u{3C2}" : "\u{3C3}")
      case ("\u{130}", .turkic): out.append("i")
      case ("I", .turkic):
        if index + 1 < scalars.count, scalars[index + 1] == "\u{307}" {
          out.append("i")
          index += 1
        } else {
          out.append("\u{131}")
        }
      case ("I", .lithuanian), ("J", .lithuanian), ("\u{12E}", .lithuanian):
        out.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        if index + 1 < scalars.count, Self.isAccentAbove(scalars[index + 1]) { out.append("\u{307}") }
      case ("\u{CC}", .lithuanian): out.append(contentsOf: "i\u{307}\u{300}".unicodeScalars)
      case ("\u{CD}", .lithuanian): out.append(contentsOf: "i\u{307}\u{301}".unicodeScalars)
      case ("\u{128}", .lithuanian): out.append(contentsOf: "i\u{307}\u{303}".unicodeScalars)
      case _: out.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(out)
  }

  private static func isAccentAbove(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{300}" || scalar == "\u{301}" || scalar == "\u{303}"
  }

  /// A sigma at the end of a word.
  private func isFinal(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    var before = index - 1
    while before >= 0, scalars[before].properties.isCaseIgnorable, !scalars[before].properties.isCased { before -= 1 }
    guard before >= 0, scalars[before].properties.isCased else { return false }
    var after = index + 1
    while after < scalars.count, scalars[after].properties.isCaseIgnorable, !scalars[after].properties.isCased {
      after += 1
    }
    return after >= scalars.count || !scalars[after].properties.isCased
  }

  // MARK: Title case

  /// Where a place in a text is, as far as words go.
  /// https://www.unicode.org/reports/tr29/#Word_Boundaries
  private enum WordPosition {
    case outside, letter
    /// Behind a number or what connects words.
    case other
    /// Behind what does not end a word where a letter follows.
    case middle

    mutating func advance(over scalar: Unicode.Scalar) {
      switch scalar {
      case "'", "\u{B7}", "\u{387}", "\u{55F}", "\u{5F4}", "\u{2018}", "\u{2019}", "\u{2024}", "\u{2027}", "\u{FE13}",
        "\u{FE52}", "\u{FF07}":
        self = self == .letter ? .middle : .outside
      case "\u{202F}": self = .other
      case "\u{200B}": self = .outside
      case _ where Self.isLetter(scalar): self = .letter
      case _:
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: break
        case .decimalNumber, .connectorPunctuation: self = .other
        case _: self = .outside
        }
      }
    }

    /// Each ideograph is a word of its own, and kana make none with letters.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A: true
      case ..<0x80, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: false
      default: scalar.properties.isAlphabetic && !scalar.properties.isIdeographic
      }
    }
  }

  /// The first letter of each word in title case.
  /// `isInWord`: whether the text goes on with a word, and whether what follows it does.
  func capitalized(_ text: String, isInWord: inout Bool) -> String {
    var out = Scalars()
    var isAfterInitialI = false
    var position: WordPosition = isInWord ? .letter : .outside
    for scalar in text.unicodeScalars {
      let isInitial = position == .outside && WordPosition.isLetter(scalar)
      if isInitial, tailoring == .turkic, scalar == "i" {
        out.append("\u{130}")
      } else if isInitial {
        // Deviation: letters that would become several stay as they are, as in Chromium.
        let mapped = scalar.properties.titlecaseMapping.unicodeScalars
        if mapped.count == 1 { out.append(contentsOf: mapped) } else { out.append(scalar) }
      } else if isAfterInitialI, scalar == "j" {
        out.append("J")
      } else {
        out.append(scalar)
      }
      isAfterInitialI = isInitial && tailoring == .dutch && (scalar == "i" || scalar == "I")
      position.advance(over: scalar)
    }
    isInWord = position != .outside
    return String(out)
  }

  /// Whether what follows the text goes on with a word. `before`: whether the text itself does.
  static func endsInWord(_ bytes: [UInt8], _ before: Bool) -> Bool {
    guard let last = bytes.last else { return before }
    switch last {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
    case 0x27, 0x80...: break
    case _: return false
    }
    // No more than the last few letters matters.
    var start = max(0, bytes.count - 16)
    while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start += 1 }
    var position: WordPosition = start == 0 && before ? .letter : .outside
    for scalar in String(decoding: bytes[start...], as: UTF8.self).unicodeScalars { position.advance(over: scalar) }
    return position != .outside
  }
}
