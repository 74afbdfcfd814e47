import Foundation

/// A specified `font-size`. A keyword's size depends on the family, and is found when that is known.
struct FontSizeValue: PropertyValue {
  var size: Float
  var keyword: FontSizeKeyword?
  var isAbsolute: Bool

  private static let largest = 10_000.0

  static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> FontSizeValue? {
    if let keyword = cursor.consumeOne(of: ["-webkit-xxx-large": FontSizeKeyword.xxxLarge])
      ?? cursor.consumeKeyword(FontSizeKeyword.self)
    {
      return FontSizeValue(size: 16, keyword: keyword, isAbsolute: false)
    }
    if let factor = cursor.consumeOne(of: ["larger": 1.2, "smaller": 1 / 1.2]) {
      return relative(factor, context)
    }
    if cursor.kind == .percentage {
      return cursor.consumePercentage(in: context, .nonNegative).flatMap { relative($0 / 100, context) }
    }
    // As Chromium has it, `rem` and all math functions count as absolute.
    let isRelativeUnit =
      cursor.kind == .dimension
      && ["em", "ex", "ch", "ic", "cap", "lh"].contains(cursor.buffer.lowercased(cursor.peek))
    let before = context.dependsOnElement
    context.dependsOnElement = false
    defer { context.dependsOnElement = context.dependsOnElement || before }
    guard let length = cursor.consumeLengthPercentage(in: context, .nonNegative) else { return nil }
    if length.hasPercentage {
      let basis = context.fromElement { Double($0.font.size) }
      return FontSizeValue(size: clamped(length.pixels(basis: basis)), keyword: nil, isAbsolute: false)
    }
    let isAbsolute = !isRelativeUnit || context.fromElement { $0.parent.font.sizeIsAbsolute }
    return FontSizeValue(size: clamped(length.pixels(basis: 0)), keyword: nil, isAbsolute: isAbsolute)
  }

  private static func clamped(_ size: Double) -> Float { Float(min(max(size, 0), largest)) }

  private static func relative(_ factor: Double, _ context: ValueContext) -> FontSizeValue? {
    context.fromElement { element in
      FontSizeValue(
        size: clamped(Double(element.font.size) * factor), keyword: nil,
        isAbsolute: element.parent.font.sizeIsAbsolute)
    }
  }
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
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> FontSlantValue? {
    if cursor.consumeIdent("normal") { return .normal }
    if cursor.consumeIdent("italic") { return .italic }
    guard cursor.consumeIdent("oblique") else { return nil }
    guard let angle = cursor.consumeAngle(in: context) else { return .oblique(14) }
    return (-90...90).contains(angle) ? (angle == 0 ? .normal : .oblique(Float(angle))) : nil
  }
}

extension LineHeight: PropertyValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> LineHeight? {
    if cursor.consumeIdent("normal") { return .normal }
    if let number = cursor.consumeNumber(in: context, .nonNegative) { return .number(number.clampedNumber) }
    guard let length = cursor.consumeLengthPercentage(in: context, .nonNegative) else { return nil }
    guard length.hasPercentage else { return .length(length.pixels(basis: 0).clampedLength) }
    return .length(length.pixels(basis: context.fromElement { Double($0.font.size) }).clampedLength)
  }
}

extension FontSizeAdjust: PropertyValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> FontSizeAdjust? {
    if cursor.consumeIdent("none") { return FontSizeAdjust.none }
    let metric = cursor.consumeKeyword(FontSizeAdjust.Metric.self)
    if cursor.consumeIdent("from-font") { return .metric(metric ?? .exHeight, nil) }
    return cursor.consumeNumber(in: context, .nonNegative).map {
      .metric(metric ?? .exHeight, $0.clampedNumber)
    }
  }
}

struct FontLigaturesValue: PropertyValue {
  var ligatures: [FontLigatures] = []
  var none = false

  static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> FontLigaturesValue? {
    if cursor.consumeIdent("normal") { return FontLigaturesValue() }
    if cursor.consumeIdent("none") { return FontLigaturesValue(none: true) }
    var list: [FontLigatures] = []
    while let one = cursor.consumeKeyword(FontLigatures.self), list.count < 8 { list.append(one) }
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

  /// https://drafts.csswg.org/css-fonts-4/#font-weight-prop
  mutating func consumeFontWeight(in context: ValueContext) -> Float? {
    if let weight: Float = consumeOne(of: ["normal": 400, "bold": 700]) { return weight }
    // https://drafts.csswg.org/css-fonts-4/#relative-weights
    if consumeIdent("bolder") {
      let weight = context.fromElement { $0.parent.font.weight }
      return weight < 350 ? 400 : weight < 550 ? 700 : max(weight, 900)
    }
    if consumeIdent("lighter") {
      let weight = context.fromElement { $0.parent.font.weight }
      return weight < 100 ? weight : weight < 550 ? 100 : weight < 750 ? 400 : 700
    }
    let isLiteral = kind == .number
    guard let number = consumeNumber(in: context) else { return nil }
    if isLiteral, !(1...1000).contains(number) { return nil }
    return Float(min(max(number, 1), 1000))
  }

  /// Percent.
  mutating func consumeFontStretch(in context: ValueContext) -> Float? {
    consumeFontStretchKeyword() ?? consumePercentage(in: context, .nonNegative)?.clampedNumber
  }

  mutating func consumeFontStretchKeyword() -> Float? {
    consumeOne(of: [
      "normal": 100, "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75,
      "semi-condensed": 87.5, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
      "ultra-expanded": 200,
    ])
  }

  /// Tags with values; `isFeature`: integers, `on` and `off`, and no value for on.
  mutating func consumeFontSettings(in context: ValueContext, isFeature: Bool) -> [FontSetting]? {
    if consumeIdent("normal") { return [] }
    return consumeList { cursor in
      guard let tag = cursor.consumeString(), tag.utf8.count == 4,
        tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      if isFeature {
        if let flag: Float = cursor.consumeOne(of: ["on": 1, "off": 0]) {
          return FontSetting(tag: tag, value: flag)
        }
        if cursor.isAtEnd || cursor.kind == .comma { return FontSetting(tag: tag, value: 1) }
        return cursor.consumeInteger(in: context, from: 0).map { FontSetting(tag: tag, value: Float($0)) }
      }
      return cursor.consumeNumber(in: context).map { FontSetting(tag: tag, value: $0.clampedNumber) }
    }
  }
}
