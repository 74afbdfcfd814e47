import CFonts

/// A font's measures in CSS pixels; lengths below the baseline are positive for `descent` and the
/// underline.
package struct FontMetrics: Hashable, Sendable {
  package var ascent = 0.0
  package var descent = 0.0
  package var lineGap = 0.0
  /// Whole pixels, as Chromium lays lines out with.
  package var roundedAscent = 0.0
  package var roundedDescent = 0.0
  /// `line-height: normal`.
  package var lineSpacing = 0.0
  package var xHeight = 0.0
  package var capHeight = 0.0
  /// The advance of "0" (`ch`).
  package var zeroAdvance = 0.0
  /// The same upright in a vertical line.
  package var uprightZeroAdvance = 0.0
  /// The advance of U+6C34 (`ic`).
  package var ideographAdvance = 0.0
  package var spaceAdvance = 0.0
  /// From the baseline down to the top of the underline.
  package var underlineOffset = 0.0
  package var underlineThickness = 0.0
  /// From the baseline up to the top of the line.
  package var strikeoutPosition = 0.0
  package var strikeoutThickness = 0.0
  /// The character widths of form controls' columns: OS/2's average, and the width of the box around all
  /// glyphs.
  package var averageAdvance = 0.0
  package var maximumWidth = 0.0
  package var unitsPerEm = 1000.0
  package var size = 0.0
  /// Of the em box, which is as high as the font's size: the part over the baseline. It is shared out as OS/2's
  /// typographic ascent and descent have it.
  package var emAscent = 0.0

  package init() {}
}

/// The metrics override descriptors of `@font-face`; fractions of the em.
package struct MetricsOverride: Hashable, Sendable {
  package var ascent: Double?
  package var descent: Double?
  package var lineGap: Double?
  /// A factor on the font size.
  package var sizeAdjust: Double
  package init(
    ascent: Double? = nil, descent: Double? = nil, lineGap: Double? = nil, sizeAdjust: Double = 1
  ) {
    (self.ascent, self.descent, self.lineGap) = (ascent, descent, lineGap)
    self.sizeAdjust = sizeAdjust
  }
}

