import Foundation
import OffscreenLoading

/// A folder with everything about a comparison: `index.html`, `summary.md`, `junit.xml`, `results.ndjson`, and, of
/// each picture that is not the same, `pictures/NAME.expected.png`, `.actual.png` and `.diff.png`.
package struct ReportFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package var index: String { path + "/index.html" }

  /// Whether it holds an earlier report.
  var isOurs: Bool {
    FileManager.default.fileExists(atPath: path + "/results.ndjson") && HTMLReport.isReport(at: index)
  }

  /// Throws where the folder holds what is no report: nothing of that is written over.
  package func check() throws(ComparisonError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard PictureFolder.isFolder(path) else {
      throw ComparisonError("\(path): it is a file, and the report is a folder")
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw ComparisonError("\(path): the folder cannot be read")
    }
    if !names.isEmpty, !isOurs {
      throw ComparisonError(
        "\(path): it holds files that are no report of offscreen (\(names.sorted()[0])); choose an empty or a new folder"
      )
    }
  }

  /// Pictures of an earlier report go. Every file appears whole or not at all.
  package func write(_ comparison: Comparison, options: ComparisonOptions) throws(ComparisonError) {
    try check()
    if isOurs { try? FileManager.default.removeItem(atPath: path + "/pictures") }
    for item in comparison.items where !item.isMatch {
      for (kind, source) in [("expected", item.expected), ("actual", item.actual)] {
        guard let source, let bytes = try? source.contents() else { continue }
        try Self.write(bytes, to: picture(item.name, kind, like: source.path ?? ".png"))
      }
      if let bytes = item.difference?.picture { try Self.write(bytes, to: picture(item.name, "diff", like: ".png")) }
    }
    try Self.write(HTMLReport.html(comparison, options: options), to: index)
    try Self.write(Array(MarkdownReport.text(comparison).utf8), to: path + "/summary.md")
    try Self.write(Array(JUnitReport.xml(comparison).utf8), to: path + "/junit.xml")
    try Self.write(Array(NDJSONReport.lines(comparison).utf8), to: path + "/results.ndjson")
  }

  /// The ending of a name is left out where it is the usual one: `a.png` and `a.jpg` are two pictures.
  private func picture(_ name: String, _ kind: String, like source: String) -> String {
    let ending = source.split(separator: ".").last.map { "." + $0 } ?? ""
    let stem =
      name.hasSuffix(".png") ? String(name.dropLast(4)) : name.hasSuffix(".PNG") ? String(name.dropLast(4)) : name
    return "\(path)/pictures/\(stem).\(kind)\(ending)"
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(ComparisonError) {
    do {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw ComparisonError(error.description)
    }
  }
}
