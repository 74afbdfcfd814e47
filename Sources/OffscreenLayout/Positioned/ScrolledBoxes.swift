import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry

extension FragmentTree {
  /// The tree as it is seen when scroll containers are scrolled: by element, how far their contents have moved
  /// to the left and up. What is out of flow hangs on its containing block and moves with it.
  /// https://drafts.csswg.org/css-overflow-3/#scroll-position
  package func scrollingContents(_ offsets: [NodeID: Point]) -> FragmentTree {
    guard !offsets.isEmpty, !root.isNone else { return self }
    var result = self
    var waiting = [root]
    // A fragment may stand in several places of the tree; its children are moved once.
    var moved: Set<FragmentID> = []
    while let id = waiting.popLast() {
      let fragment = self[id]
      for link in children(id) where !link.fragment.isNone { waiting.append(link.fragment) }
      guard fragment.kind == .box, !fragment.box.isNone else { continue }
      let box = boxes[fragment.box]
      guard box.origin == .element, box.kind != .tableGrid, let offset = offsets[box.node],
        let most = scrollableDistance(id), moved.insert(id).inserted
      else { continue }
      let distance = Point(x: offset.x.clamped(most.minX, most.maxX), y: offset.y.clamped(most.minY, most.maxY))
      result.scrolledAreas[id] = scrollableArea(id).offset(by: .zero - distance)
      for link in fragment.children { result.links[Int(link)].offset = result.links[Int(link)].offset - distance }
      let index = Int(id.rawValue)
      result.fragments[index].scrollableOverflow = fragment.scrollableOverflow.offset(by: .zero - distance)
    }
    return result
  }

  /// How far the contents of a scroll container may be scrolled: from the smallest to the largest position.
  /// Nil for what is none.
  package func scrollableDistance(_ id: FragmentID) -> Rect? {
    let fragment = self[id]
    guard !fragment.box.isNone else { return nil }
    let box = boxes[fragment.box]
    guard box.kind == .container || box.kind == .tableCell || box.kind == .tableCaption,
      box.style.box.overflowX.scrolls || box.style.box.overflowY.scrolls
    else { return nil }
    let port = Rect(origin: .zero, size: fragment.size).inset(by: fragment.border)
    let all = scrollableArea(id)
    return Rect(
      x: all.minX - port.minX, y: all.minY - port.minY,
      width: all.width - port.width, height: all.height - port.height)
  }

  /// The padding box with all that can be scrolled to, from the top left of the border box.
  /// https://drafts.csswg.org/css-overflow-3/#scrollable
  package func scrollableArea(_ id: FragmentID) -> Rect {
    if let scrolled = scrolledAreas[id] { return scrolled }
    let fragment = self[id]
    let port = Rect(origin: .zero, size: fragment.size).inset(by: fragment.border)
    guard fragment.kind == .box, !fragment.box.isNone else { return port }
    let style = boxes[fragment.box].style
    let isScroller = style.box.overflowX.scrolls || style.box.overflowY.scrolls
    var area = port
    for link in children(id) where !link.fragment.isNone {
      let child = self[link.fragment]
      area = area.union(overflow(of: link.fragment, depth: 0).offset(by: link.offset))
      // What is in flow keeps its margins and the padding after it.
      if isScroller, let room = roomInFlow(of: child, at: link.offset, fragment.padding) { area = area.union(room) }
    }
    return area.cutToReachable(from: port, style.text)
  }

  /// What a fragment takes up with all that sticks out of it, as transforms have it: from the top left of its place.
  private func overflow(of id: FragmentID, depth: Int) -> Rect {
    let fragment = self[id]
    var rect = Rect(origin: .zero, size: fragment.size)
    if !hidesOverflow(fragment) {
      if boxes.hasTransforms, depth < Self.deepestTransform {
        for link in children(id) where !link.fragment.isNone {
          rect = rect.union(overflow(of: link.fragment, depth: depth + 1).offset(by: link.offset))
        }
      } else {
        rect = fragment.scrollableOverflow
      }
    }
    guard boxes.hasTransforms, fragment.kind == .box, !fragment.box.isNone else { return rect }
    let box = boxes[fragment.box]
    guard box.isTransformed else { return rect }
    return box.style.effect.matrix(in: fragment.size).bounds(of: rect)
  }

