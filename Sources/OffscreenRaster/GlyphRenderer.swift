import CCairo
import OffscreenGeometry
import OffscreenImages
import OffscreenLayout
import OffscreenPaint
import OffscreenText

/// Draws glyph runs: masks at quarter pixels on whole-pixel baselines, outlines where text is turned
/// or large.
struct GlyphRenderer {
  let fonts: PageFonts

  func draw(_ run: GlyphRun, _ glyphs: [PlacedGlyph], on canvas: Canvas) {
    let lower = max(0, Int(run.glyphs.lowerBound))
    let upper = min(glyphs.count, Int(run.glyphs.upperBound))
    guard lower < upper else { return }
    let transform = canvas.transform
    switch run.orientation {
    case .horizontal, .upright: break
    case .sidewaysRight, .sidewaysLeft: return drawTurned(run, glyphs[lower..<upper], on: canvas)
    }
    if run.strokeWidth > 0 || takesOutlines(run, transform) {
      drawOutlines(run, glyphs[lower..<upper], on: canvas)
    } else if Self.isUpright(transform) {
      drawMasks(run, glyphs[lower..<upper], on: canvas)
    } else {
      drawColorGlyphs(run, glyphs[lower..<upper], on: canvas)
    }
  }

  private static func isUpright(_ transform: Transform) -> Bool {
    transform.isScaleAndTranslation && (transform.a - transform.d).magnitude < 1e-6 * transform.a
  }

  /// Whether a run that is not stroked has no masks: it is turned, or large.
  func takesOutlines(_ run: GlyphRun, _ transform: Transform) -> Bool {
    if fonts.isColorBitmapFont(run.font) { return false }
    return !Self.isUpright(transform) || fonts.metrics(run.font).size * transform.a > PageFonts.largestBitmapSize
  }

  // MARK: Masks

  private func drawMasks(_ run: GlyphRun, _ glyphs: ArraySlice<PlacedGlyph>, on canvas: Canvas) {
    let transform = canvas.transform
    let color = run.color
    func byte(_ value: Float) -> UInt8 { UInt8((Pixels.clamp(value) * 255).rounded()) }
    let table = fonts.coverageTable(red: byte(color.red), green: byte(color.green), blue: byte(color.blue))
    let pixel = Pixels.premultiplied(color)
    guard pixel >> 24 > 0, table.count == 256 else { return }
    let target = canvas.isClipBox ? nil : MaskTarget(bounds: bounds(run, canvas))
    if !canvas.isClipBox, target == nil { return }
    for glyph in glyphs where glyph.id != Glyph.invisible {
      let x = (run.origin.x + Double(glyph.x)) * transform.a + transform.tx
      let y = (run.origin.y + Double(glyph.y)) * transform.d + transform.ty
      guard x.magnitude < 1e8, y.magnitude < 1e8 else { continue }
      let origin = fonts.glyphOrigin(at: x, font: run.font)
      let baseline = Int((y + 0.5).rounded(.down))
      // Optimization: far outside, nothing needs to be drawn or cached.
      let reach = 4 * Int(PageFonts.largestBitmapSize)
      if baseline + reach < canvas.clip.minY || baseline - reach > canvas.clip.maxY { continue }
      guard
        let bitmap = fonts.glyphBitmap(
          font: run.font, glyph: glyph.id, subpixel: origin.subpixel, scale: transform.a)
      else { continue }
      let left = origin.pixel + bitmap.left
      let top = baseline - bitmap.top
      if bitmap.isColor {
        blendColor(bitmap, left, top, canvas, opacity: UInt32(byte(color.alpha)))
      } else if let target {
        target.add(bitmap, left, top, table)
      } else {
        blend(bitmap, left, top, canvas, pixel, table)
      }
    }
    canvas.noteOwnPixels()
    if let target, !target.isUntouched {
      target.mask.withUnsafeMutableBufferPointer { mask in
        guard let base = mask.baseAddress else { return }
        canvas.fill(mask: base, stride: target.stride, box: target.box, color)
      }
    }
  }

  private func bounds(_ run: GlyphRun, _ canvas: Canvas) -> DeviceRect {
    DeviceRect(covering: run.bounds.mapped(by: canvas.transform)).outset(by: 2).intersection(canvas.clip)
  }

