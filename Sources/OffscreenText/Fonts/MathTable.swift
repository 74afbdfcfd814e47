import CFonts

/// A glyph of a formula, or several put together, as long as something else.
package struct StretchedGlyphs: Sendable {
  /// Where each begins along the axis of stretching: from the left, or from the foot up. In CSS pixels.
  package var parts: [(glyph: UInt32, place: Double)]
  /// Along the axis.
  package var size: Double
  /// Around the ink, from the origin of the first part: x to the right, y up.
  package var left, right, below, above: Double
  /// The room along the line.
  package var advance: Double
}

/// Numbers of the MATH table, in its order.
/// https://learn.microsoft.com/typography/opentype/spec/math#mathconstants-table
package enum MathConstant: UInt32, Sendable {
  case scriptScale, scriptOfScriptScale, delimitedSubFormulaMinHeight, displayOperatorMinHeight, mathLeading
  case axisHeight, accentBaseHeight, flattenedAccentBaseHeight
  case subscriptShiftDown, subscriptTopMax, subscriptBaselineDropMin
  case superscriptShiftUp, superscriptShiftUpCramped, superscriptBottomMin, superscriptBaselineDropMax
  case subSuperscriptGapMin, superscriptBottomMaxWithSubscript, spaceAfterScript
  case upperLimitGapMin, upperLimitBaselineRiseMin, lowerLimitGapMin, lowerLimitBaselineDropMin
  case stackTopShiftUp, stackTopDisplayShiftUp, stackBottomShiftDown, stackBottomDisplayShiftDown
  case stackGapMin, stackDisplayGapMin
  case stretchStackTopShiftUp, stretchStackBottomShiftDown, stretchStackGapAboveMin, stretchStackGapBelowMin
  case fractionNumeratorShiftUp, fractionNumeratorDisplayShiftUp
  case fractionDenominatorShiftDown, fractionDenominatorDisplayShiftDown
  case fractionNumeratorGapMin, fractionNumeratorDisplayGapMin, fractionRuleThickness
  case fractionDenominatorGapMin, fractionDenominatorDisplayGapMin
  case skewedFractionHorizontalGap, skewedFractionVerticalGap
  case overbarVerticalGap, overbarRuleThickness, overbarExtraAscender
  case underbarVerticalGap, underbarRuleThickness, underbarExtraDescender
  case radicalVerticalGap, radicalDisplayVerticalGap, radicalRuleThickness, radicalExtraAscender
  case radicalKernBeforeDegree, radicalKernAfterDegree, radicalDegreeBottomRaisePercent
}

/// Those of a font.
package struct MathConstants {
  fileprivate let font: LoadedFont

  private func number(_ constant: MathConstant) -> Double {
    Double(hb_ot_math_get_constant(font.hbFont, hb_ot_math_constant_t(rawValue: constant.rawValue)))
  }
  /// In CSS pixels.
  package func pixels(_ constant: MathConstant) -> Double { number(constant) * LoadedFont.unit }
  /// Of those that are percentages, as a fraction.
  package func percentage(_ constant: MathConstant) -> Double { number(constant) / 100 }
}

/// What the MATH table of a font says.
/// https://learn.microsoft.com/typography/opentype/spec/math
extension PageFonts {
  /// Nil without the table.
  package func mathConstants(_ id: FontID) -> MathConstants? {
    let font = font(id)
    return hb_ot_math_has_data(font.typeface.face) != 0 ? MathConstants(font: font) : nil
  }

  /// How wide a character is at most when it has grown upwards: what it takes along the line whatever its size.
  /// https://w3c.github.io/mathml-core/#dfn-preferred-inline-size-of-a-glyph-stretched-along-the-block-axis
  package func widestStretched(_ character: UInt32, _ id: FontID) -> Double? {
    let font = font(id)
    let base = font.typeface.glyph(for: character)
    guard base != 0 else { return nil }
    let glyphs =
      [base] + variants(of: base, font, HB_DIRECTION_BTT) + parts(of: base, font, HB_DIRECTION_BTT).map(\.glyph)
    return glyphs.map { font.advance(of: $0) }.max()
  }

  private func variants(of glyph: UInt32, _ font: LoadedFont, _ direction: hb_direction_t) -> [UInt32] {
    var count = UInt32(64)
    var variants = [hb_ot_math_glyph_variant_t](repeating: hb_ot_math_glyph_variant_t(), count: Int(count))
    _ = hb_ot_math_get_glyph_variants(font.hbFont, glyph, direction, 0, &count, &variants)
    return variants.prefix(Int(count)).map(\.glyph)
  }

  private func parts(of glyph: UInt32, _ font: LoadedFont, _ direction: hb_direction_t) -> [hb_ot_math_glyph_part_t] {
    var count = UInt32(64)
    var records = [hb_ot_math_glyph_part_t](repeating: hb_ot_math_glyph_part_t(), count: Int(count))
    _ = hb_ot_math_get_glyph_assembly(font.hbFont, glyph, direction, 0, &count, &records, nil)
    return Array(records.prefix(Int(count)))
  }

