import OffscreenCSS
import OffscreenDOM

/// Positions of elements among their siblings, counted for all children of a parent at once, so that
/// `:nth-child()` on a long list costs one pass over it.
struct SiblingIndex {
  /// One-based, by node; 0 where it was not counted yet.
  private var fromStart: [Int32] = []
  private var fromEnd: [Int32] = []
  private var typeFromStart: [Int32] = []
  private var typeFromEnd: [Int32] = []

  private struct TypeName: Hashable {
    var name: Atom
    var namespace: Namespace
  }

  private struct Among: Hashable {
    var list: ObjectIdentifier
    var node: NodeID
  }
  private var among: [Among: (fromStart: Int32, fromEnd: Int32)] = [:]
  private var countedParents: Set<Among> = []

  /// https://drafts.csswg.org/selectors-4/#child-index
  mutating func position(of element: NodeID, fromEnd isFromEnd: Bool, ofType: Bool, in document: Document) -> Int {
    let index = Int(element.rawValue)
    if ofType {
      if index >= typeFromStart.count || typeFromStart[index] == 0 { countTypes(around: element, document) }
      return Int(isFromEnd ? typeFromEnd[index] : typeFromStart[index])
    }
    if index >= fromStart.count || fromStart[index] == 0 { count(around: element, document) }
    return Int(isFromEnd ? fromEnd[index] : fromStart[index])
  }

  private static func grow(_ array: inout [Int32], for document: Document) {
    let missing = document.nodeCount - array.count
    if missing > 0 { array.append(contentsOf: repeatElement(0, count: missing)) }
  }

  private func firstSibling(_ element: NodeID, _ document: Document) -> NodeID {
    let parent = document.parent(element)
    return parent.isNone ? element : document.firstChild(parent)
  }

  private mutating func count(around element: NodeID, _ document: Document) {
    Self.grow(&fromStart, for: document)
    Self.grow(&fromEnd, for: document)
    var position: Int32 = 0
    var node = firstSibling(element, document)
    while !node.isNone {
      if document.isElement(node) {
        position += 1
        fromStart[Int(node.rawValue)] = position
      }
      node = document.nextSibling(node)
    }
    let total = position
    node = firstSibling(element, document)
    while !node.isNone {
      if document.isElement(node) {
        fromEnd[Int(node.rawValue)] = total + 1 - fromStart[Int(node.rawValue)]
      }
      node = document.nextSibling(node)
    }
  }

  private mutating func countTypes(around element: NodeID, _ document: Document) {
    Self.grow(&typeFromStart, for: document)
    Self.grow(&typeFromEnd, for: document)
    var totals: [TypeName: Int32] = [:]
    func type(_ node: NodeID) -> TypeName {
      TypeName(name: document.name(node), namespace: document.namespace(node))
    }
    var node = firstSibling(element, document)
    while !node.isNone {
      if document.isElement(node) {
        totals[type(node), default: 0] += 1
        typeFromStart[Int(node.rawValue)] = totals[type(node)] ?? 0
      }
      node = document.nextSibling(node)
    }
    node = firstSibling(element, document)
    while !node.isNone {
      if document.isElement(node) {
        typeFromEnd[Int(node.rawValue)] =
          (totals[type(node)] ?? 0) + 1 - typeFromStart[Int(node.rawValue)]
      }
      node = document.nextSibling(node)
    }
  }

  /// What is kept of lists before all of it is forgotten.
  private static let maximumKept = 1_000_000

  /// Whether all of it is forgotten next: counting anew takes long.
  fileprivate var isFull: Bool { among.count > Self.maximumKept }
  fileprivate static let costOfForgetting = 20 * maximumKept

  /// Whether the parent's children are to be counted: they were not yet.
  fileprivate mutating func beginCounting(_ list: SelectorList, parent: NodeID) -> Bool {
    if among.count > Self.maximumKept {
      among = [:]
      countedParents = []
    }
    return countedParents.insert(Among(list: ObjectIdentifier(list), node: parent)).inserted
  }

  fileprivate mutating func keep(_ matching: [NodeID], of list: SelectorList) {
    for (index, node) in matching.enumerated() {
      among[Among(list: ObjectIdentifier(list), node: node)] =
        (Int32(clamping: index + 1), Int32(clamping: matching.count - index))
    }
  }

  fileprivate func position(of element: NodeID, fromEnd: Bool, among list: SelectorList) -> Int {
    guard let position = among[Among(list: ObjectIdentifier(list), node: element)] else { return 0 }
    return Int(fromEnd ? position.fromEnd : position.fromStart)
  }
}

/// What the values of a style may ask of an element's siblings, while the document does not change.
final class SiblingPlaces {
  private var index = SiblingIndex()

  /// https://drafts.csswg.org/css-values-5/#tree-counting
  func place(of element: NodeID, in document: Document) -> (index: Int, count: Int) {
    let fromStart = index.position(of: element, fromEnd: false, ofType: false, in: document)
    return (fromStart, fromStart + index.position(of: element, fromEnd: true, ofType: false, in: document) - 1)
  }
}

extension SelectorMatcher {
  /// The position among those siblings that a selector of the list matches; 0 where the element is
  /// none of them.
  func position(of element: NodeID, fromEnd: Bool, among list: SelectorList) -> Int {
    if element == instanceRoot { return matchesAny(list, element) ? 1 : 0 }
    let parent = document.parent(element)
    // An element without a parent has no siblings.
    if siblings.isFull { spend(SiblingIndex.costOfForgetting) }
    if siblings.beginCounting(list, parent: parent.isNone ? element : parent) {
      var matching: [NodeID] = []
      var node = parent.isNone ? element : document.firstChild(parent)
      while !node.isNone {
        if document.isElement(node), matchesAny(list, node) { matching.append(node) }
        node = document.nextSibling(node)
      }
      siblings.keep(matching, of: list)
      spend(8 * matching.count)
    }
    return siblings.position(of: element, fromEnd: fromEnd, among: list)
  }
}
