import FlyingFox
import Foundation
import Synchronization

@testable import OffscreenLoading

/// A polite server on loopback, and what it was asked.
final class TestServer: Sendable {
  struct Request: Sendable {
    var path: String
    var headers: [String: String]
  }
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""
    var delay = Duration.zero
  }

  let port: UInt16
  private let server: HTTPServer
  private let task: Task<Void, any Error>

  /// `answer` gets the path with its query.
  init(_ answer: @escaping @Sendable (Request) -> Answer) async throws {
    let log = Log()
    server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), handler: ClosureHTTPHandler { request in
      let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      var headers: [String: String] = [:]
      for (name, value) in request.headers { headers[name.rawValue.lowercased()] = value }
      let asked = Request(path: query.isEmpty ? request.path : "\(request.path)?\(query)", headers: headers)
      log.requests.withLock { $0.append(asked) }
      let answer = answer(asked)
      if answer.delay > .zero { try await Task.sleep(for: answer.delay) }
      var fields = FlyingFox.HTTPHeaders()
      for (name, value) in answer.headers { fields[HTTPHeader(name)] = value }
      return FlyingFox.HTTPResponse(
        statusCode: HTTPStatusCode(answer.status, phrase: "Status"), headers: fields, body: Data(answer.body.utf8))
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

  var requests: [Request] { log.requests.withLock { $0 } }
  var paths: [String] { requests.map(\.path) }

  func url(_ path: String, host: String = "127.0.0.1") -> PageURL {
    guard let url = PageURL("http://\(host):\(port)\(path)") else { preconditionFailure("\(path) is no path") }
    return url
  }
}

/// Loads away from the threads that the server needs.
func away<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

extension ResourceLoader {
  func text(_ url: PageURL, as kind: ResourceKind = .document, referrer: PageURL? = nil) async -> String {
    await away {
      switch self.load(url, as: kind, referrer: referrer) {
      case .success(let resource): String(decoding: resource.bytes, as: UTF8.self)
      case .failure(let error): "error: \(error)"
      }
    }
  }
}

func makeLoader(
  _ page: PageURL, network: LoadPolicy.Network = .all, limits: Limits = Limits(),
  session: NetworkSession = NetworkSession(), cache: String? = nil, _ change: (inout RequestSettings) -> Void = { _ in }
) -> ResourceLoader {
  var settings = RequestSettings()
  change(&settings)
  return ResourceLoader(
    policy: LoadPolicy(root: nil, network: network), limits: limits, page: page, settings: settings, session: session,
    cacheFolder: cache)
}
