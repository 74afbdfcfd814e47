import Foundation
import Offscreen
import OffscreenImages
import OffscreenLoading

/// Why two files could not be compared: one line.
package struct ComparisonError: Error, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}

/// A picture as a file, read but not yet decoded, with the inspect data beside it.
package struct PictureFile: Sendable {
  /// Where it comes from; for messages only.
  package let name: String
  package let bytes: [UInt8]
  package let elements: ElementData?
  private let source: ImageSource

  private static let mostBytes = 1 << 30

  /// `x.json` beside `x.png` is its inspect data, where it is there.
  package init(path: String) throws(ComparisonError) {
    let bytes = try Self.contents(of: path)
    let inspection = Self.inspectionPath(of: path)
    var elements: ElementData?
    if let json = try? Self.contents(of: inspection) { elements = ElementData(json: json) }
    try self.init(name: path, bytes: bytes, elements: elements)
  }

  package init(name: String, bytes: [UInt8], elements: ElementData? = nil) throws(ComparisonError) {
    (self.name, self.bytes, self.elements) = (name, bytes, elements)
    do {
      source = try ImageSource(bytes: bytes, maximumPixels: Bitmap.maximumPixels)
    } catch {
      throw ComparisonError("\(name): \(error)")
    }
    if let problem = PictureIntegrity.problem(bytes, source.info.format) {
      throw ComparisonError("\(name): \(problem)")
    }
  }

  package var size: [Int] { [source.info.width, source.info.height] }
  package var fingerprint: Fingerprint? { Fingerprint.read(png: bytes) }
  var mimeType: String { source.info.format.mimeType }

  func decode() throws(ComparisonError) -> Bitmap {
    do {
      return try source.decode()
    } catch {
      throw ComparisonError("\(name): \(error)")
    }
  }

  /// Whether a path is to be compared as a picture: its name or its first bytes say so.
  package static func isPicture(at path: String) -> Bool {
    if PictureFolder.isPicture(path) || path.hasSuffix(".json") { return true }
    guard let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: 64) else { return false }
    return ImageFormat.sniff([UInt8](start)) != nil
  }

  package static func isFolder(_ path: String) -> Bool { PictureFolder.isFolder(path) }

  /// `a/x.json` for `a/x.png`.
  package static func inspectionPath(of path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path + ".json" }
    return path.dropLast(name.distance(from: dot, to: name.endIndex)) + ".json"
  }

  static func contents(of path: String) throws(ComparisonError) -> [UInt8] {
    do {
      return try FileReader.read(path: FilePath.bytes(of: path), limit: mostBytes)
    } catch {
      throw ComparisonError(LoadError(path, error.reason).description)
    }
  }
}