  /// As deep as fragments may be in each other.
  private static let deepestTransform = 4_000

  private func hidesOverflow(_ fragment: Fragment) -> Bool {
    guard fragment.kind == .box, !fragment.box.isNone else { return false }
    let style = boxes[fragment.box].style
    return style.usedContentVisibility == .hidden || boxes[fragment.box].makesInkOfOverflow
      || style.box.overflowX != .visible
        && !(style.box.overflowX == .clip && style.box.overflowY == .visible)
  }

  private func roomInFlow(of child: Fragment, at offset: Point, _ padding: Edges) -> Rect? {
    var room = Rect(origin: offset, size: child.size)
    if child.kind == .box, !child.box.isNone {
      let box = boxes[child.box]
      guard !box.flags.contains(.outOfFlow), box.style.box.position != .relative else { return nil }
      func margin(_ value: LengthOrAuto) -> LayoutUnit {
        if case .value(let length) = value, !length.hasPercentage { length.resolved(.zero) } else { .zero }
      }
      room.size.width = room.width + margin(box.style.box.margin.right)
      room.size.height = room.height + margin(box.style.box.margin.bottom)
    }
    room.size.width = room.width + padding.right
    room.size.height = room.height + padding.bottom
    return room
  }
}

extension Rect {
  /// Without what lies before the beginning, which cannot be scrolled to.
  func cutToReachable(from port: Rect, _ text: TextStyle) -> Rect {
    let (mode, isLTR) = (text.writingMode, text.direction == .ltr)
    let startsRight: Bool
    let startsBottom: Bool
    switch mode {
    case .horizontalTB: (startsRight, startsBottom) = (!isLTR, false)
    case .verticalRL, .sidewaysRL: (startsRight, startsBottom) = (true, !isLTR)
    case .verticalLR: (startsRight, startsBottom) = (false, !isLTR)
    case .sidewaysLR: (startsRight, startsBottom) = (false, isLTR)
    }
    let (left, right) = startsRight ? (minX, port.maxX) : (port.minX, maxX)
    let (top, bottom) = startsBottom ? (minY, port.maxY) : (port.minY, maxY)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Box {
  /// https://drafts.csswg.org/css-transforms-1/#transformable-element
  fileprivate var isTransformed: Bool {
    guard style.hasTransform else { return false }
    switch kind {
    case .container, .replaced, .tableRowGroup, .tableRow, .tableCell, .tableCaption: return true
    case .inline, .text, .lineBreak, .breakOpportunity, .tableGrid, .tableColumn, .tableColumnGroup: return false
    }
  }
}

extension EffectStyle {
  /// How a box of this size is transformed, without perspective.
  func matrix(in size: Size) -> Matrix {
    let (width, height) = (size.width.pixels, size.height.pixels)
    let (x, y) = (transformOrigin.x.pixels(basis: width), transformOrigin.y.pixels(basis: height))
    var matrix = Matrix.translation(x, y)
    for function in [translate, rotate, scale] {
      if let function { matrix = matrix.multiplied(by: Matrix(function, width: width, height: height)) }
    }
    return matrix.multiplied(by: Matrix(transform, width: width, height: height)).multiplied(by: .translation(-x, -y))
  }
}

extension ComputedStyle {
  /// Optimization: field by field; to hand the group over is to copy it.
  package var hasTransform: Bool {
    !effect.transform.isEmpty || effect.translate != nil || effect.rotate != nil || effect.scale != nil
      || hasOffsetPath
  }
  package var hasOffsetPath: Bool { !effect.motion.path.isNone }
}
