import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// A size that the min-content inline size of a box does not exceed, found without shaping most of its text.
///
/// An automatic minimum size is the least that all of the content asks for, and seldom decides: where it is below what
/// a flex item gets anyway, what is below the viewport need not be shaped for it. See `SeenPart`.
struct MinContentBound {
  let context: LayoutContext

  /// By how much kerning and ligatures may make text wider than its letters.
  private static let allowance = 1.25

  /// Of the border box. What is not text in blocks is measured as it is.
  /// `enough`: of bounds that are no more than this, any will do.
  func size(of box: BoxID, enough: LayoutUnit = .min) -> LayoutUnit {
    let entry = context[box]
    if entry.flags.contains(.endsOpen) { context.needsWhole = true }
    let direction = entry.direction
    guard entry.style.usedContainment.isEmpty, !entry.flags.contains(.control), !context.isMultiColumn(box),
      direction.isHorizontal, SizeProperties(entry.style, direction).block.isAuto
    else { return context.intrinsicSizes(of: box).min }
    let edges = direction.logical(context.borderWidths(of: box) + context.padding(of: box, basis: .zero)).inlineSum
    var content: LayoutUnit?
    switch entry.context {
    case .block:
      content = entry.children.reduce(LayoutUnit.zero) { widest, child in
        child.isOutOfFlow || child.isOutsideMarker
          ? widest : max(widest, contribution(of: child.id, to: direction, enough: enough - edges))
      }
    case .inline: content = lines(of: box)
    case .table: content = columns(of: box)
    case .flex, .grid, .fieldset, .ruby, .math, .replaced: break
    }
    guard let content else { return context.intrinsicSizes(of: box).min }
    return content + edges
  }

  /// Of the margin box.
  private func contribution(of box: BoxID, to parent: WritingDirection, enough: LayoutUnit = .min) -> LayoutUnit {
    let entry = context[box]
    let properties = SizeProperties(entry.style, entry.direction)
    let edges = context.sizingEdges(of: box, along: entry.direction).inlineSum
    /// The border box that a length gives, of which percentages are zero.
    func borderBox(_ value: SizeValue) -> LayoutUnit? {
      guard case .value(let length) = value else { return nil }
      let size = length.resolved(.zero).nonNegative
      return entry.style.box.boxSizing == .borderBox ? max(size, edges) : size + edges
    }
    // Percentages of what is asked for count as `auto`.
    var isAuto = properties.inline.isAuto
    if case .value(let length) = properties.inline { isAuto = length.hasPercentage }
    let floor = properties.minInline.isAuto ? edges : borderBox(properties.minInline)
    guard !entry.direction.isOrthogonal(to: parent), isAuto, let floor, context.preferredRatio(of: box) == nil,
      entry.kind != .replaced
    else { return context.intrinsicContribution(of: box, to: parent).min }
    let margins = parent.logical(context.margins(of: box, basis: .zero)).inlineSum
    var limit = LayoutUnit.max
    // No table is narrower than its columns can be; of a percentage nothing is known.
    if entry.context != .table, case .value(let length) = properties.maxInline, !length.hasPercentage {
      limit = max(floor, borderBox(properties.maxInline) ?? .max)
      if limit + margins <= enough { return (limit + margins).nonNegative }
    }
    return (max(floor, min(limit, size(of: box, enough: enough - margins))) + margins).nonNegative
  }

  /// Of a table whose columns are as wide as their cells ask for; nil of others.
  private func columns(of table: BoxID) -> LayoutUnit? {
    let grid = TableGrid(wrapper: table, context: context)
    let hasOwnWidths = grid.columnBoxes.contains {
      let properties = SizeProperties(context[$0.box].style, grid.direction)
      return properties.inline.fixedLength != nil || !properties.minInline.isAuto
    }
    guard !grid.box.isNone, !grid.isFixedLayout, !grid.isCollapsed, grid.captions.isEmpty, !hasOwnWidths,
      !context.isQuirksMode
    else { return nil }
    var widest = [LayoutUnit](repeating: .zero, count: grid.cellColumnCount)
    for cell in grid.cells {
      guard cell.columnSpan == 1, widest.indices.contains(cell.column), context[cell.box].direction.isHorizontal,
        SizeProperties(context[cell.box].style, grid.direction).minInline.isAuto
      else { return nil }
      widest[cell.column] = max(widest[cell.column], size(of: cell.box))
    }
    let border = context.borderWidths(of: grid.box) + context.borderWidths(of: table)
    return widest.reduce(grid.direction.logical(border + context.tablePadding(grid, basis: .zero)).inlineSum) {
      $0 + $1 + context.borderSpacing(of: grid).inline
    } + context.borderSpacing(of: grid).inline
  }

