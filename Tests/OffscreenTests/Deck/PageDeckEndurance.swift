import Foundation
import Synchronization
import Testing

@testable import Offscreen

/// Somebody who leafs about without waiting: the picture is always the right one, and nothing stays.
struct PageDeckEndurance {
  private static let (pages, jumps, budget) = (500, 10_000, 20_000)
  /// So many jumps later somebody looks at the page.
  #if DEBUG
    private static let stride = 100
  #else
    private static let stride = 10
  #endif

  private static var threads: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  private struct Tally: Sendable {
    var shown = 0
    var passedOver = 0
    var wrong = 0
    var began = 0
    var ended = 0
  }

  @Test func tenThousandJumps() async throws {
    let before = Self.threads
    let tally = Mutex(Tally())
    do {
      let deck = PageDeck(ColoredPages(count: Self.pages), configuration: .forTests(budget: Self.budget))
      let events = deck.events
      let listener = Task {
        for await event in events {
          switch event {
          case .began: tally.withLock { $0.began += 1 }
          case .ready, .failed, .cancelled: tally.withLock { $0.ended += 1 }
          case .moved, .progress, .released: break
          }
        }
      }
      try await jump(deck, tally)
      await deck.rest()
      // The events of all that was begun are on their way.
      for _ in 0..<500 where tally.withLock({ $0.began != $0.ended }) { try await Task.sleep(for: .milliseconds(10)) }
      listener.cancel()
    }
    let result = tally.withLock { $0 }
    let looks = Self.jumps / Self.stride
    #expect(result.shown + result.passedOver == Self.jumps + looks && result.wrong == 0)
    #expect(result.began == result.ended && result.began >= looks && result.shown >= looks)
    // Other tests have threads of their own.
    for _ in 0..<500 where Self.threads > before + 20 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(Self.threads <= before + 20)
  }

  private func jump(_ deck: PageDeck, _ tally: borrowing Mutex<Tally>) async throws {
    var waiting: [(page: Int, task: Task<Snapshot, any Error>)] = []
    var page = 0
    for number in 0..<Self.jumps {
      // Mostly far away, sometimes to a page beside.
      page = number % 3 == 0 ? max(0, min(Self.pages - 1, page + Int.random(in: -2...2))) : .random(in: 0..<Self.pages)
      let target = page
      waiting.append((target, Task { try await deck.show(target) }))
      if number % 7 == 0 { waiting.last?.task.cancel() }
      if number % 501 == 0 { await deck.memoryPressure() }
      if number % 97 == 0 { await deck.pageChanged(target) }
      guard number % Self.stride == Self.stride - 1 else { continue }
      for (page, task) in waiting { try count(await task.result, page, tally) }
      waiting = []
      try count(.success(await deck.show(page)), page, tally)
      #expect(await deck.size <= Self.budget)
    }
    for (page, task) in waiting { try count(await task.result, page, tally) }
  }

  private func count(
    _ result: Result<Snapshot, any Error>, _ page: Int, _ tally: borrowing Mutex<Tally>
  ) throws {
    switch result {
    case .success(let picture):
      let isRight = try ColoredPages.number(of: picture) == page
      tally.withLock { tally in
        tally.shown += 1
        if !isRight { tally.wrong += 1 }
      }
    case .failure(WebPageError.stopped): tally.withLock { $0.passedOver += 1 }
    case .failure(let error): throw error
    }
  }
}
