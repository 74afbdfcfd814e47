import Foundation

/// Which golden pictures a test run writes: `RECORD_GOLDENS`.
public enum RecordMode: String, Sendable, CaseIterable {
  /// Every one, whether or not it was the same.
  case all
  /// Those that are missing or different; what was different still fails in this run.
  case failed
  /// Those that are missing.
  case missing
  /// None: a missing golden is a failure.
  case never

  /// The mode of the environment variable `RECORD_GOLDENS`; without it `never` where `CI` is set, else `missing`.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    if let text = environment["RECORD_GOLDENS"], !text.isEmpty {
      guard let mode = RecordMode(rawValue: text) else {
        throw GoldenError("RECORD_GOLDENS is \(text): it must be all, failed, missing or never")
      }
      self = mode
    } else {
      let isContinuousIntegration = !["", "0", "false"].contains((environment["CI"] ?? "").lowercased())
      self = isContinuousIntegration ? .never : .missing
    }
  }
}

/// Why a golden could not be checked at all: one line.
public struct GoldenError: Error, Sendable, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }
}
