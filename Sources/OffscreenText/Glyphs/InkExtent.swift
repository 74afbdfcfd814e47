import CFonts

/// What the outlines of a text cover, in CSS pixels from the start of its baseline.
package struct InkBounds: Hashable, Sendable {
  package var left: Double
  package var right: Double
  package var above: Double
  package var below: Double

  /// In whole pixels.
  package var enclosing: InkBounds {
    InkBounds(
      left: left.rounded(.down), right: right.rounded(.up), above: above.rounded(.up), below: below.rounded(.up))
  }
}

extension PageFonts {
  /// Of glyphs in visual order; nil without outlines.
  package func inkBounds(of glyphs: ArraySlice<Glyph>, _ font: FontID) -> InkBounds? {
    let font = self.font(font)
    var result: InkBounds?
    var pen = 0.0
    for glyph in glyphs {
      let start = pen + Double(glyph.xOffset)
      pen += Double(glyph.advance)
      var extents = hb_glyph_extents_t()
      guard glyph.id != Glyph.invisible, hb_font_get_glyph_extents(font.hbFont, glyph.id, &extents) != 0,
        extents.height != 0
      else { continue }
      let left = start + Double(extents.x_bearing) * LoadedFont.unit
      let above = Double(extents.y_bearing) * LoadedFont.unit + Double(glyph.yOffset)
      let bounds = InkBounds(
        left: left, right: left + Double(extents.width) * LoadedFont.unit, above: above,
        below: -above - Double(extents.height) * LoadedFont.unit)
      guard let before = result else {
        result = bounds
        continue
      }
      result = InkBounds(
        left: min(before.left, bounds.left), right: max(before.right, bounds.right),
        above: max(before.above, bounds.above), below: max(before.below, bounds.below))
    }
    return result
  }
}
