/// What values may ask, as they are substituted, that is the same for all elements of a document.
package final class SubstitutionRules: SubstitutionSurroundings {
  let media: MediaContext
  let registered: [String: RegisteredProperty]
  fileprivate let functions: [String: CustomFunction]
  /// Whether functions ask the containers of elements.
  package let askContainers: Bool

  package init(media: MediaContext, registered: [String: RegisteredProperty], _ functions: [CustomFunction]) {
    (self.media, self.registered) = (media, registered)
    self.functions = Dictionary(functions.map { ($0.rule.name, $0) }) { _, last in last }
    askContainers = functions.contains { $0.rule.body.contains { $0.asksContainers } }
  }
}

/// The same, of an element whose containers are asked.
private final class ElementSubstitutionRules: SubstitutionSurroundings {
  let rules: SubstitutionRules
  let matchesContainers: (ContainerQueryList) -> Bool

  init(_ rules: SubstitutionRules, _ matchesContainers: @escaping (ContainerQueryList) -> Bool) {
    (self.rules, self.matchesContainers) = (rules, matchesContainers)
  }
}

extension ComputationEnvironment {
  /// `matchesContainers`: whether a query of the element's containers holds; nil where none is asked.
  package mutating func substitute(
    by rules: SubstitutionRules, matchesContainers: ((ContainerQueryList) -> Bool)? = nil
  ) {
    surroundings = matchesContainers.map { ElementSubstitutionRules(rules, $0) } ?? rules
  }

  var rules: SubstitutionRules? {
    surroundings as? SubstitutionRules ?? (surroundings as? ElementSubstitutionRules)?.rules
  }

  var matchesContainers: ((ContainerQueryList) -> Bool)? {
    (surroundings as? ElementSubstitutionRules)?.matchesContainers
  }

  var media: MediaContext { rules?.media ?? MediaContext(width: viewportWidth, height: viewportHeight) }
}

extension FunctionRule.Item {
  fileprivate var asksContainers: Bool {
    switch self {
    case .descriptor: false
    case .container: true
    case .media(_, let items), .supports(_, let items): items.contains { $0.asksContainers }
    }
  }
}

/// A function's rule with the tokens that it is of.
package struct CustomFunction {
  package var rule: FunctionRule
  package var buffer: TokenBuffer
  package init(_ rule: FunctionRule, of buffer: TokenBuffer) { (self.rule, self.buffer) = (rule, buffer) }
}

extension Substitution {
  private static let deepestCalls = 32

  /// Appends what a function gives; false where that is invalid.
  /// https://drafts.csswg.org/css-mixins-1/#evaluate-a-custom-function
  mutating func call(_ name: String, _ arguments: TokenCursor, to text: inout SubstitutedText, depth: Int) -> Bool {
    guard let function = environment.rules?.functions[name], !calls.contains(name), calls.count < Self.deepestCalls,
      environment.substitutions?.allows(bytes: 0) ?? true
    else { return false }
    dependencies.insert(.customProperties)
    // 1. The arguments, as they are where the function is called.
    let given = Self.arguments(arguments)
    guard given.count <= function.rule.parameters.count, !given.contains(where: \.isAtEnd) else { return false }
    var inner = self
    inner.calls.append(name)
    let scope = FunctionScope(around: inner)
    for (index, parameter) in function.rule.parameters.enumerated() {
      if index < given.count {
        var value = SubstitutedText()
        let isValid = append(given[index].range, of: given[index].buffer, to: &value, depth: depth + 1)
        let found = isValid ? typed(value.buffer, parameter.syntax) : nil
        if found != nil || parameter.fallback == nil {
          scope.set(parameter.name, found)
          continue
        }
      }
      if let fallback = parameter.fallback {
        scope.wait(parameter.name, fallback, function.buffer, parameter.syntax)
      } else {
        scope.set(parameter.name, nil)
      }
    }
    // 2. What is declared in it; the last declaration of a name counts.
    var result: SyntaxDeclaration?
    declare(function.rule.body, of: function.buffer, in: scope, &result)
    guard let result else { return false }
    // 3. The result.
    let found = scope.substituted(result.value, of: function.buffer)
    dependencies.formUnion(scope.dependencies)
    guard let found, let value = typed(found, function.rule.returns) else { return false }
    text.append(value.tokens, of: value.buffer)
    return true
  }

