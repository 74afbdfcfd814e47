import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// Form controls in Chromium's default look. Their text comes as ordinary fragments.
extension Painter {
  private func isDisabled(_ box: Box) -> Bool {
    box.origin == .scrollButton
      ? box.flags.contains(.disabled) : options.document.attribute(box.node, .disabled) != nil
  }

  private func theme(_ box: Box, showsAccent: Bool = false) -> ControlTheme {
    ControlTheme(
      box.style, prefersDark: options.prefersDark, isDisabled: isDisabled(box), showsAccent: showsAccent)
  }

  private enum Look { case picture, field, menu, list, button }

  /// What kind of control a box is; nil for others.
  private func look(of box: Box) -> Look? {
    if box.origin == .fileSelectorButton || box.origin == .scrollButton {
      return box.kind == .container ? .button : nil
    }
    guard box.origin == .element, box.node.rawValue > 0, options.document.namespace(box.node) == .html,
      let name = options.document.name(box.node).known
    else { return nil }
    switch name {
    case .progress, .meter: return .picture
    case .textarea: return .field
    case .select:
      return box.flags.contains(.centersContent) ? .menu : box.flags.contains(.control) ? .list : nil
    case .button: return .button
    case .input:
      switch (options.document.attribute(box.node, .type) ?? "").lowercased() {
      case "checkbox", "radio", "range": return .picture
      case "button", "submit", "reset", "color": return .button
      case "image", "file", "hidden": return nil
      case _: return .field
      }
    case _: return nil
    }
  }

  private static func gray(_ level: Double, _ alpha: Double = 1) -> ColorValue {
    .color(Color(red: Float(level / 255), green: Float(level / 255), blue: Float(level / 255), alpha: Float(alpha)))
  }
  /// The backgrounds and lines of the user agent's sheet, light and dark.
  private static let ownBackgrounds: Set<ColorValue> = [
    gray(255), gray(239), gray(239, 0.3), gray(0x3B), gray(0x6B), gray(0x3B, 0.3),
  ]
  private static let ownLines: Set<ColorValue> = [
    gray(0x76), gray(0x76, 0.3), gray(0x85), gray(195, 0.3), gray(0), gray(255),
  ]

  /// Whether the page's author left border and background as they are: only then Chromium draws the
  /// control in its own way.
  private func isUntouched(_ look: Look, _ box: Box) -> Bool {
    if box.style.box.isStyledControl { return false }
    // The button of a menu has the borders and background of its style.
    if look == .menu, box.style.box.appearance == .menulistButton { return false }
    let border = box.style.border
    guard border.image.source == .none, box.style.background.layers.allSatisfy({ $0.image == .none }),
      look == .list || border.radius == Corners(.zero),
      isDisabled(box) || Self.ownBackgrounds.contains(box.style.background.color)
    else { return false }
    let isLine =
      border.style == Sides(.solid) && border.width == Sides(1)
      && Self.ownLines.contains(border.color.top)
    switch look {
    case .picture: return true
    // A shadow is an author's look too, but for buttons.
    case .field, .menu: guard box.style.effect.boxShadows.isEmpty else { return false }
    case .list, .button: break
    }
    switch look {
    case .picture: return true
    case .field: return border.style == Sides(.inset) && border.width == Sides(2) || isLine
    case .menu: return isLine
    // It has a rounded border of its own.
    case .list: return false
    case .button: return border.style == Sides(.outset) && border.width == Sides(2) || isLine
    }
  }

  /// The frame of a control in Chromium's own look. True where the box's background and borders are
  /// not to be painted.
  mutating func paintControlChrome(_ item: PaintItem, _ box: Box, _ shape: RoundedRect) -> Bool {
    guard let look = look(of: box) else { return false }
    if look == .picture { return box.kind == .replaced }
    guard isUntouched(look, box) else { return false }
    let rect = shape.rect
    guard rect.width >= 4, rect.height >= 4 else { return false }
    let theme = theme(box)
    let background =
      theme.isDisabled
      ? (look == .button ? theme.disabledButton : theme.background)
      : box.style.background.color.resolved(box.style.inherited.color)
    if look == .button {
      list.fill(RoundedRect(rect.inset(by: 0.5), radius: 2), background)
      if !theme.isDark { strokeFrame(rect, radius: 2, theme.line) } else { strokeFrame(rect, radius: 2, background) }
      return true
    }
    // Fields and menus leave out their corners' pixels.
    list.fill(rect.inset(by: 1), look == .menu && !theme.isDisabled ? theme.menu : background)
    let line = theme.line
    list.fill(PaintRect(x: rect.x + 1, y: rect.y, width: rect.width - 2, height: 1), line)
    list.fill(PaintRect(x: rect.x + 1, y: rect.maxY - 1, width: rect.width - 2, height: 1), line)
    list.fill(PaintRect(x: rect.x, y: rect.y + 1, width: 1, height: rect.height - 2), line)
    list.fill(PaintRect(x: rect.maxX - 1, y: rect.y + 1, width: 1, height: rect.height - 2), line)
    return true
  }

