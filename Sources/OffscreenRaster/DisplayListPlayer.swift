import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint
import OffscreenText

/// Carries out the commands of a list on a canvas. Layers are drawn on canvases of their own.
struct DisplayListPlayer {
  let list: DisplayList
  let glyphs: GlyphRenderer
  let images: ImageRenderer
  private let budget: DrawingBudget
  private let runs: CommandRuns
  private var depth = 0
  /// Layers nested deeper are drawn without their effects. Each costs a bitmap.
  private static let maximumDepth = 64

  init(list: DisplayList, fonts: PageFonts, budget: DrawingBudget, runs: CommandRuns = CommandRuns()) {
    (self.list, self.budget, self.runs) = (list, budget, runs)
    glyphs = GlyphRenderer(fonts: fonts)
    images = ImageRenderer(list: list, budget: budget)
  }

  mutating func play(_ range: Range<Int>, on canvas: Canvas) {
    var index = range.lowerBound
    while index < range.upperBound {
      // Optimization: what is out of the canvas, and groups and runs of it, are passed over.
      if let run = runs.run(at: index), run.end <= range.upperBound, seenArea(run.bounds, canvas) == nil {
        index = run.end
        continue
      }
      let bounds = list.bounds[index]
      let end = Int(list.ends[index])
      if isPush(list.commands[index]) {
        if !isSeen(list.commands[index], bounds, canvas), end > index {
          index = end + 1
          continue
        }
        if case .pushLayer(let layer) = list.commands[index], end > index {
          drawLayer(list.layers[Int(layer)], (index + 1)..<end, canvas)
          index = end + 1
          continue
        }
      }
      run(list.commands[index], bounds, canvas)
      index += 1
    }
  }

  private func isPush(_ command: DisplayCommand) -> Bool {
    switch command {
    case .pushClip, .pushRoundedClip, .pushPathClip, .pushClipOut, .pushTransform, .pushLayer: true
    case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow, .popClip,
      .popTransform, .popLayer:
      false
    }
  }

  /// Whether a command can change anything on the canvas. `bounds` are in the current space.
  private func isSeen(_ command: DisplayCommand, _ bounds: PaintRect, _ canvas: Canvas) -> Bool {
    if case .pushLayer(let index) = command {
      switch list.layers[Int(index)].composite {
      // These erase where they draw nothing.
      case .destinationIn, .sourceIn, .sourceOut: return true
      case .blend, .exclusiveOr: break
      }
    }
    return seenArea(bounds, canvas) != nil
  }

  /// How many pixels of the canvas what is drawn within `bounds` may cover; nil where nothing of it is seen.
  private func seenArea(_ bounds: PaintRect, _ canvas: Canvas) -> Int? {
    let device = bounds.mapped(by: canvas.transform)
    let clip = canvas.clip
    let (left, right) = (max(device.minX, Double(clip.minX) - 1), min(device.maxX, Double(clip.maxX) + 1))
    let (top, bottom) = (max(device.minY, Double(clip.minY) - 1), min(device.maxY, Double(clip.maxY) + 1))
    guard left <= right, top <= bottom, device.minX < Double(clip.maxX) + 1, device.maxX > Double(clip.minX) - 1,
      device.minY < Double(clip.maxY) + 1, device.maxY > Double(clip.minY) - 1
    else { return nil }
    return DrawingCost.whole((right - left) * (bottom - top))
  }

  private func run(_ command: DisplayCommand, _ bounds: PaintRect, _ canvas: Canvas) {
    switch command {
    case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow:
      // What is left out is what is seen and cannot be afforded.
      guard let area = seenArea(bounds, canvas), affords(command, area, canvas) else { return }
      draw(command, canvas)
    case .pushClip(let rect): canvas.pushClip(rect)
    case .pushRoundedClip(let shape): canvas.pushClip(list.roundedRects[Int(shape)])
    case .pushPathClip(let path, let rule): canvas.pushClip(list.paths[Int(path)], rule)
    case .pushClipOut(let shape): canvas.pushClipOut(list.roundedRects[Int(shape)])
    case .popClip: canvas.popClip()
    case .pushTransform(let index): canvas.pushTransform(list.transforms[Int(index)])
    case .popTransform: canvas.popTransform()
    case .pushLayer, .popLayer: break
    }
  }

