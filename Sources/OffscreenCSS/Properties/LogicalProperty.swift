/// A flow-relative property, which maps to one of several physical longhands, depending on the element's writing mode.
/// https://drafts.csswg.org/css-logical-1/
struct LogicalProperty: Sendable {
  enum Axis: Sendable { case block, inline }
  enum Mapping: Sendable {
    /// Ids of top, right, bottom and left.
    case side(Axis, isStart: Bool, [PropertyID])
    /// Ids along the horizontal and the vertical axis.
    case axis(Axis, horizontal: PropertyID, vertical: PropertyID)
    /// Ids of the corners, clockwise from the top left.
    case corner(blockStart: Bool, inlineStart: Bool, [PropertyID])
  }
  let name: String
  let mapping: Mapping

  /// One of the longhands: all have the same grammar.
  var anyLonghand: PropertyID {
    switch mapping {
    case .side(_, _, let ids), .corner(_, _, let ids): ids[0]
    case .axis(_, let horizontal, _): horizontal
    }
  }

  func longhand(_ mode: WritingMode, _ direction: Direction) -> PropertyID {
    switch mapping {
    case .side(let axis, let isStart, let ids): return ids[Self.side(axis, isStart: isStart, mode, direction)]
    case .axis(let axis, let horizontal, let vertical):
      return (axis == .inline) == mode.isHorizontal ? horizontal : vertical
    case .corner(let blockStart, let inlineStart, let ids):
      let block = Self.side(.block, isStart: blockStart, mode, direction)
      let inline = Self.side(.inline, isStart: inlineStart, mode, direction)
      let (isBottom, isRight) = (block == 2 || inline == 2, block == 1 || inline == 1)
      return ids[isBottom ? (isRight ? 2 : 3) : (isRight ? 1 : 0)]
    }
  }

  /// 0 top, 1 right, 2 bottom, 3 left.
  private static func side(
    _ axis: Axis, isStart: Bool, _ mode: WritingMode, _ direction: Direction
  ) -> Int {
    let start: Int
    switch (axis, mode) {
    case (.block, .horizontalTB): start = 0
    case (.block, .verticalRL), (.block, .sidewaysRL): start = 1
    case (.block, .verticalLR), (.block, .sidewaysLR): start = 3
    case (.inline, .horizontalTB): start = direction == .ltr ? 3 : 1
    case (.inline, .sidewaysLR): start = direction == .ltr ? 2 : 0
    case (.inline, _): start = direction == .ltr ? 0 : 2
    }
    return isStart ? start : (start + 2) % 4
  }

  /// Every logical longhand. `id` finds the physical ones by name.
  static func all(_ id: (String) -> PropertyID) -> [LogicalProperty] {
    var list: [LogicalProperty] = []
    let sides = ["top", "right", "bottom", "left"]
    func add(_ name: (_ side: String) -> String, physical: (_ side: String) -> String) {
      let ids = sides.map { id(physical($0)) }
      for (axis, axisName) in [(Axis.block, "block"), (.inline, "inline")] {
        list.append(LogicalProperty(name: name("\(axisName)-start"), mapping: .side(axis, isStart: true, ids)))
        list.append(LogicalProperty(name: name("\(axisName)-end"), mapping: .side(axis, isStart: false, ids)))
      }
    }
    add({ "margin-\($0)" }, physical: { "margin-\($0)" })
    add({ "padding-\($0)" }, physical: { "padding-\($0)" })
    add({ "inset-\($0)" }, physical: { $0 })
    add({ "scroll-margin-\($0)" }, physical: { "scroll-margin-\($0)" })
    add({ "scroll-padding-\($0)" }, physical: { "scroll-padding-\($0)" })
    add({ "border-\($0)-width" }, physical: { "border-\($0)-width" })
    add({ "border-\($0)-style" }, physical: { "border-\($0)-style" })
    add({ "border-\($0)-color" }, physical: { "border-\($0)-color" })
    let sizes = [
      ("", "width", "height"), ("min-", "min-width", "min-height"), ("max-", "max-width", "max-height"),
    ]
    for (prefix, width, height) in sizes {
      for (axis, axisName) in [(Axis.inline, "inline-size"), (.block, "block-size")] {
        list.append(
          LogicalProperty(
            name: prefix + axisName, mapping: .axis(axis, horizontal: id(width), vertical: id(height))))
      }
    }
    for (axis, axisName) in [(Axis.inline, "inline"), (.block, "block")] {
      list.append(
        LogicalProperty(
          name: "overflow-\(axisName)",
          mapping: .axis(axis, horizontal: id("overflow-x"), vertical: id("overflow-y"))))
      list.append(
        LogicalProperty(
          name: "overscroll-behavior-\(axisName)",
          mapping: .axis(axis, horizontal: id("overscroll-behavior-x"), vertical: id("overscroll-behavior-y"))))
      list.append(
        LogicalProperty(
          name: "contain-intrinsic-\(axisName)-size",
          mapping: .axis(
            axis, horizontal: id("contain-intrinsic-width"), vertical: id("contain-intrinsic-height"))))
    }
    let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]
    let (radii, shapes) = (corners.map { id("border-\($0)-radius") }, corners.map { id("corner-\($0)-shape") })
    for (name, block, inline) in [
      ("start-start", true, true), ("start-end", true, false), ("end-start", false, true),
      ("end-end", false, false),
    ] {
      list.append(
        LogicalProperty(
          name: "border-\(name)-radius",
          mapping: .corner(blockStart: block, inlineStart: inline, radii)))
      list.append(
        LogicalProperty(
          name: "corner-\(name)-shape", mapping: .corner(blockStart: block, inlineStart: inline, shapes)))
    }
    return list
  }
}
