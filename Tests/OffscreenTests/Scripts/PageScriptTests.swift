import Foundation
import Testing

@testable import Offscreen

/// What pages see of themselves when their scripts run, from parsing to the settled page.
struct PageScriptTests: ScriptTesting {
  // MARK: Documents

  @Test func documentsChange() throws {
    try expect(
      #""<p id=\"a\" class=\"x y\">one</p><div>two</div>""#,
      #"<body><p id=a class=x>zero</p><script>a.classList.add('y'); a.textContent = 'one'; "#
        + #"document.currentScript.replaceWith(Object.assign(document.createElement('div'), {textContent: 'two'}))"#
        + "</script>",
      "document.body.innerHTML")
  }

  @Test func writingParsesAtOnce() throws {
    try expect(
      #"["B","<b id=\"b\">x</b>"]"#,
      #"<script>document.write('<b id=b>x</b>'); window.seen = document.getElementById('b').tagName</script>"#,
      "[seen, b.outerHTML]")
  }

  /// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#ignore-destructive-writes-counter
  @Test func scriptsThatNothingWaitsForWriteNothing() throws {
    let source = "src=\"data:text/javascript,document.write('gone')\""
    for script in [
      "<script type=module>document.write('gone')</script>",
      "<script type=module async>document.write('gone')</script>",
      "<script \(source) defer></script>", "<script \(source) async></script>",
      "<script \(source) type=module></script>",
    ] {
      try expect(
        #"["kept",1]"#, "<p id=a>kept</p>\(script)",
        "[document.body.innerText.trim(), document.querySelectorAll('#a').length]")
    }
    try expect(
      #""written""#, "<script \(source.replacing("gone", with: "written"))></script>", "document.body.innerText")
    try expect(
      #""new""#, "<p>old</p><script type=module>document.open(); document.write('new'); document.close()</script>",
      "document.body.innerText")
    try expect(
      #""new""#, "<p>old</p><script \(source) defer onload=\"document.write('new'); document.close()\"></script>",
      "document.body.innerText")
  }

  @Test func markupOfScriptsDoesNotRun() throws {
    try expect(
      "[0,1]",
      "<div id=d></div><script>var n = 0; d.innerHTML = '<script>n++<\\/script>'; var inner = n;"
        + "var s = document.createElement('script'); s.textContent = 'n++'; d.append(s)</script>",
      "[inner, n]")
  }

  // MARK: Drawings

  @Test func drawingsTellTheirGeometry() throws {
    let drawing =
      "<body style='margin:0'><svg id=s width=200 height=100 viewBox='0 0 100 50'><g id=g transform='translate(10,20)'>"
      + "<rect id=r width=10 height=5 stroke=red /></g><path id=p d='M0 0h30v40'/><text id=t font-size=10>ab</text>"
      + "<defs><circle id=c r=5 /></defs></svg>"
    try expect("[0,0,10,5]", drawing, "var b = g.getBBox(); [b.x, b.y, b.width, b.height]")
    try expect("[2,20,40]", drawing, "var m = r.getCTM(); [m.a, m.e, m.f]")
    try expect("[70,30,40]", drawing, "[p.getTotalLength(), p.getPointAtLength(70).x, p.getPointAtLength(99).y]")
    try expect(
      "[2,true,true]", drawing,
      "[t.getNumberOfChars(), t.getComputedTextLength() === t.getSubStringLength(0, 1) + t.getSubStringLength(1, 9), "
        + "t.getExtentOfChar(1).x === t.getEndPositionOfChar(0).x]")
    try expect("[-5,10]", drawing, "[c.getBBox().x, c.getBBox().width]")
    try expect(
      "[true,false,true]", drawing,
      "[r.isPointInFill({x: 5, y: 2}), r.isPointInFill({x: 12, y: 2}), r.isPointInStroke({x: 10.4, y: 2})]")
    // What has changed is measured as it is now.
    try expect("20", drawing, "r.setAttribute('width', 20); g.getBBox().width")
  }

  @Test func transformsAreLists() throws {
    try expect(
      #"[2,"matrix(2 0 0 2 5 6)",1,"translate(1 2)"]"#,
      "<svg><g id=g transform='translate(5,6)scale(2)'/></svg>",
      "var l = g.transform.baseVal, n = l.numberOfItems; l.consolidate(); var t = g.getAttribute('transform'); "
        + "var u = document.querySelector('svg').createSVGTransform(); u.setTranslate(1, 2); l.initialize(u); "
        + "[n, t, l.numberOfItems, g.getAttribute('transform')]")
  }

  @Test func imagesSayWhichSourceWasChosen() throws {
    try expect(
      #"["data:,b","data:,c",""]"#,
      "<img id=a srcset='data:,b 1x, data:,x 3x'><picture><source srcset='data:,c'><img id=b></picture><img id=n>",
      "[a.currentSrc, b.currentSrc, n.currentSrc]")
  }

  // MARK: Time

  @Test func eventsAndTasksAreInOrder() throws {
    try expect(
      #"["script","microtask","ready","timer","load","late"]"#,
      """
      <script>
      var log = ['script'];
      addEventListener('load', () => { log.push('load'); setTimeout(() => log.push('late'), 500) });
      document.addEventListener('DOMContentLoaded', () => { log.push('ready'); setTimeout(() => log.push('timer')) });
      Promise.resolve().then(() => log.push('microtask'));
      </script><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
      """,
      "log.filter(name => name != 'timer' || true)")
  }

  @Test func theClockIsThePages() throws {
    // Ten minutes of timers cost no time, and the same page is the same every time.
    let markup =
      "<script>var n = 0, id = setInterval(() => { if (++n == 600) clearInterval(id) }, 1000); var r = Math.random()</script>"
    let start = ContinuousClock.now
    let first = try evaluate(markup, "[n, r, Date.now(), performance.now()]") { $0.settle = .seconds(700) }
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(first == (try evaluate(markup, "[n, r, Date.now(), performance.now()]") { $0.settle = .seconds(700) }))
    guard case .value(let json, _) = first else { return }
    #expect(json.hasPrefix("[600,"))
  }

  @Test func waitsForWhatIsAskedFor() throws {
    // Longer on the page's clock than the time limit, which is one of the wall clock.
    let markup = "<p id=p></p><script>setTimeout(() => p.textContent = 'done', 60000)</script>"
    let result = try evaluate(markup, "p.textContent") { $0.waitFor = "p.textContent == 'done'" }
    #expect(result == .value(json: "\"done\"", text: "done"))
    #expect(throws: RenderError.self) {
      _ = try evaluate(markup, "1") { $0.waitFor = "p.textContent == 'never'" }
    }
  }

