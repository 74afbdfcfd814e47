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
  private static func target(_ object: JSObjectRef?, _ context: JSContextRef?) -> (ScriptRealm, JSObjectRef)? {
    guard let object, let engine = ScriptEngine.shared, let realm = realm(of: object, engine.library),
      realm.standIn != nil,
      let caller = engine.library.JSContextGetGlobalObject(context),
      let asking = self.realm(of: caller, engine.library),
      asking !== realm, let value = realm.standIn?(asking), let target = realm.object(value)
    else { return nil }
    return (realm, target)
  }

  private static func realm(of global: JSObjectRef, _ library: OffscreenJSC) -> ScriptRealm? {
    library.JSObjectGetPrivate(global).map { Unmanaged<ScriptRealm>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Null: the object's own.
  private static let get: OffscreenGetPropertyCallback = { context, object, name, exception in
    guard let (realm, target) = target(object, context) else { return nil }
    let library = realm.library
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
    guard let (realm, target) = target(object, context) else { return false }
    realm.library.JSObjectSetProperty(context, target, name, value, 0, exception)
    return true
  }

  private static let delete: OffscreenDeletePropertyCallback = { context, object, name, exception in
    guard let (realm, target) = target(object, context) else { return false }
    return realm.library.JSObjectDeleteProperty(context, target, name, exception)
  }
}
