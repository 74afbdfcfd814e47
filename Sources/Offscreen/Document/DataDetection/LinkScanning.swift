/// Addresses of the web and of mail.
enum LinkScanning {
  static func match(at start: Int, _ text: [UInt8]) -> DataScanner.Match? {
    webAddress(at: start, text) ?? mailAddress(at: start, text)
  }

  private static func hasPrefix(_ prefix: String, at start: Int, _ text: [UInt8]) -> Bool {
    let prefix = prefix.utf8
    return text.count - start > prefix.count && zip(text[start...], prefix).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
  }

  private static func webAddress(at start: Int, _ text: [UInt8]) -> DataScanner.Match? {
    let prefixes = [("http://", ""), ("https://", ""), ("www.", "https://")]
    guard let (prefix, scheme) = prefixes.first(where: { hasPrefix($0.0, at: start, text) }) else { return nil }
    // 1. Up to what no address has, and without what a sentence ends with.
    var end = start + prefix.utf8.count
    guard text.isWord(at: end) else { return nil }
    while end < text.count, end - start < 2_000, text[end] > 0x20, !"<>\"'`{}|\\^".utf8.contains(text[end]),
      text[end] < 0x80 || text.isWord(at: end) || text[end] < 0xC0
    {
      end += 1
    }
    var open = text[start..<end].count { $0 == UInt8(ascii: "(") }
    var close = text[start..<end].count { $0 == UInt8(ascii: ")") }
    while end > start, let last = text[..<end].last {
      if last == UInt8(ascii: ")"), close > open { close -= 1 } else if !".,;:!?*]".utf8.contains(last) { break }
      if last == UInt8(ascii: "(") { open -= 1 }
      end -= 1
    }
    let address = String(decoding: text[start..<end], as: UTF8.self)
    // 2. A host with a dot, where it is only by its beginning that we know it.
    if !scheme.isEmpty, address.dropFirst(4).split(separator: "/").first?.contains(".") != true { return nil }
    return DataScanner.Match(kind: .link, range: start..<end, address: scheme + address)
  }

  private static func mailAddress(at start: Int, _ text: [UInt8]) -> DataScanner.Match? {
    var end = start
    while end < text.count, end - start < 64, text[end].isWord || ".+-%".utf8.contains(text[end]) { end += 1 }
    guard end > start, end < text.count, text[end] == UInt8(ascii: "@"), text[end - 1] != UInt8(ascii: ".") else {
      return nil
    }
    let host = end + 1
    end = host
    while end < text.count, end - host < 253, text[end].isWord || ".-".utf8.contains(text[end]) { end += 1 }
    while end > host, ".-".utf8.contains(text[end - 1]) { end -= 1 }
    let labels = text[host..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last, last.count >= 2,
      last.allSatisfy(\.isLetter)
    else { return nil }
    return DataScanner.Match(
      kind: .link, range: start..<end, address: "mailto:" + String(decoding: text[start..<end], as: UTF8.self))
  }
}
