import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenStyle

/// Where timelines of scrolling stand, by a layout and how far things are scrolled.
/// https://drafts.csswg.org/scroll-animations-1/
final class PageTimelines {
  private let tree: FragmentTree
  private let styles: StyledDocument
  private let viewport: Size
  private let scroll: Point
  private let boxScrolls: [NodeID: Point]
  private var document: Document { styles.document }
  private lazy var places = findPlaces()
  /// What was asked, with the answers.
  private(set) var answers: [Question: TimelineState?] = [:]

  struct Question: Hashable {
    var timeline: AnimationStyle.Timeline
    var element: NodeID
  }

  private struct Scope: Hashable {
    var element: NodeID
    var name: String
  }
  /// What names in scopes stand for: many elements ask for the same.
  private var scoped: [Scope: TimelineState?] = [:]

  /// A box as it is in the page that is not scrolled.
  private struct Place {
    var fragment: FragmentID
    var offset: Point
  }

  /// `tree` is not scrolled.
  init(_ tree: FragmentTree, _ styles: StyledDocument, viewport: Size, scroll: Point, boxScrolls: [NodeID: Point]) {
    (self.tree, self.styles, self.viewport) = (tree, styles, viewport)
    (self.scroll, self.boxScrolls) = (scroll, boxScrolls)
  }

  func state(of timeline: AnimationStyle.Timeline, for element: NodeID) -> TimelineState? {
    let question = Question(timeline: timeline, element: element)
    if let known = answers[question] { return known }
    let answer = answer(question)
    answers.updateValue(answer, forKey: question)
    return answer
  }

  /// Whether another layout gives the same answers.
  func agrees(with other: PageTimelines) -> Bool {
    answers.allSatisfy { other.state(of: $0.key.timeline, for: $0.key.element) == $0.value }
  }

  private func answer(_ question: Question) -> TimelineState? {
    let element = question.element
    switch question.timeline {
    case .document, .none: return nil
    case .scroll(.root, let axis): return progress(of: .none, axis)
    case .scroll(.self, let axis): return isViewport(element) ? progress(of: .none, axis) : progress(of: element, axis)
    case .scroll(.nearest, let axis): return progress(of: scroller(around: element), axis)
    case .view(let axis, let inset): return view(of: element, axis, inset)
    case .named(let name): return named(name, for: element)
    }
  }

  // MARK: Names

  /// https://drafts.csswg.org/scroll-animations-1/#timeline-scoping
  private func named(_ name: String, for element: NodeID) -> TimelineState? {
    var ancestor = element
    while !ancestor.isNone, document.isElement(ancestor) {
      if let style = styles.style(of: ancestor), !style.animation.isInitial {
        let lists = style.animation.value
        if let state = declared(name, by: ancestor, lists) { return state }
        if lists.timelineScope == ["all"] || lists.timelineScope.contains(name) { return inside(ancestor, name) }
      }
      ancestor = document.flatParent(ancestor)
    }
    return nil
  }

  /// A timeline that an element gives others. Nil in the inner optional: it is there, and has no time.
  private func declared(_ name: String, by element: NodeID, _ lists: AnimationStyle) -> TimelineState?? {
    if let index = lists.scrollTimelineNames.lastIndex(of: name) {
      let axis = AnimationStyle.item(lists.scrollTimelineAxes, index, .block)
      return .some(progress(of: isViewport(element) ? .none : element, axis))
    }
    if let index = lists.viewTimelineNames.lastIndex(of: name) {
      let axis = AnimationStyle.item(lists.viewTimelineAxes, index, .block)
      return .some(view(of: element, axis, AnimationStyle.item(lists.viewTimelineInsets, index, .init())))
    }
    return .none
  }

  /// Of the only element in another one that declares the name.
  private func inside(_ element: NodeID, _ name: String) -> TimelineState? {
    let scope = Scope(element: element, name: name)
    if let known = scoped[scope] { return known }
    let state = look(inside: element, for: name)
    scoped.updateValue(state, forKey: scope)
    return state
  }

  private func look(inside scope: NodeID, for name: String) -> TimelineState? {
    var found: TimelineState??
    var node = document.next(scope, within: scope)
    while !node.isNone {
      if document.isElement(node), let style = styles.style(of: node), !style.animation.isInitial,
        let state = declared(name, by: node, style.animation.value)
      {
        if found != nil { return nil }
        found = state
      }
      node = document.next(node, within: scope)
    }
    return found ?? nil
  }

  // MARK: Scroll containers

