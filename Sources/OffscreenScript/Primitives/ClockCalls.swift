extension Primitives {
  func addClock() {
    let loop = scripts.loop
    add("now") { call in call.realm.make(loop.read()) }
    add("timeOrigin") { call in call.realm.make(loop.timeOrigin) }
    add("setTimer") { call in
      call.realm.make(loop.setTimer(after: try call.number(0), repeats: call.boolean(1)))
    }
    addAction("clearTimer") { call in loop.clearTimer(try call.integer(0)) }
    addAction("queueTask") { call in
      let value = try call.integer(0)
      loop.queueTask { $0.task(value) }
    }
    addAction("requestFrame") { _ in loop.wantsFrame = true }
    addAction("requestIdle") { _ in loop.wantsIdle = true }
    add("random") { call in call.realm.make(loop.random()) }
  }
}
