import CXML
import OffscreenPlatform

/// Turns bytes of any encoding into valid UTF-8, with U+FFFD for invalid sequences.
/// https://encoding.spec.whatwg.org/#decode
package enum Decoder {
  /// Decodes a whole document; a byte order mark of the encoding is left out.
  package static func decode(_ bytes: [UInt8], as encoding: Encoding) -> [UInt8] {
    switch encoding {
    case .utf8: return utf8(bytes)
    case .utf16LE: return utf16(bytes, highByte: 1)
    case .utf16BE: return utf16(bytes, highByte: 0)
    case .replacement: return bytes.isEmpty ? [] : replacement
    case .userDefined:
      return singleByte(bytes, upperHalf: (0..<128).map { 0xF780 + $0 })
    case .gbk, .gb18030: return converted(bytes, from: "GB18030")
    case .big5: return converted(bytes, from: "BIG5-HKSCS")
    case .eucJP: return converted(bytes, from: "EUC-JP-MS")
    case .iso2022JP: return converted(bytes, from: "ISO-2022-JP-3")
    case .shiftJIS: return converted(bytes, from: "CP932")
    case .eucKR: return converted(bytes, from: "CP949")
    case .ibm866, .iso8859_2, .iso8859_3, .iso8859_4, .iso8859_5, .iso8859_6, .iso8859_7, .iso8859_8,
      .iso8859_8I, .iso8859_10, .iso8859_13, .iso8859_14, .iso8859_15, .iso8859_16, .koi8R, .koi8U,
      .macintosh, .windows874, .windows1250, .windows1251, .windows1252, .windows1253, .windows1254,
      .windows1255, .windows1256, .windows1257, .windows1258, .macCyrillic:
      return singleByte(bytes, upperHalf: SingleByteTables.upperHalf(encoding) ?? [])
    }
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

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

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

  /// https://encoding.spec.whatwg.org/#shared-utf-16-decoder
  private static func utf16(_ bytes: [UInt8], highByte: Int) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    func unit(_ index: Int) -> UInt32 {
      UInt32(bytes[index + highByte]) << 8 | UInt32(bytes[index + 1 - highByte])
    }
    var index = 0
    if bytes.count >= 2, unit(0) == 0xFEFF { index = 2 }
    while index + 1 < bytes.count {
      let first = unit(index)
      index += 2
      if first & 0xF800 != 0xD800 {
        append(first, to: &output)
      } else if first < 0xDC00, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
        append(0x10000 + (first - 0xD800) << 10 + (unit(index) - 0xDC00), to: &output)
        index += 2
      } else {
        append(0xFFFD, to: &output)
      }
    }
    if index < bytes.count { append(0xFFFD, to: &output) }
    return output
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

  // MARK: Legacy encodings

  private static func singleByte(_ bytes: [UInt8], upperHalf: [UInt16]) -> [UInt8] {
    guard upperHalf.count == 128, let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 4)
    output.append(contentsOf: bytes[..<first])
    for byte in bytes[first...] {
      if byte < 0x80 { output.append(byte) } else { append(UInt32(upperHalf[Int(byte & 0x7F)]), to: &output) }
    }
    return output
  }

  /// The C library's tables. They differ from the standard's in a few hundred rare characters.
  private static func converted(_ bytes: [UInt8], from name: String) -> [UInt8] {
    guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else {
      return bytes.map { $0 < 0x80 ? $0 : 0x3F }
    }
    defer { iconv_close(converter) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    var input = bytes
    var chunk = [UInt8](repeating: 0, count: 16384)
    input.withUnsafeMutableBytes { input in
      var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let result = chunk.withUnsafeMutableBytes { chunk in
          var write = chunk.baseAddress?.assumingMemoryBound(to: CChar.self)
          var room = chunk.count
          let result = iconv(converter, &next, &left, &write, &room)
          output.append(contentsOf: chunk[..<(chunk.count - room)])
          return Int(truncatingIfNeeded: result) == -1 ? errno : 0
        }
        guard result != 0, result != E2BIG else { continue }
        // An invalid sequence, or the end within one. Where its second byte could
        // not be part of a character it is read again.
        guard left > 0, let at = next else { break }
        if UInt8(bitPattern: at[0]) == 0x80, name == "GB18030" {
          // The standard's one addition to it: the euro sign of code page 936.
          output.append(contentsOf: [0xE2, 0x82, 0xAC])
          next = at + 1
          left -= 1
          continue
        }
        output.append(contentsOf: replacement)
        let isLead = UInt8(bitPattern: at[0]) >= 0x80
        let skipped = isLead && left > 1 && UInt8(bitPattern: at[1]) >= 0x80 ? 2 : 1
        next = at + skipped
        left -= skipped
      }
    }
    // What the converter still holds back, to see whether a combining character follows.
    chunk.withUnsafeMutableBytes { chunk in
      var write = chunk.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = chunk.count
      _ = iconv(converter, nil, nil, &write, &room)
      output.append(contentsOf: chunk[..<(chunk.count - room)])
    }
    return output
  }
}
