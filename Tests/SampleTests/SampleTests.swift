import Foundation
import Offscreen
import OffscreenTesting
import TestSupport
import Testing

/// Every page of `Samples/` is a golden: `Samples/NAME.png` beside `Samples/NAME.html`. A new sample is a
/// new page and its picture, made by `offscreen render` with whatever options suit it: the picture's
/// fingerprint tells them.
@Suite struct SampleTests {
  static let folder = Suites.projectRoot.appending(path: "Samples")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func thereAreSamples() { #expect(!Self.names.isEmpty) }

  @Test(arguments: names) func looksAsBefore(_ name: String) async throws {
    let picture = Self.folder.appending(path: name + ".png")
    var options = GoldenOptions()
    if let bytes = try? Data(contentsOf: picture), let fingerprint = Fingerprint.read(png: Array(bytes)) {
      options.page = PageOptions(fingerprint)
      options.page.network = .none
    }
    try await expectGolden(.file(Self.folder.appending(path: name + ".html").path), at: picture.path, options: options)
  }
}
