import Foundation
import OffscreenDOM
import OffscreenHTML
import TestSupport
import Testing

@testable import OffscreenCSS
@testable import OffscreenStyle

/// How long styling takes: `OFFSCREEN_SPEED=folder-of-pages swift test --filter SpeedTests`.
struct SpeedTests {
  private final class SheetFiles: StyleSheetSource {
    var bytes = 0

    func response(from address: String, nonce: String) -> StyleSheetCollector.Response? {
      guard let url = URL(string: address), url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
      bytes += data.count
      return .init(bytes: Array(data), url: address)
    }

    func absoluteURL(_ address: String, base: String) -> String {
      URL(string: address, relativeTo: URL(string: base))?.absoluteString ?? address
    }
  }

  static let folder = ProcessInfo.processInfo.environment["OFFSCREEN_SPEED"]

  @Test(.enabled(if: folder != nil, "OFFSCREEN_SPEED is not set"))
  func pages() throws {
    let folder = try #require(Self.folder)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }.sorted()
    for file in files.prefix(300) {
      let url = URL(filePath: folder).appending(path: file)
      guard let data = try? Data(contentsOf: url) else { continue }
      let document = HTMLParser.parse(bytes: Array(data)).document
      let media = MediaContext(width: 1280, height: 800)
      let clock = ContinuousClock()
      let sheetFiles = SheetFiles()
      var collected: CollectedSheets?
      let collecting = clock.measure {
        collected = StyleSheetCollector(
          document: document, baseURL: url.absoluteString, media: media, source: sheetFiles
        ).collect()
      }
      let sheets = try #require(collected)
      var count = 0
      let styling = clock.measure {
        count = StyleEngine(document: document, sheets: sheets, media: media).run().styles.count
      }
      func ms(_ duration: Duration) -> String {
        String(
          format: "%.2f", Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1000)
      }
      print(
        "\(file): \(document.nodeCount) nodes, \(sheetFiles.bytes) bytes of sheets, \(count) styles: sheets \(ms(collecting)), styles \(ms(styling)) ms"
      )
    }
  }
}
