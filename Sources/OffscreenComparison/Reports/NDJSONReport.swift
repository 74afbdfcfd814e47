import Foundation

/// One JSON object a picture and line.
package enum NDJSONReport {
  package static func lines(_ comparison: Comparison) -> String {
    comparison.items.map { JSONReport.text(ItemRecord($0)) + "\n" }.joined()
  }
}

/// One JSON object about a whole comparison.
package enum JSONReport {
  private struct Group: Encodable {
    var title: String
    var changes: [String]
    var names: [String]
  }

  private struct Report: Encodable {
    var status: String
    var expected: String
    var actual: String
    var totals: [String: Int]
    var groups: [Group]
    var items: [ItemRecord]
    var accepted: [String]?
    var notes: [String]
    var error: String?
  }

  /// `accepted`: what was taken over, where that was asked for. `error`: why there is no comparison, or no whole one.
  package static func object(_ comparison: Comparison, accepted: [String]? = nil, error: String? = nil) -> String {
    let groups = ChangeGroups.find(comparison).map { Group(title: $0.title, changes: $0.kinds, names: $0.names) }
    let isTrouble = error != nil || comparison.hasTrouble
    return text(
      Report(
        status: isTrouble ? "trouble" : comparison.isMatch ? "same" : "different", expected: comparison.expected,
        actual: comparison.actual, totals: comparison.totals, groups: groups,
        items: comparison.items.map(ItemRecord.init),
        accepted: accepted, notes: comparison.notes, error: error))
  }

  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self)
  }
}

extension Comparison {
  /// How many pictures came out how.
  package var totals: [String: Int] { items.reduce(into: [:]) { $0[$1.status, default: 0] += 1 } }

  /// The record of a comparison that could not be made.
  package init(failed error: ComparisonError, expected: String, actual: String) {
    self.init(
      expected: expected, actual: actual, isOfFolders: false,
      items: [
        ComparedItem(
          name: actual.split(separator: "/").last.map(String.init) ?? actual, expected: nil, actual: nil,
          outcome: .trouble(error.description))
      ])
  }
}
