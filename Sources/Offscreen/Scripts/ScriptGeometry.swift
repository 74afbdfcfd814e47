import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint
import OffscreenStyle

/// Scripts' questions about where things are, answered from the layout as it is now.
/// https://drafts.csswg.org/cssom-view-1/
final class PageGeometry {
  private let session: PageSession
  private let viewport: LayoutViewport
  private var document: Document { session.source.document }
  private var scripted: ScriptedState { session.source.scripted }
  private var kept: (version: Int, scroll: Point, places: BoxPlaces)?
  private var keptUnscrolled: (version: Int, places: BoxPlaces)?
  /// Of single nodes.
  private var keptFew: (version: Int, scroll: Point, places: [NodeID: NodePlaces])?
  private static let mostFew = 8
  private var keptTexts: (version: Int, boxes: [NodeID: [BoxID]])?

  private let foreign: ForeignGeometries

  init(_ session: PageSession, _ viewport: LayoutViewport) {
    (self.session, self.viewport, foreign) = (session, viewport, ForeignGeometries(session))
  }

  private func foreign(around node: NodeID) -> ForeignGeometry? {
    foreign.around(node, places().drawings, at: viewport)
  }

  // MARK: The layout

  /// Of the unscrolled page.
  private var unscrolled: FragmentTree { session.layout(at: viewport) }
  /// As it is scrolled.
  private var tree: FragmentTree { session.layout(at: viewport, scrolledTo: scroll) }
  private var boxScrolls: [NodeID: Point] { session.boxScrolls(at: viewport) }
  private var styles: StyledDocument { session.styles(at: viewport) }

  /// Where the viewport's top left is in the document.
  private var scroll: Point {
    guard scripted.scroll != .zero else { return .zero }
    let most = unscrolled.viewportScrollRange
    return Point(
      x: scripted.scroll.x.clamped(most.minX, most.maxX), y: scripted.scroll.y.clamped(most.minY, most.maxY))
  }

  private func places() -> BoxPlaces {
    let (tree, scroll) = (tree, scroll)
    if let kept, kept.version == session.pictureVersion, kept.scroll == scroll { return kept.places }
    let places = boxPlaces(of: tree, document: document, vectors: session.vectors(at: viewport))
    kept = (session.pictureVersion, scroll, places)
    return places
  }

  /// Optimization: after a change, scripts often ask for one element alone. That does not collect all of them.
  private func places(of node: NodeID) -> NodePlaces {
    let (tree, scroll) = (tree, scroll)
    let version = session.pictureVersion
    if let kept, kept.version == version, kept.scroll == scroll { return kept.places[node] }
    if keptFew == nil || keptFew?.version != version || keptFew?.scroll != scroll {
      keptFew = (version, scroll, [:])
    }
    if let known = keptFew?.places[node] { return known }
    guard keptFew?.places.count ?? 0 < Self.mostFew, document.namespace(node) != .svg else { return places()[node] }
    let found = nodePlaces(of: node, in: tree, document: document, vectors: session.vectors(at: viewport))
    keptFew?.places[node] = found
    return found
  }

  private func unscrolledPlaces(of node: NodeID) -> NodePlaces {
    let tree = unscrolled
    if scripted.scroll == .zero, boxScrolls.isEmpty { return places(of: node) }
    if let keptUnscrolled, keptUnscrolled.version == session.pictureVersion { return keptUnscrolled.places[node] }
    let places = boxPlaces(of: tree, document: document, vectors: session.vectors(at: viewport))
    keptUnscrolled = (session.pictureVersion, places)
    return places[node]
  }

  /// What drawings are made of.
  var vectors: VectorElements { session.vectors(at: viewport) }

  /// From the space of an element in a drawing to the viewport.
  func screenMatrix(of element: NodeID) -> Transform? {
    places().drawings?.matrix(of: element).map { $0.then(.translation(x: -scroll.x.pixels, y: -scroll.y.pixels)) }
  }

