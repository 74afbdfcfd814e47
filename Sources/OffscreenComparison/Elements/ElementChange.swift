/// What happened to an element between two pictures.
package struct ElementChange: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case moved, resized, text, added, removed
    /// Neither box nor text: it looks different.
    case painted
  }

  package var kind: Kind
  /// `p#intro.note`.
  package var element: String
  /// Of the new page, or of the old one where it is gone.
  package var path: String
  /// What is different, in words: `by 0, 12`.
  package var detail: String

  package var description: String { "\(kind.rawValue): \(element) (\(path)) \(detail)" }
}
