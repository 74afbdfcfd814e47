import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenStyle
import OffscreenText

/// A document's styles and fragments in one viewport.
final class PageLayout {
  let viewport: LayoutViewport
  /// What addresses are relative to.
  let base: PageURL
  private(set) var styling: PageStyling
  /// Unscrolled.
  private(set) var tree = FragmentTree(boxes: BoxTree())
  private(set) var elementImages: ElementImages
  let frames: Frames
  private(set) var work = PageSession.Work()
  /// Whether boxes below what is seen of the page's start have no fragments.
  private(set) var isOfStart = false
  /// How often the start alone may still be laid out. A page that goes on changing goes on from a whole layout.
  private var startsLeft: Int
  private static let mostStarts = 8
  /// Whether a layout of the start may do without boxes for the rest: not once it has turned out to need them.
  private var leavesOutBoxes = true
  private let source: PageSession.Source
  private let selection: ImageSelection
  /// Where the next layout can begin: the boxes and the results of this one.
  private(set) var context: LayoutContext?
  private var diagnostics: [String] = []
  /// How many fonts of the page's own styles use.
  private var fontCount = 0
  /// Whether there is a layout, be it of styles of before.
  private var isLaidOut = false
  /// What the styles have become since then.
  private var waiting: WaitingChanges?

  private static let maximumContainerRounds = 5
  private static let maximumTimelineRounds = 2
  private static let maximumScrollPartRounds = 3
  /// What buttons and markers of scroll containers show.
  private var scrollParts: ScrollParts?
  /// Where timelines of scrolling were when styles were found.
  private var timelines: PageTimelines?

  var warnings: [String] { styling.warnings + diagnostics }
  /// Whether animations are moved by scrolling.
  var usesTimelines: Bool { styling.styles.usesTimelines }
  /// Whether the layout is of the styles that there are now.
  var isUpToDate: Bool { isLaidOut && waiting == nil }

  /// Finds the styles. `onlyStart`: what is below the viewport need not be laid out. `innerWarnings`: of pages in frames.
  init(
    _ source: PageSession.Source, in viewport: LayoutViewport, onlyStart: Bool, _ innerWarnings: FrameWarnings,
    timings: inout StageTimings
  ) {
    (self.source, self.viewport, startsLeft) = (source, viewport, onlyStart ? Self.mostStarts : 0)
    base = PageStyling.baseURL(of: source.document, page: source.page, source.security)
    frames = Frames(source, base: base, warnings: innerWarnings)
    // 1. What the markup names begins to load.
    selection = ImageSelection(document: source.document, media: PageStyling.media(source.options, viewport))
    let preloads = PreloadScan(selection: selection, base: base, loader: source.requests)
    preloads.beginElements()

    // 2. Style, with the sheets and fonts that it asks for.
    let (base, selection) = (base, selection)
    styling = timings.measure(.style) { PageStyling(source, base: base, selection: selection) }
    preloads.begin(styling.styles)
    work.stylings += 1

    // 3. Boxes and their layout, once somebody asks.
    elementImages = ElementImages(source, base: base, selection: selection)
    if stylesAreFoundByLayout { layOut(&timings) }
  }

  /// Finds the styles again that some changes can have touched: all that there were since the last time. Whether the
  /// picture may be another one. `movesWait`: as of `StyleEngine`.
  func restyle(
    after changes: [DocumentChange], _ scope: ChangeScope, movesWait: Bool, timings: inout StageTimings
  ) -> Bool {
    work.restylings += 1
    foreignContents = [:]
    let before = styling.styles
    let change = timings.measure(.style) { styling.update(after: changes, movesWait: movesWait) }
    // What depends on a layout is found by as many layouts as the first time.
    let isFoundByLayout =
      stylesAreFoundByLayout || elementImages.hasWaited || tree.boxes.hasAutomaticContentVisibility
      || tree.boxes.hasScrollParts
    if isFoundByLayout {
      if styling.styles.usesContainers {
        source.scripted.animations?.isHeld = true
        timings.measure(.style) { styling.restyle(containerStates: nil) }
      }
      elementImages = ElementImages(source, base: base, selection: selection)
      (isLaidOut, waiting) = (true, nil)
      layOutWhole(&timings)
      return true
    }
    guard change.effect > .style || scope.changesBoxes else {
      waiting?.add(changes, change)
      return false
    }
    if isLaidOut {
      waiting = waiting ?? WaitingChanges(before: before)
      waiting?.add(changes, change)
      if waiting?.areTooMany ?? false { (isLaidOut, waiting) = (false, nil) }
    }
    return true
  }

