import OffscreenLoading

/// Where a page comes from.
public enum PageSource: Sendable, CustomStringConvertible {
  /// A path or an address.
  case address(String)
  /// HTML at hand, as if it stood in a file of a folder; nil is the working folder.
  case html(String, folder: String? = nil)

  public var description: String {
    switch self {
    case .address(let address): address
    case .html: "the page"
    }
  }
}

/// A page's picture and the boxes of its elements, both of one layout.
public struct PageCapture: Sendable {
  /// PNG.
  public var picture: RenderedPicture
  /// The JSON that `offscreen inspect` prints.
  public var inspection: String
  /// What was left out or could not be had.
  public var warnings: [String]
}

extension PageRenderer {
  /// Loads a page once, takes its picture and tells the boxes of its elements.
  public func capture(_ source: PageSource, options: PageOptions) throws -> PageCapture {
    let page =
      switch source {
      case .address(let address): try load(address, options: options)
      case .html(let html, let folder):
        try load(PageInput(html: html, folder: folder), name: source.description, options: options)
      }
    let inspection = page.inspection()
    let rendering = try page.render([PictureOutput(path: "", thumbnail: options.thumbnail, format: .png)])
    guard let picture = rendering.pictures.first else { throw RenderError(.limit, "no picture was made") }
    return PageCapture(picture: picture, inspection: inspection, warnings: rendering.warnings)
  }
}
