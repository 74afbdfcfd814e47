import Foundation
import Offscreen
import OffscreenTesting
import TestSupport
import Testing

/// Every page of `Samples/` is a golden: `Samples/NAME.png` beside `Samples/NAME.html`. A new sample is a
/// new page and its picture, made by `offscreen render` with whatever options suit it: the picture's
/// fingerprint tells them. A page that moves has a picture for each of several moments, `NAME@500ms.png`.
@Suite struct SampleTests {
  static let folder = Suites.projectRoot.appending(path: "Samples")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// Names of pictures of pages at another moment than the one that options say nothing of.
  static let moments: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".png") && $0.contains("@") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func thereAreSamples() { #expect(!Self.names.isEmpty) }

  @Test(arguments: names) func looksAsBefore(_ name: String) async throws {
    try await expectPicture(name, of: name)
  }

  @Test(arguments: moments) func looksAsBefore(moment: String) async throws {
    try await expectPicture(moment, of: String(moment.prefix { $0 != "@" }))
  }

  /// What moves is where it was, however often and under whatever load it is drawn.
  @Test func movesTheSameEachTime() throws {
    let page = PageSource.address(Self.folder.appending(path: "motion.html").path)
    for settle in [Duration.zero, .milliseconds(500), .seconds(2)] {
      var options = PageOptions()
      (options.settle, options.network) = (settle, .none)
      options.viewport = Viewport(width: 480, height: 300)
      let pictures = try LargeStackThread.run { [options] in
        let renderer = try PageRenderer()
        return try Set((0..<100).map { _ in try renderer.capture(page, options: options).picture.data })
      }
      #expect(pictures.count == 1)
    }
  }

  /// What scripts build is the same however often it is built.
  @Test(arguments: ["board", "mosaic"]) func isBuiltTheSameEachTime(_ name: String) throws {
    let page = PageSource.address(Self.folder.appending(path: name + ".html").path)
    var options = PageOptions()
    options.network = .none
    options.viewport = Viewport(width: 960, height: 600)
    let pictures = try LargeStackThread.run { [options] in
      let renderer = try PageRenderer()
      return try Set((0..<10).map { _ in try renderer.capture(page, options: options).picture.data })
    }
    #expect(pictures.count == 1)
  }

  private func expectPicture(_ picture: String, of name: String) async throws {
    let picture = Self.folder.appending(path: picture + ".png")
    var options = GoldenOptions()
    if let bytes = try? Data(contentsOf: picture), let fingerprint = Fingerprint.read(png: Array(bytes)) {
      options.page = PageOptions(fingerprint)
      options.page.network = .none
    }
    try await expectGolden(.file(Self.folder.appending(path: name + ".html").path), at: picture.path, options: options)
  }
}
