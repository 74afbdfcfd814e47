import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform
import Synchronization

/// Renders pages side by side into a folder, those that changed, and keeps account of them.
///
/// ```swift
/// let batch = Batch([BatchPage("a.html"), BatchPage("https://example.org/")], into: "pictures", renderer: try .find())
/// let results = batch.results()
/// for try await result in results { print(result.input, result.outcome) }
/// print(try await results.summary)
/// ```
///
/// The pages are rendered in processes of the program `offscreen` (``RendererProgram``): one that crashes,
/// hangs or eats memory costs its page alone. The folder gets the pictures, `manifest.ndjson` with a line for
/// each page, and a contact sheet. A file that no batch made is never written over; a folder that holds such
/// pages or pictures is refused, unless ``overwrites`` allows it.
public struct Batch: Sendable {
  /// The ending of pictures, and with it their format.
  public enum Format: String, Sendable, CaseIterable { case png, jpg, webp, gif, avif }

  package enum Event: Sendable {
    case started(total: Int, unchanged: Int)
    case finished(BatchResult)
  }

  /// Where the pictures go. It is made where it is missing.
  public let folder: String
  /// Of pages that say no name.
  public var format = Format.png
  /// Of pages that say no name.
  public var names = NameTemplate.usual
  /// Try again what failed, though nothing changed since. What failed for reasons outside of the page, such as
  /// a full disk, is tried again anyway.
  public var retriesFailed = false
  /// Stop at the first failure.
  public var failsFast = false
  /// Render every page, changed or not.
  public var rendersAll = false
  /// Write into a folder that holds pages or pictures that no batch made, and over such pictures. A page is
  /// never written over.
  public var overwrites = false
  /// Remove the pictures of earlier runs whose pages are not among these; the manifest names them.
  public var prunes = false
  /// Renderer processes side by side, 1 to 256. By default as many as there are processors.
  public var jobs: Int {
    get { supervisor.jobs }
    set { supervisor.jobs = max(1, min(newValue, 256)) }
  }
  /// Bytes of memory that a page's process may hold. By default 768 MiB.
  public var memoryLimit: Int {
    get { supervisor.limits.memory }
    set { supervisor.limits.memory = max(64 << 20, newValue) }
  }

  package var supervisor: Supervisor
  /// Whether every input could be looked at: then a page that is not among the items is gone.
  package var isComplete = true
  private let pages: [BatchPage]
  private let found: [BatchItem]

  /// A batch of pages. `folder`: where the pictures go. The pages' own time limits hold.
  public init(_ pages: [BatchPage], into folder: String, renderer: RendererProgram) {
    (self.pages, found, self.folder) = (pages, [], folder)
    supervisor = Supervisor(program: renderer, jobs: ProcessInfo.processInfo.activeProcessorCount)
    if !Sandbox.isSwitchedOff { supervisor.program.sandbox = Sandbox(folder: folder) }
  }

  package init(_ items: [BatchItem], into folder: String, supervisor: Supervisor) {
    (pages, found, self.folder, self.supervisor) = ([], items, folder, supervisor)
  }

  // MARK: Running

  /// Begins to render, and gives what becomes of the pages, in the order in which they are done. Letting go of
  /// the iteration, or cancelling its task, ends the batch; what is done stays.
  public func results() -> BatchResults { BatchResults(self) }

  /// The plan of a run. Renders nothing and writes nothing. Throws where the folder is refused.
  public func plan() throws(BatchError) -> BatchPlan {
    let state = try look()
    var plan = BatchPlan()
    for (item, decision) in zip(state.items, state.decisions) {
      switch decision {
      case .render:
        plan.rendered.append(
          BatchResult(ManifestEntry(input: item.name, output: item.output, ok: true, files: [], key: ""), isNew: true))
      case .keep(let entry):
        let result = BatchResult(entry, isNew: false)
        if entry.ok { plan.unchanged.append(result) } else { plan.failed.append(result) }
      case .fail(let problem): plan.failed.append(BatchResult(Self.entry(item, problem), isNew: true))
      }
    }
    if prunes, isComplete { plan.pruned = state.output.gone(state.manifest, state.items) }
    return plan
  }

  private enum Decision {
    case render
    /// Nothing changed since this.
    case keep(ManifestEntry)
    case fail(BatchItem.Problem)
  }

  private struct Look {
    var items: [BatchItem]
    var decisions: [Decision]
    var manifest: Manifest
    var output: OutputFolder
    var freshness: Freshness
  }

