import OffscreenDOM

/// Makes documents of everything that styling and layout treat in a way of its own, and changes them.
struct RandomDocument {
  private var state: UInt64
  /// Whether there are shadow trees in it.
  private let hasShadowTrees: Bool
  /// How many more pieces may have contents: hosts have three lists of these, and those have hosts.
  private var containers = 60

  init(seed: Int, hasShadowTrees: Bool = false) {
    self.hasShadowTrees = hasShadowTrees
    state = UInt64(truncatingIfNeeded: seed &+ 11) &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  private mutating func number(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, bound)
  }

  private mutating func any<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

  private static let rules = [
    ".a { color: red; font-size: 18px }", ".b { display: flex; gap: 4px }", ".c { float: left; width: 40px }",
    ".d { position: absolute; right: 5px; top: 9px }", ".a .b { display: grid; grid-template-columns: 1fr 40px }",
    ".b > .a { margin: 1em auto }", ".c + p { clear: both }", "p:nth-child(2n) { background: #eee; padding: 2px 7px }",
    ".d::before { content: counter(n) ' '; counter-increment: n }", "div:has(> .c) { border: 2px solid blue }",
    ".a::first-line { color: green; font-weight: bold }", ".b::first-letter { font-size: 2em; float: left }",
    ".c:empty { height: 12px; background: orange }", ".e { columns: 2; column-rule: 1px solid }",
    ".e .a { column-span: all }", "td { border: 1px solid gray } .e table { border-collapse: collapse }",
    ".f { transform: translate(3px, 4px) rotate(5deg) }", ".f .d { position: fixed }",
    ".f { overflow: hidden; height: 50px }", ".g { writing-mode: vertical-rl }", "li { list-style: square inside }",
    ".a li { list-style: decimal; margin-left: 2em }", ":root { font-size: 12px; --w: 30px } .g { width: var(--w) }",
    "p { padding: .5rem; line-height: 1.5 }", ".h { display: inline-block; width: 50% } .h .h { display: contents }",
    ".h { opacity: .5; z-index: 2; position: relative }", "[title] { text-decoration: underline wavy red }",
    "span { border: 1px solid; padding: 0 3px }", ".b span { border: inherit }",
    "body { margin: 3px; counter-reset: n }",
    ".g::after { content: attr(title) 'x'; position: absolute }",
    ".a ~ .d { inset: auto auto 0 0; width: min-content }",
    "section { container-type: inline-size } @container (max-width: 100px) { p { color: blue } }",
    ".c { shape-outside: circle(50%); width: 60px; height: 60px }", "@media (max-width: 300px) { .h { color: teal } }",
    "input:disabled { width: 30px } :checked + span { display: none }", ":focus-within > .a { padding: 2px }",
    "form:invalid p { margin: 9px } :disabled ~ .b { width: 40px } :focus + * { margin: 4px }",
    "ul { display: flow-root } .f { all: initial }",
    ".a { position: sticky; top: 2px } .e { text-align: justify; hyphens: manual }", "svg .a { fill: lime }",
    ".g { text-transform: capitalize } .h { text-decoration: underline; column-count: 2 }", "q { quotes: '<' '>' }",
    "table { border-collapse: collapse } td { border: 3px solid } .a td { border: 1px dashed red }",
    "ol { list-style: upper-roman inside } .c { contain: style } .e { display: table-cell; vertical-align: middle }",
    "dialog { border: 1px solid; margin: auto } ::backdrop { background: #8888 }", ".b { display: inline-flex }",
    ".f { anchor-name: --f } .d { position-anchor: --f; top: anchor(bottom); position: absolute }",
    "section { container-type: size; height: 60px } @container (min-height: 50px) { .a { color: navy } }",
    ".e { transition: width 1s } .h { animation: k 2s } @keyframes k { 50% { margin-left: 9px } }",
    ".b { text-transform: uppercase } .e { white-space: pre-wrap }",
    ".d { visibility: hidden } .d .a { visibility: visible }",
    "@keyframes k { from { width: 10px } to { width: 90px } } .g { animation: k 4s }", ".h { direction: rtl }",
    ":lang(de) + * { margin-left: 7px } .a:lang(de) { color: red }",
    "p:dir(rtl) ~ * { padding: 3px } :dir(rtl) .b { top: 1px }",
    "[open] ~ * { border: 2px solid green } :open .a { margin: 2px } :modal + p { color: red }",
    "[type] + .b { width: 33px } [type=radio] { margin: 8px } :has(> [name]) { outline: 2px solid }",
    "section:has(:lang(de)) { padding: 4px } ol[type=a] { color: teal } div:has(:modal, :open) { margin: 3px }",
  ]

