/// A function of `font-variant-alternates`: what it chooses has names that `@font-feature-values` gives.
/// https://drafts.csswg.org/css-fonts-4/#font-variant-alternates-prop
package struct FontAlternate: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case stylistic, styleset, swash, ornaments, annotation
    case characterVariant = "character-variant"

    /// How many names the function takes.
    fileprivate var takesList: Bool { self == .styleset || self == .characterVariant }
  }
  package var kind: Kind
  package var names: [String]
}

/// The value of `font-variant-alternates`.
struct FontAlternates: Hashable, Sendable, AbsoluteValue {
  /// OpenType tags that keywords turn on.
  var features: [String] = []
  var functions: [FontAlternate] = []

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> FontAlternates? {
    if cursor.consumeIdent("normal") { return FontAlternates() }
    var value = FontAlternates()
    while cursor.consumeFontAlternate(into: &value) {}
    return value == FontAlternates() ? nil : value
  }
}

extension TokenCursor {
  /// `historical-forms` or a function that did not stand before.
  mutating func consumeFontAlternate(into value: inout FontAlternates) -> Bool {
    if value.features.isEmpty, consumeIdent("historical-forms") {
      value.features = ["hist"]
      return true
    }
    var attempt = self
    guard let (token, contents) = attempt.consumeFunction(),
      let kind = FontAlternate.Kind(rawValue: buffer.lowercased(token)),
      !value.functions.contains(where: { $0.kind == kind })
    else { return false }
    var inner = contents
    guard let names = inner.consumeList({ $0.consumeCustomIdent() }), names.count == 1 || kind.takesList
    else { return false }
    value.functions.append(FontAlternate(kind: kind, names: names))
    self = attempt
    return true
  }
}

/// The font feature values of the names in `font-variant-alternates`, by family.
/// https://drafts.csswg.org/css-fonts-4/#font-feature-values
package struct FontFeatureValues: Sendable {
  private struct Key: Hashable {
    var family: String
    var kind: FontAlternate.Kind
    var name: String
  }
  private var values: [Key: [Int]] = [:]

  package init() {}

  package mutating func add(_ rule: FontFeatureValuesRule) {
    for family in rule.families {
      for value in rule.values {
        values[Key(family: family.lowercased(), kind: value.kind, name: value.name)] = value.numbers
      }
    }
  }

  /// The OpenType features of the functions. Deviation: those of the first named family that has values
  /// for a name, whichever font of the list a character comes from.
  func settings(_ functions: [FontAlternate], families: [FontFamilyName]) -> [FontSetting] {
    guard !values.isEmpty else { return [] }
    var settings: [FontSetting] = []
    for function in functions {
      for name in function.names {
        let found = families.lazy.compactMap { family in
          if case .named(let text) = family {
            values[Key(family: text.lowercased(), kind: function.kind, name: name)]
          } else {
            nil
          }
        }
        if let numbers = found.first { settings += Self.settings(function.kind, numbers) }
      }
    }
    return settings
  }

  /// https://drafts.csswg.org/css-fonts-4/#multi-value-features
  private static func settings(_ kind: FontAlternate.Kind, _ numbers: [Int]) -> [FontSetting] {
    func numbered(_ prefix: String, _ number: Int) -> String { prefix + (number < 10 ? "0" : "") + "\(number)" }
    let first = Float(numbers.first ?? 0)
    switch kind {
    case .stylistic: return [FontSetting(tag: "salt", value: first)]
    case .swash: return [FontSetting(tag: "swsh", value: first), FontSetting(tag: "cswh", value: first)]
    case .ornaments: return [FontSetting(tag: "ornm", value: first)]
    case .annotation: return [FontSetting(tag: "nalt", value: first)]
    case .styleset:
      return numbers.filter { 1...20 ~= $0 }.map { FontSetting(tag: numbered("ss", $0), value: 1) }
    case .characterVariant:
      guard let number = numbers.first, 1...99 ~= number else { return [] }
      return [FontSetting(tag: numbered("cv", number), value: numbers.count > 1 ? Float(numbers[1]) : 1)]
    }
  }
}

/// A `@font-feature-values` rule.
package struct FontFeatureValuesRule: Sendable {
  struct Value: Sendable {
    var kind: FontAlternate.Kind
    var name: String
    var numbers: [Int]
  }
  var families: [String]
  var values: [Value] = []

  /// `block`: the rule's contents.
  init?(_ prelude: TokenCursor, block: Range<Int>) {
    var cursor = prelude
    var families: [String] = []
    repeat {
      guard case .named(let family)? = cursor.consumeFontFamily() else { return nil }
      families.append(family)
    } while cursor.consumeComma() && families.count < 100
    guard cursor.isAtEnd else { return nil }
    self.families = families
    let buffer = prelude.buffer
    var reader = SyntaxReader(buffer, block)
    while let item = reader.nextInDeclarationList() {
      guard case .atRule(let rule) = item, let inner = rule.block,
        let kind = FontAlternate.Kind(rawValue: buffer.lowercased(buffer.tokens[rule.name]))
      else { continue }
      var declarations = SyntaxReader(buffer, inner)
      while case .declaration(let declaration)? = declarations.nextInDeclarationList(), values.count < 10_000 {
        var value = TokenCursor(buffer, declaration.value)
        var numbers: [Int] = []
        while let number = value.consumeInteger(), number >= 0, numbers.count < 100 { numbers.append(number) }
        // Only lists of sets may be long.
        let limit = kind == .styleset ? 100 : kind == .characterVariant ? 2 : 1
        guard value.isAtEnd, 1...limit ~= numbers.count else { continue }
        values.append(Value(kind: kind, name: buffer.string(buffer.tokens[declaration.name]), numbers: numbers))
      }
    }
  }
}
