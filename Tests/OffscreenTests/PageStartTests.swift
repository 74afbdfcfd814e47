import Foundation
import OffscreenDOM
import OffscreenGeometry
import OffscreenPaint
import OffscreenRaster
import Testing

@testable import Offscreen

/// Pictures of the viewport, of layouts that go no farther than what is seen.
struct PageStartTests {
  private static let filler = filler(300)
  private static func filler(_ count: Int) -> String { (0..<count).map { "<p>paragraph <b>\($0)</b>" }.joined() }
  private static let longLine = "<p style='white-space: nowrap'>a line that is longer than the viewport is wide"
  /// Of random pages: in debug builds, a page is laid out twice in a second.
  private static let seeds = Int(ProcessInfo.processInfo.environment["OFFSCREEN_SEEDS"] ?? "") ?? 2

  /// Whether a layout of the start was enough, and whether its picture is that of the whole layout.
  private static func outcome(_ markup: String) throws -> (isOfStart: Bool, isEqual: Bool) {
    let document = PageSessionTests.document(markup)
    let fonts = try PageSessionTests.fonts()
    let (start, whole) = (
      try PageSessionTests.session(document, fonts: fonts), try PageSessionTests.session(document, fonts: fonts)
    )
    start.paintsStart = true
    let picture = pixels(start)
    return (start.current?.isOfStart == true, picture == pixels(whole))
  }

  private static func pixels(_ session: PageSession) -> [UInt32] {
    var request = PageSession.PaintRequest(area: Rect(x: 0, y: 0, width: 240, height: 180), scale: 1)
    request.isOfViewport = true
    let list = session.displayList(at: PageSessionTests.viewport, request)
    let rasterizer = Rasterizer(fonts: session.fonts)
    return (try? rasterizer.draw(list, width: 240, height: 180, scale: 1)).map { Array($0.pixels) } ?? []
  }

  @Test func boxesBelowTheViewportHaveNoFragments() throws {
    let document = PageSessionTests.document("<!DOCTYPE html><div><main>\(Self.filler)</main></div><p id=last>end")
    let session = try PageSessionTests.session(document, fonts: try PageSessionTests.fonts())
    session.paintsStart = true
    let start = session.seenLayout(at: PageSessionTests.viewport, scrolledTo: .zero)
    #expect(start.fragments.count < 300)
    // Whoever asks for geometry gets all of it.
    let whole = session.layout(at: PageSessionTests.viewport)
    #expect(whole.fragments.count > 1_000 && whole.documentSize.height > start.documentSize.height)
    #expect(session.work.layouts == 2 && session.work.boxTrees == 2)
  }

  /// The boxes of a layout of the start: whether all elements have some, and whether its picture is that of the whole
  /// layout.
  private static func boxes(_ markup: String) throws -> (areWhole: Bool, isEqual: Bool) {
    let document = PageSessionTests.document(markup)
    let fonts = try PageSessionTests.fonts()
    let (start, whole) = (
      try PageSessionTests.session(document, fonts: fonts), try PageSessionTests.session(document, fonts: fonts)
    )
    start.paintsStart = true
    let picture = pixels(start)
    return (start.current?.tree.boxes.isWhole ?? true, picture == pixels(whole))
  }

