/// Finds what detectors look for in a text. A line feed is the end of a line; all other white space is
/// as good as a space. Every place of the text is looked at once, and from it so many bytes ahead as the longest
/// finding has.
struct DataScanner {
  let detectors: Set<DataDetector>

  struct Match: Equatable {
    enum Kind: String {
      case link, telephone, address
      case calendarEvent = "calendar-event"
    }
    var kind: Kind
    /// In bytes.
    var range: Range<Int>
    /// Nil where no other program opens what was found.
    var address: String?
  }

  /// In the order of the text; they do not overlap.
  func matches(in text: [UInt8], most: Int = .max) -> [Match] {
    var result: [Match] = []
    var position = 0
    while position < text.count, result.count < most {
      if !text.hasWord(before: position), let match = match(at: position, in: text) {
        result.append(match)
        position = match.range.upperBound
      } else {
        position += 1
      }
    }
    return result
  }

  private func match(at start: Int, in text: [UInt8]) -> Match? {
    let first = text[start]
    if detectors.contains(.links), first.isWord, let match = LinkScanning.match(at: start, text) { return match }
    if detectors.contains(.addresses), first.isDigit || first.isCapital || first >= 0x80,
      let end = StreetAddress.end(from: start, text)
    {
      return Match(kind: .address, range: start..<end)
    }
    if detectors.contains(.dates), first.isWord, let end = CalendarDate.end(from: start, text) {
      return Match(kind: .calendarEvent, range: start..<end)
    }
    if detectors.contains(.phoneNumbers), first.isDigit || first == UInt8(ascii: "+") || first == UInt8(ascii: "(") {
      return PhoneNumber.match(at: start, text)
    }
    return nil
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isCapital: Bool { self >= 0x41 && self <= 0x5A }
  /// What is not ASCII counts as one.
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self >= 0x80 }
  var isWord: Bool { isDigit || isLetter || self == UInt8(ascii: "_") }
}

extension [UInt8] {
  /// Whether a letter, a digit or an underscore is at a place; of characters beyond ASCII, the spaces, dashes
  /// and signs of Latin 1, of general punctuation and of East Asia are none.
  func isWord(at place: Int) -> Bool {
    guard place < count else { return false }
    return self[place] < 0x80 ? self[place].isWord : !isSign(at: place)
  }

  /// The same of the character before a place.
  func hasWord(before place: Int) -> Bool {
    guard place > 0 else { return false }
    if self[place - 1] < 0x80 { return self[place - 1].isWord }
    return !(place >= 2 && isSign(at: place - 2) || place >= 3 && isSign(at: place - 3))
  }

  private func isSign(at place: Int) -> Bool {
    guard place + 1 < count else { return false }
    switch self[place] {
    case 0xC2: return true
    case 0xE2: return self[place + 1] & 0xFE == 0x80
    case 0xE3: return self[place + 1] == 0x80
    default: return false
    }
  }
}
