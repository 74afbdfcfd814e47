/// The cookies that a page's scripts have set. Deviation: they go to no server, and none that a server has set is seen:
/// the broker keeps those.
/// https://httpwg.org/specs/rfc6265.html
struct ScriptCookies {
  private var kept: [(name: String, value: String)] = []

  private static let (mostCookies, longestCookie) = (180, 4096)

  /// What `document.cookie` gives.
  var text: String { kept.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ") }

  /// Sets one; one that has expired by `now` (milliseconds since 1970) is taken away.
  /// https://httpwg.org/specs/rfc6265.html#set-cookie
  mutating func set(_ text: String, at now: Double) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmed }
    guard let pair = parts.first, !pair.isEmpty, pair.utf8.count <= Self.longestCookie,
      !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
    else { return }
    let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, value) = sides.count == 2 ? (sides[0].trimmed, sides[1].trimmed) : ("", pair)
    var (maximumAge, expiry): (Double?, Double?)
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1)
      let value = sides.count == 2 ? sides[1].trimmed : ""
      switch sides.first?.lowercased() {
      case "httponly": return
      case "max-age": maximumAge = Double(value) ?? maximumAge
      case "expires": expiry = Self.date(value) ?? expiry
      default: break
      }
    }
    kept.removeAll { $0.name == name }
    let isExpired = maximumAge.map { $0 <= 0 } ?? expiry.map { $0 <= now } ?? false
    if !isExpired, kept.count < Self.mostCookies { kept.append((name, value)) }
  }

  /// Milliseconds since 1970.
  /// https://httpwg.org/specs/rfc6265.html#cookie-date
  static func date(_ text: String) -> Double? {
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    var (time, day, month, year): ([Int]?, Int?, Int?, Int?)
    for token in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != ":" }) {
      let numbers = token.split(separator: ":").compactMap { Int($0) }
      if time == nil, numbers.count == 3, token.contains(":") {
        time = numbers
      } else if month == nil, let index = months.firstIndex(of: String(token.prefix(3))) {
        month = index + 1
      } else if let number = Int(token) {
        if day == nil, (1...31).contains(number), token.count <= 2 {
          day = number
        } else if year == nil, token.count <= 4 {
          year = number + (number < 70 ? 2000 : number < 100 ? 1900 : 0)
        }
      }
    }
    guard let time, let day, let month, let year, (1601...9999).contains(year), time[0] < 24, time[1] < 60, time[2] < 60
    else { return nil }
    // Days since 1970: the year begins in March, so that the leap day is its last.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return Double(((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]) * 1000
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character == "\n" }
    var rest = drop(while: isSpace)[...]
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }
}
