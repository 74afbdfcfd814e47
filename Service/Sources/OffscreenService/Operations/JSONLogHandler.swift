import Foundation
import Logging

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
    let line = Self.line(
      event.metadata ?? [:], over: metadata, level: event.level, message: event.message,
      seconds: Date().timeIntervalSince1970)
    // One write, so that lines of several threads are not mixed.
    line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  // Optimization: there is a line for each request, also for those that are answered in microseconds.
  static func line(
    _ own: Logger.Metadata, over shared: Logger.Metadata, level: Logger.Level, message: Logger.Message, seconds: Double
  ) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(512)
    line += "{\"level\":\"\(level.rawValue)\",\"message\":".utf8
    JSONText.append("\(message)", to: &line)
    for (key, value) in shared where own[key] == nil { append(key, value, to: &line) }
    for (key, value) in own { append(key, value, to: &line) }
    line += ",\"time\":\"".utf8
    line += HTTPDate.timestamp(seconds).utf8
    line += "\"}\n".utf8
    return line
  }

  private static func append(_ key: String, _ value: Logger.MetadataValue, to line: inout [UInt8]) {
    line.append(UInt8(ascii: ","))
    // Hummingbird's name for it.
    JSONText.append(key == "hb.request.id" ? "request" : key, to: &line)
    line.append(UInt8(ascii: ":"))
    if case .string(let text) = value {
      JSONText.append(text, to: &line)
    } else {
      JSONText.append("\(value)", to: &line)
    }
  }
}
