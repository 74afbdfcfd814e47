import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// The second half of making inline content: fonts, levels, glyphs and break opportunities.
extension InlineContentBuilder {
  mutating func shape() {
    // The parts of one text count as one: in the style of `::first-line` they may be others.
    for index in items.indices.dropFirst() {
      let (previous, item) = (items[index - 1], items[index])
      let isSame = previous.kind == .text && item.kind == .text && previous.box == item.box
      items[index].ordinal = previous.ordinal + (isSame ? 0 : 1)
    }
    let direction = context[container].style.text.direction
    let base: BaseDirection = isPlaintext ? .automatic : direction == .ltr ? .leftToRight : .rightToLeft
    textItems = context.fonts.itemize(text, spans: spans(), base: base)
    findBreaks()
    splitItems(baseLevel: direction == .ltr ? 0 : 1)
    if styles.contains(where: { $0.autospace > 0 }) { addAutospace() }
    hasRightToLeft =
      direction == .rtl || isPlaintext || textItems.contains { $0.level != 0 }
    if hasRightToLeft { findLevelsOfIsolates(base) }
    markBreaksAfterItems()
  }

  /// The ends of isolates are characters with levels of their own; what else has no width parts nothing.
  private mutating func findLevelsOfIsolates(_ base: BaseDirection) {
    let isolates = finished.indices.filter { finished[$0].kind == .control && isIsolate(finished[$0]) }
    guard !isolates.isEmpty else { return }
    let levels = context.fonts.bidiLevels(of: text, at: isolates.map { Int(finished[$0].range.lowerBound) }, base: base)
    for (index, level) in zip(isolates, levels) {
      finished[index].level = level
      finished[index].isIsolate = true
    }
    hasIsolates = true
  }

  /// Of U+2066 to U+2069.
  private func isIsolate(_ item: InlineItem) -> Bool {
    let first = Int(item.range.lowerBound)
    return first + 2 < text.count && text[first + 1] == 0x81 && (0xA6...0xA9).contains(text[first + 2])
  }

  /// Neighbours that are shaped alike share a span, so that kerning and joining reach over the
  /// boundaries of elements.
  private func spans() -> [TextSpan] {
    var spans: [TextSpan] = []
    var last: InlineStyle?
    for item in items {
      switch item.kind {
      case .text, .tab, .atomic: break
      case .lineBreak, .breakOpportunity, .open, .close, .float, .outOfFlow, .control: continue
      }
      if item.range.isEmpty { continue }
      let range = Int(item.range.lowerBound)..<Int(item.range.upperBound)
      let style = styles[Int(item.style)]
      if let last, last.shapesLike(style), let end = spans.last?.range.upperBound, end == range.lowerBound {
        spans[spans.count - 1].range = spans[spans.count - 1].range.lowerBound..<range.upperBound
      } else {
        spans.append(
          TextSpan(
            range: range, font: style.font, letterSpacing: style.letterSpacing,
            wordSpacing: style.wordSpacing, orientation: style.orientation))
      }
      last = style
    }
    return spans
  }

  /// Styles may differ in their rules: each rule set looks at the whole text, and each stretch takes
  /// what its own says.
  private mutating func findBreaks() {
    var ruleSets: [BreakRules] = []
    for item in items where item.kind == .text {
      let rules = styles[Int(item.style)].breakRules
      // Each set reads the whole text: languages and limits beyond a few take the first set's word.
      if ruleSets.count < 16, !ruleSets.contains(rules) { ruleSets.append(rules) }
    }
    if ruleSets.isEmpty { ruleSets.append(styles[0].breakRules) }
    breaks = context.fonts.breakOpportunities(text, rules: ruleSets[0])
    for rules in ruleSets.dropFirst() {
      let found = context.fonts.breakOpportunities(text, rules: rules)
      for item in items where item.kind == .text && styles[Int(item.style)].breakRules == rules {
        for offset in Int(item.range.lowerBound)..<Int(item.range.upperBound) { breaks[offset + 1] = found[offset + 1] }
      }
    }
    // Lines may break on both sides of an atomic inline, whatever stands there, but not before a space.
    // https://drafts.csswg.org/css-text-4/#line-break-details
    // Deviation: as in Chromium, a min-content size has no break before one that the characters forbid.
    for item in items where item.kind == .atomic {
      let (start, end) = (Int(item.range.lowerBound), Int(item.range.upperBound))
      // Ruby is text.
      guard text[start..<end].elementsEqual([0xEF, 0xBF, 0xBC]) else { continue }
      if start > 0, text[start - 1] != 0x0A {
        breaks[start].isReluctant = !breaks[start].endsLine
        breaks[start].line = .allowed
      }
      if end < text.count, text[end] > 0x20 { breaks[end].line = .allowed }
    }
    // A line may end behind each space that is kept, and with `line-break: anywhere` before it too.
    // https://drafts.csswg.org/css-text-4/#valdef-white-space-break-spaces
    for item in items where (item.kind == .text || item.kind == .tab) && styles[Int(item.style)].breaksSpaces {
      let isAnywhere = styles[Int(item.style)].breakRules.strictness == .anywhere
      for offset in Int(item.range.lowerBound)..<Int(item.range.upperBound) {
        let length: Int
        switch text[offset] {
        case 0x20, 0x09: length = 1
        case 0xE3 where offset + 2 < text.count && text[offset + 1] == 0x80 && text[offset + 2] == 0x80: length = 3
        case _: continue
        }
        if offset + length < text.count { breaks[offset + length].line = .allowed }
        if isAnywhere, offset > 0, text[offset - 1] != 0x0A { breaks[offset].line = .allowed }
      }
    }
  }

