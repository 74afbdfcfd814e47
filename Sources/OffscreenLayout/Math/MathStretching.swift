import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenText

/// What an operator is to be as large as.
/// https://w3c.github.io/mathml-core/#dfn-stretch-size-constraints
package enum MathStretch: Hashable, Sendable {
  case inline(LayoutUnit)
  /// From the baseline up and down.
  case block(ascent: LayoutUnit, descent: LayoutUnit)

  var isInline: Bool {
    switch self {
    case .inline: true
    case .block: false
    }
  }
}

extension MathItem {
  /// Moves it so that its middle is so far above the baseline.
  fileprivate mutating func center(at height: LayoutUnit) {
    let shift = (ascent - descent) / 2 - height
    ascent -= shift
    descent += shift
  }
}

/// Operators that grow with what is beside them.
extension MathLayout {
  /// Along which axis a part stretches; nil where it does not.
  func stretchesInline(_ part: BoxID) -> Bool? {
    guard let operation = Self.coreOperator(of: part, context), operation.isStretchy else { return nil }
    return operation.stretchesInline
  }

  func stretches(_ part: BoxID, by growth: MathStretch?) -> Bool {
    guard let growth else { return false }
    return stretchesInline(part) == growth.isInline
  }

  /// How far the parts of a row reach that do not stretch along the block axis; of all where all do.
  /// https://w3c.github.io/mathml-core/#dfn-algorithm-for-stretching-operators-along-the-block-axis
  func blockStretch(of parts: [BoxID]) -> MathStretch? {
    guard parts.contains(where: { stretchesInline($0) == false }) else { return nil }
    let others = parts.filter { stretchesInline($0) != false }
    var (ascent, descent) = (LayoutUnit.zero, LayoutUnit.zero)
    for part in others.isEmpty ? parts : others {
      let item = laidOut(part, stretch: others.isEmpty ? .block(ascent: .zero, descent: .zero) : nil, mode: .measure)
      // Margins do not count.
      ascent = max(ascent, item.ascent - item.margins.blockStart)
      descent = max(descent, item.descent - item.margins.blockEnd)
    }
    return .block(ascent: ascent, descent: descent)
  }

  /// The same along the inline axis, of a base and what is under and over it.
  /// https://w3c.github.io/mathml-core/#dfn-algorithm-for-stretching-operators-along-the-inline-axis
  func inlineStretch(of parts: [BoxID]) -> MathStretch? {
    guard parts.contains(where: { stretchesInline($0) == true }) else { return nil }
    let others = parts.filter { stretchesInline($0) != true }
    return .inline(
      (others.isEmpty ? parts : others).map {
        let item = laidOut($0, stretch: others.isEmpty ? .inline(.zero) : nil, mode: .measure)
        return item.inline - item.margins.inlineSum
      }.max() ?? .zero)
  }

  /// An operator that stretches, or is large where there is room, is one character that the font has; nil for others.
  /// https://w3c.github.io/mathml-core/#layout-of-operators
  ///
  /// Deviation: what it takes along the line does not depend on how large it is, and it is centred there, as in
  /// Chromium.
  func shapedOperator(_ parts: [BoxID], _ operation: MathOperator, in available: LayoutUnit?) -> MathContent? {
    guard operation.isStretchy || operation.isLarge && hasRoom, let character = operation.character,
      let part = parts.first, parts.count == 1
    else { return nil }
    let isVertical = !operation.isStretchy || !operation.stretchesInline
    let target = operation.isStretchy ? target(of: operation) : nil
    let size: LayoutUnit
    if let target {
      size = target.size
    } else {
      size = operation.isStretchy ? .zero : constant(.displayOperatorMinHeight) ?? .zero
    }
    guard let glyphs = context.fonts.stretched(character, font, isVertical: isVertical, to: size.pixels) else {
      return nil
    }
    var item = operatorItem(glyphs, part, isVertical: isVertical)
    var preferred = item.inline
    if operation.isStretchy {
      preferred =
        isVertical
        ? context.fonts.widestStretched(character, font).map { LayoutUnit($0) } ?? item.inline
        : context.fonts.stretched(character, font, isVertical: false, to: 0).map { LayoutUnit($0.advance) }
          ?? item.inline
      if isVertical {
        // Its middle is that of the room.
        item.center(at: target.map { ($0.ascent - $0.descent) / 2 } ?? .zero)
      }
    } else {
      item.center(at: axis)
    }
    var content = MathContent()
    content.add(item, x: ((available ?? preferred) - item.inline) / 2)
    content.inline = preferred
    return content
  }

  /// What an operator is to reach from the baseline up and down, or along the line.
  private func target(of operation: MathOperator) -> (size: LayoutUnit, ascent: LayoutUnit, descent: LayoutUnit)? {
    guard let stretch = space.mathStretch, stretch.isInline == operation.stretchesInline else { return nil }
    guard case .block(var ascent, var descent) = stretch else {
      if case .inline(let size) = stretch { return (size, .zero, .zero) }
      return nil
    }
    if operation.isSymmetric {
      let half = max(ascent - axis, descent + axis)
      (ascent, descent) = (half + axis, half - axis)
    }
    let size = ascent + descent
    let least = (operation.minSize.map { pixels($0, basis: size.pixels) } ?? LayoutUnit(em)).nonNegative
    let most = max(operation.maxSize.map { pixels($0, basis: size.pixels) } ?? .max, least)
    let wanted = min(max(size, least), most)
    if wanted != size {
      ascent = size > .zero ? LayoutUnit(ascent.pixels * wanted.pixels / size.pixels) : wanted / 2
      descent = wanted - ascent
    }
    return (ascent + descent, ascent, descent)
  }

  /// Glyphs in the place of the operator's text.
  func operatorItem(_ glyphs: StretchedGlyphs, _ part: BoxID, isVertical: Bool) -> MathItem {
    // The foot of what is put together is where the ink ends.
    let foot = isVertical && glyphs.parts.count > 1 ? 0 : glyphs.below
    let (above, below) = (LayoutUnit(glyphs.above), LayoutUnit(glyphs.below))
    let size = Size(width: LayoutUnit(glyphs.advance), height: above + below)
    var result = LayoutResult(size: size)
    if space.mode == .layout {
      let first = Int32(context.tree.glyphs.count)
      for (glyph, place) in glyphs.parts {
        context.tree.glyphs.append(
          isVertical
            ? PlacedGlyph(id: glyph, x: 0, y: Float(-place - foot)) : PlacedGlyph(id: glyph, x: Float(place), y: 0))
      }
      // The baseline of vertical parts is the foot of the fragment.
      let text = TextFragment(
        font: font, glyphs: first..<first + Int32(glyphs.parts.count), baseline: isVertical ? above + below : above,
        source: 0..<0)
      context.tree.texts.append(text)
      let child = context[part].firstChild
      var fragment = Fragment(kind: .text, box: child.isNone ? part : child, size: size)
      fragment.text = Int32(context.tree.texts.count - 1)
      let glyphFragment = context.append(fragment)
      let line = context.append(
        Fragment(kind: .line, box: part, size: size), [FragmentLink(fragment: glyphFragment, offset: .zero)])
      var builder = FragmentBuilder(context: context, box: part, writingDirection: direction, mode: space.mode)
      builder.add(line, size: size, at: LogicalOffset(inline: .zero, block: .zero))
      result = builder.finish(LogicalSize(inline: size.width, block: size.height))
    }
    return MathItem(box: part, result: result, inline: size.width, ascent: above, descent: below)
  }
}