  /// Where an element in a drawing is on the page.
  private func drawnRect(of node: NodeID) -> PaintRect? {
    document.namespace(node) == .svg ? places().drawings?.rect(of: node) : nil
  }

  private var isQuirky: Bool { document.quirksMode == .quirks }

  private var body: NodeID? {
    let root = document.documentElement
    guard document.isHTML(root, .html) else { return nil }
    var child = document.firstElementChild(root)
    while !child.isNone {
      if document.isHTML(child, .body) || document.isHTML(child, .frameset) { return child }
      child = document.nextElement(child)
    }
    return nil
  }

  /// Whether an element stands for the viewport in questions about scrolling.
  private func isViewport(_ element: NodeID) -> Bool {
    isQuirky ? element == body && !isOwnScroller(element) : element == document.documentElement
  }

  /// https://drafts.csswg.org/cssom-view-1/#potentially-scrollable
  private func isOwnScroller(_ body: NodeID) -> Bool {
    guard let style = styles.style(of: body), let root = styles.style(of: document.documentElement) else {
      return false
    }
    func scrolls(_ style: ComputedStyle) -> Bool { style.box.overflowX.scrolls || style.box.overflowY.scrolls }
    return scrolls(style) && scrolls(root)
  }

  // MARK: Rectangles

  /// x, y, width and height of each box, relative to the viewport.
  func clientRects(of node: NodeID) -> [Double] {
    let places = places(of: node)
    var result: [Double] = []
    func add(_ rect: PaintRect) {
      result += [rect.x - scroll.x.pixels, rect.y - scroll.y.pixels, rect.width, rect.height]
    }
    if places.first == nil, let drawing = drawnRect(of: node) {
      add(drawing)
      return result
    }
    if places.first == nil, let foreign = foreign(around: node) {
      foreign.rects(of: node).forEach(add)
      return result
    }
    for place in places.all { add(place.rect) }
    return result
  }

  /// Of a part of a text: between two of its UTF-16 offsets.
  func rangeRects(of text: NodeID, from start: Int, to end: Int) -> [Double] {
    var (all, tree, toPage) = (places(of: text).all, tree, Transform.identity)
    if all.isEmpty, let foreign = foreign(around: text) {
      (all, tree, toPage) = (foreign.places[text].all, foreign.tree, foreign.toPage)
    }
    var result: [Double] = []
    for place in all {
      let fragment = tree[place.fragment]
      guard let (first, last) = tree.shares(of: fragment, from: start, to: end, isPoint: start == end) else { continue }
      let isHorizontal = tree.texts[Int(fragment.text)].orientation == .horizontal
      let (width, height) = (fragment.size.width.pixels, fragment.size.height.pixels)
      let rect =
        isHorizontal
        ? PaintRect(x: width * first, y: 0, width: width * (last - first), height: height)
        : PaintRect(x: 0, y: height * first, width: width, height: height * (last - first))
      let placed = place.rect(of: rect).bounds(under: toPage)
      result += [placed.x - scroll.x.pixels, placed.y - scroll.y.pixels, placed.width, placed.height]
    }
    return result
  }

