import OffscreenCSS
import OffscreenGeometry
import OffscreenStyle

/// Lays a document out onto pages: in one strip, as columns are, cut into page areas.
/// https://drafts.csswg.org/css-page-3/
///
/// Not implemented: unnamed pages whose areas are not equally wide. The strip is as wide as a page that is not the
/// first; what asks for pages of a name (`page`) is as wide as those, and so is a box that has the first page for itself.
struct PagedLayout {
  private let context: LayoutContext
  private let styles: PageStyles
  private let limit: Int
  private let direction: WritingDirection
  private var frames: [PageKind: PageFrame] = [:]
  /// Of each page, as far as there are several.
  private var names: [String] = []
  private var blanks: Set<Int> = []

  /// Layouts of the strip: what pages are called, and so how tall they are, is found by one.
  private static let maximumPasses = 5
  /// Fixed boxes on all pages together.
  private static let maximumFixed = 200_000

  init(_ context: LayoutContext, _ styles: PageStyles, limit: Int) {
    (self.context, self.styles, self.limit) = (context, styles, max(1, limit))
    direction = context[.root].direction
  }

  mutating func run() -> FragmentTree {
    let names = PageNames(context.boxes)
    let direction = direction
    let first = frame(of: kind(of: 0)).area
    context.pages = PagesInLayout(names, firstWidth: direction.logical(first).inline) { [styles] name in
      direction.logical(PageFrame(styles.style(of: PagedLayout.usualPage(name, direction))).area).inline
    }
    context.tree.glyphTexts = GlyphTexts()
    // 1. The strip, until pages are as tall as what they are called says.
    var rows = heights()
    var strip = layoutStrip(rows)
    for _ in 1..<Self.maximumPasses {
      notePages(of: strip, rows, names)
      let wanted = heights()
      if wanted == rows { break }
      rows = wanted
      strip = layoutStrip(rows)
    }
    notePages(of: strip, rows, names)
    // 2. What is positioned on it, but for what is fixed, which is on each page.
    let fixed = placePositioned(&strip, rows)
    // 3. The pages.
    cut(strip, rows, fixed)
    return context.tree
  }

  // MARK: Kinds of pages

  /// The first page is a right one where pages are turned from right to left.
  private static func side(of index: Int, _ direction: WritingDirection) -> PageSide {
    (index % 2 == 0) == direction.turnsPagesToLeft ? .right : .left
  }

  /// A page of this name that is not the first.
  static func usualPage(_ name: String, _ direction: WritingDirection) -> PageKind {
    PageKind(name: name, isFirst: false, side: side(of: 2, direction))
  }

  private func kind(of index: Int) -> PageKind {
    PageKind(
      name: names.indices.contains(index) ? names[index] : "", isFirst: index == 0, isBlank: blanks.contains(index),
      side: Self.side(of: index, direction))
  }

  private mutating func frame(of kind: PageKind) -> PageFrame {
    if let frame = frames[kind] { return frame }
    let frame = PageFrame(styles.style(of: kind))
    frames[kind] = frame
    return frame
  }

  /// The block sizes of the pages' areas; all behind them are like the last.
  private mutating func heights() -> [LayoutUnit] {
    func height(_ index: Int, _ pages: inout PagedLayout) -> LayoutUnit {
      max(pages.direction.logical(pages.frame(of: pages.kind(of: index)).area).block, LayoutUnit(1))
    }
    let known = max(names.count, (blanks.max() ?? 0) + 1, 1)
    // Left and right ones may differ to the end.
    let (odd, even) = (height(limit | 1, &self), height((limit | 1) + 1, &self))
    var all = (0..<(odd == even ? known : limit)).map { height($0, &self) } + [odd]
    while all.count > 1, all[all.count - 2] == odd { all.removeLast() }
    return all
  }

  // MARK: The strip

  private func layoutStrip(_ rows: [LayoutUnit]) -> LayoutResult {
    let area = direction.logical(PageFrame(styles.style(of: Self.usualPage("", direction))).area)
    var content = ConstraintSpace(availableInline: area.inline)
    content.fixedInline = area.inline
    content.percentageInline = area.inline
    content.percentageBlock = rows[0]
    content.marginBasis = area.inline
    var flow = FragmentainerFlow(heights: [rows], columnsPerRow: 1)
    flow.isPaged = true
    content.columns = ColumnSpace(flow: flow, isContent: true)
    return context.layout(.root, in: content)
  }

