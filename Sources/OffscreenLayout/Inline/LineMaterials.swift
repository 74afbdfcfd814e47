import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Makes the pieces of a line once it is known where it begins and ends.
extension InlineLayout {
  mutating func makeLine(
    from start: InlineCursor, to end: InlineCursor, hyphenStyle: Int32, indent: LayoutUnit, available: LayoutUnit
  ) -> InlineLine {
    var line = InlineLine()
    line.end = end
    line.indent = indent
    line.isLast = end.item >= content.items.count
    var hasContent = false
    var index = start.item
    while index < content.items.count, index <= end.item {
      let item = content.items[index]
      var range = item.range
      if index == start.item { range = max(range.lowerBound, min(start.offset, range.upperBound))..<range.upperBound }
      if index == end.item {
        guard item.kind == .text, end.offset > range.lowerBound else { break }
        range = range.lowerBound..<min(range.upperBound, end.offset)
      }
      if item.kind == .text {
        if !hasContent, content.style(item).collapsesSpaces, !range.isEmpty, content.isSpace(range.lowerBound) {
          range = range.lowerBound + 1..<range.upperBound
        }
        if range.isEmpty {
          index += 1
          continue
        }
      }
      switch item.kind {
      case .text, .tab, .atomic: hasContent = true
      case .lineBreak:
        line.hasForcedBreak = true
        line.breakBox = item.box
        hasContent = true
      case .open, .close: if item.hasEdge { line.isEmpty = false }
      case .breakOpportunity, .float, .outOfFlow, .control: break
      }
      line.pieces.append(LinePiece(item: index, kind: item.kind, level: item.level, range: range))
      index += 1
    }
    if hasContent { line.isEmpty = false }
    trimEnd(&line)
    let edges = clonedEdges(line)
    line.clonedStart = edges.start
    measure(&line, indent: indent + edges.start)
    line.width += edges.start + edges.end
    if hyphenStyle >= 0 { appendHyphen(&line, content.styles[Int(hyphenStyle)]) }
    findHanging(&line, available: available)
    if content.hasRightToLeft { splitTrailingSpaces(&line) }
    return line
  }

  /// What boxes that go on over the ends of the line repeat there.
  private func clonedEdges(_ line: InlineLine) -> (start: LayoutUnit, end: LayoutUnit) {
    var open: [BoxID] = openBoxes
    for piece in line.pieces {
      if piece.kind == .open { open.append(content.items[piece.item].box) }
      if piece.kind == .close, !open.isEmpty { open.removeLast() }
    }
    func sum(_ boxes: [BoxID], isStart: Bool) -> LayoutUnit {
      var sum = LayoutUnit.zero
      for box in boxes where content.style(of: box, context).clonesEdges {
        sum += context.inlineEdge(of: box, isStart: isStart, basis: constraint.inlineSize, mode: direction.mode)
      }
      return sum
    }
    return (sum(openBoxes, isStart: true), sum(open, isStart: false))
  }

  /// Collapsible spaces at the end of a line go.
  /// https://drafts.csswg.org/css-text-4/#white-space-phase-2
  private func trimEnd(_ line: inout InlineLine) {
    var index = line.pieces.count - 1
    while index >= 0 {
      let piece = line.pieces[index]
      switch piece.kind {
      case .text:
        var range = piece.range
        guard content.style(content.items[piece.item]).collapsesSpaces else { return }
        while !range.isEmpty, content.isSpace(range.upperBound - 1) {
          range = range.lowerBound..<range.upperBound - 1
        }
        line.pieces[index].range = range
        if !range.isEmpty { return }
        line.pieces.remove(at: index)
      case .open, .close, .float, .outOfFlow, .control, .lineBreak: break
      case .tab, .atomic, .breakOpportunity: return
      }
      index -= 1
    }
  }

