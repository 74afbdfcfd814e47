@testable import OffscreenCSS

/// Writes tokens and rules in the vocabulary of css-parsing-tests.
struct SyntaxTree {
  let buffer: TokenBuffer

  func values(_ range: Range<Int>) -> [JSON] {
    var values: [JSON] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let token = buffer.tokens[position]
      let next = token.opensBlock ? min(token.match + 1, range.upperBound) : position + 1
      // The draft of 2013 had tokens for these pairs.
      if token.kind == .delim, next < range.upperBound, buffer.tokens[next].kind == .delim,
        buffer.tokens[next].start == token.end
      {
        let pair = source(token) + source(buffer.tokens[next])
        if ["~=", "|=", "^=", "$=", "*=", "||"].contains(pair) {
          values.append(.string(pair))
          position = next + 1
          continue
        }
      }
      values.append(value(token, at: position, end: range.upperBound))
      position = next
    }
    return values
  }

  private func value(_ token: Token, at position: Int, end: Int) -> JSON {
    let text = JSON.string(buffer.string(token))
    func contents() -> [JSON] { values(position + 1..<max(position + 1, min(token.match, end))) }
    switch token.kind {
    case .ident: return .array(["ident", text])
    case .function: return .array(["function", text] + contents())
    case .atKeyword: return .array(["at-keyword", text])
    case .hash: return .array(["hash", text, token.flags.contains(.id) ? "id" : "unrestricted"])
    case .string: return .array(["string", text])
    case .badString: return .array(["error", "bad-string"])
    case .url: return .array(["url", text])
    case .badURL: return .array(["error", "bad-url"])
    case .number: return .array(["number"] + number(token))
    case .percentage: return .array(["percentage"] + number(token))
    case .dimension: return .array(["dimension"] + number(token) + [text])
    case .unicodeRange:
      return .array([
        "unicode-range", .number(Double(token.payload >> 32)), .number(Double(token.payload & 0xFFFF_FFFF)),
      ])
    case .whitespace: return " "
    case .openCurly: return .array(["{}"] + contents())
    case .openSquare: return .array(["[]"] + contents())
    case .openParenthesis: return .array(["()"] + contents())
    case .closeCurly: return .array(["error", "}"])
    case .closeSquare: return .array(["error", "]"])
    case .closeParenthesis: return .array(["error", ")"])
    case .delim, .cdo, .cdc, .colon, .semicolon, .comma: return .string(source(token))
    case .endOfInput: return .null
    }
  }

  private func source(_ token: Token) -> String {
    String(decoding: buffer.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  private func number(_ token: Token) -> [JSON] {
    let pattern = /[+-]?[0-9]*(\.[0-9]+)?([eE][+-]?[0-9]+)?/
    let source = source(token)
    let written = source.prefixMatch(of: pattern).map { String($0.output.0) } ?? source
    return [.string(written), .number(token.number), token.isInteger ? "integer" : "number"]
  }

  func item(_ item: SyntaxItem) -> JSON {
    switch item {
    case .declaration(let declaration): return self.declaration(declaration)
    case .atRule(let rule):
      return .array([
        "at-rule", .string(buffer.string(buffer.tokens[rule.name])), .array(values(rule.prelude)),
        rule.block.map { .array(values($0)) } ?? .null,
      ])
    case .qualifiedRule(let rule):
      return .array(["qualified rule", .array(values(rule.prelude)), .array(values(rule.block))])
    }
  }

  func declaration(_ declaration: SyntaxDeclaration) -> JSON {
    .array([
      "declaration", .string(buffer.string(buffer.tokens[declaration.name])), .array(values(declaration.value)),
      .bool(declaration.isImportant),
    ])
  }

  func rules(inStyleSheet: Bool) -> JSON {
    var reader = SyntaxReader(buffer)
    var items: [JSON] = []
    while let rule = reader.nextRule(inStyleSheet: inStyleSheet) { items.append(item(rule)) }
    return .array(items)
  }

  func block() -> JSON {
    var reader = SyntaxReader(buffer)
    var items: [JSON] = []
    while let next = reader.nextInDeclarationList() { items.append(item(next)) }
    return .array(items)
  }
}
