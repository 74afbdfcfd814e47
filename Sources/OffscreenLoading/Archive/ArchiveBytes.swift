import OffscreenPlatform
import Synchronization

/// Why an archive, or something in it, cannot be read: words that follow its name.
struct ArchiveProblem: Error, Equatable {
  var text: String
  init(_ text: String) { self.text = text }
}

/// Bytes that are read from any place of theirs, and are never all in memory.
protocol ArchiveBytes: Sendable {
  var count: Int { get }
  /// As many bytes as there are from `offset` on, but no more than `most`; none at the end.
  func read(at offset: Int, most: Int) throws(ArchiveProblem) -> [UInt8]
}

/// A regular file, held open.
final class ArchiveFile: ArchiveBytes {
  let count: Int
  private let descriptor: Int32

  /// `descriptor`: is this object's from now on.
  init(descriptor: Int32, count: Int) { (self.descriptor, self.count) = (descriptor, count) }

  deinit { close(descriptor) }

  func read(at offset: Int, most: Int) throws(ArchiveProblem) -> [UInt8] {
    guard offset >= 0, offset < count, most > 0 else { return [] }
    var failure: Int32 = 0
    let wanted = min(most, count - offset)
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initialized in
      while initialized < wanted {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + initialized }, wanted - initialized, off_t(offset + initialized))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        // A file may have become shorter.
        if got <= 0 { break }
        initialized += got
      }
    }
    if failure != 0 { throw ArchiveProblem(String(cString: strerror(failure))) }
    return bytes
  }
}

/// Bytes in memory.
struct ArchiveMemory: ArchiveBytes {
  var bytes: [UInt8]
  var count: Int { bytes.count }

  func read(at offset: Int, most: Int) -> [UInt8] {
    guard offset >= 0, offset < bytes.count, most > 0 else { return [] }
    return Array(bytes[offset..<(offset + min(most, bytes.count - offset))])
  }
}

/// A part of other bytes.
struct ArchivePart: ArchiveBytes {
  private let whole: any ArchiveBytes
  private let start: Int
  let count: Int

  /// Nil where it does not lie in them.
  init?(of whole: any ArchiveBytes, from start: Int, count: Int) {
    guard start >= 0, count >= 0, start <= whole.count, count <= whole.count - start else { return nil }
    (self.whole, self.start, self.count) = (whole, start, count)
  }

  func read(at offset: Int, most: Int) throws(ArchiveProblem) -> [UInt8] {
    guard offset >= 0, offset < count, most > 0 else { return [] }
    return try whole.read(at: start + offset, most: min(most, count - offset))
  }
}

/// A part that is compressed as a whole. To read what lies before what was read last begins again from its start.
final class DeflatedPart: ArchiveBytes {
  let count: Int
  private let part: ArchivePart
  private struct State {
    var inflater: Inflater
    /// Where the next compressed bytes are.
    var source = 0
    var input: ArraySlice<UInt8> = []
    /// Where the next inflated bytes belong.
    var position = 0
  }
  private let state: Mutex<State>
  private static let step = 64 << 10

  /// `count`: of the inflated bytes, as the archive says; more are not read.
  init(_ part: ArchivePart, count: Int) throws(ArchiveProblem) {
    (self.part, self.count) = (part, count)
    state = Mutex(State(inflater: try Inflater(.none)))
  }

  func read(at offset: Int, most: Int) throws(ArchiveProblem) -> [UInt8] {
    guard offset >= 0, offset < count, most > 0 else { return [] }
    let wanted = min(most, count - offset)
    let result: Result<[UInt8], ArchiveProblem> = state.withLock { state in
      Result { () throws(ArchiveProblem) in try read(at: offset, wanted, &state) }
    }
    return try result.get()
  }

  private func read(at offset: Int, _ wanted: Int, _ state: inout State) throws(ArchiveProblem) -> [UInt8] {
    if offset < state.position { state = State(inflater: try Inflater(.none)) }
    var output: [UInt8] = []
    while output.count < wanted, !state.inflater.isAtEnd {
      if state.input.isEmpty {
        state.input = try part.read(at: state.source, most: Self.step)[...]
        state.source += state.input.count
        if state.input.isEmpty { break }
      }
      var inflated: [UInt8] = []
      let isPassedOver = state.position < offset
      let room = isPassedOver ? min(Self.step, offset - state.position) : wanted - output.count
      try state.inflater.inflate(&state.input, into: &inflated, room: room)
      state.position += inflated.count
      if !isPassedOver { output += inflated }
    }
    return output
  }
}
