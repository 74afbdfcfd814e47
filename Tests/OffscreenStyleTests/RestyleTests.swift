import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import Testing

@testable import OffscreenStyle

/// Documents that change between two walks of one engine.
struct RestyleTests {
  private static let markup = """
    <!DOCTYPE html><style>
      body { color: #123; counter-reset: n } .a { color: red; --gap: 3px } .b > .a { margin: var(--gap, 1px) }
      .a + .b { display: flex } #i ~ p { font-size: 1.5em } p:nth-child(2n + 1) { padding-left: 2em }
      div:has(> .c) { border: 1px solid } [lang|=de] { hyphens: auto } .c:empty { width: 7px }
      :is(.a, .c):not(#i) { opacity: .5 } .b::before { content: attr(title) } p:first-letter { color: green }
      @media (min-width: 500px) { .c { float: left } } @layer low { .a { color: blue; z-index: 3 } }
      @container (min-width: 100px) { .a { letter-spacing: 1px } } .b { container-type: inline-size }
      @scope (.b) to (.c) { p { text-indent: 4px } } @supports (display: grid) { #i { display: grid } }
    </style><body><div class=b><p class=a>one<p id=i>two</div><div class="a c"><p lang=de>three</div>
    """

  private func sheets(of document: Document) -> (CollectedSheets, MediaContext) {
    let media = MediaContext(width: 800, height: 600)
    let collector = StyleSheetCollector(
      document: document, baseURL: "http://x/", media: media, load: { _ in nil }, joinURL: { $1 + $0 })
    return (collector.collect(), media)
  }

  private func engine(_ document: Document, _ sheets: CollectedSheets, _ media: MediaContext) -> StyleEngine {
    let engine = StyleEngine(document: document, sheets: sheets, media: media)
    engine.joinURL = { $1 + $0 }
    engine.containerSize = { _ in (120, 80) }
    return engine
  }

  private func values(_ document: Document, _ styled: StyledDocument) -> [String] {
    var result: [String] = []
    var node = document.documentElement
    while !node.isNone {
      if let style = styled.style(of: node) {
        result.append("\(node.rawValue): \(ComputedText(style).all)")
        if let before = styled.style(of: node, pseudo: .before) { result.append("before: \(ComputedText(before).all)") }
      }
      node = document.next(node, within: document.documentElement)
    }
    return result
  }

  @Test(arguments: 0..<12) func anEngineThatIsKeptFindsWhatAFreshOneFinds(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
    let document = HTMLParser.parse(bytes: Array(Self.markup.utf8), transportCharset: "utf-8").document
    let (sheets, media) = sheets(of: document)
    let kept = engine(document, sheets, media)
    #expect(values(document, kept.run()) == values(document, engine(document, sheets, media).run()))
    for _ in 0..<12 {
      let nodes = (1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }
        .filter { document.isHTML($0, .p) || document.isHTML($0, .div) || document.kind($0) == .text }
      let (node, other) = (nodes[random(nodes.count)], nodes[random(nodes.count)])
      switch random(6) {
      case 0: try? document.insert(document.makeElement(Atom(random(2) == 0 ? .p : .div)), into: other)
      case 1: try? document.insert(node, into: other, before: document.firstChild(other))
      case 2: document.remove(node)
      case 3:
        let list = ["a", "b", "c", "a b", "c a", ""][random(6)]
        document.setAttribute(node, Attribute(name: Atom(.class), value: list))
      case 4:
        let name = [Atom(.id), Atom(.lang), Atom(.title), Atom(.style)][random(4)]
        document.setAttribute(node, Attribute(name: name, value: ["i", "de", "color: teal", "x"][random(4)]))
      default: document.removeAttribute(node, [Atom(.class), Atom(.id), Atom(.style)][random(3)])
      }
      #expect(values(document, kept.run()) == values(document, engine(document, sheets, media).run()))
    }
    #expect(kept.rulesMade == 1)
  }

  @Test func rulesAreMadeAnewWhenWhatTheyDependOnChanges() {
    let document = HTMLParser.parse(bytes: Array(Self.markup.utf8), transportCharset: "utf-8").document
    let (sheets, media) = sheets(of: document)
    let engine = engine(document, sheets, media)
    _ = engine.run()
    engine.media = MediaContext(width: 400, height: 300)
    #expect(values(document, engine.run()) == values(document, self.engine(document, sheets, engine.media).run()))
    document.quirksMode = .quirks
    #expect(values(document, engine.run()) == values(document, self.engine(document, sheets, engine.media).run()))
    engine.sheets = CollectedSheets([])
    #expect(
      values(document, engine.run()) == values(document, self.engine(document, engine.sheets, engine.media).run()))
    #expect(engine.rulesMade == 4)
  }
}
