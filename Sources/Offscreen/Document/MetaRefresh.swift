import OffscreenDOM

/// Where a page wants to go on to by itself, and when.
package struct MetaRefresh: Equatable {
  var seconds: Int
  /// Nil is the page itself.
  var address: String?

  /// The first that the document has.
  /// https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
  static func find(in document: Document) -> MetaRefresh? {
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isHTML(node, .meta), document.attribute(node, .http_equiv)?.lowercased() == "refresh",
        let content = document.attribute(node, .content), let refresh = MetaRefresh(content)
      {
        return refresh
      }
      node = document.next(node, within: root)
    }
    return nil
  }

  /// https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps
  package init?(_ text: String) {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 10 || byte == 12 || byte == 13 }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    var rest = Array(text.utf8)[...]
    // 1. The time: whole seconds.
    rest = rest.drop(while: isSpace)
    let digits = rest.prefix(while: isDigit)
    if digits.isEmpty, rest.first != UInt8(ascii: ".") { return nil }
    seconds = digits.isEmpty ? 0 : Int(String(decoding: digits.prefix(9), as: UTF8.self)) ?? 0
    rest = rest.drop { isDigit($0) || $0 == UInt8(ascii: ".") }
    // 2. What separates it from the address.
    if rest.isEmpty { return }
    guard let first = rest.first, first == UInt8(ascii: ";") || first == UInt8(ascii: ",") || isSpace(first) else {
      return nil
    }
    rest = rest.drop(while: isSpace)
    if let mark = rest.first, mark == UInt8(ascii: ";") || mark == UInt8(ascii: ",") { rest.removeFirst() }
    rest = rest.drop(while: isSpace)
    if rest.isEmpty { return }
    // 3. `url =`, in any case, may stand before it, and quotes around it.
    if String(decoding: rest.prefix(3), as: UTF8.self).lowercased() == "url" {
      let after = rest.dropFirst(3).drop(while: isSpace)
      if after.first == UInt8(ascii: "=") { rest = after.dropFirst().drop(while: isSpace) }
    }
    if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      rest = rest.dropFirst().prefix { $0 != quote }
    }
    address = String(decoding: rest, as: UTF8.self)
  }
}