  /// Of the lines of a block container; nil where they have to be measured.
  private func lines(of container: BoxID) -> LayoutUnit? {
    let entry = context[container]
    guard entry.direction.isLTR, context.boxes.firstLineStyles[container] == nil, !context.boxes.hasAnnotations else {
      return nil
    }
    var run = UnbrokenRun()
    run.add(entry.style.text.indent.resolved(.zero))
    var next = container.rawValue + 1
    while next < entry.end.rawValue {
      let id = BoxID(rawValue: next)
      let box = context[id]
      next += 1
      switch box.kind {
      case .text: guard add(box, to: &run) else { return nil }
      case .lineBreak: run.end()
      case .breakOpportunity: break
      case .inline:
        guard box.style.box.initialLetter.isNormal else { return nil }
        for isStart in [true, false] {
          run.add(context.inlineEdge(of: id, isStart: isStart, basis: .zero, mode: entry.direction.mode).nonNegative)
        }
      case .container, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
        .tableCaption:
        next = max(next, box.end.rawValue)
        if box.isOutOfFlow { continue }
        let size = contribution(of: id, to: entry.direction)
        if box.isFloating { run.widest = max(run.widest, size.pixels) } else { run.add(size) }
      }
    }
    run.end()
    return LayoutUnit(run.widest) + .epsilon
  }

  /// Whether the widths of the characters of a text are known.
  private func add(_ box: LayoutBox, to run: inout UnbrokenRun) -> Bool {
    guard context.boxes.texts.indices.contains(Int(box.data)) else { return true }
    let style = context.inlineStyle(box.style)
    guard style.smallCapitals == .none, let widest = context.fonts.widestLetter(style.font) else { return false }
    let spacing = max(0, style.letterSpacing) + max(0, style.wordSpacing)
    let letter = widest * Self.allowance + spacing
    // A word that is hyphenated ends with another letter.
    run.hyphen = letter
    var before: UInt8 = 0
    let text = context.boxes.texts[Int(box.data)]
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case 0x0A where !style.collapsesSpaces: run.end()
      case 0x20 where style.wraps && index < text.count && Self.endsWord(before) && Self.startsWord(text[index]):
        run.end()
      case 0x09: return false
      case ..<0x80: run.add(letter)
      default:
        guard let (scalar, count) = Self.scalar(in: text, at: index - 1),
          let advance = context.fonts.advance(of: scalar, style.font)
        else { return false }
        run.add(advance * Self.allowance + spacing)
        index += count - 1
      }
      before = byte
    }
    return true
  }

  /// Whether there is a break between such characters with a space between them, whatever is around them.
  private static func endsWord(_ byte: UInt8) -> Bool {
    startsWord(byte) || byte == 0x2C || byte == 0x2E || byte == 0x3A || byte == 0x3B
  }
  private static func startsWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// A character of the Latin-1 supplement, or one of punctuation, and its length.
  private static func scalar(in text: [UInt8], at index: Int) -> (UInt32, Int)? {
    switch text[index] {
    case 0xC2...0xC3 where index + 1 < text.count:
      let scalar = UInt32(text[index] & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
      // Not a soft hyphen.
      return scalar >= 0xA0 && scalar != 0xAD ? (scalar, 2) : nil
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80:
      let scalar = 0x2000 | UInt32(text[index + 2] & 0x3F)
      return (0x2010...0x2027).contains(scalar) ? (scalar, 3) : nil
    default: return nil
    }
  }
}

/// What stands on one line in any case.
private struct UnbrokenRun {
  var length = 0.0
  var widest = 0.0
  var hyphen = 0.0

  mutating func add(_ size: LayoutUnit) { length += size.pixels }
  mutating func add(_ pixels: Double) { length += pixels }
  mutating func end() {
    widest = max(widest, length + hyphen)
    length = 0
  }
}
