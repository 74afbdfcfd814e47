import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Reorders a line, aligns it and makes its fragments.
extension LineBoxBuilder {
  struct MadeLine {
    var id: FragmentID
    var size: Size
    /// From the line-left side of the container's content box.
    var left: LayoutUnit
  }

  /// `left` and `available`: the place beside floats. nil where the line would hold nothing.
  mutating func makeFragments(left origin: LayoutUnit, available: LayoutUnit, isFirstLine: Bool) -> MadeLine? {
    if leaves.isEmpty { return nil }
    let isCombined = combine()
    let justified = isCombined ? .zero : justify(available)
    let width = line.width + justified
    let base = paragraphLevel
    let room = available - line.indent - width
    var start = origin + alignment(room, isLTR: base & 1 == 0)
    if direction.isLTR { start += line.indent }
    if isCombined { start = origin + room / 2 }
    // Hanging spaces of a right-to-left line stand on its left.
    let contentStart = base & 1 == 0 ? start : start - line.hanging

    let lineRect = LineRect(left: start, top: -baseline, width: width, height: height)
    if states.count == 1, !content.hasRightToLeft {
      placePlainly(contentStart, lineRect, isFirstLine)
    } else {
      placeInBoxes(start, contentStart, lineRect, isFirstLine)
    }
    placeEllipsis(lineRect, isFirstLine)
    var fragment = Fragment(kind: .line, box: container, size: geometry.physical(width, height))
    if isFirstLine {
      fragment.flags.insert(.firstLine)
      // The background of `::first-line` is that of an inline box: as high as its content area.
      let font = states[0].style.fontHeight
      var edges = LineEdges()
      edges.over = -font.ascent - lineRect.top
      edges.under = height - edges.over - font.height
      fragment.padding = geometry.physical(edges)
    }
    if children.isEmpty && line.isEmpty { return nil }
    let id = append(fragment, childrenFrom: 0, in: lineRect)
    return MadeLine(id: id, size: fragment.size, left: start)
  }

  /// Text that is combined upright is in the middle of its square, and narrowed where it is wider by more than a tenth.
  /// https://drafts.csswg.org/css-writing-modes-4/#text-combine-compression
  private mutating func combine() -> Bool {
    guard context[container].flags.contains(.combinesText), line.width > .zero else { return false }
    let most = inlineSize.pixels * 1.1
    if line.width.pixels <= most { return true }
    stretch = Float(most / line.width.pixels)
    for index in leaves.indices { leaves[index].width = leaves[index].width * Double(stretch) }
    line.width = line.width * Double(stretch)
    return true
  }

  /// Optimization: most lines hold no inline boxes.
  private mutating func placePlainly(_ contentStart: LayoutUnit, _ lineRect: LineRect, _ isFirstLine: Bool) {
    var x = contentStart
    for index in leaves.indices {
      place(index, at: x, lineRect, isFirstLine)
      x += leaves[index].width
    }
  }

  private mutating func placeInBoxes(
    _ start: LayoutUnit, _ contentStart: LayoutUnit, _ lineRect: LineRect, _ isFirstLine: Bool
  ) {
    findOffsets()
    // Empty where the visual order is the logical one.
    let order = content.hasRightToLeft ? visualOrder() : []
    findLastPositions(order)
    frames.append(LineFrame(state: 0, left: start, hasLeft: true, firstChild: 0))
    states[0].isOpen = true
    var x = contentStart
    for position in leaves.indices {
      let leafIndex = order.isEmpty ? position : order[position]
      let leaf = leaves[leafIndex]
      let target = leaf.kind == .atomic ? states[leaf.state].parent : leaf.state
      var common = target
      while !states[common].isOpen { common = states[common].parent }
      while frames.count > 1, frames[frames.count - 1].state != common {
        close(&x, before: position, lineRect, isFirstLine)
      }
      openFrames(from: common, to: target, &x)
      place(leafIndex, at: x, lineRect, isFirstLine)
      x += leaf.width
    }
    while frames.count > 1 { close(&x, before: leaves.count, lineRect, isFirstLine) }
  }

  /// How far down each box's baseline is from the line's.
  mutating func findOffsets() {
    for index in states.indices.dropFirst() {
      states[index].offset = states[states[index].parent].offset + states[index].shift
    }
  }

