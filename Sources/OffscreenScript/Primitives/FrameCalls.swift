import OffscreenDOM
import OffscreenLoading

extension Primitives {
  /// Windows are numbers: those of what shows them. Objects of another one are given to scripts of the same origin only.
  func addFrames() {
    let scripts = scripts
    // An object whose properties a function is asked for.
    add("makeNamedProperties") { call in call.realm.makeNamedProperties(call.value(0)) }
    func navigable(_ call: ScriptCall) throws -> Navigable? {
      let (number, all) = (try call.integer(0), scripts.page.navigables)
      return all.indices.contains(number) ? all[number] : nil
    }
    func number(_ navigable: Navigable?, _ call: ScriptCall) -> ScriptValue { call.realm.make(navigable?.number ?? -1) }
    /// Of the window that one stands in, itself included; none where it is gone.
    let own = { scripts.isActive && !scripts.navigable.isGone ? scripts.navigable : nil }
    add("windowNumber") { call in call.realm.make(scripts.navigable.number) }
    add("documentNumber") { call in call.realm.make(scripts.number) }
    add("isLoaded") { call in call.realm.make(scripts.isLoaded) }
    add("isForbidden") { call in
      let flags: [String: SandboxFlags] = ["origin": .origin, "forms": .forms]
      return call.realm.make(scripts.sandbox.contains(flags[try call.string(0)] ?? []))
    }
    add("isComplete") { call in call.realm.make(scripts.isComplete) }
    add("parentWindow") { call in number(own().map { $0.around?.navigable ?? $0 }, call) }
    add("topWindow") { call in number(own()?.top, call) }
    add("parentOf") { call in number(try navigable(call).map { $0.around?.navigable ?? $0 }, call) }
    add("topOf") { call in number(try navigable(call)?.top, call) }
    add("openerOf") { call in number(try navigable(call)?.opener, call) }
    // Windows of the frames in it, in their order: all, or those of a name.
    add("windowsIn") { call in
      let windows = try navigable(call)?.active?.frames ?? []
      let name = try call.optionalString(1)
      return call.realm.make(windows.filter { name == nil || $0.name == name }.map { Int32(clamping: $0.number) })
    }
    add("incumbentWindow") { call in call.realm.make(scripts.incumbent.navigable.number) }
    add("incumbentURL") { call in call.realm.make(scripts.incumbent.url.href) }
    add("isBeingLeft") { call in call.realm.make(scripts.isActive && (scripts.isEnding || scripts.isAsked)) }
    add("incumbentBase") { call in call.realm.make(scripts.incumbent.baseURL.href) }
    add("windowOrigin") { call in call.realm.make(try navigable(call)?.origin?.text) }
    add("windowName") { call in call.realm.make(scripts.navigable.name) }
    addAction("setWindowName") { call in if let own = own() { own.name = try call.string(0) } }
    add("windowNamed") { call in number(scripts.navigable(named: try call.string(0)), call) }
    add("isWindowClosed") { call in call.realm.make(try navigable(call)?.isClosed != false) }
    add("windowObject") { call in
      guard let found = try navigable(call) else { return call.realm.null }
      return found.realm(for: scripts)?.global ?? call.realm.null
    }
    // What a window that other windows have got hold of shows now; null where that is itself.
    add("windowBehind") { call in
      guard let active = try navigable(call)?.active, scripts.mayAccess(active), active.open(), let realm = active.realm
      else { return call.realm.null }
      return realm.global
    }
    add("documentObject") { call in
      guard let window = try navigable(call)?.window(), scripts.mayAccess(window), window.open(),
        let realm = window.realm
      else { return call.realm.null }
      return try realm.call("wrap") { [$0.make(NodeID.document)] }
    }
    add("frameElement") { call in
      guard own() != nil, let parent = scripts.parent, parent.mayAccess(scripts), let realm = parent.realm else {
        return call.realm.null
      }
      return try realm.call("wrap") { [$0.make(scripts.navigable.element)] }
    }
    add("importNode") { call in
      let node = NodeID(rawValue: Int32(clamping: try call.integer(1)))
      let (number, windows) = (try call.integer(0), scripts.page.windows)
      guard windows.indices.contains(number), case let source = windows[number].document, source !== scripts.document,
        (0..<source.nodeCount).contains(Int(node.rawValue))
      else {
        throw ScriptFault("no such node")
      }
      return call.realm.make(try scripts.making { scripts.document.importNode(node, from: source, deep: true) })
    }
    add("frames") { call in call.realm.make(scripts.isActive ? scripts.frameElements() : []) }
    // -1: the element shows nothing.
    add("contentWindow") { call in number(scripts.child(of: try call.node(0)), call) }
    addAction("framesInserted") { call in scripts.framesInserted(below: try call.node(0)) }
    addAction("framesRemoved") { _ in scripts.framesRemoved() }
    addAction("frameChanged") { call in scripts.navigateByAttributes(try call.node(0)) }
    addAction("frameRenamed") { call in scripts.renameFrame(try call.node(0)) }
    // What is posted, where it may go, and whose window posts it.
    add("post") { call in
      guard let target = try navigable(call)?.window(), target.isActive, target.open(), let realm = target.realm else {
        return call.realm.make(false)
      }
      let source = try call.integer(4)
      do {
        try realm.call("post") { [call.value(1), call.value(2), call.value(3), $0.make(source)] }
      } catch  where !scripts.mayAccess(target) {
        // An exception would be an object of the other origin's realm.
      }
      return call.realm.make(true)
    }
    addOpenedWindows(navigable)
    addHistory()
  }

