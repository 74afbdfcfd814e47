import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import Testing

@testable import OffscreenStyle

/// Controls that come, go and have other states, links, and the focus, between two walks of one engine.
struct StateRestyleTests {
  private static func document(_ sheet: String, _ content: String) -> Document {
    let markup = "<!DOCTYPE html><style>\(sheet)</style><body>\(content)"
    return HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8").document
  }

  private static func engine(_ document: Document) -> StyleEngine {
    let media = MediaContext(width: 800, height: 600)
    let collector = StyleSheetCollector(
      document: document, baseURL: "http://x/", media: media, source: TestStyleSheets())
    return StyleEngine(document: document, sheets: collector.collect(), media: media, resources: TestStyleResources())
  }

  private static func node(_ id: String, _ document: Document) throws -> NodeID {
    let atom = try #require(document.names.find(id))
    return try #require((1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }.first { document.id($0) == atom })
  }

  /// The elements that one change makes an engine look at.
  private func visited(_ sheet: String, _ content: String, _ change: (Document, NodeID) -> Void) throws -> Int {
    let document = Self.document(sheet, content)
    let engine = Self.engine(document)
    _ = engine.run()
    document.startJournal()
    change(document, try Self.node("x", document))
    _ = engine.update(after: try #require(document.takeJournal()).changes)
    return engine.elementsVisited
  }

  private static let content =
    "<ul id=x><li><input type=checkbox class=toggle><label>one</label></ul>"
    + String(repeating: "<p>", count: 100)

  @Test func whatAControlSaysOfOthersIsLookedAtAlone() throws {
    let sheet = ".toggle:checked + label { color: red } form:invalid { margin: 0 } :disabled { opacity: .5 }"
    func insert(_ document: Document, _ list: NodeID, before next: NodeID) {
      let item = document.makeElement(Atom(.li))
      for name in [KnownName.input, .label, .button] {
        try? document.insert(document.makeElement(Atom(name)), into: item)
      }
      try? document.insert(item, into: list, before: next)
    }
    // The four new ones: what was there stands behind none of them.
    #expect(try visited(sheet, Self.content) { insert($0, $1, before: .none) } == 4)
    // And the label, which may stand beside another element now.
    #expect(try visited(sheet, Self.content) { insert($0, $1, before: $0.firstChild($1)) } == 5)
    #expect(try visited(sheet, Self.content) { $0.remove($0.firstChild($1)) } == 0)
    // The input and the label beside it.
    #expect(
      try visited(sheet, Self.content) { document, list in
        document.setControlState(document.firstChild(document.firstChild(list))) { $0.isChecked = true }
      } == 2)
    // The form is invalid now; of its buttons another one may be the default.
    let form = "<form><button>one</button><p><button type=button>two</button><div id=x></div></form>" + Self.content
    #expect(
      try visited("form:invalid { margin: 0 }", form) { document, node in
        let input = document.makeElement(Atom(.input))
        document.setAttribute(input, Attribute(name: Atom(.required), value: ""))
        try? document.insert(input, into: node)
      } == 4)
  }

  @Test func theFocusIsOfOneElement() throws {
    func focus(_ document: Document, _ node: NodeID) { document.setFocus(node, isVisible: true) }
    #expect(try visited("p { margin: 0 }", Self.content, focus) == 1)
    #expect(try visited(":focus p { margin: 0 }", Self.content, focus) == 1)
    // What is around it has the focus inside: the body and the root.
    #expect(try visited("li:focus-within { margin: 0 }", Self.content, focus) == 3)
  }

  @Test func attributesOfOneElementAreItsOwn() throws {
    func set(_ name: String, _ value: String) -> (Document, NodeID) -> Void {
      { $0.setAttribute($1, Attribute(name: $0.names.intern(name), value: value)) }
    }
    let link = "<div><a id=x>a</a><p>b</div>" + Self.content
    #expect(try visited(":link + p { margin: 0 }", link, set("href", "y")) == 2)
    #expect(try visited("p { margin: 0 }", link, set("hidden", "")) == 1)
    #expect(try visited("p { margin: 0 }", link, set("role", "button")) == 0)
    #expect(try visited("p { margin: 0 }", link, set("x-for", "y")) == 0)
    #expect(try visited("[x-for] + p { margin: 0 }", link, set("x-for", "y")) == 2)
    #expect(try visited("p { margin: 0 }", "<img id=x src=a>" + Self.content, set("src", "b")) == 1)
  }

  /// A slot may take its direction from what stands in it, which is in another tree.
  @Test(arguments: ["\u{5D0}", "a"]) func aSlotTurnsWithTheTextInIt(text: String) throws {
    let slot = "<template shadowrootmode=open><slot dir=auto></slot></template>"
    for content in ["<div id=x>\(slot)1</div>", "<div>\(slot)<p><b id=x>1</b></div>"] {
      let document = Self.document("", content)
      let engine = Self.engine(document)
      _ = engine.run()
      document.startJournal()
      let element = try Self.node("x", document)
      let node = document.firstChild(element)
      document.setText(Array(text.utf8), of: node)
      let styles = engine.update(after: try #require(document.takeJournal()).changes).styles
      #expect(styles.style(of: document.flatParent(node))?.text.direction == (text == "a" ? .ltr : .rtl))
    }
  }

  /// A page that moves does not begin anew for the styles that it has left behind.
  @Test func stylesOfThePastAreDropped() throws {
    let document = Self.document("p:nth-child(2)::before { content: 'b' }", "<p id=x>a<p>b<ul><li>c</ul>")
    let engine = Self.engine(document)
    _ = engine.run()
    document.startJournal()
    let node = try Self.node("x", document)
    for width in 1...1_500 {
      document.setAttribute(node, Attribute(name: Atom(.style), value: "width: \(width)px"))
      let (styles, _, beginsAnew) = engine.update(after: try #require(document.takeJournal()).changes)
      #expect(!beginsAnew && styles.styles.count < 1_200)
    }
    let (kept, fresh) = (engine.update(after: []).styles, Self.engine(document).run())
    var element = document.documentElement
    while !element.isNone {
      for pseudo in [nil, PseudoElement.before, .marker] as [PseudoElement?] {
        func style(_ styles: StyledDocument) -> ComputedStyle? {
          pseudo.map { styles.style(of: element, pseudo: $0) } ?? styles.style(of: element)
        }
        #expect(
          style(kept).map { ComputedText($0).all.map(\.value) }
            == style(fresh).map { ComputedText($0).all.map(\.value) })
      }
      element = document.next(element, within: document.documentElement)
    }
  }

  private static let sheets = [
    "form:invalid .a, fieldset:valid > p { color: red } :invalid + span { width: 3px } :valid { order: 2 }",
    ":checked ~ .a { top: 3px } :indeterminate + .b { left: 2px } div:has(:checked) p { color: blue }",
    ":focus + .a { top: 1px } .b:focus-within { left: 2px } :focus-within > p { color: red } :focus-visible { order: 1 }",
    "div:not(:focus-within) .a { width: 4px } :default { height: 2px } :default ~ p { right: 2px }",
    ":link .a { top: 3px } :any-link + p { left: 2px } :not(:link) > .b { right: 4px } :visited { order: 3 }",
    ":enabled ~ .b { z-index: 2 } :disabled + p { order: 3 } fieldset:disabled .a { width: 2px }",
    ":placeholder-shown + .a { color: green } :required ~ p { top: 1px } :optional > .b { left: 4px }",
    ":in-range + p { top: 2px } :out-of-range ~ .a { left: 3px } :read-only .b { order: 1 } :read-write { width: 2px }",
    "p:nth-child(2 of .a, :checked) { color: red } .a:has(+ :disabled) { top: 1px } form:has(:invalid) .b { left: 1px }",
    "[hidden] ~ .a { top: 2px } [role] .b { left: 1px } [x-for] { width: 5px } .a { width: attr(x-for px) }",
  ]

  private static let controls = """
    <form class=b><div><input required value=x><span class=a>s</span><input type=radio name=r><p class=b>p</p></div>
    <fieldset><legend>l</legend><input type=radio name=r checked><p class=a>q</p><button>b</button><p>c</p></fieldset>
    <input type=submit><p>d</p><select required><option value="">o<option>p</select><p>e</p></form>
    <div class=a><input type=radio name=r><b class=b>x</b><input type=number min=2 max=4 value=3><p>f</p>
    <textarea placeholder=t></textarea><span class=a>u</span><input type=checkbox><p class=a>g</p></div>
    <a href=y><b class=a>v</b></a><p>h<b class=b>w</b></p><div tabindex=0 class=b><p>i<button disabled>c</button></p></div>
    <fieldset disabled><legend><input></legend><input><p class=a>z</p></fieldset><img src=i><p class=b>j</p>
    """

  @Test(arguments: 0..<40) func whatStatesTouchIsFoundAgain(seed: Int) throws {
    var state = UInt64(seed + 3) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, bound)
    }
    let chosen =
      [Self.sheets[seed % Self.sheets.count]] + (0..<random(3)).map { _ in Self.sheets[random(Self.sheets.count)] }
    let document = Self.document(chosen.joined(separator: "\n"), Self.controls)
    let kept = Self.engine(document)
    _ = kept.run()
    document.startJournal()
    for step in 0..<30 {
      for _ in 0...random(2) { mutate(document, random) }
      let journal = try #require(document.takeJournal())
      let (styles, _, _) = kept.update(after: journal.changes)
      let fresh = Self.engine(document).run()
      var node = document.documentElement
      while !node.isNone {
        let (one, other) = (styles.style(of: node), fresh.style(of: node))
        let isSame =
          if let one, let other { one === other || one.effect(ofChangeTo: other) == .nothing } else {
            one == nil && other == nil
          }
        guard isSame else {
          Issue.record(
            "step \(step) after \(journal.changes) of \(chosen): \(node), a \(document.names.spelling(of: document.name(node)))"
          )
          return
        }
        node = document.next(node, within: document.documentElement)
      }
    }
  }

  private func mutate(_ document: Document, _ random: (Int) -> Int) {
    func any<Value>(_ values: [Value]) -> Value { values[random(values.count)] }
    let elements = (1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }.filter {
      document.isElement($0) && ![.html, .head, .body, .style].contains(document.name($0).known)
    }
    let (node, other) = (any(elements), any(elements))
    switch random(8) {
    case 0:
      let made = document.makeElement(
        Atom(any([.input, .button, .input, .textarea, .select, .form, .fieldset, .p, .a])))
      if random(2) == 0 { set(made, any([.type, .required, .disabled, .name] as [KnownName])) }
      try? document.insert(made, into: other, before: any([.none, document.firstChild(other)]))
    case 1: try? document.insert(node, into: other, before: document.firstChild(other))
    case 2: document.remove(node)
    case 3: document.setFocus(any([node, .none]), isVisible: random(2) == 0)
    case 4, 5:
      document.setControlState(node) { state in
        switch random(4) {
        case 0: state.value = any(["", "x", "3", "9", nil])
        case 1: state.isIndeterminate = random(2) == 0
        default: state.isChecked = random(2) == 0
        }
      }
    case 6:
      let names: [KnownName] = [
        .checked, .disabled, .required, .value, .readonly, .placeholder, .min, .href, .hidden, .role, .type, .name,
        .src,
      ]
      let name = any(names)
      if random(3) == 0 { document.removeAttribute(node, Atom(name)) } else { set(node, name) }
    default:
      document.setAttribute(node, Attribute(name: document.names.intern("x-for"), value: any(["3", "4"])))
    }
    func set(_ node: NodeID, _ name: KnownName) {
      document.setAttribute(
        node, Attribute(name: Atom(name), value: any(["", "radio", "r", "3", "submit", "checkbox"])))
    }
  }
}
