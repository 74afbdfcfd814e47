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
