import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Flattens the inline-level descendants of a block container into one text and a list of items,
/// processing white space on the way; then has the text shaped.
/// https://drafts.csswg.org/css-text-4/#white-space-phase-1
struct InlineContentBuilder {
  let context: LayoutContext
  let container: BoxID
  let usesFirstLine: Bool

  var text: [UInt8] = []
  /// One an inline-level box or stretch of text, before splitting by font and level.
  var items: [InlineItem] = []
  var styles: [InlineStyle] = []
  var sources: [(content: Int32, source: Int32)] = []
  /// Of its inline boxes, in document order.
  var boxStyles: [(box: BoxID, style: Int32)] = []
  /// Styles of the small letters of synthesized small capitals, by the index of the usual one.
  private var smallStyles: [Int32: Int32] = [:]
  private var language: LanguageID
  private var languageStack: [(box: BoxID, outer: LanguageID)] = []
  var isEmpty = true
  var hasContainingInlines = false
  var hasFloats = false
  var isPlaintext = false
  // Made by shaping:
  var finished: [InlineItem] = []
  var glyphs: [Glyph] = []
  var textItems: [TextItem] = []
  var breaks: [BreakOpportunity] = []
  /// The room before clusters that begin at an offset.
  var autospaces: [Int32: Float] = [:]
  var hasRightToLeft = false
  var hasIsolates = false

  /// The computed styles and languages that the styles come from.
  private var styleSources: [(style: ComputedStyle, language: LanguageID, index: Int32)] = []
  private var lastStyle: (ComputedStyle, Int32)?
  /// The item that ends in the collapsible space at the end of the text, which may still be removed.
  private var pendingSpace: Int?
  /// Ends of spaces that do not wrap, with which others that do collapsed.
  var wrappingSpaces: Set<Int32> = []
  /// It is what has become of a line feed.
  private var isPendingSpaceNewline = false
  /// The next collapsible space would begin a line.
  private var isAtLineStart = true
  /// What closes and opens again around a forced break, outermost first.
  private var bidiStack: [(box: BoxID, open: [UInt32], close: [UInt32])] = []

  init(context: LayoutContext, container: BoxID, usesFirstLine: Bool) {
    (self.context, self.container, self.usesFirstLine) = (context, container, usesFirstLine)
    language = context.contentLanguage(context[container].node)
  }

  mutating func build() {
    let boxes = context.boxes
    _ = styleIndex(container)
    isPlaintext = context.blockStyle(of: container).box.unicodeBidi == .plaintext
    enterBidi(container, isBlock: true)
    var box = boxes[container].firstChild
    while !box.isNone {
      let isInline = append(box)
      if isInline, !boxes[box].firstChild.isNone {
        box = boxes[box].firstChild
        continue
      }
      if isInline { close(box) }
      while boxes[box].nextSibling.isNone {
        let parent = boxes[box].parent
        if parent == container || parent.isNone {
          box = .none
          break
        }
        close(parent)
        box = parent
      }
      if !box.isNone { box = boxes[box].nextSibling }
    }
    exitBidi(container)
    if let pending = pendingSpace { removeSpace(pending) }
    isEmpty = !items.contains { countsAsLine($0) }
    shape()
  }

  private func countsAsLine(_ item: InlineItem) -> Bool {
    switch item.kind {
    case .text: !item.range.isEmpty
    case .tab, .lineBreak, .atomic: true
    case .open, .close: item.hasEdge
    case .breakOpportunity, .float, .outOfFlow, .control: false
    }
  }

  // MARK: Boxes

