import Dispatch
import OffscreenPlatform
import Synchronization

/// SIGINT (control-C) and SIGTERM.
final class Interruption: Sendable {
  private let isOver = Mutex(false)
  /// Made once and only kept: libdispatch's sources may be used from any thread.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  init() {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number)
    }
  }

  var happened: Bool { isOver.withLock { $0 } }

  /// Calls back at the first signal; at the second, the program ends as if nothing were there.
  func start(_ action: @escaping @Sendable () -> Void) {
    for source in sources {
      source.setEventHandler { [self] in
        let isFirst = isOver.withLock { isOver in
          defer { isOver = true }
          return !isOver
        }
        if isFirst { action() } else { _exit(130) }
      }
      source.resume()
    }
  }
}
