import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Initial letters stand beside the lines as floats do, in a font that spans lines.
/// https://drafts.csswg.org/css-inline-3/#initial-letter-styling
extension BoxTree {
  /// With the fonts of initial letters as large as their lines ask for.
  func sizingInitialLetters(_ fonts: PageFonts) -> BoxTree {
    guard hasInitialLetters else { return self }
    var result = self
    for index in boxes.indices where boxes[index].isInitialLetter {
      guard let container = lineContainer(of: boxes[index]) else { continue }
      let around = InlineStyle(container, fonts: fonts, language: "")
      let style = InlineStyle.initialLetter(boxes[index].style, in: around, fonts)
      result.restyle(BoxID(rawValue: Int32(truncatingIfNeeded: index)), style)
    }
    return result
  }

  /// The style of the block container with the letter's lines.
  private func lineContainer(of letter: Box) -> ComputedStyle? {
    var parent = letter.parent
    while !parent.isNone, self[parent].kind == .inline { parent = self[parent].parent }
    return parent.isNone ? nil : self[parent].style
  }
}

extension Box {
  var isInitialLetter: Bool {
    origin == .firstLetter && kind == .container && !style.box.initialLetter.isNormal
  }
}

extension InlineStyle {
  /// The letter's capital height is that of its lines.
  /// https://drafts.csswg.org/css-inline-3/#sizing-initial-letter
  fileprivate static func initialLetter(
    _ style: ComputedStyle, in around: InlineStyle, _ fonts: PageFonts
  ) -> ComputedStyle {
    let own = InlineStyle(style, fonts: fonts, language: "").metrics
    let letter = style.box.initialLetter
    guard own.capHeight > 0, style.font.size > 0 else { return style }
    let height = (Double(letter.size) - 1) * around.lineHeight.pixels + around.metrics.capHeight
    var values = StyleValues(copying: style)
    values.font.size = Float(min(max(height * Double(style.font.size) / own.capHeight, 0), 10_000))
    values.font.lineHeight = .normal
    return ComputedStyle(values)
  }
}

extension LayoutContext {
  /// What the text of an initial letter covers: the size of its content box. nil of other texts, and of what stands
  /// upright in vertical lines.
  /// https://drafts.csswg.org/css-inline-3/#initial-letter-box
  func initialLetterInk(_ glyphs: ArraySlice<Glyph>, of item: InlineItem, in content: InlineContent) -> InkBounds? {
    guard boxes.hasInitialLetters, boxes[content.container].isInitialLetter, item.textItem >= 0 else { return nil }
    let text = content.textItems[Int(item.textItem)]
    return text.isUpright ? nil : fonts.inkBounds(of: glyphs, text.font)?.enclosing
  }
}

extension InkBounds {
  var width: LayoutUnit { LayoutUnit(right - left).nonNegative }

  /// Around the baseline; in vertical lines around the middle.
  func fontHeight(central: Bool) -> FontHeight {
    let height = LayoutUnit(above + below).nonNegative
    let ascent = central ? LayoutUnit((height / 2).floor) : LayoutUnit(above)
    return FontHeight(ascent: ascent, descent: height - ascent)
  }
}

/// Where the initial letter of a first line is.
struct InitialLetterPlace {
  var box: BoxID
  /// From the block start of the first line, were it not moved down, to the letter's margin box.
  var offset: LayoutUnit
  /// How far the line begins below the top of a letter that is higher than it sinks.
  var raise: LayoutUnit
  /// How far annotations of the line move the letter down.
  var shift = LayoutUnit.zero
}

extension InlineLayout {
  /// Of the first line, if it has a letter. Its own baseline is on that of the line that it sinks to.
  /// https://drafts.csswg.org/css-inline-3/#initial-letter-block-position
  func findInitialLetter() -> InitialLetterPlace? {
    guard context.boxes.hasInitialLetters, let box = initialLetterBox else { return nil }
    let float = context.layoutFloat(
      box, available: constraint.inlineSize, percentageBlock: constraint.percentageBlock, direction: direction,
      mode: constraint.mode)
    let letter = context[box].style.box.initialLetter
    let height = direction.logical(float.result.size).block
    let line = content.styles[0].lineHeight
    let size = Int(exactly: min(letter.size.rounded(.up), 10_000)) ?? 1
    // As in Chromium, what drops sinks by all the lines that it touches.
    let sink = letter.sink == 0 ? size : Int(letter.sink)
    if size < sink { return InitialLetterPlace(box: box, offset: line * sink - height, raise: .zero) }
    let raise = line * (size - sink)
    let style = InlineStyle(context[box].style, fonts: context.fonts, language: "")
    if style.isCentral {
      return InitialLetterPlace(box: box, offset: (line * size - height) / 2, raise: raise)
    }
    let baseline = float.result.firstBaseline ?? .zero
    let ascent = direction.mode == .verticalLR ? height - baseline : baseline
    return InitialLetterPlace(
      box: box, offset: LayoutUnit(Double(letter.size) * line.pixels) - ascent - content.styles[0].strut.descent,
      raise: raise)
  }

  private var initialLetterBox: BoxID? {
    for item in content.items {
      switch item.kind {
      case .float: if context.boxes[item.box].isInitialLetter { return item.box }
      case .open, .control, .outOfFlow: continue
      case .text, .tab, .atomic, .lineBreak, .breakOpportunity, .close: return nil
      }
    }
    return nil
  }

  /// Makes the margin box of the letter begin at the first line's start, or where the letter reaches above it.
  func move(_ float: inout LaidOutFloat, _ letter: InitialLetterPlace) {
    let down = (letter.offset + letter.shift).nonNegative
    let indent = indentOfInitialLetter
    float.margins.blockStart += down
    float.marginBox.block += down
    float.margins.inlineStart += indent
    float.marginBox.inline += indent
  }

  private var indentOfInitialLetter: LayoutUnit {
    let text = context[container].style.text
    guard !text.indent.isZero, context.hasFirstLine(container) != text.indentHanging else { return .zero }
    return text.indent.resolved(constraint.inlineSize)
  }
}
