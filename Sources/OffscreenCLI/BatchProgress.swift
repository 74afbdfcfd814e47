import Foundation
import Glibc
import Offscreen
import OffscreenBatch
import Synchronization

/// What a batch tells while it runs: a bar on a terminal, a line for each page elsewhere.
final class BatchProgress: Sendable {
  private struct State {
    var total = 0
    var fresh = 0
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

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func show(_ event: BatchRun.Event) {
    state.withLock { state in
      switch event {
      case .started(let total, let fresh):
        (state.total, state.fresh, state.begin) = (total, fresh, .now)
      case .finished(let entry):
        state.done += 1
        state.current = entry.input
        if !entry.ok {
          state.failed += 1
          let cause = entry.cause.map { " (\($0))" } ?? ""
          line(color("31", "failed") + " \(entry.error ?? entry.input)\(cause)", state)
        } else if !isTerminal, !isQuiet {
          let warnings = entry.warnings?.count ?? 0
          let note = warnings == 0 ? "" : ", \(warnings) warning\(warnings == 1 ? "" : "s")"
          line(
            "[\(state.fresh + state.done)/\(state.total)] \(entry.input) -> \(entry.output) "
              + "\(entry.width ?? 0)x\(entry.height ?? 0), \(Int((entry.milliseconds ?? 0).rounded())) ms\(note)", state)
        }
      }
      guard isTerminal, !isQuiet else { return }
      // Twenty pictures a second are enough for an eye.
      let now = ContinuousClock.now
      if let last = state.lastDrawn, now - last < .milliseconds(50), state.done + state.fresh < state.total { return }
      state.lastDrawn = now
      write("\r\u{1B}[2K" + bar(state))
    }
  }

  func finish(_ summary: BatchRun.Summary, folder: String) {
    state.withLock { state in
      if isTerminal, !isQuiet { write("\r\u{1B}[2K") }
      let seconds = (ContinuousClock.now - state.begin).milliseconds / 1000
      var parts = ["\(summary.rendered) rendered"]
      if summary.fresh > 0 { parts.append("\(summary.fresh) unchanged") }
      if summary.failed > 0 { parts.append(color("31", "\(summary.failed) failed")) }
      if summary.left > 0 { parts.append("\(summary.left) not tried") }
      let rate = summary.rendered > 1 && seconds > 0 ? String(format: ", %.1f pages/s", Double(summary.rendered) / seconds) : ""
      write(parts.joined(separator: ", ") + String(format: " in %.1f s", seconds) + rate + "; see \(folder)/index.html\n")
    }
  }

  private func bar(_ state: State) -> String {
    let done = state.fresh + state.done
    let seconds = (ContinuousClock.now - state.begin).milliseconds / 1000
    let rate = seconds > 0 ? Double(state.done) / seconds : 0
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

  private func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
}
