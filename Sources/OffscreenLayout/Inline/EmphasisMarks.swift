import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// A mark as it stands over or under each character of a text.
struct EmphasisMark {
  var font: FontID
  var glyphs: [Glyph]
  var width: Float
  var isUpright: Bool
  /// Of the marks' line.
  var ascent: LayoutUnit
  var descent: LayoutUnit
}

extension LayoutContext {
  /// The mark of a style, half as large as the text.
  /// https://drafts.csswg.org/css-text-decor-4/#text-emphasis-style-property
  func emphasisMark(_ style: InlineStyle, language: String) -> EmphasisMark? {
    if let known = style.emphasisMark { return known }
    let mark: String
    switch style.style.text.emphasisStyle {
    case .none: return nil
    case .mark(let text): mark = text
    case .automatic(let filled):
      mark = style.style.text.writingMode.isHorizontal
        ? (filled ? "\u{25CF}" : "\u{25CB}") : (filled ? "\u{FE45}" : "\u{FE46}")
    }
    var request = FontRequest(style.style.font, language: language)
    request.size /= 2
    let font = fonts.intern(request)
    let metrics = fonts.metrics(fonts.primaryFont(font))
    let bytes = Array(mark.utf8.prefix(64))
    let span = TextSpan(
      range: 0..<bytes.count, font: font, letterSpacing: 0, wordSpacing: 0, orientation: style.orientation)
    guard let item = fonts.itemize(bytes, spans: [span]).first else { return nil }
    let run = fonts.shape(item, in: bytes)
    let made = EmphasisMark(
      font: run.font, glyphs: run.glyphs, width: run.glyphs.reduce(0) { $0 + $1.advance }, isUpright: item.isUpright,
      ascent: LayoutUnit(metrics.roundedAscent), descent: LayoutUnit(metrics.roundedDescent))
    style.emphasisMark = made
    return made
  }
}

extension LineBoxBuilder {
  /// The marks of a text whose content area is `textRect`, and where they are.
  /// https://drafts.csswg.org/css-text-decor-4/#text-emphasis-position-property
  mutating func makeEmphasisMarks(
    _ leaf: LineLeaf, _ piece: LinePiece, _ textRect: LineRect, _ isFirstLine: Bool
  ) -> (fragment: FragmentID, rect: LineRect)? {
    let style = states[leaf.state].style
    guard style.style.text.emphasisStyle != .none, piece.kind == .text, !piece.isGenerated else { return nil }
    let item = content.items[piece.item]
    let language = context.contentLanguage(context.boxes[item.box].node)
    guard let mark = context.emphasisMark(style, language: language), !mark.glyphs.isEmpty else { return nil }
    placed.removeAll(keepingCapacity: true)
    for center in markCenters(piece, expands: expansion.isActive && style.style.text.justify != .none) {
      var pen = center - mark.width / 2
      for glyph in mark.glyphs where glyph.id != Glyph.invisible {
        placed.append(
          mark.isUpright
            ? PlacedGlyph(id: glyph.id, x: glyph.xOffset, y: pen - glyph.yOffset)
            : PlacedGlyph(id: glyph.id, x: pen + glyph.xOffset, y: -glyph.yOffset))
        pen += glyph.advance
      }
    }
    guard !placed.isEmpty else { return nil }
    let first = Int32(context.tree.glyphs.count)
    context.tree.glyphs.append(contentsOf: placed)

    let position = style.style.text.emphasisPosition
    let isOver = direction.isHorizontal ? position.over : position.right
    let height = mark.ascent + mark.descent
    let rect = LineRect(
      left: textRect.left, top: isOver ? textRect.top - height : textRect.top + textRect.height,
      width: textRect.width, height: height)
    let (orientation, baseline): (GlyphOrientation, LayoutUnit) =
      switch direction.mode {
      case .horizontalTB: (.horizontal, mark.ascent)
      case .sidewaysLR: (.sidewaysLeft, mark.ascent)
      case .verticalRL, .verticalLR, .sidewaysRL:
        mark.isUpright ? (.upright, height / 2) : (.sidewaysRight, mark.descent)
      }
    let source = content.sourceOffset(piece.range.lowerBound)
    context.tree.texts.append(
      TextFragment(
        font: mark.font, glyphs: first..<first + Int32(placed.count), baseline: baseline, orientation: orientation,
        source: source..<source))
    var fragment = Fragment(kind: .text, box: item.box, size: geometry.physical(rect.width, rect.height))
    fragment.text = Int32(context.tree.texts.count - 1)
    fragment.flags = [.generated, .emphasis]
    if isFirstLine { fragment.flags.insert(.firstLine) }
    return (context.append(fragment, []), rect)
  }

  /// The middles of the characters that get a mark, from the start of the piece.
  private func markCenters(_ piece: LinePiece, expands: Bool) -> [Float] {
    let glyphs = piece.hasOwnGlyphs
      ? line.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
      : content.glyphs[Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)]
    var centers: [Float] = []
    var pen: Float = 0
    var start: Float = 0
    for (index, glyph) in zip(glyphs.indices, glyphs) {
      pen += glyph.advance
      guard index + 1 == glyphs.endIndex || glyphs[index + 1].cluster != glyph.cluster else { continue }
      if content.takesEmphasisMark(at: glyph.cluster) { centers.append((start + pen) / 2) }
      if expands { pen += expansion.after(glyph, content) }
      start = pen
    }
    return centers
  }
}

extension InlineContent {
  /// Spaces, punctuation and what is not seen get no marks.
  /// https://drafts.csswg.org/css-text-decor-4/#text-emphasis-style-property
  fileprivate func takesEmphasisMark(at offset: Int32) -> Bool {
    guard offset >= 0, Int(offset) < text.count else { return false }
    var bytes = text[Int(offset)...].prefix(4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return false }
    switch scalar {
    case "#", "%", "&", "@", "§", "¶", "‰", "‱", "٪", "؉", "؊", "⁊", "⁋", "⁌", "⁍", "﹟", "﹠", "﹪", "﹫", "＃", "％",
      "＆", "＠", "〼":
      return true
    case _: break
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return false
    case _: return true
    }
  }
}
