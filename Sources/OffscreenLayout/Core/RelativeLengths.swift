import OffscreenCSS
import OffscreenText

/// What lengths are relative to that layout itself reads.
extension LayoutContext {
  func environment(of style: ComputedStyle) -> ComputationEnvironment {
    var environment = ComputationEnvironment(
      viewportWidth: viewport.width.pixels, viewportHeight: viewport.height.pixels)
    environment.font = font(style)
    environment.rootFont = font(boxes.boxes.first?.style ?? style)
    environment.zoom = Double(style.inherited.zoom)
    return environment
  }

  private func font(_ style: ComputedStyle) -> ComputationEnvironment.Font {
    ComputationEnvironment.Font(
      size: Double(style.font.size), lineHeight: style.font.lineHeightInPixels,
      measure: { [fonts] in fonts.relativeMetrics(of: style.font) })
  }
}

extension PageFonts {
  /// The measures of the font that a style chooses.
  package func relativeMetrics(of style: FontStyle) -> FontRelativeMetrics {
    let font = primaryFont(intern(FontRequest(style, language: "")))
    let metrics = metrics(font)
    var result = FontRelativeMetrics(
      xHeight: metrics.xHeight, capHeight: metrics.capHeight, zeroAdvance: metrics.zeroAdvance,
      uprightZeroAdvance: metrics.uprightZeroAdvance, ideographAdvance: metrics.ideographAdvance,
      lineHeight: metrics.lineSpacing)
    if let constants = mathConstants(font) {
      result.mathScales = MathScriptScales(
        script: constants.percentage(.scriptScale), scriptOfScript: constants.percentage(.scriptOfScriptScale))
    }
    return result
  }
}