  @Test func framesWaitForWhatLinksExpect() throws {
    try expect(
      "[true,false]",
      "<head><link rel=expect href='#b' blocking=render><script>requestAnimationFrame(() => { window.seen = "
        + "[!!document.getElementById('b'), !!document.getElementById('c')] })</script></head>"
        + "<body><p id=a><script>0</script><div id=b></div><script>0</script><p id=c>",
      "seen")
  }

  @Test func timersAreInOrderOfTheirTimes() throws {
    try expect(
      #"["a","b","c","d"]"#,
      """
      <script>
      var log = [];
      setTimeout(() => log.push('c'), 20); setTimeout(() => log.push('a'), 10); setTimeout(() => log.push('b'), 10);
      clearTimeout(setTimeout(() => log.push('never'), 5));
      for (var i = 0; i < 20000; i++) clearTimeout(setTimeout(() => log.push('never'), 600));
      setTimeout(() => log.push('d'), 30);
      </script>
      """,
      "log")
  }

  @Test func cookiesAreThePages() throws {
    try expect(
      #""b=2; c""#,
      "<script>document.cookie = 'a=1; path=/'; document.cookie = 'b=2; max-age=9'; document.cookie = 'c';"
        + "document.cookie = 'a=; expires=Thu, 01 Jan 2026 11:59:59 GMT'; document.cookie = 'h=1; HttpOnly'</script>",
      "document.cookie")
  }

