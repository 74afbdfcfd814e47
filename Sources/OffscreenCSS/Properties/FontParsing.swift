import Foundation

/// A specified `font-size`. A keyword's size depends on the family, and is found when that is known.
struct FontSizeValue: PropertyValue, Equatable {
  var size: Float
  var keyword: FontSizeKeyword?
  /// Nil is as the inherited size is.
  var isAbsolute: Bool?
  /// `math`: https://w3c.github.io/mathml-core/#the-math-script-level-property
  var scalesWithMath = false

  private static let largest = 10_000.0

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<FontSizeValue>? {
    if let keyword = cursor.consumeOne(of: ["-webkit-xxx-large": FontSizeKeyword.xxxLarge])
      ?? cursor.consumeKeyword(FontSizeKeyword.self)
    {
      return .computed(FontSizeValue(size: 16, keyword: keyword, isAbsolute: false))
    }
    if cursor.consumeIdent("math") {
      return .computed(FontSizeValue(size: 16, keyword: nil, isAbsolute: nil, scalesWithMath: true))
    }
    if let factor = cursor.consumeOne(of: ["larger": 1.2, "smaller": 1 / 1.2]) {
      return relative(.computed(factor))
    }
    if cursor.kind == .percentage {
      return cursor.consumePercentage(in: context, .nonNegative).map { relative($0.map { $0 / 100 }) }
    }
    // As Chromium has it, `rem` and all math functions count as absolute.
    let isRelativeUnit =
      cursor.kind == .dimension
      && ["em", "ex", "ch", "ic", "cap", "lh"].contains(cursor.buffer.lowercased(cursor.peek))
    guard let length = cursor.consumeLengthPercentage(in: context, .nonNegative) else { return nil }
    guard length.computed(in: .initial).hasPercentage else {
      return length.map {
        FontSizeValue(size: clamped($0.pixels(basis: 0)), keyword: nil, isAbsolute: isRelativeUnit ? nil : true)
      }
    }
    return .relative(length.dependencies.union(.font)) {
      FontSizeValue(
        size: clamped(length.computed(in: $0).pixels(basis: $0.font.size)), keyword: nil, isAbsolute: false)
    }
  }

  private static func clamped(_ size: Double) -> Float { Float(min(max(size, 0), largest)) }

  /// A multiple of the inherited size.
  private static func relative(_ factor: Specified<Double>) -> Specified<FontSizeValue> {
    .relative(factor.dependencies.union(.font)) {
      FontSizeValue(size: clamped($0.font.size * factor.computed(in: $0)), keyword: nil, isAbsolute: nil)
    }
  }
}

/// What `font-weight` says.
/// https://drafts.csswg.org/css-fonts-4/#font-weight-prop
enum FontWeightValue: PropertyValue, Hashable {
  case weight(Float)
  case bolder, lighter

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<FontWeightValue>? {
    if let keyword = cursor.consumeOne(of: ["bolder": FontWeightValue.bolder, "lighter": .lighter]) {
      return .computed(keyword)
    }
    return cursor.consumeFontWeight(in: context)?.map { .weight($0) }
  }

  /// https://drafts.csswg.org/css-fonts-4/#relative-weights
  func weight(inherited weight: Float) -> Float {
    switch self {
    case .weight(let weight): weight
    case .bolder: weight < 350 ? 400 : weight < 550 ? 700 : max(weight, 900)
    case .lighter: weight < 100 ? weight : weight < 550 ? 100 : weight < 750 ? 400 : 700
    }
  }

  func text(in computed: ComputedText) -> String { computed.number(weight(inherited: 400)) }
}

extension FontWeightValue: InterpolableValue {
  func mixed(with other: FontWeightValue, at progress: Double) -> FontWeightValue? {
    weight(inherited: 400).mixed(with: other.weight(inherited: 400), at: progress).map { .weight($0) }
  }
  func added(to underlying: FontWeightValue) -> FontWeightValue? {
    weight(inherited: 400).added(to: underlying.weight(inherited: 400)).map { .weight($0) }
  }
  var nonNegative: FontWeightValue { .weight(weight(inherited: 400).nonNegative) }
}