  private static let classes = ["a", "b", "c", "d", "e", "f", "g", "h"]
  private static let words = [
    "one", "two words", "a longer piece of text that wraps", "Äffin", "\u{5D0}\u{5D1}\u{5D2}", "\u{4E2D}\u{6587}", " ",
    "x",
  ]

  mutating func markup() -> String {
    let rules = (0..<3 + number(9)).map { _ in any(Self.rules) }.joined(separator: "\n")
    let type = number(5) == 0 ? "" : "<!DOCTYPE html>"
    return "\(type)<style>\(rules)</style><body>\(content(depth: 0))"
  }

  // MARK: Lists that grow

  private static let rowRules = [
    ".row { display: flex; border-bottom: 1px solid } .row > * { flex: 1; padding: 2px }", ".a { margin: 4px 0 -2px }",
    ".b { float: left }", ".c { position: relative; top: 3px; left: -9px }", ".d { position: absolute; right: 0 }",
    "#list { display: inline-block }", "#list { border: 1px solid; padding: 3px }", "#list { direction: rtl }",
    "#list { writing-mode: vertical-rl }", ".e { height: 0; margin: 7px }", ".f { clear: both; padding: 1px }",
    ".g { display: table-cell }", ".h { width: 50%; height: 20%; margin: auto }",
    "#list { overflow: auto; height: 90px }",
    "#list { columns: 2 }", ".a::before { content: 'x' }", "#list::after { content: ''; display: block; height: 9px }",
    ".b { display: inline }", ".c { overflow: hidden; width: 40px; height: 12px }", "#list { min-height: 150px }",
    "#around { align-content: center; height: 900px }", ".row:nth-child(3n) { background: red; padding: 3px }",
    ".e { visibility: hidden } .row:last-child { margin: 9px }", ".f { transform: rotate(20deg); width: 300px }",
    ".g { margin-left: 500px }", "#list { text-decoration: underline }", ".h { display: none }",
    "#list { display: flow-root } .a { display: grid; grid-template-columns: 1fr 2fr }", ".d { counter-increment: n }",
  ]

  /// A page that ends with a list.
  mutating func markupOfList() -> String {
    let rules = (0..<number(5)).map { _ in any(Self.rowRules) }.joined(separator: "\n")
    let (tag, top) = (any(["div", "ul", "section", "main", "p"]), number(2) == 0 ? content(depth: 4) : "")
    let end = number(4) == 0 ? "<i>end</i>" : ""
    return """
      \(number(5) == 0 ? "" : "<!DOCTYPE html>")<style>\(rules)</style><body>\(top)<div id=around><\(tag) id=list></\(tag)>\
      </div>\(end)
      """
  }

  /// Appends rows to the list; now and then it does something else too.
  mutating func grow(_ document: Document) -> String {
    guard let name = document.names.find("list"),
      let list = (1..<document.nodeCount).lazy.map({ NodeID(rawValue: Int32($0)) }).first(where: {
        document.id($0) == name
      })
    else { return "no list" }
    let isPlain = number(3) > 0
    let count = 1 + number(12)
    for _ in 0..<count {
      let row = document.makeElement(Atom(isPlain ? .div : any([.div, .p, .li, .span, .section, .b])))
      let names = isPlain ? any(["row", "row a", "row c"]) : "\(any(["row ", ""]))\(any(Self.classes))"
      document.setAttribute(row, Attribute(name: Atom(.class), value: names))
      // What is in a row comes before it stands in the list, or after.
      let isFirst = number(2) == 0
      if isFirst { try? document.insert(row, into: list) }
      for _ in 0..<number(3) {
        let cell = document.makeElement(Atom(any([.span, .div, .b])))
        try? document.insert(document.makeText(Array(any(Self.words).utf8)), into: cell)
        try? document.insert(cell, into: row)
        if number(6) == 0 { _ = setClass(cell, document) }
      }
      if number(9) == 0 { try? document.insert(document.makeText(Array(any(Self.words).utf8)), into: row) }
      if !isFirst { try? document.insert(row, into: list) }
      if number(6) == 0 { try? document.insert(document.makeText([0x0A]), into: list) }
    }
    return "\(count) rows\(number(5) == 0 ? ", " + change(document) : "")"
  }

