/// Takes new pictures over as the expected ones.
package struct Acceptance: Sendable {
  /// Names of the pictures that were taken over.
  package private(set) var accepted: [String] = []
  /// Those that were wanted and stay as they are, and why: whether a page is gone on purpose is not known here.
  package private(set) var left: [(name: String, reason: String)] = []

  /// Each picture appears whole or not at all, and the inspect data beside it with it. Items that are in
  /// trouble are left alone.
  ///
  /// `list`: only these, each of which must be among the pictures; else nothing is taken over.
  package init(_ comparison: Comparison, only list: AcceptanceList? = nil) throws(ComparisonError) {
    if let list, let problem = list.problems(with: comparison).first { throw ComparisonError(problem) }
    for item in comparison.items where !item.isMatch && list?.contains(item.name) ?? true {
      switch item.outcome {
      case .trouble: continue
      case .missing: left.append((item.name, "there is no new picture; remove it if its page is gone"))
      case .compared, .added:
        guard let source = item.actual, let target = item.target else {
          left.append((item.name, "where its golden belongs is not known; name the folder of the goldens, too"))
          continue
        }
        // The boxes first: were the picture the first, an interruption would leave it with old boxes,
        // and the next run would find nothing to do.
        if let json = source.inspection() { try ReportFolder.write(json, to: PictureFile.inspectionPath(of: target)) }
        try ReportFolder.write(try source.contents(), to: target)
        accepted.append(item.name)
      }
    }
  }
}
