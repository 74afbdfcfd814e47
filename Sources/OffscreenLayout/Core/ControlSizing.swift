import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// The content sizes of form controls, as Chromium measures them.
extension LayoutContext {
  /// https://html.spec.whatwg.org/multipage/rendering.html#converting-a-character-width-to-pixels
  func controlInlineSize(of box: BoxID) -> LayoutUnit? {
    guard boxes[box].flags.contains(.control), let control = boxes.controls[box] else { return nil }
    let style = boxes[box].style
    let metrics = fonts.metrics(primaryFont(style))
    if style.box.fieldSizing == .content, control.mayFollowContent { return nil }
    let countsZeros = Self.countsZeros(style)
    let average = countsZeros ? metrics.zeroAdvance : max(metrics.averageAdvance, metrics.averageAdvance.rounded())
    switch control {
    case .textField(let columns, let hasButton):
      let beside = countsZeros ? 0 : metrics.maximumWidth.rounded() - average
      return LayoutUnit((average * Double(columns) + beside).rounded(.up) + (hasButton ? 15 : 0))
    case .textArea(let columns, _):
      // Room for a scrollbar, where there may be one.
      let overflow = WritingDirection(style).isHorizontal ? style.box.overflowY : style.box.overflowX
      return LayoutUnit((average * Double(columns)).rounded(.up) + (overflow == .hidden || overflow == .clip ? 0 : 15))
    case .file: return LayoutUnit((metrics.zeroAdvance * 34).rounded(.up))
    case .select(let options):
      var widest = LayoutUnit.zero
      if style.usedContainment.isDisjoint(with: [.size, .inlineSize]) {
        for option in options { widest = max(widest, textWidth(option, style)) }
      }
      // The text as wide as it is.
      if style.box.fieldSizing == .content { return widest + (style.box.appearance == .none ? 0 : 20) }
      return LayoutUnit(widest.ceil + (style.box.appearance == .none ? 0 : 20))
    case .date(let date):
      let text = textWidth(Array(date.widestText.utf8), style) + LayoutUnit(2 * date.fieldCount)
      let em = LayoutUnit(rounding: Double(style.font.size))
      return text + (date.kind == .time ? 8 + LayoutUnit(rounding: Double(style.font.size) * 1.5) : 20 + em)
    case .slider: return 129
    case .listBox: return nil
    }
  }

  /// How wide the contents of a control are that is as large as these: there is room for the caret, and for the button
  /// that changes a number or ends a search.
  /// https://drafts.csswg.org/css-forms-1/#field-sizing
  func sizesOfContents(_ sizes: MinMaxSizes, in box: BoxID) -> MinMaxSizes {
    guard boxes[box].flags.contains(.control), boxes[box].style.box.fieldSizing == .content else { return sizes }
    switch boxes.controls[box] {
    case .textField(_, let hasButton):
      let button: LayoutUnit = hasButton ? 15 : 0
      return MinMaxSizes(min: max(sizes.min, 1) + button, max: max(sizes.max, 1) + button)
    case .textArea: return MinMaxSizes(min: max(sizes.min, 1), max: max(sizes.max, 1))
    case .file, .select, .date, .slider, .listBox, nil: return sizes
    }
  }

  /// Whether a column is as wide as a zero: where the first family has one of the names of which Chromium holds that
  /// their fonts tell a wrong average, whatever font stands for it here. Found by measuring it with each; case counts.
  private static func countsZeros(_ style: ComputedStyle) -> Bool {
    guard case .named(let name) = style.font.families.first else { return false }
    return familiesOfZeros.contains(name)
  }

  private static let familiesOfZeros: Set<String> = [
    "#GungSeo", "#HeadLineA", "#PCMyungjo", "#PilGi", "American Typewriter", "Apple Braille", "Apple LiGothic",
    "Apple LiSung", "AppleGothic", "AppleMyungjo", "Arial Hebrew", "Chalkboard", "Cochin", "Corsiva Hebrew", "Courier",
    "Euphemia UCAS", "Geneva", "Gill Sans", "Hei", "Helvetica", "Hoefler Text", "InaiMathi", "Kai", "Lucida Grande",
    "Marker Felt", "Monaco", "Mshtakan", "New Peninim MT", "Osaka", "Raanana", "STHeiti", "Symbol", "Times",
  ]

