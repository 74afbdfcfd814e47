import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Gives each request a name, logs what became of it, and makes a problem of each error.
struct AccountMiddleware: RouterMiddleware {
  let metrics: Metrics
  /// The paths that there are, which are the only ones that stand in metrics; with their methods.
  let routes: [String: [HTTPRequest.Method]]

  func handle(
    _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    var context = context
    // What a proxy calls it, where that is a name.
    let named = request.headers[.requestID].flatMap { id in
      (1...100).contains(id.utf8.count) && id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) ? id : nil
    }
    if let named { context.logger[metadataKey: "hb.request.id"] = .string(named) }
    var response: Response
    var problem: Problem?
    do {
      response = try await next(request, context)
    } catch {
      let found = Self.problem(error, request, routes)
      (response, problem) = (found.response, found)
      if found.status == .internalServerError {
        context.logger.error("a request failed in a way that is not foreseen", metadata: ["error": "\(error)"])
      }
    }
    let path = request.uri.path
    let route = routes[path] == nil ? "other" : path
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    metrics.add(.requests, labels: ["route": route, "status": String(response.status.code)])
    metrics.observe(seconds: seconds, route: route)
    if let id = named ?? context.logger[metadataKey: "hb.request.id"].map({ "\($0)" }) {
      response.headers[.requestID] = id
    }
    response.headers[.xContentTypeOptions] = "nosniff"
    let level: Logger.Level = ["/healthz", "/readyz", "/metrics"].contains(path) ? .debug : .info
    var facts: Logger.Metadata = [
      "method": "\(request.method.rawValue.prefix(20))", "path": "\(path.prefix(200))",
      "status": "\(response.status.code)",
      "milliseconds": "\((seconds * 10_000).rounded() / 10)",
    ]
    if let client = context.remoteAddress?.ipAddress { facts["client"] = "\(client)" }
    if let problem { facts["problem"] = "\(problem.detail)" }
    context.logger.log(level: level, "request", metadata: facts)
    return response
  }

  private static func problem(
    _ error: any Error, _ request: Request, _ routes: [String: [HTTPRequest.Method]]
  ) -> Problem {
    switch error {
    case let problem as Problem: return problem
    case is CancellationError:
      // Nobody reads it.
      return Problem(.serviceUnavailable, "the client went away", cause: "cancelled", retryAfter: 1)
    case let error as any HTTPResponseError where error.status == .notFound:
      if let methods = routes[request.uri.path] {
        let allowed = methods.map(\.rawValue).joined(separator: ", ")
        var problem = Problem(
          .methodNotAllowed, "\(request.uri.path) takes \(allowed), not \(request.method.rawValue.prefix(20))")
        problem.allow = allowed
        return problem
      }
      return Problem(.notFound, "there is nothing at \(request.uri.path.prefix(200)): /openapi.json says what there is")
    case let error as any HTTPResponseError: return Problem(error.status, "the request cannot be answered: \(error)")
    default: return Problem(.internalServerError, "the request failed inside of the service; its log says why")
    }
  }
}

/// Finds out who asks, and turns away who may not.
struct ClientMiddleware: RouterMiddleware {
  let authorization: Authorization
  let usesForwardedFor: Bool
  /// Whether it answers only who calls it by a name of this machine.
  let isForThisMachine: Bool
  let metrics: Metrics

  /// Answered to anybody: they show nothing of what others ask.
  static let open: Set<String> = ["/healthz", "/readyz", "/", "/openapi.json"]

  func handle(
    _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    var address = context.remoteAddress?.ipAddress ?? ""
    if usesForwardedFor, let last = request.headers[.forwardedFor]?.split(separator: ",").last {
      address = String(last.prefix(100)).filter { $0 != " " }
    }
    context.client = address
    guard !isForThisMachine || Self.isThisMachine(request.head.authority) else {
      metrics.add(.refused, labels: ["reason": "host"])
      throw Problem(
        .forbidden, "this server is called localhost or 127.0.0.1; give it --allow-anonymous where it has another name")
    }
    if !Self.open.contains(request.uri.path) {
      do throws(Problem) {
        if let client = try authorization.client(of: request) { context.client = client }
      } catch {
        metrics.add(.refused, labels: ["reason": "authorization"])
        throw error
      }
    }
    return try await next(request, context)
  }

  /// A page in a browser of this machine may give any name to this server's address, by which it could read the answers
  /// that it gets for that name.
  static func isThisMachine(_ authority: String?) -> Bool {
    guard let authority else { return true }
    if authority.hasPrefix("[") { return authority.hasPrefix("[::1]") }
    let host = authority.prefix { $0 != ":" }.lowercased()
    return host == "localhost" || host.hasPrefix("127.") && host.utf8.allSatisfy { (0x2E...0x39).contains($0) }
  }
}
