import Dispatch
import Foundation
import Offscreen
import OffscreenComparison
import Synchronization

/// Renders a page and compares it with its golden picture, records it, and keeps what failed.
struct GoldenCheck: Sendable {
  let page: GoldenPage
  let file: GoldenFile
  let options: GoldenOptions
  let mode: RecordMode

  func run() async throws -> GoldenResult {
    let options = self.options
    if let problem = options.page.problem { throw GoldenError("\(file.name): \(problem)") }
    let source = page.pageSource(in: file.folder)
    let fonts = options.fonts
    let capture = try await Self.render(timeout: options.page.timeout, name: file.name) {
      try PageRenderer(fonts: fonts).capture(source, options: options.page)
    }
    return try compare(capture)
  }

  func compare(_ capture: PageCapture) throws -> GoldenResult {
    let isThere = FileManager.default.fileExists(atPath: file.path)
    if !isThere {
      guard mode != .never else {
        return result(
          .missing,
          [
            "there is no golden at \(file.path), and none is recorded here: run the test locally, or with "
              + "RECORD_GOLDENS=missing, and add the file"
          ])
      }
      try record(capture)
      return result(.recorded, ["recorded \(file.path)"])
    }
    let expected = try reporting { () throws(ComparisonError) in try PictureFile(path: file.path) }
    let actual = try reporting { () throws(ComparisonError) in
      try PictureFile(
        name: file.name, bytes: capture.picture.data, elements: ElementData(json: Array(capture.inspection.utf8)))
    }
    let comparisonOptions = try self.comparisonOptions()
    let start = ContinuousClock.now
    let difference = try reporting { () throws(ComparisonError) in
      try PictureDifference(expected, actual, options: comparisonOptions)
    }
    if difference.isMatch {
      try? FileManager.default.removeItem(atPath: file.failures)
      if mode == .all, expected.bytes != actual.bytes {
        try record(capture)
        return result(.recorded, ["recorded \(file.path) again"])
      }
      return result(.same, difference.notes)
    }
    if mode == .all {
      try record(capture)
      return result(.recorded, ["recorded \(file.path) again: \(difference.summary)"])
    }
    return try failure(capture, expected, difference, comparisonOptions, took: ContinuousClock.now - start)
  }

  // MARK: Failures

  private func failure(
    _ capture: PageCapture, _ expected: PictureFile, _ difference: PictureDifference, _ options: ComparisonOptions,
    took: Duration
  ) throws -> GoldenResult {
    // What failed is kept before the golden is replaced, with the golden as it was.
    try reporting { () throws(ComparisonError) in
      try ReportFolder.write(expected.bytes, to: file.failures + "/expected.png")
      try ReportFolder.write(capture.picture.data, to: file.failures + "/actual.png")
      try ReportFolder.write(Array(capture.inspection.utf8), to: file.failures + "/actual.json")
      if let picture = difference.picture { try ReportFolder.write(picture, to: file.failures + "/diff.png") }
      let item = ComparedItem(
        name: file.name, expected: .file(file.failures + "/expected.png"), actual: .file(file.failures + "/actual.png"),
        outcome: .compared(difference), duration: took)
      let comparison = Comparison(expected: file.path, actual: "this run", isOfFolders: false, items: [item])
      try ReportFolder.write(HTMLReport.html(comparison, options: options), to: file.failures + "/index.html")
    }
    var details = TextReport.details(
      ComparedItem(name: file.name, expected: nil, actual: nil, outcome: .compared(difference)))
    details.append("golden: \(file.path)")
    if mode == .failed {
      try record(capture)
      details.append("the new picture is the golden now (RECORD_GOLDENS=failed)")
    } else {
      details.append("to take the new picture over: RECORD_GOLDENS=failed swift test")
    }
    var pictures = [("expected.png", expected.bytes), ("actual.png", capture.picture.data)]
    if let picture = difference.picture { pictures.append(("diff.png", picture)) }
    return result(.different, details, pictures)
  }

  private func record(_ capture: PageCapture) throws {
    try reporting { () throws(ComparisonError) in
      if options.keepsBoxes || options.preset == .layout {
        try ReportFolder.write(Array(capture.inspection.utf8), to: PictureFile.inspectionPath(of: file.path))
      }
      try ReportFolder.write(capture.picture.data, to: file.path)
    }
  }

  private func result(
    _ outcome: GoldenResult.Outcome, _ details: [String], _ pictures: [(name: String, bytes: [UInt8])] = []
  ) -> GoldenResult {
    GoldenResult(
      name: file.name, outcome: outcome, path: file.path, details: details,
      failures: pictures.isEmpty ? nil : file.failures, pictures: pictures)
  }

  private func comparisonOptions() throws -> ComparisonOptions {
    var result = ComparisonOptions()
    result.preset = options.preset
    result.threshold = options.threshold
    result.tolerablePixels = options.tolerablePixels
    result.tolerableRatio = options.tolerableRatio
    result.ignoresShifts = options.ignoresShifts
    result.ignoresAntialiasing = options.ignoresAntialiasing
    if let problem = result.problem { throw GoldenError("\(file.name): \(problem)") }
    result.masks = try options.masks.map { text in
      guard let mask = Mask(text) else { throw GoldenError("the mask \(text) is neither x,y,w,h nor a selector") }
      return mask
    }
    return result
  }

  private func reporting<Value>(_ work: () throws(ComparisonError) -> Value) throws -> Value {
    do {
      return try work()
    } catch {
      throw GoldenError(error.description)
    }
  }

  // MARK: Rendering

  /// Renders on a thread of its own, while the test's task waits. What takes too long is an error; its
  /// thread is left to itself, since a thread cannot be ended from outside.
  private static func render(
    timeout: Duration, name: String, _ work: @escaping @Sendable () throws -> PageCapture
  ) async throws -> PageCapture {
    try await withCheckedThrowingContinuation { continuation in
      let waiting = Waiting(continuation)
      let watchdog = Watchdog(after: timeout) {
        waiting.give(.failure(GoldenError("\(name): not rendered within the time limit")))
      }
      Thread.detachNewThread {
        let result = Result { try LargeStackThread.run(work) }
        watchdog.stop()
        waiting.give(result)
      }
    }
  }
}

/// A task that waits for an answer and takes the first one.
private final class Waiting: Sendable {
  private let continuation: Mutex<CheckedContinuation<PageCapture, any Error>?>

  init(_ continuation: CheckedContinuation<PageCapture, any Error>) { self.continuation = Mutex(continuation) }

  func give(_ result: Result<PageCapture, any Error>) {
    let taken = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    taken?.resume(with: result)
  }
}
