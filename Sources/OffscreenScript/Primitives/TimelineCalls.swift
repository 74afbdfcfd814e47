import OffscreenDOM

/// What scripts ask of the animations of drawings.
extension Primitives {
  func addTimelines() {
    let (document, services) = (document, scripts.services)
    add("animatedAttribute") { call in
      let (node, name) = (try call.node(0), try call.atom(1))
      return document.animatedAttribute(node, name).map { call.realm.make($0) } ?? call.realm.null
    }
    add("timelineTime") { call in
      let container = try call.node(0)
      return call.realm.make(services.drawingTimeline?.time(of: container) ?? scripts.drawingTime)
    }
    addAction("setTimelineTime") { call in
      services.makeDrawingTimeline().setTime(try call.number(1), of: try call.node(0))
    }
    add("isTimelinePaused") { call in
      call.realm.make(services.drawingTimeline?.isPaused(try call.node(0)) ?? false)
    }
    addAction("pauseTimeline") { call in
      let (timeline, container) = (services.makeDrawingTimeline(), try call.node(0))
      if call.boolean(1) { timeline.pause(container) } else { timeline.goOn(container) }
    }
    add("animationTarget") { call in
      let element = try call.node(0)
      return call.realm.make(services.drawingTimeline?.target(of: element) ?? .none)
    }
    add("animationTime") { call in
      guard let timeline = services.drawingTimeline, let container = timeline.container(of: try call.node(0)) else {
        return call.realm.make(0)
      }
      return call.realm.make(timeline.time(of: container))
    }
    addAction("beginAnimation") { call in
      services.drawingTimeline?.begin(try call.node(0), after: try call.number(1))
    }
    addAction("endAnimation") { call in services.drawingTimeline?.end(try call.node(0), after: try call.number(1)) }
    add("animationStart") { call in
      let start = services.drawingTimeline?.startTime(of: try call.node(0))
      return start.map { call.realm.make($0) } ?? call.realm.null
    }
    add("animationDuration") { call in
      let duration = services.drawingTimeline?.simpleDuration(of: try call.node(0))
      return duration.map { call.realm.make($0) } ?? call.realm.null
    }
    addAction("drawingHappened") { call in
      services.drawingTimeline?.happened(try call.string(0), at: try call.node(1))
    }
  }
}
