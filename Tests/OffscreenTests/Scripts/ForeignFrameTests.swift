import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Frames of other origins: their scripts run, and nothing but messages goes between them and the page.
struct ForeignFrameTests {
  /// A page at one server with a frame of another: what the page's `result` becomes. The frame's script has the page's
  /// address as `page`, its own server's as `own`.
  private func evaluate(
    frame script: String, _ body: String, attributes: String = "", _ change: (inout PageOptions) -> Void = { _ in }
  ) async throws -> String {
    let other = try await TestServer { request in
      if request.path == "/data" { return .init(body: "data of the frame's server") }
      if request.path == "/echo" {
        return .init(
          headers: ["Access-Control-Allow-Origin": "*"], body: "asked by \(request.headers["origin"] ?? "-")")
      }
      return .init(
        headers: ["Content-Type": "text/html"],
        body: "<!doctype html><body style='background: lime'><script>const own = location.origin; \(script)</script>")
    }
    let page = try await TestServer { request in
      if request.path == "/secret" { return .init(body: "secret") }
      return .init(
        headers: ["Content-Type": "text/html"],
        body: """
          <!doctype html><script>
            window.heard = new Promise(done => onmessage = event => done(event))
            const other = '\(other.address(""))'
            const name = f => { try { return f() } catch (error) { return error.name } }
            window.result = (async () => { const event = await heard; \(body) })()
          </script><iframe id=f name=inner src="\(other.address("/frame"))" \(attributes)></iframe>
          """)
    }
    var options = PageOptions.unhurried
    options.network = .all
    options.evaluate = "result"
    change(&options)
    return await evaluateWhileServing(page.address("/"), options)
  }

  @Test func messagesSayWhereTheyComeFrom() async throws {
    let json = try await evaluate(
      frame: """
        onmessage = event => event.source.postMessage([event.data, event.origin !== own, event.source === parent], event.origin)
        parent.postMessage({list: [1, new Date(0)], own}, '*')
        """,
      """
      const answer = new Promise(done => onmessage = done)
      event.source.postMessage(new Map([[1, 2]]), other)
      const {data} = await answer
      return [event.origin === other, event.source === f.contentWindow, event.source === frames[0],
        event.data.list[1] instanceof Date, data[0] instanceof Map, data[1], data[2]]
      """)
    #expect(json == "[true,true,true,true,true,true,true]")
  }

  @Test func onlyWhatIsAllowedIsSeen() async throws {
    let json = try await evaluate(
      frame: """
        const name = f => { try { return f() } catch (error) { return error.name } }
        parent.postMessage([name(() => parent.document), name(() => top.result), name(() => frameElement), parent === top,
          parent.frames.length, parent.frames[0] === window, parent.inner === window, name(() => { top.location = '/' })], '*')
        """,
      """
      const w = f.contentWindow
      return [event.data, f.contentDocument, name(() => w.document), name(() => w.localStorage), name(() => { w.x = 1 }),
        name(() => w.location.href), w.closed, w.length, w.parent === window, w.opener, w.window === w,
        Object.getPrototypeOf(w), Object.getOwnPropertyNames(w).includes('postMessage'), String(w.then),
        name(() => Object.defineProperty(w, 'y', {value: 1})), name(() => w.postMessage.constructor === Function)]
      """)
    #expect(
      json
        == #"[["SecurityError","SecurityError",null,true,1,true,true,"SecurityError"],null,"SecurityError","SecurityError","SecurityError","SecurityError",false,0,true,null,true,null,true,"undefined","SecurityError",true]"#
    )
  }

  @Test func theyKeepAndAskAsThemselves() async throws {
    let json = try await evaluate(
      frame: """
        (async () => {
          document.cookie = 'of=frame'
          localStorage.setItem('of', 'frame')
          const channel = new BroadcastChannel('c')
          channel.onmessage = () => parent.postMessage('heard', '*')
          const page = document.referrer
          const failed = await fetch(page + 'secret').then(() => 'read', error => error.name)
          parent.postMessage([document.cookie, await (await fetch('/data')).text(), failed,
            await (await fetch('/echo')).text(), (await caches.keys()).length, (await indexedDB.databases()).length], '*')
        })()
        """,
      """
      document.cookie = 'of=page'
      new BroadcastChannel('c').postMessage(1)
      const open = indexedDB.open('of page')
      await new Promise(done => open.onsuccess = done)
      await caches.open('of page')
      const echo = await (await fetch(other + '/echo')).text()
      return [event.data, document.cookie, localStorage.length, echo === 'asked by ' + origin]
      """)
    #expect(
      json
        == #"[["of=frame","data of the frame's server","TypeError","asked by -",0,0],"of=page",0,true]"#)
  }

  @Test func sandboxesMakeThemNobody() async throws {
    let json = try await evaluate(
      frame: """
        const name = f => { try { return f() } catch (error) { return error.name } }
        fetch('/echo').then(answer => answer.text()).then(text =>
          parent.postMessage([origin, name(() => localStorage), name(() => document.cookie), text], '*'))
        """, "return [event.origin, event.data]", attributes: "sandbox=allow-scripts")
    #expect(json == #"["null",["null","SecurityError","SecurityError","asked by null"]]"#)
  }

  /// The page's process has then what scripts of others must not get hold of, were they to break out of the engine.
  @Test func theyDoNotRunBesideWhatIdentifiesTheUser() async throws {
    let json = try await evaluate(
      frame: "parent.postMessage(1, '*')",
      "return 1",
      attributes: "onload=\"window.result = Promise.resolve('loaded without scripts')\""
    ) { $0.requests.headers = [Secret("X-Mine: 1")] }
    #expect(json == #""loaded without scripts""#)
  }

  @Test func otherWindowsRunToo() async throws {
    let json = try await evaluate(
      frame: "if (opener) opener.postMessage('opened', '*'); else parent.postMessage('framed', '*')",
      """
      const next = new Promise(done => onmessage = done)
      const opened = open(other + '/frame')
      const answer = await next
      return [event.data, answer.data, answer.origin === other, answer.source === opened, name(() => opened.document)]
      """)
    #expect(json == #"["framed","opened",true,true,"SecurityError"]"#)
  }

  /// A window that scripts have got hold of goes to another origin, and is closed from then on.
  @Test func aWindowCloses() async throws {
    let json = try await evaluate(
      frame: "parent.postMessage(1, '*')",
      """
      const own = document.createElement('iframe')
      document.body.append(own)
      const w = own.contentWindow
      const before = typeof w.document
      const next = new Promise(done => onmessage = done)
      own.src = other + '/frame'
      const answer = await next
      return [before, name(() => w.document), name(() => { w.x = 1 }), answer.source === w || answer.source === frames[1],
        typeof w.postMessage, w.closed]
      """)
    #expect(json == #"["object","SecurityError","SecurityError",true,"function",false]"#)
  }
}
