import OffscreenCSS
import OffscreenGeometry

/// An annotation that is wider than its base hangs over the text beside the column.
/// https://drafts.csswg.org/css-ruby-1/#ruby-overhang
struct RubyOverhang {
  var start = LayoutUnit.zero
  var end = LayoutUnit.zero
}

extension LayoutContext {
  /// How far the annotation of a ruby column may hang over: at most half a character of its own, as in Chromium.
  func rubyOverhang(of column: BoxID) -> RubyOverhang {
    guard boxes[column].context == .ruby else { return RubyOverhang() }
    let direction = self[column].direction
    let (base, annotation) = (boxes[column].firstChild, boxes[column].lastChild)
    let room =
      intrinsicContribution(of: annotation, to: direction).max - intrinsicContribution(of: base, to: direction).max
    guard room > .zero, boxes[base].context == .inline else { return RubyOverhang() }
    let content = inlineContent(of: base)
    guard !content.isEmpty else { return RubyOverhang() }
    let limit = LayoutUnit(rounding: Double(boxes[annotation].style.font.size)) / 2
    switch boxes[base].style.text.rubyAlign {
    case .start: return RubyOverhang(start: .zero, end: min(room, limit))
    case .center: return RubyOverhang(start: min(room / 2, limit), end: min(room / 2, limit))
    case .spaceBetween, .spaceAround:
      let count = content.opportunitiesToSpread
      if boxes[base].style.text.rubyAlign == .spaceBetween, count > 0 { return RubyOverhang() }
      let inset = room / (count + 1) / 2
      return RubyOverhang(start: min(inset, limit), end: min(inset, limit))
    }
  }
}

extension InlineContent {
  /// Where the line would be stretched if all of the content were on one.
  fileprivate var opportunitiesToSpread: Int {
    var count = 0
    var isLast = false
    for item in items where item.kind == .text {
      let method = style(item).style.text.justify
      for offset in item.range where text[Int(offset)] & 0xC0 != 0x80 {
        isLast = LineExpansion.opportunity(at: offset, self, method) == .after
        if isLast { count += 1 }
      }
    }
    return isLast ? count - 1 : count
  }

  /// The text right before (`step` -1) or behind (1) a ruby column that its annotation may hang over: none that is
  /// larger than the base.
  func textBeside(_ column: Int, step: Int) -> Int? {
    var index = column + step
    while items.indices.contains(index), items[index].kind == .open || items[index].kind == .close { index += step }
    guard items.indices.contains(index), items[index].kind == .text,
      style(items[index]).style.font.size <= style(items[column]).style.font.size
    else { return nil }
    return index
  }

  /// Of a text that is not broken, `limit` where it is wider.
  func width(ofText index: Int, upTo limit: LayoutUnit) -> LayoutUnit {
    var width = 0.0
    for glyph in glyphs[Int(items[index].glyphs.lowerBound)..<Int(items[index].glyphs.upperBound)] {
      width += Double(glyph.advance)
      if width >= limit.pixels { return limit }
    }
    return min(limit, snappedWidth(width))
  }
}

extension InlineLayout {
  /// Lets annotations on a measured line hang over the texts beside them.
  func hangAnnotations(_ line: inout InlineLine) {
    guard context.boxes.hasAnnotations else { return }
    for index in line.pieces.indices where line.pieces[index].kind == .atomic {
      let item = line.pieces[index].item
      let overhang = context.rubyOverhang(of: content.items[item].box)
      var (start, end) = (LayoutUnit.zero, LayoutUnit.zero)
      if let before = content.textBeside(item, step: -1), isOnLine(before, before: index, line) {
        start = content.width(ofText: before, upTo: overhang.start)
      }
      // As in Chromium, also where the line ends before the text.
      if let behind = content.textBeside(item, step: 1) {
        end = content.width(ofText: behind, upTo: overhang.end)
      }
      line.pieces[index].overhang = direction.isLTR ? (start, end) : (end, start)
      line.pieces[index].width -= start + end
      line.width -= start + end
    }
  }

  private func isOnLine(_ text: Int, before piece: Int, _ line: InlineLine) -> Bool {
    var index = piece - 1
    while index >= 0, line.pieces[index].kind == .open || line.pieces[index].kind == .close { index -= 1 }
    return index >= 0 && line.pieces[index].item == text
  }
}
