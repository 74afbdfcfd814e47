import Foundation

/// How BackstopJS and reg-suit lay out the pictures of both sides.
enum FolderLayout {
  /// The expected and the actual folder within a folder that holds both.
  ///
  /// - BackstopJS: `bitmaps_reference/NAME.png`, `bitmaps_test/20240131-235959/NAME.png`, a folder a run.
  /// - reg-suit, for reg-cli: `expected/NAME.png`, `actual/NAME.png` and `diff/NAME.png`.
  static func sides(of folder: String) -> (expected: String, actual: String)? {
    for (expected, actual) in [("bitmaps_reference", "bitmaps_test"), ("expected", "actual")] {
      let (first, second) = (folder + "/" + expected, folder + "/" + actual)
      if PictureFolder.isFolder(first), PictureFolder.isFolder(second) { return (first, second) }
    }
    return nil
  }

  /// The last of the runs that a `bitmaps_test` holds; nil where the folder is none.
  static func newestBackstopRun(in folder: String) throws(ComparisonError) -> String? {
    let isNamed = URL(filePath: folder).standardizedFileURL.lastPathComponent == "bitmaps_test"
    let runs = PictureFolder.folders(in: folder).filter(isTime)
    guard let newest = runs.last, isNamed || runs.count == PictureFolder.folders(in: folder).count else {
      if isNamed { throw ComparisonError("\(folder): there is no run of BackstopJS in it, such as 20240131-235959") }
      return nil
    }
    return folder + "/" + newest
  }

  static func isBackstopRun(_ folder: String) -> Bool {
    isTime(URL(filePath: folder).standardizedFileURL.lastPathComponent)
  }

  /// BackstopJS writes its pictures of differences beside those of a run.
  static func isBackstopDifference(_ name: String) -> Bool {
    name.split(separator: "/").last?.hasPrefix("failed_diff_") ?? false
  }

  /// `20240131-235959`
  private static func isTime(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 6] && parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
