/// Selectors and queries as scripts see them: tokens with the white space that the standards write.
/// https://drafts.csswg.org/cssom-1/#serialize-a-group-of-selectors
/// https://drafts.csswg.org/cssom-1/#serializing-media-queries
package enum PreludeText {
  private static let computed = ComputedText(.initial)

  // MARK: Selectors

  /// What namespaces a sheet declares: addresses by prefix, "" for the default one.
  package typealias Namespaces = [String: String]

  /// Of a valid selector list. `nests`: what is relative is so to the style rule around.
  package static func selectors(_ text: String, _ namespaces: Namespaces = [:], nests: Bool = false) -> String {
    var list = TokenCursor(text)
    return selectors(&list, namespaces, nests: nests)
  }

  private static func selectors(_ cursor: inout TokenCursor, _ namespaces: Namespaces, nests: Bool = false) -> String {
    var text = ""
    /// A combinator that is still to be written.
    var combinator: String?
    /// Whether a compound selector begins.
    var isStart = true
    let buffer = cursor.buffer
    while !cursor.isAtEnd {
      if isStart, let type = typeSelector(&cursor, namespaces) {
        text += (combinator ?? "") + type
        (combinator, isStart) = (nil, false)
        continue
      }
      let token = cursor.peek
      switch token.kind {
      case .whitespace:
        if combinator == nil, !text.isEmpty { combinator = " " }
        isStart = true
        cursor.advanceToken()
        continue
      case .comma:
        text += ", "
        (combinator, isStart) = (nil, true)
        cursor.advanceToken()
        cursor.skipWhitespace()
        continue
      case .delim where token.isDelim(">") || token.isDelim("+") || token.isDelim("~"):
        let sign = source(token, buffer)
        combinator = text.isEmpty || text.hasSuffix(", ") ? (nests ? "& " : "") + "\(sign) " : " \(sign) "
        isStart = true
        cursor.advanceToken()
        cursor.skipWhitespace()
        continue
      default: break
      }
      if let sign = combinator {
        text += sign
        combinator = nil
      }
      isStart = false
      switch token.kind {
      case .ident: text += computed.identifier(buffer.string(token))
      case .hash: text += "#" + computed.identifier(buffer.string(token))
      case .colon:
        text += ":"
        cursor.advanceToken()
        while cursor.kind == .colon {
          text += ":"
          cursor.advanceToken()
        }
        pseudo(&cursor, into: &text, namespaces)
        continue
      case .openSquare:
        text += attribute(cursor.contents())
        cursor.advanceValue()
        continue
      default:
        text += source(token, buffer)
        cursor.advanceToken()
        continue
      }
      cursor.advanceToken()
    }
    return text
  }

  /// The type or universal selector at the cursor, with its namespace; "" where the rest of the compound says enough.
  /// https://drafts.csswg.org/cssom-1/#serialize-a-simple-selector
  private static func typeSelector(_ cursor: inout TokenCursor, _ namespaces: Namespaces) -> String? {
    func name(_ cursor: TokenCursor) -> String? {
      if cursor.isDelim("*") { return "*" }
      return cursor.kind == .ident ? computed.identifier(cursor.buffer.string(cursor.peek)) : nil
    }
    var after = cursor
    var prefix: String?
    let first = name(after)
    if first != nil { after.advanceToken() }
    var type = first
    if after.isDelim("|") {
      var behind = after
      behind.advanceToken()
      if let found = name(behind) {
        (prefix, type) = (first ?? "", found)
        behind.advanceToken()
        after = behind
      }
    }
    guard let type else { return nil }
    let hasDefault = namespaces[""] != nil
    switch prefix {
    case "*"?: if !hasDefault { prefix = nil }
    case let name? where !name.isEmpty: if hasDefault, namespaces[name] == namespaces[""] { prefix = nil }
    default: break
    }
    cursor = after
    if let prefix { return "\(prefix)|\(type)" }
    let isLast =
      after.isAtEnd || after.kind == .whitespace || after.kind == .comma || after.isDelim(">") || after.isDelim("+")
      || after.isDelim("~") || after.isDelim("*") || after.kind == .ident
    return type == "*" && !isLast ? "" : type
  }

  private static func pseudo(
    _ cursor: inout TokenCursor, into text: inout String, _ namespaces: Namespaces
  ) {
    let token = cursor.peek
    let buffer = cursor.buffer
    let name = buffer.lowercased(token)
    if token.kind == .function {
      var contents = cursor.contents()
      let inside: String
      switch name {
      case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type": inside = nth(contents, namespaces)
      case "lang": inside = languages(contents)
      case "dir": inside = plain(contents)
      default: inside = selectors(&contents, namespaces)
      }
      text += "\(name)(\(inside))"
    } else {
      // Those that once had one colon have two.
      if ["before", "after", "first-line", "first-letter"].contains(name), !text.hasSuffix("::") { text += ":" }
      text += name
    }
    cursor.advanceValue()
  }

  /// The arguments of `:lang()`, whose case stays.
  private static func languages(_ list: TokenCursor) -> String {
    var cursor = list
    var text = ""
    while !cursor.isAtEnd {
      let token = cursor.consume()
      switch token.kind {
      case .ident: text += computed.identifier(cursor.buffer.string(token))
      case .string: text += computed.string(cursor.buffer.string(token))
      case .comma: text += ", "
      case .whitespace: break
      default: text += source(token, cursor.buffer)
      }
    }
    return text
  }

  private static func attribute(_ contents: TokenCursor) -> String {
    var cursor = contents
    var text = "["
    // Without a namespace is what attributes are anyway.
    if cursor.isDelim("|") { cursor.advance() }
    while !cursor.isAtEnd {
      let token = cursor.peek
      switch token.kind {
      case .ident:
        let value = cursor.buffer.string(token)
        if text.hasSuffix("=") {
          text += computed.string(value)
        } else {
          text += (text.hasSuffix("\"") ? " " : "") + computed.identifier(value)
        }
      case .string: text += computed.string(cursor.buffer.string(token))
      default: text += source(token, cursor.buffer)
      }
      cursor.advance()
    }
    return text + "]"
  }

  /// https://drafts.csswg.org/css-syntax-3/#serializing-anb
  private static func nth(_ cursor: TokenCursor, _ namespaces: Namespaces) -> String {
    let whole = String(decoding: cursor.source, as: UTF8.self)
    let parts = whole.components(around: " of ")
    var formula = parts.0.lowercased().filter { !" \t\n".contains($0) }
    switch formula {
    case "even": formula = "2n"
    case "odd": formula = "2n+1"
    default:
      if let place = formula.firstIndex(of: "n") {
        var step = String(formula[..<place])
        if step == "" || step == "+" || step == "+1" || step == "1" { step = "" } else if step == "-1" { step = "-" }
        if step.hasPrefix("+") { step.removeFirst() }
        var offset = String(formula[formula.index(after: place)...])
        if offset == "+0" || offset == "-0" { offset = "" }
        formula = "\(step)n\(offset)"
      } else if formula.hasPrefix("+") {
        formula.removeFirst()
      }
    }
    guard let selector = parts.1 else { return formula }
    return "\(formula) of \(selectors(selector, namespaces))"
  }

  // MARK: Queries

  /// Of a list of media queries; those that are not valid are `not all`.
  package static func media(_ text: String) -> String {
    var cursor = TokenCursor(text)
    guard !cursor.isAtEnd else { return "" }
    var queries: [String] = []
    while true {
      let start = cursor.position
      while !cursor.isAtEnd, cursor.kind != .comma { cursor.advanceValue() }
      let query = TokenCursor(cursor.buffer, start..<cursor.position)
      let isInvalid = MediaQueryList(query).queries.contains { $0.isInvalid } || query.isAtEnd
      queries.append(isInvalid ? "not all" : mediaQuery(query))
      guard cursor.consumeComma() else { break }
    }
    return queries.joined(separator: ", ")
  }

  private static func mediaQuery(_ cursor: TokenCursor) -> String {
    var text = plain(cursor)
    if text.hasPrefix("all and ") { text.removeFirst(8) }
    return text
  }

  // MARK: Container queries

  /// The names and conditions of the prelude of `@container`, in turn; nil where it is not valid.
  package static func containers(_ text: String) -> [String]? {
    ContainerQueryList(TokenCursor(text))?.queries.flatMap { [$0.name ?? "", condition($0.conditionSource)] }
  }

  /// What is not known stands there as it was written.
  private static func condition(_ list: TokenCursor) -> String {
    var cursor = list
    var parts: [String] = []
    while !cursor.isAtEnd {
      let start = cursor.position
      let token = cursor.peek
      if let contents = cursor.consumeBlock(.openParenthesis) {
        var inner = contents
        let isNested = ContainerTest.parser.parse(&inner) != nil && inner.isAtEnd
        if isNested || ContainerSizeFeature(contents) != nil {
          parts.append("(" + (isNested ? condition(contents) : plain(contents)) + ")")
        } else {
          parts.append(source(of: TokenCursor(cursor.buffer, start..<cursor.position)))
        }
      } else if let (name, contents) = cursor.consumeFunction() {
        switch ContainerTest.parser.function(cursor.buffer.lowercased(name), contents) {
        case .style: parts.append("style(" + style(contents) + ")")
        case .scrollState: parts.append("scroll-state(" + plain(contents) + ")")
        case .anchored: parts.append("anchored(" + plain(contents) + ")")
        case .size, nil: parts.append(source(of: TokenCursor(cursor.buffer, start..<cursor.position)))
        }
      } else {
        parts.append(cursor.buffer.lowercased(token))
        cursor.advance()
      }
    }
    return parts.joined(separator: " ")
  }

  /// The contents of `style()`: values stand there as they were written.
  private static func style(_ list: TokenCursor) -> String {
    if let feature = StyleFeature(list) {
      if let range = feature.range { return range.text }
      let name = computed.identifier(feature.name)
      return feature.value.map { "\(name): \(String(decoding: $0.source, as: UTF8.self))" } ?? name
    }
    var cursor = list
    var parts: [String] = []
    while !cursor.isAtEnd {
      let token = cursor.peek
      if let contents = cursor.consumeBlock(.openParenthesis) {
        parts.append("(" + style(contents) + ")")
      } else {
        parts.append(cursor.buffer.lowercased(token))
        cursor.advance()
      }
    }
    return parts.joined(separator: " ")
  }

  private static func source(of cursor: TokenCursor) -> String {
    var text = String(decoding: cursor.source, as: UTF8.self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  /// Names in lower case, single spaces, none beside parentheses and before colons.
  package static func plain(_ list: TokenCursor) -> String {
    var cursor = list
    var text = ""
    let buffer = cursor.buffer
    func space() { if !text.isEmpty, !text.hasSuffix(" "), !text.hasSuffix("(") { text += " " } }
    while !cursor.isAtEnd {
      let token = cursor.peek
      switch token.kind {
      case .whitespace: space()
      case .ident: text += buffer.isCustomName(token) ? buffer.string(token) : buffer.lowercased(token)
      case .function: text += buffer.lowercased(token) + "("
      case .colon:
        while text.hasSuffix(" ") { text.removeLast() }
        text += ": "
      case .comma:
        while text.hasSuffix(" ") { text.removeLast() }
        text += ", "
      case .closeParenthesis:
        while text.hasSuffix(" ") { text.removeLast() }
        text += ")"
      case .number: text += computed.number(token.number)
      case .percentage: text += computed.number(token.number) + "%"
      case .dimension: text += computed.number(token.number) + buffer.lowercased(token)
      case .string: text += computed.string(buffer.string(token))
      case .delim where token.isDelim("<") || token.isDelim(">") || token.isDelim("=") || token.isDelim("/"):
        if !text.hasSuffix("<"), !text.hasSuffix(">") { space() }
        text += source(token, buffer)
        cursor.advanceToken()
        if !cursor.isDelim("=") { text += " " }
        continue
      default: text += source(token, buffer)
      }
      cursor.advanceToken()
    }
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  private static func source(_ token: Token, _ buffer: TokenBuffer) -> String {
    String(decoding: buffer.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }
}

extension String {
  /// What is before and after the first of such.
  fileprivate func components(around separator: String) -> (String, String?) {
    let (whole, wanted) = (Array(utf8), Array(separator.utf8))
    guard whole.count >= wanted.count else { return (self, nil) }
    for start in 0...(whole.count - wanted.count) where whole[start..<start + wanted.count].elementsEqual(wanted) {
      return (
        String(decoding: whole[..<start], as: UTF8.self),
        String(decoding: whole[(start + wanted.count)...], as: UTF8.self)
      )
    }
    return (self, nil)
  }
}