  private mutating func declare(
    _ items: [FunctionRule.Item], of buffer: TokenBuffer, in scope: FunctionScope, _ result: inout SyntaxDeclaration?
  ) {
    for item in items {
      switch item {
      case .descriptor(let declaration):
        let token = buffer.tokens[declaration.name]
        guard Substitution.isValid(declaration.value, in: buffer, isCustom: true) else { continue }
        if buffer.isCustomName(token) {
          scope.declare(buffer.string(token), declaration.value, buffer)
        } else if buffer.matches(token, "result") {
          result = declaration
        }
      case .media(let queries, let inner):
        if queries.matches(environment.media) { declare(inner, of: buffer, in: scope, &result) }
      case .supports(let condition, let inner):
        let context = context
        if condition.evaluate(declaration: { PropertyTable.supports($0, in: $1, context) }) {
          declare(inner, of: buffer, in: scope, &result)
        }
      case .container(let queries, let inner):
        dependencies.insert(.container)
        if environment.matchesContainers?(queries) ?? false { declare(inner, of: buffer, in: scope, &result) }
      }
    }
  }

  /// The value in the form that a type says; nil where it does not fit.
  fileprivate mutating func typed(_ buffer: TokenBuffer, _ syntax: PropertySyntax?) -> CustomProperties.Value? {
    let whole = CustomProperties.Value(buffer: buffer, tokens: 0..<buffer.tokens.count)
    guard let syntax, !syntax.isUniversal else { return whole }
    guard let value = syntax.specified(TokenCursor(buffer), in: context.zoomed(environment.zoom)) else { return nil }
    dependencies.formUnion(value.dependencies)
    let computed = TokenBuffer(Array(value.computed(in: environment).utf8), taintedLike: buffer)
    return CustomProperties.Value(buffer: computed, tokens: 0..<computed.tokens.count)
  }

  /// Between commas; braces around one keep its commas together.
  private static func arguments(_ list: TokenCursor) -> [TokenCursor] {
    var cursor = list
    if cursor.isAtEnd { return [] }
    var arguments: [TokenCursor] = []
    repeat {
      var attempt = cursor
      if let block = attempt.consumeBlock(.openCurly), attempt.isAtEnd || attempt.kind == .comma {
        arguments.append(block)
        cursor = attempt
        continue
      }
      let start = cursor.position
      while !cursor.isAtEnd, cursor.kind != .comma { cursor.advanceValue() }
      arguments.append(TokenCursor(cursor.buffer, cursor.buffer.trimmed(start..<cursor.position)))
    } while cursor.consumeComma()
    return arguments
  }
}

/// The custom properties of a function that is called: its parameters, what it declares, and those where it is called.
private final class FunctionScope {
  private enum State {
    case waiting(Range<Int>, TokenBuffer, PropertySyntax?)
    /// Its place on the stack of those being computed.
    case running(Int)
    case done(CustomProperties.Value?)
  }
  private var states: [String: State] = [:]
  private var stack: [String] = []
  private var cyclic: Set<String> = []
  private var outer: Substitution
  private(set) var dependencies: Dependencies = []

  init(around outer: Substitution) { self.outer = outer }

  func set(_ name: String, _ value: CustomProperties.Value?) { states[name] = .done(value) }

  func wait(_ name: String, _ tokens: Range<Int>, _ buffer: TokenBuffer, _ syntax: PropertySyntax?) {
    states[name] = .waiting(tokens, buffer, syntax)
  }

  /// https://drafts.csswg.org/css-mixins-1/#function-body
  func declare(_ name: String, _ tokens: Range<Int>, _ buffer: TokenBuffer) {
    switch TokenCursor(buffer, tokens).wideKeyword {
    case .initial: states[name] = .done(nil)
    case .inherit: states[name] = .done(outer.variable(name))
    case .unset, .revert, .revertLayer, .revertRule, nil: states[name] = .waiting(tokens, buffer, nil)
    }
  }

  func substituted(_ tokens: Range<Int>, of buffer: TokenBuffer) -> TokenBuffer? {
    var substitution = Substitution(context: outer.context, environment: outer.environment) { self.value($0) }
    substitution.calls = outer.calls
    defer { dependencies.formUnion(substitution.dependencies) }
    return substitution.replaced(tokens, in: buffer)
  }

  private func value(_ name: String) -> CustomProperties.Value? {
    switch states[name] {
    case nil: return outer.variable(name)
    case .done(let value)?: return value
    case .running(let place)?:
      cyclic.formUnion(stack[place...])
      return nil
    case .waiting(let tokens, let buffer, let syntax)?:
      guard stack.count < 64 else { return nil }
      states[name] = .running(stack.count)
      stack.append(name)
      let found = substituted(tokens, of: buffer)
      stack.removeLast()
      let value = cyclic.contains(name) ? nil : found.flatMap { outer.typed($0, syntax) }
      dependencies.formUnion(outer.dependencies)
      states[name] = .done(value)
      return value
    }
  }
}
