/// A number, date or time as form controls write it, for comparison with others of the same type.
/// https://html.spec.whatwg.org/multipage/input.html#attr-input-min
struct FormMoment: Comparable {
  /// Year first, seconds last.
  private var parts: [Double] = []

  /// Nil where the text is no such value, or where the type has no range.
  init?(_ text: String, type: String) {
    var rest = Substring(text)[...]
    func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    /// So many digits, or more of a year.
    func number(_ count: Int, orMore: Bool = false) -> Double? {
      let digits = rest.utf8.prefix(while: isDigit)
      guard orMore ? digits.count >= count && digits.count < 7 : digits.count >= count else { return nil }
      let length = orMore ? digits.count : count
      let value = Double(rest.utf8.prefix(length).reduce(0) { $0 * 10 + Int($1 - 0x30) })
      rest = Substring(rest.utf8.dropFirst(length))
      return value
    }
    func skip(_ separator: String) -> Bool {
      guard rest.hasPrefix(separator) else { return false }
      rest = rest.dropFirst(separator.count)
      return true
    }
    func time() -> [Double]? {
      guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else { return nil }
      guard skip(":") else { return [hour, minute, 0] }
      guard let second = number(2), second < 60 else { return nil }
      let fraction = skip(".") ? rest.utf8.prefix(while: isDigit) : Substring().utf8
      rest = Substring(rest.utf8.dropFirst(fraction.count))
      return [hour, minute, second + (Double("0." + String(Substring(fraction))) ?? 0)]
    }
    func month() -> [Double]? {
      guard let year = number(4, orMore: true), year > 0, skip("-"), let month = number(2), 1...12 ~= month
      else { return nil }
      return [year, month]
    }
    func date() -> [Double]? {
      guard let month = month(), skip("-"), let day = number(2), 1...31 ~= day else { return nil }
      return month + [day]
    }
    let found: [Double]?
    switch type {
    case "number":
      found = Double(text).map { [$0] }
      rest = ""
    case "month": found = month()
    case "date": found = date()
    case "time": found = time()
    case "week":
      guard let year = number(4, orMore: true), skip("-W"), let week = number(2), 1...53 ~= week else { return nil }
      found = [year, week]
    case "datetime-local":
      guard let date = date(), skip("T") || skip(" "), let time = time() else { return nil }
      found = date + time
    default: return nil
    }
    guard let found, rest.isEmpty else { return nil }
    parts = found
  }

  static func < (one: FormMoment, other: FormMoment) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }
}