  private func affords(_ command: DisplayCommand, _ area: Int, _ canvas: Canvas) -> Bool {
    let clips = canvas.clipCost(area: area)
    switch command {
    case .fillRect: return budget.allows(plain: 100 + area + clips)
    case .fillRoundedRect, .fillRing: return budget.allows(effect: DrawingCost.call + 2 * area + clips)
    case .fillPath(let path, _, _):
      return budget.allows(effect: DrawingCost.path(list.paths[Int(path)], canvas, area: area) + clips)
    case .stroke(let index):
      return budget.allows(effect: DrawingCost.stroke(list.strokes[Int(index)], canvas, area: area) + clips)
    case .shape(let index):
      let shape = list.shapes[Int(index)]
      let gradient = if case .gradient = shape.source { 30 * area } else { 0 }
      guard var stroke = shape.stroke else {
        return budget.allows(effect: DrawingCost.path(shape.path, canvas, area: area) + gradient + clips)
      }
      stroke.path = shape.path
      return budget.allows(effect: DrawingCost.stroke(stroke, canvas, area: area) + gradient + clips)
    case .image(let index):
      return budget.allows(effect: DrawingCost.image(list.images[Int(index)], list, canvas, area: area) + clips)
    case .shadow(let index):
      return budget.allows(effect: DrawingCost.shadow(list.shadows[Int(index)], canvas, area: area) + clips)
    case .glyphs(let index):
      let run = list.glyphRuns[Int(index)]
      let isColor = glyphs.fonts.isColorBitmapFont(run.font)
      let size = glyphs.fonts.metrics(run.font).size
      let cost = DrawingCost.glyphs(run, size: size, isColor: isColor, canvas) + clips
      return isColor ? budget.allows(effect: cost) : budget.allows(plain: cost)
    case .pushClip, .pushRoundedClip, .pushPathClip, .pushClipOut, .popClip, .pushTransform, .popTransform, .pushLayer,
      .popLayer:
      return true
    }
  }

  private func draw(_ command: DisplayCommand, _ canvas: Canvas) {
    switch command {
    case .fillRect(let rect, let color): canvas.fill(rect, color)
    case .fillRoundedRect(let shape, let color): canvas.fill(PaintPath(list.roundedRects[Int(shape)]), color)
    case .fillRing(let outer, let inner, let color):
      canvas.fillRing(list.roundedRects[Int(outer)], list.roundedRects[Int(inner)], color)
    case .fillPath(let path, let rule, let color): canvas.fill(list.paths[Int(path)], color, rule)
    case .stroke(let index): canvas.stroke(list.strokes[Int(index)])
    case .shape(let index): canvas.draw(list.shapes[Int(index)])
    case .image(let index): images.draw(list.images[Int(index)], on: canvas)
    case .glyphs(let index): glyphs.draw(list.glyphRuns[Int(index)], list.glyphs, on: canvas)
    case .shadow(let index): ShadowRenderer.draw(list.shadows[Int(index)], on: canvas)
    case .pushClip, .pushRoundedClip, .pushPathClip, .pushClipOut, .popClip, .pushTransform, .popTransform, .pushLayer,
      .popLayer:
      break
    }
  }

  // MARK: Layers

