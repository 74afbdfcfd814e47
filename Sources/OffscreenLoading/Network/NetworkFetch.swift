import Dispatch
import Synchronization

/// A page's request to the network.
struct NetworkRequest: Sendable {
  /// Without credentials and fragment.
  var url: PageURL
  var kind: ResourceKind
  var referrer: PageURL?
  /// Nil is a plain GET.
  var content: RequestContent?
  /// Whether it is loaded before the page has come to where it is needed. Such bytes count against the
  /// page's budget until they are taken.
  var isAhead: Bool
  /// The redirects that led here.
  var redirects: [NetworkTrace.Redirect] = []
  /// Whether redirects are not followed but reported.
  var stopsAtRedirects = false

  /// Of what a page says in it.
  var byteCount: Int {
    let fields = content?.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } ?? 0
    return url.href.utf8.count + (referrer?.href.utf8.count ?? 0) + fields + (content?.body?.count ?? 0)
  }
}

/// An answer, the last one where there were redirects.
struct HTTPResponse: Sendable {
  var url: PageURL
  /// The request that it answers, where that was no plain GET.
  var content: RequestContent?
  var status = 0
  var headers = HTTPHeaders()
  var bytes: [UInt8] = []
  /// Whether it is a stream of events that its server has not ended.
  var isUnfinished = false
  /// Whether a script asked for it.
  var isForScript = false
  /// Whether all that it came from are addresses of the public internet, as far as is known.
  var isFromPublicAddress = true
}

/// How a request went.
struct NetworkTrace: Sendable {
  package struct Redirect: Sendable {
    var url: String
    var status: Int
  }
  enum Source: String, Sendable { case network, cache, revalidated, archive }

  var source = Source.network
  var redirects: [Redirect] = []
  var start = ContinuousClock.now
  var end = ContinuousClock.now
  /// Bytes of the answer's body as they came, compressed.
  var transferred = 0
  var address: String?
  var protocolVersion: String?
  /// Whether a server on the way did not have to prove who it is.
  var isUnchecked = false
}

enum NetworkOutcome: Sendable {
  case finished(Result<HTTPResponse, LoadError>, NetworkTrace)
  /// Leads to another address, which may be asked for next, with what goes on of the request.
  case redirected(PageURL, RequestContent?, NetworkTrace)
  /// Loading ahead was given up, because the page asks for more than may be kept; ask again.
  case givenUp
}

/// A request on its way. Its outcome can be waited for from one thread, once; or it is told when it is there.
final class NetworkFetch: Sendable {
  let request: NetworkRequest
  private let outcome = Mutex<NetworkOutcome?>(nil)
  private let isFinished = DispatchSemaphore(value: 0)
  private let beforeWaiting: (@Sendable () -> Void)?
  private let whenFinished: (@Sendable (NetworkOutcome) -> Void)?

  /// `beforeWaiting`: the work that brings the outcome, where no other thread does it. `whenFinished`: called once,
  /// on the thread that brings the outcome.
  init(
    _ request: NetworkRequest, beforeWaiting: (@Sendable () -> Void)? = nil,
    whenFinished: (@Sendable (NetworkOutcome) -> Void)? = nil
  ) {
    (self.request, self.beforeWaiting, self.whenFinished) = (request, beforeWaiting, whenFinished)
  }

  func finish(_ result: NetworkOutcome) {
    let isFirst = outcome.withLock { outcome in
      if outcome != nil { return false }
      outcome = result
      return true
    }
    guard isFirst else { return }
    whenFinished?(result)
    isFinished.signal()
  }

  func wait() -> NetworkOutcome {
    beforeWaiting?()
    isFinished.wait()
    return outcome.withLock { $0 } ?? .givenUp
  }
}