  /// Cuts items where font, script or level changes, and gives each its glyphs.
  private mutating func splitItems(baseLevel: UInt8) {
    finished.reserveCapacity(items.count + textItems.count)
    var textItem = 0
    var index = 0
    while index < items.count {
      var item = items[index]
      switch item.kind {
      case .text:
        // All texts up to the next thing with a width are shaped together.
        var end = index + 1
        while end < items.count, continuesText(items[end]) { end += 1 }
        appendTexts(index..<end, &textItem, baseLevel)
        index = end
        continue
      case .tab, .atomic:
        skip(to: item.range.lowerBound, &textItem)
        item.level = textItem < textItems.count ? textItems[textItem].level : baseLevel
        if item.kind == .tab { item.textItem = Int32(textItem) }
      case .open, .close: item.level = level(at: item, &textItem, baseLevel)
      case .lineBreak, .breakOpportunity, .float, .outOfFlow, .control: item.level = baseLevel
      }
      finished.append(item)
      index += 1
    }
  }

  private func continuesText(_ item: InlineItem) -> Bool {
    switch item.kind {
    case .text, .float, .outOfFlow: true
    case .open, .close: !item.partsText
    case .tab, .lineBreak, .breakOpportunity, .atomic, .control: false
    }
  }

  /// An inline box's edge has the level of the text behind it, as in Chromium: where there is nothing in the box, it is
  /// there.
  private func level(at edge: InlineItem, _ textItem: inout Int, _ baseLevel: UInt8) -> UInt8 {
    skip(to: edge.range.lowerBound, &textItem)
    return textItem < textItems.count ? textItems[textItem].level : baseLevel
  }

  private func skip(to offset: Int32, _ textItem: inout Int) {
    while textItem < textItems.count, textItems[textItem].range.upperBound <= Int(offset) { textItem += 1 }
  }

  private mutating func appendTexts(_ group: Range<Int>, _ textItem: inout Int, _ baseLevel: UInt8) {
    let end = Int(items[group.upperBound - 1].range.upperBound)
    // The shaped piece that the texts are now cut from.
    var run = 0..<0
    var runGlyphs = 0..<0
    for index in group {
      var item = items[index]
      guard item.kind == .text else {
        if item.kind == .open || item.kind == .close { item.level = level(at: item, &textItem, baseLevel) }
        finished.append(item)
        continue
      }
      var offset = Int(item.range.lowerBound)
      let last = Int(item.range.upperBound)
      while offset < last {
        if !run.contains(offset) {
          skip(to: Int32(offset), &textItem)
          guard textItem < textItems.count, textItems[textItem].range.contains(offset) else { break }
          run = offset..<min(end, textItems[textItem].range.upperBound)
          let start = glyphs.count
          glyphs.append(contentsOf: context.fonts.shape(textItems[textItem], in: text, range: run).glyphs)
          runGlyphs = start..<glyphs.count
        }
        let pieceEnd = min(last, run.upperBound)
        item.range = Int32(offset)..<Int32(pieceEnd)
        item.level = textItems[textItem].level
        item.textItem = Int32(textItem)
        // The first part of the glyphs that are left, in the direction of the text.
        if textItems[textItem].isRightToLeft {
          var cut = runGlyphs.upperBound
          while cut > runGlyphs.lowerBound, Int(glyphs[cut - 1].cluster) < pieceEnd { cut -= 1 }
          item.glyphs = Int32(cut)..<Int32(runGlyphs.upperBound)
          runGlyphs = runGlyphs.lowerBound..<cut
        } else {
          var cut = runGlyphs.lowerBound
          while cut < runGlyphs.upperBound, Int(glyphs[cut].cluster) < pieceEnd { cut += 1 }
          item.glyphs = Int32(runGlyphs.lowerBound)..<Int32(cut)
          runGlyphs = cut..<runGlyphs.upperBound
        }
        if context[item.box].flags.contains(.symbolMarker) { setSymbolWidth(item) }
        finished.append(item)
        offset = pieceEnd
      }
    }
  }

