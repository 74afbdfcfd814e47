import CJSC
import OffscreenDOM

/// A global object with all that belongs to it, in an agent's group of contexts.
/// https://tc39.es/ecma262/#realm
final class ScriptRealm {
  let agent: ScriptAgent
  let document: Document
  /// The interface of the global object.
  let globalName: String
  private(set) var context: JSContextRef
  private let globalClass: JSClassRef
  private let functionClass: JSClassRef
  private var functions: [NativeFunction] = []
  private var protected: [JSValueRef] = []
  /// The prelude's functions that are called from here, by name.
  private var entries: [String: JSObjectRef] = [:]

  var library: OffscreenJSC { agent.engine.library }
  var isOfWorker: Bool { globalName != "Window" }
  var isOutOfTime: Bool { agent.isOutOfTime || isOfWorker && agent.workersAreOutOfTime }

  /// Where scripts of another realm find the properties of the global object; nil while that is this one itself.
  /// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-windowproxy-exotic-object
  var standIn: ((_ asking: ScriptRealm) -> StandIn?)?

  enum StandIn {
    case window(ScriptValue)
    /// What is shown is of another origin than those who ask.
    case restricted(ScriptValue)
  }

  /// Nil where the engine gives no context. `isInner`: whether its global object may stand for those of later realms,
  /// which makes names that are looked up in it dearer.
  init?(_ agent: ScriptAgent, document: Document, globalName: String = "Window", isInner: Bool = false) {
    let library = agent.engine.library
    (self.agent, self.document, self.globalName) = (agent, document, globalName)
    var global = isInner ? WindowLookup.definition : JSClassDefinition()
    var function = JSClassDefinition()
    function.callAsFunction = NativeFunction.callback
    function.attributes = 1 << 1  // Without a prototype of its own.
    let classes: (JSClassRef?, JSClassRef?) = globalName.withCString { name in
      global.className = name
      return "Function".withCString { name in
        function.className = name
        return (library.JSClassCreate(&global), library.JSClassCreate(&function))
      }
    }
    guard let globalClass = classes.0, let functionClass = classes.1,
      let context = library.JSGlobalContextCreateInGroup(agent.group, globalClass)
    else { return nil }
    (self.globalClass, self.functionClass, self.context) = (globalClass, functionClass, context)
    _ = library.JSObjectSetPrivate(
      library.JSContextGetGlobalObject(context), Unmanaged.passUnretained(self).toOpaque())
  }

  /// Lets go of what the primitives hold, which holds this realm in turn. No call may be under way, nor come.
  func close() {
    (functions, standIn, isClosed) = ([], nil, true)
    primitives?.forget()
  }
  private(set) var isClosed = false
  /// A function that does nothing.
  private lazy var ignoring: ScriptValue = {
    let function = makeFunction { $0.realm.undefined }
    protect(function)
    return function
  }()
  /// Kept as long as this one.
  var namedProperties: NamedProperties?
  private var primitives: PrimitiveLookup?

  /// Makes the object that has the primitives; what `fill` adds to it is made when it is first asked for.
  func makePrimitives(_ fill: (PrimitiveLookup) -> Void) -> ScriptValue {
    let object = makeObject()
    protect(object)
    guard let lookup = PrimitiveLookup(self, object) else { return object }
    primitives = lookup
    library.JSObjectSetPrototype(context, object.reference, lookup.makeObject().reference)
    fill(lookup)
    return object
  }

  /// Ends a realm before another one: its code may still be reached from there, and changes nothing any more.
  func retire(before other: ScriptRealm?) {
    // The engine keeps a realm alive whose promises it tells a function of that realm of.
    if let other { setRejectionHandler(other.ignoring) }
    primitives?.makeAll()
    for function in functions { function.retire() }
    agent.keep(functions, primitives)
    functions = []
  }

  deinit {
    _ = library.JSObjectSetPrivate(library.JSContextGetGlobalObject(context), nil)
    for value in protected { library.JSValueUnprotect(context, value) }
    library.JSGlobalContextRelease(context)
    library.JSClassRelease(globalClass)
    library.JSClassRelease(functionClass)
  }

  // MARK: Values

  var undefined: ScriptValue { ScriptValue(reference: library.JSValueMakeUndefined(context)) }
  var null: ScriptValue { ScriptValue(reference: library.JSValueMakeNull(context)) }
  func make(_ value: Bool) -> ScriptValue { ScriptValue(reference: library.JSValueMakeBoolean(context, value)) }
  func make(_ value: Double) -> ScriptValue { ScriptValue(reference: library.JSValueMakeNumber(context, value)) }
  func make(_ value: Int) -> ScriptValue { make(Double(value)) }
  func make(_ node: NodeID) -> ScriptValue { make(Double(node.rawValue)) }
  func make(_ value: String) -> ScriptValue {
    withString(value) { agent.note(library.JSValueMakeString(context, $0), context) }
  }
  func make(_ value: String?) -> ScriptValue { value.map { make($0) } ?? null }
  func make(_ bytes: [UInt8]) -> ScriptValue {
    bytes.withUnsafeBufferPointer { bytes in
      withString(bytes) { agent.note(library.JSValueMakeString(context, $0), context) }
    }
  }

