import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Pages whose scripts go elsewhere, as the command line and the worker have them: nobody decides about it.
struct ScriptNavigationTests {
  private let html = ["Content-Type": "text/html;charset=utf-8"]

  private func server() async throws -> TestServer {
    let html = html
    return try await TestServer { request in
      let path = request.path.split(separator: "?").first.map(String.init) ?? ""
      let query = request.path.split(separator: "?").dropFirst().first.map(String.init) ?? ""
      func page(_ markup: String) -> TestServer.Answer { .init(headers: html, body: "<!doctype html>" + markup) }
      switch path {
      case "/assign":
        return page("<title>no</title><script>location = '/end?a=1'; late = 1</script><script>x()</script>")
      case "/later": return page("<script>onload = () => setTimeout(() => location.replace('/end?l=1'), 900)</script>")
      case "/loop": return page("<script>location.href = '/loop?n=' + (+location.search.slice(3) + 1)</script>")
      case "/reload":
        return page(
          "<script>sessionStorage.n = (+sessionStorage.n || 0) + 1; if (sessionStorage.n < 3) location.reload();"
            + "else document.title = sessionStorage.n</script>")
      case "/form":
        return page(
          "<form id=f action=/end method=post enctype='\(query.dropFirst(2))'><input name=a value='x y&ü'><textarea name=t>1\n2</textarea>"
            + "<button id=b name=go value=on>Go</button></form><script>onload = () => b.click()</script>")
      case "/forms":
        return page(
          "<form id=a action=/end accept-charset=shift_jis target=x><input name=q value='あ한'></form>"
            + "<form id=b action=/end target=y><input name=q value=z></form><iframe name=x></iframe>"
            + "<iframe name=y></iframe><script>onload = () => { a.submit(); b.submit() }</script>")
      case "/get":
        return page(
          "<form id=f action='/end?old#part'><input name=q value='a b'></form><script>f.requestSubmit()</script>")
      case "/link": return page("<a id=a href='/end?link=1'><b id=b>x</b></a><script>b.click()</script>")
      case "/prevented":
        return page(
          "<form id=f action=/end><button id=b></form><script>f.onsubmit = () => false; b.click()</script>stays")
      case "/empty": return .init(status: 204)
      case "/stays":
        return page(
          "<script>location = '/empty'; setTimeout(() => { location = '/gone'; setTimeout(() => {"
            + "location = 'app://x'; setTimeout(() => document.title = 'stays') }) }, 10)</script>")
      case "/gone": return .init(status: 404)
      case "/end":
        let body = String(decoding: request.body, as: UTF8.self)
          .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return page("<title>\(request.method) \(query)</title><pre>\(request.headers["content-type"] ?? "")|\(body)")
      default: return page("<title>\(request.path)</title>")
      }
    }
  }

