import OffscreenCSS
import OffscreenGeometry

extension LayoutContext {
  /// Lays out a box. One switch over what the box is; results are kept by box and constraint space.
  ///
  /// The recursion is as deep as the box tree, whose depth follows the document's, which the parsers
  /// limit; layout runs on a thread with a stack for it.
  package func layout(_ box: BoxID, in space: ConstraintSpace) -> LayoutResult {
    // Optimization: only independent formatting contexts are kept at first; what is part of its parent's
    // block formatting context is laid out again just when that is.
    if space.isNewFormattingContext, let result = keptResult(box, space) { return result }
    let flowSpace = goesOn ? flowSpace(space) : nil
    if let flowSpace, let result = keptFlowResult(box, flowSpace, space) { return result }
    if layoutsLeft <= 0, let result = anyKeptResult(box, space) { return result }
    layoutsLeft -= 1
    var space = space
    if isIndependentOfBlockSize(box, space) {
      if let result = resizedResult(box, space) { return result }
      space.mode = .layout
    }
    depth += 1
    defer { depth -= 1 }
    var result = layoutAnew(box, in: space)
    contain(&result, of: box, space)
    keepBaselinesInside(&result, of: box, space)
    if space.isNewFormattingContext { keep(result, box, space) }
    if let flowSpace { keepFlowResult(result, box, flowSpace, space) }
    return result
  }

  /// The effects of containment on a box's layout result.
  /// https://drafts.csswg.org/css-contain-2/#containment-types
  private func contain(_ result: inout LayoutResult, of box: BoxID, _ space: ConstraintSpace) {
    let entry = boxes[box]
    guard !entry.style.usedContainment.isEmpty, !space.isColumnContent else { return }
    if entry.style.usedContainment.contains(.layout), entry.context != .replaced, entry.kind != .inline {
      let isButton = entry.flags.contains(.centersContent) && !entry.flags.contains(.control)
      result.firstBaseline = nil
      result.lastBaseline = isButton ? emptyControlBaseline(of: box, result, space) : nil
    }
    guard entry.style.usedContainment.contains(.size) else { return }
    let edges = WritingDirection(entry.style).logical(
      borderWidths(of: box) + padding(of: box, basis: space.marginBasis)
    ).blockSum
    if let block = containedIntrinsicBlock(of: box, edges: edges) { result.intrinsicBlockSize = block }
  }

  /// In a line, the baseline of a button without lines, or without any that count, is the end of its content box.
  func emptyControlBaseline(of box: BoxID, _ result: LayoutResult, _ space: ConstraintSpace) -> LayoutUnit {
    let direction = self[box].direction
    let edges = direction.logical(borderWidths(of: box) + padding(of: box, basis: space.marginBasis))
    return direction.logical(result.size).block - edges.blockEnd
  }

  /// The baselines of a scroll container are no farther than its border edges.
  /// https://drafts.csswg.org/css-align-3/#baseline-export
  private func keepBaselinesInside(_ result: inout LayoutResult, of box: BoxID, _ space: ConstraintSpace) {
    let entry = boxes[box]
    guard !space.isColumnContent, result.firstBaseline != nil || result.lastBaseline != nil,
      entry.style.box.overflowX.scrolls || entry.style.box.overflowY.scrolls
    else { return }
    let size = WritingDirection(entry.style).logical(result.size).block
    result.firstBaseline = result.firstBaseline.map { min($0.nonNegative, size) }
    result.lastBaseline = result.lastBaseline.map { min($0.nonNegative, size) }
  }

  private func layoutAnew(_ box: BoxID, in space: ConstraintSpace) -> LayoutResult {
    switch boxes[box].context {
    case .block where !space.isColumnContent && isMultiColumn(box),
      .inline where !space.isColumnContent && isMultiColumn(box):
      var algorithm = MulticolLayout(context: self, box: box, space: space)
      return algorithm.run()
    case .block, .inline:
      var algorithm = BlockLayout(context: self, box: box, space: space)
      return algorithm.run()
    case .flex:
      var algorithm = FlexLayout(context: self, box: box, space: space)
      return algorithm.run()
    case .grid:
      var algorithm = GridLayout(context: self, box: box, space: space)
      return algorithm.run()
    case .table:
      var algorithm = TableLayout(context: self, box: box, space: space)
      return algorithm.run()
    case .fieldset:
      var algorithm = FieldsetLayout(context: self, box: box, space: space)
      return algorithm.run()
    case .ruby:
      return RubyLayout(context: self, box: box, space: space).run()
    case .math:
      return MathLayout(context: self, box: box, space: space).run()
    case .replaced:
      return ReplacedLayout(context: self, box: box, space: space).run()
    }
  }

  func keptResult(_ box: BoxID, _ space: ConstraintSpace) -> LayoutResult? {
    let index = Int(box.rawValue)
    // Optimization: a look at what differs most, in place, before whole spaces are compared.
    for entry in results[index].indices
    where results[index][entry].space.fixedInline == space.fixedInline
      && results[index][entry].space.fixedBlock == space.fixedBlock
      && results[index][entry].space.availableInline == space.availableInline
    {
      if results[index][entry].space == space { return results[index][entry].result }
      // Who only measures may have what a layout gave.
      guard space.mode == .measure, results[index][entry].space.mode == .layout else { continue }
      var laidOut = space
      laidOut.mode = .layout
      if results[index][entry].space == laidOut { return results[index][entry].result }
    }
    return nil
  }

  /// A result of the box in any space, when the page has been laid out too often: each container that asks its
  /// contents twice doubles what is asked of those inside of it.
  private func anyKeptResult(_ box: BoxID, _ space: ConstraintSpace) -> LayoutResult? {
    guard space.isNewFormattingContext, space.columns == nil else { return nil }
    let kept = results[Int(box.rawValue)].last {
      $0.space.isNewFormattingContext && $0.space.columns == nil
        && (space.mode == .measure || $0.space.mode == .layout)
        // Who wants all of it does not know what to do with a part.
        && (space.seenEnd != nil || !$0.result.endsEarly)
    }
    if kept != nil { note("the page's boxes take too long to lay out in each other: some are of other sizes") }
    return kept?.result
  }

  func keep(_ result: LayoutResult, _ box: BoxID, _ space: ConstraintSpace) {
    // A handful of spaces is all that measuring passes ask for.
    // Optimization: in place; the entries are large.
    let index = Int(box.rawValue)
    if results[index].count >= 6 { results[index].removeFirst() }
    results[index].append(KeptResult(space: space, result: result))
  }
}
