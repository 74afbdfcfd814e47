import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenStyle

/// How much is boxed of block containers when only the start of a page is seen.
package struct BoxesOfStart: Sendable {
  /// Containers end behind so many boxes, or so many bytes of text: about what fills twice the viewport. Where they end
  /// too early after all, layout says so, and the page is boxed whole.
  var boxes: Int
  var bytes: Int

  package init(viewport: Size) {
    let area = viewport.width.pixels * viewport.height.pixels
    // Saturates: viewports are as large as pages like.
    boxes = max(200, Int(min(area / 256, 1e6)))
    bytes = max(2_000, Int(min(area / 48, 1e7)))
  }

  /// Optimization: of short documents there is not enough to leave out.
  package func mayLeaveOut(of document: Document) -> Bool { document.nodeCount > boxes / 2 }
}

/// What is known of the contents that have no boxes since they are below what is seen. No part of them is above the
/// place where they would start, by the same rules as in `SeenPart`.
struct LeftOutBoxes {
  /// CSS pixels by which their margins may move boxes up, together.
  var drawnUp = Float.zero
  /// Their styles, once or a few times each: what these name is loaded like all that the page names.
  var styles: [ComputedStyle] = []
  /// What comes behind has counters or quotes, which go on from what is left out.
  var isCountedOn = false
}

/// What the box is whose children are being made, as far as leaving out the rest of them is concerned.
struct OpenContainer {
  enum Kind { case block, row, column, other }
  var kind: Kind
  /// The draft; none before the root element.
  var draft = -1
  /// How many boxes and bytes there were before the outermost block container in whose flow it is; nil where none of its
  /// children are left out.
  var start: (boxes: Int, bytes: Int)?

  static let other = OpenContainer(kind: .other)
}

extension BoxTreeBuilder {
  /// The box as a container of blocks some of which may be left out: only where layout may end before its end.
  func container(_ draft: Int, of node: NodeID, in outer: OpenContainer) -> OpenContainer {
    guard ofStart != nil, outer.kind != .other else { return .other }
    let box = drafts[draft].box
    guard box.kind == .container, document.namespace(node) == .html,
      box.flags.isDisjoint(with: [.control, .formControl]), !isFieldset(draft, node), !document.isHTML(node, .details),
      box.style.looksTheSameAtAnyHeight
    else { return .other }
    let here = (boxes: drafts.count, bytes: textBytes)
    // One that fits its contents asks for all of them.
    let hasWidth = if case .value = box.style.box.width { true } else { false }
    let isInFlow = drafts[draft].level == .block
    let start: (boxes: Int, bytes: Int)
    switch outer.kind {
    case .block where isInFlow: start = outer.start ?? here
    case .block where box.flags.contains(.floating) && hasWidth: start = here
    case .row where (isInFlow || box.flags.contains(.floating)) && hasWidth: start = here
    case .column where isInFlow: start = here
    case .block, .row, .column, .other: return .other
    }
    switch box.context {
    case .block, .inline: return OpenContainer(kind: .block, draft: draft, start: start)
    case .flex:
      let direction = box.style.alignment.flexDirection
      return OpenContainer(kind: direction == .row || direction == .rowReverse ? .row : .column, draft: draft)
    case .grid, .table, .fieldset, .ruby, .math, .replaced: return .other
    }
  }

  /// Leaves the children of an element from one on out of the box that is open, with what is generated behind them;
  /// whether it may.
  mutating func leaveOut(from child: NodeID, of element: NodeID, behind children: [Int]) -> Bool {
    guard let limits = ofStart, open.kind == .block, let start = open.start, let last = children.last,
      drafts[last].level == .block,
      drafts.count - start.boxes > limits.boxes || textBytes - start.bytes > limits.bytes
    else { return false }
    var scan = LeftOutScan(input, tree.leftOut ?? LeftOutBoxes(), facts: leftOutFacts)
    guard scan.add(from: child), scan.addEnd(of: element) else {
      ofStart = nil
      return false
    }
    (tree.leftOut, leftOutFacts) = (scan.result, scan.facts)
    drafts[open.draft].box.flags.insert(.endsOpen)
    counters.leaveOut()
    return true
  }
}

/// Looks through elements that are to have no boxes for what could be seen of them further up, or would have been loaded
/// or said because of them.
struct LeftOutScan {
  private let input: BoxTreeInput
  private let document: Document
  private(set) var result: LeftOutBoxes
  private(set) var facts: RecentFacts

  init(_ input: BoxTreeInput, _ before: LeftOutBoxes, facts: RecentFacts) {
    (self.input, document, result, self.facts) = (input, input.document, before, facts)
  }

  /// What is around an element.
  private struct Around {
    var node: NodeID
    /// By how much it and what is around it are positioned above their places.
    var rise: Float
    /// Whether it, or what is around it, contains what is positioned absolutely, and is left out itself.
    var containsPositioned: Bool
    var alignsItems: Bool
  }

  /// What is around the children of an element that is not left out.
  private func around(childrenOf element: NodeID) -> Around {
    var around = Around(node: element, rise: 0, containsPositioned: false, alignsItems: false)
    var ancestor = element
    while !ancestor.isNone {
      around.rise += input.styles.style(of: ancestor)?.rise ?? 0
      ancestor = document.parent(ancestor)
    }
    return around
  }

  /// What is generated behind the children of an element: whether it may be left out.
  mutating func addEnd(of element: NodeID) -> Bool {
    guard let style = input.styles.style(of: element, pseudo: .after) else { return true }
    let isLeftOut = !style.content.content.hasImage && add(style, in: around(childrenOf: element), node: element) != nil
    return isLeftOut && result.drawnUp <= SeenPart.mostDrawnUp
  }

