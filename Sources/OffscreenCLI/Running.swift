import ArgumentParser
import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform
import Synchronization

/// Runs the work for one page, and turns errors into one line on standard error and exit status 1. The work
/// writes no files.
func runPage<Value: Sendable>(
  timeout: Duration, input: String, _ work: @escaping @Sendable () throws -> Value
) throws -> Value {
  try reporting { try inPage(timeout: timeout, input: input, work) }
}

/// Runs the work for one page on a thread that is made for it, and ends the program when it takes too long.
/// `json`: whether that is written as JSON too.
func inPage<Value: Sendable>(
  timeout: Duration, input: String, json: Bool = false, _ work: @escaping @Sendable () throws -> Value
) throws -> Value {
  return try LargeStackThread.run(within: timeout) {
    ProvokedFaults().provoke(page: input)
    return try work()
  } late: {
    let error = RenderError(
      .timeout, "\(PageSource.address(input)): not finished within the time limit (see --timeout)")
    if json { StandardOutput.print(Failure(input: input, error).json) }
    StandardError.print("error: \(error.message)")
    _exit(1)
  }
}

/// A page that could not be rendered, for `--json`.
struct Failure: Encodable {
  var input: String
  var ok = false
  var error: String
  var cause: String

  init(input: String, _ error: RenderError) {
    (self.input, self.error, cause) = (PageSource.address(input).description, error.message, error.cause.rawValue)
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return #"{"ok":false}"# }
    return MessageText.plain(json: String(decoding: data, as: UTF8.self))
  }
}

/// Turns an error into one line on standard error and exit status 1.
func reporting<Value>(_ work: () throws -> Value) throws -> Value {
  do {
    return try work()
  } catch let error as RenderError {
    StandardError.print("error: \(error.message)")
    throw ExitCode(1)
  }
}

enum StandardError {
  static func print(_ line: String) { write(line.asMessage) }

  /// A text of this program's own that has several lines; what it quotes may steer nothing either.
  static func print(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { write(String(line).asMessage) }
  }

  private static func write(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}

enum StandardOutput {
  /// When the reader has closed the pipe, there is nothing left to do.
  static func print(_ line: String, terminator: String = "\n") {
    do throws(OutputError) {
      try OutputFile.writeStandardOutput(Array((line + terminator).utf8))
    } catch {
      if !error.isOfClosedPipe { StandardError.print("error: \(error.description)") }
      _exit(1)
    }
  }
}

extension StandardOutput {
  /// What an expression gave: as it is for a program that reads it; on a terminal, which a page's text must not steer,
  /// without what would.
  static func print(_ evaluation: PageEvaluation, asJSON: Bool = false) {
    switch evaluation {
    case .value(let json, let text):
      let value = asJSON ? json : text ?? json
      guard Terminal.isTerminal(STDOUT_FILENO) else { return print(value) }
      print(
        value.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine(.max) }
          .joined(separator: "\n"))
    case .exception(let message): StandardError.print("exception: \(message)")
    }
  }
}

extension StandardError {
  /// What a page wrote to its console.
  static func print(_ console: [ConsoleLine]) {
    for line in console {
      let place = line.address.map { " (\($0)\(line.line.map { ":\($0)" } ?? ""))" } ?? ""
      print("console.\(line.level): \(line.text)\(place)")
    }
  }
}

/// Lines of standard input, each no longer than a limit: of a longer one the rest is passed over.
struct LineReader {
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(limit: Int) { self.limit = limit }

  /// The next line, cut to one byte more than the limit, so that the reader notices; nil at the end.
  mutating func next() -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = buffer[start...].firstIndex(of: 0x0A) {
        append(buffer[start..<end], to: &line)
        start = end + 1
        return line
      }
      append(buffer[start...], to: &line)
      start = 0
      buffer = isAtEnd ? [] : [UInt8](FileHandle.standardInput.availableData)
      if buffer.isEmpty {
        isAtEnd = true
        return line.isEmpty ? nil : line
      }
    }
  }

  private func append(_ bytes: ArraySlice<UInt8>, to line: inout [UInt8]) {
    line.append(contentsOf: bytes.prefix(max(0, limit + 1 - line.count)))
  }
}

/// The same for closures that need to be shared between threads: only one reads.
final class StandardInputLines: Sendable {
  private let reader: Mutex<LineReader>
  init(limit: Int) { reader = Mutex(LineReader(limit: limit)) }
  func next() -> [UInt8]? { reader.withLock { $0.next() } }
}
