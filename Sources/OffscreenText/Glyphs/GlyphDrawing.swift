import CFonts

extension PageFonts {
  /// Beyond this many device pixels an em, glyphs are drawn as outlines.
  package static let largestBitmapSize = 256.0

  /// The whole pixel and the quarter that a glyph is drawn at whose pen is at `x` device pixels.
  /// Baselines are on whole pixels; colour bitmaps do so in both directions.
  package func glyphOrigin(at x: Double, font id: FontID) -> (pixel: Int, subpixel: Int) {
    let x = x.clamped(-1e9, 1e9)
    if font(id).typeface.isBitmapOnly { return (Int((x + 0.5).rounded(.down)), 0) }
    let quarters = Int(((x + 0.125) * 4).rounded(.down))
    return (quarters >> 2, quarters & 3)
  }

  /// The glyph drawn at a quarter pixel (`glyphOrigin`), or nil where nothing is to be seen or it is
  /// too large. Coverage is linear: it is to go through `coverageTable` for the text's colour.
  package func glyphBitmap(
    font id: FontID, glyph: UInt32, subpixel: Int, scale: Double = 1
  ) -> GlyphBitmap? {
    guard glyph != Glyph.invisible, scale > 0, scale.isFinite else { return nil }
    let font = font(id)
    // Deviation: colour bitmaps beyond four times the limit are not drawn; they have no outlines.
    let largest =
      font.typeface.isBitmapOnly ? Self.largestBitmapSize * 4 : Self.largestBitmapSize
    guard font.size > 0, font.size * scale <= largest else { return nil }
    let key = GlyphCache.Key(
      font: id.rawValue, glyph: glyph,
      subpixel: font.typeface.isBitmapOnly ? 0 : Int8(truncatingIfNeeded: subpixel & 3),
      scale: scale)
    return glyphs.bitmap(key) {
      font.draw(glyph, subpixel: subpixel & 3, size: font.size * scale)
    }
  }

  /// The glyph's outline; empty for spaces and colour bitmaps.
  package func glyphPath(font id: FontID, glyph: UInt32) -> GlyphOutline {
    guard glyph != Glyph.invisible else { return GlyphOutline() }
    return font(id).outline(of: glyph)
  }

  /// Around what a glyph draws, from its origin, in CSS pixels: x to the right, y up. Nil where it draws nothing.
  package func glyphExtent(font id: FontID, glyph: UInt32) -> (minX: Double, minY: Double, maxX: Double, maxY: Double)?
  {
    guard glyph != Glyph.invisible else { return nil }
    let font = font(id)
    if font.typeface.isBitmapOnly {
      let width = font.bitmapAdvance(of: glyph).map(Double.init) ?? font.size
      return (0, -font.metrics.descent, width, font.metrics.ascent)
    }
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font.hbFont, glyph, &extents) != 0, extents.width != 0 || extents.height != 0 else {
      return nil
    }
    let (left, top) = (Double(extents.x_bearing) * LoadedFont.unit, Double(extents.y_bearing) * LoadedFont.unit)
    return (
      left, top + Double(extents.height) * LoadedFont.unit, left + Double(extents.width) * LoadedFont.unit, top
    )
  }

  /// Whether the glyphs are coloured bitmaps, which have no outlines.
  package func isColorBitmapFont(_ id: FontID) -> Bool { font(id).typeface.isBitmapOnly }

  /// The contrast adjustment of coverage for text of a colour (components 0 to 255).
  package func coverageTable(red: UInt8, green: UInt8, blue: UInt8) -> [UInt8] {
    let luminance = CoverageTable.luminance(red: red, green: green, blue: blue)
    if let known = coverageTables[luminance] { return known }
    let table = CoverageTable.make(luminance: luminance)
    coverageTables[luminance] = table
    return table
  }
}

extension LoadedFont {
  /// How much wider a made-up bold is, in pixels: from 1/24 of small sizes to 1/32 of large ones.
  func boldExtra(_ size: Double) -> Double {
    let t = ((size - 9) / (36 - 9)).clamped(0, 1)
    return size * (1.0 / 24 + t * (1.0 / 32 - 1.0 / 24))
  }

