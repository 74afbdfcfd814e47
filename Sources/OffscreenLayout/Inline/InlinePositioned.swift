import OffscreenCSS
import OffscreenGeometry

/// Out-of-flow boxes whose containing block is made by an inline box: they wait until all parts of
/// that box are known.
/// https://drafts.csswg.org/css-position-3/#def-cb
struct InlinePositioned {
  enum Part {
    /// A fragment of the inline box, `offset` from the top left of its line.
    case fragment(BoxID, FragmentID, offset: Point)
    /// Its static position is from the top left of its line.
    case candidate(BoxID, OutOfFlowCandidate)
  }
  fileprivate var parts: [(line: Int, part: Part)] = []

  /// `line` is the index of the line's item in the result.
  mutating func add(_ parts: [Part], line: Int) {
    for part in parts { self.parts.append((line, part)) }
  }
}

extension LineBoxBuilder {
  /// The innermost inline box around that is a containing block; of a split one see `SplitInlines`.
  private func containingInline(around state: Int) -> BoxID? {
    guard content.hasContainingInlines else { return nil }
    var state = state
    while state > 0 {
      if !states[state].isAtomic, states[state].style.containsPositioned {
        return context[states[state].box].splitInline == nil ? states[state].box : nil
      }
      state = states[state].parent
    }
    return nil
  }

  mutating func addOutOfFlow(
    _ box: BoxID, left: LayoutUnit, block: LayoutUnit, state: Int, lineRect: LineRect
  ) {
    guard let inline = containingInline(around: state) else {
      outOfFlow.append((box, left, block))
      return
    }
    let place = LineRect(left: left, top: lineRect.top + block, width: .zero, height: .zero)
    let candidate = OutOfFlowCandidate(
      box: box, staticPosition: geometry.offset(of: place, in: lineRect), writingDirection: direction)
    positioned.append(.candidate(inline, candidate))
  }

  /// Candidates of an atomic inline, whose top left is at `origin` in the line.
  mutating func addCandidates(_ found: [OutOfFlowCandidate], at origin: Point, state: Int) {
    if found.isEmpty { return }
    let inline = containingInline(around: state)
    for var candidate in found {
      candidate.staticPosition += origin
      if let inline {
        positioned.append(.candidate(inline, candidate))
      } else {
        candidates.append(candidate)
      }
    }
  }

  mutating func notePart(_ fragment: FragmentID, _ state: Int, _ rect: LineRect, _ lineRect: LineRect) {
    guard states[state].style.containsPositioned else { return }
    positioned.append(.fragment(states[state].box, fragment, offset: geometry.offset(of: rect, in: lineRect)))
  }
}

extension InlineLayout {
  /// The same for what is in a float.
  func containingInline(around float: BoxID) -> BoxID? {
    guard content.hasContainingInlines else { return nil }
    var box = context[float].parent
    while !box.isNone, box != container, context[box].kind == .inline {
      if context[box].style.containsPositioned(forFixed: false, as: .inline, isRootElement: false) {
        return context[box].splitInline == nil ? box : nil
      }
      box = context[box].parent
    }
    return nil
  }

