import OffscreenDOM

/// https://html.spec.whatwg.org/multipage/dom.html#the-directionality
package enum Directionality {
  package static func isRightToLeft(_ element: NodeID, in document: Document) -> Bool {
    var node = element
    while !node.isNone, document.isElement(node) {
      if let own = own(node, in: document) { return own }
      node = document.parentElementOrHost(node)
    }
    return false
  }

  /// Of an element that does not take its parent's direction; nil of others.
  static func own(_ node: NodeID, in document: Document) -> Bool? {
    guard document.namespace(node) == .html else { return nil }
    let value = document.attributeCount(node) > 0 ? document.attribute(node, .dir)?.lowercased() : nil
    if value == "ltr" { return false }
    if value == "rtl" { return true }
    guard value == "auto" || document.isHTML(node, .bdi) else { return nil }
    if document.isHTML(node, .slot), !document.assignedNodes(node).isEmpty {
      return firstStrong(ofSlot: node, in: document) ?? false
    }
    return firstStrong(ofValue: node, in: document) ?? firstStrong(node, in: document) ?? false
  }

  /// Of the nodes that a slot of a shadow tree has.
  /// https://html.spec.whatwg.org/multipage/dom.html#auto-directionality
  private static func firstStrong(ofSlot slot: NodeID, in document: Document) -> Bool? {
    for node in document.assignedNodes(slot) {
      let answer =
        switch document.kind(node) {
        case .text: firstStrong(document.text(node))
        default: hasOwnDirection(node, in: document) ? nil : firstStrong(node, in: document)
        }
      if let answer { return answer }
    }
    return nil
  }

  /// Whether an element says nothing of the direction of what is around it.
  private static func hasOwnDirection(_ node: NodeID, in document: Document) -> Bool {
    document.isHTML(node, .bdi) || document.isHTML(node, .script) || document.isHTML(node, .style)
      || document.isHTML(node, .textarea) || document.attribute(node, .dir) != nil
  }

  /// Whether the first character with a strong direction in the element goes from right to left;
  /// nil without one. Parts with a direction of their own are left out.
  package static func firstStrong(_ element: NodeID, in document: Document) -> Bool? {
    var node = document.next(element, within: element)
    while !node.isNone {
      switch document.kind(node) {
      case .text:
        if let answer = firstStrong(document.text(node)) { return answer }
        node = document.next(node, within: element)
      case .element where hasOwnDirection(node, in: document):
        node = document.nextSkippingChildren(node, within: element)
      case .element, .comment, .processingInstruction, .document, .documentType, .documentFragment:
        node = document.next(node, within: element)
      }
    }
    return nil
  }

  /// Of the value that a field or a button shows.
  /// https://html.spec.whatwg.org/multipage/dom.html#auto-directionality-form-associated-elements
  private static func firstStrong(ofValue element: NodeID, in document: Document) -> Bool? {
    let state = document.controlState(element)?.value
    if document.isHTML(element, .textarea) { return state.map { firstStrong(Array($0.utf8)) ?? false } }
    guard document.isHTML(element, .input), let value = state ?? document.attribute(element, .value) else { return nil }
    switch document.attribute(element, .type)?.lowercased() {
    case "date", "time", "month", "week", "datetime-local", "number", "range", "color", "checkbox", "radio", "file",
      "image":
      return nil
    default: return firstStrong(Array(value.utf8))
    }
  }

  /// Letters are left to right but for the blocks of right-to-left scripts.
  package static func firstStrong(_ text: [UInt8]) -> Bool? {
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        if scalar.properties.isAlphabetic { return true }
      case 0x200E: return false
      case 0x200F: return true
      default: if scalar.properties.isAlphabetic { return false }
      }
    }
    return nil
  }
}
