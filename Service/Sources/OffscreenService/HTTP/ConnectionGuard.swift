import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Ends connections of clients that are too slow, tells work under way that its client has gone, and answers what is no
/// request with a problem.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a client may take for a request's head, from the connection or the last answer on.
  static let headTime = TimeAmount.seconds(30)
  /// How long for the rest of a request, and for taking the answer.
  static let bodyTime = TimeAmount.seconds(60)
  static let answerTime = TimeAmount.seconds(120)

  private let metrics: Metrics?
  private let counter: ConnectionCounter
  private var timer: Scheduled<Void>?
  private var isWholeRequest = true
  private var isAnswered = true
  /// What the client sent in place of a request, or of the rest of one.
  private var unreadable: Problem?
  private var isGone = false
  private var onGone: (@Sendable () -> Void)?

  init(counter: ConnectionCounter, metrics: Metrics?) { (self.counter, self.metrics) = (counter, metrics) }

  /// Calls `onGone` when the client of the channel goes away, at once if it has. Nil takes it back.
  static func watch(_ channel: any Channel, _ onGone: (@Sendable () -> Void)?) {
    channel.eventLoop.execute {
      // A channel that is closed has lost its handlers.
      guard channel.isActive, let handler = try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self)
      else {
        onGone?()
        return
      }
      handler.onGone = onGone
      // It may have gone before its request was understood.
      if handler.isGone { handler.goAway() }
    }
  }

  private func goAway() {
    isGone = true
    onGone?()
    onGone = nil
  }

  private func arm(_ context: ChannelHandlerContext, _ time: TimeAmount) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    counter.add(1)
    if context.channel.isActive { arm(context, Self.headTime) }
  }

  func channelActive(context: ChannelHandlerContext) {
    arm(context, Self.headTime)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    counter.add(-1)
    goAway()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Who sends nothing more may still listen; but a browser that has left looks the same.
    if case .some(.inputClosed) = event as? ChannelEvent { goAway() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      (isWholeRequest, isAnswered) = (false, false)
      arm(context, Self.bodyTime)
    case .body: break
    case .end:
      isWholeRequest = true
      // An answer may come before the end of its request: then the next one is waited for.
      if isAnswered { arm(context, Self.headTime) } else { timer?.cancel() }
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError {
      unreadable =
        error == .headerOverflow
        ? Problem(
          .requestHeaderFieldsTooLarge,
          "the request's head has more fields, or longer ones, than this server reads: leave some out")
        : .badRequest("what came is no request of HTTP/1.1")
    }
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head:
      arm(context, Self.answerTime)
      // Hummingbird answers what is no request with an empty 400.
      guard isAnswered, let problem = unreadable?.endingConnection else {
        context.write(data, promise: promise)
        return
      }
      let body = problem.body
      var head = HTTPResponse(status: problem.status, headerFields: problem.headers)
      head.headerFields[.contentLength] = String(body.readableBytes)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      context.write(wrapOutboundOut(.body(body)), promise: nil)
    case .body: context.write(data, promise: promise)
    case .end:
      isAnswered = true
      // What the client still sends is read for a moment, so that it sees the answer, and then no more.
      let next = isWholeRequest && unreadable == nil ? Self.headTime : .seconds(2)
      let promise = promise ?? context.eventLoop.makePromise()
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      promise.futureResult.whenSuccess {
        let (handler, context) = bound.value
        if context.channel.isActive { handler.arm(context, next) }
      }
      context.write(data, promise: promise)
    }
  }
}

/// How many connections there are.
final class ConnectionCounter: Sendable {
  private let count = NIOLockedValueBox(0)
  private let metrics: Metrics

  init(metrics: Metrics) { self.metrics = metrics }

  func add(_ change: Int) {
    let now = count.withLockedValue { count in
      count += change
      return count
    }
    metrics.set(.connections, now)
  }
}
