import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Documents whose root element has gone: scripts take it away, and `document.open()` does.
@Suite struct RootlessDocumentTests: ScriptTesting {
  @Test(
    arguments: [
      "document.documentElement.remove(); ask(document, window)",
      "while (document.firstChild) document.firstChild.remove(); ask(document, window)",
      "frame.contentDocument.documentElement.remove(); ask(frame.contentDocument, frame.contentWindow)",
      "frame.contentDocument.open(); ask(frame.contentDocument, frame.contentWindow)",
      "frame.contentDocument.open(); document.documentElement.remove(); ask(document, window)",
    ])
  func everythingMayBeAsked(_ change: String) throws {
    let program = try String(
      contentsOf: Suites.projectRoot.appending(path: "Tests/Fuzzing/Scripts/rootless.js"), encoding: .utf8)
    let page = """
      <!doctype html><meta http-equiv="x" content="y"><title>t</title><style>p { color: red }</style>
      <iframe srcdoc="<p>a"></iframe><p>text</p><input><img src="data:,">
      <script>\(program)
        const frame = document.querySelector('iframe');
        function ask(document, window) {
          self.thrown = askAll(document, window);
          setTimeout(() => { self.thrown = self.thrown.concat(askAll(document, window)); self.isDone = true; }, 10);
        }
        onload = () => { \(change) };
      </script>
      """
    let result = try evaluate(page, "isDone") { $0.timeout = .seconds(120) }
    guard case .value("true", _) = result else {
      Issue.record("\(result)")
      return
    }
  }
}
