import ArgumentParser
import Foundation
import Offscreen
import OffscreenBatch
import OffscreenLoading
import OffscreenPlatform

struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Render a folder of pages, or a list, those that changed.",
    discussion: """
      offscreen batch site -o thumbs --thumbnail 320x

      The pictures keep the shape of the folder: a/b.html becomes a/b.png, and any other ending stays \
      (b.htm becomes b.htm.png). Beside them: index.html, a contact sheet, and manifest.ndjson, one line \
      for each page. A second run renders only the pages of which something changed: the page, a file \
      that it uses, the options, or the program; and what failed for reasons outside of its page, such as \
      a full disk. A run that was interrupted goes on where it stopped.

      Of a web archive (.warc, .warc.gz, .warc.zst, .wacz), all pages are rendered, those that its list names or that \
      came as HTML; their pictures are named by their addresses. --page takes one of them.

      Nothing is written over that offscreen batch did not make: a folder that holds pages, or other \
      pictures, is refused (see --overwrite).

      Exit status: 0 every page has its picture; 1 some have not; 64 the command line is wrong; \
      130 interrupted.
      """)

  @Argument(help: "Folders, files, web archives and addresses.", completion: .file())
  var inputs: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the pictures. It is made if it is missing.", valueName: "DIR"),
    completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp(
      "Of a folder, only what fits the pattern, such as 'docs/**/*.html'. May be repeated. Default: *.html, *.htm, *.xhtml.",
      valueName: "GLOB"))
  var include: [String] = []

  @Option(help: ArgumentHelp("Of a folder, not what fits the pattern. May be repeated.", valueName: "GLOB"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp("A file that names an input a line; - is standard input.", valueName: "FILE"),
    completion: .file())
  var list: String?

  @Option(
    help: ArgumentHelp(
      "A file of shots with options of their own: JSON objects, one a line, or a YAML list; shot-scraper's are read too. Keys: \(BatchSource.shotKeys.joined(separator: ", ")).",
      valueName: "FILE"), completion: .file())
  var shots: String?

  @Option(help: ArgumentHelp("png, jpg, webp, gif or avif.", valueName: "FORMAT"))
  var format = Batch.Format.png

  @Option(
    help: ArgumentHelp(
      "How pictures are named, without the ending: text with \(NameTemplate.Part.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")) in it. Default: {path}.",
      valueName: "TEMPLATE"))
  var name: String?

  @Flag(help: "Write into a folder that holds pages or pictures of others, and over such pictures; never over a page.")
  var overwrite = false

  @Flag(help: "Remove the pictures of earlier runs whose pages are gone.")
  var prune = false

  @Flag(help: "Only tell what would be done.")
  var dryRun = false

  @Flag(help: "Render again what failed, though nothing changed since.")
  var retryFailed = false

  @Flag(help: "Stop at the first failure.")
  var failFast = false

  @Flag(help: "Render every page, changed or not.")
  var all = false

  @Flag(help: "Go on, and render again whenever a file changes.")
  var watch = false

  @Flag(name: .shortAndLong, help: "Only failures and the summary.")
  var quiet = false

  @OptionGroup(title: "Page") var settings: PageSettings
  @OptionGroup(title: "Processes") var processes: ProcessSettings

  func validate() throws {
    if inputs.contains("") { throw ValidationError("the name of a page is empty; . is this folder") }
    if inputs.isEmpty && list == nil && shots == nil {
      throw ValidationError("nothing to render: name a folder, files or addresses, or give --list or --shots")
    }
    if output.isEmpty { throw ValidationError("--output: name a folder; . is this one") }
    if dryRun && watch { throw ValidationError("--dry-run and --watch: what would be done is told once") }
    if let name {
      do throws(BatchError) { _ = try NameTemplate(name) } catch {
        throw ValidationError("--name: \(error.description)")
      }
    }
    for pattern in include + exclude where GlobPattern(pattern) == nil {
      throw ValidationError("'\(pattern)' is no pattern: a bracket or brace is not closed")
    }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    let interruption = Interruption()
    let work = Task { try await render() }
    interruption.start { work.cancel() }
    let outcome = await work.result
    if interruption.happened { throw ExitCode(130) }
    do {
      try outcome.get()
    } catch let error as BatchError {
      StandardError.print("error: \(error.description)")
      throw ExitCode(1)
    } catch let error as RenderError {
      StandardError.print("error: \(error.message)")
      throw ExitCode(1)
    }
  }

  private func render() async throws {
    let found = try look()
    if dryRun { return try tell(try batch(found).plan()) }
    let summary = try await once(found, isFirst: true)
    if watch {
      try await watchFiles()
    } else if summary.failed > 0 || summary.notTried > 0 {
      throw ExitCode(1)
    }
  }

  private func batch(_ found: Found) throws -> Batch {
    let supervisor = try processes.supervisor(
      fonts: settings.fonts, timeout: settings.options.timeout,
      defaultJobs: ProcessInfo.processInfo.activeProcessorCount,
      output: output)
    var batch = Batch(found.items, into: output, supervisor: supervisor)
    (batch.retriesFailed, batch.failsFast, batch.rendersAll) = (retryFailed, failFast, all)
    (batch.overwrites, batch.prunes, batch.isComplete) = (overwrite, prune, found.isComplete)
    return batch
  }

  private func once(_ found: Found, isFirst: Bool) async throws -> BatchSummary {
    var batch = try batch(found)
    if !isFirst { batch.rendersAll = false }
    for note in found.notes { StandardError.print("warning: \(note)") }
    let progress = BatchProgress(isQuiet: quiet)
    let summary = try await batch.run { progress.show($0) }
    progress.finish(summary)
    if prune && !found.isComplete {
      StandardError.print(
        "warning: nothing was removed: not all of the inputs could be looked at, and which pages are gone is not known")
    }
    return summary
  }

  private func watchFiles() async throws {
    StandardOutput.print("watching for changes; end with Control-C")
    var before = ChangeWatch(pages: try look().items, manifestFolder: output)
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(300))
      // A list that is being written may make no sense for a moment.
      guard let found = try? look() else { continue }
      let now = ChangeWatch(pages: found.items, manifestFolder: output)
      if now == before { continue }
      do {
        _ = try await once(found, isFirst: false)
      } catch let error as BatchError {
        StandardError.print("error: \(error.description)")
      }
      before = ChangeWatch(pages: found.items, manifestFolder: output)
    }
  }

  private func tell(_ plan: BatchPlan) throws {
    let progress = BatchProgress(isQuiet: quiet)
    progress.show(plan, folder: output)
    if !plan.failed.isEmpty { throw ExitCode(1) }
  }

  private struct Found {
    var items: [BatchItem]
    var isComplete: Bool
    var notes: [String]
  }

  private func look() throws -> Found {
    var source = BatchSource(defaults: defaults, outputFolder: output, format: format.rawValue)
    if let name { source.template = try NameTemplate(name) }
    source.include = include.compactMap { GlobPattern($0) }
    source.exclude = exclude.compactMap { GlobPattern($0) }
    for input in inputs { source.add(input) }
    if let list { source.add(list: try bytes(of: list), source: list == "-" ? "standard input" : list) }
    if let shots {
      guard let text = String(validating: try bytes(of: shots), as: UTF8.self) else {
        throw BatchError("\(shots): is not UTF-8 text")
      }
      try source.add(shots: text, source: shots == "-" ? "standard input" : shots)
    }
    let items = source.items()
    if items.isEmpty {
      throw BatchError(
        "\((inputs + [list, shots].compactMap { $0 }).joined(separator: ", ")): no pages there (see --include)")
    }
    // With nothing to render, nothing is made.
    let problems = items.compactMap(\.problem)
    if problems.count == items.count {
      for problem in problems { StandardError.print("error: \(problem.message)") }
      throw ExitCode(1)
    }
    return Found(items: items, isComplete: source.isComplete, notes: source.notes)
  }

  private static let longestList = 1 << 30
  /// Who writes into a pipe may take his time.
  private static let patience = Duration.seconds(86_400)

  private func bytes(of path: String) throws -> [UInt8] {
    let deadline = ContinuousClock.now + Self.patience
    do throws(LoadError) {
      if path != "-" {
        return try NamedFile.read(path: FilePath.bytes(of: path), limit: Self.longestList, deadline: deadline)
      }
      let name = "standard input"
      return try NamedFile.read(descriptor: STDIN_FILENO, name: name, limit: Self.longestList, deadline: deadline)
    } catch {
      throw BatchError(LoadError(path == "-" ? error.subject : path, error.reason).description)
    }
  }

  /// The command line's options as every page's.
  private var defaults: WorkerRequest {
    var request = WorkerRequest(id: "", input: "")
    request.options = settings.requested
    return request
  }
}

extension Batch.Format: ExpressibleByArgument {}
