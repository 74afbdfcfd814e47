import ArgumentParser
import Foundation
import Offscreen
import OffscreenBatch
import OffscreenLoading
import OffscreenPlatform

struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Answer rendering requests, one JSON object a line, until the input ends.",
    discussion: """
      Request: {"id": "7", "input": "a.html", "output": "a.png", "viewport": "800x600"}
      Answer:  {"id": "7", "ok": true, "width": 800, "height": 600, "milliseconds": 12.4, "warnings": []}

      Pages are rendered in processes of their own. One that crashes, hangs or eats memory is replaced, \
      and its request is answered with "ok": false and "cause": "crash", "timeout" or "memory".

      Answers come in the order of requests; with --unordered as pages finish. A line {"cancel": "7"} takes \
      request 7 back: it is answered with "cause": "cancelled", unless its answer is there already.
      """)

  @OptionGroup(title: "Processes") var processes: ProcessSettings

  @Option(help: ArgumentHelp("A font folder in place of the bundled one.", valueName: "DIR"))
  var fonts: String?

  @Option(help: ArgumentHelp("A page's limit on the wall clock, where its request gives none.", valueName: "DURATION"))
  var timeout = TimeSpan(.seconds(8))

  @Flag(help: "Answer as pages finish, not in the order of requests.")
  var unordered = false

  @Flag(help: "Print what requests may hold, one JSON object, and end.")
  var keys = false

  /// For the supervisor, which starts it: render in this process.
  @Flag(help: .private)
  var renderer = false

  /// Standard input is the supervisor's: see `RendererTemplate`. Without it, a renderer takes lines and loads by itself,
  /// to be measured.
  @Flag(help: .private)
  var brokered = false

  @OptionGroup var sealing: SealArguments

  func run() async throws {
    if keys {
      let fonts = self.fonts
      return StandardOutput.print(try reporting { try RequestKeys(fonts: fonts).json() })
    }
    signal(SIGPIPE, SIG_IGN)
    let service = WorkerService(
      supervisor: try processes.supervisor(fonts: fonts, timeout: timeout.duration, defaultJobs: 1),
      isOrdered: !unordered)
    let lines = StandardInputLines(limit: Worker.longestRequest)
    await service.run(readLine: { lines.next() }, write: { StandardOutput.print($0) })
  }

  private static let memoryOfLargePages = 128 << 20

  /// The work of a renderer process.
  func render() throws {
    ProcessMemory.keepLittle()
    // Control-C is for the supervisor, which ends its renderers.
    signal(SIGINT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    OrphanWatch.start()
    let (fonts, timeout, memory, sealing) = (self.fonts, self.timeout.duration, processes.maxMemory.bytes, self.sealing)
    let isBrokered = brokered
    try reporting {
      try LargeStackThread.run {
        Sandbox.prepareFontCache(fonts: fonts)
        let worker = try Worker(fonts: fonts, timeout: timeout)
        worker.limitsProcessorTime = true
        let faults = ProvokedFaults()
        func answer(_ line: [UInt8]) {
          faults.provoke(line)
          StandardOutput.print(SealCheck.answer(line) ?? worker.answer(line))
          worker.releaseMemory()
        }
        worker.releaseMemory()
        if !isBrokered {
          var lines = LineReader(limit: Worker.longestRequest)
          while let line = lines.next() { answer(line) }
          return
        }
        // Optimization: found out once for all that are forked.
        let (common, open) = (Sandbox.renderer(fonts: fonts), sealing.prepare())
        let template = RendererTemplate(
          render: { rights, connection in
            // Large pages come in pieces of two megabytes, of which little memory would hold few.
            if memory >= Self.memoryOfLargePages { worker.beginInFork() }
            sealing.seal(rights, common, open, memory: memory)
            let broker = BrokerClient(descriptor: connection)
            worker.broker = broker
            worker.endsAfterScripts = true
            while let line = broker.nextPage() { answer(line) }
          },
          warmUp: {
            worker.warmUp()
            // What was freed would be copied to each that writes there; fresh memory need not be.
            ProcessMemory.releaseFreed()
            ProcessMemory.endAtLargePage()
          }, warmUpScripts: worker.warmUpScripts,
          prepareScripts: {
            worker.prepareScripts(compiles: $0) { _exit(RendererTemplate.cannotServe) }
            ProcessMemory.releaseFreed()
            ProcessMemory.endAtLargePage()
          },
          help: { channel in
            open?.close()
            DocumentHelper.serve(channel)
          }, useHelp: DocumentHelper.ask)
        template.run()
      }
    }
  }
}
