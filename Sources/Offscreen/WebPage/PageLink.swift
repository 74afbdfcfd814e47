import OffscreenDOM
import OffscreenLoading

/// A link of a page.
struct PageLink {
  var url: PageURL
  /// https://html.spec.whatwg.org/multipage/document-sequences.html#valid-navigable-target-name
  var opensWindow: Bool

  /// The first link that the selector matches, or that contains or is contained in such an element.
  static func find(_ text: String, in page: PageDocument) throws(WebPageError) -> PageLink? {
    guard let selector = PageSelector(text) else {
      throw .failed(RenderError(.request, "'\(text.prefix(100))' is not a valid selector"))
    }
    let document = page.parsed.document
    for match in selector.elements(in: document) {
      var ancestor = match
      while !ancestor.isNone {
        if let link = PageLink(ancestor, page) { return link }
        ancestor = document.parent(ancestor)
      }
      var node = document.next(match, within: match)
      while !node.isNone {
        if let link = PageLink(node, page) { return link }
        node = document.next(node, within: match)
      }
    }
    return nil
  }

  /// Nil where the element is no link that leads anywhere.
  private init?(_ element: NodeID, _ page: PageDocument) {
    let document = page.parsed.document
    guard document.isHTML(element, .a) || document.isHTML(element, .area),
      let address = document.attribute(element, .href),
      let url = PageStyling.baseURL(of: document, page: page.url).joined(address), url.scheme != "javascript",
      url.scheme != "mailto", url.scheme != "tel"
    else { return nil }
    self.url = url
    let target = document.names.find("target").flatMap { document.attribute(element, $0) }?.lowercased() ?? ""
    opensWindow = !target.isEmpty && !["_self", "_top", "_parent"].contains(target)
  }
}
