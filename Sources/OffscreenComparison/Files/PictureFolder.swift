import Foundation
import OffscreenImages
import OffscreenLoading

/// The files of a folder that are compared.
struct PictureFolder {
  let path: String
  /// Pictures, relative to the folder; for the preset `layout` also inspect data without a picture.
  private(set) var names: [String] = []
  /// Entries that could not be read: a name and a reason.
  private(set) var trouble: [(name: String, reason: String)] = []
  /// Skipped entries, a line each.
  private(set) var notes: [String] = []

  /// `ignoring`: a folder that is passed over, such as one for reports. Reports of earlier comparisons always are.
  init(_ path: String, withBoxes: Bool, ignoring: String? = nil) throws(ComparisonError) {
    self.path = path
    let root = URL(filePath: path).resolvingSymlinksInPath()
    let ignored = ignoring.map { URL(filePath: $0).resolvingSymlinksInPath().path }
    // Its paths are absolute.
    func relative(_ url: URL) -> String {
      let name = url.path
      return name.hasPrefix(root.path + "/") ? String(name.dropFirst(root.path.count + 1)) : name
    }
    var failures: [(name: String, reason: String)] = []
    let keys: Set<URLResourceKey> = [.isDirectoryKey, .isSymbolicLinkKey]
    let enumerator = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: Array(keys),
      errorHandler: { url, error in
        failures.append((relative(url), "cannot be read: \(Self.reason(error))"))
        return true
      })
    guard let enumerator else { throw ComparisonError("\(path): cannot be read") }
    for case let url as URL in enumerator {
      let name = relative(url)
      let values = try? url.resourceValues(forKeys: keys)
      if values?.isDirectory == true {
        if url.path == ignored || ReportFolder(url.path).isOurs { enumerator.skipDescendants() }
        continue
      }
      let isWanted = Self.isPicture(name) || withBoxes && name.hasSuffix(".json")
      if isWanted, values == nil, name.unicodeScalars.contains("\u{FFFD}") {
        failures.append((name, "its name is not UTF-8"))
      } else if isWanted {
        names.append(name)
      } else if values?.isSymbolicLink == true, Self.isFolder(url.path) {
        notes.append("\(path)/\(name): a link to a folder is not followed")
      }
    }
    trouble = failures
    if withBoxes {
      let beside = Set(names.filter { !$0.hasSuffix(".json") }.map { PictureFile.inspectionPath(of: $0) })
      names.removeAll { beside.contains($0) }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func isPicture(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return switch ImageFormat(fileExtension: String(name.split(separator: ".").last ?? "")) {
    case .png, .jpeg, .webp, .gif, .avif, .bmp: true
    case .icon, .cursor, .svg, nil: false
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The names of the folders within a folder, sorted.
  static func folders(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { isFolder(path + "/" + $0) }.sorted()
  }

  private static func reason(_ error: any Error) -> String {
    let code = (error as NSError).userInfo[NSUnderlyingErrorKey].map { ($0 as? NSError)?.code ?? 0 } ?? 0
    return code == 0 ? error.localizedDescription : String(cString: strerror(Int32(code)))
  }
}
