import OffscreenDOM
import OffscreenHTML
import OffscreenLoading

/// What makes a `PageScripts` that of a worker: a realm without a window, in its page's agent, whose tasks are those of
/// its page's event loop. So it runs in turns with the page, in the same order each time.
/// https://html.spec.whatwg.org/multipage/workers.html
final class WorkerScope {
  enum Kind: String {
    case dedicated = "DedicatedWorkerGlobalScope"
    case shared = "SharedWorkerGlobalScope"
  }

  let kind: Kind
  let name: String
  let isModule: Bool
  let credentials: String
  /// Milliseconds of the page's clock at which it began.
  let start: Double
  /// Who makes its requests; nil: its page.
  fileprivate(set) var client: PageURL?

  let origin: ScriptOrigin

  init(
    _ kind: Kind, name: String, isModule: Bool, credentials: String, start: Double, client: PageURL?,
    origin: ScriptOrigin
  ) {
    (self.kind, self.name, self.isModule, self.credentials) = (kind, name, isModule, credentials)
    (self.start, self.client, self.origin) = (start, client, origin)
  }

  /// So many may there be at a time, and in the life of a page.
  static let (mostAlive, mostMade) = (32, 512)
}

extension PageScripts {
  private var workers: [PageScripts] { windows.filter { $0.worker != nil } }

  /// Begins a worker of this window or worker: its number, -1 where there are too many.
  func startWorker(
    _ kind: WorkerScope.Kind, at address: PageURL, name: String, isModule: Bool, credentials: String
  ) -> Int {
    if agent?.workersAreOutOfTime == true { return -1 }
    let known = page.workers
    guard known.count < WorkerScope.mostMade, known.count(where: \.isActive) < WorkerScope.mostAlive else {
      warn("the page has more than \(WorkerScope.mostAlive) workers: the rest does not run")
      return -1
    }
    let scope = WorkerScope(
      kind, name: name, isModule: isModule, credentials: credentials, start: loop.time,
      client: address.scheme == "blob" ? worker?.client : address, origin: address.isData ? ScriptOrigin() : origin)
    // Shared ones outlive the window that has made them.
    let made = PageScripts(scope, at: address, of: kind == .shared ? page : self)
    let asker = self
    services.prefetch(address, as: .fetch)
    made.queueTask(after: 1) { $0.loadWorker(for: asker) }
    return made.number
  }

  /// https://html.spec.whatwg.org/multipage/workers.html#run-a-worker
  private func loadWorker(for asker: PageScripts) {
    guard let worker else { return }
    if worker.isModule {
      guard isWorkerAddress(of: asker), open() else { return fail() }
      let address = url.href
      return entry("prepareModule") {
        [
          $0.make(NodeID.document), $0.make(address), $0.null, $0.make(address), $0.make(""),
          $0.make(worker.credentials),
        ]
      }
    }
    guard let source = workerSource(for: asker), open() else { return fail() }
    execute(source, url: url.href, base: url.href)
    entry("workerReady") { _ in [] }
  }

  /// The worker's first module is there with all that it imports, or cannot be loaded.
  func workerModuleIsReady(_ isLoaded: Bool) {
    queueTask { window in
      guard isLoaded else { return window.fail() }
      window.entry("runModule") { [$0.make(NodeID.document)] }
      window.entry("workerReady") { _ in [] }
    }
  }

  private func isWorkerAddress(of asker: PageScripts) -> Bool {
    url.isData || url.scheme == "blob" || url.isFile && asker.url.isFile && !asker.isSandboxed
      || url.origin != nil && url.origin == asker.origin.tuple
  }

  /// The text of a classic script, which then has its final address.
  /// https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-worker-script
  private func workerSource(for asker: PageScripts) -> [UInt8]? {
    guard isWorkerAddress(of: asker) else {
      warn("worker: \(url.displayed) is of another origin")
      return nil
    }
    var request = ScriptRequest(
      method: "GET", url: url, headers: [], body: nil, mode: "same-origin", credentials: "same-origin",
      redirect: "follow", client: asker.worker?.client)
    request.destination = .worker
    switch services.fetch(request) {
    case .success(let response):
      if response.wasRedirected, let final = PageURL(response.url) {
        url = final
        worker?.client = final
      }
      let isRight = !url.isHTTP || 200...299 ~= response.status && response.contentType?.isJavaScript == true
      if isRight { return Decoder.decode(response.body, as: .utf8) }
      warn("worker: \(url.displayed) is no script")
    case .failure(let error): warn("worker: \(error)")
    }
    return nil
  }

  /// There is nothing to run.
  private func fail() {
    let number = number
    // Whoever made it hears of it.
    for window in page.windows where window.realm?.hasEntry("workerFailed") == true {
      window.entry("workerFailed") { [$0.make(number)] }
    }
    endWorker()
  }

  /// What `importScripts` is to run: text, address, and whether it is of another origin. Nil where it cannot be had.
  /// https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-classic-worker-imported-script
  func importedScript(_ address: PageURL) -> (text: [UInt8], address: PageURL, isForeign: Bool)? {
    switch services.loadScript(address, ContentSecurityPolicy.ScriptUse(), by: nil, client: worker?.client) {
    case .success(let resource):
      let isRight = !address.isHTTP || resource.mimeType.isJavaScript && 200...299 ~= resource.status ?? 200
      guard isRight else { return nil }
      let final = resource.finalURL
      let isOwn = !final.isHTTP || final.origin == origin.tuple
      return (Decoder.decode(resource.bytes, as: .utf8), final, !isOwn)
    case .failure: return nil
    }
  }

  /// The element of the window's document that shows a canvas; none for a negative number.
  func shower(_ number: Int) throws -> NodeID {
    var owner = self
    while owner.worker != nil, let parent = owner.parent { owner = parent }
    guard number < owner.document.nodeCount else { throw ScriptFault("no such node") }
    return number < 0 ? .none : NodeID(rawValue: Int32(truncatingIfNeeded: number))
  }

  // MARK: Its end

  /// https://html.spec.whatwg.org/multipage/workers.html#terminate-a-worker
  func endWorker() {
    guard worker != nil, isActive else { return }
    isActive = false
    loop.remove(self)
    endWorkers()
    // What it has begun is finished first.
    loop.queueTask { [weak self] in self?.leaveWorker() }
  }

  /// The workers of a window that goes, or of a worker that ends.
  func endWorkers() {
    for window in page.windows where window.parent === self { window.endWorker() }
  }

  private func leaveWorker() {
    guard let realm else { return }
    // It is still at work, further out.
    if realm.agent.isRunning(realm) { return loop.queueTask(after: 1) { [weak self] in self?.leaveWorker() } }
    entry("endRealm") { _ in [] }
    giveUpRealm()
  }
}