  /// Whether styles depend on sizes and places.
  var stylesAreFoundByLayout: Bool { styling.styles.usesContainers || styling.styles.usesTimelines }

  /// Lays out what the styles that there are now can have touched.
  func layOut(_ timings: inout StageTimings) {
    guard !isUpToDate else { return }
    foreignContents = [:]
    guard isLaidOut, let waiting else {
      let isFirst = context == nil
      isLaidOut = true
      return layOutWhole(&timings, onlyStart: isFirst || isOfStart)
    }
    self.waiting = nil
    let (before, change) = (waiting.before, waiting.change)
    let scope = ChangeScope(waiting.changes, in: source.document)
    // Too much has changed to look at it all; sheets have not.
    if scope.changesSheets { return layOutWhole(&timings, onlyStart: isOfStart) }
    let document = source.document
    let keepsDrawings =
      !scope.changesDrawings && !change.elements.contains { document.namespace($0) == .svg }
    elementImages.use(styling.styles, keepsDrawings: keepsDrawings)
    if keepsDrawings, !scope.changesBoxes, let restyled = restyledBoxes(change, from: before) {
      return timings.measure(.layout) { goOn(restyled.boxes, restyled.comparison) }
    }
    if keepsDrawings, !scope.changesOthers,
      let part = GrownPart(waiting.changes, restyled: change.elements, in: document),
      layOutGrown(part, &timings)
    {
      return
    }
    let (boxes, taken) = nextBoxes(scope, change, &timings)
    timings.measure(.layout) {
      if let context, canGoOn,
        let comparison = boxes.comparison(with: context.boxesBeforeLayout, touched: scope.touched, taken: taken)
      {
        goOn(boxes, comparison)
      } else {
        // Of a start, nobody has asked for the rest.
        layOut(boxes, onlyStart: isOfStart && needsNoGeometry)
      }
    }
    // A picture that waits for its width, or contents that are skipped, or the like, have come with the change.
    if elementImages.isWaiting || boxes.hasAutomaticContentVisibility || boxes.hasScrollParts { layOutWhole(&timings) }
  }

  /// Whether the next layout can begin with the results of this one. Those of a start lack what is below it.
  private var canGoOn: Bool {
    guard let context, !isOfStart, styling.pageArea == nil else { return false }
    return !context.isWornOut && fontCount == styling.fontCount
  }

  /// The boxes there are, with the styles there are now, where that is all that changes.
  private func restyledBoxes(
    _ change: StyleChange, from before: StyledDocument
  ) -> (boxes: BoxTree, comparison: BoxTreeComparison)? {
    guard let context, canGoOn, source.scripted.rememberedSizes.isEmpty else { return nil }
    var restyling = BoxTreeRestyling(change, from: before, to: styling.styles)
    return restyling.apply(to: context.boxesBeforeLayout)
  }

  /// The boxes there are now, with those that were there before of what has not changed; `taken`: these ones' numbers,
  /// by those before.
  private func nextBoxes(
    _ scope: ChangeScope, _ change: StyleChange, _ timings: inout StageTimings
  ) -> (boxes: BoxTree, taken: [BoxID]) {
    guard let context, canGoOn, source.scripted.rememberedSizes.isEmpty,
      let elements = scope.elementsToBox(restyled: change.elements, limit: context.boxes.boxes.count / 4)
    else { return (buildBoxes(&timings), []) }
    let next = timings.measure(.boxes) {
      BoxTreeBuilder.build(
        boxInput, viewportStyle: styling.viewportStyle, goingOnFrom: context.boxesBeforeLayout, changed: elements)
    }
    guard let next else { return (buildBoxes(&timings), []) }
    work.boxTrees += 1
    return (next.tree, next.numbers)
  }

