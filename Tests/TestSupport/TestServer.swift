import FlyingFox
import Foundation
import Synchronization

/// A well-behaved server on loopback, and the requests to it.
package final class TestServer: Sendable {
  package struct Request: Sendable {
    package var method: String
    package var path: String
    package var headers: [String: String]
    package var body: [UInt8]
  }
  package struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]
    var delay: Duration

    package init(status: Int = 200, headers: [String: String] = [:], body: String = "", delay: Duration = .zero) {
      self.init(status: status, headers: headers, bytes: Array(body.utf8), delay: delay)
    }

    package init(status: Int = 200, headers: [String: String] = [:], bytes: [UInt8], delay: Duration = .zero) {
      (self.status, self.headers, body, self.delay) = (status, headers, bytes, delay)
    }
  }

  package let port: UInt16
  private let server: HTTPServer
  private let task: Task<Void, any Error>

  /// `answer` gets the path with its query.
  package init(_ answer: @escaping @Sendable (Request) -> Answer) async throws {
    let log = Log()
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0),
      handler: ClosureHTTPHandler { request in
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        var headers: [String: String] = [:]
        for (name, value) in request.headers { headers[name.rawValue.lowercased()] = value }
        let asked = Request(
          method: request.method.rawValue, path: query.isEmpty ? request.path : "\(request.path)?\(query)",
          headers: headers,
          body: [UInt8](try await request.bodyData))
        log.requests.withLock { $0.append(asked) }
        let answer = answer(asked)
        if answer.delay > .zero { try await Task.sleep(for: answer.delay) }
        var fields = FlyingFox.HTTPHeaders()
        for (name, value) in answer.headers { fields[HTTPHeader(name)] = value }
        return FlyingFox.HTTPResponse(
          statusCode: HTTPStatusCode(answer.status, phrase: "Status"), headers: fields, body: Data(answer.body))
      })
    self.log = log
    let server = server
    task = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else { throw CancellationError() }
    self.port = port
  }

  private let log: Log
  private final class Log: Sendable {
    let requests = Mutex<[Request]>([])
  }

  deinit { task.cancel() }

  package var requests: [Request] { log.requests.withLock { $0 } }
  package var paths: [String] { requests.map(\.path) }

  package func address(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }
}
