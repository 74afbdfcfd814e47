/// A survey of a context's fonts, for reports.
extension FontContext {
  package var faceCount: Int { catalog.faces.count }

  /// Whether any font has the character.
  package func hasFont(for codepoint: UInt32, emoji: Bool = false) -> Bool {
    catalog.fallback(for: codepoint, emoji: emoji) != nil
  }
}
