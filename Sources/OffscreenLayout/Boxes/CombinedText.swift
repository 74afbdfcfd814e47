import OffscreenCSS

/// Texts that stand upright in vertical lines, each like one character.
/// https://drafts.csswg.org/css-writing-modes-4/#text-combine-upright
///
/// Not implemented: emphasis marks and lines of text decorations beside them.
extension BoxTreeBuilder {
  func mayCombine(_ style: ComputedStyle) -> Bool {
    guard style.text.combineUpright else { return false }
    return style.text.writingMode == .verticalRL || style.text.writingMode == .verticalLR
  }

  /// What stands for a text among the children of its box: itself, or a square around it.
  mutating func combining(_ text: Int) -> Int {
    let style = drafts[text].box.style
    guard mayCombine(style), !drafts[text].isWhiteSpace(tree.texts) else { return text }
    var values = StyleValues(inheriting: style)
    values.box.display = .inlineBlock
    values.box.specifiedDisplay = .inlineBlock
    values.box.width = .value(.length(style.font.size))
    values.box.height = values.box.width
    values.font.lineHeight = .length(style.font.size)
    values.text.writingMode = .horizontalTB
    values.text.combineUpright = false
    values.text.letterSpacing = .zero
    values.text.wordSpacing = .zero
    values.text.indent = .zero
    values.text.emphasisStyle = .none
    values.text.wrapMode = .nowrap
    values.text.hyphens = .none
    // It is one line.
    switch style.text.whiteSpaceCollapse {
    case .collapse, .preserveBreaks: values.text.whiteSpaceCollapse = .collapse
    case .preserve, .preserveSpaces, .breakSpaces: values.text.whiteSpaceCollapse = .preserveSpaces
    }
    var square = Box(kind: .container, node: drafts[text].box.node, style: ComputedStyle(values))
    square.origin = .anonymous
    square.context = .inline
    square.flags = [.atomicInline, .combinesText]
    drafts[text].box.style = square.style
    drafts[text].box.decorations = -1
    let draft = add(square, level: .inline)
    drafts[draft].children = [text]
    return draft
  }
}
