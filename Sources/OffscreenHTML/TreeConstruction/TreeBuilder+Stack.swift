import OffscreenDOM

/// The stack of open elements.
/// https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements
extension TreeBuilder {
  // MARK: Pushing and popping

  mutating func push(_ element: OpenElement) {
    if open.count >= Self.stackLimit { giveWay() }
    count(element, 1)
    open.append(element)
    if open.count > deepestStack { deepestStack = open.count }
  }

  private mutating func count(_ element: OpenElement, _ change: Int32) {
    guard element.namespace == .html else {
      openForeign += Int(change)
      return
    }
    let index = Int(element.name.rawValue)
    if index >= openCounts.count {
      openCounts.append(contentsOf: repeatElement(0, count: index + 64 - openCounts.count))
    }
    openCounts[index] += change
  }

  /// Pops the current node; the root stays.
  mutating func pop() {
    guard open.count > 1, let element = open.popLast() else { return }
    didRemove(element)
  }

  private mutating func didRemove(_ element: OpenElement) {
    count(element, -1)
    if element.traits.contains(.formatting), element.namespace == .html {
      if let index = formatting.lastIndex(where: { $0.node == element.node }) {
        formatting[index].isOpen = false
      }
    }
  }

  /// Deviation: the standard's stack has no limit. The current node is closed for the new one.
  private mutating func giveWay() {
    guard let element = open.last else { return }
    pop()
    if element.isHTML(.template) {
      clearFormattingToMarker()
      _ = templateModes.popLast()
    }
    if element.traits.contains(.special), mode != .text, mode != .inTableText { resetInsertionMode() }
  }

  mutating func popUntil(_ name: KnownName) {
    while open.count > 1, let element = open.last {
      pop()
      if element.isHTML(name) { return }
    }
  }

  mutating func popThrough(index: Int) {
    while open.count > max(index, 1) { pop() }
  }

  /// Takes out an entry that need not be the current node.
  mutating func removeFromStack(at index: Int) {
    didRemove(open.remove(at: index))
  }

  mutating func insertIntoStack(_ element: OpenElement, at index: Int) {
    count(element, 1)
    open.insert(element, at: index)
  }

  func stackIndex(of node: NodeID) -> Int? { open.lastIndex { $0.node == node } }

  // MARK: Asking

  var current: OpenElement {
    open.last
      ?? OpenElement(node: documentNode, name: .none, tagName: .none, namespace: .none, traits: [])
  }

  func isCurrent(_ name: KnownName) -> Bool { open.last?.isHTML(name) ?? false }

  func isOpen(_ name: KnownName) -> Bool { openCounts[Int(name.rawValue)] > 0 }

  /// https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope
  func isInScope(_ name: KnownName, _ scope: ElementTraits = .scope) -> Bool {
    guard isOpen(name) else { return false }
    var index = open.count - 1
    while index >= 0 {
      if open[index].isHTML(name) { return true }
      if open[index].traits.contains(scope) { return false }
      index -= 1
    }
    return false
  }

  func isInScope(_ node: NodeID) -> Bool {
    for element in open.reversed() {
      if element.node == node { return true }
      if element.traits.contains(.scope) { return false }
    }
    return false
  }

  var hasHeadingInScope: Bool {
    for element in open.reversed() {
      if element.traits.contains(.heading), element.namespace == .html { return true }
      if element.traits.contains(.scope) { return false }
    }
    return false
  }

  // MARK: Closing

  /// https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags
  mutating func generateImpliedEndTags(except name: Atom = .none) {
    while let element = open.last, element.traits.contains(.impliedEnd), element.name != name { pop() }
  }

  mutating func generateImpliedEndTagsThoroughly() {
    while let element = open.last, element.traits.contains(.thoroughlyImpliedEnd), open.count > 1 { pop() }
  }

  mutating func closeParagraphInButtonScope() {
    if isInScope(.p, .buttonScope) { closeParagraph() }
  }

