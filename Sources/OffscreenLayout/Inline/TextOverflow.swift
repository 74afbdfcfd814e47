import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Lines that are cut short and end in an ellipsis.
extension InlineLayout {
  /// What finds no room before the ellipsis keeps its place on the line and is not painted.
  /// https://drafts.csswg.org/css-overflow-3/#text-overflow
  func shorten(_ line: inout InlineLine, available: LayoutUnit) {
    let style = context.blockStyle(of: container)
    let isClamped =
      constraint.lineClamp.map {
        result.lineCount + 1 == $0 && (!line.isLast || constraint.isContinuedBehind)
      } ?? false
    let isOverflowing =
      style.box.textOverflow == .ellipsis && !isEdited && line.width + line.indent > available + .epsilon
      && (direction.isHorizontal ? style.box.overflowX : style.box.overflowY) != .visible
    guard isClamped || isOverflowing, !line.isEmpty else { return }

    guard let text = context.shaped("\u{2026}", content.styles[0]).first else { return }
    let run = text.run
    let room = (available - line.indent - snappedWidth(run.width)).nonNegative
    var position = LayoutUnit.zero
    var hasContent = false
    // The content nearest to the line's start edge is visible, whichever way it runs.
    var order = Array(line.pieces.indices)
    if content.hasRightToLeft || !direction.isLTR {
      order = BidiLevels.visualOrder(of: line.pieces.map(\.level))
      if !direction.isLTR { order.reverse() }
    }
    var kept = order.count
    for (place, index) in order.enumerated() {
      let piece = line.pieces[index]
      if position + piece.width <= room || piece.width == .zero {
        position += piece.width
        hasContent = hasContent || piece.kind == .text || piece.kind == .atomic
        continue
      }
      kept = place
      if piece.kind == .text, !piece.isGenerated, cut(&line, index, to: room - position, keepsOne: !hasContent) {
        position += line.pieces[index].width - line.pieces[index].cutWidth
        kept = place + 1
      } else if !hasContent, piece.kind == .atomic {
        // The first thing on the line is clipped rather than replaced.
        position += piece.width
        kept = place + 1
      }
      break
    }
    let level: UInt8 = direction.isLTR ? 0 : 1
    let anchor = line.pieces[order[min(kept, order.count - 1)]].item
    for index in order[kept...] { line.pieces[index].isCutOff = true }
    let first = Int32(line.glyphs.count)
    line.glyphs.append(contentsOf: run.glyphs)
    var ellipsis = LinePiece(item: anchor, kind: .text, level: level, range: 0..<0)
    ellipsis.glyphs = first..<Int32(line.glyphs.count)
    ellipsis.hasOwnGlyphs = true
    ellipsis.generatedFont = run.font
    ellipsis.isUpright = text.isUpright
    ellipsis.isEllipsis = true
    ellipsis.width = snappedWidth(run.width)
    line.ellipsis = (ellipsis, position)
  }

  /// What is typed into a field is not hidden.
  /// https://drafts.csswg.org/css-overflow-3/#ellipsis-interaction
  private var isEdited: Bool {
    let box = context[container]
    return box.flags.contains(.control) && context.document.focus.element == box.node
  }

  /// Shortens a text to whole clusters that fit; whether anything is left.
  private func cut(_ line: inout InlineLine, _ index: Int, to room: LayoutUnit, keepsOne: Bool) -> Bool {
    let piece = line.pieces[index]
    let glyphs = glyphs(of: piece, in: line)
    // From the line's start on.
    let isRightToLeft = !direction.isLTR
    var width = 0.0
    var count = 0
    var fitting = (count: 0, width: 0.0)
    for step in 0..<glyphs.count {
      let at = isRightToLeft ? glyphs.endIndex - 1 - step : glyphs.startIndex + step
      if step > 0 {
        let before = isRightToLeft ? at + 1 : at - 1
        if glyphs[before].cluster != glyphs[at].cluster { fitting = (count, width) }
        if keepsOne, fitting.count > 0, snappedWidth(width) > room, snappedWidth(fitting.width) > room { break }
      }
      width += Double(glyphs[at].advance)
      count += 1
      if snappedWidth(width) > room, fitting.count > 0 || !keepsOne { break }
    }
    guard fitting.count > 0 else {
      if keepsOne { return true }
      return false
    }
    let kept = Int32(fitting.count)
    line.pieces[index].glyphs =
      isRightToLeft
      ? piece.glyphs.upperBound - kept..<piece.glyphs.upperBound
      : piece.glyphs.lowerBound..<piece.glyphs.lowerBound + kept
    let nextAt = isRightToLeft ? glyphs.endIndex - 1 - fitting.count : glyphs.startIndex + fitting.count
    if glyphs.indices.contains(nextAt), isRightToLeft == (piece.level & 1 != 0) {
      line.pieces[index].range = piece.range.lowerBound..<max(piece.range.lowerBound, glyphs[nextAt].cluster)
    } else if glyphs.indices.contains(nextAt) {
      // The text runs against the line: its end is what stays.
      let lastAt = isRightToLeft ? nextAt + 1 : nextAt - 1
      line.pieces[index].range = min(piece.range.upperBound, glyphs[lastAt].cluster)..<piece.range.upperBound
    }
    line.pieces[index].cutWidth = piece.width - snappedWidth(fitting.width)
    return true
  }
}
