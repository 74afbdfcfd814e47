import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout
import OffscreenStyle

/// A part of a text that is highlighted: what is selected, or what scripts or the address mark.
package struct TextHighlight {
  /// UTF-16 offsets into the text.
  package var range: Range<Int>
  package var style: HighlightStyle

  package init(range: Range<Int>, style: HighlightStyle) { (self.range, self.style) = (range, style) }
}

/// https://drafts.csswg.org/css-pseudo-4/#highlight-painting
extension Painter {
  /// A stretch of a text fragment under the same highlights, as shares of its length.
  struct HighlightedPart {
    var from: Double
    var to: Double
    /// The lowest first.
    var styles: [HighlightStyle]
  }

  /// All of the fragment in parts; nil where nothing of it is highlighted.
  func highlightedParts(of fragment: Fragment, _ box: Box) -> [HighlightedPart]? {
    guard !options.highlights.isEmpty, !box.textNode.isNone, let highlights = options.highlights[box.textNode] else {
      return nil
    }
    var stretches: [(from: Double, to: Double, style: HighlightStyle)] = []
    for highlight in highlights {
      guard
        let (from, to) = tree.shares(of: fragment, from: highlight.range.lowerBound, to: highlight.range.upperBound)
      else { continue }
      stretches.append((min(from, to), max(from, to), highlight.style))
    }
    guard !stretches.isEmpty else { return nil }
    let edges = Set([0, 1] + stretches.flatMap { [$0.from, $0.to] }).sorted()
    // Each highlight may begin and end anywhere: with too many of them the rest is left out.
    let most = max(16, 200_000 / edges.count)
    return zip(edges, edges.dropFirst()).map { from, to in
      HighlightedPart(
        from: from, to: to, styles: stretches.prefix(most).filter { $0.from <= from && $0.to >= to }.map(\.style))
    }
  }

  mutating func paintHighlighted(
    _ parts: [HighlightedPart], _ item: PaintItem, _ fragment: Fragment, _ style: ComputedStyle, _ box: Box
  ) {
    let frame = Rect(origin: item.offset, size: fragment.size)
    let isHorizontal = tree.texts[Int(fragment.text)].orientation == .horizontal
    let length = isHorizontal ? frame.width : frame.height
    func rect(_ part: HighlightedPart) -> Rect {
      let (from, to) = (length * part.from, length * part.to)
      return isHorizontal
        ? Rect(x: frame.minX + from, y: frame.minY, width: to - from, height: frame.height)
        : Rect(x: frame.minX, y: frame.minY + from, width: frame.width, height: to - from)
    }
    for part in parts {
      for highlight in part.styles {
        let color = highlight.style.background.color.resolved(highlight.style.inherited.color)
        if !color.isTransparent { list.fill(snap.rect(rect(part)), color) }
      }
    }
    // Across the line nothing is cut off, nor before the first part and after the last.
    let reach = max(PaintRect(frame).height, PaintRect(frame).width, 100) * 4
    for part in parts where part.to > part.from {
      let own = snap.rect(rect(part))
      let (before, after) = (part.from == 0 ? reach : 0, part.to == 1 ? reach : 0)
      list.pushClip(
        isHorizontal
          ? PaintRect(minX: own.minX - before, minY: own.minY - reach, maxX: own.maxX + after, maxY: own.maxY + reach)
          : PaintRect(minX: own.minX - reach, minY: own.minY - before, maxX: own.maxX + reach, maxY: own.maxY + after))
      paintText(item, fragment, style, box, part.styles)
      list.pop()
    }
  }
}
