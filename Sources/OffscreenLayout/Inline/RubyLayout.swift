import OffscreenCSS
import OffscreenGeometry

/// What a line has to know of a ruby column on it.
struct RubyColumn {
  /// Around the base's baseline.
  var base: LineExtent
  /// Around the annotation's own.
  var annotation: LineExtent
  var isUnder: Bool
  /// How far the annotation's baseline is below the base's.
  var distance: LayoutUnit

  /// Where their em boxes touch.
  var closestDistance: LayoutUnit {
    isUnder ? base.text.descent + annotation.text.ascent : .zero - base.text.ascent - annotation.text.descent
  }

  /// Of both, around the base's baseline.
  func extent(distance: LayoutUnit) -> LineExtent {
    var extent = base
    extent.unite(annotation.moved(by: distance))
    extent.levels += 1
    // Marks of the base stand beyond the annotation.
    if isUnder {
      extent.isAnnotatedUnder = true
      extent.marked.descent += base.marked.descent - base.text.descent
    } else {
      extent.isAnnotatedOver = true
      extent.marked.ascent += base.marked.ascent - base.text.ascent
    }
    return extent
  }
}

/// What a line has to know of a part of ruby.
///
/// Optimization: indirect, for few boxes are that and every result would be larger.
indirect enum RubyResult {
  /// Of a base or an annotation: how far its contents reach from its baseline.
  case part(LineExtent)
  case column(RubyColumn)

  var extent: LineExtent? {
    if case .part(let extent) = self { extent } else { nil }
  }
  var column: RubyColumn? {
    if case .column(let column) = self { column } else { nil }
  }
}

extension LayoutContext {
  /// Whether a box is a base or an annotation.
  func isRubyPart(_ box: BoxID) -> Bool {
    guard boxes.hasAnnotations, !boxes[box].parent.isNone else { return false }
    return boxes[boxes[box].parent].context == .ruby
  }
}

/// Lays out a ruby column: a base, and its annotation over or under the base's text.
/// https://drafts.csswg.org/css-ruby-1/#ruby-layout
///
/// The column is as tall as the base's line. The annotation sticks out of it: the line that the column stands on
/// makes room where that is not enough.
package struct RubyLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let direction: WritingDirection

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    direction = context[box].direction
  }

  package func run() -> LayoutResult {
    let base = context[box].firstChild
    let annotation = context[box].lastChild
    var builder = FragmentBuilder(context: context, box: box, writingDirection: direction, mode: space.mode)
    let sizes = Self.intrinsicSizes(of: box, context: context)
    let lower = context.layout(base, in: partSpace(base, inlineSize: sizes.max))
    let margins = direction.logical(context.margins(of: annotation, basis: .zero))
    let upper = layoutAnnotation(annotation, inlineSize: (sizes.max - margins.inlineSum).nonNegative)
    // 1. A base without text is as high as a line of it.
    let isStartUnder = direction.mode == .verticalLR
    let strut = style(of: base).strut
    let lowerSize = lower.lastBaseline == nil ? strut.height : direction.logical(lower.size).block
    let baseline = lower.lastBaseline ?? (isStartUnder ? strut.descent : strut.ascent)
    // 2. The annotation is on the side that `ruby-position` says; their em boxes touch, or its margins the base.
    let edges = edges(of: annotation) + margins
    var column = RubyColumn(
      base: lower.ruby?.extent ?? LineExtent(strut),
      annotation: (upper.ruby?.extent ?? LineExtent(.empty)).extended(
        over: isStartUnder ? edges.blockEnd : edges.blockStart, under: isStartUnder ? edges.blockStart : edges.blockEnd),
      isUnder: context[annotation].style.text.rubyPosition == .under, distance: .zero)
    column.distance = space.rubyDistance ?? column.closestDistance
    let start = baseline + (isStartUnder ? .zero - column.distance : column.distance) - (upper.lastBaseline ?? .zero)
    builder.add(lower, at: .zero)
    builder.add(upper, at: LogicalOffset(inline: margins.inlineStart, block: start), shift: relativeShift(annotation))
    var result = builder.finish(LogicalSize(inline: sizes.max, block: lowerSize))
    result.intrinsicBlockSize = lowerSize
    result.firstBaseline = baseline
    result.lastBaseline = baseline
    result.ruby = .column(column)
    return result
  }

  private func style(of part: BoxID) -> InlineStyle {
    let entry = context[part]
    return context.inlineStyle(entry.style, language: context.contentLanguage(entry.node))
  }

  private func relativeShift(_ part: BoxID) -> Point {
    context.relativeShift(of: part, containingWidth: .zero, containingHeight: nil, direction: direction)
  }

  private func partSpace(_ part: BoxID, inlineSize: LayoutUnit) -> ConstraintSpace {
    var inner = context.childSpace(
      for: part, in: direction, available: LogicalSize(inline: inlineSize, block: .max), percentageBlock: nil,
      inlineAuto: .stretch, mode: space.mode)
    inner.fixedInline = inlineSize
    return inner
  }

  /// Of borders and padding.
  private func edges(of annotation: BoxID) -> LogicalEdges {
    direction.logical(context.borderWidths(of: annotation) + context.padding(of: annotation, basis: .zero))
  }

  /// An annotation is as high as its content area: its `line-height` has no say.
  private func layoutAnnotation(_ annotation: BoxID, inlineSize: LayoutUnit) -> LayoutResult {
    var inner = partSpace(annotation, inlineSize: inlineSize)
    let text = style(of: annotation).fontHeight
    let edges = edges(of: annotation)
    let plain = context.layout(annotation, in: inner)
    guard let baseline = plain.lastBaseline else { return plain }
    inner.fixedBlock = text.height + edges.blockSum
    inner.blockContentShift = edges.blockStart + (direction.mode == .verticalLR ? text.descent : text.ascent) - baseline
    if inner.blockContentShift == .zero, direction.logical(plain.size).block == inner.fixedBlock { return plain }
    return context.layout(annotation, in: inner)
  }

  /// A column is not broken.
  static func intrinsicSizes(of box: BoxID, context: LayoutContext) -> MinMaxSizes {
    let direction = context[box].direction
    let base = context.intrinsicContribution(of: context[box].firstChild, to: direction).max
    let annotation = context.intrinsicContribution(of: context[box].lastChild, to: direction).max
    let size = max(base, annotation)
    return MinMaxSizes(min: size, max: size)
  }
}
