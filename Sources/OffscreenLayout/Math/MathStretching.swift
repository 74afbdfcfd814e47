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

/// Operators that grow with what is beside them.
extension MathLayout {
  /// Along which axis a part stretches; nil where it does not.
  func stretchesInline(_ part: BoxID) -> Bool? {
    guard let operation = Self.coreOperator(of: part, context), operation.isStretchy else { return nil }
    return operation.stretchesInline
  }

  /// https://w3c.github.io/mathml-core/#layout-of-mrow , the operators that stretch along the block axis: how far the
  /// other parts reach; of all where there are no others.
  func blockStretch(of parts: [BoxID]) -> MathStretch? {
    guard parts.contains(where: { stretchesInline($0) == false }) else { return nil }
    let others = parts.filter { stretchesInline($0) != false }
    var extent: (ascent: LayoutUnit, descent: LayoutUnit)?
    for part in others.isEmpty ? parts : others {
      let item = laidOut(part, mode: .measure)
      extent = (max(extent?.ascent ?? item.ascent, item.ascent), max(extent?.descent ?? item.descent, item.descent))
    }
    return extent.map { .block(ascent: $0.ascent, descent: $0.descent) }
  }

  /// The same along the inline axis, of a base and what is under and over it.
  func inlineStretch(of parts: [BoxID]) -> MathStretch? {
    guard parts.contains(where: { stretchesInline($0) == true }) else { return nil }
    let others = parts.filter { stretchesInline($0) != true }
    return .inline(
      (others.isEmpty ? parts : others).map { laidOut($0, mode: .measure).inline }.max() ?? .zero)
  }

  /// The content of an operator as large as it is to be; nil where it stays as it is.
  /// https://w3c.github.io/mathml-core/#layout-of-operators
  func stretchedOperator(_ parts: [BoxID], _ math: MathBox) -> MathContent? {
    guard let operation = math.operation, let part = parts.first, parts.count == 1, let character = operation.character
    else { return nil }
    let font = context.primaryFont(style)
    guard context.fonts.hasMathTable(font) else { return nil }
    if operation.isStretchy, let stretch = space.mathStretch, stretch.isInline == operation.stretchesInline {
      switch stretch {
      case .inline(let size):
        return context.fonts.stretched(character, font, isVertical: false, to: size.pixels).map {
          var stretched = content(
            of: $0, part, font, isVertical: false, above: LayoutUnit($0.above), below: LayoutUnit($0.below))
          // What is longer than it is to be reaches beyond both ends.
          for index in stretched.items.indices { stretched.items[index].x = (size - stretched.inline) / 2 }
          stretched.inline = size
          return stretched
        }
      case .block(let ascent, let descent):
        return blockStretched(operation, character, part, font, ascent: ascent.pixels, descent: descent.pixels)
      }
    }
    // A large operator in a formula on a line of its own.
    guard operation.isLarge, math.hasRoom, let least = context.fonts.mathLargeOperatorHeight(font),
      let glyphs = context.fonts.stretched(character, font, isVertical: true, to: least)
    else { return nil }
    let middle = (glyphs.above + glyphs.below) / 2
    return content(
      of: glyphs, part, font, isVertical: true, above: LayoutUnit(middle + axis), below: LayoutUnit(middle - axis))
  }

  private func blockStretched(
    _ operation: MathOperator, _ character: UInt32, _ part: BoxID, _ font: FontID, ascent: Double, descent: Double
  ) -> MathContent? {
    var (ascent, descent) = (ascent, descent)
    if operation.isSymmetric {
      let half = max(ascent - axis, descent + axis)
      (ascent, descent) = (half + axis, half - axis)
    }
    let size = max(0, ascent + descent)
    var wanted = size
    if let most = operation.maxSize { wanted = min(wanted, most) }
    if let least = operation.minSize { wanted = max(wanted, least) }
    if wanted != size, size > 0 {
      (ascent, descent) =
        operation.isSymmetric
        ? (wanted / 2 + axis, wanted / 2 - axis) : (ascent * wanted / size, descent * wanted / size)
    }
    return context.fonts.stretched(character, font, isVertical: true, to: wanted).map {
      // Its middle is that of the room.
      let (half, middle) = (($0.above + $0.below) / 2, (ascent - descent) / 2)
      return content(
        of: $0, part, font, isVertical: true, above: LayoutUnit(half + middle), below: LayoutUnit(half - middle))
    }
  }

  /// Glyphs in the place of the operator's text. `above`, `below`: of the ink, from the baseline.
  private func content(
    of glyphs: StretchedGlyphs, _ part: BoxID, _ font: FontID, isVertical: Bool, above: LayoutUnit, below: LayoutUnit
  ) -> MathContent {
    let size = Size(width: LayoutUnit(glyphs.advance), height: above + below)
    var result = LayoutResult(size: size)
    if space.mode == .layout {
      // The foot of what is put together is where the ink ends.
      let isAssembly = glyphs.parts.count > 1
      let foot = isAssembly ? 0 : glyphs.below
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
    var content = MathContent()
    content.add(
      MathItem(box: part, result: result, inline: size.width, ascent: above, descent: below))
    return content
  }
}
