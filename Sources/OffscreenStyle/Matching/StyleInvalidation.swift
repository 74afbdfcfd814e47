import OffscreenCSS
import OffscreenDOM

/// The elements whose styles some changes of a document can have touched.
struct StyleInvalidation {
  /// Matched again.
  var elements: Set<NodeID> = []
  /// Matched again with all in them.
  private(set) var subtrees: Set<NodeID> = []
  /// The elements around those.
  private(set) var ancestors: Set<NodeID> = []
  /// Nodes that are in the document no more, or were not there before.
  private(set) var moved: [NodeID] = []
  /// Those of them that only have another place: their animations and transitions go on.
  private(set) var keeping: Set<NodeID> = []
  /// Those of them that were removed or inserted.
  private var left: Set<NodeID> = []
  var isEverything = false
  /// Whether no style can be another one.
  var isNothing: Bool { !isEverything && elements.isEmpty && subtrees.isEmpty && moved.isEmpty }

  let document: Document
  let sets: InvalidationSets
  private let matcher: SelectorMatcher
  /// How many nodes may still be looked at, before looking at all of them once is less.
  private var budget: Int
  /// Whether there are styles made of what attributes say.
  private let stylesAskForAttributes: Bool
  /// Or of the places of elements among their siblings.
  private let stylesAskForSiblings: Bool
  /// Hosts and slots whose contents were looked at: what is in them is found as it is now, so once is enough.
  private var regrouped: Set<NodeID> = []
  /// The same of elements whose contents, or whose children, are others: a script may have added each by itself.
  private var refilled: Set<NodeID> = []
  private var reordered: Set<NodeID> = []
  /// The elements that have nothing but new children behind those that they had.
  private var grown: Set<NodeID> = []
  /// Where controls have come or gone, or are in another state.
  var groups: Set<NodeID> = []
  /// What the focus may have come into, or gone out of.
  var aroundFocus: Set<NodeID> = []
  /// What was removed from where it was, which its new place says nothing of.
  private(set) var removed: Set<NodeID> = []

  /// How an element was displayed, if it had a style; not for longer than changes are looked at.
  private var display: ((NodeID) -> Display?)?
  /// Where drawings in what is not displayed were looked for.
  private var searched: Set<NodeID> = []

  /// `changes`: all that there were since the styles were found. `dependencies`: those of the styles. `refocused`: hosts
  /// into whose shadow trees the focus has come, or that it has left. `display`: how the styles display an element.
  init(
    _ changes: [DocumentChange], in document: Document, _ sets: InvalidationSets, _ matcher: SelectorMatcher,
    _ dependencies: Dependencies, moving: Set<NodeID> = [], refocused: Set<NodeID> = [],
    display: @escaping (NodeID) -> Display?
  ) {
    (self.document, self.sets, self.matcher) = (document, sets, matcher)
    stylesAskForAttributes = dependencies.contains(.attribute)
    stylesAskForSiblings = dependencies.contains(.siblings)
    budget = 4 * document.nodeCount
    self.display = display
    findGrown(changes)
    for change in changes where !isEverything { add(change) }
    for host in refocused where !isEverything { add(.focus, of: host) }
    self.display = nil
    if !isEverything { addGroups() }
    if sets.areIncomplete, !changes.isEmpty { isEverything = true }
    if isEverything { return }
    // Of those that have left the document nothing is styled.
    for node in moving where node == document.documentElement || !document.parent(node).isNone { elements.insert(node) }
    for node in elements { addAncestors(of: node) }
    for node in subtrees { addAncestors(of: node) }
    makeMarks()
  }

