import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// The block container's inputs for its lines. Logical, along the container's axes.
package struct InlineConstraint {
  /// The content box of the container.
  package var inlineSize: LayoutUnit
  /// The basis of percentage heights; nil is indefinite.
  package var percentageBlock: LayoutUnit?
  /// The line-left and block-start corner of the content box in the formatting context.
  package var bfcOffset: BfcOffset
  package var exclusions: ExclusionSpace
  /// The first line may not start above this (clearance).
  package var clearanceOffset: LayoutUnit = .min
  package var mode: LayoutMode
  /// How far annotations may stick out over the first line. nil where they move no line.
  package var annotationRoom: LayoutUnit?
  /// Lines behind this many are left out and the last one ends in an ellipsis; nil without a limit.
  package var lineClamp: Int?
  /// Other lines follow the last one here, as far as the limit goes.
  package var isContinuedBehind = false
  /// The columns that the lines flow in, and where the formatting context starts along them.
  package var flow: FragmentainerFlow?
  package var flowOffset = LayoutUnit.zero
  /// The first line may ask for a break before the whole container.
  package var canBreakBefore = false
  /// The first line stays in its column.
  package var requiresContent = false
  /// The edges of the lines that are trimmed to the text.
  package var textTrim: TextBoxTrim = []
  /// Lines before which there is a break: earlier than where the column ends.
  package var breaks: Set<Int> = []
}

package struct InlineLayoutResult {
  /// Lines and floats: fragments and the offsets of their border boxes from the start corner of the
  /// content box, in the order of painting and of the document.
  package struct Item {
    package var fragment: FragmentID
    package var size: Size
    package var offset: LogicalOffset
    package var shift: Point = .zero
    package var outOfFlow: [OutOfFlowCandidate]
  }
  package var items: [Item] = []
  /// Out-of-flow boxes directly in the inline content, with their static positions from the start
  /// corner of the content box.
  package var outOfFlow: [(box: BoxID, offset: LogicalOffset, inlineEdge: StaticEdge)] = []
  package var blockSize: LayoutUnit = .zero
  package var exclusions = ExclusionSpace()
  /// From the start of the content box.
  package var firstBaseline: LayoutUnit?
  package var lastBaseline: LayoutUnit?
  package var lineCount = 0
  /// What the last line leaves free at its end for annotations of what follows; negative is what sticks out.
  package var annotationRoom: LayoutUnit = .zero
  /// Of the last line; nil where the page has no annotations.
  var lastExtent: LineExtent?
  /// Whether a limit leaves out lines, here or behind this content.
  package var hidesLines = false
  /// The clear of a trailing `<br>`: what follows starts below these floats.
  package var trailingClearance: LayoutUnit?
  package var flow: FragmentainerFlow?
  package var needsBreakBefore = false
  var breaksForOrphans = false
  /// What sticks out of columns.
  var overflow = ColumnOverflow()
  /// The lines that begin a column, from 0.
  package var columnStarts: [Int] = []
}

/// An atomic inline that was laid out, with what its line needs to know.
struct AtomicBox {
  var result: LayoutResult
  var margins: LineEdges
  /// The margin box along the line.
  var width: LayoutUnit
}

