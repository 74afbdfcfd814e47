import CJSC

/// What the realms of one page share: a group of the engine's contexts, of which no other page has a part, and the time
/// that their scripts may take. Stays on one thread, which needs a large stack.
/// https://tc39.es/ecma262/#sec-agents
final class ScriptAgent {
  let engine: ScriptEngine
  let group: JSContextGroupRef
  /// An object that the preludes of all realms share; of the first of them, which lives as long as the others.
  private(set) var shared: ScriptValue?
  /// Whether the page's scripts have used up their time.
  private(set) var isOutOfTime = false
  /// Those of the calls into the engine that are under way, the innermost last.
  private var running: [Unmanaged<ScriptRealm>] = []
  /// Seconds of processor time that scripts may still take.
  private var secondsLeft: Double
  /// Values that were made since arguments are being put together, each protected from the collector. Nil while there
  /// are none to be.
  private var made: [JSValueRef]?
  /// What is to be done once no script runs and the microtasks that it left have run.
  private var turnEndings: [() -> Void] = []
  private var isEndingTurn = false
  /// Those that workers may take, all of them together: one that never ends leaves the page as much for itself.
  private var workerSecondsLeft: Double
  /// Whether the workers have used up theirs.
  var workersAreOutOfTime: Bool { workerSecondsLeft <= 0 }
  /// Primitives of realms that have ended: what is left of their code may still call them, which does nothing.
  private var retired: [NativeFunction] = []
  private var retiredLookups: [PrimitiveLookup] = []
  private var endedRealms = 0

  /// Whether its page is our own, and its group is kept for those of forked processes.
  private let isRehearsal = PreparedGroup.isBeingMade

  /// `seconds`: of processor time for all scripts of a page. Nil where the engine gives no group.
  init?(_ engine: ScriptEngine, compiles: Bool, seconds: Double) {
    let prepared = PreparedGroup.take(compiles: compiles, engine)
    guard let group = prepared?.group ?? engine.library.JSContextGroupCreate() else { return nil }
    preludeScripts = prepared?.scripts ?? [:]
    (self.engine, self.group, secondsLeft) = (engine, group, seconds)
    workerSecondsLeft = seconds / 2
  }

  /// Makes the shared object, where this is the first realm.
  func sharedObject(_ realm: ScriptRealm) -> ScriptValue {
    if let shared { return shared }
    let made = realm.makeObject()
    realm.protect(made)
    shared = made
    return made
  }

  deinit {
    if isRehearsal, PreparedGroup.keep(group, preludeScripts) { return }
    for script in preludeScripts.values { engine.library.JSScriptRelease(script) }
    engine.library.JSContextGroupRelease(group)
  }

  /// The prelude's files as the engine has read them, by name: once for the windows of all frames.
  private var preludeScripts: [String: JSScriptRef]

  func script(of file: Prelude.File) throws -> JSScriptRef {
    if let known = preludeScripts[file.name] { return known }
    guard
      let script = file.source.withMemoryRebound(
        to: CChar.self,
        {
          engine.library.JSScriptCreateReferencingImmortalASCIIText(
            group, nil, 1, $0.baseAddress, $0.count, nil, nil)
        })
    else { throw ScriptFault("the part \(file.name) of the prelude cannot be read") }
    preludeScripts[file.name] = script
    return script
  }

  /// The realm whose code made the call that is under way.
  /// https://html.spec.whatwg.org/multipage/webappapis.html#incumbent-settings-object
  var incumbent: ScriptRealm? { running.last?.takeUnretainedValue() }

  /// Calls a function after the microtasks of the outermost call that is under way.
  /// https://html.spec.whatwg.org/multipage/webappapis.html#perform-a-microtask-checkpoint
  func atEndOfTurn(_ body: @escaping () -> Void) { turnEndings.append(body) }

  /// What a value is made of goes through here: it may be held by an array of ours before it is one of the engine's.
  func note(_ reference: JSValueRef?, _ context: JSContextRef) -> ScriptValue {
    if let reference, made != nil {
      engine.library.JSValueProtect(context, reference)
      made?.append(reference)
    }
    return ScriptValue(reference: reference)
  }

