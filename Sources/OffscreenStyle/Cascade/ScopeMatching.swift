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
    var pseudoElementTest: PseudoElementTest
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
    guard let innermost = style.scopes.indices.last else { return }
    var search = RootSearch(style: style, element: element, matcher: matcher)
    defer { matcher.scope = .none }
    var root = element
    var proximity: Int32 = 0
    while !root.isNone, matcher.document.isElement(root), !matcher.isExhausted {
      if search.isRoot(root, of: innermost) {
        matcher.scope = root
        let count = matches.count
        for selector in style.rule.selectors.selectors
        where !selector.neverMatches && matcher.matches(selector, element) {
          matches.append(
            Match(
              rule: number, specificity: selector.specificity, pseudoElement: selector.pseudoElement,
              pseudoElementTest: selector.pseudoElementTest, proximity: proximity))
        }
        matcher.scope = .none
        if matches.count > count { return }
      }
      root = matcher.parent(root)
      proximity &+= 1
    }
  }
}

/// Finds the roots of the scopes around a rule that have an element in them.
private struct RootSearch {
  let style: ActiveRules.Style
  let element: NodeID
  let matcher: SelectorMatcher
  /// By scope, from the outermost. The innermost is asked for each node once.
  private var known: [[NodeID: Bool]]

  init(style: ActiveRules.Style, element: NodeID, matcher: SelectorMatcher) {
    (self.style, self.element, self.matcher) = (style, element, matcher)
    known = Array(repeating: [:], count: max(0, style.scopes.count - 1))
  }

  /// Whether a node around the element is a root of the scope at a place in the list. The search goes as deep as groups
  /// of rules may nest.
  mutating func isRoot(_ node: NodeID, of place: Int) -> Bool {
    let isKept = place < known.count
    if isKept, let answer = known[place][node] { return answer }
    let answer = begins(node, place) && !isLimited(below: node, style.scopes[place])
    if isKept { known[place][node] = answer }
    return answer
  }

  /// An inner scope begins in the one around it, whose root is `:scope` for what it begins with.
  private mutating func begins(_ node: NodeID, _ place: Int) -> Bool {
    let scope = style.scopes[place]
    guard place > 0 else { return isStart(node, scope, inside: .none) }
    var outer = node
    while !outer.isNone, matcher.document.isElement(outer), !matcher.isExhausted {
      if isRoot(outer, of: place - 1), isStart(node, scope, inside: outer) { return true }
      matcher.spend(1)
      outer = matcher.parent(outer)
    }
    return false
  }

  private func isStart(_ node: NodeID, _ scope: ScopeRule, inside outer: NodeID) -> Bool {
    guard let start = scope.start else { return node == implicitRoot }
    matcher.scope = outer
    defer { matcher.scope = .none }
    return matcher.matches(start, node)
  }

  private var implicitRoot: NodeID {
    if !matcher.treeRoot.isNone { return matcher.treeHost }
    return style.scopeRoot.isNone ? matcher.document.documentElement : style.scopeRoot
  }

  private func isLimited(below root: NodeID, _ scope: ScopeRule) -> Bool {
    guard let end = scope.end else { return false }
    matcher.scope = root
    defer { matcher.scope = .none }
    var node = element
    while !node.isNone, matcher.document.isElement(node) {
      if matcher.matches(end, node) { return true }
      if node == root { return false }
      node = matcher.parent(node)
    }
    return false
  }
}
