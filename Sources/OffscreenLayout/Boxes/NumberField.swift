/// A number as HTML writes it, by its digits.
/// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number
struct WrittenNumber {
  var isNegative = false
  /// Without leading zeros; of zero one digit.
  var digitCount = 1
  /// Of ten: the last digit's.
  var exponent = 0

  /// Nil for what is no number, or has too many digits.
  init?(_ text: String) {
    var rest = Substring(text)
    guard rest.utf8.count <= 100 else { return nil }
    func takeDigits() -> Substring {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    if rest.first == "-" {
      isNegative = true
      rest = rest.dropFirst()
    }
    var digits = takeDigits()
    if rest.first == "." {
      rest = rest.dropFirst()
      let fraction = takeDigits()
      guard !fraction.isEmpty else { return nil }
      exponent = -fraction.count
      digits += fraction
    }
    guard !digits.isEmpty else { return nil }
    if rest.first == "e" || rest.first == "E" {
      rest = rest.dropFirst()
      let isSmall = rest.first == "-"
      if isSmall || rest.first == "+" { rest = rest.dropFirst() }
      guard let power = Int(takeDigits()), power <= 1_000 else { return nil }
      exponent += isSmall ? -power : power
    }
    guard rest.isEmpty else { return nil }
    digitCount = max(1, digits.drop { $0 == "0" }.count)
  }

  /// Columns before and behind the decimal point. Powers of ten above the digits are left out, as Chromium does it.
  var columns: (before: Int, behind: Int) {
    let sign = isNegative ? 1 : 0
    guard exponent < 0 else { return (sign + digitCount, 0) }
    let before = digitCount + exponent
    return before > 0 ? (sign + before, -exponent) : (sign + 1, -exponent)
  }

  /// How many columns a number field needs for all it takes; nil where it takes any number.
  static func columns(minimum: String?, maximum: String?, step: String?) -> Int? {
    guard step?.lowercased() != "any", let minimum = minimum.flatMap(WrittenNumber.init),
      let maximum = maximum.flatMap(WrittenNumber.init)
    else { return nil }
    let all = [minimum, maximum] + (step.flatMap(WrittenNumber.init).map { [$0] } ?? [])
    let before = all.reduce(1) { max($0, $1.columns.before) }
    let behind = all.reduce(0) { max($0, $1.columns.behind) }
    return before + behind + (behind > 0 ? 1 : 0)
  }
}
