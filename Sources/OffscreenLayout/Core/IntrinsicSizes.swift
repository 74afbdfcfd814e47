import OffscreenCSS
import OffscreenGeometry

struct IntrinsicSizeKey: Hashable {
  var box: BoxID
  var percentageBlock: LayoutUnit?
  /// The box's own content block size, where its container gave it and the sizes may follow from it.
  var ownBlock: LayoutUnit?
}

/// The intrinsic sizes that were worked out, by box and basis of percentages.
struct KeptIntrinsicSizes {
  /// Optimization: by box, for nearly all are only asked with one basis. What is asked with another one
  /// as well is beside them, hashed.
  private var first: [(percentageBlock: LayoutUnit?, sizes: MinMaxSizes)?]
  private var others: [IntrinsicSizeKey: MinMaxSizes] = [:]

  /// There are more boxes, behind those before.
  mutating func makeRoom(for count: Int) {
    first.append(contentsOf: repeatElement(nil, count: max(0, count - first.count)))
  }

  /// Gives boxes the numbers that they have now, by those before; none where they are gone.
  mutating func renumber(_ numbers: [BoxID], count: Int) {
    let before = first
    first = Array(repeating: nil, count: count)
    for (old, new) in numbers.enumerated() where !new.isNone { first[Int(new.rawValue)] = before[old] }
    guard !others.isEmpty else { return }
    var moved: [IntrinsicSizeKey: MinMaxSizes] = [:]
    for (key, sizes) in others where !numbers[Int(key.box.rawValue)].isNone {
      var key = key
      key.box = numbers[Int(key.box.rawValue)]
      moved[key] = sizes
    }
    others = moved
  }

  mutating func forget(_ box: BoxID) {
    first[Int(box.rawValue)] = nil
    if !others.isEmpty { others = others.filter { $0.key.box != box } }
  }

  init(boxCount: Int) { first = Array(repeating: nil, count: boxCount) }

  subscript(_ key: IntrinsicSizeKey) -> MinMaxSizes? {
    get {
      guard key.ownBlock == nil else { return others[key] }
      guard let known = first[Int(key.box.rawValue)] else { return nil }
      return known.percentageBlock == key.percentageBlock ? known.sizes : others[key]
    }
    set {
      let index = Int(key.box.rawValue)
      if key.ownBlock != nil {
        others[key] = newValue
      } else if let known = first[index], known.percentageBlock != key.percentageBlock {
        others[key] = newValue
      } else {
        first[index] = newValue.map { (key.percentageBlock, $0) }
      }
    }
  }
}

