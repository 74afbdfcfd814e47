import OffscreenCSS
import OffscreenDOM

/// The rules of a shadow tree's sheets, by what they are for. Their numbers are those of `CascadeRules`.
/// https://drafts.csswg.org/css-scoping-1/#shadow-cascading
final class TreeRules {
  let active: ActiveRules
  /// Which of the different ones it is.
  let number: Int
  /// For elements of the tree.
  let index: RuleIndex
  let hostIndex: RuleIndex?
  let slottedIndex: RuleIndex?
  let partIndex: RuleIndex?
  let scoped: [Int32]

  /// `start`: the number of the first rule.
  init(_ active: ActiveRules, from start: Int, number: Int, for matcher: SelectorMatcher) {
    (self.active, self.number) = (active, number)
    var indexed: [(selectors: SelectorList, rule: Int32)] = []
    var scoped: [Int32] = []
    var subjects: SelectorSubjects = []
    for (place, style) in active.styles.enumerated() where !style.rule.declarations.isEmpty {
      let number = Int32(truncatingIfNeeded: start + place)
      if !style.scopes.isEmpty {
        scoped.append(number)
        continue
      }
      indexed.append((style.rule.selectors, number))
      for selector in style.rule.selectors.selectors { subjects.formUnion(selector.subjects) }
    }
    func index(of subject: SelectorSubjects) -> RuleIndex? {
      subjects.contains(subject) ? RuleIndex(indexed, of: subject, for: matcher) : nil
    }
    self.index = RuleIndex(indexed, of: .tree, for: matcher)
    (hostIndex, slottedIndex, partIndex) = (index(of: .host), index(of: .slotted), index(of: .parts))
    self.scoped = scoped
  }
}
