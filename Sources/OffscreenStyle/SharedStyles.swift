import OffscreenCSS

/// The styles that were computed already: elements with the same parent style and the same
/// declarations have the same style.
///
/// Optimization: a table of our own, because looking up happens for every element and must not
/// allocate.
struct SharedStyles {
  struct Key {
    let parent: StyleID
    let situation: StyleBuilder.Situation
    fileprivate var digest: UInt32
    /// Of the trees that the declarations are of, where some are not the element's own.
    fileprivate var trees: UInt64 = 0

    init(parent: StyleID, situation: StyleBuilder.Situation, entries: [StyleWalk.Entry]) {
      (self.parent, self.situation) = (parent, situation)
      var digest = UInt64(UInt32(bitPattern: parent.rawValue)) &* 31 &+ UInt64(situation.rawValue)
      for entry in entries {
        digest = (digest ^ UInt64(UInt32(bitPattern: entry.block))) &* 0x9E37_79B9_7F4A_7C15
        digest ^= digest >> 32
      }
      self.digest = UInt32(truncatingIfNeeded: digest)
    }

    /// Equal declarations of other trees may come in another order.
    mutating func addTrees(of entries: [StyleWalk.Entry]) {
      for entry in entries {
        trees = (trees ^ UInt64(bitPattern: Int64(entry.level.tree))) &* 0x9E37_79B9_7F4A_7C15
        trees ^= trees >> 29
      }
    }
  }

  private struct Record {
    var key: Key
    var style: StyleID
    /// A range of `blocks`.
    var start: Int
    var count: Int
  }

  private var records: [Record] = []
  private var blocks: [Int32] = []
  /// Open addressing: a record's number plus one, or 0.
  private var slots = [Int32](repeating: 0, count: 1024)

  func find(_ key: Key, _ entries: [StyleWalk.Entry]) -> StyleID? {
    let mask = slots.count - 1
    var slot = Int(key.digest) & mask
    while slots[slot] != 0 {
      let record = records[Int(slots[slot]) - 1]
      if record.key.digest == key.digest, record.key.parent == key.parent,
        record.key.situation == key.situation, record.key.trees == key.trees, record.count == entries.count,
        hasSame(entries, record.start)
      {
        return record.style
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func hasSame(_ entries: [StyleWalk.Entry], _ start: Int) -> Bool {
    for index in entries.indices where blocks[start + index] != entries[index].block { return false }
    return true
  }

  mutating func insert(_ style: StyleID, _ key: Key, _ entries: [StyleWalk.Entry]) {
    if (records.count + 1) * 2 > slots.count { grow() }
    records.append(Record(key: key, style: style, start: blocks.count, count: entries.count))
    for entry in entries { blocks.append(entry.block) }
    place(records.count - 1)
  }

  private mutating func place(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(records[index].key.digest) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(truncatingIfNeeded: index + 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for index in records.indices { place(index) }
  }
}

/// Styles below which children that inherit no more than they must have the same styles.
///
/// Optimization: elements that differ in what they do not hand down share the styles of what is in them.
struct InheritanceClasses {
  /// By style, the first one of its class; -1 where it was not asked for.
  private var representatives: [Int32] = []
  /// Those that came last.
  private var recent: [StyleID] = []
  private var next = 0

  private static let mostRecent = 64
  /// How many styles are compared value by value before one is taken for the first of its class.
  private static let mostComparisons = 8

  mutating func representative(of style: StyleID, in styles: [ComputedStyle]) -> StyleID {
    let index = Int(style.rawValue)
    guard styles.indices.contains(index) else { return style }
    while representatives.count <= index { representatives.append(-1) }
    if representatives[index] >= 0 { return StyleID(rawValue: representatives[index]) }
    var comparisons = 0
    for known in recent where styles[Int(known.rawValue)].mayHandDownTheSame(as: styles[index]) {
      if styles[Int(known.rawValue)].isSameForChildren(as: styles[index]) {
        representatives[index] = known.rawValue
        return known
      }
      comparisons += 1
      if comparisons >= Self.mostComparisons { break }
    }
    representatives[index] = style.rawValue
    if recent.count < Self.mostRecent {
      recent.append(style)
    } else {
      recent[next] = style
      next = (next + 1) % Self.mostRecent
    }
    return style
  }
}

extension ComputedStyle {
  /// Whether children of equal declarations have the same style, if these inherit the same: what else of the parent has
  /// a say in their values is the same.
  fileprivate func mayHandDownTheSame(as other: ComputedStyle) -> Bool {
    font.size == other.font.size && inherited == other.inherited && box.inlinizesChildren == other.box.inlinizesChildren
      && box.isLegacyBox == other.box.isLegacyBox
      && alignment.justifyItemsLegacy == other.alignment.justifyItemsLegacy
      && alignment.justifyItems == other.alignment.justifyItems
  }
}

/// Styles that differ from others by an attribute for the transform.
struct PlacedStyles {
  private struct Key: Hashable {
    var base: StyleID
    var transform: String
  }

  private var styles: [Key: StyleID] = [:]
  private var others: Set<StyleID> = []
  /// By the number of the style, up to the last one of these.
  private var bases: [StyleID] = []

  /// The style that one of these is but for its transform; other styles themselves.
  func base(of style: StyleID) -> StyleID {
    bases.indices.contains(Int(style.rawValue)) ? bases[Int(style.rawValue)] : style
  }

  /// Other declarations, or animations, have a part in this style's transform.
  mutating func leaveOut(_ base: StyleID) { others.insert(base) }

  /// A style with the transform of an attribute; nil where it takes more than that.
  mutating func style(_ base: StyleID, _ transform: String, _ styled: inout StyledDocument) -> StyleID? {
    let style = styled.styles[Int(base.rawValue)]
    // Lengths of declarations are zoomed.
    guard style.inherited.zoom == 1, !others.contains(base) else { return nil }
    let key = Key(base: base, transform: transform)
    if let known = styles[key] { return known }
    var id = base
    if let functions = SVGTransformList(transform)?.functions, !functions.isEmpty {
      id = styled.add(
        ComputedStyle(style, transform: functions), inheritsExplicitly: styled.inheritsExplicitly(base))
    }
    styles[key] = id
    if id != base {
      while bases.count < Int(id.rawValue) { bases.append(StyleID(rawValue: Int32(truncatingIfNeeded: bases.count))) }
      bases.append(base)
    }
    return id
  }
}
