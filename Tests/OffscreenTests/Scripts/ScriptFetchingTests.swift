import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Requests of scripts to other servers: what these are asked, and what pages see of their answers.
struct ScriptFetchingTests {
  private func server() async throws -> TestServer {
    try await TestServer { request in
      var headers = ["Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "X-Told", "X-Told": "1"]
      headers["X-Hidden"] = "2"
      if request.path.hasPrefix("/none") { headers["Access-Control-Allow-Origin"] = "http://other.example" }
      guard request.method == "OPTIONS" else {
        return TestServer.Answer(headers: headers, body: "\(request.method) \(request.headers["x-own"] ?? "-")")
      }
      if request.path.hasPrefix("/strict") { return TestServer.Answer(status: 204, headers: headers) }
      headers["Access-Control-Allow-Headers"] = "x-own, content-type"
      headers["Access-Control-Allow-Methods"] = "PUT"
      return TestServer.Answer(status: 204, headers: headers)
    }
  }

  /// What the body of an asynchronous function gives, whose `server` is the server's address.
  private func evaluate(_ body: String, _ server: TestServer) async -> String {
    let markup =
      "<!doctype html><script>const server = '\(server.address(""))'; window.result = (async () => { \(body) })()</script>"
    let address = "data:text/html;charset=utf-8;base64," + Data(markup.utf8).base64EncodedString()
    return await evaluateWhileServing(address, "result")
  }

  @Test func serversAreAskedForWhatIsNotPlain() async throws {
    let server = try await server()
    let json = await evaluate(
      """
      const one = await fetch(server + '/a', {method: 'PUT', body: '{}', headers: {'X-Own': 'yes',
        'Content-Type': 'application/json'}});
      await fetch(server + '/b?plain', {method: 'POST', body: 'x'});
      return [await one.text(), one.type, one.headers.get('X-Told'), one.headers.get('X-Hidden')]
      """, server)
    #expect(json == #"["PUT yes","cors","1",null]"#)
    #expect(server.requests.map(\.method) == ["OPTIONS", "PUT", "POST"])
    #expect(server.requests.first?.headers["access-control-request-method"] == "PUT")
    #expect(server.requests.first?.headers["access-control-request-headers"] == "content-type,x-own")
    #expect(server.requests.allSatisfy { $0.headers["origin"] == "null" })
  }

  @Test func refusalsAreFailures() async throws {
    let server = try await server()
    let json = await evaluate(
      """
      const failed = (path, init) => fetch(server + path, init).then(() => 'ok', error => error.name);
      return [await failed('/strict', {headers: {'X-Own': '1'}}), await failed('/none'), await failed('/none', {mode: 'no-cors'}),
        await failed('/a', {method: 'DELETE'}), await failed('/a', {credentials: 'include'})]
      """, server)
    #expect(json == #"["TypeError","TypeError","ok","TypeError","TypeError"]"#)
  }

  @Test func everyRequestIsMade() async throws {
    let server = try await server()
    let json = await evaluate(
      """
      const texts = [];
      for (const body of ['1', '2', '2']) texts.push(await (await fetch(server + '/count', {method: 'POST', body})).text());
      return texts
      """, server)
    #expect(json == #"["POST -","POST -","POST -"]"#)
    #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["1", "2", "2"])
  }
}
