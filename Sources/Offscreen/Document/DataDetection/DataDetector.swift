/// What plain text may hold that could be a link, as web views find it.
public enum DataDetector: String, Sendable, Codable, CaseIterable {
  /// Addresses that begin with `http://`, `https://` or `www.`, and those of mail.
  case links
  /// Telephone numbers of 7 to 15 digits that begin with `+`, `00`, `(` or `0`, or are grouped as American
  /// ones are.
  case phoneNumbers = "phone-numbers"
  /// Days, with times of day where they stand beside them: `2024-03-05T14:30`, `5 March 2024`,
  /// `Tuesday, March 5, at 2:30 pm`, `05.03.2024`, `3/5/2024`, `tomorrow at 9`; English, German and ISO forms.
  case dates
  /// Postal addresses: `1 Infinite Loop, Cupertino, CA 95014`, `221B Baker Street, London NW1 6XE`,
  /// `Hauptstraße 5, 10117 Berlin`; American, British and German forms.
  case addresses

  /// All names, in one line.
  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// From names that commas separate, such as `links,dates`; `all` and `none` stand for themselves. Nil where one
  /// is no detector's.
  public static func set(_ text: String) -> Set<DataDetector>? {
    if text == "all" { return Set(allCases) }
    if text == "none" { return [] }
    var result: Set<DataDetector> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let detector = DataDetector(rawValue: part.filter { $0 != " " }) else { return nil }
      result.insert(detector)
    }
    return result
  }
}
