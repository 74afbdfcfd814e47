/// The rules of a style sheet as their parts were written: what the rules that scripts see are made of.
/// https://drafts.csswg.org/cssom-1/#css-rules
package struct RuleText: Equatable, Sendable {
  /// "style", "declarations" (those of a block that stand between its rules), or the name after the `@`.
  package var kind: String
  package var prelude: String
  /// What stands between the braces; nil for a statement.
  package var block: String?

  /// Of a sheet.
  package static func rules(_ text: String) -> [RuleText] {
    let buffer = TokenBuffer(text)
    var reader = SyntaxReader(buffer)
    var rules: [RuleText] = []
    while let item = reader.nextRule() {
      if let rule = rule(item, buffer) { rules.append(rule) }
    }
    return rules
  }

  /// Of the block of a style rule, or of a group inside of one: declarations and rules.
  package static func contents(_ text: String) -> [RuleText] {
    let buffer = TokenBuffer(text)
    var reader = SyntaxReader(buffer)
    var rules: [RuleText] = []
    var declarations = ""
    func flush() {
      if !declarations.isEmpty { rules.append(RuleText(kind: "declarations", prelude: "", block: declarations)) }
      declarations = ""
    }
    while let item = reader.nextInBlock() {
      if case .declaration(let declaration) = item {
        declarations += source(declaration.name..<declaration.value.upperBound, buffer)
        declarations += declaration.isImportant ? " !important; " : "; "
      } else if let rule = rule(item, buffer) {
        flush()
        rules.append(rule)
      }
    }
    flush()
    return rules
  }

  private static func rule(_ item: SyntaxItem, _ buffer: TokenBuffer) -> RuleText? {
    switch item {
    case .declaration: nil
    case .qualifiedRule(let rule):
      RuleText(kind: "style", prelude: source(rule.prelude, buffer), block: source(rule.block, buffer))
    case .atRule(let rule):
      RuleText(
        kind: buffer.lowercased(buffer.tokens[rule.name]), prelude: source(rule.prelude, buffer),
        block: rule.block.map { source($0, buffer) })
    }
  }

  private static func source(_ range: Range<Int>, _ buffer: TokenBuffer) -> String {
    var text = Substring(String(decoding: buffer.source(of: range), as: UTF8.self))
    func isSpace(_ character: Character) -> Bool { " \t\n\r\u{c}\r\n".contains(character) }
    while let first = text.first, isSpace(first) { text.removeFirst() }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(text)
  }
}
