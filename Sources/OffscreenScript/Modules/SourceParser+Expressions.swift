/// https://tc39.es/ecma262/#sec-ecmascript-language-expressions
extension SourceParser {
  enum Operand {
    /// What may be assigned to, or be a pattern: a name, an array, an object.
    case target
    /// An arrow function, which no operator follows.
    case arrow
    case other
  }

  /// Expressions with commas between them.
  mutating func readExpression() throws {
    repeat { try readAssignment() } while try accept(.comma)
  }

  /// Of those that lie in brackets, where `in` is an operator again.
  mutating func readInside(_ body: (inout Self) throws -> Void) throws {
    let outer = allowsIn
    allowsIn = true
    try body(&self)
    allowsIn = outer
  }

  /// An expression without commas. Leaves the names that it would declare as a pattern among the candidates.
  mutating func readAssignment() throws {
    try deeper { parser in
      let mark = parser.candidates.count
      // Where the candidates of the target end, once `=` has been read; those of the value are none.
      var kept: Int?
      var isPattern = true
      loop: while true {
        if parser.context.isGenerator, parser.token.isWord(.yield) {
          if kept == nil { isPattern = false }
          try parser.advance()
          if try !parser.accept(.star), parser.endsYield { break }
          continue
        }
        let operand = try parser.readOperand()
        if operand != .target, kept == nil { isPattern = false }
        if operand == .arrow { break }
        switch parser.token.mark {
        case .operation, .star, .slash, .sign, .assignOperator, .slashAssign: break
        case .question:
          try parser.advance()
          try parser.readInside { try $0.readAssignment() }
          guard parser.token.mark == .colon else { throw parser.unexpected() }
        case .assign: kept = kept ?? parser.candidates.count
        case .none where parser.token.isWord(.instanceof) || parser.token.isWord(.in) && parser.allowsIn: break
        default: break loop
        }
        if kept == nil { isPattern = false }
        try parser.advance()
      }
      parser.forgetCandidates(from: isPattern ? kept ?? parser.candidates.count : mark)
    }
  }

  /// Whether nothing follows `yield` that it would give.
  private var endsYield: Bool {
    if token.followsLineBreak || token.kind == .end || token.isWord(.in) || token.isWord(.of) { return true }
    switch token.mark {
    case .closeParenthesis, .closeBracket, .closeBrace, .comma, .semicolon, .colon: return true
    default: return false
    }
  }

  /// What stands between operators, with its prefixes and suffixes.
  mutating func readOperand() throws -> Operand {
    let mark = candidates.count
    var hasPrefix = false
    while true {
      switch token.mark {
      case .sign, .negation, .increment, .decrement: break
      case .none where token.isWord(.typeof) || token.isWord(.void) || token.isWord(.delete): break
      case .none where token.isWord(.await) && isAwaitOperator:
        if context.functions == 0 { hasAwait = true }
      default:
        let operand = try readPrimary()
        if operand == .arrow { return .arrow }
        let hasSuffix = try readSuffixes()
        if !hasPrefix, !hasSuffix { return operand }
        forgetCandidates(from: mark)
        return .other
      }
      hasPrefix = true
      try advance()
    }
  }

  /// Outside of functions a module may await.
  var isAwaitOperator: Bool { context.isAsync || goal == .module && context.functions == 0 }

  // MARK: Suffixes

  /// Properties, calls, templates. Whether there was one.
  private mutating func readSuffixes() throws -> Bool {
    let start = previousEnd
    while true {
      switch token.mark {
      case .dot:
        try advance()
        guard token.kind == .name || token.kind == .privateName else { throw unexpected() }
        try advance()
      case .optionalChain:
        try advance()
        if token.kind == .name || token.kind == .privateName { try advance() }
      case .openBracket:
        try advance()
        try readInside { try $0.readExpression() }
        try expect(.closeBracket)
      case .openParenthesis:
        let mark = candidates.count
        try readList()
        forgetCandidates(from: mark)
      case .increment, .decrement:
        if token.followsLineBreak { return previousEnd > start }
        try advance()
        return true
      case .none where token.kind == .template: try readTemplate()
      default: return previousEnd > start
      }
    }
  }

