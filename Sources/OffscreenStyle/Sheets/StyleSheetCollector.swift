import OffscreenCSS
import OffscreenDOM

/// What gathering a document's style sheets asks of its page.
package protocol StyleSheetSource {
  /// The response to a request; nil where there is none. `nonce`: of the element that asks.
  func response(from url: String, nonce: String) -> StyleSheetCollector.Response?
  /// Whether the page's policies allow the sheet in an element.
  func allowsSheet(_ text: [UInt8], of element: NodeID, nonce: String) -> Bool
  /// An address made absolute against a base.
  func absoluteURL(_ address: String, base: String) -> String
  /// The name of the encoding of a label.
  func encoding(labelled label: String) -> String?
  /// Bytes in an encoding as UTF-8.
  func decode(_ bytes: [UInt8], from encoding: String) -> [UInt8]
  /// The encoding of the document, for sheets that do not say theirs.
  var documentEncoding: String? { get }
  /// Takes note of what will be loaded soon.
  func announce(_ url: String)
}

/// What is so where there is no page.
extension StyleSheetSource {
  package func response(from url: String, nonce: String) -> StyleSheetCollector.Response? { nil }
  package func allowsSheet(_ text: [UInt8], of element: NodeID, nonce: String) -> Bool { true }
  package func absoluteURL(_ address: String, base: String) -> String { address }
  package func encoding(labelled label: String) -> String? { label.lowercased() == "utf-8" ? "UTF-8" : nil }
  package func decode(_ bytes: [UInt8], from encoding: String) -> [UInt8] { bytes }
  package var documentEncoding: String? { nil }
  package func announce(_ url: String) {}
}

/// Of a document with its own sheets only.
package struct NoStyleSheetSource: StyleSheetSource {
  package init() {}
}

