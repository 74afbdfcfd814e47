extension Tokenizer {
  /// Reads the character reference at `position`; the ampersand itself where there is none. The
  /// result is valid until the next reference is read.
  /// https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state
  mutating func characterReference(inAttribute: Bool) -> UnsafeBufferPointer<UInt8> {
    let start = position
    let first = input[start + 1]
    if first == 0x23, let scalar = numericReference() { return encoded(scalar) }
    if first.isASCIILetter, let value = namedReference(inAttribute: inAttribute) { return value }
    position = start + 1
    return UnsafeBufferPointer(start: input + start, count: 1)
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state
  private mutating func namedReference(inAttribute: Bool) -> UnsafeBufferPointer<UInt8>? {
    let start = position + 1
    var count = 0
    while count <= NamedCharacterReferences.longestName,
      input[start + count].isASCIILetter || input[start + count].isASCIIDigit
    {
      count += 1
    }
    if input[start + count] == 0x3B,
      let value = NamedCharacterReferences.find(
        UnsafeBufferPointer(start: input + start, count: count + 1))
    {
      position = start + count + 1
      return value
    }
    var shorter = min(count, NamedCharacterReferences.longestNameWithoutSemicolon)
    while shorter >= 2 {
      if let value = NamedCharacterReferences.find(
        UnsafeBufferPointer(start: input + start, count: shorter))
      {
        let after = input[start + shorter]
        if inAttribute, after == 0x3D || after.isASCIILetter || after.isASCIIDigit { return nil }
        position = start + shorter
        return value
      }
      shorter -= 1
    }
    return nil
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state
  private mutating func numericReference() -> UInt32? {
    var index = position + 2
    var value: UInt32 = 0
    let isHexadecimal = input[index] | 0x20 == 0x78
    if isHexadecimal { index += 1 }
    let first = index
    while true {
      let byte = input[index]
      let digit: UInt32
      if byte.isASCIIDigit {
        digit = UInt32(byte) - 0x30
      } else if isHexadecimal, (byte | 0x20) &- 0x61 < 6 {
        digit = UInt32(byte | 0x20) - 0x57
      } else {
        break
      }
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      index += 1
    }
    guard index > first else { return nil }
    if input[index] == 0x3B { index += 1 }
    position = index
    return Self.scalar(forReference: value)
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state
  private static func scalar(forReference value: UInt32) -> UInt32 {
    switch value {
    case 0, 0xD800...0xDFFF, 0x110000...: 0xFFFD
    case 0x80...0x9F:
      // What windows-1252 has in these places.
      UInt32(windows1252Controls[Int(value - 0x80)])
    default: value
    }
  }

  private static let windows1252Controls: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Writes a scalar value behind the input, in its padding.
  private func encoded(_ scalar: UInt32) -> UnsafeBufferPointer<UInt8> {
    let place = input + memory.count + TokenizerMemory.padding - 8
    func trail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F }
    if scalar < 0x80 {
      place[0] = UInt8(truncatingIfNeeded: scalar)
      return UnsafeBufferPointer(start: place, count: 1)
    }
    if scalar < 0x800 {
      place[0] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
      place[1] = trail(0)
      return UnsafeBufferPointer(start: place, count: 2)
    }
    if scalar < 0x10000 {
      place[0] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
      place[1] = trail(6)
      place[2] = trail(0)
      return UnsafeBufferPointer(start: place, count: 3)
    }
    place[0] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
    place[1] = trail(12)
    place[2] = trail(6)
    place[3] = trail(0)
    return UnsafeBufferPointer(start: place, count: 4)
  }
}
