import TestSupport
import Testing

@testable import OffscreenCSS
@testable import OffscreenStyle

/// Which declaration wins, and what is inherited.
struct CascadeTests {
  /// Markup, property, and the value of the element with id `t`.
  @Test(arguments: [
    // Specificity and order.
    ("<style>#t{color:red}p{color:blue}</style><p id=t>", "color", "rgb(255, 0, 0)"),
    ("<style>p{color:red}p{color:blue}</style><p id=t>", "color", "rgb(0, 0, 255)"),
    ("<style>.a.a{color:red}.a{color:blue}</style><p class=a id=t>", "color", "rgb(255, 0, 0)"),
    ("<style>:is(#x,p){color:red}.a{color:blue}</style><p class=a id=t>", "color", "rgb(255, 0, 0)"),
    ("<style>p{color:red;color:nothing}</style><p id=t>", "color", "rgb(255, 0, 0)"),
    // Importance.
    ("<style>p{color:red!important}#t{color:blue}</style><p id=t style='color:lime'>", "color", "rgb(255, 0, 0)"),
    ("<style>#t{color:red!important}</style><p id=t style='color:blue!important'>", "color", "rgb(0, 0, 255)"),
    // Layers.
    ("<style>@layer a,b;@layer b{p{color:red}}@layer a{p{color:blue}}</style><p id=t>", "color", "rgb(255, 0, 0)"),
    ("<style>@layer a{#t{color:red}}p{color:blue}</style><p id=t>", "color", "rgb(0, 0, 255)"),
    (
      "<style>@layer a,b;@layer b{p{color:red!important}}@layer a{p{color:blue!important}}</style><p id=t>",
      "color", "rgb(0, 0, 255)"
    ),
    ("<style>@layer a{p{margin:3px}}p{margin:revert-layer}</style><p id=t>", "margin-top", "3px"),
    // A rule that is left out. https://drafts.csswg.org/css-cascade-5/#revert-rule-keyword
    (
      "<style>p{color:red}.a{color:blue}.b{color:lime;color:revert-rule}</style><p class='a b' id=t>", "color",
      "rgb(0, 0, 255)"
    ),
    ("<style>.a{color:blue}.b{color:revert-rule;color:lime}</style><p class='a b' id=t>", "color", "rgb(0, 255, 0)"),
    ("<style>.a{color:blue}</style><p class=a id=t style='color:revert-rule'>", "color", "rgb(0, 0, 255)"),
    (
      "<style>.e{color:blue!important}.e.e{color:revert-rule!important;color:lime}</style><p class=e id=t>", "color",
      "rgb(0, 0, 255)"
    ),
    ("<style>.a{margin:1px}.b{margin:revert-rule}</style><p class='a b' id=t>", "margin-left", "1px"),
    ("<style>.a{margin:1px}.b{all:revert-rule}</style><p class='a b' id=t>", "margin-left", "1px"),
    ("<style>p{margin-top:revert-rule}</style><p id=t>", "margin-top", "16px"),
    (
      "<style>.a{--x:1px}.b{--x:2px;--x:revert-rule}#t{margin-left:var(--x)}</style><p class='a b' id=t>",
      "margin-left", "1px"
    ),
    // Keywords.
    ("<style>p{margin:9px}p{margin:revert}</style><p id=t>", "margin-top", "16px"),
    ("<style>p{margin:initial}</style><p id=t>", "margin-top", "0px"),
    ("<div style='margin-top:7px'><p id=t style='margin-top:inherit'>", "margin-top", "7px"),
    ("<div style='color:red'><p id=t style='color:initial'>", "color", "rgb(0, 0, 0)"),
    (
      "<div style='background:url(a.png),url(b.png)'><p id=t style='background-image:inherit'>",
      "background-image", "url(\"http://x/a.png\"), url(\"http://x/b.png\")"
    ),
    ("<div style='color:red'><a href=x><b id=t>", "color", "rgb(0, 0, 238)"),
    // Hints are weaker than any rule of the author, and stronger than the user agent's.
    ("<style>td{padding:3px}</style><table cellpadding=9><tr><td id=t>", "padding-top", "3px"),
    ("<style>*{color:red}</style><font color=blue id=t>", "color", "rgb(255, 0, 0)"),
    // Scopes.
    ("<style>@scope (.a){p{color:red}}</style><div class=a><p id=t>", "color", "rgb(255, 0, 0)"),
    ("<style>@scope (.a) to (.b){p{color:red}}</style><div class=a><div class=b><p id=t>", "color", "rgb(0, 0, 0)"),
    ("<style>@scope (.a){:scope{color:red}}</style><div class=a id=t>", "color", "rgb(255, 0, 0)"),
    // Logical and physical in their order.
    ("<p id=t style='margin-left:1px;margin-inline-start:2px'>", "margin-left", "2px"),
    ("<p id=t style='margin-inline-start:2px;margin-left:1px'>", "margin-left", "1px"),
    ("<p id=t dir=rtl style='margin-inline-start:2px'>", "margin-right", "2px"),
    ("<p id=t style='writing-mode:vertical-rl;padding-block-start:2px'>", "padding-right", "2px"),
    ("<p id=t style='writing-mode:sideways-lr;padding-inline-start:2px'>", "padding-bottom", "2px"),
    ("<p id=t style='writing-mode:vertical-lr;inline-size:9px'>", "height", "9px"),
  ])
  func winner(markup: String, property: String, expected: String) {
    #expect(Page("<!DOCTYPE html>" + markup).value(property) == expected, "\(markup)")
  }

