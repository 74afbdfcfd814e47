/// How strong a selector is; compared as one number.
/// https://drafts.csswg.org/selectors-4/#specificity-rules
package struct Specificity: Comparable, Hashable, Sendable {
  /// Ids, classes and types in ten bits each, which saturate.
  package let rawValue: UInt32

  package init(ids: Int = 0, classes: Int = 0, types: Int = 0) {
    func clamp(_ count: Int) -> UInt32 { UInt32(min(max(count, 0), 1023)) }
    rawValue = clamp(ids) << 20 | clamp(classes) << 10 | clamp(types)
  }

  package var ids: Int { Int(rawValue >> 20) }
  package var classes: Int { Int(rawValue >> 10 & 1023) }
  package var types: Int { Int(rawValue & 1023) }

  package static let zero = Specificity()
  package static func < (a: Specificity, b: Specificity) -> Bool { a.rawValue < b.rawValue }

  static func += (a: inout Specificity, b: Specificity) {
    a = Specificity(ids: a.ids + b.ids, classes: a.classes + b.classes, types: a.types + b.types)
  }
}