  mutating func closeParagraph() {
    generateImpliedEndTags(except: Atom(.p))
    popUntil(.p)
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context
  mutating func clearStack(backTo names: KnownName...) {
    while open.count > 1, let element = open.last,
      !(element.namespace == .html
        && (element.name == .template || element.name == .html || names.contains { element.name == $0 }))
    {
      pop()
    }
  }

  // MARK: Inserting

  /// Where a node goes.
  /// https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node
  func insertionPlace(in target: NodeID? = nil) -> (parent: NodeID, next: NodeID) {
    // Optimization: nearly always the current node is the place.
    if target == nil, !fosterParenting, let element = open.last, element.name != .template {
      return (element.node, .none)
    }
    var parent = target ?? current.node
    if fosterParenting, document.kind(parent) == .element, document.namespace(parent) == .html,
      ElementTraits(document.name(parent), .html).contains(.tablePart)
    {
      let template = open.lastIndex { $0.isHTML(.template) }
      let table = open.lastIndex { $0.isHTML(.table) }
      if let template, template > table ?? -1 {
        return (document.templateContents(open[template].node), .none)
      }
      guard let table else { return (open.first?.node ?? documentNode, .none) }
      let node = open[table].node
      let tableParent = document.parent(node)
      if !tableParent.isNone { return (tableParent, node) }
      parent = open[max(table - 1, 0)].node
    }
    let contents = document.isElement(parent) ? document.templateContents(parent) : .none
    return (contents.isNone ? parent : contents, .none)
  }

  /// Inserts an element for the current token.
  @discardableResult
  mutating func insertElement(_ name: Atom? = nil) -> NodeID {
    insertElement(name ?? tokenizer.name, namespace: .html, withAttributes: true)
  }

  /// Inserts an element that no tag is there for.
  @discardableResult
  mutating func insertImplied(_ name: KnownName) -> NodeID {
    insertElement(Atom(name), namespace: .html, withAttributes: false)
  }

  private mutating func insertElement(
    _ name: Atom, namespace: Namespace, withAttributes: Bool
  ) -> NodeID {
    let node: NodeID
    if withAttributes, namespace == .html, let (creation, value) = customElementCreation(name) {
      node = insertCustomElement(name, creation, is: value)
    } else {
      node = makeElement(name, namespace)
      if withAttributes {
        for attribute in tokenizer.attributes {
          document.addAttribute(node, attribute.name, value: tokenizer.value(attribute))
        }
      }
      link(node)
    }
    push(
      OpenElement(
        node: node, name: name, tagName: name, namespace: namespace,
        traits: ElementTraits(name, namespace)))
    return node
  }

  mutating func makeElement(_ name: Atom, _ namespace: Namespace) -> NodeID {
    if document.elementCount >= mostElements {
      reachedElementLimit = true
      isStopped = true
    }
    return document.makeElement(name, namespace: namespace)
  }

  /// Puts an element where the current node says, or beside the current node where that is deep.
  mutating func link(_ node: NodeID) {
    let place = linkingPlace()
    document.link(node, into: place.parent, before: place.next)
  }

  func linkingPlace() -> (parent: NodeID, next: NodeID) {
    var place = insertionPlace()
    if open.count > Self.depthLimit, place.next.isNone {
      let above = document.parent(place.parent)
      if !above.isNone { place.parent = above }
    }
    return place
  }

  /// Inserts an element that has no content.
  mutating func insertVoid(_ name: Atom? = nil) {
    insertElement(name)
    pop()
  }

  mutating func addMissingAttributes(to node: NodeID) {
    for attribute in tokenizer.attributes where !document.hasAttribute(node, attribute.name) {
      document.addAttribute(node, attribute.name, value: tokenizer.value(attribute))
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#generic-rcdata-element-parsing-algorithm
  mutating func insertTextElement(_ state: Tokenizer.ContentState) {
    insertElement()
    tokenizer.state = state
    originalMode = mode
    mode = .text
  }

  // MARK: Resetting

  /// https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately
  mutating func resetInsertionMode() {
    var index = open.count - 1
    while index >= 0 {
      let isLast = index == 0
      let node = isLast ? (context ?? open[0]) : open[index]
      if node.namespace == .html {
        switch node.name.known {
        case .td, .th:
          if !isLast {
            mode = .inCell
            return
          }
        case .tr:
          mode = .inRow
          return
        case .tbody, .thead, .tfoot:
          mode = .inTableBody
          return
        case .caption:
          mode = .inCaption
          return
        case .colgroup:
          mode = .inColumnGroup
          return
        case .table:
          mode = .inTable
          return
        case .template:
          mode = templateModes.last ?? .inTemplate
          return
        case .head:
          if !isLast {
            mode = .inHead
            return
          }
        case .body:
          mode = .inBody
          return
        case .frameset:
          mode = .inFrameset
          return
        case .html:
          mode = headElement.isNone ? .beforeHead : .afterHead
          return
        default: break
        }
      }
      if isLast { break }
      index -= 1
    }
    mode = .inBody
  }
}