extension FontSizeKeyword {
  /// https://drafts.csswg.org/css-fonts-4/#absolute-size-mapping, as Chromium rounds it.
  package func pixels(isMonospace: Bool, isQuirky: Bool) -> Float {
    switch (self, isMonospace) {
    case (.xxSmall, _): 9
    case (.xSmall, false): 10
    case (.xSmall, true): isQuirky ? 9 : 10
    case (.small, false): 13
    case (.small, true): isQuirky ? 10 : 12
    case (.medium, false): 16
    case (.medium, true): 13
    case (.large, false): 18
    case (.large, true): 16
    case (.xLarge, false): 24
    case (.xLarge, true): 20
    case (.xxLarge, false): 32
    case (.xxLarge, true): 26
    case (.xxxLarge, false): 48
    case (.xxxLarge, true): isQuirky ? 40 : 39
    }
  }
}

extension FontSlantValue: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<FontSlantValue>? {
    if cursor.consumeIdent("normal") { return .computed(.normal) }
    if cursor.consumeIdent("italic") { return .computed(.italic) }
    guard cursor.consumeIdent("oblique") else { return nil }
    guard let angle = cursor.consumeAngle(in: context) else { return .computed(.oblique(14)) }
    guard (-90...90).contains(angle.computed(in: .initial)) else { return nil }
    return angle.map { $0 == 0 ? .normal : .oblique(Float(min(max($0, -90), 90))) }
  }
}

extension LineHeight: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<LineHeight>? {
    if cursor.consumeIdent("normal") { return .computed(.normal) }
    if let number = cursor.consumeNumber(in: context, .nonNegative) { return number.map { .number($0.clampedNumber) } }
    guard let length = cursor.consumeLengthPercentage(in: context, .nonNegative) else { return nil }
    guard length.computed(in: .initial).hasPercentage else {
      return length.map { .length($0.pixels(basis: 0).clampedLength) }
    }
    return .relative(length.dependencies.union(.font)) {
      .length(length.computed(in: $0).pixels(basis: $0.font.size).clampedLength)
    }
  }
}

extension FontSizeAdjust: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<FontSizeAdjust>? {
    if cursor.consumeIdent("none") { return .computed(.none) }
    let metric = cursor.consumeKeyword(FontSizeAdjust.Metric.self)
    if cursor.consumeIdent("from-font") { return .computed(.metric(metric ?? .exHeight, nil)) }
    return cursor.consumeNumber(in: context, .nonNegative)?.map {
      .metric(metric ?? .exHeight, $0.clampedNumber)
    }
  }
}

struct FontLigaturesValue: AbsoluteValue, Equatable {
  var ligatures: [FontLigatures] = []
  var none = false

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> FontLigaturesValue? {
    if cursor.consumeIdent("normal") { return FontLigaturesValue() }
    if cursor.consumeIdent("none") { return FontLigaturesValue(none: true) }
    var list: [FontLigatures] = []
    // Of a kind, only one may be said.
    var kinds: Set<String> = []
    while let one = cursor.consumeKeyword(FontLigatures.self) {
      guard kinds.insert(one.rawValue.hasPrefix("no-") ? String(one.rawValue.dropFirst(3)) : one.rawValue).inserted
      else { return nil }
      list.append(one)
    }
    return list.isEmpty ? nil : FontLigaturesValue(ligatures: list)
  }
}

/// Keywords of the `font-variant-*` properties and the OpenType features that they map to. Of a
/// group, only one may stand.
enum FontFeatures {
  typealias Table = [String: (tags: [String], group: Int)]

  static let numeric: Table = [
    "lining-nums": (["lnum"], 0), "oldstyle-nums": (["onum"], 0), "proportional-nums": (["pnum"], 1),
    "tabular-nums": (["tnum"], 1), "diagonal-fractions": (["frac"], 2), "stacked-fractions": (["afrc"], 2),
    "ordinal": (["ordn"], 3), "slashed-zero": (["zero"], 4),
  ]
  static let eastAsian: Table = [
    "jis78": (["jp78"], 0), "jis83": (["jp83"], 0), "jis90": (["jp90"], 0), "jis04": (["jp04"], 0),
    "simplified": (["smpl"], 0), "traditional": (["trad"], 0), "full-width": (["fwid"], 1),
    "proportional-width": (["pwid"], 1), "ruby": (["ruby"], 2),
  ]
}

