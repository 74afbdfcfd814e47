import OffscreenCSS
import OffscreenGeometry

/// The backdrop of a page, visible where it paints nothing.
public struct PictureBackground: Hashable, Sendable, LosslessStringConvertible {
  /// As it was given: `none` or a CSS colour.
  public let description: String
  let color: Color

  public static let white = PictureBackground(description: "white", color: .white)
  /// Transparent.
  public static let none = PictureBackground(description: "none", color: .transparent)

  private init(description: String, color: Color) { (self.description, self.color) = (description, color) }

  /// From `none` or a CSS colour, such as `white`, `#f0f0f0` or `rgb(0 0 0 / 50%)`.
  public init?(_ text: String) {
    var cursor = TokenCursor(text)
    if cursor.consumeIdent("none"), cursor.isAtEnd {
      self = .none
      return
    }
    cursor = TokenCursor(text)
    guard text.utf8.count <= 200, let color = cursor.consumeColor(in: ParsingContext()), cursor.isAtEnd else {
      return nil
    }
    self.init(description: text, color: color.computed(in: .initial).resolved(.black))
  }

  public var isOpaque: Bool { color.isOpaque }

  public static func == (one: Self, other: Self) -> Bool { one.color == other.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}
