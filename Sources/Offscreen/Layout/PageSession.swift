import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster
import OffscreenStyle
import OffscreenText

/// A document with all that is made of it: its sheets, styles, boxes, fragments and display list, each as the document
/// is now. Asked twice without a change in between, it does nothing; after changes, it makes anew what they can have
/// touched, of what the document's journal says.
///
/// The stages stay values: what is kept is where the next run begins, nothing is changed in place.
final class PageSession {
  /// What does not change while the document lives.
  struct Source {
    let document: Document
    let encoding: Encoding
    let page: PageURL
    let loader: ResourceLoader
    /// What its policies allow.
    let security: DocumentSecurity
    /// Those that are not the page's own.
    let fonts: PageFonts
    let images: ImageStore
    let userSheets: UserSheets
    let options: PageOptions
    let fingerprint: Fingerprint
    let nesting: FrameNesting
    /// Goes on where the page is laid out anew.
    var scripted = ScriptedState()

    var requests: DocumentLoader { DocumentLoader(loader, page: page, security) }
  }

  /// How often each stage ran: what tests count.
  struct Work: Equatable {
    /// Sheets gathered and all elements styled.
    var stylings = 0
    /// Styles found again after changes.
    var restylings = 0
    var boxTrees = 0
    /// Those of them that were there, and got boxes at their end.
    var grownBoxTrees = 0
    /// Layouts of all boxes.
    var layouts = 0
    /// Layouts that went on from the one before.
    var continuedLayouts = 0
    var displayLists = 0
  }

  let source: Source
  /// Only pictures of what is in the viewport before it is scrolled are likely to be asked for: layout goes no farther
  /// until something else is.
  var paintsStart = false
  private(set) var work = Work()
  private(set) var timings: StageTimings
  private(set) var current: PageLayout?
  /// Counts what the picture may depend on.
  private(set) var pictureVersion = 0
  private var scrolled: (version: Int, position: Point, tree: FragmentTree)?
  private var snapped: (version: Int, boxScrolls: [NodeID: Point])?
  private var framePictures: (version: Int, inner: [[UInt64]], pictures: [BoxID: PageImage])?
  private var painted: (version: Int, inner: [[UInt64]], request: PaintRequest, list: DisplayList)?
  /// Where things were scrolled to when animations that follow it were last looked at.
  private var movedTo: (version: Int, scroll: Point, boxScrolls: [NodeID: Point])?
  /// Where things were scrolled when that was last looked at.
  private var knownScroll = Point.zero
  private var knownScrolls: [NodeID: Point] = [:]
  /// Of the elements of `content-visibility: auto`, whether they were skipped when that was last asked.
  private var knownVisibility: [NodeID: Bool] = [:]
  fileprivate let externalDrawings: ExternalDrawings
  /// Of pages in frames, and of other documents that drawings refer to.
  let innerWarnings = FrameWarnings()

  init(_ source: Source, timings: StageTimings) {
    (self.source, self.timings) = (source, timings)
    externalDrawings = ExternalDrawings(source, innerWarnings)
  }

  private var document: Document { source.document }

  // MARK: What it answers

  /// Optimization: who asks for styles alone does not wait for a layout.
  func styles(at viewport: LayoutViewport) -> StyledDocument { styled(viewport).styling.styles }

  /// The same as far as one element and those around it are concerned: what is moved elsewhere may wait.
  func styles(at viewport: LayoutViewport, around element: NodeID) -> StyledDocument {
    let isMoved = source.scripted.animations?.isTouched(element) ?? false
    return styled(viewport, movesWait: !isMoved).styling.styles
  }

  /// Finds what animations and transitions begin or end by. What they have moved meanwhile is found where somebody asks.
  func updateStyles(at viewport: LayoutViewport) { _ = styled(viewport, movesWait: true) }

  /// The fragments of the unscrolled page.
  func layout(at viewport: LayoutViewport) -> FragmentTree {
    let layout = upToDate(viewport)
    if layout.isOfStart {
      let made = layout.work
      layout.layOutRest(&timings)
      count(layout.work, since: made)
      pictureVersion += 1
    }
    return layout.tree
  }

  /// The fragments of the page when the viewport's top left is at a place of the document.
  func layout(at viewport: LayoutViewport, scrolledTo position: Point) -> FragmentTree {
    scroll(layout(at: viewport), to: position)
  }

