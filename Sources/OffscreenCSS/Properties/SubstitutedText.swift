/// A value as it is put together, with what of it comes from attributes.
/// https://drafts.csswg.org/css-values-5/#attr-security
struct SubstitutedText {
  private(set) var bytes: [UInt8] = []
  private(set) var taints: [Range<Int>] = []
  /// More of them are one.
  private static let mostTaints = 1_000

  var count: Int { bytes.count }

  mutating func append(_ text: String, isTainted: Bool = false) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    if isTainted { taint(start..<bytes.count) }
  }

  /// Tokens of a buffer, of which some may be tainted.
  mutating func append(_ tokens: Range<Int>, of buffer: TokenBuffer) {
    let source = buffer.source(of: tokens)
    let start = bytes.count
    bytes.append(contentsOf: source)
    for taint in buffer.taints where taint.overlaps(source.indices) {
      let part = taint.clamped(to: source.indices)
      self.taint(part.lowerBound - source.startIndex + start..<part.upperBound - source.startIndex + start)
    }
  }

  private mutating func taint(_ range: Range<Int>) {
    if range.isEmpty { return }
    if taints.count < Self.mostTaints {
      taints.append(range)
    } else {
      taints = [0..<bytes.count]
    }
  }

  var buffer: TokenBuffer { TokenBuffer(bytes, taints: taints) }
}

extension TokenBuffer {
  /// A value in another form: all of it comes from attributes where some of the first form does.
  convenience init(_ bytes: [UInt8], taintedLike other: TokenBuffer) {
    self.init(bytes, taints: other.taints.isEmpty ? [] : [0..<bytes.count])
  }

  private static let functionsOfAddresses: Set = ["url", "src", "image", "image-set", "-webkit-image-set"]

  /// Whether some address in it comes from an attribute: whoever may write attributes must not load what they like.
  var usesTaintedAddress: Bool {
    guard !taints.isEmpty else { return false }
    // The functions around a token in which strings are addresses, or types of pictures, which are none.
    var open: [(end: Int, isAddress: Bool)] = []
    // The taints are in order, as the tokens are.
    var next = 0
    for (index, token) in tokens.enumerated() {
      while let last = open.last, last.end <= index { open.removeLast() }
      switch token.kind {
      case .function:
        let name = lowercased(token)
        if name == "type" || Self.functionsOfAddresses.contains(name) { open.append((token.match, name != "type")) }
      case .url, .string:
        guard token.kind == .url || open.last?.isAddress == true else { continue }
        while next < taints.count, taints[next].upperBound <= Int(token.start) { next += 1 }
        if next < taints.count, taints[next].lowerBound < Int(token.end) { return true }
      default: break
      }
    }
    return false
  }
}
