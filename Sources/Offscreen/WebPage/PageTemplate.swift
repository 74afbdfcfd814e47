import OffscreenHTML

/// HTML with places for values.
enum PageTemplate {
  /// Replaces every `{{name}}` (spaces around the name do not count) by its value, in which `<`, `>`, `&` and
  /// quotes are escaped: values are text, in attributes too. A name without a value gives nothing; braces that
  /// hold no name stay.
  static func fill(_ template: String, _ values: [String: String]) -> String {
    var out: [UInt8] = []
    var rest = Array(template.utf8)[...]
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    while let start = rest.firstIndex(of: open) {
      out += rest[..<start]
      rest = rest[start...]
      guard let name = name(in: rest) else {
        out.append(rest.removeFirst())
        continue
      }
      out += MarkupText.html(values[name.text] ?? "").utf8
      rest = rest[name.end...]
    }
    out += rest
    return String(decoding: out, as: UTF8.self)

    /// Of `{{name}}` at the beginning, and what follows it.
    func name(in rest: ArraySlice<UInt8>) -> (text: String, end: Int)? {
      guard rest.dropFirst().first == open else { return nil }
      let inner = rest.dropFirst(2).prefix(200).drop { $0 == 0x20 }
      let name = inner.prefix { byte in
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte >= 0x80
          || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
      }
      let after = rest[name.endIndex...].prefix(200).drop { $0 == 0x20 }
      guard !name.isEmpty, after.first == close, after.dropFirst().first == close else { return nil }
      return (String(decoding: name, as: UTF8.self), after.startIndex + 2)
    }
  }
}