/// Gathers the style sheets that a document names: `<style>`, `<link>`, `xml-stylesheet`, and what
/// those import.
/// https://drafts.csswg.org/cssom/#css-style-sheet-collections
package final class StyleSheetCollector {
  /// The response to a request.
  package struct Response {
    package var bytes: [UInt8]
    /// The final address.
    package var url: String
    /// The charset that the transport named.
    package var charset: String?
    /// nil where nothing is known of it.
    package var mimeType: String?

    package init(bytes: [UInt8], url: String, charset: String? = nil, mimeType: String? = nil) {
      (self.bytes, self.url, self.charset, self.mimeType) = (bytes, url, charset, mimeType)
    }
  }

  package var maximumSheets = 256
  /// The sheets of shadow trees that were read already.
  package var parsed = ParsedSheets()
  /// What scripts have made of the sheets.
  package var edits = SheetEdits()
  /// Whether sheets are left out, beyond the limit.
  package var isCutShort: Bool { count > maximumSheets }

  private let document: Document
  private let media: MediaContext
  /// The base URL.
  private let baseURL: String
  private let source: any StyleSheetSource
  private var count = 0

  package init(
    document: Document, baseURL: String, media: MediaContext, source: any StyleSheetSource = NoStyleSheetSource()
  ) {
    (self.document, self.baseURL, self.media, self.source) = (document, baseURL, media, source)
  }

  package func collect() -> CollectedSheets {
    let candidates = xmlCandidates() + elementCandidates(in: document.documentElement) + adopted(by: .document)
    // The first sheet with a title that is no alternate names the set that is shown, unless the document does.
    let preferred = defaultSet ?? candidates.first { !$0.title.isEmpty && !$0.isAlternate }?.title ?? ""
    let used = candidates.filter { candidate in
      candidate.isEnabled
        || (candidate.title.isEmpty || candidate.title == preferred)
          && (!candidate.isAlternate || (!candidate.title.isEmpty && candidate.title == preferred))
    }
    for candidate in used.prefix(maximumSheets) {
      if case .address(let address) = candidate.source { source.announce(source.absoluteURL(address, base: baseURL)) }
    }
    let sheets = used.compactMap { sheet(of: $0) }
    let collected = CollectedSheets(sheets, documentURL: baseURL) { self.imported($0, base: $1) }
    collected.registered = edits.registered
    collected.colorScheme = colorScheme
    if document.hasShadowTrees { collected.shadowSheets = shadowSheets() }
    return collected
  }

  private func adopted(by root: NodeID) -> [Candidate] {
    (edits.adopted[root] ?? []).map { Candidate(source: .text(Array($0.utf8))) }
  }

  /// Of the shadow trees that have some: those of elements count while they are in the document. Sheets of shadow trees
  /// are in no sets, whatever their titles.
  private func shadowSheets() -> [(root: NodeID, sheets: [StyleSheet])] {
    var result: [(root: NodeID, sheets: [StyleSheet])] = []
    for root in document.shadowRoots {
      let own = document.isConnected(root) ? elementCandidates(in: root) : []
      let candidates = own + adopted(by: root)
      let sheets = candidates.compactMap { candidate in
        parsed.sheet(candidate.key(base: baseURL)) { sheet(of: candidate) }
      }
      if !sheets.isEmpty { result.append((root, sheets)) }
    }
    return result
  }

  private struct Candidate {
    enum Source { case text([UInt8]), address(String) }
    var source: Source
    /// Of a text that stands for what an address gave.
    var base: String?
    var title = ""
    var isAlternate = false
    /// Whatever its title is.
    var isEnabled = false
    var charset: String?
    var nonce = ""
    /// Not implemented: in shadow trees, whose sheets may be shared, it is the host.
    var scopeRoot = NodeID.none

    /// What decides what its sheet says.
    func key(base: String) -> ParsedSheets.Key {
      switch source {
      case .text(let bytes): ParsedSheets.Key(text: bytes, base: self.base ?? base)
      case .address(let address): ParsedSheets.Key(text: [], base: base + "\n" + address + "\n" + (charset ?? ""))
      }
    }
  }

  private func sheet(of candidate: Candidate) -> StyleSheet? {
    switch candidate.source {
    case .text(let bytes):
      guard countSheet() else { return nil }
      return announcingImports(
        of: StyleSheet(
          bytes, baseURL: candidate.base ?? baseURL, names: document.names, scopeRoot: candidate.scopeRoot))
    case .address(let address):
      guard countSheet(),
        let response = loaded(address, base: baseURL, charset: candidate.charset, nonce: candidate.nonce)
      else { return nil }
      return announcingImports(
        of: StyleSheet(
          response.bytes, baseURL: response.url, names: document.names, scopeRoot: candidate.scopeRoot))
    }
  }

  private func countSheet() -> Bool {
    count += 1
    return count <= maximumSheets
  }

  private func imported(_ address: String, base: String) -> StyleSheet? {
    guard countSheet(), let response = loaded(address, base: base, charset: nil) else { return nil }
    let bytes = edits.imported[response.url].map { Array($0.utf8) } ?? response.bytes
    return announcingImports(of: StyleSheet(bytes, baseURL: response.url, names: document.names))
  }

  /// In UTF-8.
  private func loaded(
    _ address: String, base: String, charset: String?, nonce: String = ""
  ) -> (bytes: [UInt8], url: String)? {
    guard !address.isEmpty, let response = source.response(from: source.absoluteURL(address, base: base), nonce: nonce)
    else { return nil }
    // Outside of quirks mode, what says that it is something else is not read.
    if let type = response.mimeType, !type.isEmpty, type != "text/css",
      document.quirksMode != .quirks || !type.hasPrefix("text/")
    {
      return nil
    }
    let encoding = StyleSheetEncoding.name(
      of: response.bytes, transport: response.charset, environment: charset ?? source.documentEncoding,
      find: source.encoding)
    let bytes = encoding == "UTF-8" ? response.bytes : source.decode(response.bytes, from: encoding)
    return (bytes, response.url)
  }

  private func announcingImports(of sheet: StyleSheet) -> StyleSheet {
    for rule in sheet.imports.prefix(maximumSheets - min(count, maximumSheets)) {
      if rule.media.matches(media) { source.announce(source.absoluteURL(rule.url, base: sheet.baseURL)) }
    }
    return sheet
  }

  // MARK: What scripts see

  /// The elements that have a style sheet, in document order, whether it applies or not.
  /// https://drafts.csswg.org/cssom-1/#css-style-sheet-collections
  package func owners(in root: NodeID) -> [NodeID] {
    var owners: [NodeID] = []
    var node = root
    while !node.isNone {
      if hasSheet(node) { owners.append(node) }
      node = document.next(node, within: root)
    }
    return owners
  }

  private func hasSheet(_ node: NodeID) -> Bool {
    guard document.isElement(node), isCSS(node) else { return false }
    switch document.namespace(node) {
    case .html where document.name(node) == .link:
      guard let rel = document.attribute(node, .rel)?.lowercased(), document.attribute(node, .href) != nil,
        document.attribute(node, .disabled) == nil
      else { return false }
      return rel.keywords.contains("stylesheet")
    case .html, .svg: return document.name(node) == .style
    default: return false
    }
  }

  /// The text of an element's sheet as it was loaded, and its address; nil where there is none.
  package func text(of node: NodeID) -> (text: String, address: String?)? {
    guard hasSheet(node) else { return nil }
    if document.name(node) == .style { return (String(decoding: document.textContent(node), as: UTF8.self), nil) }
    guard let address = document.attribute(node, .href)?.trimmingASCIIWhitespace, !address.isEmpty else { return nil }
    return text(at: address, base: baseURL, charset: document.attribute(node, .charset), nonce: nonce(of: node))
  }

  /// Of a sheet that another one imports.
  package func text(
    at address: String, base: String, charset: String? = nil, nonce: String = ""
  ) -> (text: String, address: String?)? {
    loaded(address, base: base, charset: charset, nonce: nonce).map {
      (String(decoding: $0.bytes, as: UTF8.self), $0.url)
    }
  }

  /// The last one that the document's head names.
  /// https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-default-style
  private var defaultSet: String? {
    let root = document.documentElement
    guard !root.isNone else { return nil }
    var found: String?
    let head = document.firstElementChild(root)
    var node = head.isNone || !document.isHTML(head, .head) ? .none : document.firstElementChild(head)
    while !node.isNone {
      if document.isHTML(node, .meta), document.attribute(node, .http_equiv)?.lowercased() == "default-style",
        let name = document.attribute(node, .content), !name.isEmpty
      {
        found = name
      }
      node = document.nextElement(node)
    }
    return found
  }

  /// https://html.spec.whatwg.org/multipage/semantics.html#meta-color-scheme
  private var colorScheme: ColorScheme {
    var node = document.documentElement
    while !node.isNone {
      if document.isHTML(node, .meta), document.attribute(node, .name)?.lowercased() == "color-scheme",
        let scheme = document.attribute(node, .content).flatMap(ColorScheme.ofPage)
      {
        return scheme
      }
      node = document.next(node, within: document.documentElement)
    }
    return ColorScheme()
  }

  // MARK: Elements

  private func elementCandidates(in root: NodeID) -> [Candidate] {
    guard !root.isNone else { return [] }
    var candidates: [Candidate] = []
    var node = root
    while !node.isNone {
      let name = document.name(node)
      if document.isElement(node), name == .style || name == .link {
        if var candidate = name == .style ? styleElement(node) : linkElement(node) {
          if !document.isShadowRoot(root), document.isElement(document.parent(node)) {
            candidate.scopeRoot = document.parent(node)
          }
          candidates.append(candidate)
        }
      }
      node = document.next(node, within: root)
    }
    return candidates
  }

  private func isCSS(_ node: NodeID) -> Bool {
    guard let type = document.attribute(node, .type), !type.isEmpty else { return true }
    // Of `style`, it is that text and no other.
    if document.name(node) == .style { return type.lowercased() == "text/css" }
    let name = type.prefix { $0 != ";" }
    return String(name).trimmingASCIIWhitespace.lowercased() == "text/css"
  }

  private func nonce(of node: NodeID) -> String {
    edits.nonces[node] ?? document.names.find("nonce").flatMap { document.attribute(node, $0) } ?? ""
  }

  private func mediaMatches(_ node: NodeID) -> Bool {
    guard let text = document.attribute(node, .media), !text.isEmpty else { return true }
    return MediaQueryList(text).matches(media)
  }

  /// https://html.spec.whatwg.org/multipage/semantics.html#update-a-style-block
  private func styleElement(_ node: NodeID) -> Candidate? {
    let namespace = document.namespace(node)
    guard namespace == .html || namespace == .svg, isCSS(node), mediaMatches(node), !edits.disabled.contains(node)
    else { return nil }
    if let edit = edits.texts[node], edit.original == String(decoding: document.textContent(node), as: UTF8.self) {
      return Candidate(source: .text(Array(edit.text.utf8)), title: document.attribute(node, .title) ?? "")
    }
    var bytes: [UInt8] = []
    var child = document.firstChild(node)
    while !child.isNone {
      if document.kind(child) == .text { bytes.append(contentsOf: document.text(child)) }
      child = document.nextSibling(child)
    }
    guard source.allowsSheet(bytes, of: node, nonce: nonce(of: node)) else { return nil }
    return Candidate(source: .text(bytes), title: document.attribute(node, .title) ?? "")
  }

  /// https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet
  private func linkElement(_ node: NodeID) -> Candidate? {
    guard document.namespace(node) == .html, let rel = document.attribute(node, .rel),
      let address = document.attribute(node, .href)?.trimmingASCIIWhitespace, !address.isEmpty,
      document.attribute(node, .disabled) == nil, !edits.disabled.contains(node)
    else { return nil }
    let types = rel.lowercased().keywords
    guard types.contains("stylesheet"), isCSS(node), mediaMatches(node) else { return nil }
    var candidate = Candidate(
      source: .address(address), title: document.attribute(node, .title) ?? "",
      isAlternate: types.contains("alternate"), charset: document.attribute(node, .charset))
    candidate.isEnabled = edits.enabled.contains(node)
    candidate.nonce = nonce(of: node)
    if let edit = edits.texts[node], edit.original == address {
      candidate.source = .text(Array(edit.text.utf8))
      candidate.base = source.absoluteURL(address, base: baseURL)
    }
    return candidate
  }

  // MARK: xml-stylesheet

  /// https://www.w3.org/TR/xml-stylesheet/
  private func xmlCandidates() -> [Candidate] {
    guard document.isXML else { return [] }
    var candidates: [Candidate] = []
    var node = document.firstChild(.document)
    while !node.isNone {
      if document.kind(node) == .processingInstruction,
        document.names.spelling(of: document.name(node)) == "xml-stylesheet"
      {
        let parts = Self.pseudoAttributes(document.text(node))
        let type = parts["type"]?.lowercased() ?? "text/css"
        if let address = parts["href"], type == "text/css", !address.hasPrefix("#"),
          MediaQueryList(parts["media"] ?? "").matches(media)
        {
          candidates.append(
            Candidate(
              source: .address(address), title: parts["title"] ?? "", isAlternate: parts["alternate"] == "yes",
              charset: parts["charset"]))
        }
      }
      node = document.nextSibling(node)
    }
    return candidates
  }

  private static func pseudoAttributes(_ bytes: [UInt8]) -> [String: String] {
    var parts: [String: String] = [:]
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let equals = rest.firstIndex(of: "=") {
      let name = String(rest[..<equals]).trimmingASCIIWhitespace
      rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { break }
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != quote }
      parts[name] = value.replacingEntities
      rest = rest.dropFirst(value.count + 1)
    }
    return parts
  }
}

