import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLoading
import OffscreenRaster
import OffscreenScript
import OffscreenStyle

/// The page in a frame, or in a window of its own, whose scripts run with those of the page that it belongs to, and may
/// change it at any time. https://html.spec.whatwg.org/multipage/document-sequences.html#navigable
final class FramePage {
  let session: PageSession
  var scripts: PageScripts? { scripting.scripts }
  private let scripting: PageScripting
  private let element: NodeID
  /// Of a window of its own.
  private let frame: WindowFrame?
  /// The page around; of a window of its own, the page that it belongs to.
  private weak var around: PageScriptServices?
  private let options: PageOptions

  /// Nil where there may be no more frames, or what was loaded is no page.
  init?(_ opening: PageOpening, _ around: PageScriptServices, _ outerScripting: PageScripting) {
    (element, frame, self.around) = (opening.element, opening.frame, around)
    let (outer, initiator) = (around.session.source, opening.initiator)
    // 1. What the document is made of.
    let base = initiator.baseURL
    let blank = PageURL("about:blank") ?? base
    let (resource, address, isSrcdoc): (Resource, PageURL?, Bool)
    switch opening.content {
    case .blank:
      (resource, address, isSrcdoc) = (
        Resource(bytes: [], mimeType: .html, charset: "utf-8", finalURL: base), blank, false
      )
    case .markup(let bytes, let isOfAttribute):
      resource = Resource(bytes: bytes, mimeType: .html, charset: "utf-8", finalURL: base)
      (address, isSrcdoc) = (isOfAttribute ? PageURL("about:srcdoc") : opening.current ?? blank, isOfAttribute)
    case .failure: return nil
    case .resource(let loaded):
      if let what = DocumentParsing.whatCannotBeShown(loaded.mimeType) {
        around.session.innerWarnings.add(["\(outer.loader.name(of: loaded.finalURL)): this is \(what), not a page"])
        return nil
      }
      (resource, address, isSrcdoc) = (loaded, nil, false)
    }
    var margins = FrameMargins()
    if frame == nil {
      margins.width = outer.document.attribute(element, .marginwidth)
      margins.height = outer.document.attribute(element, .marginheight)
    }
    guard let nesting = outer.nesting.enterScripted(from: frame == nil ? outer.page : nil, margins: margins) else {
      around.session.innerWarnings.add([
        "pages in frames and windows are nested too deep, or too many: the rest is left out"
      ])
      return nil
    }
    // 2. It is seen through the frame.
    var own = outer.options
    own.region = .viewport
    own.scroll = .zero
    own.isMobile = false
    own.fitsWidth = false
    own.evaluate = nil
    own.userScript = nil
    options = own
    let isHTML = resource.mimeType.isHTML
    let (parsed, scripting) =
      isHTML
      ? DocumentParsing.begin(resource, isSrcdoc: isSrcdoc, own.limits)
      : Self.withoutParser(DocumentParsing.parse(resource, own.limits), resource)
    // What has no address of its own has the policies of who leads there.
    let isInherited = address != nil || DocumentSecurity.isInherited(by: resource.finalURL)
    let leading = (initiator.services as? PageScriptServices)?.session.source ?? outer
    let security = DocumentSecurity(
      parsed.document, resource, page: isInherited ? leading.page : nil, inherited: isInherited ? leading.security : nil
    )
    let ancestors = nesting.ancestors.compactMap { PageURL($0) }
    guard frame != nil || security.mayBeShown(in: ancestors) else {
      around.session.innerWarnings.add([
        "\(outer.loader.name(of: resource.finalURL)): its Content Security Policy does not allow it in this page"
      ])
      return nil
    }
    let images = ImageStore(
      loader: DocumentLoader(outer.loader, page: resource.finalURL, security), options: own, fonts: outer.fonts)
    session = PageSession(
      PageSession.Source(
        document: parsed.document, encoding: parsed.encoding, page: resource.finalURL, loader: outer.loader,
        security: security, fonts: outer.fonts, images: images, userSheets: outer.userSheets, options: own,
        fingerprint: outer.fingerprint, nesting: nesting), timings: StageTimings())
    // 3. Who it comes from. https://html.spec.whatwg.org/multipage/document-sequences.html#determining-the-origin
    let isSandboxed = opening.sandbox.union(security.sandbox).contains(.origin)
    let final = resource.finalURL
    let isOwnBlob = final.scheme == "blob" && final.blobOrigin == initiator.origin.tuple
    let inherits = address != nil || isOwnBlob
    let origin = isSandboxed ? ScriptOrigin() : inherits ? initiator.origin : ScriptOrigin(final)
    let client = isSandboxed ? PageURL(scheme: "about") : inherits ? initiator.services.client : final
    self.scripting = scripting
    scripting.host = outerScripting.host
    scripting.referrer = opening.referrer
    let services = PageScriptServices(session, viewport, scripting, frame: self, client: client)
    _ = scripting.makeScripts(
      in: session, services, own,
      place: WindowPlace(in: opening, origin: origin, sandbox: security.sandbox),
      address: address)
  }

