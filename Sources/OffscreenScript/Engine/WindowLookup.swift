import CJSC

/// Properties of a window that shows another page by now: scripts of other windows have got hold of the global object
/// of the first page in it, and find in that what the page has which is there now. Scripts of its own realm do not.
/// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-windowproxy-exotic-object
enum WindowLookup {
  static var definition: JSClassDefinition {
    var definition = JSClassDefinition()
    definition.getProperty = get
    definition.setProperty = set
    definition.deleteProperty = delete
    return definition
  }

  /// What an object's properties are looked up in for those who ask; nil where that is the object itself.
  private static func target(
    _ object: JSObjectRef?, _ context: JSContextRef?
  ) -> (realm: ScriptRealm, object: JSObjectRef, isRestricted: Bool)? {
    guard let object, let engine = ScriptEngine.shared, let realm = realm(of: object, engine.library),
      realm.standIn != nil,
      let caller = engine.library.JSContextGetGlobalObject(context),
      let asking = self.realm(of: caller, engine.library),
      asking !== realm, let standIn = realm.standIn?(asking)
    else { return nil }
    switch standIn {
    case .window(let value): return realm.object(value).map { (realm, $0, false) }
    case .restricted(let value): return asking.object(value).map { (realm, $0, true) }
    }
  }

  private static func realm(of global: JSObjectRef, _ library: OffscreenJSC) -> ScriptRealm? {
    library.JSObjectGetPrivate(global).map { Unmanaged<ScriptRealm>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Null: the object's own.
  private static let get: OffscreenGetPropertyCallback = { context, object, name, exception in
    guard let (realm, target, isRestricted) = target(object, context) else { return nil }
    let library = realm.library
    // It says itself what there is, and refuses the rest.
    if isRestricted { return library.JSObjectGetProperty(context, target, name, exception) }
    if library.JSObjectHasProperty(context, target, name) {
      let value = library.JSObjectGetProperty(context, target, name, exception)
      // The window itself is the one that those who ask know already.
      return library.JSValueIsStrictEqual(context, value, target) ? realm.global.reference : value
    }
    // What the first page had is gone with it.
    let own = library.JSContextGetGlobalObject(realm.context)
    return library.JSObjectHasProperty(realm.context, own, name) ? library.JSValueMakeUndefined(context) : nil
  }

  private static let set: OffscreenSetPropertyCallback = { context, object, name, value, exception in
    guard let (realm, target, _) = target(object, context) else { return false }
    realm.library.JSObjectSetProperty(context, target, name, value, 0, exception)
    return true
  }

  private static let delete: OffscreenDeletePropertyCallback = { context, object, name, exception in
    guard let (realm, target, _) = target(object, context) else { return false }
    return realm.library.JSObjectDeleteProperty(context, target, name, exception)
  }
}

/// The object among the prototypes of a window whose properties are elements.
/// https://webidl.spec.whatwg.org/#named-properties-object
final class NamedProperties {
  private unowned let realm: ScriptRealm
  /// Gives the value of a name, or undefined.
  private let find: JSObjectRef
  private let objectClass: JSClassRef
  private let engine: ScriptEngine

  fileprivate init?(_ realm: ScriptRealm, _ find: JSObjectRef) {
    var definition = JSClassDefinition()
    definition.attributes = 1 << 1  // Without a prototype of its own.
    definition.getProperty = Self.get
    let made = "WindowProperties".withCString { name in
      definition.className = name
      return realm.library.JSClassCreate(&definition)
    }
    guard let made else { return nil }
    (self.realm, self.find, objectClass, engine) = (realm, find, made, realm.agent.engine)
  }

  deinit { engine.library.JSClassRelease(objectClass) }

  fileprivate func makeObject() -> ScriptValue {
    ScriptValue(
      reference: realm.library.JSObjectMake(realm.context, objectClass, Unmanaged.passUnretained(self).toOpaque()))
  }

  private static let get: OffscreenGetPropertyCallback = { context, object, name, exception in
    guard let object, let engine = ScriptEngine.shared, let pointer = engine.library.JSObjectGetPrivate(object) else {
      return nil
    }
    let properties = Unmanaged<NamedProperties>.fromOpaque(pointer).takeUnretainedValue()
    let realm = properties.realm
    guard !realm.isClosed else { return nil }
    var arguments = [realm.library.JSValueMakeString(context, name)]
    let value = realm.library.JSObjectCallAsFunction(context, properties.find, nil, 1, &arguments, exception)
    guard let value else { return nil }
    return realm.library.JSValueGetType(context, value) == Int32(OFFSCREEN_SCRIPT_UNDEFINED) ? nil : value
  }
}

extension ScriptRealm {
  func makeNamedProperties(_ find: ScriptValue) -> ScriptValue {
    guard let function = object(find), let made = NamedProperties(self, function) else { return makeObject() }
    protect(find)
    namedProperties = made
    return made.makeObject()
  }
}
