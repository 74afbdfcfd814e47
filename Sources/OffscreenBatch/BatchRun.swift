import Foundation
import Offscreen
import OffscreenLoading
import Synchronization

/// Renders pages side by side, those that changed, and keeps account of them.
package struct BatchRun: Sendable {
  package enum Event: Sendable {
    /// How many pages there are, and how many of them need no rendering.
    case started(total: Int, fresh: Int)
    case finished(ManifestEntry)
  }

  package struct Summary: Sendable {
    /// Rendered in this run.
    package var rendered = 0
    /// Without a picture: of this run or, where nothing changed since, of an earlier one.
    package var failed = 0
    /// Left as they were.
    package var fresh = 0
    /// Not tried, because the run was stopped.
    package var left = 0
  }

  package var supervisor: Supervisor
  package var folder: String
  /// Stands for the program, its fonts and libraries.
  package var fingerprint: String
  /// Render again what failed, though nothing changed since.
  package var retriesFailed = false
  /// Stop at the first failure.
  package var failsFast = false
  package var rendersAll = false

  package init(supervisor: Supervisor, folder: String, fingerprint: String) {
    (self.supervisor, self.folder, self.fingerprint) = (supervisor, folder, fingerprint)
  }

  private struct State {
    var manifest: Manifest
    var pending: ArraySlice<Int>
    var summary: Summary
    var isStopped = false
    var trouble: BatchError?
  }

  /// Renders what needs it. Cancelling the task stops at once; what is done stays.
  package func run(_ items: [BatchItem], event: @escaping @Sendable (Event) -> Void) async throws(BatchError) -> Summary {
    // 1. What changed since the last run.
    let manifest = Manifest(folder: folder)
    var freshness = Freshness(folder: folder, fingerprint: fingerprint)
    var summary = Summary()
    var pending: [Int] = []
    for (index, item) in items.enumerated() {
      if !rendersAll, let entry = manifest.entries[item.output], entry.ok || !retriesFailed,
        freshness.isFresh(entry, item)
      {
        summary.fresh += 1
        if !entry.ok { summary.failed += 1 }
      } else {
        pending.append(index)
      }
    }
    event(.started(total: items.count, fresh: summary.fresh))

    // 2. Render it.
    let keys = freshness
    let state = Mutex(State(manifest: manifest, pending: pending[...], summary: summary))
    try makeFolder()
    await supervisor.run(next: {
      guard let index = state.withLock({ $0.isStopped ? nil : $0.pending.popFirst() }) else { return nil }
      return job(items[index], number: index)
    }) { job, outcome in
      let item = items[job.number]
      let entry = entry(item, key: keys.key(item), outcome)
      state.withLock { state in
        state.summary.rendered += 1
        if !entry.ok {
          state.summary.failed += 1
          if failsFast { state.isStopped = true }
        }
        do throws(BatchError) {
          try state.manifest.add(entry)
        } catch {
          state.trouble = state.trouble ?? error
          state.isStopped = true
        }
      }
      event(.finished(entry))
    }

    // 3. The account.
    let (final, done, trouble) = state.withLock { ($0.manifest, $0.summary, $0.trouble) }
    if let trouble { throw trouble }
    summary = done
    summary.left = items.count - summary.fresh - summary.rendered
    try final.finish(order: items.map(\.output))
    try ContactSheet(entries: items.compactMap { final.entries[$0.output] }).write(folder: folder)
    return summary
  }

  private func makeFolder() throws(BatchError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw BatchError("\(folder): the folder cannot be made: there is a file of that name, or no permission")
    }
  }

  private func job(_ item: BatchItem, number: Int) -> Supervisor.Job {
    var request = item.request
    request.id = String(number)
    request.resources = true
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    let line = (try? encoder.encode(request)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return Supervisor.Job(number: number, name: item.name, line: line, request: request)
  }

  private func entry(_ item: BatchItem, key: String, _ outcome: Supervisor.Outcome) -> ManifestEntry {
    var entry = ManifestEntry(input: item.name, output: item.output, ok: false, files: [], key: key)
    var answer: WorkerAnswer
    switch outcome {
    case .died(let error): answer = WorkerAnswer(id: nil, error: error)
    case .answered(let line):
      let decoded = try? JSONDecoder().decode(WorkerAnswer.self, from: Data(line.utf8))
      answer = decoded ?? WorkerAnswer(id: nil, error: RenderError(.crash, "\(item.name): the renderer's answer is not JSON"))
    }
    (entry.ok, entry.width, entry.height, entry.bytes) = (answer.ok, answer.width, answer.height, answer.bytes)
    (entry.milliseconds, entry.warnings) = (answer.milliseconds, answer.warnings)
    (entry.error, entry.cause) = (answer.error, answer.cause)
    entry.files = (answer.resources ?? []).map(relative)
    // Of a page that failed, at least the page itself is known: a new one is worth a new try.
    if !answer.ok, entry.files.isEmpty, !Self.isAddress(item.request.input) {
      entry.files = [relative(Self.used(item.request.input))]
    }
    return entry
  }

  private static func isAddress(_ input: String) -> Bool {
    ["http:", "https:", "file:", "data:"].contains { input.lowercased().hasPrefix($0) }
  }

  private static func used(_ path: String) -> UsedResource {
    guard let data = FileManager.default.contents(atPath: path) else {
      return UsedResource(url: path, error: "no such file")
    }
    return UsedResource(url: path, sha256: ContentHash.sha256(Array(data)), bytes: data.count)
  }

  private func relative(_ resource: UsedResource) -> UsedResource {
    var resource = resource
    let working = FileManager.default.currentDirectoryPath + "/"
    if resource.url.hasPrefix(working) { resource.url.removeFirst(working.count) }
    return resource
  }
}
