import OffscreenPlatform

/// A zlib stream of the rows of a picture.
///
/// General compressors spend their time in looking for matches that pictures of pages hardly have.
/// This one looks in three places: at the row above, at the pixel before, and where the same two
/// pixels were seen last. Photographs have no such matches: a row below one that had few is written
/// as differences from pixel to pixel, which take fewer bits.
/// https://www.rfc-editor.org/rfc/rfc1950
struct PictureCompressor {
  /// The compressed bytes so far, for the caller to take.
  private(set) var output = BitWriter()

  private let pixelBytes: Int
  private let rowBytes: Int
  private var block = DeflateBlock()
  private var checksum = RowChecksum()

  /// The rows, of which the last 32 KiB before the current one are kept.
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var filled = 0

  /// Whether the last row consisted of single bytes more than of matches. Once filtered, rows stay so
  /// until half of one are long matches.
  private var isDense = false

  /// Where pairs of pixels were last seen: their place in the whole stream and one, or 0.
  private let seen: UnsafeMutablePointer<UInt32>
  /// The place in the stream of the buffer's first byte.
  private var origin = 0

  private static let window = 1 << 15
  private static let hashBits: UInt64 = 14
  private static let longest = 258

  /// `rowBytes` counts the filter byte that comes first in every row of a PNG.
  init(pixelBytes: Int, rowBytes: Int) {
    self.pixelBytes = pixelBytes
    self.rowBytes = rowBytes
    capacity = Self.window + max(1 << 17, rowBytes)
    buffer = Self.zeros(capacity + 16)
    seen = Self.zeros(1 << Int(Self.hashBits))
    // The window is 32 KiB, the level "fastest".
    output.reserve(2)
    output.write(0x78, 8)
    output.write(0x01, 8)
  }

  func deallocate() {
    output.deallocate()
    block.deallocate()
    free(buffer)
    free(seen)
  }

  private static func zeros<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Element> {
    guard let memory = calloc(count, MemoryLayout<Element>.stride) else { preconditionFailure("out of memory") }
    return memory.bindMemory(to: Element.self, capacity: count)
  }

  /// Adds the next row, which `fill` writes. At the end of the space given to it lie 8 bytes that it
  /// may overwrite. `isCopy` says that the row is the same as the one above.
  @inline(__always)
  mutating func addRow(isCopy: Bool, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    if filled + rowBytes > capacity { slide() }
    let row = buffer + filled
    if isCopy, filled >= rowBytes {
      memcpy(row, row - rowBytes, rowBytes)
      checksum.addAgain(rowBytes)
    } else {
      fill(row)
      if isDense, pixelBytes > 1 { filter(row) }
      checksum.add(row, rowBytes)
    }
    compressRow(from: filled, isCopy: isCopy && filled >= rowBytes && rowBytes <= Self.window)
    filled += rowBytes
  }

  /// Ends the stream.
  mutating func finish() {
    block.write(to: &output, isLast: true)
    output.reserve(8)
    output.alignToByte()
    for shift in [24, 16, 8, 0] as [UInt32] { output.write(UInt64((checksum.value >> shift) & 255), 8) }
  }

  mutating func removeOutput() { output.removeAll() }

  private mutating func slide() {
    // One whole row is kept even where it is longer than the window: the row above may be copied.
    let kept = min(filled, max(Self.window, min(rowBytes, capacity - rowBytes)))
    memmove(buffer, buffer + filled - kept, kept)
    origin += filled - kept
    filled = kept
    // Places are kept in 32 bits: after 2 GiB of rows all are forgotten.
    if origin >= 1 << 31 {
      seen.update(repeating: 0, count: 1 << Int(Self.hashBits))
      origin = 0
    }
  }

  /// The filter "Sub": each byte less the same byte of the pixel before.
  /// https://www.w3.org/TR/png-3/#9Filter-types
  private func filter(_ row: UnsafeMutablePointer<UInt8>) {
    row[0] = 1
    let bytes = UnsafeMutableRawPointer(row)
    // From the end to the start, so that what is subtracted is still there.
    var position = rowBytes
    while position >= 1 + pixelBytes + 16 {
      position -= 16
      let value = bytes.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
      let before = bytes.loadUnaligned(fromByteOffset: position - pixelBytes, as: SIMD16<UInt8>.self)
      bytes.storeBytes(of: value &- before, toByteOffset: position, as: SIMD16<UInt8>.self)
    }
    while position > 1 + pixelBytes {
      position -= 1
      row[position] &-= row[position - pixelBytes]
    }
  }

