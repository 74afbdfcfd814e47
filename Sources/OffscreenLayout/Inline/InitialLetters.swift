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
  /// The letter's capital height is that of its lines, and its top is the first line's where it drops.
  /// https://drafts.csswg.org/css-inline-3/#drop-initial
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
    let metrics = InlineStyle(ComputedStyle(values), fonts: fonts, language: "").metrics
    let (ascent, descent) = (Double(metrics.roundedAscent), Double(metrics.roundedDescent))
    values.font.lineHeight = .length(Float(ascent + descent))
    // From the first line's start to where its capitals begin, and where they begin in the letter's box.
    let line = FontHeight(around.metrics, central: false).withLeading(around.lineHeight)
    var shift = line.ascent.pixels - around.metrics.capHeight - (ascent - height)
    shift += max(0, Double(letter.sink) - Double(letter.size).rounded(.down)) * around.lineHeight.pixels
    values.box.margin.add(shift, toBlockStartOf: WritingDirection(around.style))
    return ComputedStyle(values)
  }
}

extension Sides<LengthOrAuto> {
  fileprivate mutating func add(_ shift: Double, toBlockStartOf direction: WritingDirection) {
    func sum(_ value: LengthOrAuto) -> LengthOrAuto {
      guard case .value(let length) = value else { return .value(.length(Float(shift))) }
      return .value(.length(Float(length.pixels(basis: 0) + shift)))
    }
    switch (direction.isHorizontal, direction.isBlockFlipped) {
    case (true, _): top = sum(top)
    case (false, true): right = sum(right)
    case (false, false): left = sum(left)
    }
  }
}

extension InlineLayout {
  /// How far the first line is below the top of its initial letter, which is higher than it sinks.
  /// https://drafts.csswg.org/css-inline-3/#raised-sunken-caps
  var initialLetterRaise: LayoutUnit {
    guard context.boxes.hasInitialLetters, let box = initialLetter else { return .zero }
    let letter = context[box].style.box.initialLetter
    let raised = Double(letter.size).rounded(.down) - Double(letter.sink)
    return LayoutUnit(max(0, raised) * content.styles[0].lineHeight.pixels)
  }

  /// The first line's, if it has one.
  private var initialLetter: BoxID? {
    for item in content.items {
      switch item.kind {
      case .float: if context.boxes[item.box].isInitialLetter { return item.box }
      case .open, .control, .outOfFlow: continue
      case .text, .tab, .atomic, .lineBreak, .breakOpportunity, .close: return nil
      }
    }
    return nil
  }
}
