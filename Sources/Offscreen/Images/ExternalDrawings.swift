import OffscreenCSS
import OffscreenDOM
import OffscreenLoading
import OffscreenPaint
import OffscreenStyle

/// The elements of other SVG documents that a page's styles refer to: filters, masks, clip paths.
final class ExternalDrawings {
  private let source: PageSession.Source
  private let warnings: FrameWarnings
  /// By address; nil where there is none to be had.
  private var known: [String: VectorElements?] = [:]
  /// Whether some were left out, beyond the limit.
  private(set) var areCutShort = false

  static let limit = 32

  init(_ source: PageSession.Source, _ warnings: FrameWarnings) { (self.source, self.warnings) = (source, warnings) }

  /// The elements of the document at an absolute address without a fragment.
  func elements(at address: String) -> VectorElements? {
    if let known = known[address] { return known }
    known[address] = .some(nil)
    if known.count > Self.limit { areCutShort = true }
    guard !areCutShort, let url = PageURL(address) else { return nil }
    let resource: Resource
    do {
      resource = try source.requests.load(url, as: .image).get()
    } catch {
      warnings.add([error.description])
      return nil
    }
    let parsed = DocumentParsing.parse(resource, source.options.limits)
    // With its own sheets only.
    let media = PageStyling.media(source.options, LayoutViewport(source.options.viewport))
    let collector = StyleSheetCollector(
      document: parsed.document, baseURL: resource.finalURL.href, media: media)
    let engine = StyleEngine(document: parsed.document, sheets: collector.collect(), media: media)
    engine.time = Double(source.options.settle.milliseconds) / 1_000
    VectorAnimations.sample(parsed.document, at: engine.time)
    let elements = VectorElements(document: parsed.document, styles: engine.run())
    elements.fonts = source.fonts
    elements.restyle = { engine.style(of: $0, under: $1) }
    known[address] = elements
    return elements
  }
}