  @Test(arguments: [
    ("--a:3px;margin-top:var(--a)", "3px"),
    ("margin-top:var(--a,4px)", "4px"),
    ("margin-top:var(--a,var(--b,5px))", "5px"),
    ("--a:var(--b);--b:var(--a);margin-top:var(--a,6px)", "6px"),
    ("--a:1px;--b:calc(var(--a) + 2px);margin-top:var(--b)", "3px"),
    ("--a:1;margin-top:calc(var(--a) * 2px)", "2px"),
    ("--a:1;margin-top:var(--a)px", "0px"),
    ("--a:inherit;margin-top:var(--a,7px)", "7px"),
    ("--a:2px 3px;margin:var(--a)", "2px"),
    ("--a:initial;margin-top:var(--a,8px)", "8px"),
    ("margin-top:9px;margin-top:var(--none)", "0px"),
    ("--a:;margin-top:1px;margin-top:10px var(--a)", "10px"),
    ("--A:1px;--a:2px;margin-top:var(--A)", "1px"),
    ("margin-top:env(safe-area-inset-top)", "0px"),
    ("margin-top:env(nothing,3px)", "3px"),
  ])
  func variable(style: String, margin: String) {
    #expect(Page("<!DOCTYPE html><div id=t style='\(style)'>").value("margin-top") == margin, "\(style)")
  }

  @Test func variablesAreInherited() {
    let page = Page(
      "<!DOCTYPE html><style>:root{--a:1px;--b:2px;font-size:10px}div{--a:3em}</style><div style='font-size:20px'><p id=t style='font-size:5px;margin:var(--a) var(--b)'>"
    )
    #expect(page.value("margin-top") == "15px")
    #expect(page.value("margin-left") == "2px")
  }

  @Test func expansionIsBounded() {
    var style = "--v0:xxxxxxxxxx;"
    for index in 1..<40 { style += "--v\(index):var(--v\(index - 1))var(--v\(index - 1));" }
    let page = Page("<!DOCTYPE html><div id=t style='\(style)margin-top:var(--v39,1px)'>")
    #expect(page.value("margin-top") == "1px")
  }

  @Test func registeredProperties() {
    let page = Page(
      """
      <!DOCTYPE html><style>@property --a{syntax:"<length>";inherits:false;initial-value:4px}
      div{--a:9px}p{margin:var(--a)}</style><div><p id=t>
      """)
    #expect(page.value("margin-top") == "4px")
  }

  @Test func equalSituationsShareAStyle() {
    let page = Page("<!DOCTYPE html><style>li{color:red}</style><ul><li>a<li>b<li style='color:red'>c</ul>")
    let list = page.target
    let first = page.document.firstElementChild(list)
    let second = page.document.nextElement(first)
    let third = page.document.nextElement(second)
    #expect(page.styled.styleID(of: first) == page.styled.styleID(of: second))
    #expect(page.styled.styleID(of: first) != page.styled.styleID(of: third))
  }

