import OffscreenPlatform

/// Turns bytes of any encoding into valid UTF-8, with U+FFFD for invalid sequences.
/// https://encoding.spec.whatwg.org/#decode
package enum Decoder {
  /// Decodes a whole document; a byte order mark of the encoding is left out.
  package static func decode(_ bytes: [UInt8], as encoding: Encoding) -> [UInt8] {
    if encoding == .utf8 { return utf8(bytes) }
    let mark: [UInt8]? = encoding == .utf16LE ? [0xFF, 0xFE] : encoding == .utf16BE ? [0xFE, 0xFF] : nil
    let isMarked = mark.map { bytes.starts(with: $0) } ?? false
    var decoder = StreamingDecoder(encoding)
    var output: [UInt8] = []
    _ = decoder.decode(isMarked ? Array(bytes[2...]) : bytes, isLast: true, into: &output)
    return output
  }

  /// Carriage returns, alone or before a line feed, become line feeds.
  /// https://infra.spec.whatwg.org/#normalize-newlines
  static func normalizeNewlines(_ bytes: inout [UInt8]) {
    let first = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { start in
        memchr(start, 0x0D, bytes.count).map { UnsafeRawPointer($0) - start }
      }
    }
    guard var read = first else { return }
    var write = read
    let count = bytes.count
    bytes.withUnsafeMutableBufferPointer { bytes in
      while read < count {
        let byte = bytes[read]
        read += 1
        if byte == 0x0D {
          if read < count, bytes[read] == 0x0A { read += 1 }
          bytes[write] = 0x0A
        } else {
          bytes[write] = byte
        }
        write += 1
      }
    }
    bytes.removeLast(count - write)
  }

  // MARK: Unicode

  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // Optimization: nearly all documents are valid and are taken as they are.
    let isValid = bytes.withUnsafeBufferPointer { isValidUTF8($0) }
    if isValid { return mark == 0 ? bytes : Array(bytes[mark...]) }
    return Array(String(decoding: bytes[mark...], as: UTF8.self).utf8)
  }

  package static func isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    let count = bytes.count
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return true }
    func isTrail(_ index: Int) -> Bool { index < count && bytes[index] & 0xC0 == 0x80 }
    while index < count {
      if index + 32 <= count {
        let block = base.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
        if (block[0] | block[1] | block[2] | block[3]) & 0x8080_8080_8080_8080 == 0 {
          index += 32
          continue
        }
      }
      let byte = bytes[index]
      switch byte {
      case 0x00...0x7F: index += 1
      case 0xC2...0xDF:
        guard isTrail(index + 1) else { return false }
        index += 2
      case 0xE0...0xEF:
        guard isTrail(index + 1), isTrail(index + 2) else { return false }
        if byte == 0xE0, bytes[index + 1] < 0xA0 { return false }
        if byte == 0xED, bytes[index + 1] > 0x9F { return false }
        index += 3
      case 0xF0...0xF4:
        guard isTrail(index + 1), isTrail(index + 2), isTrail(index + 3) else { return false }
        if byte == 0xF0, bytes[index + 1] < 0x90 { return false }
        if byte == 0xF4, bytes[index + 1] > 0x8F { return false }
        index += 4
      default: return false
      }
    }
    return true
  }

  /// Appends a code point, which is a scalar value, as UTF-8.
  static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    func trail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F }
    if scalar < 0x80 {
      output.append(UInt8(truncatingIfNeeded: scalar))
    } else if scalar < 0x800 {
      output.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      output.append(trail(0))
    } else if scalar < 0x10000 {
      output.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      output.append(trail(6))
      output.append(trail(0))
    } else {
      output.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      output.append(trail(12))
      output.append(trail(6))
      output.append(trail(0))
    }
  }
}
