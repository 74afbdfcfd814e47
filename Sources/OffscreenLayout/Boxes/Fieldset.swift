import OffscreenCSS
import OffscreenDOM

/// The boxes of a fieldset element: its rendered legend, and an anonymous box around the rest.
/// https://html.spec.whatwg.org/multipage/rendering.html#the-fieldset-and-legend-elements
extension BoxTreeBuilder {
  /// Whether the draft is laid out as a fieldset.
  func isFieldset(_ draft: Int, _ node: NodeID) -> Bool {
    let box = drafts[draft].box
    guard document.isHTML(node, .fieldset), box.origin == .element, box.kind == .container else { return false }
    return box.context != .table && box.context != .replaced
  }

  mutating func finishFieldset(_ draft: Int) {
    var rest = drafts[draft].children
    var children: [Int] = []
    // 1. The first legend among the children that is in the flow.
    let place = rest.firstIndex {
      let box = drafts[$0].box
      return box.origin == .element && document.isHTML(box.node, .legend) && box.kind == .container
        && box.flags.isDisjoint(with: [.floating, .outOfFlow])
    }
    if let place {
      let legend = rest.remove(at: place)
      drafts[legend].box.flags.remove(.atomicInline)
      drafts[legend].box.flags.insert(.formattingContextRoot)
      drafts[legend].level = .block
      children.append(legend)
    }
    // 2. What the fieldset's style says of its content is the anonymous box's.
    let outer = drafts[draft].box
    // A legacy box is none: only `flex` and `grid` are the content's.
    let context = outer.context == .flex && outer.style.box.isLegacyBox ? .block : outer.context
    var values = StyleValues(inheriting: outer.style)
    values.box.display = .box(
      .block, context == .flex ? .flex : context == .grid ? .grid : .flowRoot, listItem: false)
    values.box.specifiedDisplay = values.box.display
    values.box.padding = outer.style.box.padding
    values.box.textOverflow = outer.style.box.textOverflow
    values.box.unicodeBidi = outer.style.box.unicodeBidi
    values.alignment = outer.style.alignment
    values.grid = outer.style.grid
    values.column = outer.style.column
    var box = Box(kind: .container, node: outer.node, style: ComputedStyle(values))
    box.origin = .userAgentPart
    box.context = context
    box.flags = .formattingContextRoot
    box.decorations = outer.decorations
    let content = add(box, level: .block)
    drafts[content].children = rest
    finishContainer(content)
    children.append(content)
    drafts[draft].box.context = .fieldset
    drafts[draft].children = children
  }
}
