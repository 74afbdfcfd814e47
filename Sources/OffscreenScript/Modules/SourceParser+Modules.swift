/// https://tc39.es/ecma262/#sec-modules
extension SourceParser {
  // MARK: Imports. https://tc39.es/ecma262/#sec-imports

  mutating func readImport() throws {
    let start = token.start
    try advance()
    if token.kind == .string {
      _ = try readRequest()
      return try cutStatement(from: start)
    }
    var bindings: [(local: SourceToken, name: String?)] = []
    if token.kind == .name {
      bindings.append((token, "default"))
      try advance()
    }
    if bindings.isEmpty || token.mark == .comma {
      if !bindings.isEmpty { try advance() }
      if try accept(.star) {
        guard try accept(.as), token.kind == .name else { throw unexpected() }
        bindings.append((token, nil))
        try advance()
      } else {
        try readSpecifiers { parser, name, renamed in
          let local = renamed ?? name
          guard local.kind == .name else { throw parser.unexpected() }
          bindings.append((local, try parser.moduleName(of: name)))
        }
      }
    }
    guard try accept(.from) else { throw unexpected() }
    let request = try readRequest()
    for (local, name) in bindings {
      if !local.hasEscape, SourceNames.isReserved(local.name) {
        throw scanner.error("'\(scanner.names.string(local.name))' cannot be imported as", at: local.start)
      }
      let new = ModuleInterface.Import(request: request, name: name, position: local.start)
      if interface.imports.updateValue(new, forKey: local.name) != nil { throw duplicate(local) }
      interface.importedNames.append(local.name)
    }
    try cutStatement(from: start)
  }

  /// `{a, b as c, "d" as e}`: gives each name and what follows `as`.
  private mutating func readSpecifiers(_ body: (inout Self, SourceToken, SourceToken?) throws -> Void) throws {
    try expect(.openBrace)
    while token.mark != .closeBrace {
      let name = token
      var renamed: SourceToken?
      guard name.kind == .name || name.kind == .string else { throw unexpected() }
      try advance()
      if try accept(.as) {
        renamed = token
        guard token.kind == .name || token.kind == .string else { throw unexpected() }
        try advance()
      }
      try body(&self, name, renamed)
      if token.mark != .closeBrace { try expect(.comma) }
    }
    try advance()
  }

  /// `"specifier" with {key: "value"}`
  private mutating func readRequest() throws -> Int {
    guard token.kind == .string else { throw unexpected() }
    var request = ModuleRequest(specifier: String(decoding: try scanner.value(of: token), as: UTF16.self))
    try advance()
    if try accept(.with) {
      try expect(.openBrace)
      while token.mark != .closeBrace {
        guard token.kind == .name || token.kind == .string else { throw unexpected() }
        let key = token.kind == .name ? scanner.names.string(token.name) : try text(of: token)
        if request.attributes.contains(where: { $0.key == key }) {
          throw scanner.error("the attribute '\(key)' stands there twice", at: token.start)
        }
        try advance()
        try expect(.colon)
        guard token.kind == .string else { throw unexpected() }
        request.attributes.append(ModuleRequest.Attribute(key: key, value: try text(of: token)))
        try advance()
        if token.mark != .closeBrace { try expect(.comma) }
      }
      try advance()
      request.attributes.sort { $0.key < $1.key }
    }
    return interface.request(request)
  }

  private func text(of string: SourceToken) throws -> String {
    String(decoding: try scanner.value(of: string), as: UTF16.self)
  }

  /// https://tc39.es/ecma262/#prod-ModuleExportName
  private func moduleName(of token: SourceToken) throws -> String {
    if token.kind == .name { return scanner.names.string(token.name) }
    guard let name = String(validating: try scanner.value(of: token), as: UTF16.self) else {
      throw scanner.error("a name that is not well-formed", at: token.start)
    }
    return name
  }

  private mutating func cutStatement(from start: Int) throws {
    let end = previousEnd
    try readSemicolon()
    interface.statements.append(start..<max(end, previousEnd))
  }

  // MARK: Exports. https://tc39.es/ecma262/#sec-exports

