import OffscreenCSS
import OffscreenDOM

/// The boxes of an earlier tree that a later one of the same document takes over: those of elements of which, and
/// inside of which, nothing has changed.
///
/// Boxes are generated from an element, what is in it, its style, and what generation carries along: counters, quotes,
/// decorations, the top layer. Where the last may differ, nothing is taken over.
struct KeptBoxes {
  let before: BoxTree
  /// The elements that changed, and all around them.
  private let changed: Set<NodeID>
  /// By node, the first of its boxes.
  private var first: [BoxID]
  /// By the number of a box before, the one that it has in the later tree.
  fileprivate(set) var numbers: [BoxID]

  /// Boxes that were taken over leave others unused behind them, of which there may be no more than this for one in use.
  private static let mostUnused = 2

  /// Nil where all has to be generated. `changed`: the elements of which boxes are made anew.
  init?(_ before: BoxTree, changed: Set<NodeID>, for input: BoxTreeInput) {
    guard Self.mayTake(from: before, for: input), before.boxes.count < input.boxLimit / 2,
      before.texts.count + before.replaced.count + before.decorations.count < 1_000 + (1 + Self.mostUnused)
        * before.boxes.count
    else { return nil }
    (self.before, self.changed) = (before, changed)
    numbers = Array(repeating: .none, count: before.boxes.count)
    first = Array(repeating: .none, count: input.document.nodeCount)
    for index in before.boxes.indices where before.boxes[index].origin == .element {
      let node = Int(before.boxes[index].node.rawValue)
      guard first.indices.contains(node), first[node].isNone else { continue }
      first[node] = BoxID(rawValue: Int32(truncatingIfNeeded: index))
    }
  }

  /// Whether boxes of a tree may be the same in a later one, as far as what generation carries along is concerned.
  static func mayTake(from before: BoxTree, for input: BoxTreeInput) -> Bool {
    !before.hasAnnotations && !before.hasTopLayer && !before.hasScrollParts && !before.isCutShort
      && !before.isTextCutShort && before.generatedText < BoxTreeBuilder.mostGeneratedText / 2
      && before.firstLineStyles.isEmpty && !input.styles.hasFirstLines && !input.styles.hasFirstLetters
      && input.block == nil
  }

  /// The box of an element that can be taken over with all in it.
  fileprivate func box(of node: NodeID, _ style: ComputedStyle) -> BoxID? {
    guard !changed.contains(node), first.indices.contains(Int(node.rawValue)) else { return nil }
    let id = first[Int(node.rawValue)]
    guard !id.isNone, before[id].style === style else { return nil }
    switch before[id].kind {
    case .container, .tableCell: break
    // Their places depend on what is beside them, and little is in them.
    case .inline, .text, .lineBreak, .breakOpportunity, .replaced, .tableGrid, .tableRowGroup, .tableRow,
      .tableColumnGroup, .tableColumn, .tableCaption:
      return nil
    }
    guard before[id].flags.isDisjoint(with: [.control, .blockInInline, .topLayer]) else { return nil }
    // Where no text is made of counters, it is no matter what they are.
    if before.usesCounters, before[id].flags.contains(.usesOuterCounters) { return nil }
    // Floats do not float as items.
    if before[id].flags.contains(.item), style.box.float != .none { return nil }
    return id
  }

  /// Whether boxes taken over are those that would be generated in a tree with these counters and so on.
  func isAllowed(in tree: BoxTree, _ input: BoxTreeInput) -> Bool {
    before.usesCounters == tree.usesCounters && Self.isAllowed(in: tree, input)
  }

  static func isAllowed(in tree: BoxTree, _ input: BoxTreeInput) -> Bool {
    !tree.hasAnnotations && !tree.hasTopLayer && !tree.hasScrollParts && !tree.isCutShort && !tree.isTextCutShort
      && tree.boxes.count < input.boxLimit
  }
}

extension BoxTreeBuilder {
  /// The draft of an element's box that is taken over; nil where it has to be generated.
  mutating func takeOver(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    guard let kept, currentDecorations < 0, document.namespace(node) == .html, let id = kept.box(of: node, style) else {
      return nil
    }
    switch document.name(node).known {
    // What they are around, or beside, has a say in their boxes.
    case .html, .body, .legend, .summary, .option, .optgroup, .rt, .rp: return nil
    default: break
    }
    let outer = kept.before[id].decorations
    let decorations = outer < 0 ? 0 : kept.before.decorations[Int(outer)].count
    guard decorations == (style.effect.decorationLines.isEmpty ? 0 : 1) else { return nil }
    var box = kept.before[id]
    box.flags.remove(.item)
    let level: BoxLevel =
      box.kind == .tableCell
      ? .tablePart
      : !box.flags.isDisjoint(with: [.outOfFlow, .floating])
        ? .outOfFlow : box.flags.contains(.atomicInline) ? .inline : .block
    let draft = add(box, level: box.flags.contains(.outOfFlow) ? .outOfFlow : level)
    drafts[draft].taken = id
    isInWord = false
    return draft
  }

  /// Appends the boxes that a draft takes over.
  mutating func appendTaken(_ draft: Int, parent: BoxID, previous: BoxID) {
    let taken = drafts[draft].taken
    guard let before = kept?.before else { return }
    let start = Int32(truncatingIfNeeded: tree.boxes.count)
    let distance = start &- taken.rawValue
    let range = taken.rawValue..<before[taken].end.rawValue
    tree.boxes.append(contentsOf: before.boxes[Int(range.lowerBound)..<Int(range.upperBound)])
    // Optimization: what is before all changes stays where it is.
    if distance != 0 {
      for index in Int(start)..<tree.boxes.count { tree.boxes[index].move(by: distance) }
    }
    for index in range { kept?.numbers[Int(index)] = BoxID(rawValue: index &+ distance) }
    tree.boxes[Int(start)].parent = parent
    tree.boxes[Int(start)].previousSibling = previous
    tree.boxes[Int(start)].flags = drafts[draft].box.flags
  }

  /// What boxes that are taken over have beside them.
  mutating func finishTaken() {
    guard let kept else { return }
    for (box, control) in kept.before.controls where !kept.numbers[Int(box.rawValue)].isNone {
      tree.controls[kept.numbers[Int(box.rawValue)]] = control
    }
    for (box, picture) in kept.before.shapeImages where !kept.numbers[Int(box.rawValue)].isNone {
      tree.shapeImages[kept.numbers[Int(box.rawValue)]] = picture
    }
  }
}
