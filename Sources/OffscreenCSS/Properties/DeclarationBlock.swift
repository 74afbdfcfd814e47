/// What a declaration says of one longhand.
package enum DeclaredValue: Sendable {
  case parsed(any ParsedValue)
  case wide(WideKeyword)
  /// To be read again for each element.
  case dependent(DependentValue)
}

/// A value of which the tokens are kept.
package struct DependentValue: Sendable {
  package var tokens: Range<Int>
  /// Index of the shorthand that was declared; -1 for the longhand itself.
  package var shorthand: Int
  /// The longhand's place among the shorthand's.
  package var place: Int
  /// Whether `var()` or its like are replaced first.
  package var hasSubstitution: Bool
}

package struct Declaration: Sendable {
  /// May be logical.
  package var property: PropertyID
  package var value: DeclaredValue
}

package struct CustomDeclaration: Sendable {
  package enum Value: Sendable {
    case tokens(Range<Int>, hasSubstitution: Bool)
    case wide(WideKeyword)
  }
  /// With its two hyphens.
  package var name: String
  package var value: Value
}

/// The declarations of one block, read. Later ones are stronger.
package final class DeclarationBlock: Sendable {
  package struct Part: Sendable {
    package var early: [Declaration] = []
    package var late: [Declaration] = []
    package var custom: [CustomDeclaration] = []
    package var isEmpty: Bool { early.isEmpty && late.isEmpty && custom.isEmpty }
  }

  package let buffer: TokenBuffer
  package let baseURL: String
  package let normal: Part
  package let important: Part

  /// Reads the declarations in a range of tokens, passing over rules among them.
  package convenience init(_ buffer: TokenBuffer, _ range: Range<Int>, in context: ValueContext) {
    self.init(buffer, [range], in: context)
  }

  /// Reads the declarations of several ranges, in their order.
  package init(_ buffer: TokenBuffer, _ ranges: [Range<Int>], in context: ValueContext) {
    self.buffer = buffer
    baseURL = context.baseURL
    var reader = DeclarationReader(buffer: buffer, context: context)
    for range in ranges {
      var items = SyntaxReader(buffer, range)
      while let item = items.nextInBlock() {
        if case .declaration(let declaration) = item { reader.read(declaration) }
      }
    }
    normal = reader.normal
    important = reader.important
  }

  /// The contents of a `style` attribute, or a text of ours.
  package convenience init(_ text: String, in context: ValueContext) {
    let buffer = TokenBuffer(text)
    self.init(buffer, 0..<buffer.tokens.count, in: context)
  }
}

/// Reads declarations into the parts of a block.
struct DeclarationReader {
  let buffer: TokenBuffer
  let context: ValueContext
  var normal = DeclarationBlock.Part()
  var important = DeclarationBlock.Part()

  init(buffer: TokenBuffer, context: ValueContext) {
    (self.buffer, self.context) = (buffer, context)
    context.element = nil
  }

  mutating func read(_ declaration: SyntaxDeclaration) {
    let token = buffer.tokens[declaration.name]
    let cursor = TokenCursor(buffer, declaration.value)
    if buffer.isCustomName(token) { return readCustom(token, declaration) }
    guard let name = PropertyTable.find(buffer.lowercased(token)) else { return }
    let wide = Self.wideKeyword(cursor)
    switch name {
    case .longhand(let id):
      readLonghand(id, cursor, wide, declaration)
    case .shorthand(let index):
      readShorthand(index, cursor, wide, declaration)
    case .everything:
      guard let wide else { return }
      for index in PropertyTable.longhands.indices {
        let id = PropertyID(rawValue: UInt16(truncatingIfNeeded: index))
        if id == PropertyTable.direction || id == PropertyTable.unicodeBidi { continue }
        add(id, .wide(wide), declaration)
      }
    case .ignored: return
    }
  }

  private mutating func readCustom(_ token: Token, _ declaration: SyntaxDeclaration) {
    let value: CustomDeclaration.Value
    if let wide = Self.wideKeyword(TokenCursor(buffer, declaration.value)) {
      value = .wide(wide)
    } else {
      value = .tokens(declaration.value, hasSubstitution: Substitution.isNeeded(in: declaration.value, buffer))
    }
    let custom = CustomDeclaration(name: buffer.string(token), value: value)
    if declaration.isImportant { important.custom.append(custom) } else { normal.custom.append(custom) }
  }

