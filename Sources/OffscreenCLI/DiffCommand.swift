import ArgumentParser
import Foundation
import Offscreen
import OffscreenComparison

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare pictures, pages, or folders of pictures, and report what is different.",
    discussion: """
      offscreen diff golden.png new.png
      offscreen diff old.html new.html
      offscreen diff golden.png https://example.com/ --viewport 800x600
      offscreen diff goldens/ new/ --report report/
      offscreen diff goldens/ new/ --accept
      offscreen diff goldens/ new/ --accept --list approved.txt

      Pages are rendered, both with the same options. A page against a picture is rendered as that picture was \
      made, or as large as it, where no option of the page says otherwise.

      A mask is x,y,w,h in pixels of the picture, or a selector. A selector is looked up in the boxes \
      of the page, or in those that `offscreen inspect` wrote beside a picture (card.json beside card.png); with \
      them the report also names the elements that moved or changed.

      The layouts of other programs are understood: backstop_data (BackstopJS: bitmaps_reference against the newest \
      run in bitmaps_test), .reg (reg-suit and reg-cli: expected against actual), test-results (Playwright: \
      NAME-expected.png against NAME-actual.png) need no second folder; a folder of Playwright's snapshots \
      (NAME-chromium-linux.png in SPEC-snapshots or __screenshots__) is compared with test-results, or with \
      pictures called NAME.png.

      Exit status: 0 all the same, 1 something is different, 2 something could not be compared.
      """)

  @Argument(help: "The picture, page or folder that is right; or a folder that holds both sides.")
  var expected: String

  @Argument(help: "The picture, page or folder to look at.")
  var actual: String?

  @OptionGroup(title: "When it counts as the same") var tolerance: DiffTolerance
  @OptionGroup(title: "Reports") var reports: DiffReports

  @Flag(help: "Take the new pictures over as the expected ones.")
  var accept = false

  @Option(
    help: ArgumentHelp(
      "Take over only the pictures that a file names, a line each, as the HTML report makes it; - is standard input.",
      valueName: "FILE"), completion: .file())
  var list: String?

  @Flag(name: .shortAndLong, help: "Print nothing on standard output.")
  var quiet = false

  @OptionGroup(title: "Page") var page: PageSettings
  @OptionGroup(title: "Process") var sandboxing: SandboxArguments

  func validate() throws {
    if [expected, actual].contains("") { throw ValidationError("the name of a picture, page or folder is empty") }
    if let problem = tolerance.problem ?? reports.contradiction(quiet: quiet) { throw ValidationError(problem) }
    if list != nil, !accept { throw ValidationError("--list says what is taken over: it needs --accept") }
  }

  private var options: ComparisonOptions {
    var options = tolerance.options
    options.drawsDifferences = reports.drawsDifferences
    return options
  }

  func run() throws {
    // Whatever happens, what was asked for in JSON is there.
    func fail(_ error: ComparisonError) throws -> Never {
      StandardError.print("error: \(error.description)")
      reports.writeFailure(error, expected: expected, actual: actual ?? expected)
      throw ExitCode(2)
    }
    let comparison: Comparison
    do {
      try reports.check()
      comparison = try compare()
    } catch let error as ComparisonError {
      try fail(error)
    }
    do {
      try reports.check(comparison, besides: list)
      let approved = try list.map { try Self.list($0) }
      let problems = approved?.problems(with: comparison) ?? []
      try reports.write(comparison, options: options)
      if !problems.isEmpty {
        for problem in problems.prefix(20) { StandardError.print("error: \(problem)") }
        if problems.count > 20 { StandardError.print("error: and \(problems.count - 20) more") }
        StandardError.print("nothing was taken over")
        reports.writeJSON(comparison, error: problems[0])
        throw ExitCode(2)
      }
      for note in comparison.notes { StandardError.print("note: \(note)") }
      if printsText { reports.printSummary(comparison) }
      try finish(comparison, approved)
    } catch let error as ComparisonError {
      StandardError.print("error: \(error.description)")
      reports.writeJSON(comparison, error: error.description)
      throw ExitCode(2)
    }
  }

  private var printsText: Bool { !quiet && !reports.usesStandardOutput }

  private func compare() throws -> Comparison {
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    guard let actual else {
      try DiffPages.refuseOptions(page)
      return try Comparison(folder: expected, options: options, jobs: jobs, ignoring: reports.report)
    }
    let sides = [DiffSide(expected), DiffSide(actual)]
    if sides.contains(where: { $0.isPage }) || sides.contains(where: { $0.isStream }) {
      return try DiffPages(
        sides: sides, page: page, sandboxing: sandboxing, reports: reports, accepts: accept,
        onTimeout: { [reports] error in reports.writeFailure(error, expected: expected, actual: actual) }
      ).compare(options)
    }
    try DiffPages.refuseOptions(page)
    return try Comparison(
      expected: expected, actual: actual, options: options, jobs: jobs, ignoring: reports.report)
  }

  private static func list(_ path: String) throws(ComparisonError) -> AcceptanceList {
    if path != "-" { return try AcceptanceList(path: path) }
    return AcceptanceList([UInt8](FileHandle.standardInput.readDataToEndOfFile()), source: "standard input")
  }

  /// Takes new pictures over where that is asked for, and ends with the exit status.
  private func finish(_ comparison: Comparison, _ approved: AcceptanceList?) throws {
    var isSame = comparison.isMatch
    var accepted: [String]?
    if accept {
      let acceptance = try Acceptance(comparison, only: approved)
      if printsText {
        for name in acceptance.accepted { StandardOutput.print("accepted: \(name)") }
      }
      for (name, reason) in acceptance.left { StandardError.print("note: \(name): left as it is: \(reason)") }
      let done = Set(acceptance.accepted)
      isSame = comparison.items.allSatisfy { $0.isMatch || done.contains($0.name) }
      accepted = acceptance.accepted
    }
    reports.writeJSON(comparison, accepted: accepted)
    if comparison.hasTrouble { throw ExitCode(2) }
    if !isSame { throw ExitCode(1) }
  }
}
