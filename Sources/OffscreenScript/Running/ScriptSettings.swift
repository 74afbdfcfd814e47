import OffscreenLoading

/// How a page's scripts run.
package struct ScriptSettings {
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
  /// What `document.referrer` says.
  package var referrer = ""
  /// The page that has led here, whatever its policy says.
  package var referringURL: PageURL?
  package var userScripts: [UserScript] = []
  /// The names of those who take messages of the page.
  package var messageHandlers: [String] = []
  /// What pages before this one have left, and what this one leaves.
  package var memory = ScriptMemory()
  /// What the policy of the page itself forbids.
  package var sandbox: SandboxFlags = []
  /// Whether messages of the console are kept.
  package var keepsConsole = false

  package init() {}

  /// A script that is none of the page's own.
  package struct UserScript: Sendable {
    package enum Time: Sendable {
      /// Before the page's own scripts.
      case documentStart
      /// Once the document is whole.
      case documentEnd
      /// After the load event.
      case afterLoading
    }
    package var source: [UInt8]
    package var time: Time

    package init(_ source: String, _ time: Time) { (self.source, self.time) = (Array(source.utf8), time) }
  }
}

/// A line of a script.
package struct ScriptPlace: Sendable, Equatable {
  package var address: String
  /// From 1.
  package var line: Int
}

/// What a page wrote to its console.
package struct ConsoleMessage: Sendable, Equatable {
  package var level: String
  package var text: String
  /// Where it was written.
  package var place: ScriptPlace?
}

/// What an expression gave.
package enum ScriptResult: Sendable, Equatable {
  /// As JSON, and the text of one that is a string.
  case value(json: String, text: String?)
  case exception(String)
}
