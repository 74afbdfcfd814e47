/// Reads tokens from a script's source, one at a time.
struct SourceScanner {
  enum Goal {
    case script, module
  }

  let source: [UInt8]
  let goal: Goal
  private(set) var names = SourceNames()
  /// Where spaces must go so that what is no comment in a module is none in a script: `<!--` and `-->`.
  private(set) var gaps: [Int] = []

  init(_ source: [UInt8], goal: Goal) {
    (self.source, self.goal) = (source, goal)
  }

  /// The byte there; 0 after the end.
  @inline(__always)
  private func byte(_ position: Int) -> UInt8 { position < source.count ? source[position] : 0 }

  func error(_ message: String, at position: Int) -> SourceError {
    var (line, index) = (1, 0)
    while index < min(position, source.count) {
      let length = lineBreakLength(index)
      if length > 0 { line += 1 }
      index += max(1, length)
    }
    return SourceError(message: message, line: line)
  }

  // MARK: Tokens

  /// The token that begins at a position or after the white space there.
  mutating func scan(from position: Int) throws -> SourceToken {
    var (start, followsLineBreak) = try skipSpace(from: position)
    if goal == .script {
      // https://tc39.es/ecma262/#sec-html-like-comments
      while isHTMLComment(start, atLineStart: followsLineBreak || position == 0) {
        while start < source.count, lineBreakLength(start) == 0 { start += 1 }
        let (next, hasBreak) = try skipSpace(from: start)
        (start, followsLineBreak) = (next, followsLineBreak || hasBreak)
      }
    } else if isHTMLComment(start, atLineStart: followsLineBreak) {
      gaps.append(byte(start) == UInt8(ascii: "<") ? start + 1 : start + 2)
    }
    var token = try scanToken(at: start)
    token.followsLineBreak = followsLineBreak
    return token
  }

  private func isHTMLComment(_ position: Int, atLineStart: Bool) -> Bool {
    switch byte(position) {
    case UInt8(ascii: "<"): source[position...].starts(with: "<!--".utf8)
    case UInt8(ascii: "-"): atLineStart && source[position...].starts(with: "-->".utf8)
    default: false
    }
  }

