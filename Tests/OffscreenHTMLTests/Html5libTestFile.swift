import Foundation
import TestSupport

/// A test of a `.dat` file: sections that start with a line `#name`.
struct Html5libTest {
  var id: String
  var sections: [(name: String, content: [UInt8])]

  subscript(name: String) -> [UInt8]? { sections.first { $0.name == name }?.content }
  func has(_ name: String) -> Bool { sections.contains { $0.name == name } }

  static let folder = Suites.url("html5lib")

  /// The `.dat` files under a folder, by path.
  static func files(in name: String, extension suffix: String = "dat") -> [String] {
    guard let folder = folder?.appending(path: name),
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    else { return [] }
    return paths.filter { $0.hasSuffix("." + suffix) }.map { name + "/" + $0 }.sorted()
  }

  /// The tests of one file. Every section's content ends before the line feed of its last line.
  static func load(_ path: String) throws -> [Html5libTest] {
    guard let url = folder?.appending(path: path) else { return [] }
    let bytes = [UInt8](try Data(contentsOf: url))
    var tests: [Html5libTest] = []
    let known: Set<String> = [
      "errors", "new-errors", "document-fragment", "script-off", "script-on", "document", "encoding",
    ]
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let heading = line.first == 0x23 ? String(decoding: line.dropFirst(), as: UTF8.self) : nil
      if heading == "data", tests.last.map({ $0.has("document") || $0.has("encoding") }) ?? true {
        tests.append(Html5libTest(id: "\(path):\(tests.count)", sections: [("data", [])]))
      } else if let heading, known.contains(heading), !tests.isEmpty {
        tests[tests.count - 1].sections.append((heading, []))
      } else if !tests.isEmpty {
        let last = tests[tests.count - 1].sections.count - 1
        tests[tests.count - 1].sections[last].content.append(contentsOf: line)
        tests[tests.count - 1].sections[last].content.append(0x0A)
      }
    }
    for test in tests.indices {
      for section in tests[test].sections.indices where !tests[test].sections[section].content.isEmpty {
        tests[test].sections[section].content.removeLast()
      }
    }
    return tests
  }

  /// Tests that are known to fail, with the reasons: `Tests/Conformance/html5lib.txt`.
  static let expectedFailures: [String: String] = {
    let url = Suites.projectRoot.appending(path: "Tests/Conformance/html5lib.txt")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [:] }
    var failures: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      if let id = parts.first { failures[id] = parts.count > 1 ? parts[1] : "" }
    }
    return failures
  }()
}
