import OffscreenLoading

extension Primitives {
  func addPage() {
    let scripts = scripts
    add("referrer") { call in call.realm.make(scripts.settings.referrer) }
    addAction("stopLoading") { _ in scripts.navigations += 1 }
    add("characterSet") { call in call.realm.make(scripts.encoding.rawValue) }
    add("contentType") { call in call.realm.make(scripts.contentType) }
    add("isXML") { call in call.realm.make(scripts.document.isXML) }
    func place(_ call: ScriptCall, _ index: Int) throws -> ScriptPlace? {
      let line = try call.integer(index + 1)
      return line > 0 ? ScriptPlace(address: try call.string(index), line: line) : nil
    }
    addAction("log") { call in scripts.log(try call.string(0), try call.string(1), at: try place(call, 2)) }
    addAction("report") { call in scripts.report(try call.string(0), at: try place(call, 1)) }
    add("messageHandlers") { call in call.realm.make(scripts.isForeign ? [] : scripts.settings.messageHandlers) }
    addAction("postMessage") { call in
      if !scripts.isForeign { scripts.post(try call.integer(0), to: try call.string(1), try call.string(2)) }
    }
    add("storage") { call in
      guard let kind = ScriptMemory.Storage(rawValue: try call.string(0)), let origin = scripts.rememberedOrigin else {
        return call.realm.make([String]())
      }
      return call.realm.make(scripts.settings.memory[kind, origin])
    }
    addAction("keepStorage") { call in
      guard let kind = ScriptMemory.Storage(rawValue: try call.string(0)), let origin = scripts.rememberedOrigin else {
        return
      }
      scripts.settings.memory[kind, origin] = try call.strings(1)
    }
    add("evaluate") { call in
      let source = try call.bytes(0)
      return try call.realm.evaluate(
        scripts.withImports(source, base: try call.optionalString(3)) ?? source, url: try call.string(1),
        line: max(1, try call.integer(2)))
    }
    add("loadPrelude") { call in try scripts.loadPrelude(try call.string(0), call.realm) }
    add("dialog") { call in
      // https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#cannot-show-simple-dialogs
      if scripts.sandbox.contains(.modals) || scripts.isForeign { return call.realm.null }
      return call.realm.make(scripts.services.dialog(try call.string(0), try call.string(1), try call.string(2)))
    }
    add("loadImage") { call in call.realm.make(scripts.loadImage(of: try call.node(0))) }
    addAction("chooseImage") { call in scripts.chooseImage(of: try call.node(0)) }
    add("preloads") { call in
      let link = try call.node(2)
      return call.realm.make(
        scripts.services.preloads(try call.string(0), as: try call.string(1), scripts.use(of: link), by: link))
    }
    add("imageState") { call in
      let state = scripts.imageState(of: try call.node(0))
      let realm = call.realm
      return realm.make {
        [
          realm.make(state.isComplete), realm.make(state.width), realm.make(state.height), realm.make(state.source),
          realm.make(state.isShown),
        ]
      }
    }
    addAction("setFormState") { call in
      scripts.setFormState(
        of: try call.node(0), try call.string(1), text: try call.string(2), isSet: call.boolean(2))
    }
    addAction("finishEvaluation") { call in
      let text = try call.string(1)
      scripts.finishEvaluation(
        call.boolean(0) ? .value(json: text, text: try call.optionalString(2)) : .exception(String(text.prefix(1_000))))
    }
    addAction("disableScripts") { call in scripts.disableScripts(below: try call.node(0)) }
    addAction("openDocument") { _ in scripts.openDocument() }
    addAction("closeDocument") { _ in scripts.closeDocument() }
    addAction("orderScript") { call in scripts.keepOrder(of: try call.node(0)) }
    addAction("provide") { call in
      guard let url = PageURL(try call.string(0)), let bytes = try call.binary(2) else { return }
      scripts.services.provide(bytes, type: try call.string(1), at: url)
    }
    addFetching()
    addPolicies()
  }

  private func addPolicies() {
    let (scripts, realm) = (scripts, realm)
    add("mayRun") { call in
      let (source, client) = (try call.bytes(1), scripts.worker?.client)
      let element = try call.integer(2) < 0 ? nil : try call.node(2)
      func mayUse(_ kind: ContentSecurityPolicy.Inline) -> ScriptValue {
        call.realm.make(scripts.services.mayUse(kind, source, nonce: "", of: element, client: client))
      }
      switch try call.string(0) {
      case "attribute": return mayUse(.scriptAttribute)
      case "navigation": return mayUse(.navigation)
      case "style": return mayUse(.styleAttribute)
      default:
        let allowed = scripts.services.allowsEvaluation(by: client)
        if !allowed { scripts.services.noteEvaluation(source, by: client) }
        return call.realm.make(allowed)
      }
    }
    // Of our own, whatever the page's policies say.
    addAction("allowEvaluation") { call in realm.isEvaluationFree = call.boolean(0) }
    addAction("declareStyle") { call in scripts.services.declareStyle(of: try call.node(0), try call.string(1)) }
    addAction("setNonce") { call in
      let (element, nonce) = (try call.node(0), try call.optionalString(1))
      scripts.state.nonces[element] = nonce
      scripts.services.setNonce(of: element, nonce)
    }
  }

  private func addFetching() {
    let scripts = scripts
    // number, method, url, headers, body, mode, credentials, redirect
    func request(_ call: ScriptCall) throws -> ScriptRequest? {
      guard let url = PageURL(try call.string(2)) else { return nil }
      return ScriptRequest(
        method: try call.string(1), url: url, headers: try call.strings(3), body: try call.binary(4),
        mode: try call.string(5), credentials: try call.string(6), redirect: try call.string(7),
        client: scripts.worker?.client)
    }
    func answer(_ result: Result<ScriptResponse, LoadError>, _ realm: ScriptRealm) -> [ScriptValue] {
      switch result {
      case .success(let response):
        [
          realm.make(response.status), realm.make(response.statusText), realm.make(response.url),
          realm.make(response.headers), realm.makeBinary(response.body), realm.make(response.type), realm.null,
          realm.make(response.wasRedirected), realm.make(response.isUnfinished),
        ]
      case .failure(let error):
        [
          realm.make(0), realm.make(""), realm.make(""), realm.null, realm.null, realm.make("error"),
          realm.make(error.description), realm.make(false),
        ]
      }
    }
    addAction("fetch") { call in
      let number = try call.integer(0)
      guard let request = try request(call) else { throw ScriptFault("not a valid address") }
      scripts.queueTask(after: 1) { scripts in
        let result = scripts.services.fetch(request)
        scripts.entry("fetched") { realm in [realm.make(number)] + answer(result, realm) }
      }
    }
    add("fetchSync") { call in
      guard let request = try request(call) else { throw ScriptFault("not a valid address") }
      let result = scripts.services.fetch(request)
      return call.realm.make { answer(result, call.realm) }
    }
  }
}
