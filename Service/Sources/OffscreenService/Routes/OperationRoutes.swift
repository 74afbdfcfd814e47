import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// Whether renderers are warm, and the service is not about to stop.
final class Readiness: Sendable {
  private let state = NIOLockedValueBox(false)
  var isReady: Bool { state.withLockedValue { $0 } }
  func set(_ isReady: Bool) { state.withLockedValue { $0 = isReady } }
}

/// `/healthz`, `/readyz` and `/metrics`.
struct OperationRoutes: Sendable {
  let readiness: Readiness
  let metrics: Metrics

  func health() -> Response { Self.json(#"{"status":"ok"}"#) }

  func ready() throws -> Response {
    guard readiness.isReady else {
      throw Problem(.serviceUnavailable, "the renderers are not ready, or the service is being stopped", retryAfter: 1)
    }
    return Self.json(#"{"status":"ready"}"#)
  }

  func numbers() -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
  }

  static func json(_ text: String, cacheControl: String = "no-store") -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json", .cacheControl: cacheControl],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