extension LayoutContext {
  /// The min-content and max-content inline sizes of a box's border box, as if its inline size were
  /// `auto`. Percentages of padding count as zero.
  /// `ownBlock`: its content block size, where its container gives it.
  /// https://drafts.csswg.org/css-sizing-3/#intrinsic-sizes
  package func intrinsicSizes(
    of box: BoxID, percentageBlock: LayoutUnit? = nil, ownBlock: LayoutUnit? = nil
  ) -> MinMaxSizes {
    let ownBlock = ownBlock.flatMap { widthFollowsHeight(box) ? $0 : nil }
    let key = IntrinsicSizeKey(box: box, percentageBlock: percentageBlock, ownBlock: ownBlock)
    if let known = intrinsicSizes[key] { return known }
    let style = boxes[box].style
    let direction = WritingDirection(style)
    let edges = direction.logical(borderWidths(of: box) + padding(of: box, basis: .zero)).inlineSum
    var sizes: MinMaxSizes
    let isContained = !style.usedContainment.isDisjoint(with: [.size, .inlineSize]) && boxes[box].kind != .tableCell
    let given = direction.isHorizontal ? style.box.containIntrinsicWidth : style.box.containIntrinsicHeight
    if isContained, given == nil, boxes[box].context == .grid {
      sizes = GridLayout.intrinsicSizes(of: box, context: self, ignoresItems: true)
    } else if isContained, given != nil || controlInlineSize(of: box) == nil {
      let size = LayoutUnit(given ?? 0)
      sizes = MinMaxSizes(min: size, max: size)
    } else if let size = controlInlineSize(of: box) {
      sizes = MinMaxSizes(min: size, max: size)
    } else {
      switch boxes[box].context {
      case .block:
        let basis = ownBlock ?? contentBasis(of: box, percentageBlock: percentageBlock)
        sizes = BlockLayout.intrinsicSizes(of: box, context: self, percentageBlock: basis)
      case .inline:
        let basis = ownBlock ?? contentBasis(of: box, percentageBlock: percentageBlock)
        sizes = InlineLayout.intrinsicSizes(of: box, context: self, percentageBlock: basis)
      case .flex:
        sizes = FlexIntrinsicSizes(context: self, box: box, percentageBlock: percentageBlock, ownBlock: ownBlock)
          .sizes()
      case .grid: sizes = GridLayout.intrinsicSizes(of: box, context: self)
      case .table: sizes = TableLayout.intrinsicSizes(of: box, context: self)
      case .ruby: sizes = RubyLayout.intrinsicSizes(of: box, context: self)
      case .math: sizes = MathLayout.intrinsicSizes(of: box, context: self)
      case .fieldset: sizes = FieldsetLayout.intrinsicSizes(of: box, context: self)
      case .replaced:
        sizes = ReplacedLayout.intrinsicSizes(of: box, context: self, percentageBlock: percentageBlock)
      }
      sizes = sizesOfContents(sizes, in: box)
    }
    // What is contained has the columns of no content.
    if isMultiColumn(box), !isContained || given == nil {
      sizes = ColumnGeometry.intrinsicSizes(sizes, style, oneEm: LayoutUnit(style.font.size))
      for spanner in isContained ? [] : spanners(of: box) {
        sizes.encompass(intrinsicContribution(of: spanner, to: direction, percentageBlock: percentageBlock))
      }
    }
    sizes.max = max(sizes.min, sizes.max)
    sizes = sizes + edges
    if let size = compressedControlSize(of: box, edges: edges) { sizes.min = min(sizes.min, size) }
    intrinsicSizes[key] = sizes
    return sizes
  }

  /// What percentage heights inside of a box refer to, `percentageBlock` being what its own refers to: its
  /// height where that is given.
  private func contentBasis(of box: BoxID, percentageBlock: LayoutUnit?) -> LayoutUnit? {
    let direction = self[box].direction
    let given = SizeProperties(boxes[box].style, direction).block
    if boxes[box].origin == .anonymous || isQuirksMode && given.isAuto { return percentageBlock }
    guard case .value = given, boxes[box].kind != .tableCell else { return nil }
    var space = ConstraintSpace(availableInline: .zero)
    space.percentageBlock = percentageBlock
    let edges = sizingEdges(of: box, along: direction).blockSum
    guard resolveBlock(given, box, space, edges: edges, intrinsic: nil) != nil else { return nil }
    return definiteBlockSize(of: box, in: space, inlineSize: .zero, edges: edges).map { ($0 - edges).nonNegative }
  }

  /// A box's intrinsic contribution to the inline size of its parent, at least zero.
  package func intrinsicContribution(
    of box: BoxID, to parent: WritingDirection, percentageBlock: LayoutUnit? = nil
  ) -> MinMaxSizes {
    let sizes = outerIntrinsicSizes(of: box, to: parent, percentageBlock: percentageBlock)
    return MinMaxSizes(min: sizes.min.nonNegative, max: sizes.max.nonNegative)
  }