  private mutating func measure(_ line: inout InlineLine, indent: LayoutUnit) {
    var position = indent
    var isStart = true
    for index in line.pieces.indices {
      let item = content.items[line.pieces[index].item]
      defer { if item.kind == .text || item.kind == .atomic || item.kind == .tab { isStart = false } }
      var width = LayoutUnit.zero
      switch item.kind {
      case .text:
        let range = line.pieces[index].range
        if let found = content.glyphs(item, range), !isStart || content.autospace(at: range.lowerBound) == 0 {
          line.pieces[index].glyphs = found
          width = snappedWidth(
            totalAdvance(content.glyphs[Int(found.lowerBound)..<Int(found.upperBound)]))
        } else {
          let found = content.glyphs(item, range)
          var glyphs =
            found.map { Array(content.glyphs[Int($0.lowerBound)..<Int($0.upperBound)]) }
            ?? context.fonts.shape(
              content.textItems[Int(item.textItem)], in: content.text,
              range: Int(range.lowerBound)..<Int(range.upperBound)
            ).glyphs
          if !content.autospaces.isEmpty {
            glyphs = content.spaced(
              glyphs, of: item, from: range.lowerBound, isStartOfLine: isStart, hasSpaces: found != nil)
          }
          let first = Int32(line.glyphs.count)
          line.glyphs.append(contentsOf: glyphs)
          line.pieces[index].glyphs = first..<Int32(line.glyphs.count)
          line.pieces[index].hasOwnGlyphs = true
          width = snappedWidth(totalAdvance(glyphs[...]))
        }
        if context.boxes.hasInitialLetters,
          let ink = context.initialLetterInk(glyphs(of: line.pieces[index], in: line), of: item, in: content)
        {
          width = ink.width
        }
      case .tab: width = content.tabWidth(of: item, at: position)
      case .open, .close:
        if item.hasEdge {
          width = context.inlineEdge(
            of: item.box, isStart: item.kind == .open, basis: constraint.inlineSize, mode: direction.mode)
        }
      case .atomic: width = atomic(item, line.pieces[index].item).width
      case .lineBreak, .breakOpportunity, .float, .outOfFlow, .control: break
      }
      line.pieces[index].width = width
      position += width
    }
    line.width = position - indent
    hangAnnotations(&line)
  }

  private func appendHyphen(_ line: inout InlineLine, _ style: InlineStyle) {
    guard let last = line.pieces.lastIndex(where: { $0.kind == .text }) else { return }
    let text = line.pieces[last]
    for (index, part) in context.hyphen(style).enumerated() {
      let first = Int32(line.glyphs.count)
      line.glyphs.append(contentsOf: part.run.glyphs)
      var piece = LinePiece(
        item: text.item, kind: .text, level: text.level, range: text.range.upperBound..<text.range.upperBound)
      piece.glyphs = first..<Int32(line.glyphs.count)
      piece.hasOwnGlyphs = true
      piece.generatedFont = part.run.font
      piece.isUpright = part.isUpright
      piece.width = snappedWidth(part.run.width)
      line.pieces.insert(piece, at: last + 1 + index)
      line.width += piece.width
    }
  }

  /// Spaces at the end hang; preserved ones before a forced break only where they do not fit.
  /// https://drafts.csswg.org/css-text-4/#hanging
  private func findHanging(_ line: inout InlineLine, available: LayoutUnit) {
    var hanging = LayoutUnit.zero
    let isForced = line.hasForcedBreak || line.isLast
    /// Whether all of a piece's spaces hang.
    func hang(_ width: LayoutUnit, _ style: InlineStyle) -> Bool {
      guard isForced, style.hangsSpaces, hanging == .zero else {
        hanging += width
        return true
      }
      hanging = min(width, (line.width + line.indent - available).nonNegative)
      return hanging == width
    }
    search: for piece in line.pieces.reversed() {
      let item = content.items[piece.item]
      switch piece.kind {
      case .open, .close, .float, .outOfFlow, .control, .lineBreak: continue
      case .atomic, .breakOpportunity: break search
      case .tab:
        guard content.style(item).hangsSpaces else { break search }
        line.inkEnd = piece.range.lowerBound
        if !hang(piece.width, content.style(item)) { break search }
      case .text:
        let style = content.style(item)
        guard style.hangsIdeographicSpaces, !piece.isGenerated else { break search }
        let cut = startOfHangingSpaces(piece.range, style)
        if cut < piece.range.upperBound { line.inkEnd = cut }
        if cut == piece.range.lowerBound {
          if hang(piece.width, style) { continue } else { break search }
        }
        if cut < piece.range.upperBound {
          let glyphs = glyphs(of: piece, in: line)
          var ink = 0.0
          for glyph in glyphs where glyph.cluster < cut { ink += Double(glyph.advance) }
          _ = hang(piece.width - snappedWidth(ink), style)
        }
        break search
      }
    }
    if hanging == .zero { return }
    line.hanging = hanging
    line.width -= hanging
  }