  /// The content height that the control has at least.
  func controlBlockSize(of box: BoxID) -> LayoutUnit? {
    guard boxes[box].flags.contains(.control), let control = boxes.controls[box] else { return nil }
    let style = boxes[box].style
    if style.box.fieldSizing == .content, control.mayGrowInLines { return nil }
    switch control {
    case .textArea(_, let rows): return inlineStyle(style).lineHeight * rows
    case .listBox(let rows): return listBoxRow(of: box, style) * rows
    case .date(let date):
      // The picture that opens a picker, or the fields with a pixel around.
      let size = Double(style.font.size)
      let picture = date.kind == .time ? LayoutUnit(rounding: size * 1.05 + 6) : LayoutUnit(rounding: size + 4)
      return max(picture, inlineStyle(style).lineHeight + 2)
    // One line of the control's own font, whatever fallback fonts its text has.
    case .select:
      // Without the font's line gap; a pixel from the borders of a menu.
      let metrics = fonts.metrics(primaryFont(style))
      let line =
        style.font.lineHeight == .normal
        ? LayoutUnit(metrics.roundedAscent + metrics.roundedDescent) : inlineStyle(style).lineHeight
      return line + (style.box.appearance == .none ? 0 : 2)
    case .textField:
      // A line that is no higher than the font's size is a normal one, and that of a field whose height is given as a
      // length or percentage, as in Chromium: it shows where a percentage is of nothing definite.
      let line = inlineStyle(style).lineHeight
      var isGiven = false
      if case .value = SizeProperties(style, WritingDirection(style)).block { isGiven = true }
      return Double(line.floor) > Double(style.font.size) && !isGiven
        ? line : LayoutUnit(fonts.metrics(primaryFont(style)).lineSpacing)
    case .file, .slider: return nil
    }
  }

  /// As high as the highest of the options and of the groups' labels.
  private func listBoxRow(of box: BoxID, _ style: ComputedStyle) -> LayoutUnit {
    guard !boxes[box].firstChild.isNone, !style.usedContainment.contains(.size) else {
      return max(
        LayoutUnit(fonts.metrics(primaryFont(style)).lineSpacing), LayoutUnit(rounding: Double(style.font.size) * 1.2))
    }
    let direction = WritingDirection(style)
    var highest = LayoutUnit.zero
    var groups = [box]
    while let group = groups.popLast() {
      for row in self[group].children {
        if row.context == .block, !row.firstChild.isNone {
          groups.append(row.id)
          continue
        }
        let space = childSpace(
          for: row.id, in: direction, available: LogicalSize(inline: .max / 4, block: .max), percentageBlock: nil,
          mode: .measure)
        highest = max(highest, direction.logical(layout(row.id, in: space).size).block)
      }
    }
    return highest
  }

  /// Whether a field's line stays in its middle where there is too little room.
  func centersOverflow(_ box: BoxID) -> Bool {
    switch boxes.controls[box] {
    case .textField, .date: true
    case .textArea, .file, .select, .listBox, .slider, nil: false
    }
  }

  private func textWidth(_ text: [UInt8], _ style: ComputedStyle) -> LayoutUnit {
    guard !text.isEmpty else { return .zero }
    let own = inlineStyle(style)
    let span = TextSpan(
      range: 0..<text.count, font: own.font, letterSpacing: own.letterSpacing, wordSpacing: own.wordSpacing)
    var width = 0.0
    for item in fonts.itemize(text, spans: [span]) {
      width += fonts.shape(item, in: text, range: item.range).width
    }
    return LayoutUnit(ceiling: width)
  }
}

extension ControlSize {
  /// Whether `field-sizing` makes it as wide as its contents. A menu is always that, of the options that are given.
  fileprivate var mayFollowContent: Bool {
    switch self {
    case .textField, .textArea, .listBox: true
    case .file, .date, .select, .slider: false
    }
  }
  /// Whether it makes it as high as them: a field stays a line high.
  fileprivate var mayGrowInLines: Bool {
    switch self {
    case .textArea, .listBox: true
    case .textField, .file, .date, .select, .slider: false
    }
  }
}
