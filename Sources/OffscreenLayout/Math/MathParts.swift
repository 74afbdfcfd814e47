import OffscreenGeometry

/// Fractions, scripts, limits and roots.
extension MathLayout {
  /// https://w3c.github.io/mathml-core/#fractions-mfrac
  func fraction(_ parts: [BoxID], bar thickness: Double, hasRoom: Bool) -> MathContent {
    let (numerator, denominator) = (laidOut(parts[0]), laidOut(parts[1]))
    let inline = max(numerator.inline, denominator.inline)
    let usual = self.thickness
    // Without a bar the parts of a stack keep more room between them.
    let gap = thickness > 0 ? (hasRoom ? 3 : 1) * usual : (hasRoom ? 7 : 3) * usual / 2
    let (above, below) = (axis + thickness / 2, thickness / 2 - axis)
    var content = MathContent()
    content.add(
      numerator, x: (inline - numerator.inline) / 2, drop: -(LayoutUnit(above + gap) + numerator.descent))
    content.add(
      denominator, x: (inline - denominator.inline) / 2, drop: LayoutUnit(below + gap) + denominator.ascent)
    if thickness > 0 {
      content.add(bar(parts[2], inline: inline, block: LayoutUnit(thickness)), drop: -LayoutUnit(above))
    }
    return content
  }

  /// The room after scripts, and the least between two of them.
  private var afterScripts: Double { (em / 5).rounded(.down) }

  /// https://w3c.github.io/mathml-core/#subscripts-and-superscripts-msub-msup-msubsup
  /// and https://w3c.github.io/mathml-core/#prescripts-and-tensor-indices-mmultiscripts : pairs after and before the base.
  func scripts(
    base: BoxID, after: [(sub: BoxID?, superscript: BoxID?)], before: [(sub: BoxID?, superscript: BoxID?)] = []
  ) -> MathContent {
    let grows = space.mathStretch.map { stretchesInline(base) == $0.isInline } ?? false
    let base = laidOut(base, stretch: grows ? space.mathStretch : nil)
    func pair(_ boxes: (sub: BoxID?, superscript: BoxID?)) -> (lower: MathItem?, upper: MathItem?) {
      (boxes.sub.map { laidOut($0) }, boxes.superscript.map { laidOut($0) })
    }
    let (following, leading) = (after.map(pair), before.map(pair))
    // 1. Each script by itself.
    var down = LayoutUnit.zero
    var up = LayoutUnit.zero
    for (lower, upper) in following + leading {
      if let lower {
        down = max(
          down,
          max(
            LayoutUnit(xHeight / 3), LayoutUnit(xHeight / 2) + base.descent, lower.ascent - LayoutUnit(xHeight * 0.8)))
      }
      if let upper {
        up = max(
          up,
          max(LayoutUnit(xHeight), base.ascent - LayoutUnit(xHeight / 2), upper.descent + LayoutUnit(xHeight / 4)))
      }
    }
    // 2. Both keep their distance: first the upper one gives way, as far as it may, then the lower one.
    for case (let lower?, let upper?) in following + leading {
      let wanted = LayoutUnit(afterScripts)
      var gap = (down - lower.ascent) + (up - upper.descent)
      if gap < wanted {
        let room = (LayoutUnit(xHeight * 0.8) - (up - upper.descent)).nonNegative
        let shift = min(room, wanted - gap)
        up += shift
        gap += shift
      }
      if gap < wanted { down += wanted - gap }
    }
    let space = LayoutUnit(afterScripts)
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
    return content
  }

  /// https://w3c.github.io/mathml-core/#underscripts-and-overscripts-munder-mover-munderover
  func limits(base: BoxID, under: BoxID?, over: BoxID?, isLarge: Bool, isAccent: Bool) -> MathContent {
    let growth = inlineStretch(of: [base] + [under, over].compactMap { $0 })
    func grown(_ part: BoxID) -> MathItem {
      if stretchesInline(part) == true { return laidOut(part, stretch: growth) }
      // What it is told to grow to, its base does.
      let grows = part == base && space.mathStretch.map { stretchesInline(part) == $0.isInline } ?? false
      return laidOut(part, stretch: grows ? space.mathStretch : nil)
    }
    let (core, lower, upper) = (grown(base), under.map(grown), over.map(grown))
    // Close to what stretches. https://w3c.github.io/mathml-core/#base-with-underscript
    let isClose = isLarge || stretchesInline(base) == true
    return limits(core, lower, upper, isLarge: isClose, isAccent: isAccent)
  }

  private func limits(
    _ base: MathItem, _ lower: MathItem?, _ upper: MathItem?, isLarge: Bool, isAccent: Bool
  ) -> MathContent {
    let inline = max(base.inline, lower?.inline ?? .zero, upper?.inline ?? .zero)
    let isClose = isLarge || isAccent
    let gap = isClose ? LayoutUnit.zero : LayoutUnit(3 * thickness)
    let extra = isClose ? LayoutUnit.zero : LayoutUnit(thickness)
    var content = MathContent()
    content.add(base, x: (inline - base.inline) / 2)
    if let lower {
      content.add(lower, x: (inline - lower.inline) / 2, drop: base.descent + gap + lower.ascent)
      content.descent += extra
    }
    if let upper {
      content.add(upper, x: (inline - upper.inline) / 2, drop: -(base.ascent + gap + upper.descent))
      content.ascent += extra
    }
    return content
  }

  /// The sign hangs from the bar.
  /// https://w3c.github.io/mathml-core/#radicals-msqrt-mroot
  func root(_ parts: [BoxID], hasDegree: Bool, hasRoom: Bool) -> MathContent {
    let base = laidOut(parts[0])
    let sign = laidOut(parts[parts.count - 2])
    let thickness = LayoutUnit(self.thickness)
    let gap = LayoutUnit(hasRoom ? self.thickness + xHeight / 4 : 1.25 * self.thickness)
    let top = base.ascent + gap + thickness
    let signHeight = sign.ascent + sign.descent
    // 1. The degree, and where the sign is beside it.
    var signStart = LayoutUnit.zero
    var content = MathContent()
    let degree = hasDegree ? laidOut(parts[1]) : nil
    if let degree {
      let before = LayoutUnit(em * 5 / 18)
      signStart = before + degree.inline + max(LayoutUnit(em * -10 / 18), -degree.inline)
      // Six tenths of the sign's height from its foot, in layout units, as Chromium counts them.
      let bottom = signHeight - top - signHeight * LayoutUnit(0.6).pixels
      content.add(degree, x: before, drop: bottom - degree.descent)
    }
    // 2. Base, sign and bar.
    let start = signStart + (ink(of: context[sign.box].firstChild).map { LayoutUnit($0.width) } ?? sign.inline)
    content.add(base, x: start)
    content.add(sign, x: signStart, drop: sign.ascent - top)
    content.add(bar(parts[parts.count - 1], inline: base.inline, block: thickness), x: start, drop: -top)
    content.ascent = max(content.ascent, top + thickness)
    return content
  }
}
