import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// How far what is on a line reaches from its baseline, annotations (ruby, emphasis marks) included.
///
/// Text is measured by its em box: what line height and fonts' ascents add is room for annotations.
/// https://drafts.csswg.org/css-ruby-1/#line-height
struct LineExtent: Hashable {
  /// Without the emphasis marks at its edges.
  var text = FontHeight.none
  var marked = FontHeight.none
  var isAnnotatedOver = false
  var isAnnotatedUnder = false
  /// How many annotations are on top of each other.
  var levels = 0

  mutating func unite(_ other: LineExtent) {
    text.unite(other.text)
    marked.unite(other.marked)
    levels = max(levels, other.levels)
    isAnnotatedOver = isAnnotatedOver || other.isAnnotatedOver
    isAnnotatedUnder = isAnnotatedUnder || other.isAnnotatedUnder
  }

  /// With edges around all of it.
  func extended(over: LayoutUnit, under: LayoutUnit) -> LineExtent {
    var extended = self
    extended.text = text.extended(over: over, under: under)
    extended.marked = marked.extended(over: over, under: under)
    return extended
  }

  /// Moves all down.
  func moved(by shift: LayoutUnit) -> LineExtent {
    var moved = self
    moved.text = text.moved(by: shift)
    moved.marked = marked.moved(by: shift)
    return moved
  }
}

extension LineExtent {
  init(_ box: FontHeight) { (text, marked) = (box, box) }

  /// The em box of text in a font, with its emphasis marks.
  init(_ style: InlineStyle, font: FontMetrics) {
    let insets = style.metrics.emInsets(of: font, isCentral: style.isCentral)
    let content = style.fontHeight
    text = FontHeight(
      ascent: content.ascent - LayoutUnit(insets.over), descent: content.descent - LayoutUnit(insets.under))
    let marks = style.emphasis
    marked = FontHeight(ascent: text.ascent + marks.ascent, descent: text.descent + marks.descent)
    isAnnotatedOver = marks.ascent > .zero
    isAnnotatedUnder = marks.descent > .zero
  }
}

/// What a line leaves free for annotations of the lines beside it, and what of its own sticks out of it.
struct LineAnnotations {
  /// Of the line, on its over and its under side; positive is free, negative sticks out.
  var over = LayoutUnit.zero
  var under = LayoutUnit.zero

  init(_ extent: LineExtent, bounds: FontHeight, fontSize: LayoutUnit) {
    guard !bounds.isNone else { return }
    // A line with little in it is as full as one with text of the block's own font.
    var content = extent.marked
    if content.height < fontSize {
      let leading = (bounds.height - fontSize) / 2
      content = FontHeight(ascent: bounds.ascent - leading, descent: bounds.descent - leading)
    }
    over = bounds.ascent - content.ascent
    under = bounds.descent - content.descent
    // Text alone moves no line, whatever its line height.
    if !extent.isAnnotatedOver { over = over.nonNegative }
    if !extent.isAnnotatedUnder { under = under.nonNegative }
  }
}

extension LineBoxBuilder {
  /// Of what was placed on the line.
  mutating func extent() -> LineExtent {
    findOffsets()
    alignAnnotations()
    var extent = LineExtent()
    for leaf in leaves {
      let offset = states[leaf.state].offset
      switch leaf.kind {
      case .text:
        let piece = line.pieces[leaf.piece]
        let item = content.items[piece.item]
        let style = states[leaf.state].style
        // A tab has a place in the text and no glyph.
        let shaped = piece.kind == .text ? content.textItems[Int(item.textItem)].font : style.primary
        let metrics = context.fonts.metrics(piece.generatedFont ?? shaped)
        extent.unite(LineExtent(style, font: metrics).moved(by: offset))
      case .atomic:
        guard let atomic = atomics[line.pieces[leaf.piece].item] else { continue }
        if let column = atomic.result.ruby?.column {
          let distance = annotationDistances[line.pieces[leaf.piece].item] ?? column.distance
          extent.unite(column.extent(distance: distance).moved(by: offset))
        } else {
          let bounds = states[leaf.state].bounds
          let box = FontHeight(
            ascent: bounds.ascent - atomic.margins.over, descent: bounds.descent - atomic.margins.under)
          extent.unite(LineExtent(box).moved(by: offset))
        }
      case .outOfFlow, .empty: break
      }
    }
    return extent
  }

  /// The annotations of one level on one side of a line stand on one baseline, clear of all their bases.
  private mutating func alignAnnotations() {
    annotationDistances.removeAll(keepingCapacity: true)
    struct Level {
      var base = FontHeight.none
      var annotation = FontHeight.none
      var columns: [(item: Int, offset: LayoutUnit)] = []
    }
    var levels: [Int: Level] = [:]
    for leaf in leaves where leaf.kind == .atomic {
      let item = line.pieces[leaf.piece].item
      guard let column = atomics[item]?.result.ruby?.column else { continue }
      let offset = states[leaf.state].offset
      let key = column.isUnder ? -column.base.levels - 1 : column.base.levels + 1
      levels[key, default: Level()].base.unite(column.base.text.moved(by: offset))
      levels[key, default: Level()].annotation.unite(column.annotation.text)
      levels[key, default: Level()].columns.append((item, offset))
    }
    for (key, var level) in levels {
      // Of bases that show nothing, the line is clear.
      // Deviation: as in Chromium; the specification has no such bases.
      if level.base.height == .zero { level.base = states[0].bounds }
      let baseline =
        key < 0
        ? level.base.descent + level.annotation.ascent : .zero - level.base.ascent - level.annotation.descent
      for entry in level.columns { annotationDistances[entry.item] = baseline - entry.offset }
    }
  }
}
