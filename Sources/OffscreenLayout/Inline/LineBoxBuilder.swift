import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// An inline box, or an atomic inline, as far as it is on one line.
struct InlineBoxState {
  var box: BoxID
  /// -1 for the root inline box.
  var parent: Int
  var depth: Int
  var style: InlineStyle
  /// The layout bounds of the box and what is aligned with it, around its baseline.
  var bounds = FontHeight.none
  /// The style's own font with its leading.
  var strut = FontHeight.none
  /// How far down the baseline is from where the parent would put it.
  var shift: LayoutUnit = .zero
  /// Boxes whose `vertical-align` waits for this box's bounds.
  var waiting: [Int] = []
  var hasStart = false
  var hasEnd = false
  var isAtomic = false
  var margins = LineEdges()
  var border = LineEdges()
  var padding = LineEdges()
  /// The leaves inside, as indices in logical order.
  var firstLeaf = Int.max
  var lastLeaf = -1

  // While fragments are made:
  /// How far down the baseline is from that of the root inline box.
  var offset: LayoutUnit = .zero
  /// Where its last leaf is in the visual order.
  var lastPosition = -1
  /// A fragment of it is being made.
  var isOpen = false
  var hasFragment = false
}

/// What is in a line and has no inline box inside.
struct LineLeaf {
  enum Kind { case text, atomic, outOfFlow, empty }
  var kind: Kind
  /// The inline box around it; of an atomic inline its own state.
  var state: Int
  /// -1 where none.
  var piece: Int
  var width: LayoutUnit
  var level: UInt8
}

/// A fragment that is being made: an inline box, or the line itself.
struct LineFrame {
  var state: Int
  /// Of the border box.
  var left: LayoutUnit
  var hasLeft: Bool
  /// Where its children begin among those of all frames.
  var firstChild: Int
}

struct LineChild {
  var fragment: FragmentID
  var rect: LineRect
  var shift: Point
}

/// Optimization: what lines are built in, handed on from one to the next, so that each allocates little.
struct LineScratch {
  var states: [InlineBoxState] = []
  var leaves: [LineLeaf] = []
  var stack: [Int] = []
  var frames: [LineFrame] = []
  var children: [LineChild] = []
  var links: [FragmentLink] = []
  var placed: [PlacedGlyph] = []
}

/// Aligns the contents of one line and makes its fragments.
/// https://drafts.csswg.org/css2/#line-height
struct LineBoxBuilder {
  let context: LayoutContext
  let content: InlineContent
  let container: BoxID
  /// The content box of the container, along the lines.
  let inlineSize: LayoutUnit
  let direction: WritingDirection
  let geometry: LineGeometry
  let containingSize: (width: LayoutUnit, height: LayoutUnit?)
  var atomics: [Int: AtomicBox]
  var line: InlineLine

  var states: [InlineBoxState]
  var leaves: [LineLeaf]
  /// The first leaf that is something to see.
  private(set) var firstContent = Int.max
  /// The open boxes, as indices into the states, outermost first.
  private var stack: [Int]
  private let hasLineHeightQuirk: Bool
  /// How far the baselines of annotations are below those of their bases, by the items of their columns.
  var annotationDistances: [Int: LayoutUnit] = [:]

  // Made with the fragments:
  var outOfFlow: [(box: BoxID, left: LayoutUnit, block: LayoutUnit)] = []
  var candidates: [OutOfFlowCandidate] = []
  var positioned: [InlinePositioned.Part] = []
  var expansion = LineExpansion()
  /// Of text that is combined upright.
  var stretch: Float = 1
  /// The fragments that are being made: inline boxes around each other, inside the line.
  var frames: [LineFrame]
  /// The children of all these fragments, those of the innermost one last.
  var children: [LineChild]
  private var links: [FragmentLink]
  /// The glyphs of the text being made.
  var placed: [PlacedGlyph]

