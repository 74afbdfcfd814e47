/// One block of a deflate stream: literals and matches collected until it is written with codes of
/// its own.
/// https://www.rfc-editor.org/rfc/rfc1951#section-3.2.7
struct DeflateBlock {
  /// A literal is its byte; a match has the top bit, its length in bits 16... and its distance less
  /// one in bits 0...15.
  private let tokens: UnsafeMutablePointer<UInt32>
  private var count = 0
  private let lengthFrequencies: UnsafeMutablePointer<UInt32>
  private let distanceFrequencies: UnsafeMutablePointer<UInt32>

  static let capacity = 1 << 15
  private static let lengthSymbols = 286
  private static let distanceSymbols = 30

  init() {
    tokens = .allocate(capacity: Self.capacity)
    lengthFrequencies = .allocate(capacity: Self.lengthSymbols)
    lengthFrequencies.initialize(repeating: 0, count: Self.lengthSymbols)
    distanceFrequencies = .allocate(capacity: Self.distanceSymbols)
    distanceFrequencies.initialize(repeating: 0, count: Self.distanceSymbols)
  }

  func deallocate() {
    tokens.deallocate()
    lengthFrequencies.deallocate()
    distanceFrequencies.deallocate()
  }

  /// How many more tokens fit.
  var room: Int { Self.capacity &- count }

  @inline(__always)
  mutating func literal(_ byte: UInt8) {
    tokens[count] = UInt32(byte)
    count &+= 1
    lengthFrequencies[Int(byte)] &+= 1
  }

  /// `length` from 3 to 258, `distance` from 1 to 32,768.
  @inline(__always)
  mutating func match(length: Int, distance: Int) {
    tokens[count] =
      0x8000_0000 | UInt32(truncatingIfNeeded: length) &<< 16
      | UInt32(truncatingIfNeeded: distance &- 1)
    count &+= 1
    lengthFrequencies[LengthSymbol(length).symbol] &+= 1
    distanceFrequencies[DistanceSymbol(distance).symbol] &+= 1
  }

  /// The same match so many times.
  mutating func matches(_ times: Int, length: Int, distance: Int) {
    guard times > 0 else { return }
    let token =
      0x8000_0000 | UInt32(truncatingIfNeeded: length) &<< 16 | UInt32(truncatingIfNeeded: distance &- 1)
    (tokens + count).update(repeating: token, count: times)
    count &+= times
    lengthFrequencies[LengthSymbol(length).symbol] &+= UInt32(truncatingIfNeeded: times)
    distanceFrequencies[DistanceSymbol(distance).symbol] &+= UInt32(truncatingIfNeeded: times)
  }

  /// Writes the block with codes made for it, and empties it.
  mutating func write(to writer: inout BitWriter, isLast: Bool) {
    // A token takes at most 15 + 5 + 15 + 13 bits, the header less than 400 bytes.
    writer.reserve(count * 6 + 512)
    lengthFrequencies[256] = 1  // the end of the block
    let lengthCode = HuffmanCode(
      frequencies: Array(UnsafeBufferPointer(start: lengthFrequencies, count: Self.lengthSymbols)),
      limit: 15)
    let distanceCode = HuffmanCode(
      frequencies: Array(UnsafeBufferPointer(start: distanceFrequencies, count: Self.distanceSymbols)),
      limit: 15)
    writeHeader(to: &writer, isLast: isLast, lengthCode.lengths, distanceCode.lengths)

    lengthCode.codes.withUnsafeBufferPointer { codes in
      lengthCode.lengths.withUnsafeBufferPointer { widths in
        distanceCode.codes.withUnsafeBufferPointer { distanceCodes in
          distanceCode.lengths.withUnsafeBufferPointer { distanceWidths in
            // Optimization: rows like those above them are the same match many times.
            var (last, bits, width): (UInt32, UInt64, UInt64) = (0, 0, 0)
            for index in 0..<count {
              let token = tokens[index]
              if token < 256 {
                writer.write(UInt64(codes[Int(token)]), UInt64(widths[Int(token)]))
                continue
              }
              if token == last {
                writer.write(bits, width)
                continue
              }
              last = token
              let length = LengthSymbol(Int((token >> 16) & 0x1FF))
              let distance = DistanceSymbol(Int(token & 0xFFFF) &+ 1)
              bits = UInt64(codes[length.symbol])
              width = UInt64(widths[length.symbol])
              bits |= length.extra &<< width
              width &+= length.extraWidth
              bits |= UInt64(distanceCodes[distance.symbol]) &<< width
              width &+= UInt64(distanceWidths[distance.symbol])
              bits |= distance.extra &<< width
              width &+= distance.extraWidth
              writer.write(bits, width)
            }
            writer.write(UInt64(codes[256]), UInt64(widths[256]))
          }
        }
      }
    }
    count = 0
    lengthFrequencies.update(repeating: 0, count: Self.lengthSymbols)
    distanceFrequencies.update(repeating: 0, count: Self.distanceSymbols)
  }

