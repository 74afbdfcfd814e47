import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster
import OffscreenScript
import OffscreenStyle

/// What a page's scripts are offered by the page.
final class PageScriptServices: PageServices {
  private(set) var session: PageSession
  private(set) var viewportSize: LayoutViewport
  private(set) var navigation: (url: PageURL, replaces: Bool)?

  private var style: PageStyle
  private var geometry: PageGeometry

  init(_ session: PageSession, _ viewport: LayoutViewport) {
    (self.session, viewportSize) = (session, viewport)
    (style, geometry) = (PageStyle(session, viewport), PageGeometry(session, viewport))
  }

  /// The document is laid out anew.
  func use(_ session: PageSession, _ viewport: LayoutViewport) {
    let (old, new) = (self.session.source.scripted, session.source.scripted)
    (new.drawings, new.canvases) = (old.drawings, old.canvases)
    (self.session, viewportSize) = (session, viewport)
    (style, geometry) = (PageStyle(session, viewport), PageGeometry(session, viewport))
  }

  private var loader: ResourceLoader { session.source.loader }
  private var document: Document { session.source.document }

  // MARK: Loading

  func baseURL(of page: PageURL) -> PageURL { PageStyling.baseURL(of: document, page: page) }

  func load(_ url: PageURL, as kind: ResourceKind) -> Result<Resource, LoadError> {
    loader.load(url, as: kind, referrer: session.source.page)
  }

  func provide(_ bytes: [UInt8], type: String, at url: PageURL) {
    loader.provide(Resource(bytes: bytes, mimeType: MIMEType(type) ?? .unknown, finalURL: url), at: url)
  }

  func prefetch(_ url: PageURL, as kind: ResourceKind) { loader.prefetch(url, as: kind, referrer: session.source.page) }

  /// https://fetch.spec.whatwg.org/#main-fetch
  /// Not implemented: preflights. What needs one fails as if the server had refused it.
  func fetch(_ request: ScriptRequest) -> Result<ScriptResponse, LoadError> {
    let page = session.source.page
    let isSameOrigin =
      request.url.isData || request.url.isFile && page.isFile
      || request.url.origin != nil && request.url.origin == page.origin
    func failure(_ reason: String) -> Result<ScriptResponse, LoadError> {
      .failure(LoadError(request.url.displayed, .network(reason)))
    }
    if request.mode == "same-origin", !isSameOrigin { return failure("of another origin") }
    var fields: [HTTPHeaders.Field] = []
    for index in stride(from: 0, to: request.headers.count - 1, by: 2) {
      fields.append(HTTPHeaders.Field(name: request.headers[index], value: request.headers[index + 1]))
    }
    if !isSameOrigin, Self.needsPreflight(request) {
      return failure("would have to be asked for first, which is not done yet")
    }
    var content: RequestContent?
    if request.method != "GET" || request.body != nil || !fields.isEmpty {
      content = RequestContent(method: request.method, headers: fields, body: request.body)
    }
    return loader.load(request.url, as: .fetch, referrer: page, content: content).flatMap { resource in
      let isStillSame =
        resource.finalURL.isData || resource.finalURL.origin == page.origin || page.isFile && isSameFile(resource)
      var type = "basic"
      if !isSameOrigin || !isStillSame {
        // https://fetch.spec.whatwg.org/#cors-check
        let allowed = resource.headers.first { $0.name.lowercased() == "access-control-allow-origin" }?.value
        let isAllowed = allowed == "*" && request.credentials != "include" || allowed == page.origin ?? "null"
        if request.mode == "no-cors" {
          type = "opaque"
        } else if isAllowed {
          type = "cors"
        } else {
          return failure("the server does not allow it to pages of other origins")
        }
      }
      let visible = type == "cors" ? resource.headers.filter { Self.isSafelisted($0.name) } : resource.headers
      var headers = visible.flatMap { [$0.name, $0.value] }
      if headers.isEmpty {
        headers = ["content-type", resource.mimeType.essence + (resource.charset.map { ";charset=\($0)" } ?? "")]
      }
      return .success(
        ScriptResponse(
          status: resource.status ?? 200, statusText: HTTPStatus.name(resource.status ?? 200) ?? "",
          url: resource.finalURL.hrefWithoutFragment, headers: headers, body: resource.bytes, type: type,
          wasRedirected: resource.finalURL.hrefWithoutFragment != request.url.hrefWithoutFragment))
    }
  }

