import OffscreenLoading

extension Primitives {
  func addModules() {
    let scripts = scripts
    addAction("loadModule") { call in
      guard let address = PageURL(try call.string(1)) else { throw ScriptFault("not a valid address") }
      scripts.loadModule(
        PageScripts.ModuleLoad(
          number: try call.integer(0), address: address, type: try call.string(2), integrity: try call.string(3),
          credentials: try call.string(4), nonce: try call.string(5), isParserInserted: call.boolean(6)))
    }
    add("makeModule") { call in
      let realm = call.realm
      let module = scripts.makeModule(try call.bytes(0), at: try call.string(1), realm)
      return realm.make { module.arguments(realm) }
    }
    addAction("moduleReady") { call in
      if scripts.worker != nil { return scripts.workerModuleIsReady(call.boolean(1)) }
      scripts.moduleIsReady(try call.node(0), isLoaded: call.boolean(1))
    }
  }
}
