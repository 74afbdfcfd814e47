import CCompression

/// What inflates compressed bytes piece by piece.
protocol Decompressor: AnyObject {
  /// Whether the stream has come to its end: what follows is no part of it.
  var isAtEnd: Bool { get }
  /// Takes bytes from the beginning of `input`, and adds what they hold to `output`, no more than `room` bytes.
  func inflate(_ input: inout ArraySlice<UInt8>, into output: inout [UInt8], room: Int) throws(ArchiveProblem)
}

/// Inflates a frame of Zstandard: https://www.rfc-editor.org/rfc/rfc8878
final class Zstandard: Decompressor {
  /// The first bytes of a frame.
  static let mark: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  fileprivate static let library: OffscreenZstandard? = {
    var zstandard = OffscreenZstandard()
    return offscreen_zstandard_open(&zstandard) == 0 ? nil : zstandard
  }()

  private let library: OffscreenZstandard
  private let context: UnsafeMutableRawPointer
  private let dictionary: ZstandardDictionary?
  private(set) var isAtEnd = false

  init(_ dictionary: ZstandardDictionary?) throws(ArchiveProblem) {
    guard let library = Self.library else {
      throw ArchiveProblem("it is compressed with Zstandard, and libzstd.so.1 is not there: apt-get install libzstd1")
    }
    guard let context = library.create() else { throw ArchiveProblem("there is not enough memory") }
    (self.library, self.context, self.dictionary) = (library, context, dictionary)
    if let dictionary { _ = library.use(context, dictionary.pointer) }
  }

  deinit { _ = library.destroy(context) }

  func inflate(_ input: inout ArraySlice<UInt8>, into output: inout [UInt8], room: Int) throws(ArchiveProblem) {
    guard !isAtEnd, room > 0 else { return }
    let size = min(room, 1 << 20)
    var (left, taken) = (0, 0)
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      input.withUnsafeBytes { bytes in
        var source = OffscreenZstandardInput(bytes: bytes.baseAddress, size: bytes.count, position: 0)
        var target = OffscreenZstandardOutput(bytes: buffer.baseAddress, size: size, position: 0)
        left = library.decompress(context, &target, &source)
        (taken, initialized) = (source.position, target.position)
      }
    }
    input = input.dropFirst(taken)
    output += piece
    guard library.is_error(left) == 0 else { throw ArchiveProblem("its compressed data are broken") }
    isAtEnd = left == 0
  }
}

/// What the frames of a file share, in a frame of its own before them.
/// https://iipc.github.io/warc-specifications/specifications/warc-zstd/
final class ZstandardDictionary: @unchecked Sendable {
  /// Frames that hold no data; the last of them is that of a dictionary.
  private static let marks: ClosedRange<UInt32> = 0x184D_2A50...0x184D_2A5F
  private static let own: UInt32 = 0x184D_2A5D
  private static let longest = 16 << 20
  /// What all those of one archive may take of the memory, in bytes.
  static let mostTogether = 64 << 20

  /// Nothing writes to it.
  fileprivate let pointer: UnsafeMutableRawPointer
  /// Bytes of memory that it takes: itself, and the tables that are made of it.
  let size: Int

  /// Nil where the file has none.
  init?(of source: any ArchiveBytes) throws(ArchiveProblem) {
    guard let (mark, size) = Self.skippable(try source.read(at: 0, most: Self.headBytes)), mark == Self.own else {
      return nil
    }
    guard size <= Self.longest else { throw ArchiveProblem("its dictionary is longer than \(Self.longest) bytes") }
    var bytes = try source.read(at: Self.headBytes, most: size)
    guard bytes.count == size else { throw ArchiveProblem("it is cut off within its dictionary") }
    if bytes.starts(with: Zstandard.mark) { bytes = try Self.inflated(bytes) }
    guard let library = Zstandard.library else { return nil }
    guard let pointer = library.create_dictionary(bytes, bytes.count) else {
      throw ArchiveProblem("its dictionary is broken")
    }
    (self.pointer, self.size) = (pointer, bytes.count + (32 << 10))
  }

  deinit { _ = Zstandard.library?.destroy_dictionary(pointer) }

  private static func inflated(_ bytes: [UInt8]) throws(ArchiveProblem) -> [UInt8] {
    let frame = try Zstandard(nil)
    var (input, output): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
    while !frame.isAtEnd {
      let before = output.count
      try frame.inflate(&input, into: &output, room: longest + 1 - output.count)
      guard output.count <= longest else { throw ArchiveProblem("its dictionary is longer than \(longest) bytes") }
      if input.isEmpty, output.count == before, !frame.isAtEnd {
        throw ArchiveProblem("it is cut off within its dictionary")
      }
    }
    return output
  }

  /// Bytes that tell of a frame that it holds no data, and how long it is.
  static let headBytes = 8

  /// The mark and the bytes of a frame that holds no data; nil where it is none.
  static func skippable(_ head: [UInt8]) -> (mark: UInt32, size: Int)? {
    guard head.count >= headBytes else { return nil }
    func number(_ at: Int) -> UInt32 { head[at..<(at + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    return marks.contains(number(0)) ? (number(0), Int(number(4))) : nil
  }
}