  /// The same for a picture of what is in the viewport: where `paintsStart` is set, boxes below it may have no fragments.
  func seenLayout(at viewport: LayoutViewport, scrolledTo position: Point) -> FragmentTree {
    let isUnscrolled = position == .zero && source.scripted.boxScrolls.isEmpty
    return scroll(isUnscrolled ? upToDate(viewport).tree : layout(at: viewport), to: position)
  }

  /// `tree`: of the version that there is now.
  private func scroll(_ tree: FragmentTree, to position: Point) -> FragmentTree {
    if let scrolled, scrolled.version == pictureVersion, scrolled.position == position { return scrolled.tree }
    let result = tree.scrollingContents(boxScrolls(in: tree)).scrolled(to: position, document: document)
      .followingAnchors(unscrolled: tree)
    scrolled = (pictureVersion, position, result)
    return result
  }

  /// Where the contents of elements are scrolled to: as scripts said, or where that snaps.
  func boxScrolls(at viewport: LayoutViewport) -> [NodeID: Point] { boxScrolls(in: layout(at: viewport)) }

  private func boxScrolls(in tree: FragmentTree) -> [NodeID: Point] {
    if let snapped, snapped.version == pictureVersion { return snapped.boxScrolls }
    let result = tree.snapping(source.scripted.boxScrolls)
    snapped = (pictureVersion, result)
    return result
  }

  /// What is painted of a part of the page.
  struct PaintRequest: Equatable {
    /// The part of the canvas, in CSS pixels.
    var area: Rect
    var scroll = Point.zero
    /// Device pixels per CSS pixel.
    var scale: Double
    /// Whether what is behind the canvas is of the dark scheme; nil where it shows through.
    var isDarkBehind: Bool?
    /// The area is a part of what is in the viewport.
    var isOfViewport = false
  }

  func displayList(at viewport: LayoutViewport, _ request: PaintRequest) -> DisplayList {
    let tree =
      request.isOfViewport
      ? seenLayout(at: viewport, scrolledTo: request.scroll) : layout(at: viewport, scrolledTo: request.scroll)
    // Which frames of pictures are seen is found when they are drawn.
    if let time = source.scripted.pictureTime?() { source.images.clock.time = time }
    if let painted, painted.version == pictureVersion, painted.inner == innerVersions, painted.request == request {
      return painted.list
    }
    let list = paint(tree, viewport, request)
    painted = (pictureVersion, innerVersions, request, list)
    return list
  }

  /// The pages in the frames, as pictures.
  func framePictures(at viewport: LayoutViewport) -> [BoxID: PageImage] {
    let layout = upToDate(viewport)
    let inner = innerVersions
    if let framePictures, framePictures.version == pictureVersion, framePictures.inner == inner {
      return framePictures.pictures
    }
    let pictures = layout.frames.pictures(in: layout.tree, layout.elementImages)
    framePictures = (pictureVersion, innerVersions, pictures)
    return pictures
  }