extension Substring {
  fileprivate var replacingEntities: String {
    guard contains("&") else { return String(self) }
    var result = String(self)
    for (entity, text) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
      result = result.split(separator: entity, omittingEmptySubsequences: false).joined(separator: text)
    }
    return result
  }
}

extension String {
  /// Without ASCII whitespace at both ends.
  var trimmingASCIIWhitespace: String {
    let bytes = utf8
    guard let start = bytes.firstIndex(where: { !LegacyValues.isSpace($0) }),
      let end = bytes.lastIndex(where: { !LegacyValues.isSpace($0) })
    else { return "" }
    return String(self[start...end])
  }

  /// https://infra.spec.whatwg.org/#split-on-ascii-whitespace
  var keywords: [Substring] { utf8.split(whereSeparator: LegacyValues.isSpace).map { Substring($0) } }
}

/// Sheets of shadow trees, read once each: the elements of a component have equal ones, and equal sheets are one.
package final class ParsedSheets {
  struct Key: Hashable {
    var text: [UInt8]
    var base: String
  }

  private var sheets: [Key: StyleSheet] = [:]
  private static let mostKept = 1_000

  package init() {}

  func sheet(_ key: Key, _ read: () -> StyleSheet?) -> StyleSheet? {
    if let known = sheets[key] { return known }
    guard let sheet = read() else { return nil }
    if sheets.count >= Self.mostKept { sheets = [:] }
    sheets[key] = sheet
    return sheet
  }
}