  private func page(at offset: LayoutUnit, _ rows: [LayoutUnit]) -> FragmentainerFlow.Fragmentainer {
    FragmentainerFlow.fragmentainer(at: offset, from: .zero, rows: rows, columnsPerRow: 1)
  }

  /// What the pages are called, and which are blank.
  private mutating func notePages(of strip: LayoutResult, _ rows: [LayoutUnit], _ names: PageNames) {
    // Those that are not made would make `heights` as long as a margin says.
    let limit = limit
    blanks = Set((strip.columns?.flow.blankPages ?? []).lazy.filter { $0 < limit })
    self.names = []
    guard names.areUsed, !strip.fragment.isNone else { return }
    let changes = names.changes(in: strip.fragment, context.tree, direction)
    let end = direction.logical(strip.size).block
    var (next, name, start) = (0, "", LayoutUnit.zero)
    while self.names.isEmpty || start < end, self.names.count < limit {
      let pageEnd = page(at: start, rows).end
      while next < changes.count, !changes[next].isStart, changes[next].offset <= start {
        name = changes[next].name
        next += 1
      }
      // All on a page asks for the same: what begins on it behind a margin, too.
      var ofPage = name
      while next < changes.count, changes[next].offset < pageEnd {
        name = changes[next].name
        if changes[next].isStart { ofPage = name }
        next += 1
      }
      self.names.append(ofPage)
      start = pageEnd
    }
  }

  // MARK: Positioned boxes

  /// Lays out what the initial containing block contains, the area of the first page; the fixed ones are returned, which
  /// are to be on each page.
  private func placePositioned(_ strip: inout LayoutResult, _ rows: [LayoutUnit]) -> [OutOfFlowCandidate] {
    guard !strip.fragment.isNone, !strip.outOfFlow.isEmpty else { return [] }
    let stripSize = strip.size
    let area = direction.physical(LogicalSize(inline: direction.logical(stripSize).inline, block: rows[0]))
    var absolute: [OutOfFlowCandidate] = []
    var fixed: [OutOfFlowCandidate] = []
    for candidate in strip.outOfFlow {
      var moved = candidate
      var offset = direction.logical(candidate.staticPosition, of: .zero, in: stripSize)
      let isFixed = context[candidate.box].style.box.position == .fixed
      if isFixed { offset.block -= page(at: offset.block, rows).start }
      moved.staticPosition = direction.physical(offset, of: .zero, in: area)
      if isFixed { fixed.append(moved) } else { absolute.append(moved) }
    }
    guard !absolute.isEmpty else { return fixed }
    var links: [FragmentLink] = []
    var space: ColumnSpace?
    if let flow = strip.columns?.flow { space = ColumnSpace(flow: flow) }
    var positioned = PositionedLayout(context: context, containingBlock: .root, kind: .box, columns: space)
    fixed += positioned.run(absolute, containerSize: area, border: .zero, adding: &links)
    let whole = context.tree[strip.fragment]
    var all: [FragmentLink] = []
    var cuts: [(Int, LinkCut)] = []
    for index in Int(whole.children.lowerBound)..<Int(whole.children.upperBound) {
      if let cut = context.linkCuts[Int32(truncatingIfNeeded: index)] { cuts.append((all.count, cut)) }
      all.append(context.tree.links[index])
    }
    for var link in links {
      let size = context.tree[link.fragment].size
      link.offset = direction.physical(direction.logical(link.offset, of: size, in: area), of: size, in: stripSize)
      all.append(link)
    }
    var fragment = Fragment(kind: whole.kind, box: whole.box, size: whole.size)
    fragment.flags = whole.flags
    strip.fragment = context.append(fragment, all, cuts: cuts)
    return fixed
  }

  // MARK: Pages