  /// Begins fragments of the boxes around a leaf that are not open yet.
  private mutating func openFrames(from outer: Int, to inner: Int, _ x: inout LayoutUnit) {
    let first = frames.count
    var state = inner
    while state != outer {
      frames.append(LineFrame(state: state, left: .zero, hasLeft: false, firstChild: children.count))
      state = states[state].parent
    }
    frames[first...].reverse()
    for index in first..<frames.count {
      let state = frames[index].state
      let isLTR = states[state].style.style.text.direction == .ltr
      let hasLeft = !states[state].hasFragment && (isLTR ? states[state].hasStart : states[state].hasEnd)
      states[state].isOpen = true
      states[state].hasFragment = true
      if hasLeft { x += states[state].margins.left }
      frames[index].left = x
      frames[index].hasLeft = hasLeft
      if hasLeft { x += states[state].border.left + states[state].padding.left }
    }
  }

  // MARK: Order and alignment

  private var paragraphLevel: UInt8 {
    guard content.isPlaintext, let first = line.pieces.first(where: { !$0.range.isEmpty }) else { return baseLevel }
    return content.baseLevel(at: first.range.lowerBound, direction)
  }

  private mutating func findLastPositions(_ order: [Int]) {
    if order.isEmpty {
      for index in states.indices { states[index].lastPosition = states[index].lastLeaf }
    }
    for (position, leaf) in order.enumerated() {
      var state = leaves[leaf].state
      while state >= 0 {
        states[state].lastPosition = position
        state = states[state].parent
      }
    }
  }

  /// https://www.unicode.org/reports/tr9/#L2
  private func visualOrder() -> [Int] {
    guard content.hasRightToLeft else { return Array(leaves.indices) }
    var levels = leaves.map { $0.level }
    // L1: spaces at the end of the line have the paragraph's level.
    var last = leaves.count - 1
    while last >= 0 {
      let leaf = leaves[last]
      guard leaf.kind != .text || isBlank(leaf) else { break }
      if leaf.kind == .atomic { break }
      levels[last] = paragraphLevel
      last -= 1
    }
    guard content.hasIsolates else { return BidiLevels.visualOrder(of: levels) }
    // The ends of isolates stand between, so that what is inside does not turn round with what is around.
    var all: [UInt8] = []
    var sources: [Int] = []
    var next = Int.max
    for index in leaves.indices {
      if leaves[index].piece >= 0 {
        let item = line.pieces[leaves[index].piece].item
        while next < item {
          if content.items[next].isIsolate {
            all.append(content.items[next].level)
            sources.append(-1)
          }
          next += 1
        }
        next = item + 1
      }
      all.append(levels[index])
      sources.append(index)
    }
    return BidiLevels.visualOrder(of: all).map { sources[$0] }.filter { $0 >= 0 }
  }

  private func isBlank(_ leaf: LineLeaf) -> Bool {
    guard leaf.piece >= 0 else { return true }
    let range = line.pieces[leaf.piece].range
    if line.pieces[leaf.piece].isGenerated { return false }
    return content.text[Int(range.lowerBound)..<Int(range.upperBound)].allSatisfy { $0 <= 0x20 }
  }

  /// How far the line is moved to the right.
  /// https://drafts.csswg.org/css-text-4/#text-align-property
  private func alignment(_ room: LayoutUnit, isLTR: Bool) -> LayoutUnit {
    enum Side { case left, right, center }
    let text = rootStyle.style.text
    let start: Side = isLTR ? .left : .right
    let end: Side = isLTR ? .right : .left
    var side: Side
    switch text.align {
    case .start, .justify, .justifyAll, .matchParent: side = start
    case .end: side = end
    case .left, .webkitLeft: side = .left
    case .right, .webkitRight: side = .right
    case .center, .webkitCenter: side = .center
    }
    if line.hasForcedBreak || line.isLast {
      switch text.alignLast {
      case .auto, .matchParent: break
      case .start, .justify: side = start
      case .end: side = end
      case .left: side = .left
      case .right: side = .right
      case .center: side = .center
      }
    }
    let flowsRight = direction.isLTR
    switch side {
    case .left: return flowsRight ? .zero : min(room, .zero)
    case .right: return room > .zero || !flowsRight ? room : .zero
    case .center: return flowsRight || room > .zero ? (room / 2).nonNegative : room
    }
  }

  // MARK: Fragments

