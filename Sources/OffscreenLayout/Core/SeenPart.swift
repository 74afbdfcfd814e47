import OffscreenCSS
import OffscreenGeometry

/// How much of a page a layout is for.
package enum LayoutExtent: Equatable, Sendable {
  case whole
  /// What is above this block offset of the initial containing block, in a picture of the page as it is before it is
  /// scrolled. Boxes further down may have no fragments.
  case start(LayoutUnit)
}

/// What a layout of the start of a page can do without.
///
/// A block container ends before the first child that starts below what is seen, if neither that child nor any box after
/// it can reach up. It has not its whole block size then; where something else asks for that, the page is laid out whole.
struct SeenPart {
  /// Where layout ends, from the start of the initial containing block.
  let end: LayoutUnit
  /// By box: whether no part of it, nor of any box after it, is above where it would start.
  private let staysBelow: [Bool]

  /// CSS pixels by which a box's ink may leave its place without being looked for.
  static let reach = 256.0
  /// CSS pixels by which negative margins may move boxes up, together.
  static let mostDrawnUp: Float = 64
  /// Optimization: smaller pages are not worth the look.
  private static let fewestBoxes = 400

  /// Nil where the whole page has to be laid out.
  init?(_ boxes: BoxTree, above offset: LayoutUnit) {
    guard boxes.boxes.count >= Self.fewestBoxes || boxes.leftOut != nil, boxes.leftOut?.isCountedOn != true,
      !boxes.hasTopLayer, !boxes.hasAutomaticContentVisibility, !boxes.hasAnchors, !boxes.hasScrollParts
    else { return nil }
    end = offset + LayoutUnit(Self.reach) + LayoutUnit(Self.mostDrawnUp)
    var staysBelow = [Bool](repeating: false, count: boxes.boxes.count)
    // From the last box: all boxes after one have been looked at before it is.
    var outermost = BoxID(rawValue: .max)
    lazy var containers = boxes.nearestPositionedAncestors
    var facts = RecentFacts(reach: Self.reach)
    // What is behind a box is moved up by margins before it, too.
    var drawnUp = boxes.leftOut?.drawnUp ?? 0
    for index in boxes.boxes.indices.reversed() {
      let id = BoxID(rawValue: Int32(truncatingIfNeeded: index))
      let style = boxes.boxes[index].style
      let known = facts.facts(of: style)
      if boxes.boxes[index].isMovedByMargins { drawnUp += known.drawnUp }
      if known.reachesUp || drawnUp > Self.mostDrawnUp
        || boxes.boxes[index].mayPaintOutside(boxes) || boxes.isAlignedPastRow(id)
        || known.rise > 0 && !boxes.staysNearFlow(id, within: Self.reach)
      {
        break
      }
      if boxes.boxes[index].flags.contains(.outOfFlow) {
        // One stays where the box is that contains it.
        guard style.box.position == .absolute, !containers[index].isNone else { break }
        outermost = min(outermost, containers[index])
      }
      staysBelow[index] = outermost >= id
    }
    self.staysBelow = staysBelow
  }

  func mayEnd(before box: BoxID) -> Bool { staysBelow[Int(box.rawValue)] }

  /// Whether a box may end before those of its contents that were left out.
  func mayEndBeforeWhatIsLeftOut(of box: LayoutBox) -> Bool {
    let next = Int(box.end.rawValue)
    return next >= staysBelow.count || staysBelow[next]
  }
}

extension LayoutContext {
  /// Whether a container may end before its last child, if that is the first that is not seen.
  func mayEndEarly(_ box: BoxID, in space: ConstraintSpace) -> Bool {
    guard seen != nil, space.columns == nil, space.blockFlow?.lineClamp == nil,
      space.blockFlow?.textTrim.isEmpty ?? true, self[box].kind == .container,
      !self[box].flags.contains(.centersContent)
    else { return false }
    return self[box].style.looksTheSameAtAnyHeight
  }

