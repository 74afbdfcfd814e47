import Foundation
import OffscreenPlatform
import Synchronization

@testable import OffscreenLoading

/// A server that answers with bytes as they are, good or bad, and then closes the connection.
final class RudeServer: Sendable {
  struct Connection {
    let descriptor: Int32
    /// Whether it came through.
    @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }
    @discardableResult func send(_ bytes: [UInt8]) -> Bool {
      OffscreenPlatform.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
    /// Waits, or until the other side has gone.
    func wait(_ milliseconds: Int32) {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wanted, 1, milliseconds)
    }
  }

  let port: UInt16
  private let listener: Int32

  init(_ answer: @escaping @Sendable (Connection) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw CancellationError() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { break }
        Thread.detachNewThread {
          var head = [UInt8](repeating: 0, count: 65_536)
          if recv(client, &head, head.count, 0) > 0 { answer(Connection(descriptor: client)) }
          shutdown(client, Int32(SHUT_RDWR))
          close(client)
        }
      }
      // Here, where no thread waits on it any more: its number may be another server's at once.
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  func url(_ path: String = "/") -> PageURL {
    guard let url = PageURL("http://127.0.0.1:\(port)\(path)") else { preconditionFailure("\(path) is no path") }
    return url
  }
}
