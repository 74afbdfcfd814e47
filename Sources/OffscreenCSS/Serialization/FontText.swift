extension FontFamilyName: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    // What a browser's settings say.
    case .standard: "\"Times New Roman\""
    case .named(let name): Self.isPlain(name) ? computed.identifier(name) : computed.string(name)
    case .serif: "serif"
    case .sansSerif: "sans-serif"
    case .monospace: "monospace"
    case .cursive: "cursive"
    case .fantasy: "fantasy"
    case .systemUI: "system-ui"
    case .blinkMacSystemFont: "BlinkMacSystemFont"
    case .uiSerif: "ui-serif"
    case .uiSansSerif: "ui-sans-serif"
    case .uiMonospace: "ui-monospace"
    case .uiRounded: "ui-rounded"
    case .math: "math"
    case .emoji: "emoji"
    case .fangsong: "fangsong"
    }
  }

  /// Whether a name is serialized without quotes: one identifier that is no keyword.
  private static func isPlain(_ name: String) -> Bool {
    var cursor = TokenCursor(name)
    guard cursor.consumeIdent() != nil, cursor.isAtEnd else { return false }
    var family = TokenCursor(name)
    return family.consumeFontFamily() == .named(name)
  }
}

extension FontSizeValue {
  func text(in computed: ComputedText) -> String { computed.pixels(size) }
}

extension FontSlantValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .normal: "normal"
    case .italic: "italic"
    case .oblique(14): "oblique"
    case .oblique(let angle): "oblique \(computed.number(angle))deg"
    }
  }
}

extension LineHeight {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .normal: "normal"
    case .number(let factor): computed.pixels(factor * computed.style.font.size)
    case .length(let length): computed.pixels(length)
    }
  }
}

extension FontLigaturesValue {
  func text(in computed: ComputedText) -> String {
    if none { return "none" }
    let sorted = FontLigatures.allCases.filter(ligatures.contains)
    return sorted.isEmpty ? "normal" : sorted.map(\.rawValue).joined(separator: " ")
  }
}

extension FontPaletteName: ComputedValue {
  package func text(in computed: ComputedText) -> String {
    switch self {
    case .normal: "normal"
    case .light: "light"
    case .dark: "dark"
    case .named(let name): computed.identifier(name)
    }
  }
}

extension FontAlternates {
  func text(in computed: ComputedText) -> String {
    let order: [FontAlternate.Kind?] = [
      .stylistic, nil, .styleset, .characterVariant, .swash, .ornaments, .annotation,
    ]
    let words = order.compactMap { kind -> String? in
      guard let kind else { return features.isEmpty ? nil : "historical-forms" }
      guard let function = functions.first(where: { $0.kind == kind }) else { return nil }
      return "\(kind.rawValue)(\(function.names.map(computed.identifier).joined(separator: ", ")))"
    }
    return words.isEmpty ? "normal" : words.joined(separator: " ")
  }
}

extension ValueText<[String]> {
  /// The keywords of a table that turn features on.
  static func features(_ table: FontFeatures.Table) -> ValueText {
    ValueText { tags, _ in
      let names = table.filter { tags.contains($0.value.tags[0]) }.sorted { $0.value.group < $1.value.group }
      return names.isEmpty ? "normal" : names.map(\.key).joined(separator: " ")
    }
  }

  /// Custom identifiers.
  static func identifiers(empty: String, separator: String) -> ValueText {
    .list(empty: empty, separator: separator, .identifier)
  }
}

extension ValueText<String> {
  static var languageOverride: ValueText { ValueText { $0.isEmpty ? "normal" : $1.string($0) } }
  /// Of `-webkit-locale`.
  static var language: ValueText { ValueText { $0.isEmpty ? "auto" : $1.string($0) } }
}

extension ValueText<[FontSetting]> {
  /// Sorted by tag, the last one of each; `isFeature`: the value 1 is left out.
  /// https://drafts.csswg.org/css-fonts-4/#font-variation-settings-def
  static func settings(isFeature: Bool) -> ValueText {
    ValueText { settings, computed in
      let unique = Dictionary(settings.map { ($0.tag, $0.value) }) { _, last in last }
      let list = unique.sorted { $0.key < $1.key }.map { tag, value in
        isFeature && value == 1 ? computed.string(tag) : "\(computed.string(tag)) \(computed.number(value))"
      }
      return list.isEmpty ? "normal" : list.joined(separator: ", ")
    }
  }
}

extension FontSizeAdjust {
  package func text(in computed: ComputedText) -> String {
    guard case .metric(let metric, let value) = self else { return "none" }
    let ratio = value.map { computed.number($0) } ?? "from-font"
    return metric == .exHeight ? ratio : "\(metric.rawValue) \(ratio)"
  }
}
