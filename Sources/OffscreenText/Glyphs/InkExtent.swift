import CFonts

extension PageFonts {
  /// How far a run's outlines reach above and below its baseline, in CSS pixels; nil without outlines.
  package func inkExtent(of run: ShapedRun) -> (above: Double, below: Double)? {
    let font = font(run.font)
    var result: (above: Double, below: Double)?
    for glyph in run.glyphs where glyph.id != Glyph.invisible {
      var extents = hb_glyph_extents_t()
      guard hb_font_get_glyph_extents(font.hbFont, glyph.id, &extents) != 0, extents.height != 0 else { continue }
      let above = Double(extents.y_bearing) * LoadedFont.unit + Double(glyph.yOffset)
      let below = -above - Double(extents.height) * LoadedFont.unit
      result = (max(result?.above ?? above, above), max(result?.below ?? below, below))
    }
    return result
  }
}
