import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout

/// Walks the fragment tree once and sorts what it finds into layers and their phases.
///
/// Places and clips follow the fragments, in which out-of-flow boxes hang on their containing block;
/// membership of stacking contexts follows the boxes.
struct LayerTreeBuilder {
  let tree: FragmentTree
  let document: Document
  /// The part of the canvas in the picture.
  let picture: Rect
  /// Device pixels per CSS pixel: clips lie on whole device pixels.
  let scale: Double
  private var result = LayerTree()
  /// The layer of each box that has one.
  private var layerOfBox: [BoxID: Int32] = [:]
  /// The layer that a layer is ordered by, where its stacking context may have several.
  private var contextOfLayer: [Int32: Int32] = [:]
  /// The layer of the parts, and of the blocks between them, of each inline box that blocks split.
  private var layerOfSplitInline: [SplitInline: Int32] = [:]
  /// Inline boxes whose outlines are among what is painted.
  private var outlinedInlines: Set<BoxID> = []
  /// The clip rectangles of absolutely positioned boxes with `clip`.
  private var clipsOfPositioned: [BoxID: PaintRect] = [:]
  /// Whether something under the box is transformed, so that it may be anywhere.
  private var movesDescendants: [Bool] = []
  private var depth = 0
  private let overflowClips: OverflowClips

  /// The recursion follows the fragment tree, whose depth follows the document's (limited by the
  /// parsers); what is deeper than this is not painted.
  private static let maximumDepth = 4_000
  /// How far shadows, outlines and glyphs may reach out of a box that is itself out of the picture.
  private static let inkMargin = LayoutUnit(2_000)

  init(tree: FragmentTree, document: Document, picture: Rect, scale: Double) {
    (self.tree, self.document, self.picture, self.scale) = (tree, document, picture, scale)
    overflowClips = OverflowClips(tree: tree, rootElement: document.documentElement, scale: scale)
  }

  private enum Phase { case selfDecorations, backgrounds, floats, foreground, outlines }

  /// What is passed from a fragment to its children.
  private struct Context {
    var layer: Int32
    var clip: Int32
    /// Of the table that the fragment is directly in: the clip of what overflows its grid.
    var tableClip: Int32?
    /// Not under a transform or a filter that moves things: may be left out where it is not seen.
    var isCullable: Bool
    /// Where the line's own baseline is, once its fragments are walked.
    var lineBaseline: LayoutUnit?
    /// How many of a text's decorations are those of boxes outside the raised, lowered or moved inline box
    /// that it is in; their underlines keep to the line's baseline.
    var unshiftedDecorations: Int16 = 0
  }

  mutating func build() -> LayerTree {
    guard !tree.root.isNone else { return result }
    noteMovers()
    let root = PaintLayer(
      box: .none, role: .stackingContext, fragment: tree.root, offset: .zero, frame: .zero, clip: -1,
      groupClip: -1)
    result.layers.append(root)
    let context = Context(layer: 0, clip: -1, isCullable: true)
    for link in tree.children(tree.root) { visit(link.fragment, at: link.offset, context) }
    order()
    return result
  }

  private mutating func noteMovers() {
    let boxes = tree.boxes.boxes
    movesDescendants = [Bool](repeating: false, count: boxes.count)
    for index in boxes.indices.reversed() {
      let (style, parent) = (boxes[index].style, boxes[index].parent)
      let moves =
        movesDescendants[index] || style.hasTransform || !style.effect.filters.isEmpty
        || style.box.position == .sticky
      if moves, !parent.isNone { movesDescendants[Int(parent.rawValue)] = true }
    }
  }

  // MARK: Walking

