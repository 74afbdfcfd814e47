import Foundation
import Synchronization
import Testing

extension Trait where Self == ConditionTrait {
  /// What a suite or a test needs of the machine: data, a program, a right. Where it is missing, the suite is
  /// skipped, and that is said once: on standard error, and in the file that `OFFSCREEN_SKIPPED` names, whose lines
  /// `Scripts/test` counts.
  ///
  /// What runs only when asked for, a measurement, is no skipped suite: it says `.enabled(if:)`.
  public static func needs(
    _ need: String, _ isAtHand: @autoclosure @escaping @Sendable () -> Bool, file: String = #fileID
  ) -> Self {
    .enabled("needs \(need)") {
      if isAtHand() { return true }
      SkippedSuites.record("\(file.hasSuffix(".swift") ? String(file.dropLast(6)) : file) needs \(need)")
      return false
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// What a suite needs that runs the program as a user would.
  public static var needsProgram: Self { needsProgram() }

  public static func needsProgram(file: String = #fileID) -> Self {
    .needs("the built program", Command.offscreen != nil, file: file)
  }
}

private enum SkippedSuites {
  /// A condition of a suite is asked for each of its tests.
  private static let recorded = Mutex<Set<String>>([])

  static func record(_ line: String) {
    recorded.withLock { lines in
      guard lines.insert(line).inserted else { return }
      FileHandle.standardError.write(Data("SKIPPED: \(line)\n".utf8))
      guard let path = ProcessInfo.processInfo.environment["OFFSCREEN_SKIPPED"],
        let file = FileHandle(forWritingAtPath: path)
      else { return }
      file.seekToEndOfFile()
      file.write(Data("\(line)\n".utf8))
    }
  }
}
