/// A function of a page's author.
/// https://drafts.csswg.org/css-mixins-1/#function-rule
package struct FunctionRule: Sendable {
  package struct Parameter: Sendable {
    /// With its two hyphens.
    var name: String
    var syntax: PropertySyntax?
    /// The tokens of its default.
    var fallback: Range<Int>?
  }
  /// Descriptors, and those that only count under conditions.
  package indirect enum Item: Sendable {
    case descriptor(SyntaxDeclaration)
    case media(MediaQueryList, [Item])
    case supports(SupportsCondition, [Item])
    case container(ContainerQueryList, [Item])
  }
  package let name: String
  package private(set) var parameters: [Parameter] = []
  package private(set) var returns: PropertySyntax?
  package let body: [Item]
  private let buffer: TokenBuffer

  private static let mostParameters = 1_000

  /// `prelude`: from the function's name on.
  package init?(_ prelude: TokenCursor, body: [Item]) {
    var cursor = prelude
    guard let (token, contents) = cursor.consumeFunction(), cursor.buffer.string(token).hasPrefix("--") else {
      return nil
    }
    (name, self.body, buffer) = (cursor.buffer.string(token), body, cursor.buffer)
    guard name.utf8.count > 2 else { return nil }
    var list = contents
    if !list.isAtEnd {
      var names: Set<String> = []
      repeat {
        guard let parameter = Self.parameter(&list), parameters.count < Self.mostParameters,
          names.insert(parameter.name).inserted
        else { return nil }
        parameters.append(parameter)
      } while list.consumeComma()
      guard list.isAtEnd else { return nil }
    }
    if cursor.consumeIdent("returns") {
      guard let syntax = Self.type(&cursor) else { return nil }
      returns = syntax
    }
    guard cursor.isAtEnd else { return nil }
  }

  private static func parameter(_ cursor: inout TokenCursor) -> Parameter? {
    guard let name = cursor.consumeDashedName(), name.utf8.count > 2 else { return nil }
    var parameter = Parameter(name: name)
    if !cursor.isAtEnd, cursor.kind != .comma, cursor.kind != .colon {
      guard let syntax = type(&cursor) else { return nil }
      parameter.syntax = syntax
    }
    guard cursor.consumeColon() else { return parameter }
    let start = cursor.position
    while !cursor.isAtEnd, cursor.kind != .comma { cursor.advanceValue() }
    let tokens = start..<cursor.position
    guard !tokens.isEmpty, Substitution.isValid(tokens, in: cursor.buffer, isCustom: true) else { return nil }
    if let syntax = parameter.syntax, !syntax.isUniversal, !Substitution.isNeeded(in: tokens, cursor.buffer) {
      guard syntax.specified(TokenCursor(cursor.buffer, tokens), in: ParsingContext()) != nil else { return nil }
    }
    parameter.fallback = tokens
    return parameter
  }

  /// `<css-type>`: one component, or `type()` with any syntax.
  private static func type(_ cursor: inout TokenCursor) -> PropertySyntax? {
    if let contents = cursor.consumeFunction("type") { return PropertySyntax(contents) }
    let start = cursor.position
    if cursor.consumeDelim("<") {
      guard cursor.consumeIdent() != nil, cursor.consumeDelim(">") else { return nil }
    } else if cursor.consumeIdent() == nil {
      return nil
    }
    if !cursor.consumeDelim("+") { _ = cursor.consumeDelim("#") }
    return PropertySyntax(TokenCursor(cursor.buffer, start..<cursor.position))
  }

  /// The rule's prelude as it is serialized, the function's name and type; then name, type and default of each parameter,
  /// a default that is missing as "".
  package var parts: [String] {
    let computed = ComputedText(.initial)
    func type(_ syntax: PropertySyntax?) -> String {
      guard let syntax, !syntax.isUniversal else { return "" }
      return syntax.components.count == 1 ? " " + syntax.text : " type(\(syntax.text))"
    }
    let list = parameters.map { parameter in
      computed.identifier(parameter.name) + type(parameter.syntax)
        + (parameter.fallback.map { ": " + text(of: $0) } ?? "")
    }
    let returned = type(returns)
    let head =
      "\(computed.identifier(name))(\(list.joined(separator: ", ")))" + (returned.isEmpty ? "" : " returns" + returned)
    return [head, name, returns?.text ?? "*"]
      + parameters.flatMap { [$0.name, $0.syntax?.text ?? "*", $0.fallback.map { self.text(of: $0) } ?? ""] }
  }

  private func text(of tokens: Range<Int>) -> String { String(decoding: buffer.source(of: tokens), as: UTF8.self) }
}
