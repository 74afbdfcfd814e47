import Hummingbird
import Synchronization

/// Bytes that the bodies of all requests under way may have together.
final class BodyBudget: Sendable {
  let limit: Int
  private let used = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// What one request has of it.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let bytes = Mutex(0)

    fileprivate init(_ budget: BodyBudget) { self.budget = budget }

    func take(_ count: Int) throws(Problem) {
      let isThere = budget.used.withLock { used in
        guard used + count <= budget.limit else { return false }
        used += count
        return true
      }
      guard isThere else {
        throw Problem(
          .serviceUnavailable,
          "the bodies of all requests are longer together than this server's limit of \(budget.limit) bytes: try again",
          retryAfter: 1
        ).endingConnection
      }
      bytes.withLock { $0 += count }
    }

    fileprivate func giveBack() {
      let count = bytes.withLock { bytes in
        defer { bytes = 0 }
        return bytes
      }
      budget.used.withLock { $0 -= count }
    }
  }

  /// Gives each request its share until it is answered.
  struct Middleware: RouterMiddleware {
    let budget: BodyBudget

    func handle(
      _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
      let share = Share(budget)
      defer { share.giveBack() }
      var context = context
      context.body = share
      return try await next(request, context)
    }
  }
}