  private mutating func place(
    _ index: Int, at x: LayoutUnit, _ lineRect: LineRect, _ isFirstLine: Bool
  ) {
    let leaf = leaves[index]
    let shift = states[leaf.state].offset
    switch leaf.kind {
    case .empty:
      if leaf.piece >= 0, line.pieces[leaf.piece].kind == .lineBreak {
        let item = content.items[line.pieces[leaf.piece].item]
        if context[item.box].kind == .lineBreak {
          // `<br>` is a box on the page: a fragment of no width and a line of text high.
          let height = states[leaf.state].style.fontHeight
          let rect = LineRect(left: x, top: shift - height.ascent, width: .zero, height: height.height)
          let fragment = Fragment(
            kind: .box, box: item.box, size: geometry.physical(rect.width, rect.height))
          children.append(LineChild(fragment: context.append(fragment), rect: rect, shift: .zero))
        }
      }
    case .outOfFlow:
      let box = content.items[line.pieces[leaf.piece].item].box
      let isInlineLevel = context[box].style.box.specifiedDisplay.isInlineOutside
      let hasContentBefore = firstContent < index
      let left = isInlineLevel ? x : direction.isLTR ? .zero : inlineSize
      let block = !isInlineLevel && hasContentBefore ? height : .zero
      addOutOfFlow(box, left: left, block: block, state: leaf.state, lineRect: lineRect)
    case .text:
      let piece = line.pieces[leaf.piece]
      guard !piece.isCutOff else { return }
      let height = states[leaf.state].style.fontHeight
      var rect = LineRect(
        left: direction.isLTR ? x : x + piece.cutWidth, top: shift - height.ascent,
        width: leaf.width - piece.cutWidth, height: height.height)
      if context.boxes.hasInitialLetters, let ink = letterInk(piece) { rect.left -= LayoutUnit(ink.left) }
      let fragment = makeText(leaf, piece, rect, isFirstLine)
      children.append(LineChild(fragment: fragment, rect: rect, shift: .zero))
    case .atomic:
      guard let atomic = atomics[line.pieces[leaf.piece].item] else { return }
      let size = direction.logical(atomic.result.size)
      let rect = LineRect(
        left: x + states[leaf.state].margins.left, top: shift - states[leaf.state].bounds.ascent + atomic.margins.over,
        width: size.inline, height: size.block)
      let relative = relativeShift(states[leaf.state].box)
      context.tree.setCutOff(atomic.result.fragment, line.pieces[leaf.piece].isCutOff)
      children.append(LineChild(fragment: atomic.result.fragment, rect: rect, shift: relative))
      addCandidates(
        atomic.result.outOfFlow, at: geometry.offset(of: rect, in: lineRect) + relative,
        state: states[leaf.state].parent)
    }
  }

  /// Outside of all inline boxes.
  private mutating func placeEllipsis(_ lineRect: LineRect, _ isFirstLine: Bool) {
    guard let (piece, offset) = line.ellipsis else { return }
    let height = rootStyle.fontHeight
    let left = direction.isLTR ? lineRect.left + offset : lineRect.left + lineRect.width - offset - piece.width
    let rect = LineRect(left: left, top: -height.ascent, width: piece.width, height: height.height)
    let leaf = LineLeaf(kind: .text, state: 0, piece: -1, width: piece.width, level: piece.level)
    children.append(LineChild(fragment: makeText(leaf, piece, rect, isFirstLine), rect: rect, shift: .zero))
  }

  private func relativeShift(_ box: BoxID) -> Point {
    context[box].style.box.position == .relative
      ? context.relativeShift(
        of: box, containingWidth: containingSize.width, containingHeight: containingSize.height,
        direction: direction)
      : .zero
  }

  /// Ends the fragment of the innermost box, in front of the leaf at a visual position.
  private mutating func close(
    _ x: inout LayoutUnit, before position: Int, _ lineRect: LineRect, _ isFirstLine: Bool
  ) {
    let frame = frames.removeLast()
    states[frame.state].isOpen = false
    let record = states[frame.state]
    let isLast = record.lastPosition < position
    let isLTR = record.style.style.text.direction == .ltr
    let hasRight = isLast && (isLTR ? record.hasEnd : record.hasStart)
    if hasRight { x += record.border.right + record.padding.right }
    let font = record.style.fontHeight
    let over = font.ascent + record.border.over + record.padding.over
    let under = font.descent + record.border.under + record.padding.under
    var rect = LineRect(
      left: frame.left, top: record.offset - over, width: (x - frame.left).nonNegative,
      height: over + under)
    // On a line that holds nothing it has no height either, as in Chromium.
    if line.isEmpty {
      rect = LineRect(left: rect.left, top: -baseline, width: .zero, height: .zero)
    }
    if hasRight { x += record.margins.right }
    var fragment = Fragment(kind: .box, box: record.box, size: geometry.physical(rect.width, rect.height))
    var border = record.border
    var padding = record.padding
    if !frame.hasLeft { (border.left, padding.left) = (.zero, .zero) }
    if !hasRight { (border.right, padding.right) = (.zero, .zero) }
    fragment.border = geometry.physical(border)
    fragment.padding = geometry.physical(padding)
    fragment.sides = geometry.sides(left: frame.hasLeft, right: hasRight)
    if isFirstLine { fragment.flags.insert(.firstLine) }
    let id = append(fragment, childrenFrom: frame.firstChild, in: rect)
    let shift = relativeShift(record.box)
    if content.hasContainingInlines { notePart(id, frame.state, rect, lineRect) }
    children.append(LineChild(fragment: id, rect: rect, shift: shift))
  }