  /// Preserved spaces at the end that do not hang push no line below a float all the same.
  func spacesAtEnd(_ line: InlineLine) -> LayoutUnit {
    guard
      let last = line.pieces.last(where: {
        $0.kind == .text || $0.kind == .tab || $0.kind == .atomic || $0.kind == .breakOpportunity
      }), last.kind == .text, !last.isGenerated, content.isSpace(last.range.upperBound - 1)
    else { return .zero }
    let style = content.style(content.items[last.item])
    guard !style.collapsesSpaces, !style.wraps else { return .zero }
    var cut = last.range.upperBound
    while cut > last.range.lowerBound, content.isSpace(cut - 1) { cut -= 1 }
    var spaces = 0.0
    for glyph in glyphs(of: last, in: line) where glyph.cluster >= cut { spaces += Double(glyph.advance) }
    return snappedWidth(spaces)
  }

  private func startOfHangingSpaces(_ range: Range<Int32>, _ style: InlineStyle) -> Int32 {
    var cut = range.upperBound
    while cut > range.lowerBound {
      if style.hangsSpaces, content.isSpace(cut - 1) {
        cut -= 1
      } else if cut - 3 >= range.lowerBound, content.isIdeographicSpace(cut - 3) {
        cut -= 3
      } else {
        break
      }
    }
    return cut
  }

  /// Preserved spaces at the end of a line have the level of the paragraph.
  /// https://www.unicode.org/reports/tr9/#L1
  private func splitTrailingSpaces(_ line: inout InlineLine) {
    guard
      let last = line.pieces.lastIndex(where: {
        $0.kind == .text || $0.kind == .tab || $0.kind == .atomic || $0.kind == .breakOpportunity
      }), line.pieces[last].kind == .text, !line.pieces[last].isGenerated
    else { return }
    let piece = line.pieces[last]
    let level = content.baseLevel(at: piece.range.lowerBound, direction)
    var cut = piece.range.upperBound
    while cut > piece.range.lowerBound, content.isSpace(cut - 1) { cut -= 1 }
    guard piece.level != level, cut < piece.range.upperBound, cut > piece.range.lowerBound else { return }
    let glyphs = glyphs(of: piece, in: line)
    let inkCount = Int32(glyphs.count(where: { $0.cluster < cut }))
    var ink = piece
    var spaces = piece
    ink.range = piece.range.lowerBound..<cut
    spaces.range = cut..<piece.range.upperBound
    spaces.level = level
    if piece.level & 1 == 0 {
      ink.glyphs = piece.glyphs.lowerBound..<piece.glyphs.lowerBound + inkCount
      spaces.glyphs = ink.glyphs.upperBound..<piece.glyphs.upperBound
    } else {
      ink.glyphs = piece.glyphs.upperBound - inkCount..<piece.glyphs.upperBound
      spaces.glyphs = piece.glyphs.lowerBound..<ink.glyphs.lowerBound
    }
    ink.width = snappedWidth(totalAdvance(self.glyphs(of: ink, in: line)))
    spaces.width = piece.width - ink.width
    line.pieces[last] = ink
    line.pieces.insert(spaces, at: last + 1)
  }

  func glyphs(of piece: LinePiece, in line: InlineLine) -> ArraySlice<Glyph> {
    let range = Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)
    return piece.hasOwnGlyphs ? line.glyphs[range] : content.glyphs[range]
  }
}

extension LayoutContext {
  /// What is shown at the end of a line that ends in a word.
  /// https://drafts.csswg.org/css-text-4/#hyphenate-character
  func hyphen(_ style: InlineStyle) -> [GeneratedText] {
    if let string = style.style.text.hyphenateCharacter { return shaped(string, style) }
    let sign = shaped("\u{2010}", style)
    return sign.first?.run.font == style.primary ? sign : shaped("-", style)
  }

  func hyphenWidth(_ style: InlineStyle) -> LayoutUnit {
    hyphen(style).reduce(.zero) { $0 + snappedWidth($1.run.width) }
  }

  /// A short text that is not in the document: a part for each font.
  func shaped(_ string: String, _ style: InlineStyle) -> [GeneratedText] {
    let bytes = Array(string.utf8.prefix(256))
    let span = TextSpan(
      range: 0..<bytes.count, font: style.font, letterSpacing: style.letterSpacing,
      wordSpacing: style.wordSpacing, orientation: style.orientation)
    var result: [GeneratedText] = []
    for item in fonts.itemize(bytes, spans: [span]) {
      let run = fonts.shape(item, in: bytes)
      if let last = result.last, last.run.font == run.font, last.isUpright == item.isUpright {
        result[result.count - 1].run.glyphs += run.glyphs
        result[result.count - 1].run.width += run.width
      } else {
        result.append(GeneratedText(run: run, isUpright: item.isUpright))
      }
    }
    return result
  }
}

/// A part of a hyphen or an ellipsis.
struct GeneratedText {
  var run: ShapedRun
  var isUpright: Bool
}
