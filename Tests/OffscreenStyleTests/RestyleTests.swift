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
      document: document, baseURL: "http://x/", media: media, source: TestStyleSheets())
    return (collector.collect(), media)
  }

  private func engine(_ document: Document, _ sheets: CollectedSheets, _ media: MediaContext) -> StyleEngine {
    let engine = StyleEngine(
      document: document, sheets: sheets, media: media, resources: TestStyleResources())
    engine.containerState = { _ in ContainerState(width: 120, height: 80) }
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

  private static let sheets = [
    "p:nth-child(2n + 1) { padding-left: 2em } .a + .b { display: flex } #i ~ p span { font-size: 1.5em }",
    "body { color: #123; font-size: 12px } .a { font-size: 20px } .b { margin: inherit } span { width: 2em }",
    ".a .b > .c { color: red } .b .c { display: none } .a { display: none } .b { display: contents }",
    "div:has(> .c) { border: 1px solid } div:has(.a + p) .b { float: left } p:not(:has(*)) { order: 2 }",
    ":is(.a .b, .c) ~ p { opacity: .5 } :not(.a > .b) > .c { z-index: 3 } .a:nth-child(2 of .a) { top: 1px }",
    ".b::before { content: attr(title) } .a p:first-letter { color: green } .c p::after { content: 'x' }",
    "[title] { --gap: 3px } .b > p { margin: var(--gap, 1px) } [data-x=y] ~ .c { left: 1px } p { padding: 1rem }",
    ".c:empty { width: 7px } :empty + p { height: 3px } div:empty ~ .a p { width: 1px } p:last-of-type { right: 0 }",
    ".c:empty { width: 7px } p:empty { color: red }",
    "[lang|=de] { hyphens: auto } :lang(de) .a { color: blue } :dir(rtl) { text-indent: 3px }",
    "html { font-size: 10px } .a { display: grid } .a > * { margin: 1rem } .b { display: inline }",
    "@scope (.b) to (.c) { p { text-indent: 4px } } .b { all: initial } .c { border: inherit }",
    "@container (min-width: 100px) { .a { letter-spacing: 1px } } .b { container-type: inline-size }",
    "li { list-style: none } .a li { list-style: square } details p { color: red } .b { transition: color 1s }",
    "@keyframes k { from { color: red } to { color: blue } } .a { animation: k 4s } .a .b { animation: k 8s; width: 1em }",
  ]

  /// Elements of every kind that styling looks at in a way of its own.
  private static let content = """
    <div class=b><p class=a>one<p id=i>two <span>x</span></div><div class="a c"><p lang=de>three</div>
    <ul><li class=a>a<li>b</ul><table class=c border=1 cellpadding=3><tr><td>x<td nowrap>y</table>
    <details class=b><summary>s</summary><p>in</details><form><input disabled><fieldset disabled><legend>l</legend>
    <input type=radio name=r checked><select><option>o</select></fieldset></form><a href="">v</a><bdi>\u{5D0}</bdi>
    <svg><g class=a transform='scale(2)'><rect class=b fill=red /></g><g transform='scale(3)'><rect class=b fill=red />
    </g></svg><div hidden><svg><path class=c /></svg><p>h</p></div>
    <p dir=auto>\u{5D0}b</p><span title=t class=b></span>
    """

  @Test(arguments: 0..<45) func whatChangesTouchIsFoundAgain(seed: Int) throws {
    var state = UInt64(seed + 7) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
    func any<Value>(_ values: [Value]) -> Value { values[random(values.count)] }
    let chosen = [Self.sheets[seed % Self.sheets.count]] + (0..<random(4)).map { _ in any(Self.sheets) }
    let type = seed % 5 == 0 ? "" : "<!DOCTYPE html>"
    let markup = "\(type)<style>\(chosen.joined(separator: "\n"))</style><body>\(Self.content)"
    let document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    let (sheets, media) = sheets(of: document)
    let kept = engine(document, sheets, media)
    var before = kept.run()
    document.startJournal()
    for step in 0..<30 {
      for _ in 0...random(2) { mutate(document, random) }
      let journal = try #require(document.takeJournal())
      let (styles, change, _) = kept.update(after: journal.changes)
      let fresh = engine(document, sheets, media).run()
      if let difference = difference(document, styles, fresh) {
        Issue.record("step \(step) after \(journal.changes) of \(chosen): \(difference)")
        return
      }
      let changed = Set(change.elements)
      var node = document.documentElement
      while !node.isNone {
        let (old, new) = (before.style(of: node), styles.style(of: node))
        if !changed.contains(node), old !== new {
          #expect(isSame(old, new), "\(node) is not told")
        }
        node = document.next(node, within: document.documentElement)
      }
      before = styles
    }
    #expect(kept.rulesMade == 1)
  }

  private static let shadowSheets = [
    ":host { color: red } :host(.a) p { margin: 1em } ::slotted(.b) { padding: 3px } .a { order: 2 }",
    "::slotted(p.a)::before { content: 'x' } slot { display: block; font-size: 20px } :host-context(.c) p { top: 1px }",
    ":host([title]) .b { width: 9px } :host > .a:first-child { left: 2px } .b ::slotted(*) { right: 3px }",
    ":host { display: block; --gap: 4px !important } ::slotted(*) { margin: var(--gap) !important } #i { top: 9px }",
    "slot:has-slotted { color: blue } :host(:not(.a)) { opacity: .5 } p:nth-child(2n) { z-index: 2 }",
    ":host::part(x) { order: 3 } .a + .b, .a ~ ::slotted(p) { inset: 0 } :host:has(.c) .a { height: 1px }",
    "@keyframes k { from { color: red } to { color: blue } } .a, :host { animation: k 4s }",
    "@scope (.a) { p { text-indent: 3px } } :host { .b { float: left } &.c { color: green } }",
  ]

  private static func shadowContent(_ sheets: [String]) -> String {
    """
    <div class=b><template shadowrootmode=open><style>\(sheets[0])</style><p class=a part=x>in
    <slot name=s><b class=b>fallback</b></slot><div class=c><slot></slot></div>
    <section class=a exportparts="x, y: z"><template shadowrootmode=closed><style>\(sheets[1])</style><b part=y class=b>
    </b><slot name=t>none</slot><slot></slot></template><slot></slot><i slot=t class=a>t</i></section>
    </template><p class=a slot=s>one</p>text<span class=b>two</span><p>three</p></div>
    <p class=c><template shadowrootmode=open><slot></slot></template><svg><g class=a /></svg><em class=b>em</em></p>
    """
  }

  @Test(arguments: 0..<60) func whatChangesTouchThroughShadowTreesIsFoundAgain(seed: Int) throws {
    var state = UInt64(seed + 77) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
    func any<Value>(_ values: [Value]) -> Value { values[random(values.count)] }
    let chosen = (0..<2).map { _ in any(Self.shadowSheets) }
    let outer = any(["", ".b::part(x) { width: 1px } section::part(z), div::part(z) { color: teal }", any(Self.sheets)])
    let markup = "<!DOCTYPE html><style>\(outer)</style><body>\(Self.shadowContent(chosen))"
    let document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    let (sheets, media) = sheets(of: document)
    let kept = engine(document, sheets, media)
    _ = kept.run()
    document.startJournal()
    for step in 0..<30 {
      for _ in 0...random(2) { mutateShadowTrees(document, random) }
      let journal = try #require(document.takeJournal())
      let (styles, _, _) = kept.update(after: journal.changes)
      let fresh = engine(document, sheets, media).run()
      if let difference = difference(document, styles, fresh) {
        Issue.record("step \(step) after \(journal.changes) of \(outer) and \(chosen): \(difference)")
        return
      }
    }
  }

  private func mutateShadowTrees(_ document: Document, _ random: (Int) -> Int) {
    func any<Value>(_ values: [Value]) -> Value { values[random(values.count)] }
    let elements = (1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }.filter { document.isElement($0) }
    switch random(6) {
    case 0:
      let name = any([Atom(.slot), Atom(.name), Atom(.part), Atom(.exportparts)])
      document.setAttribute(any(elements), Attribute(name: name, value: any(["", "s", "t", "x", "y", "x:y"])))
    case 1:
      let host = any(elements)
      if document.canHaveShadowRoot(host), random(3) == 0 {
        var options = ShadowRootOptions()
        options.assignsManually = random(2) == 0
        _ = document.attachShadow(to: host, options)
      }
    case 2:
      let slot = document.makeElement(Atom(.slot))
      try? document.insert(slot, into: any(elements + document.shadowRoots))
    case 3:
      let slots = elements.filter { document.isHTML($0, .slot) }
      document.assign([any(elements), any(elements)], to: any(slots))
    case 4:
      let root = any(document.shadowRoots)
      let node = document.makeElement(Atom(any([.p, .b, .div])))
      document.setAttribute(node, Attribute(name: Atom(.class), value: any(["a", "b", "c"])))
      try? document.insert(node, into: root, before: any([.none, document.firstChild(root)]))
    default: mutate(document, random)
    }
  }

  /// The first element that has another style in two stylings of a document.
  private func difference(_ document: Document, _ one: StyledDocument, _ other: StyledDocument) -> String? {
    var node = document.documentElement
    while !node.isNone {
      if !isSame(one.style(of: node), other.style(of: node)) {
        return "\(node): \(text(one.style(of: node), besides: other.style(of: node)))"
      }
      for pseudo in PseudoElement.allCases
      where !isSame(one.style(of: node, pseudo: pseudo), other.style(of: node, pseudo: pseudo)) {
        return "\(node), \(pseudo)"
      }
      node = document.nextShadowIncluding(node, within: document.documentElement)
    }
    return nil
  }

  private func isSame(_ one: ComputedStyle?, _ other: ComputedStyle?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    func variables(_ style: ComputedStyle) -> [String] {
      style.variables.names.map { "\($0): \(style.variables[$0].map { Array($0.source) } ?? [])" }
    }
    return one === other
      || one.font == other.font && one.text == other.text && one.inherited == other.inherited && one.box == other.box
        && one.border == other.border && one.background == other.background && one.alignment == other.alignment
        && one.grid == other.grid && one.column == other.column && one.effect == other.effect
        && one.content == other.content && one.animation == other.animation && variables(one) == variables(other)
  }

  private func text(_ one: ComputedStyle?, besides other: ComputedStyle?) -> String {
    guard let one, let other else { return one == nil ? "no style" : "a style too many" }
    return zip(ComputedText(one).all, ComputedText(other).all).filter { $0 != $1 }
      .map { "\($0.name): \($0.value) instead of \($1.value)" }.joined(separator: "; ")
  }

  private func mutate(_ document: Document, _ random: (Int) -> Int) {
    func any<Value>(_ values: [Value]) -> Value { values[random(values.count)] }
    let nodes = (1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }
      .filter {
        !document.isHTML($0, .html) && !document.isHTML($0, .head) && !document.isHTML($0, .style)
          && (document.parent($0).isNone || !document.isHTML(document.parent($0), .style))
          && (document.isElement($0) || document.kind($0) == .text)
      }
    let (node, other) = (any(nodes), any(nodes))
    switch random(9) {
    case 0:
      let isDrawing = random(4) == 0
      let name = isDrawing ? KnownName.svg : any([.p, .div, .span, .li, .input, .summary])
      let element = document.makeElement(Atom(name), namespace: isDrawing ? .svg : .html)
      document.setAttribute(element, Attribute(name: Atom(.class), value: any(["a", "b", "c", "a b"])))
      if random(2) == 0 { try? document.insert(document.makeText(Array("new".utf8)), into: element) }
      try? document.insert(element, into: other, before: any([.none, document.firstChild(other)]))
    case 1: try? document.insert(node, into: other, before: document.firstChild(other))
    case 2: if !document.isHTML(node, .body) || random(8) == 0 { document.remove(node) }
    case 3, 4:
      guard document.isElement(node) else { return }
      let list = any(["a", "b", "c", "a b", "c a", "", "b c"])
      document.setAttribute(node, Attribute(name: Atom(.class), value: list))
    case 5:
      guard document.isElement(node) else { return }
      let name = any([.id, .lang, .title, .style, .dir, .open, .disabled, .checked, .href, .width] as [KnownName])
      document.setAttribute(
        node, Attribute(name: Atom(name), value: any(["i", "de", "color: teal", "x", "rtl", "display:none", "9"])))
    case 6:
      guard document.isElement(node) else { return }
      document.setAttribute(node, Attribute(name: document.names.intern("data-x"), value: any(["y", "z"])))
    case 7:
      guard document.kind(node) == .text else { return }
      document.setText(Array(any(["", "text", "\u{5D0}"]).utf8), of: node)
    default:
      guard document.isElement(node) else { return }
      document.removeAttribute(node, Atom(any([.class, .id, .style, .title, .disabled, .dir])))
    }
  }

  /// The elements that one change makes an engine look at.
  private func visited(_ sheet: String, _ content: String, _ change: (Document, NodeID) -> Void) throws -> Int {
    let markup = "<!DOCTYPE html><style>\(sheet)</style><body>\(content)"
    let document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    let (sheets, media) = sheets(of: document)
    let engine = engine(document, sheets, media)
    _ = engine.run()
    document.startJournal()
    let id = try #require(document.names.find("x"))
    let node = try #require(
      (1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }.first { document.id($0) == id })
    change(document, node)
    _ = engine.update(after: try #require(document.takeJournal()).changes)
    return engine.elementsVisited
  }

  /// A drawing concerns what is around it only where that is not displayed.
  @Test func drawingsThatComeAreLookedAtAlone() throws {
    let content = "<div id=x></div><div hidden><p><b>1</b></p></div>" + String(repeating: "<p>", count: 100)
    func insert(_ document: Document, _ node: NodeID) {
      let drawing = document.makeElement(Atom(.svg), namespace: .svg)
      try? document.insert(document.makeElement(Atom(.a), namespace: .svg), into: drawing)
      try? document.insert(drawing, into: node)
    }
    #expect(try visited("p { margin: 0 }", content, insert) == 2)
    #expect(try visited("p { margin: 0 }", content) { insert($0, $0.nextElement($1)) } > 100)
    let drawing = "<div><svg id=x></svg></div><p hidden><b><svg></svg></b></p>"
    #expect(try visited("p { margin: 0 }", drawing) { $0.remove($1) } == 0)
  }

  @Test func onlyElementsThatSelectorsCanTellApartAreVisited() throws {
    let content =
      "<div id=x><p><b class=in>1</b><b>2</b><b>3</b></div><p class=after><i class=in>4</i></p>"
      + String(repeating: "<p>", count: 100)
    func setClass(_ name: String) -> (Document, NodeID) -> Void {
      { $0.setAttribute($1, Attribute(name: Atom(.class), value: name)) }
    }
    // A class that no selector names.
    #expect(try visited(".b { color: red }", content, setClass("a")) == 0)
    #expect(try visited("b:empty { color: red }", "<b id=x>1</b><b></b>") { $0.remove($0.firstChild($1)) } == 1)
    #expect(try visited("#x::before { content: attr(class) }", content, setClass("b")) == 1)
    #expect(try visited(".a { width: 1px }", content, setClass("a")) == 1)
    // What it inherits reaches all inside.
    #expect(try visited(".a { color: red }", content, setClass("a")) == 5)
    #expect(try visited(".a .in { color: red }", content, setClass("a")) == 2)
    #expect(try visited(".a ~ p .in { color: red }", content, setClass("a")) == 2)
    #expect(try visited("p:has(.a) { color: red }", content, setClass("b")) == 0)
    #expect(try visited(".a > * { width: 1px }", content, setClass("a")) == 5)
    #expect(try visited("p b { width: inherit } p { width: 9px }", content, setClass("a")) == 0)
    #expect(
      try visited("b { margin: 0 }", content) {
        $0.setAttribute($1, Attribute(name: Atom(.title), value: "t"))
      } == 1)
    let styledByAttributes = "div { width: attr(data-x px) }"
    func setData(_ document: Document, _ node: NodeID) {
      document.setAttribute(node, Attribute(name: document.names.intern("data-x"), value: "3"))
    }
    #expect(try visited("b { margin: 0 }", content, setData) == 0)
    #expect(try visited(styledByAttributes, content, setData) == 1)
    #expect(
      try visited("p { margin: 0 }", content) { document, node in
        try? document.insert(document.makeElement(Atom(.b)), into: node)
      } == 1)
    #expect(
      try visited("b:last-child { margin: 0 }", content) { document, node in
        try? document.insert(document.makeElement(Atom(.b)), into: node)
      } == 4)
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

  /// Scripts add items one by one, which makes as many changes: the list is looked through once for all of them.
  @Test func manyNewChildrenAreAsCheapAsOne() throws {
    let list = "<ul id=x>" + String(repeating: "<li>", count: 500) + "</ul>"
    let count = try visited("b:first-child, b:last-child, b:empty { color: red }", list) { document, list in
      for _ in 0..<20 { try? document.insert(document.makeElement(Atom(.li)), into: list) }
    }
    // The new ones, and the list, which might have been empty.
    #expect(count == 21)
  }

  @Test func statesOfScrollPartsAreCompared() throws {
    let markup = """
      <!DOCTYPE html><style>
        div::scroll-button(right) { content: 'x' } .b::scroll-button(right):disabled { opacity: 0.5 }
      </style><body><div></div>
      """
    let document = HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
    let (sheets, media) = sheets(of: document)
    let engine = engine(document, sheets, media)
    _ = engine.run()
    document.startJournal()
    let node = try #require(
      (1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }.first { document.isHTML($0, .div) })
    document.setAttribute(node, Attribute(name: Atom(.class), value: "b"))
    let (_, change, beginsAnew) = engine.update(after: try #require(document.takeJournal()).changes)
    #expect(!beginsAnew && change.elements == [node] && change.effect > .nothing)
  }
}
