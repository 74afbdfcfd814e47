import OffscreenCSS
import OffscreenDOM

/// What was found out for `:has()`.
struct RelativeIndex {
  struct Key: Hashable {
    var list: ObjectIdentifier
    var element: NodeID
  }
  private var answers: [Key: Bool] = [:]
  /// For relative selectors of one compound behind a descendant combinator: which nodes have such
  /// a descendant. By list and index in it.
  private var anchors: [Key: [Bool]] = [:]

  /// What is kept before all of it is forgotten.
  private static let maximumAnswers = 1_000_000
  private static let maximumMarks = 32_000_000

  func answer(_ key: Key) -> Bool? { answers[key] }
  func anchors(_ key: Key) -> [Bool]? { anchors[key] }

  mutating func keep(_ answer: Bool, for key: Key) {
    if answers.count > Self.maximumAnswers { answers = [:] }
    answers[key] = answer
  }

  mutating func keep(anchors marks: [Bool], for key: Key) {
    if (anchors.count + 1) * marks.count > Self.maximumMarks { anchors = [:] }
    anchors[key] = marks
  }
}

extension SelectorMatcher {
  /// https://drafts.csswg.org/selectors-4/#relational
  func hasRelative(_ element: NodeID, _ list: SelectorList) -> Bool {
    let key = RelativeIndex.Key(list: ObjectIdentifier(list), element: element)
    if let answer = relatives.answer(key) { return answer }
    var answer = false
    for (index, selector) in list.selectors.enumerated()
    where !isExhausted && hasRelative(element, selector, index, list) {
      answer = true
      break
    }
    relatives.keep(answer, for: key)
    return answer
  }

  private func hasRelative(_ element: NodeID, _ selector: Selector, _ index: Int, _ list: SelectorList) -> Bool {
    var combinators = 0
    var leading = Combinator.descendant
    var goesDown = false
    for part in selector.parts {
      guard case .combinator(let combinator) = part else { continue }
      // The last one leads to the anchor; those before are between the compounds.
      if combinators > 0, leading == .descendant || leading == .child { goesDown = true }
      combinators += 1
      leading = combinator
    }
    // A host's own children are no business of its shadow tree.
    let container = element == treeHost ? treeRoot : element
    switch leading {
    case .descendant where combinators == 1 && element != treeHost:
      let marks = anchors(of: selector, index, list)
      return marks.indices.contains(Int(element.rawValue)) && marks[Int(element.rawValue)]
    case .child where combinators == 1:
      return anySibling(from: document.firstChild(container)) { matches(selector, $0, anchor: element) }
    case .descendant, .child:
      return anyInside(container) { matches(selector, $0, anchor: element) }
    // Nothing is beside a host.
    case .nextSibling where element == treeHost, .subsequentSibling where element == treeHost: return false
    case .nextSibling where combinators == 1:
      let sibling = next(element)
      return !sibling.isNone && matches(selector, sibling, anchor: element)
    case .nextSibling, .subsequentSibling:
      return anySibling(from: document.nextSibling(element)) { sibling in
        if matches(selector, sibling, anchor: element) { return true }
        return goesDown && anyInside(sibling) { matches(selector, $0, anchor: element) }
      }
    // Nothing relative begins so.
    case .slotted, .part: return false
    }
  }

  private func anySibling(from node: NodeID, _ test: (NodeID) -> Bool) -> Bool {
    var node = node
    while !node.isNone, !isExhausted {
      if document.isElement(node), test(node) { return true }
      node = document.nextSibling(node)
    }
    return false
  }

  private func anyInside(_ container: NodeID, _ test: (NodeID) -> Bool) -> Bool {
    var node = document.next(container, within: container)
    while !node.isNone, !isExhausted {
      if document.isElement(node), test(node) { return true }
      node = document.next(node, within: container)
    }
    return false
  }

  /// One pass over the document marks the ancestors of all that the only compound matches.
  private func anchors(of selector: Selector, _ index: Int, _ list: SelectorList) -> [Bool] {
    let key = RelativeIndex.Key(
      list: ObjectIdentifier(list), element: NodeID(rawValue: Int32(truncatingIfNeeded: index)))
    if let marks = relatives.anchors(key) { return marks }
    var marks = [Bool](repeating: false, count: document.nodeCount)
    var node = NodeID.document
    while !node.isNone, !isExhausted {
      // With its parent for an anchor the combinator holds always.
      if document.isElement(node), matches(selector, node, anchor: parent(node)) {
        var ancestor = document.parent(node)
        while !ancestor.isNone, !marks[Int(ancestor.rawValue)] {
          marks[Int(ancestor.rawValue)] = true
          ancestor = document.parent(ancestor)
        }
      }
      node = document.nextShadowIncluding(node, within: .document)
    }
    relatives.keep(anchors: marks, for: key)
    return marks
  }
}
