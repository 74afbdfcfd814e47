/// How a page's scripts run.
package struct ScriptSettings: Sendable {
  /// Seconds of processor time for all scripts of a page.
  package var seconds = 10.0
  /// Milliseconds since 1970 at which the page's clock begins.
  package var timeOrigin = 0.0
  /// Of `Math.random`.
  package var seed: UInt64 = 1
  /// Whether the engine makes machine code.
  package var compiles = true
  /// Nodes of all documents of a page.
  package var nodes = 1_000_000
  /// Sources that run before the page's own scripts.
  package var userScripts: [[UInt8]] = []
  /// Whether messages of the console are kept.
  package var keepsConsole = false

  package init() {}
}

/// What a page wrote to its console.
package struct ConsoleMessage: Sendable, Equatable {
  package var level: String
  package var text: String
}

/// What an expression gave.
package enum ScriptResult: Sendable, Equatable {
  /// As JSON, and the text of one that is a string.
  case value(json: String, text: String?)
  case exception(String)
}
