import OffscreenDOM

package enum Combinator: UInt8, Sendable {
  case descendant, child, nextSibling, subsequentSibling
  /// From what is in a slot to the slot: `::slotted()`.
  case slotted
  /// From a part of a shadow tree to the host: `::part()`.
  case part
}

/// What elements the subjects of a selector in a style sheet are, as seen from the tree that the sheet is of.
@usableFromInline package struct SelectorSubjects: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Elements of the tree.
  @inlinable package static var tree: Self { Self(rawValue: 1) }
  /// The shadow tree's host.
  @inlinable package static var host: Self { Self(rawValue: 2) }
  /// What is in a slot of the tree.
  @inlinable package static var slotted: Self { Self(rawValue: 4) }
  /// Elements of shadow trees inside.
  @inlinable package static var parts: Self { Self(rawValue: 8) }
}

/// A simple selector, or the combinator between two compound selectors. Plain numbers: what needs
/// more is an index into the selector's `SelectorTables`.
package enum SelectorPart: Sendable {
  case type(name: Atom, lowercased: Atom)
  case namespace(NamespaceName)
  case id(Atom)
  case `class`(Atom)
  case attribute(Int32)
  case pseudoClass(PseudoClass)
  /// `:nth-child()` and its like; `of` is the index of a list, or -1.
  case nth(AnPlusB, fromEnd: Bool, ofType: Bool, of: Int32)
  /// `:is()`, `:where()` and `&`: any of the list.
  case matchesAny(Int32)
  case not(Int32)
  case has(Int32)
  case language(Int32)
  case direction(isRightToLeft: Bool)
  /// `:state()` of a custom element.
  case state(Atom)
  /// `:host`, with the index of the argument's list, or -1.
  case host(Int32)
  case hostContext(Int32)
  /// A name of `::part()`.
  case part(Atom)
  /// The element that a relative selector (in `:has()`) starts from.
  case anchor
  case never
  /// What follows is matched on the element that is found this way from the one before.
  case combinator(Combinator)
}

/// A complex selector, compiled for matching from right to left.
package struct Selector: Sendable {
  /// Rightmost compound selector first.
  package let parts: [SelectorPart]
  package let specificity: Specificity
  package let pseudoElement: PseudoElement?
  package let pseudoElementTest: PseudoElementTest
  /// It can never match: it is here because it does not make its rule invalid.
  package let neverMatches: Bool
  /// It speaks of a host or of slots: in a document's own sheets it matches nothing.
  package let needsShadowTree: Bool
  package let subjects: SelectorSubjects
  /// What some parts refer to.
  package let tables: SelectorTables?
  /// There is a `:has()` somewhere in it.
  let containsHas: Bool
  /// Keys of names that an ancestor must have, for the ancestor filter; 0 where there are less.
  package let ancestorKeys: (UInt32, UInt32, UInt32, UInt32)
}

/// Sub-selectors and attribute tests of a selector.
package final class SelectorTables: Sendable {
  package let lists: [SelectorList]
  package let attributes: [AttributeTest]
  /// Language ranges of `:lang()`, in lower case.
  package let languages: [String]

  init(lists: [SelectorList], attributes: [AttributeTest], languages: [String]) {
    (self.lists, self.attributes, self.languages) = (lists, attributes, languages)
  }
}

/// A selector list; shared, because nested rules refer to it, and its identity is a key of caches.
package final class SelectorList: Sendable {
  package let selectors: [Selector]
  /// The greatest of the selectors', for those of `:is()` and its like.
  package let specificity: Specificity
  let containsHas: Bool
  /// What any of them is about; nothing where there are none.
  let subjects: SelectorSubjects

  package init(_ selectors: [Selector]) {
    self.selectors = selectors
    subjects = selectors.reduce(into: []) { $0.formUnion($1.subjects) }
    containsHas = selectors.contains(where: \.containsHas)
    specificity = selectors.map(\.specificity).max() ?? .zero
  }

  /// The same list where all are included.
  func filtered(_ isIncluded: (Selector) -> Bool) -> SelectorList {
    selectors.allSatisfy(isIncluded) ? self : SelectorList(selectors.filter(isIncluded))
  }
}

extension Selector {
  /// The key under which the ancestor filter and the rules' index know a name. The kind is mixed in:
  /// a class and a tag of one name are different things.
  package enum KeyKind: UInt32 {
    case type = 0x9E37_79B9, id = 0x85EB_CA6B, `class` = 0xC2B2_AE35, attribute = 0x27D4_EB2F, namespace = 0x1656_67B1
  }

  @inline(__always)
  package static func key(_ kind: KeyKind, _ atom: Atom) -> UInt32 {
    var hash = UInt32(bitPattern: atom.rawValue) &* 0x27D4_EB2F ^ kind.rawValue
    hash ^= hash >> 15
    hash = hash &* 0x2C1B_3C6D
    hash ^= hash >> 13
    return hash | 1
  }

  package static func key(_ namespace: Namespace) -> UInt32 {
    key(.namespace, Atom(rawValue: Int32(namespace.rawValue)))
  }

  /// `folded` gives the atom by which classes and ids are compared.
  package static func ancestorKeys(
    of parts: [SelectorPart], folded: (Atom) -> Atom = { $0 }
  ) -> (UInt32, UInt32, UInt32, UInt32) {
    var keys: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    func add(_ key: UInt32) {
      if keys.0 == 0 {
        keys.0 = key
      } else if keys.1 == 0 {
        keys.1 = key
      } else if keys.2 == 0 {
        keys.2 = key
      } else if keys.3 == 0 {
        keys.3 = key
      }
    }
    var isAncestor = false
    for part in parts {
      switch part {
      case .combinator(let combinator):
        isAncestor = combinator != .nextSibling && combinator != .subsequentSibling
      case .id(let atom) where isAncestor: add(key(.id, folded(atom)))
      case .class(let atom) where isAncestor: add(key(.class, folded(atom)))
      case .type(let name, let lowercased) where isAncestor && name == lowercased: add(key(.type, name))
      default: break
      }
    }
    return keys
  }
}