  @Test func sheetsSayOnceThatTheyAreThere() throws {
    try expect(
      "[1,1]",
      "<script>var n = 0, m = 0; addEventListener('load', () => {"
        + "var l = document.createElement('link'); l.rel = 'stylesheet'; l.href = 'data:text/css,p{}';"
        + "l.onload = () => n++; var s = document.createElement('style'); s.onload = () => m++; s.textContent = 'p{}';"
        + "document.head.append(l, s) })</script>",
      "[n, m]")
  }

  @Test func whereAPageCannotGoIsNotPassedOverInSilence() throws {
    let rendering = try LargeStackThread.run {
      [address = address("<p>x<script>location = 'https://a.test/'</script>")] in
      var options = PageOptions.unhurried
      options.network = .none
      return try PageRenderer().render(address, options: options, outputs: [PictureOutput(path: "-")])
    }
    #expect(rendering.warnings.count == 1 && rendering.warnings.first?.hasPrefix("https://a.test/") == true)
  }

  // MARK: Layout and style

  @Test func layoutIsAskedForAndFollowsChanges() throws {
    try expect(
      #"[100,300,"rgb(255, 0, 0)","300px"]"#,
      "<style>div { width: 100px; height: 10px } .wide { width: 300px; color: red }</style><div id=d></div>"
        + "<script>var before = d.offsetWidth; d.className = 'wide';</script>",
      "[before, d.getBoundingClientRect().width, getComputedStyle(d).color, getComputedStyle(d).width]")
  }

  @Test func inlineStylesAreWritten() throws {
    try expect(
      #"["color: red; margin-left: 2px;",2]"#,
      "<div id=d></div><script>d.style.color = 'red'; d.style.marginLeft = '2px'</script>",
      "[d.getAttribute('style'), d.style.length]")
  }

  // MARK: Faults

  @Test func errorsAreReportedAndThePageGoesOn() throws {
    let markup =
      "<script>onerror = (message, url, line, column, error) => { window.seen = error.message; return true }</script>"
      + "<script>throw new Error('first')</script><script>window.second = true</script>"
    #expect(try evaluate(markup, "[seen, second]") == .value(json: "[\"first\",true]", text: nil))
    #expect(try evaluate("<p>", "null.x") == .exception("TypeError: null is not an object (evaluating 'null.x')"))
  }

  @Test func endlessScriptsAreStopped() throws {
    let rendering = try LargeStackThread.run { [address = address("<p>shown<script>for (;;);</script><p>after")] in
      var options = PageOptions.unhurried
      options.network = .none
      options.timeout = .seconds(60)
      return try PageRenderer().render(address, options: options, outputs: [PictureOutput(path: "-")])
    }
    #expect(rendering.warnings.contains { $0.contains("processor time") })
    #expect(rendering.pictures.count == 1)
  }