  /// 0-3 bounding client rect, 4-7 client left, top, width, height, 8-11 scroll left, top, width, height,
  /// 12-15 offset left, top, width, height. Nil where the element has no box.
  /// All but what has scrolled is rounded, as a length of an element that is not zoomed, and wherever the box lies: not
  /// as painting rounds both of its ends. https://drafts.csswg.org/css-viewport/#zoom-om
  func geometry(of element: NodeID) -> [Double]? {
    let places = places(of: element)
    guard let bounds = places.bounds ?? drawnRect(of: element) else {
      guard isViewport(element) else { return foreign(around: element)?.geometry(of: element, scroll: scroll) }
      return [0, 0, 0, 0] + viewportBox + [0, 0, 0, 0]
    }
    var result = [bounds.x - scroll.x.pixels, bounds.y - scroll.y.pixels, bounds.width, bounds.height]
    // Deviation: as in Chromium a line break is no box.
    guard let place = places.first, !document.isHTML(element, .br) else {
      return result + Array(repeating: 0, count: 12)
    }
    let tree = tree
    let box = tree.boxes[tree[place.fragment].box]
    result +=
      isViewport(element) ? viewportBox : box.kind == .inline ? Array(repeating: 0, count: 8) : innerBox(place, tree)
    result += offsets(of: element, places.all, box)
    let zoom = isViewport(element) ? 1 : zoom(of: element)
    for index in 4..<16 where zoom != 1 || !(8...9).contains(index) {
      result[index] = (result[index] / zoom + 0.5).rounded(.down)
    }
    return result
  }

  private func zoom(of element: NodeID) -> Double {
    let zoom = Double(styles.style(of: element)?.inherited.zoom ?? 1)
    return zoom > 0 ? zoom : 1
  }

  /// https://drafts.csswg.org/cssom-view-1/#dom-element-clientwidth
  private var viewportBox: [Double] {
    let size = unscrolled.documentSize
    let (width, height) = (viewport.size.width, viewport.size.height)
    return [
      0, 0, width.pixels.rounded(), height.pixels.rounded(), scroll.x.pixels, scroll.y.pixels,
      max(size.width, width).pixels.rounded(), max(size.height, height).pixels.rounded(),
    ]
  }

  /// A table's border is that of its grid.
  private func border(of place: BoxPlace, _ tree: FragmentTree) -> Edges {
    let fragment = tree[place.fragment]
    guard tree.boxes[fragment.box].context == .table else { return fragment.border }
    for link in tree.children(place.fragment) where tree[link.fragment].kind == .box {
      let grid = tree[link.fragment]
      if !grid.box.isNone, tree.boxes[grid.box].kind == .tableGrid { return grid.border }
    }
    return fragment.border
  }

  /// Client and scroll box.
  private func innerBox(_ place: BoxPlace, _ tree: FragmentTree) -> [Double] {
    let fragment = tree[place.fragment]
    let box = tree.boxes[fragment.box]
    let border = border(of: place, tree)
    let width = (fragment.size.width - border.left - border.right).nonNegative
    let height = (fragment.size.height - border.top - border.bottom).nonNegative
    let client = [border.left.pixels, border.top.pixels, width.pixels, height.pixels]
    let plain = unscrolled
    let area = plain.scrollableArea(place.fragment)
    var position = Point.zero
    if let moved = boxScrolls[box.node], let most = plain.scrollableDistance(place.fragment) {
      position = Point(x: moved.x.clamped(most.minX, most.maxX), y: moved.y.clamped(most.minY, most.maxY))
    }
    return client + [
      position.x.pixels, position.y.pixels, max(client[2], area.width.pixels), max(client[3], area.height.pixels),
    ]
  }

  // MARK: Offsets

  /// https://drafts.csswg.org/cssom-view-1/#dom-htmlelement-offsetleft
  private func offsets(of element: NodeID, _ places: [BoxPlace], _ box: Box) -> [Double] {
    guard let first = places.first else { return [0, 0, 0, 0] }
    let tree = tree
    var rect = Rect(origin: first.offset, size: tree[first.fragment].size)
    if box.kind == .inline {
      for place in places.dropFirst() { rect = rect.union(Rect(origin: place.offset, size: tree[place.fragment].size)) }
    } else {
      // A box in several columns is as high as all of its parts.
      for place in places.dropFirst() where tree[place.fragment].box == tree[first.fragment].box {
        rect.size.height = rect.size.height + tree[place.fragment].size.height
      }
    }
    var origin = Point.zero
    let parent = offsetParent(of: element)
    let isFixed = styles.style(of: element)?.box.position == .fixed
    if parent.isNone {
      // What is fixed goes with the viewport.
      if isFixed { origin = scroll }
    } else if let place = self.places(of: parent).first {
      let isPlainBody = document.isHTML(parent, .body) && styles.style(of: parent)?.box.position == .static
      if !isPlainBody {
        let border = border(of: place, tree)
        origin = place.offset + Point(x: border.left, y: border.top)
      }
    }
    if document.isHTML(element, .body) {
      return [0, 0, rect.width.pixels, rect.height.pixels]
    }
    let from = first.offset - origin + (isFixed ? .zero : scrolledAway(element, from: parent))
    return [from.x.pixels, from.y.pixels, rect.width.pixels, rect.height.pixels]
  }