  /// A line of one pixel just inside a rectangle's edge.
  private mutating func strokeFrame(_ rect: PaintRect, radius: Double, _ color: Color) {
    let middle = RoundedRect(rect.inset(by: 0.5), radius: radius)
    list.fillRing(outer: middle.outset(by: 0.5), inner: middle.outset(by: -0.5), color)
  }

  /// The parts over a control's background and border.
  mutating func paintControlParts(_ item: PaintItem, _ box: Box, _ shape: RoundedRect) {
    guard let look = look(of: box) else { return }
    let inner = shape.inset(by: snap.edges(tree[item.fragment].border)).rect
    let theme = theme(box)
    switch look {
    case .picture, .button, .list: break
    case .menu: paintMenuArrow(box, shape.rect, theme)
    case .field:
      if box.style.box.resize != .none, box.style.box.overflowX != .visible || box.style.box.overflowY != .visible {
        paintResizeGrip(inner, isLTR: box.style.text.direction == .ltr, theme.grip)
      }
      if case .date(let date)? = tree.boxes.controls[tree[item.fragment].box] {
        let padding = PaintEdges(tree[item.fragment].padding)
        paintPicker(
          box, inner.inset(top: padding.top, right: padding.right, bottom: padding.bottom, left: padding.left),
          date.kind, theme)
      }
    }
  }

  /// The contents of a control's box.
  mutating func paintControl(_ item: PaintItem, _ box: Box, _ area: PaintRect) {
    let document = options.document
    let node = box.node
    guard !area.isEmpty, document.isElement(node), document.namespace(node) == .html,
      let name = document.name(node).known
    else { return }
    switch name {
    case .input:
      let type = (document.attribute(node, .type) ?? "").lowercased()
      // The swatch of a colour is there in any look.
      guard box.style.box.appearance != .none || type == "color" else { return }
      let isChecked = document.controlState(node)?.isChecked ?? (document.attribute(node, .checked) != nil)
      switch type {
      case "checkbox": paintCheckbox(Self.square(in: area), box, isChecked: isChecked)
      case "radio": paintRadio(Self.square(in: area), box, isChecked: isChecked)
      case "range": paintRange(area, box)
      case "color": paintColorWell(area, box)
      case _: break
      }
    case .progress: paintProgress(area, box)
    case .meter: paintMeter(area, box)
    case _: break
    }
  }

  /// Boxes to check keep their shape, in the middle of their place.
  private static func square(in area: PaintRect) -> PaintRect {
    let side = min(area.width, area.height)
    return PaintRect(
      x: area.x + ((area.width - side) / 2).rounded(.down), y: area.y + ((area.height - side) / 2).rounded(.down),
      width: side, height: side)
  }

  private mutating func paintCheckbox(_ area: PaintRect, _ box: Box, isChecked: Bool) {
    let theme = theme(box, showsAccent: isChecked)
    if isChecked {
      list.fill(RoundedRect(area, radius: 2), theme.accent)
      let (width, height) = (area.width, area.height)
      var path = PaintPath()
      path.move(to: PaintPoint(x: area.x + width * 0.2, y: area.midY))
      path.line(to: PaintPoint(x: area.x + width * 0.4, y: area.midY + height * 0.2))
      path.line(to: PaintPoint(x: area.maxX - width * 0.2, y: area.y + height * 0.2))
      list.stroke(Stroke(path: path, width: height * 0.16, color: theme.mark))
    } else {
      list.fill(RoundedRect(area.inset(by: 0.5), radius: 2), theme.background)
      strokeFrame(area, radius: 2, theme.line)
    }
  }

  private mutating func paintRadio(_ area: PaintRect, _ box: Box, isChecked: Bool) {
    let theme = theme(box, showsAccent: isChecked)
    let side = min(area.width, area.height)
    list.fill(PaintPath(ellipseIn: area.inset(by: 0.5)), theme.background)
    let line = isChecked && !theme.isDisabled ? theme.accent : theme.line
    list.stroke(Stroke(path: PaintPath(ellipseIn: area.inset(by: 0.5)), width: 1, color: line))
    if isChecked { list.fill(PaintPath(ellipseIn: area.inset(by: side * 0.2)), theme.accent) }
  }

