import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Programs of random calls, which compare what comes of them with a model of their own (`Fuzzing/Scripts`). The seeds
/// are the same in each run; `OFFSCREEN_SEEDS=1000` is for more of them, `OFFSCREEN_FIRST_SEED` where to begin.
@Suite struct RandomCallsTests: ScriptTesting {
  private static let seeds = Int(ProcessInfo.processInfo.environment["OFFSCREEN_SEEDS"] ?? "") ?? 8
  private static let first = Int(ProcessInfo.processInfo.environment["OFFSCREEN_FIRST_SEED"] ?? "") ?? 1

  private func program(_ name: String) throws -> String {
    let folder = Suites.projectRoot.appending(path: "Tests/Fuzzing/Scripts")
    let parts = try ["randomness.js", name].map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    return "<!doctype html><title>t</title><body><script>\(parts.joined())</script>"
  }

  /// Nodes, ranges, collections and observers against a tree of arrays; structured clones against their originals.
  @Test(arguments: [("tree.js", 120), ("clone.js", 300)])
  func nothingContradictsTheModel(_ name: String, _ calls: Int) throws {
    let program = try program(name)
    for seed in Self.first..<Self.first + Self.seeds {
      let result = try evaluate(program, "randomCalls(\(seed), \(calls))") { $0.timeout = .seconds(120) }
      guard case .value("\"\"", _) = result else {
        Issue.record("\(result)")
        continue
      }
    }
  }
}
