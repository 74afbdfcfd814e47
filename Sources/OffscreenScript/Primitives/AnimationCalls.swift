extension Primitives {
  func addAnimations() {
    let services = scripts.services
    addAction("updateStyles") { _ in services.updateStyles() }
    add("animationChanges") { call in call.realm.make(services.animationChanges()) }
    add("makeEffect") { call in call.realm.make(services.makeEffect()) }
    addAction("setEffect") { call in
      let effect = ScriptEffect(
        kind: try call.string(1), order: try call.integer(2), element: try call.node(3), pseudo: try call.string(4),
        composite: try call.string(5), accumulatesIterations: call.boolean(6), keyframes: try call.strings(7))
      services.setEffect(try call.integer(0), effect)
    }
    addAction("setEffectState") { call in
      services.setEffectState(
        try call.integer(0), progress: try call.number(1), iteration: try call.number(2), flags: try call.integer(3))
    }
    addAction("removeEffect") { call in services.removeEffect(try call.integer(0)) }
    add("effectKeyframes") { call in call.realm.make(services.keyframes(of: try call.integer(0))) }
    add("easing") { call in call.realm.make(services.easing(try call.string(0))) }
    add("ease") { call in
      call.realm.make(services.ease(try call.string(0), try call.number(1), isBefore: call.boolean(2)))
    }
    addAction("requestUpdate") { _ in scripts.wantsAnimations = true }
    add("frameTime") { call in call.realm.make(scripts.loop.frameTime) }
  }
}
