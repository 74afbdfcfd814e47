import OffscreenCSS
import OffscreenDOM

/// Finds the rules whose selectors may match an element by its id, classes, attributes and name.
/// Made once for all the style sheets that share an origin; what comes out keeps the given order.
package struct RuleIndex {
  package struct Match {
    /// As the maker of the index calls it.
    package var rule: Int32
    package var specificity: Specificity
    package var pseudoElement: PseudoElement?
    var pseudoElementTest = PseudoElementTest()
    /// Number of the selector in the index; -1 for what was matched without it.
    var entry: Int32 = -1

    package init(rule: Int32, specificity: Specificity, pseudoElement: PseudoElement?) {
      (self.rule, self.specificity, self.pseudoElement) = (rule, specificity, pseudoElement)
    }
  }

  private typealias AncestorKeys = (UInt32, UInt32, UInt32, UInt32)

  /// A selector of a rule; in the order of the cascade.
  private struct Entry {
    var selector: Selector
    var rule: Int32
  }

  private var entries: [Entry] = []
  /// Optimization: apart from the entries, because most are refused by them alone.
  private var ancestorKeys: [AncestorKeys] = []
  /// Of each, whether it speaks of names alone; and the names that any speaks of: see `MatchContexts`.
  private var speaksOfNames: [Bool] = []
  private var mentioned = MentionedNames()
  /// Entries of every key one behind the other; the keys in a table of open addressing.
  private var members: [Int32] = []
  private var slots: [Slot] = []
  private var universal: [Int32] = []
  private var hasAttributeKeys = false

  private struct Slot {
    /// 0: free.
    var key: UInt32 = 0
    var start: Int32 = 0
    var end: Int32 = 0
  }

  /// An index over those of the rules' selectors that may have such subjects.
  package init(
    _ rules: [(selectors: SelectorList, rule: Int32)], of subjects: SelectorSubjects = .tree,
    for matcher: SelectorMatcher,
    where isWanted: (Selector) -> Bool = { _ in true }
  ) {
    var keyed: [(key: UInt32, entry: Int32)] = []
    let isQuirks = matcher.document.quirksMode == .quirks
    for (list, rule) in rules {
      for selector in list.selectors
      where !selector.neverMatches && !selector.subjects.isDisjoint(with: subjects) && isWanted(selector) {
        let number = Int32(truncatingIfNeeded: entries.count)
        entries.append(Entry(selector: selector, rule: rule))
        ancestorKeys.append(
          isQuirks
            ? Selector.ancestorKeys(of: selector.parts, folded: matcher.folded) : selector.ancestorKeys)
        speaksOfNames.append(selector.speaksOfNamesAlone)
        mention(selector, matcher)
        let keys = Self.keys(of: selector, matcher, depth: 0)
        if let keys {
          for key in keys { keyed.append((key.key, number)) }
          hasAttributeKeys = hasAttributeKeys || keys.contains { $0.isAttribute }
        } else {
          universal.append(number)
        }
      }
    }
    build(&keyed)
  }

  private mutating func mention(_ selector: Selector, _ matcher: SelectorMatcher) {
    for part in selector.parts {
      switch part {
      case .id(let atom): mentioned.insert(Selector.key(.id, matcher.folded(atom)))
      case .class(let atom): mentioned.insert(Selector.key(.class, matcher.folded(atom)))
      default: break
      }
    }
  }

  private mutating func build(_ keyed: inout [(key: UInt32, entry: Int32)]) {
    for (key, _) in keyed { mentioned.insert(key) }
    keyed.sort { ($0.key, $0.entry) < ($1.key, $1.entry) }
    var capacity = 16
    while capacity < keyed.count * 2 { capacity *= 2 }
    slots = [Slot](repeating: Slot(), count: capacity)
    members.reserveCapacity(keyed.count)
    var index = 0
    while index < keyed.count {
      let key = keyed[index].key
      let start = members.count
      while index < keyed.count, keyed[index].key == key {
        members.append(keyed[index].entry)
        index += 1
      }
      var slot = Int(key) & (capacity - 1)
      while slots[slot].key != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Slot(
        key: key, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: members.count))
    }
  }

  private struct BucketKey {
    var key: UInt32
    var isAttribute = false
  }

  /// The keys of which an element must have one; nil where every element must be tried.
  private static func keys(of selector: Selector, _ matcher: SelectorMatcher, depth: Int) -> [BucketKey]? {
    var best: (rank: Int, keys: [BucketKey])?
    func offer(_ rank: Int, _ keys: [BucketKey]) {
      if rank > best?.rank ?? 0 { best = (rank, keys) }
    }
    compound: for part in selector.parts {
      switch part {
      case .combinator: break compound
      case .id(let atom): offer(5, [BucketKey(key: Selector.key(.id, matcher.folded(atom)))])
      case .class(let atom): offer(4, [BucketKey(key: Selector.key(.class, matcher.folded(atom)))])
      case .attribute(let index):
        guard let test = selector.tables?.attributes[Int(index)] else { break }
        var keys = [BucketKey(key: Selector.key(.attribute, test.name), isAttribute: true)]
        if test.name != test.lowercasedName {
          keys.append(BucketKey(key: Selector.key(.attribute, test.lowercasedName), isAttribute: true))
        }
        offer(2, keys)
      case .type(let name, let lowercased):
        var keys = [BucketKey(key: Selector.key(.type, lowercased))]
        if name != lowercased { keys.append(BucketKey(key: Selector.key(.type, name))) }
        offer(3, keys)
      case .matchesAny(let index):
        guard let list = selector.tables?.lists[Int(index)], depth < 8, list.selectors.count <= 16 else { break }
        var all: [BucketKey] = []
        var isComplete = true
        for selector in list.selectors where !selector.neverMatches {
          if let keys = keys(of: selector, matcher, depth: depth + 1), all.count + keys.count <= 64 {
            all.append(contentsOf: keys)
          } else {
            isComplete = false
            break
          }
        }
        if isComplete { offer(1, all) }
      case .namespace, .pseudoClass, .nth, .not, .has, .language, .direction, .state, .anchor, .host,
        .hostContext, .part, .never:
        break
      }
    }
    return best?.keys
  }

  /// The same as plain keys; of a selector that names nothing but a namespace, that one's.
  static func subjectKeys(of selector: Selector, _ matcher: SelectorMatcher) -> [UInt32]? {
    if let keys = keys(of: selector, matcher, depth: 0) { return keys.map(\.key) }
    for part in selector.parts {
      switch part {
      case .namespace(let namespace): return [Selector.key(namespace.namespace)]
      case .combinator: return nil
      default: break
      }
    }
    return nil
  }

  // MARK: Matching

  /// Appends all rules that match the element or a pseudo-element of it, in the order of the rules;
  /// a rule comes once for each of its selectors that match. `filter` holds the element's ancestors.
  package func appendMatches(
    of element: NodeID, using matcher: SelectorMatcher, filter: borrowing AncestorFilter, to matches: inout [Match]
  ) {
    // Optimization: selectors are looked at where they are, for to copy one is to count its references, and
    // a buffer's subscript copies.
    entries.withUnsafeBufferPointer { entries in
      guard let first = entries.baseAddress else { return }
      appendMatches(of: element, among: first, using: matcher, filter: filter, to: &matches)
    }
  }

  private func appendMatches(
    of element: NodeID, among entries: UnsafePointer<Entry>, using matcher: SelectorMatcher,
    filter: borrowing AncestorFilter, to matches: inout [Match]
  ) {
    let document = matcher.document
    let start = matches.count
    for entry in universal { append(entry, of: entries, element, matcher, filter, &matches) }
    append(Selector.key(.type, document.name(element)), of: entries, element, matcher, filter, &matches)
    let id = document.id(element)
    if id != .none { append(Selector.key(.id, matcher.folded(id)), of: entries, element, matcher, filter, &matches) }
    for index in 0..<document.classCount(element) {
      let name = matcher.folded(document.classAtom(element, index))
      append(Selector.key(.class, name), of: entries, element, matcher, filter, &matches)
    }
    if hasAttributeKeys {
      document.forEachAttribute(element) { name, _, _ in
        append(Selector.key(.attribute, name), of: entries, element, matcher, filter, &matches)
      }
    }
    guard matches.count > start + 1 else { return }
    matches[start...].sort { $0.entry < $1.entry }
    // A selector may stand in more than one bucket.
    var kept = start
    for index in start + 1..<matches.count where matches[index].entry != matches[kept].entry {
      kept += 1
      matches[kept] = matches[index]
    }
    matches.removeLast(matches.count - kept - 1)
  }

  // MARK: By places

  /// The same, from what is known of places like the element's. `parent`: the place of what is around it. Returns its
  /// own place.
  func appendMatches(
    of element: NodeID, in parent: MatchContexts.Place, _ contexts: inout MatchContexts, using matcher: SelectorMatcher,
    filter: borrowing AncestorFilter, to matches: inout [Match]
  ) -> MatchContexts.Place {
    let document = matcher.document
    let namespace = document.namespace(element)
    guard parent != MatchContexts.unknown, namespace != .other, !matcher.isExhausted else {
      appendMatches(of: element, using: matcher, filter: filter, to: &matches)
      return MatchContexts.unknown
    }
    // 1. The names that any selector speaks of. All types are: there are few.
    contexts.begin(parent)
    contexts.add(.namespace, Atom(rawValue: Int32(namespace.rawValue)))
    contexts.add(.type, document.name(element))
    func add(_ kind: Selector.KeyKind, _ atom: Atom) {
      if mentioned.contains(Selector.key(kind, atom)) { contexts.add(kind, atom) }
    }
    let id = document.id(element)
    if id != .none { add(.id, matcher.folded(id)) }
    for index in 0..<document.classCount(element) {
      add(.class, matcher.folded(document.classAtom(element, index)))
    }
    if hasAttributeKeys { document.forEachAttribute(element) { name, _, _ in add(.attribute, name) } }
    if let place = contexts.place(in: parent) {
      append(place, contexts, element, matcher, &matches)
      return place
    }
    // 2. A new place.
    guard !contexts.isFull else {
      appendMatches(of: element, using: matcher, filter: filter, to: &matches)
      return MatchContexts.unknown
    }
    let start = matches.count
    let left = entries.withUnsafeBufferPointer { entries in
      entries.baseAddress.map { namedMatches(of: element, among: $0, matcher, filter, &matches) } ?? []
    }
    guard !matcher.isExhausted else {
      matches.removeSubrange(start...)
      appendMatches(of: element, using: matcher, filter: filter, to: &matches)
      return MatchContexts.unknown
    }
    let place = contexts.insert(in: parent, matches[start...], others: left)
    matches.removeSubrange(start...)
    append(place, contexts, element, matcher, &matches)
    return place
  }

  /// What is known of a place, and of the other selectors those that match, in the order of the rules.
  private func append(
    _ place: MatchContexts.Place, _ contexts: borrowing MatchContexts, _ element: NodeID, _ matcher: SelectorMatcher,
    _ matches: inout [Match]
  ) {
    let range = contexts.matchRange(place)
    var known = range.lowerBound
    entries.withUnsafeBufferPointer { buffer in
      guard let entries = buffer.baseAddress else { return }
      for index in contexts.otherRange(place) {
        let number = contexts.other(index)
        guard matcher.matches(entries[Int(number)].selector, element) else { continue }
        while known < range.upperBound, contexts.match(known).entry < number {
          matches.append(contexts.match(known))
          known += 1
        }
        matches.append(match(number, entries[Int(number)]))
      }
    }
    while known < range.upperBound {
      matches.append(contexts.match(known))
      known += 1
    }
    matcher.spend(1 + 3 * range.count)
  }

  /// Appends those of the selectors that speak of names alone, and returns the others that may match.
  private func namedMatches(
    of element: NodeID, among entries: UnsafePointer<Entry>, _ matcher: SelectorMatcher,
    _ filter: borrowing AncestorFilter, _ matches: inout [Match]
  ) -> [Int32] {
    let document = matcher.document
    var candidates = universal
    func collect(_ key: UInt32) {
      let mask = slots.count - 1
      var index = Int(key) & mask
      while slots[index].key != 0 {
        if slots[index].key == key {
          candidates.append(contentsOf: members[Int(slots[index].start)..<Int(slots[index].end)])
          return
        }
        index = (index + 1) & mask
      }
    }
    collect(Selector.key(.type, document.name(element)))
    let id = document.id(element)
    if id != .none { collect(Selector.key(.id, matcher.folded(id))) }
    for index in 0..<document.classCount(element) {
      collect(Selector.key(.class, matcher.folded(document.classAtom(element, index))))
    }
    if hasAttributeKeys { document.forEachAttribute(element) { name, _, _ in collect(Selector.key(.attribute, name)) } }
    candidates = candidates.filter { filter.mayMatch(ancestorKeys[Int($0)]) }
    candidates.sort()
    var others: [Int32] = []
    var last: Int32 = -1
    // A selector may stand in more than one bucket.
    for number in candidates where number != last {
      last = number
      if !speaksOfNames[Int(number)] {
        others.append(number)
      } else if matcher.matches(entries[Int(number)].selector, element) {
        matches.append(match(number, entries[Int(number)]))
      }
    }
    return others
  }

  private func match(_ number: Int32, _ entry: borrowing Entry) -> Match {
    var match = Match(
      rule: entry.rule, specificity: entry.selector.specificity, pseudoElement: entry.selector.pseudoElement)
    match.entry = number
    match.pseudoElementTest = entry.selector.pseudoElementTest
    return match
  }

  private func append(
    _ key: UInt32, of entries: UnsafePointer<Entry>, _ element: NodeID, _ matcher: SelectorMatcher,
    _ filter: borrowing AncestorFilter, _ matches: inout [Match]
  ) {
    let mask = slots.count - 1
    var index = Int(key) & mask
    while slots[index].key != 0 {
      if slots[index].key == key {
        for member in Int(slots[index].start)..<Int(slots[index].end) {
          append(members[member], of: entries, element, matcher, filter, &matches)
        }
        return
      }
      index = (index + 1) & mask
    }
  }

  @inline(__always)
  private func append(
    _ number: Int32, of entries: UnsafePointer<Entry>, _ element: NodeID, _ matcher: SelectorMatcher,
    _ filter: borrowing AncestorFilter, _ matches: inout [Match]
  ) {
    let index = Int(number)
    guard filter.mayMatch(ancestorKeys[index]), matcher.matches(entries[index].selector, element) else { return }
    var match = Match(
      rule: entries[index].rule, specificity: entries[index].selector.specificity,
      pseudoElement: entries[index].selector.pseudoElement)
    match.entry = number
    match.pseudoElementTest = entries[index].selector.pseudoElementTest
    matches.append(match)
    // Its declarations are sorted and applied.
    matcher.spend(3)
  }
}