  @Test func valuesAreWrittenWithoutThePagesHelp() throws {
    try expect(
      #"{"a":[1,null,"x"]}"#,
      "<script>JSON.stringify = () => 'no'; Array.prototype.toJSON = Object.prototype.toJSON = () => 'no'</script>",
      "({a: [1, undefined, 'x'], f() {}})")
    try expect("\"a\u{FFFD}c\"", "<p>", "'a\\ud800c'")
    #expect(
      try evaluate("<p>", "({toString() { throw 1 }, get x() { throw 2 }})") != .value(json: "null", text: nil))
  }

  @Test func withoutScriptsNothingRuns() throws {
    let rendering = try LargeStackThread.run { [address = address("<noscript>plain</noscript><script>x()</script>")] in
      var options = PageOptions.unhurried
      (options.network, options.runsScripts) = (.none, false)
      return try PageRenderer().render(address, options: options, outputs: [PictureOutput(path: "-")])
    }
    #expect(rendering.warnings == [])
  }

  // MARK: The web-view interface

  @Test func webPagesEvaluate() async throws {
    var options = PageOptions.unhurried
    options.network = .none
    let page = WebPage(configuration: .init(options: options))
    try await page.load(.address(address("<!doctype html><p id=p>text</p>")))
    #expect(try await page.evaluateJavaScript("p.textContent") == "text")
    #expect(try await page.evaluateJavaScript("[1, 2]", as: [Int].self) == [1, 2])
    #expect(try await page.callFunction("return a + await b", arguments: ["a": .number(1), "b": .number(2)]) == "3")
    try await page.evaluateJavaScript("p.style.height = '50px'")
    #expect(try await page.elements(matching: "#p").first?.rect.height == 50)
    await #expect(throws: WebPageError.self) { try await page.evaluateJavaScript("throw new Error('no')") }
  }

  // MARK: Shadow trees

  @Test func componentsHaveTrees() throws {
    try expect(
      ##"["open",true,"<slot></slot>",null,"x",["#text","B"],true]"##,
      #"<div id=h>a<b>b</b></div><script>"#
        + #"const root = h.attachShadow({mode: 'open'}); root.innerHTML = '<slot></slot>'; "#
        + #"const shut = document.createElement('p'); shut.attachShadow({mode: 'closed'}).textContent = 'x'; "#
        + #"let kept; try { h.attachShadow({mode: 'open'}) } catch (e) { kept = e.name }</script>"#,
      "[root.mode, root.host === h && h.shadowRoot === root, root.innerHTML, shut.shadowRoot, "
        + "(kept === 'NotSupportedError') && 'x', root.firstChild.assignedNodes().map(n => n.nodeName), "
        + "h.lastChild.assignedSlot === root.firstChild]")
  }

  @Test func eventsAreRetargeted() throws {
    try expect(
      #"[["p","h"],["h","h"],["h"]]"#,
      #"<div id=h><template shadowrootmode=open><p id=p><b id=b></b></p></template></div><script>"#
        + #"const inner = [], outer = [], closed = []; const b = h.shadowRoot.getElementById('b'); "#
        + #"h.shadowRoot.getElementById('p').addEventListener('x', e => inner.push(e.currentTarget.id, 'h')); "#
        + #"h.addEventListener('x', e => outer.push(e.target.id, e.composedPath()[4].id)); "#
        + #"b.dispatchEvent(new Event('x', {bubbles: true, composed: true})); "#
        + #"h.addEventListener('y', e => closed.push('no')); b.dispatchEvent(new Event('y', {bubbles: true})); "#
        + #"closed.push(h.id)</script>"#,
      "[inner, outer.map(id => id || 'h'), closed]")
  }

  @Test func slotsTellOfTheirNodes() throws {
    try expect(
      #"[[["s",1]],[["s",0],["",1]]]"#,
      #"<div id=h><template shadowrootmode=open><slot id=s name=s></slot><slot></slot></template></div><script>"#
        + #"const log = []; h.shadowRoot.addEventListener('slotchange', "#
        + #"e => log.push([e.target.id, e.target.assignedNodes().length])); "#
        + #"const node = document.createElement('i'); node.slot = 's'; h.append(node); "#
        + #"let first; Promise.resolve().then(() => { first = log.splice(0); node.slot = ''; })</script>"#,
      "[first, log]")
  }

  @Test func sheetsAreAdoptedByTrees() throws {
    try expect(
      #"["rgb(0, 128, 0)","rgb(0, 0, 0)","rgb(0, 0, 255)"]"#,
      #"<div id=h></div><p id=p>x</p><script>const root = h.attachShadow({mode: 'open'}); root.innerHTML = '<p>y</p>'; "#
        + #"const sheet = new CSSStyleSheet(); sheet.replaceSync('p { color: green }'); "#
        + #"root.adoptedStyleSheets = [sheet]; const inner = () => getComputedStyle(root.firstChild).color; "#
        + #"const before = inner(), outside = getComputedStyle(p).color; sheet.replaceSync('p { color: blue }')</script>"#,
      "[before, outside, inner()]")
  }

  @Test func whatIsFoundAtAPointIsOfTheTreeThatAsks() throws {
    try expect(
      #"["h","b","P"]"#,
      #"<body style="margin: 0"><div id=h><template shadowrootmode=open><style>b { display: block }</style><b id=b>x</b>"#
        + #"<slot></slot></template><p style="height: 20px">y</p></div>"#,
      "[document.elementFromPoint(3, 3).id, h.shadowRoot.elementFromPoint(3, 3).id, "
        + "document.elementFromPoint(3, 50).tagName]")
  }
}
