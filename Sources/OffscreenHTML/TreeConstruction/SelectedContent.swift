import OffscreenDOM

/// Fills `selectedcontent` elements with what their selects show.
/// https://html.spec.whatwg.org/multipage/form-elements.html#clone-an-option-into-selectedcontent
///
/// Deviation: the standard does this whenever the selected option's end is read; the result of the
/// last time is the same.
func fillSelectedContent(of document: Document) {
  var targets: [(select: NodeID, target: NodeID)] = []
  var node = NodeID.document
  while !node.isNone {
    if document.isHTML(node, .selectedcontent) {
      var select = document.parent(node)
      while !select.isNone, !document.isHTML(select, .select) { select = document.parent(select) }
      if !select.isNone, !document.hasAttribute(select, .multiple),
        !targets.contains(where: { $0.select == select })
      {
        targets.append((select, node))
        // Each costs a walk of its select.
        if targets.count == 1000 { break }
      }
    }
    node = document.next(node, within: .document)
  }
  for (select, target) in targets {
    guard let option = selectedOption(of: select, in: document) else { continue }
    while !document.firstChild(target).isNone { document.remove(document.firstChild(target)) }
    let copy = document.clone(option, deep: true)
    document.moveChildren(of: copy, to: target)
  }
}

/// The last option that is marked selected, or the first that can be.
private func selectedOption(of select: NodeID, in document: Document) -> NodeID? {
  var first: NodeID?
  var marked: NodeID?
  var node = document.next(select, within: select)
  while !node.isNone {
    if document.isHTML(node, .option) {
      if document.hasAttribute(node, .selected) {
        marked = node
      } else if first == nil, !document.hasAttribute(node, .disabled) {
        first = node
      }
    }
    node = document.next(node, within: select)
  }
  return marked ?? first
}
