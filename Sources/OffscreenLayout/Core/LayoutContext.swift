import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenText

/// The result of a layout in a constraint space.
struct KeptResult {
  var space: ConstraintSpace
  var result: LayoutResult
}

/// What all algorithms of one layout share: the boxes, the fonts, the fragments made so far, and what
/// was computed once. Nothing else is kept between the layouts of two boxes.
package final class LayoutContext {
  // Optimization: what is asked for and added to for every box is not checked at run time for overlapping
  // accesses: 2 % of a page's instructions. Each one reads or appends, and is over before the next begins.
  /// Sealed but for the styles that layout itself settles: of boxes that anchors place.
  @exclusivity(unchecked) package internal(set) var boxes: BoxTree
  package let fonts: PageFonts
  package let document: Document
  /// The initial containing block.
  package let viewport: Size
  @exclusivity(unchecked) package internal(set) var tree: FragmentTree
  package let isQuirksMode: Bool
  /// Whether results are of use to layouts of the page as it is later, which is known once there was one.
  var goesOn = false

  @exclusivity(unchecked) var intrinsicSizes: KeptIntrinsicSizes
  /// By box.
  @exclusivity(unchecked) var results: [[KeptResult]]
  /// By box, the inline contents of block containers: shaped once, broken into lines as often as needed.
  @exclusivity(unchecked) var inlineContents: [InlineContent?]
  var firstLineContents: [BoxID: InlineContent] = [:]
  /// By wrapper box.
  var tables: [BoxID: TableRecord] = [:]
  /// The used border widths of the cells of tables whose borders are collapsed. They depend on the box
  /// tree alone, and are known before such a cell is looked at: its table is laid out around it.
  var collapsedBorderWidths: [BoxID: Edges] = [:]
  /// The rows that subgrids take over, without sizes: their items' places decide how wide they are. Their grid knows
  /// them before it asks.
  private(set) var subgridRows: [BoxID: SubgridTracks] = [:]
  var inlineStyles: [InlineStyleKey: InlineStyle] = [:]
  var floatOutlines: [FloatOutlineKey: FloatOutline] = [:]
  /// Of boxes at the page's end, how far their layouts had come behind the last child.
  var progress: [BoxID: BlockProgress] = [:]
  var languages = ContentLanguages()
  @exclusivity(unchecked) var lineScratch = LineScratch()
  /// What cutting apart has to know of children, by index of their link; only of fragments that may be cut into
  /// columns, and only where there is something.
  var linkCuts: [Int32: LinkCut] = [:]
  /// What is taken of each column that a fragment and all in it will be cut into, where something is.
  var columnInsets: [FragmentID: [ColumnInsets]] = [:]
  /// Of parts of formulas, as far as they were asked for; none where there is none.
  var coreOperators: [BoxID: BoxID] = [:]
  /// Those with a value for breaks before or after them, in order.
  private(set) lazy var boxesWithBreaks: [BoxID] = boxes.boxes.indices.compactMap { index in
    let column = boxes.boxes[index].style.column
    guard column.breakBefore != .auto || column.breakAfter != .auto else { return nil }
    return BoxID(rawValue: Int32(truncatingIfNeeded: index))
  }
  /// By box, as far as it was asked for: see `widthFollowsHeight`.
  var widthsFollowingHeights: [Bool] = []
  /// Of boxes with styles that layout has settled, those before.
  var declaredStyles: [BoxID: ComputedStyle] = [:]
  private(set) lazy var anchorFacts = findAnchorFacts()
  /// How many fragments may still be looked through for anchors.
  var anchorBudget: Int
  /// Where the page and boxes are scrolled, which decides where a box fits that is placed by anchors.
  package var scrolls = ScrollOffsets()
  /// Of boxes with fallbacks, the places that they are in, and those that they were in when the page was last shown.
  package internal(set) var places: [NodeID: SuccessfulPlace] = [:]
  package var lastPlaces: [NodeID: SuccessfulPlace] = [:]
  /// How many boxes may still be laid out again because of breaks: bounds hostile pages.
  var fragmentationBudget: Int
  /// How many boxes in subgrids may still be placed for the sake of the grids around: subgrids in each other ask for
  /// each other along both axes.
  var subgridBudget: Int
  /// How many layouts of boxes there may still be before those of other spaces are taken.
  var layoutsLeft: Int
  /// Nil where the document does not go onto pages.
  var pages: PagesInLayout?
  /// Pages to which, or from which, goes on what cannot be cut.
  var continuedPages: Set<Int> = []
  /// There are more pages than are made.
  package var pagesAreCutShort = false
  /// Nil where the whole page is laid out.
  let seen: SeenPart?
  /// Boxes below what is seen were left out.
  package internal(set) var endsEarly = false
  /// Something asks for the size of a box that ends early.
  var needsWhole = false
  /// What is laid out is not used.
  var isGivenUp: Bool { needsWhole && seen != nil }
  /// How deep layouts are nested now.
  var depth = 0
  /// Set once a limit was met; the page is then cut short.
  package internal(set) var diagnostics: [String] = []

  package convenience init(
    boxes: BoxTree, fonts: PageFonts, document: Document, viewport: Size, extent: LayoutExtent = .whole
  ) {
    self.init(boxes, fonts, document, viewport, extent, roomFor: boxes.boxes.count)
  }

  /// `roomFor`: how many boxes have room for their results; none where those of an earlier layout come.
  init(
    _ boxes: BoxTree, _ fonts: PageFonts, _ document: Document, _ viewport: Size, _ extent: LayoutExtent = .whole,
    roomFor count: Int
  ) {
    let boxes = boxes.sizingInitialLetters(fonts)
    seen =
      switch extent {
      case .whole: nil
      case .start(let end): SeenPart(boxes, above: end)
      }
    (self.boxes, self.fonts, self.document, self.viewport) = (boxes, fonts, document, viewport)
    tree = FragmentTree(boxes: boxes)
    // Optimization: most boxes have one fragment; growing copies them all.
    tree.fragments.reserveCapacity(count)
    tree.links.reserveCapacity(count)
    intrinsicSizes = KeptIntrinsicSizes(boxCount: count)
    results = Array(repeating: [], count: count)
    inlineContents = Array(repeating: nil, count: count)
    layoutsLeft = 120_000 + 10 * boxes.boxes.count
    subgridBudget = 100_000 + 100 * boxes.boxes.count
    anchorBudget = 400_000 + 20 * boxes.boxes.count
    fragmentationBudget = min(100_000 + 30 * boxes.boxes.count, 600_000)
    isQuirksMode = document.quirksMode == .quirks
  }

  /// Whether the width of a box may follow from its height: there is something with a ratio in it whose height is a
  /// part of another, or columns of flex items that wrap.
  func widthFollowsHeight(_ box: BoxID) -> Bool {
    if widthsFollowingHeights.count < boxes.boxes.count { findWidthsFollowingHeights() }
    return widthsFollowingHeights[Int(box.rawValue)]
  }

  private func findWidthsFollowingHeights() {
    let start = widthsFollowingHeights.count
    widthsFollowingHeights.append(contentsOf: repeatElement(false, count: boxes.boxes.count - start))
    for index in start..<boxes.boxes.count {
      let own = boxes.boxes[index].style
      let properties = SizeProperties(own, WritingDirection(own))
      let isColumn = own.alignment.flexDirection == .column || own.alignment.flexDirection == .columnReverse
      let wraps = boxes.boxes[index].context == .flex && own.alignment.flexWrap != .nowrap && isColumn
      let isPart =
        properties.block.hasPercentage || properties.minBlock.hasPercentage || properties.maxBlock.hasPercentage
      let hasRatio = boxes.boxes[index].context == .replaced || own.box.aspectRatio.ratio != nil
      guard wraps || isPart && hasRatio else { continue }
      var ancestor = wraps ? BoxID(rawValue: Int32(truncatingIfNeeded: index)) : boxes.boxes[index].parent
      while !ancestor.isNone, !widthsFollowingHeights[Int(ancestor.rawValue)] {
        widthsFollowingHeights[Int(ancestor.rawValue)] = true
        ancestor = boxes[ancestor].parent
      }
    }
  }

  /// The boxes, from a layout that is of no use any more but for another one to go on from.
  package func takeBoxes() -> BoxTree {
    var result = BoxTree()
    swap(&result, &boxes)
    tree.boxes = BoxTree()
    return result
  }

  /// Something of the page is left out, or not as it should be, to keep time and memory in bounds.
  func note(_ cut: String) {
    if !diagnostics.contains(cut) { diagnostics.append(cut) }
  }

  func setSubgridRows(_ rows: SubgridTracks, of box: BoxID) {
    guard subgridRows[box] != rows else { return }
    subgridRows[box] = rows
    intrinsicSizes.forget(box)
  }

  /// A box is laid out once more, with all in it.
  func spendFragmentationBudget(on box: BoxID) {
    fragmentationBudget -= 1 + Int(max(0, boxes[box].end.rawValue - box.rawValue))
  }

  /// Appends a fragment with its children, and works out its scrollable overflow.
  /// `cuts`: of some of the children, by their place in `links`. `known`: the overflow of so many of the first.
  func append(
    _ fragment: Fragment, _ links: [FragmentLink] = [], cuts: [(Int, LinkCut)] = [],
    known: (count: Int, overflow: Rect)? = nil
  ) -> FragmentID {
    var fragment = fragment
    let start = tree.links.count
    for (index, cut) in cuts { linkCuts[Int32(truncatingIfNeeded: start &+ index)] = cut }
    tree.links.append(contentsOf: links)
    let end = tree.links.count
    var overflow = Rect(origin: .zero, size: fragment.size)
    if let known { overflow = overflow.union(known.overflow) }
    for index in (start + (known?.count ?? 0))..<end where !tree.links[index].fragment.isNone {
      overflow = overflow.union(scrollableOverflow(of: tree.links[index]))
    }
    fragment.children = Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: end)
    fragment.scrollableOverflow = overflow
    tree.fragments.append(fragment)
    return FragmentID(rawValue: Int32(truncatingIfNeeded: tree.fragments.count - 1))
  }
}
