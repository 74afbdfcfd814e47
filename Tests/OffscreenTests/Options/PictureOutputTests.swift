import Offscreen
import Testing

@Suite struct PictureOutputTests {
  @Test(
    arguments: [
      ("a.png", .png), ("a.PNG", .png), ("a", .png), ("-", .png), ("", .png), ("out/v1.2", .png), (".hidden", .png),
      ("a.b/c", .png), ("a.", .png), ("/dev/fd/3", .png), ("a.jpg", .jpeg(quality: 90)),
      ("a.b.JPEG", .jpeg(quality: 90)),
      ("a.webp", .webp(quality: nil)), ("a.gif", .gif), ("a.avif", .avif(quality: 80)),
    ] as [(String, PictureOutput.Format)])
  func theEndingDecides(path: String, format: PictureOutput.Format) {
    let output = PictureOutput(path: path)
    #expect(output.format == format && output.problem == nil)
    #expect(PictureOutput.Format(path: path) == format)
  }

  @Test func qualityGoesToWhatHasOne() {
    #expect(PictureOutput(path: "a.jpg", quality: 5).format == .jpeg(quality: 5))
    #expect(PictureOutput(argument: "a.webp:320x", quality: 5).format == .webp(quality: 5))
    #expect(PictureOutput(path: "a.avif", quality: 5).format == .avif(quality: 5))
    #expect(PictureOutput(path: "a.gif", quality: 5).format == .gif)
  }

  @Test(arguments: ["a.pdfx", "a.bmp", "a.tiff", "a.svg", "a.html", "a.jpe", "example.com", "a.png.bak", "a.webp:320z"])
  func otherEndingsAreRefused(path: String) throws {
    let output = PictureOutput(argument: path)
    let problem = try #require(output.problem)
    #expect(problem.hasPrefix("\(path): ") && !problem.contains("\n"), "\(problem)")
    for ending in PictureOutput.Format.endings { #expect(problem.contains(".\(ending)")) }
    #expect(PictureOutput.Format(path: path) == nil)
  }

  @Test func aFormatThatIsNamedNeedsNoEnding() {
    #expect(PictureOutput(path: "picture.data", format: .webp(quality: nil)).problem == nil)
    var output = PictureOutput(path: "picture.data")
    #expect(output.problem != nil)
    output.format = .gif
    #expect(output.problem == nil)
  }
}
