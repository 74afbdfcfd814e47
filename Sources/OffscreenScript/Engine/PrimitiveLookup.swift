import CJSC

/// The object behind the one that has a realm's primitives: makes a function of the engine for each when its name is
/// first asked for. A page asks for some dozens of the hundreds that there are.
final class PrimitiveLookup {
  private unowned let realm: ScriptRealm
  /// Which gets what is made.
  private let owner: ScriptValue
  private let objectClass: JSClassRef
  private let engine: ScriptEngine
  /// What is no function of the engine yet, by name. They hold the realm: it empties this when it ends.
  private var bodies: [String: (ScriptCall) throws -> ScriptValue] = [:]

  init?(_ realm: ScriptRealm, _ owner: ScriptValue) {
    var definition = JSClassDefinition()
    definition.attributes = 1 << 1  // Without a prototype of its own.
    definition.getProperty = Self.get
    let made = "Primitives".withCString { name in
      definition.className = name
      return realm.library.JSClassCreate(&definition)
    }
    guard let made else { return nil }
    (self.realm, self.owner, objectClass, engine) = (realm, owner, made, realm.agent.engine)
    bodies.reserveCapacity(300)
  }

  deinit { engine.library.JSClassRelease(objectClass) }

  func makeObject() -> ScriptValue {
    let object = realm.library.JSObjectMake(realm.context, objectClass, Unmanaged.passUnretained(self).toOpaque())
    // Nothing of the page's stands behind it: see `ScriptRealm.makeObject`.
    realm.library.JSObjectSetPrototype(realm.context, object, realm.null.reference)
    return ScriptValue(reference: object)
  }

  func add(_ name: String, _ body: @escaping (ScriptCall) throws -> ScriptValue) { bodies[name] = body }

  /// Its realm is closed: nobody asks any more.
  func forget() { bodies = [:] }

  /// Its realm ends before others: what is left of its code finds functions, which do nothing by then.
  func makeAll() { for name in Array(bodies.keys) { _ = make(name) } }

  private func make(_ name: String) -> ScriptValue? {
    guard let body = bodies.removeValue(forKey: name) else { return nil }
    let made = realm.makeFunction(body)
    realm.set(name, of: owner, to: made)
    return made
  }

  private static let get: OffscreenGetPropertyCallback = { _, object, name, _ in
    guard let object, let name, let engine = ScriptEngine.shared,
      let pointer = engine.library.JSObjectGetPrivate(object)
    else { return nil }
    let lookup = Unmanaged<PrimitiveLookup>.fromOpaque(pointer).takeUnretainedValue()
    let characters = UnsafeBufferPointer(
      start: engine.library.JSStringGetCharactersPtr(name), count: engine.library.JSStringGetLength(name))
    return lookup.make(String(decoding: characters, as: UTF16.self))?.reference
  }
}
