/// The declared value of one longhand.
package struct Declaration: Sendable {
  package enum Value: Sendable {
    case declared(DeclaredValue)
    /// An animation's effect value: used as it is.
    case animated(any ComputedObject)
    case wide(WideKeyword)
    /// To be read when `var()` and its like are replaced.
    case substituted
  }

  /// May be logical.
  package var property: PropertyID
  /// Index of the shorthand that was declared; -1 for the longhand itself.
  package var shorthand: Int16
  /// The longhand's place among the shorthand's.
  package var place: UInt8
  /// Indices of the value's tokens.
  package var start: Int32
  package var end: Int32
  package var value: Value

  package var tokens: Range<Int> { Int(start)..<Int(max(start, end)) }
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

    fileprivate var mayGiveContent: Bool {
      func names(_ declaration: Declaration) -> Bool {
        declaration.property == PropertyTable.content || declaration.property == PropertyTable.animationName
      }
      return late.contains(where: names) || early.contains(where: names)
    }
  }

  package let buffer: TokenBuffer
  package let baseURL: String
  let isUserAgentSheet: Bool
  package let normal: Part
  package let important: Part
  /// Whether it may give a pseudo-element content, by itself or by keyframes.
  package let mayGiveContent: Bool

  package init(
    _ buffer: TokenBuffer, _ declarations: [SyntaxDeclaration], in context: ParsingContext,
    ignoringImportant: Bool = false
  ) {
    self.buffer = buffer
    baseURL = context.baseURL
    isUserAgentSheet = context.isUserAgentSheet
    var reader = DeclarationReader(buffer: buffer, context: context)
    for declaration in declarations where !ignoringImportant || !declaration.isImportant { reader.read(declaration) }
    normal = reader.normal
    important = reader.important
    mayGiveContent = normal.mayGiveContent || important.mayGiveContent
  }

  /// Values that animations have come to. `isImportant`: those of transitions, which are above all others.
  /// https://drafts.csswg.org/css-cascade-5/#cascade-sort
  package init(computed: [(property: PropertyID, value: any ComputedObject)], isImportant: Bool) {
    buffer = TokenBuffer("")
    (baseURL, isUserAgentSheet) = ("", false)
    var part = Part()
    for (property, value) in computed {
      let declaration = Declaration(
        property: property, shorthand: -1, place: 0, start: 0, end: 0, value: .animated(value))
      if Int(property.rawValue) < PropertyTable.earlyCount {
        part.early.append(declaration)
      } else {
        part.late.append(declaration)
      }
    }
    (normal, important) = isImportant ? (Part(), part) : (part, Part())
    mayGiveContent = part.mayGiveContent
  }

  /// A custom property that an animation has come to.
  package init(_ name: String, _ value: CustomProperties.Value, isImportant: Bool) {
    buffer = value.buffer
    (baseURL, isUserAgentSheet) = ("", false)
    var part = Part()
    part.custom = [CustomDeclaration(name: name, value: .tokens(value.tokens, hasSubstitution: false))]
    (normal, important) = isImportant ? (Part(), part) : (part, Part())
    mayGiveContent = false
  }

  /// The contents of a `style` attribute, or a text of ours.
  package convenience init(_ text: String, in context: ParsingContext) {
    let buffer = TokenBuffer(text)
    self.init(buffer, StyleSheet.declarations(ofAttribute: buffer), in: context)
  }
}

/// Reads declarations into the parts of a block.
struct DeclarationReader {
  let buffer: TokenBuffer
  let context: ParsingContext
  var normal = DeclarationBlock.Part()
  var important = DeclarationBlock.Part()

  init(buffer: TokenBuffer, context: ParsingContext) {
    (self.buffer, self.context) = (buffer, context)
  }

  mutating func read(_ declaration: SyntaxDeclaration) {
    let token = buffer.tokens[declaration.name]
    let cursor = TokenCursor(buffer, declaration.value)
    if buffer.isCustomName(token) { return readCustom(token, declaration) }
    guard let name = PropertyTable.find(buffer.lowercased(token)) else { return }
    let wide = cursor.wideKeyword
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
    if let wide = TokenCursor(buffer, declaration.value).wideKeyword {
      value = .wide(wide)
    } else {
      // Two hyphens alone are reserved.
      guard token.textEnd - token.textStart > 2,
        Substitution.isValid(declaration.value, in: buffer, isCustom: true)
      else { return }
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
      guard Substitution.isValid(declaration.value, in: buffer, isCustom: false) else { return }
      return add(id, .substituted, declaration)
    }
    var cursor = cursor
    let context = context.reading(declaration.value, of: PropertyTable.name(of: id), in: buffer)
    guard let value = PropertyTable.parse(id, &cursor, in: context), cursor.isAtEnd else { return }
    add(id, .declared(value), declaration)
  }

  private mutating func readShorthand(
    _ index: Int, _ cursor: TokenCursor, _ wide: WideKeyword?, _ declaration: SyntaxDeclaration
  ) {
    let shorthand = PropertyTable.shorthands[index]
    var values: [DeclaredValue?] = []
    let common: Declaration.Value?
    if let wide {
      common = .wide(wide)
    } else if Substitution.isNeeded(in: declaration.value, buffer) {
      guard Substitution.isValid(declaration.value, in: buffer, isCustom: false) else { return }
      common = .substituted
    } else {
      let context = context.reading(declaration.value, of: shorthand.name, in: buffer)
      guard let read = shorthand.read(cursor, in: context) else { return }
      common = nil
      values = read
    }
    for (place, id) in shorthand.longhands.enumerated() {
      let value = common ?? values[place].map { .declared($0) } ?? .wide(.initial)
      add(id, value, declaration, shorthand: index, place: place)
    }
  }

  private mutating func add(
    _ id: PropertyID, _ value: Declaration.Value, _ source: SyntaxDeclaration, shorthand: Int = -1,
    place: Int = 0
  ) {
    let declaration = Declaration(
      property: id, shorthand: Int16(truncatingIfNeeded: shorthand), place: UInt8(truncatingIfNeeded: place),
      start: Int32(truncatingIfNeeded: source.value.lowerBound),
      end: Int32(truncatingIfNeeded: source.value.upperBound), value: value)
    let isEarly = Int(id.rawValue) < PropertyTable.earlyCount
    switch (source.isImportant, isEarly) {
    case (false, true): normal.early.append(declaration)
    case (false, false): normal.late.append(declaration)
    case (true, true): important.early.append(declaration)
    case (true, false): important.late.append(declaration)
    }
  }
}

extension TokenCursor {
  /// The CSS-wide keyword that is all there is.
  var wideKeyword: WideKeyword? {
    var cursor = self
    guard let token = cursor.consumeIdent(), cursor.isAtEnd else { return nil }
    let count = token.textEnd - token.textStart
    guard (5...12).contains(count) else { return nil }
    return WideKeyword(rawValue: cursor.buffer.lowercased(token))
  }
}

extension PropertyTable {
  /// Whether `property: value` would be a valid declaration, as `@supports` asks.
  package static func supports(
    _ declaration: SyntaxDeclaration, in buffer: TokenBuffer, _ context: ParsingContext
  ) -> Bool {
    if case .ignored? = find(buffer.lowercased(buffer.tokens[declaration.name])) {
      return !declaration.value.isEmpty
    }
    var reader = DeclarationReader(buffer: buffer, context: context)
    reader.read(declaration)
    return !reader.normal.isEmpty || !reader.important.isEmpty
  }
}
