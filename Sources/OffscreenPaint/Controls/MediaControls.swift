import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenStyle
import OffscreenText

/// The controls of `video` and `audio` as Chromium draws them while there is nothing to play, which is
/// all that an unscripted picture shows.
///
/// Places, sizes and colours were measured in Chromium's pictures.
extension Painter {
  private static let disabled: Float = 0.3
  /// Buttons are pictures of this side.
  private static let icon = 20.0

  /// Over what the element shows.
  mutating func paintMediaControls(_ box: Box, _ area: PaintRect) {
    let document = options.document
    guard box.origin == .element, !area.isEmpty, document.namespace(box.node) == .html,
      document.hasAttribute(box.node, .controls), let name = document.name(box.node).known
    else { return }
    switch name {
    case .video:
      list.pushClip(area)
      paintVideoControls(area, hasPoster: hasPicture(box))
      list.pop()
    case .audio:
      list.pushClip(area)
      paintAudioControls(area, isDark: box.style.inherited.colorScheme.isDark(preferred: options.prefersDark))
      list.pop()
    case _: break
    }
  }

  private func hasPicture(_ box: Box) -> Bool {
    guard tree.boxes.replaced.indices.contains(Int(box.data)),
      case .image = tree.boxes.replaced[Int(box.data)].kind
    else { return false }
    return true
  }

  // MARK: Video

  /// How opaque the shade behind the controls is, from the bottom up in equal steps.
  private static let shade: [Float] = [1, 0.965, 0.863, 0.71, 0.537, 0.357, 0.189, 0.063, 0]
  private static let shadeHeight = 112.0

  private mutating func paintVideoControls(_ area: PaintRect, hasPoster: Bool) {
    if !hasPoster { list.fill(area, Color(hex: 0x333333)) }
    let shaded = PaintRect(
      x: area.x, y: area.maxY - Self.shadeHeight, width: area.width, height: Self.shadeHeight)
    let count = Double(Self.shade.count - 1)
    let stops = Self.shade.enumerated().map { index, alpha in
      PaintGradient.Stop(position: Double(index) / count, color: Color(red: 0, green: 0, blue: 0, alpha: alpha))
    }
    let gradient = PaintGradient(
      shape: .linear(PaintPoint(x: 0, y: shaded.height), PaintPoint(x: 0, y: 0)), stops: stops, isRepeating: false)
    list.image(
      ImagePaint(
        source: .gradient(list.add(gradient)), destination: shaded, tile: shaded, stepX: shaded.width,
        stepY: shaded.height))

    // Each button has a width from which on there is room for it.
    let y = area.maxY - 48
    let color = Color(red: 1, green: 1, blue: 1, alpha: Self.disabled)
    if area.width >= 124 { paintPlay(PaintPoint(x: area.x + 24, y: y), color) }
    if area.width >= 48 { paintMore(PaintPoint(x: area.maxX - 24, y: y), color) }
    if area.width >= 200 { paintFullScreen(PaintPoint(x: area.maxX - 72, y: y), color) }
    if area.width >= 172 { paintVolume(PaintPoint(x: area.maxX - (area.width >= 200 ? 120 : 72), y: y), color) }
    if area.width >= 248 { _ = paintTime("0:00", x: area.x + 48, baseline: y + 5, .white) }
    paintTimeline(PaintRect(x: area.x + 16, y: area.maxY - 24, width: area.width - 32, height: 4), color)
  }

  // MARK: Audio

  private mutating func paintAudioControls(_ area: PaintRect, isDark: Bool) {
    let ground = Color(hex: isDark ? 0x363636 : 0xF1F3F4)
    list.fill(RoundedRect(area, radius: min(area.width, area.height) / 2), ground)
    func ink(_ alpha: Float) -> Color {
      let level: Float = isDark ? 1 : 0
      return Color(red: level, green: level, blue: level, alpha: alpha)
    }
    let y = area.y + (area.height / 2).rounded(.down)
    // From the left: play, the times; from the right: more, volume; the timeline gets what is left, and
    // where nothing is left, the buttons are pushed out.
    var left = area.x + 10
    paintPlay(PaintPoint(x: left + 16, y: y), ink(Self.disabled))
    left += 32
    if area.width >= 144 {
      let text = area.width >= 180 ? "0:00 / 0:00" : "0:00"
      left += 5 + paintTime(text, x: left + 5, baseline: y + 6, ink(0.87))
    }
    let hasVolume = area.width >= 128
    let right = max(area.maxX - 10 - (hasVolume ? 64 : 32), left + 32)
    paintTimeline(PaintRect(x: left + 16, y: y - 2, width: right - left - 32, height: 4), ink(0.2))
    if hasVolume { paintVolume(PaintPoint(x: right + 16, y: y), ink(Self.disabled)) }
    paintMore(PaintPoint(x: right + (hasVolume ? 48 : 16), y: y), ink(1))
  }

