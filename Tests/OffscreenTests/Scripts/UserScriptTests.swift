import Foundation
import TestSupport
import Testing

@testable import Offscreen

/// Scripts besides the page's own, the console, lines, and limits.
struct UserScriptTests {
  private func render(
    _ markup: String, _ change: (inout PageOptions) -> Void
  ) throws -> Rendering {
    var options = PageOptions.unhurried
    options.network = .none
    options.viewport = Viewport(width: 100, height: 50)
    options.keepsConsole = true
    change(&options)
    let address = "data:text/html;charset=utf-8;base64," + Data(markup.utf8).base64EncodedString()
    return try LargeStackThread.run { [options] in
      try PageRenderer().render(address, options: options, outputs: [PictureOutput(path: "-")])
    }
  }

  @Test(arguments: [
    (UserScript.InjectionTime.documentStart, ["given", "own", "ready", "load"]),
    (.documentEnd, ["own", "given", "ready", "load"]), (.afterLoading, ["own", "ready", "load", "given"]),
  ])
  func timesOfUserScripts(_ time: UserScript.InjectionTime, _ order: [String]) throws {
    let rendering = try render(
      "<script>console.log('own'); addEventListener('DOMContentLoaded', () => console.log('ready'));"
        + "addEventListener('load', () => console.log('load'))</script>"
    ) { ($0.userScript, $0.userScriptTime) = ("console.log('given')", time) }
    #expect(rendering.console.map(\.text) == order)
  }

  @Test func userScriptsRunInPagesWithoutScripts() throws {
    let rendering = try render("<p>x") { ($0.userScript, $0.evaluate) = ("document.title = 'set'", "document.title") }
    #expect(rendering.evaluation == .value(json: "\"set\"", text: "set"))
  }

  @Test func linesAreThoseOfThePage() throws {
    let rendering = try render(
      """
      <!doctype html>
      <p>
      <script>console.log("a")</script><script

      >
      console.log("b");
      console.log("c")</script
      >
      <script>console.log("d"); document.write("<b>\\n\\n\\n</b>")</script>
      <script>console.log("e")</script>
      <svg><script>
      console.log("f")
      </script></svg>
      <script>
        reportError(new Error("g"));
        throw new Error("h")
      </script>
      """
    ) { _ in }
    let lines = Dictionary(uniqueKeysWithValues: rendering.console.map { ($0.text, $0.line ?? 0) })
    #expect(lines == ["a": 3, "b": 6, "c": 7, "d": 9, "e": 10, "f": 12])
    #expect(rendering.warnings.count == 2)
    #expect(rendering.warnings.first?.hasSuffix(":15)") == true)
    #expect(rendering.warnings.last?.hasSuffix(":16)") == true)
  }

  @Test func limitsAreNamed() throws {
    let endless = try render("<p>x<script>for (;;);</script>") { $0.limits.scriptTime = 1 }
    #expect(endless.warnings.contains { $0.hasSuffix("the limit scriptTime is 1") })
    let many = try render(
      "<p>x<script>for (let i = 0; i < 2000; i++) document.body.append(document.createElement('b'))</script>"
    ) { $0.limits.nodes = 500 }
    #expect(many.warnings.contains { $0.hasSuffix("the limit nodes is 500") })
    #expect(many.pictures.count == 1)
  }
}
