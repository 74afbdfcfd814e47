import OffscreenCSS

extension CounterStyle {
  /// The descriptors of `@counter-style`; nil for a rule that defines nothing.
  /// https://drafts.csswg.org/css-counter-styles-3/#the-counter-style-rule
  init?(_ rule: ActiveRules.Descriptors) {
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
    case .extends: if !symbols.isEmpty || !additive.isEmpty { return nil }
    case .language: break
    }
    if case .extends = system {
    } else {
      prefix = prefix ?? ""
      suffix = suffix ?? ". "
    }
  }

  /// A descriptor that is not as its grammar says is left out, and an earlier one stays.
  private mutating func read(_ name: String, _ cursor: inout TokenCursor) {
    switch name {
    case "system":
      if let value = cursor.counterSystem(), cursor.isAtEnd { system = value }
    case "symbols":
      var list: [String] = []
      while list.count < 10_000, let symbol = cursor.counterSymbol() { list.append(symbol) }
      if cursor.isAtEnd { symbols = list }
    case "additive-symbols":
      var last = Int.max
      let list: [(weight: Int, symbol: String)]? = cursor.consumeList { cursor in
        guard let entry = cursor.weightedSymbol(), entry.weight < last else { return nil }
        last = entry.weight
        return entry
      }
      if let list { additive = list }
    case "negative":
      guard let start = cursor.counterSymbol() else { return }
      let end = cursor.counterSymbol() ?? ""
      if cursor.isAtEnd { negative = (start, end) }
    case "prefix":
      if let symbol = cursor.counterSymbol(), cursor.isAtEnd { prefix = symbol }
    case "suffix":
      if let symbol = cursor.counterSymbol(), cursor.isAtEnd { suffix = symbol }
    case "range":
      if let ranges = cursor.counterRanges() { range = ranges }
    case "pad":
      if let (count, symbol) = cursor.weightedSymbol(), cursor.isAtEnd { pad = (min(count, 1000), symbol) }
    case "fallback":
      if let style = cursor.counterStyleName(), cursor.isAtEnd { fallback = style }
    default: break
    }
  }
}

extension TokenCursor {
  /// A string or an identifier. Not implemented: images.
  fileprivate mutating func counterSymbol() -> String? {
    if let string = consumeString() { return string }
    return consumeCustomIdent()
  }

  /// A symbol and a number that is not negative, in either order.
  fileprivate mutating func weightedSymbol() -> (weight: Int, symbol: String)? {
    var weight = consumeInteger()
    guard let symbol = counterSymbol() else { return nil }
    if weight == nil { weight = consumeInteger() }
    guard let weight, weight >= 0 else { return nil }
    return (weight, symbol)
  }

  fileprivate mutating func counterStyleName() -> String? {
    consumeCustomIdent(except: ["none"]).map(CounterStyleNames.canonical)
  }

  fileprivate mutating func counterSystem() -> CounterStyle.System? {
    if consumeIdent("fixed") { return .fixed(first: consumeInteger() ?? 1) }
    if consumeIdent("extends") { return counterStyleName().map { .extends($0) } }
    return consumeIdent().flatMap { CounterStyle.System(named: buffer.lowercased($0)) }
  }

  /// None for `auto`.
  fileprivate mutating func counterRanges() -> [ClosedRange<Int>]? {
    if consumeIdent("auto") { return isAtEnd ? [] : nil }
    return consumeList { cursor in
      func bound(_ infinite: Int) -> Int? {
        cursor.consumeIdent("infinite") ? infinite : cursor.consumeInteger()
      }
      guard let low = bound(.min), let high = bound(.max), low <= high else { return nil }
      return low...high
    }
  }
}
