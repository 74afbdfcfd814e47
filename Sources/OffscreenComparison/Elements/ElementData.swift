import Foundation

/// Inspect data: the output of `offscreen inspect` for a page.
package struct ElementData: Decodable, Sendable {
  package struct Element: Decodable, Sendable {
    /// Child-element indices from the document down, joined by slashes.
    package var path: String
    package var tag: String
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    /// Those that name an element; older inspect data has none.
    package var attributes: [String: String]?
    /// The element's own text, without that of its child elements.
    package var text: String?
    /// Computed values, where they were asked for (`offscreen inspect --styles`).
    package var style: [String: String]?

    /// As a selector would say it: `p#intro.note`.
    package var name: String {
      let id = attributes?["id"].map { "#" + $0 } ?? ""
      let classes = (attributes?["class"] ?? "").split(whereSeparator: \.isWhitespace).prefix(3)
      return tag + id + classes.map { "." + $0 }.joined()
    }
  }

  package struct Size: Decodable, Sendable {
    package var width: Double
    package var height: Double
  }

  package var viewport: Size
  package var document: Size
  package var elements: [Element]

  /// Nil where the bytes are not inspect data.
  package init?(json bytes: [UInt8]) {
    guard let data = try? JSONDecoder().decode(ElementData.self, from: Data(bytes)) else { return nil }
    self = data
  }

  /// Device pixels of a picture for one CSS pixel.
  func scale(pictureWidth: Int) -> Double {
    viewport.width > 0 ? Double(pictureWidth) / viewport.width : 1
  }
}
