import OffscreenHTML
import OffscreenLoading

/// A document that has pages, as a page: pictures of them, one below the other, and each on a sheet of its own on paper.
struct DocumentPages {
  let parsed: ParsedDocument
  /// A PDF document, which it is or was made into.
  let document: Resource
  private(set) var warnings: [String] = []

  /// Nil of another resource.
  init?(_ given: Resource, _ loader: ResourceLoader, _ options: PageOptions) throws(RenderError) {
    let name = loader.name(of: given.finalURL)
    let deadline = ContinuousClock.now + options.timeout * 7 / 8
    var resource = given
    do {
      if let format = OfficeFormat.of(given.mimeType) {
        (resource.bytes, resource.mimeType) = try Self.converted(given.bytes, format, options)
        if resource.mimeType.isImage {
          loader.provide(resource, at: resource.finalURL)
          if Self.count(options) > 1 {
            warnings.append("\(name): only the picture of its first page that it carries is shown (--page: others)")
          }
          (document, parsed) = (
            given,
            DocumentParsing.picture(at: resource.finalURL, style: "margin:0", imageStyle: "display:block;width:100%")
          )
          return
        }
      }
      guard resource.mimeType.essence == "application/pdf" else { return nil }
      document = resource
      let number = options.documentPage ?? 1
      // On paper a page has its own size, elsewhere it is as wide as the viewport.
      let width = Int((Double(options.viewport.width) * options.scale).rounded(.up))
      let drawing = try PDFDrawing.make(
        resource.bytes, first: number, count: Self.count(options), width: options.isOnPages ? nil : width,
        scale: options.scale, mostPixels: Self.pixels(options),
        within: max(.seconds(1), ContinuousClock.now.duration(to: deadline)))
      let last = number - 1 + drawing.pages.count
      if options.documentPage == nil, Self.count(options) > 1, last < drawing.pageCount {
        // Of a document that has been converted, not all of its pages were.
        let isCut = given.mimeType != resource.mimeType && drawing.pageCount > options.limits.sheets
        let total = isCut ? "more than \(options.limits.sheets)" : "\(drawing.pageCount)"
        warnings.append("\(name): only the first \(last) of \(total) pages are shown (--page shows others)")
      }
      parsed = Self.page(of: drawing, first: number, resource.finalURL, loader)
    } catch {
      throw RenderError(error.cause, "\(name): \(error.message)")
    }
  }

  /// Whether a resource has pages.
  static func hasPages(_ type: MIMEType) -> Bool { type.essence == "application/pdf" || OfficeFormat.of(type) != nil }

  /// How many are shown at most.
  private static func count(_ options: PageOptions) -> Int {
    if options.documentPage != nil { return 1 }
    let showsFirst = options.region == .viewport && options.scroll == .zero && !options.showsAllOfDocument
    return showsFirst ? 1 : options.limits.sheets
  }

  /// Of all pictures together, which are then pictures of a page.
  private static func pixels(_ options: PageOptions) -> Int {
    let wanted = options.limits.picturePixels.multipliedReportingOverflow(
      by: options.isOnPages ? PictureAreas.pixelFactor : 1)
    return wanted.overflow ? options.limits.decodedPixels : min(wanted.partialValue, options.limits.decodedPixels)
  }

  /// A PDF document, or a picture that the document carries itself.
  private static func converted(
    _ bytes: [UInt8], _ format: OfficeFormat, _ options: PageOptions
  ) throws(RenderError) -> ([UInt8], MIMEType) {
    if let problem = OfficeContainer.problem(bytes, format) { throw RenderError(.input, problem) }
    // A picture is of the first page.
    if format.isOfApple, let preview = OfficeContainer.preview(bytes),
      options.documentPage ?? 1 == 1 || !preview.type.isImage
    {
      return preview
    }
    var order = HelperOrder(.convert, within: options.timeout * 3 / 4)
    // One more than is shown tells whether there are more.
    let count = max(min(options.limits.sheets, Int(Int32.max)) + 1, options.documentPage ?? 1)
    (order.format, order.pageCount) = (format.number, Int32(clamping: count))
    return (try DocumentHelper.work(order, on: bytes), MIMEType(essence: "application/pdf"))
  }

  private static func page(
    of drawing: PDFDrawing, first: Int, _ url: PageURL, _ loader: ResourceLoader
  ) -> ParsedDocument {
    var (style, body) = ("body{margin:0}img{display:block;width:100%}", "")
    for (index, page) in drawing.pages.enumerated() {
      // Addresses of the document itself, with what it does not have: nothing else is there.
      let name = "?offscreen-page=\(first + index)"
      let address = index == 0 ? url : url.joined(name) ?? PageURL("\(url.hrefWithoutFragment)\(name)") ?? url
      loader.provide(Resource(bytes: page.picture, mimeType: .png, finalURL: address), at: address)
      let source = MarkupText.html(address.href)
      // On a sheet of its own size, which it does not quite fill: what is rounded up would need another one.
      style += """
        @page p\(index){size:\(page.width)pt \(page.height)pt;margin:0}
        @media print{#p\(index){page:p\(index)}#p\(index) img{width:\(page.width)pt;height:\(page.height - 0.05)pt}}

        """
      body += "<div id=p\(index)><img src=\"\(source)\"></div>"
    }
    let markup = "<!doctype html><style>\(style)</style><body>\(body)"
    return HTMLParser.parse(bytes: Array(markup.utf8), transportCharset: "utf-8", scripting: false)
  }
}

extension OfficeFormat {
  /// Documents of Pages, Numbers and Keynote carry a picture of themselves.
  fileprivate var isOfApple: Bool { ["pages", "numbers", "key"].contains(ending) }
}