  @Test func undisplayedSubtreesHaveNoStyle() {
    let page = Page("<!DOCTYPE html><div style='display:none'><p id=t>")
    #expect(page.styled.style(of: page.target) == nil)
  }

  @Test func pseudoElements() {
    let page = Page(
      """
      <!DOCTYPE html><style>#t::before{content:"x" counter(a) attr(title);color:red}#t::after{color:red}
      li::marker{color:blue}</style><ul><li id=t title=y>
      """)
    let before = page.styled.style(of: page.target, pseudo: .before)
    #expect(
      before?.content.content
        == .items([.string("x"), .counter("a", .named("decimal")), .string("y")], alternative: nil))
    #expect(before?.inherited.color.red == 1)
    #expect(page.styled.style(of: page.target, pseudo: .after) == nil)
    #expect(page.styled.style(of: page.target, pseudo: .marker)?.inherited.color.blue == 1)
  }

  @Test func typedAttributes() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      #t{width:attr(data-w px);height:attr(data-h type(<length>), 7px);color:attr(data-c type(<color>), blue);
      margin-left:attr(data-none px, 3px);padding-left:5px;padding-left:attr(data-none px)}
      </style><p data-w=9><p id=t data-w=12 data-h=2em data-c="red;}">
      """)
    let style = page.styled.style(of: page.target)
    #expect(style?.box.width == .value(.length(12)))
    #expect(style?.box.height == .value(.length(32)))
    #expect(style?.inherited.color.blue == 1)
    #expect(style?.box.margin.left == .value(.length(3)))
    // Valid when it is read, and nothing in the end.
    #expect(style?.box.padding.left == .length(0))
  }

  @Test func registeredSyntaxes() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @property --l { syntax: "<length>"; inherits: true; initial-value: 1px }
      @property --n { syntax: "<number>+"; inherits: false; initial-value: 4 }
      @property --bad { syntax: "<length>"; inherits: true; initial-value: 2em }
      div{font-size:20px;--l:2em;--n:9}
      #t{font-size:10px;width:var(--l);z-index:var(--n);height:var(--bad, 6px);--c:var(--l)}
      </style><div><p id=t>
      """)
    let style = page.styled.style(of: page.target)
    #expect(style?.box.width == .value(.length(40)))
    #expect(style?.box.zIndex == 4)
    #expect(style?.box.height == .value(.length(6)))
    #expect(style?.variables["--c"].map { String(decoding: $0.source, as: UTF8.self) } == "40px")
  }

  @Test func styleQueries() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      div{--a:one two;--b:3}
      @container style(--a: one two) { #t{width:1px} }
      @container style(--a) and (not style(--b: 4)) { #t{height:2px} }
      @container style((--b: 3) or (--b: 4)) { #t{margin-left:3px} }
      @container style(--none) { #t{margin-right:4px} }
      </style><div><p id=t>
      """)
    let style = page.styled.style(of: page.target)
    #expect(style?.box.width == .value(.length(1)))
    #expect(style?.box.height == .value(.length(2)))
    #expect(style?.box.margin.left == .value(.length(3)))
    #expect(style?.box.margin.right == .value(.length(0)))
  }

  @Test func featureValues() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @font-feature-values One, Two { @styleset { nice: 1 14 } @swash { fancy: 2 } @stylistic { bad: 1 2 } }
      div{font-family:Other,Two;font-variant-alternates:styleset(nice) swash(fancy) stylistic(bad)}
      #t{font-variant:historical-forms styleset(nice)}
      </style><div><p id=t>
      """)
    let style = page.styled.style(of: page.target)
    #expect(style?.font.alternateSettings.map(\.tag) == ["hist", "ss01", "ss14"])
    let outer = page.styled.style(of: page.document.parent(page.target))
    #expect(outer?.font.alternateSettings.map(\.tag) == ["ss01", "ss14", "swsh", "cswh"])
  }

  /// https://drafts.csswg.org/css-fonts-4/#font-palette-values
  @Test func fontPalettes() throws {
    let page = Page(
      """
      <style>
        @font-palette-values --warm { font-family: One, "Two x"; base-palette: 1; override-colors: calc(1 + 1) red, 0 #00f8 }
        @font-palette-values --warm { font-family: Three; base-palette: dark; override-colors: 1 currentcolor }
        @font-palette-values --other { font-family: One; base-palette: 7 }
        p { font-palette: --warm }
      </style><p id=t>
      """)
    let font = try #require(page.styled.style(of: page.target)).font
    #expect(font.palette == .named("--warm"))
    #expect(Set(font.paletteValues.keys) == ["one", "two x", "three"])
    #expect(font.paletteValues["one"]?.base == .number(1))
    #expect(font.paletteValues["two x"]?.overrides.map(\.index) == [2, 0])
    #expect(font.paletteValues["three"] == FontPaletteValues(base: .dark))
    #expect(page.value("font-palette") == "--warm")
  }

  @Test func scopeProximity() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @scope (.a) { p { color: blue; width: 1px } :scope > div > p { height: 3px } }
      @scope (.b) { p { color: red } }
      @scope (.a) { p { color: lime } }
      p { width: 2px }
      </style><div class=a><div class=b><p id=t>
      """)
    let style = page.styled.style(of: page.target)
    #expect(style?.inherited.color.red == 1)
    #expect(style?.box.width == .value(.length(1)))
    #expect(style?.box.height == .value(.length(3)))
  }

  @Test func firstLines() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      div::first-line{color:red} b{background:blue}
      </style><div><b id=t>x</b></div>
      """)
    let div = page.document.parent(page.target)
    guard let own = page.styled.style(of: div), let lines = page.styled.firstLines else {
      Issue.record("no first line")
      return
    }
    let line = lines.style(of: div, pseudo: .firstLine, under: own)
    let bold = lines.style(of: page.target, under: line)
    #expect(line.inherited.color.red == 1 && bold.inherited.color.red == 1)
    #expect(bold.font.weight == 700 && bold.background.color != own.background.color)
  }

  /// Each of the later rules went past all of the earlier ones, one by one.
  @Test func manyRulesInTheirWorstOrder() {
    let sheet = (10_000..<20_000).map { ".a{order:\($0)}" } + (0..<10_000).map { "p{order:\($0);width:1px}" }
    let markup = "<!DOCTYPE html><style>\(sheet.joined())</style>" + String(repeating: "<p class=a>", count: 20)
    var value: String?
    let time = processorTime { value = Page(markup).value("order") }
    #expect(value == "19999")
    #expect(time < 3)
  }

  @Test func containerQueriesNeedSizes() {
    let markup =
      "<!DOCTYPE html><style>#c{container-type:inline-size}@container (min-width:100px){p{color:red}}</style><div id=c><p id=t>"
    #expect(Page(markup).value("color") == "rgb(0, 0, 0)")
    #expect(Page(markup, containerWidth: 200).value("color") == "rgb(255, 0, 0)")
    #expect(Page(markup, containerWidth: 50).value("color") == "rgb(0, 0, 0)")
  }

  /// Values as they are painted: links to the page itself were visited, and only colours show it.
  @Test func emptyLinksAreVisited() {
    func value(_ property: String, _ sheet: String, _ address: String = "") -> String? {
      Page("<!DOCTYPE html><style>\(sheet)</style><p><a id=t href='\(address)'>x</a>").value(property)
    }
    #expect(value("color", "") == "rgb(85, 26, 139)")
    #expect(value("color", "", "#") == "rgb(0, 0, 238)")
    #expect(value("color", "a { color: red }") == "rgb(255, 0, 0)")
    #expect(value("color", "a:link { color: red }") == "rgb(85, 26, 139)")
    #expect(value("text-indent", "a:link { text-indent: 1px }") == "1px")
    #expect(value("text-indent", "a:visited { text-indent: 1px }") == "0px")
    #expect(value("background-color", "a:visited { background: lime }") == "rgb(0, 255, 0)")
  }

  /// Attributes for the transform of drawings' elements, which share what else their styles say.
  @Test(arguments: [
    ("<g transform='translate(3 4)' id=t>", "translate(3 4)"),
    (
      "<g transform='translate(1)'/><g transform='translate(2)'/><g transform='translate(3)' id=t>",
      "translate(3)"
    ),
    ("<g transform='turn'/><g transform='translate(2)'/><g transform='turn' id=t>", "none"),
    // Any rule of the author is stronger.
    ("<style>g{transform:none}</style><g transform='translate(3)' id=t>", "none"),
    ("<style>g{transform:scale(2)}</style><g/><g transform='translate(3)' id=t>", "scale(2)"),
    ("<style>.a{all:unset}</style><g transform='scale(2)'/><g class=a transform='translate(3)' id=t>", "none"),
    ("<style>g{transform:revert}</style><g transform='translate(3)' id=t>", "none"),
    ("<style>g{transform:revert-layer}</style><g transform='translate(3)' id=t>", "translate(3)"),
    ("<style>g{transform:var(--none)}</style><g transform='translate(3)' id=t>", "none"),
    // What is in one inherits from it.
    (
      "<style>path{transform:inherit}</style><g><path/></g><g transform='scale(2)'><path/></g>"
        + "<g transform='scale(3)'><path id=t /></g>", "scale(3)"
    ),
    (
      "<style>path{transform:inherit}</style><g transform='scale(2)'><path/></g><g><path id=t /></g>", "none"
    ),
    ("<g transform='scale(2)'><path transform='scale(4)'/></g><g transform='scale(3)'><path id=t /></g>", "none"),
    // Animations come on top of it.
    (
      "<style>@keyframes a{to{transform:translate(20px)}}g{animation:a 2s linear}</style><g transform='translate(10)'/>"
        + "<g transform='translate(40)' id=t>", "translate(30)"
    ),
    ("<linearGradient gradientTransform='scale(2)' transform='turn' id=t>", "scale(2)"),
  ])
  func transformsOfAttributes(_ markup: String, _ transform: String) {
    let page = Page("<!doctype html><svg>\(markup)", time: 1)
    #expect(page.styled.style(of: page.target)?.effect.transform == SVGTransformList(transform)?.functions)
  }

  @Test func drawnElementsShareStyles() {
    let circles = (0..<50).map { "<g transform='translate(\($0))'><circle cx='\($0)' r='3' fill='red'/></g>" }.joined()
    let page = Page("<!doctype html><svg>\(circles)</svg>")
    let document = page.document
    var (groups, inside): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
    var node = document.documentElement
    while !node.isNone {
      if document.namespace(node) == .svg, let style = page.styled.style(of: node) {
        if document.names.spelling(of: document.name(node)) == "g" { groups.insert(ObjectIdentifier(style)) }
        if document.names.spelling(of: document.name(node)) == "circle" { inside.insert(ObjectIdentifier(style)) }
      }
      node = document.next(node, within: document.documentElement)
    }
    #expect(groups.count == 50 && inside.count == 1)
  }

  @Test func fallbacksAreOfTheirElement() throws {
    let page = Page(
      "<!doctype html><style>@position-try --f{left:attr(x px)}div{position:absolute;position-try:--f}</style>"
        + "<div x=1></div><div x=2></div>")
    let style = try #require(page.styled.style(of: page.target))
    #expect(style.box.anchor.tries.map { ComputedText($0).value("left") } == ["2px"])
  }

  @Test func fallbacksHaveABudget() throws {
    func page(_ count: Int) -> Page {
      let list = Array(repeating: "flip-x", count: 64).joined(separator: ",")
      let boxes = (0..<count).map { "<div style='width:\($0)px'></div>" }.joined()
      return Page("<!doctype html><style>div{position:absolute;position-try-fallbacks:\(list)}</style>\(boxes)")
    }
    func tries(_ page: Page) throws -> Int { try #require(page.styled.style(of: page.target)).box.anchor.tries.count }
    let (few, many) = (page(10), page(320))
    #expect(try tries(few) == 64 && few.styled.cuts.isEmpty)
    #expect(try tries(many) == 0 && many.styled.cuts == [.fallbacks])
  }
}
