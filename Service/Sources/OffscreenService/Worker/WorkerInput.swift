import Dispatch
import Foundation
import Synchronization

/// Writes lines to a worker. They are written on a thread of their own: a pipe that is full makes nobody wait.
final class WorkerInput: Sendable {
  private let descriptor: Int32
  private let isEnded = Mutex(false)
  private let queue = DispatchQueue(label: "worker-input")

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ line: Data) {
    queue.async { [descriptor] in
      var rest = line[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
          // A worker that is gone is seen where its answers are read.
          if errno == EINTR { continue } else { return }
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Nothing more is asked.
  func end() {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    if isFirst { queue.async { [descriptor] in close(descriptor) } }
  }

  /// A pipe whose ends no other process gets.
  static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
