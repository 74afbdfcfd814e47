import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// Form controls in Chromium's default look. Their text comes as ordinary fragments.
extension Painter {
  private static let lineColor = Color(hex: 0x767676)
  private static let disabledLine = Color(red: 118.0 / 255, green: 118.0 / 255, blue: 118.0 / 255, alpha: 0.3)
  private static let accent = Color(hex: 0x0075FF)
  private static let trackColor = Color(hex: 0xEFEFEF)

  private func isDisabled(_ node: NodeID) -> Bool { options.document.attribute(node, .disabled) != nil }

  private func accentColor(_ box: Box) -> Color {
    box.style.inherited.accentColor?.resolved(box.style.inherited.color) ?? Self.accent
  }

  private enum Look { case picture, field, menu, button }

  /// What kind of control a box is; nil for others.
  private func look(of box: Box) -> Look? {
    if box.origin == .fileSelectorButton { return box.kind == .container ? .button : nil }
    guard box.origin == .element, box.node.rawValue > 0, options.document.namespace(box.node) == .html,
      let name = options.document.name(box.node).known
    else { return nil }
    switch name {
    case .progress, .meter: return .picture
    case .textarea: return .field
    case .select: return box.flags.contains(.control) ? .menu : nil
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

  /// Whether the page's author left border and background as they are: only then Chromium draws the
  /// control in its own way.
  private func isUntouched(_ look: Look, _ box: Box) -> Bool {
    let border = box.style.border
    guard border.radius == Corners(.zero), border.image.source == .none,
      box.style.background.layers.allSatisfy({ $0.image == .none })
    else { return false }
    let isDisabled = isDisabled(box.node)
    let expected: Set<ColorValue> = [
      .color(.white), .color(Color(hex: 0xEFEFEF)),
      .color(Color(red: 239.0 / 255, green: 239.0 / 255, blue: 239.0 / 255, alpha: 0.3)),
    ]
    guard isDisabled || expected.contains(box.style.background.color) else { return false }
    switch look {
    case .picture: return true
    case .field:
      let isInset = border.style == Sides(.inset) && border.width == Sides(2)
      return isInset || isPlainLine(border)
    case .menu: return isPlainLine(border)
    case .button: return (border.style == Sides(.outset) && border.width == Sides(2)) || isPlainLine(border)
    }
  }

  private func isPlainLine(_ border: BorderStyle) -> Bool {
    border.style == Sides(.solid) && border.width == Sides(1)
      && [.color(Self.lineColor), .color(.black), .color(Self.disabledLine)].contains(border.color.top)
  }

  /// The frame of a control in Chromium's own look. True where the box's background and borders are
  /// not to be painted.
  mutating func paintControlChrome(_ item: PaintItem, _ box: Box, _ shape: RoundedRect) -> Bool {
    guard let look = look(of: box) else { return false }
    if look == .picture { return box.kind == .replaced }
    guard isUntouched(look, box) else { return false }
    let rect = shape.rect
    guard rect.width >= 4, rect.height >= 4 else { return false }
    let disabled = isDisabled(box.node)
    let line = disabled ? Self.disabledLine : Self.lineColor
    let background = box.style.background.color.resolved(box.style.inherited.color)
    let one = PaintEdges(top: 1, right: 1, bottom: 1, left: 1)
    if look == .button {
      let rounded = RoundedRect(rect, radius: 2)
      list.fill(rounded.inset(by: one), background)
      list.fillRing(outer: rounded, inner: rounded.inset(by: one), line)
      return true
    }
    // Fields and menus leave out their corners' pixels.
    list.fill(rect.inset(by: 1), look == .menu && !disabled ? .white : background)
    list.fill(PaintRect(x: rect.x + 1, y: rect.y, width: rect.width - 2, height: 1), line)
    list.fill(PaintRect(x: rect.x + 1, y: rect.maxY - 1, width: rect.width - 2, height: 1), line)
    list.fill(PaintRect(x: rect.x, y: rect.y + 1, width: 1, height: rect.height - 2), line)
    list.fill(PaintRect(x: rect.maxX - 1, y: rect.y + 1, width: 1, height: rect.height - 2), line)
    return true
  }

  /// The arrow at the end of a menu.
  mutating func paintMenuArrow(_ item: PaintItem, _ box: Box, _ rect: PaintRect) {
    guard look(of: box) == .menu, rect.width >= 14, rect.height >= 6 else { return }
    let isLTR = box.style.text.direction == .ltr
    let x = isLTR ? rect.maxX - 9 : rect.minX + 9
    let y = rect.midY
    var path = PaintPath()
    path.move(to: PaintPoint(x: x - 4, y: y - 2))
    path.line(to: PaintPoint(x: x, y: y + 2))
    path.line(to: PaintPoint(x: x + 4, y: y - 2))
    list.stroke(Stroke(path: path, width: 2, color: box.style.inherited.color))
  }

  /// What stands in a control's box.
  mutating func paintControl(_ item: PaintItem, _ box: Box, _ area: PaintRect) {
    let document = options.document
    let node = box.node
    guard !area.isEmpty, document.isElement(node), document.namespace(node) == .html,
      let name = document.name(node).known
    else { return }
    switch name {
    case .input:
      guard box.style.box.appearance != .none else { return }
      switch (document.attribute(node, .type) ?? "").lowercased() {
      case "checkbox": paintCheckbox(area, box, checked: document.attribute(node, .checked) != nil)
      case "radio": paintRadio(area, box, checked: document.attribute(node, .checked) != nil)
      case "range": paintRange(area, box)
      case "color": paintColorWell(area, box)
      case _: break
      }
    case .progress: paintProgress(area, box)
    case .meter: paintMeter(area, box)
    case _: break
    }
  }

  private mutating func paintCheckbox(_ area: PaintRect, _ box: Box, checked: Bool) {
    let disabled = isDisabled(box.node)
    let shape = RoundedRect(area, radius: 2)
    if checked {
      list.fill(shape, disabled ? Self.disabledLine : accentColor(box))
      let unit = min(area.width, area.height) / 13
      func at(_ x: Double, _ y: Double) -> PaintPoint { PaintPoint(x: area.x + x * unit, y: area.y + y * unit) }
      var path = PaintPath()
      path.move(to: at(2.2, 6.2))
      path.line(to: at(5.1, 9.1))
      path.line(to: at(10.1, 2.6))
      list.stroke(Stroke(path: path, width: 2 * unit, color: disabled ? Color(hex: 0xF0F0F0) : .white))
    } else {
      let one = PaintEdges(top: 1, right: 1, bottom: 1, left: 1)
      list.fill(shape.inset(by: one), .white)
      list.fillRing(outer: shape, inner: shape.inset(by: one), disabled ? Self.disabledLine : Self.lineColor)
    }
  }

  private mutating func paintRadio(_ area: PaintRect, _ box: Box, checked: Bool) {
    let color = isDisabled(box.node) ? Self.disabledLine : checked ? accentColor(box) : Self.lineColor
    let outer = RoundedRect(area, radius: min(area.width, area.height) / 2)
    let one = PaintEdges(top: 1, right: 1, bottom: 1, left: 1)
    list.fill(outer.inset(by: one), .white)
    list.fillRing(outer: outer, inner: outer.inset(by: one), color)
    if checked {
      list.fill(PaintPath(ellipseIn: area.inset(by: min(area.width, area.height) * 3 / 13)), color)
    }
  }

  private func number(_ node: NodeID, _ name: KnownName) -> Double? {
    options.document.attribute(node, name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func paintRange(_ area: PaintRect, _ box: Box) {
    let low = number(box.node, .min) ?? 0
    let high = max(low, number(box.node, .max) ?? 100)
    let value = max(low, min(high, number(box.node, .value) ?? (low + high) / 2))
    let share = high > low ? (value - low) / (high - low) : 0.5
    let color = isDisabled(box.node) ? Color(hex: 0xCBCBCB) : accentColor(box)
    let thumb = 16.0
    let track = PaintRect(x: area.x, y: area.midY - 4, width: area.width, height: 8)
    let shape = RoundedRect(track, radius: 4)
    list.fill(shape, Self.trackColor)
    let one = PaintEdges(top: 1, right: 1, bottom: 1, left: 1)
    list.fillRing(outer: shape, inner: shape.inset(by: one), Color(hex: 0xB2B2B2))
    let isLTR = box.style.text.direction == .ltr
    let along = (area.width - thumb) * (isLTR ? share : 1 - share)
    let middle = area.x + along + thumb / 2
    list.pushClip(
      isLTR
        ? PaintRect(minX: track.minX, minY: track.minY, maxX: middle, maxY: track.maxY)
        : PaintRect(minX: middle, minY: track.minY, maxX: track.maxX, maxY: track.maxY))
    list.fill(shape, color)
    list.pop()
    list.fill(
      PaintPath(ellipseIn: PaintRect(x: area.x + along, y: area.midY - thumb / 2, width: thumb, height: thumb)),
      color)
  }

  private mutating func paintBar(_ area: PaintRect, _ box: Box, share: Double?, color: Color) {
    let height = min(area.height, max(4, (area.height / 2).rounded()))
    let track = PaintRect(x: area.x, y: area.midY - height / 2, width: area.width, height: height)
    let shape = RoundedRect(snap.rect(track), radius: height / 2)
    list.fill(shape, Self.trackColor)
    if let share, share > 0 {
      let isLTR = box.style.text.direction == .ltr
      let width = area.width * min(1, share)
      list.pushClip(shape)
      list.fill(
        PaintRect(x: isLTR ? area.x : area.maxX - width, y: area.y, width: width, height: area.height), color)
      list.pop()
    }
    let one = PaintEdges(top: 1, right: 1, bottom: 1, left: 1)
    list.fillRing(outer: shape, inner: shape.inset(by: one), Color(hex: 0xB2B2B2))
  }

  private mutating func paintProgress(_ area: PaintRect, _ box: Box) {
    let value = number(box.node, .value)
    let high = number(box.node, .max).flatMap { $0 > 0 ? $0 : nil } ?? 1
    paintBar(area, box, share: value.map { max(0, $0) / high }, color: accentColor(box))
  }

  /// https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element
  private mutating func paintMeter(_ area: PaintRect, _ box: Box) {
    let node = box.node
    let least = number(node, .min) ?? 0
    let most = max(least, number(node, .max) ?? 1)
    let value = max(least, min(most, number(node, .value) ?? 0))
    let low = max(least, min(most, number(node, .low) ?? least))
    let high = max(low, min(most, number(node, .high) ?? most))
    let optimum = max(least, min(most, number(node, .optimum) ?? (least + most) / 2))
    // Which of the three regions is good, and how far from it the value is.
    func region(_ x: Double) -> Int { x < low ? 0 : x > high ? 2 : 1 }
    let distance = optimum < low || optimum > high ? abs(region(value) - region(optimum)) : region(value) == 1 ? 0 : 1
    let color = Color(hex: distance == 0 ? 0x107C10 : distance == 1 ? 0xFFB900 : 0xD83B01)
    paintBar(area, box, share: most > least ? (value - least) / (most - least) : 0, color: color)
  }

  private mutating func paintColorWell(_ area: PaintRect, _ box: Box) {
    var color = Color.black
    if let value = options.document.attribute(box.node, .value), value.utf8.count == 7, value.hasPrefix("#"),
      let hex = UInt32(value.dropFirst(), radix: 16)
    {
      color = Color(hex: hex)
    }
    let well = area.inset(top: 4, right: 2, bottom: 4, left: 2)
    list.fill(well, Color(hex: 0x777777))
    list.fill(well.inset(by: 1), color)
  }
}
