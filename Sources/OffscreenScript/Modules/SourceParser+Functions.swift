/// https://tc39.es/ecma262/#sec-ecmascript-language-functions-and-classes
extension SourceParser {
  /// An expression, at `function`.
  mutating func readFunction(isAsync: Bool) throws {
    try advance()
    let isGenerator = try accept(.star)
    try inScope(from: token.start) { parser in
      if parser.token.kind == .name {
        parser.scopes.declare(parser.token.name, in: parser.scope)
        try parser.advance()
      }
      try parser.readFunctionRest(isAsync: isAsync, isGenerator: isGenerator)
    }
  }

  /// Parameters and body.
  mutating func readFunctionRest(isAsync: Bool, isGenerator: Bool) throws {
    let outer = context
    context.functions += 1
    context.ordinaryFunctions += 1
    (context.isAsync, context.isGenerator) = (isAsync, isGenerator)
    try inScope(from: token.start) { parser in
      let mark = parser.candidates.count
      try parser.readList()
      parser.declareCandidates(from: mark, in: parser.scope)
      try parser.readFunctionBody()
    }
    context = outer
  }

  /// At the arrow. `parameters`: where the candidates begin that are its own.
  mutating func readArrow(from start: Int, parameters mark: Int, isAsync: Bool) throws {
    let outer = context
    context.functions += 1
    (context.isAsync, context.isGenerator) = (isAsync, false)
    try inScope(from: start) { parser in
      parser.declareCandidates(from: mark, in: parser.scope)
      try parser.advance()
      if parser.token.mark == .openBrace {
        try parser.readFunctionBody()
      } else {
        try parser.readAssignment()
        parser.forgetCandidates(from: mark)
      }
    }
    context = outer
  }

  /// Its declarations are not those of the parameters, which do not see them.
  private mutating func readFunctionBody() throws {
    let outer = functionScope
    guard token.mark == .openBrace else { throw unexpected() }
    try readInside { parser in
      try parser.inScope(from: parser.token.start) { parser in
        parser.functionScope = parser.scope
        try parser.readBraces()
      }
    }
    functionScope = outer
  }

  /// Statements in braces.
  mutating func readBraces() throws {
    try expect(.openBrace)
    while token.mark != .closeBrace { try readStatement() }
    try advance()
  }

  // MARK: Classes

  mutating func readClass(isDeclaration: Bool) throws {
    try deeper { parser in
      try parser.inScope(from: parser.token.start) { parser in
        try parser.advance()
        if parser.token.kind == .name, !parser.token.isWord(.extends) {
          parser.scopes.declare(parser.token.name, in: parser.scope)
          try parser.advance()
        } else if isDeclaration {
          throw parser.unexpected()
        }
        let mark = parser.candidates.count
        if try parser.accept(.extends) { _ = try parser.readOperand() }
        try parser.readInside { try $0.readMembers() }
        parser.forgetCandidates(from: mark)
      }
    }
  }

  private mutating func readMembers() throws {
    try expect(.openBrace)
    while token.mark != .closeBrace {
      if try accept(.semicolon) { continue }
      try readMember()
    }
    try advance()
  }

  private mutating func readMember() throws {
    if token.isWord(.static) {
      let next = try peek()
      if next.mark == .openBrace {
        try advance()
        return try asFunction { try $0.readFunctionBody() }
      }
      if !endsPropertyName(next) { try advance() }
    }
    var (isAsync, isGenerator) = (false, false)
    if token.isWord(.async) {
      let next = try peek()
      if !endsPropertyName(next), !next.followsLineBreak {
        isAsync = true
        try advance()
      }
    }
    if try accept(.star) { isGenerator = true }
    if !isAsync, !isGenerator, token.isWord(.get) || token.isWord(.set) {
      let next = try peek()
      // A field of that name may end with its line; a generator follows.
      if !endsPropertyName(next), next.mark != .star { try advance() }
    }
    try readPropertyKey()
    if token.mark == .openParenthesis {
      return try readFunctionRest(isAsync: isAsync, isGenerator: isGenerator)
    }
    if try accept(.assign) {
      let mark = candidates.count
      try asFunction { try $0.readAssignment() }
      forgetCandidates(from: mark)
    }
    try readSemicolon()
  }

  /// Fields and static blocks are code of functions of their own.
  private mutating func asFunction(_ body: (inout Self) throws -> Void) throws {
    let outer = context
    context = Context(functions: outer.functions + 1, ordinaryFunctions: outer.ordinaryFunctions + 1)
    try body(&self)
    context = outer
  }
}
