/// Substitutes `var()`, `env()`, `attr()`, `if()` and functions of authors.
/// https://drafts.csswg.org/css-values-5/#substitute-arbitrary-substitution-function
package struct Substitution {
  let context: ParsingContext
  /// Of the element whose attributes `attr()` reads.
  let environment: ComputationEnvironment
  /// The value of a custom property; nil if it is the guaranteed-invalid value.
  let variable: (String) -> CustomProperties.Value?
  /// Of the values that were substituted.
  package internal(set) var dependencies: Dependencies = []
  /// The functions that this is in, which must not call themselves.
  var calls: [String] = []

  package init(
    context: ParsingContext, environment: ComputationEnvironment,
    variable: @escaping (String) -> CustomProperties.Value?
  ) {
    (self.context, self.environment, self.variable) = (context, environment, variable)
  }

  private static let maximumBytes = 65_536

  /// Whether anything is to be replaced.
  static func isNeeded(in range: Range<Int>, _ buffer: TokenBuffer) -> Bool {
    for index in range where buffer.tokens[index].kind == .function {
      if kind(buffer.tokens[index], buffer) != nil { return true }
    }
    return false
  }

  /// Whether the value may be kept until it is known what its functions stand for: no token is bad, no
  /// bracket is without its partner, neither `;` nor `!` stands free or in a fallback, and `var()` names
  /// a custom property.
  /// https://drafts.csswg.org/css-syntax-3/#any-value
  static func isValid(_ range: Range<Int>, in buffer: TokenBuffer, isCustom: Bool) -> Bool {
    // The open blocks: where each ends, and whether it is a substitution function.
    var open: [(end: Int, isSubstitution: Bool, isConditional: Bool)] = []
    for index in range {
      let token = buffer.tokens[index]
      switch token.kind {
      case .badString, .badURL: return false
      case .closeCurly, .closeParenthesis, .closeSquare:
        guard open.last?.end == index else { return false }
        open.removeLast()
        continue
      case .semicolon: if open.last?.isSubstitution ?? true, open.last?.isConditional != true { return false }
      case .delim: if token.isDelim("!"), open.last?.isSubstitution ?? true { return false }
      case .openCurly where open.isEmpty && !isCustom:
        guard index == range.lowerBound, token.match + 1 >= range.upperBound else { return false }
      default: break
      }
      guard token.opensBlock else { continue }
      let kind = token.kind == .function ? kind(token, buffer) : nil
      if let kind {
        guard hasValidArguments(kind, TokenCursor(buffer, index + 1..<max(index + 1, token.match))) else {
          return false
        }
      }
      open.append((token.match, kind != nil, kind == .conditional))
    }
    return true
  }

  private static func hasValidArguments(_ kind: Kind, _ arguments: TokenCursor) -> Bool {
    var arguments = arguments
    if kind == .conditional { return isValidConditional(arguments) }
    if kind == .function { return true }
    guard let name = arguments.consumeIdent() else { return false }
    switch kind {
    case .conditional, .function: break
    case .variable:
      guard arguments.buffer.isCustomName(name), name.textEnd - name.textStart > 2 else { return false }
    case .environment:
      while arguments.kind == .number { arguments.advance() }
    case .attribute:
      guard AttributeType(&arguments) != nil else { return false }
    }
    return arguments.isAtEnd || arguments.kind == .comma
  }

  private enum Kind { case variable, environment, attribute, conditional, function }

  private static func kind(_ token: Token, _ buffer: TokenBuffer) -> Kind? {
    if buffer.matches(token, "var") { return .variable }
    if buffer.matches(token, "env") { return .environment }
    if buffer.matches(token, "attr") { return .attribute }
    if buffer.matches(token, "if") { return .conditional }
    return buffer.isCustomName(token) ? .function : nil
  }

  /// The tokens with everything replaced; nil where the value is invalid then.
  package mutating func replaced(_ range: Range<Int>, in buffer: TokenBuffer) -> TokenBuffer? {
    var text = SubstitutedText()
    guard append(range, of: buffer, to: &text, depth: 0) else { return nil }
    if let work = environment.substitutions, !work.allows(bytes: text.count) { return nil }
    return text.buffer
  }

  mutating func append(
    _ range: Range<Int>, of buffer: TokenBuffer, to text: inout SubstitutedText, depth: Int
  ) -> Bool {
    guard depth < 64 else { return false }
    let range = range.clamped(to: 0..<buffer.tokens.count)
    var index = range.lowerBound
    var copied = index
    while index < range.upperBound {
      let token = buffer.tokens[index]
      guard token.kind == .function, let kind = Self.kind(token, buffer) else {
        index += 1
        continue
      }
      text.append(copied..<index, of: buffer)
      let end = min(token.match, range.upperBound)
      // The comments keep what is put in from growing together with its neighbours.
      text.append("/**/")
      guard replace(kind, token, TokenCursor(buffer, index + 1..<max(index + 1, end)), &text, depth) else {
        return false
      }
      text.append("/**/")
      guard text.count <= Self.maximumBytes else { return false }
      index = min(end + 1, range.upperBound)
      copied = index
    }
    text.append(copied..<max(copied, range.upperBound), of: buffer)
    return text.count <= Self.maximumBytes
  }

  private mutating func replace(
    _ kind: Kind, _ function: Token, _ arguments: TokenCursor, _ text: inout SubstitutedText, _ depth: Int
  ) -> Bool {
    if kind == .conditional { return choose(arguments, to: &text, depth: depth) }
    if kind == .function { return call(arguments.buffer.string(function), arguments, to: &text, depth: depth) }
    var arguments = arguments
    guard let token = arguments.consumeIdent() else { return false }
    switch kind {
    case .conditional, .function: return false
    case .variable:
      guard arguments.buffer.isCustomName(token) else { return false }
      dependencies.insert(.customProperties)
      if let value = variable(arguments.buffer.string(token)) {
        text.append(value.tokens, of: value.buffer)
        return true
      }
    case .environment:
      // A window without a notch.
      let name = arguments.buffer.string(token)
      if name.hasPrefix("safe-area-inset-") || name.hasPrefix("safe-area-max-inset-") {
        text.append("0px")
        return true
      }
      while arguments.kind == .number { arguments.advance() }
    case .attribute:
      guard let type = AttributeType(&arguments) else { return false }
      dependencies.insert(.attribute)
      let attribute = environment.attribute?(arguments.buffer.string(token))
      if let value = type.specified(attribute, in: context) {
        dependencies.formUnion(value.dependencies)
        text.append(value.computed(in: environment), isTainted: true)
        return true
      }
      if type == .string, arguments.isAtEnd {
        text.append("\"\"", isTainted: true)
        return true
      }
    }
    guard arguments.consumeComma() else { return false }
    return append(arguments.range, of: arguments.buffer, to: &text, depth: depth + 1)
  }
}
