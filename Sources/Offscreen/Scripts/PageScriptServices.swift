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

extension VectorAnimations: DrawingTimeline {}

/// What a page's scripts are offered by the page.
final class PageScriptServices: PageServices {
  private(set) var session: PageSession
  private weak var scripting: PageScripting?
  private var answers: Answers
  /// Of a frame, which is as large as its element is at the moment.
  private weak var frame: FramePage?

  private var animations: PageAnimations
  var takeAnimationChanges: (() -> Void)?
  /// The structure of the document that was last looked through for animations of drawings.
  private var drawingsSought: UInt64?

  /// What is asked of the page at one size.
  private struct Answers {
    let viewport: LayoutViewport
    let style: PageStyle
    let geometry: PageGeometry
    let fonts: PageFontLoading

    init(_ session: PageSession, _ viewport: LayoutViewport) {
      self.viewport = viewport
      fonts = PageFontLoading(session, viewport)
      (style, geometry) = (PageStyle(session, viewport), PageGeometry(session, viewport))
    }
  }

  let client: PageURL

  init(
    _ session: PageSession, _ viewport: LayoutViewport, _ scripting: PageScripting, frame: FramePage? = nil,
    client: PageURL? = nil
  ) {
    (self.session, self.scripting, self.frame) = (session, scripting, frame)
    self.client = client ?? session.source.page
    answers = Answers(session, viewport)
    animations = PageAnimations(session)
  }

  /// The document is laid out anew.
  func use(_ session: PageSession, _ viewport: LayoutViewport) {
    self.session = session
    answers = Answers(session, viewport)
    animations.use(session)
  }

  private var current: Answers {
    if let size = frame?.viewport, size != answers.viewport { answers = Answers(session, size) }
    return answers
  }
  var viewportSize: LayoutViewport { current.viewport }
  private var style: PageStyle { current.style }
  private var geometry: PageGeometry { current.geometry }

  var loader: ResourceLoader { session.source.loader }
  private lazy var fetching = ScriptFetching(loader, page: client)
  /// Of workers, by their addresses.
  private var workerFetching: [PageURL: ScriptFetching] = [:]
  private var document: Document { session.source.document }

  // MARK: Loading

  /// A document that has no address of its own takes the base of the one around.
  /// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#fallback-base-url
  func fallbackBaseURL(of page: PageURL) -> PageURL { page.scheme == "about" ? session.source.page : page }

  func baseURL(of page: PageURL) -> PageURL {
    PageStyling.baseURL(of: document, page: fallbackBaseURL(of: page), session.source.security)
  }

  // MARK: Frames

  /// What goes with the page's requests and identifies the user would be within reach.
  var mayRunOthers: Bool { !loader.tellsWhoAsks }

  /// By number, the pages in windows that scripts have opened.
  private var windows: [Int: FramePage] = [:]

  func openPage(_ opening: PageOpening) -> PageScripts? {
    guard let scripting, let page = FramePage(opening, self, scripting) else { return nil }
    if opening.frame == nil {
      session.source.scripted.frames[opening.element] = page
    } else {
      windows[opening.number] = page
    }
    return page.scripts
  }

  func closeFrame(_ element: NodeID) { session.source.scripted.frames[element] = nil }
  func closeWindow(_ number: Int) { windows[number] = nil }

  func loadPage(
    _ url: PageURL, inFrame: Bool, content: RequestContent?, referrer: PageURL?
  ) -> Result<Resource, LoadError> {
    // No policy says where windows of their own go.
    guard inFrame else { return loader.load(url, as: .frame, referrer: referrer, content: content) }
    return requests.load(url, as: .frame, referrer: .some(referrer), content: content)
  }

  func placement(of navigation: ScriptNavigation) -> WindowPlacement {
    scripting?.placement(of: navigation) ?? .elsewhere
  }

  func loadScript(
    _ url: PageURL, _ use: ContentSecurityPolicy.ScriptUse, by element: NodeID?, client: PageURL?
  ) -> Result<Resource, LoadError> {
    DocumentLoader(loader, page: session.source.page, security(of: client)).load(
      url, as: .script, for: nil, use, by: element)
  }

  func provide(_ bytes: [UInt8], type: String, at url: PageURL) {
    loader.provide(Resource(bytes: bytes, mimeType: MIMEType(type) ?? .unknown, finalURL: url), at: url)
  }

  func prefetch(_ url: PageURL, as kind: ResourceKind) { requests.prefetch(url, as: kind) }