  /// The items, and which are to be rendered. Reads only.
  private func look() throws(BatchError) -> Look {
    let items = items()
    let manifest = try Manifest(folder: folder)
    let output = OutputFolder(folder)
    try output.check(manifest, items, overwrites: overwrites)
    var freshness = Freshness(folder: folder, fingerprint: try fingerprint())
    let decisions = items.map { item -> Decision in
      if let problem = item.problem { return .fail(problem) }
      if !rendersAll, let entry = manifest.entries[item.output], entry.ok || !retriesFailed,
        freshness.isFresh(entry, item)
      {
        return .keep(entry)
      }
      return .render
    }
    return Look(items: items, decisions: decisions, manifest: manifest, output: output, freshness: freshness)
  }

  private func items() -> [BatchItem] {
    if pages.isEmpty { return found }
    var source = BatchSource(defaults: WorkerRequest(id: "", input: ""), outputFolder: folder, format: format.rawValue)
    source.template = names
    for page in pages { source.add(page) }
    return source.items()
  }

  /// Stands for the program, its fonts and libraries.
  private func fingerprint() throws(BatchError) -> String {
    do {
      return try Fingerprint.current(fonts: supervisor.program.fonts).description
    } catch {
      throw BatchError(error.message)
    }
  }

  private struct State {
    var manifest: Manifest
    var pending: ArraySlice<Int>
    var summary = BatchSummary()
    /// The results of the items so far.
    var entries: [Int: ManifestEntry] = [:]
    var isStopped = false
    var trouble: BatchError?
  }

  /// Renders the pages that changed, and reports their results. Cancelling the task stops at once; what is done stays.
  package func run(event: @escaping @Sendable (Event) -> Void) async throws(BatchError) -> BatchSummary {
    // 1. What changed since the last run.
    let look = try look()
    let items = look.items
    var output = look.output
    var state = State(manifest: look.manifest, pending: [])
    var problems: [(Int, BatchItem.Problem)] = []
    for (index, decision) in look.decisions.enumerated() {
      switch decision {
      case .render: state.pending.append(index)
      case .keep(let entry):
        state.entries[index] = entry
        if entry.ok { state.summary.unchanged += 1 } else { state.summary.failed += 1 }
      case .fail(let problem): problems.append((index, problem))
      }
    }
    try output.make()
    let behindLinks = output.problems(state.pending.map { items[$0] })
    state.pending.removeAll { index in
      guard let problem = behindLinks[items[index].output] else { return false }
      problems.append((index, problem))
      return true
    }
    try output.plan(state.pending.map { items[$0] }, state.manifest)
    event(.started(total: items.count, unchanged: state.entries.count))
    for entry in state.entries.sorted(by: { $0.key < $1.key }).map(\.value) {
      event(.finished(BatchResult(entry, isNew: false)))
    }

    // 2. Pages that cannot be rendered are reported.
    for (index, problem) in problems {
      let entry = Self.entry(items[index], problem)
      state.entries[index] = entry
      state.summary.failed += 1
      event(.finished(BatchResult(entry, isNew: true)))
    }
    if failsFast, !problems.isEmpty { state.isStopped = true }

    // 3. The rest is rendered.
    let keys = look.freshness
    let shared = Mutex(state)
    await supervisor.run(next: {
      guard let index = shared.withLock({ $0.isStopped ? nil : $0.pending.popFirst() }) else { return nil }
      return job(items[index], number: index)
    }) { job, outcome in
      let item = items[job.number]
      let entry = Self.entry(item, key: keys.key(item), outcome)
      shared.withLock { state in
        state.entries[job.number] = entry
        if entry.ok { state.summary.rendered += 1 } else { state.summary.failed += 1 }
        if !entry.ok && failsFast { state.isStopped = true }
        do throws(BatchError) {
          try state.manifest.add(entry)
        } catch {
          state.trouble = state.trouble ?? error
          state.isStopped = true
        }
      }
      event(.finished(BatchResult(entry, isNew: true)))
    }

    // 4. The account.
    state = shared.withLock { $0 }
    if let trouble = state.trouble { throw trouble }
    return try finish(state, items, output)
  }

