/// Looks for a `meta` element that names the encoding, before there is a tokenizer.
/// https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
struct MetaPrescan {
  private let bytes: ArraySlice<UInt8>
  private var position = 0
  /// A tag counts that begins within so many bytes.
  private static let prefix = 1024

  static func encoding(of bytes: [UInt8]) -> Encoding? {
    if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
    if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
    var scan = MetaPrescan(bytes: bytes.prefix(2 * prefix))
    return scan.run()
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func isSpace(_ byte: UInt8?) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  private func isLetter(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x61...0x7A).contains(byte | 0x20)
  }

  private mutating func run() -> Encoding? {
    while position < Self.prefix, let current = byte() {
      guard current == 0x3C else {
        position += 1
        continue
      }
      if bytes[position...].starts(with: Array("<!--".utf8)) {
        // The dashes that open a comment may be those that end it.
        position += 2
        while position < bytes.count, !bytes[position...].starts(with: Array("-->".utf8)) { position += 1 }
        position += 3
      } else if bytes[position...].prefix(5).elementsEqual(Array("<meta".utf8), by: { ($0 | 0x20) == ($1 | 0x20) }),
        isSpace(byte(5)) || byte(5) == 0x2F
      {
        position += 5
        if let encoding = meta() { return encoding }
      } else if isLetter(byte(1)) || (byte(1) == 0x2F && isLetter(byte(2))) {
        let isStart = isLetter(byte(1))
        let start = position + (isStart ? 1 : 2)
        while let byte = byte(), !isSpace(byte), byte != 0x3E { position += 1 }
        let name = bytes[min(start, position)..<position].map(lower)
        while attribute() != nil {}
        if isStart, Self.textElements.contains(name) { skipText(of: name) }
      } else if byte(1) == 0x21 || byte(1) == 0x2F || byte(1) == 0x3F {
        while let byte = byte(), byte != 0x3E { position += 1 }
        position += 1
      } else {
        position += 1
      }
    }
    return nil
  }

  /// Whose contents are no markup.
  private static let textElements = Set(
    ["title", "style", "script", "textarea", "xmp", "iframe", "noembed", "noframes"].map { Array($0.utf8) })

  /// Deviation: what looks like a `meta` in text is none, as in Chromium.
  private mutating func skipText(of name: [UInt8]) {
    while position < bytes.count {
      if byte() == 0x3C, byte(1) == 0x2F,
        bytes[min(position + 2, bytes.count)...].prefix(name.count).map(lower) == name
      {
        return
      }
      position += 1
    }
  }

  private mutating func meta() -> Encoding? {
    var seen: [[UInt8]] = []
    var gotPragma = false
    var needPragma: Bool?
    var charset: Encoding?
    while let (name, value) = attribute() {
      guard !seen.contains(name) else { continue }
      seen.append(name)
      switch String(decoding: name, as: UTF8.self) {
      case "http-equiv":
        if value.elementsEqual("content-type".utf8) { gotPragma = true }
      case "content":
        if charset == nil, let encoding = EncodingSniffer.charset(inContent: value) {
          charset = encoding
          needPragma = true
        }
      case "charset":
        charset = EncodingSniffer.declared(String(decoding: value, as: UTF8.self))
        needPragma = false
      default: break
      }
    }
    guard let needPragma, !needPragma || gotPragma else { return nil }
    return charset
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing
  private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
    while isSpace(byte()) || byte() == 0x2F { position += 1 }
    guard let first = byte() else { return nil }
    if first == 0x3E {
      position += 1
      return nil
    }
    var name: [UInt8] = []
    while let byte = byte(), !(byte == 0x3D && !name.isEmpty), !isSpace(byte), byte != 0x2F, byte != 0x3E {
      name.append(lower(byte))
      position += 1
    }
    while isSpace(byte()) { position += 1 }
    guard byte() == 0x3D else { return byte() == nil ? nil : (name, []) }
    position += 1
    while isSpace(byte()) { position += 1 }
    var value: [UInt8] = []
    guard let start = byte() else { return nil }
    if start == 0x22 || start == 0x27 {
      position += 1
      while let byte = byte(), byte != start {
        value.append(lower(byte))
        position += 1
      }
      guard byte() != nil else { return nil }
      position += 1
      return (name, value)
    }
    while let byte = byte(), !isSpace(byte), byte != 0x3E {
      value.append(lower(byte))
      position += 1
    }
    return byte() == nil ? nil : (name, value)
  }

  private func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
