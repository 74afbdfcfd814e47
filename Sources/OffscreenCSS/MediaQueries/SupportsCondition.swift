/// A supports condition.
/// https://drafts.csswg.org/css-conditional-4/#at-supports-ext
package enum SupportsTest: Sendable {
  /// Tokens of the sheet that the condition is in.
  case declaration(SyntaxDeclaration)
  case selector(isSupported: Bool)
  case fontTechnology(String)
  case fontFormat(String)
}

package struct SupportsCondition: Sendable {
  package let condition: Condition<SupportsTest>
  package let buffer: TokenBuffer

  /// A condition, or, in an `@import`, a declaration alone.
  package init?(_ cursor: TokenCursor, selectors: SelectorContext, allowsDeclaration: Bool = false) {
    buffer = cursor.buffer
    let parser = ConditionParser<SupportsTest>(inParentheses: Self.declaration) { name, contents in
      switch name {
      case "selector":
        // A selector that is not forgiven anything.
        .selector(isSupported: SelectorParser(selectors, forgives: false).complexSelector(contents) != nil)
      case "font-tech": Self.name(contents).map { .fontTechnology($0) }
      case "font-format": Self.name(contents).map { .fontFormat($0) }
      default: nil
      }
    }
    var attempt = cursor
    if let condition = parser.parse(&attempt), attempt.isAtEnd {
      self.condition = condition
    } else if allowsDeclaration, let test = Self.declaration(cursor) {
      condition = .test(test)
    } else {
      return nil
    }
  }

  /// `isSupported` says whether a declaration would be kept.
  package func evaluate(declaration isSupported: (SyntaxDeclaration, TokenBuffer) -> Bool) -> Bool {
    // What is unknown here is unsupported, and `not` of it is true.
    condition.replacingUnknown.evaluate { test in
      switch test {
      case .declaration(let declaration): isSupported(declaration, buffer)
      case .selector(let isSupported): isSupported
      case .fontTechnology(let name):
        ["features-opentype", "variations", "color-colrv0", "color-sbix", "color-cbdt", "color-svg"].contains(name)
      case .fontFormat(let name): ["woff", "woff2", "truetype", "opentype", "collection"].contains(name)
      }
    } ?? false
  }

  private static func declaration(_ cursor: TokenCursor) -> SupportsTest? {
    SyntaxReader.declaration(of: cursor.buffer, cursor.range).map { .declaration($0) }
  }

  private static func name(_ cursor: TokenCursor) -> String? {
    var cursor = cursor
    guard let token = cursor.consumeIdent(), cursor.isAtEnd else { return nil }
    return cursor.buffer.lowercased(token)
  }
}

extension Condition where Test == SupportsTest {
  fileprivate var replacingUnknown: Condition {
    switch self {
    case .test: self
    case .not(let condition): .not(condition.replacingUnknown)
    case .all(let conditions): .all(conditions.map(\.replacingUnknown))
    case .any(let conditions): .any(conditions.map(\.replacingUnknown))
    case .unknown: .any([])
    }
  }
}
