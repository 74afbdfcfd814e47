/// What a date or time control shows: its fields and the text between them.
/// https://html.spec.whatwg.org/multipage/input.html#date-state-(type=date) and the states after it
package struct DateText: Equatable, Sendable {
  package enum Kind: Sendable { case date, month, week, time, dateAndTime }
  package struct Part: Equatable, Sendable {
    package var text: String
    package var isField: Bool
  }
  package let kind: Kind
  package private(set) var parts: [Part] = []

  package init(_ kind: Kind, _ value: String?) {
    self.kind = kind
    let value = value ?? ""
    switch kind {
    case .date: addDate(Self.date(value))
    case .time: addTime(Self.time(value))
    case .month:
      let month = Self.month(value)
      add(month.map { Self.months[$0.month - 1] } ?? "---------", isField: true)
      add(" ")
      add(month.map { Self.year($0.year) } ?? "----", isField: true)
    case .week:
      let week = Self.week(value)
      add("Week ")
      add(week.map { Self.two($0.week) } ?? "--", isField: true)
      add(", ")
      add(week.map { Self.year($0.year) } ?? "----", isField: true)
    case .dateAndTime:
      let halves = value.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
      let date = halves.count == 2 ? Self.date(String(halves[0])) : nil
      let time = halves.count == 2 ? Self.time(String(halves[1])) : nil
      let isWhole = date != nil && time != nil
      addDate(isWhole ? date : nil)
      add(", ")
      addTime(isWhole ? time : nil)
    }
  }

  package var text: String { parts.map(\.text).joined() }
  /// A month's name has room for the longest.
  package var widestText: String { kind == .month ? "--------- ----" : text }
  package var fieldCount: Int { parts.count { $0.isField } }

  private mutating func add(_ text: String, isField: Bool = false) {
    parts.append(Part(text: text, isField: isField))
  }

  private mutating func addDate(_ date: (year: Int, month: Int, day: Int)?) {
    add(date.map { Self.two($0.month) } ?? "mm", isField: true)
    add("/")
    add(date.map { Self.two($0.day) } ?? "dd", isField: true)
    add("/")
    add(date.map { Self.year($0.year) } ?? "yyyy", isField: true)
  }

  private mutating func addTime(_ time: (hour: Int, minute: Int)?) {
    add(time.map { Self.two($0.hour % 12 == 0 ? 12 : $0.hour % 12) } ?? "--", isField: true)
    add(":")
    add(time.map { Self.two($0.minute) } ?? "--", isField: true)
    add("\u{202F}")
    add(time.map { $0.hour < 12 ? "AM" : "PM" } ?? "--", isField: true)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static func year(_ year: Int) -> String {
    let digits = "\(year)"
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  // MARK: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates-and-times

  private static func number(_ text: Substring, digits: ClosedRange<Int>, _ range: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }

  private static func month(_ text: String) -> (year: Int, month: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let year = number(parts[0], digits: 4...6, 1...275_760),
      let month = number(parts[1], digits: 2...2, 1...12)
    else { return nil }
    return (year, month)
  }

  private static func date(_ text: String) -> (year: Int, month: Int, day: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let month = month("\(parts[0])-\(parts[1])") else { return nil }
    let isLeap = month.year % 4 == 0 && (month.year % 100 != 0 || month.year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard let day = number(parts[2], digits: 2...2, 1...days[month.month - 1]) else { return nil }
    return (month.year, month.month, day)
  }

  private static func week(_ text: String) -> (year: Int, week: Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let year = number(parts[0], digits: 4...6, 1...275_760), parts[1].first == "W",
      let week = number(parts[1].dropFirst(), digits: 2...2, 1...53)
    else { return nil }
    return (year, week)
  }

  private static func time(_ text: String) -> (hour: Int, minute: Int)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], digits: 2...2, 0...23),
      let minute = number(parts[1], digits: 2...2, 0...59)
    else { return nil }
    return (hour, minute)
  }
}
