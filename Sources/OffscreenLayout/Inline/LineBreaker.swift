import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Decides how much of the content is on a line.
/// https://drafts.csswg.org/css-text-4/#line-breaking
struct LineBreaker {
  let context: LayoutContext
  let content: InlineContent
  let mode: WritingMode
  /// The content box's inline size: what percentages refer to.
  let basis: LayoutUnit

  /// What a line-in-progress asks of the outside.
  enum FloatAnswer {
    /// The float is placed on this line, which has so much room now.
    case placed(available: LayoutUnit)
    /// It goes below this line.
    case postponed
  }

  /// A place where the line may end.
  private struct Candidate {
    var cursor: InlineCursor
    var hyphenStyle: Int32 = -1
    /// No content is after it yet: floats may join the line.
    var isOpen = true
  }

  /// Words are whole even where they do not fit.
  var keepsWords = false
  /// Something on the line that was found last is wider than the room.
  private(set) var isTooWide = false

  private var available: LayoutUnit = .zero
  private var position: LayoutUnit = .zero
  /// Spaces at the end of what was measured: they do not count against the room.
  private var trailing: LayoutUnit = .zero
  private var hasContent = false
  /// Of the last text on the line; -1 before there is any.
  private var lastTextStyle: Int32 = -1
  private var candidate: Candidate?
  /// Nothing fitted: the next place to break is taken.
  private var overflows = false
  private var breaksAnywhere = false
  private var mayBreakAnywhere = false
  /// No phrase fitted.
  private var breaksPhrases = false
  private var hasPhrases = false
  /// How far an annotation hangs over the text that comes next.
  private var overhang: (text: Int, size: LayoutUnit)?
  /// The end edges that open boxes repeat at the end of this line.
  private var reserved: LayoutUnit = .zero

  init(context: LayoutContext, content: InlineContent, mode: WritingMode, basis: LayoutUnit) {
    (self.context, self.content, self.mode, self.basis) = (context, content, mode, basis)
  }

  /// Finds the end of the line that begins at `start`. `atomicWidth` lays out an atomic inline;
  /// `float` places a float; `rewind` is called when the line ends before an item.
  mutating func findEnd(
    from start: InlineCursor, available room: LayoutUnit, indent: LayoutUnit, openBoxes: [BoxID],
    atomicWidth: (InlineItem, Int) -> LayoutUnit,
    float: (InlineItem, Int, _ hasContent: Bool, _ position: LayoutUnit) -> FloatAnswer
  ) -> (end: InlineCursor, hyphenStyle: Int32) {
    breaksAnywhere = false
    breaksPhrases = false
    hasPhrases = false
    while true {
      available = room
      position = indent
      reserved = .zero
      for box in openBoxes { openAgain(box) }
      trailing = .zero
      hasContent = false
      overhang = nil
      candidate = nil
      overflows = false
      mayBreakAnywhere = false
      if let found = scan(from: start, atomicWidth: atomicWidth, float: float) {
        isTooWide = overflows
        return (found.cursor, found.hyphenStyle)
      }
      // Nothing fits, and some text may break inside of phrases or between any two characters: once more.
      if hasPhrases, !breaksPhrases { breaksPhrases = true } else { breaksAnywhere = true }
    }
  }

  /// https://drafts.csswg.org/css-break-3/#break-decoration
  private mutating func openAgain(_ box: BoxID) {
    guard content.style(of: box, context).clonesEdges else { return }
    position += context.inlineEdge(of: box, isStart: true, basis: basis, mode: mode)
    reserved += context.inlineEdge(of: box, isStart: false, basis: basis, mode: mode)
  }

