import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Fractions, scripts, limits and roots.
extension MathLayout {
  /// https://w3c.github.io/mathml-core/#fractions-mfrac
  func fraction(_ parts: [BoxID], bar given: MathLength?, in available: LayoutUnit?) -> MathContent {
    let (numerator, denominator) = (laidOut(parts[0]), laidOut(parts[1]))
    let inline = available ?? max(numerator.inline, denominator.inline)
    let usual = constant(.fractionRuleThickness) ?? LayoutUnit(self.thickness)
    let thickness = (given.map { pixels($0, basis: usual.pixels) } ?? usual).nonNegative
    let (up, down) =
      thickness > .zero
      ? fractionShifts(numerator, denominator, bar: thickness) : stackShifts(numerator, denominator)
    var content = MathContent()
    content.add(numerator, x: (inline - numerator.inline) / 2, drop: -up)
    content.add(denominator, x: (inline - denominator.inline) / 2, drop: down)
    (content.ascent, content.descent) = (content.ascent.nonNegative, content.descent.nonNegative)
    if thickness > .zero { addBar(parts[2], inline: inline, thickness, x: .zero, middle: -axis, to: &content) }
    content.inline = inline
    return content
  }

  /// How far the numerator is raised and the denominator lowered.
  /// https://w3c.github.io/mathml-core/#fraction-with-nonzero-line-thickness
  private func fractionShifts(
    _ numerator: MathItem, _ denominator: MathItem, bar thickness: LayoutUnit
  ) -> (up: LayoutUnit, down: LayoutUnit) {
    let usual = LayoutUnit((hasRoom ? 3 : 1) * self.thickness)
    let above = constant(hasRoom ? .fractionNumeratorDisplayGapMin : .fractionNumeratorGapMin) ?? usual
    let below = constant(hasRoom ? .fractionDenominatorDisplayGapMin : .fractionDenominatorGapMin) ?? usual
    let up = constant(hasRoom ? .fractionNumeratorDisplayShiftUp : .fractionNumeratorShiftUp) ?? .zero
    let down = constant(hasRoom ? .fractionDenominatorDisplayShiftDown : .fractionDenominatorShiftDown) ?? .zero
    return (
      max(up, axis + thickness / 2 + above + numerator.descent),
      max(down, thickness / 2 + below + denominator.ascent - axis)
    )
  }

  /// https://w3c.github.io/mathml-core/#fraction-with-zero-line-thickness
  private func stackShifts(_ top: MathItem, _ bottom: MathItem) -> (up: LayoutUnit, down: LayoutUnit) {
    let least = constant(hasRoom ? .stackDisplayGapMin : .stackGapMin) ?? LayoutUnit((hasRoom ? 7 : 3) * thickness)
    var up = constant(hasRoom ? .stackTopDisplayShiftUp : .stackTopShiftUp) ?? .zero
    var down = constant(hasRoom ? .stackBottomDisplayShiftDown : .stackBottomShiftDown) ?? .zero
    let missing = least - (down - bottom.ascent + up - top.descent)
    if missing > .zero {
      up += missing / 2
      down += missing - missing / 2
    }
    return (up, down)
  }

  /// A bar around a height, as Chromium snaps it to whole pixels.
  private func addBar(
    _ bar: BoxID, inline: LayoutUnit, _ thickness: LayoutUnit, x: LayoutUnit, middle: LayoutUnit,
    to content: inout MathContent
  ) {
    let half = LayoutUnit((max(1, thickness.pixels.rounded()) / 2).rounded(.down))
    let (ascent, descent) = (content.ascent, content.descent)
    content.add(self.bar(bar, inline: inline, block: thickness), x: x, drop: middle - half)
    (content.ascent, content.descent) = (ascent, descent)
  }

  /// https://w3c.github.io/mathml-core/#subscripts-and-superscripts-msub-msup-msubsup
  /// and https://w3c.github.io/mathml-core/#prescripts-and-tensor-indices-mmultiscripts : pairs after and before the base.
  func scripts(
    base: BoxID, after: [(sub: BoxID?, superscript: BoxID?)], before: [(sub: BoxID?, superscript: BoxID?)] = []
  ) -> MathContent {
    let base = laidOut(base)
    func pair(_ boxes: (sub: BoxID?, superscript: BoxID?)) -> (lower: MathItem?, upper: MathItem?) {
      (boxes.sub.map { laidOut($0) }, boxes.superscript.map { laidOut($0) })
    }
    let (following, leading) = (after.map(pair), before.map(pair))
    let (up, down) = scriptShifts(base, following + leading)
    let space = constant(.spaceAfterScript) ?? fifth
    let widths = leading.map { max($0.lower?.inline ?? .zero, $0.upper?.inline ?? .zero) }
    var content = MathContent()
    var x = widths.reduce(LayoutUnit.zero) { $0 + space + $1 }
    content.add(base, x: x)
    var end = LayoutUnit.zero
    // Those before the base stand close to it.
    for (scripts, width) in zip(leading, widths) {
      end += space + width
      if let lower = scripts.lower { content.add(lower, x: end - lower.inline, drop: down) }
      if let upper = scripts.upper { content.add(upper, x: end - upper.inline, drop: -up) }
    }
    x += base.inline
    for (lower, upper) in following {
      if let lower { content.add(lower, x: x, drop: down) }
      if let upper { content.add(upper, x: x, drop: -up) }
      x += max(lower?.inline ?? .zero, upper?.inline ?? .zero) + space
    }
    content.inline = max(content.inline, x)
    (content.ascent, content.descent) = (content.ascent.nonNegative, content.descent.nonNegative)
    return content
  }

