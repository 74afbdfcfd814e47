internal import CCairo
internal import OffscreenCSS
internal import OffscreenGeometry
internal import OffscreenImages
internal import OffscreenPaint
internal import OffscreenText

/// Carries out the commands of a list on a canvas. Layers are drawn on canvases of their own.
struct DisplayListPlayer {
  let list: DisplayList
  let glyphs: GlyphRenderer
  let images: ImageRenderer
  private var depth = 0
  /// Layers nested deeper are drawn without their effects. Each costs a bitmap.
  private static let maximumDepth = 64

  init(list: DisplayList, fonts: FontContext) {
    self.list = list
    glyphs = GlyphRenderer(fonts: fonts)
    images = ImageRenderer(list: list)
  }

  mutating func play(_ range: Range<Int>, on canvas: Canvas) {
    var index = range.lowerBound
    while index < range.upperBound {
      // Optimization: what is out of the canvas, and groups of it, are passed over.
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
    case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .image, .glyphs, .shadow, .popClip,
      .popTransform, .popLayer:
      false
    }
  }

  /// Whether a command can change anything on the canvas. `bounds` are in the current space.
  private func isSeen(_ command: DisplayCommand, _ bounds: PaintRect, _ canvas: Canvas) -> Bool {
    if case .pushLayer(let index) = command {
      switch list.layers[Int(index)].composite {
      // These erase where they draw nothing.
      case .destinationIn, .destinationInLuminance, .sourceIn: return true
      case .blend, .destinationOut, .exclusiveOr: break
      }
    }
    let device = bounds.mapped(by: canvas.transform)
    let clip = canvas.clip
    return device.minX < Double(clip.maxX) + 1 && device.maxX > Double(clip.minX) - 1
      && device.minY < Double(clip.maxY) + 1 && device.maxY > Double(clip.minY) - 1
  }

  private func run(_ command: DisplayCommand, _ bounds: PaintRect, _ canvas: Canvas) {
    switch command {
    case .fillRect(let rect, let color):
      if isSeen(command, bounds, canvas) { canvas.fill(rect, color) }
    case .fillRoundedRect(let shape, let color):
      if isSeen(command, bounds, canvas) { canvas.fill(PaintPath(list.roundedRects[Int(shape)]), color) }
    case .fillRing(let outer, let inner, let color):
      if isSeen(command, bounds, canvas) {
        canvas.fillRing(list.roundedRects[Int(outer)], list.roundedRects[Int(inner)], color)
      }
    case .fillPath(let path, let rule, let color):
      if isSeen(command, bounds, canvas) { canvas.fill(list.paths[Int(path)], color, rule) }
    case .stroke(let index):
      if isSeen(command, bounds, canvas) { canvas.stroke(list.strokes[Int(index)]) }
    case .image(let index):
      if isSeen(command, bounds, canvas) { images.draw(list.images[Int(index)], on: canvas) }
    case .glyphs(let index):
      if isSeen(command, bounds, canvas) { glyphs.draw(list.glyphRuns[Int(index)], list.glyphs, on: canvas) }
    case .shadow(let index):
      if isSeen(command, bounds, canvas) { ShadowRenderer.draw(list.shadows[Int(index)], on: canvas) }
    case .pushClip(let rect): canvas.pushClip(rect)
    case .pushRoundedClip(let shape): canvas.pushClip(PaintPath(list.roundedRects[Int(shape)]), .nonzero)
    case .pushPathClip(let path, let rule): canvas.pushClip(list.paths[Int(path)], rule)
    case .pushClipOut(let shape): canvas.pushClipOut(list.roundedRects[Int(shape)])
    case .popClip: canvas.popClip()
    case .pushTransform(let index): canvas.pushTransform(list.transforms[Int(index)])
    case .popTransform: canvas.popTransform()
    case .pushLayer, .popLayer: break
    }
  }

  // MARK: Layers

