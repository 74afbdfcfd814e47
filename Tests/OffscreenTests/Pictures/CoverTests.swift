import Foundation
import OffscreenImages
import Testing

@testable import Offscreen

/// Pictures that are cut to fill a size.
struct CoverTests {
  /// A red, a lime and a blue column, each 100 wide, whose lower half is darker.
  private static let html = """
    <!doctype html><style>body { margin: 0 } i { float: left; width: 100px; height: 100px; }</style>
    <i style='background:#f00'></i><i style='background:#0f0'></i><i style='background:#00f'></i>
    <i style='background:#800000'></i><i style='background:#008000'></i><i style='background:#000080'></i>
    """

  private func picture(_ size: ThumbnailSize, format: PictureOutput.Format = .png) async throws -> Bitmap {
    let page = WebPage.forTests()
    page.options.viewport = Viewport(width: 300, height: 200)
    try await page.load(html: Self.html)
    let picture = try await page.snapshot(SnapshotOptions(thumbnail: size, format: format))
    let bitmap = try ImageSource(bytes: picture.data).decode()
    #expect(picture.width == bitmap.width && picture.height == bitmap.height)
    return bitmap
  }

  private func color(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> String {
    let pixel = bitmap.row(Int(y * Double(bitmap.height - 1)))[Int(x * Double(bitmap.width - 1))]
    return String(pixel & 0xFF_FFFF, radix: 16)
  }

  @Test func tallOnesAreCutAtBothSides() async throws {
    let bitmap = try await picture(ThumbnailSize(covering: 50, 100))
    #expect(bitmap.width == 50 && bitmap.height == 100)
    #expect(color(bitmap, 0, 0.1) == "ff00" && color(bitmap, 1, 0.1) == "ff00" && color(bitmap, 0.5, 1) == "8000")
  }

  @Test func wideOnesAreCutAtTheBottom() async throws {
    let bitmap = try await picture(ThumbnailSize(covering: 150, 50))
    #expect(bitmap.width == 150 && bitmap.height == 50)
    #expect(color(bitmap, 0, 0) == "ff0000" && color(bitmap, 1, 1) == "ff")
  }

  @Test func smallerPicturesAreEnlarged() async throws {
    let bitmap = try await picture(ThumbnailSize(covering: 900, 600))
    #expect(bitmap.width == 900 && bitmap.height == 600)
    #expect(color(bitmap, 0.1, 0.1) == "ff0000" && color(bitmap, 0.9, 0.9) == "80" && color(bitmap, 0.5, 0.9) == "8000")
    let odd = try await picture(ThumbnailSize(covering: 331, 457), format: .webp(quality: nil))
    #expect(odd.width == 331 && odd.height == 457 && color(odd, 0.5, 0.2) == "ff00" && color(odd, 0.5, 0.8) == "8000")
    let same = try await picture(ThumbnailSize(covering: 300, 200))
    #expect(color(same, 0, 0) == "ff0000" && color(same, 1, 1) == "80")
  }

  @Test func tooLargeOnesAreAnError() async throws {
    await #expect(throws: WebPageError.self) { try await picture(ThumbnailSize(covering: 32_767, 32_767)) }
  }

  @Test func theirText() {
    #expect(ThumbnailSize("320x200^") == ThumbnailSize(covering: 320, 200))
    #expect(ThumbnailSize("320x200") == ThumbnailSize(width: 320, height: 200))
    #expect(ThumbnailSize(covering: 320, 200).description == "320x200^")
    for text in ["320x^", "x200^", "320x200^^", "^", "320^"] { #expect(ThumbnailSize(text) == nil) }
    var options = PageOptions()
    options.thumbnail = ThumbnailSize(covering: 9, 8)
    #expect((try? Fingerprint.current().with(options)).map { PageOptions($0).thumbnail } == options.thumbnail)
  }

  @Test(arguments: [
    (1280, 800, 320, 200, 0, 1280, 800), (1000, 1000, 100, 50, 0, 1000, 500), (1000, 1000, 50, 100, 250, 500, 1000),
    (3, 5_000, 30, 30, 0, 3, 3), (1, 1, 7, 9, 0, 1, 1),
  ])
  func whatIsSeen(
    _ width: Int, _ height: Int, _ boxWidth: Int, _ boxHeight: Int, _ x: Int, _ partWidth: Int, _ partHeight: Int
  ) {
    let part = CoverBox(width: boxWidth, height: boxHeight).part(of: width, height)
    #expect(part == (x, partWidth, partHeight))
  }
}
