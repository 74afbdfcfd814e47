/// https://tc39.es/ecma262/#sec-ecmascript-language-statements-and-declarations
extension SourceParser {
  /// `isOutermost`: where modules import and export.
  mutating func readStatement(isOutermost: Bool = false) throws {
    try deeper { parser in
      // What ends with a statement is read in rounds, not in depth.
      var isOutermost = isOutermost
      while try parser.readStatementHead(isOutermost: isOutermost) { isOutermost = false }
    }
  }

  /// Whether a statement follows that is the last part of this one.
  private mutating func readStatementHead(isOutermost: Bool) throws -> Bool {
    switch token.mark {
    case .openBrace:
      try inScope(from: token.start) { try $0.readBraces() }
      return false
    case .semicolon:
      try advance()
      return false
    default: break
    }
    guard token.kind == .name, !token.hasEscape, let word = SourceNames.Word(rawValue: token.name) else {
      return try readExpressionStatement()
    }
    switch word {
    case .var:
      try advance()
      try readDeclarators(in: functionScope)
      try readSemicolon()
    case .const:
      try advance()
      try readDeclarators(in: scope)
      try readSemicolon()
    case .let:
      guard try isDeclaration else { return try readExpressionStatement() }
      try advance()
      try readDeclarators(in: scope)
      try readSemicolon()
    case .function: try readFunctionDeclaration()
    case .async:
      let next = try peek()
      guard next.isWord(.function), !next.followsLineBreak else { return try readExpressionStatement() }
      try readFunctionDeclaration()
    case .class: try readClassDeclaration()
    case .if:
      try advance()
      try readCondition()
      try readStatement()
      return try accept(.else)
    case .for:
      try readFor()
    case .while, .with:
      try advance()
      try readCondition()
      return true
    case .do:
      try advance()
      try readStatement()
      guard try accept(.while) else { throw unexpected() }
      try readCondition()
      if try !accept(.semicolon) { lineStart = token.start }
    case .switch: try readSwitch()
    case .try: try readTry()
    case .return:
      if goal == .module, context.functions == 0 { throw unexpected() }
      try readJump()
    case .throw: try readJump()
    case .break, .continue:
      try advance()
      if token.kind == .name, !token.followsLineBreak { try advance() }
      try readSemicolon()
    case .debugger:
      try advance()
      try readSemicolon()
    case .import:
      let next = try peek()
      if next.mark == .openParenthesis || next.mark == .dot { return try readExpressionStatement() }
      guard goal == .module, isOutermost else { throw unexpected() }
      try readImport()
    case .export:
      guard goal == .module, isOutermost else { throw unexpected() }
      try readExport()
    default: return try readExpressionStatement()
    }
    return false
  }

  /// An expression, or the label of a statement that follows.
  private mutating func readExpressionStatement() throws -> Bool {
    let (start, place, mark) = (token, occurrences.count, candidates.count)
    try readExpression()
    forgetCandidates(from: mark)
    if token.mark == .colon, start.kind == .name, previousEnd == start.end {
      if occurrences.count > place { occurrences.removeLast() }
      try advance()
      return true
    }
    try readSemicolon()
    return false
  }

  private mutating func readCondition() throws {
    let mark = candidates.count
    try readList()
    forgetCandidates(from: mark)
  }

  private mutating func readJump() throws {
    try advance()
    let ends = token.followsLineBreak || token.mark == .semicolon || token.mark == .closeBrace || token.kind == .end
    if !ends {
      let mark = candidates.count
      try readExpression()
      forgetCandidates(from: mark)
    }
    try readSemicolon()
  }

  // MARK: Declarations

  /// Whether `let` declares something: in scripts it may be a name.
  private var isDeclaration: Bool {
    mutating get throws {
      if goal == .module { return true }
      let next = try peek()
      if next.mark == .openBracket || next.mark == .openBrace { return true }
      return next.kind == .name && !next.isWord(.in) && !next.isWord(.instanceof)
    }
  }

