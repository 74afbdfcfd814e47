/// Cuts preprocessed UTF-8 into tokens.
/// https://drafts.csswg.org/css-syntax-3/#tokenizer-algorithms
struct Tokenizer {
  private(set) var tokens: [Token] = []
  /// Texts that are not in the source as they stand there; in the buffer they follow the source.
  private(set) var decoded: [UInt8] = []

  private struct OpenBlock {
    var closer: UInt8
    /// Index of the opening token, or -1 where it was dropped.
    var token: Int32
  }
  private var open: [OpenBlock] = []
  private let sourceCount: Int
  private let unicodeRanges: Bool
  private var source = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var position = 0

  init(sourceCount: Int, unicodeRanges: Bool) {
    self.sourceCount = sourceCount
    self.unicodeRanges = unicodeRanges
  }

  mutating func run(_ source: UnsafeBufferPointer<UInt8>) {
    self.source = source
    tokens.reserveCapacity(source.count / 4 + 16)
    while position < source.count, tokens.count < TokenBuffer.maximumTokens { consumeToken() }
    for block in open where block.token >= 0 {
      tokens[Int(block.token)].payload = UInt64(tokens.count)
    }
    self.source = UnsafeBufferPointer(start: nil, count: 0)
  }

  // MARK: Input

  /// The byte at `offset` from the position; 0 at the end (a NUL is never in the input).
  @inline(__always) private func byte(_ offset: Int = 0) -> UInt8 {
    let index = position &+ offset
    return index < source.count ? source[index] : 0
  }

  @inline(__always) private var isAtEnd: Bool { position >= source.count }

  /// https://drafts.csswg.org/css-syntax-3/#check-if-two-code-points-are-a-valid-escape
  @inline(__always) private func isValidEscape(_ offset: Int = 0) -> Bool {
    byte(offset) == 0x5C && byte(offset &+ 1) != 0x0A
  }

  /// https://drafts.csswg.org/css-syntax-3/#check-if-three-code-points-would-start-an-ident-sequence
  @inline(__always) private func startsIdent(_ offset: Int = 0) -> Bool {
    let first = byte(offset)
    if first.isIdentStart { return true }
    if first == 0x2D {
      let second = byte(offset &+ 1)
      return second.isIdentStart || second == 0x2D || isValidEscape(offset &+ 1)
    }
    return first == 0x5C && isValidEscape(offset)
  }

  /// https://drafts.csswg.org/css-syntax-3/#check-if-three-code-points-would-start-a-number
  @inline(__always) private func startsNumber() -> Bool {
    let first = byte()
    if first.isDigit { return true }
    if first == 0x2E { return byte(1).isDigit }
    guard first == 0x2B || first == 0x2D else { return false }
    return byte(1).isDigit || (byte(1) == 0x2E && byte(2).isDigit)
  }

  // MARK: Output

  @inline(__always)
  private mutating func emit(
    _ kind: Token.Kind, from start: Int, text: Range<Int> = 0..<0, flags: Token.Flags = [],
    delim: UInt8 = 0, payload: UInt64 = 0
  ) {
    guard open.count <= TokenBuffer.maximumDepth else { return }
    tokens.append(
      Token(
        kind, start: start, end: position, text: text, flags: flags, delim: delim, payload: payload))
  }

  private mutating func emitOpening(
    _ kind: Token.Kind, from start: Int, text: Range<Int> = 0..<0, flags: Token.Flags = [], closer: UInt8
  ) {
    let isKept = open.count < TokenBuffer.maximumDepth
    if isKept { emit(kind, from: start, text: text, flags: flags) }
    open.append(OpenBlock(closer: closer, token: isKept ? Int32(tokens.count - 1) : -1))
  }

  /// A closing bracket ends the innermost block if it is of its kind; otherwise it is a token like
  /// others, and an error to parsers.
  private mutating func emitClosing(_ kind: Token.Kind, _ closer: UInt8) {
    position += 1
    if let block = open.last, block.closer == closer {
      open.removeLast()
      guard block.token >= 0 else { return }
      tokens[Int(block.token)].payload = UInt64(tokens.count)
    }
    emit(kind, from: position - 1)
  }

