import OffscreenGeometry

/// The value of `font-palette`.
/// https://drafts.csswg.org/css-fonts-4/#font-palette-prop
package enum FontPaletteName: Hashable, Sendable, AbsoluteValue {
  case normal, light, dark
  /// A name that `@font-palette-values` gives to colours of a family.
  case named(String)

  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> FontPaletteName? {
    if let keyword = cursor.consumeOne(of: ["normal": FontPaletteName.normal, "light": .light, "dark": .dark]) {
      return keyword
    }
    return cursor.consumeDashedIdent().map { .named($0) }
  }
}

/// Which palette of a font's is taken, and which of its colours are others.
package struct FontPaletteValues: Hashable, Sendable {
  package enum Base: Hashable, Sendable {
    case light, dark
    case number(Int)
  }
  package var base = Base.number(0)
  package var overrides: [Override] = []

  package struct Override: Hashable, Sendable {
    package var index: Int
    package var color: Color
  }
}

/// A `@font-palette-values` rule.
/// https://drafts.csswg.org/css-fonts-4/#font-palette-values
package struct FontPaletteRule: Sendable {
  var name: String
  var families: [String] = []
  var values = FontPaletteValues()

  /// `block`: the rule's contents.
  init?(_ prelude: TokenCursor, block: Range<Int>, _ context: ParsingContext) {
    var cursor = prelude
    guard let name = cursor.consumeDashedIdent(), cursor.isAtEnd else { return nil }
    self.name = name
    let buffer = prelude.buffer
    var reader = SyntaxReader(buffer, block)
    while let item = reader.nextInDeclarationList() {
      guard case .declaration(let declaration) = item else { continue }
      var value = TokenCursor(buffer, declaration.value)
      switch buffer.lowercased(buffer.tokens[declaration.name]) {
      case "font-family": if let list = Self.families(&value) { families = list }
      case "base-palette": if let base = Self.base(&value, context) { values.base = base }
      case "override-colors": if let list = Self.overrides(&value, context) { values.overrides = list }
      default: break
      }
    }
  }

  private static func families(_ cursor: inout TokenCursor) -> [String]? {
    let list: [String]? = cursor.consumeList {
      guard case .named(let family)? = $0.consumeFontFamily() else { return nil }
      return family
    }
    return cursor.isAtEnd ? list : nil
  }

  private static func base(_ cursor: inout TokenCursor, _ context: ParsingContext) -> FontPaletteValues.Base? {
    let keyword = cursor.consumeOne(of: ["light": FontPaletteValues.Base.light, "dark": .dark])
    guard let base = keyword ?? number(&cursor, context).map({ .number($0) }), cursor.isAtEnd
    else { return nil }
    return base
  }

  /// Units are those of initial values.
  private static func number(_ cursor: inout TokenCursor, _ context: ParsingContext) -> Int? {
    cursor.consumeInteger(in: context, from: 0).map { Int($0.computed(in: .initial)) }
  }

  /// Colours that depend on an element are none here.
  private static func overrides(_ cursor: inout TokenCursor, _ context: ParsingContext) -> [FontPaletteValues.Override]?
  {
    var list: [FontPaletteValues.Override] = []
    repeat {
      guard let index = number(&cursor, context), let value = cursor.consumeColor(in: context),
        case .color(let color)? = value.constant, list.count < 10_000
      else { return nil }
      list.append(.init(index: index, color: color))
    } while cursor.consumeComma()
    return cursor.isAtEnd ? list : nil
  }
}

/// The palettes of a page: by their names, and the families that have them.
package struct FontPalettes: Sendable {
  private var rules: [String: [FontPaletteRule]] = [:]

  package init() {}

  package mutating func add(_ rule: FontPaletteRule) { rules[rule.name, default: []].append(rule) }

  /// By family, in lower case. Of rules for the same family the last one counts.
  func values(_ name: FontPaletteName) -> [String: FontPaletteValues] {
    guard case .named(let name) = name, let rules = rules[name] else { return [:] }
    var values: [String: FontPaletteValues] = [:]
    for rule in rules { for family in rule.families { values[family.lowercased()] = rule.values } }
    return values
  }
}