  /// nil: to be tried again with breaks anywhere.
  private mutating func scan(
    from start: InlineCursor, atomicWidth: (InlineItem, Int) -> LayoutUnit,
    float: (InlineItem, Int, Bool, LayoutUnit) -> FloatAnswer
  ) -> Candidate? {
    var index = start.item
    lastTextStyle = -1
    while index < content.items.count {
      let item = content.items[index]
      let next = InlineCursor(item: index + 1, offset: item.range.upperBound)
      switch item.kind {
      case .text:
        let from = index == start.item ? max(start.offset, item.range.lowerBound) : item.range.lowerBound
        if let overhang, overhang.text == index { position -= overhang.size }
        switch scanText(item, index, from: from) {
        case .goOn: break
        case .end(let found): return found
        case .retry: return nil
        }
      case .tab:
        let style = content.style(item)
        let width = content.tabWidth(of: item, at: position)
        position += width
        trailing = style.hangsSpaces ? trailing + width : .zero
        hasContent = true
      case .lineBreak:
        var end = index + 1
        // The ends of inline boxes behind a forced break belong to the line it ends.
        while end < content.items.count, content.items[end].kind == .close { end += 1 }
        if !fits, let candidate { return candidate }
        return Candidate(cursor: InlineCursor(item: end, offset: item.range.upperBound))
      case .open, .close:
        // Empty boxes behind a place to break stay on its line, as in Chromium even where their edges do not fit.
        if item.kind == .open, isCandidateOpen(at: index) {
          let end = content.endOfEmptyBoxes(from: index)
          if end > index {
            candidate?.cursor = InlineCursor(item: end, offset: content.items[end - 1].range.upperBound)
          }
        }
        if item.kind == .open, index >= content.trailingBoxes, hasContent, fits { return endOfContent }
        if item.hasEdge {
          position += context.inlineEdge(of: item.box, isStart: item.kind == .open, basis: basis, mode: mode)
          if item.kind == .open { hasContent = true }
        }
        if content.style(item).clonesEdges {
          let end = context.inlineEdge(of: item.box, isStart: false, basis: basis, mode: mode)
          reserved += item.kind == .open ? end : -end
        }
        if item.hasEdge {
          // It counts as something on the line.
        } else if item.kind == .close, isCandidateOpen(at: index) {
          candidate?.cursor = next
        }
      case .atomic:
        let width = atomicWidth(item, index)
        position += width
        if context.boxes.hasAnnotations { hangOver(item, index, from: start) }
        trailing = .zero
        hasContent = true
        candidate?.isOpen = false
        if !fits {
          if let candidate { return candidate }
          if mayTryAgain { return nil }
          overflows = true
        }
      case .float:
        switch float(item, index, hasContent, position - trailing) {
        case .placed(let room): available = room
        case .postponed: break
        }
        if isCandidateOpen(at: index) { candidate?.cursor = next }
      case .outOfFlow:
        if isCandidateOpen(at: index) { candidate?.cursor = next }
      case .breakOpportunity, .control: break
      }
      if item.kind == .text { lastTextStyle = item.style }
      if item.canBreakAfter, hasContent || item.kind == .breakOpportunity {
        var found = Candidate(cursor: next)
        if lastTextStyle >= 0, content.breaks[Int(next.offset)].line == .hyphen {
          // There is a hyphen only where the line ends here.
          found.hyphenStyle = lastTextStyle
          let width = context.hyphenWidth(content.styles[Int(lastTextStyle)])
          if fits, !overflows, position - trailing + width > room {
            if candidate == nil, !mayBreakAnywhere { candidate = found }
            index += 1
            continue
          }
        }
        if !fits {
          if let candidate { return candidate }
          if mayTryAgain { return nil }
          overflows = true
          return found
        }
        if overflows { return found }
        candidate = found
      }
      index += 1
    }
    if !fits {
      if let candidate { return candidate }
      if mayTryAgain { return nil }
      overflows = true
    }
    return endOfContent
  }

  private mutating func hangOver(_ item: InlineItem, _ index: Int, from start: InlineCursor) {
    let found = context.rubyOverhang(of: item.box)
    if hasContent, let before = content.textBeside(index, step: -1), before >= start.item {
      position -= content.width(ofText: before, upTo: found.start)
    }
    overhang = content.textBeside(index, step: 1).map { ($0, content.width(ofText: $0, upTo: found.end)) }
  }

  private var endOfContent: Candidate {
    Candidate(cursor: InlineCursor(item: content.items.count, offset: Int32(content.text.count)))
  }

  private func isCandidateOpen(at index: Int) -> Bool {
    guard let candidate else { return false }
    return candidate.isOpen && candidate.cursor.item == index
  }

  private var fits: Bool { position - trailing <= room }

  /// Texts are rounded up and sizes down: what is over by the smallest step fits, as in Chromium.
  private var room: LayoutUnit { available - reserved + .epsilon }