  /// An element and its next siblings, with all that is in them: whether they may be left out.
  mutating func add(from first: NodeID) -> Bool {
    // What is around the present node, the innermost last.
    var open = [around(childrenOf: document.parent(first))]
    var node = first
    while let outer = open.last {
      if document.isElement(node), let style = input.styles.style(of: node), style.box.display != .none {
        guard let around = add(node, style, in: outer) else { return false }
        let inner = hasBoxesInside(node) ? document.firstChild(node) : .none
        if !inner.isNone {
          open.append(around)
          node = inner
          continue
        }
      }
      while document.nextSibling(node).isNone {
        node = open.removeLast().node
        if open.isEmpty { return result.drawnUp <= SeenPart.mostDrawnUp }
      }
      node = document.nextSibling(node)
    }
    return false
  }

  private func hasBoxesInside(_ node: NodeID) -> Bool {
    guard document.namespace(node) == .html else { return document.namespace(node) != .svg }
    guard let name = document.name(node).known else { return true }
    switch name {
    case .video, .audio, .textarea, .select: return false
    case .canvas: return !input.runsScripts
    default: return true
    }
  }

  /// Nil where it has to be there.
  private mutating func add(_ node: NodeID, _ style: ComputedStyle, in outer: Around) -> Around? {
    guard !document.isInTopLayer(node), isOrdinary(node, style),
      let around = add(style, in: outer, node: node, isAtomic: isAtomic(node))
    else { return nil }
    guard input.styles.hasPseudoElements(node) else { return around }
    for pseudo in PseudoElement.styled {
      guard let style = input.styles.style(of: node, pseudo: pseudo) else { continue }
      guard !style.content.content.hasImage, add(style, in: around, node: node) != nil else { return nil }
    }
    return around
  }

  /// Whether its box is one that lines have as a whole, with margins, whatever its display value.
  private func isAtomic(_ node: NodeID) -> Bool {
    guard document.namespace(node) == .html else { return true }
    switch document.name(node).known {
    case .img, .video, .audio, .canvas, .input, .textarea, .select, .button: return true
    default: return false
    }
  }

  private mutating func add(
    _ style: ComputedStyle, in outer: Around, node: NodeID, isAtomic: Bool = false
  ) -> Around? {
    if style.box.display == .contents {
      var around = outer
      around.node = node
      return around
    }
    let (known, isNew) = facts.look(at: style)
    if isNew { result.styles.append(style) }
    guard !known.reachesUp, !known.mattersElsewhere else { return nil }
    if isAtomic || !style.isInlineBox { result.drawnUp += known.drawnUp }
    var around = outer
    around.node = node
    around.rise += known.rise
    guard known.rise <= 0 || around.rise < Float(SeenPart.reach) / 2 else { return nil }
    switch style.box.position {
    case .static: break
    case .relative, .sticky: around.containsPositioned = true
    case .absolute:
      guard outer.containsPositioned else { return nil }
      around.containsPositioned = true
    case .fixed: return nil
    }
    if outer.alignsItems, style.alignment.alignSelf.value.mayPassStart { return nil }
    around.alignsItems = style.givesRows
    if around.alignsItems, style.alignment.alignItems.value.mayPassStart { return nil }
    return around
  }

  /// Whether it is made of nothing but boxes with its style and those of its pseudo-elements, and shows nothing that is
  /// larger than it is.
  private func isOrdinary(_ node: NodeID, _ style: ComputedStyle) -> Bool {
    if style.content.content.hasImage { return false }
    if style.box.display.isListItem, style.inherited.listStyleImage != .none { return false }
    switch document.namespace(node) {
    case .html: break
    case .svg:
      return document.name(node) == .svg && style.box.overflowY != .visible && isPictureInside(node, style)
    case .mathML, .xlink, .xml, .xmlns, .other, .none: return false
    }
    guard let name = document.name(node).known else { return true }
    switch name {
    case .img, .video, .canvas: return isPictureInside(node, style)
    case .input:
      guard document.attribute(node, .type)?.lowercased() != "image" else { return isPictureInside(node, style) }
      return true
    // Those of lists, and of menus that pages style in all, have boxes inside.
    case .select:
      return !document.hasAttribute(node, .size) && !document.hasAttribute(node, .multiple)
        && style.box.appearance != .baseSelect
    case .iframe, .frame, .object, .embed, .progress, .meter, .fieldset: return false
    default: return true
    }
  }

  /// Of an element that shows a picture, which is loaded by being asked for.
  private func isPictureInside(_ node: NodeID, _ style: ComputedStyle) -> Bool {
    switch input.resources.image(of: node) {
    case .none, .broken: true
    case .image, .drawing: style.box.overflowY != .visible
    case .waiting, .frame: false
    }
  }
}

extension Display {
  fileprivate var isListItem: Bool { if case .box(_, _, listItem: true) = self { true } else { false } }
}

extension ContentValue {
  fileprivate var hasImage: Bool {
    guard case .items(let items, _) = self else { return false }
    return items.contains { if case .image = $0 { true } else { false } }
  }
}

extension ComputedStyle {
  /// Whether its box is part of lines, whose margins along the block axis move nothing.
  fileprivate var isInlineBox: Bool {
    guard box.float == .none, box.position == .static || box.position == .relative else { return false }
    if case .box(.inline, .flow, _) = box.display { return true }
    return false
  }

  /// Whether it is that of a grid container with rows that may be less high than the items in them.
  fileprivate var givesRows: Bool {
    guard case .box(_, .grid, _) = box.display else { return false }
    return !grid.templateRows.components.isEmpty || grid.templateRows.isSubgrid || grid.autoRows != [.auto]
  }
}
