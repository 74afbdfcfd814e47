import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
@testable import OffscreenStyle

/// A document from markup, styled.
struct Page {
  let document: Document
  let styled: StyledDocument

  init(_ markup: String, containerWidth: Double? = nil, time: Double = 0) {
    document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    let media = MediaContext(width: 800, height: 600)
    let sheets = StyleSheetCollector(
      document: document, baseURL: "http://x/", media: media, source: TestStyleSheets()
    ).collect()
    let engine = StyleEngine(
      document: document, sheets: sheets, media: media, resources: TestStyleResources())
    if let containerWidth { engine.containerState = { _ in ContainerState(width: containerWidth, height: 100) } }
    engine.time = time
    styled = engine.run()
  }

  /// The element with id `t`, or else the last one in the body.
  var target: NodeID {
    var node = document.documentElement
    var body = NodeID.none
    while !node.isNone {
      if document.attribute(node, .id) == "t" { return node }
      if document.isHTML(node, .body) { body = node }
      node = document.next(node, within: document.documentElement)
    }
    guard !body.isNone else { return .none }
    var last = NodeID.none
    var child = document.firstElementChild(body)
    while !child.isNone {
      last = child
      child = document.nextElement(child)
    }
    return last
  }

  func value(_ property: String) -> String? {
    styled.style(of: target).flatMap { ComputedText($0).value(property) }
  }
}

struct TestStyleSheets: StyleSheetSource {
  func absoluteURL(_ address: String, base: String) -> String { base + address }
}

struct TestStyleResources: StyleResources {
  func absoluteURL(_ address: String, base: String) -> String { base + address }
}
