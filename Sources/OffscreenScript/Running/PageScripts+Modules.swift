import OffscreenDOM
import OffscreenHTML
import OffscreenLoading

/// Modules: the prelude's `modules.js` has their graph, here is what loads them, and when those of script elements run.
extension PageScripts {
  // MARK: Script elements

  /// Begins to load the graph of a module, which tells `moduleIsReady` when it is there.
  /// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element, steps 31 to 33.
  func beginModule(
    _ script: NodeID, _ address: PageURL?, _ text: [UInt8], isAsync: Bool, isParserInserted: Bool
  ) {
    let pending = PendingScript(element: script, source: .module(isExternal: address != nil))
    if isAsync {
      state.whenReady[script] = pending
      state.outstanding += 1
    } else if isParserInserted {
      state.later.append(pending)
    } else {
      state.inOrder.append(pending)
      state.outstanding += 1
    }
    let base = baseURL.href
    let integrity = document.attribute(script, named: "integrity")
    let isWithCredentials =
      document.attribute(script, named: "crossorigin")?.lowercased() == "use-credentials"
    let use = use(of: script)
    entry("prepareModule") { realm in
      [
        realm.make(script), realm.make(address?.href), address == nil ? realm.make(text) : realm.null,
        realm.make(base), realm.make(integrity), realm.make(isWithCredentials ? "include" : "same-origin"),
        realm.make(use.nonce), realm.make(use.isParserInserted),
      ]
    }
  }

  /// The graph of a script element's module is there, or cannot be loaded.
  func moduleIsReady(_ script: NodeID, isLoaded: Bool) {
    state.ready[script] = isLoaded
    queueTask { $0.runReadyModules(script) }
  }

  private func runReadyModules(_ script: NodeID) {
    if let pending = state.whenReady.removeValue(forKey: script) {
      runModule(pending)
      state.outstanding -= 1
    }
    while let first = state.inOrder.first, state.ready[first.element] != nil {
      state.inOrder.removeFirst()
      runModule(first)
      state.outstanding -= 1
    }
  }

