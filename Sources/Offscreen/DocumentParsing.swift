import OffscreenDOM
import OffscreenHTML
import OffscreenLoading

/// Makes a document of a resource, whatever type it has.
/// https://html.spec.whatwg.org/multipage/document-lifecycle.html#loading-a-document
enum DocumentParsing {
  static func parse(_ resource: Resource) -> ParsedDocument {
    let type = resource.mimeType
    if type.isXML || type.isXHTML || type.isSVG {
      return XMLDocumentParser.parse(bytes: resource.bytes, transportCharset: resource.charset)
    }
    if type.isImage { return wrapped("<img src=\"\(escaped(resource.finalURL.href))\">", style: "margin:0") }
    if type == .plainText || type.essence == "text/plain" {
      let text = Decoder.decode(
        resource.bytes,
        as: HTMLParser.sniff(resource.bytes, transportCharset: resource.charset, detectsUTF8: true).encoding)
      var markup = Array("<pre style=\"word-wrap:break-word;white-space:pre-wrap\">\n".utf8)
      for byte in text {
        switch byte {
        case UInt8(ascii: "<"): markup += Array("&lt;".utf8)
        case UInt8(ascii: "&"): markup += Array("&amp;".utf8)
        default: markup.append(byte)
        }
      }
      return HTMLParser.parse(bytes: markup, transportCharset: "utf-8", scripting: false)
    }
    return HTMLParser.parse(
      bytes: resource.bytes, transportCharset: resource.charset, scripting: false,
      detectsUTF8: resource.finalURL.isFile)
  }

  private static func wrapped(_ body: String, style: String) -> ParsedDocument {
    HTMLParser.parse(
      bytes: Array("<!doctype html><body style=\"\(style)\">\(body)".utf8), transportCharset: "utf-8", scripting: false)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
  }
}
