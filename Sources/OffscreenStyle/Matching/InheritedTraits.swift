import OffscreenDOM

/// What ancestors decide for an element: its language and its direction. Selectors ask for them again and again; they
/// are found once for each element.
struct InheritedTraits {
  /// By node: 0 where it was not looked for yet, else one more than the place in `languages`.
  private var languageOf: [Int32] = []
  /// In lower case; the first is that of elements without one.
  private var languages: [[UInt8]] = [[]]
  private var places: [[UInt8]: Int32] = [:]
  /// By node: 0 where it was not looked for yet, 1 from left to right, 2 from right to left.
  private var directionOf: [UInt8] = []

  /// The language in lower case; nil where none is given.
  /// https://html.spec.whatwg.org/multipage/dom.html#language
  mutating func language(of element: NodeID, in document: Document) -> [UInt8]? {
    if languageOf.isEmpty { languageOf = [Int32](repeating: 0, count: document.nodeCount) }
    // 1. The nearest one that has a language of its own, or whose language is known.
    var node = element
    var place: Int32 = 1
    while !node.isNone, document.isElement(node) {
      if languageOf[Int(node.rawValue)] > 0 {
        place = languageOf[Int(node.rawValue)]
        break
      }
      if let own = ownLanguage(of: node, in: document) {
        place = add(own)
        break
      }
      node = document.parent(node)
    }
    // 2. It is that of all on the way.
    let decider = node
    node = element
    while !node.isNone, document.isElement(node) {
      languageOf[Int(node.rawValue)] = place
      if node == decider { break }
      node = document.parent(node)
    }
    return place > 1 ? languages[Int(place) - 1] : nil
  }

  private func ownLanguage(of node: NodeID, in document: Document) -> String? {
    guard document.attributeCount(node) > 0 else { return nil }
    return document.attribute(node, .xml_lang) ?? document.attribute(node, Atom(.lang), namespace: .xml)
      ?? document.attribute(node, .lang)
  }

  private mutating func add(_ language: String) -> Int32 {
    let bytes = Array(language.lowercased().utf8)
    if let place = places[bytes] { return place }
    languages.append(bytes)
    places[bytes] = Int32(truncatingIfNeeded: languages.count)
    return Int32(truncatingIfNeeded: languages.count)
  }

  mutating func isRightToLeft(_ element: NodeID, in document: Document) -> Bool {
    if directionOf.isEmpty { directionOf = [UInt8](repeating: 0, count: document.nodeCount) }
    var node = element
    var direction: UInt8 = 1
    while !node.isNone, document.isElement(node) {
      if directionOf[Int(node.rawValue)] > 0 {
        direction = directionOf[Int(node.rawValue)]
        break
      }
      if let isRightToLeft = Directionality.own(node, in: document) {
        direction = isRightToLeft ? 2 : 1
        break
      }
      node = document.parent(node)
    }
    let decider = node
    node = element
    while !node.isNone, document.isElement(node) {
      directionOf[Int(node.rawValue)] = direction
      if node == decider { break }
      node = document.parent(node)
    }
    return direction == 2
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