  init(_ layout: borrowing InlineLayout, line: InlineLine) {
    context = layout.context
    content = layout.content
    container = layout.container
    inlineSize = layout.constraint.inlineSize
    direction = layout.direction
    geometry = layout.geometry
    containingSize = layout.containingSize
    atomics = layout.atomics
    self.line = line
    hasLineHeightQuirk = layout.context.document.quirksMode != .noQuirks
    var scratch = LineScratch()
    swap(&scratch, &context.lineScratch)
    states = scratch.states
    leaves = scratch.leaves
    stack = scratch.stack
    frames = scratch.frames
    children = scratch.children
    links = scratch.links
    placed = scratch.placed
  }

  /// Leaves the room that was allocated to the next line.
  mutating func end() {
    states.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    children.removeAll(keepingCapacity: true)
    context.lineScratch = LineScratch(
      states: states, leaves: leaves, stack: stack, frames: frames, children: children, links: links, placed: placed)
  }

  var rootStyle: InlineStyle { content.styles[0] }
  var height: LayoutUnit { line.isEmpty ? .zero : states[0].bounds.height.nonNegative }
  /// From the over side of the line box.
  var baseline: LayoutUnit { states[0].bounds.isNone ? .zero : states[0].bounds.ascent }
  /// The same from the line's block start.
  var baselineFromBlockStart: LayoutUnit { isBlockStartUnder ? height - baseline : baseline }

  /// From the line's block start and end to the edges of its text.
  /// https://drafts.csswg.org/css-inline-3/#text-box-trim
  var textTrim: (start: LayoutUnit, end: LayoutUnit) {
    let edge = rootStyle.style.text.textBoxEdge
    let font = rootStyle.fontHeight
    let ascent: LayoutUnit =
      switch edge.over {
      case .text, .ideographic, .ideographicInk: font.ascent
      case .cap: LayoutUnit(rounding: rootStyle.metrics.capHeight)
      case .ex: LayoutUnit(rounding: rootStyle.metrics.xHeight)
      }
    let descent: LayoutUnit =
      switch edge.under {
      case .text, .ideographic, .ideographicInk: font.descent
      case .alphabetic: .zero
      }
    let (over, under) = (baseline - ascent, height - baseline - descent)
    return isBlockStartUnder ? (under, over) : (over, under)
  }

  // MARK: Going through the line

  mutating func place(_ openBoxes: [BoxID]) {
    states.append(InlineBoxState(box: container, parent: -1, depth: 0, style: rootStyle))
    stack.append(0)
    // In quirks mode only what has text of its own has a strut.
    // https://quirks.spec.whatwg.org/#the-line-height-calculation-quirk
    if !hasLineHeightQuirk || isListItem, !isInitialLetter { addStrut(0) }
    for box in openBoxes { open(box, item: nil) }
    for index in line.pieces.indices { place(piece: index) }
    while stack.count > 1 { close() }
    align(0)
  }

  private var isInitialLetter: Bool { context.boxes.hasInitialLetters && context.boxes[container].isInitialLetter }

  private var isListItem: Bool {
    if case .box(_, _, listItem: true) = rootStyle.style.box.display { true } else { false }
  }

