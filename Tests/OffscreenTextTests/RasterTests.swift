import Testing

@testable import OffscreenText

@Suite struct RasterTests {
  /// Draws a line as the rasterizer would: black on white, 64 columns from 8, 22 rows from 12.
  private func draw(_ text: String, _ asked: FontRequest, _ fonts: PageFonts) -> [Int] {
    let (width, height) = (64, 22)
    var picture = [Int](repeating: 255, count: width * height)
    let metrics = fonts.metrics(fonts.primaryFont(fonts.intern(asked)))
    let leading = (48 - metrics.roundedAscent - metrics.roundedDescent) / 2
    let baseline = Int((leading + metrics.roundedAscent).rounded(.down)) - 12
    let table = fonts.coverageTable(red: 0, green: 0, blue: 0)
    var pen = (10.3 * 64).rounded(.down) / 64 - 8
    for item in fonts.items(text, asked) {
      for glyph in fonts.shape(item, in: Array(text.utf8)).glyphs {
        let origin = fonts.glyphOrigin(at: pen + Double(glyph.xOffset), font: item.font)
        pen += Double(glyph.advance)
        guard
          let bitmap = fonts.glyphBitmap(
            font: item.font, glyph: glyph.id, subpixel: origin.subpixel)
        else { continue }
        for y in 0..<bitmap.height {
          for x in 0..<bitmap.width {
            let (column, row) = (origin.pixel + bitmap.left + x, baseline - bitmap.top + y)
            guard column >= 0, column < width, row >= 0, row < height else { continue }
            let alpha = Int(table[Int(bitmap.pixels[y * bitmap.width + x])])
            let at = row * width + column
            picture[at] = (picture[at] * (255 - alpha) + 127) / 255
          }
        }
      }
    }
    return picture
  }

  @Test func coverageIsChromiums() throws {
    let fonts = try bundledFonts()
    for (family, size, italic, text, rows) in ChromiumPixels.cases {
      let ours = draw(text, request(family, size, italic: italic), fonts)
      let theirs = rows.split(separator: "\n").flatMap { row -> [Int] in
        var values: [Int] = []
        var rest = row[...]
        while rest.count >= 2 {
          values.append(Int(rest.prefix(2), radix: 16) ?? -1)
          rest = rest.dropFirst(2)
        }
        return values
      }
      try #require(theirs.count == ours.count)
      let pairs = zip(ours, theirs).filter { $0 < 250 || $1 < 250 }
      let differences = pairs.map { abs($0 - $1) }
      let mean = Double(differences.reduce(0, +)) / Double(max(1, differences.count))
      #expect(pairs.count > 100)
      #expect(mean < 1.8, "\(family): \(mean)")
      #expect(differences.max() ?? 255 < 28, "\(family): \(differences.max() ?? -1)")
    }
  }

  @Test func outlinesAndBitmapsAgree() throws {
    let fonts = try bundledFonts()
    let id = fonts.primaryFont(fonts.intern(request("serif", 40)))
    let glyph = fonts.font(id).typeface.glyph(for: 0x48)
    let bitmap = try #require(fonts.glyphBitmap(font: id, glyph: glyph, subpixel: 0))
    let bounds = try #require(fonts.glyphPath(font: id, glyph: glyph).bounds(dx: 0))
    #expect(bitmap.width == bounds.width && bitmap.left == bounds.left && bitmap.top == -bounds.top)
    let ink = bitmap.pixels.reduce(0) { $0 + Int($1) } / 255
    #expect(ink > 150 && ink < 500)
    #expect(fonts.glyphBitmap(font: id, glyph: fonts.font(id).spaceGlyph, subpixel: 0) == nil)
    #expect(fonts.glyphBitmap(font: id, glyph: glyph, subpixel: 0, scale: 20) == nil)
  }

  @Test func emojiAreColorBitmaps() throws {
    let fonts = try bundledFonts()
    let bytes = Array("😀".utf8)
    let item = try #require(fonts.items("😀", request("serif", 32)).first)
    let run = fonts.shape(item, in: bytes)
    let bitmap = try #require(
      fonts.glyphBitmap(font: item.font, glyph: run.glyphs[0].id, subpixel: 0))
    #expect(bitmap.isColor && bitmap.pixels.count == bitmap.width * bitmap.height * 4)
    #expect(abs(bitmap.width - 40) <= 1)
    // The middle of the face is yellow.
    let middle = ((bitmap.height / 2) * bitmap.width + bitmap.width / 2) * 4
    #expect(bitmap.pixels[middle + 2] > 200 && bitmap.pixels[middle] < 120)
  }

  @Test func coverageTablesGrowWithCoverage() throws {
    let fonts = try bundledFonts()
    for color in [UInt8(0), 60, 128, 200, 255] {
      let table = fonts.coverageTable(red: color, green: color, blue: color)
      #expect(table.first == 0 && table.last == 255)
      #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }
}
