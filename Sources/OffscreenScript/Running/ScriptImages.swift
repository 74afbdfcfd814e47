import OffscreenDOM

/// What is known of the pictures of a document's images.
struct ScriptImages {
  struct State {
    var isComplete = true
    /// Whether there is a picture.
    var isShown = false
    /// In CSS pixels.
    var (width, height) = (0.0, 0.0)
    /// The address that was chosen.
    var source = ""
  }

  fileprivate var states: [NodeID: State] = [:]
  /// Those that wait until they come near the viewport are among them.
  fileprivate var underWay: Set<NodeID> = []
  /// The addresses before, of those whose new ones are not chosen yet; those that were chosen last.
  fileprivate var sourcesBefore: [NodeID: String] = [:]
  fileprivate var chosen: [NodeID: String] = [:]
  /// Those that are loaded when they come near the viewport.
  fileprivate var lazy: [NodeID] = []
}

/// https://html.spec.whatwg.org/multipage/images.html#updating-the-image-data
extension PageScripts {
  func imageState(of element: NodeID) -> ScriptImages.State {
    if let known = images.states[element] { return known }
    let isUnderWay = images.underWay.contains(element)
    // Those of a page whose first script comes after its loading were seen by nobody here.
    if isLoaded, !isUnderWay { return findState(of: element) }
    var state = ScriptImages.State()
    state.isComplete = !isUnderWay && !document.hasAttribute(element, .src)
    state.source = images.sourcesBefore[element] ?? images.chosen[element] ?? services.imageSource(of: element) ?? ""
    return state
  }

  /// Loads what an image element shows now, and then says so with an event. Whether that is not what it shows already.
  func loadImage(of element: NodeID) -> Bool {
    let before = images.states[element]
    let source = isVectorImage(element) ? nil : services.imageSource(of: element)
    let isThere = source.map { !hasSourceSet(element) && services.hasLoadedImage(at: $0) } ?? false
    if isLazy(element), source != nil, !isThere {
      wait(for: element)
    } else if stopWaiting(for: element) || images.underWay.insert(element).inserted {
      queueTask(after: 1) { if $0.images.underWay.contains(element) { $0.finishImage(element) } }
    }
    if let before, before.isShown, before.source == source { return false }
    if isThere {
      _ = findState(of: element)
      return true
    }
    if images.sourcesBefore[element] == nil {
      images.sourcesBefore[element] = before?.source ?? images.chosen[element] ?? ""
    }
    images.states[element] = nil
    return true
  }

  /// The microtask after an image's source has changed.
  func chooseImage(of element: NodeID) {
    images.sourcesBefore[element] = nil
    if !isVectorImage(element) { images.chosen[element] = services.imageSource(of: element) }
  }

  private func finishImage(_ element: NodeID) {
    images.underWay.remove(element)
    let state = findState(of: element)
    if state.isShown { fire(element, "load") } else if mayHavePicture(element) { fire(element, "error") }
  }

  private func mayHavePicture(_ element: NodeID) -> Bool {
    if isVectorImage(element) {
      return document.hasAttribute(element, .href)
        || document.attribute(element, Atom(.href), namespace: .xlink) != nil
    }
    return document.hasAttribute(element, .src) || services.imageSource(of: element) != nil
  }

  /// https://html.spec.whatwg.org/multipage/images.html#use-srcset-or-picture
  private func hasSourceSet(_ element: NodeID) -> Bool {
    let parent = document.parent(element)
    return document.hasAttribute(element, .srcset) || !parent.isNone && document.isHTML(parent, .picture)
  }

  private func isVectorImage(_ element: NodeID) -> Bool {
    document.namespace(element) == .svg && document.name(element).known == .image
  }

  /// The state of an image that is not under way.
  private func findState(of element: NodeID) -> ScriptImages.State {
    let picture = isVectorImage(element) ? vectorPicture(of: element) : services.loadImage(of: element)
    var state = ScriptImages.State()
    (state.width, state.height, state.source) = (picture.width, picture.height, picture.source)
    state.isShown = picture.isLoaded
    images.states[element] = state
    return state
  }

  private func vectorPicture(of element: NodeID) -> ScriptPicture {
    var picture = ScriptPicture()
    if case .found = services.picture(of: element) { picture.isLoaded = true }
    return picture
  }

  /// Those that the parser has made, which the page's load event waits for; outermost drawings hear of it with them.
  /// https://svgwg.org/svg2-draft/interact.html#LoadEvent
  func loadImages() {
    let root = document.documentElement
    var node = root
    var (found, drawings): ([NodeID], [NodeID]) = ([], [])
    while !node.isNone {
      let isImage =
        document.isHTML(node, .img) && (document.hasAttribute(node, .src) || document.hasAttribute(node, .srcset))
      if isImage || isVectorImage(node) && mayHavePicture(node), images.states[node] == nil {
        if isImage, isLazy(node) { wait(for: node) } else { found.append(node) }
      }
      if document.namespace(node) == .svg, document.name(node).known == .svg,
        document.namespace(document.parent(node)) != .svg
      {
        drawings.append(node)
      }
      node = document.nextShadowIncluding(node, within: root)
    }
    for image in found { finishImage(image) }
    for drawing in drawings { fire(drawing, "load") }
  }

  // MARK: Lazy loading

  /// Whether some wait until they come near the viewport.
  var hasLazyImages: Bool { !images.lazy.isEmpty }

  private func wait(for image: NodeID) {
    if images.underWay.insert(image).inserted { images.lazy.append(image) }
  }

  /// Whether it has waited.
  private func stopWaiting(for image: NodeID) -> Bool {
    guard let place = images.lazy.firstIndex(of: image) else { return false }
    images.lazy.remove(at: place)
    return true
  }

  /// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#lazy-loading-attributes
  private func isLazy(_ image: NodeID) -> Bool {
    document.attribute(image, named: "loading")?.lowercased() == "lazy"
  }

  /// How far from the viewport a picture is loaded, in CSS pixels, as in Chromium.
  private static let lazyDistance = 1_250.0

  /// Loads those that have come near the viewport.
  /// https://html.spec.whatwg.org/multipage/urls-and-fetching.html#start-intersection-observing-a-lazy-loading-element
  func loadLazyImages() {
    guard !images.lazy.isEmpty else { return }
    let viewport = services.viewport()
    let waiting = images.lazy
    images.lazy = []
    for image in waiting {
      guard document.isConnected(image) || !isLazy(image) else {
        images.lazy.append(image)
        continue
      }
      let rects = services.clientRects(of: image)
      let isNear =
        rects.count >= 4 && viewport.count >= 2 && rects[0] + rects[2] >= -Self.lazyDistance
        && rects[1] + rects[3] >= -Self.lazyDistance && rects[0] <= viewport[0] + Self.lazyDistance
        && rects[1] <= viewport[1] + Self.lazyDistance
      if isNear || !isLazy(image) { queueTask(after: 1) { $0.finishImage(image) } } else { images.lazy.append(image) }
    }
  }
}
