/// Days and times of day, as people write them: in English, in German and in digits.
enum CalendarDate {
  private static let months: [String: Int] = {
    let names = [
      ["january", "jan", "januar", "jänner"], ["february", "feb", "februar"], ["march", "mar", "märz", "mär"],
      ["april", "apr"], ["may", "mai"], ["june", "jun", "juni"], ["july", "jul", "juli"], ["august", "aug"],
      ["september", "sept", "sep"], ["october", "oct", "oktober", "okt"], ["november", "nov"],
      ["december", "dec", "dezember", "dez"],
    ]
    return Dictionary(
      uniqueKeysWithValues: names.enumerated().flatMap { month, names in names.map { ($0, month + 1) } })
  }()

  private static let weekdays: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues", "wed", "thu",
    "thur", "thurs", "fri", "sat", "sun", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag",
    "sonnabend", "sonntag", "mo", "di", "mi", "do", "fr", "sa", "so",
  ]
  private static let longWeekdays = weekdays.filter { $0.utf8.count > 4 }
  private static let relativeDays: Set<String> = [
    "today", "tomorrow", "tonight", "yesterday", "heute", "morgen", "gestern",
  ]
  private static let zones: Set<String> = [
    "utc", "gmt", "z", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet", "cest", "bst", "et", "ct", "pt",
    "eet", "eest", "ist", "jst", "mez", "mesz",
  ]

  /// The end of a date that begins here.
  static func end(from start: Int, _ text: [UInt8]) -> Int? {
    // Parts of numbers, paths and names.
    if start > 0, "./-$#:@&=\\+".utf8.contains(text[start - 1]) { return nil }
    var cursor = TextCursor(text, at: start)
    return cursor.date() ? cursor.position : nil
  }

  fileprivate static func month(_ name: String) -> Int? {
    // Names, not the verbs and adverbs that are spelled like them.
    name.first?.isUppercase == true ? months[name.lowercased()] : nil
  }

  fileprivate static func isWeekday(_ name: String) -> Bool {
    name.first?.isUppercase == true && weekdays.contains(name.lowercased())
  }

  fileprivate static func isLongWeekday(_ name: String) -> Bool { longWeekdays.contains(name.lowercased()) }
  fileprivate static func isRelativeDay(_ name: String) -> Bool { relativeDays.contains(name.lowercased()) }
  fileprivate static func isZone(_ name: String) -> Bool { zones.contains(name.lowercased()) }

  fileprivate static func isYear(_ year: Int) -> Bool { (1900...2100).contains(year) }

  fileprivate static func isDay(_ day: Int, _ month: Int, _ year: Int? = nil) -> Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return false }
    guard month == 2, day == 29, let year else { return true }
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}

extension TextCursor {
  fileprivate mutating func date() -> Bool {
    if next?.isDigit == true {
      return attempt { $0.timeBeforeDate() } || attempt { $0.isoDate() } || attempt { $0.day() && $0.timeBehindDate() }
    }
    return attempt { $0.relativeDay() } || attempt { $0.weekdayAndDay() }
      || attempt { $0.monthAndDay() && $0.timeBehindDate() }
  }

  // MARK: Days

  /// A day by numbers or with the month's name behind it.
  private mutating func day() -> Bool { attempt { $0.numericDay() } || attempt { $0.dayAndMonth() } }

  /// `2024-03-05`, with `T14:30:00Z` or a time behind a space. https://www.w3.org/TR/NOTE-datetime
  private mutating func isoDate() -> Bool {
    guard let year = number(digits: 4...4), CalendarDate.isYear(year.value), sign("-"),
      let month = number(digits: 2...2), sign("-"), let day = number(digits: 2...2, continues: true),
      CalendarDate.isDay(day.value, month.value, year.value)
    else { return false }
    if next == UInt8(ascii: "T") || next == UInt8(ascii: "t") {
      position += 1
      return clock(isBare: false) && isAtDateEnd
    }
    return isAtDateEnd && timeBehindDate()
  }

