import Testing

/// The result of comparing a page with its golden picture.
public struct GoldenResult: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  public enum Outcome: String, Sendable {
    case same
    /// The golden was missing, or all are recorded, and it was written.
    case recorded
    case different
    /// There is no golden, and none may be recorded.
    case missing
  }

  /// `CardTests/rendersCard.card`
  public let name: String
  public let outcome: Outcome
  /// The golden's path.
  public let path: String
  /// Details, the most important first. Where the golden was made by other libraries, fonts
  /// or options, that is the first.
  public let details: [String]
  /// The folder with the pictures and the report of a failure.
  public let failures: String?
  /// Pictures of a failure by their file names.
  public let pictures: [(name: String, bytes: [UInt8])]

  /// Also where the golden was only now recorded.
  public var isMatch: Bool {
    switch outcome {
    case .same, .recorded: true
    case .different, .missing: false
    }
  }

  public var description: String {
    let lines = details + (failures.map { ["report: \($0)/index.html"] } ?? [])
    return "golden \(name): \(outcome.rawValue)" + lines.map { "\n  " + $0 }.joined()
  }

  public var testDescription: String { description }
}