  /// Of the pages in frames that scripts change.
  private var innerVersions: [[UInt64]] {
    let frames = source.scripted.frames
    return frames.isEmpty ? [] : frames.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value.version)
  }

  /// Those that the display lists name.
  var fonts: PageFonts { current?.styling.fonts ?? source.fonts }

  /// What style and layout have to say.
  var warnings: [String] { current?.warnings ?? [] }
  /// Whether drawings refer to more documents than are loaded for them.
  var hasTooManyDocuments: Bool { externalDrawings.areCutShort }

  // MARK: What scripts do to it

  /// What is marked in texts, the lowest first.
  var highlights: [HighlightRange] = [] {
    didSet { if highlights != oldValue { pictureVersion += 1 } }
  }

  /// Contents of a box are scrolled.
  func scroll(_ element: NodeID, to position: Point) {
    guard source.scripted.boxScrolls[element] ?? .zero != position else { return }
    source.scripted.boxScrolls[element] = position == .zero ? nil : position
    pictureVersion += 1
  }

  /// Scripts begin to run, or turn out not to: `animations` is the table of a page whose clock moves.
  func use(_ animations: AnimationTable?) {
    source.scripted.animations = animations
    source.scripted.drawingAnimations = nil
    // Drawings move from the load event on.
    source.document.setAnimated([:])
    current = nil
  }

  /// Scripts change style sheets: all begins anew.
  func editSheets(_ change: (inout SheetEdits) -> Void) {
    change(&source.scripted.sheets)
    current = nil
  }

  // MARK: Keeping up with the document

  private func upToDate(_ viewport: LayoutViewport) -> PageLayout {
    let layout = styled(viewport)
    guard !layout.isUpToDate else { return layout }
    let made = layout.work
    // Optimization: who has the fragments alone may add to them without a copy.
    scrolled = nil
    layout.layOut(&timings)
    count(layout.work, since: made)
    pictureVersion += 1
    return layout
  }

  /// The styles of what the document is now; the layout may wait.
  private func styled(_ viewport: LayoutViewport, movesWait: Bool = false) -> PageLayout {
    let journal = document.takeJournal()
    guard let layout = current, layout.viewport == viewport, let journal, journal.isComplete else {
      return begin(viewport)
    }
    // Where sizes or places decide about styles, what moves is the business of others.
    let movesWait = movesWait && !layout.stylesAreFoundByLayout
    let hasMoves =
      source.scripted.animations?.needsStyles == true && (!movesWait || layout.styling.engine.hasUrgentMoves)
    if journal.changes.isEmpty, !hasMoves {
      guard layout.isUpToDate else { return layout }
      if updateAfterScrolling(layout) { pictureVersion += 1 }
      if layout.usesTimelines { scrollAnimations(in: layout) }
      return layout
    }
    let scope = ChangeScope(journal.changes, in: document)
    if scope.changesSheets { return begin(viewport) }
    let made = layout.work
    // Optimization: who has the fragments alone may add to them without a copy.
    scrolled = nil
    let changesPicture = layout.restyle(after: journal.changes, scope, movesWait: movesWait, timings: &timings)
    count(layout.work, since: made)
    if changesPicture { pictureVersion += 1 }
    return layout
  }

  /// Animations that scrolling moves follow it.
  private func scrollAnimations(in layout: PageLayout) {
    let (scroll, boxScrolls) = (source.scripted.scroll, source.scripted.boxScrolls)
    if let movedTo, movedTo.version == pictureVersion, movedTo.scroll == scroll, movedTo.boxScrolls == boxScrolls {
      return
    }
    let made = layout.work
    if layout.moveTimelines(&timings) { pictureVersion += 1 }
    count(layout.work, since: made)
    movedTo = (pictureVersion, scroll, boxScrolls)
  }

  /// Styles and boxes may depend on where the page and its boxes are scrolled.
  private func updateAfterScrolling(_ layout: PageLayout) -> Bool {
    let scripted = source.scripted
    guard knownScroll != scripted.scroll || knownScrolls != scripted.boxScrolls else { return false }
    (knownScroll, knownScrolls) = (scripted.scroll, scripted.boxScrolls)
    let made = layout.work
    let changes = layout.updateAfterScrolling(timings: &timings)
    count(layout.work, since: made)
    return changes
  }

  // MARK: Skipped contents

  /// Whether the contents of an element are not rendered.
  /// https://drafts.csswg.org/css-contain-2/#skips-its-contents
  func skipsContents(_ element: NodeID, at viewport: LayoutViewport) -> Bool {
    styles(at: viewport).style(of: element)?.skipsContents ?? false
      || layout(at: viewport).boxes.skipped.contains(element)
  }

  /// The elements of `content-visibility: auto` that are rendered now and were not, or the other way round, since this
  /// was last asked.
  func takeVisibilityChanges(at viewport: LayoutViewport) -> [(element: NodeID, isSkipped: Bool)] {
    guard current?.styling.styles.mayHaveSkipping ?? false || !knownVisibility.isEmpty else { return [] }
    let boxes = layout(at: viewport).boxes
    var now: [NodeID: Bool] = [:]
    var changes: [(element: NodeID, isSkipped: Bool)] = []
    for box in boxes.boxes where box.origin == .element {
      let isSkipped = boxes.skipped.contains(box.node)
      guard isSkipped || box.style.usedContentVisibility == .auto, now[box.node] == nil else { continue }
      now[box.node] = isSkipped
      if knownVisibility[box.node] != isSkipped { changes.append((box.node, isSkipped)) }
    }
    knownVisibility = now
    return changes
  }

  /// https://drafts.csswg.org/css-sizing-4/#last-remembered
  func rememberSizes(at viewport: LayoutViewport) {
    let scripted = source.scripted
    if current?.styling.styles.mayHaveAnchors ?? false {
      // What has no box any more is forgotten.
      let hadFallbacks = current?.tree.hasScrolledFallbacks ?? false
      let layout = upToDate(viewport)
      if hadFallbacks || layout.tree.hasScrolledFallbacks { layout.rememberPlaces() }
    }
    guard current?.styling.styles.mayHaveRemembering ?? false || !scripted.rememberedSizes.isEmpty else { return }
    let (tree, styles) = (layout(at: viewport), styles(at: viewport))
    for (element, size) in scripted.rememberedSizes {
      guard document.isConnected(element) else {
        scripted.rememberedSizes[element] = nil
        continue
      }
      // One that is not displayed keeps it.
      guard let style = styles.style(of: element) else { continue }
      let isHorizontal = style.text.writingMode.isHorizontal
      let (width, height) = (style.box.remembersIntrinsicWidth, style.box.remembersIntrinsicHeight)
      let kept = RememberedSize(
        inline: (isHorizontal ? width : height) ? size.inline : nil,
        block: (isHorizontal ? height : width) ? size.block : nil)
      scripted.rememberedSizes[element] = kept == RememberedSize() ? nil : kept
    }
    for (element, size) in tree.sizesToRemember() {
      let known = scripted.rememberedSizes[element]
      scripted.rememberedSizes[element] = RememberedSize(
        inline: size.inline ?? known?.inline, block: size.block ?? known?.block)
    }
  }

  /// Gives back what was made of the document, until the session is asked again.
  func releaseCaches() {
    fonts.releaseCaches()
    (current, scrolled, snapped, framePictures, painted) = (nil, nil, nil, nil, nil)
    source.images.releaseCaches()
  }

  /// Makes everything anew.
  private func begin(_ viewport: LayoutViewport) -> PageLayout {
    current = nil
    let layout = PageLayout(source, in: viewport, onlyStart: paintsStart, innerWarnings, timings: &timings)
    count(layout.work, since: Work())
    pictureVersion += 1
    current = layout
    document.startJournal()
    return layout
  }

  private func count(_ now: Work, since before: Work) {
    work.stylings += now.stylings - before.stylings
    work.restylings += now.restylings - before.restylings
    work.boxTrees += now.boxTrees - before.boxTrees
    work.grownBoxTrees += now.grownBoxTrees - before.grownBoxTrees
    work.layouts += now.layouts - before.layouts
    work.continuedLayouts += now.continuedLayouts - before.continuedLayouts
  }

  // MARK: Painting

  private func paint(_ tree: FragmentTree, _ viewport: LayoutViewport, _ request: PaintRequest) -> DisplayList {
    let start = ContinuousClock.now
    defer { timings[.paint] += ContinuousClock.now - start }
    work.displayLists += 1
    return Painter.paint(tree, paintOptions(tree, viewport, request))
  }

  private func paintOptions(
    _ tree: FragmentTree, _ viewport: LayoutViewport, _ request: PaintRequest
  ) -> PaintOptions {
    let layout = upToDate(viewport)
    var paint = PaintOptions(
      document: document, fonts: fonts, images: paintImages(of: tree), picture: request.area,
      scale: request.scale)
    paint.frames = framePictures(at: viewport)
    paint.styles = layout.styling.styles
    paint.prefersDark = source.options.colorScheme == .dark
    paint.isDarkBehind = request.isDarkBehind
    paint.commandLimit = source.options.limits.commands
    paint.vectors = vectors(at: viewport)
    if !highlights.isEmpty { paint.highlights = layout.styling.highlights(highlights, in: document) }
    paint.resources = PageResources(session: self, viewport: viewport, scale: request.scale)
    return paint
  }

  /// What is on a sheet of paper.
  struct Sheet {
    /// From 1.
    var number: Int
    var page: PageFragment
    /// The page's own box and those in its margins, from the sheet's top left.
    var margins: DisplayList?
    /// From the top left of the page area.
    var contents: DisplayList
    /// Where the page area is on the sheet.
    var origin: PaintPoint { PaintPoint(page.frame.origin) }
    /// What is seen of the contents, from the sheet's top left.
    var clip: PaintRect {
      guard page.isContinued else { return PaintRect(x: 0, y: 0, width: width, height: height) }
      let area = page.frame.area
      return PaintRect(x: origin.x, y: origin.y, width: area.width.pixels, height: area.height.pixels)
    }
    var width: Double { page.frame.size.width.pixels }
    var height: Double { page.frame.size.height.pixels }
  }

  /// Paints one sheet of paper after the other. `scale`: device pixels per CSS pixel.
  func eachSheet(
    at viewport: LayoutViewport, scale: Double, _ body: (Sheet) throws(RenderError) -> Void
  ) throws(RenderError) {
    let layout = upToDate(viewport)
    let (tree, pages) = (layout.tree, layout.tree.pages)
    var options = paintOptions(tree, viewport, PaintRequest(area: .zero, scale: scale))
    options.isDarkBehind = nil
    var counter = PageCounter()
    let values = pages.map { counter.next(layout.styling.styles.pages?.style(of: $0.kind).box) }
    // All pages together.
    var commandsLeft = 4 * source.options.limits.commands
    for (index, page) in pages.enumerated() {
      let start = ContinuousClock.now
      options.commandLimit = min(source.options.limits.commands, max(0, commandsLeft))
      options.picture = Rect(origin: .zero, size: page.frame.area)
      let contents = Painter.paint(tree.page(page), options)
      var margins: DisplayList?
      if let sheet = layout.sheet(page, PageCounters(page: values[index], pages: pages.count)) {
        var own = options
        own.picture = Rect(origin: .zero, size: page.frame.size)
        (own.frames, own.highlights) = ([:], [:])
        own.images = paintImages(of: sheet)
        margins = Painter.paint(sheet, own)
      }
      commandsLeft -= contents.commands.count + (margins?.commands.count ?? 0)
      work.displayLists += 1
      timings[.paint] += ContinuousClock.now - start
      try body(Sheet(number: index + 1, page: page, margins: margins, contents: contents))
    }
  }

  /// What is laid out by itself.
  fileprivate func paint(
    _ tree: FragmentTree, in area: Rect, _ viewport: LayoutViewport, _ scale: Double, _ resources: PageResources
  ) -> DisplayList {
    var paint = PaintOptions(
      document: document, fonts: fonts, images: paintImages(of: tree), picture: area, scale: scale)
    paint.styles = current?.styling.styles
    paint.prefersDark = source.options.colorScheme == .dark
    paint.isDarkBehind = nil
    paint.commandLimit = source.options.limits.commands
    paint.vectors = vectors(at: viewport)
    paint.resources = resources
    return Painter.paint(tree, paint)
  }

  /// What the document's drawings are made of, as it is now.
  func vectors(at viewport: LayoutViewport) -> VectorElements {
    let layout = upToDate(viewport)
    let vectors = layout.styling.vectorElements(document)
    vectors.languages = source.options.languages.tags
    let (base, others) = (layout.base, externalDrawings)
    // https://svgwg.org/svg2-draft/linking.html#processingURL-validity : nothing comes from `data:`.
    let own = source.page.hrefWithoutFragment
    vectors.external = { [weak vectors] address in
      guard let url = base.joined(address), !url.isData else { return nil }
      // https://svgwg.org/svg2-draft/linking.html#processingURL-samedocument
      return url.hrefWithoutFragment == own ? vectors : others.elements(at: url.href)
    }
    return vectors
  }

  /// The pictures by address, for backgrounds and borders: those that styles name are loaded here.
  private func paintImages(of tree: FragmentTree) -> [String: PageImage] {
    var last: ComputedStyle?
    for box in tree.boxes.boxes where box.style !== last {
      source.images.load(addressesIn: box.style)
      last = box.style
    }
    for style in tree.boxes.leftOutStyles { source.images.load(addressesIn: style) }
    return source.images.loaded
  }

  /// Loads what painting will ask for.
  func loadWhatIsPainted(at viewport: LayoutViewport) {
    _ = paintImages(of: layout(at: viewport))
    _ = framePictures(at: viewport)
  }
}

