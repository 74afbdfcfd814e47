import OffscreenDOM
import OffscreenLoading

/// Where a window stands: in another one, or beside the page's own.
package struct WindowPlace {
  /// The window around; nil of one of its own.
  let parent: PageScripts?
  /// The page's own window.
  let page: PageScripts
  let navigable: Navigable
  package let origin: ScriptOrigin
  /// Of all around, too.
  let sandbox: SandboxFlags

  /// `sandbox`: what the document's own policy forbids.
  package init(in opening: PageOpening, origin: ScriptOrigin, sandbox own: SandboxFlags = []) {
    (navigable, parent, page) = (opening.navigable, opening.around, opening.page)
    (self.origin, sandbox) = (origin, opening.sandbox.union(own))
  }
}

/// A page that is to be shown in a frame, or in a window of its own.
package struct PageOpening {
  let navigable: Navigable
  package let content: FrameContent
  /// The window around; nil of a window of its own.
  package let around: PageScripts?
  package let page: PageScripts
  /// The window that leads there: what has no address of its own is of its origin.
  package let initiator: PageScripts
  /// What is forbidden in it.
  package let sandbox: SandboxFlags
  /// The address of what is shown so far, which a page that a script has computed keeps.
  package let current: PageURL?
  /// The page that is named to the new one.
  package let referrer: PageURL?

  /// Of the window that shows it.
  package var number: Int { navigable.number }
  /// The frame's element.
  package var element: NodeID { navigable.element }
  /// Of a window of its own.
  package var frame: WindowFrame? { navigable.frame }
}

/// What a frame is to show.
package enum FrameContent {
  /// The document that a frame begins with. https://html.spec.whatwg.org/multipage/urls-and-fetching.html#about:blank
  case blank
  /// Of `srcdoc`, or of an address that a script computes.
  case markup([UInt8], isSrcdoc: Bool)
  case resource(Resource)
  /// What was asked for could not be had: what stands in its place is of no page's origin.
  case failure
}

/// The frames in a document.
/// https://html.spec.whatwg.org/multipage/document-sequences.html#navigable-containers
struct ChildWindows {
  /// In the order of their elements' creation.
  private(set) var elements: [NodeID] = []
  private var byElement: [NodeID: Navigable] = [:]
  /// Nodes before this one have been looked at.
  var found = 0

  var isLoading: Bool { byElement.values.contains { $0.isLoading } }
  var all: [Navigable] { elements.compactMap { byElement[$0] } }

  subscript(element: NodeID) -> Navigable? {
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
      let navigable = children[element]
      children[element] = nil
      navigable?.destroy()
    }
    if realm != nil, !gone.isEmpty { entry("frames") { _ in [] } }
  }

  /// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#process-the-iframe-attributes
  private func addFrame(_ element: NodeID) {
    guard children[element] == nil, isActive else { return }
    children[element] = page.makeNavigable(
      around: self, element: element, name: document.attribute(element, .name) ?? "")
    children[element]?.start()
    if realm != nil {
      loadFrameCode()
      entry("frames") { _ in [] }
    }
    navigateByAttributes(element, isFirst: true)
  }

  /// `srcdoc` or `src` has changed, or is there at first.
  func navigateByAttributes(_ element: NodeID, isFirst: Bool = false) {
    guard let frame = children[element] else { return }
    let handling: Navigable.Handling = isComplete && !isFirst ? .push : .replace
    func go(_ url: PageURL, _ source: NavigableHistory.Source) {
      frame.navigate(to: .init(url: url, source: source, handling: handling, initiator: self), isFirst: isFirst)
    }
    if document.isHTML(element, .iframe), let markup = document.attribute(element, .srcdoc) {
      if let url = PageURL("about:srcdoc") { go(url, .markup(Array(markup.utf8))) }
      return
    }
    let source = document.attribute(element, .src) ?? ""
    if let address = source.isEmpty ? PageURL("about:blank") : resolved(source) {
      go(address, address.scheme == "about" ? .blank : .request(nil))
    }
  }

  /// `name` has changed.
  func renameFrame(_ element: NodeID) { children[element]?.name = document.attribute(element, .name) ?? "" }

  /// A page in itself would have no end.
  /// https://html.spec.whatwg.org/multipage/document-sequences.html#shared-attribute-processing-steps-for-iframe-and-frame-elements
  func isAncestor(_ address: PageURL) -> Bool {
    url.hrefWithoutFragment == address.hrefWithoutFragment || parent?.isAncestor(address) == true
  }

  /// The document is no longer shown: what waits never runs.
  /// https://html.spec.whatwg.org/multipage/document-lifecycle.html#destroy-a-document
  func end() {
    guard isActive, !isEnding else { return }
    isEnding = true
    if realm != nil {
      fireUnload()
    }
    for child in children.all { child.destroy() }
    endWorkers()
    isActive = false
    loop.remove(self)
  }

  /// https://html.spec.whatwg.org/multipage/document-lifecycle.html#unload-a-document
  func fireUnload() {
    fire(nil, "pagehide", kind: "PageTransitionEvent")
    entry("hide") { _ in [] }
    fire(.document, "visibilitychange", bubbles: true)
    fire(nil, "unload")
  }

  /// Deviation: it is no question, since nobody looks at the page.
  func fireBeforeUnload() {
    isAsked = true
    defer { isAsked = false }
    if realm != nil { fire(nil, "beforeunload", cancelable: true, kind: "BeforeUnloadEvent") }
    for child in children.all { child.active?.fireBeforeUnload() }
  }

  // MARK: What scripts see of them

  /// The window of a frame that this window's scripts may know of, made if it is not there.
  func child(of element: NodeID) -> Navigable? {
    if children[element] == nil { findFrames() }
    return children[element]
  }

  /// The window that a name stands for: of those in this one first, then of the others of the page.
  /// https://html.spec.whatwg.org/multipage/document-sequences.html#find-a-navigable-by-target-name
  func navigable(named name: String) -> Navigable? {
    if let found = frame(named: name) { return found }
    return page.navigables.first { candidate in
      candidate.name == name && !candidate.isClosed && candidate.top.isClosed == false
    }
  }

  /// What shows the pages of its frames, in the order of the tree.
  var frames: [Navigable] { frameElements().compactMap { children[$0] } }

  private func frame(named name: String) -> Navigable? {
    let frames = frames
    if let found = frames.first(where: { $0.name == name }) { return found }
    for frame in frames {
      if let found = frame.active?.frame(named: name) { return found }
    }
    return nil
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
