import Foundation
import OffscreenLoading

/// A folder with everything about a comparison: `index.html`, `junit.xml`, `results.ndjson`, and, of each
/// picture that is not the same, `pictures/NAME.expected.png`, `.actual.png` and `.diff.png`.
package struct ReportFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  package var index: String { path + "/index.html" }

  /// Pictures of an earlier report go. Every file appears whole or not at all.
  package func write(_ comparison: Comparison, options: ComparisonOptions) throws(ComparisonError) {
    if FileManager.default.fileExists(atPath: path + "/results.ndjson") {
      try? FileManager.default.removeItem(atPath: path + "/pictures")
    }
    for item in comparison.items where !item.isMatch {
      for (kind, source) in [("expected", item.expectedPath), ("actual", item.actualPath)] {
        guard let source, let bytes = try? PictureFile.contents(of: source) else { continue }
        try Self.write(bytes, to: picture(item.name, kind, like: source))
      }
      if let bytes = item.difference?.picture { try Self.write(bytes, to: picture(item.name, "diff", like: ".png")) }
    }
    try Self.write(HTMLReport.html(comparison, options: options), to: index)
    try Self.write(Array(JUnitReport.xml(comparison).utf8), to: path + "/junit.xml")
    try Self.write(Array(NDJSONReport.lines(comparison).utf8), to: path + "/results.ndjson")
  }

  private func picture(_ name: String, _ kind: String, like source: String) -> String {
    let ending = source.split(separator: ".").last.map { "." + $0 } ?? ""
    let stem = URL(filePath: "/" + name).deletingPathExtension().path
    return "\(path)/pictures\(stem).\(kind)\(ending)"
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(ComparisonError) {
    do {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw ComparisonError(error.description)
    }
  }
}
