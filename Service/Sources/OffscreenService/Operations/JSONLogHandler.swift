import Foundation
import Logging
import Synchronization

/// A line of JSON for each event, on standard error.
struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata = Logger.Metadata()
  private let label: String

  init(label: String) { self.label = label }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var object: [String: JSONValue] = [:]
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
      // Hummingbird's name for it.
      object[key == "hb.request.id" ? "request" : key] = .string("\(value)")
    }
    object["time"] = .string(Date().formatted(.iso8601.time(includingFractionalSeconds: true)))
    object["level"] = .string(event.level.rawValue)
    object["message"] = .string("\(event.message)")
    guard var line = try? JSONText.encoder.encode(object) else { return }
    line.append(UInt8(ascii: "\n"))
    // One write, so that lines of several threads are not mixed.
    FileHandle.standardError.write(line)
  }
}