  private mutating func content(depth: Int) -> String {
    (0..<1 + number(depth == 0 ? 6 : 4)).map { _ in piece(depth: depth) }.joined()
  }

  private mutating func attributes() -> String {
    var text = number(3) == 0 ? "" : " class='\(any(Self.classes)) \(number(3) == 0 ? any(Self.classes) : "")'"
    if number(6) == 0 { text += " title=\(any(["t", "u"]))" }
    if number(8) == 0 { text += " style='\(any(Self.declarations))'" }
    if number(12) == 0 { text += " dir=\(any(["rtl", "auto"]))" }
    return text
  }

  private static let declarations = [
    "width: 70px", "color: purple", "display: none", "margin: -3px 5px", "float: right", "font: bold 10px serif",
    "position: relative; left: 4px", "border: 3px double", "height: 20px; overflow: scroll", "display: inline", "",
    "order: 2",
    "background: linear-gradient(red, blue)", "text-indent: 9px", "column-count: 3", "flex: 1", "--w: 55px",
  ]

  private mutating func piece(depth: Int) -> String {
    if depth > 4 || containers <= 0 { return any(Self.words) }
    containers -= 1
    if hasShadowTrees, number(4) == 0 { return host(depth: depth) }
    let tag = any([
      "div", "div", "p", "span", "section", "b", "ul", "table", "img", "input", "br", "details", "svg", "form", "ruby",
      "pre", "text", "text", "text", "iframe", "select", "button", "ol", "q", "dialog", "textarea", "cells", "math",
    ])
    switch tag {
    case "text": return any(Self.words)
    case "br": return "<br>"
    case "input":
      return "<input\(attributes()) \(any(["disabled", "checked type=checkbox", "value=text", "type=range"]))>"
    case "img": return "<img\(attributes()) width=20 height=\(10 + number(20)) alt=none>"
    case "ul": return "<ul\(attributes())><li\(attributes())>\(content(depth: depth + 1))<li>\(any(Self.words))</ul>"
    case "table":
      return """
        <table\(attributes())><tr><td\(attributes())>\(content(depth: depth + 1))<td rowspan=2>\(any(Self.words))<tr>\
        <td\(attributes())>\(any(Self.words))</table>
        """
    case "details":
      return "<details\(attributes()) \(any(["open", ""]))><summary>s</summary>\(content(depth: depth + 1))</details>"
    case "ol": return "<ol\(attributes())><li>\(content(depth: depth + 1))<li\(attributes())>\(any(Self.words))</ol>"
    case "dialog": return "<dialog\(attributes()) \(any(["open", ""]))>\(content(depth: depth + 1))</dialog>"
    case "textarea": return "<textarea\(attributes()) cols=4 rows=2>\(any(Self.words))</textarea>"
    case "cells":
      return """
        <table\(attributes())><caption\(attributes())>c</caption><colgroup><col class=\(any(Self.classes))><col></colgroup>\
        <thead><tr><th\(attributes())>h<tbody\(attributes())><tr\(attributes())><td colspan=2>\(content(depth: depth + 1))\
        </table>
        """
    case "math":
      return "<math><mfrac><mi\(attributes())>x</mi><mrow><mn>2</mn><mo>+</mo><mi>y</mi></mrow></mfrac></math>"
    case "svg":
      return "<svg\(attributes()) width=30 height=20><g\(attributes())><rect width=20 height=10 /></g></svg>"
    case "ruby": return "<ruby\(attributes())>base<rt>ann</ruby>"
    case "form":
      return "<form><fieldset\(attributes())><legend>l</legend>\(content(depth: depth + 1))</fieldset></form>"
    case "iframe": return "<iframe\(attributes()) width=40 height=20 srcdoc='<p>in'></iframe>"
    case "select": return "<select\(attributes())><option>o<option selected>second</select>"
    default: return "<\(tag)\(attributes())>\(content(depth: depth + 1))</\(tag)>"
    }
  }

