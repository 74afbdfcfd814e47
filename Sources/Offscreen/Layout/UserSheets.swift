import OffscreenCSS
import OffscreenDOM
import OffscreenHTML
import OffscreenLoading

/// The user's style sheets, read.
struct UserSheets {
  private var sheets: [(bytes: [UInt8], url: String)] = []

  init() {}

  /// Reads the files, which need not lie where the page may read.
  init(_ options: PageOptions, loader: ResourceLoader) throws(RenderError) {
    for style in options.userStyles {
      switch style {
      case .text(let text): sheets.append((Array(text.utf8), ""))
      case .file(let path):
        guard let url = style.file else { continue }
        switch loader.load(url, as: .styleSheet) {
        case .success(let resource):
          let label = StyleSheetEncoding.name(of: resource.bytes, transport: nil, environment: nil) {
            Encoding(label: $0)?.rawValue
          }
          let bytes = Encoding(label: label).map { Decoder.decode(resource.bytes, as: $0) } ?? resource.bytes
          sheets.append((bytes, url.href))
        case .failure(var error):
          error.subject = path
          throw RenderError(error)
        }
      }
    }
    if options.hidesBanners { sheets.append((Array(Banners.styleSheet.utf8), "")) }
    for selector in options.hidden { sheets.append((Array("\(selector){display:none!important}".utf8), "")) }
  }

  func styleSheets(for document: Document) -> [StyleSheet] {
    sheets.map { StyleSheet($0.bytes, baseURL: $0.url, names: document.names) }
  }
}
