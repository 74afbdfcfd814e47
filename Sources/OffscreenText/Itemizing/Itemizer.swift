import CFonts

extension PageFonts {
  /// Splits a paragraph into items of one span, font, script and bidi level. The text is UTF-8 (what
  /// is none counts as U+FFFD); the spans cover it in order, and what they leave out gets no item.
  /// Forced breaks (U+000A) end bidi paragraphs.
  package func itemize(
    _ text: [UInt8], spans: [TextSpan], base: BaseDirection = .leftToRight
  ) -> [TextItem] {
    text.withUnsafeBufferPointer { itemize($0, spans: spans, base: base) }
  }

  /// The bidi levels of the characters at these offsets of a paragraph's UTF-8, which rise.
  package func bidiLevels(of text: [UInt8], at offsets: [Int], base: BaseDirection) -> [UInt8] {
    text.withUnsafeBufferPointer { bytes in
      let scalars = Scalars(bytes, range: 0..<bytes.count)
      let levels = BidiLevels.levels(of: scalars.codepoints, base: base)
      var position = 0
      return offsets.map { offset in
        while position + 1 < levels.count, Int(scalars.offsets[position]) < offset { position += 1 }
        return position < levels.count ? levels[position] : 0
      }
    }
  }

  private func itemize(
    _ text: UnsafeBufferPointer<UInt8>, spans: [TextSpan], base: BaseDirection
  ) -> [TextItem] {
    var items: [TextItem] = []
    items.reserveCapacity(spans.count)
    // Optimization: ASCII needs neither bidi nor scripts.
    if base != .rightToLeft && isASCII(text) {
      for (index, span) in spans.enumerated() {
        let range = span.range.clamped(to: 0..<text.count)
        if range.isEmpty { continue }
        let request = resolved(span.font)
        let font = request.primary
        if self.font(font).coversASCII && span.orientation == .horizontal
          && !request.hasUnicodeRanges
        {
          items.append(
            item(
              range, font, request, span, index, level: 0, script: ScriptRuns.latin,
              isSimple: true))
        } else {
          let scalars = Scalars(text, range: range)
          let count = scalars.codepoints.count
          append(
            scalars, 0..<count, request, span, index, level: 0, script: ScriptRuns.latin,
            emoji: .text, to: &items)
        }
      }
      return items
    }
    let scalars = Scalars(text, range: 0..<text.count)
    let codepoints = scalars.codepoints
    let levels =
      base == .rightToLeft || codepoints.contains(where: CharacterKind.needsBidi)
      ? BidiLevels.levels(of: codepoints, base: base) : []
    let scripts = ScriptRuns.scripts(of: codepoints)
    // Signs of Latin-1 are emoji only where they are asked for as such.
    let least: UInt32 = spans.contains { resolved($0.font).request.emoji == .emoji } ? 0xA9 : 0x2000
    var emoji = codepoints.contains { $0 >= least } ? EmojiPresentation.scan(codepoints) : []
    var position = 0
    for (index, span) in spans.enumerated() {
      let range = span.range.clamped(to: 0..<text.count)
      let request = resolved(span.font)
      while position < codepoints.count && Int(scalars.offsets[position]) < range.lowerBound {
        position += 1
      }
      if !emoji.isEmpty, request.request.emoji != .normal {
        var end = position
        while end < codepoints.count && Int(scalars.offsets[end]) < range.upperBound { end += 1 }
        EmojiPresentation.choose(request.request.emoji, for: position..<end, of: codepoints, &emoji)
      }
      while position < codepoints.count && Int(scalars.offsets[position]) < range.upperBound {
        // One segment: the same level, script and presentation.
        let start = position
        let level = levels.isEmpty ? 0 : levels[start]
        let kind = emoji.isEmpty ? EmojiPresentation.text : emoji[start]
        let script = scripts[start]
        position += 1
        while position < codepoints.count && Int(scalars.offsets[position]) < range.upperBound
          && scripts[position] == script && (levels.isEmpty || levels[position] == level)
          && (emoji.isEmpty || emoji[position] == kind)
        {
          position += 1
        }
        append(
          scalars, start..<position, request, span, index, level: level, script: script,
          emoji: kind, to: &items)
      }
    }
    return items
  }

