import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

extension Painter {
  /// The rules in the gaps of a grid or flex container.
  /// https://drafts.csswg.org/css-gaps-1/#paint-order
  mutating func paintGapRules(_ rules: [GapRule], _ item: PaintItem) {
    let style = style(tree[item.fragment])
    let rowsAreOver = style.column.gapRules.overlap == .rowOverColumn
    for isRow in rowsAreOver ? [false, true] : [true, false] {
      let column = style.column
      let width = snap.width(LayoutUnit(isRow ? column.gapRules.rowWidth : column.ruleWidth))
      let line = Self.ruleStyle(isRow ? column.gapRules.rowStyle : column.ruleStyle)
      let color = (isRow ? column.gapRules.rowColor : column.ruleColor).resolved(style.inherited.color)
      for rule in rules where rule.isRow == isRow {
        let area = PaintRect(Rect(origin: item.offset + rule.area.origin, size: rule.area.size))
        let rect: PaintRect
        if rule.isHorizontal {
          let y = snap.coordinate((area.minY + area.maxY - width) / 2)
          rect = PaintRect(
            minX: snap.coordinate(area.minX), minY: y, maxX: snap.coordinate(area.maxX), maxY: y + width)
        } else {
          let x = snap.coordinate((area.minX + area.maxX - width) / 2)
          rect = PaintRect(
            minX: x, minY: snap.coordinate(area.minY), maxX: x + width, maxY: snap.coordinate(area.maxY))
        }
        BorderPainter.paintLine(rect, side: rule.isHorizontal ? .top : .left, style: line, color, into: &list)
      }
    }
  }
}
