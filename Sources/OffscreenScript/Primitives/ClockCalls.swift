extension Primitives {
  func addClock() {
    let (scripts, loop) = (scripts, scripts.loop)
    let start = scripts.worker?.start ?? 0
    add("now") { call in call.realm.make(loop.read() - start) }
    add("timeOrigin") { call in call.realm.make(loop.timeOrigin + start) }
    add("setTimer") { call in
      call.realm.make(loop.setTimer(for: scripts, after: try call.number(0), repeats: call.boolean(1)))
    }
    addAction("clearTimer") { call in loop.clearTimer(try call.integer(0)) }
    addAction("queueTask") { call in
      let value = try call.integer(0)
      scripts.queueTask(after: max(0, min(try call.number(1), 10_000))) { $0.task(value) }
    }
    let agent = realm.agent
    addAction("endOfTurn") { [unowned agent] call in
      let value = try call.integer(0)
      agent.atEndOfTurn { [weak scripts] in scripts?.task(value) }
    }
    addAction("performMicrotaskCheckpoint") { [unowned agent] call in agent.performMicrotaskCheckpoint(in: call.realm) }
    addAction("requestFrame") { _ in scripts.wantsFrame = true }
    addAction("requestIdle") { _ in scripts.wantsIdle = true }
    // What blocks its thread holds up the page's clock: no other thread is there.
    addAction("sleep") { call in loop.sleep(try call.number(0)) }
    add("random") { call in call.realm.make(loop.random()) }
  }
}
