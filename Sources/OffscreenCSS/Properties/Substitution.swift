/// Replaces `var()` and `env()` by what they stand for.
/// https://drafts.csswg.org/css-values-5/#substitute-arbitrary-substitution-function
package struct Substitution {
  /// The value of a custom property; nil if it is the guaranteed-invalid value.
  let variable: (String) -> CustomProperties.Value?

  package init(variable: @escaping (String) -> CustomProperties.Value?) { self.variable = variable }

  private static let maximumBytes = 65_536

  /// Whether anything is to be replaced.
  static func isNeeded(in range: Range<Int>, _ buffer: TokenBuffer) -> Bool {
    for index in range where buffer.tokens[index].kind == .function {
      if kind(buffer.tokens[index], buffer) != nil { return true }
    }
    return false
  }

  private enum Kind { case variable, environment }

  private static func kind(_ token: Token, _ buffer: TokenBuffer) -> Kind? {
    if buffer.matches(token, "var") { return .variable }
    return buffer.matches(token, "env") ? .environment : nil
  }

  /// The tokens with everything replaced; nil where the value is invalid then.
  package func replaced(_ range: Range<Int>, in buffer: TokenBuffer) -> TokenBuffer? {
    var text: [UInt8] = []
    guard append(range, of: buffer, to: &text, depth: 0) else { return nil }
    return TokenBuffer(text)
  }

  private func append(
    _ range: Range<Int>, of buffer: TokenBuffer, to text: inout [UInt8], depth: Int
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
      text.append(contentsOf: buffer.source(of: copied..<index))
      let end = min(token.match, range.upperBound)
      // The comments keep what is put in from growing together with its neighbours.
      text.append(contentsOf: "/**/".utf8)
      guard replace(kind, TokenCursor(buffer, index + 1..<max(index + 1, end)), &text, depth) else { return false }
      text.append(contentsOf: "/**/".utf8)
      guard text.count <= Self.maximumBytes else { return false }
      index = min(end + 1, range.upperBound)
      copied = index
    }
    text.append(contentsOf: buffer.source(of: copied..<max(copied, range.upperBound)))
    return text.count <= Self.maximumBytes
  }

  private func replace(
    _ kind: Kind, _ arguments: TokenCursor, _ text: inout [UInt8], _ depth: Int
  ) -> Bool {
    var arguments = arguments
    guard let token = arguments.consumeIdent() else { return false }
    switch kind {
    case .variable:
      guard arguments.buffer.isCustomName(token) else { return false }
      if let value = variable(arguments.buffer.string(token)) {
        text.append(contentsOf: value.source)
        return true
      }
    case .environment:
      // A window without a notch.
      let name = arguments.buffer.string(token)
      if name.hasPrefix("safe-area-inset-") || name.hasPrefix("safe-area-max-inset-") {
        text.append(contentsOf: "0px".utf8)
        return true
      }
      while arguments.kind == .number { arguments.advance() }
    }
    guard arguments.consumeComma() else { return false }
    return append(arguments.range, of: arguments.buffer, to: &text, depth: depth + 1)
  }
}

/// Computes the custom properties of an element from its parent's and the declarations that won.
/// https://drafts.csswg.org/css-variables-2/#cycles
package struct CustomPropertyResolver {
  package struct Winner {
    package var declaration: CustomDeclaration
    package var buffer: TokenBuffer
    package init(declaration: CustomDeclaration, buffer: TokenBuffer) {
      (self.declaration, self.buffer) = (declaration, buffer)
    }
  }

  private enum State {
    case waiting(Range<Int>, TokenBuffer)
    /// Its place on the stack of those being computed.
    case running(Int)
    case done(CustomProperties.Value?)
  }

  private final class Run {
    var states: [String: State] = [:]
    var stack: [String] = []
    /// Of those on the stack, which are part of a cycle.
    var cyclic: Set<String> = []
    let inherited: CustomProperties
    init(inherited: CustomProperties) { self.inherited = inherited }

    static let maximumDepth = 200

    func value(_ name: String) -> CustomProperties.Value? {
      switch states[name] {
      case nil: return inherited[name]
      case .done(let value)?: return value
      case .running(let place)?:
        cyclic.formUnion(stack[place...])
        return nil
      case .waiting(let tokens, let buffer)?:
        guard stack.count < Self.maximumDepth else { return nil }
        states[name] = .running(stack.count)
        stack.append(name)
        let replaced = Substitution(variable: { self.value($0) }).replaced(tokens, in: buffer)
        stack.removeLast()
        let value = cyclic.contains(name)
          ? nil : replaced.map { CustomProperties.Value(buffer: $0, tokens: 0..<$0.tokens.count) }
        states[name] = .done(value)
        return value
      }
    }
  }

  /// `reset`: values of registered properties that are not inherited, where the parent's differ.
  package static func resolve(
    _ winners: [String: Winner], inherited: CustomProperties, reset: [String: CustomProperties.Value?] = [:]
  ) -> CustomProperties {
    let inherited = inherited.changed(reset)
    guard !winners.isEmpty else { return inherited }
    let run = Run(inherited: inherited)
    for (name, winner) in winners {
      switch winner.declaration.value {
      case .tokens(let tokens, hasSubstitution: false):
        run.states[name] = .done(CustomProperties.Value(buffer: winner.buffer, tokens: tokens))
      case .tokens(let tokens, hasSubstitution: true):
        run.states[name] = .waiting(tokens, winner.buffer)
      case .wide(.initial): run.states[name] = .done(nil)
      // They are inherited: so are all other keywords, once the cascade has looked for lower origins.
      case .wide: break
      }
    }
    var changes: [String: CustomProperties.Value?] = [:]
    for name in run.states.keys.sorted() { changes.updateValue(run.value(name), forKey: name) }
    return inherited.changed(changes)
  }
}
