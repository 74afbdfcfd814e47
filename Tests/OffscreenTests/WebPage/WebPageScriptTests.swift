import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Offscreen

/// What a program and the scripts of its page ask of each other.
struct WebPageScriptTests {
  private func server() async throws -> TestServer {
    try await TestServer { request in
      let html = ["Content-Type": "text/html"]
      switch request.path {
      case "/start":
        return .init(
          headers: html,
          body: "<title>Start</title><a id=a href=/next>x</a><a id=w target=_blank href=/window>x</a>"
            + "<form id=f method=post action=/posted><input name=q value=1></form>")
      case "/calls":
        return .init(
          headers: html,
          body: "<title>Calls</title><script>location = 'app://one'; setTimeout(() => { location = 'app://two';"
            + "setTimeout(() => { document.title = 'went on'; location = '/next' }, 5) }, 5)</script>")
      default: return .init(headers: html, body: "<title>\(request.method) \(request.path)</title>")
      }
    }
  }

  // MARK: Documents

  /// Documents that browsers make of what is no HTML are documents for scripts as well.
  @Test(arguments: [
    ("# Head", "text/markdown", "<h1>Head</h1>"), ("a & b", "text/plain", "a &amp; b</pre>"),
    ("a,b", "text/csv", "<th>b"),
  ]) func expressionsAreEvaluatedInWhatIsNoMarkup(_ text: String, _ type: String, _ markup: String) async throws {
    let page = WebPage.forTests()
    try await page.load(data: Data(text.utf8), mimeType: type)
    let found = try await page.evaluateJavaScript("document.body.innerHTML", as: String.self)
    #expect(found.contains(markup), "\(found)")
  }

  // MARK: Navigations