  /// Whether what is seen of an item is the same if it is made taller by what its container has below what is seen.
  func isSeenAlikeAtAnyHeight(_ box: BoxID) -> Bool {
    let item = self[box]
    switch item.context {
    case .block, .inline, .flex: break
    case .grid, .table, .fieldset, .ruby, .math, .replaced: return false
    }
    guard item.kind == .container, item.flags.isDisjoint(with: [.centersContent, .control]),
      item.style.looksTheSameAtAnyHeight
    else { return false }
    // Children whose containing block is another do not ask for this one's height, but in quirks mode.
    var waiting = [box]
    while let next = waiting.popLast() {
      for child in self[next].children where !child.isOutOfFlow {
        if child.style.asksForHeightOfContainingBlock { return false }
        if isQuirksMode || child.kind == .inline || child.origin == .anonymous || child.flags.contains(.blockInInline) {
          waiting.append(child.id)
        }
      }
    }
    return true
  }

  /// Notes where the size of a box that ends early matters to those that are placed in it.
  func checkSize(of box: BoxID, isAskedForBy candidates: [OutOfFlowCandidate]) {
    guard box != .root, !needsWhole else { return }
    needsWhole = candidates.contains {
      let style = boxes[$0.box].style
      return style.asksForHeightOfContainingBlock && isContainingBlock(box, forFixed: style.box.position == .fixed)
    }
  }
}

extension BoxTree {
  /// By box; none where the next one around is the initial containing block. Others may contain what is absolutely
  /// positioned too: one farther out is on the safe side.
  fileprivate var nearestPositionedAncestors: [BoxID] {
    var result = [BoxID](repeating: .none, count: boxes.count)
    for index in boxes.indices {
      let parent = boxes[index].parent
      guard !parent.isNone, parent != .root else { continue }
      let contains = self[parent].kind != .tableGrid && self[parent].style.box.position != .static
      // Boxes are behind those that they are in.
      result[index] = contains ? parent : result[Int(parent.rawValue)]
    }
    return result
  }
}

/// What is asked of styles. Optimization: kept of those that came last, since boxes with few styles take turns.
struct RecentFacts {
  struct Facts {
    let style: ComputedStyle
    let reachesUp: Bool
    let drawnUp: Float
    let rise: Float
    /// Whether boxes that are elsewhere may be others because of it.
    let mattersElsewhere: Bool
  }

  let reach: Double
  private var facts = [Facts?](repeating: nil, count: 256)

  init(reach: Double) { self.reach = reach }

  mutating func facts(of style: ComputedStyle) -> Facts { look(at: style).facts }

  /// `isNew`: whether the style was not among the last.
  mutating func look(at style: ComputedStyle) -> (facts: Facts, isNew: Bool) {
    let address = UInt(bitPattern: ObjectIdentifier(style))
    let place = Int(truncatingIfNeeded: (address >> 4 ^ address >> 12) % 256)
    if let known = facts[place], known.style === style { return (known, false) }
    let found = Facts(
      style: style, reachesUp: style.reachesUp(by: reach), drawnUp: style.negativeMargins, rise: style.rise,
      mattersElsewhere: style.mattersElsewhere)
    facts[place] = found
    return (found, true)
  }
}

extension BoxTree {
  private static let mostAncestors = 64

  /// Whether relative and absolute positions take a box, with all around it, up by no more than so many CSS pixels.
  fileprivate func staysNearFlow(_ box: BoxID, within reach: Double) -> Bool {
    var (rise, around) = (Float.zero, box)
    for _ in 0..<Self.mostAncestors {
      if around.isNone { return rise < Float(reach) / 2 }
      rise += self[around].style.rise
      around = self[around].parent
    }
    return false
  }

  /// Whether a grid item may stick out at the start of a row that is not as high as it is.
  fileprivate func isAlignedPastRow(_ box: BoxID) -> Bool {
    guard self[box].flags.contains(.item), !self[box].parent.isNone, self[self[box].parent].context == .grid else {
      return false
    }
    let container = self[self[box].parent].style
    guard
      !container.grid.templateRows.components.isEmpty || container.grid.templateRows.isSubgrid
        || container.grid.autoRows != [.auto]
    else { return false }
    let own = self[box].style.alignment.alignSelf.value
    return (own == .auto ? container.alignment.alignItems.value : own).mayPassStart
  }
}