  private mutating func cut(_ strip: LayoutResult, _ rows: [LayoutUnit], _ fixed: [OutOfFlowCandidate]) {
    let inline = direction.logical(strip.size).inline
    var columns: [FragmentSlicer.Column] = []
    var end = direction.logical(strip.size).block
    if !strip.fragment.isNone {
      let fragment = context.tree[strip.fragment]
      end = max(end, direction.logicalRect(fragment.scrollableOverflow, in: fragment.size).end)
    }
    var start = LayoutUnit.zero
    while columns.isEmpty || start < end {
      guard columns.count < limit else {
        context.pagesAreCutShort = true
        break
      }
      let page = page(at: start, rows)
      columns.append(.init(start: start, end: page.end, size: page.end - start))
      start = page.end
    }
    var fragments: [FragmentID] = []
    if !strip.fragment.isNone {
      // What is beyond the last page is on none.
      var open = columns
      if context.pagesAreCutShort {
        open.append(.init(start: start, end: .max, size: LayoutUnit(1)))
      } else {
        open[open.count - 1].end = .max
      }
      context.continuedPages = []
      let slicer = FragmentSlicer(
        context: context, direction: direction, columns: open, continuesMonolithic: true)
      fragments = slicer.columnFragments(of: strip.fragment, inlineSize: inline, box: .root)
    }
    // Pages without anything behind the last that has something are not there.
    var count = columns.count
    while count > 1, fragments.indices.contains(count - 1), context.tree[fragments[count - 1]].children.isEmpty,
      !blanks.contains(count - 1)
    {
      count -= 1
    }
    // Of what is fixed on very many pages, those that come first have it.
    let pagesWithFixed = fixed.isEmpty ? 0 : Self.maximumFixed / fixed.count
    if !fixed.isEmpty, pagesWithFixed < count { context.note("what is fixed is not on all sheets of paper") }
    var links: [FragmentLink] = []
    var pages: [PageFragment] = []
    let whole = direction.physical(
      LogicalSize(inline: inline, block: columns[count - 1].start + columns[count - 1].size))
    for index in 0..<count {
      let (kind, column) = (kind(of: index), columns[index])
      let frame = frame(of: kind)
      var contents = fragments.indices.contains(index) ? Array(context.tree.children(fragments[index])) : []
      let own = direction.logical(frame.area).inline
      if direction.isInlineFlipped, own != inline {
        let shift = direction.isHorizontal ? Point(x: own - inline, y: .zero) : Point(x: .zero, y: own - inline)
        for place in contents.indices { contents[place].offset += shift }
      }
      let size = direction.physical(LogicalSize(inline: own, block: column.size))
      let fragment = context.append(
        Fragment(kind: .column, box: .root, size: size),
        contents + (index < pagesWithFixed ? placed(fixed, in: frame.area) : []))
      let origin = direction.physical(LogicalOffset(inline: .zero, block: column.start), of: size, in: whole)
      links.append(FragmentLink(fragment: fragment, offset: origin))
      pages.append(
        PageFragment(
          kind: kind, frame: frame, fragment: fragment, origin: origin,
          isContinued: context.continuedPages.contains(index)))
    }
    context.tree.pages = pages
    context.tree.root = context.append(Fragment(kind: .box, box: .root, size: whole), links)
    context.tree.documentArea = Rect(origin: .zero, size: whole)
  }

  /// What is fixed is on each page.
  /// https://drafts.csswg.org/css-position-3/#fixed-cb
  private func placed(_ fixed: [OutOfFlowCandidate], in area: Size) -> [FragmentLink] {
    guard !fixed.isEmpty else { return [] }
    var links: [FragmentLink] = []
    var positioned = PositionedLayout(context: context, containingBlock: .root, kind: .box)
    _ = positioned.run(fixed, containerSize: area, border: .zero, adding: &links)
    return links
  }
}

extension WritingDirection {
  /// Whether pages follow each other to the right, as those of a book in English do.
  /// https://drafts.csswg.org/css-page-3/#page-progression
  fileprivate var turnsPagesToLeft: Bool {
    isHorizontal ? isLTR : !isBlockFlipped
  }
}

extension LayoutContext {
  /// Lays the document out onto pages, and seals the tree. `limit`: no more pages are made.
  package func layoutPages(_ styles: PageStyles, limit: Int) -> FragmentTree {
    var layout = PagedLayout(self, styles, limit: limit)
    return layout.run()
  }
}

extension PageFrame {
  /// A page that nothing is said of but what is said of all.
  package static func usual(_ styles: PageStyles, viewportStyle: ComputedStyle) -> PageFrame {
    PageFrame(styles.style(of: PagedLayout.usualPage("", WritingDirection(viewportStyle))))
  }
}
