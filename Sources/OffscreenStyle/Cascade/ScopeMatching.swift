import OffscreenCSS
import OffscreenDOM

/// Rules inside of `@scope`.
/// https://drafts.csswg.org/css-cascade-6/#scope-atrule
struct ScopeMatching {
  let rules: CascadeRules

  struct Match {
    var rule: Int32
    var specificity: Specificity
    var pseudoElement: PseudoElement?
  }

  func matches(of element: NodeID) -> [Match] {
    var matches: [Match] = []
    for number in rules.scoped {
      let style = rules.rule(number)
      guard let scope = style.scopes.last, let root = scopeRoot(of: element, scope) else { continue }
      rules.matcher.scope = root
      defer { rules.matcher.scope = .none }
      for selector in style.rule.selectors.selectors
      where !selector.neverMatches && rules.matcher.matches(selector, element) {
        matches.append(
          Match(rule: number, specificity: selector.specificity, pseudoElement: selector.pseudoElement))
      }
    }
    return matches
  }

  /// The nearest scoping root in whose scope the element is.
  /// Deviation: of nested scopes only the innermost counts, and proximity does not decide between rules.
  private func scopeRoot(of element: NodeID, _ scope: ScopeRule) -> NodeID? {
    let document = rules.matcher.document
    var node = element
    while !node.isNone, document.isElement(node) {
      let isRoot = scope.start.map { rules.matcher.matches($0, node) } ?? (node == document.documentElement)
      if isRoot, !isLimited(element, below: node, scope) { return node }
      node = document.parent(node)
    }
    return nil
  }

  private func isLimited(_ element: NodeID, below root: NodeID, _ scope: ScopeRule) -> Bool {
    guard let end = scope.end else { return false }
    rules.matcher.scope = root
    defer { rules.matcher.scope = .none }
    let document = rules.matcher.document
    var node = element
    while node != root, !node.isNone, document.isElement(node) {
      if rules.matcher.matches(end, node) { return true }
      node = document.parent(node)
    }
    return false
  }
}
