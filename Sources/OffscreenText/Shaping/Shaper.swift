import CFonts

extension PageFonts {
  /// Shapes a part of an item. Kerning and joining reach over the whole part, spaces included;
  /// letter and word spacing are added. Glyphs are in visual order.
  package func shape(_ item: TextItem, in text: [UInt8], range: Range<Int>) -> ShapedRun {
    text.withUnsafeBufferPointer { shape(item, in: $0, range: range) }
  }

  /// Shapes the whole item.
  package func shape(_ item: TextItem, in text: [UInt8]) -> ShapedRun {
    shape(item, in: text, range: item.range)
  }

  func shape(
    _ item: TextItem, in text: UnsafeBufferPointer<UInt8>, range: Range<Int>,
    usesWordCache: Bool = true
  ) -> ShapedRun {
    let range = range.clamped(to: item.range).clamped(to: 0..<text.count)
    var run = ShapedRun(font: item.font, level: item.level, range: range, glyphs: [], width: 0)
    if range.isEmpty { return run }
    if item.isObject {
      run.glyphs = [Glyph(id: Glyph.invisible, cluster: Int32(clamping: range.lowerBound), advance: 0)]
      return run
    }
    let font = font(item.font)
    if item.isSimple && usesWordCache {
      let cache = wordCache(of: font, options: item.options, script: item.script)
      if !cache.append(text, range, to: &run.glyphs, shaper: self) {
        run.glyphs.removeAll(keepingCapacity: true)
      }
    }
    if run.glyphs.isEmpty { shapeDirectly(item, text, range, font, to: &run.glyphs) }
    if item.letterSpacing != 0 || item.wordSpacing != 0 { space(item, text, &run.glyphs) }
    var width = 0.0
    for glyph in run.glyphs { width += Double(glyph.advance) }
    run.width = width
    return run
  }

  private func shapeDirectly(
    _ item: TextItem, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ font: LoadedFont,
    to glyphs: inout [Glyph]
  ) {
    let direction =
      item.isUpright
      ? HB_DIRECTION_TTB : item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    let shaped = buffer.shape(
      text, range: range, font: font.hbFont, faceFeatures: font.features, options: options[Int(item.options)],
      script: item.script,
      direction: direction)
    guard let infos = shaped.infos, let positions = shaped.positions else { return }
    glyphs.reserveCapacity(shaped.count)
    let isBitmapOnly = font.typeface.isBitmapOnly
    // Without vertical measures of its own a font's upright glyphs are as high as its lines.
    let uprightAdvance =
      item.isUpright && !font.typeface.hasVerticalMetrics
      ? Float(font.metrics.roundedAscent + font.metrics.roundedDescent) : nil
    for index in 0..<shaped.count {
      var glyph = Self.glyph(infos + index, positions + index, isUpright: item.isUpright)
      if let uprightAdvance, glyph.advance != 0 { glyph.advance = uprightAdvance }
      if isBitmapOnly && glyph.advance != 0 && !item.isUpright,
        let advance = font.bitmapAdvance(of: glyph.id)
      {
        glyph.advance = advance
      }
      Self.hideControl(&glyph, text, spaceGlyph: font.spaceGlyph)
      glyphs.append(glyph)
    }
  }

  @inline(__always)
  static func glyph(
    _ info: UnsafePointer<hb_glyph_info_t>, _ position: UnsafePointer<hb_glyph_position_t>,
    isUpright: Bool
  ) -> Glyph {
    let unit = Float(LoadedFont.unit)
    let advance = isUpright ? 0 &- position.pointee.y_advance : position.pointee.x_advance
    return Glyph(
      id: info.pointee.codepoint, cluster: Int32(truncatingIfNeeded: info.pointee.cluster),
      advance: Float(advance) * unit, xOffset: Float(position.pointee.x_offset) * unit,
      yOffset: Float(position.pointee.y_offset) * unit,
      isUnsafeToBreak: info.pointee.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0)
  }

