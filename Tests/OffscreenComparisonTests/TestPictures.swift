import Foundation
import OffscreenImages
import TestSupport
@testable import OffscreenComparison

extension TemporaryFolder {
  var path: String { url.path }

  /// Writes a file, and its folders; gives back its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try ReportFolder.write(bytes, to: path + "/" + name)
    return path + "/" + name
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  func bytes(_ name: String) -> [UInt8]? { contents(name).map { Array($0) } }
}

enum TestPicture {
  /// White with black rectangles.
  static func bitmap(_ width: Int = 60, _ height: Int = 40, black: [PixelBox] = []) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height)
    bitmap.fill(0xFFFF_FFFF)
    for box in black {
      for y in box.y..<box.bottom { for x in box.x..<box.right { bitmap[x, y] = 0xFF00_0000 } }
    }
    return bitmap
  }

  static func png(
    _ width: Int = 60, _ height: Int = 40, black: [PixelBox] = [], fingerprint: String? = nil
  ) throws -> [UInt8] {
    try bitmap(width, height, black: black).pngData(
      text: fingerprint.map { [PNGText("Offscreen-Fingerprint", $0)] } ?? [])
  }

  /// Inspect data of a 60x40 page: a body with a heading and a box.
  static func boxes(headingY: Int = 0, text: String = "Hello", extra: String = "") -> String {
    """
    {"viewport": {"width": 60, "height": 40}, "document": {"width": 60, "height": 40}, "elements": [
     {"path": "0", "tag": "html", "x": 0, "y": 0, "width": 60, "height": 40},
     {"path": "0/1", "tag": "body", "x": 0, "y": 0, "width": 60, "height": 40},
     {"path": "0/1/0", "tag": "h1", "x": 0, "y": \(headingY), "width": 60, "height": 10, "text": "\(text)"},
     {"path": "0/1/0/0", "tag": "b", "x": 5, "y": \(headingY + 1), "width": 10, "height": 8},
     {"path": "0/1/2", "tag": "div", "x": 10, "y": 20, "width": 20, "height": 10,
      "attributes": {"id": "clock", "class": "box now", "data-testid": "time"}}\(extra)
    ]}
    """
  }
}
