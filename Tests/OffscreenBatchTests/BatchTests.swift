import Foundation
import Offscreen
import OffscreenBatch
import TestSupport
import Testing

/// The public interface, as a client sees it: nothing else is imported.
@Suite(.needsProgram)
struct BatchTests {
  private let folder: TemporaryFolder
  private var out: String { folder.url.path + "/out" }

  init() throws { folder = try TemporaryFolder() }

  private func pages(_ count: Int) throws -> [BatchPage] {
    var options = PageOptions()
    options.viewport = Viewport(width: 64, height: 48)
    return try (0..<count).map {
      BatchPage(try folder.write("<p>\($0)", to: "p\($0).html").path, options: options, name: "p\($0).png")
    }
  }

  private func batch(_ pages: [BatchPage]) throws -> Batch {
    var batch = Batch(pages, into: out, renderer: RendererProgram(path: try #require(Command.offscreen)))
    batch.jobs = 2
    return batch
  }

  @Test func resultsComeOneByOne() async throws {
    var pages = try pages(3)
    pages[1].options.thumbnail = ThumbnailSize(width: 32, height: nil)
    pages.append(BatchPage(folder.url.path + "/none.html", name: "none.png"))
    let results = try batch(pages).results()
    var outputs: [String: (Int?, Int?)] = [:]
    var failures: [RenderError.Cause] = []
    for try await result in results {
      switch result.outcome {
      case .rendered: outputs[result.output ?? ""] = (result.width, result.height)
      case .unchanged: Issue.record("nothing was rendered before")
      case .failed(let error): failures.append(error.cause)
      }
    }
    #expect(outputs.mapValues { $0.0 } == ["p0.png": 64, "p1.png": 32, "p2.png": 64] && failures == [.input])
    let summary = try await results.summary
    #expect((summary.rendered, summary.unchanged, summary.failed, summary.notTried) == (3, 0, 1, 0))
    #expect(FileManager.default.fileExists(atPath: summary.contactSheet))

    // Again: the plan says what will be, and then it is.
    let plan = try batch(pages).plan()
    #expect(plan.rendered.isEmpty && plan.unchanged.count == 3 && plan.failed.count == 1)
    let again = try await batch(pages).results().summary
    #expect((again.rendered, again.unchanged, again.failed) == (0, 3, 1))
  }

  @Test func lettingGoEndsTheBatch() async throws {
    let batch = try batch(try pages(200))
    let results = batch.results()
    for try await _ in results { break }
    let summary = try await results.summary
    #expect(summary.rendered > 0 && summary.notTried > 0 && summary.rendered + summary.notTried == 200)
    // What is done stays.
    let plan = try batch.plan()
    #expect(plan.unchanged.count == summary.rendered)
  }

  @Test func aFolderOfOthersIsRefused() async throws {
    try folder.write("<p>mine", to: "out/index.html")
    let error = await #expect(throws: BatchError.self) { for try await _ in try batch(try pages(1)).results() {} }
    #expect(error?.description.contains("holds pages") == true && folder.files(below: "out") == ["index.html"])
  }

  @Test func picturesOfPagesThatAreGoneAreRemoved() async throws {
    let pages = try pages(3)
    _ = try await batch(pages).results().summary
    var fewer = try batch(Array(pages.prefix(1)))
    fewer.prunes = true
    #expect(try fewer.plan().pruned == ["p1.png", "p2.png"])
    #expect(try await fewer.results().summary.pruned == 2)
    #expect(folder.files(below: "out") == ["index.html", "manifest.ndjson", "p0.png"])
  }

  @Test func aProgramThatIsNotThereIsOneFailureEach() async throws {
    let batch = Batch(try pages(2), into: out, renderer: RendererProgram(path: "/nowhere/offscreen"))
    var messages: [String] = []
    for try await result in batch.results() {
      if case .failed(let error) = result.outcome { messages.append(error.message) }
    }
    #expect(
      messages.count == 2 && messages.allSatisfy { $0.contains("/nowhere/offscreen could not be started") },
      "\(messages)")
  }
}