  /// Contents that are far below what is seen have no boxes, where these could not be seen nor matter to others.
  @Test(arguments: [
    ("", "", false), ("main { float: left; width: 60% }", "", false), ("main { float: left }", "", true),
    ("body { display: flex } main { width: 80% }", "", false), ("body { display: flex }", "", true),
    ("body { display: flex; flex-direction: column }", "", false), ("main { display: table-cell }", "", true),
    ("main { width: min-content }", "", true), ("main { overflow: auto }", "", true),
    ("body { position: absolute; width: 200px }", "", true), ("main { height: 300px }", "", false),
    // In what is left out.
    ("", "<i style='position: fixed; top: 0'>fixed</i>", true), ("", "<p style='margin-top: -6000px'>up", true),
    ("", "<p style='margin-top: -40px'>up", false), ("b { display: block; margin-top: -1px }", "", true),
    ("", "<p style='position: relative; top: -6000px'>up", true), ("", "<p style='translate: 0 -6000px'>up", true),
    ("main { position: relative }", "<i style='position: absolute; top: 3px'>x</i>", true),
    ("", "<div style='position: relative'><p><i style='position: absolute; top: 3px'>x</i></div>", false),
    ("", "<div style='display: grid; grid-template-rows: 9px; align-items: end'><p>x</div>", true),
    ("", "<div style='display: grid; grid-template-rows: 9px'><p style='align-self: end'>x</div>", true),
    ("", "<div style='display: grid; align-items: end'><p>x</div>", false), ("", "<ruby>x<rt>y</ruby>", true),
    ("", "<p style='content-visibility: auto'>x", true), ("", "<p style='anchor-name: --a'>x", true),
    ("", "<ul style='list-style-image: url(x.png)'><li>x</ul>", true), ("", "<iframe srcdoc=x></iframe>", true),
    ("", "<select><option>x</select>", false), ("", "<select size=3><option>x</select>", true),
    ("", "<img src=x.png style='overflow: visible'>", false), ("", "<svg style='overflow: visible'></svg>", true),
    ("", "<svg><text y=9 style='font-size: 900px'>x</svg>", false), ("", "<fieldset><legend>x</fieldset>", true),
    ("p:last-of-type::before { content: ''; position: fixed }", "", true), ("", "<details><p>x</details>", false),
    ("", "<svg><rect width=9 height=9></svg>", false), ("", "<svg style='margin-top: -6000px'></svg>", true),
    ("", "<p><textarea style='height: 6000px; margin-top: -6000px'>x</textarea>", true),
    // Behind it, in the same container.
    ("main::after { content: ''; display: table; clear: both }", "", false),
    ("main::after { content: ''; position: absolute; inset: 0; background: red }", "", true),
    ("body::after { content: ''; position: fixed; bottom: 0; height: 9px; width: 9px; background: red }", "", true),
    ("main::after { content: 'x'; position: sticky; bottom: 0; display: block; background: red }", "", true),
    ("main::after { content: ''; display: block; margin-top: -9000px; height: 9000px; background: red }", "", true),
    ("main::after { content: url(x.png) }", "", true),
    // Behind it: counters go on from what is left out.
    ("main, nav { float: left; width: 50% }", "</main><nav><ul><li>one</ul></nav>", false),
    ("main, nav { float: left; width: 50% }", "</main><nav><ol><li>one<li>two<ol><li>x</ol></ol></nav>", false),
    ("main, nav { float: left; width: 50% } li { list-style: decimal }", "</main><nav><li>one</nav>", true),
    (
      "main, nav { float: left; width: 50% } li { list-style: decimal }", "</main><nav><ol><li>a</ol><li>b</nav>", true
    ),
    (
      "main, nav { float: left; width: 50% } li::before { content: counters(list-item, '.') }",
      "</main><nav><ol><li>a</ol></nav>", true
    ),
    ("main, nav { float: left; width: 50% } nav::before { content: open-quote }", "</main><nav>x</nav>", true),
    (
      "main, nav { float: left; width: 50% } p { counter-increment: p } nav::before { content: counter(p) }",
      "</main><nav>x</nav>", true
    ),
    ("main, nav { float: left; width: 50% } nav { background: silver }", "</main><nav>\(filler)</nav>", false),
    ("main, nav { float: left; width: 50% }", "</main><nav style='margin-top: -900px'>x</nav>", true),
  ])
  func contentsFarBelowHaveNoBoxes(_ style: String, _ last: String, _ areWhole: Bool) throws {
    let markup = "<!DOCTYPE html><style>\(style)</style><main>\(Self.filler)\(last)</main>"
    let found = try LargeStackThread.run { try Self.boxes(markup) }
    #expect(found.isEqual)
    #expect(found.areWhole == areWhole)
  }

