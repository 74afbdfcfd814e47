import Foundation
import Offscreen
import OffscreenLoading
import Synchronization

/// The worker's protocol over a supervisor: requests in, answers out in the same order, or as pages finish. A line
/// `{"cancel": "ID"}` takes the request of that name back, which is answered all the same; it gets no answer of its own.
package struct WorkerService: Sendable {
  private let supervisor: Supervisor
  private let isOrdered: Bool

  package init(supervisor: Supervisor, isOrdered: Bool = true) {
    (self.supervisor, self.isOrdered) = (supervisor, isOrdered)
  }

  /// Works until `readLine` gives nothing more. It is called on a thread of its own, and may block.
  package func run(
    readLine: @escaping @Sendable () -> [UInt8]?, write: @escaping @Sendable (String) -> Void
  ) async {
    let queue = RequestQueue<Supervisor.Job>()
    let answers = OrderedAnswers(limit: supervisor.jobs * 4, isOrdered: isOrdered, write: write)
    let open = OpenRequests()
    Thread.detachNewThread {
      var number = 0
      while true {
        answers.waitForRoom()
        guard let line = Self.nextRequest(readLine, cancelling: open) else { break }
        switch Worker.request(in: line) {
        case .failure(let refused): answers.add(Self.encoded(refused.answer), number: number)
        case .success(let request):
          var job = Supervisor.Job(
            number: number, name: PageURL.displayed(request.input).onOneLine(),
            line: String(decoding: line, as: UTF8.self),
            request: request)
          job.cancellation = open.begin(request.id)
          queue.add(job)
        }
        number += 1
      }
      queue.end()
    }
    @Sendable func next() async -> Supervisor.Job? {
      while let job = await queue.next() {
        if job.cancellation?.isCancelled != true { return job }
        open.end(job.id, job.cancellation)
        answers.add(Self.encoded(WorkerAnswer(id: job.id, error: .cancelled(job.name))), number: job.number)
      }
      return nil
    }
    await supervisor.run(next: next) { job, outcome in
      open.end(job.id, job.cancellation)
      switch outcome {
      case .answered(let line): answers.add(line, number: job.number)
      case .died(let error, _): answers.add(Self.encoded(WorkerAnswer(id: job.id, error: error)), number: job.number)
      }
    }
  }

  /// The next line that is a request. Those before it that take others back are obeyed.
  private static func nextRequest(_ readLine: () -> [UInt8]?, cancelling open: OpenRequests) -> [UInt8]? {
    while let line = readLine() {
      guard let taken = CancelLine(line) else { return line }
      open.cancel(taken.cancel)
    }
    return nil
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

/// `{"cancel": "ID"}`, and no other key.
private struct CancelLine: Decodable {
  var cancel: String

  private static let start = Array(#"{"cancel""#.utf8)

  /// Nil for what is none. Optimization: only lines that begin like one are parsed.
  init?(_ line: [UInt8]) {
    let first = line.lazy.filter { !" \t\r".utf8.contains($0) }.prefix(Self.start.count)
    guard line.count < 4096, first.elementsEqual(Self.start),
      let keys = try? JSONDecoder().decode([String: String].self, from: Data(line)), keys.count == 1,
      let cancel = keys["cancel"]
    else { return nil }
    self.cancel = cancel
  }
}

/// The requests that are not answered yet, by their names.
private final class OpenRequests: Sendable {
  private let open = Mutex<[String: [Cancellation]]>([:])

  func begin(_ id: String) -> Cancellation {
    let cancellation = Cancellation()
    open.withLock { $0[id, default: []].append(cancellation) }
    return cancellation
  }

  func end(_ id: String, _ cancellation: Cancellation?) {
    open.withLock { open in
      open[id]?.removeAll { $0 === cancellation }
      if open[id]?.isEmpty == true { open[id] = nil }
    }
  }

  /// All of that name; a name that is not open is one that has been answered.
  func cancel(_ id: String) {
    for cancellation in open.withLock({ $0[id] ?? [] }) { cancellation.cancel() }
  }
}