  /// A marker that is painted as a shape has the shape's room, whatever its characters take.
  private mutating func setSymbolWidth(_ item: InlineItem) {
    let style = styles[Int(item.style)]
    let width =
      SymbolMarker.isDisclosure(style.style.inherited.listStyleType)
      ? Float(SymbolMarker.disclosureWidth(style.style).pixels)
      : Float(SymbolMarker.width(ascent: Int(style.metrics.roundedAscent)))
    for (step, index) in item.glyphs.enumerated() { glyphs[Int(index)].advance = step == 0 ? width : 0 }
  }

  /// Decides after which items a line may end. An opportunity behind a text's last character moves
  /// behind the ends of the inline boxes that end there.
  private mutating func markBreaksAfterItems() {
    var wraps = styles[0].wraps
    var open: [Bool] = []
    var lastText = -1
    func isBreakable(_ offset: Int32) -> Bool {
      let place = Int(offset)
      return place > 0 && place < text.count && breaks[place].endsLine
    }
    /// Where wrapping begins behind what does not wrap. Behind a space a line may end only if the space itself wraps.
    func isBreakableBehindUnwrapped(_ offset: Int32) -> Bool {
      isBreakable(offset) && (!isSpace(offset - 1) || wrappingSpaces.contains(offset))
    }
    func isSpace(_ offset: Int32) -> Bool { text.indices.contains(Int(offset)) && text[Int(offset)] == 0x20 }
    for index in finished.indices {
      let item = finished[index]
      switch item.kind {
      case .text, .tab:
        finished[index].canBreakAfter = styles[Int(item.style)].wraps && isBreakable(item.range.upperBound)
        lastText = index
        continue
      case .atomic, .breakOpportunity:
        finished[index].canBreakAfter = wraps && isBreakable(item.range.upperBound)
      case .open:
        let before = wraps
        open.append(wraps)
        wraps = styles[Int(item.style)].wraps
        if !before, wraps, lastText == index - 1, lastText >= 0 {
          finished[lastText].canBreakAfter = isBreakableBehindUnwrapped(item.range.lowerBound)
        }
      case .close:
        let before = wraps
        wraps = open.popLast() ?? wraps
        if before {
          if index > 0 {
            // A space outside that does not wrap goes with what follows it.
            finished[index].canBreakAfter =
              finished[index - 1].canBreakAfter
              || !wraps && isSpace(item.range.upperBound) && isBreakable(item.range.upperBound + 1)
            finished[index - 1].canBreakAfter = false
          }
        } else if wraps {
          finished[index].canBreakAfter = isBreakableBehindUnwrapped(item.range.upperBound)
        }
      case .control:
        guard index > 0, finished[index - 1].kind != .lineBreak else { break }
        if opensIsolation(item) {
          markBreak(before: index, isBreakable(item.range.upperBound))
        } else {
          // Behind the last character and before the control: the opportunity moves on.
          finished[index].canBreakAfter =
            finished[index - 1].canBreakAfter
            || wraps && isBreakable(item.range.upperBound)
          finished[index - 1].canBreakAfter = false
        }
      case .lineBreak, .float, .outOfFlow: break
      }
      lastText = -1
    }
  }

  private func opensIsolation(_ item: InlineItem) -> Bool {
    // U+202C and U+2069, which close, are three bytes long as the others are.
    let last = text[Int(item.range.upperBound) - 1]
    return last != 0xAC && last != 0xA9
  }

  /// A control that opens stands with the text that it is for, as the start of its inline box does: the
  /// line ends before both.
  private mutating func markBreak(before control: Int, _ isBreakable: Bool) {
    var index = control - 1
    while index >= 0, finished[index].kind == .open || finished[index].kind == .control { index -= 1 }
    guard isBreakable, index >= 0 else { return }
    switch finished[index].kind {
    case .text, .tab, .atomic, .close:
      if styles[Int(finished[index].style)].wraps { finished[index].canBreakAfter = true }
    case .open, .control, .lineBreak, .breakOpportunity, .float, .outOfFlow: break
    }
  }
}
