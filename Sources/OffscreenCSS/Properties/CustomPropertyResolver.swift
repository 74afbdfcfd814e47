/// Computes the custom properties of an element from its parent's and the declarations that won.
/// https://drafts.csswg.org/css-variables-2/#cycles
package struct CustomPropertyResolver {
  package struct Winner {
    package var declaration: CustomDeclaration
    package var buffer: TokenBuffer
    /// Of the sheet that it is in.
    package var baseURL: String
    package init(declaration: CustomDeclaration, buffer: TokenBuffer, baseURL: String = "") {
      (self.declaration, self.buffer, self.baseURL) = (declaration, buffer, baseURL)
    }
  }

  private enum State {
    case waiting(Range<Int>, TokenBuffer, hasSubstitution: Bool)
    /// Its place on the stack of those being computed.
    case running(Int)
    case done(CustomProperties.Value?)
  }

  private var states: [String: State] = [:]
  private var stack: [String] = []
  /// Of those on the stack, which are part of a cycle.
  private var cyclic: Set<String> = []
  /// Of registered properties, where they were declared.
  private var baseURLs: [String: String] = [:]
  private let inherited: CustomProperties
  private let registered: [String: RegisteredProperty]
  private let context: ParsingContext
  private let environment: ComputationEnvironment
  /// What the values that were computed depended on.
  private var dependencies: Dependencies = []

  private static let maximumDepth = 200

  /// `inherited`: the parent's properties. Lengths of registered ones are of the environment's element.
  package static func resolve(
    _ winners: [String: Winner], inherited: CustomProperties, registered: [String: RegisteredProperty],
    _ context: ParsingContext, in environment: ComputationEnvironment
  ) -> (values: CustomProperties, dependencies: Dependencies) {
    guard !winners.isEmpty else { return (inherited, []) }
    var resolver = CustomPropertyResolver(
      inherited: inherited, registered: registered, context: context.zoomed(environment.zoom),
      environment: environment)
    let values = resolver.run(winners)
    return (values, resolver.dependencies)
  }

  private init(
    inherited: CustomProperties, registered: [String: RegisteredProperty], context: ParsingContext,
    environment: ComputationEnvironment
  ) {
    (self.inherited, self.registered) = (inherited, registered)
    (self.context, self.environment) = (context, environment)
  }

  private mutating func run(_ winners: [String: Winner]) -> CustomProperties {
    for (name, winner) in winners {
      let property = registered[name]
      if property != nil { baseURLs[name] = winner.baseURL }
      switch winner.declaration.value {
      case .tokens(let tokens, let hasSubstitution):
        states[name] =
          hasSubstitution || property != nil
          ? .waiting(tokens, winner.buffer, hasSubstitution: hasSubstitution)
          : .done(CustomProperties.Value(buffer: winner.buffer, tokens: tokens))
      case .wide(.initial): states[name] = .done(property?.initial)
      case .wide(.inherit): break
      // The cascade has looked for lower origins already.
      case .wide(.unset), .wide(.revert), .wide(.revertLayer), .wide(.revertRule):
        if let property, !property.isInherited { states[name] = .done(property.initial) }
      }
    }
    var changes: [String: CustomProperties.Value?] = [:]
    for name in states.keys.sorted() { changes.updateValue(value(name), forKey: name) }
    return inherited.changed(changes)
  }

  private mutating func value(_ name: String) -> CustomProperties.Value? {
    switch states[name] {
    case nil: return inherited[name]
    case .done(let value)?: return value
    case .running(let place)?:
      cyclic.formUnion(stack[place...])
      return nil
    case .waiting(let tokens, let buffer, let hasSubstitution)?:
      guard stack.count < Self.maximumDepth else { return nil }
      var value: CustomProperties.Value? = CustomProperties.Value(buffer: buffer, tokens: tokens)
      if hasSubstitution {
        states[name] = .running(stack.count)
        stack.append(name)
        let (context, environment) = (context, environment)
        var asked: Dependencies = []
        let replaced = withoutActuallyEscaping({ (name: String) in self.value(name) }) { variable in
          var substitution = Substitution(context: context, environment: environment, variable: variable)
          defer { asked = substitution.dependencies }
          return substitution.replaced(tokens, in: buffer)
        }
        dependencies.formUnion(asked)
        stack.removeLast()
        value =
          cyclic.contains(name)
          ? nil : replaced.map { CustomProperties.Value(buffer: $0, tokens: 0..<$0.tokens.count) }
      }
      if let property = registered[name] { value = computed(value, of: property) }
      states[name] = .done(value)
      return value
    }
  }

  /// The value in the form that the syntax says; what does not fit it counts as `unset`.
  /// https://drafts.css-houdini.org/css-properties-values-api-1/#calculation-of-computed-values
  private mutating func computed(
    _ value: CustomProperties.Value?, of property: RegisteredProperty
  ) -> CustomProperties.Value? {
    if property.syntax.isUniversal, let value { return value }
    if let value,
      let text = property.syntax.specified(
        TokenCursor(value.buffer, value.tokens), in: context.reading(baseURLs[property.name] ?? ""))
    {
      dependencies.formUnion(text.dependencies)
      let buffer = TokenBuffer(Array(text.computed(in: environment).utf8), taintedLike: value.buffer)
      return CustomProperties.Value(buffer: buffer, tokens: 0..<buffer.tokens.count)
    }
    return property.isInherited ? inherited[property.name] : property.initial
  }
}