  /// Keeps what the glyphs are of that were just placed.
  private func keepText(of piece: LinePiece) {
    var clusters: [Int32] = []
    if piece.kind == .text {
      let glyphs =
        piece.hasOwnGlyphs
        ? line.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
        : content.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
      clusters = glyphs.filter { $0.id != Glyph.invisible }.map { piece.isGenerated ? -1 : $0.cluster }
    }
    context.tree.glyphTexts?.append(clusters, of: content.text, to: Int32(clamping: piece.range.upperBound))
  }

  /// The glyphs of a text in their places.
  private mutating func makeText(_ leaf: LineLeaf, _ piece: LinePiece, _ rect: LineRect, _ isFirstLine: Bool)
    -> FragmentID
  {
    let item = content.items[piece.item]
    let style = states[leaf.state].style
    placed.removeAll(keepingCapacity: true)
    var font = style.primary
    var isUpright = false
    if piece.kind == .text {
      if let generated = piece.generatedFont {
        font = generated
        isUpright = piece.isUpright
      } else if item.textItem >= 0 {
        let textItem = content.textItems[Int(item.textItem)]
        font = textItem.font
        isUpright = textItem.isUpright
      }
      let glyphs =
        piece.hasOwnGlyphs
        ? line.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
        : content.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
      var pen: Float = 0
      let justify = style.style.text.justify
      let expands = expansion.isActive && justify != .none && !piece.isGenerated
      for (index, glyph) in zip(glyphs.indices, glyphs) {
        if glyph.id != Glyph.invisible {
          placed.append(
            isUpright
              ? PlacedGlyph(id: glyph.id, x: glyph.xOffset, y: pen - glyph.yOffset)
              : PlacedGlyph(id: glyph.id, x: pen + glyph.xOffset, y: -glyph.yOffset))
        }
        pen += glyph.advance
        if expands {
          let isClusterEnd = index + 1 == glyphs.endIndex || glyphs[index + 1].cluster != glyph.cluster
          if isClusterEnd { pen += expansion.after(glyph, content, justify) }
        }
      }
    }
    let first = Int32(context.tree.glyphs.count)
    context.tree.glyphs.append(contentsOf: placed)
    if context.tree.glyphTexts != nil { keepText(of: piece) }
    var orientation = GlyphOrientation.horizontal
    var baseline = style.fontHeight.ascent
    let ascent = LayoutUnit(style.metrics.roundedAscent)
    switch direction.mode {
    case .horizontalTB: baseline = ascent
    case .sidewaysLR:
      orientation = .sidewaysLeft
      baseline = ascent
    case .verticalRL, .verticalLR, .sidewaysRL:
      orientation = isUpright ? .upright : .sidewaysRight
      baseline = isUpright ? rect.height / 2 : rect.height - ascent
    }
    let source = content.sourceOffset(piece.range.lowerBound)
    let text = TextFragment(
      font: font, glyphs: first..<first + Int32(placed.count), baseline: baseline, orientation: orientation,
      stretch: stretch,
      source: source..<content.sourceOffset(max(piece.range.lowerBound, piece.range.upperBound - 1))
        + (piece.range.isEmpty ? 0 : 1))
    context.tree.texts.append(text)
    // An ellipsis belongs to the block container, whatever it replaces.
    let box = piece.isEllipsis ? container : item.box
    var fragment = Fragment(kind: .text, box: box, size: geometry.physical(rect.width, rect.height))
    fragment.text = Int32(context.tree.texts.count - 1)
    if piece.isGenerated { fragment.flags.insert(.generated) }
    if isFirstLine { fragment.flags.insert(.firstLine) }
    return context.append(fragment)
  }
}