  /// Of an em. Deviation: in whole pixels, as in Chromium.
  private var fifth: LayoutUnit { LayoutUnit((em / 5).rounded(.down)) }

  /// How far all superscripts are raised and all subscripts lowered.
  private func scriptShifts(
    _ base: MathItem, _ pairs: [(lower: MathItem?, upper: MathItem?)]
  ) -> (up: LayoutUnit, down: LayoutUnit) {
    func number(_ constant: MathConstant, _ usual: Double) -> LayoutUnit {
      self.constant(constant) ?? LayoutUnit(usual)
    }
    let raise: MathConstant =
      style.inherited.math.shift == .compact ? .superscriptShiftUpCramped : .superscriptShiftUp
    let least = (
      up: max(number(raise, xHeight), base.ascent - number(.superscriptBaselineDropMax, xHeight / 2)),
      down: max(
        number(.subscriptShiftDown, xHeight / 3), base.descent + number(.subscriptBaselineDropMin, xHeight / 2))
    )
    let (topMost, bottomLeast) = (
      number(.subscriptTopMax, xHeight * 0.8), number(.superscriptBottomMin, xHeight / 4)
    )
    let wanted = constant(.subSuperscriptGapMin) ?? fifth
    var result = (up: LayoutUnit.zero, down: LayoutUnit.zero)
    for (lower, upper) in pairs {
      var down = lower.map { max(least.down, $0.ascent - topMost) } ?? .zero
      var up = upper.map { max(least.up, bottomLeast + $0.descent) } ?? .zero
      if let lower, let upper {
        // Both keep their distance: first the upper one gives way, as far as it may, then the lower one.
        var gap = (down - lower.ascent) + (up - upper.descent)
        if gap < wanted {
          let most = number(.superscriptBottomMaxWithSubscript, xHeight * 0.8)
          let shift = min((most - (up - upper.descent)).nonNegative, wanted - gap)
          up += shift
          gap += shift
        }
        if gap < wanted { down += wanted - gap }
      }
      result = (max(result.up, up), max(result.down, down))
    }
    return result
  }

  /// The sign stands beside the base, and the bar over it.
  /// https://w3c.github.io/mathml-core/#radicals-msqrt-mroot
  func root(_ parts: [BoxID], hasDegree: Bool) -> MathContent {
    let base = laidOut(parts[0])
    let degree = hasDegree ? laidOut(parts[1]) : nil
    let thickness = constant(.radicalRuleThickness) ?? LayoutUnit(self.thickness)
    let gap =
      constant(hasRoom ? .radicalDisplayVerticalGap : .radicalVerticalGap)
      ?? LayoutUnit(hasRoom ? self.thickness + xHeight / 4 : 1.25 * self.thickness)
    let extra = constant(.radicalExtraAscender) ?? thickness
    // 1. The sign is as high as the base with its bar.
    let glyphs = context.fonts.stretched(
      0x221A, font, isVertical: true, to: (base.ascent + base.descent + gap + thickness).pixels)
    let sign = glyphs.map {
      operatorItem($0, parts[parts.count - 2], isVertical: true)
    }
    let signHeight = glyphs.map { LayoutUnit($0.above + $0.below) } ?? .zero
    let widest = context.fonts.widestStretched(0x221A, font).map { LayoutUnit($0) } ?? .zero
    // 2. The degree before it.
    var signStart = LayoutUnit.zero
    var content = MathContent()
    content.ascent = base.ascent + gap + thickness + extra
    content.descent = max(base.descent, signHeight + extra - content.ascent)
    var degreeDrop = LayoutUnit.zero
    let before = (constant(.radicalKernBeforeDegree) ?? LayoutUnit(em * 5 / 18)).nonNegative
    if let degree {
      let after = max(constant(.radicalKernAfterDegree) ?? LayoutUnit(em * -10 / 18), -degree.inline)
      signStart = before + degree.inline + after
      let percentage =
        context.fonts.mathConstants(font)?.percentage(.radicalDegreeBottomRaisePercent) ?? 0.6
      // In layout units, as Chromium counts them.
      let raise = signHeight * LayoutUnit(percentage).pixels
      let height = degree.ascent + degree.descent
      content.ascent = max(content.ascent, raise + height - content.descent)
      // Deviation: a degree that hangs lower than this makes room for itself, and then stands in that, as in Chromium.
      content.descent = max(content.descent, content.descent - raise + height)
      degreeDrop = content.descent - raise - degree.descent
    }
    // 3. All in their places.
    let (ascent, descent) = (content.ascent, content.descent)
    let start = signStart + (sign?.inline ?? .zero)
    content.add(base, x: start)
    if let degree { content.add(degree, x: before, drop: degreeDrop) }
    let top = -(base.ascent + gap)
    if let sign { content.add(sign, x: signStart, drop: top + sign.ascent) }
    if sign != nil, thickness > .zero {
      addBar(parts[parts.count - 1], inline: base.inline, thickness, x: start, middle: top, to: &content)
    }
    (content.ascent, content.descent) = (ascent, descent)
    content.inline = signStart + widest + base.inline
    return content
  }
}