  private mutating func emitOne(_ kind: Token.Kind, count: Int = 1) {
    position += count
    emit(kind, from: position - count)
  }

  private mutating func emitDelim() {
    let delim = byte()
    position += 1
    emit(.delim, from: position - 1, delim: delim)
  }

  // MARK: Tokens

  /// https://drafts.csswg.org/css-syntax-3/#consume-token
  private mutating func consumeToken() {
    let start = position
    let first = source[position]
    switch first {
    case 0x20, 0x0A, 0x09:
      repeat { position += 1 } while byte().isCSSWhitespace
      emit(.whitespace, from: start)
    case 0x61...0x7A, 0x41...0x5A, 0x5F, 0x80...0xFF: consumeIdentLike()
    case 0x30...0x39: consumeNumeric()
    case 0x3A: emitOne(.colon)
    case 0x3B: emitOne(.semicolon)
    case 0x2C: emitOne(.comma)
    case 0x7B:
      position += 1
      emitOpening(.openCurly, from: start, closer: 0x7D)
    case 0x28:
      position += 1
      emitOpening(.openParenthesis, from: start, closer: 0x29)
    case 0x5B:
      position += 1
      emitOpening(.openSquare, from: start, closer: 0x5D)
    case 0x7D: emitClosing(.closeCurly, 0x7D)
    case 0x29: emitClosing(.closeParenthesis, 0x29)
    case 0x5D: emitClosing(.closeSquare, 0x5D)
    case 0x2F where byte(1) == 0x2A: skipComment()
    case 0x22, 0x27: consumeString(ending: first)
    case 0x23:
      guard byte(1).isIdent || isValidEscape(1) else { return emitDelim() }
      position += 1
      let flags: Token.Flags = startsIdent() ? .id : []
      let (text, escaped) = consumeName()
      emit(.hash, from: start, text: text, flags: escaped ? flags.union(.escaped) : flags)
    case 0x2B, 0x2E: if startsNumber() { consumeNumeric() } else { emitDelim() }
    case 0x2D:
      if startsNumber() {
        consumeNumeric()
      } else if byte(1) == 0x2D, byte(2) == 0x3E {
        emitOne(.cdc, count: 3)
      } else if startsIdent() {
        consumeIdentLike()
      } else {
        emitDelim()
      }
    case 0x3C where byte(1) == 0x21 && byte(2) == 0x2D && byte(3) == 0x2D: emitOne(.cdo, count: 4)
    case 0x40:
      guard startsIdent(1) else { return emitDelim() }
      position += 1
      let (text, escaped) = consumeName()
      emit(.atKeyword, from: start, text: text, flags: escaped ? .escaped : [])
    case 0x5C: if isValidEscape() { consumeIdentLike() } else { emitDelim() }
    default: emitDelim()
    }
  }

