/// Decodes bytes that come in pieces: what is not whole at the end of one piece waits for the next.
/// https://encoding.spec.whatwg.org/#decoders
package struct StreamingDecoder: Sendable {
  let encoding: Encoding
  /// Whether it stops at the first error, rather than write U+FFFD.
  let isFatal: Bool
  /// Bytes that begin a character, three at most.
  private var pending: [UInt8] = []
  private var mode = JISMode.ascii
  /// Of ISO-2022-JP: where it goes back to after an escape sequence that is none.
  private var outputMode = JISMode.ascii
  /// Of ISO-2022-JP: whether an escape sequence came last.
  private var hasEscaped = false

  private enum JISMode: Int, Sendable {
    case ascii, roman, katakana, double
  }

  package init(_ encoding: Encoding, isFatal: Bool = false) {
    (self.encoding, self.isFatal) = (encoding, isFatal)
    // Optimization: 128 numbers, which every piece of a text would otherwise make anew.
    upperHalf =
      encoding == .userDefined ? (0..<128).map { 0xF780 + $0 } : SingleByteTables.upperHalf(encoding) ?? []
  }

  private let upperHalf: [UInt16]

  /// What it goes on from, as a number below 2^40, for those who keep it.
  package var state: Int {
    get {
      let bytes = pending.reduce(0) { $0 << 8 | Int($1) }
      return bytes | pending.count << 24 | mode.rawValue << 28 | outputMode.rawValue << 32 | (hasEscaped ? 1 << 36 : 0)
    }
    set {
      pending = (0..<min(3, newValue >> 24 & 15)).reversed().map { UInt8(truncatingIfNeeded: newValue >> ($0 * 8)) }
      mode = JISMode(rawValue: newValue >> 28 & 15) ?? .ascii
      outputMode = JISMode(rawValue: newValue >> 32 & 15) ?? .ascii
      hasEscaped = newValue >> 36 & 1 == 1
    }
  }

  /// Appends text in UTF-8. False where there is an error, and errors are fatal.
  package mutating func decode(_ bytes: [UInt8], isLast: Bool, into output: inout [UInt8]) -> Bool {
    let input = pending.isEmpty ? bytes : pending + bytes
    pending = []
    output.reserveCapacity(output.count + input.count)
    return input.withUnsafeBufferPointer { input in
      var index = 0
      while index < input.count {
        if mode == .ascii, input[index] < 0x80, isASCIICompatible {
          let start = index
          while index < input.count, input[index] < 0x80 { index += 1 }
          output.append(contentsOf: input[start..<index])
          continue
        }
        switch step(input, index) {
        case .character(let codePoint, let length):
          Decoder.append(codePoint, to: &output)
          index += length
        case .pair(let first, let second, let length):
          Decoder.append(first, to: &output)
          Decoder.append(second, to: &output)
          index += length
        case .nothing(let length): index += length
        case .invalid(let length):
          if isFatal { return false }
          Decoder.append(0xFFFD, to: &output)
          index += length
        case .unfinished:
          if !isLast {
            pending = Array(input[index...])
            return true
          }
          if isFatal { return false }
          Decoder.append(0xFFFD, to: &output)
          index = endOfUnfinished(index, input.count)
        }
      }
      return true
    }
  }

  private var isASCIICompatible: Bool {
    encoding != .utf16LE && encoding != .utf16BE && encoding != .iso2022JP && encoding != .replacement
  }

  /// An escape sequence that the end cuts off is read as text; all else that is cut off is one error.
  private func endOfUnfinished(_ index: Int, _ count: Int) -> Int { encoding == .iso2022JP ? index + 1 : count }

  private enum Step {
    case character(UInt32, Int)
    case pair(UInt32, UInt32, Int)
    case nothing(Int)
    /// So many bytes are one error.
    case invalid(Int)
    case unfinished
  }

  private mutating func step(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    switch encoding {
    case .utf8: utf8(input, index)
    case .utf16LE: utf16(input, index, highByte: 1)
    case .utf16BE: utf16(input, index, highByte: 0)
    case .replacement: .invalid(input.count - index)
    case .gbk, .gb18030: gb18030(input, index)
    case .big5: big5(input, index)
    case .eucJP: eucJP(input, index)
    case .shiftJIS: shiftJIS(input, index)
    case .eucKR: eucKR(input, index)
    case .iso2022JP: iso2022JP(input, index)
    default: singleByte(input[index])
    }
  }

  private func singleByte(_ byte: UInt8) -> Step {
    if byte < 0x80 { return .character(UInt32(byte), 1) }
    guard upperHalf.count == 128, upperHalf[Int(byte & 0x7F)] != 0xFFFD else { return .invalid(1) }
    return .character(UInt32(upperHalf[Int(byte & 0x7F)]), 1)
  }

  // MARK: Unicode

  /// https://encoding.spec.whatwg.org/#utf-8-decoder
  private func utf8(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let lead = input[index]
    let needed: Int
    var codePoint: UInt32
    var range: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: return .character(UInt32(lead), 1)
    case 0xC2...0xDF: (needed, codePoint) = (1, UInt32(lead & 0x1F))
    case 0xE0...0xEF:
      (needed, codePoint) = (2, UInt32(lead & 0x0F))
      if lead == 0xE0 { range = 0xA0...0xBF }
      if lead == 0xED { range = 0x80...0x9F }
    case 0xF0...0xF4:
      (needed, codePoint) = (3, UInt32(lead & 0x07))
      if lead == 0xF0 { range = 0x90...0xBF }
      if lead == 0xF4 { range = 0x80...0x8F }
    default: return .invalid(1)
    }
    for offset in 1...needed {
      guard index + offset < input.count else { return .unfinished }
      guard range.contains(input[index + offset]) else { return .invalid(offset) }
      codePoint = codePoint << 6 | UInt32(input[index + offset] & 0x3F)
      range = 0x80...0xBF
    }
    return .character(codePoint, needed + 1)
  }

  /// https://encoding.spec.whatwg.org/#shared-utf-16-decoder
  private func utf16(_ input: UnsafeBufferPointer<UInt8>, _ index: Int, highByte: Int) -> Step {
    func unit(_ index: Int) -> UInt32? {
      guard index + 1 < input.count else { return nil }
      return UInt32(input[index + highByte]) << 8 | UInt32(input[index + 1 - highByte])
    }
    guard let first = unit(index) else { return .unfinished }
    if first & 0xF800 != 0xD800 { return .character(first, 2) }
    if first >= 0xDC00 { return .invalid(2) }
    guard let second = unit(index + 2) else { return .unfinished }
    guard second & 0xFC00 == 0xDC00 else { return .invalid(2) }
    return .character(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), 4)
  }

  // MARK: Chinese and Korean

  /// A pointer's character; without one, a second byte of ASCII is read again.
  private func character(_ codePoint: UInt32?, before trail: UInt8) -> Step {
    codePoint.map { .character($0, 2) } ?? .invalid(trail < 0x80 ? 1 : 2)
  }

  /// https://encoding.spec.whatwg.org/#gb18030-decoder
  private func gb18030(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let first = input[index]
    if first < 0x80 { return .character(UInt32(first), 1) }
    if first == 0x80 { return .character(0x20AC, 1) }
    if first == 0xFF { return .invalid(1) }
    guard index + 1 < input.count else { return .unfinished }
    let second = input[index + 1]
    if (0x30...0x39).contains(second) {
      guard index + 2 < input.count else { return .unfinished }
      let third = input[index + 2]
      guard (0x81...0xFE).contains(third) else { return .invalid(1) }
      guard index + 3 < input.count else { return .unfinished }
      let fourth = input[index + 3]
      guard (0x30...0x39).contains(fourth) else { return .invalid(1) }
      let pointer =
        ((Int(first) - 0x81) * 10 + Int(second) - 0x30) * 1260 + (Int(third) - 0x81) * 10 + Int(fourth) - 0x30
      return Self.rangesCodePoint(pointer).map { .character($0, 4) } ?? .invalid(4)
    }
    var codePoint: UInt32?
    if (0x40...0x7E).contains(second) || (0x80...0xFE).contains(second) {
      let offset = second < 0x7F ? 0x40 : 0x41
      codePoint = MultiByteIndex.gb18030[(Int(first) - 0x81) * 190 + Int(second) - offset]
    }
    return character(codePoint, before: second)
  }

  private static func rangesCodePoint(_ pointer: Int) -> UInt32? {
    if pointer == 7457 { return 0xE7C7 }
    if pointer <= 39419 { return MultiByteIndex.gb18030Ranges[pointer] }
    guard (189_000...1_237_575).contains(pointer) else { return nil }
    return UInt32(0x10000 + pointer - 189_000)
  }

  /// https://encoding.spec.whatwg.org/#big5-decoder
  private func big5(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let lead = input[index]
    if lead < 0x80 { return .character(UInt32(lead), 1) }
    guard (0x81...0xFE).contains(lead) else { return .invalid(1) }
    guard index + 1 < input.count else { return .unfinished }
    let trail = input[index + 1]
    var codePoint: UInt32?
    if (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) {
      let pointer = (Int(lead) - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
      switch pointer {
      case 1133: return .pair(0xCA, 0x304, 2)
      case 1135: return .pair(0xCA, 0x30C, 2)
      case 1164: return .pair(0xEA, 0x304, 2)
      case 1166: return .pair(0xEA, 0x30C, 2)
      default: codePoint = MultiByteIndex.big5[pointer]
      }
    }
    return character(codePoint, before: trail)
  }

  /// https://encoding.spec.whatwg.org/#euc-kr-decoder
  private func eucKR(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let lead = input[index]
    if lead < 0x80 { return .character(UInt32(lead), 1) }
    guard (0x81...0xFE).contains(lead) else { return .invalid(1) }
    guard index + 1 < input.count else { return .unfinished }
    let trail = input[index + 1]
    var codePoint: UInt32?
    if (0x41...0xFE).contains(trail) {
      codePoint = MultiByteIndex.eucKR[(Int(lead) - 0x81) * 190 + Int(trail) - 0x41]
    }
    return character(codePoint, before: trail)
  }

  // MARK: Japanese

  /// https://encoding.spec.whatwg.org/#euc-jp-decoder
  private func eucJP(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let lead = input[index]
    if lead < 0x80 { return .character(UInt32(lead), 1) }
    guard lead == 0x8E || lead == 0x8F || (0xA1...0xFE).contains(lead) else { return .invalid(1) }
    guard index + 1 < input.count else { return .unfinished }
    let second = input[index + 1]
    if lead == 0x8E, (0xA1...0xDF).contains(second) { return .character(0xFF61 - 0xA1 + UInt32(second), 2) }
    guard (0xA1...0xFE).contains(second), lead != 0x8E else { return .invalid(second < 0x80 ? 1 : 2) }
    if lead != 0x8F {
      return character(MultiByteIndex.jis0208[(Int(lead) - 0xA1) * 94 + Int(second) - 0xA1], before: second)
    }
    guard index + 2 < input.count else { return .unfinished }
    let third = input[index + 2]
    if (0xA1...0xFE).contains(third),
      let codePoint = MultiByteIndex.jis0212[(Int(second) - 0xA1) * 94 + Int(third) - 0xA1]
    {
      return .character(codePoint, 3)
    }
    return .invalid(third < 0x80 ? 2 : 3)
  }

  /// https://encoding.spec.whatwg.org/#shift_jis-decoder
  private func shiftJIS(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let lead = input[index]
    if lead <= 0x80 { return .character(UInt32(lead), 1) }
    if (0xA1...0xDF).contains(lead) { return .character(0xFF61 - 0xA1 + UInt32(lead), 1) }
    guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead) else { return .invalid(1) }
    guard index + 1 < input.count else { return .unfinished }
    let trail = input[index + 1]
    var codePoint: UInt32?
    if (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) {
      let pointer = (Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
      if (8836...10715).contains(pointer) { return .character(UInt32(0xE000 - 8836 + pointer), 2) }
      codePoint = MultiByteIndex.jis0208[pointer]
    }
    return character(codePoint, before: trail)
  }

  /// https://encoding.spec.whatwg.org/#iso-2022-jp-decoder
  private mutating func iso2022JP(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let byte = input[index]
    if byte == 0x1B { return escape(input, index) }
    switch mode {
    case .ascii, .roman:
      hasEscaped = false
      guard byte < 0x80, byte != 0x0E, byte != 0x0F else { return .invalid(1) }
      if mode == .roman, byte == 0x5C { return .character(0xA5, 1) }
      if mode == .roman, byte == 0x7E { return .character(0x203E, 1) }
      return .character(UInt32(byte), 1)
    case .katakana:
      hasEscaped = false
      return (0x21...0x5F).contains(byte) ? .character(0xFF61 - 0x21 + UInt32(byte), 1) : .invalid(1)
    case .double:
      hasEscaped = false
      guard (0x21...0x7E).contains(byte) else { return .invalid(1) }
      guard index + 1 < input.count else { return .unfinished }
      let trail = input[index + 1]
      if trail == 0x1B { return .invalid(1) }
      guard (0x21...0x7E).contains(trail) else { return .invalid(2) }
      let codePoint = MultiByteIndex.jis0208[(Int(byte) - 0x21) * 94 + Int(trail) - 0x21]
      return codePoint.map { .character($0, 2) } ?? .invalid(2)
    }
  }

  private mutating func escape(_ input: UnsafeBufferPointer<UInt8>, _ index: Int) -> Step {
    let (second, third) = (
      index + 1 < input.count ? input[index + 1] : nil, index + 2 < input.count ? input[index + 2] : nil
    )
    if second == nil { return .unfinished }
    if third == nil, second == 0x24 || second == 0x28 { return .unfinished }
    let next: JISMode? =
      switch (second, third) {
      case (0x28, 0x42): .ascii
      case (0x28, 0x4A): .roman
      case (0x28, 0x49): .katakana
      case (0x24, 0x40), (0x24, 0x42): .double
      default: nil
      }
    guard let next else {
      hasEscaped = false
      mode = outputMode
      return .invalid(1)
    }
    (mode, outputMode) = (next, next)
    let isSecond = hasEscaped
    hasEscaped = true
    return isSecond ? .invalid(3) : .nothing(3)
  }
}
