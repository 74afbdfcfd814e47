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
  /// The addresses of documents that look otherwise for each fragment.
  private var targeted: Set<String> = []
  /// Whether some were left out, beyond the limit.
  private(set) var areCutShort = false

  static let limit = 32

  init(_ source: PageSession.Source, _ warnings: FrameWarnings) { (self.source, self.warnings) = (source, warnings) }

  /// The elements of the document at an absolute address, whose fragment names the document's target.
  func elements(at address: String) -> VectorElements? {
    let document = String(address.prefix { $0 != "#" })
    if let known = known[targeted.contains(document) ? address : document] { return known }
    if known.count >= Self.limit { areCutShort = true }
    guard !areCutShort, let url = PageURL(address) else { return nil }
    known[document] = .some(nil)
    let resource: Resource
    do {
      resource = try source.requests.load(url, as: .image).get()
    } catch {
      warnings.add([error.description])
      return nil
    }
    let parsed = DocumentParsing.parse(resource, source.options.limits)
    // What was loaded already has the fragment that it was first loaded with.
    parsed.document.show(fragment: url.fragment)
    // Optimization: most documents are the same for all fragments, and one does for these.
    let asksForTarget = resource.bytes.holds(":target")
    if asksForTarget { targeted.insert(document) }
    // With its own sheets only.
    let media = PageStyling.media(source.options, LayoutViewport(source.options.viewport))
    let collector = StyleSheetCollector(
      document: parsed.document, baseURL: resource.finalURL.href, media: media)
    let engine = StyleEngine(document: parsed.document, sheets: collector.collect(), media: media)
    engine.time = Double(source.options.settle.milliseconds) / 1_000
    VectorAnimations.sample(parsed.document, at: engine.time)
    let elements = VectorElements(document: parsed.document, styles: engine.run())
    (elements.fonts, elements.languages) = (source.fonts, source.options.languages.tags)
    elements.restyle(with: engine)
    known[asksForTarget ? address : document] = elements
    return elements
  }
}