  private mutating func skipComment() {
    position += 2
    while !isAtEnd {
      if source[position] == 0x2A, byte(1) == 0x2F {
        position += 2
        return
      }
      position += 1
    }
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-name
  private mutating func consumeName() -> (text: Range<Int>, escaped: Bool) {
    let start = position
    while position < source.count, source[position].isIdent { position += 1 }
    guard byte() == 0x5C, isValidEscape() else { return (start..<position, false) }
    let decodedStart = decoded.count
    decoded.append(contentsOf: source[start..<position])
    while !isAtEnd {
      if source[position].isIdent {
        decoded.append(source[position])
        position += 1
      } else if isValidEscape() {
        consumeEscape()
      } else {
        break
      }
    }
    return (sourceCount + decodedStart..<sourceCount + decoded.count, true)
  }

  /// Appends the code point of an escape, whose backslash is next, to `decoded`.
  /// https://drafts.csswg.org/css-syntax-3/#consume-escaped-code-point
  private mutating func consumeEscape() {
    position += 1
    guard !isAtEnd else { return decoded.append(codePoint: 0xFFFD) }
    let first = source[position]
    guard first.isHexDigit else {
      decoded.append(first)
      position += 1
      while !isAtEnd, source[position] & 0xC0 == 0x80, first >= 0x80 {
        decoded.append(source[position])
        position += 1
      }
      return
    }
    var value: UInt32 = 0
    var digits = 0
    while digits < 6, byte().isHexDigit {
      value = value << 4 | byte().hexValue
      position += 1
      digits += 1
    }
    if byte().isCSSWhitespace { position += 1 }
    decoded.append(codePoint: value == 0 ? 0xFFFD : value)
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-ident-like-token
  private mutating func consumeIdentLike() {
    let start = position
    if unicodeRanges, byte() | 0x20 == 0x75, byte(1) == 0x2B, byte(2).isHexDigit || byte(2) == 0x3F {
      return consumeUnicodeRange()
    }
    let (text, escaped) = consumeName()
    let flags: Token.Flags = escaped ? .escaped : []
    guard byte() == 0x28 else { return emit(.ident, from: start, text: text, flags: flags) }
    position += 1
    if isURL(text) {
      while byte().isCSSWhitespace, byte(1).isCSSWhitespace { position += 1 }
      let next = byte().isCSSWhitespace ? byte(1) : byte()
      if next != 0x22, next != 0x27 { return consumeURL(from: start) }
    }
    emitOpening(.function, from: start, text: text, flags: flags, closer: 0x29)
  }

  private func isURL(_ text: Range<Int>) -> Bool {
    guard text.count == 3 else { return false }
    if text.upperBound <= sourceCount {
      let first = text.lowerBound
      return source[first] | 0x20 == 0x75 && source[first + 1] | 0x20 == 0x72
        && source[first + 2] | 0x20 == 0x6C
    }
    let name = decoded[text.lowerBound - sourceCount..<text.upperBound - sourceCount]
    return name.map(\.asciiLowercased).elementsEqual("url".utf8)
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-string-token
  private mutating func consumeString(ending quote: UInt8) {
    let start = position
    position += 1
    let contentStart = position
    // Optimization: the content is a part of the source until an escape says otherwise.
    while position < source.count, source[position] != quote, source[position] != 0x5C,
      source[position] != 0x0A
    {
      position += 1
    }
    if byte() != 0x5C || isAtEnd {
      let text = contentStart..<position
      if byte() == 0x0A { return emit(.badString, from: start) }
      if !isAtEnd { position += 1 }
      return emit(.string, from: start, text: text)
    }
    let decodedStart = decoded.count
    decoded.append(contentsOf: source[contentStart..<position])
    while !isAtEnd {
      let next = source[position]
      if next == quote {
        position += 1
        break
      }
      if next == 0x0A { return emit(.badString, from: start) }
      if next != 0x5C {
        decoded.append(next)
        position += 1
      } else if position + 1 == source.count {
        position += 1
      } else if byte(1) == 0x0A {
        position += 2
      } else {
        consumeEscape()
      }
    }
    emit(
      .string, from: start, text: sourceCount + decodedStart..<sourceCount + decoded.count, flags: .escaped)
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-url-token
  private mutating func consumeURL(from start: Int) {
    while byte().isCSSWhitespace { position += 1 }
    let contentStart = position
    let decodedStart = decoded.count
    var isDecoded = false
    var contentEnd = position
    while !isAtEnd {
      let next = source[position]
      if next == 0x29 || next.isCSSWhitespace { break }
      if next == 0x22 || next == 0x27 || next == 0x28 || next.isNonPrintable {
        return consumeBadURL(from: start)
      }
      if next == 0x5C {
        guard isValidEscape() else { return consumeBadURL(from: start) }
        if !isDecoded { decoded.append(contentsOf: source[contentStart..<position]) }
        isDecoded = true
        consumeEscape()
      } else {
        if isDecoded { decoded.append(next) }
        position += 1
      }
    }
    contentEnd = position
    while byte().isCSSWhitespace { position += 1 }
    if !isAtEnd {
      guard byte() == 0x29 else { return consumeBadURL(from: start) }
      position += 1
    }
    if isDecoded {
      emit(
        .url, from: start, text: sourceCount + decodedStart..<sourceCount + decoded.count, flags: .escaped)
    } else {
      emit(.url, from: start, text: contentStart..<contentEnd)
    }
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-remnants-of-bad-url
  private mutating func consumeBadURL(from start: Int) {
    while !isAtEnd {
      if source[position] == 0x29 {
        position += 1
        break
      }
      position += source[position] == 0x5C && isValidEscape() ? 2 : 1
    }
    position = min(position, source.count)
    emit(.badURL, from: start)
  }

  // MARK: Numbers

  /// https://drafts.csswg.org/css-syntax-3/#consume-numeric-token
  private mutating func consumeNumeric() {
    let start = position
    var (value, flags) = consumeNumber()
    if byte() == 0x25 {
      position += 1
      return emit(.percentage, from: start, flags: flags, payload: value.bitPattern)
    }
    guard startsIdent() else { return emit(.number, from: start, flags: flags, payload: value.bitPattern) }
    let (unit, escaped) = consumeName()
    if escaped { flags.insert(.escaped) }
    emit(.dimension, from: start, text: unit, flags: flags, payload: value.bitPattern)
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-number
  private mutating func consumeNumber() -> (Double, Token.Flags) {
    let start = position
    var flags: Token.Flags = .integer
    var mantissa: UInt64 = 0
    var digits = 0
    var fractionDigits = 0
    var hasExponent = false
    var isNegative = false
    if byte() == 0x2B || byte() == 0x2D {
      isNegative = byte() == 0x2D
      flags.insert(.signed)
      position += 1
    }
    while byte().isDigit {
      mantissa = mantissa &* 10 &+ UInt64(byte() &- 0x30)
      if mantissa != 0 { digits += 1 }
      position += 1
    }
    if byte() == 0x2E, byte(1).isDigit {
      flags.remove(.integer)
      position += 1
      while byte().isDigit {
        mantissa = mantissa &* 10 &+ UInt64(byte() &- 0x30)
        if mantissa != 0 { digits += 1 }
        fractionDigits += 1
        position += 1
      }
    }
    if byte() | 0x20 == 0x65,
      byte(1).isDigit || ((byte(1) == 0x2B || byte(1) == 0x2D) && byte(2).isDigit)
    {
      flags.remove(.integer)
      hasExponent = true
      position += byte(1).isDigit ? 1 : 2
      while byte().isDigit { position += 1 }
    }
    // Optimization: both numbers of the quotient are exact, so the quotient is rounded once.
    if !hasExponent, digits <= 15, fractionDigits <= 22 {
      let value = Double(mantissa) / Self.powersOfTen(fractionDigits)
      return (isNegative ? -value : value, flags)
    }
    let value = Double(String(decoding: source[start..<position], as: UTF8.self)) ?? 0
    let limit = Double.greatestFiniteMagnitude
    return (min(max(value, -limit), limit), flags)
  }

  @inline(__always) private static func powersOfTen(_ exponent: Int) -> Double {
    switch exponent {
    case 0: return 1
    case 1: return 10
    case 2: return 100
    case 3: return 1000
    default:
      var power = 1000.0
      for _ in 3..<exponent { power *= 10 }
      return power
    }
  }

  /// https://drafts.csswg.org/css-syntax-3/#consume-unicode-range-token
  private mutating func consumeUnicodeRange() {
    let start = position
    position += 2
    var digits = 0
    var first: UInt32 = 0
    while digits < 6, byte().isHexDigit {
      first = first << 4 | byte().hexValue
      digits += 1
      position += 1
    }
    var last = first
    if digits < 6, byte() == 0x3F {
      while digits < 6, byte() == 0x3F {
        first <<= 4
        last = last << 4 | 0xF
        digits += 1
        position += 1
      }
    } else if byte() == 0x2D, byte(1).isHexDigit {
      position += 1
      last = 0
      digits = 0
      while digits < 6, byte().isHexDigit {
        last = last << 4 | byte().hexValue
        digits += 1
        position += 1
      }
    }
    emit(.unicodeRange, from: start, payload: UInt64(first) << 32 | UInt64(last))
  }
}
