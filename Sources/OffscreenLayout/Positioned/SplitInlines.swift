import OffscreenCSS
import OffscreenGeometry

/// Lays out the out-of-flow boxes whose containing block is an inline box that blocks split: only the block
/// container around it has all of its parts.
/// https://drafts.csswg.org/css-position-3/#def-cb
struct SplitInlines {
  let context: LayoutContext
  let container: BoxID
  /// The columns that the container flows in.
  private(set) var columns: ColumnSpace?
  private var areas: [SplitInline: InlineContainingBlock] = [:]
  private var line = 0

  private static let maximumDepth = 1024

  /// nil where no inline box in the container is split.
  init?(context: LayoutContext, container: BoxID, columns: ColumnSpace?) {
    (self.context, self.container, self.columns) = (context, container, columns)
    guard !context[container].flags.contains(.blockInInline),
      context[container].children.contains(where: { $0.flags.contains(.blockInInline) })
    else { return nil }
  }

  /// Adds the fragments of those candidates that belong here to the links, which are the container's
  /// children; returns the others.
  mutating func run(
    _ candidates: [OutOfFlowCandidate], containerSize: Size, adding links: inout [FragmentLink],
    _ cuts: inout [(Int, LinkCut)]
  ) -> [OutOfFlowCandidate] {
    var rest: [OutOfFlowCandidate] = []
    var owned: [(owner: BoxID, inline: SplitInline, candidates: [OutOfFlowCandidate])] = []
    var places: [SplitInline: Int] = [:]
    for candidate in candidates {
      guard let (box, inline) = owner(of: candidate.box) else {
        rest.append(candidate)
        continue
      }
      if let known = places[inline] {
        owned[known].candidates.append(candidate)
      } else {
        places[inline] = owned.count
        owned.append((box, inline, [candidate]))
      }
    }
    if owned.isEmpty { return candidates }
    collect(links, at: .zero, depth: 0)
    for (box, inline, candidates) in owned {
      guard let (bounds, border) = areas[inline]?.area(context[box].direction) else {
        rest += candidates
        continue
      }
      var added: [FragmentLink] = []
      let shift = relativeShift(of: box, containerSize)
      let direction = context[container].direction
      let start = direction.logical(bounds.origin - shift, of: bounds.size, in: containerSize).block
      var layout = PositionedLayout(
        context: context, containingBlock: box, kind: .box,
        columns: columns.map { ColumnSpace(flow: $0.flow, offset: $0.offset + start) })
      layout.around = links.map { FragmentLink(fragment: $0.fragment, offset: $0.offset - bounds.origin) }
      let left = layout.run(
        candidates.map { $0.moved(by: .zero - bounds.origin) }, containerSize: bounds.size, border: border,
        adding: &added)
      if let flow = layout.columns?.flow { columns?.flow = flow }
      for link in added {
        if columns != nil, shift != .zero { cuts.append((links.count, LinkCut(shift: shift))) }
        links.append(FragmentLink(fragment: link.fragment, offset: link.offset + bounds.origin))
      }
      rest += left.map { $0.moved(by: bounds.origin) }
    }
    return rest
  }

  /// How far relative positioning of an inline box, and of those around it, has moved its parts.
  private func relativeShift(of box: BoxID, _ containerSize: Size) -> Point {
    var shift = Point.zero
    var box = box
    while !box.isNone, box != container {
      shift += context.relativeShift(
        of: box, containingWidth: containerSize.width, containingHeight: nil, direction: context[container].direction)
      box = context[box].parent
    }
    return shift
  }

  /// The nearest split inline box around an out-of-flow box that is a containing block for it, and a part
  /// of it: boxes that are not split have taken what is theirs.
  private func owner(of box: BoxID) -> (BoxID, SplitInline)? {
    let isFixed = context[box].style.box.position == .fixed
    var ancestor = context[box].parent
    while !ancestor.isNone, ancestor != container {
      let record = context[ancestor]
      if let inline = record.splitInline, context.isContainingBlock(ancestor, forFixed: isFixed) {
        return (ancestor, inline)
      }
      ancestor = record.parent
    }
    return nil
  }

  /// Notes the parts among a fragment's descendants, as far as they can be there.
  private mutating func collect(_ links: [FragmentLink], at origin: Point, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    for link in links where !link.fragment.isNone {
      let fragment = context.tree[link.fragment]
      let offset = origin + link.offset
      switch fragment.kind {
      case .text, .column: continue
      case .line:
        line += 1
        // A line without content is no part of the box.
        let direction = context[fragment.box].direction
        if direction.logical(fragment.size).block == .zero { continue }
      case .box:
        let box = context[fragment.box]
        let isLineContainer = box.kind == .container && box.origin == .anonymous
        guard box.kind == .inline || box.flags.contains(.blockInInline) || isLineContainer else { continue }
        if box.flags.contains(.blockInInline) { line += 1 }
        if let inline = box.splitInline {
          let rect = Rect(origin: offset, size: fragment.size)
          areas[inline, default: InlineContainingBlock()].add(rect, border: fragment.border, line: line)
        }
      }
      collect(Array(context.tree.children(link.fragment)), at: offset, depth: depth + 1)
    }
  }
}

extension OutOfFlowCandidate {
  func moved(by delta: Point) -> Self {
    var moved = self
    moved.staticPosition += delta
    return moved
  }
}