  @Test func scriptsLeadToOtherPages() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let delegate = DelegateRecorder()
    page.delegate = delegate
    try await page.load(.address(server.address("/start")))
    try await page.evaluateJavaScript("a.click()")
    _ = try await page.snapshot()
    #expect(page.title == "GET /next" && page.address == server.address("/next"))
    try await page.goBack()
    try await page.evaluateJavaScript("f.submit()")
    _ = try await page.snapshot()
    #expect(page.title == "POST /posted")
    #expect(String(decoding: server.requests.last?.body ?? [], as: UTF8.self) == "q=1")
    try await page.evaluateJavaScript("location.reload()")
    _ = try await page.snapshot()
    #expect(server.requests.last?.method == "POST")
    #expect(page.backForwardList.items.map(\.title) == ["Start", "POST /posted"])
    #expect(
      delegate.log == [
        "load /start", "started", "finished", "link /next", "started", "finished", "backForward /start", "started",
        "finished", "form /posted", "started", "finished", "reload /posted", "started", "finished",
      ])
  }

  @Test func refusedAddressesAreCallsToTheProgram() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    final class Calls: NavigationDelegate {
      let take: @Sendable (NavigationAction) -> Bool
      init(_ take: @escaping @Sendable (NavigationAction) -> Bool) { self.take = take }
      func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy {
        take(action) ? .cancel : .allow
      }
    }
    let taken = CallList()
    let delegate = Calls { action in
      guard action.address.hasPrefix("app:") else { return false }
      taken.add("\(action.type) \(action.address)")
      return true
    }
    page.delegate = delegate
    try await page.load(.address(server.address("/calls")))
    #expect(taken.all == ["script app://one", "script app://two"])
    #expect(page.title == "GET /next")
    try await page.evaluateJavaScript("location = 'app://three'; document.title = 'here'")
    #expect(taken.all.last == "script app://three")
    #expect(page.title == "here")
  }

  @Test func whatTheDelegateRefusesLeavesThePage() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    let delegate = DelegateRecorder { $0.type == .link ? .cancel : .allow }
    page.delegate = delegate
    try await page.load(.address(server.address("/start")))
    try await page.evaluateJavaScript("a.click()")
    _ = try await page.snapshot()
    #expect(page.title == "Start" && !server.paths.contains("/next"))
    #expect(delegate.log.suffix(2) == ["link /next", "refused"])
    // The page lives on.
    #expect(try await page.evaluateJavaScript("document.title") == "Start")
  }

  @Test func whatIsGivenForRequestsStaysAtHome() async throws {
    let (home, other) = (try await server(), try await server())
    var options = PageOptions.unhurried
    (options.network, options.requests.headers) = (.all, ["X-Token: hidden"])
    let page = WebPage(configuration: .init(options: options))
    try await page.load(.address(home.address("/start")))
    try await page.evaluateJavaScript("location = '\(other.address("/next"))'")
    _ = try await page.snapshot()
    try await page.reload()
    try await page.evaluateJavaScript("location.reload()")
    _ = try await page.snapshot()
    #expect(other.paths.filter { $0 == "/next" }.count == 3)
    #expect(other.requests.allSatisfy { $0.headers["x-token"] == nil })
    try await page.evaluateJavaScript("location = '\(home.address("/next"))'")
    _ = try await page.snapshot()
    #expect(page.address == home.address("/next"))
    #expect(home.requests.allSatisfy { $0.headers["x-token"] == "hidden" })
    // What the program names itself is another matter.
    try await page.load(.address(other.address("/named")))
    #expect(other.requests.last?.headers["x-token"] == "hidden")
  }

  @Test func pagesKeepWhatTheyStore() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    try await page.load(.address(server.address("/start")))
    try await page.evaluateJavaScript("localStorage.a = 'kept'; document.cookie = 'c=1'")
    try await page.load(.address(server.address("/next")))
    #expect(try await page.evaluateJavaScript("localStorage.a + document.cookie") == "keptc=1")
  }

  @Test func addressesAndTitlesFollowThePage() async throws {
    let server = try await server()
    let page = WebPage.forTests()
    try await page.load(.address(server.address("/start")))
    try await page.evaluateJavaScript("history.pushState(null, '', '/route'); document.title = 'Route'")
    #expect(page.address == server.address("/route") && page.title == "Route")
  }

  // MARK: Questions

  final class User: ScriptDelegate {
    let list = CallList()
    let window: WindowPolicy
    init(_ window: WindowPolicy = .ignore) { self.window = window }

    func alert(_ message: String, on page: WebPage) async { list.add("alert \(message)") }
    func confirm(_ message: String, on page: WebPage) async -> Bool {
      list.add("confirm \(message)")
      return message == "yes?"
    }
    func prompt(_ message: String, initial: String, on page: WebPage) async -> String? {
      list.add("prompt \(message) \(initial)")
      return message == "name" ? "Ada" : nil
    }
    func openWindow(_ action: NavigationAction, on page: WebPage) async -> WindowPolicy {
      list.add("\(action.type) \(action.opensWindow) \(action.address.split(separator: "/").last ?? "")")
      return window
    }
  }

  @Test func dialogsAreAnswered() async throws {
    let page = WebPage.forTests()
    let user = User()
    page.scriptDelegate = user
    try await page.load(
      html:
        "<script>alert('hello'); var a = [confirm('yes?'), confirm('no?'), prompt('name', 'x'), prompt('age')]</script>"
    )
    #expect(try await page.evaluateJavaScript("a") == #"[true,false,"Ada",null]"#)
    #expect(user.list.all == ["alert hello", "confirm yes?", "confirm no?", "prompt name x", "prompt age "])
    #expect(try await page.evaluateJavaScript("prompt('name')") == "Ada")
    page.scriptDelegate = nil
    #expect(try await page.evaluateJavaScript("[confirm('no?'), prompt('name')]") == "[true,null]")
  }

  @Test func windowsAreTheDelegates() async throws {
    let server = try await server()
    let (page, other) = (WebPage.forTests(), WebPage.forTests())
    let ignoring = User()
    page.scriptDelegate = ignoring
    try await page.load(.address(server.address("/start")))
    #expect(try await page.evaluateJavaScript("w.click(); open('/opened').closed") == "false")
    #expect(ignoring.list.all == ["link true window", "script true opened"])
    #expect(page.title == "Start")
    let giving = User(.page(other))
    page.scriptDelegate = giving
    #expect(try await page.evaluateJavaScript("w.click(); open('/window')") == "null")
    _ = try await other.snapshot()
    #expect(other.title == "GET /window" && page.title == "Start")
    let staying = User(.here)
    page.scriptDelegate = staying
    try await page.evaluateJavaScript("w.click()")
    _ = try await page.snapshot()
    #expect(page.title == "GET /window")
  }

  // MARK: Messages

  struct Sum: Codable, Sendable { var of: [Int] }
  struct Total: Codable, Sendable { var total: Int }
  struct Refusal: Error, CustomStringConvertible { var description = "not today" }

  @Test func messagesAreAnswered() async throws {
    let page = WebPage.forTests()
    page.setMessageHandler("echo") { $0 }
    page.setMessageHandler("sum", of: Sum.self) { Total(total: $0.of.reduce(0, +)) }
    page.setMessageHandler("never") { _ in throw Refusal() }
    try await page.load(
      html: """
        <script>
        JSON.stringify = JSON.parse = () => 'no'; Array.prototype.toJSON = () => 'no'; var log = [];
        const {echo, sum, never} = webkit.messageHandlers;
        echo.postMessage({a: [1, null, 'x'], f() {}}).then(value => log.push(value));
        sum.postMessage({of: [1, 2, 3]}).then(value => log.push(value.total));
        sum.postMessage('wrong').catch(error => log.push(error.message.slice(0, 28)));
        never.postMessage(undefined).catch(error => log.push(error instanceof Error, error.message));
        const deep = []; deep[0] = deep;
        try { echo.postMessage(deep) } catch (error) { log.push(error.name) }
        </script>
        """)
    #expect(
      try await page.evaluateJavaScript("log")
        == #"["DataCloneError",{"a":[1,null,"x"]},6,"the message is not of the ty",true,"not today"]"#)
    #expect(try await page.evaluateJavaScript("webkit.messageHandlers.echo.postMessage('later')") == "later")
    page.removeMessageHandler("echo")
    try await page.load(html: "<p>x")
    #expect(try await page.evaluateJavaScript("Object.keys(webkit.messageHandlers)") == #"["never","sum"]"#)
  }

  @Test func withoutHandlersThereIsNothing() async throws {
    let page = WebPage.forTests()
    try await page.load(html: "<p>x")
    #expect(try await page.evaluateJavaScript("typeof webkit") == "undefined")
  }

  // MARK: Calls

  @Test func functionsGiveTypes() async throws {
    let page = WebPage.forTests()
    try await page.load(html: "<p>x")
    let total = try await page.callFunction(
      "return {total: of.reduce((a, b) => a + b)}", arguments: ["of": .array([.number(1), .number(2)])], as: Total.self)
    #expect(total.total == 3)
    await #expect(throws: WebPageError.self) { try await page.callFunction("return 'x'", as: Total.self) }
    await #expect(throws: WebPageError.self) { try await page.callFunction("return 1", arguments: ["a b": .null]) }
  }

  @Test func scriptsThatWaitEvaluateToo() async throws {
    let text = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let page = BlockingWebPage()
            try page.load(.html("<title>T</title>"))
            return try page.evaluateJavaScript("document.title")
          })
      }
    }
    #expect(text == "T")
  }

  // MARK: User scripts and the console

  @Test func userScriptsAndTheConsole() async throws {
    var options = PageOptions.unhurried
    options.network = .none
    let page = WebPage(
      configuration: .init(
        options: options,
        userScripts: [
          UserScript("console.info('start', typeof own)"), UserScript("console.info('end', own)", at: .documentEnd),
          UserScript("nothing.there", at: .afterLoading),
        ]))
    let console = page.console
    try await page.load(html: "<p>\n<script>var own = 1;\nconsole.warn('%d lines', 2)</script>")
    page.userScripts = []
    try await page.load(html: "<script>Promise.reject(new Error('late'))</script>")
    try await page.evaluateJavaScript("console.log('last')")
    var lines: [String] = []
    for await line in console {
      lines.append("\(line.level) \(line.text) \(line.line ?? 0)")
      if line.text == "last" { break }
    }
    #expect(
      lines == [
        "info start undefined 1", "warn 2 lines 3", "info end 1 1",
        "error Uncaught ReferenceError: Can't find variable: nothing 1", "error Uncaught (in promise) Error: late 1",
        "log last 1",
      ])
  }

  @Test func aPageThatReleasedItsCachesStillRuns() async throws {
    let page = WebPage.forTests()
    try await page.load(html: "<p id=p style='width: 50px'>x</p><script>var n = p.offsetWidth</script>")
    let picture = try await page.snapshot()
    await page.releaseCaches()
    #expect(try await page.evaluateJavaScript("p.offsetWidth + n") == "100")
    #expect(try await page.snapshot().data == picture.data)
  }
}

/// What was called, in order.
final class CallList: Sendable {
  private let calls = Mutex<[String]>([])
  var all: [String] { calls.withLock { $0 } }
  func add(_ call: String) { calls.withLock { $0.append(call) } }
}
