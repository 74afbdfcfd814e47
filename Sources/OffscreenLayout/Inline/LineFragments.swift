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

  /// A fragment that is open: an inline box, or the line itself.
  private struct Frame {
    struct Child {
      var fragment: FragmentID
      var rect: LineRect
      var shift: Point
    }
    var state: Int
    /// Of the border box.
    var left: LayoutUnit
    var hasLeft: Bool
    var children: [Child] = []
  }

  /// `left` and `available`: the place beside floats. nil where the line would hold nothing.
  mutating func makeFragments(left origin: LayoutUnit, available: LayoutUnit, isFirstLine: Bool) -> MadeLine? {
    if leaves.isEmpty { return nil }
    let justified = justify(available)
    let width = line.width + justified
    let base = paragraphLevel
    let room = available - line.indent - width
    var start = origin + alignment(room, isLTR: base & 1 == 0)
    if direction.isLTR { start += line.indent }
    // Hanging spaces of a right-to-left line stand on its left.
    let contentStart = base & 1 == 0 ? start : start - line.hanging

    let lineRect = LineRect(left: start, top: -baseline, width: width, height: height)
    let children =
      states.count == 1 && !content.hasRightToLeft
      ? placePlainly(contentStart, lineRect, isFirstLine) : placeInBoxes(start, contentStart, lineRect, isFirstLine)
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
    let id = append(fragment, children, in: lineRect)
    return MadeLine(id: id, size: fragment.size, left: start)
  }

  /// Appends a fragment whose place is `rect`.
  private func append(_ fragment: Fragment, _ children: [Frame.Child], in rect: LineRect) -> FragmentID {
    context.append(
      fragment,
      children.lazy.map { child in
        FragmentLink(fragment: child.fragment, offset: geometry.offset(of: child.rect, in: rect) + child.shift)
      })
  }

  /// Optimization: most lines hold no inline boxes.
  private mutating func placePlainly(
    _ contentStart: LayoutUnit, _ lineRect: LineRect, _ isFirstLine: Bool
  ) -> [Frame.Child] {
    var frames = [Frame(state: 0, left: lineRect.left, hasLeft: true)]
    var x = contentStart
    for index in leaves.indices {
      place(index, at: x, in: &frames, [.zero], lineRect, isFirstLine)
      x += leaves[index].width
    }
    return frames[0].children
  }

  private mutating func placeInBoxes(
    _ start: LayoutUnit, _ contentStart: LayoutUnit, _ lineRect: LineRect, _ isFirstLine: Bool
  ) -> [Frame.Child] {
    var total: [LayoutUnit] = []
    total.reserveCapacity(states.count)
    for state in states { total.append(state.parent < 0 ? .zero : total[state.parent] + state.shift) }

    // Empty where the visual order is the logical one.
    let order = content.hasRightToLeft ? visualOrder() : []
    let lastVisual = lastPositions(order)
    var seen = [Bool](repeating: false, count: states.count)
    var missing: [Int] = []
    var frames = [Frame(state: 0, left: start, hasLeft: true)]
    var x = contentStart
    for position in leaves.indices {
      let leafIndex = order.isEmpty ? position : order[position]
      let leaf = leaves[leafIndex]
      let target = leaf.kind == .atomic ? states[leaf.state].parent : leaf.state
      // Which boxes are around this leaf and not open yet.
      missing.removeAll(keepingCapacity: true)
      var state = target
      while state > 0, !frames.contains(where: { $0.state == state && $0.state > 0 }) {
        missing.append(state)
        state = states[state].parent
      }
      while frames.count > 1, frames[frames.count - 1].state != state {
        close(&frames, &x, total, lineRect, isLast: lastVisual[frames[frames.count - 1].state] < position, isFirstLine)
      }
      for state in missing.reversed() {
        let record = states[state]
        let isFirst = !seen[state]
        seen[state] = true
        let isLTR = record.style.style.text.direction == .ltr
        let hasLeft = isFirst && (isLTR ? record.hasStart : record.hasEnd)
        if hasLeft { x += record.margins.left }
        frames.append(Frame(state: state, left: x, hasLeft: hasLeft))
        if hasLeft { x += record.border.left + record.padding.left }
      }
      place(leafIndex, at: x, in: &frames, total, lineRect, isFirstLine)
      x += leaf.width
    }
    while frames.count > 1 {
      close(&frames, &x, total, lineRect, isLast: lastVisual[frames[frames.count - 1].state] < leaves.count, isFirstLine)
    }
    return frames[0].children
  }

  // MARK: Order and alignment

  private var paragraphLevel: UInt8 {
    guard content.isPlaintext, let first = line.pieces.first(where: { !$0.range.isEmpty }) else { return baseLevel }
    return content.baseLevel(at: first.range.lowerBound, direction)
  }

  /// By state, where its last leaf is in the visual order.
  private func lastPositions(_ order: [Int]) -> [Int] {
    if order.isEmpty { return states.map { $0.lastLeaf } }
    var last = [Int](repeating: -1, count: states.count)
    for (position, leaf) in order.enumerated() {
      var state = leaves[leaf].state
      while state >= 0 {
        last[state] = position
        state = states[state].parent
      }
    }
    return last
  }

  /// https://www.unicode.org/reports/tr9/#L2
  private func visualOrder() -> [Int] {
    var order = Array(leaves.indices)
    guard content.hasRightToLeft else { return order }
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
    let highest = levels.max() ?? 0
    var level = highest
    let lowestOdd = levels.min().map { $0 | 1 } ?? 1
    while level >= lowestOdd, level > 0 {
      var index = 0
      while index < order.count {
        if levels[index] < level {
          index += 1
          continue
        }
        var end = index + 1
        while end < order.count, levels[end] >= level { end += 1 }
        order[index..<end].reverse()
        levels[index..<end].reverse()
        index = end
      }
      level -= 1
    }
    return order
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
    _ index: Int, at x: LayoutUnit, in frames: inout [Frame], _ total: [LayoutUnit], _ lineRect: LineRect,
    _ isFirstLine: Bool
  ) {
    let leaf = leaves[index]
    let shift = total[leaf.state]
    let top = frames.count - 1
    switch leaf.kind {
    case .empty:
      if leaf.piece >= 0, line.pieces[leaf.piece].kind == .lineBreak {
        let item = content.items[line.pieces[leaf.piece].item]
        if context.boxes[item.box].kind == .lineBreak {
          // `<br>` is a box on the page: a fragment of no width and a line of text high.
          let height = states[leaf.state].style.fontHeight
          let rect = LineRect(left: x, top: shift - height.ascent, width: .zero, height: height.height)
          let fragment = Fragment(
            kind: .box, box: item.box, size: geometry.physical(rect.width, rect.height))
          frames[top].children.append(.init(fragment: context.append(fragment, EmptyCollection()), rect: rect, shift: .zero))
        }
      }
    case .outOfFlow:
      let box = content.items[line.pieces[leaf.piece].item].box
      var isInlineLevel = true
      if case .box(.block, _, _) = context.boxes[box].style.box.specifiedDisplay { isInlineLevel = false }
      let hasContentBefore = firstContent < index
      let left = isInlineLevel ? x : direction.isLTR ? .zero : constraint.inlineSize
      let block = !isInlineLevel && hasContentBefore ? height : .zero
      addOutOfFlow(box, left: left, block: block, state: leaf.state, lineRect: lineRect)
    case .text:
      let piece = line.pieces[leaf.piece]
      let height = states[leaf.state].style.fontHeight
      let rect = LineRect(left: x, top: shift - height.ascent, width: leaf.width, height: height.height)
      let fragment = makeText(leaf, piece, rect, isFirstLine)
      frames[top].children.append(.init(fragment: fragment, rect: rect, shift: .zero))
    case .atomic:
      guard let atomic = atomics[line.pieces[leaf.piece].item] else { return }
      let size = direction.logical(atomic.result.size)
      let rect = LineRect(
        left: x + atomic.margins.left, top: shift - states[leaf.state].bounds.ascent + atomic.margins.over,
        width: size.inline, height: size.block)
      let relative = relativeShift(states[leaf.state].box)
      frames[top].children.append(.init(fragment: atomic.result.fragment, rect: rect, shift: relative))
      addCandidates(
        atomic.result.outOfFlow, at: geometry.offset(of: rect, in: lineRect) + relative,
        state: states[leaf.state].parent)
    }
  }

  private func relativeShift(_ box: BoxID) -> Point {
    context.boxes[box].style.box.position == .relative
      ? context.relativeShift(
        of: box, containingWidth: containingSize.width, containingHeight: containingSize.height,
        direction: direction)
      : .zero
  }

  private mutating func close(
    _ frames: inout [Frame], _ x: inout LayoutUnit, _ total: [LayoutUnit], _ lineRect: LineRect, isLast: Bool,
    _ isFirstLine: Bool
  ) {
    let frame = frames.removeLast()
    let record = states[frame.state]
    let isLTR = record.style.style.text.direction == .ltr
    let hasRight = isLast && (isLTR ? record.hasEnd : record.hasStart)
    if hasRight { x += record.border.right + record.padding.right }
    let font = record.style.fontHeight
    let over = font.ascent + record.border.over + record.padding.over
    let under = font.descent + record.border.under + record.padding.under
    var rect = LineRect(
      left: frame.left, top: total[frame.state] - over, width: (x - frame.left).nonNegative,
      height: over + under)
    // What scripts see of a box on a line that holds nothing.
    if record.style.isCulled, line.isEmpty {
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
    let id = append(fragment, frame.children, in: rect)
    let shift = relativeShift(record.box)
    if content.hasRelativeInlines { notePart(id, frame.state, rect, lineRect) }
    let outer = frames.count - 1
    frames[outer].children.append(.init(fragment: id, rect: rect, shift: shift))
  }

  /// The glyphs of a text in their places.
  private mutating func makeText(_ leaf: LineLeaf, _ piece: LinePiece, _ rect: LineRect, _ isFirstLine: Bool) -> FragmentID {
    let item = content.items[piece.item]
    let style = states[leaf.state].style
    placed.removeAll(keepingCapacity: true)
    var font = style.primary
    var isUpright = false
    if piece.kind == .text {
      if let generated = piece.generatedFont {
        font = generated
      } else if item.textItem >= 0 {
        let textItem = content.textItems[Int(item.textItem)]
        font = textItem.font
        isUpright = textItem.isUpright
      }
      let glyphs = piece.hasOwnGlyphs
        ? line.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
        : content.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
      var pen: Float = 0
      let expands = expansion.isActive && style.style.text.justify != .none && !piece.isGenerated
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
          if isClusterEnd { pen += expansion.after(glyph, content) }
        }
      }
    }
    let first = Int32(context.tree.glyphs.count)
    context.tree.glyphs.append(contentsOf: placed)
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
      source: source..<content.sourceOffset(max(piece.range.lowerBound, piece.range.upperBound - 1)) + (piece.range.isEmpty ? 0 : 1))
    context.tree.texts.append(text)
    var fragment = Fragment(kind: .text, box: item.box, size: geometry.physical(rect.width, rect.height))
    fragment.text = Int32(context.tree.texts.count - 1)
    if piece.isGenerated { fragment.flags.insert(.generated) }
    if isFirstLine { fragment.flags.insert(.firstLine) }
    return context.append(fragment, EmptyCollection())
  }
}