  /// An array.
  func make(_ values: () -> [ScriptValue]) -> ScriptValue {
    let array = agent.list(context, values) { references in
      references.withUnsafeBufferPointer { library.JSObjectMakeArray(context, $0.count, $0.baseAddress, nil) }
    }
    return agent.note(array, context)
  }

  func make(_ strings: [String]) -> ScriptValue { make { strings.map { make($0) } } }

  /// An `Int32Array`.
  func make(_ nodes: [NodeID]) -> ScriptValue { typedArray(nodes.map(\.rawValue), Int32(OFFSCREEN_INT32_ARRAY)) }
  func make(_ numbers: [Int32]) -> ScriptValue { typedArray(numbers, Int32(OFFSCREEN_INT32_ARRAY)) }
  /// A `Float64Array`.
  func make(_ numbers: [Double]) -> ScriptValue { typedArray(numbers, Int32(OFFSCREEN_FLOAT64_ARRAY)) }
  /// A `Uint8Array`.
  func makeBinary(_ bytes: [UInt8]) -> ScriptValue { typedArray(bytes, Int32(OFFSCREEN_UINT8_ARRAY)) }

  private func typedArray<Element: BitwiseCopyable>(_ elements: [Element], _ type: Int32) -> ScriptValue {
    guard let array = library.JSObjectMakeTypedArray(context, type, elements.count, nil) else { return null }
    if !elements.isEmpty, let target = library.JSObjectGetTypedArrayBytesPtr(context, array, nil) {
      elements.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { target.copyMemory(from: source, byteCount: bytes.count) }
      }
    }
    return agent.note(array, context)
  }

  /// An `Int32Array` over memory that outlives the realm and never moves.
  func makeView(of memory: UnsafeMutableRawPointer, byteCount: Int) -> ScriptValue {
    ScriptValue(
      reference: library.JSObjectMakeTypedArrayWithBytesNoCopy(
        context, Int32(OFFSCREEN_INT32_ARRAY), memory, byteCount, { _, _ in }, nil, nil))
  }

  /// A string in UTF-8; surrogates that stand alone are replaced.
  func bytes(of value: ScriptValue) throws -> [UInt8] {
    var exception: JSValueRef?
    guard let string = library.JSValueToStringCopy(context, value.reference, &exception) else {
      throw ScriptException(exception, self)
    }
    defer { library.JSStringRelease(string) }
    let characters = UnsafeBufferPointer(
      start: library.JSStringGetCharactersPtr(string), count: library.JSStringGetLength(string))
    return UTF16Text.utf8(characters)
  }

  func string(of value: ScriptValue) throws -> String { String(decoding: try bytes(of: value), as: UTF8.self) }

  func binary(of value: ScriptValue) throws -> [UInt8]? {
    guard let object = object(value) else { return nil }
    let type = library.JSValueGetTypedArrayType(context, object, nil)
    if type == Int32(OFFSCREEN_NO_TYPED_ARRAY) { return nil }
    let isBuffer = type == Int32(OFFSCREEN_ARRAY_BUFFER)
    let count =
      isBuffer
      ? library.JSObjectGetArrayBufferByteLength(context, object, nil)
      : library.JSObjectGetTypedArrayByteLength(context, object, nil)
    let start =
      isBuffer
      ? library.JSObjectGetArrayBufferBytesPtr(context, object, nil)
      : library.JSObjectGetTypedArrayBytesPtr(context, object, nil).map {
        $0 + library.JSObjectGetTypedArrayByteOffset(context, object, nil)
      }
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The first numbers of a `Float64Array`.
  func numbers(of value: ScriptValue, count: Int) -> [Double] {
    guard count > 0, let object = object(value),
      library.JSValueGetTypedArrayType(context, object, nil) == Int32(OFFSCREEN_FLOAT64_ARRAY),
      let start = library.JSObjectGetTypedArrayBytesPtr(context, object, nil)
    else { return [] }
    let bytes = min(library.JSObjectGetTypedArrayByteLength(context, object, nil), count * 8)
    let first = start + library.JSObjectGetTypedArrayByteOffset(context, object, nil)
    return Array(UnsafeRawBufferPointer(start: first, count: bytes).bindMemory(to: Double.self))
  }

  func strings(of value: ScriptValue) throws -> [String] {
    guard let object = object(value) else { return [] }
    var exception: JSValueRef?
    let length = withString("length") { library.JSObjectGetProperty(context, object, $0, &exception) }
    let count = library.JSValueToNumber(context, length, nil)
    guard exception == nil, count.isFinite, count >= 0 else { return [] }
    var result: [String] = []
    for index in 0..<UInt32(min(count, 100_000)) {
      let item = library.JSObjectGetPropertyAtIndex(context, object, index, &exception)
      result.append(try string(of: ScriptValue(reference: item)))
    }
    return result
  }

  func object(_ value: ScriptValue) -> JSObjectRef? {
    guard let reference = value.reference, library.JSValueIsObject(context, reference) else { return nil }
    return reference
  }

  func isNull(_ value: ScriptValue) -> Bool {
    let type = library.JSValueGetType(context, value.reference)
    return type == Int32(OFFSCREEN_SCRIPT_NULL) || type == Int32(OFFSCREEN_SCRIPT_UNDEFINED)
  }

  func isString(_ value: ScriptValue) -> Bool {
    library.JSValueGetType(context, value.reference) == Int32(OFFSCREEN_SCRIPT_STRING)
  }

  /// An element by its number; nil for anything else.
  func element(of value: ScriptValue) -> NodeID? {
    let number = library.JSValueToNumber(context, value.reference, nil)
    guard number >= 0, number < Double(document.nodeCount) else { return nil }
    let node = NodeID(rawValue: Int32(number))
    return document.isElement(node) ? node : nil
  }

  func boolean(of value: ScriptValue) -> Bool { library.JSValueToBoolean(context, value.reference) }

  private func withString<Result>(_ text: String, _ body: (JSStringRef?) -> Result) -> Result {
    var text = text
    return text.withUTF8 { withString($0, body) }
  }

  /// `text` is UTF-8.
  private func withString<Result>(_ text: UnsafeBufferPointer<UInt8>, _ body: (JSStringRef?) -> Result) -> Result {
    let string = UTF16Text.withCharacters(of: text) { library.JSStringCreateWithCharacters($0.baseAddress, $0.count) }
    defer { library.JSStringRelease(string) }
    return body(string)
  }

  // MARK: Objects for the prelude

  /// An object that the prelude gets its primitives as: nothing of the page's stands behind it, which would be asked
  /// when something is put on it.
  func makeObject() -> ScriptValue {
    let object = ScriptValue(reference: library.JSObjectMake(context, nil, nil))
    library.JSObjectSetPrototype(context, object.reference, null.reference)
    return object
  }

  var global: ScriptValue { ScriptValue(reference: library.JSContextGetGlobalObject(context)) }

  func set(_ name: String, of object: ScriptValue, to value: ScriptValue) {
    guard let object = self.object(object) else { return }
    withString(name) { library.JSObjectSetProperty(context, object, $0, value.reference, 0, nil) }
  }

  func get(_ name: String, of object: ScriptValue) -> ScriptValue {
    guard let object = self.object(object) else { return undefined }
    return agent.note(withString(name) { library.JSObjectGetProperty(context, object, $0, nil) }, context)
  }

  func makeFunction(_ body: @escaping (ScriptCall) throws -> ScriptValue) -> ScriptValue {
    let function = NativeFunction(self, body)
    functions.append(function)
    return ScriptValue(
      reference: library.JSObjectMake(context, functionClass, Unmanaged.passUnretained(function).toOpaque()))
  }

  /// Keeps a value alive as long as the realm.
  func protect(_ value: ScriptValue) {
    guard let reference = value.reference else { return }
    library.JSValueProtect(context, reference)
    protected.append(reference)
  }

  /// A value that becomes part of a list that is being put together, for `ScriptAgent.list` to know.
  func noted(_ value: ScriptValue) -> ScriptValue { agent.note(value.reference, context) }

  // MARK: Calls

  /// A function of the prelude, by its name among the entries.
  func setEntries(_ object: ScriptValue) { entriesObject = object; protect(object) }
  private var entriesObject: ScriptValue?

  func hasEntry(_ name: String) -> Bool { entry(name) != nil }

  private func entry(_ name: String) -> JSObjectRef? {
    if let known = entries[name] { return known }
    guard let entriesObject, let function = object(get(name, of: entriesObject)),
      library.JSObjectIsFunction(context, function)
    else { return nil }
    library.JSValueProtect(context, function)
    protected.append(function)
    entries[name] = function
    return function
  }

  /// Calls one of the prelude's entries: a task, after which microtasks run.
  @discardableResult
  func call(_ name: String, _ arguments: (ScriptRealm) -> [ScriptValue] = { _ in [] }) throws -> ScriptValue {
    guard let function = agent.isIdle ? try turn(name) : entry(name) else { return undefined }
    return try call(ScriptValue(reference: function)) { arguments(self) }
  }

  /// The function that calls an entry while no script is running: the prelude then runs microtasks after each of the
  /// page's functions that it calls.
  private func turn(_ name: String) throws -> JSObjectRef? {
    if let known = turns[name] { return known }
    guard let function = entry(name), let make = entry("makeTurn") else { return entry(name) }
    let made = try call(ScriptValue(reference: make)) { [ScriptValue(reference: function)] }
    protect(made)
    turns[name] = object(made)
    return turns[name]
  }
  private var turns: [String: JSObjectRef] = [:]

  func call(_ function: ScriptValue, _ arguments: () -> [ScriptValue]) throws -> ScriptValue {
    guard let function = object(function) else { return undefined }
    return try agent.run(in: self) {
      var exception: JSValueRef?
      let result = agent.list(context, arguments) { references in
        references.withUnsafeBufferPointer {
          library.JSObjectCallAsFunction(context, function, nil, $0.count, $0.baseAddress, &exception)
        }
      }
      if let exception { throw ScriptException(exception, self) }
      return ScriptValue(reference: result)
    }
  }

  /// Evaluates a classic script. `line`: of its first line, from 1. `reporting`: hears of what it throws before the
  /// microtasks run that it leaves; without it, that is thrown here.
  @discardableResult
  func evaluate(
    _ source: [UInt8], url: String, line: Int = 1, reporting: ((ScriptException) -> Void)? = nil
  ) throws -> ScriptValue {
    try agent.run(in: self) {
      let lock = reporting == nil ? nil : library.JSLock
      lock?(context)
      defer { if lock != nil { library.JSUnlock?(context) } }
      var exception: JSValueRef?
      let result = source.withUnsafeBufferPointer { source in
        withString(source) { source in
          withString(url) { library.JSEvaluateScript(context, source, nil, $0, Int32(clamping: line), &exception) }
        }
      }
      if let exception {
        let thrown = ScriptException(exception, self)
        guard let reporting else { throw thrown }
        reporting(thrown)
        return undefined
      }
      return ScriptValue(reference: result)
    }
  }

  /// Evaluates a file of the prelude: gives the function that it is.
  func evaluate(_ file: Prelude.File) throws -> ScriptValue {
    try agent.run(in: self) {
      var exception: JSValueRef?
      let result = library.JSScriptEvaluate(context, try agent.script(of: file), nil, &exception)
      if let exception { throw ScriptException(exception, self) }
      return ScriptValue(reference: result)
    }
  }

  /// Whether `eval` and its kin may run texts; `isEvaluationFree`: be it as it may, for a moment.
  var allowsEvaluation = true { didSet { applyEvaluation() } }
  var isEvaluationFree = false { didSet { if !allowsEvaluation { applyEvaluation() } } }

  private func applyEvaluation() {
    withString("The page's Content Security Policy does not allow to evaluate a string as JavaScript.") {
      library.JSGlobalContextSetEvalEnabled?(context, allowsEvaluation || isEvaluationFree, $0)
    }
  }

  /// Sets the function that is told of promises that are rejected without anyone listening.
  func setRejectionHandler(_ function: ScriptValue) {
    guard let function = object(function) else { return }
    library.JSGlobalContextSetUnhandledRejectionCallback(context, function, nil)
  }

  /// What a message says of a thrown value. The page's own `toString` may throw in turn.
  func text(of error: any Error) -> String {
    switch error {
    case let exception as ScriptException:
      (try? string(of: exception.value)) ?? "an exception that has no text"
    case let fault as ScriptFault: fault.message
    default: "\(error)"
    }
  }

  fileprivate func makeError(_ message: String) -> JSValueRef? {
    var arguments = [make(message).reference]
    return library.JSObjectMakeError(context, 1, &arguments, nil)
  }
}

/// A primitive: a function of the engine that calls Swift.
final class NativeFunction {
  private unowned let realm: ScriptRealm
  /// Nil once its realm has ended.
  private var body: ((ScriptCall) throws -> ScriptValue)?

  init(_ realm: ScriptRealm, _ body: @escaping (ScriptCall) throws -> ScriptValue) {
    (self.realm, self.body) = (realm, body)
  }

  func retire() { body = nil }

  static let callback: OffscreenScriptCallback = { _, function, _, count, arguments, exception in
    guard let function, let engine = ScriptEngine.shared, let pointer = engine.library.JSObjectGetPrivate(function)
    else {
      return nil
    }
    let native = Unmanaged<NativeFunction>.fromOpaque(pointer).takeUnretainedValue()
    guard let body = native.body else { return nil }
    do {
      return try body(ScriptCall(realm: native.realm, count: count, arguments: arguments)).reference
    } catch let thrown as ScriptException {
      exception?.pointee = thrown.value.reference
    } catch let fault as ScriptFault {
      exception?.pointee = native.realm.makeError(fault.message)
    } catch {
      exception?.pointee = native.realm.makeError("\(error)")
    }
    return nil
  }
}