/// What painting asks of a page.
private struct PageResources: PaintResources {
  let session: PageSession
  let viewport: LayoutViewport
  let scale: Double
  /// How many drawings this is in.
  var depth = 0
  private static let maximumDepth = 4

  private var layout: PageLayout? { session.current }

  init(session: PageSession, viewport: LayoutViewport, scale: Double) {
    (self.session, self.viewport, self.scale) = (session, viewport, scale)
  }

  func picture(at address: String) -> PageImage? { layout?.elementImages.picture(address) }
  func picture(of list: DisplayList, in area: PaintRect) -> PageImage? {
    PageImage(vector: ListPicture(list, area, session.fonts, session.source.images.drawings.drawing))
  }
  func externalVectors(at address: String) -> VectorElements? {
    PageURL(address)?.hrefWithoutFragment == session.source.page.hrefWithoutFragment
      ? session.vectors(at: viewport) : session.externalDrawings.elements(at: address)
  }

  /// Laid out as a page of that size, which inherits from the element.
  func contents(of element: NodeID, width: Double, height: Double) -> DisplayList? {
    guard depth < Self.maximumDepth, let layout, let tree = layout.contents(of: element, width: width, height: height)
    else { return nil }
    var inner = self
    inner.depth += 1
    return session.paint(tree, in: ForeignContents.area(width: width, height: height), viewport, scale, inner)
  }
}
