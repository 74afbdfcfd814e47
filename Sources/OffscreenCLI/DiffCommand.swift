import ArgumentParser
import Foundation
import Offscreen
import OffscreenComparison

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare pictures, or folders of them, and report what is different.",
    discussion: """
      offscreen diff golden.png new.png
      offscreen diff goldens/ new/ --report report/
      offscreen diff goldens/ new/ --accept

      A mask is x,y,w,h in pixels of the picture, or a selector. A selector is looked up in the boxes \
      that `offscreen inspect` wrote beside a picture (card.json beside card.png); with them the report \
      also names the elements that moved or changed.

      Exit status: 0 all the same, 1 something is different, 2 something could not be compared.
      """)

  @Argument(help: "The picture or folder that is right.")
  var expected: String

  @Argument(help: "The picture or folder to look at.")
  var actual: String

  @Option(help: ArgumentHelp(
    """
    exact: bit by bit. rounding: channels within 2 of 255. perceptual: differences that can be seen. \
    layout: boxes and texts of elements, within 1 CSS pixel.
    """, valueName: "PRESET"))
  var preset = ComparisonOptions.Preset.exact

  @Option(help: ArgumentHelp(
    """
    In place of the preset's: steps of a channel (exact, rounding), a distance in OKLab from 0 to 1 \
    (perceptual), CSS pixels (layout).
    """, valueName: "F"))
  var threshold: Double?

  @Option(help: ArgumentHelp("How many pixels may differ by more than that.", valueName: "N"))
  var maxPixels = 0

  @Option(help: ArgumentHelp("Leave a part out: x,y,w,h or a selector. May be given again.", valueName: "MASK"))
  var mask: [Mask] = []

  @Flag(help: "Pass over pixels that only smooth an edge differently. Hides small changes of text.")
  var ignoreAntialiasing = false

  @Option(help: ArgumentHelp("Write the HTML, JUnit and NDJSON reports and the pictures into a folder.", valueName: "DIR"))
  var report: String?

  @Option(help: ArgumentHelp("Write one HTML page with everything in it.", valueName: "FILE"))
  var html: String?

  @Option(help: ArgumentHelp("Write a report in JUnit's form.", valueName: "FILE"))
  var junit: String?

  @Option(help: ArgumentHelp("Write one JSON object a picture and line; - is standard output.", valueName: "FILE"))
  var ndjson: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write the picture of the differences (of two files only).", valueName: "DIFF.png"))
  var output: String?

  @Flag(help: "Take the new pictures over as the expected ones.")
  var accept = false

  @Flag(name: .shortAndLong, help: "Print nothing on standard output.")
  var quiet = false

  func validate() throws {
    if let threshold, !(threshold >= 0 && threshold <= 1_000_000) {
      throw ValidationError("the threshold must be 0 or more")
    }
    if maxPixels < 0 { throw ValidationError("--max-pixels must be 0 or more") }
  }

  private var options: ComparisonOptions {
    var options = ComparisonOptions()
    options.preset = preset
    options.threshold = threshold
    options.tolerablePixels = maxPixels
    options.ignoresAntialiasing = ignoreAntialiasing
    options.masks = mask
    options.drawsDifferences = report != nil || html != nil || output != nil
    return options
  }

  func run() throws {
    do {
      let comparison = try Comparison(
        expected: expected, actual: actual, options: options, jobs: ProcessInfo.processInfo.activeProcessorCount,
        ignoring: report)
      try write(comparison)
      if !quiet, ndjson != "-" { printSummary(comparison) }
      try finish(comparison)
    } catch let error as ComparisonError {
      StandardError.print("error: \(error.description)")
      throw ExitCode(2)
    }
  }

  private func write(_ comparison: Comparison) throws {
    if let report { try ReportFolder(report).write(comparison, options: options) }
    if let html { try ReportFolder.write(HTMLReport.html(comparison, options: options), to: html) }
    if let junit { try ReportFolder.write(Array(JUnitReport.xml(comparison).utf8), to: junit) }
    if ndjson == "-" {
      FileHandle.standardOutput.write(Data(NDJSONReport.lines(comparison).utf8))
    } else if let ndjson {
      try ReportFolder.write(Array(NDJSONReport.lines(comparison).utf8), to: ndjson)
    }
    if let output, !comparison.isOfFolders, let picture = comparison.items.first?.difference?.picture {
      try ReportFolder.write(picture, to: output)
    }
  }

  private func printSummary(_ comparison: Comparison) {
    for item in comparison.items where !item.isMatch {
      StandardOutput.print("\(item.status): \(item.name)")
      for line in TextReport.details(item) { StandardOutput.print("  \(line)") }
    }
    for item in comparison.items where item.isMatch {
      for note in item.difference?.notes ?? [] { StandardError.print("note: \(item.name): \(note)") }
    }
    StandardOutput.print(TextReport.totals(comparison))
    if let report, !comparison.isMatch { StandardOutput.print("report: \(ReportFolder(report).index)") }
  }

  /// Takes new pictures over where that is asked for, and ends with the exit status.
  private func finish(_ comparison: Comparison) throws {
    var isSame = comparison.isMatch
    if accept {
      let acceptance = try Acceptance(comparison)
      if !quiet, ndjson != "-" {
        for name in acceptance.accepted { StandardOutput.print("accepted: \(name)") }
      }
      for name in acceptance.left {
        StandardError.print("note: \(name): left as it is, since there is no new picture; remove it if its page is gone")
      }
      isSame = acceptance.left.isEmpty
    }
    if comparison.hasTrouble { throw ExitCode(2) }
    if !isSame { throw ExitCode(1) }
  }
}

extension ComparisonOptions.Preset: ExpressibleByArgument {}

extension Mask: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