  /// Arguments, or what turns out to be parameters.
  mutating func readList() throws {
    try expect(.openParenthesis)
    try readInside { parser in
      while parser.token.mark != .closeParenthesis {
        _ = try parser.accept(.ellipsis)
        try parser.readAssignment()
        if parser.token.mark != .closeParenthesis { try parser.expect(.comma) }
      }
    }
    try expect(.closeParenthesis)
  }

  private mutating func readTemplate() throws {
    var position = token.end
    while true {
      let (end, isLast) = try scanner.scanTemplate(from: position)
      previousEnd = end
      token = try scanner.scan(from: end)
      if isLast { return }
      try readInside { try $0.readExpression() }
      guard token.mark == .closeBrace else { throw unexpected() }
      position = token.end
    }
  }

  // MARK: Primary expressions

  private mutating func readPrimary() throws -> Operand {
    var isConstructed = false
    while token.isWord(.new) {
      try advance()
      if try accept(.dot) {
        guard token.isWord(.target) else { throw unexpected() }
        if goal == .module, context.ordinaryFunctions == 0 { throw unexpected() }
        try advance()
        return .other
      }
      isConstructed = true
    }
    switch token.kind {
    case .name: return try readNamed(isConstructed: isConstructed)
    case .number, .string, .privateName:
      try advance()
      return .other
    case .template:
      try readTemplate()
      return .other
    case .mark: break
    case .regularExpression, .end: throw unexpected()
    }
    switch token.mark {
    case .openParenthesis:
      let (start, mark) = (token.start, candidates.count)
      try readList()
      if token.mark == .arrow, !token.followsLineBreak {
        try readArrow(from: start, parameters: mark, isAsync: false)
        return .arrow
      }
      forgetCandidates(from: mark)
      return .other
    case .openBracket:
      try advance()
      try readInside { parser in
        while parser.token.mark != .closeBracket {
          if try parser.accept(.comma) { continue }
          _ = try parser.accept(.ellipsis)
          try parser.readAssignment()
          if parser.token.mark != .closeBracket { try parser.expect(.comma) }
        }
      }
      try advance()
      return .target
    case .openBrace:
      try readInside { try $0.readObject() }
      return .target
    case .slash, .slashAssign:
      token = try scanner.scanRegularExpression(token)
      try advance()
      return .other
    default: throw unexpected()
    }
  }

  private mutating func readNamed(isConstructed: Bool) throws -> Operand {
    if token.hasEscape {
      return try readName(isConstructed: isConstructed)
    }
    switch SourceNames.Word(rawValue: token.name) {
    case .function:
      try readFunction(isAsync: false)
      return .other
    case .class:
      try readClass(isDeclaration: false)
      return .other
    case .this, .super, .null, .true, .false:
      try advance()
      return .other
    case .import: return try readImportExpression()
    case .async:
      let next = try peek()
      if next.followsLineBreak { break }
      if next.isWord(.function) {
        try advance()
        try readFunction(isAsync: true)
        return .other
      }
      if next.kind == .name, !SourceNames.isReserved(next.name) {
        let saved = (token, previousEnd)
        try advance()
        let parameter = token
        try advance()
        if token.mark == .arrow, !token.followsLineBreak {
          let mark = candidates.count
          candidates.append(parameter.name)
          try readArrow(from: parameter.start, parameters: mark, isAsync: true)
          return .arrow
        }
        (token, previousEnd) = saved
      } else if next.mark == .openParenthesis {
        let name = token
        let mark = candidates.count
        try advance()
        let start = token.start
        let place = occurrences.count
        try readList()
        if token.mark == .arrow, !token.followsLineBreak {
          try readArrow(from: start, parameters: mark, isAsync: true)
          return .arrow
        }
        forgetCandidates(from: mark)
        insertOccurrence(of: name, .call, at: place)
        return .other
      }
    case .yield where goal == .module: throw unexpected()
    case .await where goal == .module: throw unexpected()
    default: if SourceNames.isReserved(token.name) { throw unexpected() }
    }
    return try readName(isConstructed: isConstructed)
  }

