import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// Used values of the elements that have boxes, or of their `::before` or `::after`, for `getComputedStyle()`.
/// https://drafts.csswg.org/cssom-1/#resolved-values
package func usedValues(of tree: FragmentTree, origin: BoxOrigin = .element) -> [NodeID: UsedValues] {
  var collector = UsedValueCollector(tree: tree, origin: origin)
  collector.collect()
  return collector.values
}

/// The same of one element. Optimization: this does not look at all fragments.
package func usedValues(of element: NodeID, in tree: FragmentTree, origin: BoxOrigin = .element) -> UsedValues? {
  var collector = UsedValueCollector(tree: tree, origin: origin)
  let boxes = tree.boxes.boxes
  collector.sought = SoughtBoxes(in: tree.boxes) { boxes[$0].node == element && boxes[$0].origin == origin }
  collector.collect()
  return collector.values[element]
}

private struct UsedValueCollector {
  let tree: FragmentTree
  let origin: BoxOrigin
  /// The boxes that are asked for, where it is not all.
  var sought: SoughtBoxes?
  var values: [NodeID: UsedValues] = [:]
  private var boxes: [NodeID: BoxID] = [:]

  /// A fragment to visit, and where it is.
  private struct Visit {
    var fragment: FragmentID
    /// The content box that boxes in flow are laid out in.
    var containingSize: Size
    /// How that is written: along its lines go the percentages of margins.
    var containingText: TextStyle
    /// The fragment that this one is in.
    var parent: FragmentID
    /// From the parent's border box.
    var offset: Point
  }

  init(tree: FragmentTree, origin: BoxOrigin) { (self.tree, self.origin) = (tree, origin) }

  mutating func collect() {
    guard !tree.root.isNone else { return }
    var waiting = [
      Visit(
        fragment: tree.root, containingSize: tree[tree.root].size, containingText: tree.boxes[.root].style.text,
        parent: .none, offset: .zero)
    ]
    while let visit = waiting.popLast() {
      let fragment = tree[visit.fragment]
      guard fragment.kind != .text, sought?.mayBe(in: visit.fragment, of: tree) ?? true else { continue }
      if !visit.parent.isNone { record(visit, fragment) }
      let own = containingSize(of: fragment)
      let size = own ?? visit.containingSize
      let text = own == nil || fragment.box.isNone ? visit.containingText : tree.boxes[fragment.box].style.text
      // The first part of a box comes first.
      for link in tree.children(visit.fragment).reversed() {
        waiting.append(
          Visit(
            fragment: link.fragment, containingSize: size, containingText: text, parent: visit.fragment,
            offset: link.offset))
      }
    }
  }

  /// Nil where a fragment is no containing block: lines and inline boxes.
  private func containingSize(of fragment: Fragment) -> Size? {
    switch fragment.kind {
    case .line, .text: return nil
    case .column: return fragment.size
    case .box:
      guard !fragment.box.isNone, tree.boxes[fragment.box].kind != .inline else { return nil }
      let edges = fragment.border + fragment.padding
      return Size(
        width: (fragment.size.width - edges.left - edges.right).nonNegative,
        height: (fragment.size.height - edges.top - edges.bottom).nonNegative)
    }
  }

  private mutating func record(_ visit: Visit, _ fragment: Fragment) {
    guard fragment.kind == .box, !fragment.box.isNone else { return }
    let box = tree.boxes[fragment.box]
    guard box.origin == origin, box.node.rawValue > 0 else { return }
    if box.kind == .inline {
      if values[box.node] == nil { values[box.node] = usedInline(visit, box) }
      return
    }
    guard Self.hasSizes(box.kind) else { return }
    if let known = values[box.node] {
      // A box in several parts is as long as all of them.
      if boxes[box.node] == fragment.box { values[box.node] = extended(known, by: visit.fragment, box) }
      return
    }
    boxes[box.node] = fragment.box
    values[box.node] = used(visit, fragment, box)
  }

  private static func hasSizes(_ kind: BoxKind) -> Bool {
    switch kind {
    case .container, .replaced, .tableRowGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn,
      .tableCaption:
      true
    case .inline, .text, .lineBreak, .breakOpportunity, .tableGrid: false
    }
  }

  private func extended(_ values: UsedValues, by id: FragmentID, _ box: Box) -> UsedValues {
    var values = values
    func add(_ length: inout Float?, _ more: LayoutUnit) { length = length.map { $0 + Float(more.pixels) } }
    let size = tree[id].size
    let content = contentSize(id, box)
    if box.style.text.writingMode.isHorizontal {
      add(&values.height, content.height)
      add(&values.borderBoxHeight, size.height)
    } else {
      add(&values.width, content.width)
      add(&values.borderBoxWidth, size.width)
    }
    return values
  }