  private mutating func visit(_ id: FragmentID, at offset: Point, _ context: Context) {
    guard !id.isNone, depth < Self.maximumDepth else { return }
    depth += 1
    defer { depth -= 1 }
    let fragment = tree[id]
    if fragment.flags.contains(.cutOff) { return }
    switch fragment.kind {
    case .text:
      append(.text, to: .foreground, id, offset, context)
    case .line:
      if isCulled(fragment, offset, context) { return }
      if fragment.flags.contains(.firstLine),
        tree.firstLineStyles[fragment.box]?.hasBackground == true
      {
        append(.decoration, to: .foreground, id, offset, context)
      }
      var inner = context
      inner.lineBaseline = lineBaseline(of: id, at: offset)
      inner.unshiftedDecorations = 0
      visitChildren(of: id, at: offset, inner)
    case .column:
      if isCulled(fragment, offset, context) { return }
      visitChildren(of: id, at: offset, context)
    case .box:
      visitBox(fragment, id, at: offset, context)
    }
  }

  private mutating func visitChildren(of id: FragmentID, at offset: Point, _ context: Context) {
    for link in tree.children(id) { visit(link.fragment, at: offset + link.offset, context) }
  }

  /// The baseline of the line's own text, if it has any: also inside of inline boxes that stand on it.
  private func lineBaseline(of id: FragmentID, at offset: Point) -> LayoutUnit? {
    var (id, offset) = (id, offset)
    // As deep as the fragments, whose depth `maximumDepth` limits.
    for _ in 0..<Self.maximumDepth {
      var inner: FragmentLink?
      for link in tree.children(id) where !link.fragment.isNone {
        let child = tree[link.fragment]
        if child.kind == .text, child.text >= 0 {
          return offset.y + link.offset.y + tree.texts[Int(child.text)].baseline
        }
        if inner == nil, child.kind == .box, !child.box.isNone, tree.boxes[child.box].kind == .inline,
          !leavesBaseline(tree.boxes[child.box].style)
        {
          inner = link
        }
      }
      guard let inner else { return nil }
      (id, offset) = (inner.fragment, offset + inner.offset)
    }
    return nil
  }

  /// Whether an inline box of the style is raised, lowered or moved.
  private func leavesBaseline(_ style: ComputedStyle) -> Bool {
    style.box.verticalAlign != .baseline || style.box.position == .relative
  }

  private func isCulled(_ fragment: Fragment, _ offset: Point, _ context: Context) -> Bool {
    guard context.isCullable else { return false }
    if fragment.kind == .box, fragment.box.rawValue >= 0, movesDescendants[Int(fragment.box.rawValue)] {
      return false
    }
    let margin = Self.inkMargin
    let edges = Edges(top: margin, right: margin, bottom: margin, left: margin)
    let reach = fragment.scrollableOverflow.offset(by: offset)
      .union(Rect(origin: offset, size: fragment.size)).outset(by: edges)
    return !reach.intersects(picture)
  }