  private func addOpenedWindows(_ navigable: @escaping (ScriptCall) throws -> Navigable?) {
    let scripts = scripts
    func wanted(_ call: ScriptCall, _ address: Int, content: Int) throws -> ScriptNavigation? {
      guard let url = PageURL(try call.string(address)),
        let cause = ScriptNavigation.Cause(rawValue: try call.string(address + 1))
      else { return nil }
      return ScriptNavigation(url, cause, content: try Self.content(call, at: content))
    }
    // window, address, cause, replaces, whether the page is named, method, type, body
    add("navigateWindow") { call in
      guard let place = try navigable(call), scripts.incumbent.mayNavigate(place) else { return call.realm.make(false) }
      guard let target = place.window(), var navigation = try wanted(call, 1, content: 5) else {
        return call.realm.make(true)
      }
      (navigation.replaces, navigation.sendsReferrer) = (call.boolean(3), call.boolean(4))
      target.navigate(navigation, by: scripts.incumbent)
      return call.realm.make(true)
    }
    // address, cause, name, x, y, width, height, whether it has an opener, whether the page is named, method, type, body
    add("openWindow") { call in
      guard var navigation = try wanted(call, 0, content: 9) else { return call.realm.make(-1) }
      navigation.sendsReferrer = call.boolean(8)
      var frame = WindowFrame()
      (frame.x, frame.y) = (try call.integer(3), try call.integer(4))
      frame.width = call.isNull(5) ? nil : try call.integer(5)
      frame.height = call.isNull(6) ? nil : try call.integer(6)
      let made = scripts.openWindow(navigation, frame, name: try call.string(2), hasOpener: call.boolean(7))
      guard let made else { return call.realm.make(-1) }
      if navigation.url.href != "about:blank" {
        made.window()?.navigate(navigation, by: scripts.incumbent)
      }
      return call.realm.make(made.number)
    }
    add("opener") { call in
      guard scripts.isActive, let opener = scripts.navigable.opener, !opener.isGone, !scripts.navigable.isGone else {
        return call.realm.make(-1)
      }
      return call.realm.make(opener.number)
    }
    addAction("setOpener") { call in
      if let other = try navigable(call), scripts.mayNavigate(other) { other.opener = scripts.navigable }
    }
    addAction("disown") { _ in scripts.navigable.opener = nil }
    addAction("closeWindow") { call in
      if let other = try navigable(call), scripts.incumbent.mayNavigate(other) { other.closeByScript() }
    }
    add("windowPlace") { call in
      let frame = scripts.navigable.frame ?? WindowFrame()
      return call.realm.make([Double(frame.x), Double(frame.y)])
    }
  }

  private func addHistory() {
    let scripts = scripts
    add("isShown") { call in call.realm.make(scripts.isActive && !scripts.navigable.isGone) }
    add("historyLength") { call in call.realm.make(scripts.navigable.historyLength) }
    add("historyState") { call in call.realm.make(scripts.navigable.history.shown?.state ?? 0) }
    add("historyText") { call in call.realm.make(scripts.navigable.history.shown?.text) }
    // Of each entry that the Navigation API shows: address, key, number, step and whether it is of the document.
    add("historyEntries") { call in
      let (realm, entries) = (call.realm, scripts.knownEntries)
      return realm.make {
        entries.map { entry in
          realm.make {
            [
              realm.make(entry.url.href), realm.make(entry.key), realm.make(entry.id), realm.make(entry.step),
              realm.make(entry.window === scripts), realm.make(entry.text),
            ]
          }
        }
      }
    }
    add("historyEntry") { call in call.realm.make(scripts.navigable.history.shown?.id ?? 0) }
    add("historyStep") { call in call.realm.make(scripts.navigable.top.history.step) }
    addAction("traverse") { call in scripts.navigable.traverse(by: try call.integer(0), from: scripts) }
    // address, number of its state, replaces
    addAction("updateHistory") { call in
      guard let url = PageURL(try call.string(0)) else { return }
      scripts.navigable.update(scripts, to: url, state: try call.integer(1), replaces: call.boolean(2))
    }
  }
}
