import Foundation
import TestSupport
import Testing

@Suite(.needsProgram)
struct WorkerCommandTests {
  private struct Answer: Decodable {
    var id: String?
    var ok: Bool
    var error: String?
    var cause: String?
    var warnings: [String]?
    var value: [Item]?
  }

  private enum Item: Decodable, Equatable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  private func ask(_ requests: [String], _ options: String, provoke: String = "") throws -> [Answer] {
    let folder = try TemporaryFolder()
    try folder.write(requests.joined(separator: "\n") + "\n", to: "requests")
    let result = try folder.shell(
      "offscreen worker \(options) < requests", provoke: provoke)
    #expect(result.status == 0, "\(result.error)")
    return try result.output.split(separator: "\n").map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
  }

  @Test func answersComeInOrderWhateverBecomesOfAPage() throws {
    let folder = try TemporaryFolder()
    var requests: [String] = []
    for number in 0..<60 {
      let page = try folder.write("<p>\(number)", to: "p\(number).html").path
      requests.append(#"{"id": "\#(number)", "input": "\#(page)", "output": "\#(folder.url.path)/\#(number).png"}"#)
    }
    requests[10] = "no request"
    let answers = try ask(
      requests, "--jobs 3 --timeout 5s --max-memory 300M --recycle 7",
      provoke: "crash=p5.html crash=p6.html hang=p20.html memory=p30.html crash=p59.html")
    #expect(answers.count == 60)
    for (number, answer) in answers.enumerated() where number != 10 { #expect(answer.id == String(number)) }
    let failures = answers.filter { !$0.ok }
    #expect(failures.map(\.cause) == ["crash", "crash", "request", "timeout", "memory", "crash"])
    #expect(failures.allSatisfy { $0.error?.isEmpty == false })
  }

  @Test func aRequestsOwnTimeLimitCounts() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("<p>x", to: "slow.html").path
    let answers = try ask(
      [#"{"id": 1, "input": "\#(page)", "timeout": "200ms"}"#, #"{"id": 2, "input": "data:text/html,x"}"#],
      "--timeout 60s",
      provoke: "hang=slow.html")
    #expect(answers.map(\.ok) == [false, true] && answers[0].cause == "timeout")
  }

  @Test func answersWithoutOrderComeAsPagesFinish() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("<p>x", to: "slow.html").path
    let answers = try ask(
      [#"{"id": "slow", "input": "\#(page)", "timeout": "10s"}"#, #"{"id": "quick", "input": "data:text/html,x"}"#],
      "--jobs 2 --unordered", provoke: "hang=slow.html")
    #expect(answers.map(\.id) == ["quick", "slow"] && answers.map(\.ok) == [true, false])
  }

  @Test func aRequestIsTakenBackWhileItWaitsAndWhileItIsAtWork() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("<p>x", to: "slow.html").path
    let lines = [
      #"{"id": "atWork", "input": "\#(page)"}"#, #"{"id": "waiting", "input": "data:text/html,x"}"#,
      #"{"id": "wanted", "input": "data:text/html,x"}"#, #"{"cancel": "waiting"}"#, #"{"cancel": "nobody"}"#,
    ]
    try folder.write(lines.joined(separator: "\n") + "\n", to: "requests")
    let start = ContinuousClock.now
    let result = try folder.shell(
      #"(cat requests; sleep 1; echo '{"cancel": "atWork"}') | offscreen worker --jobs 1 --timeout 60s"#,
      provoke: "hang=slow.html")
    #expect(ContinuousClock.now - start < .seconds(50))
    let answers = try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
    #expect(answers.map(\.id) == ["atWork", "waiting", "wanted"], "\(result.error)")
    #expect(answers.map(\.cause) == ["cancelled", "cancelled", nil])
  }

  @Test func keysTellWhatRequestsMayHold() throws {
    struct Keys: Decodable {
      struct Option: Decodable {
        var name: String
        var form: String
        var minimum: Double?
        var maximum: Double?
        var words: [String]?
      }
      var options: [Option]
      var keys: [String]
      var endings: [String]
    }
    let result = try TemporaryFolder().shell("offscreen worker --keys", provoke: "")
    let keys = try JSONDecoder().decode(Keys.self, from: Data(result.output.utf8))
    let scale = try #require(keys.options.first { $0.name == "scale" })
    #expect(scale.form == "number" && scale.minimum == 0.01 && scale.maximum == 8)
    #expect(keys.options.first { $0.name == "network" }?.words == ["none", "public", "all"])
    #expect(keys.keys.contains("output") && keys.endings.contains("webp"))
    // Each is taken: an unknown one would be named.
    let names = keys.options.map(\.name).map { "\"\($0)\": null" }.joined(separator: ", ")
    #expect(try ask([#"{"id": "1", "input": "data:text/html,x", \#(names)}"#], "").map(\.ok) == [true])
  }

  /// A template makes its engine ready by the second page with scripts: see `PreparedGroup`.
  @Test func pagesWithScriptsAreTheSameWhateverIsReadyForThem() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write(
      "<p id=a>x<script>const list = []; for (let n = 0; n < 2e5; n += 1) list[n % 100] = {n}; a.id = 'b'</script>",
      to: "page.html"
    ).path
    let value = "[b.id, list.length, document.querySelectorAll('*').length, Object.keys(window).length, String(fetch)]"
    // Whether the engine compiles changes twice, which takes another template.
    let ways = ["", "", "", "off", "off", "off", "on", "on", "off", "on", "on"]
    let requests = ways.enumerated().map { number, way in
      #"{"id": "\#(number)", "input": "\#(page)", "output": "\#(folder.url.path)/\#(number).png", "evaluate": "\#(value)""#
        + (way.isEmpty ? "}" : #", "scriptJIT": "\#(way)"}"#)
    }
    let answers = try ask(requests, "--jobs 1")
    #expect(answers.map(\.ok) == ways.map { _ in true }, "\(answers)")
    #expect(answers[0].value?.count == 5 && answers.allSatisfy { $0.value == answers[0].value }, "\(answers)")
    let pictures = try ways.indices.map { try Data(contentsOf: folder.url.appending(path: "\($0).png")) }
    #expect(pictures.allSatisfy { $0 == pictures[0] })
  }

  @Test func aLoopEndsInAProcessWhoseEngineWasReady() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("<p>x<script>document.title = 'done'</script>", to: "page.html").path
    let loop = try folder.write("<p>x<script>for (;;);</script>", to: "loop.html").path
    let answers = try ask(
      [page, page, page, loop, page].map {
        #"{"id": "\#($0 == loop ? 1 : 0)", "input": "\#($0)", "limits": {"scriptTime": 1}, "evaluate": "[document.title]"}"#
      }, "--jobs 1 --timeout 60s")
    #expect(answers.map(\.ok) == [true, true, true, true, true], "\(answers)")
    #expect(answers[3].warnings?.contains { $0.contains("scriptTime") } == true, "\(answers)")
  }

  @Test func endedWorkersOfAPageLeaveNoMemory() throws {
    let folder = try TemporaryFolder()
    let markup = """
      <script>
      const address = URL.createObjectURL(new Blob(["postMessage(1)"]));
      async function run() {
        for (let count = 0; count < 150; count += 1) {
          const worker = new Worker(address);
          await new Promise(done => { worker.onmessage = done });
          worker.terminate();
        }
        document.title = "done";
      }
      run();
      </script>
      """
    let page = try folder.write(markup, to: "workers.html").path
    // Each that stays is a megabyte.
    let answers = try ask(
      [#"{"id": "1", "input": "\#(page)", "timeout": "60s", "waitFor": "document.title === 'done'"}"#],
      "--max-memory 150M")
    #expect(answers.map(\.ok) == [true], "\(answers)")
  }
}
