import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenStyle
import OffscreenText

/// A document's styles, with the sheets and the fonts that it asks for loaded.
struct PageStyling {
  private(set) var styles: StyledDocument
  var counterStyles: CounterStyles { styles.counterStyles }
  /// Of the initial containing block: the root element's writing mode and direction.
  private(set) var viewportStyle: ComputedStyle
  let engine: StyleEngine
  private let faces: PageFontFaces
  private let failures: StylingFailures
  /// The styles whose fonts are there.
  private var styleCount = 0
  let collector: StyleSheetCollector
  /// The area of a usual page, where the document goes onto paper: its initial containing block.
  private(set) var pageArea: Size?
  private let limits: PageLimits
  var warnings: [String] {
    failures.messages
      + (collector.isCutShort
        ? [limits.warning("styleSheets", "the page has too many style sheets: the rest is left out")] : [])
      + StyleCut.allCases.filter { styles.cuts.contains($0) }.map(\.message)
  }

  /// Whether some style has asked for a family that `@font-face` rules are of.
  func hasLoaded(_ family: String) -> Bool { faces.families.contains(family.lowercased()) }

  init(_ source: PageSession.Source, base: PageURL, selection: ImageSelection) {
    let document = source.document
    let media = selection.media
    let failures = StylingFailures()

    // 1. Style sheets.
    let collector = StyleSheetCollector(
      document: document, baseURL: base.href, media: media,
      source: PageStyleSheets(source: source, failures: failures))
    collector.maximumSheets = source.options.limits.styleSheets
    collector.edits = source.scripted.sheets
    collector.parsed = source.scripted.parsedSheets

    // 2. The cascade.
    let sheets = collector.collect()
    sheets.userSheets = source.userSheets.styleSheets(for: document)
    let faces = PageFontFaces(source, failures)
    let resources = PageStyleResources(source, selection: selection, faces: faces)
    let engine = StyleEngine(document: document, sheets: sheets, media: media, resources: resources)
    engine.time = Double(source.options.settle.milliseconds) / 1_000
    engine.animations = source.scripted.animations
    // Where no script runs, one moment is all that there is.
    if engine.animations == nil { VectorAnimations.sample(document, at: engine.time) }
    if source.options.isOnPages {
      engine.isPaged = true
      let area = PageFrame.usual(engine.pageStyles(), viewportStyle: .initial).area
      (engine.media.width, engine.media.height) = (area.width.pixels, area.height.pixels)
      pageArea = area
    }
    let last = engine.animations?.previous
    styles = engine.run()
    // Styles that ask for the sizes of containers are found with those: transitions begin from what they come to.
    if styles.usesContainers { engine.animations?.goBack(to: last) }
    viewportStyle = .initial
    (self.engine, self.faces, self.failures) = (engine, faces, failures)
    (self.collector, limits) = (collector, source.options.limits)
    finish()
  }

  /// What drawings are made of.
  func vectorElements(_ document: Document) -> VectorElements {
    let vectors = VectorElements(document: document, styles: styles)
    vectors.fonts = fonts
    vectors.restyle(with: engine)
    return vectors
  }

  /// The features for media queries.
  static func media(_ options: PageOptions, _ viewport: LayoutViewport) -> MediaContext {
    var media = MediaContext(width: viewport.size.width.pixels, height: viewport.size.height.pixels)
    media.deviceWidth = Double(viewport.screen.width)
    media.deviceHeight = Double(viewport.screen.height)
    media.type = options.media == .print ? .print : .screen
    media.prefersDark = options.colorScheme == .dark
    media.prefersReducedMotion = options.prefersReducedMotion
    media.devicePixelRatio = options.scale
    // Small screens are touched.
    media.canHover = !options.isMobile
    media.hasFinePointer = !options.isMobile
    media.hasScripting = options.runsScripts
    return media
  }

  /// Finds the styles once more, now that layout has found out how large the query containers are.
  /// Nil: as if there had been no layout yet.
  mutating func restyle(containerStates: [NodeID: ContainerState]?) {
    styleCount = 0
    engine.containerState = containerStates.map { states in { states[$0] } }
    styles = engine.run()
    finish()
  }

  /// Finds the styles once more, now that layout has found out where timelines of scrolling stand.
  mutating func restyle(timelines: PageTimelines) {
    styleCount = 0
    engine.timelines = { timelines.state(of: $0, for: $1) }
    styles = engine.run()
    finish()
  }

  /// Finds the styles again that some changes can have touched: all that there were since the last time.
  mutating func update(after changes: [DocumentChange], movesWait: Bool) -> StyleChange {
    let result = engine.update(after: changes, movesWait: movesWait)
    // Styles are only added, but where all begin anew.
    if result.beginsAnew { styleCount = 0 }
    styles = result.styles
    finish()
    return result.change
  }

  /// What is painted over texts.
  func highlights(_ ranges: [HighlightRange], in document: Document) -> [NodeID: [TextHighlight]] {
    var places = HighlightPlaces(document, engine)
    return places.highlights(ranges)
  }

  /// With those of the page's own that its styles have asked for.
  var fonts: PageFonts { faces.fonts }
  /// With those that text which no style is of asks for: a canvas's.
  func fonts(for font: FontStyle) -> PageFonts {
    faces.load(for: font)
    return faces.fonts
  }
  /// How many fonts of the page's own were asked for: with more, text may look otherwise.
  var fontCount: Int { faces.loadedCount }

