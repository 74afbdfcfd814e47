import OffscreenCSS
import OffscreenGeometry
import OffscreenText

extension InlineLayout {
  /// The inline sizes of the content box: with a line break at every opportunity, and with forced
  /// ones only. Floats stand beside the line in the larger one.
  /// https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes
  package static func intrinsicSizes(
    of container: BoxID, context: LayoutContext, percentageBlock: LayoutUnit?
  ) -> MinMaxSizes {
    let content = context.inlineContent(of: container)
    var measure = IntrinsicMeasure(
      context: context, content: content, direction: context[container].direction,
      percentageBlock: percentageBlock)
    return measure.run(
      indent: context.hasFirstLine(container) ? context[container].style.text.indent : .zero)
  }
}

extension LayoutContext {
  /// Whether the first line of an inline formatting context is the first of its block container too: text
  /// behind a block has none.
  func hasFirstLine(_ container: BoxID) -> Bool {
    guard boxes[container].origin == .anonymous, !boxes[container].flags.contains(.item) else { return true }
    var sibling = boxes[container].previousSibling
    while !sibling.isNone, boxes[sibling].flags.contains(.outOfFlow) { sibling = boxes[sibling].previousSibling }
    return sibling.isNone
  }
}

private struct IntrinsicMeasure {
  let context: LayoutContext
  let content: InlineContent
  let direction: WritingDirection
  let percentageBlock: LayoutUnit?
  var sizes = MinMaxSizes.zero
  /// Since the last opportunity, and the spaces at its end.
  var segment = LayoutUnit.zero
  var segmentTrailing = LayoutUnit.zero
  var line = LayoutUnit.zero
  var lineTrailing = LayoutUnit.zero
  /// Hanging spaces count on a line that is never broken.
  var floats: (left: LayoutUnit, right: LayoutUnit) = (.zero, .zero)
  /// The largest of the groups of floats beside the line that later ones cleared.
  var widestFloats = LayoutUnit.zero
  var isAtLineStart = true
  /// Of the last text, the widest of what stands between its opportunities, its first part aside, and the edges
  /// that ended behind it.
  var lastParts: (widest: LayoutUnit, edges: LayoutUnit)?

  mutating func run(indent: LengthPercentage) -> MinMaxSizes {
    // Percentages are of nothing; the rest of a calculation counts.
    // https://drafts.csswg.org/css-text-3/#valdef-text-indent-percentage
    segment = indent.resolved(.zero)
    line = segment
    var lastTextStyle: Int32 = -1
    var closed = 0
    for (index, item) in content.items.enumerated() {
      if item.kind != .close, item.kind != .open || index < content.trailingBoxes { settleLastParts(isEnd: false) }
      switch item.kind {
      case .text: add(text: item)
      case .tab:
        let style = content.style(item)
        let width = content.tabWidth(of: item, at: line)
        grow(width)
        if !style.hangsSpaces { (segmentTrailing, lineTrailing) = (.zero, .zero) } else { segmentTrailing += width }
        isAtLineStart = false
      case .lineBreak:
        // The ends of inline boxes behind a forced break belong to the line it ends.
        closed = index + 1
        while closed < content.items.count, content.items[closed].kind == .close {
          addEdge(content.items[closed])
          closed += 1
        }
        endSegment()
        endLine()
      case .close where index < closed: break
      case .open, .close: addEdge(item)
      case .atomic:
        let size = context.intrinsicContribution(of: item.box, to: direction, percentageBlock: percentageBlock)
        segment += size.min
        line += size.max
        if context.boxes.hasAnnotations {
          let overhang = context.rubyOverhang(of: item.box)
          for (text, size) in [
            (content.textBeside(index, step: -1), overhang.start), (content.textBeside(index, step: 1), overhang.end),
          ] {
            if let text { line -= content.width(ofText: text, upTo: size) }
          }
        }
        (segmentTrailing, lineTrailing) = (.zero, .zero)
        isAtLineStart = false
      case .float:
        let size = context.intrinsicContribution(of: item.box, to: direction, percentageBlock: percentageBlock)
        sizes.min = max(sizes.min, size.min)
        addFloat(item.box, size.max)
      case .outOfFlow, .control, .breakOpportunity: break
      }
      if item.kind == .text { lastTextStyle = item.style }
      if item.canBreakAfter, !sticks(index), !content.breaks[Int(item.range.upperBound)].isReluctant {
        if lastTextStyle >= 0, content.breaks[Int(item.range.upperBound)].line == .hyphen {
          segment += context.hyphenWidth(content.styles[Int(lastTextStyle)])
        }
        endSegment()
      }
    }
    settleLastParts(isEnd: true)
    endSegment()
    endLine()
    sizes.max = max(sizes.min, sizes.max)
    return sizes
  }

  private mutating func addEdge(_ item: InlineItem) {
    guard item.hasEdge else { return }
    let edge = context.inlineEdge(of: item.box, isStart: item.kind == .open, basis: .zero, mode: direction.mode)
    grow(edge)
    lastParts?.edges += edge
  }

