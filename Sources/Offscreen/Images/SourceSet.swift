/// The candidates of a `srcset` attribute.
/// https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
package struct SourceSet {
  struct Candidate: Equatable {
    var address: String
    var descriptor: Descriptor
  }

  enum Descriptor: Equatable {
    /// Pixels of the picture's width.
    case width(Int)
    /// Picture pixels per CSS pixel.
    case density(Double)
  }

  private(set) var candidates: [Candidate] = []
  /// More are not looked at.
  private static let mostCandidates = 1_000

  package init(_ attribute: String) {
    var rest = Array(attribute.utf8)[...]
    while candidates.count < Self.mostCandidates {
      // 1. White space and commas before an address.
      rest = rest.drop { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
      if rest.isEmpty { return }

      // 2. The address; a comma at its end leaves it without descriptors.
      var address = rest.prefix { !Self.isSpace($0) }
      rest = rest[address.endIndex...]
      var descriptors: [ArraySlice<UInt8>] = []
      if address.last == UInt8(ascii: ",") {
        while address.last == UInt8(ascii: ",") { address.removeLast() }
      } else {
        descriptors = Self.takeDescriptors(&rest)
      }

      // 3. What they say; a candidate of which something is wrong is left out.
      if let descriptor = Self.descriptor(descriptors) {
        candidates.append(Candidate(address: String(decoding: address, as: UTF8.self), descriptor: descriptor))
      }
    }
  }

  /// Up to the next comma that is not in parentheses.
  private static func takeDescriptors(_ rest: inout ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var start: Int?
    var isInParentheses = false
    var index = rest.startIndex
    func end(at index: Int) {
      if let start { found.append(rest[start..<index]) }
      start = nil
    }
    loop: while index < rest.endIndex {
      let byte = rest[index]
      if isInParentheses {
        if byte == UInt8(ascii: ")") { isInParentheses = false }
      } else if isSpace(byte) {
        end(at: index)
        index += 1
        continue
      } else if byte == UInt8(ascii: ",") {
        break loop
      } else if byte == UInt8(ascii: "(") {
        isInParentheses = true
      }
      if start == nil { start = index }
      index += 1
    }
    end(at: index)
    rest = rest[min(index + 1, rest.endIndex)...]
    return found
  }

  private static func descriptor(_ texts: [ArraySlice<UInt8>]) -> Descriptor? {
    var width: Int?
    var density: Double?
    var height: Int?
    for text in texts {
      let number = text.dropLast()
      switch text.last {
      case UInt8(ascii: "w"):
        guard width == nil, density == nil, let value = integer(number), value > 0 else { return nil }
        width = value
      case UInt8(ascii: "x"):
        guard width == nil, density == nil, height == nil, let value = float(number), value >= 0 else { return nil }
        density = value
      // Future-compatible height descriptors have no meaning yet.
      case UInt8(ascii: "h"):
        guard height == nil, density == nil, let value = integer(number), value > 0 else { return nil }
        height = value
      default: return nil
      }
    }
    if let width { return .width(width) }
    return height == nil ? .density(density ?? 1) : nil
  }

  /// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-non-negative-integer
  private static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    guard !text.isEmpty, text.allSatisfy(isDigit) else { return nil }
    return Int(String(decoding: text, as: UTF8.self)) ?? Int.max
  }

  /// https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number
  private static func float(_ text: ArraySlice<UInt8>) -> Double? {
    var rest = text
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    rest = rest[whole.endIndex...]
    var hasFraction = false
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      if fraction.isEmpty { return nil }
      hasFraction = true
      rest = rest[fraction.endIndex...]
    }
    guard !whole.isEmpty || hasFraction else { return nil }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
    } else if !rest.isEmpty {
      return nil
    }
    return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) && byte != 0xB }
}
