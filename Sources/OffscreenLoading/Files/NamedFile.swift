import OffscreenPlatform

/// Reads what the user named: a regular file, and unlike what a page names a pipe (`mkfifo`) or what a shell
/// hands over under the name of a descriptor: `/dev/stdin`, `/dev/fd/N`, `<(...)`. Waits no longer than until a
/// deadline, and reads no more than a limit.
package enum NamedFile {
  /// `allowsStreams`: whether anything but regular files is read.
  package static func read(
    path: [UInt8], limit: Int, deadline: ContinuousClock.Instant, allowsStreams: Bool = true
  ) throws(LoadError) -> [UInt8] {
    guard allowsStreams else { return try FileReader.read(path: path, limit: limit) }
    let name = String(decoding: path, as: UTF8.self)
    if let number = DescriptorPath.number(of: path) {
      return try read(descriptor: number, name: name, limit: limit, deadline: deadline)
    }
    guard isPipe(path) else { return try FileReader.read(path: path, limit: limit) }
    // Does not wait for who writes into it: that is done with an eye on the clock.
    let descriptor = FilePath.withCString(path) { pointer in
      pointer.map { offscreen_open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0) } ?? -1
    }
    guard descriptor >= 0 else { throw FileReader.error(name, errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, name: name, limit: limit, deadline: deadline)
  }

  static func isPipe(_ path: [UInt8]) -> Bool {
    FilePath.status(path).map { $0.st_mode & S_IFMT == S_IFIFO } ?? false
  }

  /// Reads to the end.
  package static func read(
    descriptor: Int32, name: String, limit: Int, deadline: ContinuousClock.Instant
  ) throws(LoadError) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let left = deadline - ContinuousClock.now
      guard left > .zero else {
        throw LoadError(name, .timedOut("not read to its end within the time limit (see --timeout)"))
      }
      let (seconds, attoseconds) = left.components
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(clamping: max(1, min(60_000, seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000)))
      let ready = poll(&wanted, 1, milliseconds)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { throw FileReader.error(name, errno) }
      if wanted.revents & Int16(POLLNVAL) != 0 { throw LoadError(name, .noSuchFile) }
      let count = OffscreenPlatform.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw FileReader.error(name, errno) }
      if count == 0 { return bytes }
      guard count <= limit - bytes.count else { throw LoadError(name, .resourceTooLarge(limit)) }
      bytes += part[..<count]
    }
  }
}
