/// The rules and declarations of a style sheet or a block, uninterpreted: ranges of tokens.
package enum SyntaxItem: Sendable {
  case declaration(SyntaxDeclaration)
  case atRule(SyntaxAtRule)
  case qualifiedRule(SyntaxQualifiedRule)
}

package struct SyntaxDeclaration: Sendable {
  /// Index of the ident token.
  package var name: Int
  /// Without whitespace at the ends and without `!important`.
  package var value: Range<Int>
  package var isImportant: Bool
}

package struct SyntaxAtRule: Sendable {
  /// Index of the at-keyword token.
  package var name: Int
  package var prelude: Range<Int>
  /// Contents of the `{}` block; nil where the rule ends with a semicolon.
  package var block: Range<Int>?
}

package struct SyntaxQualifiedRule: Sendable {
  package var prelude: Range<Int>
  package var block: Range<Int>
}

/// Reads rules and declarations one by one, with the recovery that the standard wants. Nothing is
/// collected: blocks are read with readers of their own.
/// https://drafts.csswg.org/css-syntax-3/#parser-algorithms
package struct SyntaxReader: Sendable {
  package let buffer: TokenBuffer
  private var position: Int
  private let end: Int

  package init(_ buffer: TokenBuffer) { self.init(buffer, 0..<buffer.tokens.count) }

  package init(_ buffer: TokenBuffer, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<buffer.tokens.count)
    self.buffer = buffer
    position = range.lowerBound
    end = range.upperBound
  }

  // MARK: Entry points

  /// The next rule of a style sheet (where `<!--` and `-->` are skipped) or of a list of rules.
  /// https://drafts.csswg.org/css-syntax-3/#consume-stylesheet-contents
  package mutating func nextRule(inStyleSheet: Bool = true) -> SyntaxItem? {
    while position < end {
      switch buffer.tokens[position].kind {
      case .whitespace: position += 1
      case .cdo where inStyleSheet, .cdc where inStyleSheet: position += 1
      case .atKeyword: return .atRule(consumeAtRule(isNested: false))
      default:
        if let rule = consumeQualifiedRule(isNested: false) { return .qualifiedRule(rule) }
      }
    }
    return nil
  }

  /// The next declaration or rule of a style rule's block, or of a group of rules.
  /// https://drafts.csswg.org/css-syntax-3/#consume-block-contents
  package mutating func nextInBlock() -> SyntaxItem? {
    while position < end {
      switch buffer.tokens[position].kind {
      case .whitespace, .semicolon: position += 1
      case .closeCurly: position = end
      case .atKeyword: return .atRule(consumeAtRule(isNested: true))
      default:
        let mark = position
        if let declaration = consumeDeclaration() { return .declaration(declaration) }
        position = mark
        if let rule = consumeQualifiedRule(isNested: true) { return .qualifiedRule(rule) }
      }
    }
    return nil
  }

  /// The next declaration or at-rule where no style rule may stand: in a `style` attribute, in
  /// `@font-face` ... What is neither is passed over up to the next semicolon, its blocks included.
  /// https://drafts.csswg.org/css-style-attr/#syntax
  package mutating func nextInDeclarationList() -> SyntaxItem? {
    while position < end {
      switch buffer.tokens[position].kind {
      case .whitespace, .semicolon: position += 1
      case .atKeyword: return .atRule(consumeAtRule(isNested: false))
      default:
        let mark = position
        if let declaration = consumeDeclaration(in: .list) { return .declaration(declaration) }
        position = mark
        while position < end, buffer.tokens[position].kind != .semicolon { advance() }
      }
    }
    return nil
  }

  /// https://drafts.csswg.org/css-syntax-3/#parse-rule
  package static func rule(of buffer: TokenBuffer) -> SyntaxItem? {
    var reader = SyntaxReader(buffer)
    guard let rule = reader.nextRule(inStyleSheet: false) else { return nil }
    reader.skipWhitespace()
    return reader.position < reader.end ? nil : rule
  }

  /// A declaration that stands alone: all that follows the colon is its value, semicolons and blocks
  /// too, which no grammar takes.
  /// https://drafts.csswg.org/css-syntax-3/#parse-declaration
  package static func declaration(of buffer: TokenBuffer, _ range: Range<Int>? = nil) -> SyntaxDeclaration? {
    var reader = SyntaxReader(buffer, range ?? 0..<buffer.tokens.count)
    reader.skipWhitespace()
    return reader.consumeDeclaration(in: .none)
  }

  // MARK: Algorithms

  private mutating func skipWhitespace() {
    while position < end, buffer.tokens[position].kind == .whitespace { position += 1 }
  }

  /// Passes over a component value.
  private mutating func advance() {
    let token = buffer.tokens[position]
    position = token.opensBlock ? min(token.match + 1, end) : position + 1
  }

  /// The contents of the block that is next, which is passed over.
  private mutating func consumeBlock() -> Range<Int> {
    let start = position + 1
    let match = min(buffer.tokens[position].match, end)
    position = min(match + 1, end)
    return start..<max(start, match)
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-at-rule
  private mutating func consumeAtRule(isNested: Bool) -> SyntaxAtRule {
    let name = position
    position += 1
    let start = position
    while position < end {
      switch buffer.tokens[position].kind {
      case .semicolon:
        position += 1
        return SyntaxAtRule(name: name, prelude: start..<position - 1, block: nil)
      case .closeCurly where isNested:
        return SyntaxAtRule(name: name, prelude: start..<position, block: nil)
      case .openCurly:
        let prelude = start..<position
        return SyntaxAtRule(name: name, prelude: prelude, block: consumeBlock())
      default: advance()
      }
    }
    return SyntaxAtRule(name: name, prelude: start..<end, block: nil)
  }

  /// Nil where it is not one; what was wrong with it is passed over.
  /// https://drafts.csswg.org/css-syntax-3/#consume-qualified-rule
  private mutating func consumeQualifiedRule(isNested: Bool) -> SyntaxQualifiedRule? {
    let start = position
    while position < end {
      switch buffer.tokens[position].kind {
      case .semicolon where isNested: return nil
      case .closeCurly where isNested: return nil
      case .openCurly:
        let prelude = start..<position
        guard looksLikeCustomProperty(prelude) else {
          return SyntaxQualifiedRule(prelude: prelude, block: consumeBlock())
        }
        if isNested {
          while position < end, buffer.tokens[position].kind != .semicolon { advance() }
        } else {
          _ = consumeBlock()
        }
        return nil
      default: advance()
      }
    }
    return nil
  }

  private func looksLikeCustomProperty(_ prelude: Range<Int>) -> Bool {
    var cursor = TokenCursor(buffer, prelude)
    guard let name = cursor.consumeIdent(), buffer.isCustomName(name) else { return false }
    return cursor.kind == .colon
  }

  /// What a declaration stands in: a block, which a brace ends; a list of declarations, where a brace that closes
  /// nothing spoils the declaration; nothing at all.
  private enum DeclarationContext { case block, list, none }

  /// Nil where it is not one; the position is then undefined.
  /// https://drafts.csswg.org/css-syntax-3/#consume-declaration
  private mutating func consumeDeclaration(in context: DeclarationContext = .block) -> SyntaxDeclaration? {
    guard position < end, buffer.tokens[position].kind == .ident else { return nil }
    let name = position
    let isCustom = buffer.isCustomName(buffer.tokens[name])
    position += 1
    skipWhitespace()
    guard position < end, buffer.tokens[position].kind == .colon else { return nil }
    position += 1
    skipWhitespace()
    let start = position
    var onlyBlock: Int?
    // Behind the last block or function: what is within does not make the declaration important.
    var plain = position
    scan: while position < end {
      switch buffer.tokens[position].kind {
      case .semicolon where context != .none, .closeCurly where context == .block: break scan
      case .closeCurly where context == .list: return nil
      case .openCurly where !isCustom && context != .none:
        // A block is all of the value, or this is a nested rule, if anything.
        // Optimization: so its end need not be looked for.
        guard position == start else { return nil }
        advance()
        onlyBlock = position
        plain = position
      default:
        let before = position
        advance()
        if position > before + 1 { plain = position }
      }
    }
    var value = start..<position
    trimEnd(&value)
    let isImportant = removeImportant(from: &value, behind: plain)
    if let onlyBlock, value.upperBound > onlyBlock { return nil }
    return SyntaxDeclaration(name: name, value: value, isImportant: isImportant)
  }

  private func trimEnd(_ range: inout Range<Int>) {
    while let last = range.last, buffer.tokens[last].kind == .whitespace { range = range.dropLast() }
  }

  private func removeImportant(from value: inout Range<Int>, behind plain: Int) -> Bool {
    var rest = value
    guard let last = rest.last, buffer.tokens[last].kind == .ident,
      buffer.matches(buffer.tokens[last], "important")
    else { return false }
    rest = rest.dropLast()
    trimEnd(&rest)
    guard let mark = rest.last, mark >= plain, buffer.tokens[mark].isDelim("!") else { return false }
    rest = rest.dropLast()
    trimEnd(&rest)
    value = rest
    return true
  }
}