  func fetch(_ request: ScriptRequest) -> Result<ScriptResponse, LoadError> {
    let security = security(of: request.client)
    var request = request
    request.url = security.upgraded(request.url)
    if let directive = security.refusal(of: request.url, for: request.destination, request.use) {
      return .failure(LoadError(request.url.displayed, .contentPolicy(directive)))
    }
    let result = fetching(of: request.client).fetch(request)
    guard case .success(let response) = result else { return result }
    // Deviation: the other server has been asked by then.
    if response.wasRedirected, let final = PageURL(response.url),
      let directive = security.refusal(of: final, for: request.destination, request.use, isRedirected: true)
    {
      return .failure(LoadError(request.url.displayed, .contentPolicy(directive)))
    }
    if request.destination == .worker { beginWorker(response) }
    return result
  }

  private func fetching(of client: PageURL?) -> ScriptFetching {
    guard let client else { return fetching }
    let own = workerFetching[client] ?? ScriptFetching(loader, page: client)
    workerFetching[client] = own
    return own
  }

  // MARK: Policies

  private var requests: DocumentLoader { session.source.requests }
  /// Of workers that came over the network, by their addresses.
  private var workerSecurity: [PageURL: DocumentSecurity] = [:]

  private func security(of client: PageURL?) -> DocumentSecurity {
    client.flatMap { workerSecurity[$0] } ?? session.source.security
  }

  /// What comes over the network brings its own policies.
  private func beginWorker(_ response: ScriptResponse) {
    guard let url = PageURL(response.url), url.isHTTP, workerSecurity[url] == nil else { return }
    var resource = Resource(bytes: [], mimeType: .unknown, finalURL: url)
    for index in stride(from: 0, to: response.headers.count - 1, by: 2) {
      resource.headers.append(.init(name: response.headers[index], value: response.headers[index + 1]))
    }
    let made = DocumentSecurity(nil, resource)
    made.report = session.source.security.report
    workerSecurity[url] = made
  }

  func hasPolicies(of client: PageURL?) -> Bool { security(of: client).hasPolicies }

  func mayUse(
    _ kind: ContentSecurityPolicy.Inline, _ source: [UInt8], nonce: String, of element: NodeID?, client: PageURL?
  ) -> Bool {
    security(of: client).mayUse(kind, source, nonce: nonce, of: element)
  }

  func maySubmit(to url: PageURL) -> Bool { session.source.security.maySubmit(to: url) }
  func allowsEvaluation(by client: PageURL?) -> Bool { security(of: client).allowsEvaluation }
  func noteEvaluation(_ source: [UInt8], by client: PageURL?) { security(of: client).noteEvaluation(source) }
  func declareStyle(of element: NodeID, _ text: String) { session.source.scripted.declaredStyles[element] = text }
  func setNonce(of element: NodeID, _ nonce: String?) {
    session.source.scripted.sheets.nonces[element] = nonce
  }

  // MARK: Whoever has the page

  func navigate(_ navigation: ScriptNavigation) -> Bool { scripting?.navigate(navigation) ?? false }

  func dialog(_ kind: String, _ text: String, _ initial: String) -> String? {
    scripting?.host.dialog(kind, text, initial)
  }

  func message(_ json: String, to handler: String) -> Result<String, ScriptMessageError> {
    scripting?.host.message(json, to: handler) ?? .failure(ScriptMessageError("nobody takes this message"))
  }

  func log(_ message: ConsoleMessage) { scripting?.log(message) }

  var userAgent: String { session.source.options.requests.userAgent ?? Self.commonUserAgent }

  var languages: String { session.source.options.languages.description }

  /// What pages that ask for the browser are told: they know the features of this one.
  private static let commonUserAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Offscreen/"
    + OffscreenVersion.current

  func imageSource(of element: NodeID) -> String? { imageChoice(of: element).map { imageAddress($0) } }

  func hasLoadedImage(at address: String) -> Bool { session.source.images.hasLoaded(address) }

  func loadImage(of element: NodeID) -> ScriptPicture {
    var picture = ScriptPicture()
    guard let choice = imageChoice(of: element) else { return picture }
    picture.source = imageAddress(choice)
    guard let image = session.source.images.image(picture.source) else { return picture }
    picture.isLoaded = true
    let size = image.naturalSize
    (picture.width, picture.height) = (size.width / choice.density, size.height / choice.density)
    return picture
  }

  private func imageChoice(of element: NodeID) -> ImageSelection.Choice? {
    var selection = ImageSelection(document: document, media: PageStyling.media(session.source.options, viewportSize))
    if selection.waitsForLayout(element) {
      _ = session.layout(at: viewportSize)
      guard let known = session.current?.elementImages.selection, !known.waitsForLayout(element) else { return nil }
      selection = known
    }
    return selection.choice(for: element)
  }

  private func imageAddress(_ choice: ImageSelection.Choice) -> String {
    baseURL(of: client).joined(choice.address)?.href ?? choice.address
  }

