import OffscreenCSS
import OffscreenDOM

/// A search for an element before another one, among its siblings, that a compound selector matches.
struct SiblingSearch {
  /// Where the compound begins in its selector; -1 without a search.
  var part = -1
  /// Where the search is.
  var element = NodeID.none
  /// Where it began.
  var origin = NodeID.none
  var steps = 0
  /// The compound has matched none so far.
  var isClear = true
  /// Before this one none matches.
  var end = NodeID.none
}

/// Of compound selectors, the last element that is known to have no sibling before it that they match: searches from
/// elements behind it end there.
///
/// Optimization: else each element of a long list looks at all before it.
struct ClearSiblings {
  private struct Key: Hashable {
    var parts: UnsafeRawPointer?
    var start: Int
  }
  /// With the selectors' parts, which thereby stay where they are.
  private var known: [Key: (parts: [SelectorPart], element: NodeID)] = [:]

  /// `.none` where nothing is known.
  func element(_ parts: [SelectorPart], _ start: Int) -> NodeID {
    known.isEmpty ? .none : known[Self.key(parts, start)]?.element ?? .none
  }

  mutating func note(_ element: NodeID, _ parts: [SelectorPart], _ start: Int) {
    guard Self.isPlain(parts, start) else { return }
    known[Self.key(parts, start)] = (parts, element)
  }

  private static func key(_ parts: [SelectorPart], _ start: Int) -> Key {
    parts.withUnsafeBytes { Key(parts: $0.baseAddress, start: start) }
  }

  /// Whether the compound asks for nothing but what an element is: a scope, a link that is visited and the like are
  /// other ones from time to time.
  private static func isPlain(_ parts: [SelectorPart], _ start: Int) -> Bool {
    for part in parts[start...] {
      switch part {
      case .combinator: return true
      case .type, .namespace, .id, .class, .attribute: break
      case .pseudoClass, .nth, .matchesAny, .not, .has, .language, .direction, .state, .anchor, .part, .host,
        .hostContext, .never:
        return false
      }
    }
    return true
  }
}
