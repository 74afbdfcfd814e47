import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLoading
import OffscreenRaster
import OffscreenScript
import OffscreenStyle

/// The page in a frame whose scripts run with those of the page around, and may change it at any time.
/// https://html.spec.whatwg.org/multipage/document-sequences.html#child-navigable
final class FramePage {
  let session: PageSession
  var scripts: PageScripts? { scripting.scripts }
  private let scripting: PageScripting
  private let element: NodeID
  private unowned let around: PageScriptServices
  private let options: PageOptions

  /// Nil where there may be no more frames, or what was loaded is no page.
  init?(
    of element: NodeID, _ content: FrameContent, in parent: PageScripts, _ around: PageScriptServices,
    _ outerScripting: PageScripting
  ) {
    (self.element, self.around) = (element, around)
    let outer = around.session.source
    // 1. What the document is made of.
    let base = parent.baseURL
    let blank = PageURL("about:blank") ?? base
    let (resource, address, isSrcdoc): (Resource, PageURL?, Bool)
    switch content {
    case .blank:
      (resource, address, isSrcdoc) = (
        Resource(bytes: [], mimeType: .html, charset: "utf-8", finalURL: base), blank, false
      )
    case .markup(let bytes, let isOfAttribute):
      resource = Resource(bytes: bytes, mimeType: .html, charset: "utf-8", finalURL: base)
      (address, isSrcdoc) = (isOfAttribute ? PageURL("about:srcdoc") : parent.url, isOfAttribute)
    case .resource(let loaded):
      if let what = DocumentParsing.whatCannotBeShown(loaded.mimeType) {
        around.session.innerWarnings.add(["\(outer.loader.name(of: loaded.finalURL)): this is \(what), not a page"])
        return nil
      }
      (resource, address, isSrcdoc) = (loaded, nil, false)
    }
    var margins = FrameMargins()
    margins.width = outer.document.attribute(element, .marginwidth)
    margins.height = outer.document.attribute(element, .marginheight)
    guard let nesting = outer.nesting.enterScripted(from: outer.page, margins: margins) else { return nil }
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
    let images = ImageStore(
      loader: outer.loader, page: resource.finalURL, limits: own.limits, fonts: outer.fonts,
      time: Double(own.settle.milliseconds) / 1_000)
    session = PageSession(
      PageSession.Source(
        document: parsed.document, encoding: parsed.encoding, page: resource.finalURL, loader: outer.loader,
        fonts: outer.fonts, images: images, userSheets: outer.userSheets, options: own,
        fingerprint: outer.fingerprint, nesting: nesting), timings: StageTimings())
    // 3. Who it comes from. https://html.spec.whatwg.org/multipage/document-sequences.html#determining-the-origin
    let isSandboxed = parent.isSandboxed || Self.isOfNoOrigin(element, outer.document)
    // Only the page itself makes addresses of blobs.
    let inherits = address != nil || resource.finalURL.scheme == "blob"
    let origin = isSandboxed ? ScriptOrigin() : inherits ? parent.origin : ScriptOrigin(resource.finalURL)
    self.scripting = scripting
    scripting.host = outerScripting.host
    let services = PageScriptServices(session, viewport, scripting, frame: self)
    _ = scripting.makeScripts(
      in: session, services, own,
      place: FramePlace(
        parent: parent, element: element, origin: origin, isSandboxed: isSandboxed,
        runsScripts: parent.runsScripts && Self.mayRunScripts(element, outer.document)),
      address: address)
  }

  private static func withoutParser(_ parsed: ParsedDocument, _ resource: Resource) -> (ParsedDocument, PageScripting) {
    (parsed, PageScripting(resource, nil, firstScript: nil, encoding: parsed.encoding))
  }

  /// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-sandbox
  private static func sandbox(_ element: NodeID, _ document: Document) -> [Substring]? {
    document.names.find("sandbox").flatMap { document.attribute(element, $0) }.map { value in
      value.lowercased().split { " \t\n\r\u{c}".contains($0) }
    }
  }

  private static func isOfNoOrigin(_ element: NodeID, _ document: Document) -> Bool {
    sandbox(element, document).map { !$0.contains("allow-same-origin") } ?? false
  }

  private static func mayRunScripts(_ element: NodeID, _ document: Document) -> Bool {
    sandbox(element, document)?.contains("allow-scripts") ?? true
  }

  /// As large as the frame is now; without a box it is empty.
  /// Optimization: found once for each layout of the page around.
  var viewport: LayoutViewport {
    let (session, size) = (around.session, around.viewportSize)
    let tree = session.layout(at: size)
    if let known, known.session === session, known.version == session.pictureVersion { return known.viewport }
    let content = tree.contentSizes { $0.node == element }[element]
    func pixels(_ length: Double?) -> Int { Int(min(max(0, (length ?? 0).rounded()), 8_192)) }
    let viewport = LayoutViewport(Viewport(width: pixels(content?.width), height: pixels(content?.height)))
    known = (session, session.pictureVersion, viewport)
    return viewport
  }
  private var known: (session: PageSession, version: Int, viewport: LayoutViewport)?

  /// What the picture of it depends on, as it is now.
  var version: [UInt64] {
    let versions = session.source.document.versions
    return [versions.structure, versions.attributes, versions.text, UInt64(session.pictureVersion)]
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
