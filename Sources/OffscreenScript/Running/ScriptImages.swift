import OffscreenDOM

/// What is known of the pictures of a document's images.
struct ScriptImages {
  struct State {
    var isComplete = true
    /// In CSS pixels.
    var (width, height) = (0.0, 0.0)
    /// The address that was chosen.
    var source = ""
  }

  fileprivate var states: [NodeID: State] = [:]
  fileprivate var underWay: Set<NodeID> = []
}

/// https://html.spec.whatwg.org/multipage/images.html#updating-the-image-data
extension PageScripts {
  func imageState(of element: NodeID) -> ScriptImages.State {
    if let known = images.states[element] { return known }
    // Those of a page whose first script comes after its loading were seen by nobody here.
    if isLoaded, !images.underWay.contains(element) { return findState(of: element).state }
    var state = ScriptImages.State()
    state.isComplete = !images.underWay.contains(element) && !document.hasAttribute(element, .src)
    return state
  }

  /// Loads what an image element shows now, and then says so with an event.
  func loadImage(of element: NodeID) {
    guard images.underWay.insert(element).inserted else { return }
    images.states[element] = nil
    queueTask(after: 1) { $0.finishImage(element) }
  }

  private func finishImage(_ element: NodeID) {
    images.underWay.remove(element)
    let (_, isShown) = findState(of: element)
    if isShown { fire(element, "load") } else if hasSource(element) { fire(element, "error") }
  }

  private func hasSource(_ element: NodeID) -> Bool {
    if document.namespace(element) == .svg {
      return document.hasAttribute(element, .href) || document.attribute(element, Atom(.href), namespace: .xlink) != nil
    }
    return document.attribute(element, .src)?.isEmpty == false || document.hasAttribute(element, .srcset)
  }

  /// Those that load with the page, of drawings too.
  private func isImage(_ element: NodeID) -> Bool {
    if document.namespace(element) == .svg { return document.name(element) == .image && hasSource(element) }
    return document.isHTML(element, .img) && document.attribute(element, named: "loading") != "lazy"
      && (document.hasAttribute(element, .src) || document.hasAttribute(element, .srcset))
  }

  /// The state of an image that is not under way, and whether there is a picture.
  private func findState(of element: NodeID) -> (state: ScriptImages.State, isShown: Bool) {
    let picture = services.loadImage(of: element)
    var state = ScriptImages.State()
    (state.width, state.height, state.source) = (picture.width, picture.height, picture.source)
    images.states[element] = state
    return (state, picture.isLoaded)
  }

  /// Those that the parser has made, which the page's load event waits for.
  func loadImages() {
    let root = document.documentElement
    var node = root
    var found: [NodeID] = []
    while !node.isNone {
      if document.isElement(node), isImage(node), images.states[node] == nil { found.append(node) }
      node = document.nextShadowIncluding(node, within: root)
    }
    for image in found { finishImage(image) }
  }
}
