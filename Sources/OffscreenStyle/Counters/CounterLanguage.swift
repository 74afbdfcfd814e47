/// Counter styles whose rules are those of a language's numerals.
/// https://drafts.csswg.org/css-counter-styles-3/#complex-predefined-counters
struct CounterLanguage: Sendable {
  enum Kind: Sendable { case chinese, japanese, korean, hebrew, ethiopic }
  let kind: Kind
  /// Zero to nine.
  var digits: [String] = []
  /// Ten, hundred, thousand.
  var markers: [String] = []
  /// Ten thousand, and hundred million where the style goes so far.
  var groups: [String] = []
  /// Whether "one ten" at the start is only "ten".
  var isInformal = false
  var largest = 9999

  func representation(of value: Int) -> String? {
    guard value >= 0, value <= largest else { return nil }
    switch kind {
    case .chinese: return chinese(value)
    case .japanese, .korean: return grouped(value)
    case .hebrew: return hebrew(value)
    case .ethiopic: return ethiopic(value)
    }
  }

  /// https://drafts.csswg.org/css-counter-styles-3/#limited-chinese, and on by groups of four digits as Chromium does it.
  private func chinese(_ value: Int) -> String? {
    if value == 0 { return digits[0] }
    var text = ""
    // Zeros between other digits come to one.
    var hasZero = false
    var size = 1
    while value / size >= 10_000 { size *= 10_000 }
    var group = 0
    var rest = size
    while rest >= 10_000 { (rest, group) = (rest / 10_000, group + 1) }
    while size > 0 {
      let four = value / size % 10_000
      for (index, place) in [1000, 100, 10, 1].enumerated() {
        let digit = four / place % 10
        if digit == 0 {
          hasZero = hasZero || !text.isEmpty
          continue
        }
        if hasZero { text += digits[0] }
        hasZero = false
        // From 10 to 19, informal styles leave out the one.
        let isBareTen = isInformal && place == 10 && digit == 1 && four < 20
        text += (isBareTen ? "" : digits[digit]) + (index < 3 ? markers[2 - index] : "")
      }
      if four > 0 {
        if group > 0 { text += groups[min(group, groups.count) - 1] }
        hasZero = false
      }
      (size, group) = (size / 10_000, group - 1)
    }
    return text
  }

  /// Japanese and Korean: groups of four digits, zeros left out.
  private func grouped(_ value: Int) -> String? {
    if value == 0 { return digits[0] }
    var parts: [String] = []
    var rest = value
    var group = 0
    while rest > 0 {
      let four = rest % 10_000
      if four > 0 {
        var text = ""
        for (index, place) in [1000, 100, 10, 1].enumerated() {
          let digit = four / place % 10
          if digit == 0 { continue }
          let isBare = isInformal && digit == 1 && place > 1
          text += (isBare ? "" : digits[digit]) + (index < 3 ? markers[2 - index] : "")
        }
        // Formal styles keep a one before the group's name; Korean hanja too.
        if group > 0 {
          if isInformal, four == 1, kind == .korean { text = "" }
          text += groups[min(group, groups.count) - 1]
        }
        parts.append(text)
      }
      rest /= 10_000
      group += 1
    }
    return parts.reversed().joined(separator: kind == .korean ? " " : "")
  }

  private func hebrew(_ value: Int) -> String? {
    let ones = ["", "א", "ב", "ג", "ד", "ה", "ו", "ז", "ח", "ט"]
    let tens = ["", "י", "כ", "ל", "מ", "נ", "ס", "ע", "פ", "צ"]
    let hundreds = ["", "ק", "ר", "ש", "ת", "תק", "תר", "תש", "תת", "תתק"]
    func below1000(_ number: Int) -> String {
      let rest = number % 100
      // Fifteen and sixteen would spell parts of a name that is not written.
      let last = rest == 15 ? "טו" : rest == 16 ? "טז" : tens[rest / 10] + ones[rest % 10]
      return hundreds[number / 100] + last
    }
    guard value > 0 else { return nil }
    let thousands = value / 1000
    return (thousands > 0 ? below1000(thousands) + "\u{05F3}" : "") + below1000(value % 1000)
  }

  /// https://drafts.csswg.org/css-counter-styles-3/#ethiopic-numeric-counter-style
  private func ethiopic(_ value: Int) -> String? {
    guard value > 0 else { return nil }
    // 1.
    if value == 1 { return "\u{1369}" }
    // 2. Groups of two digits, from the right.
    var groups: [Int] = []
    var rest = value
    while rest > 0 {
      groups.append(rest % 100)
      rest /= 100
    }
    var text = ""
    for index in groups.indices.reversed() {
      let group = groups[index]
      let isOdd = index % 2 == 1
      // 3. A one is left out in the most significant group and in odd groups.
      let isLeftOut = group == 0 || (group == 1 && (index == groups.count - 1 || isOdd))
      if !isLeftOut {
        // 4.
        if group >= 10 { text.unicodeScalars.append(Unicode.Scalar(UInt16(0x1371 + group / 10)) ?? " ") }
        if group % 10 > 0 { text.unicodeScalars.append(Unicode.Scalar(UInt16(0x1368 + group % 10)) ?? " ") }
      }
      // 5. and 6.
      if index > 0 {
        if isOdd {
          if group != 0 { text += "\u{137B}" }
        } else {
          text += "\u{137C}"
        }
      }
    }
    return text
  }
}
