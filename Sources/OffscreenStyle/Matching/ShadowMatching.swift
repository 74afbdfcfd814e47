import OffscreenCSS
import OffscreenDOM

/// What a shadow tree's selectors can say of its host, of what is in its slots, and of parts of shadow trees inside.
extension SelectorMatcher {
  /// Matches with the selectors of an element's own tree, then with those of before again.
  func inTree<Result>(of element: NodeID, _ body: () -> Result) -> Result {
    let before = treeRoot
    defer { setTree(before) }
    setTree(document.containingShadowRoot(element))
    return body()
  }

  // MARK: The host

  /// Seen from its shadow tree, the host has no features but that it is the host. The place behind the compound
  /// selector, -1 where it does not match.
  /// https://drafts.csswg.org/css-scoping-1/#host-element-in-tree
  func matchHost(_ selector: Selector, _ start: Int, _ anchor: NodeID) -> Int {
    guard hostVerdict(selector, start, anchor) == true else { return -1 }
    var index = start
    while index < selector.parts.count {
      if case .combinator = selector.parts[index] { break }
      index += 1
    }
    return index
  }

  /// Nil where a part cannot match what has no features: then its negation does not match either.
  /// https://drafts.csswg.org/selectors-4/#featureless
  private func hostVerdict(_ selector: Selector, _ start: Int, _ anchor: NodeID) -> Bool? {
    let host = treeHost
    var result: Bool?
    // What is within a host does not say that it is one: something else has to.
    var hasContents = true
    for part in selector.parts[start...] {
      let verdict: Bool?
      switch part {
      case .combinator: return result.map { $0 && hasContents }
      case .host(let list): verdict = list < 0 || hostMatches(selector, list, host)
      case .hostContext(let list): verdict = hostMatchesContext(selector, list, host)
      case .matchesAny(let list):
        let verdicts = hostVerdicts(selector, list)
        verdict = verdicts.contains(true) ? true : verdicts.contains(false) ? false : nil
      case .not(let list):
        let verdicts = hostVerdicts(selector, list)
        verdict = verdicts.contains(nil) ? nil : !verdicts.contains(true)
      case .has(let list):
        hasContents = hasContents && selector.tables.map { hasRelative(host, $0.lists[Int(list)]) } ?? false
        continue
      case .pseudoClass(.scope): verdict = scope.isNone || scope == host
      case .anchor: verdict = host == anchor
      case .type, .namespace, .id, .class, .attribute, .pseudoClass, .nth, .language, .direction, .state, .part,
        .never:
        return nil
      }
      guard let verdict else { return nil }
      result = (result ?? true) && verdict
    }
    return result.map { $0 && hasContents }
  }

  /// Of the subjects of the selectors in a list. What has combinators does not match: nothing is around the host.
  private func hostVerdicts(_ selector: Selector, _ index: Int32) -> [Bool?] {
    guard let list = selector.tables?.lists[Int(index)] else { return [] }
    spend(list.selectors.count)
    return list.selectors.map { inner in
      guard let verdict = hostVerdict(inner, 0, .none) else { return nil }
      let isCompound = !inner.parts.contains { if case .combinator = $0 { true } else { false } }
      return verdict && isCompound
    }
  }

  /// The argument speaks of the host as an element of its own tree.
  private func hostMatches(_ selector: Selector, _ index: Int32, _ host: NodeID) -> Bool {
    guard let list = selector.tables?.lists[Int(index)] else { return false }
    return inTree(of: host) { matchesAny(list, host) }
  }

  /// https://drafts.csswg.org/css-scoping-1/#selectordef-host-context
  private func hostMatchesContext(_ selector: Selector, _ index: Int32, _ host: NodeID) -> Bool {
    guard let list = selector.tables?.lists[Int(index)] else { return false }
    var element = host
    while !element.isNone, !isExhausted {
      if inTree(of: element, { matchesAny(list, element) }) { return true }
      element = document.parentElementOrHost(element)
      spend(1)
    }
    return false
  }

  // MARK: Slots

  /// The slot of the tree that an element stands in, through slots of trees inside or not.
  func slot(of element: NodeID) -> NodeID {
    guard !treeRoot.isNone else { return .none }
    var slot = document.slotAround(element)
    while !slot.isNone, document.treeRoot(slot) != treeRoot {
      slot = document.slotAround(slot)
      spend(1)
    }
    return slot
  }

  /// https://drafts.csswg.org/css-scoping-1/#the-has-slotted-pseudo
  func hasSlotted(_ element: NodeID) -> Bool {
    guard document.isHTML(element, .slot) else { return false }
    return document.flattenedNodes(element).contains { document.parent($0) != element }
  }

  // MARK: Parts

  /// The names by which a tree knows an element of a shadow tree inside, and the host that it is a part of.
  struct KnownParts {
    var element: NodeID
    var tree: NodeID
    var host: NodeID
    var names: Set<String>
  }

  func hasPart(_ element: NodeID, _ name: Atom) -> Bool {
    parts(of: element).names.contains(document.names.spelling(of: name))
  }

  func host(ofPart element: NodeID) -> NodeID { parts(of: element).host }

  /// https://drafts.csswg.org/css-shadow-parts-1/#exporting-via-the-exportparts-attribute
  private func parts(of element: NodeID) -> KnownParts {
    if let knownParts, knownParts.element == element, knownParts.tree == treeRoot { return knownParts }
    var known = KnownParts(element: element, tree: treeRoot, host: .none, names: [])
    defer { knownParts = known }
    guard let text = document.attribute(element, .part) else { return known }
    spend(text.utf8.count / 8)
    var names = Set(text.split { $0.isASCII && $0.isWhitespace }.map(String.init))
    var root = document.containingShadowRoot(element)
    // In its own tree it is a part of the host.
    if root == treeRoot, !root.isNone {
      (known.host, known.names) = (treeHost, names)
      return known
    }
    while !root.isNone, !names.isEmpty, !isExhausted {
      let host = document.host(root)
      root = document.containingShadowRoot(host)
      if root == treeRoot {
        (known.host, known.names) = (host, names)
        return known
      }
      names = exported(names, by: host)
      spend(8)
    }
    return known
  }

  /// The names that an `exportparts` attribute gives to parts, which a tree further outside knows.
  private func exported(_ names: Set<String>, by host: NodeID) -> Set<String> {
    guard let text = document.attribute(host, .exportparts) else { return [] }
    spend(text.utf8.count / 8)
    var result: Set<String> = []
    for mapping in text.split(separator: ",") {
      let parts = mapping.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0).trimmingASCIIWhitespace
      }
      guard let inner = parts.first, let outer = parts.last, names.contains(inner), !outer.isEmpty else { continue }
      result.insert(outer)
    }
    return result
  }
}