extension TokenCursor {
  /// `normal` or keywords of a table.
  mutating func consumeFeatures(_ table: FontFeatures.Table) -> [String]? {
    if consumeIdent("normal") { return [] }
    var tags: [String] = []
    var groups: Set<Int> = []
    while let name = peekedName, let entry = table[name] {
      guard groups.insert(entry.group).inserted else { return nil }
      tags += entry.tags
      advance()
    }
    return tags.isEmpty ? nil : tags
  }

  /// https://drafts.csswg.org/css-fonts-4/#font-family-prop
  mutating func consumeFontFamilies() -> [FontFamilyName]? {
    var families: [FontFamilyName] = []
    repeat {
      guard let family = consumeFontFamily() else { return nil }
      families.append(family)
    } while families.count < 100 && consumeComma()
    return families
  }

  mutating func consumeFontFamily() -> FontFamilyName? {
    if let name = consumeString() { return .named(name) }
    if var inner = consumeFunction("generic") {
      return inner.consumeIdent("fangsong") ? .fangsong : .serif
    }
    var words: [String] = []
    while let token = consumeIdent() { words.append(buffer.string(token)) }
    guard let first = words.first?.lowercased() else { return nil }
    if words.count > 1 {
      // Some generic families are no names of others, even with more words.
      return Self.reservedFamilies.contains(first) ? nil : .named(words.joined(separator: " "))
    }
    if WideKeyword(rawValue: first) != nil || first == "default" { return nil }
    return Self.genericFamilies[first] ?? .named(words[0])
  }

  private static let reservedFamilies: Set = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "-webkit-body",
  ]
  private static let genericFamilies: [String: FontFamilyName] = [
    "serif": .serif, "sans-serif": .sansSerif, "monospace": .monospace, "cursive": .cursive,
    "fantasy": .fantasy, "system-ui": .systemUI, "ui-serif": .uiSerif, "ui-sans-serif": .uiSansSerif,
    "ui-monospace": .uiMonospace, "ui-rounded": .uiRounded, "math": .math, "emoji": .emoji,
    "fangsong": .fangsong, "-webkit-body": .standard, "-webkit-standard": .standard,
    "blinkmacsystemfont": .blinkMacSystemFont,
  ]

  /// Without `bolder` and `lighter`.
  mutating func consumeFontWeight(in context: ParsingContext) -> Specified<Float>? {
    if let weight: Float = consumeOne(of: ["normal": 400, "bold": 700]) { return .computed(weight) }
    let isLiteral = kind == .number
    guard let number = consumeNumber(in: context) else { return nil }
    if isLiteral, !(1...1000).contains(number.computed(in: .initial)) { return nil }
    return number.map { Float(min(max($0, 1), 1000)) }
  }

  /// Percent.
  mutating func consumeFontStretch(in context: ParsingContext) -> Specified<Float>? {
    .constant(consumeFontStretchKeyword()) ?? consumePercentage(in: context, .nonNegative)?.map(\.clampedNumber)
  }

  mutating func consumeFontStretchKeyword() -> Float? {
    consumeOne(of: [
      "normal": 100, "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75,
      "semi-condensed": 87.5, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
      "ultra-expanded": 200,
    ])
  }

  /// Tags with values; `isFeature`: integers, `on` and `off`, and no value for on.
  mutating func consumeFontSettings(in context: ParsingContext, isFeature: Bool) -> Specified<[FontSetting]>? {
    if consumeIdent("normal") { return .computed([]) }
    let settings: [Specified<FontSetting>]? = consumeList { cursor in
      guard let tag = cursor.consumeString(), tag.utf8.count == 4,
        tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      if isFeature {
        if let flag: Float = cursor.consumeOne(of: ["on": 1, "off": 0]) {
          return .computed(FontSetting(tag: tag, value: flag))
        }
        if cursor.isAtEnd || cursor.kind == .comma { return .computed(FontSetting(tag: tag, value: 1)) }
        return cursor.consumeInteger(in: context, from: 0)?.map { FontSetting(tag: tag, value: Float($0)) }
      }
      return cursor.consumeNumber(in: context)?.map { FontSetting(tag: tag, value: $0.clampedNumber) }
    }
    return settings?.joined()
  }
}
