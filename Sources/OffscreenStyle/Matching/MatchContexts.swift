import OffscreenCSS
import OffscreenDOM

/// What selectors matched that speak of nothing but names, classes, ids and what is around them, by where elements
/// stand: by their own names, and by those of all around them, as far as any selector speaks of them.
///
/// Optimization: most elements of a page stand where others have stood before. Only the other selectors are tried on
/// them, and of those the ones that were not refused by their ancestors.
struct MatchContexts {
  /// Number of a place; negative where there is none.
  typealias Place = Int32
  /// Around the root element.
  static let outside: Place = -1
  /// Nothing is kept.
  static let unknown: Place = -2
  /// Pages may have each element in a place of its own.
  private static let mostPlaces = 20_000
  /// Names, matches and selectors of all places.
  private static let mostKept = 1_000_000

  private struct Record {
    var parent: Place
    /// Ranges of `names`, `matches` and `others`, which begin where those of the record before end.
    var namesEnd: Int32
    var matchesEnd: Int32
    var othersEnd: Int32
  }

  private var records: [Record] = []
  private var names: [UInt32] = []
  private var matches: [RuleIndex.Match] = []
  /// The selectors that have to be tried on each element.
  private var others: [Int32] = []
  /// Open addressing: a record's number plus one, or 0.
  private var slots: [Int32] = []
  /// Of the element that was asked for last.
  private var sought: [UInt32] = []
  private var soughtHash: UInt32 = 0

  var isFull: Bool {
    records.count >= Self.mostPlaces || names.count + matches.count + others.count >= Self.mostKept
  }

  // MARK: Places

  mutating func begin(_ parent: Place) {
    sought.removeAll(keepingCapacity: true)
    soughtHash = UInt32(bitPattern: parent) &* 0x9E37_79B9
  }

  /// Names are not known by their keys, which two may have in common.
  mutating func add(_ kind: Selector.KeyKind, _ atom: Atom) {
    let number: UInt32 =
      switch kind {
      case .type: 0
      case .namespace: 1
      case .id: 2
      case .class: 3
      case .attribute: 4
      }
    add(UInt32(bitPattern: atom.rawValue) &<< 3 | number)
  }

  private mutating func add(_ name: UInt32) {
    sought.append(name)
    soughtHash = (soughtHash ^ name) &* 0x85EB_CA6B
    soughtHash ^= soughtHash >> 15
  }

  /// The place with the names that were added.
  func place(in parent: Place) -> Place? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = Int(soughtHash) & mask
    while slots[slot] != 0 {
      let place = slots[slot] - 1
      if records[Int(place)].parent == parent, hasSoughtNames(place) { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func hasSoughtNames(_ place: Place) -> Bool {
    let start = place == 0 ? 0 : Int(records[Int(place) - 1].namesEnd)
    guard Int(records[Int(place)].namesEnd) - start == sought.count else { return false }
    for index in sought.indices where names[start + index] != sought[index] { return false }
    return true
  }

  /// Notes what was found there.
  mutating func insert(in parent: Place, _ found: ArraySlice<RuleIndex.Match>, others left: [Int32]) -> Place {
    if (records.count + 1) * 2 > slots.count { grow() }
    names.append(contentsOf: sought)
    matches.append(contentsOf: found)
    others.append(contentsOf: left)
    records.append(
      Record(
        parent: parent, namesEnd: Int32(truncatingIfNeeded: names.count),
        matchesEnd: Int32(truncatingIfNeeded: matches.count), othersEnd: Int32(truncatingIfNeeded: others.count)))
    let place = Int32(truncatingIfNeeded: records.count - 1)
    put(place, hash: soughtHash)
    return place
  }

  private mutating func put(_ place: Place, hash: UInt32) {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = place + 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: max(256, slots.count * 2))
    var start = 0
    for (index, record) in records.enumerated() {
      begin(record.parent)
      // Where they end up in `sought` is of no matter: the hash is.
      for name in names[start..<Int(record.namesEnd)] { add(name) }
      put(Int32(truncatingIfNeeded: index), hash: soughtHash)
      start = Int(record.namesEnd)
    }
  }

  // MARK: What is known of them

  func matchRange(_ place: Place) -> Range<Int> {
    Int(place == 0 ? 0 : records[Int(place) - 1].matchesEnd)..<Int(records[Int(place)].matchesEnd)
  }
  func match(_ index: Int) -> RuleIndex.Match { matches[index] }

  func otherRange(_ place: Place) -> Range<Int> {
    Int(place == 0 ? 0 : records[Int(place) - 1].othersEnd)..<Int(records[Int(place)].othersEnd)
  }
  func other(_ index: Int) -> Int32 { others[index] }
}

/// The keys of the names that selectors speak of.
struct MentionedNames {
  /// Open addressing; 0 is free, which no key is.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 64)
  private var count = 0

  func contains(_ key: UInt32) -> Bool {
    let mask = slots.count - 1
    var slot = Int(key) & mask
    while slots[slot] != 0 {
      if slots[slot] == key { return true }
      slot = (slot + 1) & mask
    }
    return false
  }

  mutating func insert(_ key: UInt32) {
    guard !contains(key) else { return }
    if (count + 1) * 2 > slots.count {
      let before = slots
      slots = [UInt32](repeating: 0, count: before.count * 2)
      for key in before where key != 0 { put(key) }
    }
    put(key)
    count += 1
  }

  private mutating func put(_ key: UInt32) {
    let mask = slots.count - 1
    var slot = Int(key) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = key
  }
}

extension Selector {
  /// Whether which elements it matches follows from the names, classes and ids of these and of those around.
  var speaksOfNamesAlone: Bool {
    parts.allSatisfy {
      switch $0 {
      case .type, .namespace, .id, .class, .combinator(.descendant), .combinator(.child): true
      case .attribute, .pseudoClass, .nth, .matchesAny, .not, .has, .language, .direction, .state, .host, .hostContext,
        .part, .anchor, .never, .combinator(.nextSibling), .combinator(.subsequentSibling), .combinator(.slotted),
        .combinator(.part):
        false
      }
    }
  }
}
