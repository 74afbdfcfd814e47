/// Takes new pictures over as the expected ones.
package struct Acceptance: Sendable {
  /// Names of the pictures that were taken over.
  package private(set) var accepted: [String] = []
  /// Expected pictures without a new one. They stay: whether a page is gone on purpose is not known here.
  package private(set) var left: [String] = []

  /// Each picture appears whole or not at all, and the inspect data beside it with it. Items that are in
  /// trouble are left alone.
  package init(_ comparison: Comparison) throws(ComparisonError) {
    for item in comparison.items where !item.isMatch {
      switch item.outcome {
      case .trouble: continue
      case .missing: left.append(item.name)
      case .compared, .added:
        guard let source = item.actualPath else { continue }
        let target = item.expectedPath ?? comparison.expected + "/" + item.name
        // The boxes first: were the picture the first, an interruption would leave it with old boxes,
        // and the next run would find nothing to do.
        let boxes = PictureFile.inspectionPath(of: source)
        if boxes != source, let json = try? PictureFile.contents(of: boxes), ElementData(json: json) != nil {
          try ReportFolder.write(json, to: PictureFile.inspectionPath(of: target))
        }
        try ReportFolder.write(try PictureFile.contents(of: source), to: target)
        accepted.append(item.name)
      }
    }
  }
}