  /// The box that `width` and `height` size: the border box, or the box without border and padding (a table's
  /// are its grid's).
  private func contentSize(_ id: FragmentID, _ box: Box) -> Size {
    let size = tree[id].size
    guard box.style.box.boxSizing == .contentBox else { return size }
    var owner = tree[id]
    if box.context == .table {
      for link in tree.children(id) where isGrid(link.fragment) { owner = tree[link.fragment] }
    }
    let edges = owner.border + owner.padding
    return Size(
      width: (size.width - edges.left - edges.right).nonNegative,
      height: (size.height - edges.top - edges.bottom).nonNegative)
  }

  private func isGrid(_ id: FragmentID) -> Bool {
    let fragment = tree[id]
    return fragment.kind == .box && !fragment.box.isNone && tree.boxes[fragment.box].kind == .tableGrid
  }

  private func used(_ visit: Visit, _ fragment: Fragment, _ box: Box) -> UsedValues {
    let style = box.style.box
    var values = UsedValues()
    let content = contentSize(visit.fragment, box)
    values.width = Float(content.width.pixels)
    values.height = Float(content.height.pixels)
    values.borderBoxWidth = Float(fragment.size.width.pixels)
    values.borderBoxHeight = Float(fragment.size.height.pixels)
    values.isItem = box.flags.contains(.item)
    if let tracks = tree.gridTracks[visit.fragment] {
      values.gridColumns = Self.tracks(tracks.columns)
      values.gridRows = Self.tracks(tracks.rows)
    }

    let containingBlock = box.flags.contains(.outOfFlow) ? paddingBox(visit) : (visit.containingSize, .zero)
    let (size, origin) = (containingBlock.0, containingBlock.1)
    values.padding = Sides(
      top: style.padding.top.isConstant ? nil : Float(fragment.padding.top.pixels),
      right: style.padding.right.isConstant ? nil : Float(fragment.padding.right.pixels),
      bottom: style.padding.bottom.isConstant ? nil : Float(fragment.padding.bottom.pixels),
      left: style.padding.left.isConstant ? nil : Float(fragment.padding.left.pixels))
    let margin = margins(visit, fragment, box, size)
    values.margin = Sides(
      top: style.margin.top.isConstant ? nil : margin.top,
      right: style.margin.right.isConstant ? nil : margin.right,
      bottom: style.margin.bottom.isConstant ? nil : margin.bottom,
      left: style.margin.left.isConstant ? nil : margin.left)
    values.inset = insets(visit, fragment, box, size, origin, margin)
    values.transform = Self.transform(box, fragment.size)
    return values
  }

  private static func tracks(_ axis: GridTracks.Axis) -> UsedValues.Tracks {
    UsedValues.Tracks(sizes: axis.sizes.map(\.pixels), names: axis.names)
  }

  private static func transform(_ box: Box, _ size: Size) -> [Double]? {
    let functions = box.style.effect.transform
    guard !functions.isEmpty else { return nil }
    let (width, height) = (size.width.pixels, size.height.pixels)
    return functions.reduce(Matrix.identity) {
      $0.multiplied(by: Matrix($1, width: width, height: height))
    }.m
  }

  /// An inline box has no size that percentages could be of.
  private func usedInline(_ visit: Visit, _ box: Box) -> UsedValues {
    var values = UsedValues()
    (values.borderBoxWidth, values.borderBoxHeight) = (0, 0)
    values.transform = Self.transform(box, .zero)
    if box.style.box.position == .relative {
      values.inset = relativeInsets(box, visit.containingSize)
    }
    return values
  }

  /// The padding box of the fragment that a box out of flow is in, and where it starts.
  private func paddingBox(_ visit: Visit) -> (Size, Point) {
    let parent = tree[visit.parent]
    let border = parent.border
    return (
      Size(
        width: (parent.size.width - border.left - border.right).nonNegative,
        height: (parent.size.height - border.top - border.bottom).nonNegative),
      Point(x: border.left, y: border.top)
    )
  }

  // MARK: Margins

  /// Not implemented: automatic margins of the items of flex and grid containers (0 here).
  private func margins(_ visit: Visit, _ fragment: Fragment, _ box: Box, _ size: Size) -> Sides<Float?> {
    if let margins = tree.autoMargins[visit.fragment] {
      return Sides(
        top: Float(margins.top.pixels), right: Float(margins.right.pixels), bottom: Float(margins.bottom.pixels),
        left: Float(margins.left.pixels))
    }
    let style = box.style.box
    let isHorizontal = visit.containingText.writingMode.isHorizontal
    let basis = tree.gridAreaSizes[visit.fragment] ?? (isHorizontal ? size.width : size.height)
    func given(_ value: LengthOrAuto) -> LayoutUnit? {
      guard case .value(let length) = value else { return nil }
      return length.resolved(basis)
    }
    let (top, bottom) = (given(style.margin.top), given(style.margin.bottom))
    let (left, right) = (given(style.margin.left), given(style.margin.right))
    var (x, y) = ((left ?? .zero, right ?? .zero), (top ?? .zero, bottom ?? .zero))
    if box.flags.contains(.outOfFlow) {
      func inset(_ value: LengthOrAuto, _ basis: LayoutUnit) -> LayoutUnit? {
        if case .value(let length) = value { length.resolved(basis) } else { nil }
      }
      if let start = inset(style.inset.left, size.width), let end = inset(style.inset.right, size.width) {
        x = Self.sharedPositioned(
          left, right, size.width - start - end - fragment.size.width, isHorizontal ? visit.containingText : nil)
      }
      if let start = inset(style.inset.top, size.height), let end = inset(style.inset.bottom, size.height) {
        y = Self.sharedPositioned(
          top, bottom, size.height - start - end - fragment.size.height, isHorizontal ? nil : visit.containingText)
      }
    } else if box.flags.isDisjoint(with: [.floating, .atomicInline, .item]) {
      // https://drafts.csswg.org/css2/#blockwidth
      if box.style.text.writingMode.isHorizontal {
        x = Self.shared(left, right, size.width - fragment.size.width)
      } else {
        y = Self.shared(top, bottom, size.height - fragment.size.height)
      }
    }
    return Sides(
      top: Float(y.0.pixels), right: Float(x.1.pixels), bottom: Float(y.1.pixels), left: Float(x.0.pixels))
  }