/// Breaks the inline content of a block container into lines and places them below each other and
/// beside floats.
/// https://drafts.csswg.org/css-inline-3/#line-layout
package struct InlineLayout {
  let context: LayoutContext
  let container: BoxID
  let constraint: InlineConstraint
  let direction: WritingDirection
  let geometry: LineGeometry
  var content: InlineContent
  var exclusions: ExclusionSpace
  var result = InlineLayoutResult()
  /// Inline boxes that are open where the next line begins, outermost first.
  var openBoxes: [BoxID] = []
  var atomics: [Int: AtomicBox] = [:]
  /// The floats that the line-in-progress placed, with the exclusions before those behind content.
  private var placedFloats: [(item: Int, before: ExclusionSpace?, float: PlacedFloat)] = []
  private var postponedFloats: [Int] = []
  /// Lines are broken as if there were only so much room.
  private var plan: LinePlan?
  /// The line in progress, counting those that are empty.
  private var lineIndex = 0
  /// What inline boxes that are containing blocks still have to lay out.
  var positioned = InlinePositioned()
  var flow: FragmentainerFlow?
  /// Of the first line.
  var initialLetter: InitialLetterPlace?
  /// What is trimmed of the last line.
  private var trimAtEnd = LayoutUnit.zero
  /// The lines that may be seen are all there.
  private var isBehindClamp = false

  package init(context: LayoutContext, container: BoxID, constraint: InlineConstraint) {
    (self.context, self.container, self.constraint) = (context, container, constraint)
    direction = context[container].direction
    geometry = LineGeometry(mode: direction.mode)
    exclusions = constraint.exclusions
    flow = constraint.flow
    content = context.inlineContent(of: container)
  }

  package mutating func run() -> InlineLayoutResult {
    let usual = content
    var cursor = usual.start
    result.annotationRoom = constraint.annotationRoom ?? .zero
    var block = max(.zero, constraint.clearanceOffset - constraint.bfcOffset.block)
    if constraint.clearanceOffset == .min { block = .zero }
    initialLetter = findInitialLetter()
    var isFirst = true
    var isAfterForcedBreak = true
    if let firstLine = context.firstLineContent(of: container) { content = firstLine }
    plan = plan(from: cursor)
    while cursor.item < content.items.count {
      if !isBehindClamp, constraint.lineClamp.map({ result.lineCount >= $0 }) ?? false {
        noteEnd(block)
        // The rest has a place, which counts for nothing and shows nothing.
        guard constraint.mode == .layout, flow == nil else { return finished() }
        isBehindClamp = true
      }
      let line = layoutLine(
        from: cursor, at: &block, indent: indent(isFirst: isFirst, isAfterForcedBreak: isAfterForcedBreak),
        isFirst: isFirst)
      if result.needsBreakBefore { break }
      // Every line takes something; if one did not, the rest could not either.
      if line.end == cursor { break }
      cursor = line.end
      lineIndex += 1
      isAfterForcedBreak = line.hasForcedBreak
      if content !== usual, !line.isEmpty {
        cursor = usual.cursor(for: cursor, in: content)
        content = usual
        atomics.removeAll(keepingCapacity: true)
      }
      if !line.isEmpty {
        isFirst = false
        initialLetter = nil
      }
      if result.lineCount == constraint.lineClamp, !line.isEmpty, !line.isLast || constraint.isContinuedBehind {
        result.hidesLines = true
      }
      if line.hasForcedBreak, !isBehindClamp, context[line.breakBox].kind == .lineBreak {
        let clear = context[line.breakBox].style.box.clear
        let (left, right) = context.clearedSides(clear, direction)
        let clearance = exclusions.clearance(left: left, right: right)
        let isTrimmed = cursor.item >= content.items.count && constraint.textTrim.contains(.end)
        if clearance > constraint.bfcOffset.block + block - (isTrimmed ? trimAtEnd : .zero) {
          if cursor.item >= content.items.count {
            result.trailingClearance = clearance
          } else {
            block = clearance - constraint.bfcOffset.block
          }
        }
      }
    }
    if !isBehindClamp { noteEnd(block) }
    return finished()
  }

  private mutating func noteEnd(_ block: LayoutUnit) {
    let isAtLimit = constraint.lineClamp.map { result.lineCount >= $0 } ?? false
    let isTrimmed = constraint.textTrim.contains(.end) || isAtLimit && constraint.textTrim.contains(.clampedEnd)
    result.blockSize = block - (isTrimmed ? trimAtEnd : .zero)
    result.exclusions = exclusions
    result.flow = flow
  }

  private mutating func finished() -> InlineLayoutResult {
    finishPositioned()
    return result
  }

  /// https://drafts.csswg.org/css-text-4/#text-indent-property
  func indent(isFirst: Bool, isAfterForcedBreak: Bool) -> LayoutUnit {
    let text = context[container].style.text
    // An initial letter stands behind the indentation.
    if text.indent.isZero || initialLetter != nil { return .zero }
    let isIndented = isFirst && context.hasFirstLine(container) || text.indentEachLine && isAfterForcedBreak && !isFirst
    return isIndented != text.indentHanging ? text.indent.resolved(constraint.inlineSize) : .zero
  }

  /// Whether something from here on makes a line that counts.
  private func hasLines(from start: InlineCursor) -> Bool {
    content.items[min(start.item, content.items.count)...].contains { item in
      switch item.kind {
      case .text:
        let from = max(item.range.lowerBound, start.offset)
        guard from < item.range.upperBound else { return false }
        let isSpace = content.style(item).collapsesSpaces && from + 1 == item.range.upperBound && content.isSpace(from)
        return !isSpace
      case .tab, .atomic, .lineBreak: return true
      case .open, .close: return item.hasEdge
      case .breakOpportunity, .float, .outOfFlow, .control: return false
      }
    }
  }

  // MARK: One line

  /// Lays out the line that begins at `start`, no higher than `block`, which then is where the next
  /// one may begin.
  private mutating func layoutLine(
    from start: InlineCursor, at block: inout LayoutUnit, indent: LayoutUnit, isFirst: Bool
  ) -> InlineLine {
    if trimAtEnd != .zero, constraint.textTrim.contains(.end), !hasLines(from: start) {
      // Only floats follow, below what is left of the last line.
      block -= trimAtEnd
      trimAtEnd = .zero
    }
    let exclusionsAtStart = exclusions
    var isTrimmed = false
    var exclusionsBefore = exclusions
    // Floats at the start of the line have their place at the first try.
    var leading: [(item: Int, before: ExclusionSpace?, float: PlacedFloat)] = []
    var top = block
    var minimumHeight = LayoutUnit.zero
    // Each try is below some float or needs a taller place; the number is bounded all the same.
    var tries = exclusionsBefore.count * 2 + 4
    while true {
      tries -= 1
      exclusions = exclusionsBefore
      placedFloats = leading
      postponedFloats.removeAll(keepingCapacity: true)
      let (end, hyphenStyle) = findEnd(from: start, top: top, height: minimumHeight, indent: indent)
      dropFloats(behind: end)
      if placedFloats.count > leading.count {
        let late = placedFloats.firstIndex { $0.before != nil }
        if leading.isEmpty, late != 0 {
          leading = Array(placedFloats[..<(late ?? placedFloats.count)])
          exclusionsBefore = late.flatMap { placedFloats[$0].before } ?? exclusions
          tries += leading.count * 2
        }
      }
      var place = opportunity(top, height: minimumHeight)
      let available = place.lineSize
      var line = makeLine(from: start, to: end, hyphenStyle: hyphenStyle, indent: indent, available: available)
      // A line that does not fit beside floats goes below them, if the container wraps its lines.
      let needed = line.width - spacesAtEnd(line) + indent - .epsilon
      if tries > 0, !line.isEmpty, needed > available, !exclusionsBefore.isEmpty, content.styles[0].wraps {
        let wider = opportunity(top, width: min(needed, constraint.inlineSize), height: minimumHeight)
        if wider.start.block > place.start.block {
          top = wider.start.block - constraint.bfcOffset.block
          minimumHeight = .zero
          continue
        }
        if place.lineSize < constraint.inlineSize, place.end.block < .max {
          top = place.end.block - constraint.bfcOffset.block
          minimumHeight = .zero
          continue
        }
      }
      top = max(top, place.start.block - constraint.bfcOffset.block)
      let openAfter = boxesOpen(after: line)
      shorten(&line, available: available)
      var builder = LineBoxBuilder(self, line: line)
      defer { builder.end() }
      builder.place(openBoxes)
      // A line that is taller than the place beside the floats, with its annotations, looks for another one.
      var height = builder.height
      if !exclusionsBefore.isEmpty, !line.isEmpty, let under = annotations(of: &builder)?.end {
        height += (.zero - under).nonNegative
      }
      if tries > 0, !exclusionsBefore.isEmpty, height > minimumHeight, !line.isEmpty {
        let taller = opportunity(top, height: height)
        if taller.start != place.start || taller.lineSize < place.lineSize {
          minimumHeight = height
          continue
        }
      }
      // Where it has become lower for lack of room, it is placed as low as it is.
      if height < minimumHeight { place = opportunity(top, height: height) }
      if flow != nil, !line.isEmpty {
        let annotations = annotations(of: &builder)
        let before = (.zero - result.annotationRoom - (annotations?.start ?? .zero)).nonNegative
        let behind = (.zero - (annotations?.end ?? .zero)).nonNegative
        if let next = nextColumn(for: top, height: before + builder.height + behind) {
          top = next
          minimumHeight = .zero
          // There is nothing before it in its column.
          result.annotationRoom = .zero
          continue
        }
        if result.needsBreakBefore { return line }
      }
      if !line.isEmpty {
        let annotationRoom = result.annotationRoom
        let trimsStart = result.lineCount == 0 && !isBehindClamp && constraint.textTrim.contains(.start)
        var adjustment = makeRoom(for: &builder)
        // Annotations stick out of what is trimmed.
        if trimsStart, initialLetter == nil { adjustment = .zero }
        if let letter = initialLetter, adjustment > letter.raise + letter.shift, tries > 0 {
          initialLetter?.shift = adjustment - letter.raise
          result.annotationRoom = annotationRoom
          exclusionsBefore = exclusionsAtStart
          leading = []
          continue
        }
        if initialLetter == nil, adjustment > .zero, tries > 0, !exclusionsBefore.isEmpty {
          // Where annotations move it to, other floats may be beside it.
          let lower = opportunity(top + adjustment, height: builder.height)
          if lower.start.line != place.start.line || lower.lineSize != place.lineSize {
            top += adjustment
            result.annotationRoom = annotationRoom + adjustment
            continue
          }
        }
        let down = max(adjustment, initialLetter?.raise ?? .zero)
        top += down
        if !isBehindClamp, !constraint.textTrim.isEmpty {
          let trim = builder.textTrim
          if trimsStart, !isTrimmed {
            top -= trim.start
            isTrimmed = true
            if tries > 0, !placedFloats.isEmpty || !exclusionsAtStart.isEmpty {
              // Floats of the line are where it is.
              top -= down
              result.annotationRoom = annotationRoom
              exclusionsBefore = exclusionsAtStart
              leading = []
              continue
            }
          }
          if !constraint.textTrim.isDisjoint(with: [.end, .clampedEnd]) {
            trimAtEnd = trim.end
            if constraint.textTrim.contains(.end), line.isLast {
              result.annotationRoom = result.annotationRoom.nonNegative
            }
          }
        }
      }
      finish(&builder, place: place, top: top, isFirst: isFirst)
      openBoxes = openAfter
      block = top + (line.isEmpty ? .zero : builder.height)
      if flow != nil, !line.isEmpty { keepInColumn(&block, lineTop: top) }
      placePostponedFloats(block)
      return line
    }
  }

  /// How far down a line has to go so that annotations do not overlap what is before it.
  ///
  /// They first use the leading of the line before, and those that stick out of it the leading of this one.
  /// https://drafts.csswg.org/css-ruby-1/#line-height
  private mutating func makeRoom(for builder: inout LineBoxBuilder) -> LayoutUnit {
    guard let (start, end) = annotations(of: &builder) else { return .zero }
    let before = result.annotationRoom
    result.annotationRoom = end
    return (.zero - before - start).nonNegative
  }

  /// What a line leaves free for annotations at its start and end; negative is what sticks out. nil where there are none,
  /// or they move no line.
  private mutating func annotations(of builder: inout LineBoxBuilder) -> (start: LayoutUnit, end: LayoutUnit)? {
    guard context.boxes.hasAnnotations else { return nil }
    let extent = builder.extent()
    result.lastExtent = extent
    for (item, distance) in builder.annotationDistances where atomics[item]?.result.ruby?.column?.distance != distance {
      let moved = layoutAtomic(content.items[item], rubyDistance: distance)
      atomics[item]?.result = moved
    }
    builder.atomics = atomics
    guard constraint.annotationRoom != nil else { return nil }
    let annotations = LineAnnotations(
      extent, bounds: builder.states[0].bounds,
      fontSize: LayoutUnit(rounding: Double(builder.rootStyle.style.font.size)))
    return builder.isBlockStartUnder
      ? (annotations.under, annotations.over) : (annotations.over, annotations.under)
  }

  private func boxesOpen(after line: InlineLine) -> [BoxID] {
    var open = openBoxes
    for piece in line.pieces {
      if piece.kind == .open { open.append(content.items[piece.item].box) }
      if piece.kind == .close, !open.isEmpty { open.removeLast() }
    }
    return open
  }

  private func opportunity(
    _ top: LayoutUnit, width: LayoutUnit = .zero, height: LayoutUnit
  ) -> LayoutOpportunity {
    let start = BfcOffset(line: constraint.bfcOffset.line, block: constraint.bfcOffset.block + top)
    if exclusions.isEmpty {
      return BfcRect(start: start, end: BfcOffset(line: start.line + constraint.inlineSize, block: .max))
    }
    return exclusions.opportunity(
      from: start, available: constraint.inlineSize, inlineSize: width, blockSize: height, followsShapes: true)
  }

  private mutating func findEnd(
    from start: InlineCursor, top: LayoutUnit, height: LayoutUnit, indent: LayoutUnit
  ) -> (end: InlineCursor, hyphenStyle: Int32) {
    var breaker = LineBreaker(
      context: context, content: content, mode: direction.mode, basis: constraint.inlineSize)
    var available = opportunity(top, height: height).lineSize
    if let size = plan?.size(of: lineIndex) { available = min(available, size) }
    return breaker.findEnd(
      from: start, available: available, indent: indent, openBoxes: openBoxes,
      atomicWidth: { atomic($0, $1).width },
      float: { item, index, hasContent, position in
        placeFloat(item, index, top: top, height: height, hasContent: hasContent, position: position)
      })
  }

  mutating func atomic(_ item: InlineItem, _ index: Int) -> AtomicBox {
    if let known = atomics[index] { return known }
    let layout = layoutAtomic(item)
    let margins = LineEdges(context.margins(of: item.box, basis: constraint.inlineSize), geometry)
    let box = AtomicBox(
      result: layout, margins: margins,
      width: direction.logical(layout.size).inline + margins.left + margins.right)
    atomics[index] = box
    return box
  }

  private func layoutAtomic(_ item: InlineItem, rubyDistance: LayoutUnit? = nil) -> LayoutResult {
    var space = context.childSpace(
      for: item.box, in: direction,
      available: LogicalSize(inline: constraint.inlineSize, block: constraint.percentageBlock ?? .max),
      percentageBlock: constraint.percentageBlock, mode: constraint.mode)
    space.rubyDistance = rubyDistance
    return context.layout(item.box, in: space)
  }

  // MARK: Floats

  private mutating func placeFloat(
    _ item: InlineItem, _ index: Int, top: LayoutUnit, height: LayoutUnit, hasContent: Bool,
    position: LayoutUnit
  ) -> LineBreaker.FloatAnswer {
    let room = opportunity(top, height: height).lineSize
    // Seen before: floats come in order, and once one is postponed all behind it are.
    if let first = postponedFloats.first, index >= first, index <= postponedFloats[postponedFloats.count - 1] {
      return .postponed
    }
    if let last = placedFloats.last, index <= last.item { return .placed(available: room) }
    var float = context.layoutFloat(
      item.box, available: constraint.inlineSize, percentageBlock: constraint.percentageBlock,
      direction: direction, mode: constraint.mode)
    var start = BfcOffset(line: constraint.bfcOffset.line, block: constraint.bfcOffset.block + top)
    if let letter = initialLetter, letter.box == item.box {
      move(&float, letter)
      start.block += min(.zero, letter.offset + letter.shift)
    } else if hasContent {
      // Beside what the line has already it must fit; else it and those after it go below the line.
      let (left, right) = context.clearedSides(context[item.box].style.box.clear, direction)
      if !postponedFloats.isEmpty || placedFloats.count > 256 || float.marginBox.inline > room - position
        || exclusions.clearance(left: left, right: right) > start.block
        || exclusions.lastFloatStart > start.block
      {
        postponedFloats.append(index)
        return .postponed
      }
    }
    // Content at the start of the line stays on it.
    let before = hasContent ? exclusions : nil
    let placed = context.place(
      float, item.box, from: start, available: constraint.inlineSize, direction: direction,
      exclusions: &exclusions, flow: &flow, flowOffset: constraint.flowOffset)
    placedFloats.append((index, before, placed))
    return .placed(available: opportunity(top, height: height).lineSize)
  }

  /// The line ends before these floats: the next one places them.
  private mutating func dropFloats(behind end: InlineCursor) {
    while let last = placedFloats.last, last.item >= end.item, let before = last.before {
      exclusions = before
      placedFloats.removeLast()
    }
    postponedFloats.removeAll { $0 >= end.item }
  }

  private mutating func placePostponedFloats(_ block: LayoutUnit) {
    let start = BfcOffset(line: constraint.bfcOffset.line, block: constraint.bfcOffset.block + block)
    for index in postponedFloats {
      let box = content.items[index].box
      let float = context.layoutFloat(
        box, available: constraint.inlineSize, percentageBlock: constraint.percentageBlock,
        direction: direction, mode: constraint.mode)
      add(
        context.place(
          float, box, from: start, available: constraint.inlineSize, direction: direction,
          exclusions: &exclusions, flow: &flow, flowOffset: constraint.flowOffset))
    }
    postponedFloats.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ float: PlacedFloat) {
    let size = direction.logical(float.result.size)
    let left = float.border.line - constraint.bfcOffset.line
    // It moves with the inline boxes around it too.
    var shift = Point.zero
    var box = float.box
    repeat {
      if context[box].style.box.position == .relative {
        shift += context.relativeShift(
          of: box, containingWidth: containingSize.width, containingHeight: containingSize.height,
          direction: direction)
      }
      box = context[box].parent
    } while box != container && !box.isNone && context[box].kind == .inline
    var outOfFlow = float.result.outOfFlow
    if !outOfFlow.isEmpty, let inline = containingInline(around: float.box) {
      positioned.add(outOfFlow.map { .candidate(inline, $0) }, line: result.items.count)
      outOfFlow = []
    }
    result.items.append(
      InlineLayoutResult.Item(
        fragment: float.result.fragment, size: float.result.size,
        offset: LogicalOffset(
          inline: logicalInline(left, size.inline), block: float.border.block - constraint.bfcOffset.block),
        shift: shift, outOfFlow: outOfFlow))
  }

  /// The physical content box; the extent along the block axis nil where it is not definite.
  var containingSize: (width: LayoutUnit, height: LayoutUnit?) {
    direction.isHorizontal
      ? (constraint.inlineSize, constraint.percentageBlock)
      : (constraint.percentageBlock ?? .zero, constraint.inlineSize)
  }

  /// From the inline-start side what is `left` from the line-left side.
  func logicalInline(_ left: LayoutUnit, _ width: LayoutUnit) -> LayoutUnit {
    direction.isLTR ? left : constraint.inlineSize - left - width
  }

  /// The static position of an out-of-flow box in a line is a point: `justify-self` says which side is there.
  private func staticInlineEdge(of box: BoxID) -> StaticEdge {
    let style = context[box].style
    let own = style.alignment.justifySelf
    if own.overflow == .safe { return .start }
    let value = own.value == .auto ? context[content.container].style.alignment.justifyItems.value : own.value
    return StaticEdge(value, of: WritingDirection(style), in: direction, isInline: true)
  }

  // MARK: Results

  private mutating func finish(
    _ builder: inout LineBoxBuilder, place: LayoutOpportunity, top: LayoutUnit, isFirst: Bool
  ) {
    if !isBehindClamp {
      for placed in placedFloats { add(placed.float) }
    }
    let line = builder.line
    if !line.isEmpty, !isBehindClamp {
      result.lineCount += 1
      let baseline = top + builder.baselineFromBlockStart
      if result.firstBaseline == nil { result.firstBaseline = baseline }
      result.lastBaseline = baseline
    }
    guard constraint.mode == .layout else { return }
    let left = place.start.line - constraint.bfcOffset.line
    let fragment = builder.makeFragments(
      left: left, available: place.lineSize, isFirstLine: isFirst && content.isFirstLine)
    for entry in builder.outOfFlow {
      var offset = LogicalOffset(
        inline: logicalInline(entry.left, .zero), block: top + entry.block)
      if content.hasContainingInlines {
        // It would be moved with the inline boxes around it. A box that is split waits for it elsewhere.
        offset =
          offset + direction.logical(relativeShift(ofInline: context[entry.box].parent), of: .zero, in: .zero)
      }
      result.outOfFlow.append((entry.box, offset, staticInlineEdge(of: entry.box)))
    }
    if isBehindClamp {
      guard let fragment else { return }
      context.tree.setCutOff(fragment.id, true)
      append(fragment, at: top)
      return
    }
    positioned.add(builder.positioned, line: result.items.count)
    if let fragment { append(fragment, at: top, outOfFlow: builder.candidates) }
  }

  private mutating func append(
    _ line: LineBoxBuilder.MadeLine, at top: LayoutUnit, outOfFlow: [OutOfFlowCandidate] = []
  ) {
    result.items.append(
      InlineLayoutResult.Item(
        fragment: line.id, size: line.size,
        offset: LogicalOffset(inline: logicalInline(line.left, direction.logical(line.size).inline), block: top),
        outOfFlow: outOfFlow))
  }
}
