import Foundation
import Offscreen
import OffscreenBatch
import OffscreenLoading
import OffscreenPlatform
import Synchronization

/// The progress of a batch: a bar on a terminal, a line for each page elsewhere.
final class BatchProgress: Sendable {
  private struct State {
    var total = 0
    /// Pages that need no rendering.
    var kept = 0
    var done = 0
    var failed = 0
    var begin = ContinuousClock.now
    var lastDrawn: ContinuousClock.Instant?
    var current = ""
  }

  private let state = Mutex(State())
  private let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
  private let isColored = Terminal.allowsColor(STDOUT_FILENO)
  private let isQuiet: Bool
  /// Whether something could not be written.
  private let isMute = Atomic(false)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func show(_ event: Batch.Event) {
    state.withLock { state in
      switch event {
      case .started(let total, let unchanged):
        (state.total, state.kept, state.begin) = (total, unchanged, .now)
      case .finished(let result):
        state.done += 1
        state.current = Self.plain(result.input)
        switch result.outcome {
        case .failed(let error):
          state.failed += 1
          line(failure(error), state)
        case .rendered:
          if !isTerminal, !isQuiet { line(rendered(result, state), state) }
        case .unchanged: break
        }
      }
      guard isTerminal, !isQuiet else { return }
      // Twenty pictures a second are enough for an eye.
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < .milliseconds(50), state.done < state.total { return }
      state.lastDrawn = now
      write("\r\u{1B}[2K" + bar(state))
    }
  }

  private func failure(_ error: RenderError) -> String {
    color("31", "failed") + " \(Self.plain(error.message)) (\(error.cause.rawValue))"
  }

  private func rendered(_ result: BatchResult, _ state: State) -> String {
    let warnings = result.warnings.count
    let note = warnings == 0 ? "" : ", \(warnings) warning\(warnings == 1 ? "" : "s")"
    return Self.plain("[\(state.done)/\(state.total)] \(result.input) -> \(result.output ?? "") ")
      + "\(result.width ?? 0)x\(result.height ?? 0), \(Int((result.milliseconds ?? 0).rounded())) ms\(note)"
  }

  func finish(_ summary: BatchSummary) {
    state.withLock { state in
      if isTerminal, !isQuiet { write("\r\u{1B}[2K") }
      let seconds = (ContinuousClock.now - state.begin).milliseconds / 1000
      var parts = ["\(summary.rendered) rendered"]
      if summary.unchanged > 0 { parts.append("\(summary.unchanged) unchanged") }
      if summary.failed > 0 { parts.append(color("31", "\(summary.failed) failed")) }
      if summary.notTried > 0 { parts.append("\(summary.notTried) not tried") }
      if summary.pruned > 0 { parts.append("\(summary.pruned) removed") }
      let rate =
        summary.rendered > 1 && seconds > 0 ? String(format: ", %.1f pages/s", Double(summary.rendered) / seconds) : ""
      write(
        parts.joined(separator: ", ") + String(format: " in %.1f s", seconds) + rate
          + "; see \(Self.plain(summary.contactSheet))\n")
    }
  }

  /// The plan.
  func show(_ plan: BatchPlan, folder: String) {
    for result in plan.failed {
      if case .failed(let error) = result.outcome { write(failure(error) + "\n") }
    }
    if !isQuiet {
      for result in plan.rendered { write(Self.plain("would render \(result.input) -> \(result.output ?? "")") + "\n") }
      for result in plan.unchanged { write(Self.plain("unchanged \(result.input) -> \(result.output ?? "")") + "\n") }
      for output in plan.pruned { write(Self.plain("would remove \(folder)/\(output)") + "\n") }
    }
    var parts = ["\(plan.rendered.count) to render"]
    if !plan.unchanged.isEmpty { parts.append("\(plan.unchanged.count) unchanged") }
    if !plan.failed.isEmpty { parts.append(color("31", "\(plan.failed.count) failed")) }
    if !plan.pruned.isEmpty { parts.append("\(plan.pruned.count) to remove") }
    write(parts.joined(separator: ", ") + "; nothing was done\n")
  }

  /// A name may hold what a terminal would take for orders.
  private static func plain(_ text: String) -> String { text.asMessage }

  private func bar(_ state: State) -> String {
    let done = state.done
    let seconds = (ContinuousClock.now - state.begin).milliseconds / 1000
    let rate = seconds > 0 ? Double(max(0, state.done - state.kept)) / seconds : 0
    var text = " \(done)/\(state.total)"
    if rate > 0 {
      text += String(format: "  %.1f/s", rate)
      text += "  \(clock(Double(state.total - done) / rate)) left"
    }
    if state.failed > 0 { text += "  " + color("31", "\(state.failed) failed") }
    // The rest of the line is the bar, and the page's name where there is room.
    let columns = Terminal.columns(STDOUT_FILENO)
    let width = max(10, min(30, columns - 50))
    let filled = state.total > 0 ? width * done / state.total : width
    let drawn = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let room = columns - width - 45
    let name = room > 8 ? "  " + state.current.suffix(room) : ""
    return color("36", drawn) + text + name
  }

  private func clock(_ seconds: Double) -> String {
    let seconds = Int(min(max(0, seconds), 359_999))
    let minutes = seconds / 60
    let rest = String(format: "%02d", seconds % 60)
    return minutes < 60 ? "\(minutes):\(rest)" : "\(minutes / 60):\(String(format: "%02d", minutes % 60)):\(rest)"
  }

  private func line(_ text: String, _ state: State) {
    write((isTerminal ? "\r\u{1B}[2K" : "") + text + "\n")
  }

  private func color(_ code: String, _ text: String) -> String { isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

  /// The pictures are what counts: a batch goes on when its output is closed.
  private func write(_ text: String) {
    do throws(OutputError) {
      try OutputFile.writeStandardOutput(Array(text.utf8))
    } catch {
      let isFirst = !isMute.exchange(true, ordering: .relaxed)
      if isFirst, !error.isOfClosedPipe { StandardError.print("warning: \(error.description)") }
    }
  }
}