  private mutating func scanToken(at start: Int) throws -> SourceToken {
    guard start < source.count else { return SourceToken(kind: .end, start: source.count, end: source.count) }
    let first = source[start]
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "$"),
      UInt8(ascii: "_"), UInt8(ascii: "\\"), 0x80...:
      return try scanName(at: start, from: start, kind: .name)
    case UInt8(ascii: "#"): return try scanName(at: start, from: start + 1, kind: .privateName)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return scanNumber(at: start)
    case UInt8(ascii: "."):
      if isDigit(byte(start + 1)) { return scanNumber(at: start) }
      return scanMark(at: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try scanString(at: start)
    case UInt8(ascii: "`"): return SourceToken(kind: .template, start: start, end: start + 1)
    default: return scanMark(at: start)
    }
  }

  private mutating func scanName(at start: Int, from first: Int, kind: SourceToken.Kind) throws -> SourceToken {
    var end = first
    while isPlainNameByte(byte(end)) { end += 1 }
    if byte(end) == UInt8(ascii: "\\") || byte(end) >= 0x80 {
      return try scanUncommonName(at: start, from: first, kind: kind)
    }
    guard end > first else { throw error("unexpected character", at: start) }
    return SourceToken(kind: kind, name: names.intern(source[first..<end]), start: start, end: end)
  }

  /// With escapes or letters beyond ASCII. Which letters a name may have is left to the engine.
  private mutating func scanUncommonName(at start: Int, from first: Int, kind: SourceToken.Kind) throws -> SourceToken {
    var (end, decoded, hasEscape) = (first, [UInt8](), false)
    while end < source.count {
      let byte = source[end]
      if byte == UInt8(ascii: "\\") {
        var units: [UInt16] = []
        guard self.byte(end + 1) == UInt8(ascii: "u"), let next = readUnicodeEscape(at: end + 1, into: &units) else {
          throw error("malformed escape in a name", at: end)
        }
        hasEscape = true
        decoded += String(decoding: units, as: UTF16.self).utf8
        end = next
      } else if isPlainNameByte(byte) || byte >= 0x80 && spaceLength(end) == 0 && lineBreakLength(end) == 0 {
        decoded.append(byte)
        end += 1
      } else {
        break
      }
    }
    guard end > first else { throw error("unexpected character", at: start) }
    let name = names.intern(decoded[...])
    return SourceToken(kind: kind, name: name, start: start, end: end, hasEscape: hasEscape)
  }

  private func scanNumber(at start: Int) -> SourceToken {
    var end = start
    var hasPoint = false
    let prefix = byte(start + 1) | 0x20
    let hasPrefix =
      byte(start) == UInt8(ascii: "0")
      && [UInt8(ascii: "x"), UInt8(ascii: "o"), UInt8(ascii: "b")].contains(prefix)
    while true {
      let byte = byte(end)
      if isPlainNameByte(byte) {
        end += 1
        let isExponent = byte | 0x20 == UInt8(ascii: "e") && !hasPrefix
        if isExponent, self.byte(end) == UInt8(ascii: "+") || self.byte(end) == UInt8(ascii: "-") { end += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint, !hasPrefix, !isOldOctal(start, end) {
        hasPoint = true
        end += 1
      } else {
        return SourceToken(kind: .number, start: start, end: end)
      }
    }
  }

  /// `010.x` is a property of the number 8.
  private func isOldOctal(_ start: Int, _ end: Int) -> Bool {
    end - start > 1 && source[start] == UInt8(ascii: "0")
      && source[start..<end].allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "7") }
  }

  private func scanString(at start: Int) throws -> SourceToken {
    let quote = source[start]
    var end = start + 1
    var hasEscape = false
    while end < source.count {
      switch source[end] {
      case quote:
        return SourceToken(kind: .string, start: start, end: end + 1, hasEscape: hasEscape)
      case UInt8(ascii: "\\"):
        hasEscape = true
        end += 1
        end += max(1, lineBreakLength(end))
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw error("a string has no end", at: start)
      default: end += 1
      }
    }
    throw error("a string has no end", at: start)
  }

  /// The rest of a template up to its end or to an expression in it.
  func scanTemplate(from position: Int) throws -> (end: Int, isLast: Bool) {
    var end = position
    while end < source.count {
      switch source[end] {
      case UInt8(ascii: "`"): return (end + 1, true)
      case UInt8(ascii: "$") where byte(end + 1) == UInt8(ascii: "{"): return (end + 2, false)
      case UInt8(ascii: "\\"): end += 2
      default: end += 1
      }
    }
    throw error("a template has no end", at: position)
  }

  /// A regular expression whose slash has been read as a mark. https://tc39.es/ecma262/#prod-RegularExpressionLiteral
  func scanRegularExpression(_ slash: SourceToken) throws -> SourceToken {
    var end = slash.start + 1
    var isInClass = false
    loop: while true {
      guard end < source.count, lineBreakLength(end) == 0 else {
        throw error("a regular expression has no end", at: slash.start)
      }
      switch source[end] {
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass: break loop
      case UInt8(ascii: "\\"):
        end += 1
        if lineBreakLength(end) > 0 { throw error("a regular expression has no end", at: slash.start) }
      default: break
      }
      end += 1
    }
    end += 1
    while isPlainNameByte(byte(end)) || byte(end) >= 0x80 && spaceLength(end) == 0 && lineBreakLength(end) == 0 {
      end += 1
    }
    var token = slash
    (token.kind, token.mark, token.end) = (.regularExpression, .none, min(end, source.count))
    return token
  }

  // MARK: Marks

  private func scanMark(at start: Int) -> SourceToken {
    let (mark, length) = mark(at: start)
    return SourceToken(kind: .mark, mark: mark, start: start, end: start + length)
  }

  private func mark(at start: Int) -> (SourceToken.Mark, Int) {
    let (first, second, third) = (source[start], byte(start + 1), byte(start + 2))
    let equals = UInt8(ascii: "=")
    /// Of an operator and what it is followed by `=`.
    func operation(_ length: Int, _ mark: SourceToken.Mark = .operation) -> (SourceToken.Mark, Int) {
      byte(start + length) == equals ? (.assignOperator, length + 1) : (mark, length)
    }
    switch first {
    case UInt8(ascii: "("): return (.openParenthesis, 1)
    case UInt8(ascii: ")"): return (.closeParenthesis, 1)
    case UInt8(ascii: "["): return (.openBracket, 1)
    case UInt8(ascii: "]"): return (.closeBracket, 1)
    case UInt8(ascii: "{"): return (.openBrace, 1)
    case UInt8(ascii: "}"): return (.closeBrace, 1)
    case UInt8(ascii: ";"): return (.semicolon, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: "~"): return (.negation, 1)
    case UInt8(ascii: "."): return second == first && third == first ? (.ellipsis, 3) : (.dot, 1)
    case UInt8(ascii: "?"):
      if second == first { return operation(2) }
      // `a?.5:b`
      return second == UInt8(ascii: ".") && !isDigit(third) ? (.optionalChain, 2) : (.question, 1)
    case equals:
      if second == UInt8(ascii: ">") { return (.arrow, 2) }
      if second == equals { return (.operation, third == equals ? 3 : 2) }
      return (.assign, 1)
    case UInt8(ascii: "!"):
      if second == equals { return (.operation, third == equals ? 3 : 2) }
      return (.negation, 1)
    case UInt8(ascii: "+"): return second == first ? (.increment, 2) : operation(1, .sign)
    case UInt8(ascii: "-"): return second == first ? (.decrement, 2) : operation(1, .sign)
    case UInt8(ascii: "*"): return second == first ? operation(2) : operation(1, .star)
    case UInt8(ascii: "/"): return second == equals ? (.slashAssign, 2) : (.slash, 1)
    case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"): return operation(second == first ? 2 : 1)
    case UInt8(ascii: ">"): return operation(second == first ? (third == first ? 3 : 2) : 1)
    case UInt8(ascii: "%"), UInt8(ascii: "^"): return operation(1)
    default: return (.none, 1)
    }
  }

  // MARK: Space

  private func skipSpace(from position: Int) throws -> (end: Int, hasLineBreak: Bool) {
    var (end, hasLineBreak) = (position, false)
    while end < source.count {
      switch source[end] {
      case 0x20, 0x09, 0x0B, 0x0C: end += 1
      case 0x0A, 0x0D:
        hasLineBreak = true
        end += 1
      case UInt8(ascii: "/") where byte(end + 1) == UInt8(ascii: "/"):
        while end < source.count, lineBreakLength(end) == 0 { end += 1 }
      case UInt8(ascii: "/") where byte(end + 1) == UInt8(ascii: "*"):
        let start = end
        end += 2
        while !(byte(end) == UInt8(ascii: "*") && byte(end + 1) == UInt8(ascii: "/")) {
          guard end < source.count else { throw error("a comment has no end", at: start) }
          if lineBreakLength(end) > 0 { hasLineBreak = true }
          end += 1
        }
        end += 2
      case 0x80...:
        let length = lineBreakLength(end)
        if length > 0 { hasLineBreak = true }
        let skipped = max(length, spaceLength(end))
        if skipped == 0 { return (end, hasLineBreak) }
        end += skipped
      default: return (end, hasLineBreak)
      }
    }
    return (min(end, source.count), hasLineBreak)
  }

  /// How many bytes the line terminator there has; 0 where there is none.
  func lineBreakLength(_ position: Int) -> Int {
    switch byte(position) {
    case 0x0A: 1
    case 0x0D: byte(position + 1) == 0x0A ? 2 : 1
    case 0xE2: byte(position + 1) == 0x80 && byte(position + 2) & 0xFE == 0xA8 ? 3 : 0
    default: 0
    }
  }

  /// The same of white space beyond ASCII. https://tc39.es/ecma262/#prod-WhiteSpace
  private func spaceLength(_ position: Int) -> Int {
    let (first, second, third) = (byte(position), byte(position + 1), byte(position + 2))
    switch first {
    case 0xC2: return second == 0xA0 ? 2 : 0
    case 0xE1: return second == 0x9A && third == 0x80 ? 3 : 0
    case 0xE2:
      let isSpace = second == 0x80 && (0x80...0x8A ~= third || third == 0xAF) || second == 0x81 && third == 0x9F
      return isSpace ? 3 : 0
    case 0xE3: return second == 0x80 && third == 0x80 ? 3 : 0
    case 0xEF: return second == 0xBB && third == 0xBF ? 3 : 0
    default: return 0
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  @inline(__always)
  private func isPlainNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  // MARK: Values of strings

  /// What a string says, in UTF-16: surrogates may stand alone. https://tc39.es/ecma262/#sec-static-semantics-sv
  func value(of string: SourceToken) throws -> [UInt16] {
    let inside = source[(string.start + 1)..<(string.end - 1)]
    if !string.hasEscape { return Array(String(decoding: inside, as: UTF8.self).utf16) }
    var units: [UInt16] = []
    var position = inside.startIndex
    while position < inside.endIndex {
      guard let slash = source[position..<inside.endIndex].firstIndex(of: UInt8(ascii: "\\")) else {
        units += String(decoding: source[position..<inside.endIndex], as: UTF8.self).utf16
        break
      }
      units += String(decoding: source[position..<slash], as: UTF8.self).utf16
      position = try readEscape(at: slash + 1, into: &units)
    }
    return units
  }

  private func readEscape(at position: Int, into units: inout [UInt16]) throws -> Int {
    let length = lineBreakLength(position)
    if length > 0 { return position + length }
    switch byte(position) {
    case UInt8(ascii: "n"): units.append(10)
    case UInt8(ascii: "r"): units.append(13)
    case UInt8(ascii: "t"): units.append(9)
    case UInt8(ascii: "b"): units.append(8)
    case UInt8(ascii: "v"): units.append(11)
    case UInt8(ascii: "f"): units.append(12)
    case UInt8(ascii: "0") where !isDigit(byte(position + 1)): units.append(0)
    case UInt8(ascii: "0")...UInt8(ascii: "7"): throw error("an octal escape in a string", at: position)
    case UInt8(ascii: "x"):
      guard let value = hexadecimal(position + 1, 2) else { throw error("malformed escape in a string", at: position) }
      units.append(value)
      return position + 3
    case UInt8(ascii: "u"):
      guard let next = readUnicodeEscape(at: position, into: &units) else {
        throw error("malformed escape in a string", at: position)
      }
      return next
    case 0x80...:
      // The bytes that follow belong to the same character.
      var end = position + 1
      while byte(end) & 0xC0 == 0x80 { end += 1 }
      units += String(decoding: source[position..<end], as: UTF8.self).utf16
      return end
    case let other: units.append(UInt16(other))
    }
    return position + 1
  }

  /// `position`: of the `u`. Gives where it ends, or nil.
  private func readUnicodeEscape(at position: Int, into units: inout [UInt16]) -> Int? {
    if byte(position + 1) == UInt8(ascii: "{") {
      var (end, value) = (position + 2, UInt32(0))
      while let digit = Character(Unicode.Scalar(byte(end))).hexDigitValue {
        value = value << 4 | UInt32(digit)
        if value > 0x10FFFF { return nil }
        end += 1
      }
      guard end > position + 2, byte(end) == UInt8(ascii: "}") else { return nil }
      if value > 0xFFFF {
        units += [UInt16(0xD7C0 + (value >> 10)), UInt16(0xDC00 | value & 0x3FF)]
      } else {
        units.append(UInt16(value))
      }
      return end + 1
    }
    guard let value = hexadecimal(position + 1, 4) else { return nil }
    units.append(value)
    return position + 5
  }

  private func hexadecimal(_ position: Int, _ count: Int) -> UInt16? {
    var value: UInt16 = 0
    for index in position..<(position + count) {
      guard let digit = Character(Unicode.Scalar(byte(index))).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