  /// `05.03.2024`, `5.3.2024`, `05.03.24`, `3/5/2024`, `3/5/24`, `2024/03/05`, `5-3-2024`.
  private mutating func numericDay() -> Bool {
    guard let one = number(digits: 1...4), let mark = next, "./-".utf8.contains(mark) else { return false }
    let character = Character(Unicode.Scalar(mark))
    guard sign(character) else { return false }
    // `5. 3. 2024`
    if character == "." { _ = spaces() }
    guard let two = number(digits: 1...2), sign(character) else { return false }
    if character == "." { _ = spaces() }
    guard let three = number(digits: 1...4), isAtDateEnd else { return false }
    if one.digits == 4 {
      return character == "/" && CalendarDate.isYear(one.value) && three.digits <= 2
        && CalendarDate.isDay(three.value, two.value, one.value)
    }
    guard one.digits <= 2, three.digits == 4 && CalendarDate.isYear(three.value) || three.digits == 2 else {
      return false
    }
    let year = three.digits == 4 ? three.value : nil
    // Two digits of a year: not versions.
    if year == nil, character == "-" || character == "." && (one.digits < 2 || two.digits < 2) { return false }
    // The day first, or as in America; points always mean the former.
    return CalendarDate.isDay(one.value, two.value, year)
      || character != "." && CalendarDate.isDay(two.value, one.value, year)
  }

  /// `5 March 2024`, `5th of March`, `5. März 2024`, `5-Mar-2024`, `5–7 March`.
  private mutating func dayAndMonth() -> Bool {
    guard var day = number(digits: 1...2, continues: true) else { return false }
    ordinal()
    // A span of days: the last one counts.
    _ = attempt { cursor in
      _ = cursor.spaces()
      guard cursor.dash() else { return false }
      _ = cursor.spaces()
      guard let last = cursor.number(digits: 1...2, continues: true), last.value > day.value else { return false }
      cursor.ordinal()
      day = last
      return true
    }
    if !attempt({ $0.sign("-") && $0.next?.isCapital == true }) {
      _ = sign(".")
      guard spaces() else { return false }
      _ = attempt { $0.word(of: ["of"]) != nil && $0.spaces() }
    }
    let start = position
    guard let name = word() else { return false }
    // `5-Mar-2024`: a year behind a hyphen is no part of the word.
    guard let month = CalendarDate.month(name), CalendarDate.isDay(day.value, month) else {
      position = start
      return false
    }
    if name.count <= 4 { _ = attempt { $0.sign(".") && $0.next?.isLetter != true } }
    year(of: day.value, month)
    return isAtWordEnd
  }

  /// `March 5, 2024`, `Mar. 5th`, `March 5–7, 2024`.
  private mutating func monthAndDay() -> Bool {
    guard let name = word(), let month = CalendarDate.month(name) else { return false }
    if name.count <= 4 { _ = sign(".") }
    guard spaces(), let day = number(digits: 1...2, continues: true), CalendarDate.isDay(day.value, month) else {
      return false
    }
    ordinal()
    // `May 10:30`, `March 5.5`, `March 5%` are something else.
    guard isAtWordEnd, !(next.map { ":%".utf8.contains($0) } ?? false), !isBeforeDigits(".") else { return false }
    _ = attempt { cursor in
      _ = cursor.spaces()
      guard cursor.dash() else { return false }
      _ = cursor.spaces()
      guard let last = cursor.number(digits: 1...2, continues: true), last.value > day.value,
        CalendarDate.isDay(last.value, month)
      else { return false }
      cursor.ordinal()
      return cursor.isAtWordEnd && cursor.next != UInt8(ascii: ":")
    }
    year(of: day.value, month)
    return true
  }

  private mutating func year(of day: Int, _ month: Int) {
    _ = attempt { cursor in
      if !cursor.sign("-") {
        _ = cursor.sign(",")
        guard cursor.spaces() else { return false }
      }
      guard let year = cursor.number(digits: 4...4), CalendarDate.isYear(year.value) else { return false }
      return CalendarDate.isDay(day, month, year.value) && cursor.next != UInt8(ascii: ":")
    }
  }