  func preloads(
    _ address: String, as destination: String, _ use: ContentSecurityPolicy.ScriptUse, by element: NodeID
  ) -> Bool {
    guard let url = PageURL(address) else { return false }
    if destination == "image" { return session.source.images.image(url.href) != nil }
    let kind: ResourceKind = destination == "font" ? .font : destination == "style" ? .styleSheet : .script
    guard case .success = requests.load(url, as: kind, for: nil, use, by: element) else { return false }
    return true
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
    let page = client
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
    let isOwn =
      url.isData || url.scheme == "blob" && url.blobOrigin == page.origin || url.isFile && page.isFile
      || url.origin != nil && url.origin == page.origin
    // With the attribute, it is only there where its server lets other origins read it.
    return .found(image.still, isForeign: !isOwn && !document.hasAttribute(element, .crossorigin))
  }

  // MARK: Style

  func computedValue(of element: NodeID, pseudo: String, name: String) -> String {
    // Animations that begin by it are the scripts' side's to time.
    if takeAnimationChanges != nil {
      updateStyles()
      if hasAnimationChanges { takeAnimationChanges?() }
    }
    return style.resolvedValue(of: element, pseudo: pseudo, name: name)
  }
  func computedStyleValue(of element: NodeID, name: String) -> String? {
    style.computedValue(of: element, name: name)
  }
  func registerProperty(_ name: String, syntax: String, isInherited: Bool, initial: String?) -> String? {
    style.register(name, syntax: syntax, isInherited: isInherited, initial: initial)
  }
  func registeredSyntax(_ name: String) -> String? { style.registeredSyntax(name) }
  func timelineState(of element: NodeID, _ timeline: String, range: (start: String, end: String)) -> [Double]? {
    style.timelineState(of: element, timeline, range: range)
  }
  func transitionNames(in root: NodeID) -> [String] { style.transitionNames(in: root) }
  func isFontSource(_ text: String) -> Bool { current.fonts.source(text, base: "") != nil }
  func mayChangeCounterStyle(_ name: String, to value: String, system: String) -> Bool {
    CounterStyles.mayChange(name, to: value, system: system)
  }
  func loadsFont(_ source: String, base: String) -> Bool { current.fonts.isLoaded(source, base: base) }
  func isFontUsed(_ family: String) -> Bool { current.fonts.isUsed(family) }
  func computedNames() -> [String] { style.names() }
  func customNames(of element: NodeID) -> [String] { style.customNames(of: element) }
  func propertyNames() -> [String] { style.propertyNames() }
  func matchesMedia(_ text: String) -> Bool { style.matchesMedia(text) }
  func mediaText(_ text: String) -> String { style.mediaText(text) }
  func containerText(_ text: String) -> [String]? { style.containerText(text) }
  func functionText(_ text: String) -> [String]? { style.functionText(text) }
  func declarations(_ text: String) -> [String] { style.declarations(text) }
  func declaration(_ name: String, _ value: String) -> [String]? { style.declaration(name, value) }
  func shorthand(_ name: String, _ longhands: [String]) -> String { style.shorthand(name, longhands) }
  func longhands(_ name: String) -> [String]? { style.longhands(name) }
  func supports(_ name: String, _ value: String) -> Bool { style.supports(name, value) }
  func supportsCondition(_ text: String) -> Bool { style.supportsCondition(text) }

  // MARK: Animations

  func scriptsBegin() { animations.begin() }
  func mayAnimate() -> Bool { animations.mayBegin() }
  func updateStyles() { session.updateStyles(at: viewportSize) }
  func animationChanges() -> [String] { animations.takeChanges() }
  var hasAnimationChanges: Bool { animations.hasChanges }
  func makeEffect() -> Int { animations.makeNumber() }
  func setEffect(_ number: Int, _ effect: ScriptEffect) { animations.set(number, effect) }
  func setEffectState(_ number: Int, progress: Double, iteration: Double, flags: Int) {
    animations.setState(number, progress: progress, iteration: iteration, flags: flags)
  }
  func removeEffect(_ number: Int) { animations.remove(number) }
  func keyframes(of number: Int) -> [String] { animations.keyframes(of: number) }
  func easing(_ text: String) -> String? { animations.easing(text) }
  func ease(_ text: String, _ progress: Double, isBefore: Bool) -> Double {
    animations.ease(text, progress, isBefore: isBefore)
  }

  // MARK: Style sheets