  /// Appends a box; whether it is an inline box whose children follow.
  private mutating func append(_ box: BoxID) -> Bool {
    let record = context[box]
    let here = Int32(text.count)
    if record.isOutsideMarker { return false }
    if record.isOutOfFlow {
      items.append(InlineItem(.outOfFlow, box, style: 0, range: here..<here))
      return false
    }
    if record.isFloating {
      hasFloats = true
      items.append(InlineItem(.float, box, style: 0, range: here..<here))
      return false
    }
    switch record.kind {
    case .text:
      appendText(box)
      // The shape of a marker stands for one with a space behind it: spaces that follow collapse.
      if record.flags.contains(.symbolMarker), record.origin == .marker { isAtLineStart = true }
      return false
    case .lineBreak:
      appendForcedBreak(box, style: styleIndex(box))
      return false
    case .breakOpportunity:
      appendBreakOpportunity(for: box)
      return false
    case .inline:
      enterLanguage(box)
      let style = styleIndex(box)
      boxStyles.append((box, style))
      if styles[Int(style)].containsPositioned { hasContainingInlines = true }
      var item = InlineItem(.open, box, style: style, range: here..<here)
      item.hasEdge = hasEdge(box).start
      item.partsText = item.hasEdge || record.style.box.verticalAlign != .baseline
      items.append(item)
      enterBidi(box, isBlock: false)
      return true
    case .container, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup,
      .tableColumn, .tableCaption:
      pendingSpace = nil
      isAtLineStart = false
      let isText = record.context == .ruby || record.flags.contains(.combinesText)
      if !(isText && appendBaseText(of: box)) { appendCharacters([0xFFFC]) }
      items.append(InlineItem(.atomic, box, style: styleIndex(box), range: here..<Int32(text.count)))
      return false
    }
  }

  /// Lines break beside a ruby column as they would beside the text of its base, and beside combined text. False where
  /// there is none, and where the base is so long that it is no word or two: ruby may be nested, and the text is here
  /// once a level.
  /// https://drafts.csswg.org/css-ruby-1/#break-between
  private mutating func appendBaseText(of column: BoxID) -> Bool {
    let boxes = context.boxes
    var base: [UInt8] = []
    var box = boxes[column].firstChild
    let end = boxes[box].end
    guard end.rawValue - box.rawValue <= 64 else { return false }
    while box < end {
      let entry = boxes[box]
      // Of ruby in the base, too, the base alone.
      let isAnnotation = boxes[entry.parent].context == .ruby && !entry.previousSibling.isNone
      if entry.kind == .text, boxes.texts.indices.contains(Int(entry.data)) {
        guard base.count + boxes.texts[Int(entry.data)].count <= 256 else { return false }
        base += boxes.texts[Int(entry.data)].lazy.filter { $0 > 0x20 }
      }
      box = isAnnotation ? entry.end : BoxID(rawValue: box.rawValue + 1)
    }
    text += base
    return !base.isEmpty
  }

  private mutating func appendBreakOpportunity(for box: BoxID) {
    let here = Int32(text.count)
    appendCharacters([0x200B])
    items.append(InlineItem(.breakOpportunity, box, style: styleIndex(box), range: here..<Int32(text.count)))
  }

  /// The shape of an inside marker stands by itself, as an atomic inline does: the line may end behind it.
  private func isSymbolMarker(_ box: BoxID) -> Bool {
    let content = context[box].firstChild
    return context[box].origin == .marker && !content.isNone
      && context[content].flags.contains(.symbolMarker)
  }

  private mutating func close(_ box: BoxID) {
    exitBidi(box)
    let here = Int32(text.count)
    var item = InlineItem(.close, box, style: styleIndex(box), range: here..<here)
    item.hasEdge = hasEdge(box).end
    item.partsText = item.hasEdge || context[box].style.box.verticalAlign != .baseline
    items.append(item)
    if isSymbolMarker(box) { appendBreakOpportunity(for: box) }
    if let last = languageStack.last, last.box == box {
      language = last.outer
      languageStack.removeLast()
      lastStyle = nil
    }
  }

  private mutating func enterLanguage(_ box: BoxID) {
    let record = context[box]
    guard record.origin == .element, !record.node.isNone, context.document.isElement(record.node) else { return }
    let own = context.contentLanguage(record.node)
    if own == language { return }
    languageStack.append((box, language))
    language = own
    lastStyle = nil
  }

