/// Finds the values of the declarations that won on one element.
package struct DeclarationValues {
  private let context: ValueContext
  private let variables: CustomProperties
  /// The values of shorthands that were read already: they come once for each longhand.
  private var shorthands: [(buffer: ObjectIdentifier, start: Int32, result: ShorthandResult)] = []

  private enum ShorthandResult {
    case invalid
    case wide(WideKeyword)
    /// nil is the initial value.
    case values([(any ParsedValue)?])
  }

  /// `context.element` is the element.
  package init(context: ValueContext, variables: CustomProperties) {
    (self.context, self.variables) = (context, variables)
  }

  package enum Result {
    case value(any ParsedValue)
    /// A keyword may come out of a variable.
    case wide(WideKeyword)
    /// Invalid at computed-value time, which means `unset`.
    case invalid
  }

  /// The value of a declaration that is no CSS-wide keyword. `reread`: even of one that is constant,
  /// because lengths are zoomed.
  package mutating func value(
    _ declaration: Declaration, in block: DeclarationBlock, reread: Bool = false
  ) -> Result {
    switch declaration.value {
    case .wide: return .invalid
    case .computed(let value): return .value(value)
    case .parsed(let value) where !reread: return .value(value)
    case .parsed, .dependent:
      return read(declaration, block, isSubstituted: false)
    case .substituted:
      return read(declaration, block, isSubstituted: true)
    }
  }

  private func cursor(
    _ declaration: Declaration, _ buffer: TokenBuffer, isSubstituted: Bool
  ) -> TokenCursor? {
    guard isSubstituted else { return TokenCursor(buffer, declaration.tokens) }
    let variables = variables
    return Substitution(context: context, variable: { variables[$0] }).replaced(declaration.tokens, in: buffer)
      .map { TokenCursor($0) }
  }

  private mutating func read(
    _ declaration: Declaration, _ block: DeclarationBlock, isSubstituted: Bool
  ) -> Result {
    let buffer = block.buffer
    context.baseURL = block.baseURL
    context.isUserAgentSheet = block.isUserAgentSheet
    defer { context.isUserAgentSheet = false }
    guard declaration.shorthand >= 0 else {
      guard var cursor = cursor(declaration, buffer, isSubstituted: isSubstituted) else { return .invalid }
      if let keyword = cursor.wideKeyword { return .wide(keyword) }
      guard let value = PropertyTable.parse(declaration.property, &cursor, in: context), cursor.isAtEnd
      else { return .invalid }
      return .value(value)
    }
    switch shorthand(declaration, buffer, isSubstituted: isSubstituted) {
    case .invalid: return .invalid
    case .wide(let keyword): return .wide(keyword)
    case .values(let values):
      guard Int(declaration.place) < values.count else { return .invalid }
      return values[Int(declaration.place)].map { .value($0) } ?? .wide(.initial)
    }
  }

  private mutating func shorthand(
    _ declaration: Declaration, _ buffer: TokenBuffer, isSubstituted: Bool
  ) -> ShorthandResult {
    let id = ObjectIdentifier(buffer)
    // The line height in `font` depends on the font that the others in it make.
    let isKnown = declaration.property != PropertyTable.lineHeight
    if isKnown, let known = shorthands.first(where: { $0.start == declaration.start && $0.buffer == id }) {
      return known.result
    }
    var result = ShorthandResult.invalid
    if let cursor = cursor(declaration, buffer, isSubstituted: isSubstituted) {
      let shorthand = PropertyTable.shorthands[Int(declaration.shorthand)]
      if let keyword = cursor.wideKeyword {
        result = .wide(keyword)
      } else if let values = shorthand.read(cursor, in: context) {
        result = .values(values)
      }
    }
    shorthands.append((id, declaration.start, result))
    return result
  }
}
