extension DeclarationBlock {
  /// The longhands of a keyframe as scripts read them.
  package var keyframeTexts: [DeclarationText.Longhand] {
    var result: [DeclarationText.Longhand] = []
    var shorthands: Set<Int32> = []
    for declaration in normal.early + normal.late {
      let name = PropertyTable.name(of: declaration.property)
      switch declaration.value {
      case .animated(let value):
        var values = StyleValues()
        PropertyTable.row(declaration.property).apply(value, to: &values)
        result.append(
          DeclarationText.Longhand(name: name, value: ComputedText(ComputedStyle(values)).value(name) ?? ""))
      case .declared, .wide, .substituted:
        let text = String(decoding: buffer.source(of: declaration.tokens), as: UTF8.self)
        guard declaration.shorthand >= 0 else {
          result += DeclarationText.longhands(of: name, value: text) ?? []
          continue
        }
        guard shorthands.insert(declaration.start).inserted else { continue }
        let shorthand = PropertyTable.shorthands[Int(declaration.shorthand)].name
        result += DeclarationText.longhands(of: shorthand, value: text) ?? []
      }
    }
    for declaration in normal.custom {
      guard case .tokens(let tokens, _) = declaration.value else { continue }
      result.append(
        DeclarationText.Longhand(
          name: declaration.name, value: String(decoding: buffer.source(of: tokens), as: UTF8.self)))
    }
    return result
  }
}

extension Easing {
  /// Nil where the text is no easing function.
  package init?(_ text: String) {
    var cursor = TokenCursor(text)
    guard let value = Easing.specified(&cursor, in: ParsingContext()), cursor.isAtEnd else { return nil }
    self = value.computed(in: .initial)
  }
}