  private func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var all: UInt8 = 0
    for byte in text { all |= byte }
    return all < 0x80
  }

  private func item(
    _ range: Range<Int>, _ font: FontID, _ request: ResolvedRequest, _ span: TextSpan,
    _ index: Int, level: UInt8, script: UInt32, isSimple: Bool, isUpright: Bool = false,
    isObject: Bool = false
  ) -> TextItem {
    TextItem(
      range: range, font: font, level: level, span: Int32(clamping: index), script: script,
      isObject: isObject, isUpright: isUpright, letterSpacing: Float(span.letterSpacing),
      wordSpacing: Float(span.wordSpacing),
      options: span.letterSpacing == 0 ? request.options : request.spacedOptions,
      isSimple: isSimple)
  }

  /// Chooses fonts for a segment and adds its items.
  private func append(
    _ scalars: Scalars, _ segment: Range<Int>, _ request: ResolvedRequest, _ span: TextSpan,
    _ index: Int, level: UInt8, script: UInt32, emoji: EmojiPresentation,
    to items: inout [TextItem]
  ) {
    let fonts = chooseFonts(scalars.codepoints, segment, request, emoji: emoji)
    func isUpright(_ c: UInt32) -> Bool {
      switch span.orientation {
      case .horizontal, .sideways: false
      case .upright: true
      case .mixed: CharacterKind.isUpright(c)
      }
    }
    var start = segment.lowerBound
    while start < segment.upperBound {
      let font = fonts[start - segment.lowerBound]
      let first = scalars.codepoints[start]
      let upright = isUpright(first)
      var isSimple = level == 0 && !upright && emoji == .text && Self.isSimple(first)
      var end = start + 1
      if first != 0xFFFC {
        var cluster = 1
        while end < segment.upperBound, fonts[end - segment.lowerBound] == font {
          let c = scalars.codepoints[end]
          let isContinued =
            CharacterKind.isIgnorable(c) || CharacterKind.isExtender(c)
            || CharacterKind.isLinker(scalars.codepoints[end - 1])
          cluster = isContinued ? cluster + 1 : 1
          if cluster > Self.longestCluster { break }
          if c == 0xFFFC || (isUpright(c) != upright && !CharacterKind.isExtender(c)) { break }
          isSimple = isSimple && Self.isSimple(c)
          end += 1
        }
      }
      let range = Int(scalars.offsets[start])..<Int(scalars.offsets[end])
      items.append(
        item(
          range, font, request, span, index, level: level, script: script, isSimple: isSimple,
          isUpright: upright, isObject: first == 0xFFFC))
      start = end
    }
  }

  /// Characters of a cluster that are shaped together: shapers take the square of the time for longer ones. The longest
  /// that text needs is of 30.
  /// https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
  private static let longestCluster = 64

  /// Precomposed letters and signs of which each stands for itself: their words may be cached.
  private static func isSimple(_ c: UInt32) -> Bool {
    switch c {
    case 0..<0xAD, 0xAE..<0x300, 0x370..<0x483, 0x48A..<0x530: true
    case 0x2010..<0x2028, 0x2030..<0x205F, 0x20A0..<0x20C0, 0x2100..<0x2300: true
    default: false
    }
  }

  // MARK: Fonts

  /// A font for each character of a segment. A cluster goes to the first font that has all of it:
  /// those of the list, then fallback fonts, each of which is offered all that is still without one.
  /// https://drafts.csswg.org/css-fonts-4/#cluster-matching
  private func chooseFonts(
    _ codepoints: [UInt32], _ segment: Range<Int>, _ request: ResolvedRequest,
    emoji: EmojiPresentation
  ) -> [FontID] {
    var result = [FontID](repeating: request.primary, count: segment.count)
    var open = clusters(codepoints, segment)
    var isLeft = [Bool](repeating: true, count: segment.count)
    func offer(_ id: FontID, _ candidate: FontCandidate?) {
      let typeface = font(id).typeface
      open.removeAll { cluster in
        // The text variation selector rules colour out.
        if typeface.isBitmapOnly && codepoints[cluster].last == 0xFE0E { return false }
        guard Self.covers(typeface, codepoints[cluster], candidate) else { return false }
        for index in cluster { result[index - segment.lowerBound] = id }
        isLeft[cluster.lowerBound - segment.lowerBound] = false
        return true
      }
    }
    // 1. The colour font, where the text demands it.
    if emoji == .demanded, let first = open.first,
      let id = fallbackFont(for: codepoints[first.lowerBound], emoji: true, request: request)
    {
      offer(id, nil)
    }
    // 2. The fonts of the list.
    var position = 0
    while !open.isEmpty && position < request.candidates.count {
      if let id = font(of: request, candidate: position) {
        offer(id, request.candidates[position])
      }
      position += 1
    }
    // 3. Fallback, by the first character that is left and has a script of its own, or else by the first: the
    // signs between letters are the letters' font's, where it has them.
    if open.isEmpty { return result }
    var offered: Set<FontID> = []
    let hints = open
    for wantsScript in [true, false] {
      for hint in hints where isLeft[hint.lowerBound - segment.lowerBound] {
        let base = codepoints[hint.lowerBound]
        guard Self.hasScript(base) == wantsScript,
          let id = fallbackFont(for: base, emoji: emoji != .text, request: request)
        else { continue }
        if offered.insert(id).inserted { offer(id, nil) }
        // The font has the base but not its marks.
        if isLeft[hint.lowerBound - segment.lowerBound] {
          for index in hint { result[index - segment.lowerBound] = id }
        }
      }
    }
    // What nothing has stays with the primary font's sign for a missing glyph.
    return result
  }

  private static func hasScript(_ c: UInt32) -> Bool {
    let script = hb_unicode_script(hb_unicode_funcs_get_default(), c)
    return script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED
  }

  private func clusters(_ codepoints: [UInt32], _ segment: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    result.reserveCapacity(segment.count)
    var start = segment.lowerBound
    while start < segment.upperBound {
      var end = start + 1
      while end < segment.upperBound
        && (CharacterKind.isExtender(codepoints[end])
          || codepoints[end - 1] == 0x200D && EmojiPresentation.isPictograph(codepoints[end]))
      {
        end += 1
      }
      result.append(start..<end)
      start = end
    }
    return result
  }

  private static func covers(
    _ typeface: Typeface, _ cluster: ArraySlice<UInt32>, _ candidate: FontCandidate?
  ) -> Bool {
    var previous: UInt32 = 0
    for c in cluster {
      if let candidate, !candidate.covers(c), !CharacterKind.isDefaultIgnorable(c) { return false }
      if !covers(typeface, c) {
        var composed: hb_codepoint_t = 0
        guard previous != 0,
          hb_unicode_compose(hb_unicode_funcs_get_default(), previous, c, &composed) != 0,
          typeface.glyph(for: composed) != 0
        else { return false }
      }
      previous = c
    }
    return true
  }

  private static func covers(_ typeface: Typeface, _ c: UInt32) -> Bool {
    if c >= 0x20 && typeface.glyph(for: c) != 0 { return true }
    switch c {
    case 0..<0x20, 0xFFFC, 0x2028, 0x2029: return true
    // HarfBuzz makes these up from others.
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: return typeface.glyph(for: 0x20) != 0
    case 0x2011: return typeface.glyph(for: 0x2010) != 0
    default: break
    }
    if CharacterKind.isDefaultIgnorable(c) { return true }
    var (first, second): (hb_codepoint_t, hb_codepoint_t) = (0, 0)
    guard c >= 0xC0,
      hb_unicode_decompose(hb_unicode_funcs_get_default(), c, &first, &second) != 0, first != c
    else { return false }
    return typeface.glyph(for: first) != 0 && (second == 0 || typeface.glyph(for: second) != 0)
  }
}
