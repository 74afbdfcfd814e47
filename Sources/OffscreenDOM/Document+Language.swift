/// https://html.spec.whatwg.org/multipage/dom.html#language
extension Document {
  /// What an element itself says of the language of its contents.
  package func ownLanguage(of element: NodeID) -> String? {
    guard attributeCount(element) > 0 else { return nil }
    // In HTML, such a name is no attribute of XML's namespace.
    let named = isXML ? attribute(element, .xml_lang) : nil
    if let tag = named ?? attribute(element, Atom(.lang), namespace: .xml) { return tag }
    switch namespace(element) {
    case .html, .svg, .mathML: return attribute(element, .lang)
    case .xlink, .xml, .xmlns, .other, .none: return nil
    }
  }

  /// Of elements that nothing around says anything of: what the head says, else the answer that brought the document.
  /// https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-language
  package var defaultLanguage: String? {
    var found = transportLanguage
    let root = documentElement
    let head = root.isNone ? .none : firstElementChild(root)
    guard !head.isNone, isHTML(head, .head) else { return found }
    var child = firstElementChild(head)
    while !child.isNone {
      if isHTML(child, .meta), attribute(child, .http_equiv)?.lowercased() == "content-language",
        let tag = attribute(child, .content).flatMap(Self.languageTag)
      {
        found = tag
      }
      child = nextElement(child)
    }
    return found
  }

  /// The only language that a text names.
  package static func languageTag(_ text: String) -> String? {
    guard !text.utf8.contains(UInt8(ascii: ",")) else { return nil }
    return text.split { $0.isASCII && $0.isWhitespace }.first.map(String.init)
  }
}
