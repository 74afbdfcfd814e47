import OffscreenCSS
import OffscreenGeometry

/// Floats in columns, and what goes on beside them.
extension BlockLayout {
  /// How much of a child that starts at `start` is in its first column: floats behind that have moved to later columns,
  /// where the child goes on below them.
  func extentInColumn(_ size: LayoutUnit, from start: LayoutUnit, of child: BoxID) -> LayoutUnit {
    guard let column = fragmentainer(at: start), !context.isMonolithic(child) else { return size }
    return min(size, (column.end - flowOffset - start).nonNegative)
  }

  /// What floats take at the start of the columns that a child goes on in.
  func insetsOfFloats(behind start: LayoutUnit, size: LogicalSize, of child: BoxID) -> [ColumnInsets] {
    guard let flow, !flow.hasInsets, !exclusions.isEmpty, !context.isMonolithic(child),
      var column = flow.fragmentainer(at: flowOffset + start)
    else { return [] }
    var insets: [ColumnInsets] = []
    let end = flowOffset + start + size.block
    while column.next < end, insets.count < Self.maximumFloatInsets,
      let next = flow.fragmentainer(at: column.next), next.start > column.start
    {
      let top = next.start - flowOffset
      let place = exclusions.opportunity(
        from: BfcOffset(line: contentLineOffset, block: top), available: contentInline,
        inlineSize: min(size.inline, contentInline), blockSize: .epsilon)
      let taken = min((place.start.block - top).nonNegative, next.size)
      if taken > .zero {
        insets.append(ColumnInsets(start: taken, limit: next.start + .epsilon, from: next.start))
      }
      column = next
    }
    return insets
  }

  private static let maximumFloatInsets = 20
}

extension LayoutContext {
  /// Moves a float that does not fit in its column to the next one, or lets it be cut.
  func fragment(
    _ float: inout LaidOutFloat, _ box: BoxID, at place: inout BfcOffset, from start: BfcOffset,
    available: LayoutUnit, direction: WritingDirection, exclusions: ExclusionSpace,
    flow: inout FragmentainerFlow?, flowOffset: LayoutUnit
  ) {
    let isWhole = isMonolithic(box) || avoidsBreaksInside(box)
    let height = direction.logical(float.result.size).block
    if isWhole {
      flow?.noteUnbreakable(height)
    } else if let measured = flow, measured.isUnlimited {
      // What is in it that may not be cut.
      var space = float.space
      space.columns = ColumnSpace(
        flow: measured, offset: flowOffset + place.block + float.margins.blockStart, canBreakBefore: true)
      if let after = layout(box, in: space).columns?.flow { flow = after }
    }
    for _ in 0..<2 {
      let top = flowOffset + place.block + float.margins.blockStart
      guard let column = flow?.fragmentainer(at: top), fragmentationBudget > 0 else { return }
      let isAtStart = column.start >= flowOffset + place.block
      if !isWhole {
        var space = float.space
        space.columns = flow.map { ColumnSpace(flow: $0, offset: top, canBreakBefore: !isAtStart) }
        let result = layout(box, in: space)
        let size = direction.logical(result.size).block
        // Margins of floats are not cut off.
        let cutsMargin = top + size <= column.end && top + size + float.margins.blockEnd > column.end
        if !result.needsBreakBefore, !cutsMargin || isAtStart {
          if let after = result.columns?.flow { flow = after }
          float.result = result
          float.marginBox.block = direction.logical(result.size).block + float.margins.blockSum
          return
        }
        if let shortage = result.columns?.flow.section.shortage { flow?.noteShortage(shortage) }
      }
      let end = top + height + float.margins.blockEnd.nonNegative
      guard !isAtStart, !isWhole || end > column.end else { return }
      if isWhole { flow?.noteShortage(end - column.end) }
      spendFragmentationBudget(on: box)
      let next = BfcOffset(line: start.line, block: column.next - flowOffset - float.margins.blockStart)
      place = exclusions.floatPosition(
        from: next, available: available, size: float.marginBox, isLeft: float.isLeft)
    }
  }
}
