import Offscreen
import OffscreenImages

/// The result for a picture, in JSON.
struct ItemRecord: Encodable {
  private struct Box: Encodable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var differingPixels: Int?

    init(_ region: PictureComparison.Region) {
      (x, y, width, height) = (region.box.x, region.box.y, region.box.width, region.box.height)
      differingPixels = region.differingPixels
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

  private struct Shift: Encodable {
    var top: Int
    var bottom: Int?
    var distance: Int
  }

  /// The differences beside pure moves.
  private struct Rest: Encodable {
    var differingPixels: Int
    var regions: [Box]
  }

  private var name: String
  private var status: String
  private var summary: String
  private var expected: String?
  private var actual: String?
  private var expectedSize: [Int]?
  private var actualSize: [Int]?
  private var comparedPixels: Int?
  private var differingPixels: Int?
  private var differingRatio: Double?
  private var ignoredPixels: Int?
  private var largestDifference: Int?
  private var regions: [Box]?
  private var shifts: [Shift]?
  private var apartFromShifts: Rest?
  private var elements: [Element]?
  private var fingerprint: [Field]?
  private var notes: [String]?
  private var milliseconds: Double

  init(_ item: ComparedItem) {
    (name, status, summary) = (item.name, item.status, item.summary)
    (expected, actual) = (item.expected?.name, item.actual?.name)
    let (seconds, attoseconds) = item.duration.components
    milliseconds = ((Double(seconds) * 1000 + Double(attoseconds) * 1e-15) * 100).rounded() / 100
    guard let difference = item.difference else { return }
    if let pixels = difference.pixels {
      (expectedSize, actualSize) = (pixels.expectedSize, pixels.actualSize)
      (comparedPixels, differingPixels) = (pixels.comparedPixels, pixels.differingPixels)
      differingRatio = (pixels.differingRatio * 1e8).rounded() / 1e8
      (ignoredPixels, largestDifference) = (pixels.ignoredPixels, pixels.largestDifference)
      regions = pixels.regions.map(Box.init)
    }
    if let shift = difference.shift {
      shifts = shift.shifts.map { Shift(top: $0.top, bottom: $0.bottom, distance: $0.distance) }
      apartFromShifts = Rest(differingPixels: shift.differingPixels, regions: shift.rest.regions.map(Box.init))
    }
    elements = difference.elements.map {
      Element(change: $0.kind.rawValue, element: $0.element, path: $0.path, detail: $0.detail)
    }
    fingerprint = difference.fingerprint.map { Field(name: $0.name, expected: $0.expected, actual: $0.actual) }
    notes = difference.notes.isEmpty ? nil : difference.notes
  }
}