  /// The lengths of both codes, run-length coded, in a code of their own.
  private func writeHeader(
    to writer: inout BitWriter, isLast: Bool, _ lengths: [UInt8], _ distances: [UInt8]
  ) {
    let lengthCount = max(257, (lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    let all = lengths.prefix(lengthCount) + distances.prefix(distanceCount)

    var items: [(symbol: Int, extra: UInt64, extraWidth: UInt64)] = []
    var frequencies = [UInt32](repeating: 0, count: 19)
    func add(_ symbol: Int, _ extra: Int, _ width: UInt64) {
      items.append((symbol, UInt64(extra), width))
      frequencies[symbol] += 1
    }
    var index = all.startIndex
    while index < all.endIndex {
      let value = all[index]
      var run = 1
      while index + run < all.endIndex, all[index + run] == value { run += 1 }
      index += run
      if value == 0 {
        while run >= 11 {
          let part = min(run, 138)
          add(18, part - 11, 7)
          run -= part
        }
        if run >= 3 {
          add(17, run - 3, 3)
          run = 0
        }
      } else {
        add(Int(value), 0, 0)
        run -= 1
        while run >= 3 {
          let part = min(run, 6)
          add(16, part - 3, 2)
          run -= part
        }
      }
      for _ in 0..<run { add(Int(value), 0, 0) }
    }

    let code = HuffmanCode(frequencies: frequencies, limit: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let orderCount = max(4, (order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    writer.write(isLast ? 1 : 0, 1)
    writer.write(2, 2)
    writer.write(UInt64(lengthCount - 257), 5)
    writer.write(UInt64(distanceCount - 1), 5)
    writer.write(UInt64(orderCount - 4), 4)
    for symbol in order.prefix(orderCount) { writer.write(UInt64(code.lengths[symbol]), 3) }
    for item in items {
      writer.write(UInt64(code.codes[item.symbol]), UInt64(code.lengths[item.symbol]))
      writer.write(item.extra, item.extraWidth)
    }
  }
}

/// The symbol of a match's length and the bits that follow it.
/// Optimization: computed; the table of RFC 1951 is regular but for its last entry.
private struct LengthSymbol {
  let symbol: Int
  let extra: UInt64
  let extraWidth: UInt64

  @inline(__always)
  init(_ length: Int) {
    let value = UInt32(truncatingIfNeeded: length &- 3)
    if value < 8 {
      (symbol, extra, extraWidth) = (257 &+ Int(value), 0, 0)
    } else if value == 255 {
      (symbol, extra, extraWidth) = (285, 0, 0)
    } else {
      let top = 31 &- UInt32(truncatingIfNeeded: value.leadingZeroBitCount)
      let width = top &- 2
      symbol = 257 &+ Int(4 &* (top &- 1) &+ ((value &>> width) & 3))
      extra = UInt64(value & ((1 &<< width) &- 1))
      extraWidth = UInt64(width)
    }
  }
}

private struct DistanceSymbol {
  let symbol: Int
  let extra: UInt64
  let extraWidth: UInt64

  @inline(__always)
  init(_ distance: Int) {
    let value = UInt32(truncatingIfNeeded: distance &- 1)
    if value < 4 {
      (symbol, extra, extraWidth) = (Int(value), 0, 0)
    } else {
      let top = 31 &- UInt32(truncatingIfNeeded: value.leadingZeroBitCount)
      let width = top &- 1
      symbol = Int(2 &* top &+ ((value &>> width) & 1))
      extra = UInt64(value & ((1 &<< width) &- 1))
      extraWidth = UInt64(width)
    }
  }
}
