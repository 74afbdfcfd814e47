import Foundation
import Offscreen
import OffscreenLoading

/// The worker's protocol over a supervisor: requests in, answers out in the same order.
package struct WorkerService: Sendable {
  private let supervisor: Supervisor

  package init(supervisor: Supervisor) { self.supervisor = supervisor }

  /// Works until `readLine` gives nothing more. It is called on a thread of its own, and may block.
  package func run(
    readLine: @escaping @Sendable () -> [UInt8]?, write: @escaping @Sendable (String) -> Void
  ) async {
    let queue = RequestQueue<Supervisor.Job>()
    let answers = OrderedAnswers(limit: supervisor.jobs * 4, write: write)
    Thread.detachNewThread {
      var number = 0
      while true {
        answers.waitForRoom()
        guard let line = readLine() else { break }
        switch Worker.request(in: line) {
        case .failure(let refused): answers.add(Self.encoded(refused.answer), number: number)
        case .success(let request):
          queue.add(
            Supervisor.Job(
              number: number, name: PageURL.displayed(request.input).onOneLine(),
              line: String(decoding: line, as: UTF8.self),
              request: request))
        }
        number += 1
      }
      queue.end()
    }
    await supervisor.run(next: { await queue.next() }) { job, outcome in
      switch outcome {
      case .answered(let line): answers.add(line, number: job.number)
      case .died(let error, _): answers.add(Self.encoded(WorkerAnswer(id: job.id, error: error)), number: job.number)
      }
    }
  }

  private static func encoded(_ answer: WorkerAnswer) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(answer) else {
      return #"{"ok":false,"cause":"request","error":"the answer could not be written"}"#
    }
    return MessageText.plain(json: String(decoding: data, as: UTF8.self))
  }
}