  /// Lays out what has come at the page's end. False where that is not all there is to do.
  private func layOutGrown(_ part: GrownPart, _ timings: inout StageTimings) -> Bool {
    guard let context, canGoOn, source.scripted.rememberedSizes.isEmpty, !styling.styles.mayHaveAnchors else {
      return false
    }
    let input = boxInput
    guard let box = BoxTreeBuilder.growingBox(of: part.parent, from: part.first, in: context.boxes, input) else {
      return false
    }
    // Optimization: who has the boxes alone may add to them without a copy.
    tree = FragmentTree(boxes: BoxTree())
    var boxes = context.takeBoxes()
    let isGrown = timings.measure(.boxes) {
      BoxTreeBuilder.grow(&boxes, in: box, from: part.first, input, viewportStyle: styling.viewportStyle)
    }
    work.boxTrees += 1
    if isGrown {
      work.grownBoxTrees += 1
      timings.measure(.layout) { goOn(boxes, BoxTreeComparison(growthOf: box)) }
    } else {
      self.context = nil
    }
    if !isGrown || elementImages.isWaiting || boxes.hasAutomaticContentVisibility || boxes.hasScrollParts {
      layOutWhole(&timings)
    }
    return true
  }

  /// Lays out what `comparison` says that layout may find otherwise than before.
  private func goOn(_ boxes: BoxTree, _ comparison: BoxTreeComparison) {
    guard let context else { return layOut(boxes) }
    // Optimization: who has the fragments alone may change and add to them without a copy.
    tree = FragmentTree(boxes: boxes)
    let next = LayoutContext(boxes: boxes, comparison, goingOnFrom: context)
    (next.scrolls, next.lastPlaces) = (scrolls, lastPlaces)
    tree = comparison.isSame ? next.tree : next.layoutDocument()
    if !comparison.isSame { work.continuedLayouts += 1 }
    keep(next, boxes)
  }

  // MARK: Whole layouts

  private func layOutWhole(_ timings: inout StageTimings, onlyStart: Bool = false) {
    let animations = source.scripted.animations
    if styling.styles.usesContainers { animations?.isHeld = true }
    layOutOnce(&timings, onlyStart: onlyStart)
    // 1. Container queries ask for sizes: each round answers those of one more level of containers.
    var states: [NodeID: ContainerState] = [:]
    for _ in 0..<Self.maximumContainerRounds where styling.styles.usesContainers {
      let found = containerStates()
      if found == states { break }
      states = found
      timings.measure(.style) { styling.restyle(containerStates: found) }
      layOutOnce(&timings)
    }
    if let animations, animations.isHeld {
      animations.isHeld = false
      timings.measure(.style) { styling.restyle(containerStates: states) }
      layOutOnce(&timings)
    }
    knownStates = states
    moveTimelines(&timings)
    layOutScrollParts(&timings)
    // 2. Pictures of `sizes=auto` are chosen by their width, which does not depend on them.
    let waiting = Set(elementImages.waiting)
    if !waiting.isEmpty {
      elementImages.use(tree.contentSizes { waiting.contains($0.node) }.mapValues(\.width))
      layOutOnce(&timings)
    }
  }

  /// Animations that scrolling moves are found with where things are, which they may change: a few times, as a browser
  /// does from frame to frame. Whether anything has moved.
  /// https://drafts.csswg.org/scroll-animations-1/#avoiding-cycles
  @discardableResult
  func moveTimelines(_ timings: inout StageTimings) -> Bool {
    guard styling.styles.usesTimelines else { return false }
    var hasMoved = false
    for _ in 0..<Self.maximumTimelineRounds {
      let found = PageTimelines(
        tree, styling.styles, viewport: viewport.size, scroll: source.scripted.scroll,
        boxScrolls: tree.snapping(source.scripted.boxScrolls))
      if let timelines, timelines.agrees(with: found) { break }
      timelines = found
      timings.measure(.style) { styling.restyle(timelines: found) }
      layOutOnce(&timings)
      hasMoved = true
    }
    return hasMoved
  }

  /// Buttons and markers of scroll containers show where these are scrolled to, and how many columns they have.
  private func layOutScrollParts(_ timings: inout StageTimings) {
    for _ in 0..<Self.maximumScrollPartRounds where tree.boxes.hasScrollParts {
      let found = foundScrollParts
      if found == scrollParts { break }
      scrollParts = found
      layOutOnce(&timings)
    }
  }

  /// How a pseudo-element of an element is, as the last layout found it.
  func scrollPartState(_ pseudo: PseudoElement, of element: NodeID) -> PseudoState {
    guard pseudo.isScrollPart, let scrollParts, let style = styling.styles.style(of: element) else { return .plain }
    if let side = pseudo.scrolledSide(in: style) {
      return scrollParts.scrollable[element]?.isDisjoint(with: side) ?? true ? .disabled : .plain
    }
    for (scroller, targets) in tree.boxes.scrollMarkers where pseudo == .scrollMarker {
      guard let index = targets.firstIndex(of: .element(element)) else { continue }
      return scrollParts.state(ofMarker: index, in: scroller)
    }
    return .plain
  }

