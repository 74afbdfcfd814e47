import OffscreenCSS
import OffscreenDOM

/// Which elements the selectors of a document's rules can tell apart after a change: for each class, id and attribute
/// that a selector names, where the subjects of those selectors are, as seen from the element that changed.
///
/// Made once of the rules. It says too much rather than too little: elements that it names are matched again, all
/// others match what they did.
struct InvalidationSets {
  /// The subjects of some selectors: elements that have one of these ids, classes, attributes or names.
  struct Subjects {
    private(set) var keys: Set<UInt32> = []
    /// Optimization: a bit for each key; most elements have none of these.
    private var bits: UInt64 = 0
    /// Whether any element may be one.
    private(set) var areAll = false
    var isEmpty: Bool { keys.isEmpty && !areAll }

    /// Beyond this many, they are all.
    private static let limit = 256

    mutating func add(_ more: [UInt32]?) {
      guard let more, !areAll else { return makeAll() }
      keys.formUnion(more)
      for key in more { bits |= Self.bit(key) }
      if keys.count > Self.limit { makeAll() }
    }

    private mutating func makeAll() { (keys, areAll) = ([], true) }

    private static func bit(_ key: UInt32) -> UInt64 { 1 << UInt64((key &* 0x9E37_79B9) >> 26) }

    func contains(_ key: UInt32) -> Bool { bits & Self.bit(key) != 0 && keys.contains(key) }
  }

  /// Where subjects are, as seen from an element whose features changed. The element itself is always matched again.
  struct Reach {
    /// Inside of the element.
    var descendants = Subjects()
    /// Among the siblings after it, and inside of them.
    var siblings = Subjects()
    /// Anywhere in the document.
    var everywhere = Subjects()
  }

  /// What elements have of their own accord, not because markup says so.
  enum State { case link, control, focus, focusInside }

  /// By the key of a class, an id or an attribute.
  private var features: [UInt32: Reach] = [:]
  private var states: [State: Reach] = [:]
  /// Of selectors that ask for an element's place among its siblings: below the parent whose children changed.
  private(set) var ofChildren = Subjects()
  /// Those of them that what comes behind an element can concern.
  private(set) var ofChildrenFromEnd = Subjects()
  /// Of those that ask whether an element is empty; nil where none does.
  private(set) var ofEmptiness: Reach?
  /// Of those with `:has()`: any change in the document may be theirs.
  private(set) var ofRelatives = Subjects()
  /// Whether there are selectors of which nothing is known: they are nested too deep.
  private(set) var areIncomplete = false

  init(_ selectors: some Sequence<SelectorList>, for matcher: SelectorMatcher) {
    for list in selectors {
      for selector in list.selectors where !selector.neverMatches {
        let subjects = RuleIndex.subjectKeys(of: selector, matcher)
        add(selector, from: .subject, subjects, matcher, depth: 0)
      }
    }
  }

  /// What changes with a class, an id or an attribute; nil where no selector names it.
  func reach(of kind: Selector.KeyKind, _ name: Atom) -> Reach? { features[Selector.key(kind, name)] }

  /// What changes with a state; nil where no selector asks for it.
  func reach(of state: State) -> Reach? { states[state] }

  /// Where the subject is, as seen from the element of a compound selector.
  private enum Place {
    case subject, descendant, sibling, anywhere
  }

  private static let maximumDepth = 16

