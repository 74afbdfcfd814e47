/// What the server allows pages, at most.
struct PageSettings: Sendable {
  /// In the order of what they allow.
  enum Network: String, CaseIterable, Comparable, Sendable {
    case none, `public`, all

    static func < (a: Network, b: Network) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  var network = Network.public
  /// Seconds, of a page.
  var timeout = 30.0
  /// By name; others are as usual.
  var limits: [String: Int] = [:]
}