  private mutating func place(piece index: Int) {
    let piece = line.pieces[index]
    let item = content.items[piece.item]
    let top = stack[stack.count - 1]
    switch piece.kind {
    case .text where isInitialLetter:
      // It is as tall as its ink.
      if let ink = letterInk(piece) {
        states[top].bounds.unite(ink.fontHeight(central: states[top].style.isCentral))
      } else {
        addStrut(top)
      }
      append(LineLeaf(kind: .text, state: top, piece: index, width: piece.width, level: piece.level))
    case .text, .tab:
      addStrut(top)
      // Text in a box that `display: contents` took away has a line height of its own.
      let own = content.style(item)
      if own !== states[top].style, own.strut != states[top].strut { states[top].bounds.unite(own.strut) }
      // A marker's shape is drawn, whatever font has a glyph for it.
      let isDrawn = context[item.box].flags.contains(.symbolMarker)
      if piece.kind == .text, states[top].style.usesNormalLineHeight, !piece.isGenerated, !isDrawn {
        let font = content.textItems[Int(item.textItem)].font
        if font != states[top].style.primary {
          // https://drafts.csswg.org/css-inline-3/#line-height-property : `normal` looks at every font.
          let metrics = context.fonts.metrics(font)
          let height = FontHeight(metrics, central: states[top].style.isCentral)
          states[top].bounds.unite(height.withLeading(LayoutUnit(metrics.lineSpacing)))
        }
      }
      append(LineLeaf(kind: .text, state: top, piece: index, width: piece.width, level: piece.level))
    case .lineBreak:
      // In quirks mode a break has a say only where there is nothing else.
      if !hasLineHeightQuirk || firstContent == .max { addStrut(top) }
      append(LineLeaf(kind: .empty, state: top, piece: index, width: .zero, level: piece.level))
    case .open: open(item.box, item: item)
    case .close:
      if stack.count > 1 {
        states[top].hasEnd = !context[item.box].flags.contains(.continuesAfter)
        close(level: item.level)
      }
    case .atomic: placeAtomic(index, item)
    case .outOfFlow:
      append(
        LineLeaf(kind: .outOfFlow, state: top, piece: index, width: .zero, level: leaves.last?.level ?? piece.level))
    case .float, .control, .breakOpportunity: break
    }
  }