  /// A module whose turn has come, at the end of parsing.
  func runLater(module: PendingScript) {
    let script = module.element
    if state.ready[script] == nil {
      loop.run(until: loop.time + Self.longestLoad, isDone: { [weak self] in self?.state.ready[script] != nil })
    }
    if state.ready[script] == nil {
      state.whenReady[script] = module
      state.outstanding += 1
    } else {
      runModule(module)
    }
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#execute-the-script-element
  private func runModule(_ pending: PendingScript) {
    let script = pending.element
    guard let isLoaded = state.ready.removeValue(forKey: script) else { return }
    guard isLoaded else { return fire(script, "error") }
    currentScripts.append(.none)
    entry("currentScript") { [$0.make(-1)] }
    scriptsBesideParser += 1
    entry("runModule") { [$0.make(script)] }
    scriptsBesideParser -= 1
    currentScripts.removeLast()
    let outer = currentScripts.last ?? .none
    entry("currentScript") { [$0.make(outer)] }
    if case .module(isExternal: true) = pending.source { fire(script, "load") }
  }

  func addImportMap(_ text: [UInt8]) {
    let base = baseURL.href
    entry("importMap") { [$0.make(text), $0.make(base)] }
  }

  // MARK: Loading

  /// A module's text, or what is wrong with it: what `modules.moduleLoaded` of the prelude gets after the number.
  enum LoadedModule {
    case failed(String)
    case syntax(String, line: Int)
    case thrown(ScriptException)
    case source(ScriptValue)
    /// Of JSON, CSS and text.
    case text([UInt8])

    func arguments(_ realm: ScriptRealm) -> [ScriptValue] {
      let (kind, value, line) =
        switch self {
        case .failed(let reason): ("failed", realm.make(reason), 0)
        case .syntax(let message, let line): ("syntax", realm.make(message), line)
        case .thrown(let error): ("thrown", error.value, 0)
        case .source(let record): ("source", realm.noted(record), 0)
        case .text(let text): ("source", realm.make(text), 0)
        }
      return [realm.make(kind), value, realm.make(line)]
    }
  }

  struct ModuleLoad {
    var number: Int
    var address: PageURL
    /// `javascript`, `json`, `css` or `text`.
    var type: String
    var integrity: String
    var credentials: String
    var nonce: String
    var isParserInserted: Bool
  }

  /// https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script
  func loadModule(_ load: ModuleLoad) {
    services.prefetch(load.address, as: .script)
    queueTask(after: 1) { $0.finishModule(load) }
  }

  private func finishModule(_ load: ModuleLoad) {
    guard let realm else { return }
    var request = ScriptRequest(
      method: "GET", url: load.address, headers: [], body: nil, mode: "cors", credentials: load.credentials,
      redirect: "follow", client: worker?.client)
    request.destination = .script
    request.use = ContentSecurityPolicy.ScriptUse(
      nonce: load.nonce, integrity: load.integrity, isParserInserted: load.isParserInserted)
    var (loaded, address) = (LoadedModule.failed(""), load.address.href)
    switch services.fetch(request) {
    case .success(let response):
      if response.wasRedirected { address = response.url }
      loaded = module(response, load, address, realm)
    case .failure(let error): loaded = .failed("\(error)")
    }
    if case .failed(let reason) = loaded { warn("module \(load.address.displayed): \(reason)") }
    entry("moduleLoaded") { realm in
      [realm.make(load.number)] + loaded.arguments(realm) + [realm.make(address)]
    }
  }

  private func module(
    _ response: ScriptResponse, _ load: ModuleLoad, _ address: String, _ realm: ScriptRealm
  ) -> LoadedModule {
    guard 200...299 ~= response.status else { return .failed("status \(response.status)") }
    guard SubresourceIntegrity(load.integrity).allows(response.body) else {
      return .failed("it is not what its integrity says")
    }
    let type = response.contentType
    let isRight =
      switch load.type {
      case "javascript": type?.isJavaScript ?? false
      case "json": type?.isJSON ?? false
      case "css": type?.essence == "text/css"
      default: true
      }
    guard isRight else { return .failed("its type is \(type?.essence ?? "not given"): not of \(load.type)") }
    let text = Decoder.decode(response.body, as: .utf8)
    return load.type == "javascript" ? makeModule(text, at: address, realm) : .text(text)
  }

  /// https://html.spec.whatwg.org/multipage/webappapis.html#creating-a-javascript-module-script
  func makeModule(_ source: [UInt8], at address: String, _ realm: ScriptRealm) -> LoadedModule {
    do {
      return .source(try realm.evaluate(try ModuleRewriter.rewrite(source).record, url: address))
    } catch let error as SourceError {
      return .syntax(error.message, line: error.line)
    } catch let thrown as ScriptException {
      return .thrown(thrown)
    } catch {
      return .failed(realm.text(of: error))
    }
  }

  // MARK: Dynamic imports of classic scripts

  private static let importName = "$offscreenImport"

  /// A classic script whose `import()` calls a function of ours, or nil where it has none. `base`: the document's, unless
  /// it is given.
  /// Not implemented: `import()` in the text of `eval` and `new Function`, which is rejected.
  /// `nonce`: what is imported has it too.
  func withImports(_ source: [UInt8], base: String? = nil, nonce: String = "") -> [UInt8]? {
    guard ModuleRewriter.mentionsImport(source) else { return nil }
    let base = base ?? baseURL.href
    let key = base + " " + nonce
    let number = state.importBases[key] ?? state.importBases.count
    let call = "\(Self.importName)(\(number),"
    guard let changed = ModuleRewriter.rewriteImports(ofScript: source, as: call) else { return nil }
    if number == state.importBases.count {
      if number == 0 { entry("enableImports") { [$0.make(Self.importName)] } }
      entry("addImportBase") { [$0.make(base), $0.make(nonce)] }
      state.importBases[key] = number
    }
    return changed
  }
}

extension ScriptResponse {
  var contentType: MIMEType? {
    for index in stride(from: 0, to: headers.count - 1, by: 2) where headers[index].lowercased() == "content-type" {
      return MIMEType(headers[index + 1])
    }
    return nil
  }
}