  /// Tabs, line ends and characters without a look of their own take no room and draw nothing.
  @inline(__always)
  static func hideControl(
    _ glyph: inout Glyph, _ text: UnsafeBufferPointer<UInt8>, spaceGlyph: UInt32
  ) {
    let byte = text[Int(glyph.cluster)]
    if byte >= 0x09 && byte <= 0x0D {
      glyph.id = Glyph.invisible
      glyph.advance = 0
    } else if byte == 0xE2 && Int(glyph.cluster) + 2 < text.count {
      // U+2028 and U+2029.
      let last = text[Int(glyph.cluster) + 2]
      if text[Int(glyph.cluster) + 1] == 0x80 && (last == 0xA8 || last == 0xA9) {
        glyph.id = Glyph.invisible
        glyph.advance = 0
      }
    }
    if glyph.advance == 0 && glyph.id == spaceGlyph { glyph.id = Glyph.invisible }
  }

  /// https://drafts.csswg.org/css-text-4/#spacing
  private func space(_ item: TextItem, _ text: UnsafeBufferPointer<UInt8>, _ glyphs: inout [Glyph]) {
    let isCursive = Self.cursiveScripts.contains(item.script)
    for index in glyphs.indices {
      let cluster = glyphs[index].cluster
      if glyphs[index].id == Glyph.invisible { continue }
      // The rightmost glyph of a cluster that is seen carries its space, whichever way the text runs.
      var next = index + 1
      while next < glyphs.count, glyphs[next].id == Glyph.invisible, glyphs[next].cluster == cluster { next += 1 }
      if next < glyphs.count, glyphs[next].cluster == cluster { continue }
      let position = Int(cluster)
      let (c, _) = Scalars.decode(text, position, text.count)
      var extra = isCursive && c != 0x20 && c != 0xA0 ? 0 : item.letterSpacing
      // https://drafts.csswg.org/css-text-4/#word-separator
      switch c {
      case 0x20, 0xA0, 0x1361, 0x10100, 0x10101, 0x1039F, 0x1091F: extra += item.wordSpacing
      default: break
      }
      glyphs[index].advance += extra
    }
  }

  /// Letters that join are not spaced.
  /// https://drafts.csswg.org/css-text-4/#cursive-tracking
  private static let cursiveScripts: [UInt32] = [
    "Arab", "Syrc", "Mong", "Nkoo", "Mand", "Phag", "Rohg", "Sogd", "Sogo", "Mani", "Phlp", "Adlm", "Chrs", "Ougr",
  ].map { FontTag($0).rawValue }

  private func wordCache(of font: LoadedFont, options: Int32, script: UInt32) -> WordCache {
    for cache in font.wordCaches where cache.options == options && cache.script == script {
      return cache
    }
    if font.wordCaches.count >= 16 { font.wordCaches.removeAll() }
    let cache = WordCache(
      font: font, options: options, script: script,
      pairs: pairTable(of: font, options: options, script: script))
    font.wordCaches.append(cache)
    return cache
  }

  private func pairTable(of font: LoadedFont, options: Int32, script: UInt32) -> PairTable? {
    let key = PairTableKey(
      typeface: ObjectIdentifier(font.typeface), coordinates: font.coordinates, options: options,
      script: script)
    if let known = pairTables[key] { return known }
    guard pairTables.count < 128, self.options[Int(options)].keepsLetters, font.features.isEmpty else { return nil }
    let table = PairTable(
      typeface: font.typeface, coordinates: font.coordinates, options: options, script: script)
    pairTables[key] = .some(table)
    return table
  }

  struct PairTableKey: Hashable {
    var typeface: ObjectIdentifier
    var coordinates: [Int32]
    var options: Int32
    var script: UInt32
  }

  /// The cached words of all fonts take bounded room.
  func countCachedGlyphs(_ count: Int) {
    cachedGlyphCount &+= count
    guard cachedGlyphCount > 1 << 20 else { return }
    cachedGlyphCount = 0
    clearWordCaches()
  }
}
