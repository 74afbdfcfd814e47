import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Scripts under and over a base.
/// https://w3c.github.io/mathml-core/#underscripts-and-overscripts-munder-mover-munderover
extension MathLayout {
  /// How far a script keeps from the base.
  private struct Distance {
    /// From edge to edge.
    var gap: LayoutUnit
    /// From the base's edge to the script's baseline, at least; nil where it does not count.
    var shift: LayoutUnit?
    /// Beyond the script.
    var extra = LayoutUnit.zero
  }

  func limits(
    _ kind: MathLimits, base: BoxID, under: BoxID?, over: BoxID?, in available: LayoutUnit?
  ) -> MathContent {
    let growth = inlineStretch(of: [base] + [under, over].compactMap { $0 })
    func grown(_ part: BoxID) -> MathItem {
      // What it is told to grow to, its base does.
      let own = part == base ? space.mathStretch ?? growth : growth
      return laidOut(part, stretch: stretches(part, by: own) ? own : nil)
    }
    let (core, lower, upper) = (grown(base), under.map(grown), over.map(grown))
    let inline = available ?? max(core.inline, lower?.inline ?? .zero, upper?.inline ?? .zero)
    var content = MathContent()
    content.add(core, x: (inline - core.inline) / 2)
    if let upper {
      let distance = distance(from: base, isOver: true)
      let height = upper.ascent + upper.descent
      let room: LayoutUnit
      if let shift = distance.shift {
        room = max(height + distance.gap, upper.ascent + shift + upper.margins.blockEnd)
      } else if kind.isAccentOver {
        // Not closer to a low base than to a usual one.
        let usual = constant(.accentBaseHeight) ?? LayoutUnit(xHeight / 2)
        room = height + (usual - (core.ascent - core.margins.blockStart)).nonNegative
      } else {
        room = height + distance.gap
      }
      content.add(upper, x: (inline - upper.inline) / 2, drop: -(core.ascent + room) + upper.ascent)
      content.ascent = core.ascent + room + distance.extra
    }
    content.ascent = content.ascent.nonNegative
    if let lower {
      let distance = distance(from: base, isOver: false)
      let gap =
        distance.shift.map { max(distance.gap, $0 - lower.ascent + lower.margins.blockStart) }
        ?? (kind.isAccentUnder ? .zero : distance.gap)
      content.add(lower, x: (inline - lower.inline) / 2, drop: core.descent + gap + lower.ascent)
      content.descent = core.descent + gap + lower.ascent + lower.descent + distance.extra
    }
    content.descent = content.descent.nonNegative
    content.inline = inline
    return content
  }

  /// https://w3c.github.io/mathml-core/#base-with-underscript , https://w3c.github.io/mathml-core/#base-with-overscript
  private func distance(from base: BoxID, isOver: Bool) -> Distance {
    if Self.coreOperator(of: base, context)?.isLarge == true {
      return Distance(
        gap: constant(isOver ? .upperLimitGapMin : .lowerLimitGapMin) ?? .zero,
        shift: constant(isOver ? .upperLimitBaselineRiseMin : .lowerLimitBaselineDropMin) ?? .zero)
    }
    if stretchesInline(base) == true {
      return Distance(
        gap: constant(isOver ? .stretchStackGapAboveMin : .stretchStackGapBelowMin) ?? .zero,
        shift: constant(isOver ? .stretchStackTopShiftUp : .stretchStackBottomShiftDown) ?? .zero)
    }
    return Distance(
      gap: constant(isOver ? .overbarVerticalGap : .underbarVerticalGap) ?? LayoutUnit(3 * thickness), shift: nil,
      extra: constant(isOver ? .overbarExtraAscender : .underbarExtraDescender) ?? LayoutUnit(thickness))
  }
}
