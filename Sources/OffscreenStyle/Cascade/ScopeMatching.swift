import OffscreenCSS
import OffscreenDOM

/// Rules inside of `@scope`.
/// https://drafts.csswg.org/css-cascade-6/#scope-atrule
struct ScopeMatching {
  let rules: CascadeRules
  let matcher: SelectorMatcher
  /// Those that may apply.
  let scoped: [Int32]

  struct Match {
    var rule: Int32
    var specificity: Specificity
    var pseudoElement: PseudoElement?
    var highlight: Atom
    /// How many steps the scoping root is up.
    var proximity: Int32
  }

  func matches(of element: NodeID) -> [Match] {
    var matches: [Match] = []
    for number in scoped { append(number, element, to: &matches) }
    return matches
  }

  /// The selectors count with the nearest scoping root that lets one of them match.
  private func append(_ number: Int32, _ element: NodeID, to matches: inout [Match]) {
    let style = rules.rule(number)
    guard let scope = style.scopes.last else { return }
    let document = matcher.document
    defer { matcher.scope = .none }
    var root = element
    var proximity: Int32 = 0
    while !root.isNone, document.isElement(root), !matcher.isExhausted {
      if isRoot(root, of: element, scope), style.scopes.dropLast().allSatisfy({ hasRoot(root, $0) }) {
        matcher.scope = root
        let count = matches.count
        for selector in style.rule.selectors.selectors
        where !selector.neverMatches && matcher.matches(selector, element) {
          matches.append(
            Match(
              rule: number, specificity: selector.specificity, pseudoElement: selector.pseudoElement,
              highlight: selector.highlight,
              proximity: proximity))
        }
        matcher.scope = .none
        if matches.count > count { return }
      }
      root = matcher.parent(root)
      proximity &+= 1
    }
  }

  private func isRoot(_ node: NodeID, of element: NodeID, _ scope: ScopeRule) -> Bool {
    let isStart =
      scope.start.map { matcher.matches($0, node) }
      ?? (node == (matcher.treeRoot.isNone ? matcher.document.documentElement : matcher.treeHost))
    return isStart && !isLimited(element, below: node, scope)
  }

  /// Whether an element is in a scope.
  private func hasRoot(_ element: NodeID, _ scope: ScopeRule) -> Bool {
    let document = matcher.document
    var node = element
    while !node.isNone, document.isElement(node) {
      if isRoot(node, of: element, scope) { return true }
      node = matcher.parent(node)
    }
    return false
  }

  private func isLimited(_ element: NodeID, below root: NodeID, _ scope: ScopeRule) -> Bool {
    guard let end = scope.end else { return false }
    matcher.scope = root
    defer { matcher.scope = .none }
    let document = matcher.document
    var node = element
    while node != root, !node.isNone, document.isElement(node) {
      if matcher.matches(end, node) { return true }
      node = matcher.parent(node)
    }
    return false
  }
}
