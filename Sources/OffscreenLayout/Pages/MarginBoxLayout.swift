import OffscreenCSS
import OffscreenGeometry
import OffscreenStyle

/// Lays out what is on a sheet beside the page area: the page's own box, and the boxes in its margins.
/// https://drafts.csswg.org/css-page-3/#margin-boxes
package struct MarginBoxLayout {
  private let context: LayoutContext
  private let frame: PageFrame
  private let margins: [(margin: PageMarginBox, box: BoxID)]

  /// `context`: of the boxes that `BoxTreeBuilder` makes of the style.
  package init(_ context: LayoutContext, _ frame: PageFrame, _ style: PageStyle) {
    (self.context, self.frame) = (context, frame)
    margins = zip(style.marginBoxes, context[Self.page].children).map { ($0.box, $1.id) }
  }

  private static let page = BoxID(rawValue: 1)

  /// The sheet, from its top left corner.
  package func run() -> FragmentTree {
    let size = frame.size
    context.tree.glyphTexts = GlyphTexts()
    let (left, top) = (frame.margin.left, frame.margin.top)
    let (right, bottom) = (size.width - frame.margin.right, size.height - frame.margin.bottom)
    var links: [FragmentLink] = []
    func add(_ margin: PageMarginBox, _ cell: Rect) {
      guard let box = margins.first(where: { $0.margin == margin })?.box else { return }
      links.append(layout(box, in: cell.offset(by: Point(x: .zero - left, y: .zero - top))))
    }
    // 1. The corners.
    add(.topLeftCorner, Rect(x: .zero, y: .zero, width: left, height: top))
    add(.topRightCorner, Rect(x: right, y: .zero, width: frame.margin.right, height: top))
    add(.bottomLeftCorner, Rect(x: .zero, y: bottom, width: left, height: frame.margin.bottom))
    add(.bottomRightCorner, Rect(x: right, y: bottom, width: frame.margin.right, height: frame.margin.bottom))
    // 2. Three share a side.
    for (boxes, y, height) in [
      ([PageMarginBox.topLeft, .topCenter, .topRight], LayoutUnit.zero, top),
      ([.bottomLeft, .bottomCenter, .bottomRight], bottom, frame.margin.bottom),
    ] {
      let items = boxes.map { item($0, isHorizontal: true, across: height) }
      let places = Self.places(items[0], items[1], items[2], in: (right - left).nonNegative)
      for (box, place) in zip(boxes, places) {
        add(box, Rect(x: left + place.start, y: y, width: place.size, height: height))
      }
    }
    for (boxes, x, width) in [
      ([PageMarginBox.leftTop, .leftMiddle, .leftBottom], LayoutUnit.zero, left),
      ([.rightTop, .rightMiddle, .rightBottom], right, frame.margin.right),
    ] {
      let items = boxes.map { item($0, isHorizontal: false, across: width) }
      let places = Self.places(items[0], items[1], items[2], in: (bottom - top).nonNegative)
      for (box, place) in zip(boxes, places) {
        add(box, Rect(x: x, y: top + place.start, width: width, height: place.size))
      }
    }
    // 3. The page's own box is the sheet without the margins.
    var page = Fragment(
      kind: .box, box: Self.page,
      size: Size(width: (right - left).nonNegative, height: (bottom - top).nonNegative))
    page.border = context.borderWidths(of: Self.page)
    let fragment = context.append(page, links)
    context.tree.root = context.append(
      Fragment(kind: .box, box: .root, size: size),
      [FragmentLink(fragment: fragment, offset: Point(x: left, y: top))])
    context.tree.documentArea = Rect(origin: .zero, size: size)
    return context.tree
  }

  // MARK: Sizes along a side

  /// A box along a side of the page, with its margins.
  struct Item {
    /// Where the style gives its size.
    var fixed: LayoutUnit?
    var min = LayoutUnit.zero
    var max = LayoutUnit.zero

    func used(_ automatic: LayoutUnit) -> LayoutUnit { fixed ?? automatic }
  }

  private func item(_ margin: PageMarginBox, isHorizontal: Bool, across: LayoutUnit) -> Item? {
    guard let box = margins.first(where: { $0.margin == margin })?.box else { return nil }
    let style = context.boxes[box].style
    let direction = WritingDirection(style)
    let basis = isHorizontal ? frame.size.width : across
    let around = context.margins(of: box, basis: basis)
    let outside = isHorizontal ? around.left + around.right : around.top + around.bottom
    var item = Item()
    let edges = context.borderWidths(of: box) + context.padding(of: box, basis: basis)
    if case .value(let length) = isHorizontal ? style.box.width : style.box.height {
      let available =
        isHorizontal
        ? frame.size.width - frame.margin.left - frame.margin.right
        : frame.size.height - frame.margin.top - frame.margin.bottom
      let inside = isHorizontal ? edges.left + edges.right : edges.top + edges.bottom
      item.fixed = length.resolved(available) + (style.box.boxSizing == .borderBox ? .zero : inside) + outside
      return item
    }
    if isHorizontal == direction.isHorizontal {
      let sizes = context.intrinsicSizes(of: box)
      (item.min, item.max) = (sizes.min + outside, sizes.max + outside)
    } else {
      let inline = (across - (isHorizontal ? around.top + around.bottom : around.left + around.right)).nonNegative
      var space = ConstraintSpace(availableInline: inline)
      space.fixedInline = inline
      space.mode = .measure
      let block = direction.logical(context.layout(box, in: space).size).block
      (item.min, item.max) = (block + outside, block + outside)
    }
    return item
  }

  /// Where three boxes are along a side.
  /// https://drafts.csswg.org/css-page-3/#margin-dimension
  static func places(
    _ first: Item?, _ middle: Item?, _ last: Item?, in available: LayoutUnit
  ) -> [(start: LayoutUnit, size: LayoutUnit)] {
    var sizes = (first: LayoutUnit.zero, middle: LayoutUnit.zero, last: LayoutUnit.zero)
    if let middle {
      // The middle one is in the middle: the others have as much room as the larger of them needs.
      func both(_ value: (Item) -> LayoutUnit) -> LayoutUnit {
        max(first.map(value) ?? .zero, last.map(value) ?? .zero) * 2
      }
      var sides = Item(min: both { $0.fixed ?? $0.min }, max: both { $0.fixed ?? $0.max })
      if [first, last].allSatisfy({ $0.map { $0.fixed != nil } ?? true }) { sides.fixed = sides.max }
      sizes.middle = shares(middle, sides, available).0
      let room = ((available - sizes.middle) / 2).nonNegative
      sizes.first = first?.used(room) ?? .zero
      sizes.last = last?.used(room) ?? .zero
    } else if let first, let last {
      (sizes.first, sizes.last) = shares(first, last, available)
    } else {
      sizes.first = first?.used(available) ?? .zero
      sizes.last = last?.used(available) ?? .zero
    }
    return [
      (.zero, sizes.first), ((available - sizes.middle) / 2, sizes.middle), (available - sizes.last, sizes.last),
    ]
  }

  /// How two boxes share the room.
  /// https://drafts.csswg.org/css-page-3/#margin-flex-fit
  private static func shares(_ a: Item, _ b: Item, _ available: LayoutUnit) -> (LayoutUnit, LayoutUnit) {
    switch (a.fixed, b.fixed) {
    case (let a?, let b?): return (a, b)
    case (let a?, nil): return (a, (available - a).nonNegative)
    case (nil, let b?): return ((available - b).nonNegative, b)
    case (nil, nil): break
    }
    func share(_ base: (LayoutUnit, LayoutUnit), _ weights: (LayoutUnit, LayoutUnit)) -> (LayoutUnit, LayoutUnit) {
      let free = available - base.0 - base.1
      let sum = weights.0.pixels + weights.1.pixels
      let part = LayoutUnit(free.pixels * (sum > 0 ? weights.0.pixels / sum : 0.5))
      return ((base.0 + part).nonNegative, (base.1 + free - part).nonNegative)
    }
    if a.max + b.max <= available { return share((a.max, b.max), (a.max, b.max)) }
    if a.min + b.min <= available { return share((a.min, b.min), (a.max - a.min, b.max - b.min)) }
    return share((a.min, b.min), (a.min, b.min))
  }

  // MARK: One box

  /// In its place, with its contents where `vertical-align` says.
  private func layout(_ box: BoxID, in cell: Rect) -> FragmentLink {
    let style = context.boxes[box].style
    let direction = WritingDirection(style)
    let around = context.margins(of: box, basis: cell.size.width)
    let size = direction.logical(
      Size(
        width: (cell.size.width - around.left - around.right).nonNegative,
        height: (cell.size.height - around.top - around.bottom).nonNegative))
    var space = ConstraintSpace(availableInline: size.inline, availableBlock: size.block)
    space.marginBasis = cell.size.width
    space.fixedInline = size.inline
    var measuring = space
    measuring.mode = .measure
    let free = size.block - direction.logical(context.layout(box, in: measuring).size).block
    space.fixedBlock = size.block
    space.blockContentShift =
      switch style.box.verticalAlign {
      case .middle: free / 2
      case .bottom: free
      case .baseline, .sub, .super, .textTop, .textBottom, .top, .baselineMiddle, .raised: .zero
      }
    let result = context.layout(box, in: space)
    return FragmentLink(
      fragment: result.fragment, offset: Point(x: cell.origin.x + around.left, y: cell.origin.y + around.top))
  }
}
