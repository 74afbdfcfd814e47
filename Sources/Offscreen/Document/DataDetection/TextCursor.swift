/// Reads words, numbers and signs of a text from a place on; what it was asked for and did not find leaves it
/// where it was. No step reads more than 64 bytes.
struct TextCursor {
  let text: [UInt8]
  var position: Int

  init(_ text: [UInt8], at position: Int) { (self.text, self.position) = (text, position) }

  var next: UInt8? { position < text.count ? text[position] : nil }

  /// Runs a step; where it fails, nothing is read.
  mutating func attempt(_ step: (inout TextCursor) -> Bool) -> Bool {
    let start = position
    if step(&self) { return true }
    position = start
    return false
  }

  /// Whether a word could end here.
  var isAtWordEnd: Bool { !text.isWord(at: position) }

  /// The longest run of letters, with hyphens and apostrophes between them, of at most 48 bytes.
  mutating func word() -> String? {
    var end = position
    while end - position <= 48 {
      if isLetter(at: end) {
        end += 1
      } else if end > position, end < text.count, text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: "'"),
        isLetter(at: end + 1)
      {
        end += 1
      } else if end > position, isApostrophe(at: end), isLetter(at: end + 3) {
        end += 3
      } else {
        break
      }
    }
    guard end > position, end - position <= 48, !text.isWord(at: end) else { return nil }
    defer { position = end }
    return String(decoding: text[position..<end], as: UTF8.self)
  }

  private func isLetter(at place: Int) -> Bool { text.isWord(at: place) && text[place].isLetter }

  /// U+2019
  private func isApostrophe(at place: Int) -> Bool {
    place + 2 < text.count && text[place] == 0xE2 && text[place + 1] == 0x80 && text[place + 2] == 0x99
  }

  /// One of some words, whatever their case.
  mutating func word(of words: Set<String>) -> String? {
    let start = position
    guard let word = word()?.lowercased(), words.contains(word) else {
      position = start
      return nil
    }
    return word
  }

  /// A number of so many digits, and nothing that continues it as a word.
  mutating func number(digits: ClosedRange<Int>, continues: Bool = false) -> (value: Int, digits: Int)? {
    var end = position
    var value = 0
    while end < text.count, end - position <= digits.upperBound, text[end].isDigit {
      value = value * 10 + Int(text[end] - 0x30)
      end += 1
    }
    let count = end - position
    guard digits.contains(count), continues || !text.isWord(at: end) else { return nil }
    position = end
    return (value, count)
  }

  mutating func sign(_ sign: Character) -> Bool {
    guard let next, let byte = sign.asciiValue, next == byte else { return false }
    position += 1
    return true
  }

  /// Up to 16 bytes of spaces; no ends of lines.
  mutating func spaces() -> Bool {
    let start = position
    while position < text.count, position - start < 16, isSpace(at: position), text[position] != 0x0A {
      position += spaceLength(at: position)
    }
    return position > start
  }

  /// Spaces, and ends of lines among them.
  mutating func spacesOrLine() -> Bool {
    let start = position
    while position < text.count, position - start < 32, isSpace(at: position) { position += spaceLength(at: position) }
    return position > start
  }

  /// What separates the parts of an address: a comma, the end of a line, or both.
  mutating func separator() -> Bool {
    let start = position
    _ = spaces()
    let hasComma = sign(",")
    let gap = position
    _ = spacesOrLine()
    if hasComma || text[gap..<position].contains(0x0A) || text[start..<gap].contains(0x0A) { return true }
    position = start
    return false
  }

  /// A hyphen or a dash.
  mutating func dash() -> Bool {
    if sign("-") { return true }
    guard isDash(at: position) else { return false }
    position += 3
    return true
  }

  /// U+2013 or U+2014.
  private func isDash(at place: Int) -> Bool {
    place + 2 < text.count && text[place] == 0xE2 && text[place + 1] == 0x80
      && (text[place + 2] == 0x93 || text[place + 2] == 0x94)
  }

  private func isSpace(at place: Int) -> Bool { spaceLength(at: place) > 0 }

  /// Of a space, also U+00A0 and U+202F, in bytes; 0 where there is none.
  private func spaceLength(at place: Int) -> Int {
    guard place < text.count else { return 0 }
    switch text[place] {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: return 1
    case 0xC2 where place + 1 < text.count && text[place + 1] == 0xA0: return 2
    case 0xE2 where place + 2 < text.count && text[place + 1] == 0x80 && text[place + 2] == 0xAF: return 3
    default: return 0
    }
  }
}