  private static func withoutParser(_ parsed: ParsedDocument, _ resource: Resource) -> (ParsedDocument, PageScripting) {
    (parsed, PageScripting(resource, nil, firstScript: nil, encoding: parsed.encoding))
  }

  /// As large as the frame is now; without a box it is empty.
  /// Optimization: found once for each layout of the page around.
  var viewport: LayoutViewport {
    guard let around else { return LayoutViewport(Viewport(width: 0, height: 0)) }
    let (session, size) = (around.session, around.viewportSize)
    if let frame { return Self.viewport(of: frame, beside: size) }
    let tree = session.layout(at: size)
    if let known, known.session === session, known.version == session.pictureVersion { return known.viewport }
    let content = tree.contentSizes { $0.node == element }[element]
    func pixels(_ length: Double?) -> Int { Int(min(max(0, (length ?? 0).rounded()), 8_192)) }
    let viewport = LayoutViewport(Viewport(width: pixels(content?.width), height: pixels(content?.height)))
    known = (session, session.pictureVersion, viewport)
    return viewport
  }
  private var known: (session: PageSession, version: Int, viewport: LayoutViewport)?

  /// A window is no smaller than this, and no larger than a page may be.
  private static let sizes = 100...8_192

  private static func viewport(of frame: WindowFrame, beside page: LayoutViewport) -> LayoutViewport {
    func length(_ asked: Int?, _ own: LayoutUnit) -> Int {
      asked.map { min(max($0, sizes.lowerBound), sizes.upperBound) } ?? own.rounded
    }
    return LayoutViewport(
      Viewport(width: length(frame.width, page.size.width), height: length(frame.height, page.size.height)))
  }

  /// What the picture of it depends on, as it is now.
  var version: [UInt64] {
    let versions = session.source.document.versions
    let moves = session.source.scripted.animations?.moves ?? 0
    return [versions.structure, versions.attributes, versions.text, UInt64(session.pictureVersion), moves]
      + session.source.scripted.frames.values.flatMap(\.version)
  }

  /// `isDarkBehind`: whether the frame's element is of the dark scheme.
  func picture(_ size: Viewport, isDarkBehind: Bool, within budget: DrawingBudget) -> Bitmap? {
    let viewport = LayoutViewport(size)
    let request = PageSession.PaintRequest(
      area: Rect(origin: session.source.scripted.scroll, size: viewport.size), scroll: session.source.scripted.scroll,
      scale: options.scale, isDarkBehind: isDarkBehind)
    let list = session.displayList(at: viewport, request)
    var rasterizer = Rasterizer(fonts: session.fonts)
    rasterizer.background = .transparent
    rasterizer.budget = budget
    return try? rasterizer.draw(
      list, width: max(1, Int((Double(size.width) * options.scale).rounded())),
      height: max(1, Int((Double(size.height) * options.scale).rounded())), scale: options.scale)
  }
}
