import OffscreenDOM

/// What ancestors decide for an element: its language and its direction. Selectors ask for them again and again; they
/// are found once for each element.
struct InheritedTraits {
  private let languagePlaces = InheritedTrait()
  /// In lower case; the first is that of elements without one.
  private var languages: [[UInt8]] = [[]]
  private var places: [[UInt8]: Int] = [:]
  /// That of the document, once it was asked for.
  private var defaultLanguage: [UInt8]??
  private let directions = InheritedTrait()

  /// The language in lower case; nil where none is given.
  /// https://html.spec.whatwg.org/multipage/dom.html#language
  mutating func language(of element: NodeID, in document: Document) -> [UInt8]? {
    let place = languagePlaces.value(of: element, in: document) { node in
      document.ownLanguage(of: node).map { add($0) }
    }
    if place > 0 { return languages[place] }
    if let defaultLanguage { return defaultLanguage }
    let language = document.defaultLanguage.map { Array($0.lowercased().utf8) }
    defaultLanguage = .some(language)
    return language
  }

  private mutating func add(_ language: String) -> Int {
    let bytes = Array(language.lowercased().utf8)
    if let place = places[bytes] { return place }
    places[bytes] = languages.count
    languages.append(bytes)
    return languages.count - 1
  }

  mutating func isRightToLeft(_ element: NodeID, in document: Document) -> Bool {
    directions.value(of: element, in: document) { Directionality.own($0, in: document).map { $0 ? 1 : 0 } } == 1
  }
}

/// A number for each element, which is its own or else its parent's.
private final class InheritedTrait {
  /// By node: 0 where it was not looked for yet, else one more than the number.
  private var known: [Int32] = []

  /// `own`: an element's own number, if it has one. 0 where no element around has one either.
  func value(of element: NodeID, in document: Document, own: (NodeID) -> Int?) -> Int {
    if known.count < document.nodeCount {
      known.append(contentsOf: repeatElement(0, count: document.nodeCount - known.count))
    }
    // 1. The nearest one that has a number of its own, or whose number is known.
    var decider = element
    var found: Int32 = 1
    while !decider.isNone, document.isElement(decider) {
      if known[Int(decider.rawValue)] > 0 {
        found = known[Int(decider.rawValue)]
        break
      }
      if let own = own(decider) {
        found = Int32(clamping: own + 1)
        break
      }
      decider = document.parentElementOrHost(decider)
    }
    // 2. It is that of all on the way.
    var node = element
    while !node.isNone, document.isElement(node) {
      known[Int(node.rawValue)] = found
      if node == decider { break }
      node = document.parentElementOrHost(node)
    }
    return Int(found) - 1
  }
}

/// The classes of the element that was asked for last, where it has so many that looking through them takes long.
struct ManyClasses {
  /// Of so many, looking through them is quick.
  static let few = 64

  private var element = NodeID.none
  private var classes: Set<Atom> = []

  /// `folded`: as classes are compared.
  mutating func has(_ element: NodeID, _ atom: Atom, in document: Document, _ folded: (Atom) -> Atom) -> Bool {
    if element != self.element {
      self.element = element
      classes.removeAll(keepingCapacity: true)
      for index in 0..<document.classCount(element) { classes.insert(folded(document.classAtom(element, index))) }
    }
    return classes.contains(atom)
  }
}