  private mutating func ordinal() {
    for ending in ["st", "nd", "rd", "th"] where text[position...].prefix(2).map({ $0 | 0x20 }) == Array(ending.utf8) {
      if position + 2 == text.count || !text[position + 2].isWord { position += 2 }
      return
    }
  }

  /// `Tuesday, 5 March 2024 at 14:30`, `Fri at 5pm`, `next Monday, 10:00`.
  private mutating func weekdayAndDay() -> Bool {
    let isNear = attempt { $0.word(of: ["next", "this", "nächsten", "diesen"]) != nil && $0.spaces() }
    guard let name = word(), CalendarDate.isWeekday(name) else { return false }
    if !CalendarDate.isLongWeekday(name) { _ = sign(".") }
    if !isNear {
      let isWhole = attempt { cursor in
        _ = cursor.sign(",")
        guard cursor.spaces() else { return false }
        _ = cursor.attempt { $0.word(of: ["the", "den"]) != nil && $0.spaces() }
        let isDay =
          cursor.attempt { $0.isoDate() } || cursor.attempt { $0.day() } || cursor.attempt { $0.monthAndDay() }
        return isDay && cursor.timeBehindDate()
      }
      if isWhole { return true }
    }
    // A day of the week needs a time; short ones could be other words.
    return attempt { cursor in
      let hasComma = cursor.sign(",")
      guard cursor.spaces() else { return false }
      let hasWord = cursor.attempt { $0.word(of: ["at", "um", "from", "ab"]) != nil && $0.spaces() }
      // `So 10:00`: a word that is spelled like a day.
      guard hasWord || hasComma || isNear || name.utf8.count > 2 else { return false }
      return cursor.clock(isBare: hasWord && CalendarDate.isLongWeekday(name))
    }
  }

  /// `tomorrow at 9`, `heute um 17:00 Uhr`.
  private mutating func relativeDay() -> Bool {
    guard let name = word(), CalendarDate.isRelativeDay(name) else { return false }
    _ = sign(",")
    guard spaces() else { return false }
    let hasWord = attempt { $0.word(of: ["at", "um", "from", "ab"]) != nil && $0.spaces() }
    return clock(isBare: hasWord)
  }

  // MARK: Times

  /// ` at 14:30`, `, 2:30–4 pm CET`, or nothing.
  private mutating func timeBehindDate() -> Bool {
    _ = attempt { cursor in
      _ = cursor.sign(",")
      guard cursor.spaces() else { return false }
      _ =
        cursor.attempt { $0.word(of: ["at", "um", "from", "von", "ab"]) != nil && $0.spaces() }
        || cursor.attempt { ($0.sign("@") || $0.sign("|") || $0.dash()) && $0.spaces() }
      return cursor.clock(isBare: false)
    }
    return isAtDateEnd
  }

  /// `5:30 pm on Friday, March 5`, `14:30, 5 March 2024`.
  private mutating func timeBeforeDate() -> Bool {
    guard clock(isBare: false) else { return false }
    let hasComma = sign(",")
    guard spaces() else { return false }
    let hasWord = attempt { $0.word(of: ["on", "am"]) != nil && $0.spaces() }
    guard hasWord || hasComma || next?.isLetter == true || next?.isDigit == true else { return false }
    _ = attempt { cursor in
      guard let name = cursor.word(), CalendarDate.isWeekday(name) else { return false }
      _ = cursor.sign(",")
      _ = cursor.sign(".")
      return cursor.spaces()
    }
    return (attempt { $0.isoDate() } || attempt { $0.day() } || attempt { $0.monthAndDay() }) && isAtDateEnd
  }

  /// One time, or from one to another. `isBare`: whether an hour alone is enough.
  private mutating func clock(isBare: Bool) -> Bool {
    let isSpan = attempt { cursor in
      guard cursor.time(isBare: true) else { return false }
      _ = cursor.spaces()
      let isWord = cursor.attempt { $0.word(of: ["to", "until", "bis"]) != nil }
      guard isWord || cursor.dash() else { return false }
      _ = cursor.spaces()
      return cursor.time(isBare: false)
    }
    guard isSpan || attempt({ $0.time(isBare: isBare) }) else { return false }
    zone()
    return true
  }