  private mutating func paintRange(_ area: PaintRect, _ box: Box) {
    let theme = theme(box, showsAccent: true)
    let share = ControlValue.ofRange(box.node, in: options.document)
    let thumb = 16.0
    let track = PaintRect(x: area.x + 1, y: (area.midY - 4).rounded(.down), width: area.width - 2, height: 8)
    guard track.width > 0 else { return }
    let isLTR = box.style.text.direction == .ltr
    for tick in ControlValue.ticksOfRange(box.node, in: options.document) ?? [] {
      let middle = area.x + thumb / 2 + (area.width - thumb) * (isLTR ? tick : 1 - tick)
      let place = PaintRect(x: (middle - 0.5).rounded(.down), y: area.midY.rounded() + 7, width: 1, height: 4)
      list.fill(place, box.style.inherited.color)
    }
    let along = (area.width - thumb) * (isLTR ? share : 1 - share)
    let middle = area.x + along + thumb / 2
    paintBar(
      track,
      value: isLTR
        ? PaintRect(minX: track.minX, minY: track.minY, maxX: middle, maxY: track.maxY)
        : PaintRect(minX: middle, minY: track.minY, maxX: track.maxX, maxY: track.maxY),
      theme.slider, theme)
    list.fill(
      PaintPath(ellipseIn: PaintRect(x: area.x + along, y: area.midY - thumb / 2, width: thumb, height: thumb)),
      theme.slider)
  }

  /// A rounded bar with a part of it filled.
  private mutating func paintBar(_ track: PaintRect, value: PaintRect?, _ color: Color, _ theme: ControlTheme) {
    let shape = RoundedRect(track, radius: track.height / 2)
    list.fill(RoundedRect(track.inset(by: 0.5), radius: track.height / 2), theme.track)
    if let value, !value.isEmpty {
      list.pushClip(shape)
      list.fill(value, color)
      list.pop()
    }
    strokeFrame(track, radius: track.height / 2, theme.barLine)
  }

  /// Half as high as its box; the filled part is counted along the writing direction.
  private mutating func paintGauge(
    _ area: PaintRect, _ box: Box, from start: Double = 0, share: Double, _ color: Color, _ theme: ControlTheme
  ) {
    let height = min(area.height, max(4, (area.height / 2).rounded()))
    let track = PaintRect(x: area.x, y: area.midY - height / 2, width: area.width, height: height)
    let width = area.width * max(0, min(1 - start, share))
    let offset = area.width * start
    let isLTR = box.style.text.direction == .ltr
    let value = PaintRect(
      x: isLTR ? area.x + offset : area.maxX - offset - width, y: track.y, width: width, height: track.height)
    paintBar(track, value: share > 0 ? value : nil, color, theme)
  }

  private mutating func paintProgress(_ area: PaintRect, _ box: Box) {
    let theme = theme(box, showsAccent: true)
    // Indeterminate.
    paintGauge(area, box, share: ControlValue.ofProgress(box.node, in: options.document) ?? 0.2, theme.accent, theme)
  }

  /// https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element
  private mutating func paintMeter(_ area: PaintRect, _ box: Box) {
    let (share, distance) = ControlValue.ofMeter(box.node, in: options.document)
    let theme = theme(box)
    let colors: [UInt32] = theme.isDark ? [0x74B374, 0xF2C812, 0xE98E6F] : [0x107C10, 0xFFB900, 0xD83B01]
    // The value stays inside of the border.
    let height = min(area.height, max(4, (area.height / 2).rounded()))
    let track = PaintRect(x: area.x, y: area.midY - height / 2, width: area.width, height: height)
    guard track.width > 2, track.height > 2 else { return }
    let shape = RoundedRect(track, radius: height / 2)
    let inner = track.inset(by: 1)
    list.fill(shape, theme.isDark ? Color(hex: 0x3B3B3B) : Color(hex: 0xEFEFEF))
    list.fillRing(
      outer: shape, inner: shape.outset(by: -1), theme.isDark ? Color(hex: 0x858585) : ControlTheme.faintLine)
    let width = (inner.width * share).rounded(.down)
    let isLTR = box.style.text.direction == .ltr
    list.pushClip(shape.outset(by: -1))
    list.fill(
      PaintRect(x: isLTR ? inner.x : inner.maxX - width, y: inner.y, width: width, height: inner.height),
      Color(hex: colors[min(distance, 2)]))
    list.pop()
  }

  private mutating func paintColorWell(_ area: PaintRect, _ box: Box) {
    var color = Color.black
    let document = options.document
    if let value = document.controlState(box.node)?.value ?? document.attribute(box.node, .value),
      value.utf8.count == 7, value.hasPrefix("#"), let hex = UInt32(value.dropFirst(), radix: 16)
    {
      color = Color(hex: hex)
    }
    let well = area.inset(top: 4, right: 2, bottom: 4, left: 2)
    list.fill(well, Color(hex: 0x777777))
    list.fill(well.inset(by: 1), color)
  }
}