  /// As Chromium does it, edges at the very end widen all parts of the last text but the first.
  private mutating func settleLastParts(isEnd: Bool) {
    guard let (widest, edges) = lastParts else { return }
    sizes.min = max(sizes.min, isEnd ? widest + edges : widest)
    lastParts = nil
  }

  /// In quirks mode images in a table cell do not part from each other or from text.
  /// https://quirks.spec.whatwg.org/#the-table-cell-width-calculation-quirk
  private func sticks(_ index: Int) -> Bool {
    guard hasStickyImages else { return false }
    func isImage(_ index: Int) -> Bool {
      content.items.indices.contains(index) && content.items[index].kind == .atomic
        && context.boxes.replacedContent(content.items[index].box)?.isStandIn == false
    }
    return isImage(index) || isImage(index + 1)
  }

  private var hasStickyImages: Bool {
    let cell = context[content.container]
    return context.isQuirksMode && cell.kind == .tableCell && cell.style.box.width.isAuto
  }

  private mutating func grow(_ width: LayoutUnit) {
    segment += width
    line += width
  }

  private mutating func endSegment() {
    sizes.min = max(sizes.min, segment - segmentTrailing)
    segment = .zero
    segmentTrailing = .zero
  }

  private mutating func endLine() {
    let beside = max(widestFloats, floats.left + floats.right)
    sizes.max = max(sizes.max, (line - lineTrailing).nonNegative + beside)
    widestFloats = .zero
    line = .zero
    lineTrailing = .zero
    floats = (.zero, .zero)
    isAtLineStart = true
  }

  private mutating func addFloat(_ box: BoxID, _ width: LayoutUnit) {
    let style = context[box].style.box
    let (clearsLeft, clearsRight) = context.clearedSides(style.clear, direction)
    if clearsLeft && floats.left > .zero || clearsRight && floats.right > .zero {
      widestFloats = max(widestFloats, floats.left + floats.right)
      if clearsLeft { floats.left = .zero }
      if clearsRight { floats.right = .zero }
    }
    let isLeft: Bool =
      switch style.float {
      case .left, .none: true
      case .right: false
      case .inlineStart: direction.isLTR
      case .inlineEnd: !direction.isLTR
      }
    if isLeft { floats.left += width } else { floats.right += width }
  }

  private mutating func add(text item: InlineItem) {
    let style = content.style(item)
    let glyphs = content.glyphs[Int(item.glyphs.lowerBound)..<Int(item.glyphs.upperBound)]
    if let ink = context.initialLetterInk(glyphs, of: item, in: content) { return grow(ink.width) }
    var start = item.range.lowerBound
    if isAtLineStart, style.collapsesSpaces, content.isSpace(start) { start += 1 }
    if start >= item.range.upperBound { return }
    let anywhere =
      style.wraps
      && (style.style.text.overflowWrap == .anywhere || style.style.text.wordBreak == .breakWord)
    if anywhere, !isAtLineStart, content.breaks[Int(start)].isGraphemeStart { endSegment() }
    let skipsSpaces = style.collapsesSpaces || style.hangsSpaces
    var width = 0.0
    var inkWidth: Double?
    // Where the segment in progress begins in this text.
    var segmentStart = segment == .zero ? content.autospace(at: start) : 0
    let earlierTrailing = segmentTrailing
    let earlierLineTrailing = lineTrailing
    let segmentBefore = segment
    var isFirstSegment = true
    var widestPart = LayoutUnit.zero
    var logical = content.logicalGlyph(item, at: start)
    func segmentWidth(_ end: Double) -> LayoutUnit { snappedWidth(max(0, end - segmentStart)) }
    while logical < item.glyphs.count {
      let glyph = content.glyphs[content.glyphIndex(item, logical)]
      if style.wraps, glyph.cluster > start {
        let opportunity = content.breaks[Int(glyph.cluster)]
        if opportunity.endsLine || anywhere && opportunity.isGraphemeStart {
          var size = segmentWidth(inkWidth ?? segmentStart)
          if isFirstSegment { size += segmentBefore - (inkWidth == nil ? earlierTrailing : .zero) }
          if opportunity.line == .hyphen { size += context.hyphenWidth(style) }
          if isFirstSegment { sizes.min = max(sizes.min, size) } else { widestPart = max(widestPart, size) }
          segmentStart = width + content.autospace(at: glyph.cluster)
          isFirstSegment = false
        }
      }
      width += Double(glyph.advance)
      if !(skipsSpaces && content.text[Int(glyph.cluster)] == 0x20) { inkWidth = width }
      logical += 1
    }
    isAtLineStart = false
    let total = snappedWidth(width)
    line += total
    segment = segmentWidth(width) + (isFirstSegment ? segmentBefore : .zero)
    if !isFirstSegment { lastParts = (max(widestPart, segmentWidth(inkWidth ?? segmentStart)), .zero) }
    if let inkWidth {
      let trailing = snappedWidth(width) - snappedWidth(inkWidth)
      segmentTrailing = min(trailing, segment)
      lineTrailing = style.collapsesSpaces ? trailing : .zero
    } else {
      segmentTrailing = (isFirstSegment ? earlierTrailing : .zero) + segmentWidth(width)
      lineTrailing = style.collapsesSpaces ? earlierLineTrailing + total : .zero
    }
  }
}
