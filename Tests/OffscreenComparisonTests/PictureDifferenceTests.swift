import Offscreen
import OffscreenImages
import Testing
@testable import OffscreenComparison

@Suite struct PictureDifferenceTests {
  private func file(
    _ name: String, _ black: [PixelBox], boxes: String? = nil, fingerprint: String? = nil
  ) throws -> PictureFile {
    try PictureFile(
      name: name, bytes: TestPicture.png(black: black, fingerprint: fingerprint),
      elements: boxes.flatMap { ElementData(json: Array($0.utf8)) })
  }

  @Test func theSameBytesNeedNoDecoding() throws {
    // The file is whole, but there are no pixels in its data.
    let header: [UInt8] = [0, 0, 0, 60, 0, 0, 0, 40, 8, 2, 0, 0, 0]
    let bytes = TestPicture.pngFile([("IHDR", header), ("IDAT", [1, 2, 3]), ("IEND", [])])
    let picture = try PictureFile(name: "a", bytes: bytes)
    #expect(throws: ComparisonError.self) { try picture.decode() }
    let difference = try PictureDifference(picture, picture)
    #expect(difference.isMatch && difference.pixels?.expectedSize == [60, 40])
  }

  /// Pages show half a picture; a comparison that took it for a whole one would call two halves the same.
  @Test func aFileThatIsCutShortIsTrouble() throws {
    let whole = try TestPicture.png()
    for count in [1, 20, whole.count / 2] {
      #expect(throws: ComparisonError.self) { try PictureFile(name: "a", bytes: Array(whole.dropLast(count))) }
    }
    var damaged = whole
    damaged[whole.count - 20] ^= 1
    let error = #expect(throws: ComparisonError.self) { try PictureFile(name: "new/a.png", bytes: damaged) }
    #expect(error?.description == "new/a.png: broken PNG picture: it is cut short or damaged")
    let bitmap = try TestPicture.bitmap()
    let jpeg = try bitmap.jpegData(quality: 90)
    _ = try PictureFile(name: "a", bytes: jpeg)
    #expect(throws: ComparisonError.self) { try PictureFile(name: "a", bytes: Array(jpeg.dropLast(40))) }
  }

  @Test func whatIsNoPictureIsTrouble() {
    #expect(throws: ComparisonError.self) { try PictureFile(name: "a", bytes: Array("not a picture".utf8)) }
    #expect(throws: ComparisonError.self) { try PictureFile(path: "/no/such/picture.png") }
  }

  @Test func differentSizesAreDrawn() throws {
    let small = try PictureFile(name: "a", bytes: TestPicture.png(60, 40))
    let large = try PictureFile(name: "b", bytes: TestPicture.png(50, 44))
    var options = ComparisonOptions()
    options.tolerablePixels = 1_000_000
    let difference = try PictureDifference(small, large, options: options)
    #expect(!difference.isMatch)
    let picture = try ImageSource(bytes: #require(difference.picture)).decode()
    #expect(picture.width == 60 && picture.height == 44 && picture[55, 42] == 0xFFC0_60FF)
    #expect(difference.summary.hasPrefix("60x40 became 50x44"))
  }

  @Test func theMakersComeFirst() throws {
    let old = try file("a", [], fingerprint: "engine=0.1.0; cairo=1.16.0; scale=1.0")
    let new = try file(
      "a", [PixelBox(x: 1, y: 1, width: 2, height: 2)], fingerprint: "engine=0.1.0; cairo=1.18.0; scale=1.0")
    let difference = try PictureDifference(old, new)
    let item = ComparedItem(name: "a", expected: nil, actual: nil, outcome: .compared(difference))
    #expect(TextReport.details(item).first == "not made alike: cairo: 1.16.0 became 1.18.0")
    // A picture of another program has no fingerprint, and nothing to say about it.
    #expect(try PictureDifference(file("a", []), new).fingerprint.isEmpty)
  }

  @Test func masksAreBoxesOrSelectors() throws {
    let inside = PixelBox(x: 12, y: 22, width: 3, height: 3)
    let (old, new) = (
      try file("a", [], boxes: TestPicture.boxes()), try file("b", [inside], boxes: TestPicture.boxes())
    )
    func isMatch(_ masks: String...) throws -> Bool {
      var options = ComparisonOptions()
      options.masks = try masks.map { try #require(Mask($0)) }
      return try PictureDifference(old, new, options: options).isMatch
    }
    #expect(try !isMatch())
    #expect(try isMatch("12,22,3,3") && isMatch("0, 20, 60, 20") && !isMatch("13,22,3,3"))
    for selector in [
      "#clock", ".box.now", "div", "body > div", "h1 + * + div", "[data-testid=time]", "div:nth-child(3)", "p, .now",
    ] {
      #expect(try isMatch(selector), "\(selector)")
    }
    for selector in ["#other", "h1", "div:nth-child(2)", "div:first-child"] {
      #expect(try !isMatch(selector), "\(selector)")
    }
    #expect(Mask("1,2,3") == nil && Mask("1,2,0,4") == nil && Mask("p >> q") == nil && Mask("") == nil)
  }

  @Test func aMaskThatFindsNothingSaysSo() throws {
    let picture = try file("a", [], boxes: TestPicture.boxes())
    var options = ComparisonOptions()
    options.masks = [try #require(Mask(".gone"))]
    #expect(try PictureDifference(picture, picture, options: options).notes == ["the mask .gone matches no element"])
    #expect(throws: ComparisonError.self) {
      try PictureDifference(self.file("a", []), self.file("b", []), options: options)
    }
  }

  /// The picture has two device pixels per CSS pixel.
  @Test func masksKnowTheScale() throws {
    let data = ElementData(json: Array(TestPicture.boxes().utf8))
    let change = PixelBox(x: 20, y: 40, width: 40, height: 20)
    let old = try PictureFile(name: "a", bytes: TestPicture.png(120, 80), elements: data)
    let new = try PictureFile(name: "b", bytes: TestPicture.png(120, 80, black: [change]), elements: data)
    var options = ComparisonOptions()
    options.masks = [try #require(Mask("#clock"))]
    #expect(try PictureDifference(old, new, options: options).isMatch)
  }

  @Test func elementsThatLookDifferentAreNamed() throws {
    let inside = PixelBox(x: 12, y: 22, width: 3, height: 3)
    let (old, new) = (
      try file("a", [], boxes: TestPicture.boxes()), try file("b", [inside], boxes: TestPicture.boxes())
    )
    let changes = try PictureDifference(old, new).elements
    #expect(changes.map(\.description) == ["painted: div#clock.box.now (0/1/2) #ffffff became #000000, 9 pixels"])
  }

  @Test func layoutLooksAtBoxesOnly() throws {
    var options = ComparisonOptions()
    options.preset = .layout
    let black = PixelBox(x: 12, y: 22, width: 3, height: 3)
    let old = try file("a", [], boxes: TestPicture.boxes())
    #expect(
      try PictureDifference(old, file("b", [black], boxes: TestPicture.boxes(headingY: 1)), options: options).isMatch)
    #expect(try !PictureDifference(old, file("b", [], boxes: TestPicture.boxes(headingY: 2)), options: options).isMatch)
    options.threshold = 2
    #expect(try PictureDifference(old, file("b", [], boxes: TestPicture.boxes(headingY: 2)), options: options).isMatch)
    #expect(try !PictureDifference(old, file("b", [], boxes: TestPicture.boxes(text: "Bye")), options: options).isMatch)
    #expect(throws: ComparisonError.self) { try PictureDifference(old, self.file("b", []), options: options) }
  }
}
