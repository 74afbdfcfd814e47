import Hummingbird
import NIOCore

extension Request {
  /// Seconds that a client may take to send a body.
  static let bodyTime = 30

  /// The whole body. Throws where it is too long, does not come in time, or breaks off; or where those of all requests
  /// are too long together.
  func wholeBody(upTo limit: Int, _ share: BodyBudget.Share?) async throws -> ByteBuffer {
    let tooLong = Problem(.contentTooLarge, "the body is longer than this server's limit of \(limit) bytes")
      .endingConnection
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLong }
    let body = self.body
    return try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
      group.addTask {
        var whole = ByteBuffer()
        do {
          for try await part in body {
            guard whole.readableBytes + part.readableBytes <= limit else { throw tooLong }
            try share?.take(part.readableBytes)
            whole.writeImmutableBuffer(part)
          }
        } catch let problem as Problem {
          throw problem
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          throw Problem.badRequest("the body broke off, or is not framed as HTTP has it")
        }
        return whole
      }
      group.addTask {
        try await Task.sleep(for: .seconds(Self.bodyTime))
        throw Problem(.requestTimeout, "the body did not come within \(Self.bodyTime) seconds").endingConnection
      }
      defer { group.cancelAll() }
      return try await group.next() ?? ByteBuffer()
    }
  }
}

/// Work that ends when the client of its request goes away.
func untilGone<Value: Sendable>(
  _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let task = Task { try await work() }
  ConnectionGuard.watch(channel) { task.cancel() }
  defer { ConnectionGuard.watch(channel, nil) }
  return try await withTaskCancellationHandler {
    try await task.value
  } onCancel: {
    task.cancel()
  }
}