  /// Patterns with their values.
  mutating func readDeclarators(in scope: SourceScopes.Scope) throws {
    repeat {
      try readBinding(in: scope)
      if try accept(.assign) {
        let mark = candidates.count
        try readAssignment()
        forgetCandidates(from: mark)
      }
    } while try accept(.comma)
  }

  /// A name or a pattern, without what it is set to.
  mutating func readBinding(in scope: SourceScopes.Scope) throws {
    let mark = candidates.count
    if token.kind == .name {
      guard token.hasEscape || !SourceNames.isReserved(token.name) else { throw unexpected() }
      scopes.declare(token.name, in: scope)
      return try advance()
    }
    guard token.mark == .openBracket || token.mark == .openBrace else { throw unexpected() }
    guard try readOperand() == .target else { throw unexpected() }
    declareCandidates(from: mark, in: scope)
  }

  /// At `function` or at `async` before it.
  mutating func readFunctionDeclaration() throws {
    let isAsync = try accept(.async)
    try advance()
    let isGenerator = try accept(.star)
    guard token.kind == .name else { throw unexpected() }
    if scope == SourceScopes.whole { interface.functions.append(token) }
    scopes.declare(token.name, in: scope)
    try advance()
    try readFunctionRest(isAsync: isAsync, isGenerator: isGenerator)
  }

  mutating func readClassDeclaration() throws {
    let name = try peek()
    guard name.kind == .name else { throw unexpected() }
    scopes.declare(name.name, in: scope)
    try readClass(isDeclaration: true)
  }

  // MARK: Loops and branches

  private mutating func readFor() throws {
    try advance()
    if token.isWord(.await) {
      guard isAwaitOperator else { throw unexpected() }
      if context.functions == 0 { hasAwait = true }
      try advance()
    }
    try inScope(from: token.start) { parser in
      try parser.expect(.openParenthesis)
      try parser.readForHead()
      try parser.expect(.closeParenthesis)
      try parser.readStatement()
    }
  }

  private mutating func readForHead() throws {
    let mark = candidates.count
    let outer = allowsIn
    allowsIn = false
    if token.mark != .semicolon {
      if token.isWord(.var) {
        try advance()
        try readDeclarators(in: functionScope)
      } else if try token.isWord(.const) || token.isWord(.let) && isDeclaration {
        try advance()
        try readDeclarators(in: scope)
      } else {
        try readExpression()
      }
    }
    allowsIn = outer
    if token.isWord(.of) {
      try advance()
      try readInside { try $0.readAssignment() }
    } else if token.isWord(.in) {
      try advance()
      try readInside { try $0.readExpression() }
    } else {
      try expect(.semicolon)
      if token.mark != .semicolon { try readInside { try $0.readExpression() } }
      try expect(.semicolon)
      if token.mark != .closeParenthesis { try readInside { try $0.readExpression() } }
    }
    forgetCandidates(from: mark)
  }

  private mutating func readSwitch() throws {
    try advance()
    try readCondition()
    try inScope(from: token.start) { parser in
      try parser.expect(.openBrace)
      while parser.token.mark != .closeBrace {
        if try parser.accept(.case) {
          let mark = parser.candidates.count
          try parser.readExpression()
          parser.forgetCandidates(from: mark)
        } else if try !parser.accept(.default) {
          try parser.readStatement()
          continue
        }
        try parser.expect(.colon)
      }
      try parser.advance()
    }
  }

  private mutating func readTry() throws {
    try advance()
    try readBlock()
    if token.isWord(.catch) {
      try inScope(from: token.start) { parser in
        try parser.advance()
        if try parser.accept(.openParenthesis) {
          try parser.readBinding(in: parser.scope)
          try parser.expect(.closeParenthesis)
        }
        try parser.readBlock()
      }
    }
    if try accept(.finally) { try readBlock() }
  }

  private mutating func readBlock() throws {
    try inScope(from: token.start) { try $0.readBraces() }
  }
}
