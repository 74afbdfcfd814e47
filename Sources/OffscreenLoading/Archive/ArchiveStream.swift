/// Reads bytes of an archive one after the other, from a place on: as they are, or one member of gzip or one frame of
/// Zstandard inflated.
struct ArchiveStream {
  private let source: any ArchiveBytes
  /// Where the next bytes of the source are.
  private var next: Int
  private var input: ArraySlice<UInt8> = []
  private let inflater: (any Decompressor)?
  private var output: [UInt8] = []
  /// Of `output`, what has been taken.
  private var taken = 0
  /// Bytes that the stream has made.
  private(set) var produced = 0
  private static let step = 64 << 10

  /// The first bytes of a member of gzip.
  private static let gzip: [UInt8] = [0x1F, 0x8B]
  /// Frames of Zstandard that hold no data.
  private static let mostSkipped = 1000

  /// `dictionary`: the file's.
  init(_ source: any ArchiveBytes, at offset: Int, _ dictionary: ZstandardDictionary? = nil) throws(ArchiveProblem) {
    self.source = source
    var start = try source.read(at: offset, most: ZstandardDictionary.headBytes)
    next = offset
    var skipped = 0
    while let (_, size) = ZstandardDictionary.skippable(start) {
      skipped += 1
      guard skipped <= Self.mostSkipped else {
        throw ArchiveProblem("more than \(Self.mostSkipped) frames without data follow each other in it")
      }
      next += ZstandardDictionary.headBytes + size
      start = try source.read(at: next, most: ZstandardDictionary.headBytes)
    }
    // They are not read again: what is compressed as a whole would be inflated from its start.
    next += start.count
    if start.starts(with: Zstandard.mark) {
      inflater = try Zstandard(dictionary)
    } else {
      inflater = start.starts(with: Self.gzip) ? try Inflater(.gzip) : nil
    }
    if inflater == nil { (output, produced) = (start, start.count) } else { input = start[...] }
  }

  var isCompressed: Bool { inflater != nil }
  /// Whether the member has come to its end; of what is not compressed, never.
  var isAtEndOfMember: Bool { inflater?.isAtEnd == true && taken == output.count }
  /// The place in the source after what was taken; of a member, after what was inflated.
  var position: Int { inflater == nil ? next - (output.count - taken) : next - input.count }

  /// Makes more bytes. False at the end.
  private mutating func fill() throws(ArchiveProblem) -> Bool {
    if taken > 0 {
      output.removeFirst(taken)
      taken = 0
    }
    let before = output.count
    guard let inflater else {
      let bytes = try source.read(at: next, most: Self.step)
      next += bytes.count
      output += bytes
      produced += bytes.count
      return !bytes.isEmpty
    }
    while output.count == before, !inflater.isAtEnd {
      if input.isEmpty {
        input = try source.read(at: next, most: Self.step)[...]
        next += input.count
        if input.isEmpty { throw ArchiveProblem("it is cut off within its compressed data") }
      }
      try inflater.inflate(&input, into: &output, room: Self.step)
    }
    produced += output.count - before
    return output.count > before
  }

  /// Bytes that come next and stay; fewer than `count` at the end.
  mutating func peek(_ count: Int) throws(ArchiveProblem) -> ArraySlice<UInt8> {
    while output.count - taken < count, try fill() {}
    return output[taken..<min(output.count, taken + count)]
  }

  mutating func read(_ count: Int) throws(ArchiveProblem) -> [UInt8] {
    let bytes = Array(try peek(count))
    taken += bytes.count
    return bytes
  }

  /// Passes bytes over. False where there are not so many.
  mutating func skip(_ count: Int) throws(ArchiveProblem) -> Bool {
    var left = count
    while left > 0 {
      let there = min(left, output.count - taken)
      taken += there
      left -= there
      if left == 0 { break }
      if inflater == nil {
        // What is not compressed need not be read.
        guard left <= source.count - next else { return false }
        next += left
        return true
      }
      if try !fill() { return false }
    }
    return true
  }

  /// The next line, with its end; nil at the end. Of a line that is longer than `most`, only so much.
  mutating func line(most: Int) throws(ArchiveProblem) -> [UInt8]? {
    var looked = 0
    while true {
      let there = output[taken...]
      if let end = there.dropFirst(looked).firstIndex(of: 0x0A) {
        let line = Array(there[...end].prefix(most))
        taken += line.count
        return line
      }
      looked = there.count
      if looked >= most { return try read(most) }
      if try !fill() { return there.isEmpty ? nil : try read(looked) }
    }
  }
}

/// What compressed bytes may grow to.
enum ArchiveGrowth {
  /// So much, and so many times their size.
  private static let (free, factor) = (256 << 20, 100)

  static func isTooMuch(_ produced: Int, of compressed: Int) -> Bool { (produced - free) / factor > compressed }

  static let problem = ArchiveProblem("it grows to more than \(factor) times its compressed size")
}

/// The lines of a file in an archive, that may be compressed by itself.
struct ArchiveLines {
  private let source: any ArchiveBytes
  private var stream: ArchiveStream
  private var produced = 0
  private static let longest = 4 << 20

  init(_ source: any ArchiveBytes) throws(ArchiveProblem) {
    self.source = source
    stream = try ArchiveStream(source, at: 0)
  }

  /// The next line; nil at the end. One that is too long is passed over.
  mutating func next() throws(ArchiveProblem) -> [UInt8]? {
    var isTooLong = false
    while true {
      guard let line = try stream.line(most: Self.longest) else {
        // Index files have many members.
        guard stream.isAtEndOfMember, stream.position < source.count else { return nil }
        produced += stream.produced
        stream = try ArchiveStream(source, at: stream.position)
        continue
      }
      if stream.isCompressed, ArchiveGrowth.isTooMuch(produced + stream.produced, of: stream.position) {
        throw ArchiveGrowth.problem
      }
      let isWhole = line.last == 0x0A || line.count < Self.longest
      defer { isTooLong = !isWhole }
      if isWhole, !isTooLong { return line }
    }
  }
}