extension LoadedFont {
  /// The vertical measures come from `hhea`, or from OS/2's typographic values where the font asks
  /// for them (USE_TYPO_METRICS); each is then rounded to whole pixels.
  func readMetrics() -> FontMetrics {
    var metrics = FontMetrics()
    metrics.unitsPerEm = typeface.unitsPerEm
    metrics.size = size
    let em = size / typeface.unitsPerEm
    if let face = typeface.freeTypeFace(coordinates: coordinates) {
      let record = face.pointee
      let table = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self).pointee
      let os2 = table.flatMap { $0.version == 0xFFFF ? nil : $0 }
      if typeface.isBitmapOnly {
        // FreeType has no measures for a face without outlines.
        var extents = hb_font_extents_t()
        hb_font_get_h_extents(hbFont, &extents)
        metrics.ascent = Double(extents.ascender) * Self.unit
        metrics.descent = -Double(extents.descender) * Self.unit
        metrics.lineGap = Double(extents.line_gap) * Self.unit
      } else if let os2, os2.fsSelection & 1 << 7 != 0 {
        metrics.ascent = Double(os2.sTypoAscender) * em
        metrics.descent = -Double(os2.sTypoDescender) * em
        metrics.lineGap = Double(os2.sTypoLineGap) * em
      } else {
        metrics.ascent = Double(record.ascender) * em
        metrics.descent = -Double(record.descender) * em
        let gap = Int(record.height) + Int(record.descender) - Int(record.ascender)
        metrics.lineGap = Double(gap) * em
      }
      metrics.maximumWidth = Double(record.bbox.xMax - record.bbox.xMin) * em
      let underline = Int(record.underline_position) + Int(record.underline_thickness) / 2
      metrics.underlineOffset = -Double(underline) * em
      metrics.underlineThickness = Double(record.underline_thickness) * em
      metrics.shareOutEm(ascent: metrics.ascent, descent: metrics.descent)
      if let os2 {
        if os2.sTypoAscender > 0 {
          metrics.shareOutEm(ascent: Double(os2.sTypoAscender), descent: -Double(os2.sTypoDescender))
        }
        metrics.xHeight = Double(os2.sxHeight) * em
        metrics.capHeight = os2.version >= 2 ? Double(os2.sCapHeight) * em : 0
        metrics.strikeoutPosition = Double(os2.yStrikeoutPosition) * em
        metrics.strikeoutThickness = Double(os2.yStrikeoutSize) * em
        metrics.averageAdvance = Double(os2.xAvgCharWidth) * em
      }
      if metrics.xHeight == 0 { metrics.xHeight = height(of: 0x78) ?? metrics.ascent }
      if metrics.capHeight == 0 { metrics.capHeight = height(of: 0x48) ?? metrics.ascent }
    }
    if let ascent = override.ascent { metrics.ascent = ascent * size }
    if let descent = override.descent { metrics.descent = descent * size }
    if let lineGap = override.lineGap { metrics.lineGap = lineGap * size }
    metrics.roundLines()
    metrics.spaceAdvance = spaceAdvance
    let zero = typeface.glyph(for: 0x30)
    metrics.zeroAdvance = zero == 0 ? size / 2 : advance(of: zero)
    metrics.uprightZeroAdvance =
      zero != 0 && typeface.hasVerticalMetrics
      ? -Double(hb_font_get_glyph_v_advance(hbFont, zero)) * Self.unit
      : metrics.roundedAscent + metrics.roundedDescent
    let water = typeface.glyph(for: 0x6C34)
    metrics.ideographAdvance = water == 0 ? size : advance(of: water)
    return metrics
  }

  /// How far a character's outline reaches above the baseline.
  private func height(of codepoint: UInt32) -> Double? {
    let glyph = typeface.glyph(for: codepoint)
    var extents = hb_glyph_extents_t()
    guard glyph != 0, !typeface.isBitmapOnly,
      hb_font_get_glyph_extents(hbFont, glyph, &extents) != 0, extents.y_bearing > 0
    else { return nil }
    return Double(extents.y_bearing) * Self.unit
  }
}

extension FontMetrics {
  fileprivate mutating func shareOutEm(ascent: Double, descent: Double) {
    let height = ascent + descent
    if height > 0, ascent >= 0, ascent <= height { emAscent = size * ascent / height }
  }

  mutating func roundLines() {
    roundedAscent = (Float(ascent) + 0.5).rounded(.down).double
    roundedDescent = (Float(descent) + 0.5).rounded(.down).double
    lineSpacing = roundedAscent + roundedDescent + (Float(lineGap) + 0.5).rounded(.down).double
  }
}

extension FontMetrics {
  /// Where rounding cut the descent short, a pixel of the ascent goes over to it: so Chromium measures
  /// the fonts of emphasis marks.
  package mutating func borrowDescent() {
    guard roundedDescent < descent, roundedAscent >= 1 else { return }
    roundedAscent -= 1
    roundedDescent += 1
  }
}

extension FontMetrics {
  /// How far the em box of text in `font` is inside of this font's content area, over and under: in whole pixels,
  /// and never beyond it, as Chromium has it. `isCentral`: around the central baseline of upright text.
  package func emInsets(of font: FontMetrics, isCentral: Bool) -> (over: Double, under: Double) {
    var (ascent, descent) = (roundedAscent, roundedDescent)
    var em = (ascent: font.emAscent, descent: font.size - font.emAscent)
    if isCentral {
      descent = ((roundedAscent + roundedDescent) / 2).rounded(.down)
      ascent = roundedAscent + roundedDescent - descent
      em = (font.size / 2, font.size / 2)
    }
    return (max(0, (ascent - em.ascent).rounded(.down)), max(0, (descent - em.descent).rounded(.down)))
  }
}

extension Float {
  fileprivate var double: Double { isFinite ? Double(self) : 0 }
}
