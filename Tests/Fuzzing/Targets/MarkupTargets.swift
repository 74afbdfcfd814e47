import OffscreenDOM
import OffscreenHTML

extension FuzzTarget {
  static let markup = [
    FuzzTarget("html", words: Words.html) {
      { bytes in
        let parsed = HTMLParser.parse(bytes: bytes, detectsUTF8: true)
        let document = parsed.document
        let text = HTMLSerializer.outerHTML(of: document.documentElement, in: document)
        // The same markup as the content of an element.
        let context = document.documentElement
        guard !context.isNone else { return }
        _ = HTMLParser.parseFragment(Array(text.utf8), context: context, of: document)
      }
    },
    FuzzTarget("script-stops", words: Words.html) {
      { bytes in
        // As a page whose scripts run while it is parsed, and write what they find in themselves.
        let parser = HTMLParser(decoded: Decoder.decode(bytes, as: .utf8), scripting: true)
        var writes = 0
        while case .script(let element) = parser.run() {
          writes += 1
          guard writes <= 20 else { continue }
          parser.write(Array(HTMLSerializer.innerHTML(of: element, in: parser.document).utf8))
        }
      }
    },
    FuzzTarget("encodings", words: { Words.encodings }) {
      { bytes in
        // A label, a line end, and what is said to be in that encoding.
        let end = bytes.firstIndex(of: 0x0A) ?? bytes.startIndex
        let label = String(decoding: bytes[..<end], as: UTF8.self)
        let encoding = Encoding(label: label) ?? .windows1252
        let decoded = Decoder.decode(Array(bytes[end...]), as: encoding)
        expect(decoded.withUnsafeBufferPointer { Decoder.isValidUTF8($0) }, "decoded to what is not UTF-8")
        // What comes in pieces is what comes at once.
        var whole = StreamingDecoder(encoding)
        var (text, pieced): ([UInt8], [UInt8]) = ([], [])
        _ = whole.decode(Array(bytes[end...]), isLast: true, into: &text)
        var state = 0
        for start in stride(from: end, to: bytes.count, by: 3) {
          var next = StreamingDecoder(encoding)
          next.state = state
          let piece = Array(bytes[start..<min(start + 3, bytes.count)])
          _ = next.decode(piece, isLast: start + 3 >= bytes.count, into: &pieced)
          state = next.state
        }
        expect(text == pieced || encoding == .replacement, "\(encoding) is decoded differently in pieces")
        _ = Encoder.query(text[...], as: Encoder.output(of: encoding))
        _ = EncodingSniffer.sniff(bytes, transportCharset: label)
        _ = EncodingSniffer.sniffXML(bytes, transportCharset: nil)
      }
    },
    FuzzTarget("xml", words: Words.xml) {
      { bytes in
        let document = XMLDocumentParser.parse(bytes: bytes).document
        _ = HTMLSerializer.outerHTML(of: document.documentElement, in: document)
      }
    },
    FuzzTarget("markdown", words: { Words.markdown }) { { _ = Markdown.html($0) } },
  ]
}
