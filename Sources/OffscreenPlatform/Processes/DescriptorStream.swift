/// Bytes over file descriptors, in whole pieces.
package enum DescriptorStream {
  /// Whether all was written.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var position = 0
    while position < bytes.count {
      let count = OffscreenPlatform.write(descriptor, bytes.baseAddress.map { $0 + position }, bytes.count - position)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      position += count
    }
    return true
  }

  /// Appends what there is, at most 64 KiB; false at the end, or where nothing comes until the deadline.
  package static func read(
    from descriptor: Int32, into bytes: inout [UInt8], before deadline: ContinuousClock.Instant? = nil
  ) -> Bool {
    if let deadline {
      var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      if poll(&waited, 1, Int32(clamping: Int(left / .milliseconds(1)))) <= 0 { return false }
    }
    let piece = [UInt8](unsafeUninitializedCapacity: longestPiece) { buffer, count in
      count = read(from: descriptor, into: UnsafeMutableRawBufferPointer(buffer))
    }
    bytes += piece
    return !piece.isEmpty
  }

  /// How much there is, up to the size of the buffer, which it gets; 0 at the end.
  package static func read(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = OffscreenPlatform.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return max(0, count) }
    }
  }

  /// What is read at once.
  package static let longestPiece = 1 << 16
}