  func draw(_ glyph: UInt32, subpixel: Int, size: Double) -> GlyphBitmap? {
    guard let face = typeface.freeTypeFace(coordinates: coordinates) else { return nil }
    if typeface.isBitmapOnly { return drawBitmap(glyph, face, size: size) }
    let shape = outline(of: glyph, face, size: size)
    if shape.elements.isEmpty { return drawColor(glyph, face, size: size) }
    let dx = Double(subpixel) / 4
    guard let bounds = shape.bounds(dx: dx),
      var rasterizer = GlyphRasterizer(
        left: bounds.left, top: bounds.top, width: bounds.width, height: bounds.height)
    else { return nil }
    rasterizer.fill(shape, dx: dx)
    return GlyphBitmap(
      width: bounds.width, height: bounds.height, left: bounds.left, top: -bounds.top,
      isColor: false, pixels: rasterizer.coverage())
  }

  /// A glyph of coloured layers.
  private func drawColor(_ glyph: UInt32, _ face: FT_Face, size: Double) -> GlyphBitmap? {
    let units = FT_F26Dot6((size.clamped(0.1, 4096) * 64).rounded())
    if typeface.hasPalettes { palette.select(on: face, typeface.face) }
    guard FT_Set_Char_Size(face, units, units, 72, 72) == 0,
      FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_HINTING) | FT_Int32(FT_LOAD_COLOR)) == 0,
      let slot = face.pointee.glyph, FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0
    else { return nil }
    return Self.copy(slot)
  }

  /// Makes bold and slant up, in the outline's own units.
  private func style(_ outline: inout FT_Outline, extra: Double) {
    if synthesizesBold {
      let strength = FT_Pos(extra.rounded())
      FT_Outline_Embolden(&outline, strength)
      FT_Outline_Translate(&outline, -strength / 2, -strength / 2)
    }
    if synthesizesSlant {
      var matrix = FT_Matrix(xx: 0x10000, xy: 0x4000, yx: 0, yy: 0x10000)
      FT_Outline_Transform(&outline, &matrix)
    }
  }

  private static func copy(_ slot: FT_GlyphSlot) -> GlyphBitmap? {
    let bitmap = slot.pointee.bitmap
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    guard width > 0, height > 0, width <= 4096, height <= 4096, let source = bitmap.buffer else {
      return nil
    }
    let isColor = bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue)
    guard isColor || bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_GRAY.rawValue) else { return nil }
    let row = isColor ? width * 4 : width
    let pixels = [UInt8](unsafeUninitializedCapacity: row * height) { output, filled in
      for y in 0..<height {
        let line = source + y * Int(bitmap.pitch)
        for x in 0..<row { output.initializeElement(at: y * row + x, to: line[x]) }
      }
      filled = row * height
    }
    return GlyphBitmap(
      width: width, height: height, left: Int(slot.pointee.bitmap_left),
      top: Int(slot.pointee.bitmap_top), isColor: isColor, pixels: pixels)
  }

  // MARK: Colour bitmaps

  private func drawBitmap(_ glyph: UInt32, _ face: FT_Face, size: Double) -> GlyphBitmap? {
    guard let strike = bitmapStrike(face, size: size),
      FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_COLOR)) == 0, let slot = face.pointee.glyph,
      let picture = Self.copy(slot), picture.isColor
    else { return nil }
    return BitmapScaling.scaled(picture, scale: size / strike.pixelsPerEm)
  }

  // MARK: Outlines

  func outline(of glyph: UInt32) -> GlyphOutline {
    guard let face = typeface.freeTypeFace(coordinates: coordinates) else { return GlyphOutline() }
    return outline(of: glyph, face, size: size)
  }

  /// The outline at a size in pixels; its points lie on 1/64 pixel, as Chromium's do.
  private func outline(of glyph: UInt32, _ face: FT_Face, size: Double) -> GlyphOutline {
    var result = GlyphOutline()
    let units = FT_F26Dot6(Self.steps(size))
    guard units > 0, !typeface.isBitmapOnly, FT_Set_Char_Size(face, units, units, 72, 72) == 0,
      FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_HINTING) | FT_Int32(FT_LOAD_NO_BITMAP)) == 0,
      let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return result }
    style(&slot.pointee.outline, extra: boldExtra(size) * 64)
    OutlineReader.read(slot.pointee.outline, into: &result)
    return result
  }
}
