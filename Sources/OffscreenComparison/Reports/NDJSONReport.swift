import Foundation
import Offscreen
import OffscreenImages

/// One JSON object a picture and line.
package enum NDJSONReport {
  package static func lines(_ comparison: Comparison) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return comparison.items.map { item in
      let data = (try? encoder.encode(Line(item))) ?? Data()
      return String(decoding: data, as: UTF8.self) + "\n"
    }.joined()
  }

  private struct Box: Encodable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var differingPixels: Int?

    init(_ box: PixelBox, _ count: Int? = nil) {
      (x, y, width, height, differingPixels) = (box.x, box.y, box.width, box.height, count)
    }
  }

  private struct Element: Encodable {
    var change: String
    var element: String
    var path: String
    var detail: String
  }

  private struct Field: Encodable {
    var name: String
    var expected: String?
    var actual: String?
  }

  private struct Line: Encodable {
    var name: String
    var status: String
    var summary: String
    var expected: String?
    var actual: String?
    var expectedSize: [Int]?
    var actualSize: [Int]?
    var comparedPixels: Int?
    var differingPixels: Int?
    var ignoredPixels: Int?
    var largestDifference: Int?
    var regions: [Box]?
    var elements: [Element]?
    var fingerprint: [Field]?
    var notes: [String]?
    var milliseconds: Double

    init(_ item: ComparedItem) {
      (name, status, summary) = (item.name, item.status, item.summary)
      (expected, actual) = (item.expectedPath, item.actualPath)
      let (seconds, attoseconds) = item.duration.components
      milliseconds = ((Double(seconds) * 1000 + Double(attoseconds) * 1e-15) * 100).rounded() / 100
      guard let difference = item.difference else { return }
      if let pixels = difference.pixels {
        (expectedSize, actualSize) = (pixels.expectedSize, pixels.actualSize)
        (comparedPixels, differingPixels) = (pixels.comparedPixels, pixels.differingPixels)
        (ignoredPixels, largestDifference) = (pixels.ignoredPixels, pixels.largestDifference)
        regions = pixels.regions.map { Box($0.box, $0.differingPixels) }
      }
      elements = difference.elements.map {
        Element(change: $0.kind.rawValue, element: $0.element, path: $0.path, detail: $0.detail)
      }
      fingerprint = difference.fingerprint.map { Field(name: $0.name, expected: $0.expected, actual: $0.actual) }
      notes = difference.notes.isEmpty ? nil : difference.notes
    }
  }
}
