import OffscreenDOM

/// How elements that scripts have defined come about while markup is parsed: their constructor runs before their
/// attributes are there, and they hear of those and of their place before anything more is parsed.
/// https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token
package final class CustomElementCreation {
  /// The names of elements that have a definition.
  package var names: Set<Atom> = []
  /// Those of the elements that an `is` attribute may give one.
  package var builtIns: Set<Atom> = []
  /// Runs the constructor; gives the element to go on with. The parser may not be asked for anything meanwhile.
  fileprivate let construct: (NodeID, _ is: String?) -> NodeID
  /// It has its attributes. The parser may not be asked for anything meanwhile.
  fileprivate let attributed: (NodeID) -> Void
  /// It is in its place.
  let inserted: (NodeID) -> Void

  package init(
    construct: @escaping (NodeID, String?) -> NodeID, attributed: @escaping (NodeID) -> Void,
    inserted: @escaping (NodeID) -> Void
  ) {
    (self.construct, self.attributed, self.inserted) = (construct, attributed, inserted)
  }
}

extension TreeBuilder {
  /// What makes the element of the current start tag, where scripts do; with its `is` attribute.
  func customElementCreation(_ name: Atom) -> (creation: CustomElementCreation, is: String?)? {
    // Those of a fragment are upgraded by whoever asked for it.
    guard let customElements, context == nil else { return nil }
    var value: String?
    if customElements.builtIns.contains(name), let atom = document.names.find("is") {
      value = tokenizer.attributes.first { $0.name == atom }.map {
        String(decoding: tokenizer.value($0), as: UTF8.self)
      }
    }
    guard value != nil || customElements.names.contains(name) else { return nil }
    // The contents of templates belong to a document without definitions.
    var root = insertionPlace().parent
    while !document.parent(root).isNone { root = document.parent(root) }
    return root == .document ? (customElements, value) : nil
  }

  /// Inserts the element of the current start tag, which scripts take part in.
  mutating func insertCustomElement(_ name: Atom, _ creation: CustomElementCreation, is value: String?) -> NodeID {
    let node = creation.construct(makeElement(name, .html), value)
    for attribute in tokenizer.attributes {
      document.addAttribute(node, attribute.name, value: tokenizer.value(attribute))
    }
    creation.attributed(node)
    // Where scripts have seen to it that it cannot be there, it is not.
    let place = linkingPlace()
    try? document.insert(node, into: place.parent, before: place.next)
    insertedCustomElement = node
    return node
  }
}