  private func open(
    _ address: String, _ expression: String = "document.title", _ change: (inout PageOptions) -> Void = { _ in }
  ) async throws -> (value: String, rendering: Rendering) {
    var options = PageOptions.unhurried
    (options.network, options.evaluate) = (.all, expression)
    options.viewport = Viewport(width: 100, height: 50)
    change(&options)
    // On a thread of its own, since the server is one of tasks.
    let rendering = try await withCheckedThrowingContinuation { [options] continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try LargeStackThread.run {
              try PageRenderer().render(address, options: options, outputs: [PictureOutput(path: "-")])
            }
          })
      }
    }
    guard case .value(let json, let text) = rendering.evaluation else { return ("\(rendering)", rendering) }
    return (text ?? json, rendering)
  }

  @Test(arguments: [
    ("/assign", "GET a=1"), ("/later", "GET l=1"), ("/reload", "3"), ("/get", "GET q=a+b"), ("/link", "GET link=1"),
    ("/prevented", ""), ("/stays", "stays"),
  ])
  func theLastPageIsShown(_ path: String, _ title: String) async throws {
    let server = try await server()
    let (value, rendering) = try await open(server.address(path))
    #expect(value == title)
    #expect(rendering.pictures.count == 1)
    #expect(rendering.facts.title == title)
  }

  @Test func aPageThatIsLeftRunsNoFurther() async throws {
    let server = try await server()
    let (_, rendering) = try await open(server.address("/assign"))
    #expect(rendering.warnings == [])
    #expect(rendering.facts.address == server.address("/end?a=1"))
    #expect(server.requests.last?.headers["referer"] == server.address("/assign"))
  }

  @Test func pagesOfTheNetworkAreNotCompiled() async throws {
    let server = try await server()
    let folder = FileManager.default.temporaryDirectory.appending(path: "offscreen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    try Data("<script>location = '\(server.address("/assign"))'</script>".utf8).write(to: page)
    let (_, rendering) = try await open(page.path)
    #expect(rendering.facts.address == server.address("/assign") && rendering.facts.title == "no")
    #expect(rendering.warnings.contains { $0.contains("--script-jit off") })
    #expect(try await open(page.path, "1") { $0.compilesScripts = false }.rendering.facts.title == "GET a=1")
  }

  @Test func loopsEnd() async throws {
    let server = try await server()
    let (_, rendering) = try await open(server.address("/loop")) { $0.limits.redirects = 4 }
    #expect(server.paths == ["/loop", "/loop?n=1", "/loop?n=2", "/loop?n=3", "/loop?n=4"])
    #expect(rendering.warnings.contains { $0.hasSuffix("the limit redirects is 4") })
  }

  @Test(arguments: [
    ("", "application/x-www-form-urlencoded|a=x+y%26%C3%BC&t=1%0D%0A2&go=on"),
    ("text/plain", "text/plain|a=x y&ü\r\nt=1\r\n2\r\ngo=on\r\n"),
  ])
  func formsArePosted(_ encoding: String, _ body: String) async throws {
    let server = try await server()
    _ = try await open(server.address("/form?e=" + encoding))
    let request = try #require(server.requests.last)
    #expect("\(request.headers["content-type"] ?? "")|\(String(decoding: request.body, as: UTF8.self))" == body)
  }

  @Test func formsAreSentInTheirEncoding() async throws {
    let server = try await server()
    let (value, _) = try await open(server.address("/forms"), "[x.location.search, y.location.search].join()")
    #expect(value == "?q=%82%A0%26%2354620%3B,?q=z")
  }

  @Test func formsWithPartsArePosted() async throws {
    let server = try await server()
    _ = try await open(server.address("/form?e=multipart/form-data"))
    let request = try #require(server.requests.last)
    let type = try #require(request.headers["content-type"])
    let boundary = try #require(type.split(separator: "boundary=").last)
    #expect(type.hasPrefix("multipart/form-data; boundary="))
    let parts = [("a", "x y&ü"), ("t", "1\r\n2"), ("go", "on")].map {
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
    }
    #expect(String(decoding: request.body, as: UTF8.self) == parts.joined() + "--\(boundary)--\r\n")
  }

  @Test func whatPagesLeaveIsForTheirOwnOrigin() async throws {
    let other = try await TestServer { _ in
      .init(
        headers: ["Content-Type": "text/html"],
        body: "<script>document.title = [localStorage.a, document.cookie, document.referrer.length > 0]</script>")
    }
    let html = html
    let first = try await TestServer { request in
      .init(
        headers: html,
        body: "<script>if (location.search) document.title = localStorage.a + document.cookie; else {"
          + "localStorage.a = 1; document.cookie = 'c=2'; location = '\(request.headers["x"] ?? "?again")' }</script>")
    }
    #expect(try await open(first.address("/")).value == "1c=2")
    let page = "<script>localStorage.a = 1; document.cookie = 'c=2'; location = '\(other.address("/"))'</script>"
    let second = try await TestServer { _ in .init(headers: html, body: page) }
    #expect(try await open(second.address("/")).value == ",,true")
  }

  @Test func historyIsTheDocuments() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "offscreen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    try Data(
      """
      <!doctype html><a id=a href=#x>x</a><div style='height:2000px'></div><p id=x>x<script>
      var log = [];
      onpopstate = event => log.push('pop ' + JSON.stringify(event.state) + location.hash);
      onhashchange = () => log.push('hash ' + location.hash);
      a.click();
      log.push(history.length, location.hash, scrollY > 0);
      setTimeout(() => {
        history.replaceState(1, ''); history.pushState({n: 2}, '', '#y'); history.pushState(3, '', '?q');
        log.push(history.length);
        history.back(); history.back();
      }, 100);
      setTimeout(() => log.push(history.state, location.search + location.hash), 200);
      setTimeout(() => history.go(9), 210);
      setTimeout(() => history.forward(), 220);
      </script>
      """.utf8
    ).write(to: page)
    let (value, _) = try await open(page.path, "JSON.stringify(log)")
    #expect(
      value
        == ##"["pop null#x",2,"#x",true,"hash #x",4,"##
        + ##""pop {\"n\":2}#y","hash #y","pop 1#x","hash #x",1,"#x","pop {\"n\":2}#y","hash #y"]"##
    )
  }

  @Test func scriptsInAddressesRun() async throws {
    let markup = "data:text/html,<a id=a href='javascript:void(seen=`a%2520b`)'>x</a><script>a.click()</script>"
    #expect(try await open(markup, "seen").value == "a b")
    #expect(
      try await open("data:text/html,<script>location = 'javascript:`<p id=p>made`'</script>", "p.textContent").value
        == "made")
  }

  @Test func anExpressionLeadsElsewhereOnce() async throws {
    let server = try await server()
    let (value, rendering) = try await open(server.address("/x"), "location = '/end?once=1', document.title")
    #expect(value == "/x")
    #expect(rendering.facts.title == "GET once=1")
    #expect(server.paths == ["/x", "/end?once=1"])
  }

  /// They are windows of other origins; that they cannot be had is said.
  @Test func windowsOfOthersAreNotSeen() async throws {
    let (value, rendering) = try await open(
      "data:text/html,<a id=a target=_blank href=https://a.test/>x</a><script>a.click(); var w = open('https://b.test/')</script>",
      "setTimeout(() => {}, 9); (() => { try { return String(w.document) } catch (error) { return error.name + w.closed } })()"
    )
    #expect(value == "SecurityErrorfalse")
    #expect(rendering.warnings.allSatisfy { $0.contains(".test/") })
  }

  /// By which a process is told from one that has run none.
  @Test func scriptsOfThePageBeforeCount() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "offscreen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("<script>location = 'plain.txt'</script>".utf8).write(to: folder.appending(path: "a.html"))
    try Data("plain".utf8).write(to: folder.appending(path: "plain.txt"))
    let answers = try LargeStackThread.run {
      let worker = try Worker()
      return ["a.html", "plain.txt"].map { name in
        worker.answer(Array(#"{"id": "1", "input": "\#(folder.path)/\#(name)"}"#.utf8))
      }
    }
    #expect(answers.map { $0.contains(#""ranScripts":true"#) } == [true, false])
    #expect(answers.first?.contains("/plain.txt\"") == true)
  }

  @Test func pagesGiveTheirEngineBack() throws {
    try LargeStackThread.run {
      let address = "data:text/html,<script>function f() { setTimeout(f, 100) } f()</script>"
      var options = PageOptions.unhurried
      options.network = .none
      var page: LaidOutPage? = try PageRenderer().load(address, options: options)
      weak let scripts = page?.scripting?.scripts
      #expect(scripts?.isOpen == true)
      page = nil
      #expect(scripts == nil)
    }
  }
}
