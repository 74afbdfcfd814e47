import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform
import Subprocess
import Synchronization

/// Runs renderer processes side by side. A page that crashes, hangs or eats memory costs that page
/// alone: its process is replaced, and its request is answered with the cause.
package struct Supervisor: Sendable {
  /// A request on its way: its line as it goes to the renderer.
  package struct Job: Sendable {
    /// Counts from 0 in the order in which `next` gave them out.
    package var number: Int
    package var id: String
    /// The page's name in messages.
    package var name: String
    package var line: String
    package var request: WorkerRequest
    package var timeout: Duration?
    /// The rights that its process needs.
    package var needs: Sandbox
    /// Whether a process of it was killed from outside, or could not serve it: then it is tried once more.
    var isSecondTry = false
    /// By which the client takes the request back.
    package var cancellation: Cancellation?

    package init(number: Int, name: String, line: String, request: WorkerRequest) {
      (self.number, self.id, self.name, self.line, self.request) = (number, request.id, name, line, request)
      timeout = request.options[name: "timeout"].flatMap(PageOptions.duration)
      needs = Sandbox(request)
    }

    /// What its renderer is told.
    var lineForRenderer: String {
      guard let plain = request.withoutSecrets else { return line }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.withoutEscapingSlashes]
      return (try? encoder.encode(plain)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }

  package enum Outcome: Sendable {
    /// The renderer's answer, a line of JSON.
    case answered(String)
    /// The process died. `isOutside`: not of the page, as far as can be seen.
    case died(RenderError, isOutside: Bool)
  }

  package var program: RendererProgram
  package var jobs: Int
  package var limits: RendererLimits

  package init(program: RendererProgram, jobs: Int, limits: RendererLimits = RendererLimits()) {
    (self.program, self.jobs, self.limits) = (program, max(1, min(jobs, 256)), limits)
  }

  /// Works until `next` gives nothing more. Both closures are called from several tasks at once.
  package func run(
    next: @escaping @Sendable () async -> Job?, finished: @escaping @Sendable (Job, Outcome) async -> Void
  ) async {
    let network = NetworkSession()
    await withTaskGroup { group in
      for _ in 0..<jobs {
        group.addTask { await Lane(supervisor: self, network: network, next: next, finished: finished).run() }
      }
    }
  }
}

/// One renderer process after the other, one page after the other.
private struct Lane: Sendable {
  var supervisor: Supervisor
  /// The connections of all processes' pages.
  var network: NetworkSession
  var next: @Sendable () async -> Supervisor.Job?
  var finished: @Sendable (Supervisor.Job, Supervisor.Outcome) async -> Void
  let refusals = Refusals()

  func run() async {
    // A process is started when there is work for it, not before.
    var job = await next()
    while let current = job, !Task.isCancelled { job = await startRenderer(with: current) }
  }

  /// The trust domain whose process is at work.
  private struct Domain {
    /// See `LoadRights.trustDomain`.
    var name: String
    var seal: RendererSeal?
    var broker: BrokerService
    /// Whether scripts of a page have run in its process, or it had a page of elsewhere.
    var isUsedUp = false

    /// Whether its process serves the page.
    func serves(_ job: Supervisor.Job, of name: String) -> Bool {
      !isUsedUp && name == self.name && seal?.serves(job.needs) ?? true
    }
  }

  /// Lets the template at the other end of `control` start a process for the page's domain. Nil where the system has
  /// no descriptors or threads left.
  private func begin(
    _ name: String, for job: Supervisor.Job, after earlier: Domain?, mark: String,
    _ preparation: RendererTemplate.Preparation, over control: Int32
  ) -> Domain? {
    let known = earlier?.name == name ? earlier?.seal : nil
    let seal = supervisor.program.sandbox.map { RendererSeal(for: job.needs, base: $0, earlier: known) }
    guard let (broker, connection) = makeBroker() else { return nil }
    defer { close(connection) }
    guard
      RendererTemplate.begin(
        seal?.message ?? [], mark: mark, preparation, connection: connection, over: control)
    else {
      broker.stop()
      return nil
    }
    return Domain(name: name, seal: seal, broker: broker)
  }

  /// Serves pages from one template's processes until it has served enough, or died; the job that is left over.
  private func startRenderer(with first: Supervisor.Job) async -> Supervisor.Job? {
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .milliseconds(200))]
    guard let control = SocketPair.makeForMessages() else {
      return await notStarted(first, Self.tooMany)
    }
    defer { close(control.own) }
    do {
      let result = try await Subprocess.run(
        .path(.init(supervisor.program.path)),
        arguments: .init(supervisor.program.arguments(supervisor.limits)),
        environment: Self.environment, platformOptions: options,
        input: .fileDescriptor(.init(rawValue: control.other), closeAfterSpawningProcess: true), output: .sequence,
        error: .currentStandardError
      ) { execution in
        let guardian = RendererGuard(process: execution.processIdentifier.value, limits: supervisor.limits)
        let current = Mutex(first.name)
        let watching = Task { await guardian.watch { current.withLock { $0 } } }
        defer { watching.cancel() }
        var lines = execution.standardOutput.strings(
          separatedBy: .unicodeScalarSequence(["\n" as Unicode.Scalar]), bufferingPolicy: .maxLineLength(16 << 20)
        ).makeAsyncIterator()
        var job: Supervisor.Job? = first
        var served = 0
        var domain: Domain?
        var scripts = ScriptHistory(isOff: refusals.happened.withLock { $0 })
        // Nothing more is asked: the template ends, and its last process with it if there is one.
        defer {
          domain?.broker.stop()
          shutdown(control.own, Int32(SHUT_RDWR))
        }
        while let page = job {
          let compiles = page.request.compilesScripts
          if scripts.excludes(compiles) { break }
          let rights = page.request.rights(timeout: supervisor.limits.timeout)
          let name = (try? rights.get())?.trustDomain ?? ""
          current.withLock { $0 = page.name }
          guardian.begin(timeout: page.timeout ?? supervisor.limits.timeout)
          page.cancellation?.begin { guardian.cancel(page.name) }
          defer { page.cancellation?.end() }
          var mark: String?
          if domain?.serves(page, of: name) != true {
            let (last, next) = (domain, RendererTemplate.newMark())
            domain = begin(
              name, for: page, after: last, mark: next, scripts.preparation(compiles), over: control.own)
            last?.broker.stop()
            mark = next
          }
          guard let broker = domain?.broker else {
            kill(execution.processIdentifier.value, SIGKILL)
            return Left(job: nil, died: (page, RenderError(.crash, "\(page.name): \(Self.tooMany)")))
          }
          // A process that is gone already shows when its answer is read.
          broker.begin(rights, request: Array(page.lineForRenderer.utf8))
          var answer = try? await lines.next()
          // What the process of another domain has said besides its answers is nobody's answer.
          while let next = mark, let line = answer {
            if line == next { mark = nil }
            answer = try? await lines.next()
          }
          let (verdict, notes) = (guardian.end(), broker.end())
          if Task.isCancelled { return Left(job: nil, died: nil) }
          // What was answered counts, even if the process was killed before that was read: its picture is there.
          guard let answer, let head = AnswerHead(answer), head.id == page.id else {
            kill(execution.processIdentifier.value, SIGKILL)
            let isLost = answer != nil && verdict == nil
            let fault = isLost ? RenderError(.crash, "\(page.name): the renderer's answer makes no sense") : verdict
            return Left(job: nil, died: (page, fault))
          }
          await finished(page, .answered(WorkerAnswer.line(answer, addingWarnings: notes)))
          // A page whose scripts have run leaves its process to no other, nor does one of another server.
          if head.ranScripts == true { scripts.last = compiles }
          if head.ranScripts == true || broker.hasLeft {
            domain?.isUsedUp = true
            RendererTemplate.end(over: control.own)
          }
          served += 1
          job = await next()
          if verdict != nil || served >= supervisor.limits.recycle
            || guardian.residentMemory() > supervisor.limits.idleMemory
          {
            break
          }
        }
        return Left(job: job, died: nil)
      }
      let left = result.closureResult
      guard let (page, verdict) = left.died else { return left.job }
      let isOutside = verdict == nil && Self.wasKilled(result.terminationStatus)
      let isRefused = result.terminationStatus == .exited(RendererTemplate.cannotServe)
      if isRefused { refusals.happened.withLock { $0 = true } }
      if isOutside || isRefused, !page.isSecondTry {
        var again = page
        again.isSecondTry = true
        return again
      }
      await finished(page, .died(verdict ?? Self.error(of: page, result.terminationStatus), isOutside: isOutside))
      return await next()
    } catch {
      if Task.isCancelled { return nil }
      return await notStarted(first, "\(error)")
    }
  }

  /// What the pages of one template have had of scripts.
  private struct ScriptHistory {
    /// Whether no template is made ready any more.
    private let isOff: Bool
    /// Whether the scripts of the last page that had some were compiled.
    var last: Bool?
    /// Whether the template's engine compiles, once it has been made ready.
    private var isPrepared: Bool?

    init(isOff: Bool) { self.isOff = isOff }

    /// Whether a page needs another template.
    func excludes(_ compiles: Bool) -> Bool { isPrepared.map { $0 != compiles } ?? false }

    /// Where pages that are compiled and pages that are not take turns, an engine that is ready for one would cost each
    /// of the others a template.
    mutating func preparation(_ compiles: Bool) -> RendererTemplate.Preparation {
      guard let last else { return .nothing }
      guard last == compiles, !isOff else { return .scripts }
      isPrepared = compiles
      return compiles ? .compiledScripts : .interpretedScripts
    }
  }

  /// Who loads for a renderer, and the renderer's end of the connection.
  private func makeBroker() -> (BrokerService, Int32)? {
    guard let ends = SocketPair.make() else { return nil }
    if let broker = BrokerService(descriptor: ends.own, session: network), broker.serveOnThread() {
      return (broker, ends.other)
    }
    close(ends.other)
    return nil
  }

  private static let tooMany = "there are too many open files or threads"

  private func notStarted(_ job: Supervisor.Job, _ reason: String) async -> Supervisor.Job? {
    let message = "\(job.name): the renderer \(supervisor.program.path) could not be started: \(reason)"
    await finished(job, .died(RenderError(.crash, message), isOutside: true))
    return await next()
  }

  /// Whether another process ended it: pages cannot make it send itself these signals.
  private static func wasKilled(_ status: TerminationStatus) -> Bool {
    switch status {
    case .signaled(let signal): [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(signal)
    case .exited: false
    }
  }

  private static var environment: Environment {
    let variables = RendererEnvironment.variables(of: ProcessInfo.processInfo.environment)
    return .custom(
      Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
  }

  private struct Left: Sendable {
    var job: Supervisor.Job?
    var died: (Supervisor.Job, RenderError?)?
  }

  private static func error(of page: Supervisor.Job, _ status: TerminationStatus) -> RenderError {
    if case .signaled(ResourceLimits.signalAtProcessorTime) = status {
      return RenderError(.timeout, "\(page.name): took more processor time than its time limit allows (see --timeout)")
    }
    return RenderError(.crash, "\(page.name): the renderer \(description(status))")
  }

  private static func description(_ status: TerminationStatus) -> String {
    switch status {
    case .signaled(let signal): "crashed (\(signalName(signal)))"
    case .exited(RendererTemplate.cannotFork): "could not be started: there are too many processes or open files"
    case .exited(let code): "ended with status \(code)"
    }
  }

  private static func signalName(_ signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "SIGSEGV"
    case SIGILL: "SIGILL"
    case SIGTRAP: "SIGTRAP"
    case SIGABRT: "SIGABRT"
    case SIGBUS: "SIGBUS"
    case SIGKILL: "SIGKILL: killed from outside twice, perhaps for want of memory"
    default: "signal \(signal)"
    }
  }
}

/// Whether a page was not what its request made one expect: saved pages of the network lie in files.
private final class Refusals: Sendable {
  let happened = Mutex(false)
}

/// What is looked at of an answer, which may come from a renderer that is lost.
private struct AnswerHead: Decodable {
  var id: String?
  var ok: Bool
  var ranScripts: Bool?

  /// Nil where the line is no answer.
  init?(_ line: String) {
    guard let head = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
    self = head
  }
}
