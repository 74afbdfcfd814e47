/// A rule for pages of paper.
/// https://drafts.csswg.org/css-page-3/#at-page-rule
package struct PageRule: Sendable {
  package struct Selector: Hashable, Sendable {
    /// The page's type; nil is any.
    package var name: String?
    package var isFirst = false
    package var isBlank = false
    package var side: PageSide?

    package init() {}

    package func matches(_ page: PageKind) -> Bool {
      (name == nil || name == page.name) && (!isFirst || page.isFirst) && (!isBlank || page.isBlank)
        && (side == nil || side == page.side)
    }

    /// The higher wins. https://drafts.csswg.org/css-page-3/#cascading-and-page-context
    package var specificity: Int {
      (name == nil ? 0 : 10_000) + 100 * ((isFirst ? 1 : 0) + (isBlank ? 1 : 0)) + (side == nil ? 0 : 1)
    }
  }

  /// Empty for all pages.
  package var selectors: [Selector]
  package var declarations: [SyntaxDeclaration] = []
  package var marginBoxes: [(box: PageMarginBox, declarations: [SyntaxDeclaration])] = []

  /// How well the rule fits a page; nil where it does not.
  package func specificity(for page: PageKind) -> Int? {
    if selectors.isEmpty { return 0 }
    return selectors.lazy.filter { $0.matches(page) }.map(\.specificity).max()
  }
}

package enum PageSide: Sendable { case left, right }

/// What rules for pages ask of a page.
package struct PageKind: Hashable, Sendable {
  /// Its type; empty is none.
  package var name: String
  package var isFirst: Bool
  package var isBlank: Bool
  package var side: PageSide

  package init(name: String = "", isFirst: Bool, isBlank: Bool = false, side: PageSide) {
    (self.name, self.isFirst, self.isBlank, self.side) = (name, isFirst, isBlank, side)
  }
}

/// The boxes in the margins of a page.
/// https://drafts.csswg.org/css-page-3/#margin-at-rules
package enum PageMarginBox: String, CaseIterable, Sendable {
  case topLeftCorner = "@top-left-corner"
  case topLeft = "@top-left"
  case topCenter = "@top-center"
  case topRight = "@top-right"
  case topRightCorner = "@top-right-corner"
  case rightTop = "@right-top"
  case rightMiddle = "@right-middle"
  case rightBottom = "@right-bottom"
  case bottomRightCorner = "@bottom-right-corner"
  case bottomRight = "@bottom-right"
  case bottomCenter = "@bottom-center"
  case bottomLeft = "@bottom-left"
  case bottomLeftCorner = "@bottom-left-corner"
  case leftBottom = "@left-bottom"
  case leftMiddle = "@left-middle"
  case leftTop = "@left-top"
}

extension PageRule {
  /// The selectors of a rule: none for all pages; nil where they are invalid.
  static func selectors(_ prelude: TokenCursor) -> [Selector]? {
    var cursor = prelude
    if cursor.isAtEnd { return [] }
    return cursor.consumeList(Self.selector)
  }

  /// https://drafts.csswg.org/css-page-3/#typedef-page-selector
  private static func selector(_ cursor: inout TokenCursor) -> Selector? {
    var selector = Selector()
    var isEmpty = true
    // White space counts: nothing but the name and its pseudo-classes stand together.
    if cursor.kind == .ident {
      guard !cursor.isIdent("auto") else { return nil }
      selector.name = cursor.string(cursor.peek)
      cursor.advanceToken()
      isEmpty = false
    }
    while cursor.kind == .colon {
      cursor.advanceToken()
      guard cursor.kind == .ident else { return nil }
      switch cursor.buffer.lowercased(cursor.peek) {
      case "first": selector.isFirst = true
      case "blank": selector.isBlank = true
      case "left" where selector.side != .right: selector.side = .left
      case "right" where selector.side != .left: selector.side = .right
      case _: return nil
      }
      cursor.advanceToken()
      isEmpty = false
    }
    cursor.skipWhitespace()
    return isEmpty ? nil : selector
  }
}

/// https://drafts.csswg.org/css-page-3/#page-size-prop
package enum PaperSize: Hashable, Sendable {
  /// That of the paper there is, turned as is said.
  case auto(isLandscape: Bool?)
  /// CSS pixels.
  case lengths(width: Double, height: Double)

  /// Millimetres, or inches of the American ones, upright.
  private static let named: [String: (Double, Double)] = [
    "a5": (148, 210), "a4": (210, 297), "a3": (297, 420), "b5": (176, 250), "b4": (250, 353),
    "jis-b5": (182, 257), "jis-b4": (257, 364), "letter": (8.5, 11), "legal": (8.5, 14),
    "ledger": (11, 17),
  ]

  /// The size of a sheet by its name, in CSS pixels.
  package static func named(_ name: String) -> PaperSize? {
    named[name].map { width, height in
      let unit = width < 100 ? 96 : 96 / 25.4
      return .lengths(width: width * unit, height: height * unit)
    }
  }

  /// The value of the descriptor `size`.
  package static func specified(_ value: TokenCursor, in context: ParsingContext) -> Specified<PaperSize>? {
    var cursor = value
    if cursor.consumeIdent("auto") { return cursor.isAtEnd ? .computed(.auto(isLandscape: nil)) : nil }
    if let width = cursor.consumeLength(in: context, .nonNegative) {
      let height = cursor.consumeLength(in: context, .nonNegative) ?? width
      return cursor.isAtEnd ? width.with(height) { .lengths(width: $0, height: $1) } : nil
    }
    var (size, isLandscape): (PaperSize?, Bool?) = (nil, nil)
    while let token = cursor.consumeIdent() {
      switch cursor.buffer.lowercased(token) {
      case "landscape" where isLandscape == nil: isLandscape = true
      case "portrait" where isLandscape == nil: isLandscape = false
      case let name:
        guard size == nil, let found = named(name) else { return nil }
        size = found
      }
    }
    guard cursor.isAtEnd, size != nil || isLandscape != nil else { return nil }
    return .computed(size.map { $0.turned(isLandscape) } ?? .auto(isLandscape: isLandscape))
  }

  /// On its side, upright, or as it is.
  package func turned(_ isLandscape: Bool?) -> PaperSize {
    guard case .lengths(let width, let height) = self, let isLandscape else { return self }
    let (long, short) = (max(width, height), min(width, height))
    return isLandscape ? .lengths(width: long, height: short) : .lengths(width: short, height: long)
  }
}
