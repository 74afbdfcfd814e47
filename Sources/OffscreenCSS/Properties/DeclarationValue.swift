/// Finds the values of the declarations that won on one element.
package struct DeclarationValues {
  private let context: ParsingContext
  private let variables: CustomProperties
  /// Of the values that were computed.
  package private(set) var dependencies: Dependencies = []
  /// The values of shorthands that were read already: they come once for each longhand.
  private var shorthands: [(buffer: ObjectIdentifier, start: Int32, result: ShorthandResult)] = []

  private enum ShorthandResult {
    case invalid
    case wide(WideKeyword)
    /// nil is the initial value.
    case values([DeclaredValue?])
  }

  /// `context` is that of the document; the sheet's part comes from the blocks.
  package init(context: ParsingContext, variables: CustomProperties) {
    (self.context, self.variables) = (context, variables)
  }

  package enum Result {
    case value(any ComputedObject)
    /// A keyword may come out of a variable.
    case wide(WideKeyword)
    /// Invalid at computed-value time, which means `unset`.
    case invalid
  }

  private enum Reading {
    case value(DeclaredValue)
    case wide(WideKeyword)
    case invalid
  }

  /// The value of a declaration that is no CSS-wide keyword.
  package mutating func value(
    _ declaration: Declaration, of block: DeclarationBlock, in environment: ComputationEnvironment
  ) -> Result {
    let reading: Reading
    switch declaration.value {
    case .wide: return .invalid
    case .animated(let value): return .value(value)
    // Zoomed lengths are larger from the beginning: few elements have them.
    case .declared(let value):
      reading = environment.zoom == 1 ? .value(value) : read(declaration, block, environment, isSubstituted: false)
    case .substituted: reading = read(declaration, block, environment, isSubstituted: true)
    }
    switch reading {
    case .value(.computed(let value)): return .value(value)
    case .value(.relative(let value)):
      dependencies.formUnion(value.dependencies)
      return .value(value.computed(in: environment))
    case .wide(let keyword): return .wide(keyword)
    case .invalid: return .invalid
    }
  }

  private mutating func read(
    _ declaration: Declaration, _ block: DeclarationBlock, _ environment: ComputationEnvironment, isSubstituted: Bool
  ) -> Reading {
    let context = context.reading(block.baseURL, isUserAgentSheet: block.isUserAgentSheet).zoomed(environment.zoom)
    guard declaration.shorthand >= 0 else {
      guard var cursor = cursor(declaration, block.buffer, context, environment, isSubstituted: isSubstituted)
      else { return .invalid }
      if let keyword = cursor.wideKeyword { return .wide(keyword) }
      let context = context.reading(
        cursor.range, of: PropertyTable.name(of: declaration.property), in: cursor.buffer)
      guard let value = PropertyTable.parse(declaration.property, &cursor, in: context), cursor.isAtEnd
      else { return .invalid }
      return .value(value)
    }
    switch shorthand(declaration, block.buffer, context, environment, isSubstituted: isSubstituted) {
    case .invalid: return .invalid
    case .wide(let keyword): return .wide(keyword)
    case .values(let values):
      guard Int(declaration.place) < values.count else { return .invalid }
      return values[Int(declaration.place)].map { .value($0) } ?? .wide(.initial)
    }
  }

  private mutating func cursor(
    _ declaration: Declaration, _ buffer: TokenBuffer, _ context: ParsingContext,
    _ environment: ComputationEnvironment, isSubstituted: Bool
  ) -> TokenCursor? {
    guard isSubstituted else { return TokenCursor(buffer, declaration.tokens) }
    let variables = variables
    var substitution = Substitution(context: context, environment: environment) { variables[$0] }
    let replaced = substitution.replaced(declaration.tokens, in: buffer)
    dependencies.formUnion(substitution.dependencies)
    return replaced.flatMap { $0.usesTaintedAddress ? nil : TokenCursor($0) }
  }

  private mutating func shorthand(
    _ declaration: Declaration, _ buffer: TokenBuffer, _ context: ParsingContext,
    _ environment: ComputationEnvironment, isSubstituted: Bool
  ) -> ShorthandResult {
    let id = ObjectIdentifier(buffer)
    if let known = shorthands.first(where: { $0.start == declaration.start && $0.buffer == id }) {
      return known.result
    }
    var result = ShorthandResult.invalid
    if let cursor = cursor(declaration, buffer, context, environment, isSubstituted: isSubstituted) {
      let shorthand = PropertyTable.shorthands[Int(declaration.shorthand)]
      if let keyword = cursor.wideKeyword {
        result = .wide(keyword)
      } else if let values = shorthand.read(
        cursor, in: context.reading(cursor.range, of: shorthand.name, in: cursor.buffer))
      {
        result = .values(values)
      }
    }
    shorthands.append((id, declaration.start, result))
    return result
  }
}
