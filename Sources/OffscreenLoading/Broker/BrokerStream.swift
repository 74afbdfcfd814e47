import OffscreenPlatform

/// The renderer's end of the connection to its broker: whole messages come out of it, and go into it. Only `read` and
/// `write` are called, which a sealed process may.
struct BrokerStream {
  private let descriptor: Int32
  /// What was read beyond what was asked for, from `start`.
  private var buffer: [UInt8] = []
  private var start = 0

  /// From now on the descriptor does not wait by itself.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL, 0) | O_NONBLOCK)
  }

  func close() { _ = OffscreenPlatform.close(descriptor) }

  /// The next message without its bytes of a resource; nil where none comes, or none that makes sense.
  mutating func message(until deadline: ContinuousClock.Instant?) -> (kind: MessageKind, fields: [UInt8])? {
    guard let head = read(MessageLength.ofHead, until: deadline, isHead: true) else { return nil }
    var reader = MessageReader(head[...])
    guard let length = try? reader.number32(), length <= MessageLength.mostOfAnswer,
      let kind = (try? reader.byte()).flatMap(MessageKind.init(rawValue:)),
      let fields = read(Int(length), until: deadline)
    else { return nil }
    return (kind, fields)
  }

  /// Exactly so many bytes. `isHead`: of which more are likely to come at once.
  mutating func read(_ count: Int, until deadline: ContinuousClock.Instant?, isHead: Bool = false) -> [UInt8]? {
    if isHead {
      while buffer.count - start < count { guard fill(until: deadline) else { return nil } }
    }
    let kept = min(count, buffer.count - start)
    let (buffer, start, descriptor) = (self.buffer, self.start, self.descriptor)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      guard let base = target.baseAddress else { return }
      buffer[start..<(start + kept)].withUnsafeBufferPointer { source in
        if let from = source.baseAddress { base.initialize(from: from, count: kept) }
      }
      initialized = kept
      while initialized < count {
        let got = Self.read(descriptor, base + initialized, count - initialized, until: deadline)
        if got <= 0 { return }
        initialized += got
      }
    }
    self.start += kept
    return bytes.count == count ? bytes : nil
  }

  private mutating func fill(until deadline: ContinuousClock.Instant?) -> Bool {
    buffer.removeFirst(start)
    start = 0
    let part = [UInt8](unsafeUninitializedCapacity: 32 << 10) { [descriptor] target, initialized in
      guard let base = target.baseAddress else { return }
      initialized = max(0, Self.read(descriptor, base, target.count, until: deadline))
    }
    if buffer.isEmpty { buffer = part } else { buffer += part }
    return !part.isEmpty
  }

  /// Not more than 0 at the end, or where nothing comes in time.
  private static func read(
    _ descriptor: Int32, _ target: UnsafeMutablePointer<UInt8>, _ count: Int, until deadline: ContinuousClock.Instant?
  ) -> Int {
    while true {
      let got = OffscreenPlatform.read(descriptor, target, count)
      if got >= 0 { return got }
      if errno == EINTR { continue }
      guard errno == EAGAIN, wait(descriptor, Int16(POLLIN), until: deadline) != 0 else { return -1 }
    }
  }

  /// Writes all; false where nobody reads it. `receive`: takes a message where some wait, so that two processes do not
  /// wait for each other.
  mutating func write(
    _ bytes: [UInt8], until deadline: ContinuousClock.Instant?, receive: (inout BrokerStream) -> Bool
  ) -> Bool {
    var position = 0
    while position < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        OffscreenPlatform.write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
      }
      if written > 0 {
        position += written
        continue
      }
      if written < 0, errno == EINTR { continue }
      guard written < 0, errno == EAGAIN else { return false }
      let events = Self.wait(descriptor, Int16(POLLIN | POLLOUT), until: deadline)
      if events == 0 { return false }
      if events & Int16(POLLIN) != 0, !receive(&self) { return false }
    }
    return true
  }

  /// What the descriptor is ready for; 0 after the deadline.
  private static func wait(_ descriptor: Int32, _ events: Int16, until deadline: ContinuousClock.Instant?) -> Int16 {
    while true {
      var milliseconds: Int32 = -1
      if let deadline {
        let (seconds, attoseconds) = (deadline - ContinuousClock.now).components
        milliseconds = Int32(clamping: seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000)
        if milliseconds <= 0 { return 0 }
      }
      var wanted = pollfd(fd: descriptor, events: events, revents: 0)
      let ready = poll(&wanted, 1, milliseconds)
      if ready > 0 { return wanted.revents }
      if ready < 0, errno != EINTR { return 0 }
    }
  }
}
