import Offscreen
import OffscreenHTML
import OffscreenLoading

extension FuzzTarget {
  static let pages = [
    FuzzTarget("attributes", longestInput: 1_024, words: { Words.attributes }) {
      { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = (SourceSet(text), ViewportMeta(text), MetaRefresh(text), PictureBackground(text))
      }
    },
    FuzzTarget("request", longestInput: 2_048, words: Words.requests) {
      { bytes in
        guard case .success(let request) = Worker.request(in: bytes), let options = try? request.pageOptions() else {
          return
        }
        _ = (options.problem, PictureOutput(argument: request.output ?? ""))
      }
    },
    FuzzTarget("prose", words: { Words.prose }) {
      { bytes in
        let document = HTMLParser.parse(bytes: bytes, detectsUTF8: true).document
        let before = document.textContent(document.documentElement)
        DataDetection(Set(DataDetector.allCases)).makeLinks(in: document)
        expect(document.textContent(document.documentElement) == before, "links changed the text")
      }
    },
    page("page", .html, words: { Words.html() + Words.css() }) { $0 },
    page("layout", .html, words: Words.css) { sheet in
      Array("<!doctype html><style>".utf8) + sheet + Array("</style>\(SampleMarkup.everything)".utf8)
    },
    page("drawing", MIMEType("image/svg+xml") ?? .html, words: Words.svg) { $0 },
  ]

  /// The whole pipeline, without a network and without files. `document`: made of the input.
  private static func page(
    _ name: String, _ type: MIMEType, words: @escaping @Sendable () -> [String],
    document: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> FuzzTarget {
    FuzzTarget(name, patience: 20, words: words) {
      let renderer = try PageRenderer()
      guard let url = PageURL("about:blank") else { return { _ in } }
      var options = PageOptions()
      options.viewport = Viewport(width: 160, height: 120)
      options.network = .none
      options.region = .fullPage
      let output = PictureOutput(path: "page.png", thumbnail: ThumbnailSize(width: 40, height: nil))
      return { bytes in
        let resource = Resource(bytes: document(bytes), mimeType: type, finalURL: url)
        guard let page = try? renderer.load(.resource(resource), name: name, options: options) else { return }
        _ = try? page.render([output])
        _ = page.inspection(styles: true)
      }
    }
  }
}