  private mutating func visitBox(_ fragment: Fragment, _ id: FragmentID, at offset: Point, _ outer: Context) {
    let boxID = fragment.box
    guard !boxID.isNone else { return visitChildren(of: id, at: offset, outer) }
    let box = tree.boxes[boxID]
    let style = box.style
    let role = tree.boxes.role(of: boxID)
    if !style.hasTransform, isCulled(fragment, offset, outer) { return }
    if isCollapsed(fragment, box) { return }
    var context = outer
    context.tableClip = nil
    if style.box.position == .fixed { context.clip = clipOfFixed(box, in: context.clip) }

    // 1. The layer that it is painted in.
    if role == .float, let owner = layerAroundFloat(boxID) {
      context.layer = enterLayer(owner, tree.boxes.role(of: owner), id, offset, context)
    }
    if role != .inFlow {
      context.layer = enterLayer(boxID, role, id, offset, context)
      // Of a stacking context it is one of the effects on the whole: filters come before it.
      if let clip = style.effect.clip, role == .positioned, style.box.position == .absolute {
        let frame = Rect(origin: offset, size: fragment.size)
        let rect = clipRect(clip, snap: PixelSnapping(scale: scale), frame)
        clipsOfPositioned[boxID] = rect
        context.clip = add(.rect(rect), in: context.clip)
      }
      if style.hasTransform || style.effect.perspective != nil || !style.effect.filters.isEmpty {
        context.isCullable = false
      }
    }
    if box.kind == .inline, leavesBaseline(style), !box.parent.isNone {
      let outer = tree.boxes[box.parent].decorations
      let count = outer >= 0 ? tree.boxes.decorations[Int(outer)].count : 0
      if context.unshiftedDecorations == 0 { context.unshiftedDecorations = Int16(clamping: count) }
    }

    // 2. Its own decorations, in the phase that it belongs to.
    if !isHidden(fragment, box) { addDecorations(of: fragment, id, box, at: offset, isLayer: role != .inFlow, context) }

    // 3. What it contains, within its overflow clip.
    var inner = context
    if overflowClips.clipsContents(of: box) {
      inner.clip = add(overflowClips.shape(of: fragment, id, box, at: offset), in: context.clip)
      if box.context == .table {
        // Captions are cut only where they leave the whole box.
        inner.tableClip = inner.clip
        let whole = PixelSnapping(scale: scale).rect(Rect(origin: offset, size: fragment.size))
        inner.clip = add(.rect(whole), in: context.clip)
      }
    }
    if style.column.hasColumnRules || style.column.hasRowRules, !isHidden(fragment, box) {
      append(.columnRules, to: .backgrounds, id, offset, inner)
    }
    if box.kind == .tableGrid, let clip = outer.tableClip { inner.clip = clip }
    // What is skipped is laid out and not seen.
    let isSeen = box.kind == .inline || style.usedContentVisibility != .hidden
    if isSeen, box.kind == .replaced || box.context == .replaced {
      append(.replaced, to: .foreground, id, offset, context)
    }
    if isSeen { visitChildren(of: id, at: offset, inner) }
    if box.kind == .tableGrid, fragment.flags.contains(.collapsedBorders) {
      append(.collapsedBorders, to: .backgrounds, id, offset, inner)
    }
    if box.flags.contains(.floating) { noteOutlinedFloat(id, box, offset) }
    if hasOutline(style) { addOutline(id, box, boxID, at: offset, context) }
  }

  /// The decorations of the box itself, in the phase that it belongs to.
  private mutating func addDecorations(
    of fragment: Fragment, _ id: FragmentID, _ box: Box, at offset: Point, isLayer: Bool, _ context: Context
  ) {
    let style = box.style
    switch box.kind {
    case .inline:
      if style.slicesImages { result.slices[fragment.box, default: []].append(id) }
      append(.decoration, to: isLayer ? .selfDecorations : .foreground, id, offset, context)
    case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup:
      if fragment.sides != .all, style.slicesImages { result.slices[fragment.box, default: []].append(id) }
      append(.tablePart, to: isLayer ? .selfDecorations : .backgrounds, id, offset, context)
    // A table's decorations are around its grid, below the captions.
    case .container where box.context == .table:
      addGridDecorations(of: id, at: offset, to: isLayer ? .selfDecorations : .backgrounds, context)
    case .tableGrid: break
    case .container, .replaced, .tableCell, .tableCaption:
      if fragment.sides != .all, style.slicesImages { result.slices[fragment.box, default: []].append(id) }
      append(.decoration, to: isLayer ? .selfDecorations : .backgrounds, id, offset, context)
    case .text, .lineBreak, .breakOpportunity: break
    }
  }

  /// Fixed boxes leave the containing blocks around them, and their overflow clips, but not what `clip` says there.
  private mutating func clipOfFixed(_ box: Box, in clip: Int32) -> Int32 {
    guard !clipsOfPositioned.isEmpty else { return clip }
    var seen: PaintRect?
    var ancestor = box.parent
    while !ancestor.isNone {
      if let rect = clipsOfPositioned[ancestor] { seen = seen?.intersection(rect) ?? rect }
      ancestor = tree.boxes[ancestor].parent
    }
    return seen.map { add(.rect($0), in: clip) } ?? clip
  }

