import OffscreenCSS
import OffscreenDOM

/// Says which elements of a document a selector matches. Lives for one styling of a document that
/// does not change meanwhile; what it found out of siblings and `:has()` is kept.
/// https://drafts.csswg.org/selectors-4/#match-against-element
package final class SelectorMatcher {
  package let document: Document
  // Optimization: each of these is asked for with every part of a selector, and changed by nobody meanwhile.
  /// The scoping root, which `:scope` matches; the root element where it is `.none`.
  /// Deviation: inside of `:has()` and `of S` the first scope's answers stay, because they are kept.
  @exclusivity(unchecked) package var scope: NodeID = .none
  /// The shadow tree whose selectors are matched, and its host; `.none` for the document's. See `ShadowMatching`.
  @exclusivity(unchecked) private(set) var treeRoot: NodeID = .none
  @exclusivity(unchecked) private(set) var treeHost: NodeID = .none
  /// The first element of a `use` element's shadow tree, while its styles are found: nothing is around it or beside.
  @exclusivity(unchecked) var instanceRoot: NodeID = .none
  /// The parts of the element that was asked for last.
  var knownParts: KnownParts?
  /// The link that `:visited` matches, while its colours are found.
  @exclusivity(unchecked) var visitedLink: NodeID = .none

  /// The element that the document's address names.
  lazy var target = document.targetElement

  /// Compound selectors that may be tried for one document.
  private let maximumSteps: Int
  /// Optimization: behind a pointer, because counting in a class's own field asks for exclusive
  /// access every time.
  private let steps: UnsafeMutablePointer<Int>
  /// The limit of matching steps was reached: no selector matches from here on.
  package var isExhausted: Bool { steps.pointee > maximumSteps }
  package var stepCount: Int { steps.pointee }
  /// Counts work besides trying compound selectors.
  func spend(_ count: Int) { steps.pointee &+= count }

  let isHTMLDocument: Bool
  private let isQuirky: Bool
  var siblings = SiblingIndex()
  @exclusivity(unchecked) private var clearSiblings = ClearSiblings()
  @exclusivity(unchecked) var relatives = RelativeIndex()
  var formState: FormState
  private var traits = InheritedTraits()
  private var manyClasses = ManyClasses()
  private var folding = CaseFolding()

  package init(_ document: Document, maximumSteps: Int = 50_000_000) {
    self.document = document
    self.maximumSteps = maximumSteps
    isHTMLDocument = !document.isXML
    formState = FormState(document)
    isQuirky = document.quirksMode == .quirks
    steps = .allocate(capacity: 1)
    steps.initialize(to: 0)
  }

  deinit { steps.deallocate() }

  /// Whether the selector matches the element, or the pseudo-element that it names could exist there.
  package func matches(_ selector: Selector, _ element: NodeID) -> Bool {
    matches(selector, element, anchor: .none) && !isExhausted
  }

  package func matches(_ list: SelectorList, _ element: NodeID) -> Bool {
    matchesAny(list, element) && !isExhausted
  }

  /// In quirks mode, classes and ids are compared without ASCII case; elsewhere as they are.
  /// https://quirks.spec.whatwg.org/#case-sensitivity-of-class-and-id-selectors
  @inline(__always) func folded(_ atom: Atom) -> Atom {
    isQuirky ? folding.fold(atom, document.names) : atom
  }

  func isHTMLElement(_ element: NodeID) -> Bool {
    isHTMLDocument && document.namespace(element) == .html
  }

  /// Selectors are of a shadow tree from here on, or with `.none` of the document.
  package func setTree(_ root: NodeID) {
    treeRoot = root
    treeHost = root.isNone ? .none : document.host(root)
  }

  // MARK: Complex selectors

  /// Works from right to left without recursion. Going back needs one place for each direction at
  /// most: where the last descendant combinator found its element, and where the last sibling
  /// combinator did since then. Of those further right another ancestor could only have fewer
  /// ancestors itself.
  func matches(_ selector: Selector, _ element: NodeID, anchor: NodeID) -> Bool {
    var part = matchCompound(selector, 0, element, anchor)
    guard part >= 0 else { return false }
    var element = element
    // Where a compound begins that was reached by a descendant or sibling combinator, and the
    // element that it was last tried on.
    var descendant = (part: -1, element: NodeID.none)
    var sibling = SiblingSearch()
    let count = selector.parts.count

    next: while part < count {
      guard case .combinator(let combinator) = selector.parts[part] else { return false }
      let start = part + 1
      var isSearching = false
      switch combinator {
      case .child:
        sibling.part = -1
        element = parent(element)
        if element.isNone { return false }
      case .descendant:
        sibling.part = -1
        descendant = (start, parent(element))
        element = descendant.element
        isSearching = true
      case .nextSibling:
        element = previous(element)
      case .subsequentSibling:
        sibling = SiblingSearch(part: start, element: previous(element), origin: element)
        element = sibling.element
        isSearching = true
      case .slotted:
        element = slot(of: element)
        if element.isNone { return false }
      case .part:
        element = host(ofPart: element)
        if element.isNone { return false }
      }
      if !element.isNone, !isSearching || !isExhausted {
        part = matchCompound(selector, start, element, anchor)
        if part >= 0 {
          if combinator == .subsequentSibling { sibling.isClear = false }
          continue next
        }
      }
      // Go back: the next sibling of the last search, or else its next ancestor.
      while true {
        if isExhausted { return false }
        if sibling.part >= 0, !sibling.element.isNone {
          goOn(&sibling, selector)
          element = sibling.element
          part = element.isNone ? -1 : matchCompound(selector, sibling.part, element, anchor)
          if element.isNone { sibling.part = -1 } else if part >= 0 { sibling.isClear = false }
        } else if descendant.part >= 0, !descendant.element.isNone {
          sibling.part = -1
          descendant.element = parent(descendant.element)
          element = descendant.element
          if element.isNone { return false }
          part = matchCompound(selector, descendant.part, element, anchor)
        } else {
          return false
        }
        if part >= 0 { continue next }
      }
    }
    return true
  }

  /// To the sibling before, or to none where all are tried or known.
  private func goOn(_ search: inout SiblingSearch, _ selector: Selector) {
    let isKept = treeHost.isNone && instanceRoot.isNone
    if search.steps == 0, isKept { search.end = clearSiblings.element(selector.parts, search.part) }
    search.steps += 1
    let isEnd = search.element == search.end || search.origin == search.end
    search.element = isEnd ? .none : previous(search.element)
    if search.element.isNone, search.isClear, isKept, isEnd || search.steps > 3 {
      clearSiblings.note(search.origin, selector.parts, search.part)
    }
  }

  func matchesAny(_ list: SelectorList, _ element: NodeID) -> Bool {
    for selector in list.selectors
    where selector.pseudoElement == nil && matches(selector, element, anchor: .none) {
      return true
    }
    return false
  }

  /// In a shadow tree's selectors the host is around its elements, and nothing around the host.
  func parent(_ element: NodeID) -> NodeID {
    let parent = document.parent(element)
    if parent.isNone || element == treeHost || element == instanceRoot { return .none }
    if document.isElement(parent) { return parent }
    return parent == treeRoot ? treeHost : .none
  }

  func previous(_ element: NodeID) -> NodeID {
    if element == treeHost || element == instanceRoot { return .none }
    var node = document.previousSibling(element)
    while !node.isNone, !document.isElement(node) { node = document.previousSibling(node) }
    return node
  }

  func next(_ element: NodeID) -> NodeID {
    if element == instanceRoot { return .none }
    var node = document.nextSibling(element)
    while !node.isNone, !document.isElement(node) { node = document.nextSibling(node) }
    return node
  }

  // MARK: Compound selectors

  /// Matches the simple selectors from `start` to the next combinator or the end, whose index it
  /// returns; -1 where one fails.
  private func matchCompound(_ selector: Selector, _ start: Int, _ element: NodeID, _ anchor: NodeID) -> Int {
    steps.pointee &+= 1
    if element == treeHost { return matchHost(selector, start, anchor) }
    var index = start
    while index < selector.parts.count {
      switch selector.parts[index] {
      case .combinator: return index
      case .type(let name, let lowercased):
        guard document.name(element) == (isHTMLElement(element) ? lowercased : name) else { return -1 }
      case .namespace(let namespace): guard namespace.matches(document.namespaceName(element)) else { return -1 }
      case .id(let atom):
        let id = document.id(element)
        guard id == atom || (isQuirky && id != .none && folded(id) == folded(atom)) else { return -1 }
      case .class(let atom): guard hasClass(element, atom) else { return -1 }
      case .attribute(let index):
        guard let test = selector.tables?.attributes[Int(index)], hasAttribute(element, test) else { return -1 }
      case .pseudoClass(let pseudoClass): guard matches(pseudoClass, element) else { return -1 }
      case .nth(let pattern, let fromEnd, let ofType, let of):
        let position: Int
        if of < 0 {
          position =
            element == instanceRoot ? 1 : siblings.position(of: element, fromEnd: fromEnd, ofType: ofType, in: document)
        } else if let list = selector.tables?.lists[Int(of)] {
          position = self.position(of: element, fromEnd: fromEnd, among: list)
        } else {
          return -1
        }
        guard position > 0, pattern.contains(position) else { return -1 }
      case .matchesAny(let index):
        guard let list = selector.tables?.lists[Int(index)], matchesAny(list, element) else { return -1 }
      case .not(let index):
        guard let list = selector.tables?.lists[Int(index)], !matchesAny(list, element) else { return -1 }
      case .has(let index):
        guard let list = selector.tables?.lists[Int(index)], hasRelative(element, list) else { return -1 }
      case .language(let index):
        guard let range = selector.tables?.languages[Int(index)], isLanguage(of: element, in: range)
        else { return -1 }
      case .direction(let isRightToLeft):
        guard traits.isRightToLeft(element, in: document) == isRightToLeft else { return -1 }
      case .state(let name):
        guard document.controlState(element)?.customStates.contains(name) == true else { return -1 }
      case .anchor: guard element == anchor else { return -1 }
      case .part(let name): guard hasPart(element, name) else { return -1 }
      case .host, .hostContext, .never: return -1
      }
      index += 1
    }
    return index
  }

  private func hasClass(_ element: NodeID, _ atom: Atom) -> Bool {
    let count = document.classCount(element)
    if count > ManyClasses.few { return manyClasses.has(element, folded(atom), in: document) { folded($0) } }
    if !isQuirky { return document.hasClass(element, atom) }
    let atom = folded(atom)
    return (0..<count).contains { folded(document.classAtom(element, $0)) == atom }
  }

  /// What is compared counts, not only how often: one test may look at a megabyte.
  private func hasAttribute(_ element: NodeID, _ test: AttributeTest) -> Bool {
    let isHTML = isHTMLElement(element)
    let name = isHTML ? test.lowercasedName : test.name
    steps.pointee &+= document.attributeCount(element) / 16
    switch test.namespace {
    case .is(let namespace) where namespace.namespace != .other:
      return document.withAttribute(element, name, namespace: namespace.namespace) { value in
        guard let value else { return false }
        steps.pointee &+= test.steps(textLength: value.count)
        return test.matches(value, isHTML: isHTML)
      }
    case .any, .is:
      var isFound = false
      document.forEachQualifiedAttribute(element) {
        guard !isFound, $0 == name, test.namespace.allows($1) else { return }
        steps.pointee &+= test.steps(textLength: $2.count)
        isFound = test.matches($2, isHTML: isHTML)
      }
      return isFound
    }
  }

  /// Deviation: basic filtering of RFC 4647, as in Chromium.
  /// https://drafts.csswg.org/selectors-4/#the-lang-pseudo
  private func isLanguage(of element: NodeID, in range: String) -> Bool {
    steps.pointee &+= range.utf8.count / 8
    guard let language = traits.language(of: element, in: document), language.starts(with: range.utf8)
    else { return false }
    return language.count == range.utf8.count || language[range.utf8.count] == UInt8(ascii: "-")
  }
}

/// Atoms of names in lower case, looked up once each.
struct CaseFolding {
  private var atoms: [Int32] = []

  mutating func fold(_ atom: Atom, _ names: NameTable) -> Atom {
    guard atom.rawValue >= 0 else { return atom }
    let index = Int(atom.rawValue)
    if index >= atoms.count {
      atoms.append(contentsOf: repeatElement(-1, count: max(names.count, index + 1) - atoms.count))
    }
    if atoms[index] < 0 {
      let name = names.spelling(of: atom)
      let lowercased = String(
        decoding: name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
      atoms[index] = names.intern(lowercased).rawValue
    }
    return Atom(rawValue: atoms[index])
  }
}