  /// Of a box out of flow, which may lack room: along the lines of its containing block (`inline`) the margin at the
  /// end is what lacks.
  /// https://drafts.csswg.org/css-position-3/#abspos-margins
  private static func sharedPositioned(
    _ start: LayoutUnit?, _ end: LayoutUnit?, _ space: LayoutUnit, _ inline: TextStyle?
  ) -> (LayoutUnit, LayoutUnit) {
    switch (start, end) {
    case (let start?, let end?): return (start, end)
    case (let start?, nil): return (start, space - start)
    case (nil, let end?): return (space - end, end)
    case (nil, nil):
      if space < .zero, let inline { return inline.direction == .ltr ? (.zero, space) : (space, .zero) }
      return (space / 2, space - space / 2)
    }
  }

  /// What is left of `space` belongs to the margins that are automatic.
  private static func shared(
    _ start: LayoutUnit?, _ end: LayoutUnit?, _ space: LayoutUnit
  ) -> (LayoutUnit, LayoutUnit) {
    switch (start, end) {
    case (let start?, let end?): return (start, end)
    case (let start?, nil): return (start, (space - start).nonNegative)
    case (nil, let end?): return ((space - end).nonNegative, end)
    case (nil, nil):
      let half = LayoutUnit(Float(space.nonNegative.pixels / 2))
      return (half, space.nonNegative - half)
    }
  }

  // MARK: Insets

  /// https://drafts.csswg.org/cssom-1/#resolved-value-special-case-property-like-top
  private func insets(
    _ visit: Visit, _ fragment: Fragment, _ box: Box, _ size: Size, _ origin: Point, _ margin: Sides<Float?>
  ) -> Sides<Float?> {
    let sides = Self.given(box, size)
    switch box.style.box.position {
    case .static: return Sides(nil)
    case .sticky: return sides
    case .relative: return relativeInsets(box, size)
    case .absolute, .fixed:
      let left = Float((visit.offset.x - origin.x).pixels) - (margin.left ?? 0)
      let top = Float((visit.offset.y - origin.y).pixels) - (margin.top ?? 0)
      let width = Float(fragment.size.width.pixels) + (margin.left ?? 0) + (margin.right ?? 0)
      let height = Float(fragment.size.height.pixels) + (margin.top ?? 0) + (margin.bottom ?? 0)
      return Sides(
        top: sides.top ?? top, right: sides.right ?? Float(size.width.pixels) - left - width,
        bottom: sides.bottom ?? Float(size.height.pixels) - top - height, left: sides.left ?? left)
    }
  }
  /// What one side says, the other says with the opposite sign.
  private func relativeInsets(_ box: Box, _ size: Size) -> Sides<Float?> {
    let sides = Self.given(box, size)
    func opposite(_ value: Float?) -> Float { value.map { $0 == 0 ? 0 : -$0 } ?? 0 }
    return Sides(
      top: sides.top ?? opposite(sides.bottom), right: sides.right ?? opposite(sides.left),
      bottom: sides.bottom ?? opposite(sides.top), left: sides.left ?? opposite(sides.right))
  }

  private static func given(_ box: Box, _ size: Size) -> Sides<Float?> {
    func side(_ value: LengthOrAuto, _ basis: LayoutUnit) -> Float? {
      guard case .value(let length) = value else { return nil }
      return Float(length.pixels(basis: basis.pixels))
    }
    let inset = box.style.box.inset
    return Sides(
      top: side(inset.top, size.height), right: side(inset.right, size.width),
      bottom: side(inset.bottom, size.height), left: side(inset.left, size.width))
  }
}

extension LengthPercentage {
  /// Whether layout finds nothing about it.
  fileprivate var isConstant: Bool { !hasPercentage || isQuirky }
}

extension LengthOrAuto {
  fileprivate var isConstant: Bool {
    if case .value(let length) = self { length.isConstant } else { false }
  }
}
