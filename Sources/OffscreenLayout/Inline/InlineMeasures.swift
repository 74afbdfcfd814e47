import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Widths of parts of inline content. Linear in what they look at.
extension InlineContent {
  /// The glyph of the item that begins the cluster at or behind `offset`: as an index into the
  /// glyphs in logical order (0 is the text's first).
  func logicalGlyph(_ item: InlineItem, at offset: Int32) -> Int {
    let count = item.glyphs.count
    if offset <= item.range.lowerBound { return 0 }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if glyphs[glyphIndex(item, middle)].cluster < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  func glyphIndex(_ item: InlineItem, _ logical: Int) -> Int {
    item.level & 1 == 0 ? Int(item.glyphs.lowerBound) + logical : Int(item.glyphs.upperBound) - 1 - logical
  }

  /// The glyphs of a part of an item; nil where cutting there changes them.
  func glyphs(_ item: InlineItem, _ range: Range<Int32>) -> Range<Int32>? {
    if range == item.range { return item.glyphs }
    let start = logicalGlyph(item, at: range.lowerBound)
    let end = range.upperBound >= item.range.upperBound ? item.glyphs.count : logicalGlyph(item, at: range.upperBound)
    if range.lowerBound > item.range.lowerBound, !isSafeCut(item, start, range.lowerBound) { return nil }
    if range.upperBound < item.range.upperBound, !isSafeCut(item, end, range.upperBound) { return nil }
    if item.level & 1 == 0 {
      return item.glyphs.lowerBound + Int32(start)..<item.glyphs.lowerBound + Int32(end)
    }
    return item.glyphs.upperBound - Int32(end)..<item.glyphs.upperBound - Int32(start)
  }

  private func isSafeCut(_ item: InlineItem, _ logical: Int, _ offset: Int32) -> Bool {
    guard logical < item.glyphs.count else { return false }
    let glyph = glyphs[glyphIndex(item, logical)]
    return glyph.cluster == offset && !glyph.isUnsafeToBreak
  }

  /// The level of the bidi paragraph around an offset, by its first strong character.
  /// https://www.unicode.org/reports/tr9/#P2
  func paragraphLevel(at offset: Int32) -> UInt8 {
    var start = Int(offset)
    while start > 0, text[start - 1] != 0x0A { start -= 1 }
    var iterator = text[start...].makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      switch scalar.value {
      case 0x0A: return 0
      case 0x41...0x5A, 0x61...0x7A: return 0
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        if scalar.properties.isAlphabetic || scalar.value == 0x200F { return 1 }
      case 0x200F: return 1
      case 0x200E: return 0
      case ..<0xA0: break
      default: if scalar.properties.isAlphabetic { return 0 }
      }
    }
    return 0
  }

  /// The level that the lines of a paragraph start from.
  func baseLevel(at offset: Int32, _ direction: WritingDirection) -> UInt8 {
    isPlaintext ? paragraphLevel(at: offset) : direction.isLTR ? 0 : 1
  }

  /// U+3000, which hangs at the end of a line whatever `white-space` says, but for `break-spaces`.
  /// https://drafts.csswg.org/css-text-4/#white-space-phase-2
  func isIdeographicSpace(_ offset: Int32) -> Bool {
    let place = Int(offset)
    return place >= 0 && place + 2 < text.count && text[place] == 0xE3 && text[place + 1] == 0x80
      && text[place + 2] == 0x80
  }

  func isSpace(_ offset: Int32) -> Bool {
    let place = Int(offset)
    return place >= 0 && place < text.count && text[place] == 0x20
  }
}

/// Chromium rounds a shaped width up to the next layout unit. What the order of a sum may change is
/// not rounded up.
func snappedWidth(_ width: Double) -> LayoutUnit { LayoutUnit(ceiling: width - 1e-5).nonNegative }

func totalAdvance(_ glyphs: ArraySlice<Glyph>) -> Double {
  var sum = 0.0
  for glyph in glyphs { sum += Double(glyph.advance) }
  return sum
}

extension InlineContent {
  /// How far a tab at `position` reaches: as many of the block container's spaces as its own style says.
  /// https://drafts.csswg.org/css-text-4/#tab-size-property
  func tabWidth(of tab: InlineItem, at position: LayoutUnit) -> LayoutUnit {
    styles[0].tabWidth(at: position, style(tab).style.text.tabSize)
  }
}

extension InlineStyle {
  fileprivate func tabWidth(at position: LayoutUnit, _ size: TabSize) -> LayoutUnit {
    let space = metrics.spaceAdvance
    let stop: Double =
      switch size {
      case .spaces(let count): Double(count) * (space + letterSpacing + wordSpacing)
      case .length(let length): Double(length)
      }
    guard stop > 0, stop.isFinite else { return LayoutUnit(letterSpacing) }
    var distance = stop - position.pixels.truncatingRemainder(dividingBy: stop)
    if distance > stop { distance -= stop }
    // A tab that could not be seen goes on to the next stop.
    if distance < space / 2 { distance += stop }
    return LayoutUnit(distance)
  }
}

extension LayoutContext {
  /// Margin, border and padding where an inline box starts or ends.
  func inlineEdge(of box: BoxID, isStart: Bool, basis: LayoutUnit, mode: WritingMode) -> LayoutUnit {
    // A part of a box that goes on elsewhere has no edge there.
    if boxes[box].flags.contains(isStart ? .continuesBefore : .continuesAfter) { return .zero }
    let direction = WritingDirection(mode: mode, direction: boxes[box].style.text.direction)
    let edges =
      direction.logical(margins(of: box, basis: basis)) + direction.logical(borderWidths(of: box))
      + direction.logical(padding(of: box, basis: basis))
    return isStart ? edges.inlineStart : edges.inlineEnd
  }

  /// What an anonymous block container, or a part of the user agent's, takes from the element that it belongs to,
  /// though it is not inherited: `unicode-bidi` and `text-overflow`.
  func blockStyle(of container: BoxID) -> ComputedStyle {
    let box = boxes[container]
    guard box.origin == .anonymous || box.origin == .userAgentPart, !box.parent.isNone, box.kind == .container,
      !box.flags.contains(.item)
    else { return box.style }
    return boxes[box.parent].style
  }

  func firstLineStyle(_ box: BoxID) -> ComputedStyle? {
    if let style = tree.firstLineStyles[box] { return style }
    // A text has its parent's style.
    switch boxes[box].kind {
    case .text, .lineBreak, .breakOpportunity: return tree.firstLineStyles[boxes[box].parent]
    case .container, .inline, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell,
      .tableColumnGroup, .tableColumn, .tableCaption:
      return nil
    }
  }
}
