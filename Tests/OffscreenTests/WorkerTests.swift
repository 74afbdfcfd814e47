import Foundation
import Offscreen
import Testing

/// The worker's protocol: every line gets an answer, whatever it is.
struct WorkerTests {
  struct Answer: Decodable, Sendable {
    var id: String?
    var ok: Bool
    var width: Int?
    var height: Int?
    var error: String?
    var cause: String?
  }

  /// Asks one worker all lines, in order.
  private func ask(_ lines: [String]) throws -> [Answer] {
    let answers = try LargeStackThread.run {
      let worker = try Worker()
      return lines.map { worker.answer(Array($0.utf8)) }
    }
    return try answers.map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "offscreen-worker-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func badRequestsAreAnsweredAndTheWorkerGoesOn() throws {
    let answers = try ask([
      "not json", #"{"id": "a"}"#, #"{"id": "b", "input": "data:text/html,x", "viewport": "0x7"}"#,
      #"{"id": "c", "input": "/no/such/file.html"}"#, #"{"id": "d", "input": "data:text/html,<p>x"}"#,
    ])
    #expect(answers.map(\.ok) == [false, false, false, false, true])
    #expect(answers.map(\.id) == [nil, "a", "b", "c", "d"])
    #expect(answers.map(\.cause) == ["request", "request", "request", "input", nil])
    let reason = answers[3].error ?? ""
    #expect(reason.contains("/no/such/file.html"))
  }

  @Test func onePageGivesItsPictureAndItsBoxes() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (picture, boxes) = (folder.appending(path: "deep/er/p.png").path, folder.appending(path: "p.json").path)
    let answer = try ask([
      #"{"id": "1", "input": "data:text/html,<div style='height:900px'>", "output": "\#(picture)", "inspect": "\#(boxes)", "viewport": "300x200", "fullPage": true}"#
    ])[0]
    #expect(answer.ok && answer.width == 300 && answer.height ?? 0 >= 900)
    let png = try Data(contentsOf: URL(filePath: picture))
    #expect(png.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    let inspection = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: boxes))) as? [String: Any]
    let elements = inspection?["elements"] as? [Any]
    #expect(elements?.count == 3)
  }

  @Test func theSamePageGivesTheSameBytes() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["a.png", "b.png"].map { folder.appending(path: $0).path }
    let answers = try ask(
      names.map { #"{"id": "1", "input": "data:text/html,<h1>Aé中🐟</h1><p>text", "output": "\#($0)"}"# })
    #expect(answers.filter { !$0.ok }.isEmpty)
    let pictures = try names.map { try Data(contentsOf: URL(filePath: $0)) }
    #expect(pictures[0] == pictures[1])
  }

  @Test func anOutputThatCannotBeWrittenLeavesNothing() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let answer = try ask([#"{"id": "1", "input": "data:text/html,x", "output": "\#(folder.path)"}"#])[0]
    #expect(!answer.ok && answer.cause == "output")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.isEmpty)
  }
}
