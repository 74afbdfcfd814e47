import OffscreenDOM

/// What an element that has come or gone says of others.
enum MovedSource: Int, Comparable {
  case none
  /// A control: of its group, and of the forms around it.
  case control
  /// What is not looked at further: `meta` of the document, and the like.
  case everything

  static func < (one: MovedSource, other: MovedSource) -> Bool { one.rawValue < other.rawValue }

  /// `isRoot`: whether the element itself was moved, not one around it. `parent`: of the one that was.
  init(_ element: NodeID, isRoot: Bool, below parent: NodeID, in document: Document) {
    self = .none
    if document.parent(element) == .document {
      self = .everything
      return
    }
    guard document.namespace(element) == .html, let name = document.name(element).known else { return }
    switch name {
    case .input, .button, .select, .textarea: self = .control
    // Of those beside them, one is the first, or the one that is selected.
    case .option, .optgroup:
      var ancestor = parent
      while !ancestor.isNone, !document.isHTML(ancestor, .select) { ancestor = document.parent(ancestor) }
      if !ancestor.isNone { self = .everything }
    case .legend, .summary: if isRoot { self = .everything }
    case .body, .head, .meta: self = .everything
    default: break
    }
  }
}

/// What states of elements have to do with other elements.
extension StyleInvalidation {
  mutating func add(_ state: InvalidationSets.State, of element: NodeID) {
    elements.insert(element)
    if let reach = sets.reach(of: state) { add(reach, from: element) }
  }

  // MARK: The focus

  mutating func addFocus(_ element: NodeID) {
    add(.focus, of: element)
    addFocusInside(element)
  }

  /// All elements around what has the focus have it inside of them.
  mutating func addFocusInside(_ element: NodeID) {
    guard sets.reach(of: .focusInside) != nil else { return }
    var ancestor = element
    // Around one that was seen before, all were.
    while !ancestor.isNone, aroundFocus.insert(ancestor).inserted, spend() {
      if document.isElement(ancestor) { add(.focusInside, of: ancestor) }
      ancestor = document.isShadowRoot(ancestor) ? document.host(ancestor) : document.flatParent(ancestor)
    }
  }

  // MARK: Controls

  /// Forms and groups of fields are valid or not as the controls in them are; of a group of radio buttons one may be
  /// checked, of a form's buttons one is the default.
  mutating func addGroups() {
    guard sets.reach(of: .control) != nil else { return }
    var seen: Set<NodeID> = []
    var roots: Set<NodeID> = []
    for group in groups where !group.isNone && !isEverything {
      var (node, form) = (group, NodeID.none)
      while !node.isNone, seen.insert(node).inserted, spend() {
        // Where it was before, nobody knows any more.
        if removed.contains(node) { return isEverything = true }
        if document.isHTML(node, .form) || document.isHTML(node, .fieldset) { add(.control, of: node) }
        node = document.parent(node)
      }
      node = group
      while !node.isNone, form.isNone, document.isElement(node), spend() {
        if document.isHTML(node, .form) { form = node }
        node = document.parent(node)
      }
      let shadow = document.containingShadowRoot(group)
      roots.insert(!form.isNone ? form : shadow.isNone ? .document : shadow)
    }
    for root in roots where !isEverything { addMembers(of: root) }
  }

  /// `root`: a form, or the root of a tree, of whose radio buttons those in no form are a group.
  private mutating func addMembers(of root: NodeID) {
    let isForm = document.isElement(root)
    var node = document.next(root, within: root)
    while !node.isNone, spend() {
      if isForm && document.isHTML(node, .button) || document.isHTML(node, .input) && isInGroup(node, isForm) {
        add(.control, of: node)
      }
      node = document.next(node, within: root)
    }
  }

  private func isInGroup(_ input: NodeID, _ isInForm: Bool) -> Bool {
    switch document.attribute(input, .type)?.lowercased() {
    case "radio": true
    case "submit", "image": isInForm
    default: false
    }
  }
}
