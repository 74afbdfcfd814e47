import OffscreenCSS
import OffscreenDOM

/// Pairs the bases of a ruby element with their annotations.
/// https://drafts.csswg.org/css-ruby-1/#box-fixup
extension BoxTreeBuilder {
  func isRuby(_ draft: Int) -> Bool {
    if case .box(_, .ruby, _) = drafts[draft].box.style.box.display { true } else { false }
  }

  /// Each annotation makes a column of itself and what stands before it, back to the annotation before.
  ///
  /// Not implemented: annotation containers, with several levels of annotations.
  func isAnnotation(_ draft: Int) -> Bool {
    let box = drafts[draft].box
    guard box.kind == .inline, case .part(.rubyText) = box.style.box.display else { return false }
    return true
  }

  mutating func rubyColumns(_ children: [Int], in ruby: Int) -> [Int] {
    guard children.contains(where: { isAnnotation($0) }) else { return children }
    var result: [Int] = []
    var base: [Int] = []
    for child in children {
      guard isAnnotation(child) else {
        base.append(child)
        continue
      }
      result.append(addRubyColumn(base, annotation: child, in: ruby))
      base = []
    }
    // White space at the end is none of the text's.
    if !base.allSatisfy({ drafts[$0].isCollapsibleWhiteSpace(tree.texts) }) { result += base }
    return result
  }

  private mutating func addRubyColumn(_ base: [Int], annotation: Int, in ruby: Int) -> Int {
    tree.hasAnnotations = true
    let outer = drafts[ruby].box
    // 1. The base: a line of its own, in the middle of the column.
    var values = StyleValues(inheriting: outer.style)
    values.box.display = .block
    values.box.specifiedDisplay = .block
    values.text.align = outer.style.text.rubyAlign == .start ? .start : .center
    values.text.alignLast = .auto
    values.text.indent = .zero
    var box = Box(kind: .container, node: outer.node, style: ComputedStyle(values))
    box.origin = .anonymous
    box.flags = .formattingContextRoot
    box.decorations = outer.decorations
    let lower = add(box, level: .block)
    drafts[lower].children = base
    finishFlow(lower)
    // 2. The annotation: another one.
    var own = StyleValues(copying: drafts[annotation].box.style)
    own.box.display = .block
    own.text.align = own.text.rubyAlign == .start ? .start : .center
    own.text.alignLast = .auto
    drafts[annotation].box.style = ComputedStyle(own)
    drafts[annotation].box.kind = .container
    drafts[annotation].box.flags.insert(.formattingContextRoot)
    drafts[annotation].level = .block
    drafts[annotation].containsBlock = false
    finishFlow(annotation)
    // 3. Both together are like a character on the line.
    var column = Box(kind: .container, node: outer.node, style: anonymousStyle(outer.style, .inlineBlock))
    column.origin = .anonymous
    column.context = .ruby
    column.flags = .atomicInline
    column.decorations = outer.decorations
    let draft = add(column, level: .inline)
    drafts[draft].children = [lower, annotation]
    return draft
  }
}
