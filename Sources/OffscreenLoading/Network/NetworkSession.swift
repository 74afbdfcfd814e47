import CCurl
import OffscreenPlatform
import Synchronization

/// The network as several pages use it, one after the other or side by side: its connections, and a
/// thread of its own, which starts when the first page needs it.
package final class NetworkSession: Sendable {
  private let mailbox = NetworkMailbox()
  private let nextPage = Atomic<Int>(0)

  package init() {}

  deinit { mailbox.send(.stop) }

  /// Whether the library is there that the network needs.
  package static var isAvailable: Bool {
    var curl = OffscreenCurl()
    return offscreen_curl_open(&curl) != 0
  }

  func newPageNumber() -> Int { nextPage.add(1, ordering: .relaxed).newValue }

  func start(_ fetch: NetworkFetch, for page: NetworkPage) {
    if let problem = mailbox.startThread() {
      fetch.finish(.finished(.failure(LoadError(fetch.request.url.displayed, .network(problem))), NetworkTrace()))
      return
    }
    mailbox.send(.start(fetch, page))
  }

  /// Cancels what a page is still waiting for, and forgets its cookies.
  func end(page number: Int) { mailbox.send(.end(page: number)) }
}

/// Messages to a session's thread from other threads.
final class NetworkMailbox: Sendable {
  enum Command: Sendable {
    case start(NetworkFetch, NetworkPage)
    case end(page: Int)
    /// Where a name leads.
    case resolved(String, NameChecks.Finding)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    /// How the thread is woken while it runs: the multi handle's address.
    var wake: (@Sendable () -> Void)?
    var hasThread = false
    var problem: String?
  }
  private let state = Mutex(State())

  func send(_ command: Command) {
    state.withLock { state in
      guard state.hasThread else { return }
      state.commands.append(command)
      state.wake?()
    }
  }

  func take() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Called by the thread: how it is woken, nil before it ends.
  func setWake(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

  /// Nil where the thread runs, else why it does not.
  func startThread() -> String? {
    state.withLock { state in
      if state.hasThread || state.problem != nil { return state.problem }
      var curl = OffscreenCurl()
      guard offscreen_curl_open(&curl) != 0 else {
        state.problem = "the library libcurl.so.4 cannot be used: apt-get install libcurl4"
        return state.problem
      }
      guard let loop = NetworkLoop(curl: curl, mailbox: self) else {
        state.problem = "libcurl cannot be used"
        return state.problem
      }
      let body = Unmanaged.passRetained(loop)
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { pointer in
          guard let pointer else { return nil }
          Unmanaged<NetworkLoop>.fromOpaque(pointer).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
      guard status == 0 else {
        body.release()
        state.problem = "no thread could be started: \(String(cString: strerror(status)))"
        return state.problem
      }
      pthread_detach(thread)
      state.hasThread = true
      return nil
    }
  }
}

/// The network thread's state of a page.
struct NetworkPage: Sendable {
  let number: Int
  /// Where its cookies are: another page's number, where several share them.
  let jar: Int
  let network: LoadPolicy.Network
  let hosts: HostRules
  let limits: Limits
  let settings: RequestSettings
  /// Where the settings' headers, cookies and credentials go; nil: nowhere.
  let origin: String?
  var credentials: RequestSettings.Credentials?
  let deadline: ContinuousClock.Instant
  let cacheFolder: String?
  /// Bytes that were loaded ahead and are not taken yet.
  let heldBytes: ByteCount
  /// Whether a document of another server has come in place of the page: what the user gave is not for that one.
  let hasLeft: Flag

  /// Whether the settings' headers, cookies and credentials go with requests to the address.
  func isHome(_ url: PageURL) -> Bool { origin != nil && url.origin == origin && !hasLeft.isSet }
}

final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

final class ByteCount: Sendable {
  private let value = Atomic<Int>(0)
  var current: Int { value.load(ordering: .relaxed) }
  func add(_ bytes: Int) { value.add(bytes, ordering: .relaxed) }
}