  /// Puts a list together. The collector looks for values on the stack, not in the memory of our arrays: all that is made
  /// meanwhile lives until `body` has ended, which gets the list.
  func list<Result>(
    _ context: JSContextRef, _ values: () -> [ScriptValue], _ body: ([JSValueRef?]) throws -> Result
  ) rethrows -> Result {
    let outer = made
    made = []
    let references = values().map(\.reference)
    let kept = made ?? []
    made = outer
    defer { for reference in kept { engine.library.JSValueUnprotect(context, reference) } }
    return try body(references)
  }

  /// Runs the microtasks while the outermost call is under way, in which no script of the page runs: the prelude says so.
  /// The engine's interface has no call for it, and runs them when that call returns; without the engine's own function
  /// they wait until then.
  func performMicrotaskCheckpoint(in realm: ScriptRealm) {
    let library = engine.library
    guard running.count == 1, let lock = library.JSLock, let unlock = library.JSUnlock,
      let drain = library.drainMicrotasks
    else { return }
    lock(realm.context)
    drain(group)
    unlock(realm.context)
  }

  /// Whether a call would be the outermost.
  var isIdle: Bool { running.isEmpty }

  private func endTurn() {
    guard running.isEmpty, !isEndingTurn else { return }
    isEndingTurn = true
    defer { isEndingTurn = false }
    while !turnEndings.isEmpty {
      let endings = turnEndings
      turnEndings = []
      for ending in endings { ending() }
    }
  }

  func isRunning(_ realm: ScriptRealm) -> Bool { running.contains { $0.takeUnretainedValue() === realm } }

  func keep(_ functions: [NativeFunction], _ lookup: PrimitiveLookup?) {
    retired += functions
    if let lookup { retiredLookups.append(lookup) }
  }

  /// A realm has ended before this one. Each is some megabytes, of which the engine counts the least.
  func collect(beside realm: ScriptRealm) {
    endedRealms += 1
    if endedRealms % 16 == 0 { engine.library.JSSynchronousGarbageCollectForDebugging?(realm.context) }
  }

  /// Gives back the memory of what can be made again: what the engine has read of the text of functions, which it reads
  /// anew when they are called; and of garbage. Does nothing while a call is under way.
  func releaseMemory(of realm: ScriptRealm) {
    guard isIdle else { return }
    let library = engine.library
    if let lock = library.JSLock, let unlock = library.JSUnlock, let deleteAllCode = library.deleteAllCode {
      lock(realm.context)
      deleteAllCode(group, Int32(OFFSCREEN_DELETE_ALL_CODE))
      unlock(realm.context)
    }
    library.JSSynchronousGarbageCollectForDebugging?(realm.context)
    library.releaseFastMallocFreeMemory?()
  }

  /// The time of the call that is under way is over.
  private func stop() {
    if running.first?.takeUnretainedValue().isOfWorker == true, workerSecondsLeft < secondsLeft {
      workerSecondsLeft = 0
    } else {
      isOutOfTime = true
    }
  }

  /// Arms the time limit around the outermost call: from within a running script it does not arm.
  func run(in realm: ScriptRealm, _ body: () throws -> ScriptValue) throws -> ScriptValue {
    defer { if !turnEndings.isEmpty { endTurn() } }
    if realm.isOutOfTime { throw ScriptFault("the page's scripts have used up their time") }
    running.append(Unmanaged.passUnretained(realm))
    defer { running.removeLast() }
    // The limit would take a thread.
    guard running.count == 1, !isRehearsal else { return try body() }
    engine.library.JSContextGroupSetExecutionTimeLimit(
      group, max(0.01, realm.isOfWorker ? min(secondsLeft, workerSecondsLeft) : secondsLeft),
      { _, agent in
        if let agent { Unmanaged<ScriptAgent>.fromOpaque(agent).takeUnretainedValue().stop() }
        return true
      }, Unmanaged.passUnretained(self).toOpaque())
    let start = ScriptTime.processor
    defer {
      let taken = ScriptTime.processor - start
      secondsLeft -= taken
      if realm.isOfWorker { workerSecondsLeft -= taken }
      if secondsLeft <= 0 { isOutOfTime = true }
    }
    return try body()
  }
}
