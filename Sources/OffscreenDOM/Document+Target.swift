extension Document {
  /// What an address says of the document's target. Counts as a change of what `:target` asks for, which nothing
  /// is known of: of the attribute `target`.
  package func setTarget(_ fragment: TargetFragment?) {
    guard fragment != targetFragment else { return }
    let old = targetElement
    targetFragment = fragment
    for node in [old, targetElement] where !node.isNone { changedAttribute(node, Atom(.target), .none, before: []) }
  }

  /// The element that the address names; found anew each time.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element
  package var targetElement: NodeID {
    guard let targetFragment else { return .none }
    for name in [targetFragment.asWritten, targetFragment.decoded] {
      // No element has an identifier that was never read.
      let atom = names.find(name)
      var anchor = NodeID.none
      var node = documentElement
      while !node.isNone {
        if isElement(node) {
          if let atom, id(node) == atom { return node }
          if anchor.isNone, isHTML(node, .a), attribute(node, .name) == name { anchor = node }
        }
        node = next(node, within: .document)
      }
      if !anchor.isNone { return anchor }
    }
    return .none
  }
}

/// The fragment of an address.
package struct TargetFragment: Equatable, Sendable {
  var asWritten: String
  var decoded: String

  /// Nil where it is empty.
  package init?(_ fragment: String?, decoded: (String) -> String) {
    guard let fragment, !fragment.isEmpty else { return nil }
    (asWritten, self.decoded) = (fragment, decoded(fragment))
  }
}
