import Foundation
import Synchronization
import Testing

@testable import Offscreen

/// Where a page's jobs run: never two at once, on threads that come and go.
struct PageThreadTests {
  /// What the jobs share: it is made once, whatever thread runs, and gone at the end.
  private final class Contents {
    var log: [Int] = []
    var isBusy = false
    let isGone: Signal
    init(_ isGone: Signal) { self.isGone = isGone }
    deinit { isGone.set() }
  }

  private final class Signal: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
    func wait() async throws {
      for _ in 0..<500 where !isSet { try await Task.sleep(for: .milliseconds(10)) }
      #expect(isSet)
    }
  }

  private func result<Value: Sendable>(
    _ thread: PageThread<Contents>, _ body: @escaping @Sendable (Contents) -> Value
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      thread.run {
        continuation.resume(returning: body($0))
      } orGiveUp: {
        continuation.resume(returning: nil)
      }
    }
  }

  @Test func whatIsSharedOutlivesTheThreads() async throws {
    let isGone = Signal()
    let made = Mutex(0)
    var thread: PageThread<Contents>? = PageThread(idleTime: .milliseconds(20)) {
      made.withLock { $0 += 1 }
      return Contents(isGone)
    }
    for number in 0..<3 {
      _ = await result(try #require(thread)) { $0.log.append(number) }
      // The thread goes meanwhile.
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(await result(try #require(thread)) { $0.log } == [0, 1, 2])
    #expect(made.withLock { $0 } == 1 && !isGone.isSet)
    thread = nil
    try await isGone.wait()
  }

  @Test func theEndGivesItBack() async throws {
    for pause in [0, 100] {
      let isGone = Signal()
      let thread = PageThread(idleTime: .milliseconds(20)) { Contents(isGone) }
      _ = await result(thread) { $0.log.append(1) }
      try await Task.sleep(for: .milliseconds(pause))
      thread.end()
      try await isGone.wait()
      #expect(await result(thread) { $0.log } == nil, "nothing runs after the end")
    }
    // Without a job there is nothing to give back.
    let isGone = Signal()
    PageThread(idleTime: .milliseconds(20)) { Contents(isGone) }.end()
    #expect(!isGone.isSet)
  }

  @Test func whatWaitsAtTheEndStillRuns() async throws {
    let isGone = Signal()
    let thread = PageThread { Contents(isGone) }
    let ran = Mutex(0)
    for _ in 0..<10 {
      thread.run { _ in
        Thread.sleep(forTimeInterval: 0.005)
        ran.withLock { $0 += 1 }
      } orGiveUp: {
      }
    }
    thread.end()
    try await isGone.wait()
    #expect(ran.withLock { $0 } == 10)
  }

  /// Jobs come just when threads are about to go.
  @Test func jobsNeverOverlapAndNoneIsLost() async throws {
    let isGone = Signal()
    let thread = PageThread(idleTime: .milliseconds(1)) { Contents(isGone) }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for number in 0..<100 {
            let overlaps = await result(thread) { contents in
              let overlaps = contents.isBusy
              contents.isBusy = true
              contents.log.append(number)
              contents.isBusy = false
              return overlaps
            }
            #expect(overlaps == false)
            if number % 5 == worker { try? await Task.sleep(for: .microseconds(900 + 100 * worker)) }
          }
        }
      }
    }
    #expect(await result(thread) { $0.log.count } == 400)
  }
}