  private mutating func drawLayer(_ layer: LayerEffect, _ range: Range<Int>, _ canvas: Canvas) {
    if !layer.backdropFilters.isEmpty { filterBackdrop(layer, canvas) }
    guard depth < Self.maximumDepth else { return play(range, on: canvas) }
    depth += 1
    defer { depth -= 1 }
    let transform = canvas.transform
    let reach = Filters.reach(layer.filters, transform)
    // 1. How much of it can be seen.
    var frame = canvas.clip.outset(by: reach)
    if let bounds = layer.bounds {
      let filtered = DeviceRect(covering: bounds.mapped(by: transform)).outset(by: reach + 1)
      frame = frame.intersection(filtered)
    } else {
      frame = DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    }
    var picture: Bitmap?
    if let inner = Canvas(frame: frame, transform: transform) {
      // 2. The contents by themselves.
      play(range, on: inner)
      cairo_surface_flush(inner.surface)
      picture = inner.bitmap
      // 3. Filters.
      Filters.apply(layer.filters, to: inner.bitmap, transform)
      if case .destinationInLuminance = layer.composite { Filters.luminanceToAlpha(inner.bitmap) }
    }
    // 4. Put down with opacity and blending.
    let mode = Self.cairoOperator(layer.composite)
    if let picture {
      canvas.draw(
        picture, atX: frame.minX, y: frame.minY, within: nil, opacity: layer.opacity, composite: mode)
    } else if mode == CAIRO_OPERATOR_DEST_IN || mode == CAIRO_OPERATOR_IN {
      // Nothing is there to keep anything.
      cairo_save(canvas.cairo)
      cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_CLEAR)
      cairo_paint(canvas.cairo)
      cairo_restore(canvas.cairo)
    }
  }

  private func filterBackdrop(_ layer: LayerEffect, _ canvas: Canvas) {
    guard let shape = layer.backdropShape else { return }
    let transform = canvas.transform
    let reach = Filters.reach(layer.backdropFilters, transform)
    let area = DeviceRect(covering: shape.rect.mapped(by: transform)).intersection(canvas.clip)
    let frame = area.outset(by: reach).intersection(canvas.frame)
    guard !area.isEmpty, !frame.isEmpty else { return }
    cairo_surface_flush(canvas.surface)
    guard
      let copy = try? canvas.bitmap.cropped(
        x: frame.minX - canvas.frame.minX, y: frame.minY - canvas.frame.minY, width: frame.width,
        height: frame.height)
    else { return }
    copy.isOpaque = false
    Filters.apply(layer.backdropFilters, to: copy, transform)
    canvas.draw(copy, atX: frame.minX, y: frame.minY, within: PaintPath(shape), opacity: layer.opacity)
  }

  private static func cairoOperator(_ composite: LayerEffect.Composite) -> cairo_operator_t {
    switch composite {
    case .destinationIn, .destinationInLuminance: return CAIRO_OPERATOR_DEST_IN
    case .destinationOut: return CAIRO_OPERATOR_DEST_OUT
    case .sourceIn: return CAIRO_OPERATOR_IN
    case .exclusiveOr: return CAIRO_OPERATOR_XOR
    case .blend(let mode):
      switch mode {
      case .normal: return CAIRO_OPERATOR_OVER
      case .multiply: return CAIRO_OPERATOR_MULTIPLY
      case .screen: return CAIRO_OPERATOR_SCREEN
      case .overlay: return CAIRO_OPERATOR_OVERLAY
      case .darken: return CAIRO_OPERATOR_DARKEN
      case .lighten: return CAIRO_OPERATOR_LIGHTEN
      case .hue: return CAIRO_OPERATOR_HSL_HUE
      case .saturation: return CAIRO_OPERATOR_HSL_SATURATION
      case .color: return CAIRO_OPERATOR_HSL_COLOR
      case .luminosity: return CAIRO_OPERATOR_HSL_LUMINOSITY
      case .colorDodge: return CAIRO_OPERATOR_COLOR_DODGE
      case .colorBurn: return CAIRO_OPERATOR_COLOR_BURN
      case .hardLight: return CAIRO_OPERATOR_HARD_LIGHT
      case .softLight: return CAIRO_OPERATOR_SOFT_LIGHT
      case .difference: return CAIRO_OPERATOR_DIFFERENCE
      case .exclusion: return CAIRO_OPERATOR_EXCLUSION
      case .plusLighter: return CAIRO_OPERATOR_ADD
      }
    }
  }
}
