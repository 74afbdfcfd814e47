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
  @discardableResult
  private mutating func read(_ name: String, _ cursor: inout TokenCursor) -> Bool {
    switch name {
    case "system":
      guard let value = cursor.counterSystem(), cursor.isAtEnd else { return false }
      system = value
    case "symbols":
      var list: [String] = []
      while list.count < 10_000, let symbol = cursor.counterSymbol() { list.append(symbol) }
      guard cursor.isAtEnd, !list.isEmpty else { return false }
      symbols = list
    case "additive-symbols":
      var last = Int.max
      let list: [(weight: Int, symbol: String)]? = cursor.consumeList { cursor in
        guard let entry = cursor.weightedSymbol(), entry.weight < last else { return nil }
        last = entry.weight
        return entry
      }
      guard let list else { return false }
      additive = list
    case "negative":
      guard let start = cursor.counterSymbol() else { return false }
      let end = cursor.counterSymbol() ?? ""
      guard cursor.isAtEnd else { return false }
      negative = (start, end)
    case "prefix":
      guard let symbol = cursor.counterSymbol(), cursor.isAtEnd else { return false }
      prefix = symbol
    case "suffix":
      guard let symbol = cursor.counterSymbol(), cursor.isAtEnd else { return false }
      suffix = symbol
    case "range":
      guard let ranges = cursor.counterRanges() else { return false }
      range = ranges
    case "pad":
      guard let (count, symbol) = cursor.weightedSymbol(), cursor.isAtEnd else { return false }
      pad = (min(count, 1000), symbol)
    case "fallback":
      guard let style = cursor.counterStyleName(), cursor.isAtEnd else { return false }
      fallback = style
    default: return false
    }
    return true
  }

  /// Whether a descriptor of a rule may be set: to what its grammar allows, without another algorithm or too few
  /// symbols for it.
  /// https://drafts.csswg.org/css-counter-styles-3/#dom-csscounterstylerule-system
  static func mayChange(_ name: String, to value: String, system: String) -> Bool {
    var known = CounterStyle(system: .symbolic)
    _ = known.read("system", system)
    var changed = known
    guard changed.read(name, value) else { return false }
    switch (name, known.system) {
    case ("system", _): return changed.system.hasSameAlgorithm(as: known.system)
    case ("symbols", .extends), ("additive-symbols", .extends): return false
    case ("symbols", .alphabetic), ("symbols", .numeric): return changed.symbols.count >= 2
    default: return true
    }
  }

  private mutating func read(_ name: String, _ value: String) -> Bool {
    var cursor = TokenCursor(value)
    return read(name, &cursor)
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
    var weight = consumeDescriptorInteger(from: 0)
    guard let symbol = counterSymbol() else { return nil }
    if weight == nil { weight = consumeDescriptorInteger(from: 0) }
    guard let weight, weight >= 0 else { return nil }
    return (weight, symbol)
  }

  fileprivate mutating func counterStyleName() -> String? {
    consumeCustomIdent(except: ["none"]).map(CounterStyleNames.canonical)
  }

  fileprivate mutating func counterSystem() -> CounterStyle.System? {
    if consumeIdent("fixed") { return .fixed(first: consumeDescriptorInteger() ?? 1) }
    if consumeIdent("extends") { return counterStyleName().map { .extends($0) } }
    return consumeIdent().flatMap { CounterStyle.System(named: buffer.lowercased($0)) }
  }

  /// None for `auto`.
  fileprivate mutating func counterRanges() -> [ClosedRange<Int>]? {
    if consumeIdent("auto") { return isAtEnd ? [] : nil }
    return consumeList { cursor in
      func bound(_ infinite: Int) -> Int? {
        cursor.consumeIdent("infinite") ? infinite : cursor.consumeDescriptorInteger()
      }
      guard let low = bound(.min), let high = bound(.max), low <= high else { return nil }
      return low...high
    }
  }
}
