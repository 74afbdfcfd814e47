import OffscreenGeometry

/// Results of boxes that go on with their parent's block formatting context.
///
/// Where no float is near, what is in such a box does not depend on where the box is; so results are kept as if it were
/// at the start of the formatting context, once a page is known to be laid out again and again.
extension LayoutContext {
  /// The space of such a box at the start of its formatting context; nil where its place matters.
  func flowSpace(_ space: ConstraintSpace) -> ConstraintSpace? {
    guard let place = space.blockFlow, space.columns == nil, space.seenEnd == nil, place.exclusions.isEmpty,
      place.clearanceOffset == .min,
      place.lineClamp == nil, !place.hasAdjoiningLeftFloat, !place.hasAdjoiningRightFloat,
      // Where lengths saturate, they cannot be moved.
      Self.movable.contains(place.offset.block)
    else { return nil }
    var flowSpace = space
    flowSpace.blockFlow?.forcedBlockOffset = place.forcedBlockOffset.map { $0 - place.offset.block }
    flowSpace.blockFlow?.offset = .zero
    return flowSpace
  }

  private static let movable = LayoutUnit(-1_000_000)...LayoutUnit(1_000_000)

  func keptFlowResult(_ box: BoxID, _ flowSpace: ConstraintSpace, _ space: ConstraintSpace) -> LayoutResult? {
    guard let distance = space.blockFlow?.offset.block, var result = keptResult(box, flowSpace) else { return nil }
    let start = result.blockFlow?.blockOffset
    result.blockFlow?.blockOffset = start.map { $0 + distance }
    return result
  }

  func keepFlowResult(
    _ result: LayoutResult, _ box: BoxID, _ flowSpace: ConstraintSpace, _ space: ConstraintSpace
  ) {
    guard let distance = space.blockFlow?.offset.block, let flow = result.blockFlow, flow.exclusions.isEmpty,
      flow.floatsExpectedStart == nil, !flow.needsAnotherTry, !flow.isPushedByFloats, result.columns == nil
    else { return }
    var result = result
    result.blockFlow?.blockOffset = flow.blockOffset.map { $0 - distance }
    keep(result, box, flowSpace)
  }
}
