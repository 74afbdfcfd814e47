/// Text as bytes of an encoding. https://encoding.spec.whatwg.org/#encoders
package struct Encoder {
  private let encoding: Encoding
  private var output: [UInt8] = []
  private var mode = Mode.ascii

  /// Of ISO-2022-JP.
  private enum Mode { case ascii, roman, double }

  private init(_ encoding: Encoding) { self.encoding = encoding }

  /// The encoding that bytes are sent in. https://encoding.spec.whatwg.org/#get-an-output-encoding
  package static func output(of encoding: Encoding) -> Encoding {
    switch encoding {
    case .replacement, .utf16BE, .utf16LE: .utf8
    default: encoding
    }
  }

  /// `unmappable`: what stands for a code point that the encoding has not.
  package static func encode(_ text: String, as encoding: Encoding, unmappable: (UInt32) -> [UInt8]) -> [UInt8] {
    guard output(of: encoding) != .utf8 else { return Array(text.utf8) }
    var encoder = Encoder(encoding)
    for scalar in text.unicodeScalars where !encoder.append(scalar.value) {
      encoder.leaveDouble()
      encoder.output += unmappable(encoder.replaced(scalar.value))
    }
    if encoder.mode != .ascii { encoder.enter(.ascii) }
    return encoder.output
  }

  /// A query of an address: what the encoding has not is said as a character reference, percent-encoded.
  /// https://url.spec.whatwg.org/#string-percent-encode-after-encoding
  package static func query(_ text: ArraySlice<UInt8>, as encoding: Encoding) -> [UInt8] {
    encode(String(decoding: text, as: UTF8.self), as: encoding) { Array("%26%23\($0)%3B".utf8) }
  }

  /// Appends a code point; false where the encoding has none.
  private mutating func append(_ codePoint: UInt32) -> Bool {
    if encoding == .iso2022JP { return iso2022JP(codePoint) }
    if codePoint < 0x80 {
      output.append(UInt8(codePoint))
      return true
    }
    switch encoding {
    case .gbk: return gb18030(codePoint, isGBK: true)
    case .gb18030: return gb18030(codePoint, isGBK: false)
    case .big5: return append(MultiBytePointers.big5[codePoint], 157, lead: 0x81) { $0 + ($0 < 0x3F ? 0x40 : 0x62) }
    case .eucKR: return append(MultiBytePointers.eucKR[codePoint], 190, lead: 0x81) { $0 + 0x41 }
    case .eucJP: return eucJP(codePoint)
    case .shiftJIS: return shiftJIS(codePoint)
    case .userDefined:
      guard (0xF780...0xF7FF).contains(codePoint) else { return false }
      output.append(UInt8(codePoint - 0xF780 + 0x80))
      return true
    default:
      guard codePoint != 0xFFFD, let table = SingleByteTables.upperHalf(encoding),
        let place = table.firstIndex(where: { UInt32($0) == codePoint })
      else { return false }
      output.append(UInt8(0x80 + place))
      return true
    }
  }

  private mutating func append(_ pointer: Int?, _ row: Int, lead: Int, trail: (Int) -> Int) -> Bool {
    guard let pointer else { return false }
    let (first, second) = pointer.quotientAndRemainder(dividingBy: row)
    output.append(UInt8(truncatingIfNeeded: first + lead))
    output.append(UInt8(truncatingIfNeeded: trail(second)))
    return true
  }

  // MARK: Chinese

  /// https://encoding.spec.whatwg.org/#gb18030-encoder
  private mutating func gb18030(_ codePoint: UInt32, isGBK: Bool) -> Bool {
    if codePoint == 0xE5E5 { return false }
    if isGBK, codePoint == 0x20AC {
      output.append(0x80)
      return true
    }
    if let bytes = Self.privateGB18030[codePoint] {
      output += [UInt8(bytes >> 8), UInt8(bytes & 0xFF)]
      return true
    }
    if append(MultiBytePointers.gb18030[codePoint], 190, lead: 0x81, trail: { $0 + ($0 < 0x3F ? 0x40 : 0x41) }) {
      return true
    }
    if isGBK { return false }
    let pointer: Int
    if codePoint == 0xE7C7 {
      pointer = 7457
    } else if codePoint >= 0x10000 {
      pointer = Int(codePoint) - 0x10000 + 189_000
    } else if let found = MultiBytePointers.gb18030Ranges[codePoint] {
      pointer = found
    } else {
      return false
    }
    output += [
      UInt8(pointer / 12600 + 0x81), UInt8(pointer % 12600 / 1260 + 0x30), UInt8(pointer % 1260 / 10 + 0x81),
      UInt8(pointer % 10 + 0x30),
    ]
    return true
  }

  /// Private characters of earlier editions keep their bytes.
  private static let privateGB18030: [UInt32: Int] = [
    0xE81E: 0xFE59, 0xE826: 0xFE61, 0xE82B: 0xFE66, 0xE82C: 0xFE67, 0xE832: 0xFE6D, 0xE843: 0xFE7E, 0xE854: 0xFE90,
    0xE864: 0xFEA0, 0xE78D: 0xA6D9, 0xE78F: 0xA6DB, 0xE78E: 0xA6DA, 0xE790: 0xA6DC, 0xE791: 0xA6DD, 0xE792: 0xA6DE,
    0xE793: 0xA6DF, 0xE794: 0xA6EC, 0xE795: 0xA6ED, 0xE796: 0xA6F3,
  ]

  // MARK: Japanese

  /// https://encoding.spec.whatwg.org/#euc-jp-encoder
  private mutating func eucJP(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0xA5: output.append(0x5C)
    case 0x203E: output.append(0x7E)
    case 0xFF61...0xFF9F: output += [0x8E, UInt8(codePoint - 0xFF61 + 0xA1)]
    default:
      return append(MultiBytePointers.jis0208[codePoint == 0x2212 ? 0xFF0D : codePoint], 94, lead: 0xA1) { $0 + 0xA1 }
    }
    return true
  }

  /// https://encoding.spec.whatwg.org/#shift_jis-encoder
  private mutating func shiftJIS(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x80: output.append(0x80)
    case 0xA5: output.append(0x5C)
    case 0x203E: output.append(0x7E)
    case 0xFF61...0xFF9F: output.append(UInt8(codePoint - 0xFF61 + 0xA1))
    default:
      let pointer = MultiBytePointers.shiftJIS[codePoint == 0x2212 ? 0xFF0D : codePoint]
      return append(pointer, 188, lead: (pointer ?? 0) / 188 < 0x1F ? 0x81 : 0xC1) { $0 + ($0 < 0x3F ? 0x40 : 0x41) }
    }
    return true
  }

  /// https://encoding.spec.whatwg.org/#iso-2022-jp-encoder
  private mutating func iso2022JP(_ codePoint: UInt32) -> Bool {
    if codePoint == 0x0E || codePoint == 0x0F || codePoint == 0x1B { return false }
    if codePoint < 0x80, mode != .roman || codePoint != 0x5C && codePoint != 0x7E {
      if mode == .double { enter(.ascii) }
      output.append(UInt8(codePoint))
      return true
    }
    if codePoint == 0x5C || codePoint == 0x7E {
      enter(.ascii)
      output.append(UInt8(codePoint))
      return true
    }
    if codePoint == 0xA5 || codePoint == 0x203E {
      if mode != .roman { enter(.roman) }
      output.append(codePoint == 0xA5 ? 0x5C : 0x7E)
      return true
    }
    var codePoint = codePoint
    if codePoint == 0x2212 { codePoint = 0xFF0D }
    if (0xFF61...0xFF9F).contains(codePoint) { codePoint = Self.fullKatakana[Int(codePoint - 0xFF61)] }
    guard let pointer = MultiBytePointers.jis0208[codePoint] else { return false }
    if mode != .double { enter(.double) }
    return append(pointer, 94, lead: 0x21) { $0 + 0x21 }
  }

  private mutating func enter(_ next: Mode) {
    mode = next
    output += next == .ascii ? [0x1B, 0x28, 0x42] : next == .roman ? [0x1B, 0x28, 0x4A] : [0x1B, 0x24, 0x42]
  }

  /// What stands for an error is written in ASCII.
  private mutating func leaveDouble() {
    if mode == .double { enter(.ascii) }
  }

  /// ISO-2022-JP's control characters are unsafe: U+FFFD is said in their place.
  private func replaced(_ codePoint: UInt32) -> UInt32 {
    encoding == .iso2022JP && (codePoint == 0x0E || codePoint == 0x0F || codePoint == 0x1B) ? 0xFFFD : codePoint
  }

  /// https://encoding.spec.whatwg.org/index-iso-2022-jp-katakana.txt
  private static let fullKatakana: [UInt32] =
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
    .unicodeScalars.map(\.value)
}
