import CCompression

/// Inflates a stream piece by piece, by zlib.
/// https://www.rfc-editor.org/rfc/rfc1951
final class Inflater: Decompressor, @unchecked Sendable {
  /// What is around the compressed data.
  enum Wrapping: Int32 {
    case none = -15
    /// https://www.rfc-editor.org/rfc/rfc1950
    case zlib = 15
    /// https://www.rfc-editor.org/rfc/rfc1952
    case gzip = 31
  }

  private static let library: OffscreenZlib? = {
    var zlib = OffscreenZlib()
    return offscreen_zlib_open(&zlib) == 0 ? nil : zlib
  }()

  private let zlib: OffscreenZlib
  /// Its library keeps pointers to it.
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether the stream has come to its end: what follows is no part of it.
  private(set) var isAtEnd = false

  init(_ wrapping: Wrapping) throws(ArchiveProblem) {
    guard var zlib = Self.library else {
      throw ArchiveProblem("it is compressed, and libz.so.1 is not there: apt-get install zlib1g")
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard offscreen_inflate_init(&zlib, stream, wrapping.rawValue) == Z_OK else {
      stream.deallocate()
      throw ArchiveProblem("there is not enough memory")
    }
    (self.zlib, self.stream) = (zlib, stream)
  }

  deinit {
    _ = zlib.end(stream)
    stream.deallocate()
  }

  /// Takes bytes from the beginning of `input`, and adds what they hold to `output`, no more than `room` bytes.
  func inflate(_ input: inout ArraySlice<UInt8>, into output: inout [UInt8], room: Int) throws(ArchiveProblem) {
    guard !isAtEnd, room > 0 else { return }
    let given = min(input.count, Int(Int32.max))
    let size = min(room, max(64 << 10, given), 1 << 20)
    var (status, left) = (Z_OK, given)
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      input.withUnsafeBufferPointer { bytes in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(given)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(size)
        status = zlib.inflate(stream, Z_NO_FLUSH)
        left = Int(stream.pointee.avail_in)
        initialized = size - Int(stream.pointee.avail_out)
      }
    }
    input = input.dropFirst(given - left)
    output += piece
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isAtEnd = true
    default: throw ArchiveProblem("its compressed data are broken")
    }
  }
}

/// The same for Brotli: https://www.rfc-editor.org/rfc/rfc7932
enum Brotli {
  private static let library: OffscreenBrotli? = {
    var brotli = OffscreenBrotli()
    return offscreen_brotli_open(&brotli) == 0 ? nil : brotli
  }()

  /// The bytes, no more than `most` and one. Nil where they are no such stream; of one that is cut off, what there is.
  static func decoded(_ bytes: [UInt8], most: Int) throws(ArchiveProblem) -> [UInt8]? {
    guard let brotli = library else {
      throw ArchiveProblem(
        "it is compressed with Brotli, and libbrotlidec.so.1 is not there: apt-get install libbrotli1")
    }
    guard let decoder = brotli.create(nil, nil, nil) else { throw ArchiveProblem("there is not enough memory") }
    defer { brotli.destroy(decoder) }
    var output: [UInt8] = []
    var position = 0
    while output.count <= most {
      var status = Int32(OFFSCREEN_BROTLI_ERROR)
      let size = 64 << 10
      let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
        bytes[position...].withUnsafeBufferPointer { input in
          var (available, room) = (input.count, size)
          var (next, target) = (input.baseAddress, buffer.baseAddress)
          status = brotli.decompress(decoder, &available, &next, &room, &target, nil)
          position += input.count - available
          initialized = size - room
        }
      }
      output += piece
      switch Int(status) {
      case OFFSCREEN_BROTLI_NEEDS_OUTPUT: continue
      case OFFSCREEN_BROTLI_SUCCESS, OFFSCREEN_BROTLI_NEEDS_INPUT: return output
      default: return nil
      }
    }
    return output
  }
}
