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
    generateSlot(of: node, without: summary, into: &children)
  }

  /// The box around all but the summary. Closed, it has no size, and what is in it is not seen.
  /// https://drafts.csswg.org/css-pseudo-4/#details-content-pseudo
  private mutating func generateSlot(of node: NodeID, without summary: NodeID, into children: inout [Int]) {
    guard let style = input.styles.style(of: node, pseudo: .detailsContent) else { return }
    let display = style.box.display
    if case .none = display { return }
    counters.enter(node)
    defer { counters.leave(node) }
    changeCounters(of: node, style, isElement: false)
    let outer = enterDecorations(style, display: display)
    defer { currentDecorations = outer }
    guard display != .contents else { return generateContents(of: node, without: summary, into: &children) }
    let slot = addBox(for: node, style, display, origin: .detailsContent)
    var own: [Int] = []
    generateContents(of: node, without: summary, into: &own)
    drafts[slot].children = own
    if drafts[slot].box.kind == .inline { finishInline(slot) } else { finishContainer(slot) }
    generateFirstLetter(.detailsContentFirstLetter, of: node, in: slot)
    children.append(slot)
  }

  private mutating func generateContents(of node: NodeID, without summary: NodeID, into children: inout [Int]) {
    generatePseudo(.detailsContentBefore, of: node, into: &children)
    defer { generatePseudo(.detailsContentAfter, of: node, into: &children) }
    var child = document.firstChild(node)
    while !child.isNone {
      if child != summary { generate(child, into: &children) }
      child = document.nextSibling(child)
    }
  }

  /// The default summary.
  private mutating func addDefaultSummary(_ node: NodeID, _ style: ComputedStyle, isOpen: Bool) -> Int {
    var values = StyleValues(inheriting: style)
    values.box.display = .box(.block, .flow, listItem: true)
    values.box.specifiedDisplay = values.box.display
    values.inherited.listStyleType = .named(isOpen ? "disclosure-open" : "disclosure-closed")
    values.inherited.listStylePosition = .inside
    values.inherited.listStyleImage = .none
    let summaryStyle = ComputedStyle(values)
    var box = Box(kind: .container, node: node, style: summaryStyle)
    box.origin = .userAgentPart
    box.decorations = currentDecorations
    let summary = add(box, level: .block)
    var own: [Int] = []
    generateMarker(of: node, summaryStyle, into: &own)
    own.append(addText(Array("Details".utf8), style: summaryStyle, node: node, origin: .userAgentPart))
    drafts[summary].children = own
    finishContainer(summary)
    return summary
  }
}
