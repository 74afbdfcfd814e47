import Foundation
import Testing

@testable import Offscreen

extension PageOptions {
  /// Options for pages with scripts: tests run without optimization and beside others, so that scripts that take a
  /// second of a processor elsewhere may take ten here. Tests of the limit set it.
  static var unhurried: PageOptions {
    var options = PageOptions()
    options.limits.scriptTime = 120
    return options
  }
}

/// What an expression gives in a page that may load everything, while a server on this process' threads answers it.
func evaluateWhileServing(_ address: String, _ expression: String) async -> String {
  var options = PageOptions.unhurried
  options.network = .all
  options.evaluate = expression
  return await evaluateWhileServing(address, options)
}

/// The same of what the options ask for.
func evaluateWhileServing(_ address: String, _ options: PageOptions) async -> String {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      let result = try? LargeStackThread.run { try PageRenderer().evaluate(address, options: options).evaluation }
      guard case .value(let json, _)? = result else { return continuation.resume(returning: "\(result as Any)") }
      continuation.resume(returning: json)
    }
  }
}

/// Suites that render a page and ask it something.
protocol ScriptTesting: Sendable {}

extension ScriptTesting {
  func evaluate(
    _ markup: String, _ expression: String, _ change: (inout PageOptions) -> Void = { _ in }
  ) throws -> PageEvaluation {
    var options = PageOptions.unhurried
    options.network = .none
    options.date = "2026-01-01T12:00:00Z"
    options.evaluate = expression
    change(&options)
    return try LargeStackThread.run { [options] in
      try PageRenderer().evaluate(address(markup), options: options).evaluation
    }
  }

  func address(_ markup: String) -> String {
    "data:text/html;charset=utf-8;base64," + Data(markup.utf8).base64EncodedString()
  }

  /// Expects that an expression gives this JSON once the page, in standards mode, has settled.
  func expect(
    _ expected: String, _ markup: String, _ expression: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try evaluate("<!doctype html>" + markup, expression)
    guard case .value(let json, _) = result else {
      Issue.record("\(result)", sourceLocation: location)
      return
    }
    #expect(json == expected, sourceLocation: location)
  }

  /// The same of what the body of an asynchronous function gives, in a page that is a file: its context is secure, and
  /// it may keep things.
  func expectOfFile(
    _ expected: String, _ body: String, markup: String = "", location: SourceLocation = #_sourceLocation
  ) throws {
    let text = "<!doctype html>\(markup)<script>window.result = (async () => { \(body) })()</script>"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString).html")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var options = PageOptions.unhurried
    options.network = .none
    options.evaluate = "result"
    let result = try LargeStackThread.run { [options, path = file.path] in
      try PageRenderer().evaluate(path, options: options).evaluation
    }
    guard case .value(let json, _) = result else {
      Issue.record("\(result)", sourceLocation: location)
      return
    }
    #expect(json == expected, sourceLocation: location)
  }
}
