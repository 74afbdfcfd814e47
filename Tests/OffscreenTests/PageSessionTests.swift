import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster
import OffscreenStyle
import OffscreenText
import Testing

@testable import Offscreen

/// Documents that change: what is kept against what is made anew.
struct PageSessionTests {
  static let viewport = LayoutViewport(Viewport(width: 240, height: 180))

  /// A session for a document, with nothing kept.
  static func session(_ document: Document, fonts: PageFonts) throws -> PageSession {
    var options = PageOptions.unhurried
    options.viewport = Viewport(width: 240, height: 180)
    let page = try #require(PageURL("http://test.invalid/"))
    let loader = ResourceLoader(
      policy: try LoadPolicy(page: page, root: nil, network: .none),
      limits: options.limits.loading(timeout: .seconds(5)), page: page)
    let security = DocumentSecurity(document, Resource(bytes: [], mimeType: .html, finalURL: page))
    return PageSession(
      PageSession.Source(
        document: document, encoding: .utf8, page: page, loader: loader, security: security, fonts: fonts,
        images: ImageStore(
          loader: DocumentLoader(loader, page: page, security), options: options, fonts: fonts),
        userSheets: UserSheets(),
        options: options, fingerprint: Fingerprint(fonts: try FontLocation.folder(nil)),
        nesting: FrameNesting(options.limits)),
      timings: StageTimings())
  }

  static func document(_ markup: String) -> Document {
    DocumentParsing.parse(
      Resource(
        bytes: Array(markup.utf8), mimeType: .html, charset: "utf-8", finalURL: PageURL("http://test.invalid/")!),
      PageLimits()
    ).document
  }

  static func fonts() throws -> PageFonts { try FontLibrary(fonts: try FontLocation.folder(nil)).sharedFonts() }

