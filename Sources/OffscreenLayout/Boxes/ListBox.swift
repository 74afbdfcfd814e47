import OffscreenCSS
import OffscreenDOM

/// Select elements that show their options one below the other.
/// https://html.spec.whatwg.org/multipage/rendering.html#the-select-element-2
extension BoxTreeBuilder {
  mutating func generateListBox(_ node: NodeID, _ style: ComputedStyle, rows: Int) -> Int {
    let draft = addBox(for: node, style, style.box.display)
    drafts[draft].box.flags.insert([.control, .formControl, .formattingContextRoot])
    controls[draft] = .listBox(rows: min(rows, 10_000))
    if drafts[draft].box.kind == .inline { drafts[draft].box.kind = .container }
    if drafts[draft].level == .inline { drafts[draft].box.flags.insert(.atomicInline) }
    var own: [Int] = []
    generateChildren(of: node, style, into: &own)
    drafts[draft].children = own
    finishContainer(draft)
    return draft
  }

  /// An option shows its label, or else its text.
  mutating func generateOption(_ node: NodeID, _ style: ComputedStyle, into children: inout [Int]) {
    let text = optionText(node)
    if !text.isEmpty { children.append(addText(text, style: style, node: node)) }
  }

  /// A group shows its label above its options.
  mutating func generateOptionGroupLabel(_ node: NodeID, _ style: ComputedStyle, into children: inout [Int]) {
    guard let label = document.attribute(node, .label), !label.isEmpty else { return }
    var values = StyleValues(inheriting: style)
    values.box.display = .block
    values.box.specifiedDisplay = .block
    values.box.padding = Sides(top: .zero, right: .length(2), bottom: .length(1), left: .length(2))
    values.box.minHeight = .value(.length(style.font.size * 1.2))
    let own = ComputedStyle(values)
    var box = Box(kind: .container, node: node, style: own)
    box.origin = .userAgentPart
    box.decorations = currentDecorations
    let draft = add(box, level: .block)
    drafts[draft].children = [addText(Array(label.utf8), style: own, node: node, origin: .userAgentPart)]
    finishContainer(draft)
    children.append(draft)
  }
}
