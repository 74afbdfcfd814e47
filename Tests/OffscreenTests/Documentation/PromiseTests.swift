import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// What the article on scripts promises holds in a page.
struct PromiseTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let expression: String
    var testDescription: String { name }
  }

  private static func article() throws -> String {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: tests.appending(path: "../../Sources/Offscreen/Offscreen.docc/WhatScriptsFind.md").standardized,
      encoding: .utf8)
  }

  static func rows() -> [Row] {
    guard let text = try? article() else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", maxSplits: 5).map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 6, let start = cells[5].firstIndex(of: "`"),
        let end = cells[5].lastIndex(of: "`"), start != end
      else { return nil }
      return Row(name: cells[0], expression: String(cells[5][cells[5].index(after: start)..<end]))
    }
  }

  @Test func theTableIsRead() { #expect(Self.rows().count > 30) }

  @Test(arguments: rows()) func itHoldsInAPage(_ row: Row) throws {
    let folder = try TemporaryFolder()
    try folder.write("<!doctype html><title>t</title><body>", to: "page.html")
    var options = PageOptions.unhurried
    options.network = .none
    options.evaluate = "(async () => (\(row.expression)))()"
    let path = folder.url.path + "/page.html"
    let result = try LargeStackThread.run { [options] in try PageRenderer().evaluate(path, options: options).evaluation
    }
    guard case .value("true", _) = result else {
      Issue.record("\(result)")
      return
    }
  }
}