  /// https://fetch.spec.whatwg.org/#cors-preflight-fetch
  private static func needsPreflight(_ request: ScriptRequest) -> Bool {
    guard ["GET", "HEAD", "POST"].contains(request.method) else { return true }
    return stride(from: 0, to: request.headers.count - 1, by: 2).contains { index in
      let value = request.headers[index + 1].lowercased()
      switch request.headers[index].lowercased() {
      case "accept", "accept-language", "content-language": return value.utf8.count > 128
      case "content-type":
        let essence = MIMEType(value)?.essence ?? ""
        return !["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].contains(essence)
      default: return true
      }
    }
  }

  /// https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name
  private static func isSafelisted(_ name: String) -> Bool {
    [
      "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
    ].contains(name.lowercased())
  }

  /// Files that the page may read count as its own, as they do for its other resources.
  private func isSameFile(_ resource: Resource) -> Bool { resource.finalURL.isFile }

  func navigate(to url: PageURL, replaces: Bool) { if navigation == nil { navigation = (url, replaces) } }

  func dialog(_ kind: String, _ text: String, _ initial: String) -> String? { kind == "confirm" ? "true" : nil }

  var userAgent: String { session.source.options.requests.userAgent ?? Self.commonUserAgent }

  /// What pages that ask for the browser are told: they know the features of this one.
  private static let commonUserAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Offscreen/"
    + OffscreenVersion.current

  func loadImage(of element: NodeID) -> (width: Double, height: Double, source: String)? {
    _ = session.layout(at: viewportSize)
    guard let layout = session.current else { return nil }
    guard case .image(let image, let density) = layout.elementImages.image(of: element) else { return nil }
    return ((image.naturalWidth ?? 0) / density, (image.naturalHeight ?? 0) / density, "")
  }

  // MARK: Canvases

  var drawings: DrawingSurfaces {
    if let drawings = session.source.scripted.drawings { return drawings }
    let drawings = DrawingSurfaces { [weak self, fonts = session.source.fonts] font in
      guard let self else { return fonts }
      _ = session.styles(at: viewportSize)
      return session.current?.styling.fonts(for: font) ?? session.fonts
    }
    session.source.scripted.drawings = drawings
    return drawings
  }

  func show(_ surface: Int, in element: NodeID) {
    session.source.scripted.canvases[element] = surface
    document.changedPicture(of: element)
  }

  /// What canvases show is what was drawn on them by now. A warning where something was not drawn.
  func finishDrawing() -> String? {
    let scripted = session.source.scripted
    guard let drawings = scripted.drawings else { return nil }
    for (element, surface) in scripted.canvases where drawings.takeChange(surface) {
      document.changedPicture(of: element)
    }
    return drawings.isCutShort ? "the page's canvases take too much work to draw: some of it is left out" : nil
  }

  func style(of element: NodeID) -> ComputedStyle? { session.styles(at: viewportSize).style(of: element) }

  func picture(of element: NodeID) -> ElementPicture {
    let page = session.source.page
    let address: String?
    if document.namespace(element) == .svg {
      address =
        document.attribute(element, .href) ?? document.attribute(element, Atom(.href), namespace: .xlink)
    } else {
      let media = PageStyling.media(session.source.options, viewportSize)
      address = ImageSelection(document: document, media: media).choice(for: element)?.address
    }
    guard let address, !address.isEmpty else { return .none }
    guard let url = baseURL(of: page).joined(address), let image = session.source.images.image(url.href) else {
      return .broken
    }
    let isOwn = url.isData || url.scheme == "blob" || url.isFile && page.isFile || url.origin == page.origin
    // With the attribute, it is only there where its server lets other origins read it.
    return .found(image, isForeign: !isOwn && !document.hasAttribute(element, .crossorigin))
  }

  // MARK: Style

  func computedValue(of element: NodeID, pseudo: String, name: String) -> String {
    style.resolvedValue(of: element, pseudo: pseudo, name: name)
  }
  func computedNames() -> [String] { style.names() }
  func customNames(of element: NodeID) -> [String] { style.customNames(of: element) }
  func propertyNames() -> [String] { style.propertyNames() }
  func matchesMedia(_ text: String) -> Bool { style.matchesMedia(text) }
  func mediaText(_ text: String) -> String { style.mediaText(text) }
  func declarations(_ text: String) -> [String] { style.declarations(text) }
  func declaration(_ name: String, _ value: String) -> [String]? { style.declaration(name, value) }
  func shorthand(_ name: String, _ longhands: [String]) -> String { style.shorthand(name, longhands) }
  func longhands(_ name: String) -> [String]? { style.longhands(name) }
  func supports(_ name: String, _ value: String) -> Bool { style.supports(name, value) }
  func supportsCondition(_ text: String) -> Bool { style.supportsCondition(text) }

  // MARK: Style sheets

  func sheetOwners() -> [NodeID] { style.sheetOwners() }
  func sheetText(of owner: NodeID) -> [String] { style.sheetText(of: owner) }
  func importedText(_ address: String, base: String) -> [String] { style.importedText(address, base: base) }
  func setSheetText(of owner: NodeID, _ text: String) { style.setSheetText(of: owner, text) }
  func setSheetDisabled(_ owner: NodeID, _ isDisabled: Bool) { style.setSheetDisabled(owner, isDisabled) }
  func adoptSheets(_ texts: [String]) { style.adoptSheets(texts) }
  func rules(_ text: String, isNested: Bool) -> [String] { style.rules(text, isNested: isNested) }
  func selectorText(_ text: String, isNested: Bool) -> String? { style.selectorText(text, isNested: isNested) }
  func preludeText(_ text: String) -> String { style.preludeText(text) }

  // MARK: Geometry

  func clientRects(of node: NodeID) -> [Double] { geometry.clientRects(of: node) }
  func textRects(of text: NodeID, from start: Int, to end: Int) -> [Double] {
    geometry.rangeRects(of: text, from: start, to: end)
  }
  func geometry(of element: NodeID) -> [Double]? { geometry.geometry(of: element) }
  func offsetParent(of element: NodeID) -> NodeID { geometry.offsetParent(of: element) }
  func scroll(_ element: NodeID, toX x: Double, y: Double) { geometry.scroll(element, toX: x, y: y) }
  func viewport() -> [Double] { geometry.viewportState() }
  func elementsFromPoint(x: Double, y: Double) -> [NodeID] { geometry.elementsFromPoint(x: x, y: y) }
  func isRendered(_ element: NodeID) -> Bool { geometry.isRendered(element) }
  func innerText(of element: NodeID) -> String { geometry.innerText(of: element) }

  func setFormState(of element: NodeID, _ kind: String, text: String, isSet: Bool) {
    if kind == "focus" { return document.setFocus(isSet ? element : .none, isVisible: document.focus.isVisible) }
    if kind == "focusVisible" { return document.setFocus(document.focus.element, isVisible: isSet) }
    document.setControlState(element) { state in
      switch kind {
      case "value": state.value = text
      case "checked": state.isChecked = isSet
      case "selected": state.isSelected = isSet
      case "indeterminate": state.isIndeterminate = isSet
      case "modal": state.isModal = isSet
      case "popover": state.isPopoverOpen = isSet
      default: break
      }
    }
  }
}
