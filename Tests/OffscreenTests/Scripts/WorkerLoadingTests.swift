import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Where the scripts of workers come from, and what they may load.
struct WorkerLoadingTests {
  private static let script = ["Content-Type": "text/javascript"]

  /// What a page of a server gives, whose `result` is a promise of the body's.
  private func evaluate(_ body: String) async throws -> String {
    let other = try await TestServer { request in
      request.path == "/throws.js"
        ? TestServer.Answer(headers: Self.script, body: "throw new Error('secret')")
        : TestServer.Answer(headers: Self.script, body: "self.foreign = 'run'")
    }
    let foreign = other.address("")
    let server = try await TestServer { request in
      switch request.path {
      case "/page":
        TestServer.Answer(
          headers: ["Content-Type": "text/html"],
          body: """
            <!doctype html><script>const other = '\(foreign)';
            const ask = (address, options) => new Promise(done => {
              const w = new Worker(address, options); w.onmessage = e => done(e.data);
              w.onerror = e => { e.preventDefault(); done(e.message ?? e.type) } });
            window.result = (async () => { \(body) })()</script>
            """)
      case "/plain.js": TestServer.Answer(headers: ["Content-Type": "text/plain"], body: "postMessage('run')")
      case "/moved.js": TestServer.Answer(status: 302, headers: ["Location": foreign + "/x.js"])
      case "/inner/where.js":
        TestServer.Answer(
          headers: Self.script, body: "importScripts('part.js'); postMessage(self.part + location.pathname)")
      case "/inner/part.js": TestServer.Answer(headers: Self.script, body: "self.part = 'part of '")
      case "/foreign.js":
        TestServer.Answer(
          headers: Self.script,
          body: """
            importScripts('\(foreign)/x.js'); let name; try { importScripts('\(foreign)/throws.js') } catch (e) { name = e.name }
            postMessage([self.foreign, name])
            """)
      case "/module.js":
        TestServer.Answer(headers: Self.script, body: "import {part} from './inner/module.js'; postMessage(part)")
      case "/inner/module.js":
        TestServer.Answer(headers: Self.script, body: "export const part = import.meta.url.slice(-15)")
      default: TestServer.Answer(status: 404)
      }
    }
    return await evaluateWhileServing(server.address("/page"), "result")
  }

  @Test func addressesAreTheWorkersOwn() async throws {
    #expect(try await evaluate("return ask('inner/where.js')") == #""part of /inner/where.js""#)
  }

  @Test func onlyScriptsOfTheSameOriginRun() async throws {
    #expect(
      try await evaluate(
        "return [await ask('plain.js'), await ask('none.js'), await ask('moved.js'), await ask(other + '/x.js')]")
        == #"["error","error","error","error"]"#)
  }

  @Test func importedOnesMayBeOfOthers() async throws {
    #expect(try await evaluate("return ask('foreign.js')") == #"["run","NetworkError"]"#)
  }

  @Test func modulesAreLoaded() async throws {
    #expect(
      try await evaluate("return [await ask('module.js', {type: 'module'}), await ask('none.js', {type: 'module'})]")
        == #"["inner/module.js","error"]"#)
  }
}
