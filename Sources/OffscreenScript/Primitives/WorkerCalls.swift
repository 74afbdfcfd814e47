import OffscreenLoading

extension Primitives {
  func addWorkers() {
    let scripts = scripts
    // kind, address, name, whether it is a module, credentials
    add("startWorker") { call in
      guard let kind = WorkerScope.Kind(rawValue: try call.string(0)), let address = PageURL(try call.string(1)) else {
        throw ScriptFault("not a valid address")
      }
      return call.realm.make(
        scripts.startWorker(
          kind, at: address, name: try call.string(2), isModule: call.boolean(3), credentials: try call.string(4)))
    }
    addAction("endWorker") { call in
      let (number, windows) = (try call.integer(0), scripts.page.windows)
      if windows.indices.contains(number) { windows[number].endWorker() }
    }
    // Whether another window or worker is of the same origin.
    add("sharesOrigin") { call in
      let (number, windows) = (try call.integer(0), scripts.page.windows)
      return call.realm.make(windows.indices.contains(number) && scripts.mayAccess(windows[number]))
    }
    // Surfaces and pictures have numbers of the window's, which its workers share.
    add("drawingSpace") { call in
      var owner = scripts
      while owner.worker != nil, let parent = owner.parent { owner = parent }
      return call.realm.make(owner.number)
    }
    add("hasEnded") { call in call.realm.make(!scripts.isActive) }
    add("workerName") { call in call.realm.make(scripts.worker?.name ?? "") }
    add("isModuleWorker") { call in call.realm.make(scripts.worker?.isModule == true) }
    // Text, address, whether it is of another origin; null where it cannot be had.
    add("importedScript") { call in
      guard let address = PageURL(try call.string(0)), let found = scripts.importedScript(address) else {
        return call.realm.null
      }
      let realm = call.realm
      return realm.make { [realm.make(found.text), realm.make(found.address.href), realm.make(found.isForeign)] }
    }
  }
}
