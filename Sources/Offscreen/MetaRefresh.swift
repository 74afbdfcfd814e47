import OffscreenDOM
import OffscreenHTML
import OffscreenLoading

/// Where a page wants to go on to by itself, and when.
struct MetaRefresh: Equatable {
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
  init?(_ text: String) {
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
    guard let first = rest.first, first == UInt8(ascii: ";") || first == UInt8(ascii: ",") || isSpace(first) else { return nil }
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

extension DocumentParsing {
  /// Parses a page, and those that it goes on to by itself while it settles. One that cannot be had
  /// leaves the page before it.
  static func parse(
    _ resource: Resource, following settle: Duration, with loader: ResourceLoader, _ warnings: inout [String]
  ) throws(RenderError) -> (parsed: ParsedDocument, url: PageURL) {
    var resource = resource
    var parsed = try parsePage(resource)
    var left = settle
    var visited: Set = [resource.finalURL.hrefWithoutFragment]
    for _ in 0..<loader.limits.redirects {
      guard let refresh = resource.refresh.flatMap({ MetaRefresh($0) }) ?? MetaRefresh.find(in: parsed.document),
        .seconds(refresh.seconds) <= left, let address = refresh.address
      else { break }
      let base = PageStyling.baseURL(of: parsed.document, page: resource.finalURL)
      guard let url = base.joined(address), url.isHTTP || url.isFile,
        visited.insert(url.hrefWithoutFragment).inserted
      else { break }
      left -= .seconds(refresh.seconds)
      do {
        let next = try loader.load(url, as: .document, referrer: resource.finalURL).get()
        parsed = try parsePage(next)
        resource = next
      } catch let error as LoadError {
        warnings.append(error.description)
        break
      } catch {
        warnings.append("\(url.href.prefix(200)): \(error)")
        break
      }
    }
    return (parsed, resource.finalURL)
  }

  private static func parsePage(_ resource: Resource) throws(RenderError) -> ParsedDocument {
    if resource.bytes.isEmpty, !resource.finalURL.isAbout {
      throw RenderError(
        .input, "\(ResourceLoader.displayed(resource.finalURL)): the document is empty, there is nothing to render")
    }
    return parse(resource)
  }
}
