import OffscreenDOM
import Testing

@testable import OffscreenCSS

@Suite struct StyleSheetTests {
  /// The rules as text: selectors are counted, declarations are their names.
  private func outline(_ rules: [Rule], _ sheet: StyleSheet) -> String {
    func names(_ declarations: [SyntaxDeclaration]) -> String {
      declarations.map { sheet.buffer.string(sheet.buffer.tokens[$0.name]) + ($0.isImportant ? "!" : "") }
        .joined(separator: " ")
    }
    func block(_ rules: [Rule]) -> String { "{" + outline(rules, sheet) + "}" }
    return rules.map { rule in
      switch rule {
      case .style(let style):
        "style\(style.selectors.selectors.count)(\(names(style.declarations)))"
          + (style.nested.isEmpty ? "" : block(style.nested))
      case .media(_, let rules): "media" + block(rules)
      case .supports(_, let rules): "supports" + block(rules)
      case .layerStatement(let layers):
        "layers(\(layers.map { $0.parts.joined(separator: ".") }.joined(separator: " ")))"
      case .layerBlock(let name, let rules): "layer(\(name?.parts.joined(separator: ".") ?? ""))" + block(rules)
      case .container(let query, let rules): "container(\(query.queries.first?.name ?? ""))" + block(rules)
      case .scope(_, let rules): "scope" + block(rules)
      case .startingStyle(let rules): "starting-style" + block(rules)
      case .import(let rule): "import(\(rule.url))"
      case .fontFace(let declarations): "font-face(\(names(declarations)))"
      case .keyframes(let rule):
        "keyframes(\(rule.name)" + rule.keyframes.map { " \($0.offsets) \(names($0.declarations))" }.joined() + ")"
      case .counterStyle(let name, let declarations): "counter-style(\(name) \(names(declarations)))"
      case .property(let name, let declarations): "property(\(name) \(names(declarations)))"
      case .fontFeatureValues: "font-feature-values"
      case .page: "page"
      case .fontPalette: "font-palette-values"
      case .function(let rule): "function(\(rule.name))"
      case .positionTry(let name, let declarations): "position-try(\(name) \(names(declarations)))"
      }
    }.joined(separator: " ")
  }

  private func outline(_ text: String) -> String {
    let sheet = StyleSheet(text, names: NameTable())
    return outline(sheet.rules, sheet)
  }

  @Test func rules() {
    for (text, expected) in [
      ("a, b { color: red; margin: 0 !important }", "style2(color margin!)"),
      ("@media print { a { b: c } d {} }", "media{style1(b) style1()}"),
      (
        "@import 'a.css'; @import url(b.css) layer(x.y) supports(display: grid) screen; p {} @import 'late.css';",
        "import(a.css) import(b.css) style1()"
      ),
      (
        "# { } 1p { } @nope; @nope x { } @layer a; @import 'a.css'; @page { } @import 'late.css';",
        "layers(a) import(a.css) page"
      ),
      (
        "@layer a, b.c; @layer { p {} } @layer d { @layer e; } @layer a b {}",
        "layers(a b.c) layer(){style1()} layer(d){layers(e)}"
      ),
      ("@supports (display: grid) and (not (x: y)) { p {} } @supports nope { q {} }", "supports{style1()}"),
      ("@font-face { font-family: x; src: url(a) }", "font-face(font-family src)"),
      (
        "@keyframes k { from { a: b } 50%, 75% { c: d } 110% { e: f } x {} } @keyframes none {}",
        "keyframes(k [0.0] a [0.5, 0.75] c)"
      ),
      (
        "@counter-style x { system: cyclic } @property --y { syntax: '*' } @property y {}",
        "counter-style(x system) property(--y syntax)"
      ),
      (
        "@container side (width > 400px) { p {} } @container (width) {} @container {}",
        "container(side){style1()} container(){}"
      ),
      ("@scope (.a) to (.b) { img { c: d } }", "scope{style1(c)}"),
      ("@page { size: a4 } @nope x { y {} } @nope; p {}", "page style1()"),
      ("@charset 'utf-8'; <!-- p {} -->", "style1()"),
    ] {
      #expect(outline(text) == expected, "\(text)")
    }
  }