  private func hasOutline(_ style: ComputedStyle) -> Bool {
    switch style.border.outlineStyle {
    case .none, .hidden: false
    case .auto: true
    case .dotted, .dashed, .solid, .double, .groove, .ridge, .inset, .outset: style.border.outlineWidth > 0
    }
  }

  private mutating func addOutline(
    _ id: FragmentID, _ box: Box, _ boxID: BoxID, at offset: Point, _ context: Context
  ) {
    switch box.kind {
    // A table's is its wrapper's; columns have none, as in Chromium.
    case .tableGrid, .tableColumn, .tableColumnGroup: break
    case .inline: addOutlinedPart(id, boxID, offset, context)
    case .container, .text, .lineBreak, .breakOpportunity, .replaced, .tableRowGroup, .tableRow, .tableCell,
      .tableCaption:
      append(.outline, to: .outlines, id, offset, context)
    }
  }

  /// An inline box is outlined once, around all its parts.
  private mutating func addOutlinedPart(_ id: FragmentID, _ box: BoxID, _ offset: Point, _ context: Context) {
    if outlinedInlines.insert(box).inserted { append(.outline, to: .outlines, id, offset, context) }
    noteOutlinedPart(id, of: box, offset)
  }

  private mutating func noteOutlinedPart(_ id: FragmentID, of box: BoxID, _ offset: Point) {
    guard result.outlinedParts[box, default: []].count < LayerTree.maximumOutlinedParts else { return }
    result.outlinedParts[box, default: []].append(
      PaintItem(kind: .outline, fragment: id, offset: offset, clip: -1))
  }

  /// A float hangs on the block container of the inline boxes around it, which are outlined around it too.
  private mutating func noteOutlinedFloat(_ id: FragmentID, _ box: Box, _ offset: Point) {
    var ancestor = box.parent
    while !ancestor.isNone, tree.boxes[ancestor].kind == .inline {
      if hasOutline(tree.boxes[ancestor].style) { noteOutlinedPart(id, of: ancestor, offset) }
      ancestor = tree.boxes[ancestor].parent
    }
  }

  /// Whether a row or a cell has no room left, its row or column being collapsed: nothing of it is seen.
  /// https://drafts.csswg.org/css-tables-3/#visibility-collapse-rendering
  private func isCollapsed(_ fragment: Fragment, _ box: Box) -> Bool {
    guard box.kind == .tableRow || box.kind == .tableCell, fragment.flags.contains(.hidden) else { return false }
    return fragment.size.width == .zero || fragment.size.height == .zero
  }

  private mutating func addGridDecorations(
    of table: FragmentID, at offset: Point, to phase: Phase, _ context: Context
  ) {
    for link in tree.children(table) {
      let child = tree[link.fragment]
      guard child.kind == .box, !child.box.isNone, tree.boxes[child.box].kind == .tableGrid else { continue }
      if child.sides != .all, tree.boxes[child.box].style.slicesImages {
        result.slices[child.box, default: []].append(link.fragment)
      }
      append(.decoration, to: phase, link.fragment, offset + link.offset, context)
    }
  }

  private func isHidden(_ fragment: Fragment, _ box: Box) -> Bool {
    fragment.flags.contains(.hidden) || box.style.inherited.visibility != .visible
  }