  /// How far the boxes between an element and its offset parent, and that one, have scrolled their contents: offsets are
  /// of the contents as if they had not.
  private func scrolledAway(_ element: NodeID, from parent: NodeID) -> Point {
    guard !boxScrolls.isEmpty else { return .zero }
    let plain = unscrolled
    var sum = Point.zero
    var ancestor = document.flatParent(element)
    while !ancestor.isNone {
      if let moved = boxScrolls[ancestor], let place = unscrolledPlaces(of: ancestor).first,
        let most = plain.scrollableDistance(place.fragment)
      {
        sum += Point(x: moved.x.clamped(most.minX, most.maxX), y: moved.y.clamped(most.minY, most.maxY))
      }
      if ancestor == parent { break }
      ancestor = document.flatParent(ancestor)
    }
    return sum
  }

  /// https://drafts.csswg.org/cssom-view-1/#dom-htmlelement-offsetparent
  func offsetParent(of element: NodeID) -> NodeID {
    guard element != document.documentElement, element != body, let style = styles.style(of: element),
      style.box.display != .none, unscrolledPlaces(of: element).first != nil
    else { return .none }
    let isFixed = style.box.position == .fixed
    var ancestor = document.flatParent(element)
    while !ancestor.isNone, document.isElement(ancestor) {
      if isVisible(ancestor, from: element), let outer = styles.style(of: ancestor) {
        let contains = Self.containsFixed(outer)
        if isFixed ? contains : outer.box.position != .static || contains { return ancestor }
        if !isFixed {
          if ancestor == body { return ancestor }
          if style.box.position == .static, [.td, .th, .table].contains(where: { document.isHTML(ancestor, $0) }) {
            return ancestor
          }
        }
      }
      ancestor = document.flatParent(ancestor)
    }
    return .none
  }

  /// Whether a node is in the tree of another, or in one around that.
  private func isVisible(_ node: NodeID, from other: NodeID) -> Bool {
    guard document.hasShadowTrees else { return true }
    let root = document.treeRoot(node)
    var around = document.treeRoot(other)
    while around != root {
      let host = document.host(around)
      if host.isNone { return false }
      around = document.treeRoot(host)
    }
    return true
  }

  /// Whether a box is the containing block of fixed boxes inside.
  private static func containsFixed(_ style: ComputedStyle) -> Bool {
    let effect = style.effect
    return effect.transformsBox || effect.perspective != nil || !effect.filters.isEmpty
      || !style.box.contain.isDisjoint(with: [.paint, .layout])
  }

  // MARK: Scrolling

  /// Scrolls a box, or the viewport where `element` is none, as far as it goes.
  func scroll(_ element: NodeID, toX x: Double, y: Double) {
    let wanted = Point(x: LayoutUnit(x.rounded(.towardZero)), y: LayoutUnit(y.rounded(.towardZero)))
    if element.isNone || isViewport(element) {
      guard viewportScrolls else { return }
      let most = unscrolled.viewportScrollRange
      scripted.scroll = Point(x: wanted.x.clamped(most.minX, most.maxX), y: wanted.y.clamped(most.minY, most.maxY))
      return
    }
    let tree = unscrolled
    guard let place = unscrolledPlaces(of: element).first, let most = tree.scrollableDistance(place.fragment) else {
      return
    }
    let zoom = zoom(of: element)
    let style = tree.boxes[tree[place.fragment].box].style.box
    let position = Point(
      x: style.overflowX.scrolls ? (wanted.x * zoom).clamped(most.minX, most.maxX) : .zero,
      y: style.overflowY.scrolls ? (wanted.y * zoom).clamped(most.minY, most.maxY) : .zero)
    session.scroll(element, to: position)
  }

