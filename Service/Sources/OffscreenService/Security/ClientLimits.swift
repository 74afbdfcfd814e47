import Synchronization

/// How many pages each client has under way.
final class ClientLimits: Sendable {
  private let most: Int
  private let underWay = Mutex<[String: Int]>([:])

  init(most: Int) { self.most = most }

  func withPlace<Value: Sendable>(for client: String, _ body: () async throws -> Value) async throws -> Value {
    let isFree = underWay.withLock { underWay in
      guard underWay[client, default: 0] < most else { return false }
      underWay[client, default: 0] += 1
      return true
    }
    guard isFree else {
      throw Problem(
        .tooManyRequests, "this client has \(most) pages under way already: wait for one of them", retryAfter: 1)
    }
    defer {
      underWay.withLock { underWay in
        let left = underWay[client, default: 1] - 1
        underWay[client] = left > 0 ? left : nil
      }
    }
    return try await body()
  }
}
