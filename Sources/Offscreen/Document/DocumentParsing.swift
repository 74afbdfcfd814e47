import OffscreenDOM
import OffscreenHTML
import OffscreenLoading

/// Makes a document of a resource, whatever type it has.
/// https://html.spec.whatwg.org/multipage/document-lifecycle.html#loading-a-document
enum DocumentParsing {
  static func parse(_ resource: Resource, _ limits: PageLimits) -> ParsedDocument {
    let parsed = read(resource, limits)
    prepare(parsed.document, of: resource)
    return parsed
  }

  /// What the address and the answer's header say of a document.
  private static func prepare(_ document: Document, of resource: Resource) {
    document.show(fragment: resource.finalURL.fragment)
    let header = resource.headers.first { $0.name.lowercased() == "content-language" }
    document.transportLanguage = header.flatMap { Document.languageTag($0.value) }
  }

  private static func read(_ resource: Resource, _ limits: PageLimits) -> ParsedDocument {
    let type = resource.mimeType
    if type.isXML || type.isXHTML || type.isSVG {
      return XMLDocumentParser.parse(
        bytes: resource.bytes, transportCharset: resource.charset, elementLimit: limits.elements)
    }
    if type.isImage { return picture(at: resource.finalURL, style: "margin:0", imageStyle: "") }
    if type.essence == "text/markdown" { return markdown(resource, limits) }
    if let separator = DelimitedText.separator(of: type) {
      let text = text(of: resource, fallback: .utf8)
      let markup = DelimitedText(separator, hasHeader: type["header"] != "absent").markup(text, limits.elements)
      return HTMLParser.parse(
        bytes: markup, transportCharset: "utf-8", scripting: false, elementLimit: limits.elements)
    }
    if isShownAsText(type) {
      let text = text(of: resource)
      var markup = Array("<pre style=\"word-wrap:break-word;white-space:pre-wrap\">\n".utf8)
      text.withUnsafeBufferPointer { MarkupText.appendHTML($0, in: .content, to: &markup) }
      return HTMLParser.parse(bytes: markup, transportCharset: "utf-8", scripting: false)
    }
    return HTMLParser.parse(
      bytes: resource.bytes, transportCharset: resource.charset, scripting: false,
      detectsUTF8: resource.finalURL.isFile, elementLimit: limits.elements)
  }

  /// The text of what is no markup, in UTF-8. `fallback`: its encoding where nothing tells.
  private static func text(of resource: Resource, fallback: Encoding = .windows1252) -> [UInt8] {
    let encoding = HTMLParser.sniff(
      resource.bytes, transportCharset: resource.charset, fallback: fallback, detectsUTF8: true
    ).encoding
    return Decoder.decode(resource.bytes, as: encoding)
  }

  /// Parses a page up to its first script; without one, to its end.
  static func begin(
    _ resource: Resource, isSrcdoc: Bool = false, _ limits: PageLimits
  ) -> (ParsedDocument, PageScripting) {
    let (parser, encoding, outcome) = HTMLParser.begin(
      bytes: resource.bytes, transportCharset: resource.charset, isSrcdoc: isSrcdoc,
      detectsUTF8: resource.finalURL.isFile,
      elementLimit: limits.elements)
    prepare(parser.document, of: resource)
    let parsed = ParsedDocument(document: parser.document, encoding: encoding, diagnostics: parser.diagnostics)
    let scripting =
      switch outcome {
      case .finished: PageScripting(resource, nil, firstScript: nil, encoding: encoding)
      case .script(let script): PageScripting(resource, parser, firstScript: script, encoding: encoding)
      }
    return (parsed, scripting)
  }

  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#loading-a-document
  private static func isShownAsText(_ type: MIMEType) -> Bool {
    type.isJSON || type.isJavaScript || type.essence.hasPrefix("text/") && !type.isHTML
      || sourceTypes.contains(type.essence)
  }

  /// What servers call source code besides `text/...`.
  private static let sourceTypes: Set<String> = [
    "application/x-sh", "application/x-csh", "application/x-perl", "application/x-python", "application/x-ruby",
    "application/x-yaml", "application/yaml", "application/toml", "application/sql", "application/x-sql",
    "application/x-ndjson", "application/jsonl", "application/typescript", "application/x-tex", "application/graphql",
  ]

  private static func markdown(_ resource: Resource, _ limits: PageLimits) -> ParsedDocument {
    let style = "<!doctype html><style>\(String(decoding: PackageResources.markdown_css, as: UTF8.self))</style><body>"
    let text = text(of: resource, fallback: .utf8)
    // Without the library for Markdown the source is shown.
    let html = Markdown.html(text) ?? Array("<pre>\(MarkupText.html(String(decoding: text, as: UTF8.self)))</pre>".utf8)
    let markup = Array(style.utf8) + html
    return HTMLParser.parse(
      bytes: markup, transportCharset: "utf-8", scripting: false, elementLimit: limits.elements)
  }

  /// A document that is one picture.
  static func picture(at url: PageURL, style: String, imageStyle: String) -> ParsedDocument {
    let source = MarkupText.html(url.href)
    let markup = "<!doctype html><body style=\"\(style)\"><img style=\"\(imageStyle)\" src=\"\(source)\">"
    return HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8", scripting: false)
  }

  /// The kind of a resource that a browser would download; nil of one that may be a page.
  static func whatCannotBeShown(_ type: MIMEType) -> String? {
    if type.essence.hasPrefix("video/") { return "a video" }
    if type.essence.hasPrefix("audio/") { return "sound" }
    if type.essence.hasPrefix("font/") { return "a font" }
    switch type.essence {
    case "application/zip", "application/gzip", "application/x-tar": return "an archive of files"
    case MIMEType.unknown.essence, "application/wasm": return "binary data"
    case _:
      let isOther = type.essence.hasPrefix("application/") && !type.isXML && !isShownAsText(type)
      return isOther ? "data of the type \(type.essence.onOneLine())" : nil
    }
  }
}
