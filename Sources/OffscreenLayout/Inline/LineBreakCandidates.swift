import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// A place where a line may end, on the paragraph as one long line.
struct LineBreakCandidate {
  var cursor: InlineCursor
  /// How far the line would reach that ends here: without spaces, with a hyphen.
  var end: LayoutUnit
  /// Where what follows begins.
  var next: LayoutUnit
  var isHyphen = false
}

/// Lists the candidates of a paragraph: the part of the content up to a forced break.
struct LineBreakCandidates {
  let context: LayoutContext
  let content: InlineContent
  let mode: WritingMode
  /// The basis of percentages.
  let basis: LayoutUnit
  private var candidates: [LineBreakCandidate] = []
  private var position = LayoutUnit.zero
  /// Where the last thing ends that is no space.
  private var ink = LayoutUnit.zero
  private var lastTextStyle: Int32 = -1

  init(context: LayoutContext, content: InlineContent, mode: WritingMode, basis: LayoutUnit) {
    (self.context, self.content, self.mode, self.basis) = (context, content, mode, basis)
  }

  /// The start, the opportunities, and the end. nil where positions do not only increase.
  mutating func list(
    from start: InlineCursor, to end: InlineCursor, atomicWidth: (InlineItem, Int) -> LayoutUnit
  ) -> [LineBreakCandidate]? {
    candidates = [LineBreakCandidate(cursor: start, end: .zero, next: .zero)]
    var index = start.item
    while index < min(end.item + 1, content.items.count) {
      let item = content.items[index]
      let before = position
      switch item.kind {
      case .text:
        let from = index == start.item ? max(start.offset, item.range.lowerBound) : item.range.lowerBound
        addText(item, index, from: from, to: index == end.item ? end.offset : item.range.upperBound)
        lastTextStyle = item.style
      case _ where index >= end.item: break
      case .open, .close:
        if item.hasEdge {
          position += context.inlineEdge(of: item.box, isStart: item.kind == .open, basis: basis, mode: mode)
          ink = position
        }
      case .atomic:
        position += atomicWidth(item, index)
        ink = position
      // Floats before all else are beside the lines.
      case .float: if position > .zero { return nil }
      case .tab: return nil
      case .lineBreak, .breakOpportunity, .outOfFlow, .control: break
      }
      if position < before { return nil }
      if index < end.item, item.canBreakAfter {
        add(InlineCursor(item: index + 1, offset: item.range.upperBound), hyphenStyle: lastTextStyle)
      }
      index += 1
    }
    candidates.append(LineBreakCandidate(cursor: end, end: ink, next: position))
    return candidates
  }

  private mutating func add(_ cursor: InlineCursor, hyphenStyle: Int32) {
    // What takes no room on a line cannot stand on it alone.
    guard position > (candidates.last?.next ?? .zero) else { return }
    let space = LayoutUnit(content.autospace(at: cursor.offset))
    var candidate = LineBreakCandidate(cursor: cursor, end: ink, next: position + space)
    if content.breaks[Int(cursor.offset)].line == .hyphen, hyphenStyle >= 0 {
      candidate.isHyphen = true
      candidate.end += context.hyphenWidth(content.styles[Int(hyphenStyle)])
    }
    candidates.append(candidate)
  }

  private mutating func addText(_ item: InlineItem, _ index: Int, from start: Int32, to end: Int32) {
    let style = content.style(item)
    let skipsSpaces = style.collapsesSpaces || style.hangsSpaces
    var start = start
    if position == .zero, style.collapsesSpaces, start < end, content.isSpace(start) { start += 1 }
    guard start < end else { return }
    let before = position
    var width = 0.0
    var logical = content.logicalGlyph(item, at: start)
    while logical < item.glyphs.count {
      let glyph = content.glyphs[content.glyphIndex(item, logical)]
      if glyph.cluster >= end { break }
      if style.wraps, glyph.cluster > start, content.breaks[Int(glyph.cluster)].endsLine {
        position = before + snappedWidth(width)
        add(InlineCursor(item: index, offset: glyph.cluster), hyphenStyle: item.style)
      }
      width += Double(glyph.advance)
      if !(skipsSpaces && content.text[Int(glyph.cluster)] == 0x20) { ink = before + snappedWidth(width) }
      logical += 1
    }
    position = before + snappedWidth(width)
  }
}