  /// The nearest around an element; none is the viewport.
  private func scroller(around element: NodeID) -> NodeID {
    var ancestor = document.flatParent(element)
    while !ancestor.isNone, document.isElement(ancestor) {
      if isViewport(ancestor) { return .none }
      if let place = places[ancestor], tree.scrollableDistance(place.fragment) != nil { return ancestor }
      ancestor = document.flatParent(ancestor)
    }
    return .none
  }

  /// Whether what an element scrolls is the viewport.
  private func isViewport(_ element: NodeID) -> Bool {
    let root = document.documentElement
    if element == root { return true }
    guard document.isHTML(element, .body), document.parent(element) == root, let style = styles.style(of: root)
    else { return false }
    return !style.box.overflowX.scrolls && !style.box.overflowY.scrolls
  }

  private struct Scrolling {
    var position: Double
    var most: Double
    /// Of the scrollport.
    var length: Double
    /// Whether scrolling begins at its right or lower edge.
    var isReversed: Bool
    var isHorizontal: Bool
  }

  private func scrolling(of element: NodeID, _ axis: AnimationStyle.Axis) -> Scrolling? {
    let style = styles.style(of: element.isNone ? document.documentElement : element)
    let (mode, direction) = (style?.text.writingMode ?? .horizontalTB, style?.text.direction ?? .ltr)
    let isHorizontal: Bool
    switch axis {
    case .x: isHorizontal = true
    case .y: isHorizontal = false
    case .inline: isHorizontal = mode.isHorizontal
    case .block: isHorizontal = !mode.isHorizontal
    }
    let (range, port, position): (Rect, Size, Point)
    if element.isNone {
      range = tree.viewportScrollRange
      (port, position) = (viewport, scroll)
    } else {
      guard let place = places[element], let found = tree.scrollableDistance(place.fragment) else { return nil }
      let fragment = tree[place.fragment]
      range = found
      port = Rect(origin: .zero, size: fragment.size).inset(by: fragment.border).size
      position = boxScrolls[element] ?? .zero
    }
    let (low, high) = isHorizontal ? (range.minX, range.maxX) : (range.minY, range.maxY)
    let now = (isHorizontal ? position.x : position.y).clamped(low, max(low, high))
    // Contents that go to the left have positions below zero.
    let isReversed = low < .zero || (isHorizontal && mode.isHorizontal && direction == .rtl)
    return Scrolling(
      position: (isReversed ? high - now : now - low).pixels, most: (high - low).nonNegative.pixels,
      length: (isHorizontal ? port.width : port.height).pixels, isReversed: isReversed, isHorizontal: isHorizontal)
  }

  private func progress(of element: NodeID, _ axis: AnimationStyle.Axis) -> TimelineState? {
    guard let scrolling = scrolling(of: element, axis), scrolling.most > 0 else { return nil }
    return TimelineState(position: scrolling.position, start: 0, end: scrolling.most)
  }

  // MARK: Subjects

  private func view(
    of element: NodeID, _ axis: AnimationStyle.Axis, _ inset: AnimationStyle.Inset
  ) -> TimelineState? {
    let container = scroller(around: element)
    guard let place = places[element], let scrolling = scrolling(of: container, axis), scrolling.most > 0
    else { return nil }
    var origin = Point.zero
    if !container.isNone, let outer = places[container] {
      let border = tree[outer.fragment].border
      origin = outer.offset + Point(x: border.left, y: border.top)
    }
    let offset = place.offset - origin
    let size = tree[place.fragment].size
    var start = (scrolling.isHorizontal ? offset.x : offset.y).pixels
    let length = (scrolling.isHorizontal ? size.width : size.height).pixels
    // From the edge where scrolling begins.
    if scrolling.isReversed { start = scrolling.length - start - length }
    // Not implemented: the scroll padding of the container, which is what `auto` means.
    func pixels(_ side: LengthOrAuto) -> Double {
      if case .value(let value) = side { value.pixels(basis: scrolling.length) } else { 0 }
    }
    return TimelineState(
      position: scrolling.position, subject: .init(start, start + length), port: scrolling.length,
      before: pixels(inset.start), after: pixels(inset.end))
  }

  /// The first box of each element.
  private func findPlaces() -> [NodeID: Place] {
    var places: [NodeID: Place] = [:]
    guard !tree.root.isNone else { return places }
    var waiting = [Place(fragment: tree.root, offset: .zero)]
    while let place = waiting.popLast() {
      let fragment = tree[place.fragment]
      if fragment.kind == .box, !fragment.box.isNone {
        let box = tree.boxes[fragment.box]
        if box.origin == .element, box.kind != .tableGrid, places[box.node] == nil { places[box.node] = place }
      }
      for link in tree.children(place.fragment).reversed() where !link.fragment.isNone {
        waiting.append(Place(fragment: link.fragment, offset: place.offset + link.offset))
      }
    }
    return places
  }
}
