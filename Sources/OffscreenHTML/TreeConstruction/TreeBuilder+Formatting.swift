import OffscreenDOM

/// An entry of the list of active formatting elements; a marker has no node.
struct FormattingElement: BitwiseCopyable {
  var node: NodeID
  /// The element as its tag made it: copies are made of it, whatever scripts did to `node` since.
  var original: NodeID
  var name: Atom
  /// Whether it is on the stack of open elements.
  var isOpen: Bool

  static let marker = FormattingElement(node: .none, original: .none, name: .none, isOpen: false)
  var isMarker: Bool { node.isNone }
}

extension TreeBuilder {
  /// https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements
  mutating func pushFormatting(_ node: NodeID) {
    let name = document.name(node)
    // The Noah's Ark clause: no more than three alike since the last marker.
    var alike = 0
    var earliest = 0
    for index in formatting.indices.reversed() {
      if formatting[index].isMarker { break }
      if formatting[index].name == name, document.haveSameAttributes(formatting[index].original, node) {
        alike += 1
        earliest = index
      }
    }
    if alike >= 3 { formatting.remove(at: earliest) }
    if formatting.count >= Self.formattingLimit,
      let oldest = formatting.firstIndex(where: { !$0.isMarker })
    {
      formatting.remove(at: oldest)
    }
    let original = scripting ? document.cloneElement(node) : node
    formatting.append(FormattingElement(node: node, original: original, name: name, isOpen: true))
  }

  mutating func pushFormattingMarker() {
    // Markers are bounded by the stack; each belongs to an open element or a template.
    if formatting.count < Self.formattingLimit + Self.stackLimit { formatting.append(.marker) }
  }

  mutating func clearFormattingToMarker() {
    while let entry = formatting.popLast(), !entry.isMarker {}
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements
  mutating func reconstructFormatting() {
    guard let last = formatting.last, !last.isMarker, !last.isOpen else { return }
    var index = formatting.count - 1
    while index > 0, !formatting[index - 1].isMarker, !formatting[index - 1].isOpen { index -= 1 }
    while index < formatting.count, !isStopped {
      let node = cloneElement(formatting[index].original)
      link(node)
      let name = formatting[index].name
      formatting[index].node = node
      push(openElement(node, name))
      formatting[index].isOpen = true
      index += 1
    }
  }

  private func openElement(_ node: NodeID, _ name: Atom) -> OpenElement {
    OpenElement(
      node: node, name: name, tagName: name, namespace: .html, traits: ElementTraits(name, .html))
  }

  private mutating func cloneElement(_ node: NodeID) -> NodeID {
    if document.elementCount >= mostElements {
      reachedElementLimit = true
      isStopped = true
    }
    return document.cloneElement(node)
  }

  /// The last entry of a name since the last marker.
  func formattingIndex(of name: Atom) -> Int? {
    for index in formatting.indices.reversed() {
      if formatting[index].isMarker { return nil }
      if formatting[index].name == name { return index }
    }
    return nil
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm
  mutating func adoptionAgency(_ subject: Atom) {
    // 2. The current node is the subject, and not in the list.
    if current.namespace == .html, current.name == subject,
      !formatting.contains(where: { $0.node == current.node })
    {
      pop()
      return
    }
    // 4. The outer loop.
    for _ in 0..<8 where !isStopped {
      guard let formattingIndex = formattingIndex(of: subject) else {
        anyOtherEndTag(subject)
        return
      }
      let formattingNode = formatting[formattingIndex].node
      let original = formatting[formattingIndex].original
      guard let stackIndex = stackIndex(of: formattingNode) else {
        formatting.remove(at: formattingIndex)
        return
      }
      guard isInScope(formattingNode) else { return }
      // 7. The furthest block: the topmost special element below the formatting element.
      guard
        let furthestIndex = open[(stackIndex + 1)...].firstIndex(where: { $0.traits.contains(.special) })
      else {
        popThrough(index: stackIndex)
        formatting.remove(at: formattingIndex)
        return
      }
      let furthest = open[furthestIndex]
      let commonAncestor = open[max(stackIndex - 1, 0)].node
      var bookmark = formattingIndex
      // 13. The inner loop goes up from the furthest block to the formatting element.
      var last = furthest.node
      var index = furthestIndex
      var inner = 0
      while true {
        inner += 1
        index -= 1
        if index <= stackIndex { break }
        let node = open[index].node
        var entry = formatting.firstIndex { $0.node == node }
        if inner > 3, let found = entry {
          formatting.remove(at: found)
          if found < bookmark { bookmark -= 1 }
          entry = nil
        }
        guard let entry else {
          removeFromStack(at: index)
          continue
        }
        let clone = cloneElement(formatting[entry].original)
        formatting[entry].node = clone
        formatting[entry].isOpen = true
        open[index].node = clone
        if last == furthest.node { bookmark = entry + 1 }
        document.link(last, into: clone)
        last = clone
      }
      // 14. The last node goes where the common ancestor says.
      let place = insertionPlace(in: commonAncestor)
      document.link(last, into: place.parent, before: place.next)
      // 15. to 17. A copy of the formatting element takes the furthest block's children.
      let clone = cloneElement(original)
      document.moveChildren(of: furthest.node, to: clone)
      document.link(clone, into: furthest.node)
      adoptions += 1
      // 18. and 19. The copy takes the formatting element's place in list and stack.
      let entry = FormattingElement(
        node: clone, original: scripting ? original : clone, name: subject, isOpen: true)
      if let old = formatting.firstIndex(where: { $0.node == formattingNode }) {
        formatting.remove(at: old)
        if old < bookmark { bookmark -= 1 }
      }
      formatting.insert(entry, at: min(max(bookmark, 0), formatting.count))
      if let old = self.stackIndex(of: formattingNode) { removeFromStack(at: old) }
      let below = (self.stackIndex(of: furthest.node) ?? open.count - 1) + 1
      insertIntoStack(openElement(clone, subject), at: min(below, open.count))
    }
  }
}