extension SelfAlignment.Value {
  /// Whether what is taller than its place may stick out at its start.
  var mayPassStart: Bool {
    switch self {
    case .auto, .normal, .stretch, .start, .selfStart, .flexStart, .left, .right: false
    case .center, .end, .selfEnd, .flexEnd, .baseline, .lastBaseline, .anchorCenter: true
    }
  }
}

extension Box {
  /// Whether margins along the block axis move it: texts have the style of the box that they are in, not its margins.
  fileprivate var isMovedByMargins: Bool {
    switch kind {
    case .inline, .text, .lineBreak, .breakOpportunity: false
    case .container, .replaced, .tableGrid, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
      .tableCaption:
      true
    }
  }

  /// Whether what it shows may be larger than it is.
  fileprivate func mayPaintOutside(_ tree: BoxTree) -> Bool {
    if flags.contains(.outsideMarker) { return !firstChild.isNone && tree[firstChild].kind == .replaced }
    guard kind == .replaced, style.box.overflowY == .visible, tree.replaced.indices.contains(Int(data)) else {
      return false
    }
    return switch tree.replaced[Int(data)].kind {
    case .image, .generated, .drawing: true
    case .brokenImage, .missingImage, .control: false
    }
  }
}

extension ComputedStyle {
  /// Whether a box of this style, or what is in it, may be farther above its place in the flow than so many CSS pixels.
  fileprivate func reachesUp(by reach: Double) -> Bool {
    let limit = Float(reach)
    if !text.writingMode.isHorizontal || font.size > limit / 2 { return true }
    if effect.transformsBox || effect.perspective != nil || !effect.filters.isEmpty || !effect.backdropFilters.isEmpty {
      return true
    }
    if border.image.outset != Sides(.number(0)) || !box.initialLetter.isNormal { return true }
    if border.outlineStyle != .none, border.outlineWidth + border.outlineOffset > limit / 2 { return true }
    if text.strokeWidth > limit / 2 { return true }
    if case .length(let thickness) = effect.decorationThickness, !thickness.isLength(between: 0, limit / 2) {
      return true
    }
    if (effect.boxShadows + text.shadows).contains(where: { 2 * abs($0.blur) + abs($0.spread) - $0.y > limit }) {
      return true
    }
    if let offset = text.underlineOffset, !offset.isLength(between: -limit / 2, limit / 2) { return true }
    return rise > limit / 2 || mayCenterOverflow
  }

  /// Whether something is asked of all boxes of the page because of it: of those with anchors, annotations, or contents
  /// that are skipped.
  fileprivate var mattersElsewhere: Bool {
    if usedContentVisibility == .auto || box.remembersIntrinsicWidth || box.remembersIntrinsicHeight { return true }
    if !box.anchor.isInitial || box.usesAnchorFunctions || text.emphasisStyle != .none || hasOffsetPath { return true }
    if case .image = box.floatShape { return true }
    switch box.display {
    case .box(_, .ruby, _), .box(_, .math, _): return true
    case .part(let part):
      return switch part {
      case .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer: true
      case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
        .tableCaption:
        false
      }
    case .box, .none, .contents: return false
    }
  }

  /// By how many CSS pixels its margins draw up what is in it and what follows.
  fileprivate var negativeMargins: Float {
    var sum = Float.zero
    for case .value(let margin) in [box.margin.top, box.margin.bottom] {
      switch margin {
      case .length(let value): sum += max(0, -value)
      // Quirky margins are positive.
      case .percentage, .calculation: sum += margin.isQuirky ? 0 : .infinity
      }
    }
    return sum
  }

  /// By how many CSS pixels a box is positioned above its place in the flow, or above what contains it, at most.
  var rise: Float {
    switch (box.position, box.inset.top, box.inset.bottom) {
    case (.static, _, _), (.sticky, _, .auto), (.relative, .auto, .auto), (.absolute, .auto, .auto): 0
    // By percentages, and from the bottom, nothing is known.
    case (.relative, .value(.length(let top)), _), (.absolute, .value(.length(let top)), _): max(0, -top)
    case (.fixed, _, _), (.sticky, _, _), (.relative, _, _), (.absolute, _, _): .infinity
    }
  }