  private func hasEdge(_ box: BoxID) -> (start: Bool, end: Bool) {
    let style = context[box].style
    let direction = WritingDirection(
      mode: context[container].style.text.writingMode, direction: style.text.direction)
    let border = direction.logical(context.borderWidths(of: box))
    let padding = direction.sides(style.box.padding)
    let margin = direction.sides(style.box.margin)
    func isZero(_ value: LengthOrAuto) -> Bool {
      if case .value(let length) = value { length.isZero } else { true }
    }
    let flags = context[box].flags
    return (
      !flags.contains(.continuesBefore)
        && (border.inlineStart != .zero || !padding.inlineStart.isZero || !isZero(margin.inlineStart)),
      !flags.contains(.continuesAfter)
        && (border.inlineEnd != .zero || !padding.inlineEnd.isZero || !isZero(margin.inlineEnd))
    )
  }

  private mutating func styleIndex(_ box: BoxID) -> Int32 {
    var style = context[box].style
    if usesFirstLine, let firstLine = context.firstLineStyle(box) { style = firstLine }
    if let lastStyle, lastStyle.0 === style { return lastStyle.1 }
    // Optimization: among the last few without hashing. What is not there comes in once more.
    if let known = styleSources.suffix(8).last(where: { $0.style === style && $0.language == language }) {
      lastStyle = (style, known.index)
      return known.index
    }
    let index = Int32(styles.count)
    styles.append(context.inlineStyle(style, language: language))
    styleSources.append((style, language, index))
    lastStyle = (style, index)
    return index
  }

  // MARK: Text

  private mutating func appendCharacters(_ scalars: [UInt32]) {
    for scalar in scalars {
      if let unicode = Unicode.Scalar(scalar) { text.append(contentsOf: UTF8.encode(unicode) ?? UTF8.encode("?")!) }
    }
  }

  private mutating func appendText(_ box: BoxID) {
    let data = Int(context[box].data)
    guard context.boxes.texts.indices.contains(data) else { return }
    let style = styleIndex(box)
    var bytes = context.boxes.texts[data]
    if usesFirstLine, let firstLine = context.firstLineStyle(box) {
      bytes = firstLineText(bytes, firstLine.text.transform, context[box])
    }
    // Offsets are 32 bits wide: what would not fit is left out.
    guard bytes.count < Int(Int32.max) / 4 - text.count else { return }
    if styles[Int(style)].smallCapitals == .none {
      append(bytes, box, style)
    } else {
      for part in smallCapitals(bytes, style) { append(part.bytes, box, part.style) }
    }
  }

  /// The text as it is on the first line, where `::first-line` transforms it otherwise.
  /// Deviation: only letters that take as many bytes as before are changed; what follows the line would
  /// not be found again.
  private func firstLineText(_ bytes: [UInt8], _ transform: TextTransform, _ box: LayoutBox) -> [UInt8] {
    guard transform.letterCase != .none, transform != box.style.text.transform else { return bytes }
    let mapping = CaseMapping(language: BoxTreeBuilder.language(of: box.node, context.document))
    let text = String(decoding: bytes, as: UTF8.self)
    var isInWord = false
    let whole: String? =
      switch transform.letterCase {
      case .none, .mathAuto: nil
      case .uppercase: mapping.uppercased(text)
      case .lowercase: mapping.lowercased(text)
      case .capitalize: mapping.capitalized(text, isInWord: &isInWord)
      }
    guard let whole, !whole.utf8.elementsEqual(bytes) else { return bytes }
    if whole.unicodeScalars.count == text.unicodeScalars.count {
      var result: [UInt8] = []
      for (new, old) in zip(whole.unicodeScalars, text.unicodeScalars) {
        let keeps = UTF8.width(new) != UTF8.width(old)
        result.append(
          contentsOf: UTF8.encode(keeps ? old : new) ?? UTF8.encode(old) ?? UTF8.encodedReplacementCharacter)
      }
      return result
    }
    return bytes.map { byte in
      switch transform.letterCase {
      case .uppercase where byte >= 0x61 && byte <= 0x7A: byte - 32
      case .lowercase where byte >= 0x41 && byte <= 0x5A: byte + 32
      case .none, .mathAuto, .uppercase, .lowercase, .capitalize: byte
      }
    }
  }