  /// Takes in the features of a selector. `place`: where the subject of the rule is, as seen from this selector's own.
  private mutating func add(
    _ selector: Selector, from place: Place, _ subjects: [UInt32]?, _ matcher: SelectorMatcher, depth: Int
  ) {
    guard depth < Self.maximumDepth else { return areIncomplete = true }
    var place = place
    for part in selector.parts {
      switch part {
      case .combinator(let combinator):
        // The way from the next compound's element begins with this combinator, whatever follows.
        switch combinator {
        case .descendant, .child: if place != .anywhere { place = .descendant }
        case .nextSibling, .subsequentSibling:
          ofChildren.add(subjects)
          if place != .anywhere { place = .sibling }
        // The way back leads into another tree.
        case .slotted, .part: place = .anywhere
        }
      case .id(let atom): add(Selector.key(.id, matcher.folded(atom)), place, subjects)
      case .class(let atom): add(Selector.key(.class, matcher.folded(atom)), place, subjects)
      case .attribute(let index):
        guard let test = selector.tables?.attributes[Int(index)] else { break }
        add(Selector.key(.attribute, test.name), place, subjects)
        add(Selector.key(.attribute, test.lowercasedName), place, subjects)
      // What is known of custom elements counts as their attribute `is`.
      case .pseudoClass(.defined), .state:
        add(Selector.key(.attribute, matcher.document.names.intern("is")), place, subjects)
      case .pseudoClass(let pseudoClass): add(pseudoClass, place, subjects)
      case .nth(_, let fromEnd, _, let of):
        ofChildren.add(subjects)
        if fromEnd { ofChildrenFromEnd.add(subjects) }
        // A sibling that one of the list matches counts.
        addLists(selector, of, .anywhere, subjects, matcher, depth)
      case .matchesAny(let index), .not(let index): addLists(selector, index, place, subjects, matcher, depth)
      case .host(let index): addLists(selector, index, place, subjects, matcher, depth)
      case .hostContext(let index): addLists(selector, index, .anywhere, subjects, matcher, depth)
      case .has(let index):
        ofRelatives.add(subjects)
        addLists(selector, index, .anywhere, subjects, matcher, depth)
      // Their own, or that of an element around: all in that one is matched again.
      case .language: add(Selector.key(.attribute, Atom(.lang)), place, subjects)
      case .direction: add(Selector.key(.attribute, Atom(.dir)), place, subjects)
      case .type, .namespace, .anchor, .part, .never: break
      }
    }
  }

  private mutating func addLists(
    _ selector: Selector, _ index: Int32, _ place: Place, _ subjects: [UInt32]?, _ matcher: SelectorMatcher,
    _ depth: Int
  ) {
    guard index >= 0, let list = selector.tables?.lists[Int(index)] else { return }
    for inner in list.selectors where !inner.neverMatches {
      add(inner, from: place, subjects, matcher, depth: depth + 1)
    }
  }

  private mutating func add(_ key: UInt32, _ place: Place, _ subjects: [UInt32]?) {
    add(subjects, to: &features[key, default: Reach()], place)
  }

  private func add(_ subjects: [UInt32]?, to reach: inout Reach, _ place: Place) {
    switch place {
    case .subject: break
    case .descendant: reach.descendants.add(subjects)
    case .sibling: reach.siblings.add(subjects)
    case .anywhere: reach.everywhere.add(subjects)
    }
  }

  private mutating func add(_ pseudoClass: PseudoClass, _ place: Place, _ subjects: [UInt32]?) {
    switch pseudoClass {
    case .firstChild, .firstOfType: ofChildren.add(subjects)
    case .lastChild, .onlyChild, .lastOfType, .onlyOfType:
      ofChildren.add(subjects)
      ofChildrenFromEnd.add(subjects)
    case .empty:
      var reach = ofEmptiness ?? Reach()
      add(subjects, to: &reach, place)
      ofEmptiness = reach
    case .root, .scope, .defined, .hasSlotted: break
    case .anyLink, .link, .visited: addState(.link, place, subjects)
    case .enabled, .disabled, .checked, .indeterminate, .default, .required, .optional, .readOnly, .readWrite,
      .placeholderShown, .valid, .invalid, .inRange, .outOfRange:
      addState(.control, place, subjects)
    case .focus, .focusVisible: addState(.focus, place, subjects)
    case .focusWithin: addState(.focusInside, place, subjects)
    // They count as the attribute.
    case .open, .modal, .popoverOpen: add(Selector.key(.attribute, Atom(.open)), place, subjects)
    // What changes it changes everything.
    case .target: break
    }
  }

  private mutating func addState(_ state: State, _ place: Place, _ subjects: [UInt32]?) {
    add(subjects, to: &states[state, default: Reach()], place)
  }
}

extension InvalidationSets.Subjects {
  /// Whether an element may be one of these.
  func mayContain(_ element: NodeID, in matcher: SelectorMatcher) -> Bool {
    if areAll { return true }
    if keys.isEmpty { return false }
    let document = matcher.document
    if contains(Selector.key(.type, document.name(element)))
      || contains(Selector.key(document.namespace(element)))
    {
      return true
    }
    let id = document.id(element)
    if id != .none, contains(Selector.key(.id, matcher.folded(id))) { return true }
    for index in 0..<document.classCount(element)
    where contains(Selector.key(.class, matcher.folded(document.classAtom(element, index)))) {
      return true
    }
    var isFound = false
    document.forEachAttribute(element) { name, _, _ in
      isFound = isFound || contains(Selector.key(.attribute, name))
    }
    return isFound
  }
}
