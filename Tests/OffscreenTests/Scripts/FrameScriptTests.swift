import Testing

@testable import Offscreen

/// Windows in windows: what scripts see of frames, and frames of what is around them.
struct FrameScriptTests: ScriptTesting {
  @Test func framesBeginBlank() throws {
    try expect(
      #"["<body></body>",true,true,true,1]"#, "<iframe id=f></iframe>",
      "[f.contentDocument.body.outerHTML, f.contentDocument.defaultView === f.contentWindow, "
        + "f.contentWindow.parent === window, f.contentWindow.frameElement === f, frames.length]")
  }

  @Test func scriptsInFramesRun() throws {
    try expect(
      #"["set by the frame",80,"about:srcdoc"]"#,
      #"<iframe id=f width=100 srcdoc="<body><p id=p>text</p><script>parent.value = 'set by the frame'</script>">"#
        + "</iframe>",
      "[value, Math.round(f.contentDocument.getElementById('p').getBoundingClientRect().width) - 4, "
        + "f.contentDocument.URL]")
  }

  @Test func loadEventsComeInOrder() throws {
    try expect(
      #"["inserted","after insertion","load of the frame","load"]"#,
      "<script>var log = []; onload = () => log.push('load');"
        + "var f = document.createElement('iframe'); f.onload = () => log.push('inserted');"
        + "document.documentElement.append(f); log.push('after insertion');"
        + "f.onload = () => log.push('load of the frame'); f.srcdoc = 'x'</script>",
      "log")
  }

  @Test func framesAreWritten() throws {
    try expect(
      #"["<b>one</b>two","loaded"]"#,
      "<iframe id=f></iframe><script>var state; var d = f.contentDocument; f.onload = () => state = 'loaded';"
        + "d.open(); d.write('<b>o'); d.write('ne</'); d.write('b>two'); d.close()</script>",
      "[f.contentDocument.body.innerHTML, state]")
  }

  /// `document.open()` erases listeners: else this page would begin anew for ever.
  @Test func aLoadEventThatOpensTheDocumentComesOnce() throws {
    try expect(
      #"[1,"newx"]"#,
      "<body>old<script>var n = 0; onload = () => { n += 1; document.open(); document.write('<p>new'); document.close();"
        + "document.body.append('x') }</script>",
      "[n, document.body.textContent]")
  }

  @Test func messagesSayWhoPosts() throws {
    try expect(
      #"[["to the page",true],["to the frame",true]]"#,
      #"<script>var log = []; onmessage = e => log.push([e.data, e.source === frames[0]])</script>"#
        + #"<iframe id=f srcdoc="<script>onmessage = e => parent.log.push([e.data, e.source === parent]); "#
        + #"parent.postMessage('to the page', '*')</script>" onload="frames[0].postMessage('to the frame', '*')">"#
        + "</iframe>",
      "log")
  }

  @Test func otherOriginsAreClosed() throws {
    try expect(
      #"[null,"SecurityError","SecurityError",false,"hello"]"#,
      "<script>var heard; onmessage = e => heard = e.data</script>"
        + #"<iframe id=f sandbox=allow-scripts srcdoc="<script>parent.postMessage('hello', '*')</script>"></iframe>"#,
      "(() => { const name = f => { try { f() } catch (e) { return e.name } }; return [f.contentDocument, "
        + "name(() => f.contentWindow.document), name(() => f.contentWindow.x = 1), f.contentWindow.closed, heard] })()"
    )
  }

  /// What is in a sandbox is of no origin either, and may not look out of it.
  @Test func sandboxesHoldWhatIsInThem() throws {
    try expect(
      #"[null,"SecurityError","SecurityError"]"#,
      "<script>var told; onmessage = e => told = e.data; document.cookie = 'a=b'</script>"
        + #"<iframe sandbox=allow-scripts srcdoc="<iframe id=f srcdoc='x'></iframe><script>onload = () => { let name; "#
        + "let cookie; try { top.document } catch (error) { name = error.name }; "
        + "try { document.cookie } catch (error) { cookie = error.name }; "
        + #"parent.postMessage([f.contentDocument && top.told, name, cookie], '*') }</script>"></iframe>"#,
      "told")
  }

  @Test func framesInShadowTreesAreFrames() throws {
    try expect(
      #"[1,"inside",0]"#,
      "<div id=h></div><script>var root = h.attachShadow({mode: 'open'}); root.innerHTML = '<iframe></iframe>';"
        + "var f = root.firstChild; f.contentDocument.body.textContent = 'inside'</script>",
      "(() => { const seen = [frames.length, f.contentDocument.body.textContent]; h.remove(); "
        + "return [...seen, frames.length] })()")
  }

  @Test func sandboxedFramesRunNoScripts() throws {
    try expect(
      "1",
      "<script>var n = 1</script>"
        + #"<iframe sandbox=allow-same-origin srcdoc="<script>parent.n = 2</script>"></iframe>"#, "n")
  }

  @Test func nodesMoveBetweenWindows() throws {
    try expect(
      #"["<div><b>x</b></div>",true,true,1,true,"",2,true]"#,
      "<iframe id=f></iframe>",
      """
      (() => {
        const div = document.createElement('div'), body = f.contentDocument.body;
        div.innerHTML = '<b>x</b>';
        const bold = div.firstChild;
        let clicks = 0;
        bold.onclick = () => clicks += 1;
        body.append(div);
        bold.click();
        const inside = [body.innerHTML, div.ownerDocument === f.contentDocument, div.firstChild === bold, clicks];
        document.body.append(div);
        bold.click();
        return [...inside, div.firstChild === bold, body.innerHTML, clicks, div instanceof HTMLDivElement];
      })()
      """)
  }

  @Test func eventsOfOneWindowGoToTargetsOfAnother() throws {
    try expect(
      #"[true,"x"]"#, "<iframe id=f></iframe>",
      "(() => { const event = new f.contentWindow.Event('x'); let heard; "
        + "document.addEventListener('x', e => heard = [e === event, e.type]); document.dispatchEvent(event); "
        + "return heard })()")
  }

  @Test func removedFramesAreNoLongerThere() throws {
    try expect(
      #"[0,null,"undefined",0]"#,
      "<iframe id=f></iframe><script>var n = 0; f.contentWindow.setTimeout(() => n = 1, 10); var g = f; f.remove()"
        + "</script>",
      "[frames.length, g.contentWindow, typeof frames[0], n]")
  }

  @Test func framesInFramesAreBounded() throws {
    let result = try evaluate(
      "<!doctype html><script>function nest(document, depth) { if (depth > 20) return depth; "
        + "const f = document.createElement('iframe'); document.body.append(f); "
        + "return f.contentDocument ? nest(f.contentDocument, depth + 1) : depth }</script><body>",
      "nest(document, 0) < 10")
    guard case .value(let json, _) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(json == "true")
  }
}