  /// The character at least so large along an axis, as far as the font can: the first variant that is large enough, or
  /// else an assembly of parts, or the largest variant. Without the table it is the character as it is; nil where the
  /// font does not have it.
  /// https://w3c.github.io/mathml-core/#algorithms-for-glyph-stretching
  package func stretched(_ character: UInt32, _ id: FontID, isVertical: Bool, to target: Double) -> StretchedGlyphs? {
    guard target.isFinite else { return nil }
    let font = font(id)
    let base = font.typeface.glyph(for: character)
    guard base != 0 else { return nil }
    let direction = isVertical ? HB_DIRECTION_BTT : HB_DIRECTION_LTR
    // 1. The glyph itself and its variants.
    var largest: StretchedGlyphs?
    for glyph in [base] + variants(of: base, font, direction) {
      guard let single = single(glyph, font, isVertical: isVertical) else { continue }
      if single.size >= target - Self.tolerance { return single }
      if single.size > largest?.size ?? 0 { largest = single }
    }
    // 2. An assembly.
    return assembly(of: base, font, direction, isVertical: isVertical, to: target) ?? largest
  }

  private static let tolerance = 1.0 / 64

  private func single(_ glyph: UInt32, _ font: LoadedFont, isVertical: Bool) -> StretchedGlyphs? {
    guard var ink = extent(glyph, font) else { return nil }
    // Deviation: in whole pixels, as in Chromium.
    ink.left = (ink.left + Self.tolerance).rounded(.down)
    ink.right = (ink.right - Self.tolerance).rounded(.up)
    ink.below = (ink.below - Self.tolerance).rounded(.up)
    ink.above = (ink.above - Self.tolerance).rounded(.up)
    return StretchedGlyphs(
      parts: [(glyph, 0)], size: isVertical ? ink.above + ink.below : ink.right - ink.left, left: ink.left,
      right: ink.right, below: ink.below, above: ink.above, advance: font.advance(of: glyph))
  }

  private func extent(_ glyph: UInt32, _ font: LoadedFont)
    -> (left: Double, right: Double, below: Double, above: Double)?
  {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font.hbFont, glyph, &extents) != 0 else { return nil }
    let (left, above) = (Double(extents.x_bearing) * LoadedFont.unit, Double(extents.y_bearing) * LoadedFont.unit)
    return (
      left, left + Double(extents.width) * LoadedFont.unit, -above - Double(extents.height) * LoadedFont.unit, above
    )
  }

  /// https://w3c.github.io/mathml-core/#the-glyphassembly-table
  private func assembly(
    of glyph: UInt32, _ font: LoadedFont, _ direction: hb_direction_t, isVertical: Bool, to target: Double
  ) -> StretchedGlyphs? {
    let parts = parts(of: glyph, font, direction)
    guard !parts.isEmpty else { return nil }
    let least = Double(hb_ot_math_get_min_connector_overlap(font.hbFont, direction)) * LoadedFont.unit
    func isExtender(_ part: hb_ot_math_glyph_part_t) -> Bool {
      part.flags.rawValue & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER.rawValue != 0
    }
    func advance(_ part: hb_ot_math_glyph_part_t) -> Double { Double(part.full_advance) * LoadedFont.unit }
    let fixed = parts.filter { !isExtender($0) }
    let extenders = parts.filter(isExtender)
    let (fixedSize, fixedCount) = (fixed.reduce(0) { $0 + advance($1) }, Double(fixed.count))
    let (stretchSize, stretchCount) = (extenders.reduce(0) { $0 + advance($1) }, Double(extenders.count))
    // How often each extender is repeated, with the least overlap.
    var repetitions = 1
    let growth = stretchSize - least * stretchCount
    if !extenders.isEmpty, growth > 0 {
      let missing = target - fixedSize + least * (fixedCount - 1)
      repetitions = Int((missing / growth).rounded(.up).clamped(1, 500))
    }
    let counts = parts.map { isExtender($0) ? repetitions : 1 }
    guard counts.reduce(0, +) <= 2000 else { return nil }
    let inks = parts.compactMap { extent($0.glyph, font) }
    guard inks.count == parts.count else { return nil }
    let pieces = zip(zip(parts, inks), counts).flatMap { Array(repeating: (part: $0.0, ink: $0.1), count: $1) }
    let total = pieces.reduce(0) { $0 + advance($1.part) }
    // The overlap that makes it as long as it is to be, as far as connectors reach.
    var overlap = least
    if pieces.count > 1 {
      let most =
        zip(pieces, pieces.dropFirst()).map {
          Double(min($0.part.end_connector_length, $1.part.start_connector_length)) * LoadedFont.unit
        }.min() ?? least
      overlap = max(least, min(most, (total - target) / Double(pieces.count - 1)))
    }
    var result = StretchedGlyphs(parts: [], size: 0, left: 0, right: 0, below: 0, above: 0, advance: 0)
    var place = 0.0
    for (piece, ink) in pieces {
      // A part lies with its ink on its place: its origin need not be at its edge.
      result.parts.append((piece.glyph, place + (isVertical ? ink.below : -ink.left)))
      if isVertical {
        (result.left, result.right) = (min(result.left, ink.left), max(result.right, ink.right))
        result.advance = max(result.advance, font.advance(of: piece.glyph))
      } else {
        let isFirst = result.parts.count == 1
        (result.below, result.above) = (
          isFirst ? ink.below : max(result.below, ink.below), isFirst ? ink.above : max(result.above, ink.above)
        )
      }
      place += advance(piece) - overlap
    }
    result.size = place + overlap
    if isVertical {
      result.above = result.size
    } else {
      (result.right, result.advance) = (result.size, result.size)
    }
    return result
  }
}
