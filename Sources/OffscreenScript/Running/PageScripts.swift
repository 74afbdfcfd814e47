import OffscreenDOM
import OffscreenHTML
import OffscreenLoading
import OffscreenPlatform

/// A page's scripts, from the first while the page is parsed to the settled page.
package final class PageScripts {
  let document: Document
  let services: any PageServices
  let settings: ScriptSettings
  let encoding: Encoding
  let contentType: String
  /// The document's address, which scripts may change.
  package internal(set) var url: PageURL
  let loop: EventLoop
  let selectors: ScriptSelectors
  private(set) var realm: ScriptRealm?
  private var parser: HTMLParser?
  private var state = ScriptElementStates()
  private var images: [NodeID: ImageState] = [:]
  private var imagesUnderWay: Set<NodeID> = []
  private var observedVersions: DocumentVersions?
  private var isLoaded = false
  var cookies = ScriptCookies()
  private var isParsing = false
  /// Calls of scripts inside each other.
  private var nesting = 0
  private var currentScripts: [NodeID] = []
  private var knownWarnings: Set<String> = []
  package private(set) var warnings: [String] = []
  package private(set) var console: [ConsoleMessage] = []
  private var consoleBytes = 0

  private static let (mostMessages, mostMessageBytes, mostWarnings) = (10_000, 1 << 20, 20)

  /// `parser`: paused at the page's first script, or nil where the document is whole.
  package init(
    document: Document, parser: HTMLParser?, url: PageURL, encoding: Encoding, contentType: String,
    services: any PageServices, settings: ScriptSettings
  ) {
    (self.document, self.parser, self.url, self.encoding) = (document, parser, url, encoding)
    (self.contentType, self.services, self.settings) = (contentType, services, settings)
    loop = EventLoop(timeOrigin: settings.timeOrigin, seed: settings.seed)
    selectors = ScriptSelectors(document)
    loop.handler = self
  }

  /// What addresses are relative to. Optimization: kept while neither the tree nor an attribute changes.
  var baseURL: PageURL {
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

  // MARK: The engine

  /// Whether a script has run, or could have.
  package var isOpen: Bool { realm != nil }

  /// Opens the engine, once. False where there is none.
  private func open() -> Bool {
    if realm != nil { return true }
    if hasFailed { return false }
    hasFailed = true
    guard let records = document.sharedRecords else {
      warn("the page's scripts do not run: there is no address space for its document")
      return false
    }
    // The machine's own time zone and language decide nothing.
    setenv("TZ", "UTC", 1)
    guard let engine = ScriptEngine.shared else {
      warn(ScriptLibrary.lack)
      return false
    }
    engine.configure(compiles: settings.compiles)
    guard let realm = ScriptRealm(engine, document: document, seconds: settings.seconds) else {
      warn("the page's scripts do not run: the engine could not be started")
      return false
    }
    let core = realm.makeObject()
    realm.protect(core)
    let primitives = Primitives(self, realm)
    primitives.addAll()
    let entries = realm.makeObject()
    realm.set("native", of: core, to: primitives.object)
    realm.set("global", of: core, to: realm.global)
    realm.set("entry", of: core, to: entries)
    realm.set(
      "links", of: core, to: realm.makeView(of: records, byteCount: Document.stableNodes * Document.sharedRecordSize))
    realm.set("versions", of: core, to: realm.makeView(of: document.sharedVersions, byteCount: 24))
    realm.setEntries(entries)
    coreObject = core
    self.realm = realm
    do {
      for file in Prelude.files { try run(file, realm) }
    } catch {
      warn("the page's scripts do not run: \(realm.text(of: error))")
      self.realm = nil
      return false
    }
    hasFailed = false
    realm.setRejectionHandler(realm.get("rejection", of: entries))
    for source in settings.userScripts { execute(source, url: "user script") }
    return true
  }

  private var coreObject: ScriptValue?
  /// It is not tried again for each script.
  private var hasFailed = false

  private func run(_ file: Prelude.File, _ realm: ScriptRealm) throws {
    guard let coreObject else { return }
    let function = try realm.evaluate(file.source, url: "")
    _ = try realm.call(function, [coreObject])
  }

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
      warn("the page's scripts make more than \(settings.nodes) nodes")
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
    guard warnings.count < Self.mostWarnings else { return }
    let text = String(message.prefix(500))
    if knownWarnings.insert(text).inserted { warnings.append(text) }
  }

  func log(_ level: String, _ text: String) {
    guard settings.keepsConsole, console.count < Self.mostMessages, consoleBytes < Self.mostMessageBytes else { return }
    let cut = String(text.prefix(10_000))
    consoleBytes += cut.utf8.count
    console.append(ConsoleMessage(level: level, text: cut))
  }

  // MARK: Entries

  /// Calls an entry of the prelude as a task.
  func entry(_ name: String, _ arguments: (ScriptRealm) -> [ScriptValue]) {
    guard let realm else { return }
    do {
      try realm.call(name, arguments(realm))
    } catch {
      fault(error)
    }
  }

  /// What the prelude itself lets through.
  private func fault(_ error: any Error) {
    guard let realm else { return }
    if realm.isOutOfTime {
      warn("the page's scripts took more than \(Int(settings.seconds)) s of processor time: they were stopped")
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

  // MARK: Running scripts

  /// Runs a classic script; what it throws is reported to the page.
  /// https://html.spec.whatwg.org/multipage/webappapis.html#run-a-classic-script
  private func execute(_ source: [UInt8], url: String, line: Int = 1) {
    guard let realm else { return }
    do {
      try realm.evaluate(source, url: url, line: line)
    } catch let thrown as ScriptException {
      report(thrown.value, realm, url: url)
    } catch {
      fault(error)
    }
  }

  private func report(_ error: ScriptValue, _ realm: ScriptRealm, url: String) {
    if realm.isOutOfTime { return fault(ScriptFault("")) }
    entry("reportError") { realm in
      let isError = realm.object(error) != nil
      return [
        error, realm.make((try? realm.string(of: error)) ?? "uncaught exception"), realm.make(url),
        isError ? realm.get("line", of: error) : realm.make(0),
        isError ? realm.get("column", of: error) : realm.make(0),
      ]
    }
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
  /// `isParserInserted`: whether the parser has just closed it. Whether parsing has to wait until it has run.
  private func prepare(_ script: NodeID, isParserInserted: Bool) -> Preparation {
    // 1 to 4. Once, and only where there is something to run.
    guard !state.isStarted(script), document.isConnected(script) else { return .nothing }
    let isSVG = document.namespace(script) == .svg
    let source =
      isSVG
      ? document.attribute(script, .href) ?? document.attribute(script, Atom(.href), namespace: .xlink)
      : document.attribute(script, .src)
    let text = document.childText(script)
    if source == nil, text.isEmpty { return .nothing }
    // 8 to 12. Its type.
    guard isClassic(script) else { return .nothing }
    state.start(script)
    guard open() else { return .nothing }
    // 32. Where it comes from.
    guard let source else { return .inline(text) }
    guard !source.isEmpty, let address = baseURL.joined(source) else {
      loop.queueTask { [weak self] _ in self?.fire(script, "error") }
      return .nothing
    }
    let isAsync = document.hasAttribute(script, named: "async") || !isParserInserted && !state.isOrdered(script)
    if isAsync {
      services.prefetch(address, as: .script)
      return .asynchronous(address)
    }
    if isParserInserted, document.hasAttribute(script, named: "defer") {
      services.prefetch(address, as: .script)
      return .deferred(address)
    }
    return isParserInserted ? .blocking(address) : .asynchronous(address)
  }

  private enum Preparation {
    case nothing
    case inline([UInt8])
    case blocking(PageURL)
    case deferred(PageURL)
    case asynchronous(PageURL)
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element, steps 8 to 12.
  private func isClassic(_ script: NodeID) -> Bool {
    let type = document.attribute(script, .type)
    let language = document.attribute(script, named: "language")
    let name: String
    if let type {
      name = type.isEmpty ? "text/javascript" : type
    } else if let language, !language.isEmpty {
      name = "text/" + language
    } else {
      name = "text/javascript"
    }
    let essence = name.lowercased().trimmed
    return MIMEType(essence)?.isJavaScript ?? false
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#execute-the-script-element
  private func run(_ script: NodeID, _ source: [UInt8], url: String, firesLoad: Bool) {
    guard nesting < 100 else { return }
    nesting += 1
    currentScripts.append(script)
    entry("currentScript") { [$0.make(script)] }
    execute(source, url: url)
    currentScripts.removeLast()
    let outer = currentScripts.last ?? .none
    entry("currentScript") { [$0.make(outer)] }
    nesting -= 1
    if firesLoad { fire(script, "load") }
  }

  /// Loads and runs.
  private func runExternal(_ script: NodeID, _ address: PageURL) {
    switch services.load(address, as: .script) {
    case .success(let resource):
      let label = document.attribute(script, .charset) ?? resource.charset
      let fallback = label.flatMap { Encoding(label: $0) } ?? (resource.charset == nil ? encoding : .utf8)
      run(script, Decoder.decode(resource.bytes, as: fallback), url: address.href, firesLoad: true)
    case .failure(let error):
      warn("script: \(error)")
      fire(script, "error")
    }
  }

  /// A script that the parser has closed. Whether parsing may go on at once.
  private func runParsed(_ script: NodeID, inWrite: Bool) -> Bool {
    switch prepare(script, isParserInserted: true) {
    case .nothing: break
    case .inline(let text): run(script, text, url: url.href, firesLoad: false)
    case .blocking(let address):
      // Written by a script: it runs once that one has ended.
      if inWrite {
        state.block(script, address)
        return false
      }
      runExternal(script, address)
    case .deferred(let address): state.later.append((script, address))
    case .asynchronous(let address): queueExternal(script, address)
    }
    return true
  }

  private func queueExternal(_ script: NodeID, _ address: PageURL) {
    state.outstanding += 1
    loop.queueTask(after: 1) { [weak self] _ in
      self?.runExternal(script, address)
      self?.state.outstanding -= 1
    }
  }

  /// Script elements that a script has inserted with a node.
  func prepareInserted(_ root: NodeID) {
    guard document.isConnected(root) else { return }
    var scripts: [NodeID] = []
    var node = root
    while !node.isNone {
      if document.name(node) == .script, document.isElement(node) { scripts.append(node) }
      node = document.next(node, within: root)
    }
    for script in scripts {
      switch prepare(script, isParserInserted: false) {
      case .nothing: break
      case .inline(let text): run(script, text, url: url.href, firesLoad: false)
      case .blocking(let address), .deferred(let address), .asynchronous(let address): queueExternal(script, address)
      }
    }
  }

  /// `document.write()`.
  /// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-write-steps
  func write(_ markup: [UInt8]) {
    if parser == nil || !isParsing { openDocument() }
    parser?.write(markup) { [weak self] in self?.runParsed($0, inWrite: true) ?? true }
  }

  /// `document.open()`: after it was parsed, the document begins anew.
  func openDocument() {
    guard parser == nil || !isParsing else { return }
    var child = document.firstChild(.document)
    while !child.isNone {
      document.remove(child)
      child = document.firstChild(.document)
    }
    parser = HTMLParser.open(document)
    isParsing = true
    state.isReopened = true
  }

  func closeDocument() { finishReopened() }

  /// Script elements that came with markup which a script has parsed never run.
  func disableScripts(below root: NodeID) {
    var node = root
    while !node.isNone {
      if document.name(node) == .script, document.isElement(node) { state.start(node) }
      node = document.next(node, within: root)
    }
  }

  /// What has run does not run again as a copy.
  /// https://html.spec.whatwg.org/multipage/scripting.html#already-started
  func noteClone(of original: NodeID, _ copy: NodeID) {
    guard state.hasStarted else { return }
    var (node, twin) = (original, copy)
    while !node.isNone, !twin.isNone {
      if document.name(node) == .script, state.isStarted(node) { state.start(twin) }
      (node, twin) = (document.next(node, within: original), document.next(twin, within: copy))
    }
  }

  // MARK: Loading

  /// Parses on from the first script, and runs all up to the settled page: milliseconds of the page's clock after its
  /// load event.
  package func run(settling: Double) {
    // 1. Parsing, with the scripts that stop it.
    isParsing = true
    if let parser {
      var outcome = firstScript.map { HTMLParser.Outcome.script($0) } ?? parser.run()
      while case .script(let script) = outcome {
        if let address = state.unblock(script) {
          runExternal(script, address)
        } else {
          _ = runParsed(script, inWrite: false)
        }
        // What is due by now, before more is parsed.
        loop.run(until: loop.time)
        outcome = parser.run()
      }
    } else if document.isXML {
      var node = document.documentElement
      while !node.isNone {
        if document.name(node) == .script, document.isElement(node) { _ = runParsed(node, inWrite: false) }
        node = document.next(node, within: .document)
      }
    }
    isParsing = false
    parser = nil
    finishLoading()
    settle(settling)
  }

  /// The script that the parser stopped at before this began.
  package var firstScript: NodeID?

  private func finishLoading() {
    guard openIfNeeded() else { return }
    entry("readyState") { [$0.make("interactive")] }
    // https://html.spec.whatwg.org/multipage/parsing.html#the-end
    // 5. Deferred scripts.
    while !state.later.isEmpty {
      let (script, address) = state.later.removeFirst()
      runExternal(script, address)
      loop.run(until: loop.time)
    }
    // 6. DOMContentLoaded.
    fire(.document, "DOMContentLoaded", bubbles: true)
    loop.run(until: loop.time)
    // 8. What delays the load event.
    if state.outstanding > 0 {
      loop.run(until: loop.time + 10_000, isDone: { [weak self] in self?.state.outstanding == 0 })
    }
    loadImages()
    // 9. The load event.
    entry("readyState") { [$0.make("complete")] }
    isLoaded = true
    fire(nil, "load")
    fire(nil, "pageshow", kind: "PageTransitionEvent")
    finishReopened()
  }

  /// Without a script there may still be handlers in attributes.
  private func openIfNeeded() -> Bool {
    if realm != nil { return true }
    guard hasHandlers || !settings.userScripts.isEmpty else { return false }
    return open()
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
    guard state.isReopened, let parser else { return }
    state.isReopened = false
    parser.close { [weak self] in self?.runParsed($0, inWrite: false) ?? true }
    self.parser = nil
    isParsing = false
  }

  /// Runs the page on for so many milliseconds of its clock.
  package func settle(_ milliseconds: Double) {
    guard realm != nil else { return }
    loop.run(until: loop.time + max(0, milliseconds))
    finishReopened()
    finishDrawing()
    if let reached = loop.limitReached { warn(reached) }
    if realm?.isOutOfTime == true { fault(ScriptFault("")) }
  }

  /// What canvases are to show is drawn.
  private func finishDrawing() {
    if realm?.hasEntry("draw") == true { entry("draw") { _ in [] } }
  }

  // MARK: Images

  struct ImageState {
    var isComplete = true
    var width = 0.0
    var height = 0.0
    var source = ""
  }

  func imageState(of element: NodeID) -> ImageState {
    if let known = images[element] { return known }
    var state = ImageState()
    state.isComplete = !imagesUnderWay.contains(element) && (isLoaded || !document.hasAttribute(element, .src))
    return state
  }

  /// Loads what an image element shows now, and then says so with an event.
  func loadImage(of element: NodeID) {
    guard imagesUnderWay.insert(element).inserted else { return }
    images[element] = nil
    loop.queueTask(after: 1) { [weak self] _ in self?.finishImage(element) }
  }

  private func finishImage(_ element: NodeID) {
    imagesUnderWay.remove(element)
    var state = ImageState()
    let loaded = services.loadImage(of: element)
    if let loaded { (state.width, state.height, state.source) = (loaded.width, loaded.height, loaded.source) }
    images[element] = state
    let hasSource = document.attribute(element, .src)?.isEmpty == false || document.hasAttribute(element, .srcset)
    if loaded != nil { fire(element, "load") } else if hasSource { fire(element, "error") }
  }

  private func loadImages() {
    let root = document.documentElement
    var node = root
    var found: [NodeID] = []
    while !node.isNone {
      if document.isHTML(node, .img), document.hasAttribute(node, .src) || document.hasAttribute(node, .srcset),
        images[node] == nil, document.attribute(node, named: "loading") != "lazy"
      {
        found.append(node)
      }
      node = document.next(node, within: root)
    }
    for image in found { finishImage(image) }
  }

  func keepOrder(of script: NodeID) { state.order(script) }

  // MARK: Forms

  func setFormState(of element: NodeID, _ kind: String, text: String, isSet: Bool) {
    selectors.formStateChanged()
    services.setFormState(of: element, kind, text: text, isSet: isSet)
  }

  // MARK: Expressions

  /// Runs the page's clock on until an expression is true, for at most so many milliseconds of it. False where nothing is
  /// left to run, or the time is over.
  package func wait(for expression: String, within milliseconds: Double) -> Bool {
    guard open() else { return false }
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
    guard open(), let realm else { return .exception("the page's scripts do not run") }
    result = nil
    entry("bridge") { [$0.make("evaluate"), $0.make(expression)] }
    if result == nil { loop.run(until: loop.time + settling) { [weak self] in self?.result != nil } }
    finishDrawing()
    if realm.isOutOfTime { return .exception("the page's scripts took too much time") }
    return result ?? .exception("the promise is still pending")
  }

  private var result: ScriptResult?
  func finishEvaluation(_ value: ScriptResult) { result = value }
}

extension PageScripts: EventLoop.Handler {
  var mayRun: Bool { realm.map { !$0.isOutOfTime } ?? false }

  func task(_ number: Int) { entry("task") { [$0.make(number)] } }
  func timer(_ number: Int) { entry("timer") { [$0.make(number)] } }
  func idle(_ time: Double) { entry("idle") { [$0.make(time)] } }

  var needsUpdate: Bool {
    guard let realm, realm.hasEntry("observe") else { return false }
    return observedVersions != document.versions
  }

  func updateRendering(_ time: Double, runsCallbacks: Bool) {
    if runsCallbacks { entry("frame") { [$0.make(time)] } }
    observedVersions = document.versions
    entry("observe") { [$0.make(time)] }
  }
}

/// What is known of script elements beside their attributes.
struct ScriptElementStates {
  private var started: Set<NodeID> = []
  /// Those whose `async` a script has set to false.
  private var ordered: Set<NodeID> = []
  private var blocked: [NodeID: PageURL] = [:]
  /// Deferred ones, in order.
  var later: [(NodeID, PageURL)] = []
  /// Asynchronous ones that have not run yet: the load event waits for them.
  var outstanding = 0
  var isReopened = false

  var hasStarted: Bool { !started.isEmpty }
  func isStarted(_ script: NodeID) -> Bool { started.contains(script) }
  mutating func start(_ script: NodeID) { started.insert(script) }
  func isOrdered(_ script: NodeID) -> Bool { ordered.contains(script) }
  mutating func order(_ script: NodeID) { ordered.insert(script) }
  mutating func block(_ script: NodeID, _ address: PageURL) { blocked[script] = address }
  mutating func unblock(_ script: NodeID) -> PageURL? { blocked.removeValue(forKey: script) }
}

extension Document {
  /// Whether a node is in the page's document.
  func isConnected(_ node: NodeID) -> Bool {
    var node = node
    while !parent(node).isNone { node = parent(node) }
    return node == .document
  }
}

extension Document {
  /// Of names that have no constant.
  fileprivate func attribute(_ node: NodeID, named name: String) -> String? {
    names.find(name).flatMap { attribute(node, $0) }
  }
  fileprivate func hasAttribute(_ node: NodeID, named name: String) -> Bool {
    names.find(name).map { hasAttribute(node, $0) } ?? false
  }
}

extension ScriptLibrary {
  /// The file that is looked for, and Debian 12's package of it.
  package static let (file, package) = ("libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-4.1-0")
  static let lack = "the page's scripts do not run: \(file) is not there: apt-get install \(package)"
}