  /// Whether content that is too tall for the box may stick out at its start.
  private var mayCenterOverflow: Bool {
    guard !box.height.isAuto || !box.maxHeight.isAuto else { return false }
    switch box.display {
    case .box(_, .flex, _), .box(_, .grid, _): return true
    case .box, .none, .contents, .part:
      return switch alignment.alignContent.value {
      case .normal, .start, .flexStart, .stretch, .left, .right: false
      case .baseline, .lastBaseline, .end, .flexEnd, .center, .spaceBetween, .spaceAround, .spaceEvenly: true
      }
    }
  }

  /// Whether what is seen of a block container's start is the same however tall it is.
  var looksTheSameAtAnyHeight: Bool {
    background.layers.allSatisfy { $0.image == .none } && border.image.source == .none && !border.fitsPatterns
      && !border.hasRelativeRadii && effect.boxShadows.isEmpty && !effect.transformsBox
      && effect.perspective == nil && effect.transformStyle == .flat && effect.filters.isEmpty
      && effect.backdropFilters.isEmpty && effect.clipPath == .none && effect.clip == nil && effect.masks.isEmpty
      && effect.maskBorder.source == .none && box.textBoxTrim.isEmpty && box.marginTrim.isEmpty && box.lineClamp == 0
      && usedContainment.isEmpty && box.containerType == .normal && box.overflowX.isUnscrolled
      && box.overflowY.isUnscrolled && alignment.alignContent.value == .normal && text.writingMode.isHorizontal
      && !column.makesColumns && column.span != .all
      && (box.position == .static || box.position == .relative && box.inset == Sides(.auto)) && unshown.snapType == nil
  }
}

extension ComputedStyle {
  /// Whether its size, or its place from the top, depends on the containing block's height.
  fileprivate var asksForHeightOfContainingBlock: Bool {
    func asks(_ size: SizeValue) -> Bool {
      switch size {
      case .auto, .minContent, .maxContent: false
      case .value(let value): value.hasPercentage
      case .fitContent, .stretch, .content, .calculated: true
      }
    }
    let top =
      switch box.inset.top {
      case .auto: false
      case .value(let value): value.hasPercentage
      }
    return top || !box.inset.bottom.isAuto || asks(box.height) || asks(box.minHeight) || asks(box.maxHeight)
      || !text.writingMode.isHorizontal
  }
}

extension LengthPercentage {
  /// Whether it is a length in a range of CSS pixels.
  fileprivate func isLength(between low: Float, _ high: Float) -> Bool {
    if case .length(let value) = self { value >= low && value <= high } else { false }
  }

  /// Whether it is a length of more than so many CSS pixels, whatever percentages are of.
  fileprivate func isLength(above limit: Float) -> Bool {
    switch self {
    case .length(let value): value > limit
    // Quirky margins, which are positive.
    case .percentage, .calculation: isQuirky
    }
  }
}

extension Overflow {
  /// Whether a box has neither scrollbars nor a reader who scrolls it.
  fileprivate var isUnscrolled: Bool {
    switch self {
    case .visible, .hidden, .clip: true
    case .scroll, .auto: false
    }
  }
}

extension BorderStyle {
  /// Whether dots or dashes are spaced by how long their sides are.
  fileprivate var fitsPatterns: Bool {
    func isPattern(_ style: BorderLineStyle) -> Bool { style == .dotted || style == .dashed }
    return isPattern(style.top) || isPattern(style.right) || isPattern(style.bottom) || isPattern(style.left)
      || isPattern(outlineStyle)
  }

  fileprivate var hasRelativeRadii: Bool {
    [radius.topLeft, radius.topRight, radius.bottomRight, radius.bottomLeft].contains {
      $0.x.hasPercentage || $0.y.hasPercentage
    }
  }
}
