import OffscreenDOM
import OffscreenLoading

/// The links that hold back what frames show of a page while it is parsed, until the elements that they name are there.
/// https://html.spec.whatwg.org/multipage/links.html#link-type-expect
struct RenderBlocking {
  private var links: Set<NodeID> = []

  /// Whether the rendering is held back. Asked whenever the parser has stopped: what is there by then, a link waits for
  /// no more. `isOpen`: whether the parser is still inside of an element.
  mutating func isBlocked(
    _ document: Document, at url: PageURL, base: PageURL, isOpen: (NodeID) -> Bool, matchesMedia: (String) -> Bool
  ) -> Bool {
    guard document.names.find("blocking") != nil else { return false }
    var targets: [NodeID: [String]] = [:]
    func consider(_ link: NodeID) {
      targets[link] = Self.targets(of: link, document, at: url, base: base, matchesMedia: matchesMedia)
    }
    links.forEach(consider)
    // Those that come later than the body hold nothing back.
    if let head = Self.openHead(of: document) {
      var node = document.next(head, within: head)
      while !node.isNone {
        if document.isHTML(node, .link) { consider(node) }
        node = document.next(node, within: head)
      }
    }
    let missing = Self.missing(Set(targets.values.joined()), in: document, isOpen: isOpen)
    links = Set(targets.filter { missing.isSuperset(of: $0.value) }.keys)
    return !links.isEmpty
  }

  /// The `head`, while there is no `body`.
  private static func openHead(of document: Document) -> NodeID? {
    var head: NodeID?
    var child = document.documentElement.isNone ? .none : document.firstChild(document.documentElement)
    while !child.isNone {
      if document.isHTML(child, .body) || document.isHTML(child, .frameset) { return nil }
      if head == nil, document.isHTML(child, .head) { head = child }
      child = document.nextSibling(child)
    }
    return head
  }

  /// The names of the element that a link waits for, one of which is enough; nil where it waits for none.
  private static func targets(
    of link: NodeID, _ document: Document, at url: PageURL, base: PageURL, matchesMedia: (String) -> Bool
  ) -> [String]? {
    func hasToken(_ name: Atom?, _ token: String) -> Bool {
      guard let name, let value = document.attribute(link, name) else { return false }
      return value.lowercased().split { "\t\n\u{C}\r ".contains($0) }.contains { $0 == token }
    }
    guard document.isConnected(link), hasToken(Atom(.rel), "expect"),
      hasToken(document.names.find("blocking"), "render"),
      let href = document.attribute(link, .href), let address = base.joined(href),
      address.hrefWithoutFragment == url.hrefWithoutFragment, let fragment = address.fragment, !fragment.isEmpty
    else { return nil }
    if let media = document.attribute(link, .media), !media.isEmpty, !matchesMedia(media) { return nil }
    return [fragment, address.decodedFragment ?? fragment]
  }

  /// Those of some names that no element has which has been parsed to its end.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#the-indicated-part-of-the-document
  private static func missing(
    _ names: Set<String>, in document: Document, isOpen: (NodeID) -> Bool
  ) -> Set<String> {
    var missing = names
    var node = document.documentElement
    while !node.isNone, !missing.isEmpty {
      if document.isElement(node) {
        for name in [document.attribute(node, .id), document.isHTML(node, .a) ? document.attribute(node, .name) : nil] {
          if let name, missing.contains(name), !isOpen(node) { missing.remove(name) }
        }
      }
      node = document.next(node, within: .document)
    }
    return missing
  }
}
