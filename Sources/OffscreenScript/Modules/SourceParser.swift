/// Reads a script's source once, from its beginning to its end, and notes what rewriting needs: where its names stand
/// and what they may mean, what it imports and exports, where it imports dynamically. It makes no tree, and lets through
/// much that is not allowed: the engine, which gets the text afterwards, refuses it.
///
/// Since the grammar is followed, it is known everywhere whether an operand or an operator comes next, which is what
/// regular expressions and templates depend on.
struct SourceParser {
  /// What a name that is used is to be replaced as.
  enum Use: UInt8, CaseIterable {
    case plain
    /// `{name}`: the property's name stays.
    case shorthand
    /// `name()`, which has no `this`.
    case call
    /// The same where the line before ended a statement without a semicolon.
    case callAfterLine
  }

  struct Occurrence {
    var name: SourceNames.ID
    var start: Int32
    var end: Int32
    var use: Use
  }

  /// Of the function whose code is read.
  struct Context {
    var isAsync = false
    var isGenerator = false
    /// Functions around: none outside of all of them.
    var functions = 0
    /// Those that are no arrows, which have `arguments` and `new.target` of their own.
    var ordinaryFunctions = 0
  }

  let goal: SourceScanner.Goal
  var scanner: SourceScanner
  var token: SourceToken
  /// Where the last token ended that was read.
  var previousEnd = 0
  /// Where a statement begins whose predecessor ended without a semicolon.
  var lineStart = -1

  var scopes = SourceScopes()
  /// The innermost scope, and that of `var`.
  var scope = SourceScopes.whole
  var functionScope = SourceScopes.whole
  var context = Context()
  /// Whether `in` is an operator here.
  var allowsIn = true

  var occurrences: [Occurrence] = []
  /// Names that are declared if what is read turns out to be a pattern.
  var candidates: [SourceNames.ID] = []

  // What is found on the way.
  var hasAwait = false
  var metaProperties: [Range<Int>] = []
  var dynamicImports: [Range<Int>] = []
  var outerArguments: [Range<Int>] = []
  var interface = ModuleInterface()

  private var depth = 0
  /// Statements and expressions inside each other.
  private static let mostDepth = 1_000

  init(_ source: [UInt8], goal: SourceScanner.Goal) throws {
    self.goal = goal
    scanner = SourceScanner(source, goal: goal)
    var start = 0
    // https://tc39.es/ecma262/#sec-hashbang
    if source.starts(with: "#!".utf8) {
      while start < source.count, scanner.lineBreakLength(start) == 0 { start += 1 }
      interface.cuts.append(0..<start)
    }
    token = try scanner.scan(from: start)
  }

  /// Reads all of it.
  mutating func read() throws {
    while token.kind != .end { try readStatement(isOutermost: true) }
  }

  // MARK: Tokens

  mutating func advance() throws {
    previousEnd = token.end
    token = try scanner.scan(from: token.end)
  }

  mutating func peek() throws -> SourceToken { try scanner.scan(from: token.end) }

  func unexpected() -> SourceError {
    if token.kind == .end { return scanner.error("the source ends too early", at: token.start) }
    let text = String(decoding: scanner.source[token.start..<min(token.end, token.start + 40)], as: UTF8.self)
    return scanner.error("unexpected '\(text)'", at: token.start)
  }

  mutating func expect(_ mark: SourceToken.Mark) throws {
    guard token.mark == mark else { throw unexpected() }
    try advance()
  }

  mutating func accept(_ mark: SourceToken.Mark) throws -> Bool {
    guard token.mark == mark else { return false }
    try advance()
    return true
  }

  mutating func accept(_ word: SourceNames.Word) throws -> Bool {
    guard token.isWord(word) else { return false }
    try advance()
    return true
  }

  /// https://tc39.es/ecma262/#sec-automatic-semicolon-insertion
  mutating func readSemicolon() throws {
    if try accept(.semicolon) { return }
    guard token.followsLineBreak || token.mark == .closeBrace || token.kind == .end else { throw unexpected() }
    lineStart = token.start
  }

  // MARK: Bounds and scopes

  mutating func deeper(_ body: (inout Self) throws -> Void) throws {
    depth += 1
    guard depth <= Self.mostDepth else { throw scanner.error("nested too deeply", at: token.start) }
    try body(&self)
    depth -= 1
  }

  /// Reads what lies in a scope of its own.
  mutating func inScope(from start: Int, _ body: (inout Self) throws -> Void) throws {
    let outer = scope
    scope = scopes.open(at: start)
    try body(&self)
    scopes.close(scope, at: previousEnd)
    scope = outer
  }

  /// Declares what was read as a pattern.
  mutating func declareCandidates(from mark: Int, in scope: SourceScopes.Scope) {
    for name in candidates[mark...] { scopes.declare(name, in: scope) }
    candidates.removeSubrange(mark...)
  }

  mutating func forgetCandidates(from mark: Int) {
    if candidates.count > mark { candidates.removeSubrange(mark...) }
  }
}
