import CCMark
import OffscreenPlatform

/// Makes HTML of Markdown: CommonMark with the extensions that GitHub has.
/// https://github.github.com/gfm/
package enum Markdown {
  private static let extensions = ["table", "strikethrough", "autolink", "tasklist"]

  /// Opened when the first text comes; nil where it is not installed.
  private static let library: OffscreenCMark? = {
    var cmark = OffscreenCMark()
    return offscreen_cmark_open(&cmark) != 0 ? cmark : nil
  }()

  package static var isAvailable: Bool { library != nil }

  /// `text` is UTF-8. Markup in it is kept: it is rendered under the same policy as any page's.
  /// Nil without the library.
  package static func html(_ text: [UInt8]) -> [UInt8]? {
    guard let cmark = library else { return nil }
    cmark.cmark_gfm_core_extensions_ensure_registered()
    let options = CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES
    guard let parser = cmark.cmark_parser_new(options) else { return [] }
    defer { cmark.cmark_parser_free(parser) }
    for name in extensions {
      if let found = cmark.cmark_find_syntax_extension(name) {
        _ = cmark.cmark_parser_attach_syntax_extension(parser, found)
      }
    }
    text.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { cmark.cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    guard let document = cmark.cmark_parser_finish(parser) else { return [] }
    defer { cmark.cmark_node_free(document) }
    guard let html = cmark.cmark_render_html(document, options, cmark.cmark_parser_get_syntax_extensions(parser)) else {
      return []
    }
    defer { free(html) }
    return UnsafeBufferPointer(start: html, count: strlen(html)).map { UInt8(bitPattern: $0) }
  }
}
