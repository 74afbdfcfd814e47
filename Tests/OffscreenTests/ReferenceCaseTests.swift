import Foundation
import Offscreen
import TestSupport
import Testing

/// Pages that must look alike: `Tests/ReferenceCases/NAME.html` and `NAME-ref.html`, which shows the same
/// by plainer means.
@Suite struct ReferenceCaseTests {
  static let folder = Suites.projectRoot.appending(path: "Tests/ReferenceCases")

  static let cases: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".html") && !$0.hasSuffix("-ref.html") }.map { String($0.dropLast(5)) }.sorted()

  @Test func thereAreCases() { #expect(!Self.cases.isEmpty) }

  /// The same pixels make the same file.
  @Test(arguments: cases) func looksLikeItsReference(_ name: String) throws {
    let pictures = try [name, name + "-ref"].map { page in
      var options = PageOptions()
      options.viewport = Viewport(width: 300, height: 240)
      return try LargeStackThread.run { [options] in
        try PageRenderer().render(
          Self.folder.appending(path: page + ".html").path, options: options,
          outputs: [PictureOutput(path: "picture.png")])
      }
    }
    let data = try pictures.map { try #require($0.pictures.first).data }
    #expect(data[0] == data[1], "\(name) does not look like \(name)-ref")
  }
}
