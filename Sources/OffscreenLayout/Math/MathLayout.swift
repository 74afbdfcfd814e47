import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenText

/// Lays out a box of a formula: its content around a baseline.
/// https://w3c.github.io/mathml-core/#layout-algorithms
package struct MathLayout {
  let context: LayoutContext
  let box: BoxID
  let space: ConstraintSpace
  let style: ComputedStyle
  let direction: WritingDirection

  package init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
    (self.context, self.box, self.space) = (context, box, space)
    style = context[box].style
    direction = WritingDirection(style)
  }

  package func run() -> LayoutResult {
    let frame = ContainerFrame(of: box, in: space, direction, context)
    let edges = frame.edges
    var builder = FragmentBuilder(context: context, box: box, frame, writingDirection: direction, mode: space.mode)
    let inlineSize = frame.inlineSize
    let available = (inlineSize - edges.inlineSum).nonNegative
    let content = arrange(in: available)
    // Block math is centred, and so may a cell's content be.
    let isCentered = isOnItsOwn || style.text.align == .center && context[box].origin == .anonymous
    let start = isCentered ? ((available - content.inline) / 2).nonNegative : .zero
    for item in content.items {
      builder.add(
        item.result,
        at: LogicalOffset(
          inline: edges.inlineStart + start + item.x + item.margins.inlineStart,
          block: edges.blockStart + content.ascent + item.drop - item.ascent + item.margins.blockStart))
    }
    for child in context[box].children where child.isOutOfFlow {
      builder.addOutOfFlow(child.id, at: LogicalOffset(inline: edges.inlineStart, block: edges.blockStart))
    }
    let intrinsic = (content.ascent + content.descent).nonNegative + edges.blockSum
    let blockSize = context.blockSize(
      of: box, in: space, intrinsic: intrinsic, inlineSize: inlineSize, edges: edges.blockSum)
    var result = builder.finish(LogicalSize(inline: inlineSize, block: blockSize))
    result.intrinsicBlockSize = intrinsic
    result.firstBaseline = edges.blockStart + content.ascent
    result.lastBaseline = result.firstBaseline
    return result
  }

  /// A formula is not broken.
  static func intrinsicSizes(of box: BoxID, context: LayoutContext) -> MinMaxSizes {
    var space = ConstraintSpace(availableInline: .zero)
    space.mode = .measure
    let size = MathLayout(context: context, box: box, space: space).arrange(in: nil).inline
    return MinMaxSizes(min: size, max: size)
  }

  private var isOnItsOwn: Bool {
    let entry = context[box]
    return entry.origin == .element && !entry.isAtomicInline
      && context.document.name(entry.node) == .math
  }

  // MARK: Measures

  /// Deviation: in whole pixels, as in Chromium.
  var em: Double { Double(style.font.size).rounded(.down) }
  var font: FontID { context.primaryFont(style) }
  var xHeight: Double { context.fonts.metrics(font).xHeight }
  /// Of bars, where the font does not say it.
  /// https://w3c.github.io/mathml-core/#dfn-default-rule-thickness
  var thickness: Double { context.fonts.metrics(font).underlineThickness }
  /// How far above the baseline bars of fractions and the middles of tables are.
  var axis: LayoutUnit { constant(.axisHeight) ?? LayoutUnit(xHeight / 2) }
  /// Whether there is room, as in a formula on a line of its own.
  var hasRoom: Bool { style.inherited.math.style == .normal }

  /// Nil where the font has no MATH table.
  func constant(_ constant: MathConstant) -> LayoutUnit? {
    context.fonts.mathConstants(font).map { LayoutUnit($0.pixels(constant)) }
  }

  /// What an attribute says, of an element with this style.
  func pixels(_ length: MathLength, basis: Double = 0, _ style: ComputedStyle? = nil) -> LayoutUnit {
    LayoutUnit(length.pixels(basis: basis, in: context.environment(of: style ?? self.style)))
  }

  static func math(of box: BoxID, _ context: LayoutContext) -> MathBox? {
    let entry = context[box]
    guard entry.context == .math, context.boxes.math.indices.contains(Int(entry.data)) else { return nil }
    return context.boxes.math[Int(entry.data)]
  }

  // MARK: Children

  /// Those that take part.
  var parts: [BoxID] { context[box].children.filter { $0.isInFlow }.map { $0.id } }

  /// `stretch`: what an operator in it is to be as large as.
  func laidOut(_ child: BoxID, stretch: MathStretch? = nil, mode: LayoutMode? = nil) -> MathItem {
    let width = context.intrinsicContribution(of: child, to: direction).max
    var inner = context.childSpace(
      for: child, in: direction, available: LogicalSize(inline: width, block: .max), percentageBlock: nil,
      inlineAuto: .fitContent, mode: mode ?? space.mode)
    inner.mathStretch = stretch
    let result = context.layout(child, in: inner)
    let size = direction.logical(result.size)
    let ascent: LayoutUnit
    if context[child].isTable {
      ascent = size.block / 2 + axis
    } else {
      ascent = result.firstBaseline ?? size.block
    }
    let margins = direction.logical(context.margins(of: child, basis: .zero))
    return MathItem(
      box: child, result: result, margins: margins, inline: size.inline + margins.inlineSum,
      ascent: ascent + margins.blockStart, descent: size.block - ascent + margins.blockEnd)
  }

  /// A line of this size, its upper edge on the baseline.
  func bar(_ child: BoxID, inline: LayoutUnit, block: LayoutUnit) -> MathItem {
    var inner = ConstraintSpace(availableInline: inline)
    inner.fixedInline = inline
    inner.fixedBlock = block
    inner.mode = space.mode
    return MathItem(
      box: child, result: context.layout(child, in: inner), inline: inline, ascent: .zero, descent: block)
  }

  // MARK: Kinds

  /// `available`: the inline size of the content box; nil to find the one that the content takes.
  func arrange(in available: LayoutUnit?) -> MathContent {
    guard let math = Self.math(of: box, context) else { return MathContent() }
    let parts = self.parts
    switch math.kind {
    case .row: return row(parts)
    case .token: return token(parts, math, in: available)
    case .space(let height, let depth):
      var content = MathContent()
      content.ascent = height.map { pixels($0) } ?? .zero
      content.descent = depth.map { pixels($0) } ?? .zero
      return content
    case .fraction(let bar): return parts.count == 3 ? fraction(parts, bar: bar, in: available) : row(parts)
    case .scripts(let hasSub, let hasSuper):
      guard parts.count == 1 + (hasSub ? 1 : 0) + (hasSuper ? 1 : 0) else { return row(parts) }
      return scripts(base: parts[0], after: [(hasSub ? parts[1] : nil, hasSuper ? parts.last : nil)])
    case .multiscripts(let after, let before):
      guard parts.count == 1 + after + before else { return row(parts) }
      func pairs(_ range: Range<Int>) -> [(sub: BoxID?, superscript: BoxID?)] {
        stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map { (parts[$0], parts[$0 + 1]) }
      }
      return scripts(
        base: parts[0], after: pairs(1..<1 + after), before: pairs(1 + after..<1 + after + before))
    case .padded(let padding): return padded(row(parts), padding)
    case .limits(let limits):
      guard parts.count == 1 + (limits.hasUnder ? 1 : 0) + (limits.hasOver ? 1 : 0) else { return row(parts) }
      let (under, over) = (limits.hasUnder ? parts[1] : nil, limits.hasOver ? parts.last : nil)
      if !hasRoom, Self.coreOperator(of: parts[0], context)?.movesLimits == true {
        return scripts(base: parts[0], after: [(under, over)])
      }
      return self.limits(limits, base: parts[0], under: under, over: over, in: available)
    case .squareRoot: return parts.count == 3 ? root(parts, hasDegree: false) : row(parts)
    case .root: return parts.count == 4 ? root(parts, hasDegree: true) : row(parts)
    }
  }

  /// https://w3c.github.io/mathml-core/#layout-of-mrow
  private func row(_ parts: [BoxID]) -> MathContent {
    var content = MathContent()
    var x = LayoutUnit.zero
    // What contains the row decides how large what stretches in it becomes, or else the row.
    let growth = space.mathStretch ?? blockStretch(of: parts)
    // The room around an operator is made once: where it is a part of what is no operator itself.
    let isFormula = context[box].origin == .element && context.document.name(context[box].node) == .math
    let makesRoom = isFormula || Self.coreOperatorBox(of: box, context) == nil
    for part in parts {
      let item = laidOut(part, stretch: stretches(part, by: growth) ? growth : nil)
      let room = makesRoom ? roomAround(part) : (before: .zero, after: .zero)
      x += room.before
      content.add(item, x: x)
      x += item.inline + room.after
    }
    content.inline = max(content.inline, x)
    return content
  }

  /// https://w3c.github.io/mathml-core/#dfn-algorithm-for-determining-the-properties-of-an-embellished-operator
  private func roomAround(_ part: BoxID) -> (before: LayoutUnit, after: LayoutUnit) {
    guard let core = Self.coreOperatorBox(of: part, context),
      let operation = Self.math(of: core, context)?.operation
    else { return (.zero, .zero) }
    let style = context[core].style
    let eighteenth = Double(style.font.size).rounded(.down) / 18
    func room(_ usual: Double, _ given: MathLength?) -> LayoutUnit {
      (given.map { pixels($0, basis: usual * eighteenth, style) } ?? LayoutUnit(usual * eighteenth)).nonNegative
    }
    return (room(operation.before, operation.givenBefore), room(operation.after, operation.givenAfter))
  }

  /// https://w3c.github.io/mathml-core/#adjust-space-around-content-mpadded
  private func padded(_ content: MathContent, _ padding: MathPadding) -> MathContent {
    var content = content
    let start = (padding.start.map { pixels($0) } ?? .zero).nonNegative
    let raise = padding.raise.map { pixels($0) } ?? .zero
    for index in content.items.indices {
      content.items[index].x += start
      content.items[index].drop -= raise
    }
    if let height = padding.height { content.ascent = pixels(height).nonNegative }
    if let depth = padding.depth { content.descent = pixels(depth).nonNegative }
    return content
  }

  /// The operator that decides how a part behaves: itself, or that of its base.
  /// https://w3c.github.io/mathml-core/#embellished-operators
  static func coreOperator(of box: BoxID, _ context: LayoutContext) -> MathOperator? {
    coreOperatorBox(of: box, context).flatMap { math(of: $0, context)?.operation }
  }

  private static func coreOperatorBox(of box: BoxID, _ context: LayoutContext) -> BoxID? {
    var core = BoxID.none
    var around: [BoxID] = []
    var box = box
    search: while !box.isNone, let math = math(of: box, context) {
      if let known = context.coreOperators[box] {
        core = known
        break
      }
      around.append(box)
      switch math.kind {
      case .token:
        core = box
        break search
      case .scripts, .multiscripts, .limits, .fraction: box = context[box].firstChild
      case .row, .padded:
        // Around the operator is nothing but space.
        let parts = context[box].children.filter { $0.isInFlow && !isSpaceLike($0.id, context, depth: 0) }
        guard parts.count == 1 else { break search }
        box = parts[0].id
      case .space, .squareRoot, .root: break search
      }
    }
    for box in around { context.coreOperators[box] = core }
    return core.isNone ? nil : core
  }

  /// https://w3c.github.io/mathml-core/#dfn-space-like
  private static func isSpaceLike(_ box: BoxID, _ context: LayoutContext, depth: Int) -> Bool {
    guard depth < 64, let math = math(of: box, context) else { return false }
    switch math.kind {
    case .space: return true
    case .token: return math.isPlainText
    case .row, .padded:
      return context[box].children.allSatisfy { !$0.isInFlow || isSpaceLike($0.id, context, depth: depth + 1) }
    case .scripts, .multiscripts, .limits, .fraction, .squareRoot, .root: return false
    }
  }

  /// Text as high as its ink, in whole pixels, as in Chromium.
  private func token(_ parts: [BoxID], _ math: MathBox, in available: LayoutUnit?) -> MathContent {
    if let operation = math.operation, let grown = shapedOperator(parts, operation, in: available) { return grown }
    var content = MathContent()
    for part in parts {
      content.add(laidOut(part))
      // The line keeps its place on the baseline, and may reach beyond the token.
      guard !math.hasElements, let ink = ink(of: part) else { continue }
      content.ascent = LayoutUnit(ink.above.rounded(.up))
      content.descent = LayoutUnit(ink.below.rounded(.up))
    }
    return content
  }

  /// How far a text's outlines reach from its baseline.
  struct Ink {
    var above: Double
    var below: Double
  }

  /// Of a box that holds nothing but text.
  /// Deviation: of the text as it is written and not of the italic letters that stand for it, as in Chromium.
  func ink(of box: BoxID) -> Ink? {
    let child = context[box].firstChild
    guard !child.isNone, child == context[box].lastChild, context[child].kind == .text,
      context.boxes.texts.indices.contains(Int(context[child].data))
    else { return nil }
    let written = context.boxes[child].textNode
    let bytes =
      written.isNone
      ? context.boxes.texts[Int(context[child].data)] : context.document.text(written).filter { $0 > 0x20 }
    guard bytes.count <= 10_000 else { return nil }
    let fonts = context.fonts
    let font = fonts.intern(FontRequest(context[child].style.font, language: ""))
    var result: Ink?
    for item in fonts.itemize(bytes, spans: [TextSpan(range: 0..<bytes.count, font: font)]) {
      let run = fonts.shape(item, in: bytes)
      guard let extent = fonts.inkBounds(of: run.glyphs[...], run.font) else { continue }
      var ink = result ?? Ink(above: extent.above, below: extent.below)
      (ink.above, ink.below) = (max(ink.above, extent.above), max(ink.below, extent.below))
      result = ink
    }
    return result ?? Ink(above: 0, below: 0)
  }
}
