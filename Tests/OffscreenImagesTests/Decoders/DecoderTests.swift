import Testing

@testable import OffscreenImages

@Suite struct DecoderTests {
  @Test(arguments: Samples.all.filter { $0.pattern != .none })
  func decodesToItsPattern(_ sample: Samples.Sample) throws {
    let source = try ImageSource(bytes: sample.bytes)
    let size = sample.pattern.size
    #expect(source.info.width == size.width && source.info.height == size.height)
    let bitmap = try source.decode()
    #expect(bitmap.width == size.width && bitmap.height == size.height)
    var worst = 0
    var allOpaque = true
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let (got, wanted) = (bitmap[x, y], sample.pattern.pixel(x, y))
        allOpaque = allOpaque && got >> 24 == 255
        for shift in [0, 8, 16, 24] as [UInt32] {
          worst = max(worst, abs(Int(got >> shift & 255) - Int(wanted >> shift & 255)))
        }
      }
    }
    #expect(worst <= sample.tolerance)
    // A claim to be opaque must be true.
    #expect(!bitmap.isOpaque || allOpaque)
  }

  static func sample(_ name: String) throws -> Samples.Sample {
    try #require(Samples.all.first { $0.name == name })
  }

  @Test func oneBitPictures() throws {
    let row: [UInt32] = [0xF0, 0x0F, 0xAA].flatMap { byte in
      (0..<8).map { byte >> (7 - $0) & 1 == 1 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    for name in ["png grey 1 bit", "bmp 1"] {
      let bitmap = try ImageSource(bytes: try Self.sample(name).bytes).decode()
      #expect(Array(bitmap.row(3)) == row, "\(name)")
    }
  }

  @Test func showsTheBeginningOfACutPicture() throws {
    let picture = try Bitmap.noise(100, 100)
    let bytes = picture.pngData()
    let cut = try ImageSource(bytes: Array(bytes.prefix(bytes.count / 2))).decode()
    #expect(Array(cut.row(20)) == Array(picture.row(20)))
    #expect(Array(cut.row(90)) == [UInt32](repeating: 0, count: 100) && !cut.isOpaque)
    // Bottom row first: the missing end is in the top row.
    let sample = try Self.sample("bmp 24")
    let bitmap = try ImageSource(bytes: sample.bytes.dropLast(15)).decode()
    #expect(bitmap[12, 0] == sample.pattern.pixel(12, 0) && bitmap[23, 0] == 0)
  }

  @Test func showsTheBeginningOfACutGIF() throws {
    // 100 by 100 pixels in codes of 8 bits: a clear code (128) before every 100 keeps them so.
    var codes: [UInt8] = []
    for y in 0..<100 { codes += [128] + (0..<100).map { UInt8(($0 + y) & 127) } }
    var bytes = Array("GIF89a".utf8) + [100, 0, 100, 0, 0xF6, 0, 0]
    for index in 0..<128 { bytes += [UInt8(index), UInt8(index * 2), 9] }
    bytes += [0x2C, 0, 0, 0, 0, 100, 0, 100, 0, 0, 7]
    for start in stride(from: 0, to: codes.count, by: 255) {
      let part = codes[start..<min(codes.count, start + 255)]
      bytes += [UInt8(part.count)] + part
    }
    let cut = try ImageSource(bytes: Array(bytes.prefix(bytes.count / 2))).decode()
    #expect(cut[3, 4] == 0xFF07_0E09 && cut[50, 40] == 0xFF5A_B409 && cut[0, 90] == 0 && !cut.isOpaque)
  }

  @Test func reducedJPEG() throws {
    let source = try ImageSource(bytes: try Self.sample("jpeg 4:4:4").bytes)
    let half = try source.decode(reduction: 2)
    #expect(half.width == 12 && half.height == 8)
    let pixel = half[6, 4]
    #expect(abs(Int(pixel >> 16 & 255) - 125) < 8 && abs(Int(pixel >> 8 & 255) - 127) < 8)
  }

  @Test func headerSizesAreBounded() throws {
    // A PNG header that claims 60,000 by 60,000 pixels.
    var bytes = try Self.sample("png rgb").bytes
    bytes.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    #expect(throws: ImageError.tooLarge(width: 60_000, height: 60_000)) { try ImageSource(bytes: bytes) }
    #expect(throws: ImageError.unknownFormat) { try ImageSource(bytes: []) }
    #expect(throws: ImageError.unknownFormat) { try ImageSource(bytes: Array("<html>".utf8)) }
  }

  @Test func sniffsFormats() {
    for sample in Samples.all where sample.name != "svg" {
      let format = ImageFormat.sniff(sample.bytes)
      let expected = sample.name.prefix { $0 != " " }
      #expect(format?.name.lowercased() == (expected == "cursor" ? "cur" : String(expected)), "\(sample.name)")
    }
    let svg = [
      "<svg>", " \n<?xml version='1.0'?>\n<!-- a > b --><!DOCTYPE svg>\n<svg xmlns=''>", "\u{FEFF}<svg/>",
      "<s:svg xmlns:s='http://www.w3.org/2000/svg'/>",
    ]
    for text in svg { #expect(ImageFormat.looksLikeSVG(Array(text.utf8)), "\(text)") }
    for text in ["", "<", "<html><svg>", "<!--", "svg", "<?xml", "<p title='a:svg'>"] {
      #expect(!ImageFormat.looksLikeSVG(Array(text.utf8)), "\(text)")
    }
  }

  @Test func budgetIsSharedByPictures() throws {
    let budget = PixelBudget(pixels: 24 * 16 * 2)
    let bytes = try Self.sample("png rgb").bytes
    let images = try (0..<3).map { _ in PageImage(source: try ImageSource(bytes: bytes), budget: budget) }
    #expect(images[0].bitmap(width: 24, height: 16) != nil)
    #expect(images[0].bitmap(width: 2, height: 2) != nil)
    #expect(images[1].bitmap(width: 24, height: 16) != nil)
    #expect(images[2].bitmap(width: 24, height: 16) == nil)
    #expect(images[2].failure == .budgetExceeded)
  }
}
