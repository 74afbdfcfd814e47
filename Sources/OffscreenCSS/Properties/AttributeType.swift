/// How `attr()` reads the attribute.
/// https://drafts.csswg.org/css-values-5/#attr-notation
enum AttributeType: Equatable {
  /// No type, or `raw-string`.
  case string
  case syntax(PropertySyntax)
  /// A number, to which this is appended: a unit, `%` or nothing.
  case unit(String)
  /// A unit that is none: nothing fits.
  case unknown

  /// The type after the attribute's name, up to the comma. Nil where it is invalid.
  init?(_ cursor: inout TokenCursor) {
    if cursor.isAtEnd || cursor.kind == .comma {
      self = .string
    } else if let contents = cursor.consumeFunction("type") {
      guard let syntax = PropertySyntax(contents) else { return nil }
      self = .syntax(syntax)
    } else if cursor.consumeDelim("%") {
      self = .unit("%")
    } else {
      guard let token = cursor.consumeIdent() else { return nil }
      let name = cursor.buffer.lowercased(token)
      switch name {
      case "raw-string": self = .string
      case "number": self = .unit("")
      default:
        let probe = TokenBuffer("1" + name)
        let isKnown = probe.tokens.first.flatMap { Dimension($0, in: probe) } != nil
        self = isKnown ? .unit(name) : .unknown
      }
    }
  }

  /// The value that replaces the function; nil where the attribute is missing or does not match the type.
  func specified(_ attribute: String?, in context: ParsingContext) -> Specified<String>? {
    guard let attribute else { return nil }
    switch self {
    case .string:
      // https://drafts.csswg.org/cssom-1/#serialize-a-string
      var text = "\""
      for scalar in attribute.unicodeScalars {
        switch scalar {
        case "\"", "\\": text += "\\" + String(scalar)
        case "\u{1}"..."\u{1F}", "\u{7F}": text += "\\" + String(scalar.value, radix: 16) + " "
        default: text.unicodeScalars.append(scalar)
        }
      }
      return .computed(text + "\"")
    case .unknown: return nil
    case .unit(let unit):
      let cursor = TokenCursor(attribute)
      var rest = cursor
      guard let number = rest.consumeNumber(), rest.isAtEnd else { return nil }
      return .computed(PropertySyntax.written(number) + unit)
    case .syntax(let syntax):
      let buffer = TokenBuffer(attribute)
      // What is not closed would swallow what follows.
      let isClosed = buffer.tokens.allSatisfy { !$0.opensBlock || $0.match < buffer.tokens.count }
      let range = 0..<buffer.tokens.count
      guard isClosed, Substitution.isValid(range, in: buffer, isCustom: true),
        !Substitution.isNeeded(in: range, buffer)
      else { return nil }
      return syntax.specified(TokenCursor(buffer), in: context)
    }
  }
}
