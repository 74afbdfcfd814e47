import OffscreenDOM
import OffscreenGeometry
import OffscreenPaint
import OffscreenRaster
import Testing

@testable import Offscreen

/// Pictures of the viewport, of layouts that go no farther than what is seen.
struct PageStartTests {
  private static let filler = (0..<300).map { "<p>paragraph <b>\($0)</b>" }.joined()

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
    #expect(session.work.layouts == 2 && session.work.boxTrees == 1)
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

  /// Random documents, with enough below them.
  @Test func randomPagesAreAsIfLaidOutWhole() throws {
    var ofStart = 0
    for seed in 0..<40 {
      let outcome = try LargeStackThread.run {
        var markup = ""
        for part in 0..<4 {
          var random = RandomDocument(seed: 100 * seed + part)
          markup += random.markup().replacing("<!DOCTYPE html>", with: "")
        }
        let outcome = try Self.outcome("<!DOCTYPE html>" + markup + Self.filler)
        if !outcome.isEqual { Issue.record("pages \(seed) differ") }
        return outcome
      }
      if outcome.isOfStart { ofStart += 1 }
    }
    #expect(ofStart > 0)
  }
}
