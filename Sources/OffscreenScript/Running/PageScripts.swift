import OffscreenDOM
import OffscreenHTML
import OffscreenLoading
import OffscreenPlatform

/// A page's scripts, from the first while the page is parsed to the settled page.
package final class PageScripts {
  let document: Document
  package let services: any PageServices
  let settings: ScriptSettings
  let encoding: Encoding
  let contentType: String
  /// The document's address, which scripts may change.
  package internal(set) var url: PageURL
  /// The window that this one is in, and the element of its document that shows this one.
  package private(set) weak var parent: PageScripts?
  /// What shows it.
  private(set) lazy var navigable: Navigable = givenNavigable ?? makeNavigable()
  private let givenNavigable: Navigable?
  package let origin: ScriptOrigin
  let sandbox: SandboxFlags
  /// Whether it is of no other origin than its own, whatever its address.
  package var isSandboxed: Bool { sandbox.contains(.origin) }
  package var runsScripts: Bool { !sandbox.contains(.scripts) }
  /// Nil of a window.
  let worker: WorkerScope?
  /// A document of nothing, which all workers of a page have. Of the page's own window.
  private(set) lazy var workerDocument = Document()
  var children = ChildWindows()
  /// Whether its document is the one that its frame or window shows.
  var isActive = true
  /// Whether it hears now that it will not be.
  var isEnding = false
  /// Whether it is asked whether it may be left.
  var isAsked = false
  let loop: EventLoop
  var wantsFrame = false
  /// Whether the rendering is to be updated for animations alone.
  var wantsAnimations = false
  var wantsIdle = false
  let selectors: ScriptSelectors
  private(set) var realm: ScriptRealm?
  /// What the page's window shares with those of its frames: of the page's own.
  private var ownAgent: ScriptAgent?
  private var parser: HTMLParser?
  var state = ScriptElementStates()
  var images = ScriptImages()
  var observedVersions: DocumentVersions?
  /// Scripts under way that the parser does not wait for: there is no place for what they write, and it is no reason to
  /// begin the document anew.
  /// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#ignore-destructive-writes-counter
  var scriptsBesideParser = 0
  /// The structure in which elements that want the focus were last looked for.
  var flushedStructure: UInt64?
  var styledVersions: DocumentVersions?
  var stylesAreOther = false
  private(set) var isLoaded = false
  /// Whether its load event is over. https://html.spec.whatwg.org/multipage/document-lifecycle.html#completely-loaded
  private(set) var isComplete = false
  /// By who shares them; of the page's own window.
  private var jars: [String: ScriptCookies] = [:]
  /// Whether the page has gone on elsewhere: nothing of it runs any more.
  package internal(set) var isLeft = false
  /// How often scripts wanted to go elsewhere.
  var navigations = 0
  private var isParsing = false
  private var renderBlocking = RenderBlocking()
  var isRenderBlocked = false
  /// Calls of scripts inside each other.
  var nesting = 0
  var currentScripts: [NodeID] = []
  private var knownWarnings: Set<String> = []
  package private(set) var warnings: [String] = []
  package private(set) var console: [ConsoleMessage] = []
  private var consoleBytes = 0

  /// Milliseconds of the page's clock that a script's loading holds up the page.
  static let longestLoad = 10_000.0
  private static let (mostMessages, mostMessageBytes, mostWarnings) = (10_000, 1 << 20, 20)

  /// `parser`: paused at the page's first script, or nil where the document is whole. `frame`: the window around, with
  /// the element that shows this one.
  package convenience init(
    document: Document, parser: HTMLParser?, url: PageURL, encoding: Encoding, contentType: String,
    services: any PageServices, settings: ScriptSettings, in place: WindowPlace? = nil
  ) {
    self.init(
      document: document, parser: parser, url: url, encoding: encoding, contentType: contentType, services: services,
      settings: settings, in: place, worker: nil)
  }

  /// A worker of `owner`.
  convenience init(_ worker: WorkerScope, at url: PageURL, of owner: PageScripts) {
    self.init(
      document: owner.page.workerDocument, parser: nil, url: url, encoding: .utf8, contentType: "text/javascript",
      services: owner.services, settings: owner.settings, in: nil, worker: worker, of: owner)
  }

  private init(
    document: Document, parser: HTMLParser?, url: PageURL, encoding: Encoding, contentType: String,
    services: any PageServices, settings: ScriptSettings, in place: WindowPlace?, worker: WorkerScope?,
    of maker: PageScripts? = nil
  ) {
    self.worker = worker
    (self.document, self.parser, self.url, self.encoding) = (document, parser, url, encoding)
    (self.contentType, self.services, self.settings) = (contentType, services, settings)
    let page = place?.page ?? maker?.page
    (parent, owner, givenNavigable) = (place?.parent ?? maker, page, place?.navigable)
    let isOpaque = settings.sandbox.contains(.origin)
    origin = place?.origin ?? worker?.origin ?? (isOpaque ? ScriptOrigin() : ScriptOrigin(url))
    sandbox = place?.sandbox ?? maker?.sandbox ?? settings.sandbox
    loop = page?.loop ?? EventLoop(timeOrigin: settings.timeOrigin, seed: settings.seed)
    selectors = ScriptSelectors(document)
    number = page?.windows.count ?? 0
    loop.add(self)
    if let page {
      page.innerWindows.append(self)
    } else {
      navigable.active = self
      navigable.history.begin(url, self, after: settings.memory.history)
      settings.memory.history = nil
    }
  }

  /// The page's own window; nil of itself.
  private weak var owner: PageScripts?
  /// The page's own window, with which this one has its engine, its loop and more in common.
  var page: PageScripts { owner ?? self }
  /// The window at the top of its tree: the page's own, or one that was opened.
  var top: PageScripts { parent?.top ?? self }
  /// All that there have been in frames and in windows that were opened: those that have ended too, since scripts may
  /// still hold their objects. Of the page's own window.
  private var innerWindows: [PageScripts] = []
  /// By number, of the page's own window.
  var windows: [PageScripts] { [self] + innerWindows }
  let number: Int
  /// By number, of the page's own window.
  private(set) var navigables: [Navigable] = []

  func makeNavigable(
    around: PageScripts? = nil, element: NodeID = .none, name: String = "", frame: WindowFrame? = nil,
    sandbox: SandboxFlags = []
  ) -> Navigable {
    let made = Navigable(
      number: navigables.count, page: self, around: around, element: element, name: name, frame: frame,
      sandbox: sandbox)
    navigables.append(made)
    return made
  }

  /// Of its origin's scripts.
  var cookies: ScriptCookies {
    get { page.jars[jarKey] ?? rememberedOrigin.flatMap { settings.memory.cookies[$0] } ?? ScriptCookies() }
    set { page.jars[jarKey] = newValue }
  }
  private var jarKey: String { rememberedOrigin ?? origin.key }

  /// Under which it leaves something to later pages; nil of who does not. Windows of another origin than the page's own
  /// keep theirs for this page alone, as in a browser that parts the storage of third parties.
  /// https://privacycg.github.io/storage-partitioning/
  var rememberedOrigin: String? {
    if isSandboxed { return nil }
    if origin == page.origin { return page.url.storageOrigin }
    return url.isFile && page.url.isFile ? url.storageOrigin : nil
  }

  /// Whether it is of another origin than the page, or than the window at the top of its tree: it reaches nobody who has
  /// the page.
  var isForeign: Bool { isForeign(to: page) || isForeign(to: top) }
  /// Files count as of one origin.
  func isForeign(to other: PageScripts) -> Bool {
    origin != other.origin && (isSandboxed || !(url.isFile && other.url.isFile))
  }

  /// What the page's realms share, made by the first.
  private func makeAgent() -> ScriptAgent? {
    if let ownAgent { return ownAgent }
    guard let engine = ScriptEngine.shared else {
      warn(ScriptLibrary.lack)
      lacksEngine = true
      return nil
    }
    engine.configure(compiles: settings.compiles)
    ownAgent = ScriptAgent(engine, compiles: settings.compiles, seconds: settings.seconds)
    if ownAgent == nil { warn("the page's scripts do not run: the engine could not be started") }
    return ownAgent
  }
  var agent: ScriptAgent? { page.ownAgent }
  /// The window whose script is running.
  var incumbent: PageScripts {
    let realm = agent?.incumbent
    return page.windows.first { $0.realm === realm } ?? self
  }

  /// Queues a task of this window, which is left out where the window has gone by then.
  func queueTask(after delay: Double = 0, _ task: @escaping (PageScripts) -> Void) {
    loop.queueTask(after: delay) { [weak self] in
      if let self, self.isActive { task(self) }
    }
  }

  /// What addresses are relative to. Optimization: kept while neither the tree nor an attribute changes.
  package var baseURL: PageURL {
    if worker != nil { return url }
    let versions = document.versions
    if let knownBase, knownBase.page == url, knownBase.structure == versions.structure,
      knownBase.attributes == versions.attributes
    {
      return knownBase.base
    }
    let base = services.baseURL(of: url)
    knownBase = (url, versions.structure, versions.attributes, base)
    return base
  }
  private var knownBase: (page: PageURL, structure: UInt64, attributes: UInt64, base: PageURL)?

  /// An address in the document, whose encoding its query is in.
  /// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#encoding-parsing-a-url
  func resolved(_ reference: String) -> PageURL? {
    let encoding = Encoder.output(of: encoding)
    let encodeQuery = encoding == .utf8 ? nil : { Encoder.query($0, as: encoding) }
    return PageURL(utf8: Array(reference.utf8), base: baseURL, encodeQuery: encodeQuery)
  }

  // MARK: The engine

  /// Optimization: nodes are made dearer once scripts of the page have run, so those that want them get them before.
  var wantsNodes = true

  /// Whether a script has run, or could have.
  package var isOpen: Bool { realm != nil }

  /// Opens the engine, once. False where there is none.
  func open() -> Bool {
    if realm != nil { return true }
    if hasFailed { return false }
    hasFailed = true
    guard let records = document.sharedRecords else {
      warn("the page's scripts do not run: there is no address space for its document")
      return false
    }
    // The machine's own time zone and language decide nothing.
    setenv("TZ", "UTC", 1)
    guard let agent = page.makeAgent() else { return false }
    let name = worker?.kind.rawValue ?? "Window"
    guard
      let realm = ScriptRealm(
        agent, document: document, globalName: name, isInner: number > 0 && worker == nil)
    else {
      warn("the page's scripts do not run: the engine could not be started")
      return false
    }
    let core = realm.makeObject()
    realm.protect(core)
    let entries = realm.makeObject()
    let primitives = realm.makePrimitives { Primitives(scripts: self, realm: realm, lookup: $0).addAll() }
    realm.set("native", of: core, to: primitives)
    realm.set("global", of: core, to: realm.global)
    realm.set("agent", of: core, to: agent.sharedObject(realm))
    realm.set("entry", of: core, to: entries)
    realm.set("scope", of: core, to: realm.make(realm.globalName))
    if worker == nil, wantsNodes { realm.set("wantsNodes", of: core, to: realm.make(true)) }
    realm.set(
      "links", of: core, to: realm.makeView(of: records, byteCount: Document.stableNodes * Document.sharedRecordSize))
    realm.set("versions", of: core, to: realm.makeView(of: document.sharedVersions, byteCount: 24))
    realm.setEntries(entries)
    coreObject = core
    self.realm = realm
    do {
      _ = try loadPrelude(worker == nil ? Prelude.windows : Prelude.workers, realm)
    } catch {
      warn("the page's scripts do not run: \(realm.text(of: error))")
      self.realm = nil
      return false
    }
    hasFailed = false
    realm.setRejectionHandler(realm.get("rejection", of: entries))
    applyPolicies()
    if worker != nil { return true }
    services.scriptsBegin()
    services.takeAnimationChanges = { [weak self] in self?.entry("animationChanges") { _ in [] } }
    if number > 0 || !children.elements.isEmpty { loadFrameCode() }
    runUserScripts(.documentStart)
    return true
  }

  /// What the page's policies say of scripts becomes so in its realm.
  func applyPolicies() {
    guard let realm, let coreObject else { return }
    let client = worker?.client
    let (allowsEvaluation, restricts) = (services.allowsEvaluation(by: client), services.hasPolicies(of: client))
    guard restricts else { return }
    // Each policy that comes may forbid it.
    if realm.allowsEvaluation != allowsEvaluation { realm.allowsEvaluation = allowsEvaluation }
    guard !isRestricted else { return }
    isRestricted = true
    realm.set("restrictsScripts", of: coreObject, to: realm.make(true))
    realm.set("restrictsStyles", of: coreObject, to: realm.make(worker == nil))
  }
  private var isRestricted = false

  private func runUserScripts(_ time: ScriptSettings.UserScript.Time) {
    for script in settings.userScripts where script.time == time {
      execute(script.source, url: "user script", base: baseURL.href)
    }
  }

  /// Nothing of the page runs any more, its frames included; the engine gives back what it had. A window that has left
  /// its frame stays until then: scripts of others may hold its objects.
  package func close() {
    guard number == 0 else { return }
    let (windows, realms) = (windows, windows.compactMap(\.realm))
    for window in windows { (window.realm, window.coreObject, window.hasFailed) = (nil, nil, true) }
    for navigable in navigables { navigable.forget() }
    innerWindows = []
    for realm in realms { realm.close() }
    ownAgent = nil
  }

  /// Gives back what the engine can make again, of all windows: scripts go on as before.
  package func releaseMemory() {
    if let realm = page.realm { realm.agent.releaseMemory(of: realm) }
  }

  /// A worker has ended, and no call of it is under way.
  func giveUpRealm() {
    realm?.retire(before: page.realm)
    (realm, coreObject, hasFailed) = (nil, nil, true)
    if let around = page.realm { around.agent.collect(beside: around) }
  }

  private var coreObject: ScriptValue?
  /// It is not tried again for each script.
  private var hasFailed = false
  /// Whether scripts of the page would have run if there were an engine.
  package private(set) var lacksEngine = false

  private func run(_ file: Prelude.File, _ realm: ScriptRealm) throws {
    guard let coreObject else { return }
    _ = try realm.call(try realm.evaluate(file)) { [coreObject] }
  }

  /// What scripts see of other windows.
  func loadFrameCode() { entry("load") { [$0.make("frames.js")] } }

  func loadPrelude(_ name: String, _ realm: ScriptRealm) throws -> ScriptValue {
    guard let file = Prelude.file(named: name) else {
      throw ScriptFault("the part \(name) of the prelude is not there")
    }
    try run(file, realm)
    return realm.undefined
  }

  /// Makes nodes, within the page's limit.
  func making(_ body: () -> NodeID) throws -> NodeID {
    guard document.nodeCount < settings.nodes else {
      warn("the page's scripts make more nodes than they may: the limit nodes is \(settings.nodes)")
      throw ScriptFault("too many nodes")
    }
    return body()
  }

  /// Of the documents that scripts have had parsed.
  private var quirksModes: [NodeID: QuirksMode] = [:]
  func keepQuirksMode(_ mode: QuirksMode, of root: NodeID) { quirksModes[root] = mode }
  func quirksMode(of root: NodeID) -> QuirksMode {
    root == .document ? document.quirksMode : quirksModes[root] ?? .noQuirks
  }

  // MARK: Messages

  func warn(_ message: String) {
    if let owner { return owner.warn(message) }
    guard warnings.count < Self.mostWarnings else { return }
    let text = String(message.prefix(500))
    if knownWarnings.insert(text).inserted { warnings.append(text) }
  }

  func log(_ level: String, _ text: String, at place: ScriptPlace?) {
    if let owner { return owner.log(level, text, at: place) }
    let message = ConsoleMessage(level: level, text: String(text.prefix(10_000)), place: place)
    services.log(message)
    guard settings.keepsConsole, console.count < Self.mostMessages, consoleBytes < Self.mostMessageBytes else { return }
    consoleBytes += message.text.utf8.count
    console.append(message)
  }

  /// An exception that nobody has caught.
  func report(_ text: String, at place: ScriptPlace?) {
    if let owner { return owner.report(text, at: place) }
    let message = ConsoleMessage(level: "error", text: String(text.prefix(10_000)), place: place)
    services.log(message)
    warn(message.text.prefix(400) + (place.map { " (\($0.address):\($0.line))" } ?? ""))
  }

  // MARK: Entries

  /// Calls an entry of the prelude as a task.
  func entry(_ name: String, _ arguments: (ScriptRealm) -> [ScriptValue]) {
    guard let realm, !isLeft else { return }
    do {
      try noteShadowTrees(realm)
      try realm.call(name, arguments)
    } catch {
      fault(error)
    }
    if agent?.incumbent == nil { findFrames() }
  }

  /// What the prelude itself lets through.
  private func fault(_ error: any Error) {
    guard let realm else { return }
    if worker != nil, realm.isOutOfTime, realm.agent.isOutOfTime == false {
      warn(
        "the page's workers took too much processor time and were stopped: they may take half of the limit scriptTime")
      endWorker()
    } else if realm.isOutOfTime {
      warn(
        "the page's scripts took too much processor time and were stopped: the limit scriptTime is \(Int(settings.seconds))"
      )
    } else {
      warn("script: \(realm.text(of: error))")
    }
  }

  func fire(_ node: NodeID?, _ type: String, bubbles: Bool = false, cancelable: Bool = false, kind: String = "Event") {
    entry("fire") { realm in
      [
        node.map { realm.make($0) } ?? realm.make(-1), realm.make(type), realm.make(bubbles), realm.make(cancelable),
        realm.make(kind),
      ]
    }
  }

  /// Markup has brought the document's first shadow root.
  private func noteShadowTrees(_ realm: ScriptRealm) throws {
    guard document.hasShadowTrees, !knowsShadowTrees else { return }
    knowsShadowTrees = true
    try realm.call("shadowTrees")
  }
  private var knowsShadowTrees = false

  // MARK: Running scripts: elements are in `PageScripts+Elements`, modules in `PageScripts+Modules`

  /// Runs a classic script; what it throws is reported to the page.
  /// https://html.spec.whatwg.org/multipage/webappapis.html#run-a-classic-script
  /// `base`: what addresses in dynamic imports are relative to.
  @discardableResult
  func execute(
    _ source: [UInt8], url: String, base: String, line: Int = 1, nonce: String = ""
  ) -> ScriptValue? {
    guard let realm, !isLeft else { return nil }
    do {
      return try realm.evaluate(
        withImports(source, base: base, nonce: nonce) ?? source, url: url, line: line
      ) {
        self.report($0, realm, url: url)
      }
    } catch {
      fault(error)
    }
    return nil
  }

  private func report(_ exception: ScriptException, _ realm: ScriptRealm, url: String) {
    if realm.isOutOfTime { return fault(ScriptFault("")) }
    let error = exception.value
    let message = (try? realm.string(of: error)) ?? "uncaught exception"
    let isError = realm.object(error) != nil
    let place =
      isError ? (realm.get("line", of: error), realm.get("column", of: error)) : (realm.make(0), realm.make(0))
    entry("reportError") { realm in
      [exception.value, realm.make(message), realm.make(url), realm.noted(place.0), realm.noted(place.1)]
    }
  }

  /// The line of the page in which the text of the script begins that the parser has closed.
  func line(ofScript text: [UInt8]) -> Int { parser?.line(ofScript: text) ?? 1 }

  /// `document.write()`.
  /// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-write-steps
  func write(_ markup: [UInt8]) {
    guard !isConstructing else { return }
    if parser == nil || !isParsing { openDocument() }
    parser?.write(markup) { [weak self] in self?.runParsed($0, inWrite: true) ?? true }
  }

  /// Whether what is written now comes to nothing.
  var ignoresWrites: Bool { scriptsBesideParser > 0 && !state.isReopened }

  /// `document.open()`: after it was parsed, the document begins anew.
  func openDocument() {
    guard parser == nil || !isParsing, !isConstructing else { return }
    var child = document.firstChild(.document)
    while !child.isNone {
      document.remove(child)
      child = document.firstChild(.document)
    }
    parser = HTMLParser.open(document)
    parser?.setCustomElements(customElements)
    isParsing = true
    state.isReopened = true
  }

  /// `document.close()`. https://html.spec.whatwg.org/multipage/parsing.html#the-end
  func closeDocument() {
    guard state.isReopened else { return }
    finishReopened()
    findFrames()
    entry("readyState") { [$0.make("interactive")] }
    queueTask { window in
      guard !window.state.isReopened else { return }
      window.runLater()
      window.fire(.document, "DOMContentLoaded", bubbles: true)
      window.fireLoad()
      if let parent = window.parent, window.isActive { parent.fire(window.navigable.element, "load") }
    }
  }

  /// The moment of the page's clock at which drawings began to move.
  private(set) var drawingsBegin: Double?
  /// What has happened to drawings and is no event yet.
  var drawingEvents: [DrawingEvent] = []

  /// https://html.spec.whatwg.org/multipage/parsing.html#the-end, step 9.
  private func fireLoad() {
    entry("readyState") { [$0.make("complete")] }
    isLoaded = true
    drawingsBegin = loop.time
    fireDrawingEvents()
    fire(nil, "load")
    fire(nil, "pageshow", kind: "PageTransitionEvent")
    isComplete = true
  }

  // MARK: Custom elements

  /// How the parser makes what scripts have defined.
  private(set) lazy var customElements = CustomElementCreation(
    construct: { [weak self] element, value in self?.constructParsed(element, is: value) ?? element },
    attributed: { [weak self] element in
      self?.withoutParser { self?.entry("parsedAttributes") { [$0.make(element)] } }
    },
    inserted: { [weak self] element in self?.entry("parsedPlace") { [$0.make(element)] } })
  /// The parser is in the midst of an element: it takes no markup.
  private var isConstructing = false

  private func withoutParser(_ body: () -> Void) {
    let outer = isConstructing
    isConstructing = true
    body()
    isConstructing = outer
  }

  /// The element that stands in for one which was made for a tag: another one, where its constructor did what it must not.
  private func constructParsed(_ element: NodeID, is value: String?) -> NodeID {
    var result = element
    withoutParser {
      guard let realm else { return }
      do {
        try realm.call("parsedTag") { [$0.make(element), $0.make(value)] }
        result = realm.element(of: try realm.call("parsedElement") { [$0.make(element)] }) ?? element
      } catch {
        fault(error)
      }
    }
    return result
  }

  // MARK: Loading

  /// Parses on from the first script, and runs all up to the settled page: milliseconds of the page's clock after its
  /// load event.
  package func run(settling: Double) {
    load()
    settle(settling)
  }

  /// Up to its load event.
  package func load() {
    // 1. Parsing, with the scripts that stop it.
    isParsing = true
    if let parser {
      parser.setCustomElements(customElements)
      var outcome = firstScript.map { HTMLParser.Outcome.script($0) } ?? parseOn(parser)
      while case .script(let script) = outcome {
        findFrames()
        if let address = state.unblock(script) {
          runExternal(script, address)
        } else {
          _ = runParsed(script, inWrite: false)
        }
        updateRenderBlocking(parser)
        // What is due by now, before more is parsed.
        loop.run(until: loop.time)
        if isLeft { return }
        outcome = parseOn(parser)
        updateRenderBlocking(parser)
      }
      isRenderBlocked = false
    } else if document.isXML {
      var node = document.documentElement
      while !node.isNone {
        if document.name(node) == .script, document.isElement(node) { _ = runParsed(node, inWrite: false) }
        node = document.next(node, within: .document)
      }
    }
    isParsing = false
    parser = nil
    findFrames()
    finishLoading()
  }

  /// Up to the next script, before which microtasks run: observers hear of what was inserted.
  /// https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag
  private func parseOn(_ parser: HTMLParser) -> HTMLParser.Outcome {
    guard let realm, realm.hasEntry("parserResumes") else { return parser.run() }
    entry("parserResumes") { _ in [] }
    let outcome = parser.run()
    entry("parserPaused") { _ in [] }
    return outcome
  }

  private func updateRenderBlocking(_ parser: HTMLParser) {
    isRenderBlocked = renderBlocking.isBlocked(
      document, at: url, base: baseURL, isOpen: { parser.isOpen($0) }, matchesMedia: { services.matchesMedia($0) })
  }

  /// The script that the parser stopped at before this began.
  package var firstScript: NodeID?

  private func finishLoading() {
    guard openIfNeeded() else {
      loadFrames()
      (isLoaded, isComplete) = (true, true)
      return
    }
    entry("readyState") { [$0.make("interactive")] }
    // https://html.spec.whatwg.org/multipage/parsing.html#the-end
    // 5. Deferred scripts.
    runLater()
    // 6. DOMContentLoaded.
    runUserScripts(.documentEnd)
    fire(.document, "DOMContentLoaded", bubbles: true)
    loop.run(until: loop.time)
    // 8. What delays the load event.
    if state.outstanding > 0 {
      loop.run(until: loop.time + Self.longestLoad, isDone: { [weak self] in self?.state.outstanding == 0 })
    }
    loadFrames()
    if isLeft { return }
    loadImages()
    // Most pages have been shown by now: what the event's handlers change is seen to change.
    if isOpen { updateStyles() }
    // 9. The load event.
    fireLoad()
    loadLazyImages()
    runUserScripts(.afterLoading)
    finishReopened()
  }

  /// Without a script there may still be handlers in attributes.
  private func openIfNeeded() -> Bool {
    if realm != nil { return true }
    guard hasHandlers || !settings.userScripts.isEmpty else { return false }
    return open()
  }

  /// Runs the loop until the frames that there are have loaded.
  private func loadFrames() {
    guard children.isLoading else { return }
    loop.run(until: loop.time + 10_000, isDone: { [weak self] in self?.children.isLoading != true })
  }

  private var hasHandlers: Bool {
    let names = ["onload", "onerror", "onpageshow"].compactMap { document.names.find($0) }
    guard !names.isEmpty else { return false }
    var node = document.documentElement
    let root = node
    while !node.isNone {
      if document.isElement(node), names.contains(where: { document.hasAttribute(node, $0) }) { return true }
      node = document.next(node, within: root)
    }
    return false
  }

  private func finishReopened() {
    guard state.isReopened, let parser, !isConstructing else { return }
    state.isReopened = false
    parser.close { [weak self] script in
      guard let self else { return true }
      // One that was written and is to be fetched has waited for the end of the script that wrote it.
      guard let address = state.unblock(script) else { return runParsed(script, inWrite: false) }
      runExternal(script, address)
      return true
    }
    self.parser = nil
    isParsing = false
  }

  /// How long the page was there without any script.
  private var timeWithoutScripts = 0.0

  /// Opens the engine for what is asked from outside. Animations of a page without scripts are where they were.
  private func openForQuestions() -> Bool {
    if realm != nil { return true }
    guard open() else { return false }
    (isLoaded, isComplete) = (true, true)
    drawingsBegin = loop.time
    updateStyles()
    settle(timeWithoutScripts)
    return realm != nil
  }

  /// Runs the page on for so many milliseconds of its clock.
  package func settle(_ milliseconds: Double) {
    guard agent != nil else {
      timeWithoutScripts += max(0, milliseconds)
      return
    }
    loop.run(until: loop.time + max(0, milliseconds))
    if isLeft { return }
    finishReopened()
    sampleAnimations()
    finishDrawing()
    if let reached = loop.limitReached { warn(reached) }
    if realm?.isOutOfTime == true { fault(ScriptFault("")) }
  }

  /// What canvases are to show is drawn, and what is marked in texts is said.
  private func finishDrawing() {
    if realm?.hasEntry("highlights") == true { entry("highlights") { _ in [] } }
    for window in page.windows where window === self || window.worker != nil {
      if window.realm?.hasEntry("draw") == true { window.entry("draw") { _ in [] } }
    }
  }

  // MARK: Forms

  func setFormState(of element: NodeID, _ kind: String, text: String, isSet: Bool) {
    selectors.formStateChanged()
    services.setFormState(of: element, kind, text: text, isSet: isSet)
    stylesChanged()
  }

  // MARK: Expressions

  /// Runs the page's clock on until an expression is true, for at most so many milliseconds of it. False where nothing is
  /// left to run, or the time is over.
  package func wait(for expression: String, within milliseconds: Double) -> Bool {
    guard openForQuestions() else { return false }
    var isTrue = check(expression)
    if !isTrue {
      loop.run(until: loop.time + milliseconds) { [weak self] in
        isTrue = self?.check(expression) ?? true
        return isTrue
      }
    }
    return isTrue
  }

  private func check(_ expression: String) -> Bool {
    guard case .value(let json, _) = evaluate(expression, settling: 0) else { return false }
    return !["null", "false", "0", "\"\""].contains(json)
  }

  /// Evaluates an expression; a promise is awaited on the page's clock, for at most so many milliseconds of it.
  package func evaluate(_ expression: String, settling: Double = 30_000) -> ScriptResult {
    guard openForQuestions(), let realm else { return .exception("the page's scripts do not run") }
    result = nil
    entry("bridge") { [$0.make("evaluate"), $0.make(expression)] }
    if result == nil { loop.run(until: loop.time + settling) { [weak self] in self?.result != nil } }
    finishDrawing()
    sampleAnimations()
    if realm.isOutOfTime {
      return .exception("the page's scripts took too much time: the limit scriptTime is \(Int(settings.seconds))")
    }
    if result == nil, isLeft { return .exception("the page has gone on elsewhere") }
    return result ?? .exception("the promise is still pending")
  }

  /// Runs what is due now: what an expression has set going.
  package func runWhatIsDue() { loop.run(until: loop.time) }

  private var result: ScriptResult?
  func finishEvaluation(_ value: ScriptResult) { result = value }
}

extension ScriptLibrary {
  /// The file that is looked for, and Debian 12's package of it.
  package static let (file, package) = ("libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-4.1-0")
  static let lack = "the page's scripts do not run: \(file) is not there: apt-get install \(package)"
}