  private mutating func append(
    _ kind: PaintItem.Kind, to phase: Phase, _ fragment: FragmentID,
    _ offset: Point, _ context: Context, reference: Int32 = -1
  ) {
    var item = PaintItem(
      kind: kind, fragment: fragment, offset: offset, clip: context.clip, reference: reference)
    if kind == .text, context.unshiftedDecorations > 0, let line = context.lineBaseline {
      item.unshiftedDecorations = context.unshiftedDecorations
      item.lineBaseline = line
    }
    let layer = Int(context.layer)
    switch phase {
    case .selfDecorations: result.layers[layer].selfDecorations.append(item)
    case .backgrounds: result.layers[layer].backgrounds.append(item)
    case .floats: result.layers[layer].floats.append(item)
    case .foreground: result.layers[layer].foreground.append(item)
    case .outlines: result.layers[layer].outlines.append(item)
    }
  }

  // MARK: Layers

  /// The layer of the box, made at its first fragment; each fragment of a transformed box has one of its own.
  /// https://drafts.csswg.org/css-break-3/#transforms
  private mutating func enterLayer(
    _ box: BoxID, _ role: StackingRole, _ fragment: FragmentID, _ offset: Point, _ context: Context
  ) -> Int32 {
    let splitInline = tree.boxes[box].splitInline
    let frame = Rect(origin: offset, size: tree[fragment].size)
    let outer = tree.boxes.hasTransforms && role.isLayer ? layerOfBox[tree.boxes.stackingContext(around: box)] : nil
    if let known = layerOfBox[box] ?? splitInline.flatMap({ layerOfSplitInline[$0] }),
      splitInline != nil || !hasLayerForEachFragment(box) && contextOfLayer[known] == outer
    {
      layerOfBox[box] = known
      addPart(fragment, offset, frame, context, to: Int(known))
      return known
    }
    let index = Int32(clamping: result.layers.count)
    if let splitInline { layerOfSplitInline[splitInline] = index }
    var layer = PaintLayer(
      box: box, role: role, fragment: fragment, offset: offset, frame: frame, clip: context.clip,
      groupClip: context.clip)
    if role == .stackingContext {
      layer.zIndex = zIndex(of: box)
      if !tree.boxes[box].style.effect.backdropFilters.isEmpty { result.hasBackdropFilters = true }
    }
    result.layers.append(layer)
    contextOfLayer[index] = outer
    switch role {
    case .float: append(.layer, to: .floats, fragment, offset, context, reference: index)
    case .atomic, .inFlow: append(.layer, to: .foreground, fragment, offset, context, reference: index)
    case .positioned, .stackingContext: layerOfBox[box] = index
    }
    if !role.isLayer, tree.boxes[box].kind == .inline { layerOfBox[box] = index }
    return index
  }

  private func hasLayerForEachFragment(_ box: BoxID) -> Bool {
    tree.boxes[box].style.hasTransform && tree.boxes.isTransformable(tree.boxes[box])
  }

  private mutating func addPart(
    _ fragment: FragmentID, _ offset: Point, _ frame: Rect, _ context: Context, to index: Int
  ) {
    let layer = result.layers[index]
    result.layers[index].groupClip = result.commonClip(layer.groupClip, context.clip)
    // Floats in an inline box are no parts of it, and only the first hint of where it is.
    let isFloat = tree.boxes[tree[fragment].box].flags.contains(.floating)
    if isFloat, tree[fragment].box != layer.box { return }
    if tree[layer.fragment].box != layer.box, tree.boxes[tree[layer.fragment].box].flags.contains(.floating) {
      (result.layers[index].fragment, result.layers[index].offset) = (fragment, offset)
      result.layers[index].frame = frame
      return
    }
    result.layers[index].frame = layer.frame.union(frame)
    result.layers[index].moreParts.append(
      PaintItem(kind: .decoration, fragment: fragment, offset: offset, clip: context.clip))
  }

  /// The layer of an inline box around a float: the float hangs on the block container of both.
  private func layerAroundFloat(_ float: BoxID) -> BoxID? {
    var ancestor = tree.boxes[float].parent
    while !ancestor.isNone, tree.boxes[ancestor].kind == .inline {
      if tree.boxes.role(of: ancestor).isLayer { return ancestor }
      ancestor = tree.boxes[ancestor].parent
    }
    return nil
  }