  mutating func readExport() throws {
    let start = token.start
    try advance()
    if try accept(.star) {
      var name: SourceToken?
      if try accept(.as) {
        name = token
        guard token.kind == .name || token.kind == .string else { throw unexpected() }
        try advance()
      }
      guard try accept(.from) else { throw unexpected() }
      let request = try readRequest()
      if let name {
        interface.indirect.append((try claim(name), request, nil))
      } else {
        interface.stars.append(request)
      }
      return try cutStatement(from: start)
    }
    if token.mark == .openBrace { return try readExportClause(from: start) }
    if token.isWord(.default) { return try readDefault(from: start) }
    interface.cuts.append(start..<token.start)
    let mark = scopes.declarations.count
    guard token.kind == .name, let word = SourceNames.Word(rawValue: token.name) else { throw unexpected() }
    switch word {
    case .var, .let, .const:
      try advance()
      let before = scopes.declarations.count
      try readDeclarators(in: SourceScopes.whole)
      let names = scopes.declarations[before...].filter { $0.scope == SourceScopes.whole }
      for (name, _) in names { try export(name, at: start) }
      try readSemicolon()
    case .function, .async, .class:
      if word == .async, try !peek().isWord(.function) { throw unexpected() }
      if word == .class { try readClassDeclaration() } else { try readFunctionDeclaration() }
      try export(scopes.declarations[mark].name, at: start)
    default: throw unexpected()
    }
  }

  private mutating func readExportClause(from start: Int) throws {
    var names: [(local: SourceToken, exported: SourceToken)] = []
    try readSpecifiers { _, name, renamed in names.append((name, renamed ?? name)) }
    if try accept(.from) {
      let request = try readRequest()
      for (local, exported) in names {
        interface.indirect.append((try claim(exported), request, try moduleName(of: local)))
      }
    } else {
      for (local, exported) in names {
        guard local.kind == .name, local.hasEscape || !SourceNames.isReserved(local.name) else {
          throw scanner.error("only names of this module can be exported", at: local.start)
        }
        interface.exports.append(ModuleInterface.Export(name: try claim(exported), local: local))
      }
    }
    try cutStatement(from: start)
  }

  private mutating func readDefault(from start: Int) throws {
    guard interface.claim("default") else { throw scanner.error("'default' is exported twice", at: start) }
    try advance()
    let next = try peek()
    let isFunction =
      token.isWord(.function) || token.isWord(.async) && next.isWord(.function) && !next.followsLineBreak
    if isFunction {
      interface.cuts.append(start..<token.start)
      let mark = scopes.declarations.count
      if try declaresName() {
        try readFunctionDeclaration()
        exportDefault(as: scopes.declarations[mark].name, at: start)
      } else {
        let isAsync = try accept(.async)
        try advance()
        let isGenerator = try accept(.star)
        interface.defaultExport = .function(token.start)
        try readFunctionRest(isAsync: isAsync, isGenerator: isGenerator)
      }
      return
    }
    if token.isWord(.class), next.kind == .name, !next.isWord(.extends) {
      interface.cuts.append(start..<token.start)
      try readClassDeclaration()
      return exportDefault(as: next.name, at: start)
    }
    let isClass = token.isWord(.class)
    interface.cuts.append(start..<token.start)
    let valueStart = token.start
    let mark = candidates.count
    if isClass { try readClass(isDeclaration: false) } else { try readAssignment() }
    forgetCandidates(from: mark)
    interface.defaultExport = .value(start: valueStart, end: previousEnd)
    if !isClass { try readSemicolon() }
  }

  /// Whether the function that begins here has a name.
  private mutating func declaresName() throws -> Bool {
    let saved = (token, previousEnd)
    defer { (token, previousEnd) = saved }
    _ = try accept(.async)
    try advance()
    _ = try accept(.star)
    return token.kind == .name
  }

  private mutating func exportDefault(as name: SourceNames.ID, at position: Int) {
    interface.exports.append(
      ModuleInterface.Export(
        name: "default", local: SourceToken(kind: .name, name: name, start: position, end: position)))
  }

  private mutating func export(_ name: SourceNames.ID, at position: Int) throws {
    let token = SourceToken(kind: .name, name: name, start: position, end: position)
    interface.exports.append(ModuleInterface.Export(name: try claim(token), local: token))
  }

  /// A name under which something is exported.
  private mutating func claim(_ token: SourceToken) throws -> String {
    let name = try moduleName(of: token)
    guard interface.claim(name) else { throw scanner.error("'\(name)' is exported twice", at: token.start) }
    return name
  }

  func duplicate(_ token: SourceToken) -> SourceError {
    scanner.error("'\(scanner.names.string(token.name))' is declared twice", at: token.start)
  }
}
