import OffscreenDOM

/// The calls that the prelude makes, as members of one object that no page sees.
struct Primitives {
  let scripts: PageScripts
  let realm: ScriptRealm
  let lookup: PrimitiveLookup

  var document: Document { realm.document }

  func addAll() {
    addTree()
    addShadow()
    addAttributes()
    addMarkup()
    addSelectors()
    addAddresses()
    addClock()
    addPage()
    addBinary()
    addCryptography()
    addModules()
    addStyle()
    addAnimations()
    addLayout()
    addFrames()
    addWorkers()
    addDrawings()
    addTimelines()
  }

  func add(_ name: String, _ body: @escaping (ScriptCall) throws -> ScriptValue) {
    lookup.add(name, body)
  }

  /// A call that gives nothing.
  func addAction(_ name: String, _ body: @escaping (ScriptCall) throws -> Void) {
    add(name) { call in
      try body(call)
      return call.realm.undefined
    }
  }
}
