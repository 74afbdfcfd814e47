import OffscreenCSS
import OffscreenGeometry

/// Quirks of block layout.
/// https://quirks.spec.whatwg.org/#css
extension LayoutContext {
  /// The body element, or the root element, in the flow.
  func isQuirkyBody(_ box: BoxID) -> Bool {
    guard isQuirksMode else { return false }
    let entry = boxes[box]
    return entry.origin == .element && entry.kind == .container && document.isHTML(entry.node, .body)
      && document.parent(entry.node) == document.documentElement
  }

  func isQuirkyRoot(_ box: BoxID) -> Bool {
    isQuirksMode && boxes.isRootElement(boxes[box])
  }

  /// A container at whose edges default margins are left out.
  /// https://html.spec.whatwg.org/multipage/rendering.html#margin-collapsing-quirks
  func isQuirkyContainer(_ box: BoxID) -> Bool {
    isQuirksMode && (boxes[box].kind == .tableCell || isQuirkyBody(box))
  }

  /// Whether the block-start and the block-end margin of a child are such defaults.
  func quirkyMargins(of box: BoxID, in direction: WritingDirection) -> (start: Bool, end: Bool) {
    guard isQuirksMode, boxes[box].origin == .element else { return (false, false) }
    let sides = direction.sides(boxes[box].style.box.margin)
    func isQuirky(_ margin: LengthOrAuto) -> Bool {
      if case .value(let length) = margin { length.isQuirky } else { false }
    }
    return (isQuirky(sides.blockStart), isQuirky(sides.blockEnd))
  }
}

extension LayoutContext {
  private func isInFlowBlock(_ box: BoxID) -> Bool {
    boxes[box].flags.isDisjoint(with: [.floating, .outOfFlow, .atomicInline, .item])
  }

  private func isFillingBody(_ box: BoxID) -> Bool { isQuirkyBody(box) && isQuirkyRoot(boxes[box].parent) }

  /// Whether the box fills what it is in: the root element and the body element, without a height.
  /// https://quirks.spec.whatwg.org/#the-html-element-fills-the-viewport-quirk
  /// https://quirks.spec.whatwg.org/#the-body-element-fills-the-html-element-quirk
  func fillsContainer(_ box: BoxID) -> Bool {
    guard isQuirksMode, isInFlowBlock(box), isQuirkyRoot(box) || isFillingBody(box) else { return false }
    let style = boxes[box].style
    return SizeProperties(style, WritingDirection(style)).block.isAuto
  }
}

extension BlockLayout {
  private var hasAutoBlockSize: Bool { SizeProperties(style, direction).block.isAuto }

  /// The basis of percentage heights of children in a box whose height is `auto`.
  /// https://quirks.spec.whatwg.org/#the-percentage-height-calculation-quirk
  var quirkyPercentageBasis: LayoutUnit? {
    guard context.isQuirksMode, let basis = space.percentageBlock, space.fixedBlock == nil, hasAutoBlockSize
    else { return nil }
    let entry = context[box]
    guard entry.kind == .container, !entry.flags.contains(.outOfFlow) else { return nil }
    // What is in a table cell knows no height before the cell does.
    guard entry.parent.isNone || context[entry.parent].kind != .tableCell else { return nil }
    guard context.isQuirkyBody(box) || context.isQuirkyRoot(box) else { return basis }
    let margins = direction.logical(context.margins(of: box, basis: space.marginBasis)).blockSum
    return (basis - margins - edges.blockSum).nonNegative
  }

  /// The least block size of a box that fills its container. The margins of its first and last children
  /// go with its own.
  var quirkyMinimum: LayoutUnit? {
    guard context.fillsContainer(box), let available = space.percentageBlock else { return nil }
    let margins = direction.logical(context.margins(of: box, basis: space.marginBasis))
    guard !space.isNewFormattingContext else { return available - margins.blockSum }
    let start = bfcBlockOffset.map { $0 - bfcOffset.block } ?? strut.sum
    var end = bfcBlockOffset == nil ? MarginStrut() : strut
    end.append(margins.blockEnd)
    return available - start - end.sum
  }
}
