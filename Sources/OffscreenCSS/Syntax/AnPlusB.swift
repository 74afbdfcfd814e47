/// The positions `step * n + offset` for n = 0, 1, 2 ...
/// https://drafts.csswg.org/css-syntax-3/#anb-microsyntax
package struct AnPlusB: Equatable, Sendable {
  package var step: Int32
  package var offset: Int32

  package init(step: Int, offset: Int) {
    self.step = Int32(clamping: step)
    self.offset = Int32(clamping: offset)
  }

  /// Whether the one-based `position` is one of them.
  package func contains(_ position: Int) -> Bool {
    let distance = position - Int(offset)
    if step == 0 { return distance == 0 }
    return distance % Int(step) == 0 && distance / Int(step) >= 0
  }

  /// Reads one; what follows it (` of S`) is left.
  package init?(_ cursor: inout TokenCursor) {
    var copy = cursor
    guard let value = Self.parse(&copy) else { return nil }
    cursor = copy
    self = value
  }

  private static func parse(_ cursor: inout TokenCursor) -> AnPlusB? {
    let token = cursor.peek
    switch token.kind {
    case .number:
      guard token.isInteger else { return nil }
      cursor.advance()
      return AnPlusB(step: 0, offset: token.integer)
    case .dimension:
      guard token.isInteger else { return nil }
      cursor.advance()
      return parse(cursor.buffer.lowercased(token)[...], step: token.integer, &cursor)
    case .ident:
      cursor.advance()
      let name = cursor.buffer.lowercased(token)
      if name == "odd" { return AnPlusB(step: 2, offset: 1) }
      if name == "even" { return AnPlusB(step: 2, offset: 0) }
      if name.hasPrefix("-") { return parse(name.dropFirst(), step: -1, &cursor) }
      return parse(name[...], step: 1, &cursor)
    case .delim:
      // `+n`: the sign and the name must touch.
      guard token.isDelim("+") else { return nil }
      cursor.advanceToken()
      let name = cursor.peek
      guard name.kind == .ident else { return nil }
      cursor.advance()
      return parse(cursor.buffer.lowercased(name)[...], step: 1, &cursor)
    default: return nil
    }
  }

  /// `text` is `n`, `n-` or `n-3`; the rest of the notation may follow.
  private static func parse(_ text: Substring, step: Int, _ cursor: inout TokenCursor) -> AnPlusB? {
    guard text.first == "n" else { return nil }
    let rest = text.dropFirst()
    if rest.isEmpty { return AnPlusB(step: step, offset: consumeOffset(&cursor) ?? 0) }
    guard rest.first == "-" else { return nil }
    if rest.count == 1 {
      let number = cursor.peek
      guard number.kind == .number, number.isInteger, !number.flags.contains(.signed) else { return nil }
      cursor.advance()
      return AnPlusB(step: step, offset: -number.integer)
    }
    guard rest.dropFirst().utf8.allSatisfy(\.isDigit) else { return nil }
    return AnPlusB(step: step, offset: Int(rest) ?? Int(Int32.min))
  }

  /// `+3`, `+ 3` or `- 3`.
  private static func consumeOffset(_ cursor: inout TokenCursor) -> Int? {
    let token = cursor.peek
    if token.kind == .number, token.isInteger, token.flags.contains(.signed) {
      cursor.advance()
      return token.integer
    }
    guard token.isDelim("+") || token.isDelim("-") else { return nil }
    var copy = cursor
    copy.advance()
    let number = copy.peek
    guard number.kind == .number, number.isInteger, !number.flags.contains(.signed) else { return nil }
    copy.advance()
    cursor = copy
    return token.isDelim("-") ? -number.integer : number.integer
  }
}
