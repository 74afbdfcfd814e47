import OffscreenDOM
import OffscreenHTML
import OffscreenLoading
import OffscreenPlatform

/// Script elements. https://html.spec.whatwg.org/multipage/scripting.html#the-script-element
extension PageScripts {
  private enum Preparation {
    /// There is nothing to run, or it is cared for.
    case nothing
    case inline([UInt8])
    case blocking(PageURL)
    case deferred(PageURL)
    case asynchronous(PageURL)
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
  /// `isParserInserted`: whether the parser has just closed it.
  private func prepare(_ script: NodeID, isParserInserted: Bool) -> Preparation {
    // 1 to 4. Once, and only where there is something to run.
    guard runsScripts, !state.isStarted(script), document.isConnected(script) else { return .nothing }
    let source = source(of: script)
    let text = document.childText(script)
    if isParserInserted { state.parserInserted.insert(script) }
    if source == nil, text.isEmpty { return .nothing }
    // 8 to 12. Its type.
    guard let type = type(of: script) else { return .nothing }
    state.start(script)
    // 19. What is there for browsers that have no modules.
    if type == .classic, document.hasAttribute(script, named: "nomodule") { return .nothing }
    // 21. What an event of another kind would run.
    if type == .classic, !runsAtOnce(script) { return .nothing }
    // https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element, step 24
    if source == nil,
      !services.mayUse(.script, text, nonce: nonce(of: script), of: script, client: nil)
    {
      return .nothing
    }
    wantsNodes = source != nil || type != .classic || text.contains(bytes: "document".utf8)
    guard open() else { return .nothing }
    applyPolicies()
    // 31. and 32. Where it comes from.
    var address: PageURL?
    if let source {
      address = source.isEmpty ? nil : baseURL.joined(source)
      guard address != nil, type != .importMap else {
        queueTask { $0.fire(script, "error") }
        return .nothing
      }
    }
    let isAsync =
      document.hasAttribute(script, named: "async") || !isParserInserted && !state.isOrdered(script)
    switch type {
    case .importMap:
      addImportMap(text)
      return .nothing
    case .module:
      beginModule(script, address, text, isAsync: isAsync, isParserInserted: isParserInserted)
      return .nothing
    case .classic: break
    }
    guard let address else { return .inline(text) }
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

  private func nonce(of script: NodeID) -> String {
    state.nonces[script] ?? document.attribute(script, named: "nonce") ?? ""
  }

  /// What a policy may ask of a script.
  func use(of script: NodeID) -> ContentSecurityPolicy.ScriptUse {
    ContentSecurityPolicy.ScriptUse(
      nonce: nonce(of: script), integrity: document.attribute(script, named: "integrity") ?? "",
      isParserInserted: state.parserInserted.contains(script))
  }

  private func source(of script: NodeID) -> String? {
    guard document.namespace(script) == .svg else { return document.attribute(script, .src) }
    return document.attribute(script, .href) ?? document.attribute(script, Atom(.href), namespace: .xlink)
  }

  private enum ScriptType {
    case classic, module, importMap
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element, steps 8 to 12.
  private func type(of script: NodeID) -> ScriptType? {
    let language = document.attribute(script, named: "language")
    let name: String
    if let type = document.attribute(script, .type) {
      name = type.isEmpty ? "text/javascript" : type.trimmingASCIISpace
    } else if let language, !language.isEmpty {
      name = "text/" + language
    } else {
      name = "text/javascript"
    }
    switch name.lowercased() {
    case "module": return .module
    case "importmap": return .importMap
    // The whole of it, without parameters.
    case let essence: return MIMEType(essence: essence).isJavaScript ? .classic : nil
    }
  }

  /// Whether attributes do not say that an event runs it which is not the window's `load`.
  private func runsAtOnce(_ script: NodeID) -> Bool {
    guard let target = document.attribute(script, named: "for"), let event = document.attribute(script, named: "event")
    else { return true }
    let name = event.lowercased().trimmingASCIISpace
    return target.lowercased().trimmingASCIISpace == "window" && (name == "onload" || name == "onload()")
  }

  /// https://html.spec.whatwg.org/multipage/scripting.html#execute-the-script-element
  /// `base`: what addresses in dynamic imports are relative to.
  private func run(
    _ script: NodeID, _ source: [UInt8], url: String, base: String, line: Int = 1, firesLoad: Bool,
    isBesideParser: Bool = false
  ) {
    let nonce = nonce(of: script)
    guard nesting < 100 else { return }
    nesting += 1
    currentScripts.append(script)
    entry("currentScript") { [$0.make(script)] }
    if isBesideParser { scriptsBesideParser += 1 }
    execute(source, url: url, base: base, line: line, nonce: nonce)
    if isBesideParser { scriptsBesideParser -= 1 }
    currentScripts.removeLast()
    let outer = currentScripts.last ?? .none
    entry("currentScript") { [$0.make(outer)] }
    nesting -= 1
    if firesLoad { fire(script, "load") }
  }

  /// Loads and runs. `isBesideParser`: nothing waits for it.
  func runExternal(_ script: NodeID, _ address: PageURL, isBesideParser: Bool = false) {
    if isLeft { return }
    switch services.loadScript(address, use(of: script), by: script, client: nil) {
    case .success(let resource):
      guard isIntact(resource.bytes, script) else { return fire(script, "error") }
      let label = document.attribute(script, .charset) ?? resource.charset
      let fallback = label.flatMap { Encoding(label: $0) } ?? (resource.charset == nil ? encoding : .utf8)
      run(
        script, Decoder.decode(resource.bytes, as: fallback), url: address.href, base: resource.finalURL.href,
        firesLoad: true, isBesideParser: isBesideParser)
    case .failure(let error):
      warn("script: \(error)")
      fire(script, "error")
    }
  }

  /// https://w3c.github.io/webappsec-subresource-integrity/
  private func isIntact(_ bytes: [UInt8], _ script: NodeID) -> Bool {
    guard let integrity = document.attribute(script, named: "integrity"),
      !SubresourceIntegrity(integrity).allows(bytes)
    else { return true }
    warn("script: it is not what its integrity attribute says")
    return false
  }

  /// Those that wait until the document is parsed.
  /// https://html.spec.whatwg.org/multipage/parsing.html#the-end, step 5.
  func runLater() {
    while !state.later.isEmpty {
      let script = state.later.removeFirst()
      switch script.source {
      case .classic(let address): runExternal(script.element, address, isBesideParser: true)
      case .module: runLater(module: script)
      }
      loop.run(until: loop.time)
    }
  }

  /// A script that the parser has closed. Whether parsing may go on at once.
  func runParsed(_ script: NodeID, inWrite: Bool) -> Bool {
    switch prepare(script, isParserInserted: true) {
    case .nothing: break
    case .inline(let text):
      run(script, text, url: url.href, base: baseURL.href, line: line(ofScript: text), firesLoad: false)
    case .blocking(let address):
      // Written by a script: it runs once that one has ended.
      if inWrite {
        state.block(script, address)
        return false
      }
      runExternal(script, address)
    case .deferred(let address): state.later.append(PendingScript(element: script, source: .classic(address)))
    case .asynchronous(let address): queueExternal(script, address)
    }
    return true
  }

  private func queueExternal(_ script: NodeID, _ address: PageURL) {
    state.outstanding += 1
    queueTask(after: 1) { window in
      window.runExternal(script, address, isBesideParser: true)
      window.state.outstanding -= 1
    }
  }

  /// Script elements that a script has inserted with a node.
  func prepareInserted(_ root: NodeID) {
    guard document.isConnected(root) else { return }
    var scripts: [NodeID] = []
    var node = root
    while !node.isNone {
      if document.name(node) == .script, document.isElement(node) { scripts.append(node) }
      node = document.nextShadowIncluding(node, within: root)
    }
    for script in scripts {
      switch prepare(script, isParserInserted: false) {
      case .nothing: break
      case .inline(let text): run(script, text, url: url.href, base: baseURL.href, firesLoad: false)
      case .blocking(let address), .deferred(let address), .asynchronous(let address): queueExternal(script, address)
      }
    }
  }

  /// It runs in its order: its `async` was set to false.
  func keepOrder(of script: NodeID) { state.order(script) }

  /// Script elements that came with markup which a script has parsed never run.
  func disableScripts(below root: NodeID) {
    var node = root
    while !node.isNone {
      if document.name(node) == .script, document.isElement(node) { state.start(node) }
      node = document.nextShadowIncluding(node, within: root)
    }
  }

  /// What has run does not run again as a copy.
  /// https://html.spec.whatwg.org/multipage/scripting.html#already-started
  func noteClone(of original: NodeID, _ copy: NodeID) {
    guard state.hasStarted else { return }
    // With the shadow roots that were copied too.
    var trees = [(original, copy)]
    while let (original, copy) = trees.popLast() {
      var (node, twin) = (original, copy)
      while !node.isNone, !twin.isNone {
        if document.name(node) == .script, state.isStarted(node) { state.start(twin) }
        let roots = (document.shadowRoot(node), document.shadowRoot(twin))
        if !roots.0.isNone, !roots.1.isNone { trees.append(roots) }
        (node, twin) = (document.next(node, within: original), document.next(twin, within: copy))
      }
    }
  }
}

extension Document {
  /// Of names that have no constant.
  func attribute(_ node: NodeID, named name: String) -> String? {
    names.find(name).flatMap { attribute(node, $0) }
  }
  func hasAttribute(_ node: NodeID, named name: String) -> Bool {
    names.find(name).map { hasAttribute(node, $0) } ?? false
  }
}

extension String {
  /// https://infra.spec.whatwg.org/#strip-leading-and-trailing-ascii-whitespace
  fileprivate var trimmingASCIISpace: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D }
    var rest = utf8.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest) ?? self
  }
}