  /// The intrinsic inline sizes of a box's margin box, by its own sizing properties where they are lengths.
  /// https://drafts.csswg.org/css-sizing-3/#intrinsic-contribution
  func outerIntrinsicSizes(
    of box: BoxID, to parent: WritingDirection, percentageBlock: LayoutUnit? = nil, ownBlock: LayoutUnit? = nil
  ) -> MinMaxSizes {
    let style = boxes[box].style
    let direction = WritingDirection(style)
    let marginSum = parent.logical(margins(of: box, basis: .zero)).inlineSum
    if direction.isOrthogonal(to: parent) {
      var space = ConstraintSpace(availableInline: direction.isHorizontal ? viewport.width : viewport.height)
      space.inlineAuto = .fitContent
      space.marginBasis = .zero
      space.mode = .measure
      let size = parent.logical(layout(box, in: space).size).inline + marginSum
      return MinMaxSizes(min: size, max: size)
    }
    let edges = sizingEdges(of: box, along: direction).inlineSum
    var properties = SizeProperties(style, direction)
    let calculation = properties.inline.calculation
    properties.inline = properties.inline.basis

    func borderBox(_ length: LengthPercentage) -> LayoutUnit {
      let value = length.resolved(.zero).nonNegative
      return style.box.boxSizing == .borderBox ? max(value, edges) : value + edges
    }
    // A percentage is `auto` here; of a replaced element it makes the minimum contribution zero.
    func definite(_ value: SizeValue) -> LayoutUnit? {
      guard case .value(let length) = value, !length.hasPercentage else { return nil }
      return borderBox(length)
    }
    // What a limit by the content comes to while the smallest and the largest size is asked for.
    func contentBased(_ value: SizeValue) -> MinMaxSizes? {
      guard value.basis.isContentBased else { return nil }
      let own = intrinsicSizes(of: box, percentageBlock: percentageBlock, ownBlock: ownBlock)
      let sizes =
        switch value.basis {
        case .minContent: MinMaxSizes(min: own.min, max: own.min)
        case .maxContent: MinMaxSizes(min: own.max, max: own.max)
        case .auto, .value, .fitContent, .stretch, .content, .calculated: own
        }
      return calculated(value.calculation, on: sizes, of: box, edges: edges)
    }
    // The content size is the one by the preferred aspect ratio.
    // https://drafts.csswg.org/css-sizing-4/#aspect-ratio-minimum
    if properties.inline.isContentBased {
      var space = ConstraintSpace(availableInline: .zero)
      space.percentageBlock = percentageBlock
      if inlineSizeFromRatio(of: box, in: space, edges: edges) != nil { properties.inline = .auto }
    }
    var sizes: MinMaxSizes
    var automaticMinimum = MinMaxSizes(min: edges, max: edges)
    switch properties.inline {
    case .value(let length) where !length.hasPercentage:
      let size = borderBox(length)
      sizes = MinMaxSizes(min: size, max: size)
      if boxes[box].context == .table {
        let own = intrinsicSizes(of: box, percentageBlock: percentageBlock, ownBlock: ownBlock)
        sizes = MinMaxSizes(min: max(size, own.min), max: max(size, own.min))
      }
    case .minContent:
      let own = intrinsicSizes(of: box, percentageBlock: percentageBlock, ownBlock: ownBlock)
      sizes = MinMaxSizes(min: own.min, max: own.min)
    case .maxContent:
      let own = intrinsicSizes(of: box, percentageBlock: percentageBlock, ownBlock: ownBlock)
      sizes = MinMaxSizes(min: own.max, max: own.max)
    case .auto, .value, .fitContent, .stretch, .content, .calculated:
      var space = ConstraintSpace(availableInline: .zero)
      space.percentageBlock = percentageBlock
      if let size = inlineSizeFromRatio(of: box, in: space, edges: edges) {
        sizes = MinMaxSizes(min: size, max: size)
        // The content size is the one by the preferred aspect ratio.
        if properties.minInline.isContentBased { properties.minInline = .value(.zero) }
        if properties.maxInline.isContentBased { properties.maxInline = .auto }
        if properties.minInline.basis.isAuto, !style.box.overflowX.scrolls {
          let own = intrinsicSizes(of: box, percentageBlock: percentageBlock, ownBlock: ownBlock).min
          let least = min(own, definite(properties.maxInline) ?? .max)
          automaticMinimum = MinMaxSizes(min: least, max: least)
        }
      } else {
        sizes = intrinsicSizes(of: box, percentageBlock: percentageBlock, ownBlock: ownBlock)
        if boxes[box].context != .replaced {
          sizes.min = clampedByTransfer(sizes.min, of: box, space, edges: edges)
          sizes.max = clampedByTransfer(sizes.max, of: box, space, edges: edges)
        }
      }
    }
    sizes = calculated(calculation, on: sizes, of: box, edges: edges)
    if isCompressible(box, properties) { sizes.min = min(sizes.min, edges) }
    if let limit = definite(properties.maxInline) {
      sizes = MinMaxSizes(min: min(sizes.min, limit), max: min(sizes.max, limit))
    } else if let limit = contentBased(properties.maxInline) {
      sizes = MinMaxSizes(min: min(sizes.min, limit.min), max: min(sizes.max, limit.max))
    }
    // Of a minimum, a percentage counts as zero.
    var floor = calculated(properties.minInline.calculation, on: automaticMinimum, of: box, edges: edges)
    if case .value(let length) = properties.minInline {
      floor = MinMaxSizes(min: borderBox(length), max: borderBox(length))
    } else if let least = contentBased(properties.minInline) {
      floor = least
    }
    // No table is narrower than its columns can be.
    if boxes[box].context == .table {
      let own = intrinsicSizes(of: box, percentageBlock: percentageBlock, ownBlock: ownBlock).min
      floor = MinMaxSizes(min: max(floor.min, own), max: max(floor.max, own))
    }
    sizes = MinMaxSizes(min: max(sizes.min, floor.min), max: max(sizes.max, floor.max))
    return sizes + marginSum
  }

