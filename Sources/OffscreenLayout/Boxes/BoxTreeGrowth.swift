import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// Boxes for children that have come behind all that there is of a page, as in lists that grow at their end: all boxes
/// before them stay where they are, with the numbers that they have.
///
/// Optimization: what is done goes by what has come, not by what there is. `KeptBoxes` is for all other changes.
extension BoxTreeBuilder {
  /// The box of `parent`, where boxes of children behind those that it has are the last of the tree, and the boxes there
  /// are do not depend on them. `first`: the first of these children.
  package static func growingBox(
    of parent: NodeID, from first: NodeID, in tree: BoxTree, _ input: BoxTreeInput
  ) -> BoxID? {
    let document = input.document
    guard KeptBoxes.mayTake(from: tree, for: input), !tree.usesCounters, !tree.hasInitialLetters,
      hasRoom(in: tree, input), document.namespace(parent) == .html, document.flatParent(first) == parent,
      isOnlyItsChildren(document.name(parent).known)
    else { return nil }
    // 1. The last box in each, from the root on.
    var box = BoxID.root
    while tree[box].node != parent || tree[box].origin != .element {
      guard tree[box].flags.isDisjoint(with: [.control, .formControl, .topLayer]), !tree[box].lastChild.isNone else {
        return nil
      }
      box = tree[box].lastChild
    }
    // 2. It holds blocks, the last of which is an element's.
    let last = tree[box].lastChild
    guard tree[box].kind == .container, tree[box].context == .block,
      tree[box].flags.isDisjoint(with: [.control, .formControl, .centersContent, .blockInInline, .topLayer]),
      !last.isNone, tree[last].origin == .element, tree[last].kind == .container,
      tree[last].flags.isDisjoint(with: [.floating, .outOfFlow, .outsideMarker, .atomicInline, .blockInInline]),
      document.flatParent(tree[last].node) == parent
    else { return nil }
    return areBlocks(from: first, input) ? box : nil
  }

  /// Whether an element's children from one on have no other boxes in it than blocks in the flow.
  private static func areBlocks(from first: NodeID, _ input: BoxTreeInput) -> Bool {
    let document = input.document
    var child = first
    while !child.isNone {
      switch document.kind(child) {
      case .text:
        guard document.text(child).allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x09 }) else { return false }
      case .element:
        guard let style = input.styles.style(of: child), style.box.display != .none else { break }
        guard case .box(.block, _, _) = style.box.display, style.box.float == .none else { return false }
        switch style.box.position {
        case .absolute, .fixed: return false
        case .static, .relative, .sticky: break
        }
      case .document, .documentType, .comment, .processingInstruction, .documentFragment: break
      }
      child = document.flatNextSibling(child)
    }
    return true
  }

  /// Appends the boxes of a child and of all behind it to those of `box`. False where all boxes are to be generated:
  /// `tree` is of no use any more.
  package static func grow(
    _ tree: inout BoxTree, in box: BoxID, from first: NodeID, _ input: BoxTreeInput, viewportStyle: ComputedStyle
  ) -> Bool {
    var builder = BoxTreeBuilder(input)
    builder.principalStyle = viewportStyle
    builder.generatedText = tree.generatedText
    builder.currentDecorations = tree[box].decorations
    // Optimization: who has the boxes alone may add to them without a copy.
    builder.tree = tree
    tree = BoxTree()
    builder.tree.use(input.styles)
    let isGrown = builder.appendChildren(of: box, from: first)
    tree = builder.tree
    return isGrown && hasRoom(in: tree, input)
  }

  private mutating func appendChildren(of box: BoxID, from first: NodeID) -> Bool {
    var children: [Int] = []
    var child = first
    while !child.isNone {
      generate(child, into: &children)
      child = document.flatNextSibling(child)
    }
    let blocks = children.filter { drafts[$0].level == .block }
    // Lines, floats and parts of tables are for `finishFlow` to sort out with those before them.
    for child in children
    where drafts[child].level != .block
      && !(drafts[child].level == .inline && drafts[child].isCollapsibleWhiteSpace(tree.texts))
    {
      return false
    }
    guard topLayer.isEmpty, !tree.usesCounters, !tree.hasInitialLetters, KeptBoxes.isAllowed(in: tree, input) else {
      return false
    }
    (tree.generatedText, tree.draftCount) = (generatedText, tree.draftCount + drafts.count)
    guard !blocks.isEmpty else { return true }
    var last = tree[box].lastChild
    tree.boxes[Int(last.rawValue)].nextSibling = nextID
    for block in blocks {
      let id = nextID
      flatten(block, parent: box, previous: last, isLast: block == blocks.last)
      last = id
    }
    tree.boxes[Int(box.rawValue)].lastChild = last
    var around = box
    while !around.isNone {
      tree.boxes[Int(around.rawValue)].end = nextID
      around = tree[around].parent
    }
    return true
  }

  /// Whether a tree of all boxes, generated at once, would not be cut short.
  private static func hasRoom(in tree: BoxTree, _ input: BoxTreeInput) -> Bool {
    tree.draftCount < input.boxLimit || tree.boxes.count < input.boxLimit / 2
  }

  /// Whether what an element's box holds is what its children generate, each for itself.
  private static func isOnlyItsChildren(_ name: KnownName?) -> Bool {
    switch name {
    case .body, .div, .main, .section, .article, .aside, .nav, .header, .footer, .form, .search, .hgroup, .figure,
      .figcaption, .blockquote, .center, .ul, .ol, .menu, .li, .dl, .dt, .dd, .p, .pre, .span, .a, .address, .label,
      nil:
      true
    default: false
    }
  }
}