  /// Lays out what waits for inline boxes, now that all their parts are known.
  mutating func finishPositioned() {
    let parts = positioned.parts
    if parts.isEmpty { return }
    let size = direction.physical(LogicalSize(inline: constraint.inlineSize, block: result.blockSize))
    func origin(_ line: Int) -> Point {
      let item = result.items[line]
      return direction.physical(item.offset, of: item.size, in: size)
    }
    struct Owner {
      var fragment: FragmentID
      var line: Int
      var parts = InlineContainingBlock()
      var candidates: [OutOfFlowCandidate] = []
    }
    var owners: [BoxID: Owner] = [:]
    var order: [BoxID] = []
    for (line, part) in parts where result.items.indices.contains(line) {
      guard case .fragment(let box, let fragment, let offset) = part else { continue }
      let rect = Rect(origin: origin(line) + offset, size: context.tree[fragment].size)
      if owners[box] == nil {
        owners[box] = Owner(fragment: fragment, line: line)
        order.append(box)
      }
      owners[box]?.parts.add(rect, border: context.tree[fragment].border, line: line)
    }
    for (line, part) in parts where result.items.indices.contains(line) {
      guard case .candidate(let box, var candidate) = part else { continue }
      if owners[box] != nil {
        candidate.staticPosition += origin(line)
        owners[box]?.candidates.append(candidate)
      } else {
        result.items[line].outOfFlow.append(candidate)
      }
    }
    for box in order {
      guard let owner = owners[box], !owner.candidates.isEmpty,
        let (bounds, border) = owner.parts.area(context[box].direction)
      else { continue }
      // The links are from the first part's corner.
      let correction = bounds.origin - firstOrigin(box, parts, origin)
      var links: [FragmentLink] = []
      var layout = PositionedLayout(
        context: context, containingBlock: box, kind: .box,
        columns: flow.map {
          let start = direction.logical(bounds.origin, of: bounds.size, in: size).block
          return ColumnSpace(flow: $0, offset: constraint.flowOffset + constraint.bfcOffset.block + start)
        })
      for (line, part) in parts where result.items.indices.contains(line) {
        guard case .fragment(box, let fragment, let offset) = part else { continue }
        layout.around.append(FragmentLink(fragment: fragment, offset: origin(line) + offset - bounds.origin))
      }
      let left = layout.run(
        owner.candidates.map { $0.moved(by: .zero - bounds.origin) }, containerSize: bounds.size, border: border,
        adding: &links)
      if flow != nil {
        flow = layout.columns?.flow
        result.flow = flow
        // Lines are not cut: what may be in several columns is beside them.
        let shift = relativeShift(ofInline: box)
        for link in links {
          let own = context.tree[link.fragment].size
          result.items.append(
            .init(
              fragment: link.fragment, size: own,
              offset: direction.logical(link.offset + bounds.origin, of: own, in: size), shift: shift, outOfFlow: []))
        }
      } else if !links.isEmpty {
        for index in links.indices { links[index].offset += correction }
        context.addLinks(links, to: owner.fragment)
        _ = context.refreshOverflow(result.items[owner.line].fragment, depth: 0)
      }
      for var candidate in left {
        candidate.staticPosition += bounds.origin - origin(owner.line)
        result.items[owner.line].outOfFlow.append(candidate)
      }
    }
  }

  /// How far relative positioning of an inline box, and of those around it, moves what is in it.
  func relativeShift(ofInline box: BoxID) -> Point {
    var shift = Point.zero
    var box = box
    while !box.isNone, box != container {
      shift += context.relativeShift(
        of: box, containingWidth: direction.isHorizontal ? constraint.inlineSize : constraint.percentageBlock ?? .zero,
        containingHeight: direction.isHorizontal ? constraint.percentageBlock : constraint.inlineSize,
        direction: direction)
      box = context[box].parent
    }
    return shift
  }

  private func firstOrigin(
    _ box: BoxID, _ parts: [(line: Int, part: InlinePositioned.Part)], _ origin: (Int) -> Point
  ) -> Point {
    for (line, part) in parts where result.items.indices.contains(line) {
      if case .fragment(box, _, let offset) = part { return origin(line) + offset }
    }
    return .zero
  }
}

extension LayoutContext {
  /// Gives a fragment that is made more children.
  fileprivate func addLinks(_ added: [FragmentLink], to id: FragmentID) {
    let links = Array(tree.children(id)) + added
    let start = Int32(truncatingIfNeeded: tree.links.count)
    tree.links.append(contentsOf: links)
    let index = Int(id.rawValue)
    tree.fragments[index].children = start..<Int32(truncatingIfNeeded: tree.links.count)
  }

  /// Works out the scrollable overflow again of a line and the inline boxes in it.
  fileprivate func refreshOverflow(_ id: FragmentID, depth: Int) -> Rect {
    let fragment = tree[id]
    let isPart = fragment.kind == .line || fragment.kind == .box && boxes[fragment.box].kind == .inline
    // Inline boxes nest no deeper than elements do.
    guard isPart, depth < 1024 else { return fragment.scrollableOverflow }
    let links = Array(tree.children(id))
    for link in links where !link.fragment.isNone { _ = refreshOverflow(link.fragment, depth: depth + 1) }
    let overflow = scrollableOverflow(of: fragment, links)
    tree.fragments[Int(id.rawValue)].scrollableOverflow = overflow
    return overflow
  }
}
