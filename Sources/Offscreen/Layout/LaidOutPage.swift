import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster
import OffscreenScript
import OffscreenStyle
import OffscreenText

/// A page that went through every stage but painting. One layout serves its picture and its boxes.
package final class LaidOutPage {
  private let resource: Resource
  private let isLedToByScripts: Bool
  let session: PageSession
  let viewport: LayoutViewport
  let scripting: PageScripting?
  private(set) var options: PageOptions
  /// Whether renderings tell what the page was made from. The hashes of its files take as long as parsing them.
  var listsResources = false
  private var fingerprint: Fingerprint
  /// Where the viewport's top left is in the document.
  private var scroll: Point
  /// Device pixels per CSS pixel of the page.
  private let scale: Double
  private var ownTimings = StageTimings()
  private var ownWarnings: [String] = []
  /// Whether painting left something out.
  private var isPaintedShort = false
  private var paintCuts: Set<PaintCut> = []

  /// Where it came from.
  var facts: PageFacts { PageFacts(resource, title: document.title, address: address) }

  /// The PDF document whose pages it shows, all of them.
  var paper: [UInt8]? {
    resource.mimeType.essence == "application/pdf" && options.documentPage == nil ? resource.bytes : nil
  }

  /// Whether scripts have run, of this page or of one that has led to it.
  var ranScripts: Bool { isLedToByScripts || scripting?.scripts?.isOpen == true }

  /// Its address, which scripts may have changed.
  var address: PageURL { scripting?.scripts?.url ?? resource.finalURL }

  /// Throws where what the page was to wait for has not come.
  func checkWait(_ name: String) throws(RenderError) {
    if scripting?.hasWaited == false {
      throw RenderError(.wait, "\(name): \(options.waitFor ?? "") did not become true")
    }
  }

  var document: Document { session.source.document }
  var loader: ResourceLoader { session.source.loader }
  private var images: ImageStore { session.source.images }
  private var nesting: FrameNesting { session.source.nesting }
  /// As it is scrolled; all of it.
  private var tree: FragmentTree { session.layout(at: viewport, scrolledTo: scroll) }
  /// As far as pictures of the viewport need it.
  private var seenTree: FragmentTree { session.seenLayout(at: viewport, scrolledTo: scroll) }

  /// What is known before anything is painted. What the loader has to say of all that it loads, it says of the
  /// page, not of its frames too.
  var warnings: [String] { ((nesting.ancestors.isEmpty ? loader.warnings : []) + ownWarnings).asMessages }

  /// With those of painting and drawing, once the page was drawn.
  var allWarnings: [String] {
    var all = warnings + session.innerWarnings.messages
    let limits = options.limits
    if isPaintedShort {
      all.append(
        limits.warning("commands", "the page is drawn with too many commands or too deeply: the rest is left out"))
    }
    all += PaintCut.allCases.filter { paintCuts.contains($0) }.map(\.message)
    if images.isOverBudget {
      all.append(limits.warning("decodedPixels", "the page's pictures have too many pixels: some are not shown"))
    }
    if images.hasTooMuchVectorWork {
      all.append("the page's SVG drawings take too much work: some are not shown, or without their effects")
    }
    if nesting.wasExceeded {
      all.append(
        limits.warning("frames", "the page has too many frames, or more than three inside each other: some stay empty"))
    }
    if session.hasTooManyDocuments {
      all.append("the page refers to more than \(ExternalDrawings.limit) other documents: the rest is left out")
    }
    return all
  }

  private static let maximumFittingRounds = 3

  init(
    _ page: PageDocument, loader: ResourceLoader, fonts: PageFonts, options: PageOptions, userSheets: UserSheets,
    fingerprint: Fingerprint, timings: StageTimings, nesting: FrameNesting? = nil
  ) {
    let (parsed, url, security) = (page.parsed, page.url, page.security)
    var options = options
    if !page.hasScripting || security.sandbox.contains(.scripts) { options.runsScripts = false }
    let images = ImageStore(
      loader: DocumentLoader(loader, page: url, security), options: options, fonts: fonts)
    var source = PageSession.Source(
      document: parsed.document, encoding: parsed.encoding, page: url, loader: loader, security: security, fonts: fonts,
      images: images,
      userSheets: userSheets, options: options, fingerprint: fingerprint,
      nesting: nesting ?? FrameNesting(options.limits))
    if let scripted = page.scripting?.scripted { source.scripted = scripted }
    session = PageSession(source, timings: timings)

    // 1. Style and layout; once more where a page that is to fit turned out to be wider.
    var viewport =
      options.isMobile
      ? LayoutViewport(mobile: options.viewport, ViewportMeta(of: parsed.document)) : LayoutViewport(options.viewport)
    // 0. Scripts make the document what it is. What they ask for of the geometry is found when they do.
    session.paintsStart = options.paintsStart
    page.scripting?.run(in: session, at: viewport, options)
    scripting = page.scripting
    // A page that is left is not looked at.
    let isLeft = scripting?.goal != nil
    let showsStart = options.paintsStart && session.source.scripted.scroll == .zero
    if showsStart { _ = session.seenLayout(at: viewport, scrolledTo: .zero) }
    var area =
      isLeft || showsStart
      ? Rect(origin: .zero, size: viewport.size) : session.layout(at: viewport).documentArea
    for _ in 0..<Self.maximumFittingRounds where options.fitsWidth {
      guard area.width > viewport.size.width else { break }
      viewport = viewport.widened(to: area.width)
      area = session.layout(at: viewport).documentArea
    }
    let zoom = viewport.zoom(documentWidth: area.width)

    // 2. Scrolling.
    scale = options.scale * zoom
    scroll = Self.scrollPosition(options, area, zoom, scripted: session.source.scripted.scroll)

    (self.viewport, self.options, self.fingerprint, resource) = (viewport, options, fingerprint, page.resource)
    isLedToByScripts = page.isLedToByScripts
    // Frames would tell it again.
    let lack = options.hyphenates && nesting == nil ? OptionalLibrary.hyphen.warning : nil
    let faults = parsed.diagnostics.map { Self.message($0, loader.name(of: url), options.limits) }
    ownWarnings =
      page.warnings + faults + (scripting?.warnings ?? []) + session.warnings + images.warnings + security.messages
      + [lack].compactMap { $0 }
  }

  /// What the options' expression gave.
  package var evaluation: PageEvaluation? { scripting?.evaluation }

  /// Evaluates an expression in the page as it is now; nil where its scripts do not run.
  func evaluate(_ expression: String) -> PageEvaluation? {
    scripting?.evaluate(expression, in: session, at: viewport, options)
  }

  package var console: [ConsoleLine] { scripting?.console ?? [] }

  /// Whether these options ask for the same layout.
  func serves(_ options: PageOptions) -> Bool {
    self.options.hasSameLayout(as: options)
      && (!seenTree.boxes.hasAutomaticContentVisibility || self.options.showsStart == options.showsStart)
  }

  /// Another part of the page, or from another place: the options ask for the same layout.
  func show(_ options: PageOptions, fingerprint: Fingerprint) {
    (self.options, self.fingerprint) = (options, fingerprint)
    scroll = Self.scrollPosition(
      options, session.layout(at: viewport).documentArea, scale / session.source.options.scale,
      scripted: session.source.scripted.scroll)
  }

  /// Loads what painting will ask for.
  func loadWhatIsPainted() { session.loadWhatIsPainted(at: viewport) }

  /// Where the element is that a fragment of an address names.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-fragid
  func place(ofFragment fragment: String?) -> PagePoint? {
    guard let fragment, !fragment.isEmpty else { return nil }
    let names = [fragment, PercentEncoding.decodedText(fragment)]
    let boxes = elementBoxes(of: session.layout(at: viewport), document: document)
    for name in names {
      let box = boxes.first { box in
        document.attribute(box.node, .id) == name
          || document.isHTML(box.node, .a) && document.attribute(box.node, .name) == name
      }
      if let box { return PagePoint(x: 0, y: box.rect.y) }
    }
    return names.contains { $0.lowercased() == "top" } ? .zero : nil
  }

  /// As far as the document can be scrolled. `scripted`: where scripts have scrolled it, which counts where nothing else
  /// is asked for.
  private static func scrollPosition(
    _ options: PageOptions, _ document: Rect, _ zoom: Double, scripted: Point
  ) -> Point {
    if options.scroll == .zero, scripted != .zero { return scripted }
    func clamped(_ wanted: Double, _ start: LayoutUnit, _ length: LayoutUnit, _ seen: Int) -> LayoutUnit {
      start + LayoutUnit(min(max(0, wanted - start.pixels), max(0, length.pixels - Double(seen) / zoom)))
    }
    return Point(
      x: clamped(options.scroll.x, document.minX, document.width, options.viewport.width),
      y: clamped(options.scroll.y, document.minY, document.height, options.viewport.height))
  }

  /// The page's pictures, all of one drawing: for each part of the page that is wanted, all outputs.
  package func render(_ outputs: [PictureOutput]) throws(RenderError) -> Rendering {
    if options.isOnPages { return try renderPages(outputs) }
    // 1. The part of the canvas that each picture shows, cut at what may be written.
    let tree = options.region == .viewport ? seenTree : tree
    let wanted = try PictureAreas(options, scale: scale, tree: tree, document: document, name: name)
    // 2. Paint and draw.
    let whole = PictureArea.rect(around: wanted.areas)
    let list = paint(whole, isDarkBehind: options.background == .white ? false : nil)
    (isPaintedShort, paintCuts) = (list.isTruncated, list.cuts)
    if options.failsOnTimeout, let late = loader.firstLate { throw RenderError(late) }
    var pictures: [RenderedPicture] = []
    for (index, area) in wanted.areas.enumerated() {
      do {
        pictures += try encode(list, area, outputs, number: wanted.isOfEach ? index + 1 : nil)
      } catch {
        throw RenderError(.limit, "the picture of \(area.width)x\(area.height) pixels could not be made: \(error)")
      }
    }
    return rendering(pictures, notes: wanted.notes + warningOfScripts(list, whole))
  }

  // MARK: What came of drawing

  /// What painting has left out.
  func note(_ list: DisplayList) {
    if list.isTruncated { isPaintedShort = true }
    paintCuts.formUnion(list.cuts)
  }

  func note(_ cut: PaintCut) { paintCuts.insert(cut) }

  func add(_ time: Duration, to stage: StageTimings.Stage) { ownTimings[stage] += time }

  /// The pictures with all that is said of them.
  func rendering(_ pictures: [RenderedPicture], notes: [String] = []) -> Rendering {
    Rendering(
      pictures: pictures, warnings: (allWarnings + notes).asMessages, timings: session.timings + ownTimings,
      resources: listsResources ? resources() : [], facts: facts, evaluation: evaluation, console: console)
  }

  /// Where a page that is to show what it shows by itself shows nothing.
  private func warningOfScripts(_ list: DisplayList, _ area: Rect) -> [String] {
    guard options.runsScripts, options.region.showsStart else { return [] }
    let page = ScriptBuiltPage(
      document: document, tree: seenTree, list: list, frames: Set(session.framePictures(at: viewport).keys),
      picture: PaintRect(area))
    return page.warning.map { [$0] } ?? []
  }

  /// `page`: what messages call it.
  private static func message(_ diagnostic: ParseDiagnostic, _ page: String, _ limits: PageLimits) -> String {
    switch diagnostic {
    case .elementLimitReached: limits.warning("elements", diagnostic.description)
    case .tooDeep: diagnostic.description
    case .invalidXML: "\(page), \(diagnostic.description.onOneLine())"
    }
  }

  /// What messages call the page.
  var name: String { loader.name(of: session.source.page) }

  private func paint(_ area: Rect, isDarkBehind: Bool? = nil) -> DisplayList {
    session.displayList(
      at: viewport,
      PageSession.PaintRequest(
        area: area, scroll: scroll, scale: scale, isDarkBehind: isDarkBehind, isOfViewport: options.region == .viewport)
    )
  }

  /// What is seen of the page in a frame that is as large as its viewport: transparent where nothing is
  /// painted. `isDarkBehind`: whether the frame's element is of the dark scheme.
  func framePicture(isDarkBehind: Bool) -> Bitmap? {
    let (width, height) = (Double(options.viewport.width), Double(options.viewport.height))
    let list = paint(Rect(x: 0, y: 0, width: LayoutUnit(width), height: LayoutUnit(height)), isDarkBehind: isDarkBehind)
    (isPaintedShort, paintCuts) = (list.isTruncated, list.cuts)
    var rasterizer = Rasterizer(fonts: session.fonts)
    rasterizer.background = .transparent
    // All frames of a page together.
    let budget = nesting.drawing
    rasterizer.budget = budget
    defer { if budget.isSpent { paintCuts.insert(.drawing) } }
    return try? rasterizer.draw(
      list, width: max(1, Int((width * options.scale).rounded())),
      height: max(1, Int((height * options.scale).rounded())), scale: options.scale)
  }

  /// Bands go from one surface into all outputs.
  func encode(
    _ list: DisplayList, _ area: PictureArea, _ outputs: [PictureOutput], number: Int?
  ) throws -> [RenderedPicture] {
    let start = ContinuousClock.now
    var encoding = Duration.zero
    let sinks = try outputs.map { output in
      let own = output.notes.sorted { $0.key < $1.key }.map { PNGText($0.key, $0.value) }
      return try PictureSink(
        output, width: area.width, height: area.height, isOpaque: options.background.isOpaque,
        notes: fingerprint.with(output.thumbnail).with(number: number).notes + own)
    }
    var rasterizer = Rasterizer(fonts: session.fonts)
    rasterizer.background = options.background.color
    let budget = DrawingBudget(pixels: area.width * area.height)
    rasterizer.budget = budget
    defer { if budget.isSpent { paintCuts.insert(.drawing) } }
    try rasterizer.draw(
      list, width: area.width, height: area.height, scale: scale, x: area.origin.x, y: area.origin.y
    ) { band, rows in
      let start = ContinuousClock.now
      for sink in sinks { sink.append(band, rows: rows) }
      encoding += ContinuousClock.now - start
    }
    let finish = ContinuousClock.now
    let pictures = try sinks.enumerated().map { index, sink in
      let file = try sink.finish()
      var picture = RenderedPicture(data: file.data, width: file.width, height: file.height)
      (picture.output, picture.number) = (index, number)
      return picture
    }
    ownTimings[.encode] += encoding + (ContinuousClock.now - finish)
    ownTimings[.raster] += finish - start - encoding
    return pictures
  }

  /// The files and addresses that the page was made from, so far.
  func resources() -> [UsedResource] {
    loader.contents().map { content in
      switch content.result {
      case .success(let bytes):
        UsedResource(url: content.url, sha256: ContentHash.sha256(bytes), bytes: bytes.count)
      case .failure(let error): UsedResource(url: content.url, error: error.description)
      }
    }
  }

  /// The page with all that it uses, as one file.
  func archive() -> [UInt8] {
    // What is only seen elsewhere (in other windows, on paper) is part of the page too.
    PreloadScan(
      selection: ImageSelection(
        document: document, media: PageStyling.media(options, LayoutViewport(options.viewport))),
      base: PageStyling.baseURL(of: document, page: resource.finalURL, session.source.security),
      loader: session.source.requests
    ).loadAlternatives()
    _ = paint(Rect(x: 0, y: 0, width: LayoutUnit(options.viewport.width), height: LayoutUnit(options.viewport.height)))
    let page = PageArchive.Part(address: resource.finalURL.hrefWithoutFragment, resource: resource)
    return PageArchive.encoded(page: page, title: document.title, parts: loader.archivedParts())
  }

  /// The boxes of the elements; with a selector, of those that it matches.
  package func boxes(matching selector: PageSelector? = nil) -> PageBoxes { boxes(of: wantedBoxes(selector)) }

  /// The same as the command line's contract says. `styles`: with the computed values;
  /// `properties`: with these of them.
  package func inspection(styles: Bool = false, properties: [String] = []) -> String {
    let found = wantedBoxes(nil)
    guard styles || !properties.isEmpty else { return Inspection.json(boxes(of: found)) }
    let used = styles ? usedValues(of: tree) : [:]
    return Inspection.json(boxes(of: found), properties: properties) { index in
      let node = found[index].node
      let style = self.tree.settledStyles[node] ?? self.session.styles(at: self.viewport).style(of: node)
      return style.map { ComputedText($0, used: used[node]) }
    }
  }

  private func wantedBoxes(_ selector: PageSelector?) -> [ElementBox] {
    let all = elementBoxes(of: tree, document: document, vectors: session.vectors(at: viewport))
    guard let selector else { return all }
    let wanted = Set(selector.elements(in: document))
    return all.filter { wanted.contains($0.node) }
  }

  private func boxes(of found: [ElementBox]) -> PageBoxes {
    PageBoxes(
      viewport: options.viewport, document: PageSize(tree.documentSize),
      elements: found.map { PageElement($0, in: document) })
  }
}
