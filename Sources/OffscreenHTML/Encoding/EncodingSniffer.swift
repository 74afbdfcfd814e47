/// Finds out which encoding a document is in.
/// https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
package enum EncodingSniffer {
  /// How sure the answer is: a tentative one gives way to a `meta` that the parser meets later.
  package enum Confidence: Sendable { case tentative, certain }

  package static func sniff(
    _ bytes: [UInt8], transportCharset: String?, fallback: Encoding = .windows1252
  ) -> (encoding: Encoding, confidence: Confidence) {
    // 1. A byte order mark wins over everything.
    if let encoding = byteOrderMark(bytes) { return (encoding, .certain) }
    // 4. The transport's encoding.
    if let transportCharset, let encoding = Encoding(label: transportCharset) {
      return (encoding, .certain)
    }
    // 5. Prescan of the first 1024 bytes.
    if let encoding = MetaPrescan.encoding(of: bytes) { return (encoding, .tentative) }
    // 9. The embedder's default.
    return (fallback, .tentative)
  }

  /// https://encoding.spec.whatwg.org/#bom-sniff
  package static func byteOrderMark(_ bytes: [UInt8]) -> Encoding? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BE }
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LE }
    return nil
  }

  /// The encoding of a `meta` element's label: UTF-8 for UTF-16, since the bytes are readable as ASCII.
  static func declared(_ label: some StringProtocol) -> Encoding? {
    switch Encoding(label: label) {
    case .utf16LE, .utf16BE: .utf8
    case .userDefined: .windows1252
    case let encoding: encoding
    }
  }

  /// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements
  static func charset(inContent content: [UInt8]) -> Encoding? {
    var position = 0
    func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }
    let word = Array("charset".utf8)
    while true {
      // 2. The next "charset".
      while position + word.count <= content.count,
        !content[position..<position + word.count].elementsEqual(word, by: { ($0 | 0x20) == $1 })
      {
        position += 1
      }
      guard position + word.count <= content.count else { return nil }
      position += word.count
      while position < content.count, isSpace(content[position]) { position += 1 }
      // 4. Without an equals sign it was not the parameter: look further.
      guard position < content.count, content[position] == 0x3D else { continue }
      position += 1
      while position < content.count, isSpace(content[position]) { position += 1 }
      guard position < content.count else { return nil }
      let quote = content[position]
      if quote == 0x22 || quote == 0x27 {
        guard let end = content[(position + 1)...].firstIndex(of: quote) else { return nil }
        return declared(String(decoding: content[(position + 1)..<end], as: UTF8.self))
      }
      let end = content[position...].firstIndex { isSpace($0) || $0 == 0x3B } ?? content.count
      return declared(String(decoding: content[position..<end], as: UTF8.self))
    }
  }

  /// The encoding of an XML entity: byte order mark, transport, declaration, UTF-8.
  /// https://www.w3.org/TR/xml/#sec-guessing
  package static func sniffXML(_ bytes: [UInt8], transportCharset: String?) -> Encoding {
    if let encoding = byteOrderMark(bytes) { return encoding }
    if let transportCharset, let encoding = Encoding(label: transportCharset) { return encoding }
    if bytes.starts(with: [0x3C, 0, 0x3F, 0]) { return .utf16LE }
    if bytes.starts(with: [0, 0x3C, 0, 0x3F]) { return .utf16BE }
    guard bytes.starts(with: Array("<?xml".utf8)) else { return .utf8 }
    let declaration = bytes.prefix(1024).prefix { $0 != 0x3E }
    let word = Array("encoding".utf8)
    guard declaration.count > word.count,
      let start = (0...(declaration.count - word.count)).first(where: {
        declaration[$0..<$0 + word.count].elementsEqual(word)
      }),
      let open = declaration[start...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let close = declaration[(open + 1)...].firstIndex(of: declaration[open])
    else { return .utf8 }
    return declared(String(decoding: declaration[(open + 1)..<close], as: UTF8.self)) ?? .utf8
  }
}