  private mutating func drawLayer(_ layer: LayerEffect, _ range: Range<Int>, _ canvas: Canvas) {
    if let tiling = layer.tiling { return drawTiles(tiling, range, canvas) }
    if !layer.backdropFilters.isEmpty { filterBackdrop(layer, canvas) }
    guard depth < Self.maximumDepth else { return play(range, on: canvas) }
    guard affords(layer, canvas) else {
      // A mask whose layer cannot be afforded would be seen itself.
      if case .blend = layer.composite { play(range, on: canvas) }
      return
    }
    depth += 1
    defer { depth -= 1 }
    if let projection = layer.projection { return drawProjected(layer, projection, range, canvas) }
    let transform = canvas.transform
    if Filters.needLevel(layer.filters), !transform.isScaleAndTranslation {
      return drawLevel(layer, range, canvas)
    }
    // 1. How much of it can be seen.
    let frame = layer.bounds.map { Self.frame(of: layer, $0, canvas) } ?? DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    var picture: FilteredPicture?
    if let inner = Canvas(frame: frame, transform: transform) {
      // 2. The contents by themselves.
      play(range, on: inner)
      inner.flush()
      picture = FilteredPicture(bitmap: inner.bitmap, frame: frame)
    }
    // 3. Filters.
    picture = Filters.apply(layer.filters, to: picture, transform, seen: canvas.clip, images)
    // 4. Put down with opacity and blending.
    let mode = Self.cairoOperator(layer.composite)
    if let picture {
      canvas.draw(
        picture.bitmap, atX: picture.frame.minX, y: picture.frame.minY, within: nil, opacity: layer.opacity,
        composite: mode)
    } else if mode == CAIRO_OPERATOR_DEST_IN || mode == CAIRO_OPERATOR_IN || mode == CAIRO_OPERATOR_OUT {
      // Nothing is there to keep anything.
      cairo_save(canvas.cairo)
      cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_CLEAR)
      cairo_paint(canvas.cairo)
      cairo_restore(canvas.cairo)
    }
  }

  /// How much of a layer's contents can be seen, through its filters. `bounds`: of the contents.
  private static func frame(of layer: LayerEffect, _ bounds: PaintRect, _ canvas: Canvas) -> DeviceRect {
    let transform = canvas.transform
    // A graph of primitives has a region of its own, which the contents do not leave.
    let spread = Array(layer.filters.prefix { if case .graph = $0 { false } else { true } })
    let filtered = DeviceRect(covering: bounds.mapped(by: transform)).outset(by: Filters.reach(spread, transform) + 1)
    return canvas.clip.outset(by: Filters.reach(layer.filters, transform)).intersection(filtered)
  }

  /// Whether a bitmap for the layer, and what is done with it, can be afforded. SVG filters count by themselves.
  private func affords(_ layer: LayerEffect, _ canvas: Canvas) -> Bool {
    let clip = canvas.clip
    var area = clip.width * clip.height
    if let bounds = layer.bounds {
      let frame = Self.frame(of: layer, bounds, canvas)
      area = frame.width * frame.height
    }
    var cost = DrawingCost.layer(layer.composite, area: area) + canvas.clipCost(area: area)
    for filter in layer.filters { cost += DrawingCost.filter(filter, area: area) }
    if let projection = layer.projection, let bounds = layer.bounds {
      let seen = projection.bounds(of: bounds).mapped(by: canvas.transform)
      let target = DeviceRect(covering: seen).intersection(clip)
      cost += DrawingCost.projection(bounds, target: target.width * target.height, canvas)
    }
    return budget.allows(effect: cost)
  }

  /// Draws a layer whose filters know directions level, and then turns it.
  private mutating func drawLevel(_ layer: LayerEffect, _ range: Range<Int>, _ canvas: Canvas) {
    var plane = LayerEffect()
    plane.opacity = layer.opacity
    var bounds = layer.bounds
    for filter in layer.filters { bounds = filter.bounds(of: bounds) }
    plane.bounds = bounds
    var level = layer
    level.opacity = 1
    let flat = Projection(xx: 1, xy: 0, x0: 0, yx: 0, yy: 1, y0: 0, wx: 0, wy: 0, w0: 1)
    drawProjected(plane, flat, range, canvas, level: level)
  }

  /// Draws the contents level, and puts them where perspective lets them be seen.
  private mutating func drawProjected(
    _ layer: LayerEffect, _ projection: Projection, _ range: Range<Int>, _ canvas: Canvas,
    level contents: LayerEffect? = nil
  ) {
    guard let bounds = layer.bounds, let plane = ProjectedPlane(projection, bounds: bounds, seenOn: canvas)
    else { return }
    if let contents { drawLayer(contents, range, plane.canvas) } else { play(range, on: plane.canvas) }
    plane.put(on: canvas, opacity: layer.opacity)
  }

  private mutating func drawTiles(_ tiling: Tiling, _ range: Range<Int>, _ canvas: Canvas) {
    guard depth < Self.maximumDepth, let area = seenArea(tiling.area, canvas),
      budget.allows(effect: PatternTiles.cost(tiling, area: area, canvas) + canvas.clipCost(area: area)),
      let tiles = PatternTiles(tiling, seenOn: canvas)
    else { return }
    depth += 1
    defer { depth -= 1 }
    play(range, on: tiles.canvas)
    tiles.put(on: canvas)
  }

  private func filterBackdrop(_ layer: LayerEffect, _ canvas: Canvas) {
    guard let shape = layer.backdropShape else { return }
    let transform = canvas.transform
    let reach = Filters.reach(layer.backdropFilters, transform)
    // What is behind the element itself counts, mirrored at its edges: nothing beside it shines in.
    let area = DeviceRect(covering: shape.rect.mapped(by: transform)).intersection(canvas.frame)
    let seen = area.intersection(canvas.clip)
    guard !seen.isEmpty else { return }
    let size = (area.width + 2 * reach) * (area.height + 2 * reach)
    let cost = layer.backdropFilters.reduce(6 * size) { $0 + DrawingCost.filter($1, area: size) }
    guard budget.allows(effect: cost + canvas.clipCost(area: size)) else { return }
    canvas.flush()
    guard let copy = try? Bitmap(width: area.width + 2 * reach, height: area.height + 2 * reach) else { return }
    func mirrored(_ index: Int, _ count: Int) -> Int {
      let period = 2 * count
      let place = ((index % period) + period) % period
      return place < count ? place : period - 1 - place
    }
    for y in 0..<copy.height {
      let source = canvas.bitmap.row(area.minY - canvas.frame.minY + mirrored(y - reach, area.height))
      let target = copy.row(y)
      for x in 0..<copy.width { target[x] = source[area.minX - canvas.frame.minX + mirrored(x - reach, area.width)] }
    }
    let whole = FilteredPicture(bitmap: copy, frame: area.outset(by: reach))
    guard
      let filtered = Filters.apply(layer.backdropFilters, to: whole, transform, seen: area, images),
      let inner = try? Bitmap(width: area.width, height: area.height)
    else { return }
    let part = filtered.frame.intersection(area)
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      let (from, to) = (filtered.bitmap.row(y - filtered.frame.minY), inner.row(y - area.minY))
      for x in part.minX..<part.maxX { to[x - area.minX] = from[x - filtered.frame.minX] }
    }
    canvas.draw(inner, atX: area.minX, y: area.minY, within: PaintPath(shape), opacity: layer.opacity)
  }

  private static func cairoOperator(_ composite: LayerEffect.Composite) -> cairo_operator_t {
    switch composite {
    case .destinationIn: return CAIRO_OPERATOR_DEST_IN
    case .sourceOut: return CAIRO_OPERATOR_OUT
    case .sourceIn: return CAIRO_OPERATOR_IN
    case .exclusiveOr: return CAIRO_OPERATOR_XOR
    case .blend(let mode): return FilterGraphRenderer.cairoOperator(mode)
    }
  }
}
