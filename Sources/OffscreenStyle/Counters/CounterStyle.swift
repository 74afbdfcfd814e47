import OffscreenCSS

/// One counter style. What a rule does not say is nil where `extends` may fill it in.
struct CounterStyle: Sendable {
  enum System: Sendable {
    case cyclic, numeric, alphabetic, symbolic, additive
    case fixed(first: Int)
    case extends(String)
    /// Rules of a language that no list of symbols says.
    case language(CounterLanguage)

    init?(named name: String) {
      switch name {
      case "cyclic": self = .cyclic
      case "numeric": self = .numeric
      case "alphabetic": self = .alphabetic
      case "symbolic": self = .symbolic
      case "additive": self = .additive
      case "fixed": self = .fixed(first: 1)
      default: return nil
      }
    }

    func hasSameAlgorithm(as other: System) -> Bool {
      switch (self, other) {
      case (.cyclic, .cyclic), (.numeric, .numeric), (.alphabetic, .alphabetic), (.symbolic, .symbolic),
        (.additive, .additive), (.fixed, .fixed), (.extends, .extends):
        true
      default: false
      }
    }
  }

  var system: System
  var symbols: [String] = []
  /// The heaviest first.
  var additive: [(weight: Int, symbol: String)] = []
  var negative: (String, String)?
  var prefix: String?
  var suffix: String?
  /// Without ranges it is `auto`.
  var range: [ClosedRange<Int>]?
  var pad: (count: Int, symbol: String)?
  var fallback: String?

  init(system: System) { self.system = system }

  var negativeStart: String { negative?.0 ?? "-" }
  var negativeEnd: String { negative?.1 ?? "" }

  mutating func inherit(_ base: CounterStyle) {
    system = base.system
    symbols = base.symbols
    additive = base.additive
    negative = negative ?? base.negative
    prefix = prefix ?? base.prefix
    suffix = suffix ?? base.suffix
    range = range ?? base.range
    pad = pad ?? base.pad
    fallback = fallback ?? base.fallback
  }

  // MARK: Numbers

  func usesNegative(_ value: Int) -> Bool {
    guard value < 0 else { return false }
    switch system {
    case .symbolic, .alphabetic, .numeric, .additive, .extends, .language: return true
    case .cyclic, .fixed: return false
    }
  }

  func allows(_ value: Int) -> Bool {
    if let range, !range.isEmpty { return range.contains { $0.contains(value) } }
    switch system {
    case .cyclic, .numeric, .fixed, .extends, .language: return true
    case .alphabetic, .symbolic: return value >= 1
    case .additive: return value >= 0
    }
  }

  /// The most characters that a number may be made of.
  private static let maximumLength = 120

  /// Of a value that is not negative where the style has a sign for those.
  func representation(of value: Int) -> String? {
    switch system {
    case .cyclic:
      guard !symbols.isEmpty else { return nil }
      let index = (value - 1) % symbols.count
      return symbols[index < 0 ? index + symbols.count : index]
    case .fixed(let first):
      let index = value - first
      return symbols.indices.contains(index) ? symbols[index] : nil
    case .symbolic:
      guard !symbols.isEmpty, value > 0 else { return nil }
      let times = (value - 1) / symbols.count + 1
      return times > Self.maximumLength
        ? nil : String(repeating: symbols[(value - 1) % symbols.count], count: times)
    case .alphabetic:
      guard symbols.count > 1, value > 0 else { return nil }
      var (rest, parts) = (value, [String]())
      while rest > 0 {
        rest -= 1
        parts.append(symbols[rest % symbols.count])
        rest /= symbols.count
      }
      return parts.reversed().joined()
    case .numeric:
      guard symbols.count > 1 else { return nil }
      if value == 0 { return symbols[0] }
      var (rest, parts) = (value, [String]())
      while rest > 0 {
        parts.append(symbols[rest % symbols.count])
        rest /= symbols.count
      }
      return parts.reversed().joined()
    case .additive: return addition(value)
    case .language(let language): return language.representation(of: value)
    case .extends: return nil
    }
  }

  private func addition(_ value: Int) -> String? {
    if value == 0 { return additive.first { $0.weight == 0 }?.symbol }
    var (rest, text) = (value, "")
    var length = 0
    for (weight, symbol) in additive where weight > 0 && weight <= rest {
      let times = rest / weight
      length += times
      guard length <= Self.maximumLength else { return nil }
      text += String(repeating: symbol, count: times)
      rest -= times * weight
      if rest == 0 { return text }
    }
    return nil
  }
}