  private var foundScrollParts: ScrollParts {
    tree.scrollParts(tree.snapping(source.scripted.boxScrolls), viewport: source.scripted.scroll)
  }

  private func containerStates() -> [NodeID: ContainerState] {
    let usesScrollState = tree.boxes.boxes.contains { $0.style.box.isScrollStateContainer }
    let (scripted, document) = (source.scripted, source.document)
    guard usesScrollState else { return tree.containerStates(scrolled: nil, [:]) }
    let contents = tree.scrollingContents(tree.snapping(scripted.boxScrolls))
    let scrolled = (contents, contents.scrolled(to: scripted.scroll, document: document))
    return tree.containerStates(scrolled: scrolled, scripted.boxScrolls)
  }

  /// What container queries were last answered with.
  private var knownStates: [NodeID: ContainerState] = [:]

  /// After scrolling: whether container queries have other answers than before, or other contents are skipped.
  func updateAfterScrolling(timings: inout StageTimings) -> Bool {
    guard
      skipsOthers || styling.styles.usesContainers && containerStates() != knownStates || tree.hasScrolledFallbacks
        || tree.boxes.hasScrollParts && foundScrollParts != scrollParts
    else { return false }
    layOutWhole(&timings)
    return true
  }

  private func layOutOnce(_ timings: inout StageTimings, onlyStart: Bool = false) {
    elementImages.use(styling.styles)
    if onlyStart, layOutStartAlone(&timings) { return }
    let boxes = buildBoxes(&timings)
    timings.measure(.layout) { layOutSkipping(boxes, onlyStart: onlyStart && needsNoGeometry) }
  }

  /// Lays out the start of the page with boxes for no more than that. False where all boxes have to be there.
  private func layOutStartAlone(_ timings: inout StageTimings) -> Bool {
    let limits = BoxesOfStart(viewport: viewport.size)
    guard leavesOutBoxes, startsLeft > 0, needsNoGeometry, limits.mayLeaveOut(of: source.document) else { return false }
    let boxes = buildBoxes(&timings, onlyStart: limits)
    if boxes.isWhole {
      leavesOutBoxes = false
      timings.measure(.layout) { layOutSkipping(boxes, onlyStart: needsNoGeometry) }
      return true
    }
    leavesOutBoxes = needsNoGeometry
    if leavesOutBoxes { leavesOutBoxes = timings.measure(.layout) { layOutStart(boxes) } }
    return leavesOutBoxes
  }

  private func layOutSkipping(_ boxes: BoxTree, onlyStart: Bool = false) {
    layOut(boxes, onlyStart: onlyStart)
    let skipped = boxesToSkip()
    if !skipped.isEmpty {
      layOut(boxes.skippingContents(of: skipped, remembered: source.scripted.rememberedSizes))
    }
  }

  /// Whether nothing that is found by the layout has a say in it.
  private var needsNoGeometry: Bool {
    styling.styles.pages == nil && !styling.styles.usesContainers && !styling.styles.usesTimelines
      && !elementImages.isWaiting
  }

  /// Lays out the rest of a page whose start was.
  func layOutRest(_ timings: inout StageTimings) {
    guard isOfStart, let context else { return }
    let known = context.boxesBeforeLayout
    let boxes = known.isWhole ? known : buildBoxes(&timings)
    timings.measure(.layout) { layOutSkipping(boxes) }
  }

  private func boxesToSkip() -> [BoxID] {
    guard tree.boxes.hasAutomaticContentVisibility, source.options.showsStart else { return [] }
    var relevant: Set<NodeID> = []
    var focused = source.document.focus.element
    while !focused.isNone, relevant.insert(focused).inserted { focused = source.document.flatParent(focused) }
    return tree.boxesToSkip(viewport: viewport.size, at: source.scripted.scroll, relevant: relevant)
  }

  /// Whether what is near the viewport is not what it was when the page was laid out.
  private var skipsOthers: Bool {
    tree.boxes.hasAutomaticContentVisibility && Set(boxesToSkip().map { tree.boxes[$0].node }) != tree.boxes.skipped
  }