  @Test func nesting() {
    for (text, expected) in [
      ("a { b: c; &:hover { d: e } f: g }", "style1(b){style1(d) style1(f)}"),
      ("a { b: c; d { e: f } }", "style1(b){style1(e)}"),
      ("a { d:hover { e: f } g: h }", "style1(){style1(e) style1(g)}"),
      ("a { @media print { b: c; d { e: f } g: h } i: j }", "style1(){media{style1(b) style1(e) style1(g)} style1(i)}"),
      ("a { > b { c: d } + e, ~ f { g: h } }", "style1(){style1(c) style2(g)}"),
      ("a { --x: { b: c }; d: e }", "style1(--x d)"),
      ("a { b: c; @font-face { d: e } }", "style1(b)"),
    ] {
      #expect(outline(text) == expected, "\(text)")
    }
  }

  /// What is wrong must not take along what is right.
  @Test func recovery() {
    for (text, expected) in [
      ("a { b; c: d; :e; f: g } h { i: j }", "style1(c f) style1(i)"),
      ("a { b: c } } d { e: f } g { h: i }", "style1(b) style1(h)"),
      ("a { b: (c; d: e } f { g: h }", "style1(b)"),
      ("a { b: 'c\n; d: e }", "style1(b d)"),
      ("a..b { c: d } e { f: g }", "style1(f)"),
      ("a { b: c", "style1(b)"),
      ("a { *b: c; d: e; $f: g; h: i }", "style1(d h)"),
      ("@media { a { b: c }", "media{style1(b)}"),
      ("a { b: url(c d); e: f }", "style1(b e)"),
    ] {
      #expect(outline(text) == expected, "\(text)")
    }
  }

  @Test func activeRules() {
    let names = NameTable()
    let sheet = StyleSheet(
      """
      @import "first.css" layer(base);
      @import "print.css" print;
      @layer top;
      @layer base { a { b: c } @layer inner { d { e: f } } }
      @layer top { g { h: i } }
      @media (min-width: 500px) { j { k: l } }
      @media (min-width: 900px) { m { n: o } @font-face { p: q } }
      @supports (good: thing) { r { s: t } }
      @supports not (bad: thing) { u { v: w } }
      @supports selector(a:nope) or (unknown !) { x { y: z } }
      """, names: names)
    let first = StyleSheet("aa { bb: cc }", names: names)
    var active = ActiveRules(
      media: MediaContext(width: 800, height: 600),
      supports: { $1.matches($1.tokens[$0.name], "good") },
      imported: { rule, _ in rule.url == "first.css" ? first : nil })
    active.add(sheet)
    #expect(active.fontFaces.isEmpty)
    let ranks = active.layers.ranks
    let found = active.styles.map { style in
      let declaration = style.rule.declarations.first.map {
        style.sheet.buffer.string(style.sheet.buffer.tokens[$0.name])
      }
      return "\(declaration ?? "")\(ranks[Int(style.layer.rawValue)])"
    }
    // base.inner, base, top, none
    #expect(found == ["bb1", "b1", "e0", "h2", "k3", "s3", "v3"])
  }

  @Test func rulesAreBounded() {
    let sheet = StyleSheet(String(repeating: "a{b:c}", count: 150_000), names: NameTable())
    #expect(sheet.rules.count == StyleSheet.maximumRules)
    #expect(sheet.isCutShort)
    #expect(!StyleSheet("a{b:c}", names: NameTable()).isCutShort)
  }

  @Test func importsAreFollowedToADepth() {
    let names = NameTable()
    func active(depth: Int) -> ActiveRules {
      var active = ActiveRules(
        media: MediaContext(width: 800, height: 600), supports: { _, _ in true },
        imported: { rule, _ in
          let next = (Int(rule.url) ?? 0) + 1
          return StyleSheet(next < depth ? "@import '\(next)';" : "a{b:c}", names: names)
        })
      active.add(StyleSheet("@import '0';", names: names))
      return active
    }
    #expect(!active(depth: 8).importsAreCutShort)
    #expect(active(depth: 8).styles.count == 1)
    #expect(active(depth: 9).importsAreCutShort)
  }
}
