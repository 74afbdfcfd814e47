/// A condition in parentheses with `not`, `and`, `or`, over tests of some kind. Nested no deeper than
/// the token buffer lets brackets be.
/// https://drafts.csswg.org/css-conditional-5/#conditions
package indirect enum Condition<Test: Sendable>: Sendable {
  case test(Test)
  case not(Condition)
  case all([Condition])
  case any([Condition])
  /// Grammatical, but nothing that is known here.
  case unknown

  /// Whether one of the tests is such.
  package func contains(_ isSuch: (Test) -> Bool) -> Bool {
    switch self {
    case .test(let value): isSuch(value)
    case .not(let condition): condition.contains(isSuch)
    case .all(let conditions), .any(let conditions): conditions.contains { $0.contains(isSuch) }
    case .unknown: false
    }
  }

  /// Whether something in it is not known here.
  package var hasUnknown: Bool {
    switch self {
    case .test: false
    case .not(let condition): condition.hasUnknown
    case .all(let conditions), .any(let conditions): conditions.contains { $0.hasUnknown }
    case .unknown: true
    }
  }

  package var tests: [Test] {
    switch self {
    case .test(let value): [value]
    case .not(let condition): condition.tests
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.tests)
    case .unknown: []
    }
  }

  /// True, false or nil for unknown, in Kleene's logic.
  /// https://drafts.csswg.org/mediaqueries-4/#evaluating
  package func evaluate(_ test: (Test) -> Bool?) -> Bool? {
    switch self {
    case .test(let value): return test(value)
    case .not(let condition): return condition.evaluate(test).map { !$0 }
    case .all(let conditions):
      var result: Bool? = true
      for condition in conditions {
        switch condition.evaluate(test) {
        case false: return false
        case nil: result = nil
        case true: break
        }
      }
      return result
    case .any(let conditions):
      var result: Bool? = false
      for condition in conditions {
        switch condition.evaluate(test) {
        case true: return true
        case nil: result = nil
        case false: break
        }
      }
      return result
    case .unknown: return nil
    }
  }
}

/// Reads conditions: how the tests look inside of their parentheses is the caller's.
package struct ConditionParser<Test: Sendable> {
  /// The contents of parentheses that hold no further condition.
  package var inParentheses: (TokenCursor) -> Test?
  /// A function: its name in lower case and its contents.
  package var function: (String, TokenCursor) -> Test?

  package init(
    inParentheses: @escaping (TokenCursor) -> Test?,
    function: @escaping (String, TokenCursor) -> Test? = { _, _ in nil }
  ) {
    (self.inParentheses, self.function) = (inParentheses, function)
  }

  /// As much as belongs to the condition; nil where there is none.
  package func parse(_ cursor: inout TokenCursor, allowsOr: Bool = true) -> Condition<Test>? {
    if cursor.consumeIdent("not") { return operand(&cursor).map { .not($0) } }
    guard let first = operand(&cursor) else { return nil }
    var operands = [first]
    for (name, isOr) in [("and", false), ("or", true)] as [(StaticString, Bool)] where cursor.isIdent(name) {
      guard allowsOr || !isOr else { return nil }
      while cursor.consumeIdent(name) {
        guard let next = operand(&cursor) else { return nil }
        operands.append(next)
      }
      return isOr ? .any(operands) : .all(operands)
    }
    return first
  }

  private func operand(_ cursor: inout TokenCursor) -> Condition<Test>? {
    if let contents = cursor.consumeBlock(.openParenthesis) {
      var inner = contents
      if inner.kind == .openParenthesis || inner.kind == .function || inner.isIdent("not"),
        let condition = parse(&inner), inner.isAtEnd
      {
        return condition
      }
      return inParentheses(contents).map { .test($0) } ?? .unknown
    }
    if let (name, contents) = cursor.consumeFunction() {
      return function(cursor.buffer.lowercased(name), contents).map { .test($0) } ?? .unknown
    }
    return nil
  }
}
