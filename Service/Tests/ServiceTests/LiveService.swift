import Foundation
import FoundationNetworking
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

@testable import OffscreenService

/// The `offscreen` that the tests render with.
enum TestedProgram {
  static let path = ProcessInfo.processInfo.environment["OFFSCREEN_PROGRAM"]
}

/// A service that runs on a port of its own, and a client of it.
struct LiveService: Sendable {
  struct Answer: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: ByteBuffer

    /// Of a problem.
    var detail: String {
      (try? JSONDecoder().decode(JSONValue.self, from: Data(buffer: body)))?["detail"]?.string ?? ""
    }
  }

  let service: ServiceApplication
  let port: Int
  private let session: URLSession

  /// Runs a service until `body` returns, and stops it as a signal would.
  static func run(
    _ service: ServiceApplication, _ body: @Sendable (LiveService) async throws -> Void
  ) async throws {
    let (ports, started) = AsyncStream<Int>.makeStream()
    let app = service.application { port in started.yield(port) }
    var configuration = ServiceGroupConfiguration(services: [app], logger: service.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(30)
    let group = ServiceGroup(configuration: configuration)
    let running = Task {
      defer { started.finish() }
      try await group.run()
    }
    defer { service.workspace.remove() }
    for await port in ports {
      let settings = URLSessionConfiguration.ephemeral
      settings.urlCache = nil
      settings.httpMaximumConnectionsPerHost = 64
      settings.timeoutIntervalForRequest = 120
      let live = LiveService(service: service, port: port, session: URLSession(configuration: settings))
      do {
        try await body(live)
      } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
      break
    }
    await group.triggerGracefulShutdown()
    try await running.value
  }

  private init(service: ServiceApplication, port: Int, session: URLSession) {
    (self.service, self.port, self.session) = (service, port, session)
  }

  func execute(
    uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil
  ) async throws -> Answer {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(uri)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    request.cachePolicy = .reloadIgnoringLocalCacheData
    for field in headers { request.setValue(field.value, forHTTPHeaderField: field.name.rawName) }
    request.httpBody = body.map { Data(buffer: $0) }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields {
      if let name = HTTPField.Name("\(name)") { fields[name] = "\(value)" }
    }
    return Answer(status: .init(code: response.statusCode), headers: fields, body: ByteBuffer(bytes: data))
  }
}