  /// Lists that are cut, in containers that are cut, and the rest of the page behind them.
  @Test func containersInEachOtherEndOpen() throws {
    let list = "<ol>" + (0..<200).map { "<li>item \($0)<ul><li>inner<li>other</ul>" }.joined() + "</ol>"
    let markup =
      "<!DOCTYPE html><style>body { display: flex; flex-direction: column } nav { float: left; width: 30% }</style>"
      + "<nav>\(list)</nav><main><div><section>\(list)</section></div>\(Self.filler)</main><footer>end</footer>"
    let found = try LargeStackThread.run { try Self.boxes(markup) }
    #expect(found.isEqual && !found.areWhole)
  }

  @Test func theRestIsAsIfAllHadBeenLaidOutAtOnce() throws {
    let document = PageSessionTests.document(
      "<!DOCTYPE html><style>p { content-visibility: auto }</style><main>\(Self.filler)</main>")
    let fonts = try PageSessionTests.fonts()
    let (start, whole) = (
      try PageSessionTests.session(document, fonts: fonts), try PageSessionTests.session(document, fonts: fonts)
    )
    start.paintsStart = true
    _ = start.seenLayout(at: PageSessionTests.viewport, scrolledTo: .zero)
    let skipped = start.layout(at: PageSessionTests.viewport).boxes.skipped
    #expect(skipped == whole.layout(at: PageSessionTests.viewport).boxes.skipped)
    #expect(start.current?.isOfStart == false)
  }

  /// What a layout of the start leaves is no beginning for one of all.
  @Test(arguments: ["display: none", "height: 0", "color: red", "font-size: 3px"])
  func changesAfterTheStartAreLaidOutWhole(_ style: String) throws {
    let document = PageSessionTests.document(
      "<!DOCTYPE html><style>.x { \(style) }</style><div><section id=a>\(Self.filler)</section>"
        + "<main>\(Self.filler)</main></div><p>end")
    let fonts = try PageSessionTests.fonts()
    let session = try PageSessionTests.session(document, fonts: fonts)
    session.paintsStart = true
    _ = Self.pixels(session)
    #expect(session.current?.isOfStart == true)
    let section = try PageSessionTests().node("a", in: document)
    document.setAttribute(section, Attribute(name: Atom(.class), value: "x"))

    let fresh = try PageSessionTests.session(document, fonts: fonts)
    #expect(Self.pixels(session) == Self.pixels(fresh))
    #expect(session.current?.isOfStart == true)
    let (layout, whole) = (
      session.layout(at: PageSessionTests.viewport), fresh.layout(at: PageSessionTests.viewport)
    )
    #expect(layout.fragments.count == whole.fragments.count && layout.documentSize == whole.documentSize)
    #expect(session.current?.isOfStart == false && session.work.continuedLayouts == 0)
  }