  private mutating func finish() {
    // 3. The fonts that styles use: of those that were not there the last time.
    let new = styles.styles[min(styleCount, styles.styles.count)...]
    for style in new { faces.announce(for: style.font) }
    for style in new { faces.load(for: style.font) }
    styleCount = styles.styles.count

    // 4. https://drafts.csswg.org/css-writing-modes-4/#principal-flow
    let document = styles.document
    var values = StyleValues()
    values.box.display = .block
    let root = document.documentElement
    if !root.isNone, let style = styles.style(of: root) {
      var principal = style
      // What is contained keeps it to itself. https://drafts.csswg.org/css-contain-2/#contain-property
      if document.isHTML(root, .html), let body = Self.body(of: root, document), let own = styles.style(of: body),
        style.usedContainment.isEmpty, own.usedContainment.isEmpty
      {
        principal = own
      }
      values.text.writingMode = principal.text.writingMode
      values.text.direction = principal.text.direction
      (values.box.scrollbarGutter, values.box.scrollbarWidth) = (style.box.scrollbarGutter, style.box.scrollbarWidth)
    }
    viewportStyle = ComputedStyle(values)
  }

  private static func body(of root: NodeID, _ document: Document) -> NodeID? {
    var child = document.firstChild(root)
    while !child.isNone {
      if document.isHTML(child, .body) { return child }
      child = document.nextSibling(child)
    }
    return nil
  }

  /// The document's base URL.
  /// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url
  static func baseURL(of document: Document, page: PageURL, _ security: DocumentSecurity? = nil) -> PageURL {
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isHTML(node, .base), let address = document.attribute(node, .href) {
        // https://html.spec.whatwg.org/multipage/semantics.html#set-the-frozen-base-url
        guard let base = page.joined(address), !base.isData, base.scheme != "javascript" else { return page }
        return security?.allowsBase(base) == false ? page : base
      }
      node = document.next(node, within: root)
    }
    return page
  }
}

/// What could not be had of what styles ask for.
final class StylingFailures {
  var messages: [String] = []
}

/// What gathering a page's style sheets asks of it.
private struct PageStyleSheets: StyleSheetSource {
  let source: PageSession.Source
  let failures: StylingFailures

  func response(from url: String, nonce: String) -> StyleSheetCollector.Response? {
    guard let url = PageURL(url) else { return nil }
    switch source.requests.load(url, as: .styleSheet, ContentSecurityPolicy.ScriptUse(nonce: nonce)) {
    case .success(let resource):
      return .init(
        bytes: resource.bytes, url: resource.finalURL.href, charset: resource.charset,
        mimeType: resource.mimeType == .unknown ? nil : resource.mimeType.essence)
    case .failure(let error):
      failures.messages.append(error.description)
      return nil
    }
  }

  func allowsSheet(_ text: [UInt8], of element: NodeID, nonce: String) -> Bool {
    source.security.mayUse(.style, text, nonce: nonce, of: element)
  }

  func absoluteURL(_ address: String, base: String) -> String { PageURL.join(address, base) }
  func encoding(labelled label: String) -> String? { Encoding(label: label)?.rawValue }
  func decode(_ bytes: [UInt8], from encoding: String) -> [UInt8] {
    Encoding(label: encoding).map { Decoder.decode(bytes, as: $0) } ?? bytes
  }
  var documentEncoding: String? { source.encoding.rawValue }
  func announce(_ url: String) {
    if let url = PageURL(url) { source.requests.prefetch(url, as: .styleSheet) }
  }
}

/// What styling asks of a page.
private struct PageStyleResources: StyleResources {
  let selection: ImageSelection
  let faces: PageFontFaces
  var fonts: PageFonts { faces.fonts }
  let frameMargins: FrameMargins
  private let security: DocumentSecurity
  private let scripted: ScriptedState

  init(_ source: PageSession.Source, selection: ImageSelection, faces: PageFontFaces) {
    (self.selection, self.faces, frameMargins) = (selection, faces, source.nesting.margins)
    (security, scripted) = (source.security, source.scripted)
  }

  /// What scripts declare by `style` is theirs, which the policy allows to run.
  func allowsStyleAttribute(_ text: String, of element: NodeID) -> Bool {
    guard security.restrictsStyleAttributes, scripted.declaredStyles[element] != text else { return true }
    return security.mayUse(.styleAttribute, Array(text.utf8), nonce: "", of: element)
  }

  func absoluteURL(_ address: String, base: String) -> String { PageURL.join(address, base) }

  func use(_ fontFaces: [FontFaceRule]) { faces.begin(fontFaces) }

  func metrics(of font: FontStyle) -> FontRelativeMetrics {
    // Units like `ch` measure the page's own fonts.
    faces.load(for: font)
    return fonts.relativeMetrics(of: font)
  }

  func showsImages(ofType type: String) -> Bool { ImageFormat.shows(type: type) }

  func dimensionSource(of image: NodeID) -> NodeID { selection.dimensionSource(of: image) }
}

extension PageURL {
  fileprivate static func join(_ address: String, _ base: String) -> String {
    PageURL(base)?.joined(address)?.href ?? PageURL(address)?.href ?? address
  }
}
