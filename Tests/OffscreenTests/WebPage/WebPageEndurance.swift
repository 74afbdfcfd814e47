import Foundation
import Synchronization
import Testing

@testable import Offscreen

/// Thousands of loads and stops: each navigation has one end, nothing comes after it, and nothing stays.
struct WebPageEndurance {
  /// Ten thousand navigations; without optimisation fewer, for they would take minutes.
  #if DEBUG
    private static let pages = 10
  #else
    private static let pages = 50
  #endif
  private static let navigations = 200

  /// A navigation's last word is its last.
  final class Judge: NavigationDelegate {
    struct Tally: Sendable {
      var ends: [Int: Int] = [:]
      var late = 0
    }
    let tally = Mutex(Tally())

    private func count(_ navigation: Navigation, isEnd: Bool) {
      tally.withLock { tally in
        if tally.ends[navigation.id] != nil { tally.late += 1 }
        if isEnd { tally.ends[navigation.id, default: 0] += 1 }
      }
    }
    func decidePolicy(for action: NavigationAction, of navigation: Navigation) async -> NavigationPolicy {
      count(navigation, isEnd: false)
      return navigation.id % 17 == 0 ? .cancel : .allow
    }
    func didStart(_ navigation: Navigation) async { count(navigation, isEnd: false) }
    func didFinish(_ navigation: Navigation) async { count(navigation, isEnd: true) }
    func didFail(_ navigation: Navigation, _ error: WebPageError) async { count(navigation, isEnd: true) }
  }

  private static var threads: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  @Test func thousandsOfLoadsAndStops() async throws {
    let before = Self.threads
    let ends = Mutex(0)
    for round in 0..<Self.pages {
      let judge = Judge()
      var all: [Navigation] = []
      weak var page: WebPage?
      do {
        let strong = WebPage.forTests()
        page = strong
        strong.delegate = judge
        for number in 0..<Self.navigations {
          let navigation = strong.begin(.html("<title>\(number)</title><p>\(round)"))
          navigation.whenOver { _ in ends.withLock { $0 += 1 } }
          switch number % 8 {
          case 0: _ = try? await navigation.finished()
          case 1: navigation.stop()
          case 2: strong.stop()
          case 3:
            await Task.yield()
            navigation.stop()
            navigation.stop()
          case 4:
            try await Task.sleep(for: .microseconds(200 * (number % 11)))
            strong.stop()
          // The next one takes its place.
          default: break
          }
          all.append(navigation)
        }
      }
      #expect(page == nil, "the page is gone, whatever is under way")
      for navigation in all { _ = try? await navigation.finished() }
      let tally = judge.tally.withLock { $0 }
      #expect(tally.ends.count == Self.navigations && tally.ends.values.allSatisfy { $0 == 1 } && tally.late == 0)
    }
    // The task that waited longest may resume a moment after the others.
    for _ in 0..<500 where ends.withLock({ $0 }) < Self.pages * Self.navigations {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(ends.withLock { $0 } == Self.pages * Self.navigations)
    // The pages' threads have ended; other tests have theirs.
    for _ in 0..<500 where Self.threads > before + 20 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(Self.threads <= before + 20)
  }
}
