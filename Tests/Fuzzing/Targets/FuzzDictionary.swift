/// libFuzzer's dictionary.
/// https://llvm.org/docs/LibFuzzer.html#dictionaries
package struct FuzzDictionary {
  package let text: String

  package init(_ words: [String]) {
    // libFuzzer takes words of up to 64 bytes.
    let words = Set(words).filter { !$0.isEmpty && $0.utf8.count <= 64 }.sorted()
    text = words.map { "\"\($0.utf8.map(Self.escaped).joined())\"" }.joined(separator: "\n")
  }

  private static func escaped(_ byte: UInt8) -> String {
    let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    if isPlain { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}