  private var viewportScrolls: Bool {
    guard let style = styles.style(of: document.documentElement) else { return true }
    return style.box.overflowX != .clip || style.box.overflowY != .clip
  }

  /// inner width, inner height, scroll x, scroll y, device pixel ratio, screen width, screen height.
  func viewportState() -> [Double] {
    let (size, screen) = (viewport.size, viewport.screen)
    let scroll = scripted.scroll == .zero ? .zero : scroll
    return [
      size.width.pixels, size.height.pixels, scroll.x.pixels, scroll.y.pixels, session.source.options.scale,
      Double(screen.width), Double(screen.height),
    ]
  }

  /// Whether a box scrolls its contents, and along which axes: 1 horizontally, 2 vertically, 0 not at all.
  func scrollAxes(of element: NodeID) -> Int {
    guard let place = unscrolledPlaces(of: element).first else { return 0 }
    let tree = unscrolled
    guard tree.scrollableDistance(place.fragment) != nil else { return 0 }
    let style = tree.boxes[tree[place.fragment].box].style.box
    return (style.overflowX.scrolls ? 1 : 0) + (style.overflowY.scrolls ? 2 : 0)
  }

  // MARK: Points

  /// Topmost first.
  func elementsFromPoint(x: Double, y: Double) -> [NodeID] {
    guard x >= 0, y >= 0, x < viewport.size.width.pixels, y < viewport.size.height.pixels else { return [] }
    let point = PaintPoint(x: x + scroll.x.pixels, y: y + scroll.y.pixels)
    var found = elements(at: point, of: tree, document: document)
    let root = document.documentElement
    if !root.isNone, !found.contains(root) { found.append(root) }
    return found
  }

  // MARK: Rendering

  func isRendered(_ element: NodeID) -> Bool {
    let styles = session.styles(at: viewport, around: element)
    if BoxesByStyle(document, styles, session.source.options.limits).hasBox(element) { return true }
    let places = unscrolledPlaces(of: element)
    return places.first != nil || places.bounds != nil || drawnRect(of: element) != nil
      || foreign(around: element)?.places[element].first != nil
  }

  /// https://drafts.csswg.org/css-contain-2/#skips-its-contents
  func isSkipped(_ element: NodeID, automatic: Bool) -> Bool {
    var ancestor = document.flatParent(element)
    while !ancestor.isNone {
      if styles.style(of: ancestor)?.skipsContents ?? false { return true }
      if automatic, session.skipsContents(ancestor, at: viewport) { return true }
      ancestor = document.flatParent(ancestor)
    }
    return false
  }

  func innerText(of element: NodeID) -> String {
    let tree = unscrolled
    if isSkipped(element, automatic: true) { return "" }
    guard isRendered(element) || styles.style(of: element)?.box.display == .contents else {
      return String(decoding: document.textContent(element), as: UTF8.self)
    }
    var texts: [NodeID: [BoxID]]
    if let keptTexts, keptTexts.version == session.pictureVersion {
      texts = keptTexts.boxes
    } else {
      texts = [:]
      for (index, box) in tree.boxes.boxes.enumerated() where !box.textNode.isNone {
        texts[box.textNode, default: []].append(BoxID(rawValue: Int32(truncatingIfNeeded: index)))
      }
      keptTexts = (session.pictureVersion, texts)
    }
    var reader = RenderedText(document: document, styles: styles, tree: tree, texts: texts)
    return reader.text(of: element)
  }
}
