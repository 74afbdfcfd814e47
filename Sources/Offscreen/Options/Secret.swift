/// A text that does not print: credentials, a cookie, a header that may hold a token. Neither descriptions nor
/// `dump` show it, nor those of what holds it. A literal makes one: `"Authorization: Bearer \(token)"`.
public struct Secret: Hashable, Sendable {
  /// The text itself.
  public let revealed: String

  public init(_ text: String) { revealed = text }
}

extension Secret: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "(secret)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// As the text itself: it is encoded to be sent.
extension Secret: Codable {
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(revealed)
  }
}
