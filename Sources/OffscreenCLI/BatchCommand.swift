import ArgumentParser
import Foundation
import Offscreen
import OffscreenBatch

struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Render a folder of pages, or a list, those that changed.",
    discussion: """
      offscreen batch site -o thumbs --thumbnail 320x

      The pictures keep the shape of the folder. Beside them: index.html, a contact sheet, and \
      manifest.ndjson, one line for each page. A second run renders only the pages of which something \
      changed: the page, a file that it uses, the options, or the program. A run that was interrupted \
      goes on where it stopped.

      Exit status: 0 every page has its picture; 1 some have not; 64 the command line is wrong; \
      130 interrupted.
      """)

  @Argument(help: "Folders, files and addresses.", completion: .file())
  var inputs: [String] = []

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder for the pictures. It is made if it is missing.", valueName: "DIR"), completion: .directory)
  var output: String

  @Option(help: ArgumentHelp("Of a folder, only what fits the pattern, such as 'docs/**/*.html'. May be repeated. Default: *.html, *.htm, *.xhtml.", valueName: "GLOB"))
  var include: [String] = []

  @Option(help: ArgumentHelp("Of a folder, not what fits the pattern. May be repeated.", valueName: "GLOB"))
  var exclude: [String] = []

  @Option(help: ArgumentHelp("A file that names an input a line; - is standard input.", valueName: "FILE"), completion: .file())
  var list: String?

  @Option(
    help: ArgumentHelp(
      "A file of shots with options of their own: JSON objects, one a line, or a YAML list (.yml). Keys: \(BatchSource.shotKeys.joined(separator: ", ")).",
      valueName: "FILE"), completion: .file())
  var shots: String?

  @Option(help: ArgumentHelp("png, jpg or webp.", valueName: "FORMAT"))
  var format = PictureFormat.png

  @Option(help: ArgumentHelp("1 to 100, for JPEG (default 90) and WebP (lossless without).", valueName: "N"))
  var quality: Int?

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

  enum PictureFormat: String, ExpressibleByArgument, CaseIterable { case png, jpg, webp }

  func validate() throws {
    if inputs.isEmpty && list == nil && shots == nil {
      throw ValidationError("nothing to render: name a folder, files or addresses, or give --list or --shots")
    }
    for pattern in include + exclude where GlobPattern(pattern) == nil {
      throw ValidationError("'\(pattern)' is no pattern: a bracket or brace is not closed")
    }
    if let quality, !(1...100).contains(quality) { throw ValidationError("--quality is from 1 to 100") }
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
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let supervisor = try processes.supervisor(
      fonts: settings.fonts, timeout: settings.timeout.duration, defaultJobs: cores, output: output)
    var batch = BatchRun(
      supervisor: supervisor, folder: output,
      fingerprint: try Fingerprint.current(fonts: settings.fonts).description)
    (batch.retriesFailed, batch.failsFast, batch.rendersAll) = (retryFailed, failFast, all)
    let summary = try await once(batch)
    if watch {
      batch.rendersAll = false
      try await watchFiles(batch)
    } else if summary.failed > 0 || summary.left > 0 {
      throw ExitCode(1)
    }
  }

  private func once(_ batch: BatchRun) async throws -> BatchRun.Summary {
    let items = try items()
    let progress = BatchProgress(isQuiet: quiet)
    let summary = try await batch.run(items) { progress.show($0) }
    progress.finish(summary, folder: output)
    return summary
  }

  private func watchFiles(_ batch: BatchRun) async throws {
    StandardOutput.print("watching for changes; end with Control-C")
    var before = ChangeWatch(pages: try items(), manifestFolder: output)
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(300))
      // A list that is being written may make no sense for a moment.
      guard let pages = try? items() else { continue }
      let now = ChangeWatch(pages: pages, manifestFolder: output)
      if now == before { continue }
      _ = try await once(batch)
      before = ChangeWatch(pages: pages, manifestFolder: output)
    }
  }

  private func items() throws -> [BatchItem] {
    var source = BatchSource(defaults: defaults, outputFolder: output, format: format.rawValue)
    source.include = include.compactMap { GlobPattern($0) }
    source.exclude = exclude.compactMap { GlobPattern($0) }
    for input in inputs { try source.add(input) }
    if let list { try source.add(list: try text(of: list)) }
    if let shots { try source.add(shots: try text(of: shots), source: shots) }
    let items = try source.items()
    if items.isEmpty {
      StandardError.print("error: \((inputs + [list, shots].compactMap { $0 }).joined(separator: ", ")): no pages there (see --include)")
      throw ExitCode(1)
    }
    return items
  }

  private func text(of path: String) throws -> String {
    let data =
      path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
    guard let data else {
      StandardError.print("error: \(path): no such file, or it cannot be read")
      throw ExitCode(1)
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The command line's options as every page's.
  private var defaults: WorkerRequest {
    var request = WorkerRequest(id: "", input: "")
    settings.apply(to: &request)
    request.quality = quality
    return request
  }
}
