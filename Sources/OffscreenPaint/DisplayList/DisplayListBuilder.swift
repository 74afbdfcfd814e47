import OffscreenCSS
import OffscreenGeometry
import OffscreenLayout

/// Writes a display list: keeps pushes and pops in pairs, knows the box around every group, and stops
/// at the limits.
package struct DisplayListBuilder {
  package private(set) var list = DisplayList()
  private var open: [Opened] = []

  /// A push whose pop is still to come.
  private struct Opened {
    var index: Int
    var content: PaintRect?
    /// Pushed beyond the limit: not in the list.
    var isDropped = false
  }

  private let commandLimit: Int
  /// Of all paths, those that share them counted once.
  private var pathElements = 0
  /// So many on average, for each command that there may be: bounds the memory that paths take.
  private static let elementsPerCommand = 4
  /// Nested pushes beyond this are left out, their contents are not.
  package static let maximumNesting = 2_000
  /// Layers in perspective nested beyond this are drawn flat. The picture of each may be many times as
  /// large as what is seen of it, and that of one inside it as many times larger again.
  package static let maximumProjections = 6
  private var projectionDepth = 0

  package init(glyphs: [PlacedGlyph] = [], texts: GlyphTexts? = nil, commandLimit: Int = 2_000_000) {
    self.commandLimit = commandLimit
    (list.glyphs, list.glyphTexts) = (glyphs, texts)
  }

  package var depth: Int { open.count }

  /// The finished list.
  package mutating func seal() -> DisplayList {
    while !open.isEmpty { popUnconditionally() }
    return list
  }

  mutating func note(_ cut: PaintCut) { list.cuts.insert(cut) }

  /// Something is left out that is beyond a limit elsewhere.
  mutating func cutShort() { list.isTruncated = true }

  // MARK: Drawing

  /// Whether there may be more. Who asks first adds nothing to the tables otherwise.
  private mutating func hasRoom() -> Bool {
    if list.commands.count < commandLimit, pathElements / Self.elementsPerCommand < commandLimit { return true }
    list.isTruncated = true
    return false
  }

  private mutating func append(_ command: DisplayCommand, bounds: PaintRect) {
    guard bounds.x.isFinite, bounds.y.isFinite, bounds.width.isFinite, bounds.height.isFinite else { return }
    list.commands.append(command)
    list.bounds.append(bounds)
    list.ends.append(-1)
    include(bounds)
  }

  private mutating func include(_ bounds: PaintRect) {
    guard let last = open.indices.last else { return }
    open[last].content = open[last].content?.union(bounds) ?? bounds
  }

  private func nextIndex(_ count: Int) -> TableIndex { Int32(clamping: count) }

  package mutating func fill(_ rect: PaintRect, _ color: Color) {
    guard !color.isTransparent, !rect.isEmpty, hasRoom() else { return }
    append(.fillRect(rect, color), bounds: rect)
  }

  package mutating func fill(_ shape: RoundedRect, _ color: Color) {
    guard !color.isTransparent, !shape.rect.isEmpty else { return }
    guard shape.isRounded else { return fill(shape.rect, color) }
    guard hasRoom() else { return }
    append(.fillRoundedRect(add(shape), color), bounds: shape.rect)
  }

  package mutating func fillRing(outer: RoundedRect, inner: RoundedRect, _ color: Color) {
    guard !color.isTransparent, !outer.rect.isEmpty else { return }
    guard !inner.rect.isEmpty else { return fill(outer, color) }
    guard hasRoom() else { return }
    append(.fillRing(outer: add(outer), inner: add(inner), color), bounds: outer.rect)
  }

  package mutating func fill(_ path: PaintPath, _ color: Color, rule: FillRule = .nonzero) {
    guard !color.isTransparent, !path.isEmpty, hasRoom() else { return }
    append(.fillPath(add(path), rule, color), bounds: path.bounds)
  }

  package mutating func stroke(_ stroke: Stroke) {
    guard !stroke.color.isTransparent, stroke.width > 0, !stroke.path.isEmpty, hasRoom() else { return }
    if !(list.strokes.last?.path.sharesElements(with: stroke.path) ?? false) { count(stroke.path) }
    list.strokes.append(stroke)
    append(.stroke(nextIndex(list.strokes.count - 1)), bounds: stroke.bounds)
  }

  package mutating func shape(_ shape: ShapePaint) {
    guard !shape.path.isEmpty, shape.opacity > 0 else { return }
    if let stroke = shape.stroke, !(stroke.width > 0) { return }
    guard hasRoom() else { return }
    count(shape.path)
    var bounds = shape.path.bounds
    if var stroke = shape.stroke {
      stroke.path = shape.path
      bounds = stroke.bounds
    }
    list.shapes.append(shape)
    append(.shape(nextIndex(list.shapes.count - 1)), bounds: bounds)
  }

  package mutating func image(_ image: ImagePaint) {
    guard !image.destination.isEmpty, image.opacity > 0 else { return }
    guard image.tile.width > 0, image.tile.height > 0, hasRoom() else { return }
    list.images.append(image)
    append(.image(nextIndex(list.images.count - 1)), bounds: image.destination)
  }

  package mutating func glyphs(_ run: GlyphRun) {
    guard !run.glyphs.isEmpty, !run.color.isTransparent || run.strokeWidth > 0, hasRoom() else { return }
    list.glyphRuns.append(run)
    append(.glyphs(nextIndex(list.glyphRuns.count - 1)), bounds: run.bounds)
  }

  /// Glyphs that are not in the tree: emphasis marks and the like.
  package mutating func add(glyphs: [PlacedGlyph]) -> Range<Int32> {
    let start = Int32(clamping: list.glyphs.count)
    list.glyphs += glyphs
    return start..<Int32(clamping: list.glyphs.count)
  }

  package mutating func shadow(_ shadow: BoxShadow) {
    guard !shadow.color.isTransparent else { return }
    let bounds = shadow.isInset ? shadow.box.rect : shadow.shape.rect.outset(by: shadow.sigma * 3 + 1)
    guard !bounds.isEmpty, hasRoom() else { return }
    list.shadows.append(shadow)
    append(.shadow(nextIndex(list.shadows.count - 1)), bounds: bounds)
  }

  /// All of another list.
  package mutating func append(_ other: DisplayList) {
    if other.isTruncated { cutShort() }
    list.cuts.formUnion(other.cuts)
    let start = depth
    for command in other.commands {
      switch command {
      case .fillRect(let rect, let color): fill(rect, color)
      case .fillRoundedRect(let shape, let color): fill(other.roundedRects[Int(shape)], color)
      case .fillRing(let outer, let inner, let color):
        fillRing(outer: other.roundedRects[Int(outer)], inner: other.roundedRects[Int(inner)], color)
      case .fillPath(let path, let rule, let color): fill(other.paths[Int(path)], color, rule: rule)
      case .stroke(let index): stroke(other.strokes[Int(index)])
      case .shape(let index): shape(other.shapes[Int(index)])
      case .image(let index):
        var paint = other.images[Int(index)]
        if case .gradient(let gradient) = paint.source { paint.source = .gradient(add(other.gradients[Int(gradient)])) }
        image(paint)
      case .glyphs(let index):
        var run = other.glyphRuns[Int(index)]
        run.glyphs = add(glyphs: Array(other.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]))
        glyphs(run)
      case .shadow(let index): shadow(other.shadows[Int(index)])
      case .pushClip(let rect): pushClip(rect)
      case .pushRoundedClip(let shape): pushClip(other.roundedRects[Int(shape)])
      case .pushPathClip(let path, let rule): pushClip(other.paths[Int(path)], rule: rule)
      case .pushClipOut(let shape): pushClipOut(other.roundedRects[Int(shape)])
      case .pushTransform(let index): pushTransform(other.transforms[Int(index)])
      case .pushLayer(let index): pushLayer(other.layers[Int(index)])
      case .popClip, .popTransform, .popLayer: if depth > start { pop() }
      }
    }
    pop(to: start)
  }

  // MARK: Tables

  package mutating func add(_ gradient: PaintGradient) -> TableIndex {
    list.gradients.append(gradient)
    return nextIndex(list.gradients.count - 1)
  }
  private mutating func add(_ shape: RoundedRect) -> TableIndex {
    list.roundedRects.append(shape)
    return nextIndex(list.roundedRects.count - 1)
  }
  private mutating func add(_ path: PaintPath) -> TableIndex {
    count(path)
    list.paths.append(path)
    return nextIndex(list.paths.count - 1)
  }
  private mutating func count(_ path: PaintPath) {
    if path.isCutShort { note(.path) }
    pathElements += path.elements.count
  }

  // MARK: Nesting

  /// Whether a push has room; one that has none is dropped.
  private mutating func hasRoomForPush() -> Bool {
    if open.count < Self.maximumNesting, hasRoom() { return true }
    list.isTruncated = true
    open.append(Opened(index: -1, isDropped: true))
    return false
  }

  private mutating func push(_ command: DisplayCommand) {
    open.append(Opened(index: list.commands.count))
    list.commands.append(command)
    list.bounds.append(.zero)
    list.ends.append(-1)
  }

  package mutating func pushClip(_ rect: PaintRect) { if hasRoomForPush() { push(.pushClip(rect)) } }
  package mutating func pushClip(_ shape: RoundedRect) {
    guard shape.isRounded else { return pushClip(shape.rect) }
    if hasRoomForPush() { push(.pushRoundedClip(add(shape))) }
  }
  package mutating func pushClip(_ path: PaintPath, rule: FillRule = .nonzero) {
    if hasRoomForPush() { push(.pushPathClip(add(path), rule)) }
  }
  package mutating func pushClipOut(_ shape: RoundedRect) { if hasRoomForPush() { push(.pushClipOut(add(shape))) } }
  package mutating func pushTransform(_ transform: Transform) {
    guard hasRoomForPush() else { return }
    list.transforms.append(transform)
    push(.pushTransform(nextIndex(list.transforms.count - 1)))
  }
  package mutating func pushLayer(_ layer: LayerEffect) {
    guard hasRoomForPush() else { return }
    var layer = layer
    if layer.projection != nil, projectionDepth >= Self.maximumProjections {
      layer.projection = nil
      note(.projections)
    }
    list.layers.append(layer)
    push(.pushLayer(nextIndex(list.layers.count - 1)))
    if layer.projection != nil { projectionDepth += 1 }
  }

  /// Ends the last push that is still open.
  package mutating func pop() {
    guard !open.isEmpty else { return }
    popUnconditionally()
  }

  /// Ends pushes until so many are open.
  package mutating func pop(to depth: Int) {
    while open.count > max(0, depth) { popUnconditionally() }
  }

  private mutating func popUnconditionally() {
    let opened = open.removeLast()
    guard !opened.isDropped else {
      if let content = opened.content { include(content) }
      return
    }
    let command = list.commands[opened.index]
    let end: DisplayCommand
    var outer = opened.content
    switch command {
    case .pushClip(let rect):
      end = .popClip
      outer = outer?.intersection(rect)
    case .pushRoundedClip(let shape):
      end = .popClip
      outer = outer?.intersection(list.roundedRects[Int(shape)].rect)
    case .pushPathClip(let path, _):
      end = .popClip
      outer = outer?.intersection(list.paths[Int(path)].bounds)
    case .pushClipOut:
      end = .popClip
    case .pushTransform(let transform):
      end = .popTransform
      outer = outer?.bounds(under: list.transforms[Int(transform)])
    case .pushLayer(let index):
      end = .popLayer
      let layer = list.layers[Int(index)]
      list.layers[Int(index)].bounds = opened.content
      for filter in layer.filters { outer = filter.bounds(of: outer) }
      if let projection = layer.projection {
        projectionDepth -= 1
        outer = outer.map { projection.bounds(of: $0) }
      }
      if let tiling = layer.tiling { outer = outer == nil ? nil : tiling.area }
      if let shape = layer.backdropShape { outer = outer?.union(shape.rect) ?? shape.rect }
    case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow, .popClip,
      .popTransform, .popLayer:
      return
    }
    // Optimization: a group that draws nothing leaves nothing behind, unless it erases.
    guard let outer, !outer.isEmpty || erases(command) else {
      if erases(command) { finish(opened.index, end, .everything) } else { drop(from: opened.index) }
      return
    }
    finish(opened.index, end, outer)
  }

  private func erases(_ command: DisplayCommand) -> Bool {
    guard case .pushLayer(let index) = command else { return false }
    switch list.layers[Int(index)].composite {
    case .destinationIn, .sourceIn, .sourceOut: return true
    case .blend, .exclusiveOr: return false
    }
  }

  private mutating func finish(_ index: Int, _ end: DisplayCommand, _ bounds: PaintRect) {
    list.bounds[index] = bounds
    list.ends[index] = Int32(clamping: list.commands.count)
    list.commands.append(end)
    list.bounds.append(bounds)
    list.ends.append(-1)
    include(bounds)
  }

  private mutating func drop(from index: Int) {
    let count = list.commands.count - index
    list.commands.removeLast(count)
    list.bounds.removeLast(count)
    list.ends.removeLast(count)
  }
}

extension Stroke {
  /// Around what it may cover.
  package var bounds: PaintRect {
    let reach = join == .miter ? max(2, min(miterLimit, 1_000)) : 2
    return path.bounds.outset(by: width / 2 * reach)
  }
}

extension PaintFilter {
  /// The box around the filtered picture of what is in the box, if there is anything.
  package func bounds(of rect: PaintRect?) -> PaintRect? {
    switch self {
    case .blur(let sigma): rect?.outset(by: sigma * 3 + 1)
    case .colorMatrix, .linear, .luminance: rect
    case .dropShadow(let x, let y, let sigma, _):
      rect.map { $0.union($0.offset(x: x, y: y).outset(by: sigma * 3 + 1)) }
    // A filter may make something of nothing.
    case .graph(let graph): graph.region
    }
  }
}
