import OffscreenDOM
import OffscreenHTML
import OffscreenLoading
import OffscreenPlatform

/// What the event loop asks of the page, and the update of the rendering.
extension PageScripts: EventLoop.Handler {
  var mayRun: Bool { agent?.isOutOfTime != true && !isLeft }

  func task(_ number: Int) { entry("task") { [$0.make(number)] } }
  func timer(_ number: Int) { if isActive { entry("timer") { [$0.make(number)] } } }
  func idle(_ time: Double) {
    wantsIdle = false
    entry("idle") { [$0.make(time)] }
  }

  var needsUpdate: Bool {
    if isRenderBlocked { return false }
    if worker != nil { return wantsFrame }
    if wantsFrame || wantsAnimations || drawingsMove { return true }
    guard let realm else { return false }
    let isOther = observedVersions != document.versions
    guard isOther || stylesAreOther else { return false }
    return isOther && (realm.hasEntry("observe") || hasLazyImages) || isLoaded && services.mayAnimate()
  }

  /// https://html.spec.whatwg.org/multipage/webappapis.html#update-the-rendering
  func updateRendering(_ time: Double) {
    guard realm != nil, !isRenderBlocked else { return }
    if let worker {
      guard wantsFrame else { return }
      wantsFrame = false
      return entry("frame") { [$0.make(time - worker.start)] }
    }
    wantsAnimations = false
    // 7. Elements that want the focus, in all windows.
    for window in page.windows { window.flushAutofocus() }
    // 11. Animations. Microtasks run before their events.
    moveDrawings(time)
    fireDrawingEvents()
    entry("animate") { [$0.make(time)] }
    entry("animationEvents") { _ in [] }
    // 14. Frame callbacks.
    if wantsFrame {
      wantsFrame = false
      entry("frame") { [$0.make(time)] }
    }
    (observedVersions, stylesAreOther) = (document.versions, false)
    // 16. Styles, by which transitions begin.
    updateStyles()
    for change in services.takeVisibilityChanges() {
      entry("contentVisibility") { [$0.make(change.element), $0.make(change.isSkipped)] }
    }
    entry("observe") { [$0.make(time)] }
    loadLazyImages()
    services.rememberSizes()
  }

  /// https://html.spec.whatwg.org/multipage/interaction.html#flush-autofocus-candidates
  private func flushAutofocus() {
    guard realm != nil, worker == nil, isActive, !isRenderBlocked, flushedStructure != document.versions.structure
    else { return }
    flushedStructure = document.versions.structure
    entry("flushAutofocus") { _ in [] }
  }

  /// Styles may be others though the document is as it was.
  func stylesChanged() {
    (styledVersions, stylesAreOther) = (nil, true)
  }

  /// What animations and transitions begin by. Those that only go on are where they are when somebody asks.
  func updateStyles() {
    guard styledVersions != document.versions, services.mayAnimate() else { return }
    styledVersions = document.versions
    services.updateStyles()
    if services.hasAnimationChanges { entry("animationChanges") { _ in [] } }
  }

  /// The picture shows animations as they are now, be it between two frames.
  func sampleAnimations() {
    moveDrawings(loop.time)
    entry("sampleAnimations") { [$0.make(loop.time)] }
  }
}
