import Foundation
import Testing

/// A command line that a new user might try, and the expected result. The lists are the text files in
/// `FirstContact/`; their form is in `FirstContact/README.md`.
struct FirstContactCase: Sendable, CustomTestStringConvertible {
  var title = ""
  /// File and line.
  var place = ""
  /// What the machine must have: `root`.
  var needs: [String] = []
  var script = ""
  var status: Int32 = 0
  /// What lines of standard output and error contain. `...` on its own: other lines may stand there too.
  var output: [String] = []
  var error: [String] = []
  /// What happened to files: `+` made, `~` written again, `-` gone; by path.
  var changes: [String: Change] = [:]

  struct Change: Equatable, Sendable {
    var sign: Character
    /// Of a picture: `320x200`.
    var size: String?
  }

  var testDescription: String { "\(title) (\(place))" }

  struct Malformed: Error, CustomStringConvertible { var description: String }

  /// Every case of every list, in order.
  static func all() throws -> [FirstContactCase] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FirstContact")
    let lists = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    return try lists.flatMap { try cases(in: String(contentsOf: $0, encoding: .utf8), named: $0.lastPathComponent) }
  }

  static func cases(in text: String, named name: String) throws -> [FirstContactCase] {
    var cases: [FirstContactCase] = []
    var isScript = true
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
      let place = "\(name):\(number + 1)"
      if line.hasPrefix("--- ") {
        if isScript, let open = cases.last {
          throw Malformed(description: "\(open.place): no line with => and a status")
        }
        cases.append(FirstContactCase(title: String(line.dropFirst(4)), place: place))
        isScript = true
      } else if cases.isEmpty {
        if !line.isEmpty, !line.hasPrefix("#") { throw Malformed(description: "\(place): no title with --- before it") }
      } else if isScript {
        if try cases[cases.count - 1].readScript(line, place) { isScript = false }
      } else {
        try cases[cases.count - 1].readExpectation(line, place)
      }
    }
    if isScript, let open = cases.last { throw Malformed(description: "\(open.place): no line with => and a status") }
    return cases
  }

  /// Whether the script has ended.
  private mutating func readScript(_ line: String, _ place: String) throws -> Bool {
    if line.hasPrefix("needs: ") {
      needs += line.dropFirst(7).split(separator: " ").map(String.init)
      return false
    }
    guard line.hasPrefix("=> ") else {
      script += line + "\n"
      return false
    }
    guard let status = Int32(line.dropFirst(3)) else { throw Malformed(description: "\(place): no status") }
    self.status = status
    return true
  }

  private mutating func readExpectation(_ line: String, _ place: String) throws {
    if line.isEmpty || line.hasPrefix("# ") { return }
    let rest = String(line.drop(while: { $0 != " " }).dropFirst())
    switch line.prefix(while: { $0 != " " }) {
    case "out:": output.append(rest)
    case "err:": error.append(rest)
    case "+", "~", "-":
      let words = rest.split(separator: " ")
      let size = words.count > 1 ? words.last.map(String.init) : nil
      let isSize = size?.wholeMatch(of: #/\d+x\d+/#) != nil
      let path = isSize ? words.dropLast().joined(separator: " ") : rest
      changes[path] = Change(sign: line.first ?? "+", size: isSize ? size : nil)
    case let word: throw Malformed(description: "\(place): '\(word)' is none of out: err: + ~ -")
    }
  }
}