  func node(_ id: String, in document: Document) throws -> NodeID {
    let atom = try #require(document.names.find(id))
    return try #require(
      (1..<document.nodeCount).map { NodeID(rawValue: Int32($0)) }.first { document.id($0) == atom })
  }

  @Test func nothingIsDoneWhereNothingHasChanged() throws {
    let document = Self.document("<!DOCTYPE html><style>p { color: red }</style><p id=a>one<p>two")
    let session = try Self.session(document, fonts: try Self.fonts())
    let request = PageSession.PaintRequest(area: Rect(x: 0, y: 0, width: 240, height: 180), scale: 1)
    _ = session.layout(at: Self.viewport)
    let work = session.work
    _ = (session.styles(at: Self.viewport), session.layout(at: Self.viewport))
    #expect(session.work == work)
    #expect(work == PageSession.Work(stylings: 1, boxTrees: 1, layouts: 1))
    _ = session.displayList(at: Self.viewport, request)
    _ = session.displayList(at: Self.viewport, request)
    #expect(session.work.displayLists == 1)

    // What no stage asks for.
    let paragraph = try node("a", in: document)
    document.setAttribute(paragraph, Attribute(name: document.names.intern("data-x"), value: "y"))
    _ = session.displayList(at: Self.viewport, request)
    #expect(session.work == PageSession.Work(stylings: 1, restylings: 1, boxTrees: 1, layouts: 1, displayLists: 1))
  }

  @Test func eachChangeMakesAnewWhatItCanHaveTouched() throws {
    let document = Self.document(
      "<!DOCTYPE html><style>.red { color: red } .wide { width: 9px } .none { display: none }</style><p id=a>one<p>two")
    let session = try Self.session(document, fonts: try Self.fonts())
    let request = PageSession.PaintRequest(area: Rect(x: 0, y: 0, width: 240, height: 180), scale: 1)
    let paragraph = try node("a", in: document)
    func work(_ change: () throws -> Void) rethrows -> PageSession.Work {
      _ = session.displayList(at: Self.viewport, request)
      let before = session.work
      try change()
      _ = session.displayList(at: Self.viewport, request)
      let after = session.work
      return PageSession.Work(
        stylings: after.stylings - before.stylings, restylings: after.restylings - before.restylings,
        boxTrees: after.boxTrees - before.boxTrees, layouts: after.layouts - before.layouts,
        continuedLayouts: after.continuedLayouts - before.continuedLayouts,
        displayLists: after.displayLists - before.displayLists)
    }
    func setClass(_ name: String) { document.setAttribute(paragraph, Attribute(name: Atom(.class), value: name)) }
    #expect(work { setClass("red") } == PageSession.Work(restylings: 1, displayLists: 1))
    #expect(
      work { setClass("wide") } == PageSession.Work(restylings: 1, continuedLayouts: 1, displayLists: 1))
    #expect(work { setClass("none") } == PageSession.Work(restylings: 1, boxTrees: 1, layouts: 1, displayLists: 1))
    #expect(work { setClass("other") } == PageSession.Work(restylings: 1, boxTrees: 1, layouts: 1, displayLists: 1))
    #expect(work { setClass("unknown") } == PageSession.Work(restylings: 1))
    #expect(
      work { document.setText(Array("1".utf8), of: document.firstChild(paragraph)) }
        == PageSession.Work(restylings: 1, boxTrees: 1, continuedLayouts: 1, displayLists: 1))
    let sheet = document.makeElement(Atom(.style))
    #expect(
      try work { try document.insert(sheet, into: document.documentElement) }
        == PageSession.Work(stylings: 1, boxTrees: 1, layouts: 1, displayLists: 1))
  }

  /// Of several changes, the layout is of the last.
  @Test func whoAsksForStylesWaitsForNoLayout() throws {
    let document = Self.document("<!DOCTYPE html><style>.wide { width: 9px }</style><p id=a>one<p id=b>two")
    let session = try Self.session(document, fonts: try Self.fonts())
    _ = session.styles(at: Self.viewport)
    #expect(session.work == PageSession.Work(stylings: 1))
    _ = session.layout(at: Self.viewport)
    for name in ["a", "b"] {
      let paragraph = try node(name, in: document)
      document.setAttribute(paragraph, Attribute(name: Atom(.class), value: "wide"))
      #expect(session.styles(at: Self.viewport).style(of: paragraph)?.box.width != .auto)
    }
    #expect(session.work == PageSession.Work(stylings: 1, restylings: 2, boxTrees: 1, layouts: 1))
    let version = session.pictureVersion
    let tree = session.layout(at: Self.viewport)
    #expect(session.work.continuedLayouts == 1 && session.work.layouts == 1 && session.pictureVersion > version)
    let sizes = tree.contentSizes { $0.kind == .container && document.isHTML($0.node, .p) }
    #expect(sizes.count == 2 && sizes.values.allSatisfy { $0.width == 9 })
    // More than can be told apart.
    let paragraph = try node("a", in: document)
    for count in 0..<MutationJournal.limit + 2 {
      document.setAttribute(paragraph, Attribute(name: Atom(.style), value: "height: \(count)px"))
      if count % 2_000 == 0 { _ = session.styles(at: Self.viewport) }
    }
    #expect(session.layout(at: Self.viewport).contentSizes { $0.node == paragraph }[paragraph]?.height == 4_097)
    #expect(session.work.layouts == 2 && session.work.stylings == 1)
  }

  /// Boxes that are added one by one leave no more behind than there is.
  @Test func whatABoxLeavesBehindGoes() throws {
    let items = (0..<300).map { "<p id=p\($0)>\($0)</p>" }
    let document = Self.document("<!DOCTYPE html><style>p { margin: 0 }</style><div id=a>" + items.joined() + "</div>")
    let fonts = try Self.fonts()
    let session = try Self.session(document, fonts: fonts)
    let list = try node("a", in: document)
    for _ in 0..<100 {
      _ = session.layout(at: Self.viewport)
      let item = document.makeElement(Atom(.p))
      try document.insert(document.makeText(Array("new".utf8)), into: item)
      try document.insert(item, into: list)
    }
    let tree = session.layout(at: Self.viewport)
    #expect(session.work.layouts == 1 && session.work.continuedLayouts == 100 && tree.links.count < 25_000)
    #expect(try Self.difference(session, Self.session(document, fonts: fonts), document) == nil)
  }

  /// Icons come and go, and what is beside them stays.
  @Test func drawingsThatComeLeaveOthersAsTheyAre() throws {
    let items = (0..<20).map { "<section><p id=p\($0)>item \($0)</p><svg width=9 height=9></svg></section>" }
    let document = Self.document("<!DOCTYPE html>" + items.joined())
    let session = try Self.session(document, fonts: try Self.fonts())
    _ = session.layout(at: Self.viewport)
    let drawing = document.makeElement(Atom(.svg), namespace: .svg)
    document.setAttribute(drawing, Attribute(name: Atom(.width), value: "100"))
    let visited = session.current?.styling.engine.elementsVisited ?? 0
    try document.insert(drawing, into: try node("p0", in: document))
    let tree = session.layout(at: Self.viewport)
    #expect(tree.contentSizes { $0.node == drawing }[drawing]?.width == 100)
    #expect(session.work.continuedLayouts == 1 && session.work.layouts == 1)
    #expect(session.current?.styling.engine.elementsVisited == visited + 1)
  }

  /// What only moves on is found where somebody asks, not in each update of the rendering.
  @Test func whatATransitionMovesWaits() throws {
    let sheet = "p { transition: opacity 1s } .off { opacity: 0 }"
    for content in ["one", "<b>one</b>"] {
      let document = Self.document("<!DOCTYPE html><style>\(sheet)</style><div><p id=a>\(content)</p><p id=b>two</div>")
      let session = try Self.session(document, fonts: try Self.fonts())
      let table = AnimationTable()
      session.use(table)
      session.updateStyles(at: Self.viewport)
      let paragraph = try node("a", in: document)
      document.setAttribute(paragraph, Attribute(name: Atom(.class), value: "off"))
      session.updateStyles(at: Self.viewport)
      let number = try #require(table.takeChanges().first).number
      let engine = try #require(session.current?.styling.engine)
      var visited = engine.elementsVisited
      table.setState(
        number, AnimationTable.State(progress: 0.25, iteration: 0, isBefore: false, isCurrent: true, isFinished: false))
      document.setAttribute(try node("b", in: document), Attribute(name: Atom(.class), value: "on"))
      session.updateStyles(at: Self.viewport)
      // What is in an element may inherit from it.
      _ = session.styles(at: Self.viewport, around: try node("b", in: document))
      #expect(engine.elementsVisited == visited + (content == "one" ? 0 : 1))
      visited = engine.elementsVisited
      let styles = session.styles(at: Self.viewport, around: paragraph)
      #expect(styles.style(of: paragraph)?.effect.opacity == 0.75)
      #expect(engine.elementsVisited == visited + (content == "one" ? 1 : 0))
    }
  }

  @Test func boxesThatComeAndGoLeaveOthersAsTheyAre() throws {
    let items = (0..<20).map { "<section><p id=p\($0)>item \($0)</p><table><tr><td>cell \($0)</table></section>" }
    let document = Self.document("<!DOCTYPE html><style>.none { display: none }</style>" + items.joined())
    let session = try Self.session(document, fonts: try Self.fonts())
    _ = session.layout(at: Self.viewport)
    let first = try node("p0", in: document)
    let last = try #require(session.layout(at: Self.viewport).fragments.last { $0.kind == .text })
    let height = session.layout(at: Self.viewport).documentSize.height
    for name in ["none", ""] {
      let before = session.work
      document.setAttribute(first, Attribute(name: Atom(.class), value: name))
      let tree = session.layout(at: Self.viewport)
      #expect(session.work.continuedLayouts == before.continuedLayouts + 1 && session.work.layouts == before.layouts)
      #expect((tree.documentSize.height < height) == (name == "none"))
    }
    // The fragments behind it were not made again.
    let tree = session.layout(at: Self.viewport)
    #expect(tree.fragments.filter { $0.kind == .text && $0.box == last.box }.count == 1)
  }

  /// Whoever looks for one element goes by what is beside it.
  @Test func fewFragmentsMayHoldOneElement() throws {
    let items = (0..<100).map { "<section><p id=p\($0)>item <b>\($0)</b></section>" }
    let document = Self.document("<!DOCTYPE html>" + items.joined())
    let tree = try Self.session(document, fonts: try Self.fonts()).layout(at: Self.viewport)
    let element = try node("p50", in: document)
    let sought = SoughtBoxes(in: tree.boxes) { tree.boxes.boxes[$0].node == element }
    let found = tree.fragments.indices.filter { sought.mayBe(in: FragmentID(rawValue: Int32($0)), of: tree) }
    // The paragraph and its lines and texts, and what is around it.
    #expect((4...12).contains(found.count) && tree.fragments.count > 400)
  }

  /// A list that grows is not laid out anew with each item, whatever the items are.
  @Test(arguments: [
    ("display: block", "display: flex"), ("display: flex; flex-direction: column", "display: flex"),
    ("display: grid", "display: flex"),
    ("position: relative", "position: absolute; display: flex"), ("width: 90px", "display: inline-flex"),
  ])
  func whatComesIntoABoxLeavesThoseBesideIt(container: String, item: String) throws {
    let items = (0..<20).map { "<div style='\(item)'><span>item \($0)</span></div>" }
    let document = Self.document("<!DOCTYPE html><div id=list style='\(container)'>" + items.joined() + "</div>")
    let session = try Self.session(document, fonts: try Self.fonts())
    _ = session.layout(at: Self.viewport)
    let list = try node("list", in: document)
    let first = document.firstChild(list)
    func fragmentsOfFirst() -> Int {
      let tree = session.layout(at: Self.viewport)
      return tree.fragments.filter { !$0.box.isNone && tree.boxes[$0.box].node == first }.count
    }
    let before = fragmentsOfFirst()
    for _ in 0..<3 {
      let another = document.makeElement(Atom(.div))
      document.setAttribute(another, Attribute(name: Atom(.style), value: item))
      try document.insert(document.makeText(Array("more".utf8)), into: another)
      try document.insert(another, into: list)
      let continued = session.work.continuedLayouts
      #expect(fragmentsOfFirst() == before)
      #expect(session.work.continuedLayouts == continued + 1)
    }
  }

  @Test func whatIsKeptGoesWithTheSession() throws {
    weak var session: PageSession?
    weak var layout: PageLayout?
    weak var context: LayoutContext?
    weak var engine: StyleEngine?
    weak var document: Document?
    weak var images: ImageStore?
    do {
      let page = Self.document("<!DOCTYPE html><style>p::first-line { color: red }</style><p id=a>one<p>two")
      let kept = try Self.session(page, fonts: try Self.fonts())
      let request = PageSession.PaintRequest(area: Rect(x: 0, y: 0, width: 240, height: 180), scale: 1)
      _ = kept.displayList(at: Self.viewport, request)
      page.setAttribute(try node("a", in: page), Attribute(name: Atom(.class), value: "b"))
      _ = kept.displayList(at: Self.viewport, request)
      (session, layout, context, engine, document) = (
        kept, kept.current, kept.current?.context, kept.current?.styling.engine, page
      )
      images = kept.source.images
    }
    #expect(session == nil && layout == nil && context == nil && engine == nil && document == nil && images == nil)
  }

  /// 2,000 documents take long: `OFFSCREEN_DOCUMENTS` says how many there are.
  static let documents = Int(ProcessInfo.processInfo.environment["OFFSCREEN_DOCUMENTS"] ?? "") ?? 3
  static let first = Int(ProcessInfo.processInfo.environment["OFFSCREEN_FIRST_DOCUMENT"] ?? "") ?? 0
  /// Those with shadow trees take minutes each without optimization: a third as many.
  static let shadowDocuments = (documents + 2) / 3

  @Test func whatIsKeptIsWhatIsMadeAnew() throws {
    for seed in Self.first..<Self.first + Self.documents {
      let difference = try LargeStackThread.run { try Self.differenceAfterChanges(seed) }
      if let difference { Issue.record("document \(seed), \(difference)") }
    }
  }

  @Test func whatIsKeptOfShadowTreesIsWhatIsMadeAnew() throws {
    for seed in Self.first..<Self.first + Self.shadowDocuments {
      let difference = try LargeStackThread.run { try Self.differenceAfterChanges(seed, hasShadowTrees: true) }
      if let difference { Issue.record("document \(seed), \(difference)") }
    }
  }

  @Test func whatGrowsAtItsEndIsWhatIsMadeAnew() throws {
    for seed in Self.first..<Self.first + 4 * Self.documents {
      let difference = try LargeStackThread.run { try Self.differenceAfterGrowth(seed) }
      if let difference { Issue.record("document \(seed), \(difference)") }
    }
  }

  /// Appends to a list at random, and compares after each step.
  static func differenceAfterGrowth(_ seed: Int) throws -> String? {
    var random = RandomDocument(seed: seed)
    let markup = random.markupOfList()
    let document = document(markup)
    let fonts = try fonts()
    let kept = try session(document, fonts: fonts)
    _ = kept.layout(at: viewport)
    var changes: [String] = []
    for step in 0..<12 {
      changes.append(random.grow(document))
      _ = kept.layout(at: viewport)
      if step % 3 == 1 { continue }
      let fresh = try session(document, fonts: fonts)
      if let difference = difference(kept, fresh, document) {
        return "step \(step), after \(changes): \(difference)\n\(markup)"
      }
    }
    return nil
  }

  /// Rows that come behind others leave those alone, and what is around: all is as if it were made at once.
  @Test func listsThatGrowAreNotGoneOverAgain() throws {
    let document = Self.document(
      "<!DOCTYPE html><style>p { margin: 0; height: 10px; display: flex }</style><main><div id=list></div></main>")
    let (session, list) = (try Self.session(document, fonts: try Self.fonts()), try node("list", in: document))
    for step in 1...6 {
      for _ in 0..<20 { try document.insert(document.makeElement(Atom(.p)), into: list) }
      let tree = session.layout(at: Self.viewport)
      #expect(tree.documentSize.height == LayoutUnit(max(180, 16 + step * 200)))
    }
    // To the first box of a list, its context has nothing to go on from; with the second, it is known to grow.
    #expect(session.work.grownBoxTrees >= 4)
    // One of them changes: its list is gone over again.
    document.setAttribute(document.firstChild(list), Attribute(name: Atom(.style), value: "height: 50px"))
    #expect(session.layout(at: Self.viewport).documentSize.height == LayoutUnit(16 + 1_240))
    let row = document.makeElement(Atom(.p))
    try document.insert(row, into: list)
    #expect(session.layout(at: Self.viewport).documentSize.height == LayoutUnit(16 + 1_250))
    // What comes before others is no growth.
    let grown = session.work.grownBoxTrees
    try document.insert(document.makeElement(Atom(.p)), into: list, before: row)
    #expect(session.layout(at: Self.viewport).documentSize.height == LayoutUnit(16 + 1_260))
    #expect(session.work.grownBoxTrees == grown)
  }

  @Test(arguments: [
    ("<input id=a type=text name=x>", KnownName.type, "radio"), ("<input id=a type=radio name=x>", .name, "y"),
    ("<b id=a>text</b>", .lang, "de"), ("<b id=a>text</b>", .dir, "rtl"), ("<details id=a>text</details>", .open, ""),
    ("<ol id=a><li>text</ol>", .type, "a"), ("<button id=a>text</button>", .type, "submit"),
  ])
  func attributesOfFewElementsRestyleThese(markup: String, name: KnownName, value: String) throws {
    let others = String(repeating: "<p>one<b>two</b>", count: 100)
    let document = Self.document(
      "<!DOCTYPE html><style>:lang(fr) p { color: red }</style>\(others)<div>\(markup)</div>")
    let session = try Self.session(document, fonts: try Self.fonts())
    _ = session.layout(at: Self.viewport)
    let engine = try #require(session.current).styling.engine
    let before = engine.elementsVisited
    document.setAttribute(try node("a", in: document), Attribute(name: Atom(name), value: value))
    _ = session.layout(at: Self.viewport)
    #expect(engine.elementsVisited - before < 10)
  }

  /// Changes a document at random, and compares after each step.
  static func differenceAfterChanges(_ seed: Int, hasShadowTrees: Bool = false) throws -> String? {
    var random = RandomDocument(seed: seed, hasShadowTrees: hasShadowTrees)
    let markup = random.markup()
    let document = document(markup)
    let fonts = try fonts()
    let kept = try session(document, fonts: fonts)
    _ = kept.layout(at: viewport)
    var changes: [String] = []
    for step in 0..<50 {
      changes.append(random.changes(document))
      // Changes after which only styles are asked for.
      for _ in 0..<step % 3 {
        _ = kept.styles(at: viewport)
        changes.append(random.changes(document))
      }
      // The document's journal is the kept session's: it takes what has changed before the fresh one looks.
      _ = kept.layout(at: viewport)
      let fresh = try session(document, fonts: fonts)
      if let difference = difference(kept, fresh, document) {
        return "step \(step), after \(changes.suffix(4)): \(difference)\n\(markup)"
      }
    }
    return nil
  }

  private static func difference(_ kept: PageSession, _ fresh: PageSession, _ document: Document) -> String? {
    // 1. Styles.
    let (one, other) = (kept.styles(at: viewport), fresh.styles(at: viewport))
    var node = document.documentElement
    while !node.isNone {
      let (style, wanted) = (one.style(of: node), other.style(of: node))
      if (style == nil) != (wanted == nil) { return "\(node): \(style == nil ? "no style" : "a style too many")" }
      if let style, let wanted, style.effect(ofChangeTo: wanted) != .nothing {
        let differences = zip(ComputedText(style).all, ComputedText(wanted).all).filter { $0 != $1 }
        if !differences.isEmpty { return "\(node): \(differences)" }
      }
      node = document.nextShadowIncluding(node, within: document.documentElement)
    }
    // 2. Boxes.
    let (tree, wanted) = (kept.layout(at: viewport), fresh.layout(at: viewport))
    let boxes = elementBoxes(of: tree, document: document, vectors: VectorElements(document: document, styles: one))
    let wantedBoxes = elementBoxes(
      of: wanted, document: document, vectors: VectorElements(document: document, styles: other))
    if boxes.count != wantedBoxes.count { return "\(boxes.count) boxes, not \(wantedBoxes.count)" }
    let sized = zip(boxes, wantedBoxes).filter { $0.rect.width != $1.rect.width || $0.rect.height != $1.rect.height }
    // The outer ones differ because of the innermost.
    if let (box, wanted) = sized.max(by: { $0.0.path.utf8.count < $1.0.path.utf8.count }) {
      return "box \(box), not \(wanted) below \(names(around: box.node, document))"
    }
    for (box, wanted) in zip(boxes, wantedBoxes) where box.path != wanted.path || box.rect != wanted.rect {
      return "box \(box), not \(wanted) below \(names(around: box.node, document))"
    }
    if tree.documentSize != wanted.documentSize { return "size \(tree.documentSize), not \(wanted.documentSize)" }
    // 3. What is asked of one node alone.
    let vectors = VectorElements(document: document, styles: one)
    let places = boxPlaces(of: tree, document: document, vectors: vectors)
    for (index, box) in boxes.enumerated() where index % 5 == 0 && document.namespace(box.node) != .svg {
      let (found, wanted) = (
        nodePlaces(of: box.node, in: tree, document: document, vectors: vectors), places[box.node]
      )
      if found.bounds != wanted.bounds || found.all.map(\.rect) != wanted.all.map(\.rect) {
        return "\(box): \(found), not \(wanted)"
      }
    }
    let used = usedValues(of: tree)
    for (index, box) in boxes.enumerated() where index % 5 == 0 {
      let (found, wanted) = (usedValues(of: box.node, in: tree), used[box.node])
      if "\(String(describing: found))" != "\(String(describing: wanted))" { return "\(box): other used values" }
    }
    // What has a box by its style, has one.
    let byStyle = BoxesByStyle(document, one, PageLimits())
    node = document.documentElement
    while !node.isNone {
      if byStyle.hasBox(node), places[node].first == nil { return "\(node) has no box" }
      node = document.nextShadowIncluding(node, within: document.documentElement)
    }
    // 4. The picture.
    let request = PageSession.PaintRequest(area: Rect(x: 0, y: 0, width: 240, height: 180), scale: 1)
    let picture = pixels(kept.displayList(at: viewport, request), kept)
    if picture != pixels(fresh.displayList(at: viewport, request), fresh) { return "another picture" }
    return nil
  }

  /// An element and those around it, with their classes and styles.
  private static func names(around node: NodeID, _ document: Document) -> String {
    var names: [String] = []
    var node = node
    while !node.isNone, document.isElement(node) {
      let attributes = [Atom(.class), Atom(.style)].compactMap { document.attribute(node, $0) }
      names.append(([document.names.spelling(of: document.name(node))] + attributes).joined(separator: " "))
      node = document.parent(node)
    }
    return names.joined(separator: " < ")
  }

  private static func pixels(_ list: DisplayList, _ session: PageSession) -> [UInt32] {
    let rasterizer = Rasterizer(fonts: session.fonts)
    return (try? rasterizer.draw(list, width: 240, height: 180, scale: 1)).map { Array($0.pixels) } ?? []
  }
}
