import OffscreenDOM
import OffscreenLoading

extension Primitives {
  /// Windows are numbers. Objects of another one are given to scripts of the same origin only.
  func addFrames() {
    let scripts = scripts
    func window(_ call: ScriptCall) throws -> PageScripts? {
      let (number, windows) = (try call.integer(0), scripts.top.windows)
      return windows.indices.contains(number) ? windows[number] : nil
    }
    func accessible(_ call: ScriptCall) throws -> PageScripts? {
      guard let found = try window(call), scripts.mayAccess(found), found.open() else { return nil }
      return found
    }
    add("windowNumber") { call in call.realm.make(scripts.number) }
    add("isLoaded") { call in call.realm.make(scripts.isLoaded) }
    add("parentWindow") { call in call.realm.make((scripts.parent ?? scripts).number) }
    add("topWindow") { call in call.realm.make(scripts.top.number) }
    add("incumbentWindow") { call in
      let incumbent = scripts.agent?.incumbent
      return call.realm.make((scripts.top.windows.first { $0.realm === incumbent } ?? scripts).number)
    }
    add("windowOrigin") { call in call.realm.make(try window(call)?.origin.text) }
    add("windowName") { call in
      call.realm.make(scripts.parent?.document.attribute(scripts.container, .name) ?? "")
    }
    add("windowNamed") { call in
      let name = try call.string(0)
      return call.realm.make(scripts.top.window(named: name)?.number ?? -1)
    }
    add("isWindowClosed") { call in call.realm.make(try window(call)?.isActive != true) }
    add("windowObject") { call in try accessible(call)?.realm?.global ?? call.realm.null }
    add("documentObject") { call in
      guard let realm = try accessible(call)?.realm else { return call.realm.null }
      return try realm.call("wrap", [realm.make(NodeID.document)])
    }
    add("frameElement") { call in
      guard let parent = scripts.parent, parent.mayAccess(scripts), let realm = parent.realm else {
        return call.realm.null
      }
      return try realm.call("wrap", [realm.make(scripts.container)])
    }
    add("importNode") { call in
      let node = NodeID(rawValue: Int32(clamping: try call.integer(1)))
      guard let source = try window(call)?.document, source !== scripts.document,
        (0..<source.nodeCount).contains(Int(node.rawValue))
      else {
        throw ScriptFault("no such node")
      }
      return call.realm.make(try scripts.making { scripts.document.importNode(node, from: source, deep: true) })
    }
    add("frames") { call in call.realm.make(scripts.frameElements()) }
    // -1: the element shows nothing; -2: a page that runs apart from this one.
    add("contentWindow") { call in
      let element = try call.node(0)
      guard scripts.hasFrame(element) else { return call.realm.make(-1) }
      return call.realm.make(scripts.childWindow(of: element)?.number ?? -2)
    }
    addAction("framesInserted") { call in scripts.framesInserted(below: try call.node(0)) }
    addAction("framesRemoved") { _ in scripts.framesRemoved() }
    addAction("frameChanged") { call in scripts.navigateByAttributes(try call.node(0)) }
    addAction("navigateWindow") { call in
      guard let target = try window(call), let url = PageURL(try call.string(1)),
        let cause = ScriptNavigation.Cause(rawValue: try call.string(2))
      else { return }
      target.navigate(
        ScriptNavigation(url, cause, replaces: call.boolean(3), content: try Self.content(call, at: 4)))
    }
    // What is posted, where it may go, and whose window posts it.
    addAction("post") { call in
      guard let target = try window(call), target.isActive, target.open(), let realm = target.realm else { return }
      try realm.call("post", [call.value(1), call.value(2), call.value(3), realm.make(try call.integer(4))])
    }
  }
}
