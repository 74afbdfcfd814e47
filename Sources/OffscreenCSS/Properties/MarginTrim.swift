/// Which margins at its edges a container trims.
/// https://drafts.csswg.org/css-box-4/#margin-trim
///
/// Not implemented: inline margins, which block containers have to trim of floats, and items of flex and grid
/// containers: no browser does either.
package struct MarginTrim: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let blockStart = MarginTrim(rawValue: 1)
  package static let blockEnd = MarginTrim(rawValue: 2)
  package static let inlineStart = MarginTrim(rawValue: 4)
  package static let inlineEnd = MarginTrim(rawValue: 8)
  static let block: MarginTrim = [.blockStart, .blockEnd]
  static let inline: MarginTrim = [.inlineStart, .inlineEnd]
}

extension MarginTrim: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> MarginTrim? {
    if cursor.consumeIdent("none") { return [] }
    return axes(&cursor) ?? sides(&cursor)
  }

  private static func axes(_ cursor: inout TokenCursor) -> MarginTrim? {
    list(&cursor) { $0.consumeOne(of: ["block": MarginTrim.block, "inline": .inline]) }
  }

  private static func sides(_ cursor: inout TokenCursor) -> MarginTrim? {
    list(&cursor) {
      $0.consumeOne(of: [
        "block-start": MarginTrim.blockStart, "inline-start": .inlineStart, "block-end": .blockEnd,
        "inline-end": .inlineEnd,
      ])
    }
  }

  /// Each at most once.
  private static func list(_ cursor: inout TokenCursor, _ part: (inout TokenCursor) -> MarginTrim?) -> MarginTrim? {
    var result: MarginTrim = []
    while let next = part(&cursor) {
      guard result.isDisjoint(with: next) else { return nil }
      result.formUnion(next)
    }
    return result.isEmpty ? nil : result
  }

  package func text(in computed: ComputedText) -> String {
    switch self {
    case []: return "none"
    case .block: return "block"
    case .inline: return "inline"
    case [.block, .inline]: return "block inline"
    default:
      let names: [(MarginTrim, String)] = [
        (.blockStart, "block-start"), (.inlineStart, "inline-start"), (.blockEnd, "block-end"),
        (.inlineEnd, "inline-end"),
      ]
      return names.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
  }
}