  func sheetOwners(in root: NodeID) -> [NodeID] { style.sheetOwners(in: root) }
  func sheetText(of owner: NodeID) -> [String] { style.sheetText(of: owner) }
  func importedText(_ address: String, base: String) -> [String] { style.importedText(address, base: base) }
  func setSheetText(of owner: NodeID, _ text: String) { style.setSheetText(of: owner, text) }
  func setImportedText(at address: String, _ text: String) { style.setImportedText(at: address, text) }
  func setSheetDisabled(_ owner: NodeID, _ isDisabled: Bool) { style.setSheetDisabled(owner, isDisabled) }
  func adoptSheets(_ texts: [String], by root: NodeID) { style.adoptSheets(texts, by: root) }
  func rules(_ text: String, isNested: Bool) -> [String] { style.rules(text, isNested: isNested) }
  func selectorText(_ text: String, isNested: Bool, namespaces: [String], nests: Bool) -> String? {
    style.selectorText(text, isNested: isNested, namespaces: namespaces, nests: nests)
  }
  func scopeText(_ text: String, isNested: Bool, namespaces: [String]) -> [String]? {
    style.scopeText(text, isNested: isNested, namespaces: namespaces)
  }
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
  func isSkipped(_ element: NodeID, automatic: Bool) -> Bool { geometry.isSkipped(element, automatic: automatic) }
  func takeVisibilityChanges() -> [(element: NodeID, isSkipped: Bool)] {
    session.takeVisibilityChanges(at: viewportSize)
  }
  func rememberSizes() { session.rememberSizes(at: viewportSize) }
  var drawingTimeline: (any DrawingTimeline)? {
    if let known = session.source.scripted.drawingAnimations { return known }
    guard drawingsSought != document.versions.structure else { return nil }
    drawingsSought = document.versions.structure
    guard VectorAnimations.mayBe(in: document) else { return nil }
    let found = VectorAnimations(document)
    guard found.hasAnimations else { return nil }
    session.source.scripted.drawingAnimations = found
    return found
  }

  func makeDrawingTimeline() -> any DrawingTimeline {
    let timeline = session.source.scripted.drawingAnimations ?? VectorAnimations(document)
    session.source.scripted.drawingAnimations = timeline
    return timeline
  }

  func fontUnits(of element: NodeID) -> [Double] {
    style.fontUnits(of: element) + style.fontUnits(of: document.documentElement)
  }

  func drawingBox(of element: NodeID) -> [Double]? { geometry.drawingBox(of: element) }
  func drawingMatrix(of element: NodeID, toScreen: Bool) -> [Double]? {
    geometry.drawingMatrix(of: element, toScreen: toScreen)
  }
  func pathLength(of shape: NodeID) -> Double? { geometry.pathLength(of: shape) }
  func pathPoint(of shape: NodeID, at distance: Double) -> [Double]? { geometry.pathPoint(of: shape, at: distance) }
  func isInShape(_ shape: NodeID, x: Double, y: Double, stroke: Bool) -> Bool {
    geometry.isInShape(shape, x: x, y: y, stroke: stroke)
  }
  func drawnText(of element: NodeID) -> [Double]? { geometry.drawnText(of: element) }
  func innerText(of element: NodeID) -> String { geometry.innerText(of: element) }
  func setHighlights(_ names: [String], _ bounds: [Double]) {
    func number(_ place: Int) -> Int32 { Int32(exactly: bounds[place]) ?? 0 }
    session.highlights = names.indices.compactMap { index in
      let place = index * 4
      guard place + 3 < bounds.count else { return nil }
      return HighlightRange(
        kind: HighlightRange.Kind(names[index]), start: NodeID(rawValue: number(place)),
        startOffset: Int(number(place + 1)), end: NodeID(rawValue: number(place + 2)),
        endOffset: Int(number(place + 3)))
    }
  }

  func setFormState(of element: NodeID, _ kind: String, text: String, isSet: Bool) {
    if kind == "focus" { return document.setFocus(isSet ? element : .none, isVisible: document.focus.isVisible) }
    if kind == "focusVisible" { return document.setFocus(document.focus.element, isVisible: isSet) }
    if kind == "target" {
      return document.setTarget(TargetFragment(text, decoded: PercentEncoding.decodedText))
    }
    let names = document.names
    document.setControlState(element) { state in
      switch kind {
      case "value": state.value = text
      case "checked": state.isChecked = isSet
      case "selected": state.isSelected = isSet
      case "indeterminate": state.isIndeterminate = isSet
      case "modal": state.isModal = isSet
      case "popover": state.isPopoverOpen = isSet
      case "popoverSource": state.popoverSource = Int32(text).map { NodeID(rawValue: $0) } ?? .none
      case "defined": state.isDefined = isSet
      case "is": state.isValue = text
      case "formAssociated": state.isFormAssociated = isSet
      case "invalid": state.isInvalid = isSet
      case "addState": state.customStates.insert(names.intern(text))
      case "removeState": state.customStates.remove(names.intern(text))
      default: break
      }
    }
  }
}
