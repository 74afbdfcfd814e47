import Testing

@testable import Offscreen

/// Windows that scripts open, and what frames and windows show one after the other.
struct OpenedWindowTests: ScriptTesting {
  @Test func openedWindowsBeginBlank() throws {
    try expect(
      #"[true,true,false,"","about:blank","text",true]"#,
      "<script>var w = open(); w.document.body.append('text')</script>",
      "[w !== window, w.opener === window, w.closed, w.name, w.location.href, w.document.body.textContent, w.top === w]"
    )
  }

  @Test func featuresSayHowLargeTheyAre() throws {
    try expect(
      #"[[300,200],[100,true],[5,0],null]"#, "",
      "(() => { const size = f => { const w = open('', '', f); return [w.innerWidth, w.innerHeight === innerHeight || w.innerHeight] }; "
        + "const w = open('', '', 'left=5, top=-3'); return [size('width=300,height=200'), size('innerwidth=-4'), "
        + "[w.screenX, w.screenY], open('', '', 'noopener')] })()"
    )
  }

  @Test func aNameIsOneWindows() throws {
    try expect(
      #"[true,"",true,false]"#, "<script>var w = open('', 'a'), same = open('', 'a') === w; w.close()</script>",
      "[same, w.name, w.closed, open('', 'a') === w]")
  }

  @Test func windowsHearOfTheirEnd() throws {
    try expect(
      #"["pagehide","unload",null]"#,
      "<script>var log = [], w = open(); w.onpagehide = () => log.push('pagehide'); "
        + "w.onunload = () => log.push('unload'); w.close(); setTimeout(() => log.push(w.opener), 9)</script>", "log")
  }

  @Test func aWindowOfAnotherPageIsTheSame() throws {
    try expect(
      #"[true,"second","undefined",false,true]"#,
      #"<iframe id=f srcdoc="<script>var gone = 1, here = 'first'</script>"></iframe><script>var w = f.contentWindow;"#
        + #"f.onload = () => { f.onload = null; f.srcdoc = "<script>var here = 'second'</" + "script>" }</script>"#,
      "[w === f.contentWindow, w.here, typeof w.gone, 'nothing' in w, w.window === w]")
  }

  @Test func framesAreInTheHistory() throws {
    try expect(
      ##"[[1,2,3],["popstate one","popstate two","popstate null","hashchange #x"],["two","#x"]]"##,
      "<iframe id=f srcdoc='x'></iframe><script>var log = [], lengths = []; onload = async () => {"
        + "const w = f.contentWindow, pause = () => new Promise(done => setTimeout(done, 20));"
        + "w.onpopstate = e => log.push('popstate ' + e.state);"
        + "w.onhashchange = () => log.push('hashchange ' + w.location.hash);"
        + "lengths.push(history.length); w.history.replaceState('one', ''); w.history.pushState('two', '');"
        + "lengths.push(history.length); w.history.back(); await pause(); history.forward(); await pause();"
        + "w.location.hash = '#x'; lengths.push(history.length); await pause(); w.history.replaceState('two', '') }</script>",
      "[lengths, log, [f.contentWindow.history.state, f.contentWindow.location.hash]]")
  }

  @Test func navigationsInFramesAreHistory() throws {
    try expect(
      #"["first","","first",2]"#,
      "<iframe id=f></iframe><script>var log = []; const pause = () => new Promise(done => setTimeout(done, 30));"
        + "onload = async () => { const text = () => log.push(f.contentDocument.body.textContent);"
        + "await pause(); f.srcdoc = 'first'; await pause(); text(); f.removeAttribute('srcdoc'); await pause(); text();"
        + "history.back(); await pause(); text() }</script>",
      "[...log, history.length]")
  }

  @Test func channelsReachOtherWindows() throws {
    try expect(
      #"["hello"]"#,
      "<script>var log = []; new BroadcastChannel('c').onmessage = e => log.push(e.data)</script>"
        + #"<iframe srcdoc="<script>new BroadcastChannel('c').postMessage('hello')</script>"></iframe>"#, "log")
  }

  @Test func portsGoToOtherWindows() throws {
    try expect(
      #"[["array",true]]"#,
      "<script>var log = []; const c = new MessageChannel(); c.port1.onmessage = e => log.push([e.data[0], e.data instanceof Array]);"
        + "onload = () => f.contentWindow.postMessage(0, '*', [c.port2])</script>"
        + #"<iframe id=f srcdoc="<script>onmessage = e => e.ports[0].postMessage(['array'])</script>"></iframe>"#, "log"
    )
  }

  @Test func sandboxesForbidMoreThanScripts() throws {
    try expect(
      "[true,false,null]",
      "<script>var told; onmessage = e => told = e.data</script>"
        + #"<iframe sandbox=allow-scripts srcdoc="<script>parent.postMessage([open() === null, confirm('x'), "#
        + #"prompt('y', 'z')], '*')</script>"></iframe>"#, "told")
  }

  @Test func writtenDocumentsTakeTheAddressOfTheirWriter() throws {
    try expect(
      #"[true,"text",false]"#,
      "<iframe id=f></iframe><script>f.contentDocument.open(); f.contentDocument.write('text'); f.contentDocument.close();"
        + "var address = f.contentDocument.URL === document.URL; var w = f.contentWindow, stays;"
        + "w.onpagehide = () => { w.document.open(); stays = w.document.childNodes.length === 0 };"
        + "var text = f.contentDocument.body.textContent; f.remove()</script>", "[address, text, stays]")
  }

  @Test func loopsOfFramesEnd() throws {
    try expect("true", #"<iframe srcdoc="<script>location.reload()</script>"></iframe>"#, "true")
  }

  @Test func namesAreFoundAtOnce() throws {
    try expect(
      #"["P",true,"undefined","own"]"#,
      "<body><script>document.body.innerHTML = '<p id=one></p><img name=two>'; "
        + "var found = [one.tagName, window.two instanceof HTMLImageElement]; one.remove(); found.push(typeof one);"
        + "two = 'own'; found.push(two)</script>", "found")
  }
}
