import Foundation

/// The worker's answer to a request.
public struct WorkerAnswer: Codable, Sendable {
  /// Nil where the request could not be read.
  public var id: String?
  public var ok: Bool
  /// Device pixels of the picture.
  public var width: Int?
  public var height: Int?
  public var milliseconds: Double?
  /// Milliseconds of each stage, where the request asks for them.
  public var stages: [String: Double]?
  /// Bytes of the picture's file.
  public var bytes: Int?
  public var warnings: [String]?
  public var error: String?
  /// One of `RenderError.Cause`.
  public var cause: String?
  public var resources: [UsedResource]?
  /// Of the page's own answer over HTTP.
  public var status: Int?
  /// The page's, after redirects and without a password.
  public var address: String?
  public var title: String?
  /// Seconds for which the page's server lets what is made of it be given to others, and still while it is made anew:
  /// `PageFacts.fresh` and `stale`.
  public var fresh: Int?
  public var stale: Int?
  /// Whether scripts of the page have run.
  public var ranScripts: Bool?
  /// What the request's `evaluate` gave.
  public var value: JSONValue?
  /// What it threw.
  public var exception: String?
  /// What the page wrote to its console, where the request asks for it.
  public var console: [ConsoleLine]?

  public init(id: String?, ok: Bool) { (self.id, self.ok) = (id, ok) }

  public init(id: String?, error: RenderError) {
    self.init(id: id, ok: false)
    (self.error, cause, status) = (error.message, error.cause.rawValue, error.status)
  }

  /// An answer's line with more warnings; as it is where there are none, or where it is no answer.
  package static func line(_ line: String, addingWarnings warnings: [String]) -> String {
    guard !warnings.isEmpty, var answer = try? JSONDecoder().decode(WorkerAnswer.self, from: Data(line.utf8)), answer.ok
    else { return line }
    answer.warnings = (answer.warnings ?? []) + warnings
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(answer)).map { String(decoding: $0, as: UTF8.self) } ?? line
  }

  /// Where the page came from.
  mutating func set(_ facts: PageFacts) {
    (status, address, title) = (facts.status, facts.address, facts.title)
    (fresh, stale) = (facts.fresh, facts.stale)
  }
}
