import OffscreenImages
import OffscreenText
import Testing
import TestSupport

@testable import Offscreen

extension Bitmap {
  fileprivate var values: [UInt32] { (0..<height).flatMap { Array(row($0)) } }
}

/// SVG files as pictures.
struct SVGPictureTests {
  static func picture(_ text: String) throws -> PageImage { try picture(Array(text.utf8)) }

  static func picture(_ bytes: [UInt8], mimeType: String = "image/svg+xml") throws -> PageImage {
    let fonts = try FontLibrary(fonts: try FontLocation.folder(nil)).sharedFonts()
    return try PageImage.picture(bytes: bytes, mimeType: mimeType, SVGPicture.Surroundings(fonts: fonts))
  }

  static func svg(_ attributes: String) throws -> PageImage {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)><rect width='50%' height='100%' fill='lime'/></svg>"
    return try picture(text)
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
    let image = try Self.picture(text)
    #expect(image.naturalWidth == 33 && image.naturalRatio == 3)
    for broken in ["", "<", "<svg", "<svg width", "<svg width='", "<!--", "<?", "<html/>"] {
      #expect(throws: ImageError.self) { try Self.picture(broken) }
    }
    #expect(throws: ImageError.self) { try Self.picture([0x1F, 0x8B, 8, 0]) }
  }

  @Test func svgReadsNoFiles() throws {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\
      <image href='file:///work/x.png' width='9' height='9'/><image href='/etc/passwd' width='9' height='9'/></svg>
      """
    let bitmap = try Self.picture(Array(text.utf8), mimeType: "").bitmap(width: 9, height: 9)
    #expect(bitmap?.values.allSatisfy { $0 == 0 } == true)
  }

  @Test func sheetsAndPicturesOfItsOwnCount() throws {
    let inner =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='blue'/></svg>"
    let address = "data:image/svg+xml," + inner.replacing("#", with: "%23").replacing("<", with: "%3C")
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>\
      <style>rect { fill: lime }</style><rect width='10' height='10' fill='red'/>\
      <image href="\(address)" x='10' width='10' height='10'/></svg>
      """
    let bitmap = try #require(try Self.picture(text).bitmap(width: 20, height: 10))
    #expect(bitmap[5, 5] == 0xFF00_FF00 && bitmap[15, 5] == 0xFF00_00FF)
  }
}