  private static let shadowRules = [
    ":host { color: green }", ":host(.a) p { margin: 1em }", "::slotted(.b) { border: 1px solid }",
    "::slotted(p) { padding: 3px !important }", "slot { font-size: 20px; color: maroon }", ":host { display: flex }",
    "slot:has-slotted { display: block }", "slot.a { display: inline-block; width: 40px }",
    ".b ::slotted(*) { float: left }",
    ":host-context(.c) { text-decoration: underline }", "::slotted(*)::before { content: '+' }",
    ":host { display: contents }",
  ]

  private mutating func host(depth: Int) -> String {
    let rules = (0..<number(4)).map { _ in any(Self.shadowRules + Self.rules) }.joined(separator: "\n")
    let slots = (0..<1 + number(3)).map { _ in
      "<slot\(attributes()) name='\(any(Self.slots))'>\(any(Self.words))</slot>"
    }
    let tag = any(["div", "p", "span", "section", "x-y"])
    return """
      <\(tag)\(attributes())><template shadowrootmode=open><style>\(rules)</style>\(content(depth: depth + 1))\
      \(slots.joined(separator: content(depth: depth + 2)))</template>\(content(depth: depth + 1))\
      <b slot=s\(attributes())>\(any(Self.words))</b></\(tag)>
      """
  }

  private static let slots = ["", "", "s", "t"]

  // MARK: Changes

  /// Changes the document in one way or a few, and says which.
  mutating func changes(_ document: Document) -> String {
    (0...max(0, number(6) - 3)).map { _ in change(document) }.joined(separator: ", ")
  }

