extension [UInt8] {
  /// Whether a text is somewhere in it.
  ///
  /// Optimization: the library's search of collections is not made for bytes: it took a fifth of a page with one large
  /// drawing.
  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    guard count >= wanted.count else { return false }
    for start in 0...(count - wanted.count) where self[start] == first {
      var length = 1
      while length < wanted.count, self[start + length] == wanted[length] { length += 1 }
      if length == wanted.count { return true }
    }
    return false
  }
}