  /// One glyph's coverage, straight onto the pixels.
  private func blend(
    _ bitmap: GlyphBitmap, _ left: Int, _ top: Int, _ canvas: Canvas, _ pixel: UInt32, _ table: [UInt8]
  ) {
    let box = DeviceRect(minX: left, minY: top, maxX: left + bitmap.width, maxY: top + bitmap.height)
      .intersection(canvas.clip)
    guard !box.isEmpty else { return }
    let frame = canvas.frame
    bitmap.pixels.withUnsafeBufferPointer { coverage in
      table.withUnsafeBufferPointer { table in
        guard let coverage = coverage.baseAddress, let table = table.baseAddress else { return }
        for y in box.minY..<box.maxY {
          let source = coverage + ((y &- top) &* bitmap.width &- left)
          let row = canvas.bitmap.row(y - frame.minY)
          guard let target = row.baseAddress else { continue }
          for x in box.minX..<box.maxX {
            let raw = source[x]
            if raw == 0 { continue }
            let c = UInt32(table[Int(raw)])
            let index = x &- frame.minX
            target[index] = Pixels.over(c == 255 ? pixel : Pixels.scaled(pixel, c), target[index])
          }
        }
      }
    }
  }

  private func blendColor(_ bitmap: GlyphBitmap, _ left: Int, _ top: Int, _ canvas: Canvas, opacity: UInt32) {
    let box = DeviceRect(minX: left, minY: top, maxX: left + bitmap.width, maxY: top + bitmap.height)
      .intersection(canvas.clip)
    guard !box.isEmpty else { return }
    if !canvas.isClipBox {
      guard let picture = Self.picture(bitmap) else { return }
      return canvas.draw(picture, atX: left, y: top, within: nil, opacity: Double(opacity) / 255)
    }
    for y in box.minY..<box.maxY {
      let row = canvas.bitmap.row(y - canvas.frame.minY)
      for x in box.minX..<box.maxX {
        let at = ((y - top) * bitmap.width + x - left) * 4
        let pixel = Self.pixel(bitmap, at)
        if pixel == 0 { continue }
        let index = x - canvas.frame.minX
        row[index] = Pixels.over(opacity == 255 ? pixel : Pixels.scaled(pixel, opacity), row[index])
      }
    }
  }

  private static func pixel(_ bitmap: GlyphBitmap, _ at: Int) -> UInt32 {
    let pixels = bitmap.pixels
    return UInt32(pixels[at]) | UInt32(pixels[at + 1]) << 8 | UInt32(pixels[at + 2]) << 16
      | UInt32(pixels[at + 3]) << 24
  }

  static func picture(_ bitmap: GlyphBitmap) -> Bitmap? {
    guard let picture = try? Bitmap(width: bitmap.width, height: bitmap.height) else { return nil }
    for y in 0..<bitmap.height {
      let row = picture.row(y)
      for x in 0..<bitmap.width { row[x] = pixel(bitmap, (y * bitmap.width + x) * 4) }
    }
    return picture
  }

  // MARK: Outlines

  /// Gives the outlines of a run's glyphs, of those that have one, as long as more are wanted.
  func forOutlines(of run: GlyphRun, _ glyphs: [PlacedGlyph], _ wantsMore: (PaintPath) -> Bool) {
    let lower = max(0, Int(run.glyphs.lowerBound))
    let upper = min(glyphs.count, Int(run.glyphs.upperBound))
    guard lower < upper else { return }
    for glyph in glyphs[lower..<upper] {
      if let outline = outline(glyph, of: run), !wantsMore(outline) { return }
    }
  }

  private func outline(_ glyph: PlacedGlyph, of run: GlyphRun) -> PaintPath? {
    guard glyph.id != Glyph.invisible else { return nil }
    let outline = fonts.glyphPath(font: run.font, glyph: glyph.id)
    if outline.elements.isEmpty { return nil }
    return PaintPath(outline, atX: run.origin.x + Double(glyph.x), y: run.origin.y + Double(glyph.y))
  }

  private func drawOutlines(_ run: GlyphRun, _ glyphs: ArraySlice<PlacedGlyph>, on canvas: Canvas) {
    for glyph in glyphs { if let path = outline(glyph, of: run) { drawOutline(path, of: run, on: canvas) } }
  }

  /// Draws the outline of one of a run's glyphs, where it may be seen.
  func drawOutline(_ path: PaintPath, of run: GlyphRun, on canvas: Canvas) {
    let box = DeviceRect(covering: path.bounds.mapped(by: canvas.transform))
      .outset(by: 2 + DeviceRect.whole(run.strokeWidth * canvas.transform.meanScale))
    guard !box.intersection(canvas.clip).isEmpty else { return }
    if !run.color.isTransparent { canvas.fill(path, run.color) }
    if run.strokeWidth > 0 { canvas.stroke(Stroke(path: path, width: run.strokeWidth, color: run.strokeColor)) }
  }

