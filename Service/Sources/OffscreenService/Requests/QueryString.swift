/// The parameters of an address: https://url.spec.whatwg.org/#urlencoded-parsing
struct QueryString: Sendable {
  /// In their order; a name may come again.
  private(set) var parameters: [(name: String, value: String)] = []

  static let most = 256

  init(_ query: Substring) throws(Problem) {
    for part in query.split(separator: "&") {
      guard parameters.count < Self.most else {
        throw .badRequest("the address has more than \(Self.most) parameters: leave some out")
      }
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(sides[0])
      parameters.append((name, sides.count == 2 ? try Self.decoded(sides[1]) : ""))
    }
  }

  /// Of an address as it stands in a request's first line.
  init(target: String) throws(Problem) {
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    try self.init(mark.map { target[target.utf8.index(after: $0)...] } ?? "")
  }

  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  private static func decoded(_ text: Substring) throws(Problem) -> String {
    let utf8 = text.utf8
    guard utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var index = utf8.startIndex
    while index < utf8.endIndex {
      let byte = utf8[index]
      utf8.formIndex(after: &index)
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = utf8[index...].prefix(2)
        if digits.count == 2, let high = hexadecimal(digits[digits.startIndex]),
          let low = hexadecimal(digits[digits.index(after: digits.startIndex)])
        {
          bytes.append(high << 4 | low)
          index = utf8.index(index, offsetBy: 2)
        } else {
          // It stands for itself, as in browsers.
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw .badRequest("a parameter of the address is not UTF-8: percent-encode its text as UTF-8")
    }
    return decoded
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
