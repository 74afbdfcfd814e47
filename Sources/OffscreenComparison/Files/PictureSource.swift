import Foundation
import Offscreen

/// Where one of two pictures comes from.
package enum PictureSource: Sendable {
  case file(String)
  /// A page that was rendered for the comparison, or a picture that can be read only once.
  case page(PagePicture)

  /// Its name in messages.
  package var name: String {
    switch self {
    case .file(let path): path
    case .page(let page): page.name
    }
  }

  /// Nil of a page.
  package var path: String? {
    if case .file(let path) = self { return path }
    return nil
  }

  package func open() throws(ComparisonError) -> PictureFile {
    switch self {
    case .file(let path): try PictureFile(path: path)
    case .page(let page): try PictureFile(name: page.name, bytes: page.picture, elements: page.elements)
    }
  }

  /// The picture's bytes.
  func contents() throws(ComparisonError) -> [UInt8] {
    switch self {
    case .file(let path): try PictureFile.contents(of: path)
    case .page(let page): page.picture
    }
  }

  /// The inspect data of the picture, where there is any.
  func inspection() -> [UInt8]? {
    switch self {
    case .file(let path):
      let boxes = PictureFile.inspectionPath(of: path)
      guard boxes != path, let json = try? PictureFile.contents(of: boxes), ElementData(json: json) != nil else {
        return nil
      }
      return json
    case .page(let page): return page.elements == nil ? nil : Array(page.inspection.utf8)
    }
  }
}

/// A rendered picture of a page, with the boxes of its elements.
package struct PagePicture: Sendable {
  package let name: String
  /// PNG.
  package let picture: [UInt8]
  package let inspection: String
  package let elements: ElementData?

  /// `name`: the page's path or address, for messages; passwords in it are left out.
  package init(name: String, _ capture: PageCapture) {
    self.name = Self.shown(name)
    (picture, inspection) = (capture.picture.data, capture.inspection)
    elements = ElementData(json: Array(capture.inspection.utf8))
  }

  /// Throws where the bytes are no picture.
  package init(name: String, picture: [UInt8]) throws(ComparisonError) {
    (self.name, self.picture, inspection, elements) = (name, picture, "", nil)
    _ = try PictureFile(name: name, bytes: picture)
  }

  private static func shown(_ name: String) -> String {
    if name == "-" { return "standard input" }
    if name.prefix(5).lowercased() == "data:" { return String(name.prefix(60)) }
    guard let scheme = name.range(of: "://"),
      let at = name[scheme.upperBound...].prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@")
    else { return name }
    return String(name[..<scheme.upperBound]) + name[name.index(after: at)...]
  }
}
