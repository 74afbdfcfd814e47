import OffscreenDOM
import OffscreenLoading

/// Where a window stands in another one.
package struct FramePlace {
  package let parent: PageScripts
  package let element: NodeID
  package let origin: ScriptOrigin
  /// Whether it is of no other origin than its own, whatever its address: what is in it is so too.
  let isSandboxed: Bool
  /// Whether what stands in its document runs. https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-sandbox
  package let runsScripts: Bool

  package init(
    parent: PageScripts, element: NodeID, origin: ScriptOrigin, isSandboxed: Bool, runsScripts: Bool
  ) {
    (self.parent, self.element, self.origin) = (parent, element, origin)
    (self.isSandboxed, self.runsScripts) = (isSandboxed, runsScripts)
  }
}

/// What a frame is to show.
package enum FrameContent {
  /// The document that a frame begins with. https://html.spec.whatwg.org/multipage/urls-and-fetching.html#about:blank
  case blank
  /// Of `srcdoc`, or of an address that a script computes.
  case markup([UInt8], isSrcdoc: Bool)
  case resource(Resource)
}

/// The windows of the frames in a document.
/// https://html.spec.whatwg.org/multipage/document-sequences.html#navigable-containers
struct ChildWindows {
  struct Child {
    /// Nil until someone asks for it, where it shows nothing but a blank page.
    var scripts: PageScripts?
    /// Which navigation it waits for; a later one ends an earlier one.
    var navigation = 0
    var isLoading = false
    /// Whether its page runs apart from this one, and is not seen from here.
    var isStrange = false
  }

  /// In the order of their elements' creation.
  private(set) var elements: [NodeID] = []
  private var byElement: [NodeID: Child] = [:]
  /// Nodes before this one have been looked at.
  var found = 0

  var isLoading: Bool { byElement.values.contains { $0.isLoading } }

  subscript(element: NodeID) -> Child? {
    get { byElement[element] }
    set {
      if byElement[element] == nil, newValue != nil { elements.append(element) }
      if newValue == nil { elements.removeAll { $0 == element } }
      byElement[element] = newValue
    }
  }
}

extension PageScripts {
  // MARK: Frames that come and go

  private func isFrame(_ node: NodeID) -> Bool {
    document.isHTML(node, .iframe) || document.isHTML(node, .frame)
  }

  /// Gives those frames a window that the parser has made since the last time.
  func findFrames() {
    let count = document.nodeCount
    guard children.found < count else { return }
    let new = children.found..<count
    children.found = count
    for number in new {
      let node = NodeID(rawValue: Int32(truncatingIfNeeded: number))
      if isFrame(node), document.isConnected(node) { addFrame(node) }
    }
  }

  /// Gives the frames a window that a script has put into the document.
  func framesInserted(below root: NodeID) {
    guard document.isConnected(root) else { return }
    var node = root
    while !node.isNone {
      if isFrame(node) { addFrame(node) }
      node = document.nextShadowIncluding(node, within: root)
    }
  }

  /// Their windows go with the frames. https://html.spec.whatwg.org/multipage/document-sequences.html#destroy-a-child-navigable
  func framesRemoved() {
    let gone = children.elements.filter { !document.isConnected($0) }
    for element in gone {
      children[element]?.scripts?.end()
      children[element] = nil
      services.closeFrame(element)
    }
    if realm != nil, !gone.isEmpty { entry("frames") { _ in [] } }
  }

  /// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#process-the-iframe-attributes
  private func addFrame(_ element: NodeID) {
    guard children[element] == nil, isActive else { return }
    children[element] = ChildWindows.Child()
    if realm != nil {
      loadFrameCode()
      entry("frames") { _ in [] }
    }
    navigateByAttributes(element, isFirst: true)
  }

  /// `srcdoc` or `src` has changed, or is there at first.
  func navigateByAttributes(_ element: NodeID, isFirst: Bool = false) {
    guard children[element] != nil else { return }
    if document.isHTML(element, .iframe), let markup = document.attribute(element, .srcdoc) {
      return navigate(element) { _ in .markup(Array(markup.utf8), isSrcdoc: true) }
    }
    let source = document.attribute(element, .src) ?? ""
    if let address = source.isEmpty ? PageURL("about:blank") : baseURL.joined(source) {
      navigate(element, to: address, isFirst: isFirst)
    }
  }

  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate
  func navigate(
    _ element: NodeID, to address: PageURL, content: RequestContent? = nil, isFirst: Bool = false,
    isReload: Bool = false
  ) {
    if address.scheme == "javascript" { return navigate(element) { $0.content(ofScript: address, in: element) } }
    if address.scheme == "about" {
      guard isFirst else { return navigate(element) { _ in .blank } }
      // The blank page that a frame begins with is there at once.
      return finishFrame(element)
    }
    guard isReload || !isAncestor(address) else { return }
    if content == nil { services.prefetch(address, as: .frame) }
    navigate(element) { window in
      switch window.services.load(address, as: .frame, content: content) {
      case .success(let resource): .resource(resource)
      case .failure(let error):
        window.warned(error)
      }
    }
  }