  private func finish(_ done: State, _ items: [BatchItem], _ output: OutputFolder) throws(BatchError) -> BatchSummary {
    var (manifest, summary) = (done.manifest, done.summary)
    summary.notTried = items.count - summary.unchanged - summary.failed - summary.rendered
    if prunes, isComplete, !Task.isCancelled {
      let gone = output.gone(manifest, items)
      try output.remove(gone)
      manifest.remove(gone)
      summary.pruned = gone.count
    }
    manifest.remove(output.forgotten(manifest, items))
    let entries = items.indices.compactMap { done.entries[$0] ?? manifest.entries[items[$0].output] }
    try manifest.finish(entries)
    let sheet = try output.sheetName()
    try ContactSheet(entries: entries).write(folder: folder, name: sheet)
    summary.contactSheet = PagePath.text(sheet, in: folder)
    // A renderer that was ended may still have made its picture.
    if !Task.isCancelled { try output.finish(manifest) }
    return summary
  }

  // MARK: One page

  private func job(_ item: BatchItem, number: Int) -> Supervisor.Job {
    var request = item.request
    request.id = String(number)
    request.resources = true
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    let line = (try? encoder.encode(request)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return Supervisor.Job(number: number, name: item.name, line: line, request: request)
  }

  /// Of a page that was not tried. Without a key it is tried again.
  private static func entry(_ item: BatchItem, _ problem: BatchItem.Problem) -> ManifestEntry {
    var entry = ManifestEntry(input: item.name, output: item.output, ok: false, files: [], key: "")
    (entry.error, entry.cause) = (problem.message, problem.cause.rawValue)
    if !item.warnings.isEmpty { entry.warnings = item.warnings }
    return entry
  }

  private static func entry(_ item: BatchItem, key: String, _ outcome: Supervisor.Outcome) -> ManifestEntry {
    var entry = ManifestEntry(input: item.name, output: item.output, ok: false, files: [], key: key)
    var answer: WorkerAnswer
    switch outcome {
    case .died(let error, let isOutside):
      answer = WorkerAnswer(id: nil, error: error)
      if isOutside { entry.key = "" }
    case .answered(let line):
      let decoded = try? JSONDecoder().decode(WorkerAnswer.self, from: Data(line.utf8))
      answer =
        decoded ?? WorkerAnswer(id: nil, error: RenderError(.crash, "\(item.name): the renderer's answer is not JSON"))
    }
    (entry.ok, entry.width, entry.height, entry.bytes) = (answer.ok, answer.width, answer.height, answer.bytes)
    (entry.milliseconds, entry.error, entry.cause) = (answer.milliseconds, answer.error, answer.cause)
    (entry.status, entry.address, entry.title) = (answer.status, answer.address, answer.title)
    let warnings = item.warnings + (answer.warnings ?? [])
    entry.warnings = answer.warnings == nil && warnings.isEmpty ? nil : warnings
    if !answer.ok, answer.cause.map({ isOutsidePage($0) }) ?? false { entry.key = "" }
    if let path = PagePath.file(item.request.input), WebArchive.isArchive(path: path) {
      // All that the page uses is in it. It may be large, and many pages are of it: its size and time are noted.
      entry.files = [relative(Freshness.noted(UsedFile(url: PagePath.text(path))))]
      return entry
    }
    entry.files = (answer.resources ?? []).map { used in
      relative(Freshness.noted(UsedFile(url: used.url, sha256: used.sha256, bytes: used.bytes, error: used.error)))
    }
    // Of a page that failed, at least the page itself is known: a new one is worth a new try.
    if !answer.ok, entry.files.isEmpty, let path = PagePath.file(item.request.input) {
      entry.files = [relative(used(path))]
    }
    return entry
  }

  /// Whether a failure may be gone the next time though nothing of the page has changed.
  private static func isOutsidePage(_ cause: String) -> Bool {
    switch RenderError.Cause(rawValue: cause) {
    case .output, .network, .cancelled, nil: true
    case .input, .policy, .limit, .timeout, .memory, .crash, .request, .wait: false
    }
  }

  /// Files that are larger are known by their size and time.
  private static let mostHashed = 64 << 20

  private static func used(_ path: [UInt8]) -> UsedFile {
    var file = UsedFile(url: PagePath.text(path))
    guard let status = FilePath.status(path) else {
      file.error = "no such file"
      return file
    }
    let size = Int(status.st_size)
    if size <= mostHashed, let hash = ContentHash.sha256(file: path, size: size) {
      (file.sha256, file.bytes) = (hash, size)
      return file
    }
    return Freshness.noted(file)
  }

  private static func relative(_ file: UsedFile) -> UsedFile {
    var file = file
    let working = FileManager.default.currentDirectoryPath + "/"
    if file.url.hasPrefix(working) { file.url.removeFirst(working.count) }
    return file
  }
}
