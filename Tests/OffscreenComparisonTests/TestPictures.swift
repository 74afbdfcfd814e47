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

  /// A PNG file of chunks, with their lengths and check sums.
  static func pngFile(_ chunks: [(type: String, content: [UInt8])]) -> [UInt8] {
    func big32(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (type, content) in chunks {
      var sum: UInt32 = .max
      for byte in Array(type.utf8) + content {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
      }
      out += big32(UInt32(content.count)) + Array(type.utf8) + content + big32(~sum)
    }
    return out
  }

  /// A page of lines of text, as it were: rows that are unlike each other, with space between them.
  /// `lines`: where each begins, and what it says.
  static func page(height: Int, lines: [(y: Int, word: Int)], width: Int = 60) throws -> Bitmap {
    let page = try bitmap(width, height)
    for line in lines {
      for row in 0..<10 where line.y + row < height {
        for x in 2..<(width - 2) where (x &* 31 &+ row &* 17 &+ line.word &* 101) % 7 < 3 {
          page[x, line.y + row] = 0xFF10_2030
        }
        // No row is that of another line.
        (page[2 + row, line.y + row], page[14 + line.word % 40, line.y + row]) = (0xFFC0_0000, 0xFF00_00C0)
      }
    }
    return page
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