  private func warned(_ error: LoadError) -> FrameContent? {
    // Where no script runs, who paints the frame says it.
    if realm != nil { warn(error.description) }
    return .blank
  }

  /// A page in itself would have no end.
  /// https://html.spec.whatwg.org/multipage/document-sequences.html#shared-attribute-processing-steps-for-iframe-and-frame-elements
  private func isAncestor(_ address: PageURL) -> Bool {
    url.hrefWithoutFragment == address.hrefWithoutFragment || parent?.isAncestor(address) == true
  }

  /// The same for what a script, a link or a form asks for.
  func navigate(_ element: NodeID, _ navigation: ScriptNavigation) {
    navigate(element, to: navigation.url, content: navigation.content, isReload: navigation.cause == .reload)
  }

  private func navigate(_ element: NodeID, _ content: @escaping (PageScripts) -> FrameContent?) {
    guard var child = children[element] else { return }
    child.navigation += 1
    child.isLoading = true
    children[element] = child
    let navigation = child.navigation
    queueTask(after: 1) { window in
      guard window.children[element]?.navigation == navigation else { return }
      if let content = content(window) { window.show(content, in: element, navigation) }
      guard window.children[element]?.navigation == navigation else { return }
      window.children[element]?.isLoading = false
      window.finishFrame(element)
    }
  }

  /// The frame's document is another one from here on.
  private func show(_ content: FrameContent, in element: NodeID, _ navigation: Int) {
    children[element]?.scripts?.end()
    children[element]?.scripts = nil
    services.closeFrame(element)
    children[element]?.isStrange = !mayOpen(content, element)
    guard children[element]?.isStrange == false, let opened = services.openFrame(element, content, in: self) else {
      return
    }
    children[element]?.scripts = opened
    opened.load()
    // Without any script it is a page like any other.
    if opened.realm == nil, realm == nil, children[element]?.navigation == navigation {
      children[element]?.scripts = nil
      services.closeFrame(element)
    }
  }

  /// Scripts run where the page around may be trusted as much: what comes from elsewhere needs a process of its own.
  private func mayOpen(_ content: FrameContent, _ element: NodeID) -> Bool {
    guard case .resource(let resource) = content else { return true }
    let address = resource.finalURL
    if address.isFile || url.isFile { return address.isFile && url.isFile }
    return address.isData || address.scheme == "blob" || address.origin != nil && address.origin == url.origin
      || address.scheme == "about"
  }

  /// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#iframe-load-event-steps
  private func finishFrame(_ element: NodeID) {
    if realm != nil { fire(element, "load") }
  }

  /// What a script gives, as a page, if it is a text.
  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#evaluate-a-javascript:-url
  private func content(ofScript address: PageURL, in element: NodeID) -> FrameContent? {
    guard let window = childWindow(of: element), window.open(), let realm = window.realm else { return nil }
    let source = PercentEncoding.decoded(Array(address.href.utf8.dropFirst("javascript:".utf8.count)))
    guard let value = window.execute(source, url: address.href, base: window.baseURL.href), realm.isString(value) else {
      return nil
    }
    return (try? realm.bytes(of: value)).map { .markup($0, isSrcdoc: false) }
  }

  /// The document is no longer shown: what waits never runs.
  /// https://html.spec.whatwg.org/multipage/document-lifecycle.html#destroy-a-document
  func end() {
    guard isActive else { return }
    if realm != nil {
      fire(nil, "pagehide", kind: "PageTransitionEvent")
      fire(nil, "unload")
    }
    for element in children.elements { children[element]?.scripts?.end() }
    endWorkers()
    isActive = false
    loop.remove(self)
  }

  // MARK: What scripts see of them

  /// The window of a frame that this window's scripts may know of, made if it is not there.
  func childWindow(of element: NodeID) -> PageScripts? {
    if children[element] == nil { findFrames() }
    guard let child = children[element], !child.isStrange else { return nil }
    if let scripts = child.scripts { return scripts }
    guard let made = services.openFrame(element, .blank, in: self) else { return nil }
    children[element]?.scripts = made
    made.load()
    return made
  }

  /// The first window that has a name, the frames in frames included.
  func window(named name: String) -> PageScripts? {
    for element in frameElements() where document.attribute(element, .name) == name {
      if let window = childWindow(of: element) { return window }
    }
    for element in children.elements {
      if let window = children[element]?.scripts?.window(named: name) { return window }
    }
    return nil
  }

  func hasFrame(_ element: NodeID) -> Bool {
    if children[element] == nil { findFrames() }
    return children[element] != nil
  }

  /// The frames in the order of the tree.
  func frameElements() -> [NodeID] {
    findFrames()
    if children.elements.count < 2 { return children.elements }
    let known = Set(children.elements)
    var result: [NodeID] = []
    var node = document.documentElement
    while !node.isNone {
      if known.contains(node) { result.append(node) }
      node = document.nextShadowIncluding(node, within: .document)
    }
    return result
  }

  /// Whether this window's scripts may look into another one.
  func mayAccess(_ other: PageScripts) -> Bool { origin == other.origin }
}
