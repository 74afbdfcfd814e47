import Foundation
import Logging
import ServiceLifecycle
import Subprocess

/// Requests on their way to the worker, and those that wait for it. The worker is the main program's supervisor: it
/// runs renderers side by side, and replaces those that die. It is itself started again when it ends.
actor RenderQueue: Service {
  private struct Job {
    var id: Int
    var request: WorkerRequest
    var continuation: CheckedContinuation<WorkerAnswer, any Error>
  }

  private let program: WorkerProgram
  /// Requests that may wait; more are refused.
  private let longest: Int
  private let logger: Logger
  private let metrics: Metrics
  private var waiting: [Job] = []
  private var atWork: [Int: Job] = [:]
  private var nextID = 0
  private var input: WorkerInput?
  private var isEnding = false

  init(program: WorkerProgram, longest: Int, logger: Logger, metrics: Metrics) {
    (self.program, self.longest, self.logger, self.metrics) = (program, longest, logger, metrics)
  }

  var waitingCount: Int { waiting.count }
  var atWorkCount: Int { atWork.count }

  /// The worker's answer. A task that is cancelled takes its request back, and with it the page's renderer.
  func answer(to request: WorkerRequest) async throws -> WorkerAnswer {
    try Task.checkCancellation()
    guard !isEnding else { throw Problem(.serviceUnavailable, "the service is being stopped", retryAfter: 5) }
    guard waiting.count < longest else {
      metrics.add(.refused, labels: ["reason": "queue"])
      throw Problem(
        .serviceUnavailable, "\(waiting.count) requests are waiting already: try again later", retryAfter: 2)
    }
    nextID += 1
    let id = nextID
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.append(Job(id: id, request: request, continuation: continuation))
        send()
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      Task { await self.cancel(id) }
    }
  }

  private func cancel(_ id: Int) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    } else if atWork[id] != nil {
      // It is answered, then.
      input?.write(WorkerRequest.cancelling(id))
      metrics.add(.takenBack)
    }
    note()
  }

  /// As many as keep every renderer busy; the others wait here, where they are taken back at once.
  private func send() {
    while let input, atWork.count < program.jobs * 2, !waiting.isEmpty {
      let job = waiting.removeFirst()
      atWork[job.id] = job
      input.write(job.request.line(id: job.id))
    }
    note()
  }

  private func note() {
    metrics.set(.waiting, waiting.count)
    metrics.set(.atWork, atWork.count)
  }

  private func answered(_ line: String) {
    let bytes = Array(line.utf8)
    let data = Data(bytes)
    let answer =
      isTooMuch(json: bytes, values: 1 << 18) ? nil : try? JSONDecoder().decode(WorkerAnswer.self, from: data)
    // Whose answer it is, however the rest of it reads.
    let name = answer?.id ?? (try? JSONDecoder().decode(AnswerName.self, from: data))?.id
    guard let id = name.flatMap({ Int($0) }), let job = atWork.removeValue(forKey: id) else {
      logger.error("the worker's answer makes no sense", metadata: ["answer": "\(line.prefix(200))"])
      return
    }
    guard let answer else {
      // Nothing else would end the wait for it.
      job.continuation.resume(
        throwing: Problem(
          .unprocessableContent, "the page's answer is nested too deep, or has too many values", cause: "limit"))
      return send()
    }
    if !answer.ok, let cause = answer.cause {
      metrics.add(["crash", "timeout", "memory"].contains(cause) ? .deaths : .failures, labels: ["cause": cause])
    }
    for (stage, milliseconds) in answer.stages ?? [:] {
      metrics.add(.stageSeconds, milliseconds / 1000, labels: ["stage": stage])
    }
    job.continuation.resume(returning: answer)
    send()
  }

  // MARK: The process

  /// Works until the service is stopped, and what is under way is done.
  func run() async throws {
    await withGracefulShutdownHandler {
      var pause = Duration.zero
      while !isEnding || !(atWork.isEmpty && waiting.isEmpty) {
        let start = ContinuousClock.now
        let reason = await runWorker()
        fail(with: reason)
        if isEnding { break }
        metrics.add(.workerRestarts)
        logger.error("the worker has ended and is started again", metadata: ["reason": "\(reason)"])
        pause =
          ContinuousClock.now - start > .seconds(10)
          ? .milliseconds(100) : min(pause * 2 + .milliseconds(100), .seconds(5))
        try? await Task.sleep(for: pause)
      }
    } onGracefulShutdown: {
      Task { await self.end() }
    }
    fail(with: "the service is being stopped")
  }

  /// New requests are refused; those under way are finished.
  private func end() {
    isEnding = true
    for job in waiting { atWork[job.id] = job }
    let rest = waiting
    waiting = []
    for job in rest { input?.write(job.request.line(id: job.id)) }
    input?.end()
    input = nil
  }

  private func fail(with reason: String) {
    input?.end()
    input = nil
    let lost = Array(atWork.values) + (isEnding ? waiting : [])
    if isEnding { waiting = [] }
    atWork = [:]
    for job in lost {
      job.continuation.resume(
        throwing: Problem(.serviceUnavailable, "the renderers have ended (\(reason)): try again", retryAfter: 1))
    }
    note()
  }

  /// Until it ends. Why it did.
  private func runWorker() async -> String {
    guard let pipe = WorkerInput.makePipe() else { return "there are too many open files" }
    var options = PlatformOptions()
    // Control-C is for this process, which lets the worker finish.
    options.processGroupID = 0
    let own = WorkerInput(descriptor: pipe.write)
    do {
      let result = try await Subprocess.run(
        .path(.init(program.path)), arguments: .init(program.arguments), environment: WorkerProgram.environment,
        platformOptions: options,
        input: .fileDescriptor(.init(rawValue: pipe.read), closeAfterSpawningProcess: true), output: .sequence,
        error: .currentStandardError
      ) { execution in
        self.begin(own)
        let lines = execution.standardOutput.strings(
          separatedBy: .unicodeScalarSequence(["\n" as Unicode.Scalar]), bufferingPolicy: .maxLineLength(64 << 20))
        for try await line in lines { self.answered(line) }
      }
      return "\(result.terminationStatus)"
    } catch {
      if input == nil { own.end() }
      return "\(error)"
    }
  }

  private func begin(_ input: WorkerInput) {
    if isEnding {
      input.end()
      return
    }
    self.input = input
    send()
  }
}