  /// Coloured bitmaps under a transform that turns or stretches.
  private func drawColorGlyphs(_ run: GlyphRun, _ glyphs: ArraySlice<PlacedGlyph>, on canvas: Canvas) {
    let scale = canvas.transform.meanScale
    guard scale > 0 else { return }
    for glyph in glyphs where glyph.id != Glyph.invisible {
      guard let bitmap = fonts.glyphBitmap(font: run.font, glyph: glyph.id, subpixel: 0, scale: scale),
        bitmap.isColor, let picture = Self.picture(bitmap)
      else { continue }
      let place = Transform(
        a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: run.origin.x + Double(glyph.x) + Double(bitmap.left) / scale,
        ty: run.origin.y + Double(glyph.y) - Double(bitmap.top) / scale)
      draw(picture, at: place, opacity: Double(Pixels.clamp(run.color.alpha)), on: canvas)
    }
  }

  /// `place`: from the picture's pixels to where they are in the canvas' coordinates.
  private func draw(_ picture: Bitmap, at place: Transform, opacity: Double, on canvas: Canvas) {
    let toDevice = place.then(canvas.transform)
    let area = PaintRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
    guard !DeviceRect(covering: area.mapped(by: toDevice)).outset(by: 1).intersection(canvas.clip).isEmpty,
      let inverse = toDevice.then(.translation(x: -Double(canvas.frame.minX), y: -Double(canvas.frame.minY))).inverse
    else { return }
    canvas.withSurface(of: picture) { surface in
      guard let pattern = cairo_pattern_create_for_surface(surface) else { return }
      defer { cairo_pattern_destroy(pattern) }
      var matrix = cairo_matrix_t(
        xx: inverse.a, yx: inverse.b, xy: inverse.c, yy: inverse.d, x0: inverse.tx, y0: inverse.ty)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
      cairo_save(canvas.cairo)
      cairo_set_source(canvas.cairo, pattern)
      cairo_paint_with_alpha(canvas.cairo, opacity)
      cairo_restore(canvas.cairo)
    }
  }

  /// Vertical text: the run as a whole turned around its origin.
  private func drawTurned(_ run: GlyphRun, _ glyphs: ArraySlice<PlacedGlyph>, on canvas: Canvas) {
    let clockwise = run.orientation == .sidewaysRight
    let turn = Transform(
      a: 0, b: clockwise ? 1 : -1, c: clockwise ? -1 : 1, d: 0, tx: run.origin.x, ty: run.origin.y)
    canvas.pushTransform(turn)
    var level = run
    level.origin = .zero
    level.orientation = .horizontal
    if fonts.isColorBitmapFont(run.font) {
      drawColorGlyphs(level, glyphs, on: canvas)
    } else {
      drawOutlines(level, glyphs, on: canvas)
    }
    canvas.popTransform()
  }
}

/// Coverage of a whole run, collected before it is put down through a clip that is no box.
private final class MaskTarget {
  let box: DeviceRect
  let stride: Int
  var mask: [UInt8]
  private(set) var isUntouched = true

  init?(bounds: DeviceRect) {
    guard !bounds.isEmpty, bounds.width <= 32_767, bounds.height <= 32_767 else { return nil }
    box = bounds
    // As Cairo wants it: rows of whole words.
    stride = (bounds.width + 3) & ~3
    mask = [UInt8](repeating: 0, count: stride * bounds.height)
  }

  func add(_ bitmap: GlyphBitmap, _ left: Int, _ top: Int, _ table: [UInt8]) {
    let part = DeviceRect(minX: left, minY: top, maxX: left + bitmap.width, maxY: top + bitmap.height)
      .intersection(box)
    guard !part.isEmpty else { return }
    isUntouched = false
    for y in part.minY..<part.maxY {
      for x in part.minX..<part.maxX {
        let raw = bitmap.pixels[(y - top) * bitmap.width + x - left]
        if raw == 0 { continue }
        let coverage = UInt32(table[Int(raw)])
        let index = (y - box.minY) * stride + x - box.minX
        let there = UInt32(mask[index])
        mask[index] = UInt8(truncatingIfNeeded: coverage + there - (coverage * there + 127) / 255)
      }
    }
  }
}