  /// `14:30`, `14:30:05.123`, `2:30 pm`, `2pm`, `2 p.m.`, `14 Uhr`, `14.30 Uhr`, `noon`.
  private mutating func time(isBare: Bool) -> Bool {
    if attempt({ $0.word(of: ["noon", "midnight", "mittags", "mitternacht"]) != nil }) { return true }
    guard let hour = number(digits: 1...2, continues: true), hour.value <= 24 else { return false }
    let hasMinutes = attempt { cursor in
      guard cursor.sign(":") || cursor.sign("."), let minute = cursor.number(digits: 2...2, continues: true),
        minute.value < 60
      else { return false }
      guard cursor.text[cursor.position - 3] == UInt8(ascii: ":") else {
        // A point needs a word behind the time, or it is a number.
        var ahead = cursor
        return ahead.halfOfDay() || ahead.hourWord()
      }
      _ = cursor.attempt { cursor in
        guard cursor.sign(":"), let second = cursor.number(digits: 2...2, continues: true), second.value < 61 else {
          return false
        }
        _ = cursor.attempt { $0.sign(".") && $0.number(digits: 1...9, continues: true) != nil }
        return true
      }
      return true
    }
    if halfOfDay() { return (1...12).contains(hour.value) }
    if hourWord() { return true }
    return (hasMinutes || isBare) && next != UInt8(ascii: ":") && next != UInt8(ascii: "%") && !isBeforeDigits(".")
      && (isAtWordEnd || hasMinutes && next.map { ($0 | 0x20) == UInt8(ascii: "z") } == true)
  }

  /// `am`, `p.m.`
  private mutating func halfOfDay() -> Bool {
    attempt { cursor in
      _ = cursor.spaces()
      guard let letter = cursor.next.map({ $0 | 0x20 }), letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p")
      else { return false }
      cursor.position += 1
      let hasPoint = cursor.sign(".")
      guard cursor.next.map({ $0 | 0x20 }) == UInt8(ascii: "m") else { return false }
      cursor.position += 1
      if hasPoint { _ = cursor.sign(".") }
      return cursor.isAtWordEnd
    }
  }

  private mutating func hourWord() -> Bool {
    attempt { cursor in
      _ = cursor.spaces()
      return cursor.word(of: ["uhr", "o'clock", "hrs"]) != nil
    }
  }

  /// `Z`, `+01:00`, ` CET`, ` UTC+2`.
  private mutating func zone() {
    _ = attempt { cursor in
      let hasSpace = cursor.spaces()
      let hasName = cursor.attempt { cursor in
        guard let name = cursor.word(), name.first?.isUppercase == true, CalendarDate.isZone(name) else { return false }
        return hasSpace || name == "Z"
      }
      let hasOffset = cursor.attempt { cursor in
        guard cursor.sign("+") || cursor.sign("-") else { return false }
        // `+0100`, as in mails, also behind a space; `+1` behind a name alone.
        if cursor.attempt({ $0.number(digits: 4...4) != nil }) { return true }
        guard !hasSpace || hasName, cursor.number(digits: 1...2, continues: true) != nil else { return false }
        _ = cursor.attempt { $0.sign(":") && $0.number(digits: 2...2) != nil }
        return cursor.isAtWordEnd
      }
      return hasName || hasOffset
    }
  }

  // MARK: Ends

  private func isBeforeDigits(_ sign: Character) -> Bool {
    guard let byte = sign.asciiValue, next == byte, position + 1 < text.count else { return false }
    return text[position + 1].isDigit
  }

  /// Whether the text at this place does not continue the number before it, as in versions, paths and names.
  private var isAtDateEnd: Bool {
    isAtWordEnd && !isBeforeDigits(".") && !isBeforeDigits(":") && next != UInt8(ascii: "/")
      && next != UInt8(ascii: "%")
      && !(next == UInt8(ascii: "-") && text.isWord(at: position + 1))
  }
}
