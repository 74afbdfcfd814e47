import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// The parts of controls beside their text: arrows, grips, pictures that open a picker.
extension Painter {
  /// The arrow at the end of a menu.
  mutating func paintMenuArrow(_ box: Box, _ rect: PaintRect, _ theme: ControlTheme) {
    guard rect.width >= 14, rect.height >= 6 else { return }
    let isLTR = box.style.text.direction == .ltr
    let x = isLTR ? rect.maxX - 9 : rect.minX + 9
    let y = rect.midY.rounded(.down)
    var path = PaintPath()
    path.move(to: PaintPoint(x: x - 4, y: y - 2))
    path.line(to: PaintPoint(x: x, y: y + 2))
    path.line(to: PaintPoint(x: x + 4, y: y - 2))
    list.stroke(Stroke(path: path, width: 2, color: box.style.inherited.color))
  }

  /// Two strokes across the corner that a resizable box is dragged by.
  mutating func paintResizeGrip(_ rect: PaintRect, isLTR: Bool, _ color: Color) {
    guard rect.width >= 15, rect.height >= 15 else { return }
    for (count, start) in [(7, 9.0), (3, 5.0)] {
      for step in 0..<count {
        let along = start - Double(step)
        let x = isLTR ? rect.maxX - along : rect.minX + along - 1
        list.fill(PaintRect(x: x, y: rect.maxY - 3 - Double(step), width: 1, height: 1), color)
      }
    }
  }

  /// A calendar or a clock, at the end of a date or time.
  mutating func paintPicker(_ box: Box, _ inner: PaintRect, _ kind: DateText.Kind, _ theme: ControlTheme) {
    guard !theme.isDisabled, options.document.attribute(box.node, .readonly) == nil,
      box.style.text.writingMode.isHorizontal
    else { return }
    let em = Double(box.style.font.size)
    let isLTR = box.style.text.direction == .ltr
    let color = theme.isDark ? Color.white : .black
    switch kind {
    case .time:
      let side = em * 1.5
      let unit = side / 20
      let middle = PaintPoint(x: isLTR ? inner.maxX - side / 2 : inner.minX + side / 2, y: inner.midY)
      guard inner.width > side else { return }
      let radius = 5.25 * unit
      let circle = PaintRect(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius)
      list.stroke(Stroke(path: PaintPath(ellipseIn: circle), width: 1.5 * unit, color: color))
      var hands = PaintPath()
      hands.move(to: PaintPoint(x: middle.x, y: middle.y - 3.2 * unit))
      hands.line(to: PaintPoint(x: middle.x, y: middle.y + 0.2 * unit))
      hands.line(to: PaintPoint(x: middle.x + 2.6 * unit, y: middle.y + 2 * unit))
      list.stroke(Stroke(path: hands, width: unit, color: color))
    case .date, .month, .week, .dateAndTime:
      guard inner.width > em else { return }
      let unit = em * 0.75 / 10
      let x = isLTR ? inner.maxX - em - 0.5 * unit : inner.minX + 0.5 * unit
      let y = inner.midY - 6.17 * unit
      func part(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> PaintRect {
        PaintRect(x: x + left * unit, y: y + top * unit, width: width * unit, height: height * unit)
      }
      list.fill(part(0, 1, 10, 2.5), color)
      list.fill(part(1.5, 0, 1, 1), color)
      list.fill(part(7.5, 0, 1, 1), color)
      list.fill(part(0, 3.5, 1, 6.5), color)
      list.fill(part(9, 3.5, 1, 6.5), color)
      list.fill(part(0, 10, 10, 1), color)
    }
  }
}