  @Test(arguments: [
    // Of the start: in flow, floats, formatting contexts, tables, tall blocks.
    ("", "", true), ("main { float: left; width: 100% }", "", true), ("main { overflow: hidden }", "", true),
    ("main { display: flow-root; border: 1px solid }", "<table><tr><td>x</table>", true),
    ("body { background: silver } main { position: relative }", "<i style='position: absolute; top: 3px'>x</i>", false),
    ("section { position: relative }", "<section><i style='position: absolute; top: 0'>x</i></section>", true),
    // What reaches up, or is placed by the height of what ends early.
    ("", "<i style='position: fixed; top: 0'>fixed</i>", false), ("", "<p style='margin-top: -6000px'>up", false),
    ("", "<p style='position: relative; top: -6000px'>up", false), ("", "<p style='translate: 0 -6000px'>up", false),
    ("main { position: relative }", "<i style='position: absolute; bottom: 0; height: 100%'>x</i>", false),
    (
      "main::before { content: ''; position: absolute; inset: 0 auto 90% 0; width: 9px; background: red } main { position: relative }",
      "", false
    ),
    ("", String(repeating: "<div style='position: relative; top: -40px'>", count: 30) + "deep", false),
    ("", "<b style='position: relative; top: -4px'>raised</b>", true),
    (
      "",
      "<div style='display: grid; grid-template-rows: 9px; align-items: end'><div style='height: 7000px; background: red'>",
      false
    ),
    ("", "<div style='display: grid; align-items: center'><p>a<p>b", true),
    ("", "<p style='outline: 6000px solid red'>", false), ("", "<p style='text-decoration: overline 6000px'>x", false),
    // Margins draw boxes up, not each text in them.
    ("", "<footer style='margin-top: -2em'>one<br>two<br>three<br>four</footer>", true),
    // What looks otherwise the taller it is.
    (
      "body { background: linear-gradient(red, blue) fixed } main { background: linear-gradient(red, blue) }", "", false
    ),
    ("html { background: linear-gradient(red, blue) }", "", false), ("main { border-left: 9px dashed }", "", false),
    ("main { border-radius: 50%; background: red }", "", false), ("body { scale: .1 }", "", false),
    ("main { columns: 2 }", "", false), ("main { clip-path: ellipse() }", "", false),
  ])
  func picturesAreThoseOfTheWholePage(_ style: String, _ last: String, _ isOfStart: Bool) throws {
    let markup = "<!DOCTYPE html><style>\(style)</style><main>\(Self.filler)\(last)</main>"
    let outcome = try LargeStackThread.run { try Self.outcome(markup) }
    #expect(outcome.isEqual)
    #expect(outcome.isOfStart == isOfStart)
  }

  /// Flex containers, whose items are seen only at their start.
  @Test(arguments: [
    ("main { display: flex; flex-direction: column }", "", true),
    ("main { display: flex; flex-wrap: wrap } main > * { width: 50% }", "", true),
    ("main { display: flex; flex-wrap: wrap; align-items: center } main > * { width: 30% }", "", true),
    // A row of one tall item and others, which are as tall.
    ("body { display: flex } aside { width: 40px; background: silver }", "", true),
    ("body { display: flex } aside { background: silver; align-self: flex-start }", "", true),
    ("body { display: flex } aside { background: silver; max-height: 90px } aside b { height: 100% }", "", true),
    ("body { display: flex; max-height: 150px } aside { background: silver; margin: auto }", "", true),
    ("body { display: flex } aside { display: flex; flex-direction: column; background: silver }", "", true),
    ("body { display: flex } aside { display: flex } aside b { background: red }", "", true),
    // A row in a column with a height of its own, and what is at its end.
    (
      "body { display: flex; flex-direction: column; min-height: 100vh } section { display: flex } main { flex: 1 }",
      "<footer>end</footer>", true
    ),
    ("section { display: flex; flex-direction: column; min-height: 100vh } main { flex: 1 }", "<p>end", true),
    // Limits of what is in an item bound its minimum, which is that of a long line otherwise.
    ("body { display: flex } section { width: 100% } main { min-width: 50px; max-width: 120px }", Self.longLine, true),
    ("body { display: flex } section { width: 100% } main { min-width: 300px }", "", true),
    ("body { display: flex } section { width: 100% } main { max-width: 300px; margin: 0 20px }", Self.longLine, true),
    (
      "body { display: flex } section { width: 100% } main { box-sizing: border-box; padding: 0 60px; max-width: 90px }",
      Self.longLine, true
    ),
    (
      "body { display: flex } section { width: 100% } main { display: table; max-width: 90px } aside { min-width: 99px }",
      Self.longLine, true
    ),
    ("body { display: flex } section { width: 100% } main { max-width: calc(10% + 9px) }", Self.longLine, true),
    ("main { display: flex; flex-direction: column-reverse }", "", false),
    ("main { display: flex; flex-direction: column; height: 900px } main > * { flex: 1 }", "", false),
    ("main { display: flex; flex-direction: column } p:last-child { order: -1 }", "", false),
    (
      "section { display: flex; flex-flow: column; min-height: 9999px } main { flex: none } p { flex: 1 }", "<p>x",
      false
    ),
    // What is not at the start of its line, or is looked at with its height.
    ("body { display: flex; align-items: center }", "", false),
    ("body { display: flex } aside { margin: auto }", "", false),
    // In a line of a size that is given, an item that goes on below what is seen.
    ("body { display: flex; height: 4000px; align-items: center }", "", false),
    ("body { display: flex; height: 4000px } section { margin: auto 0 }", "", false),
    (
      "body { display: flex; flex-flow: column; min-height: 100vh } section { display: flex } main { margin: auto 0 }",
      "", false
    ),
    ("body { display: flex } aside { align-self: flex-end }", "", false),
    ("body { display: flex } aside { background: linear-gradient(red, blue) }", "", false),
    ("body { display: flex } aside b { display: block; height: 50%; background: red }", "", false),
    ("body { display: flex } aside { display: flex; align-items: center }", "", false),
    ("body { display: flex } aside { display: flex; flex-flow: column; justify-content: end }", "", false),
    ("body { display: flex } aside { display: flex; flex-flow: column } aside b { margin: auto }", "", false),
    ("body { display: flex } aside { display: grid; align-content: center }", "", false),
    ("body { display: flex } aside { position: relative } aside b { position: absolute; bottom: 50% }", "", false),
  ])
  func flexContainersAreLaidOutAsFarAsTheyAreSeen(_ style: String, _ last: String, _ isOfStart: Bool) throws {
    let markup =
      "<!DOCTYPE html><style>\(style)</style><aside><b>aside</b></aside><section><main>\(Self.filler)</main>\(last)</section>"
    let outcome = try LargeStackThread.run { try Self.outcome(markup) }
    #expect(outcome.isEqual)
    #expect(outcome.isOfStart == isOfStart)
  }