  // MARK: Parts

  private mutating func paintTimeline(_ rect: PaintRect, _ color: Color) {
    guard rect.width > 0 else { return }
    list.fill(RoundedRect(rect, radius: rect.height / 2), color)
  }

  /// Gives back how far the text reaches.
  private mutating func paintTime(_ text: String, x: Double, baseline: Double, _ color: Color) -> Double {
    let bytes = Array(text.utf8)
    let fonts = options.fonts
    let font = fonts.intern(FontRequest(families: [.systemUI], size: 14))
    var width = 0.0
    for item in fonts.itemize(bytes, spans: [TextSpan(range: 0..<bytes.count, font: font)]) {
      let run = fonts.shape(item, in: bytes)
      var placed: [PlacedGlyph] = []
      var advance = 0.0
      for glyph in run.glyphs {
        placed.append(PlacedGlyph(id: glyph.id, x: Float(advance), y: 0))
        advance += Double(glyph.advance)
      }
      list.glyphs(
        GlyphRun(
          font: run.font, glyphs: list.add(glyphs: placed), origin: PaintPoint(x: x + width, y: baseline),
          orientation: .horizontal, color: color,
          bounds: PaintRect(x: x + width, y: baseline - 28, width: advance, height: 42).outset(by: 14)))
      width += advance
    }
    return width
  }

  /// A place in a button's picture, whose side is 24 there.
  private func at(_ x: Double, _ y: Double, _ middle: PaintPoint) -> PaintPoint {
    PaintPoint(x: middle.x + (x - 12) * Self.icon / 24, y: middle.y + (y - 12) * Self.icon / 24)
  }

  private mutating func paintPlay(_ middle: PaintPoint, _ color: Color) {
    list.fill(PaintPath(polygon: [at(8, 5, middle), at(19, 12, middle), at(8, 19, middle)]), color)
  }

  private mutating func paintMore(_ middle: PaintPoint, _ color: Color) {
    let radius = 2 * Self.icon / 24
    for y in [6.0, 12, 18] {
      let center = at(12, y, middle)
      list.fill(
        PaintPath(
          ellipseIn: PaintRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)),
        color)
    }
  }

  /// A loudspeaker and its waves.
  private mutating func paintVolume(_ middle: PaintPoint, _ color: Color) {
    var path = PaintPath()
    let speaker: [(Double, Double)] = [(3, 9), (7, 9), (12, 4), (12, 20), (7, 15), (3, 15)]
    path.move(to: at(speaker[0].0, speaker[0].1, middle))
    for (x, y) in speaker.dropFirst() { path.line(to: at(x, y, middle)) }
    path.close()
    path.move(to: at(14, 8, middle))
    path.curve(at(15.5, 8.7, middle), at(16.5, 10.2, middle), to: at(16.5, 12, middle))
    path.curve(at(16.5, 13.8, middle), at(15.5, 15.3, middle), to: at(14, 16, middle))
    path.close()
    path.move(to: at(14, 3.2, middle))
    path.curve(at(18, 4.1, middle), at(21, 7.7, middle), to: at(21, 12, middle))
    path.curve(at(21, 16.3, middle), at(18, 19.9, middle), to: at(14, 20.8, middle))
    path.line(to: at(14, 18.7, middle))
    path.curve(at(16.9, 17.9, middle), at(19, 15.2, middle), to: at(19, 12, middle))
    path.curve(at(19, 8.8, middle), at(16.9, 6.1, middle), to: at(14, 5.3, middle))
    path.close()
    list.fill(path, color)
  }

  /// Four corners.
  private mutating func paintFullScreen(_ middle: PaintPoint, _ color: Color) {
    var path = PaintPath()
    for (x, y) in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
      func corner(_ a: Double, _ b: Double) -> PaintPoint { at(12 + a * x, 12 + b * y, middle) }
      path.move(to: corner(7, 7))
      for (a, b) in [(2.0, 7.0), (2, 5), (5, 5), (5, 2), (7, 2)] { path.line(to: corner(a, b)) }
      path.close()
    }
    list.fill(path, color)
  }
}
