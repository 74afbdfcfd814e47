import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import OffscreenStyle

extension FuzzTarget {
  static let styles = [
    FuzzTarget("sheet", patience: 10, words: Words.css) {
      { bytes in
        let page = StyledSample()
        let sheet = StyleSheet(bytes, baseURL: "https://example.com/a.css", names: page.document.names)
        page.style(with: [sheet])
      }
    },
    FuzzTarget("values", longestInput: 1_024, patience: 10, words: Words.css) {
      // The declarations of an element and of one inside, so that values are inherited.
      { StyledSample(attribute: $0).style(with: []) }
    },
    FuzzTarget("selectors", longestInput: 1_024, words: Words.selectors) {
      { bytes in
        let page = StyledSample(SampleMarkup.everything)
        let parser = SelectorParser(SelectorContext(names: page.document.names))
        let cursor = TokenCursor(TokenBuffer(bytes))
        _ = parser.complexSelector(cursor)
        _ = parser.styleRuleSelectors(cursor)
        guard let list = parser.selectorList(cursor) else { return }
        let matcher = SelectorMatcher(page.document, maximumSteps: 100_000)
        for node in page.elements { _ = matcher.matches(list, node) }
      }
    },
    FuzzTarget("media", longestInput: 1_024, words: Words.media) {
      { bytes in
        let media = MediaContext(width: 400, height: 300)
        _ = MediaQueryList(TokenCursor(TokenBuffer(bytes))).matches(media)
        _ = SourceSizes.width(String(decoding: bytes, as: UTF8.self), in: media, autoWidth: 10)
        let selectors = SelectorContext(names: NameTable())
        _ = SupportsCondition(TokenCursor(TokenBuffer(bytes)), selectors: selectors, allowsDeclaration: true)?
          .evaluate { _, _ in true }
        var cursor = TokenCursor(TokenBuffer(bytes))
        _ = AnPlusB(&cursor)
        _ = StyleSheetEncoding.name(of: bytes, transport: nil, environment: nil) { $0 }
      }
    },
  ]
}

/// A small document to be styled and matched.
struct StyledSample {
  let document: Document
  let elements: [NodeID]

  /// `attribute`: the `style` of two of its elements.
  init(_ markup: String = SampleMarkup.little, attribute: [UInt8]? = nil) {
    document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    var elements: [NodeID] = []
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isElement(node) { elements.append(node) }
      node = document.next(node, within: root)
    }
    self.elements = elements
    guard let attribute else { return }
    for node in elements where document.isHTML(node, .main) || document.isHTML(node, .p) {
      attribute.withUnsafeBufferPointer { document.setAttribute(node, Atom(.style), value: $0) }
    }
  }

  /// Styles it, with animations under way, and writes its values.
  func style(with sheets: [StyleSheet]) {
    let engine = StyleEngine(
      document: document, sheets: CollectedSheets(sheets), media: MediaContext(width: 400, height: 300))
    engine.time = 0.7
    engine.containerState = { _ in ContainerState(width: 120, height: 80) }
    let styled = engine.run()
    for node in elements {
      // Those that are styled like them have nothing else to tell.
      guard document.isHTML(node, .main) || document.isHTML(node, .p), let style = styled.style(of: node)
      else { continue }
      _ = ComputedText(style).all
    }
  }
}
