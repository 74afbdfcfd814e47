/// Decides how the bytes of a style sheet are to be decoded.
/// https://drafts.csswg.org/css-syntax-3/#input-byte-stream
package enum StyleSheetEncoding {
  /// The name of the encoding. `find` gives the name of the encoding that a label stands for, as
  /// the Encoding Standard spells it, or nil for a label that it does not know.
  package static func name(
    of bytes: some RandomAccessCollection<UInt8>, transport: String?, environment: String?,
    find: (String) -> String?
  ) -> String {
    // A byte order mark is stronger than everything else (the Encoding Standard's "decode").
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "UTF-8" }
    if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
    if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    // 1. and 2. What the transport says.
    if let name = transport.flatMap(find) { return name }
    // 3. An @charset at the very start, in exactly this form.
    if let name = charsetRule(of: bytes).flatMap(find) {
      // The rule itself could be read, so the sheet cannot be UTF-16.
      return name == "UTF-16BE" || name == "UTF-16LE" ? "UTF-8" : name
    }
    // 4. to 6. The encodings given by the document that refers to the sheet.
    return environment.flatMap(find) ?? "UTF-8"
  }

  private static func charsetRule(of bytes: some RandomAccessCollection<UInt8>) -> String? {
    let start = Array("@charset \"".utf8)
    let head = bytes.prefix(1024)
    guard head.starts(with: start) else { return nil }
    let rest = head.dropFirst(start.count)
    let label = rest.prefix { $0 != 0x22 }
    guard label.allSatisfy({ $0 < 0x80 }), rest.dropFirst(label.count).starts(with: [0x22, 0x3B]) else {
      return nil
    }
    return String(decoding: label, as: UTF8.self)
  }
}