  func letterInk(_ piece: LinePiece) -> InkBounds? {
    let range = Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)
    return context.initialLetterInk(
      piece.hasOwnGlyphs ? line.glyphs[range] : content.glyphs[range], of: content.items[piece.item], in: content)
  }

  private mutating func append(_ leaf: LineLeaf) {
    leaves.append(leaf)
    if leaf.kind == .text || leaf.kind == .atomic { firstContent = min(firstContent, leaves.count - 1) }
    let state = leaf.state
    states[state].firstLeaf = min(states[state].firstLeaf, leaves.count - 1)
    states[state].lastLeaf = leaves.count - 1
  }

  private mutating func addStrut(_ state: Int) {
    guard states[state].strut.isNone else { return }
    let style = states[state].style
    let strut = style.strut
    states[state].strut = strut
    states[state].bounds.unite(strut)
  }

  /// `item` is nil for a box that an earlier line opened.
  private mutating func open(_ box: BoxID, item: InlineItem?) {
    let parent = stack[stack.count - 1]
    let style: InlineStyle
    if let item {
      style = content.style(item)
    } else {
      style = content.style(of: box, context)
    }
    var state = InlineBoxState(box: box, parent: parent, depth: states[parent].depth + 1, style: style)
    state.hasStart = (item != nil || style.clonesEdges) && !context[box].flags.contains(.continuesBefore)
    state.margins = LineEdges(context.margins(of: box, basis: inlineSize), geometry)
    state.border = LineEdges(context.borderWidths(of: box), geometry)
    state.padding = LineEdges(context.padding(of: box, basis: inlineSize), geometry)
    states.append(state)
    stack.append(states.count - 1)
    // Even an empty inline box has a say in the height of the line, in quirks mode only with a border or padding
    // along the line.
    let edges = state.border.left + state.border.right + state.padding.left + state.padding.right
    let hasEdge = (item != nil || style.clonesEdges) && edges > .zero
    if !hasLineHeightQuirk || hasEdge { addStrut(states.count - 1) }
  }

  /// `level`: that of its end; nil where the line ends before it does.
  private mutating func close(level: UInt8? = nil) {
    let state = stack.removeLast()
    if states[state].lastLeaf < 0 {
      let level = level ?? leaves.last?.level ?? baseLevel
      append(LineLeaf(kind: .empty, state: state, piece: -1, width: .zero, level: level))
    }
    if states[state].style.clonesEdges, !states[state].hasEnd {
      states[state].hasEnd = !context[states[state].box].flags.contains(.continuesAfter)
    }
    align(state)
    let parent = states[state].parent
    guard parent >= 0 else { return }
    states[parent].firstLeaf = min(states[parent].firstLeaf, states[state].firstLeaf)
    states[parent].lastLeaf = max(states[parent].lastLeaf, states[state].lastLeaf)
  }

  var baseLevel: UInt8 { direction.isLTR ? 0 : 1 }

  private mutating func placeAtomic(_ index: Int, _ item: InlineItem) {
    guard let atomic = atomics[line.pieces[index].item] else { return }
    let parent = stack[stack.count - 1]
    var state = InlineBoxState(
      box: item.box, parent: parent, depth: states[parent].depth + 1, style: content.style(item))
    state.isAtomic = true
    state.margins = atomic.margins
    let piece = line.pieces[index]
    state.margins.left -= piece.overhang.left
    state.margins.right -= piece.overhang.right
    state.bounds = atomicBounds(item.box, atomic)
    states.append(state)
    let own = states.count - 1
    append(LineLeaf(kind: .atomic, state: own, piece: index, width: piece.width, level: piece.level))
    states[parent].firstLeaf = min(states[parent].firstLeaf, leaves.count - 1)
    states[parent].lastLeaf = leaves.count - 1
    align(own)
  }

  /// https://drafts.csswg.org/css2/#propdef-vertical-align
  private func atomicBounds(_ box: BoxID, _ atomic: AtomicBox) -> FontHeight {
    let size = direction.logical(atomic.result.size).block
    let record = context[box]
    let style = record.style
    var baseline: LayoutUnit?
    if !WritingDirection(style).isOrthogonal(to: direction) {
      baseline = chosenBaseline(record, atomic.result) ?? usualBaseline(record, atomic.result)
    }
    if let baseline {
      let ascent = isBlockStartUnder ? size - baseline : baseline
      return FontHeight(ascent: ascent + atomic.margins.over, descent: size - ascent + atomic.margins.under)
    }
    let outer = size + atomic.margins.over + atomic.margins.under
    if rootStyle.isCentral {
      return FontHeight(ascent: outer - outer / 2, descent: outer / 2)
    }
    return FontHeight(ascent: outer, descent: .zero)
  }

  /// https://drafts.csswg.org/css-inline-3/#baseline-source
  private func chosenBaseline(_ record: LayoutBox, _ result: LayoutResult) -> LayoutUnit? {
    guard record.context != .ruby, record.context != .replaced else { return nil }
    return switch record.style.box.baselineSource {
    case .auto: nil
    case .first: result.firstBaseline
    case .last: result.lastBaseline
    }
  }

  private func usualBaseline(_ record: LayoutBox, _ result: LayoutResult) -> LayoutUnit? {
    switch record.context {
    // Its content is laid out by an anonymous box.
    case .fieldset where record.style.box.hasItems: return result.firstBaseline
    case .block, .inline, .fieldset:
      // Buttons and fields have the baseline of their text even where it is clipped.
      let isSeen = record.flags.contains(.centersContent) || !context.isScrollingBlock(record.id)
      return isSeen ? result.lastBaseline : nil
    case .flex, .grid, .table, .math: return result.firstBaseline
    case .ruby: return result.lastBaseline
    case .replaced where record.style.box.contain.contains(.layout): return nil
    case .replaced: return result.lastBaseline ?? result.firstBaseline
    }
  }

  /// In `vertical-lr` lines pile up on their under side.
  var isBlockStartUnder: Bool { direction.mode == .verticalLR }

  /// Appends a fragment whose place is `rect`, with the children from one on.
  mutating func append(_ fragment: Fragment, childrenFrom first: Int, in rect: LineRect) -> FragmentID {
    links.removeAll(keepingCapacity: true)
    for child in children[first...] {
      links.append(
        FragmentLink(fragment: child.fragment, offset: geometry.offset(of: child.rect, in: rect) + child.shift))
    }
    children.removeSubrange(first...)
    return context.append(fragment, links)
  }

  // MARK: Vertical alignment

  /// Aligns the boxes that waited for this one's bounds, then the box itself in its parent.
  private mutating func align(_ index: Int) {
    alignWaiting(index)
    let parent = states[index].parent
    guard parent >= 0 else { return }
    let style = states[index].style
    let parentStyle = states[parent].style
    var shift = LayoutUnit.zero
    switch style.style.box.verticalAlign {
    case .baseline: break
    case .sub: shift = LayoutUnit(rounding: Double(parentStyle.style.font.size)) / 5 + 1
    case .super: shift = -(LayoutUnit(rounding: Double(parentStyle.style.font.size)) / 3 + 1)
    case .raised(let length): shift = -length.resolved(style.lineHeight)
    case .middle:
      let bounds = states[index].bounds
      if !bounds.isNone { shift = (bounds.ascent - bounds.descent) / 2 }
      shift -= LayoutUnit(rounding: parentStyle.metrics.xHeight / 2)
    case .baselineMiddle:
      let bounds = states[index].bounds
      if !bounds.isNone { shift = (bounds.ascent - bounds.descent) / 2 }
    case .top, .bottom:
      // Waits for the nearest aligned subtree, or the line.
      var ancestor = parent
      while ancestor > 0, !isLineAligned(states[ancestor].style) { ancestor = states[ancestor].parent }
      states[ancestor].waiting.append(index)
      return
    case .textTop, .textBottom:
      states[parent].waiting.append(index)
      return
    }
    states[index].shift = shift
    states[parent].bounds.unite(states[index].bounds.moved(by: shift))
  }

  private func isLineAligned(_ style: InlineStyle) -> Bool {
    switch style.style.box.verticalAlign {
    case .top, .bottom: true
    case .baseline, .sub, .super, .textTop, .textBottom, .middle, .baselineMiddle, .raised: false
    }
  }

  private mutating func alignWaiting(_ index: Int) {
    if states[index].waiting.isEmpty { return }
    let waiting = states[index].waiting
    let font = states[index].style.fontHeight
    var hasLineAligned = false
    for child in waiting {
      guard !states[child].bounds.isNone else { continue }
      let bounds = states[child].bounds
      let shift: LayoutUnit
      switch states[child].style.style.box.verticalAlign {
      case .textTop: shift = bounds.ascent - font.ascent
      case .textBottom: shift = font.descent - bounds.descent
      case .top, .bottom, .baseline, .sub, .super, .middle, .baselineMiddle, .raised:
        hasLineAligned = true
        continue
      }
      states[child].shift += shift
      states[index].bounds.unite(bounds.moved(by: shift))
    }
    guard hasLineAligned else { return }
    // The tallest one makes the line taller, away from the side that it is aligned with.
    var line = states[index].bounds
    if line.isNone { line = FontHeight(ascent: .zero, descent: .zero) }
    var (top, bottom) = (LayoutUnit.zero, LayoutUnit.zero)
    for child in waiting where isLineAligned(states[child].style) && !states[child].bounds.isNone {
      let height = states[child].bounds.height
      if states[child].style.style.box.verticalAlign == .top {
        top = max(top, height)
      } else {
        bottom = max(bottom, height)
      }
    }
    if max(top, bottom) > line.height {
      if top >= bottom { line.descent = top - line.ascent } else { line.ascent = bottom - line.descent }
    }
    states[index].bounds.unite(line)
    for child in waiting where isLineAligned(states[child].style) && !states[child].bounds.isNone {
      let bounds = states[child].bounds
      let isTop = states[child].style.style.box.verticalAlign == .top
      // As in Chromium, what boxes between the box that waits and this one were moved by stays.
      states[child].shift = isTop ? bounds.ascent - line.ascent : line.descent - bounds.descent
    }
  }
}

extension BoxStyle {
  /// Whether it is a container of flex or grid items.
  fileprivate var hasItems: Bool {
    switch display {
    case .box(_, .flex, _), .box(_, .grid, _): true
    case .none, .contents, .box, .part: false
    }
  }
}