  private mutating func append(_ bytes: [UInt8], _ box: BoxID, _ style: Int32) {
    switch styles[Int(style)].style.text.whiteSpaceCollapse {
    case .collapse: appendCollapsed(bytes, box, style, keepsBreaks: false)
    case .preserveBreaks: appendCollapsed(bytes, box, style, keepsBreaks: true)
    case .preserve, .breakSpaces: appendPreserved(bytes, box, style)
    case .preserveSpaces:
      appendPreserved(bytes.map { $0 == 0x0A || $0 == 0x09 || $0 == 0x0D ? 0x20 : $0 }, box, style)
    }
  }

  /// The parts of a text, with the style of each.
  private mutating func smallCapitals(_ bytes: [UInt8], _ style: Int32) -> [(bytes: [UInt8], style: Int32)] {
    let small: Int32
    if let known = smallStyles[style] {
      small = known
    } else {
      small = Int32(styles.count)
      styles.append(InlineStyle(smallCapitalsOf: styles[Int(style)], context.fonts))
      smallStyles[style] = small
    }
    return styles[Int(style)].smallCapitals.parts(of: bytes).map { ($0.bytes, $0.isSmall ? small : style) }
  }

  /// A line feed beside a zero width space, which says that the line may end there, is nothing.
  /// https://drafts.csswg.org/css-text-4/#line-break-transform
  private func isBesideZeroWidthSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    pendingSpace == nil && text.suffix(3).elementsEqual(Self.zeroWidthSpace)
      || bytes[end...].prefix(3).elementsEqual(Self.zeroWidthSpace)
  }

  private static let zeroWidthSpace: [UInt8] = [0xE2, 0x80, 0x8B]

  private static func isCollapsible(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private mutating func appendCollapsed(_ bytes: [UInt8], _ box: BoxID, _ style: Int32, keepsBreaks: Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      var item = InlineItem(.text, box, style: style, range: 0..<0)
      var start = Int32(text.count)
      var position = 0
      sources.append((start, 0))
      func finish(_ builder: inout Self) {
        item.range = start..<Int32(builder.text.count)
        if !item.range.isEmpty { builder.items.append(item) }
      }
      while position < bytes.count {
        if !Self.isCollapsible(bytes[position]) {
          // What is between white space goes over as it is.
          if let pending = pendingSpace, isPendingSpaceNewline, pending < items.count,
            bytes[position...].prefix(3).elementsEqual(Self.zeroWidthSpace)
          {
            removeSpace(pending)
            start = Int32(text.count)
          }
          pendingSpace = nil
          var end = position + 1
          while end < bytes.count, !Self.isCollapsible(bytes[end]) { end += 1 }
          text.append(contentsOf: bytes[position..<end])
          isAtLineStart = false
          position = end
          continue
        }
        var end = position
        var newlines = 0
        while end < bytes.count, Self.isCollapsible(bytes[end]) {
          if bytes[end] == 0x0A { newlines += 1 }
          end += 1
        }
        if newlines > 0, keepsBreaks {
          // White space around a preserved line feed goes.
          if let pending = pendingSpace {
            if pending == items.count { text.removeLast() } else { removeSpace(pending) }
            pendingSpace = nil
            if start > Int32(text.count) { start = Int32(text.count) }
          }
          finish(&self)
          for _ in 0..<newlines { appendForcedBreak(box, style: style) }
          start = Int32(text.count)
          sources.append((start, Int32(end)))
        } else if isAtLineStart || newlines > 0 && isBesideZeroWidthSpace(bytes, end) {
          sources.append((Int32(text.count), Int32(end)))
        } else if let pending = pendingSpace {
          if styles[Int(style)].wraps, pending < items.count, !styles[Int(items[pending].style)].wraps {
            wrappingSpaces.insert(Int32(text.count))
          }
          sources.append((Int32(text.count), Int32(end)))
        } else {
          // Deviation: a line feed between ideographs is a space too, as in Chromium.
          pendingSpace = items.count
          isPendingSpaceNewline = newlines > 0
          text.append(0x20)
          if end - position > 1 { sources.append((Int32(text.count), Int32(end))) }
        }
        position = end
      }
      finish(&self)
    }
  }

  /// Takes back the collapsible space that an item of the list ends with.
  private mutating func removeSpace(_ index: Int) {
    pendingSpace = nil
    let offset = Int(items[index].range.upperBound) - 1
    guard text.indices.contains(offset) else { return }
    text.remove(at: offset)
    items[index].range = items[index].range.lowerBound..<Int32(offset)
    for later in items.indices.dropFirst(index + 1) {
      let range = items[later].range
      items[later].range = range.lowerBound - 1..<range.upperBound - 1
    }
    // Offsets noted since then moved too.
    var last = sources.count - 1
    while last >= 0, sources[last].content > Int32(offset) {
      sources[last].content -= 1
      last -= 1
    }
  }

  private mutating func appendPreserved(_ bytes: [UInt8], _ box: BoxID, _ style: Int32) {
    pendingSpace = nil
    var start = 0
    for index in 0...bytes.count {
      let byte: UInt8 = index < bytes.count ? bytes[index] : 0x0A
      guard byte == 0x0A || byte == 0x09 else { continue }
      if index > start {
        let from = Int32(text.count)
        sources.append((from, Int32(start)))
        text.append(contentsOf: bytes[start..<index])
        items.append(InlineItem(.text, box, style: style, range: from..<Int32(text.count)))
        isAtLineStart = false
      }
      start = index + 1
      if index == bytes.count { break }
      sources.append((Int32(text.count), Int32(index)))
      if byte == 0x0A {
        appendForcedBreak(box, style: style)
      } else {
        let from = Int32(text.count)
        text.append(0x09)
        items.append(InlineItem(.tab, box, style: style, range: from..<from + 1))
        isAtLineStart = false
      }
    }
  }

  private mutating func appendForcedBreak(_ box: BoxID, style: Int32) {
    if let pending = pendingSpace {
      // White space before a forced break goes, unless the text of this very box is still open.
      if pending < items.count { removeSpace(pending) }
      pendingSpace = nil
    }
    for entry in bidiStack.reversed() { appendControl(entry.close, entry.box) }
    let here = Int32(text.count)
    text.append(0x0A)
    items.append(InlineItem(.lineBreak, box, style: style, range: here..<here + 1))
    for entry in bidiStack { appendControl(entry.open, entry.box) }
    isAtLineStart = true
  }

  // MARK: Bidi

  private mutating func appendControl(_ scalars: [UInt32], _ box: BoxID) {
    let here = Int32(text.count)
    appendCharacters(scalars)
    items.append(InlineItem(.control, box, style: 0, range: here..<Int32(text.count)))
  }

  private mutating func enterBidi(_ box: BoxID, isBlock: Bool) {
    let style = context[box].style
    let codes = BidiCodes(
      isBlock ? context.blockStyle(of: box).box.unicodeBidi : style.box.unicodeBidi, style.text.direction,
      isBlock: isBlock)
    if codes.open.isEmpty { return }
    bidiStack.append((box, codes.open, codes.close))
    appendControl(codes.open, box)
  }

  private mutating func exitBidi(_ box: BoxID) {
    guard let entry = bidiStack.last, entry.box == box else { return }
    bidiStack.removeLast()
    appendControl(entry.close, box)
  }
}