  private var lastBreaksAnywhere: Bool {
    guard lastTextStyle >= 0 else { return false }
    let style = content.styles[Int(lastTextStyle)]
    return style.breaksAnywhere && style.wraps
  }

  /// With more places to break.
  private var mayTryAgain: Bool { mayBreakAnywhere && !breaksAnywhere || hasPhrases && !breaksPhrases }

  private enum Step {
    case goOn
    case end(Candidate)
    case retry
  }

  /// Goes through a text cluster by cluster, noting where the line may end, until it is too wide.
  private mutating func scanText(_ item: InlineItem, _ index: Int, from start: Int32) -> Step {
    let style = content.style(item)
    let skipsSpaces = style.collapsesSpaces || style.hangsSpaces
    let skipsIdeographic = style.hangsIdeographicSpaces
    let anywhere = style.breaksAnywhere && style.wraps && !keepsWords
    if anywhere { mayBreakAnywhere = true }
    var start = start
    if !hasContent, style.collapsesSpaces, start < item.range.upperBound, content.isSpace(start) { start += 1 }
    if start >= item.range.upperBound { return .goOn }
    let before = position
    let earlierTrailing = trailing
    var width = hasContent ? 0.0 : -content.autospace(at: start)
    // The width up to the end of the last character that is no space; nil while there is none.
    var inkWidth: Double?
    var isCandidateOpen = false
    var logical = content.logicalGlyph(item, at: start)
    let count = item.glyphs.count
    let tests = style.wraps
    let (glyphs, breaks, text) = (content.glyphs, content.breaks, content.text)
    // At the edge of a text that may break anywhere too.
    if anywhere || lastBreaksAnywhere, breaksAnywhere, lastTextStyle >= 0, fits, !overflows,
      content.breaks[Int(start)].isGraphemeStart
    {
      candidate = Candidate(cursor: InlineCursor(item: index, offset: start))
    }
    while logical < count {
      let glyph = glyphs[content.glyphIndex(item, logical)]
      let offset = glyph.cluster
      if tests, offset > start {
        let opportunity = breaks[Int(offset)]
        var isBreak = opportunity.endsLine || breaksPhrases && opportunity.isWithinPhrase
        if opportunity.isWithinPhrase { hasPhrases = true }
        if !isBreak, anywhere, breaksAnywhere { isBreak = opportunity.isGraphemeStart }
        if isBreak {
          let hyphen = opportunity.line == .hyphen
          var needed = before + snappedWidth(inkWidth ?? 0)
          if inkWidth == nil { needed -= earlierTrailing }
          let fitsWithoutHyphen = needed <= room
          if hyphen { needed += context.hyphenWidth(style) }
          let found = Candidate(
            cursor: InlineCursor(item: index, offset: offset), hyphenStyle: hyphen ? item.style : -1)
          if needed > room {
            if !fitsWithoutHyphen {
              if let candidate { return .end(candidate) }
              if mayTryAgain { return .retry }
              overflows = true
              return .end(found)
            } else if candidate == nil, !mayBreakAnywhere {
              // Only the hyphen is too much: better here than nowhere.
              candidate = found
            }
          } else if overflows {
            return .end(found)
          } else {
            candidate = found
            isCandidateOpen = true
          }
        }
      }
      width += Double(glyph.advance)
      let byte = text[Int(offset)]
      if !(skipsSpaces && byte == 0x20)
        && !(skipsIdeographic && byte == 0xE3 && content.isIdeographicSpace(offset))
      {
        inkWidth = width
        isCandidateOpen = false
        if candidate != nil || mayTryAgain,
          before + snappedWidth(width) > room, glyph.advance > 0
        {
          candidateClosed(isCandidateOpen)
          if let candidate { return .end(candidate) }
          return .retry
        }
      }
      logical += 1
    }
    hasContent = true
    candidateClosed(isCandidateOpen)
    position = before + snappedWidth(width)
    if let inkWidth {
      trailing = snappedWidth(width) - snappedWidth(inkWidth)
    } else {
      trailing = earlierTrailing + snappedWidth(width)
    }
    if !fits {
      if let candidate { return .end(candidate) }
      if mayTryAgain { return .retry }
      overflows = true
    }
    return .goOn
  }

  private mutating func candidateClosed(_ isOpen: Bool) {
    if !isOpen { candidate?.isOpen = false }
  }
}
