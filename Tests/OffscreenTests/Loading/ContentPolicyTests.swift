import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// What policies of pages forbid is neither loaded nor run, whether a script runs or not.
struct ContentPolicyTests: ScriptTesting {
  private func policy(_ text: String) -> String { "<meta http-equiv=Content-Security-Policy content=\"\(text)\">" }

  @Test func inlineStylesAreForbiddenWithoutScripts() throws {
    let markup =
      policy("style-src 'nonce-a'")
      + "<style>p { width: 10px }</style><style nonce=a>p { height: 20px }</style><p id=p style='width:30px'>"
    var options = PageOptions()
    options.network = .none
    options.runsScripts = false
    let (json, warnings) = try LargeStackThread.run { [options] in
      try PageRenderer().inspect(self.address(markup), options: options)
    }
    #expect(json.contains("\"height\":20") || json.contains("\"height\": 20"))
    #expect(!json.contains("30,") && !json.contains("\"width\":10,"))
    #expect(warnings.contains { $0.contains("Content Security Policy") })
  }

  @Test func scriptsNeedTheirNonce() throws {
    try expect(
      #"["a","undefined","undefined",null]"#,
      policy("script-src 'nonce-a'")
        + "<script>window.plain = 1</script><script nonce=a>window.own = 'a'; window.seen = document.body</script>"
        + "<body onclick='window.clicked = 1'><script>document.body.click()</script>",
      "[window.own, typeof window.plain, typeof window.clicked, document.body.onclick]")
  }

  @Test func textsAreNotEvaluated() throws {
    try expect(
      #"["EvalError","EvalError",0,"eval"]"#,
      policy("script-src 'unsafe-inline'")
        + """
        <script>window.ran = 0;
        addEventListener('securitypolicyviolation', event => window.blocked = event.blockedURI);
        const tried = code => { try { code(); return 'ran' } catch (error) { return error.name } };
        window.result = [tried(() => eval('1')), tried(() => new Function('return 1'))];
        setTimeout('window.ran = 1');</script><body onload='window.loaded = 1'>
        """, "[...result, ran, window.blocked]")
  }

  @Test func stylesOfScriptsAreTheirs() throws {
    try expect(
      #"["10px","auto","style-src-attr"]"#,
      policy("style-src 'none'; script-src 'unsafe-inline'")
        + """
        <p id=a style='width: 30px'></p><p id=b></p><script>
        document.addEventListener('securitypolicyviolation', event => window.directive = event.effectiveDirective);
        a.style.width = '10px';
        b.setAttribute('style', 'top: 5px')</script>
        """, "[getComputedStyle(a).width, getComputedStyle(b).top, window.directive]")
  }

  @Test func picturesAndRequestsAreForbidden() throws {
    let gif = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
    try expect(
      #"["error","load","TypeError","enforce img-src data"]"#,
      policy("img-src blob:; connect-src 'none'; script-src 'unsafe-inline'")
        + """
        <script>window.result = (async () => {
        let told; document.addEventListener('securitypolicyviolation', event => told ??=
          [event.disposition, event.effectiveDirective, event.blockedURI].join(' '));
        const shown = address => new Promise(done => { const image = new Image;
          image.onload = image.onerror = event => done(event.type); image.src = address });
        const bytes = Uint8Array.from(atob('\(gif.drop { $0 != "," }.dropFirst())'), x => x.charCodeAt());
        const own = URL.createObjectURL(new Blob([bytes], {type: 'image/gif'}));
        return [await shown('\(gif)'), await shown(own), await fetch('data:,x').catch(error => error.name), told]
        })()</script>
        """, "result")
  }

  @Test func sandboxedPagesRunNoScripts() async throws {
    let server = try await TestServer { _ in
      .init(
        headers: ["Content-Type": "text/html", "Content-Security-Policy": "sandbox; img-src 'none'"],
        body: "<!doctype html><p id=p>x<script>p.remove()</script><noscript id=n>without</noscript>")
    }
    let page = WebPage.forTests(timeout: .seconds(20))
    page.options.network = .all
    try await page.load(try #require(URL(string: server.address("/"))))
    #expect(try await page.snapshot(SnapshotOptions(region: .element("#p"))).height > 0)
    #expect(try await page.snapshot(SnapshotOptions(region: .element("#n"))).height > 0)
  }

  @Test func eventsOfAStreamAreRead() async throws {
    let server = try await TestServer { request in
      if request.path == "/page" {
        return .init(
          headers: ["Content-Type": "text/html"],
          body: """
            <script>window.result = new Promise(done => {
            const told = [], source = new EventSource('/events');
            source.onopen = () => told.push('open ' + source.readyState);
            source.onmessage = event => told.push(event.data + ' ' + event.lastEventId);
            source.addEventListener('named', event => told.push(event.type + ' ' + event.data));
            source.onerror = () => { told.push('error ' + source.readyState); if (told.length > 6) { source.close(); done(told) } };
            })</script>
            """)
      }
      let last = request.headers["last-event-id"] ?? "none"
      return .init(
        headers: ["Content-Type": "text/event-stream"],
        body:
          "\u{feff}retry: 20\n: comment\ndata: one\ndata:two\nid: 7\n\nevent: named\r\ndata: after \(last)\r\n\r\ndata: cut"
      )
    }
    let json = await evaluateWhileServing(server.address("/page"), "result")
    #expect(
      json
        == #"["open 1","one\ntwo 7","named after none","error 0","open 1","one\ntwo 7","named after 7","error 0"]"#)
  }
}
