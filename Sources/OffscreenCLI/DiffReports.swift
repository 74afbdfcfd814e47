import ArgumentParser
import Foundation
import OffscreenComparison

/// The reports of `diff`.
struct DiffReports: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the HTML, Markdown, JUnit and NDJSON reports and the pictures into a folder: an empty one, or that of an earlier report.",
      valueName: "DIR"), completion: .directory)
  var report: String?

  @Option(help: ArgumentHelp("Write one HTML page with everything in it.", valueName: "FILE"), completion: .file())
  var html: String?

  @Option(
    help: ArgumentHelp("Write a summary for a pull request; - is standard output.", valueName: "FILE"),
    completion: .file())
  var markdown: String?

  @Option(help: ArgumentHelp("Write a report in JUnit's form.", valueName: "FILE"), completion: .file())
  var junit: String?

  @Option(
    help: ArgumentHelp("Write one JSON object a picture and line; - is standard output.", valueName: "FILE"),
    completion: .file())
  var ndjson: String?

  @Flag(help: "Print one JSON object about all of it to standard output, also where it fails.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the picture of the differences (of two pictures or pages).", valueName: "DIFF.png"),
    completion: .file())
  var output: String?

  var drawsDifferences: Bool { report != nil || html != nil || output != nil }
  var usesStandardOutput: Bool { json || ndjson == "-" || markdown == "-" }

  /// With their options.
  private var files: [(option: String, path: String)] {
    [("--html", html), ("--markdown", markdown), ("--junit", junit), ("--ndjson", ndjson), ("--output", output)]
      .compactMap { name, path in path.map { (name, $0) } }
  }

  /// Where something is written, for the sandbox.
  var outputs: [String] { files.map(\.path) + (report.map { [ReportFolder($0).index] } ?? []) }

  /// The error of options that exclude each other.
  func contradiction(quiet: Bool) -> String? {
    let toStandardOutput = files.filter { $0.path == "-" }.map { "\($0.option) -" } + (json ? ["--json"] : [])
    if toStandardOutput.count > 1 {
      return "standard output takes one thing: \(toStandardOutput.joined(separator: " or "))"
    }
    if quiet, let printed = toStandardOutput.first { return "\(printed) and --quiet: one prints, the other does not" }
    for option in ["--html", "--junit", "--output"] where files.contains(where: { $0 == (option, "-") }) {
      return "\(option) writes a file: name one"
    }
    var seen: [String: String] = [:]
    for (option, path) in files where path != "-" {
      if let other = seen.updateValue(option, forKey: Self.place(path)) {
        return "\(other) and \(option) name the same file, \(path)"
      }
    }
    if let output, !output.lowercased().hasSuffix(".png") {
      return "--output: the picture of the differences is a .png"
    }
    return nil
  }

  // MARK: Before

  /// Whether the report's folder may be written, before work is done for it.
  func check() throws(ComparisonError) {
    if let report { try ReportFolder(report).check() }
  }

  /// No output is one of the compared files.
  func check(_ comparison: Comparison, besides list: String?) throws(ComparisonError) {
    if output != nil, comparison.isOfFolders {
      throw ComparisonError("--output writes one picture, of two that are compared; for folders there is --report")
    }
    let inputs =
      comparison.items.flatMap { [$0.expected?.path, $0.actual?.path] }.compactMap { $0 } + (list.map { [$0] } ?? [])
    let places = Set(inputs.map(Self.place))
    for (option, path) in files where places.contains(Self.place(path)) {
      throw ComparisonError("\(path): \(option) would write over what is compared; choose another name")
    }
  }

  private static func place(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  // MARK: Writing

  /// All but the object for standard output, which comes last.
  func write(_ comparison: Comparison, options: ComparisonOptions) throws(ComparisonError) {
    if let report { try ReportFolder(report).write(comparison, options: options) }
    if let html { try ReportFolder.write(HTMLReport.html(comparison, options: options), to: html) }
    try writeTexts(comparison)
    if let output, let picture = comparison.items.first?.difference?.picture {
      try ReportFolder.write(picture, to: output)
    }
  }

  private func writeTexts(_ comparison: Comparison) throws(ComparisonError) {
    if let junit { try ReportFolder.write(Array(JUnitReport.xml(comparison).utf8), to: junit) }
    if let markdown {
      try Self.write(
        MarkdownReport.text(comparison, report: report.map { ReportFolder($0).index } ?? html), to: markdown)
    }
    if let ndjson { try Self.write(NDJSONReport.lines(comparison), to: ndjson) }
  }

  func writeJSON(_ comparison: Comparison, accepted: [String]? = nil, error: String? = nil) {
    if json { StandardOutput.print(JSONReport.object(comparison, accepted: accepted, error: error)) }
  }

  /// Where nothing could be compared, too, what reads the reports finds one.
  func writeFailure(_ error: ComparisonError, expected: String, actual: String) {
    let comparison = Comparison(failed: error, expected: expected, actual: actual)
    do {
      try writeTexts(comparison)
    } catch {
      StandardError.print("error: \(error.description)")
    }
    writeJSON(comparison, error: error.description)
  }

  private static func write(_ text: String, to path: String) throws(ComparisonError) {
    if path == "-" {
      StandardOutput.print(text, terminator: "")
    } else {
      try ReportFolder.write(Array(text.utf8), to: path)
    }
  }

  func printSummary(_ comparison: Comparison) {
    for item in comparison.items where !item.isMatch {
      StandardOutput.print("\(item.status): \(item.name)")
      for line in TextReport.details(item) { StandardOutput.print("  \(line)") }
    }
    for item in comparison.items where item.isMatch {
      for note in item.difference?.notes ?? [] { StandardError.print("note: \(item.name): \(note)") }
    }
    for line in TextReport.groups(comparison) { StandardOutput.print(line) }
    StandardOutput.print(TextReport.totals(comparison))
    if let report, !comparison.isMatch { StandardOutput.print("report: \(ReportFolder(report).index)") }
  }
}
