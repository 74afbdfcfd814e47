import OffscreenCSS
import OffscreenDOM

/// A counting Bloom filter of the names of an element's ancestors: most selectors with a descendant
/// combinator are refused by it without a walk up the tree.
///
/// The tree walk pushes each element before its children and pops it after them.
package struct AncestorFilter {
  /// Saturated counters stay what they are.
  private var counts = [UInt8](repeating: 0, count: 4096)
  private var keys: [UInt32] = []
  private var marks: [Int] = []

  package init() {}

  package mutating func push(_ element: NodeID, in matcher: SelectorMatcher) {
    marks.append(keys.count)
    let document = matcher.document
    add(Selector.key(.type, document.name(element)))
    let id = document.id(element)
    if id != .none { add(Selector.key(.id, matcher.folded(id))) }
    for index in 0..<document.classCount(element) {
      add(Selector.key(.class, matcher.folded(document.classAtom(element, index))))
    }
  }

  package mutating func pop() {
    guard let mark = marks.popLast() else { return }
    while keys.count > mark, let key = keys.popLast() {
      decrement(Int(key & 4095))
      decrement(Int(key >> 12 & 4095))
    }
  }

  private mutating func add(_ key: UInt32) {
    keys.append(key)
    increment(Int(key & 4095))
    increment(Int(key >> 12 & 4095))
  }

  private mutating func increment(_ index: Int) { if counts[index] < 255 { counts[index] += 1 } }
  private mutating func decrement(_ index: Int) { if counts[index] < 255 { counts[index] -= 1 } }

  /// Whether all the selector's ancestors could be there.
  @inline(__always)
  package func mayMatch(_ keys: (UInt32, UInt32, UInt32, UInt32)) -> Bool {
    mayContain(keys.0) && mayContain(keys.1) && mayContain(keys.2) && mayContain(keys.3)
  }

  @inline(__always) private func mayContain(_ key: UInt32) -> Bool {
    key == 0 || (counts[Int(key & 4095)] != 0 && counts[Int(key >> 12 & 4095)] != 0)
  }
}
