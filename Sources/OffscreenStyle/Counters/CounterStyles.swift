import OffscreenCSS

/// The counter styles of a document: those that the standards define, and its `@counter-style` rules.
/// https://drafts.csswg.org/css-counter-styles-3/
package struct CounterStyles: Sendable {
  private var own: [String: CounterStyle] = [:]

  package init() {}

  /// Whether a descriptor of a rule of this system may become a value.
  package static func mayChange(_ name: String, to value: String, system: String) -> Bool {
    CounterStyle.mayChange(name, to: value, system: system)
  }

  init(_ rules: [ActiveRules.Descriptors]) {
    for rule in rules {
      let name = CounterStyleNames.canonical(rule.name)
      // These names cannot be taken.
      if ["decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed"].contains(name)
        || name.lowercased() == "none"
      {
        continue
      }
      if let style = CounterStyle(rule) { own[name] = style }
    }
  }

  private static let maximumDepth = 16

  private func style(_ name: String) -> CounterStyle? { own[name] ?? PredefinedCounterStyles.all[name] }

  /// The style of a name with what it extends filled in; nil for an unknown one.
  private func resolved(_ name: String) -> CounterStyle? {
    guard var style = style(name) else { return nil }
    for base in bases(of: name) {
      if let base = self.style(base) { style.inherit(base) }
    }
    return style
  }

  /// The styles that one extends, directly and indirectly. In a circle each extends `decimal` instead.
  /// https://drafts.csswg.org/css-counter-styles-3/#extends-system
  private func bases(of name: String) -> [String] {
    var chain = [name]
    while case .extends(let base) = style(chain[chain.count - 1])?.system {
      if let start = chain.firstIndex(of: base) { return chain[...start].dropFirst() + ["decimal"] }
      chain.append(chain.count < Self.maximumDepth && style(base) != nil ? base : "decimal")
    }
    return Array(chain.dropFirst())
  }

  // MARK: Markers

  /// The representation of a counter's value, without prefix and suffix. Unknown names are decimal.
  package func format(_ value: Int, _ name: String) -> String {
    let clamped = min(max(value, Int(Int32.min)), Int(Int32.max))
    return format(clamped, name, depth: 0)
  }

  package func format(_ value: Int, _ type: ListStyleType) -> String {
    switch type {
    case .none: return ""
    case .string(let text): return text
    case .named(let name): return format(value, name)
    case .symbols(let kind, let symbols):
      var style = CounterStyle(system: CounterStyle.System(named: kind) ?? .symbolic)
      style.symbols = symbols
      return format(value, style, depth: 0)
    }
  }

  /// The content of a list item's marker, with prefix and suffix.
  package func marker(_ value: Int, _ type: ListStyleType) -> String {
    switch type {
    case .none: return ""
    case .string(let text): return text
    case .named(let name):
      let style = resolved(name) ?? resolved("decimal")
      return (style?.prefix ?? "") + format(value, name) + (style?.suffix ?? ". ")
    case .symbols: return format(value, type) + " "
    }
  }

  private func format(_ value: Int, _ name: String, depth: Int) -> String {
    guard depth < Self.maximumDepth, let style = resolved(name) else { return "\(value)" }
    return format(value, style, depth: depth)
  }

  /// https://drafts.csswg.org/css-counter-styles-3/#generate-a-counter
  private func format(_ value: Int, _ style: CounterStyle, depth: Int) -> String {
    // 2. and 3. Out of the range, or without a representation: the fallback's.
    guard style.allows(value),
      var text = style.representation(of: style.usesNegative(value) ? -value : value)
    else {
      return format(value, style.fallback ?? "decimal", depth: depth + 1)
    }
    // 4. The padding counts the negative sign.
    if let pad = style.pad {
      let signs = style.usesNegative(value) ? style.negativeStart.count + style.negativeEnd.count : 0
      let missing = min(pad.count - text.count - signs, 1000)
      if missing > 0 { text = String(repeating: pad.symbol, count: missing) + text }
    }
    // 5.
    return style.usesNegative(value) ? style.negativeStart + text + style.negativeEnd : text
  }
}