  /// Whether a width in percent lets a form control shrink to nothing. Its own size is concerned, thus also what a
  /// flex item shrinks to; in Chromium buttons, boxes to check, colours and dates are not compressed, and nothing is
  /// by `max-width`.
  /// https://drafts.csswg.org/css-sizing-3/#min-content-zero
  func isCompressedControl(_ box: BoxID) -> Bool { compressedControlSize(of: box, edges: .zero) != nil }

  /// The smallest border box that this leaves; nil where nothing is compressed.
  private func compressedControlSize(of box: BoxID, edges: LayoutUnit) -> LayoutUnit? {
    let style = boxes[box].style
    guard case .value(let length) = SizeProperties(style, WritingDirection(style)).inline, length.hasPercentage else {
      return nil
    }
    if boxes[box].flags.contains(.control) {
      switch boxes.controls[box] {
      case .textField, .textArea, .file, .select, .listBox, .slider: break
      case .date, nil: return nil
      }
    } else {
      switch boxes.replacedContent(box)?.kind {
      case .control(.range): break
      case .control(.bar): return edges
      case .control(.check), .control(.color), .control(.other), .image, .drawing, .generated, .brokenImage,
        .missingImage,
        nil:
        return nil
      }
    }
    // The percentage is zero, what is added to it in a calculation stays.
    let rest = length.resolved(.zero).nonNegative
    return style.box.boxSizing == .borderBox ? max(rest, edges) : rest + edges
  }

  /// Whether a percentage makes a replaced box's minimum contribution zero.
  /// https://drafts.csswg.org/css-sizing-3/#min-content-zero
  private func isCompressible(_ box: BoxID, _ properties: SizeProperties) -> Bool {
    guard boxes[box].context == .replaced, let content = boxes.replacedContent(box), !content.isStandIn else {
      return false
    }
    switch content.kind {
    case .control(.check), .control(.color), .control(.range), .control(.bar): return false
    case .control(.other), .image, .drawing, .generated, .brokenImage, .missingImage: break
    }
    if case .value(let length) = properties.inline, length.hasPercentage { return true }
    if case .value(let length) = properties.maxInline, length.hasPercentage { return true }
    return false
  }
}