  private func buildBoxes(_ timings: inout StageTimings, onlyStart: BoxesOfStart? = nil) -> BoxTree {
    work.boxTrees += 1
    return timings.measure(.boxes) {
      BoxTreeBuilder.build(boxInput, viewportStyle: styling.viewportStyle, onlyStart: onlyStart)
        .using(source.scripted.rememberedSizes)
    }
  }

  /// The contents of a `foreignObject`, laid out as in a page of that size.
  func contents(of element: NodeID, width: Double, height: Double) -> FragmentTree? {
    guard let style = styling.styles.style(of: element) else { return nil }
    let key = ForeignSize(element: element, width: width, height: height)
    if let known = foreignContents[key] { return known }
    let tree = ForeignContents.layOut(element, style, width: width, height: height, boxInput, styling.fonts)
    foreignContents[key] = tree
    return tree
  }

  /// What is on a sheet of paper beside the page area; nil where there is nothing.
  func sheet(_ page: PageFragment, _ counters: PageCounters) -> FragmentTree? {
    guard let style = styling.styles.pages?.style(of: page.kind), style.isSeen else { return nil }
    let boxes = BoxTreeBuilder.build(boxInput, page: style, counters, viewportStyle: styling.viewportStyle)
    let context = LayoutContext(
      boxes: boxes, fonts: styling.fonts, document: source.document, viewport: page.frame.size)
    return MarginBoxLayout(context, page.frame, style).run()
  }

  private struct ForeignSize: Hashable {
    var element: NodeID
    var width: Double
    var height: Double
  }
  /// Of this version of the document.
  private var foreignContents: [ForeignSize: FragmentTree] = [:]

  /// The places that boxes with fallbacks were in when the page was last shown: they stay there as long as they fit.
  private var lastPlaces: [NodeID: SuccessfulPlace] = [:]

  func rememberPlaces() { lastPlaces = context?.places ?? [:] }

  private var scrolls: ScrollOffsets {
    var scrolls = ScrollOffsets()
    (scrolls.page, scrolls.boxes) = (source.scripted.scroll, source.scripted.boxScrolls)
    return scrolls
  }

  private var boxInput: BoxTreeInput {
    var input = BoxTreeInput(
      document: source.document, styles: styling.styles, counterStyles: styling.counterStyles,
      resources: PageBoxResources(images: source.images, elementImages: elementImages))
    input.runsScripts = source.options.runsScripts
    input.boxLimit = source.options.limits.boxes
    input.scrollParts = scrollParts
    return input
  }

  private func layOut(_ boxes: BoxTree, onlyStart: Bool = false) {
    if onlyStart, startsLeft > 0, layOutStart(boxes) { return }
    isOfStart = false
    let context = LayoutContext(
      boxes: boxes, fonts: styling.fonts, document: source.document, viewport: styling.pageArea ?? viewport.size)
    (context.scrolls, context.lastPlaces) = (scrolls, lastPlaces)
    if let pages = styling.styles.pages {
      tree = context.layoutPages(pages, limit: source.options.limits.sheets)
    } else {
      tree = context.layoutDocument()
    }
    work.layouts += 1
    keep(context, boxes)
  }

  /// False where the whole page has to be laid out.
  private func layOutStart(_ boxes: BoxTree) -> Bool {
    startsLeft -= 1
    let context = LayoutContext(
      boxes: boxes, fonts: styling.fonts, document: source.document, viewport: viewport.size,
      extent: .start(viewport.size.height))
    guard let start = context.layoutStart() else { return false }
    (tree, isOfStart) = (start, context.endsEarly || !boxes.isWhole)
    work.layouts += 1
    keep(context, boxes)
    return true
  }

  private func keep(_ context: LayoutContext, _ boxes: BoxTree) {
    self.context = context
    fontCount = styling.fontCount
    diagnostics =
      context.diagnostics
      + (boxes.isCutShort
        ? [source.options.limits.warning("boxes", "the page has too many boxes: the rest is left out")] : [])
      + (context.pagesAreCutShort
        ? [source.options.limits.warning("sheets", "the page takes too many sheets of paper: the rest is left out")]
        : []) + (boxes.isTextCutShort ? ["the page's style sheets make too much text: the rest of it is left out"] : [])
  }
}

/// What box generation asks of a page.
private struct PageBoxResources: BoxResources {
  let images: ImageStore
  let elementImages: ElementImages

  func picture(at address: String) -> PageImage? { images.image(address) }
  func image(of element: NodeID) -> ElementImage { elementImages.image(of: element) }
}