  private mutating func readName(isConstructed: Bool) throws -> Operand {
    let name = token
    try advance()
    if token.mark == .arrow, !token.followsLineBreak {
      let mark = candidates.count
      candidates.append(name.name)
      try readArrow(from: name.start, parameters: mark, isAsync: false)
      return .arrow
    }
    var isCalled = token.kind == .template || token.mark == .openParenthesis && !isConstructed
    if token.mark == .optionalChain { isCalled = try peek().mark == .openParenthesis }
    insertOccurrence(of: name, isCalled ? .call : .plain, at: occurrences.count)
    candidates.append(name.name)
    return .target
  }

  private mutating func insertOccurrence(of name: SourceToken, _ use: Use, at place: Int) {
    guard goal == .module else { return }
    if name.name == SourceNames.Word.arguments.rawValue, context.ordinaryFunctions == 0 {
      outerArguments.append(name.start..<name.end)
    }
    occurrences.insert(
      Occurrence(
        name: name.name, start: Int32(name.start), end: Int32(name.end),
        use: use == .call && name.start == lineStart ? .callAfterLine : use), at: place)
  }

  /// `import()`, `import.meta`.
  private mutating func readImportExpression() throws -> Operand {
    let start = token.start
    try advance()
    if token.mark == .openParenthesis {
      dynamicImports.append(start..<token.end)
      let mark = candidates.count
      try readList()
      forgetCandidates(from: mark)
      return .other
    }
    try expect(.dot)
    guard goal == .module, token.isWord(.meta) else { throw unexpected() }
    metaProperties.append(start..<token.end)
    try advance()
    return .other
  }

  // MARK: Objects

  private mutating func readObject() throws {
    try expect(.openBrace)
    while token.mark != .closeBrace {
      try readProperty()
      if token.mark != .closeBrace { try expect(.comma) }
    }
    try advance()
  }

  private mutating func readProperty() throws {
    if try accept(.ellipsis) { return try readAssignment() }
    var (isAsync, isGenerator) = (false, false)
    if token.isWord(.async), try !endsPropertyName(peek()) {
      isAsync = true
      try advance()
    }
    if try accept(.star) { isGenerator = true }
    if !isAsync, !isGenerator, token.isWord(.get) || token.isWord(.set), try !endsPropertyName(peek()) {
      try advance()
    }
    let key = token
    try readPropertyKey()
    switch token.mark {
    case .openParenthesis: try readFunctionRest(isAsync: isAsync, isGenerator: isGenerator)
    case .colon:
      try advance()
      try readAssignment()
    default:
      // `{name}` and, in patterns, `{name = value}`.
      guard key.kind == .name, key.hasEscape || !SourceNames.isReserved(key.name) else { throw unexpected() }
      insertOccurrence(of: key, .shorthand, at: occurrences.count)
      candidates.append(key.name)
      if try accept(.assign) {
        let mark = candidates.count
        try readAssignment()
        forgetCandidates(from: mark)
      }
    }
  }

  /// Whether a word before a token is a property's name and not `get`, `set` or `async`.
  func endsPropertyName(_ next: SourceToken) -> Bool {
    switch next.mark {
    case .openParenthesis, .comma, .colon, .assign, .closeBrace, .semicolon: true
    default: next.kind == .end
    }
  }

  mutating func readPropertyKey() throws {
    switch token.kind {
    case .name, .string, .number, .privateName: try advance()
    case .mark where token.mark == .openBracket:
      try advance()
      let mark = candidates.count
      try readInside { try $0.readAssignment() }
      forgetCandidates(from: mark)
      try expect(.closeBracket)
    default: throw unexpected()
    }
  }
}