  /// Random documents around, in and beside content that goes on below the viewport. What is random at their end has
  /// most of them laid out whole; which are not is said by `flexContainersAreLaidOutAsFarAsTheyAreSeen`.
  @Test(arguments: [
    "<div style='display: flex'>", "<div style='display: flex; align-items: flex-start'>",
    "<div style='display: flex; flex-direction: column'>", "<div style='display: flex; flex-wrap: wrap'>",
    "<div style='display: flex'><div style='display: flex; flex-direction: column'>",
    "<div style='display: grid; grid-template-columns: 60px 1fr'>",
    "<div style='display: grid; grid-template-columns: 1fr auto'>", "<table><tr><td>x<td>",
    "<table style='table-layout: fixed; width: 100%'><tr><td>x<tr><td>",
  ])
  func randomContainersAreAsIfLaidOutWhole(_ start: String) throws {
    for seed in 0..<Self.seeds {
      try LargeStackThread.run {
        func part(_ number: Int) -> String {
          var random = RandomDocument(seed: 50 * seed + number)
          return random.markup().replacing("<!DOCTYPE html>", with: "")
        }
        // All of it stays in the container: unclosed elements of a part end with the part.
        let main = "<main>\(part(2))\(Self.filler(60))</main>"
        let parts = "<section>\(part(1))</section>\(main)<section>\(part(3))</section>"
        let outcome = try Self.outcome("<!DOCTYPE html>\(start)\(parts)")
        if !outcome.isEqual { Issue.record("pages \(seed) in \(start) differ") }
      }
    }
  }

  /// Random documents, with enough below them.
  @Test func randomPagesAreAsIfLaidOutWhole() throws {
    var ofStart = 0
    for seed in 0..<Self.seeds * 8 {
      let outcome = try LargeStackThread.run {
        var markup = ""
        for part in 0..<4 {
          var random = RandomDocument(seed: 100 * seed + part)
          markup += random.markup().replacing("<!DOCTYPE html>", with: "")
        }
        let outcome = try Self.outcome("<!DOCTYPE html>" + markup + Self.filler(60))
        if !outcome.isEqual { Issue.record("pages \(seed) differ") }
        return outcome
      }
      if outcome.isOfStart { ofStart += 1 }
    }
    #expect(ofStart > 0)
  }
}
