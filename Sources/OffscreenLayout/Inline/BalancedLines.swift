import OffscreenCSS
import OffscreenGeometry

/// How much room the lines are given where `text-wrap-style` decides where they end: less than there is.
/// https://drafts.csswg.org/css-text-4/#text-wrap-style
struct LinePlan {
  /// One a line from the first one on; nil is all the room, as that of lines behind it.
  var sizes: [LayoutUnit?] = []

  func size(of line: Int) -> LayoutUnit? { sizes.indices.contains(line) ? sizes[line] : nil }
}

/// The room of lines, of which the first stand beside floats.
struct LineWidths {
  var room: LayoutUnit
  var roomBesideFloats: LayoutUnit
  var linesBesideFloats = 0

  subscript(line: Int) -> LayoutUnit { line < linesBesideFloats ? roomBesideFloats : room }
  /// Of the lines from one on.
  func from(_ line: Int) -> LineWidths {
    var widths = self
    widths.linesBesideFloats = max(0, linesBesideFloats - line)
    return widths
  }
}

extension InlineLayout {
  /// More lines than this are not balanced, as in Chromium.
  private static var balancedLineLimit: Int { 6 }
  /// The lines at the end of a paragraph that are made pretty, as in Chromium.
  private static var prettyLineLimit: Int { 4 }

  /// A paragraph, as its lines are without a plan.
  private struct Paragraph {
    /// The first line, counted from the start of the content.
    var firstLine: Int
    /// Where the lines begin, and where the last one ends.
    var starts: [InlineCursor]
    var end: InlineCursor
  }

  /// nil: lines take what fits.
  mutating func plan(from start: InlineCursor) -> LinePlan? {
    let style = content.styles[0].style
    guard style.text.wrapMode == .wrap, style.text.wrapStyle != .auto, style.text.wrapStyle != .stable,
      !content.isEmpty, constraint.inlineSize > .zero, let widths = lineWidths
    else { return nil }
    switch style.text.wrapStyle {
    case .auto, .stable: return nil
    case .balance: return balance(from: start, style, widths)
    case .pretty: return prettyLines(from: start, style, widths)
    }
  }

  /// nil where it is not known before the lines are made: as in Chromium, floats are beside the first lines only, and
  /// these are all of one height.
  private var lineWidths: LineWidths? {
    var widths = LineWidths(room: constraint.inlineSize, roomBesideFloats: constraint.inlineSize)
    guard let exclusions = exclusionsWithLeadingFloats() else { return nil }
    if exclusions.end <= constraint.bfcOffset.block { return widths }
    let strut = content.styles[0].strut
    guard initialLetter == nil, !context.boxes.hasAnnotations, strut.height > .zero,
      content.styles.allSatisfy({ $0.strut == strut && $0.style.box.verticalAlign == .baseline }),
      content.items.allSatisfy({ $0.kind != .atomic }),
      !content.styles[0].usesNormalLineHeight
        || content.textItems.allSatisfy({ $0.font == content.styles[0].primary })
    else { return nil }
    func place(_ block: LayoutUnit) -> LayoutOpportunity {
      exclusions.opportunity(
        from: BfcOffset(line: constraint.bfcOffset.line, block: block), available: constraint.inlineSize)
    }
    let first = place(constraint.bfcOffset.block)
    guard first.lineSize < constraint.inlineSize, first.start.block == constraint.bfcOffset.block,
      first.end.block < .max, place(first.end.block).lineSize == constraint.inlineSize,
      exclusions.end <= first.end.block
    else { return nil }
    widths.roomBesideFloats = first.lineSize
    widths.linesBesideFloats = Int(((first.end.block - first.start.block) / strut.height).rounded(.up))
    return widths
  }

  /// nil where a float is behind content.
  private func exclusionsWithLeadingFloats() -> ExclusionSpace? {
    var result = exclusions
    guard content.hasFloats else { return result }
    var flow: FragmentainerFlow?
    var hasContent = false
    for item in content.items {
      switch item.kind {
      case .open, .close, .control, .outOfFlow, .breakOpportunity: break
      case .text, .tab, .atomic, .lineBreak: hasContent = true
      case .float:
        if hasContent || self.flow != nil { return nil }
        let float = context.layoutFloat(
          item.box, available: constraint.inlineSize, percentageBlock: constraint.percentageBlock,
          direction: direction, mode: constraint.mode)
        _ = context.place(
          float, item.box, from: constraint.bfcOffset, available: constraint.inlineSize, direction: direction,
          exclusions: &result, flow: &flow, flowOffset: constraint.flowOffset)
      }
    }
    return result
  }

  // MARK: balance

  private mutating func balance(
    from start: InlineCursor, _ style: ComputedStyle, _ widths: LineWidths
  ) -> LinePlan? {
    let limit = min(Self.balancedLineLimit, constraint.lineClamp ?? .max)
    guard !content.items.contains(where: { $0.kind == .tab }),
      let first = paragraph(from: start, line: 0, limit: limit, widths), first.starts.count > 1
    else { return nil }
    // As in Chromium only up to the first forced break.
    if constraint.lineClamp == nil,
      let sizes = optimalSizes(of: first, lines: first.starts.indices, style, widths, isBalanced: true)
    {
      return LinePlan(sizes: sizes)
    }
    guard first.end.item >= content.items.count, widths.linesBesideFloats == 0 else { return nil }
    return narrowest(from: start, count: first.starts.count).map {
      LinePlan(sizes: Array(repeating: $0, count: first.starts.count))
    }
  }

