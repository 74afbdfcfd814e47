import OffscreenCSS

extension CounterStyle {
  /// The descriptors of `@counter-style`; nil for a rule that defines nothing.
  /// https://drafts.csswg.org/css-counter-styles-3/#the-counter-style-rule
  init?(_ rule: ActiveRules.Descriptors, _ context: ValueContext) {
    self.init(system: .symbolic)
    let buffer = rule.sheet.buffer
    for declaration in rule.declarations {
      var cursor = TokenCursor(buffer, declaration.value)
      read(buffer.lowercased(buffer.tokens[declaration.name]), &cursor)
    }
    switch system {
    case .cyclic, .symbolic, .fixed: if symbols.isEmpty { return nil }
    case .alphabetic, .numeric: if symbols.count < 2 { return nil }
    case .additive: if additive.isEmpty { return nil }
    case .extends, .language: break
    }
    if case .extends = system {
    } else {
      prefix = prefix ?? ""
      suffix = suffix ?? ". "
    }
  }

  private mutating func read(_ name: String, _ cursor: inout TokenCursor) {
    switch name {
    case "system":
      if cursor.consumeIdent("fixed") {
        system = .fixed(first: cursor.consumeInteger() ?? 1)
      } else if cursor.consumeIdent("extends") {
        if let token = cursor.consumeIdent() { system = .extends(cursor.string(token)) }
      } else if let token = cursor.consumeIdent(), let known = System(named: cursor.buffer.lowercased(token)) {
        system = known
      }
    case "symbols":
      var list: [String] = []
      while list.count < 10_000, let symbol = cursor.counterSymbol() { list.append(symbol) }
      if cursor.isAtEnd { symbols = list }
    case "additive-symbols":
      var list: [(weight: Int, symbol: String)] = []
      repeat {
        var weight = cursor.consumeInteger()
        guard let symbol = cursor.counterSymbol() else { return }
        if weight == nil { weight = cursor.consumeInteger() }
        guard let weight, weight >= 0, weight < list.last?.weight ?? .max else { return }
        list.append((weight, symbol))
      } while cursor.consumeComma()
      additive = list
    case "negative":
      if let start = cursor.counterSymbol() { negative = (start, cursor.counterSymbol() ?? "") }
    case "prefix": prefix = cursor.counterSymbol()
    case "suffix": suffix = cursor.counterSymbol()
    case "range": readRange(&cursor)
    case "pad":
      var count = cursor.consumeInteger()
      let symbol = cursor.counterSymbol()
      if count == nil { count = cursor.consumeInteger() }
      if let count, let symbol, count >= 0 { pad = (min(count, 1000), symbol) }
    case "fallback": if let token = cursor.consumeIdent() { fallback = cursor.string(token) }
    default: break
    }
  }

  private mutating func readRange(_ cursor: inout TokenCursor) {
    if cursor.consumeIdent("auto") { return }
    range = cursor.consumeList { cursor in
      func bound(_ infinite: Int) -> Int? {
        cursor.consumeIdent("infinite") ? infinite : cursor.consumeInteger()
      }
      guard let low = bound(.min), let high = bound(.max), low <= high else { return nil }
      return low...high
    }
  }
}

extension TokenCursor {
  /// A string or an identifier. Not implemented: images.
  fileprivate mutating func counterSymbol() -> String? {
    if let string = consumeString() { return string }
    return consumeCustomIdent()
  }
}
