extension TextTransform {
  package func text(in computed: ComputedText) -> String {
    var words: [String] = []
    switch letterCase {
    case .none: break
    case .capitalize: words.append("capitalize")
    case .uppercase: words.append("uppercase")
    case .lowercase: words.append("lowercase")
    case .mathAuto: words.append("math-auto")
    }
    if fullWidth { words.append("full-width") }
    if fullSizeKana { words.append("full-size-kana") }
    return words.isEmpty ? "none" : words.joined(separator: " ")
  }
}

extension HyphenateLimits: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    var words = [word, before, after].map { $0.map(String.init) ?? "auto" }
    if after == before {
      words.removeLast()
      if before == nil { words.removeLast() }
    }
    return words.joined(separator: " ")
  }
}

extension TabSize: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .spaces(let count): computed.number(count)
    case .length(let length): computed.pixels(length)
    }
  }
}

extension ValueText<LengthPercentage> {
  /// Nothing between letters is `normal`.
  static var letterSpacing: ValueText { ValueText { $0.isZero ? "normal" : $0.text(in: $1) } }
}

extension TextEmphasis {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .none: return "none"
    case .string(let mark): return computed.string(mark)
    case .shape(let shape, let isFilled):
      let name = (shape ?? (computed.style.text.writingMode.isHorizontal ? .dot : .sesame)).rawValue
      return isFilled ? name : "open \(name)"
    }
  }
}

extension TextEmphasisPosition {
  package func text(in computed: ComputedText) -> String { (over ? "over" : "under") + (right ? "" : " left") }
}

extension UnderlinePosition {
  package func text(in computed: ComputedText) -> String {
    let words = [
      fromFont ? "from-font" : nil, under ? "under" : nil, left ? "left" : nil, right ? "right" : nil,
    ].compactMap { $0 }
    return words.isEmpty ? "auto" : words.joined(separator: " ")
  }
}

// MARK: Lists and generated content

extension ListStyleType {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .none: return "none"
    case .string(let text): return computed.string(text)
    case .named(let name): return computed.identifier(name)
    case .symbols(let kind, let symbols):
      let list = (kind == "symbolic" ? [] : [kind]) + symbols.map(computed.string)
      return "symbols(\(list.joined(separator: " ")))"
    }
  }
}

extension Quotes {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .auto: return "auto"
    case .none: return "none"
    case .pairs(let pairs):
      return pairs.map { "\(computed.string($0.open)) \(computed.string($0.close))" }.joined(separator: " ")
    }
  }
}

extension ColorScheme {
  package func text(in computed: ComputedText) -> String {
    if isNormal { return "normal" }
    let words = [supportsLight ? "light" : nil, supportsDark ? "dark" : nil, isOnly ? "only" : nil]
    return words.compactMap { $0 }.joined(separator: " ")
  }
}

extension CounterChange: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    let name = computed.identifier(name)
    return isReversed ? "reversed(\(name))" : "\(name) \(value)"
  }
}

extension ContentValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .normal: return "normal"
    case .none: return "none"
    case .items(let items, let alternative):
      let list = items.map { $0.text(in: computed) }.joined(separator: " ")
      return alternative.map { "\(list) / \(computed.string($0))" } ?? list
    }
  }
}

extension ContentItem {
  package func text(in computed: ComputedText) -> String {
    func style(_ type: ListStyleType) -> String {
      type == .named("decimal") ? "" : ", \(type.text(in: computed))"
    }
    switch self {
    case .string(let text): return computed.string(text)
    case .image(let image): return image.text(in: computed)
    case .counter(let name, let type): return "counter(\(computed.identifier(name))\(style(type)))"
    case .counters(let name, let separator, let type):
      return "counters(\(computed.identifier(name)), \(computed.string(separator))\(style(type)))"
    case .openQuote: return "open-quote"
    case .closeQuote: return "close-quote"
    case .noOpenQuote: return "no-open-quote"
    case .noCloseQuote: return "no-close-quote"
    }
  }
}