  private func zIndex(of id: BoxID) -> Int32 {
    let box = tree.boxes[id]
    // Above all that is not in it, in its own order.
    if box.flags.contains(.topLayer) { return .max }
    let counts = box.style.box.position != .static || box.flags.contains(.item)
    return counts ? box.style.box.zIndex ?? 0 : 0
  }

  /// Adds every layer to its stacking context; each context's are sorted by stack level and tree order.
  private mutating func order() {
    var layers: [(BoxID, Int32)] = result.layers.indices.compactMap { index in
      let layer = result.layers[index]
      return layer.role.isLayer && !layer.box.isNone ? (layer.box, Int32(clamping: index)) : nil
    }
    // Inner ones first, so that group clips travel outwards.
    layers.sort { $0 > $1 }
    for (box, index) in layers {
      let parent: Int32
      if box == .root {
        parent = 0
      } else {
        parent = contextOfLayer[index] ?? layerOfBox[tree.boxes.stackingContext(around: box)] ?? 0
      }
      guard parent != index else { continue }
      let clip = result.layers[Int(index)].groupClip
      let common = result.commonClip(result.layers[Int(parent)].groupClip, clip)
      result.layers[Int(parent)].groupClip = common
      result.layers[Int(parent)].children.append(index)
    }
    let places = orderModifiedPlaces()
    func place(_ box: BoxID) -> Int32 { places.isEmpty || box.isNone ? box.rawValue : places[Int(box.rawValue)] }
    for index in result.layers.indices where result.layers[index].children.count > 1 {
      let sorted = result.layers[index].children.sorted { a, b in
        let (first, second) = (result.layers[Int(a)], result.layers[Int(b)])
        return (first.zIndex, place(first.box), a) < (second.zIndex, place(second.box), b)
      }
      result.layers[index].children = sorted
    }
  }

  /// Where each box stands in the order-modified document order; empty where that is the tree order.
  /// https://drafts.csswg.org/css-display-4/#order-modified-document-order
  private func orderModifiedPlaces() -> [Int32] {
    let boxes = tree.boxes.boxes
    guard boxes.contains(where: { usedOrder($0) != 0 && isOrdered($0) }) else { return [] }
    var places = [Int32](repeating: 0, count: boxes.count)
    var open = [BoxID.root]
    var count: Int32 = 0
    while let id = open.popLast() {
      places[Int(id.rawValue)] = count
      count += 1
      let first = open.count
      var child = boxes[Int(id.rawValue)].firstChild
      while !child.isNone {
        open.append(child)
        child = boxes[Int(child.rawValue)].nextSibling
      }
      // The first is taken from the end.
      if boxes[Int(id.rawValue)].context == .flex || boxes[Int(id.rawValue)].context == .grid {
        open[first...].sort { (order(of: $0), $0) > (order(of: $1), $1) }
      } else {
        open[first...].reverse()
      }
    }
    return places
  }

  private func order(of id: BoxID) -> Int32 { usedOrder(tree.boxes[id]) }

  /// Absolutely positioned children are painted as if their order were 0.
  /// https://drafts.csswg.org/css-flexbox-1/#order-property
  private func usedOrder(_ box: Box) -> Int32 {
    box.flags.contains(.outOfFlow) ? 0 : box.style.alignment.order
  }

  private func isOrdered(_ box: Box) -> Bool {
    guard !box.parent.isNone else { return false }
    let context = tree.boxes[box.parent].context
    return context == .flex || context == .grid
  }

  // MARK: Clips

  private mutating func add(_ shape: ClipNode.Shape, in parent: Int32) -> Int32 {
    let depth = parent >= 0 ? result.clips[Int(parent)].depth + 1 : 0
    result.clips.append(ClipNode(shape: shape, parent: parent, depth: depth))
    return Int32(clamping: result.clips.count - 1)
  }
}
