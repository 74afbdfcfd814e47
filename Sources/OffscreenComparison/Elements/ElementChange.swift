/// A change of an element between two pictures.
package struct ElementChange: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case moved, resized, text, added, removed
    /// Its style says how it looks different.
    case style
    /// Neither box nor text: it looks different.
    case painted
  }

  package var kind: Kind
  /// `p#intro.note`.
  package var element: String
  /// Of the new page, or of the old one where it is gone.
  package var path: String
  /// The difference, in words: `by 0, 12`.
  package var detail: String
  /// How far it moved straight down, in CSS pixels; nil where it did not, or moved aside as well.
  var descent: Double?
  /// How much taller it is, in CSS pixels, where it is as wide as before.
  var growth: Double?

  package var description: String { "\(kind.rawValue): \(element) (\(path)) \(detail)" }
}