  private mutating func change(_ document: Document) -> String {
    var nodes: [NodeID] = []
    var node = document.next(document.documentElement, within: document.documentElement)
    while !node.isNone {
      let isRoot = document.kind(node) == .documentFragment
      if !isRoot, !document.isHTML(node, .head), !document.isHTML(node, .body) || number(20) == 0 { nodes.append(node) }
      node = document.nextShadowIncluding(node, within: document.documentElement)
    }
    let elements = nodes.filter { document.isElement($0) && !document.isHTML($0, .style) }
    guard !nodes.isEmpty, !elements.isEmpty else { return "nothing" }
    let (element, other, target) = (any(elements), any(nodes), any(elements))
    if hasShadowTrees, number(4) == 0 { return changeSlots(element, document) }
    switch number(17) {
    case 14:
      let attribute = any(["data-x", "aria-label", "onclick", "x-for", "role"])
      document.setAttribute(element, Attribute(name: document.names.intern(attribute), value: any(Self.words)))
      return "\(attribute) of \(element)"
    case 15: return setState(element, document)
    case 16:
      // As `innerHTML` does.
      let isEmptied = number(2) == 0
      while isEmptied, !document.firstChild(target).isNone { document.remove(document.firstChild(target)) }
      for _ in 0..<1 + number(3) {
        let made = document.makeElement(Atom(any([.div, .p, .span, .li, .td, .tr, .b, .table, .input] as [KnownName])))
        _ = setClass(made, document)
        try? document.insert(document.makeText(Array(any(Self.words).utf8)), into: made)
        try? document.insert(made, into: target)
      }
      return "new children of \(target)\(isEmptied ? " alone" : "")"
    case 0, 1: return setClass(element, document)
    case 2:
      let value = any(Self.declarations)
      document.setAttribute(element, Attribute(name: Atom(.style), value: value))
      return "style of \(element): \(value)"
    case 3:
      let name = any(
        [.title, .dir, .disabled, .open, .width, .height, .checked, .rowspan, .id, .lang, .hidden, .type, .name]
          as [KnownName])
      let value = any(["t", "rtl", "", "25", "3", "de", "auto", "radio", "submit", "a", "hidden"])
      document.setAttribute(element, Attribute(name: Atom(name), value: value))
      return "\(name) of \(element): \(value)"
    case 4:
      let name = any(
        [.class, .style, .title, .dir, .open, .width, .checked, .hidden, .type, .name, .lang] as [KnownName])
      document.removeAttribute(element, Atom(name))
      return "\(name) of \(element) is gone"
    case 5, 6:
      let texts = nodes.filter { document.kind($0) == .text && !document.isHTML(document.parent($0), .style) }
      guard !texts.isEmpty else { return "no text" }
      let text = any(texts)
      let words = any(Self.words + [""])
      document.setText(Array(words.utf8), of: text)
      return "text \(text): \(words)"
    case 7:
      let made = document.makeElement(Atom(any([.div, .p, .span, .li, .td, .b, .img, .section])))
      _ = setClass(made, document)
      if number(2) == 0 { try? document.insert(document.makeText(Array(any(Self.words).utf8)), into: made) }
      let next = number(2) == 0 ? document.firstChild(target) : .none
      try? document.insert(made, into: target, before: next)
      return "new \(made) in \(target)"
    case 8:
      let text = document.makeText(Array(any(Self.words).utf8))
      try? document.insert(text, into: target, before: document.firstChild(target))
      return "new text \(text) in \(target)"
    case 9, 10:
      let next = number(2) == 0 ? document.firstChild(target) : .none
      try? document.insert(other, into: target, before: next == other ? .none : next)
      return "moved \(other) to \(target)"
    case 11:
      if number(2) == 0 { document.remove(other) }
      return "removed \(other)"
    case 12:
      guard number(3) == 0 else { return setClass(element, document) }
      let rule = any(Self.rules)
      let sheet = document.makeElement(Atom(.style))
      try? document.insert(document.makeText(Array(rule.utf8)), into: sheet)
      try? document.insert(sheet, into: target)
      return "sheet in \(target): \(rule)"
    default:
      let sheets = nodes.filter { document.isHTML(document.parent($0), .style) }
      guard number(3) == 0, let sheet = sheets.first else { return setClass(element, document) }
      let rule = any(Self.rules)
      document.setText(Array(rule.utf8), of: sheet)
      return "sheet \(sheet): \(rule)"
    }
  }

  private mutating func setState(_ element: NodeID, _ document: Document) -> String {
    let kind = number(5)
    if kind == 4 {
      document.setFocus(number(4) == 0 ? .none : element, isVisible: number(2) == 0)
      return "focus of \(document.focus.element)"
    }
    let (text, isSet) = (any(Self.words), number(2) == 0)
    document.setControlState(element) { state in
      switch kind {
      case 0: state.value = isSet ? text : nil
      case 1: state.isChecked = isSet
      case 2: state.isSelected = isSet
      default: state.isModal = isSet && document.isHTML(element, .dialog)
      }
    }
    return "state of \(element)"
  }

  private mutating func changeSlots(_ element: NodeID, _ document: Document) -> String {
    switch number(4) {
    case 0:
      let value = any(Self.slots)
      document.setAttribute(element, Attribute(name: Atom(.slot), value: value))
      return "slot of \(element): \(value)"
    case 1:
      let value = any(Self.slots)
      document.setAttribute(element, Attribute(name: Atom(.name), value: value))
      return "name of \(element): \(value)"
    case 2:
      let root = any(document.shadowRoots + [element])
      let slot = document.makeElement(Atom(.slot))
      try? document.insert(slot, into: root, before: number(2) == 0 ? document.firstChild(root) : .none)
      return "new slot in \(root)"
    default:
      guard document.canHaveShadowRoot(element) else { return setClass(element, document) }
      _ = document.attachShadow(to: element, ShadowRootOptions())
      return "shadow root of \(element)"
    }
  }

  private mutating func setClass(_ element: NodeID, _ document: Document) -> String {
    let names = (0..<number(3)).map { _ in any(Self.classes) }.joined(separator: " ")
    document.setAttribute(element, Attribute(name: Atom(.class), value: names))
    return "class of \(element): \(names)"
  }
}