  /// What the walk does with a node.
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// It is in `elements`, in `subtrees`, in `ancestors`.
    static let element = Marks(rawValue: 1)
    static let subtree = Marks(rawValue: 2)
    static let ancestor = Marks(rawValue: 4)
  }

  /// Optimization: a walk looks at all children of what is around an element, of which there may be many. By node.
  private var marks = NodeTable<UInt8>(0)

  func marks(of node: NodeID) -> Marks { Marks(rawValue: marks[node]) }

  private mutating func makeMarks() {
    func mark(_ nodes: Set<NodeID>, _ mark: Marks) {
      for node in nodes { marks[node] |= mark.rawValue }
    }
    mark(elements, .element)
    mark(subtrees, .subtree)
    mark(ancestors, .ancestor)
  }

  private mutating func addAncestors(of node: NodeID) {
    var ancestor = document.flatParent(node)
    while !ancestor.isNone, ancestors.insert(ancestor).inserted { ancestor = document.flatParent(ancestor) }
  }

  private mutating func add(_ change: DocumentChange) {
    switch change {
    case .attribute(let element, let name, let namespace, let names):
      addAttribute(element, name, namespace, names)
    case .picture: break
    case .text(let node):
      if givesDirectionToSlot(node) { return isEverything = true }
      addContents(of: document.parent(node))
    case .inserted(let node, let parent):
      addMoved(node, below: parent)
      addFocusInside(parent)
      // What it was moved on to comes later in the list.
      if document.isElement(node), document.parent(node) == parent { subtrees.insert(node) }
      addContents(of: parent)
      addChildren(of: parent)
    case .removed(let node, let parent, _):
      removed.insert(node)
      addMoved(node, below: parent)
      addFocusInside(parent)
      addContents(of: parent)
      addChildren(of: parent)
    case .moved(let root):
      var node = root
      while !node.isNone, spend() {
        if document.isElement(node) { keeping.insert(node) }
        node = document.nextShadowIncluding(node, within: root)
      }
    case .flatTree(let host):
      guard regrouped.insert(host).inserted else { return }
      addMoved(host, below: document.parent(host), keepsState: true)
      subtrees.insert(host)
    case .focus(let element): addFocus(element)
    }
  }

  // MARK: Attributes

  private mutating func addAttribute(_ element: NodeID, _ name: Atom, _ namespace: Namespace, _ names: [Atom]) {
    let use = AttributeUse(element, name, namespace, in: document)
    guard use != .elsewhere else { return isEverything = true }
    var reaches: [InvalidationSets.Reach] = []
    func ask(_ kind: Selector.KeyKind, _ name: Atom) {
      if let reach = sets.reach(of: kind, name) { reaches.append(reach) }
    }
    ask(.attribute, name)
    if namespace == .none, name == .class {
      for name in names { ask(.class, matcher.folded(name)) }
    } else if namespace == .none, name == .id {
      for name in names { ask(.id, matcher.folded(name)) }
    }
    // No selector names it, and nothing else asks for it.
    if use == .selectors, reaches.isEmpty, !stylesAskForAttributes { return }
    elements.insert(element)
    for reach in reaches where !isEverything { add(reach, from: element) }
    switch use {
    case .link: add(.link, of: element)
    case .control:
      add(.control, of: element)
      groups.insert(document.parent(element))
    case .contents:
      subtrees.insert(element)
      if name == Atom(.dir) { addDirection(of: element) }
    case .selectors, .ownStyle, .ownBoxes, .elsewhere: break
    }
  }

  mutating func add(_ reach: InvalidationSets.Reach, from element: NodeID) {
    add(reach.descendants, inside: element)
    if !reach.siblings.isEmpty {
      var sibling = document.nextElement(element)
      while !sibling.isNone, spend() {
        if reach.siblings.mayContain(sibling, in: matcher) { elements.insert(sibling) }
        add(reach.siblings, inside: sibling)
        sibling = document.nextElement(sibling)
      }
    }
    addEverywhere(reach.everywhere)
  }

  /// Counts a node that is looked at. False where looking at all costs less.
  mutating func spend() -> Bool {
    budget -= 1
    if budget <= 0 { isEverything = true }
    return !isEverything
  }

  private mutating func addEverywhere(_ subjects: InvalidationSets.Subjects) {
    let root = document.documentElement
    guard !subjects.isEmpty, !root.isNone else { return }
    if subjects.areAll { return isEverything = true }
    if subjects.mayContain(root, in: matcher) { elements.insert(root) }
    add(subjects, inside: root)
  }

  private mutating func add(_ subjects: InvalidationSets.Subjects, inside element: NodeID) {
    guard !subjects.isEmpty else { return }
    if subjects.areAll {
      // What is in a shadow root stands in its host, in whatever slots.
      let host = document.isElement(element) ? element : document.host(element)
      if !host.isNone { subtrees.insert(host) }
      return
    }
    var node = document.nextShadowIncluding(element, within: element)
    while !node.isNone, spend() {
      if document.isElement(node), subjects.mayContain(node, in: matcher) { elements.insert(node) }
      node = document.nextShadowIncluding(node, within: element)
    }
  }

  // MARK: Children and text

  /// `parent`: of the root. `keepsState`: of what stays in its tree, and only has another place in the flat tree.
  private mutating func addMoved(_ root: NodeID, below parent: NodeID, keepsState: Bool = false) {
    // What stands in a slot goes with it, though it may be a child of a host further outside.
    var roots = [root]
    var source = MovedSource.none
    var hasDrawing = false
    while let root = roots.popLast() {
      var node = root
      while !node.isNone, spend() {
        if document.isElement(node) {
          moved.append(node)
          if keepsState {
            if !left.contains(node) { keeping.insert(node) }
          } else {
            left.insert(node)
            keeping.remove(node)
          }
          source = max(source, MovedSource(node, isRoot: node == root, below: parent, in: document))
          if document.namespace(node) == .svg { hasDrawing = true }
          if source == .everything { return isEverything = true }
          if document.hasShadowTrees, document.isHTML(node, .slot), regrouped.insert(node).inserted {
            roots += document.assignedNodes(node)
          }
        }
        node = document.nextShadowIncluding(node, within: root)
      }
    }
    if source == .control { groups.insert(parent) }
    if hasDrawing || document.isElement(root), isAroundHiddenDrawing(parent, hasDrawing) { isEverything = true }
  }

  /// Drawings in what is not displayed have styles, and so has all that is around them there, which may be other elements
  /// now. `hasDrawing`: whether one has come or gone below the element.
  private mutating func isAroundHiddenDrawing(_ element: NodeID, _ hasDrawing: Bool) -> Bool {
    // It has left the document with what was around it.
    guard !element.isNone else { return hasDrawing }
    guard let display, hasDrawing || searched.insert(element).inserted else { return false }
    // What has come itself was not there for a drawing.
    var node = document.isElement(element) ? element : document.host(element)
    while !node.isNone, left.contains(node) { node = document.flatParent(node) }
    let hadStyle = !node.isNone && display(node) != nil
    var isInside = false
    while !node.isNone, node != .document, spend() {
      if display(node) == nil || display(node) == Display.none, hasDrawing || isInside && hadStyle { return true }
      if node == document.documentElement { return false }
      isInside = true
      node = document.flatParent(node)
    }
    // Where it was before, nobody knows any more.
    return hasDrawing
  }

  /// An element whose content changed, and the elements around it that take their state from it.
  private mutating func addContents(of element: NodeID) {
    guard !element.isNone, document.isElement(element) || document.isShadowRoot(element) else { return }
    guard refilled.insert(element).inserted else { return }
    addEverywhere(sets.ofRelatives)
    guard document.isElement(element) else { return }
    if let reach = sets.ofEmptiness {
      elements.insert(element)
      add(reach, from: element)
    }
    var ancestor = element
    while !ancestor.isNone, document.isElement(ancestor), spend() {
      if takesStateFromContent(ancestor) || givesDirectionToSlot(ancestor) { return isEverything = true }
      ancestor = document.parentElementOrHost(ancestor)
    }
  }

  /// What takes its direction from its content leaves out what has one of its own.
  private mutating func addDirection(of element: NodeID) {
    var ancestor = document.parent(element)
    while !ancestor.isNone, document.isElement(ancestor), spend() {
      if document.isHTML(ancestor, .bdi) || hasAutomaticDirection(ancestor) { return isEverything = true }
      ancestor = document.parent(ancestor)
    }
  }

  /// Whether a node stands in a slot that takes its direction from it.
  private func givesDirectionToSlot(_ node: NodeID) -> Bool {
    guard document.hasShadowTrees else { return false }
    let slot = document.flatParent(node)
    return !slot.isNone && document.isHTML(slot, .slot) && hasAutomaticDirection(slot)
  }

  private func hasAutomaticDirection(_ element: NodeID) -> Bool {
    document.attribute(element, .dir)?.lowercased() == "auto"
  }

  private func takesStateFromContent(_ element: NodeID) -> Bool {
    guard document.namespace(element) == .html else { return false }
    if hasAutomaticDirection(element) { return true }
    switch document.name(element).known {
    case .bdi, .textarea, .option, .select: return true
    // What stands for a menu. One that was taken out of the document stands below nothing.
    case .button:
      let parent = document.parent(element)
      return !parent.isNone && document.isHTML(parent, .select)
    default: return false
    }
  }

  private mutating func findGrown(_ changes: [DocumentChange]) {
    var counts: [NodeID: Int] = [:]
    var shrunk: Set<NodeID> = []
    var inserted: Set<NodeID> = []
    for change in changes {
      switch change {
      case .inserted(let node, let parent):
        counts[parent, default: 0] += 1
        inserted.insert(node)
      case .removed(_, let parent, _): shrunk.insert(parent)
      case .attribute, .text, .flatTree, .picture, .moved, .focus: break
      }
    }
    for (parent, count) in counts where !shrunk.contains(parent) {
      var (found, child) = (0, document.lastChild(parent))
      while !child.isNone, inserted.contains(child) { (found, child) = (found + 1, document.previousSibling(child)) }
      if found == count { grown.insert(parent) }
    }
  }

  /// The children of an element are others, or stand in another order.
  private mutating func addChildren(of parent: NodeID) {
    guard document.isElement(parent) || document.isShadowRoot(parent) else { return isEverything = true }
    guard reordered.insert(parent).inserted else { return }
    add(grown.contains(parent) ? sets.ofChildrenFromEnd : sets.ofChildren, inside: parent)
    guard stylesAskForSiblings else { return }
    var child = document.firstElementChild(parent)
    while !child.isNone, spend() {
      elements.insert(child)
      child = document.nextElement(child)
    }
  }
}