  /// The smallest inline size at which the content takes no more lines.
  /// https://drafts.csswg.org/css-text-4/#valdef-text-wrap-style-balance
  private mutating func narrowest(from start: InlineCursor, count: Int) -> LayoutUnit? {
    func fits(_ room: LayoutUnit) -> Bool {
      let widths = LineWidths(room: room, roomBesideFloats: room)
      guard let lines = paragraph(from: start, line: 0, limit: count, widths, keepsWords: true) else { return false }
      return lines.end.item >= content.items.count
    }
    var low = constraint.inlineSize / 2
    var high = constraint.inlineSize
    if fits(low) { low = constraint.inlineSize / count }
    // Halving ends at one pixel.
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if fits(middle) { high = middle } else { low = middle }
    }
    return high
  }

  // MARK: pretty

  /// Where a paragraph ends with a short line of one word, its last lines are made anew.
  /// https://drafts.csswg.org/css-text-4/#valdef-text-wrap-style-pretty
  private mutating func prettyLines(
    from start: InlineCursor, _ style: ComputedStyle, _ widths: LineWidths
  ) -> LinePlan? {
    guard constraint.lineClamp == nil, context.firstLineContent(of: container) == nil,
      !content.items.contains(where: { $0.kind == .tab })
    else { return nil }
    var plan = LinePlan()
    var cursor = start
    var line = 0
    while cursor.item < content.items.count, let next = paragraph(from: cursor, line: line, limit: .max, widths) {
      plan.sizes += Array(repeating: nil, count: next.starts.count)
      let lines = next.starts.indices.suffix(Self.prettyLineLimit)
      if let sizes = optimalSizes(of: next, lines: lines, style, widths, isBalanced: false) {
        plan.sizes.replaceSubrange(line + lines.lowerBound..<line + lines.lowerBound + sizes.count, with: sizes)
      }
      (cursor, line) = (next.end, line + next.starts.count)
    }
    return plan.sizes.contains { $0 != nil } ? plan : nil
  }

  // MARK: Both

  /// The lines up to a forced break, each taking what fits; nil where there are more than `limit`. With `keepsWords`,
  /// all of them fit.
  private mutating func paragraph(
    from start: InlineCursor, line: Int, limit: Int, _ widths: LineWidths, keepsWords: Bool = false
  ) -> Paragraph? {
    var result = Paragraph(firstLine: line, starts: [], end: start)
    while result.end.item < content.items.count {
      guard result.starts.count < limit else { return nil }
      result.starts.append(result.end)
      var breaker = LineBreaker(
        context: context, content: content, mode: direction.mode, basis: constraint.inlineSize)
      breaker.keepsWords = keepsWords
      let (end, _) = breaker.findEnd(
        from: result.end, available: widths[line + result.starts.count - 1],
        indent: line == 0 && result.starts.count == 1 ? firstIndent : .zero, openBoxes: [],
        atomicWidth: { atomic($0, $1).width }, float: { _, _, _, _ in .postponed })
      guard end != result.end, !keepsWords || !breaker.isTooWide else { return nil }
      let items = content.items[result.end.item..<end.item]
      result.end = end
      if items.contains(where: { $0.kind == .lineBreak }) { break }
    }
    return result
  }

  private var firstIndent: LayoutUnit { indent(isFirst: true, isAfterForcedBreak: true) }

  /// The room for lines that end where it looks best; nil where they stay as they are.
  private mutating func optimalSizes(
    of paragraph: Paragraph, lines: Range<Int>, _ style: ComputedStyle, _ widths: LineWidths, isBalanced: Bool
  ) -> [LayoutUnit?]? {
    guard lines.count > 1, let start = lines.first.map({ paragraph.starts[$0] }), let last = paragraph.starts.last
    else { return nil }
    var list = LineBreakCandidates(
      context: context, content: content, mode: direction.mode, basis: constraint.inlineSize)
    guard let candidates = list.list(from: start, to: paragraph.end, atomicWidth: { atomic($0, $1).width }),
      let end = candidates.last
    else { return nil }
    let widths = widths.from(paragraph.firstLine + lines.lowerBound)
    if !isBalanced {
      // It is worth while where the last line is short and of one word.
      func isBehind(_ cursor: InlineCursor) -> Bool {
        (cursor.item, cursor.offset) > (last.item, last.offset)
      }
      guard let lastStart = candidates.lastIndex(where: { !isBehind($0.cursor) }), lastStart == candidates.count - 2,
        end.end - candidates[lastStart].next < constraint.inlineSize / 3
      else { return nil }
    }
    let isFirst = paragraph.firstLine == 0 && lines.lowerBound == 0
    let optimal = OptimalLines(
      widths: widths, indent: isFirst ? firstIndent : .zero, fontSize: Double(style.font.size),
      isJustified: style.text.align == .justify, isBalanced: isBalanced)
    guard let ends = optimal.ends(candidates), ends.count <= lines.count else { return nil }
    var sizes: [LayoutUnit?] = []
    var previous = 0
    for (line, index) in ends.enumerated() {
      let room = widths[line]
      let width = candidates[index].end - candidates[previous].next + (isFirst && previous == 0 ? firstIndent : .zero)
      guard width <= room + .epsilon else { return nil }
      // A little more, since widths are rounded from other places on the line.
      sizes.append(index == candidates.count - 1 ? nil : min(room, width + LayoutUnit(0.25)))
      previous = index
    }
    return sizes
  }
}
