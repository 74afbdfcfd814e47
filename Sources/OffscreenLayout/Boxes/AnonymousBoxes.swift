import OffscreenCSS

/// Rearranges the children of a box so that each container holds only what it can lay out.
/// https://drafts.csswg.org/css2/#box-gen
extension BoxTreeBuilder {
  /// Once all children of an inline box are there.
  mutating func finishInline(_ draft: Int) {
    if isRuby(draft) { drafts[draft].children = rubyColumns(drafts[draft].children, in: draft) }
    drafts[draft].children = wrapTableParts(drafts[draft].children, in: draft)
    drafts[draft].containsBlock = drafts[draft].children.contains {
      drafts[$0].level == .block || drafts[$0].containsBlock
    }
  }

  /// Once all children of any other box are there.
  mutating func finishContainer(_ draft: Int) {
    switch drafts[draft].box.kind {
    case .tableRowGroup, .tableRow, .tableColumnGroup, .tableColumn: break  // The table sorts them out.
    case .container, .inline, .text, .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableCell, .tableCaption:
      switch drafts[draft].box.context {
      case .block, .inline: finishFlow(draft)
      case .flex, .grid: finishItems(draft)
      case .table: finishTable(draft)
      case .fieldset, .ruby, .math, .replaced: break
      }
    }
  }

  /// Block containers hold either blocks or lines.
  mutating func finishFlow(_ draft: Int) {
    var children = wrapTableParts(drafts[draft].children, in: draft)
    if children.contains(where: { drafts[$0].containsBlock }) {
      children = children.flatMap { drafts[$0].containsBlock ? splitInline($0, in: draft) : [$0] }
    }
    let hasBlock = children.contains { drafts[$0].level == .block }
    let hasInline = children.contains { drafts[$0].level == .inline && !drafts[$0].isCollapsibleWhiteSpace(tree.texts) }
    if hasBlock {
      drafts[draft].box.context = .block
      drafts[draft].children = wrapInlineRuns(children, in: draft)
    } else if hasInline {
      drafts[draft].box.context = .inline
      drafts[draft].children = children
    } else {
      drafts[draft].box.context = .block
      drafts[draft].children = children.filter { drafts[$0].level != .inline }
    }
  }

  /// Wraps each run of inline-level boxes between blocks in an anonymous block box. Floats and the
  /// like before a run's first content stay outside, later ones go in.
  private mutating func wrapInlineRuns(_ children: [Int], in parent: Int) -> [Int] {
    var result: [Int] = []
    var run: [Int] = []
    var hasContent = false

    func flush(_ builder: inout BoxTreeBuilder) {
      if hasContent {
        let wrapper = builder.addAnonymous(.container, in: parent, .block)
        builder.drafts[wrapper].box.context = .inline
        builder.drafts[wrapper].children = run
        result.append(wrapper)
      } else {
        result.append(contentsOf: run.filter { builder.drafts[$0].level == .outOfFlow })
      }
      run = []
      hasContent = false
    }
    for child in children {
      let draft = drafts[child]
      if draft.level == .block || draft.box.flags.contains(.outsideMarker) {
        flush(&self)
        result.append(child)
        continue
      }
      if draft.level == .inline, !draft.isCollapsibleWhiteSpace(tree.texts), !hasContent {
        hasContent = true
        result.append(contentsOf: run.filter { drafts[$0].level == .outOfFlow })
        run = []
      }
      run.append(child)
    }
    flush(&self)
    return result
  }

  /// Breaks an inline box around the block-level boxes inside it.
  /// https://drafts.csswg.org/css2/#anonymous-block-level
  private mutating func splitInline(_ draft: Int, in container: Int) -> [Int] {
    var result: [Int] = []
    var current: [Int] = []
    var parts: [Int] = []
    var blocks: [Int] = []

    func flushBlocks(_ builder: inout BoxTreeBuilder) {
      guard !blocks.isEmpty else { return }
      result.append(builder.wrapBlocksInInline(blocks, of: draft, in: container))
      blocks = []
    }
    func flush(_ builder: inout BoxTreeBuilder) {
      guard blocks.isEmpty || !current.isEmpty else { return }
      flushBlocks(&builder)
      let part = parts.isEmpty ? draft : builder.add(builder.drafts[draft].box, level: .inline)
      builder.drafts[part].children = current
      builder.drafts[part].containsBlock = false
      parts.append(part)
      result.append(part)
      current = []
    }
    for child in drafts[draft].children {
      if drafts[child].containsBlock {
        for piece in splitInline(child, in: container) {
          if drafts[piece].level == .block {
            flush(&self)
            blocks.append(piece)
          } else {
            current.append(piece)
          }
        }
      } else if drafts[child].level == .block {
        flush(&self)
        blocks.append(child)
      } else if !blocks.isEmpty, current.isEmpty, drafts[child].isCollapsibleWhiteSpace(tree.texts) {
        // White space between blocks makes no line.
      } else {
        current.append(child)
      }
    }
    flushBlocks(&self)
    flush(&self)
    for (index, part) in parts.enumerated() {
      if index > 0 { drafts[part].box.flags.insert(.continuesBefore) }
      if index < parts.count - 1 { drafts[part].box.flags.insert(.continuesAfter) }
    }
    return result
  }

  /// The box that stands for an inline box around blocks inside it: it moves with the inline box. Where the
  /// blocks stand is the business of the block container, whose writing direction it has.
  private mutating func wrapBlocksInInline(_ blocks: [Int], of inline: Int, in container: Int) -> Int {
    let outer = drafts[inline].box
    let direction = drafts[container].box.style.text.direction
    var values = StyleValues(inheriting: outer.style)
    values.text.direction = direction
    values.box.display = .block
    values.box.specifiedDisplay = .block
    values.box.position = outer.style.box.position
    values.box.inset = outer.style.box.inset
    values.box.zIndex = outer.style.box.zIndex
    values.effect.copyGroup(from: outer.style.effect)
    var box = Box(kind: .container, node: outer.node, style: ComputedStyle(values))
    box.origin = outer.origin
    box.context = .block
    box.decorations = outer.decorations
    box.flags = .blockInInline
    let wrapper = add(box, level: .block)
    drafts[wrapper].children = blocks
    return wrapper
  }

  /// Flex and grid containers hold items: text between them is wrapped, white space is dropped.
  /// https://drafts.csswg.org/css-flexbox-1/#flex-items
  private mutating func finishItems(_ draft: Int) {
    var result: [Int] = []
    var run: [Int] = []
    func flush(_ builder: inout BoxTreeBuilder) {
      defer { run = [] }
      guard run.contains(where: { !builder.drafts[$0].isWhiteSpace(builder.tree.texts) }) else { return }
      let item = builder.addAnonymous(.container, in: draft, .block)
      builder.drafts[item].box.flags.insert(.item)
      builder.drafts[item].children = run
      builder.finishFlow(item)
      result.append(item)
    }
    for child in wrapTableParts(drafts[draft].children, in: draft) {
      switch drafts[child].level {
      case .inline:
        run.append(child)
      case .block, .outOfFlow, .tablePart:
        flush(&self)
        if drafts[child].box.flags.contains(.floating) {
          // Floats do not float here.
          drafts[child].box.flags.remove(.floating)
          drafts[child].level = .block
        }
        if !drafts[child].box.flags.contains(.outOfFlow) { drafts[child].box.flags.insert(.item) }
        result.append(child)
      }
    }
    flush(&self)
    drafts[draft].children = result
  }
}
