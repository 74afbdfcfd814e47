import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint
import OffscreenText

/// Text on a page of a document: glyphs, with the characters that they are of.
extension DocumentPlayer {
  private var cairo: OpaquePointer { page.cairo }

  func drawText(_ run: GlyphRun) {
    let lower = max(0, Int(run.glyphs.lowerBound))
    let upper = min(list.glyphs.count, Int(run.glyphs.upperBound))
    guard lower < upper else { return }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_translate(cairo, run.origin.x, run.origin.y)
    switch run.orientation {
    case .horizontal, .upright: break
    case .sidewaysRight: cairo_rotate(cairo, .pi / 2)
    case .sidewaysLeft: cairo_rotate(cairo, -.pi / 2)
    }
    guard let font = page.documentFonts.font(run.font) else { return drawPictures(run, lower..<upper) }
    cairo_set_font_face(cairo, font.face)
    var matrix = cairo_matrix_t(xx: font.size, yx: 0, xy: -font.slant * font.size, yy: font.size, x0: 0, y0: 0)
    cairo_set_font_matrix(cairo, &matrix)
    setFontOptions()
    var glyphs: [cairo_glyph_t] = []
    var sources: [Range<Int32>] = []
    for index in lower..<upper where list.glyphs[index].id != Glyph.invisible {
      let glyph = list.glyphs[index]
      guard glyph.x.isFinite, glyph.y.isFinite else { continue }
      glyphs.append(cairo_glyph_t(index: UInt(glyph.id), x: Double(glyph.x), y: Double(glyph.y)))
      sources.append(source(of: index))
    }
    guard !glyphs.isEmpty else { return }
    if !run.color.isTransparent {
      setSource(run.color)
      show(glyphs, sources)
    }
    // A bold that the font does not have.
    if font.boldness > 0, !run.color.isTransparent { stroke(glyphs, run.color, width: font.boldness) }
    if run.strokeWidth > 0 { stroke(glyphs, run.strokeColor, width: run.strokeWidth + font.boldness) }
  }

  private func setFontOptions() {
    guard let options = cairo_font_options_create() else { return }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(cairo, options)
    cairo_font_options_destroy(options)
  }

  private func stroke(_ glyphs: [cairo_glyph_t], _ color: Color, width: Double) {
    cairo_new_path(cairo)
    cairo_glyph_path(cairo, glyphs, Int32(clamping: glyphs.count))
    setSource(color)
    cairo_set_line_width(cairo, width)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER)
    cairo_stroke(cairo)
  }

  private func source(of glyph: Int) -> Range<Int32> {
    guard let texts = list.glyphTexts, texts.ranges.indices.contains(glyph) else { return 0..<0 }
    return texts.ranges[glyph]
  }

  /// Shows glyphs as the text that they are of, where that is known.
  private func show(_ glyphs: [cairo_glyph_t], _ sources: [Range<Int32>]) {
    guard let texts = list.glyphTexts, sources.contains(where: { !$0.isEmpty }) else {
      return cairo_show_glyphs(cairo, glyphs, Int32(clamping: glyphs.count))
    }
    // 1. Glyphs of one cluster stand together.
    var clusters: [(bytes: Range<Int32>, glyphs: Int32)] = []
    for source in sources {
      if let last = clusters.last, last.bytes == source {
        clusters[clusters.count - 1].glyphs += 1
      } else {
        clusters.append((source, 1))
      }
    }
    // 2. Text that runs from right to left has its clusters from the last glyph to the first.
    let starts = clusters.filter { !$0.bytes.isEmpty }.map(\.bytes.lowerBound)
    let isBackward = starts.count > 1 && zip(starts, starts.dropFirst()).allSatisfy { $0 > $1 }
    if isBackward { clusters.reverse() }
    var bytes: [CChar] = []
    var entries: [cairo_text_cluster_t] = []
    for cluster in clusters {
      let text = Self.text(texts.bytes, cluster.bytes)
      bytes.append(contentsOf: text.map { CChar(bitPattern: $0) })
      entries.append(cairo_text_cluster_t(num_bytes: Int32(clamping: text.count), num_glyphs: cluster.glyphs))
    }
    cairo_show_text_glyphs(
      cairo, bytes, Int32(clamping: bytes.count), glyphs, Int32(clamping: glyphs.count), entries,
      Int32(clamping: entries.count), isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
  }

  /// Valid UTF-8, or Cairo takes no part of the document any more.
  private static func text(_ bytes: [UInt8], _ range: Range<Int32>) -> [UInt8] {
    let (start, end) = (Int(range.lowerBound), Int(range.upperBound))
    guard start >= 0, end <= bytes.count, start < end else { return [] }
    let slice = bytes[start..<end]
    if slice.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return Array(slice) }
    return Array(String(decoding: slice, as: UTF8.self).replacing("\0", with: "").utf8)
  }

  // MARK: Coloured glyphs

  /// Bitmaps of fonts without outlines.
  private func drawPictures(_ run: GlyphRun, _ range: Range<Int>) {
    let size = page.fonts.metrics(run.font).size
    guard size > 0 else { return }
    let scale = min(Self.resolution, PageFonts.largestBitmapSize / size)
    for index in range {
      let glyph = list.glyphs[index]
      guard glyph.x.isFinite, glyph.y.isFinite,
        let bitmap = page.fonts.glyphBitmap(font: run.font, glyph: glyph.id, subpixel: 0, scale: scale),
        let picture = GlyphRenderer.picture(bitmap)
      else { continue }
      cairo_save(cairo)
      cairo_translate(cairo, Double(glyph.x), Double(glyph.y))
      cairo_scale(cairo, 1 / scale, 1 / scale)
      paint(
        picture, x: Double(bitmap.left), y: -Double(bitmap.top), opacity: Double(Pixels.clamp(run.color.alpha)))
      cairo_restore(cairo)
    }
  }
}
