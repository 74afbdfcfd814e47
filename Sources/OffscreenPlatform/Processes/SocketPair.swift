/// Two ends of a connection between this process and one that it starts.
package enum SocketPair {
  /// Neither is inherited by accident; nil, with `errno`, where there are none left.
  package static func make() -> (own: Int32, other: Int32)? {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return socketpair(AF_UNIX, type, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// The same, where messages stay whole.
  package static func makeForMessages() -> (own: Int32, other: Int32)? {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    return socketpair(AF_UNIX, type, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// Writes as `write` does, but for the signal where nobody reads it any more. A sealed process may only `write`: there
  /// the signal has to be ignored.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    let sent = send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    return sent < 0 && errno == ENOSYS ? Glibc.write(descriptor, bytes, count) : sent
  }

  /// The end that this process was started with as its standard input, which is empty from now on. No child of its own
  /// inherits it.
  package static func takeStandardInput() -> Int32 {
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = offscreen_open("/dev/null", O_RDONLY | O_CLOEXEC, 0)
    if nothing >= 0 {
      dup2(nothing, STDIN_FILENO)
      close(nothing)
    }
    return descriptor
  }
}
