import OffscreenLoading

/// Where a page comes from.
public enum PageSource: Sendable, CustomStringConvertible {
  /// A path or an address.
  case address(String)
  /// HTML as a text, as if it were a file of a folder; nil is the working folder.
  case html(String, folder: String? = nil)

  public var description: String {
    switch self {
    case .address(let address): PageURL.displayed(address)
    case .html: "the page"
    }
  }
}

/// A page's picture and the boxes of its elements, both of one layout.
public struct PageCapture: Sendable {
  /// PNG.
  public var picture: RenderedPicture
  public var boxes: PageBoxes
  /// The JSON that `offscreen inspect` prints.
  public var inspection: String { styled ?? boxes.json }
  /// What was left out or could not be had.
  public var warnings: [String]
  /// The JSON with computed values, where they were asked for.
  var styled: String?
}

/// A page with all that it uses in one file.
public struct SavedPage: Sendable {
  /// MHTML.
  public var data: [UInt8]
  /// What could not be had.
  public var warnings: [String]

  /// Writes the file as a whole, or not at all; `-` is standard output. Missing folders are made.
  public func write(to path: String) throws(RenderError) {
    try RenderedPicture(data: data, width: 0, height: 0).write(to: path)
  }

  /// Why a page cannot be saved there, if anything: programs recognize the file by its extension.
  package static func problem(path: String) -> String? {
    if path == "-" { return nil }
    if path.isEmpty { return "--output: the name is empty" }
    if case .device = OutputFile.place(of: path) { return nil }
    let isKnown = [".mhtml", ".mht"].contains { path.lowercased().hasSuffix($0) }
    return isKnown ? nil : "\(path): a page is saved as MHTML; end the name with .mhtml or .mht"
  }
}

extension PageRenderer {
  /// Loads a page and makes one file of it and all that it uses (MHTML), which renders the same without
  /// the network.
  public func save(_ input: String, options: PageOptions) throws -> SavedPage {
    let page = try load(input, options: options)
    return SavedPage(data: page.archive(), warnings: page.warnings)
  }

  /// Loads a page once, takes its picture and returns the boxes of its elements.
  public func capture(_ source: PageSource, options: PageOptions) throws -> PageCapture {
    try capture(source, options: options, properties: [])
  }

  /// `properties`: computed values to return with the boxes.
  package func capture(_ source: PageSource, options: PageOptions, properties: [String]) throws -> PageCapture {
    let page =
      switch source {
      case .address(let address): try load(address, options: options)
      case .html(let html, let folder):
        try load(PageInput(html: html, folder: folder), name: source.description, options: options)
      }
    let boxes = page.boxes()
    let styled = properties.isEmpty ? nil : page.inspection(properties: properties)
    let rendering = try page.render([PictureOutput(path: "", thumbnail: options.thumbnail, format: .png)])
    guard let picture = rendering.pictures.first else { throw RenderError(.limit, "no picture was made") }
    return PageCapture(picture: picture, boxes: boxes, warnings: rendering.warnings, styled: styled)
  }
}
