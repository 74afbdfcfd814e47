import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// The details element: its summary, and the rest while it is open.
/// https://html.spec.whatwg.org/multipage/rendering.html#the-details-and-summary-elements
extension BoxTreeBuilder {
  mutating func generateDetails(_ node: NodeID, _ style: ComputedStyle, into children: inout [Int]) {
    let isOpen = document.attribute(node, .open) != nil
    var summary = document.firstChild(node)
    while !summary.isNone, !document.isHTML(summary, .summary) { summary = document.nextSibling(summary) }
    if summary.isNone {
      children.append(addDefaultSummary(node, style, isOpen: isOpen))
    } else {
      generate(summary, into: &children)
    }
    var content: [Int] = []
    var child = document.firstChild(node)
    while !child.isNone {
      if child != summary { generate(child, into: &content) }
      child = document.nextSibling(child)
    }
    switch style.box.display {
    // The content is one box, and so one item.
    case .box(_, .flex, _), .box(_, .grid, _): children.append(addSlot(content, of: node, style, isOpen: isOpen))
    case .box, .none, .contents, .part:
      if isOpen {
        children += content
      } else if !content.isEmpty {
        children.append(addSlot(content, of: node, style, isOpen: false))
      }
    }
  }

  /// The box around all but the summary. Closed, it has no size, and what is in it is not seen.
  private mutating func addSlot(_ content: [Int], of node: NodeID, _ style: ComputedStyle, isOpen: Bool) -> Int {
    var values = StyleValues(inheriting: style)
    values.box.display = .block
    values.box.specifiedDisplay = .block
    if !isOpen {
      values.box.contentVisibility = .hidden
      values.box.contain = [.size, .layout, .paint, .style]
    }
    var box = Box(kind: .container, node: node, style: ComputedStyle(values))
    box.origin = .anonymous
    if !isOpen { box.flags = .formattingContextRoot }
    box.decorations = currentDecorations
    let slot = add(box, level: .block)
    drafts[slot].children = content
    finishContainer(slot)
    return slot
  }

  /// What stands for a summary where the author gave none.
  private mutating func addDefaultSummary(_ node: NodeID, _ style: ComputedStyle, isOpen: Bool) -> Int {
    var values = StyleValues(inheriting: style)
    values.box.display = .box(.block, .flow, listItem: true)
    values.box.specifiedDisplay = values.box.display
    values.inherited.listStyleType = .named(isOpen ? "disclosure-open" : "disclosure-closed")
    values.inherited.listStylePosition = .inside
    values.inherited.listStyleImage = .none
    let summaryStyle = ComputedStyle(values)
    var box = Box(kind: .container, node: node, style: summaryStyle)
    box.origin = .anonymous
    box.decorations = currentDecorations
    let summary = add(box, level: .block)
    var own: [Int] = []
    generateMarker(of: node, summaryStyle, into: &own)
    own.append(addText(Array("Details".utf8), style: summaryStyle, node: node, origin: .anonymous))
    drafts[summary].children = own
    finishContainer(summary)
    return summary
  }
}
