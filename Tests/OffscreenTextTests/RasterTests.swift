import Foundation
import Testing

@testable import OffscreenText

/// Draws lines of text into an RGB picture as the rasterizer would, for comparison with Chromium's.
@Suite struct RasterTests {
  private static let folder = ProcessInfo.processInfo.environment["OFFSCREEN_RASTER"]

  @Test(.enabled(if: folder != nil)) func lines() throws {
    let folder = try #require(Self.folder)
    let data = try Data(contentsOf: URL(filePath: folder + "/raster.json"))
    let cases = try #require(try JSONSerialization.jsonObject(with: data) as? [[Any]])
    let fonts = try bundledFonts()
    let (width, row) = (600, 48)
    var picture = [UInt8](repeating: 255, count: width * row * cases.count * 3)
    for (line, entry) in cases.enumerated() {
      guard let family = entry[0] as? String, let size = (entry[1] as? NSNumber)?.doubleValue,
        let weight = (entry[2] as? NSNumber)?.doubleValue,
        let italic = (entry[3] as? NSNumber)?.boolValue, let text = entry[4] as? String,
        let ink = entry[5] as? String, let ground = entry[6] as? String
      else { continue }
      func color(_ name: String) -> [UInt8] {
        let digits = name.dropFirst().compactMap { UInt8(String($0), radix: 16) }
        return digits.count == 3
          ? digits.map { $0 * 17 } : stride(from: 0, to: 6, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
      }
      let (front, back) = (color(ink), color(ground))
      for pixel in (line * row * width)..<((line + 1) * row * width) {
        for channel in 0..<3 { picture[pixel * 3 + channel] = back[channel] }
      }
      let asked = request(family, size, weight: weight, italic: italic)
      let metrics = fonts.metrics(fonts.primaryFont(fonts.intern(asked)))
      let leading = (48 - metrics.roundedAscent - metrics.roundedDescent) / 2
      let baseline = line * row + Int((leading + metrics.roundedAscent).rounded(.down))
      var pen = (10.3 * 64).rounded(.down) / 64
      let isRaw = ProcessInfo.processInfo.environment["OFFSCREEN_RAW"] != nil
      let table =
        isRaw ? (0...255).map { UInt8($0) }
        : fonts.coverageTable(red: front[0], green: front[1], blue: front[2])
      for item in fonts.items(text, asked) {
        let run = fonts.shape(item, in: Array(text.utf8))
        for glyph in run.glyphs {
          let quarter = Int(((pen + Double(glyph.xOffset) + 0.125) * 4).rounded(.down))
          if let bitmap = fonts.glyphBitmap(font: item.font, glyph: glyph.id, subpixel: quarter & 3) {
            for y in 0..<bitmap.height {
              let to = baseline - bitmap.top - Int(glyph.yOffset.rounded()) + y
              for x in 0..<bitmap.width {
                let column = (quarter >> 2) + bitmap.left + x
                guard column >= 0, column < width, to >= 0, to < row * cases.count else { continue }
                for channel in 0..<3 {
                  let at = (to * width + column) * 3 + channel
                  let under = Int(picture[at])
                  if bitmap.isColor {
                    let source = (y * bitmap.width + x) * 4
                    let alpha = Int(bitmap.pixels[source + 3])
                    picture[at] = UInt8(
                      min(255, Int(bitmap.pixels[source + 2 - channel]) + (under * (255 - alpha) + 127) / 255))
                  } else {
                    let alpha = Int(table[Int(bitmap.pixels[y * bitmap.width + x])])
                    picture[at] = UInt8((Int(front[channel]) * alpha + under * (255 - alpha) + 127) / 255)
                  }
                }
              }
            }
          }
          pen += Double(glyph.advance)
        }
      }
    }
    let header = "P6\n\(width) \(row * cases.count)\n255\n"
    try (Data(header.utf8) + Data(picture)).write(to: URL(filePath: folder + "/ours.ppm"))
  }
}
