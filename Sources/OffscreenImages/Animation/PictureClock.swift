import Synchronization

/// Where the animated pictures of a page stand: all of them begin together, when the page has loaded.
package final class PictureClock: Sendable {
  private let seconds: Mutex<Double>

  package init(seconds: Double = 0) { self.seconds = Mutex(seconds) }

  package var time: Double {
    get { seconds.withLock { $0 } }
    set { seconds.withLock { $0 = newValue } }
  }
}
