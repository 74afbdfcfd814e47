import OffscreenDOM

/// The animations of drawings, which move from the load event on.
/// https://svgwg.org/specs/animations/#DocumentBegin
extension PageScripts {
  /// Puts them where they are at a moment of the page's clock.
  func moveDrawings(_ time: Double) {
    guard let begin = drawingsBegin, let timeline = services.drawingTimeline else { return }
    drawingEvents += timeline.sample(at: (time - begin) / 1_000)
  }

  /// What has happened to them, told to scripts.
  func fireDrawingEvents() {
    guard drawingsBegin != nil, let timeline = services.drawingTimeline else { return }
    let events = drawingEvents
    drawingEvents = []
    let awaited = timeline.awaitedEvents
    if events.isEmpty, awaited.isEmpty { return }
    entry("load") { [$0.make("svg-animation.js")] }
    entry("drawingEvents") { realm in
      [
        realm.make(events.flatMap { ["\($0.element.rawValue)", $0.type, "\($0.detail)"] }),
        realm.make(awaited.flatMap { ["\($0.element.rawValue)", $0.type] }),
      ]
    }
  }

  /// Seconds since the load event.
  var drawingTime: Double { sinceLoad(loop.frameTime) ?? 0 }
  private func sinceLoad(_ time: Double) -> Double? { drawingsBegin.map { max(0, time - $0) / 1_000 } }

  /// The same between two updates of the rendering, for animated pictures; nil where no script has run.
  package var pictureTime: Double? { isOpen ? sinceLoad(loop.time) : nil }

  /// Whether they ask for updates of the rendering.
  var drawingsMove: Bool {
    drawingsBegin != nil && (!drawingEvents.isEmpty || services.drawingTimeline?.isMoving == true)
  }
}
