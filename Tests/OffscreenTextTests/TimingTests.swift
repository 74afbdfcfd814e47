import Foundation
import TestSupport
import Testing

@testable import OffscreenText

/// Prints how long text takes, where OFFSCREEN_TIMING is set; meaningful in optimized builds.
@Suite struct TimingTests {
  private static let isAsked = ProcessInfo.processInfo.environment["OFFSCREEN_TIMING"] != nil

  /// The paragraphs of a page, without its markup.
  private func paragraphs(_ page: String) throws -> [[UInt8]] {
    let html = try String(contentsOf: #require(Suites.url("pages/\(page)")), encoding: .utf8)
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    var depth = 0
    var tag: [UInt8] = []
    for byte in html.utf8 {
      if byte == 0x3C {
        depth = 1
        tag = []
      } else if byte == 0x3E && depth == 1 {
        depth = 0
        let name = String(decoding: tag, as: UTF8.self)
        if ["p", "/p", "dt", "dd", "li", "/li", "td", "h1", "h2", "h3", "div", "/div", "pre", "tr"]
          .contains(where: { name == $0 || name.hasPrefix($0 + " ") }) && !current.isEmpty
        {
          result.append(current)
          current = []
        }
      } else if depth == 1 {
        tag.append(byte)
      } else if byte > 0x20 || (current.last ?? 0x20) != 0x20 {
        current.append(byte <= 0x20 ? 0x20 : byte)
      }
    }
    return result
  }

  @Test(
    .enabled(if: isAsked),
    arguments: (ProcessInfo.processInfo.environment["OFFSCREEN_TIMING"] ?? "").split(separator: ",").map(String.init))
  func pages(_ page: String) throws {
    let paragraphs = try paragraphs(page)
    let words = paragraphs.reduce(0) { $0 + $1.split(separator: 0x20).count }
    let clock = ContinuousClock()
    let start = clock.now
    let fonts = try bundledFonts()
    print("open \(clock.now - start)")
    let id = fonts.intern(request("sans-serif"))
    for round in 0..<3 {
      var items: [[TextItem]] = []
      var glyphs = 0
      var breaks = 0
      let itemize = clock.measure {
        items = paragraphs.map {
          fonts.itemize($0, spans: [TextSpan(range: 0..<$0.count, font: id)])
        }
      }
      let find = clock.measure {
        for text in paragraphs { breaks += fonts.breakOpportunities(text).count }
      }
      let shape = clock.measure {
        for (text, list) in zip(paragraphs, items) {
          for item in list { glyphs += fonts.shape(item, in: text).glyphs.count }
        }
      }
      print(
        "round \(round): \(words) words, \(paragraphs.count) paragraphs, \(glyphs) glyphs:"
          + " itemize \(itemize), breaks \(find), shape \(shape)")
      if round == 1 {
        let whole = clock.measure {
          for (text, list) in zip(paragraphs, items) {
            text.withUnsafeBufferPointer { bytes in
              for item in list {
                glyphs +=
                  fonts.shape(item, in: bytes, range: item.range, usesWordCache: false)
                  .glyphs.count
              }
            }
          }
        }
        print("shape without cache \(whole)")
      }
    }
  }
}