  private mutating func compressRow(from start: Int, isCopy: Bool) {
    let end = start &+ rowBytes
    var position = start
    let isFiltered = buffer[start] != 0
    // What is worth a match: in differences, single bytes are cheap.
    let least = isFiltered ? 4 &* pixelBytes : 2 &* pixelBytes
    var (literals, longBytes) = (0, 0)
    let above = start >= rowBytes && rowBytes <= Self.window ? rowBytes : 0
    if isCopy {
      var whole = rowBytes / Self.longest
      position &+= whole &* Self.longest
      while whole > 0 {
        if block.room < 4 { block.write(to: &output, isLast: false) }
        let count = min(whole, block.room &- 3)
        block.matches(count, length: Self.longest, distance: above)
        whole &-= count
      }
      let rest = end &- position
      if rest >= 3 {
        if block.room < 4 { block.write(to: &output, isLast: false) }
        block.match(length: rest, distance: above)
        position &+= rest
      }
    }
    while position < end {
      if block.room < 16 { block.write(to: &output, isLast: false) }
      let most = min(Self.longest, end &- position)
      var length = 0
      var distance = 0
      if above > 0 {
        length = equalBytes(at: position, and: position &- above, most)
        distance = above
      }
      if position == start {
        // The filter byte comes before the first pixel: after it, all steps are whole pixels.
        if length < 3 {
          block.literal(buffer[position])
          position &+= 1
          continue
        }
        length = 1 &+ (length &- 1) / pixelBytes &* pixelBytes
        if length >= 3 {
          block.match(length: length, distance: distance)
          position &+= length
        } else {
          block.literal(buffer[position])
          position &+= 1
        }
        continue
      }
      if length < most {
        let run = position &- start > pixelBytes ? equalBytes(at: position, and: position &- pixelBytes, most) : 0
        if run > length { (length, distance) = (run, pixelBytes) }
        if length < 4 &* pixelBytes, !isFiltered {
          let slot = hash(at: position)
          let place = Int(seen[slot]) &- 1 &- origin
          seen[slot] = UInt32(truncatingIfNeeded: position &+ origin &+ 1)
          if place >= 0, place < position, position &- place <= Self.window {
            let found = equalBytes(at: position, and: place, most)
            if found > length &+ 1 { (length, distance) = (found, position &- place) }
          }
        }
      }
      if length >= Self.longest {
        length = Self.longest / pixelBytes &* pixelBytes
      } else if length < end &- position {
        length = length / pixelBytes &* pixelBytes
      }
      if length >= 3, length >= least || (!isFiltered && (distance == pixelBytes || distance == above)) {
        if length >= 8 &* pixelBytes { longBytes &+= length }
        block.match(length: length, distance: distance)
        position &+= length
      } else {
        let count = min(pixelBytes, end &- position)
        literals &+= count
        for _ in 0..<count {
          block.literal(buffer[position])
          position &+= 1
        }
      }
    }
    if !isCopy { isDense = isFiltered ? longBytes &* 2 < rowBytes : literals &* 2 > rowBytes }
  }

  @inline(__always)
  private func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// How many bytes from the two places on are equal, at most `most`. Reads up to 8 bytes more.
  @inline(__always)
  private func equalBytes(at first: Int, and second: Int, _ most: Int) -> Int {
    let a = UnsafeRawPointer(buffer + first)
    let b = UnsafeRawPointer(buffer + second)
    let first = word(a, 0) ^ word(b, 0)
    if first != 0 { return min(most, first.trailingZeroBitCount &>> 3) }
    var length = 8
    // Optimization: what begins with as much is long, more often than not.
    while length &+ 32 <= most {
      var difference: UInt64 = 0
      difference |= word(a, length) ^ word(b, length)
      difference |= word(a, length &+ 8) ^ word(b, length &+ 8)
      difference |= word(a, length &+ 16) ^ word(b, length &+ 16)
      difference |= word(a, length &+ 24) ^ word(b, length &+ 24)
      if difference != 0 { break }
      length &+= 32
    }
    while length < most {
      let difference = word(a, length) ^ word(b, length)
      if difference != 0 {
        return min(most, length &+ difference.trailingZeroBitCount &>> 3)
      }
      length &+= 8
    }
    return most
  }

  /// A slot for the two pixels at a place.
  @inline(__always)
  private func hash(at position: Int) -> Int {
    var value = UnsafeRawPointer(buffer + position).loadUnaligned(as: UInt64.self)
    value &<<= UInt64(truncatingIfNeeded: pixelBytes == 3 ? 16 : pixelBytes == 4 ? 0 : 32)
    return Int(truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- Self.hashBits))
  }
}
