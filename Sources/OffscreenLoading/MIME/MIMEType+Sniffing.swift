extension MIMEType {
  /// The type of an answer over HTTP, from the `Content-Type` that came with it and from its bytes.
  /// https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource
  package static func computed(supplied text: String?, isSniffingAllowed: Bool, bytes: [UInt8]) -> MIMEType {
    // 1. The supplied type is unknown.
    guard let text, let supplied = MIMEType(text), supplied.essence != "unknown/unknown",
      supplied.essence != "application/unknown", supplied.essence != "*/*"
    else { return isSniffingAllowed || text == nil ? sniffed(bytes) : .plainText }
    // 2. The supplied type is taken.
    if !isSniffingAllowed { return supplied }
    // 3. Old servers call everything text that they do not know.
    let defaults = [
      "text/plain", "text/plain; charset=ISO-8859-1", "text/plain; charset=iso-8859-1", "text/plain; charset=UTF-8",
    ]
    if defaults.contains(text) { return isText(bytes) ? supplied : .unknown }
    // 4. Of pictures, the bytes know best.
    if supplied.isImage, !supplied.isSVG {
      let found = sniffed(bytes)
      return found.isImage ? found : supplied
    }
    return supplied
  }

  /// https://mimesniff.spec.whatwg.org/#rules-for-text-or-binary
  static func isText(_ bytes: [UInt8]) -> Bool {
    let header = bytes.prefix(1445)
    if header.starts(with: [0xFE, 0xFF]) || header.starts(with: [0xFF, 0xFE])
      || header.starts(with: [0xEF, 0xBB, 0xBF])
    {
      return true
    }
    return !header.contains(where: isBinary)
  }

  /// https://mimesniff.spec.whatwg.org/#binary-data-byte
  private static func isBinary(_ byte: UInt8) -> Bool {
    byte <= 8 || byte == 0x0B || (0x0E...0x1A).contains(byte) || (0x1C...0x1F).contains(byte)
  }

  /// The type by the first bytes, where there is no other.
  /// https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type
  package static func sniffed(_ bytes: [UInt8]) -> MIMEType {
    let header = bytes.prefix(1445)
    // 1. Markup, after white space.
    let text = header.drop { $0 == 9 || $0 == 10 || $0 == 12 || $0 == 13 || $0 == 32 }
    if text.starts(with: "<?xml".utf8) { return MIMEType(essence: "text/xml") }
    if startsWithMarkup(text) { return .html }
    if header.starts(with: "%PDF-".utf8) { return MIMEType(essence: "application/pdf") }
    if header.starts(with: "{\\rtf".utf8) { return MIMEType(essence: "application/rtf") }
    if let document = document(bytes) { return document }
    // 2. Byte order marks.
    if header.starts(with: [0xFE, 0xFF]) || header.starts(with: [0xFF, 0xFE])
      || header.starts(with: [0xEF, 0xBB, 0xBF])
    {
      return .plainText
    }
    // 3. Pictures and fonts.
    for (pattern, essence) in signatures where header.starts(with: pattern) {
      return MIMEType(essence: essence)
    }
    if header.starts(with: "RIFF".utf8), header.dropFirst(8).starts(with: "WEBPVP".utf8) {
      return MIMEType(essence: "image/webp")
    }
    if header.dropFirst(4).starts(with: "ftypavif".utf8) { return MIMEType(essence: "image/avif") }
    // 4. Text has no binary control characters.
    return header.contains(where: isBinary) ? .unknown : .plainText
  }

  /// An office's document: an archive whose first file says so, or one of Microsoft's.
  private static func document(_ bytes: [UInt8]) -> MIMEType? {
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      return MIMEType(essence: "application/x-ole-storage")
    }
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
    // 1. OpenDocument. https://docs.oasis-open.org/office/OpenDocument/v1.3/os/part2-packages/OpenDocument-v1.3-os-part2-packages.html#MIME_type_stream
    let rest = bytes.dropFirst(30)
    if rest.starts(with: "mimetypeapplication/vnd.oasis.opendocument.".utf8) {
      let type = rest.dropFirst("mimetype".utf8.count).prefix(80).prefix { $0 > 0x20 && $0 < 0x7F }
      let end = type.indices.first { type[$0...].starts(with: "PK".utf8) } ?? type.endIndex
      return MIMEType(essence: String(decoding: type[..<end], as: UTF8.self))
    }
    // 2. Office Open XML: by what a part of each kind is called.
    guard let file = ZIPFile(bytes), file.has(where: { $0 == "[Content_Types].xml" }) else { return nil }
    let kinds = [
      ("word/", "wordprocessingml.document"), ("xl/", "spreadsheetml.sheet"), ("ppt/", "presentationml.presentation"),
    ]
    let kind = kinds.first { folder, _ in file.has { $0.hasPrefix(folder) } }
    return kind.map { MIMEType(essence: "application/vnd.openxmlformats-officedocument." + $0.1) }
  }

  private static let signatures: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    ([0xFF, 0xD8, 0xFF], "image/jpeg"),
    (Array("GIF87a".utf8), "image/gif"),
    (Array("GIF89a".utf8), "image/gif"),
    (Array("BM".utf8), "image/bmp"),
    ([0, 0, 1, 0], "image/x-icon"),
    ([0, 0, 2, 0], "image/x-icon"),
    ([0, 1, 0, 0], "font/ttf"),
    (Array("OTTO".utf8), "font/otf"),
    (Array("ttcf".utf8), "font/collection"),
    (Array("wOFF".utf8), "font/woff"),
    (Array("wOF2".utf8), "font/woff2"),
    ([0x1F, 0x8B, 0x08], "application/gzip"),
    ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
  ]

  /// A start of HTML: one of these, in any case, and then a space or a greater-than sign.
  private static func startsWithMarkup(_ text: ArraySlice<UInt8>) -> Bool {
    if text.starts(with: "<!--".utf8) { return true }
    let starts = [
      "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a",
      "<style", "<title", "<b", "<body", "<br", "<p",
    ]
    return starts.contains { start in
      let candidate = text.prefix(start.utf8.count)
      guard candidate.count == start.utf8.count, let after = text.dropFirst(candidate.count).first,
        after == UInt8(ascii: " ") || after == UInt8(ascii: ">")
      else { return false }
      return candidate.elementsEqual(start.utf8) { byte, expected in
        byte == expected || ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == expected)
      }
    }
  }
}