  private mutating func readLonghand(
    _ id: PropertyID, _ cursor: TokenCursor, _ wide: WideKeyword?, _ declaration: SyntaxDeclaration
  ) {
    if let wide { return add(id, .wide(wide), declaration) }
    if Substitution.isNeeded(in: declaration.value, buffer) {
      return add(id, .dependent(dependent(declaration, hasSubstitution: true)), declaration)
    }
    context.dependsOnElement = false
    var cursor = cursor
    guard let value = PropertyTable.row(id).parse(&cursor, in: context), cursor.isAtEnd else { return }
    add(id, context.dependsOnElement ? .dependent(dependent(declaration)) : .parsed(value), declaration)
  }

  private mutating func readShorthand(
    _ index: Int, _ cursor: TokenCursor, _ wide: WideKeyword?, _ declaration: SyntaxDeclaration
  ) {
    let shorthand = PropertyTable.shorthands[index]
    if let wide {
      for id in shorthand.longhands { add(id, .wide(wide), declaration) }
      return
    }
    let hasSubstitution = Substitution.isNeeded(in: declaration.value, buffer)
    if !hasSubstitution {
      context.dependsOnElement = false
      guard let values = shorthand.read(cursor, in: context) else { return }
      if !context.dependsOnElement {
        for (id, value) in zip(shorthand.longhands, values) {
          add(id, value.map { .parsed($0) } ?? .wide(.initial), declaration)
        }
        return
      }
    }
    for (place, id) in shorthand.longhands.enumerated() {
      let value = dependent(declaration, shorthand: index, place: place, hasSubstitution: hasSubstitution)
      add(id, .dependent(value), declaration)
    }
  }

  private func dependent(
    _ declaration: SyntaxDeclaration, shorthand: Int = -1, place: Int = 0, hasSubstitution: Bool = false
  ) -> DependentValue {
    DependentValue(
      tokens: declaration.value, shorthand: shorthand, place: place, hasSubstitution: hasSubstitution)
  }

  private mutating func add(_ id: PropertyID, _ value: DeclaredValue, _ source: SyntaxDeclaration) {
    let declaration = Declaration(property: id, value: value)
    let isEarly = Int(id.rawValue) < PropertyTable.earlyCount
    switch (source.isImportant, isEarly) {
    case (false, true): normal.early.append(declaration)
    case (false, false): normal.late.append(declaration)
    case (true, true): important.early.append(declaration)
    case (true, false): important.late.append(declaration)
    }
  }

  private static func wideKeyword(_ cursor: TokenCursor) -> WideKeyword? {
    var cursor = cursor
    guard let token = cursor.consumeIdent(), cursor.isAtEnd else { return nil }
    let count = token.textEnd - token.textStart
    guard (5...12).contains(count) else { return nil }
    return WideKeyword(rawValue: cursor.buffer.lowercased(token))
  }
}

extension PropertyTable {
  /// Whether `property: value` would be a valid declaration, as `@supports` asks.
  package static func supports(_ property: String, _ value: TokenCursor, in context: ValueContext) -> Bool {
    if property.hasPrefix("--") { return true }
    guard !value.isAtEnd, let name = find(property.lowercased()) else { return false }
    if case .ignored = name { return true }
    var reader = DeclarationReader(buffer: value.buffer, context: context)
    let declaration = SyntaxDeclaration(name: 0, value: value.range, isImportant: false)
    switch name {
    case .longhand(let id):
      reader.readAny(id, value, declaration)
    case .shorthand(let index):
      reader.readAny(shorthand: index, value, declaration)
    case .everything:
      return DeclarationReader.isWide(value)
    case .ignored: return true
    }
    return !reader.normal.isEmpty
  }
}

extension DeclarationReader {
  fileprivate mutating func readAny(_ id: PropertyID, _ cursor: TokenCursor, _ declaration: SyntaxDeclaration) {
    readLonghand(id, cursor, Self.wideKeyword(cursor), declaration)
  }
  fileprivate mutating func readAny(
    shorthand index: Int, _ cursor: TokenCursor, _ declaration: SyntaxDeclaration
  ) {
    readShorthand(index, cursor, Self.wideKeyword(cursor), declaration)
  }
  fileprivate static func isWide(_ cursor: TokenCursor) -> Bool { wideKeyword(cursor) != nil }
}
