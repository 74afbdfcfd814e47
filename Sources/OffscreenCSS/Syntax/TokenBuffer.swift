/// The tokens of one source, flat: a function or block is its opening token, which knows the index
/// of the one that closes it.
///
/// Comments are gone. Brackets nest at most `maximumDepth` deep: what stands deeper is not there.
package final class TokenBuffer: Sendable {
  /// The source after preprocessing, and behind it the decoded texts of tokens with escapes.
  package let bytes: [UInt8]
  package let sourceCount: Int
  package let tokens: [Token]
  /// The bytes that come from attributes; none in what is read from a sheet.
  let taints: [Range<Int>]

  /// Whether there is a `random()`.
  let hasRandomNumbers: Bool

  package static let maximumDepth = 64
  package static let maximumTokens = 4_000_000

  /// Tokenizes UTF-8. `unicodeRanges` makes `u+26` and its like one token, as the `unicode-range`
  /// descriptor wants it.
  package convenience init(_ source: some Collection<UInt8>, unicodeRanges: Bool = false) {
    self.init(source, unicodeRanges: unicodeRanges, taints: [])
  }

  init(_ source: some Collection<UInt8>, unicodeRanges: Bool = false, taints: [Range<Int>]) {
    self.taints = taints
    var bytes = Self.preprocess(source)
    sourceCount = bytes.count
    var tokenizer = Tokenizer(sourceCount: bytes.count, unicodeRanges: unicodeRanges)
    bytes.withUnsafeBufferPointer { tokenizer.run($0) }
    bytes.append(contentsOf: tokenizer.decoded)
    self.bytes = bytes
    let tokens = tokenizer.tokens
    self.tokens = tokens
    hasRandomNumbers = bytes.withUnsafeBufferPointer { bytes in
      tokens.contains { token in
        token.kind == .function
          && Self.isEqual(bytes[Int(token.textStart)..<Int(token.textEnd)], "random")
      }
    }
  }

  package convenience init(_ source: String, unicodeRanges: Bool = false) {
    self.init(Array(source.utf8), unicodeRanges: unicodeRanges)
  }

  /// https://drafts.csswg.org/css-syntax-3/#input-preprocessing
  private static func preprocess(_ source: some Collection<UInt8>) -> [UInt8] {
    var bytes = Array(source.prefix(256 << 20))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // Optimization: most sheets need no change.
    guard bytes.contains(where: { $0 == 0x0D || $0 == 0x0C || $0 == 0 }) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x0D, 0x0C: result.append(0x0A)
      case 0x0A where index > 0 && bytes[index - 1] == 0x0D: break
      case 0: result.append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: result.append(byte)
      }
    }
    return result
  }

  // MARK: Texts

  /// The name, content or unit of a token, as it was written but for escapes.
  package func string(_ token: Token) -> String {
    withText(token) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same with ASCII letters in lower case.
  package func lowercased(_ token: Token) -> String {
    withText(token) { text in
      String(unsafeUninitializedCapacity: text.count) { target in
        for index in text.indices { target[index] = text[index].asciiLowercased }
        return text.count
      }
    }
  }

  @inline(__always)
  package func withText<Result>(_ token: Token, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[Int(token.textStart)..<Int(token.textEnd)]))
    }
  }

  /// Whether the token's text is `name` but for the case of ASCII letters; `name` in lower case.
  @inline(__always)
  package func matches(_ token: Token, _ name: StaticString) -> Bool {
    guard Int(token.textEnd) &- Int(token.textStart) == name.utf8CodeUnitCount else { return false }
    return withText(token) { Self.isEqual($0[...], name) }
  }

  @inline(__always)
  private static func isEqual(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard text.count == count else { return false }
    for index in 0..<count where text[text.startIndex &+ index].asciiLowercased != name.utf8Start[index] {
      return false
    }
    return true
  }

  /// Whether the name begins with two dashes: a custom property, or another name of the page's.
  package func isCustomName(_ token: Token) -> Bool {
    withText(token) { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D }
  }

  /// These tokens without the whitespace at their end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, tokens[end - 1].kind == .whitespace { end -= 1 }
    return range.lowerBound..<end
  }

  /// What was written from the first of these tokens to the last, comments included.
  package func source(of range: Range<Int>) -> ArraySlice<UInt8> {
    let range = range.clamped(to: 0..<tokens.count)
    guard let first = range.first, let last = range.last else { return [] }
    let start = Int(tokens[first].start)
    return bytes[start..<max(start, Int(tokens[last].end))]
  }
}
