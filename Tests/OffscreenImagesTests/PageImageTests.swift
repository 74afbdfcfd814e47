import Testing

@testable import OffscreenImages

@Suite struct PageImageTests {
  @Test func shrinksByHalvesUntilTheTargetIsNear() throws {
    let image = PageImage(bitmap: try Bitmap.gradient(101, 64))
    func size(_ width: Int, _ height: Int) throws -> [Int] {
      let bitmap = try #require(image.bitmap(width: width, height: height))
      return [bitmap.width, bitmap.height]
    }
    #expect(try size(101, 64) == [101, 64])
    #expect(try size(500, 500) == [101, 64])
    #expect(try size(51, 33) == [101, 64])
    #expect(try size(50, 32) == [50, 32])
    #expect(try size(20, 10) == [25, 16])
    #expect(try size(1, 1) == [1, 1])
    #expect(image.bitmap(width: 0, height: 5) == nil)
    #expect(image.bitmap(width: 20, height: 10) === image.bitmap(width: 19, height: 11))
  }

  @Test func nothingIsLongerThanCairoTakes() throws {
    let image = PageImage(bitmap: try Bitmap(width: 70_000, height: 3))
    let bitmap = try #require(image.bitmap(width: 70_000, height: 3))
    #expect(bitmap.width == 17_500 && bitmap.height == 1)
  }

  @Test func halvesAreMeans() throws {
    let even = try Bitmap.make(4, 2) { x, y in UInt32(x + y * 10) * 0x0101_0101 }
    #expect(try even.halved().values == [5, 7].map { $0 * 0x0101_0101 as UInt32 })
    // Three columns with the weights 1, 2, 1.
    let odd = try Bitmap.make(3, 1) { x, _ in [40, 80, 160][x] * 0x0101_0101 }
    #expect(try odd.halved().values == [90 * 0x0101_0101])
    let column = try Bitmap.make(1, 4) { _, y in UInt32(y * 20) * 0x0101_0101 }
    #expect(try column.halved().values == [10 * 0x0101_0101, 50 * 0x0101_0101])
  }

  static func svg(_ attributes: String) throws -> PageImage {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)><rect width='50%' height='100%' fill='lime'/></svg>"
    return try PageImage(bytes: Array(text.utf8), mimeType: "image/svg+xml")
  }

  @Test(
    arguments: [
      ("width='30' height='20'", 30, 20, 1.5),
      ("width='1in' height='2.54cm'", 96, 96, 1),
      ("width='30' height='20' viewBox='0 0 5 5'", 30, 20, 1.5),
      ("viewBox='0 0 40 10'", nil, nil, 4),
      ("width='100%' height='20' viewBox='0 0 40 10'", nil, 20, 4),
      ("width='12'", 12, nil, nil),
      ("", nil, nil, nil),
      ("width='2em' height='0'", 32, 0, nil),
      ("width='8' viewBox='0 0 0 10'", nil, nil, nil),
      ("width='9' style='width: 50px; height:3rem'", 50, 48, 50.0 / 48),
      ("width='10%' height='5'", nil, 5, nil),
      ("width='-3' height='x'", nil, nil, nil),
      ("title='>' width = \"7.5\"\n height='5'", 7.5, 5, 1.5),
    ] as [(String, Double?, Double?, Double?)])
  func naturalDimensionsOfSVG(_ attributes: String, _ width: Double?, _ height: Double?, _ ratio: Double?) throws {
    let image = try Self.svg(attributes)
    #expect(image.isVector)
    func isClose(_ a: Double?, _ b: Double?) -> Bool {
      if let a, let b { return abs(a - b) < 0.001 }
      return a == nil && b == nil
    }
    #expect(isClose(image.naturalWidth, width))
    #expect(isClose(image.naturalHeight, height))
    #expect(isClose(image.naturalRatio, ratio))
  }

  @Test func drawsSVGAtTheSizeAskedFor() throws {
    // Stretched, since there is no view box.
    let stretched = try #require(try Self.svg("width='30' height='20'").bitmap(width: 60, height: 90))
    #expect(stretched.width == 60 && stretched.height == 90)
    #expect(stretched[29, 0] == 0xFF00_FF00 && stretched[31, 0] == 0 && stretched[10, 89] == 0xFF00_FF00)
    // Fitted into the middle, since a view box keeps its shape.
    let fitted = try #require(try Self.svg("viewBox='0 0 10 10'").bitmap(width: 40, height: 20))
    #expect(fitted[5, 10] == 0 && fitted[15, 10] == 0xFF00_FF00 && fitted[25, 10] == 0)
    // Of percentages of its own, a picture knows nothing where it is drawn: it fills its place.
    let partial = try #require(try Self.svg("width='8' height='50%'").bitmap(width: 40, height: 20))
    #expect(partial[19, 0] == 0xFF00_FF00 && partial[19, 19] == 0xFF00_FF00 && partial[21, 9] == 0)
    let empty = try #require(try Self.svg("viewBox='0 0 8 0'").bitmap(width: 40, height: 20))
    #expect(empty.values.allSatisfy { $0 == 0 })
    // The background is behind all of it.
    let sheet = try #require(
      try Self.svg("style='background: #123456; color: red' viewBox='0 0 10 10'").bitmap(width: 40, height: 20))
    #expect(sheet[5, 10] == 0xFF12_3456 && sheet[15, 10] == 0xFF00_FF00)
    let odd = try #require(try Self.svg("style='background: no-such-colour'").bitmap(width: 40, height: 20))
    #expect(odd[30, 10] == 0)
    // Percentages are of the object's size.
    let plain = try #require(try Self.svg("").bitmap(width: 40, height: 20, objectWidth: 20, objectHeight: 10))
    #expect(plain[19, 19] == 0xFF00_FF00 && plain[21, 0] == 0)
  }

  @Test func theRootIsFoundBehindOtherThings() throws {
    let text = """
      \u{FEFF}<?xml version="1.0"?><!-- <svg width="1"> --><!DOCTYPE svg [<!ENTITY a "<svg width='2'>">]>
      <svg xmlns="http://www.w3.org/2000/svg" width="33" height="11"/>
      """
    let image = try PageImage(bytes: Array(text.utf8), mimeType: "image/svg+xml")
    #expect(image.naturalWidth == 33 && image.naturalRatio == 3)
    for broken in ["", "<", "<svg", "<svg width", "<svg width=", "<svg width='", "<!--", "<!DOCTYPE [", "<?"] {
      #expect(SVGRoot(Array(broken.utf8))?.width == nil)
    }
  }

  @Test func svgReadsNoFiles() throws {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\
      <image href='file:///work/x.png' width='9' height='9'/><image href='/etc/passwd' width='9' height='9'/></svg>
      """
    let bitmap = try PageImage(bytes: Array(text.utf8)).bitmap(width: 9, height: 9)
    #expect(bitmap?.values.allSatisfy { $0 == 0 } == true)
    #expect(throws: ImageError.self) { try PageImage(bytes: [0x1F, 0x8B, 8, 0], mimeType: "image/svg+xml") }
    #expect(throws: ImageError.self) { try PageImage(bytes: Array("<svg".utf8), mimeType: "image/svg+xml") }
  }

  @Test func currentColorComesFromTheStyleSheet() throws {
    let text = "<svg xmlns='http://www.w3.org/2000/svg'><rect width='9' height='9' fill='currentColor'/></svg>"
    let vector = try VectorImage(bytes: Array(text.utf8), styleSheet: Array("svg{color:#102030}".utf8))
    #expect(try vector.render(width: 3, height: 3)[1, 1] == 0xFF10_2030)
  }
}
