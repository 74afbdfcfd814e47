/// Where the package manager has the bundled fonts.
package enum BundledFonts {
  /// The folder that it puts beside the programs that it builds.
  package static let bundleName = "offscreen_OffscreenFonts.resources"

  /// The folder that they were built from: that of this file.
  package static let sourceFolder: String = {
    let path = #filePath
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }()
}
