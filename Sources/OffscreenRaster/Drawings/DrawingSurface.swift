import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// The output bitmap of a canvas, with the state that it is drawn on by. Paths are in the bitmap's own pixels.
/// https://html.spec.whatwg.org/multipage/canvas.html#drawing-model
final class DrawingSurface {
  /// Nil where the canvas has no pixels, or more than there may be.
  private(set) var canvas: Canvas?
  let hasAlpha: Bool
  /// Whether its pixels are in Display P3 instead of sRGB.
  let isWide: Bool
  var state = DrawingState()
  private var saved: [DrawingState] = []
  private let budget: DrawingBudget
  private let memory: PathCoverage.Memory
  /// Whether it was drawn on since that was last asked for.
  private(set) var isChanged = true

  private static let mostStates = 100_000

  init(
    width: Int, height: Int, hasAlpha: Bool, isWide: Bool = false, budget: DrawingBudget, memory: PathCoverage.Memory
  ) {
    (self.hasAlpha, self.isWide, self.budget, self.memory) = (hasAlpha, isWide, budget, memory)
    makeCanvas(width, height)
  }

  private func makeCanvas(_ width: Int, _ height: Int) {
    let frame = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
    canvas = Canvas(frame: frame, transform: .identity, hasAlpha: hasAlpha)
    canvas?.coverageMemory = memory
  }

  var pixelCount: Int { canvas?.bitmap.pixelCount ?? 0 }

  /// The pixels, once all that was drawn is in them.
  var bitmap: Bitmap? {
    guard let canvas else { return nil }
    canvas.flush()
    return canvas.bitmap
  }

  /// Whether it was drawn on since the last time.
  func takeChange() -> Bool {
    defer { isChanged = false }
    return isChanged
  }

  /// Something else has written the bitmap's pixels.
  func wrote() {
    isChanged = true
    canvas?.noteOwnPixels()
  }

  // MARK: States

  /// Begins anew.
  func reset(width: Int, height: Int) {
    isChanged = true
    (state, saved) = (DrawingState(), [])
    guard let canvas, canvas.frame.width == width, canvas.frame.height == height,
      cairo_status(canvas.cairo) == CAIRO_STATUS_SUCCESS
    else { return makeCanvas(width, height) }
    canvas.clear(hasAlpha: hasAlpha)
  }

  func save() {
    guard saved.count < Self.mostStates else { return }
    saved.append(state)
    state.clips = 0
  }

  func restore() {
    guard let last = saved.popLast() else { return }
    for _ in 0..<state.clips { canvas?.popClip() }
    state = last
  }

  func clip(to path: PaintPath, _ rule: FillRule) {
    guard let canvas else { return }
    // Each is kept, and costs where something is drawn. Without it, nothing may be seen.
    let isAllowed = budget.allows(effect: DrawingCost.path(path, canvas, area: 0))
    state.clips += 1
    // Optimization: what is drawn within whole pixels needs no mask.
    if isAllowed, let box = path.uprightRect.flatMap({ DeviceRect(aligned: $0) }) { return canvas.pushClip(box) }
    canvas.pushClip(isAllowed ? path : PaintPath(), rule)
  }

  // MARK: Shapes

  func fill(_ path: PaintPath, _ rule: FillRule) { paint(state.fill, in: path, rule) }

  private func paint(_ style: DrawingState.Style, in path: PaintPath, _ rule: FillRule) {
    guard let canvas else { return }
    compose(
      path.bounds, cost: { DrawingCost.path(path, canvas, area: $0) + Self.cost(of: style, area: $0) }, style,
      covering: { $0.cover(path, $1, rule) }
    ) { Self.fill(path, rule, on: $0) }
  }

  /// With Cairo, and its source.
  private static func fill(_ path: PaintPath, _ rule: FillRule, on canvas: Canvas) {
    canvas.setPath(path)
    cairo_set_fill_rule(canvas.cairo, rule == .evenodd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(canvas.cairo)
  }

  func stroke(_ path: PaintPath) {
    let (path, transform) = (path.pruned, state.transform)
    guard let canvas, let inverse = transform.inverse, !path.isEmpty else { return }
    var line = state.line
    // How far the line may reach: mitres and the corners of square caps too.
    let reach = line.width / 2 * max(1.5, line.join == .miter ? line.miterLimit : 1) * transform.largestScale
    let bounds = path.bounds.outset(by: min(reach, 1e6) + 1)
    let style = state.stroke
    let isDashed = !line.dashes.isEmpty
    line.path = isDashed ? path.transformed(by: inverse) : path
    var cost = isDashed ? 0 : DrawingCost.stroke(line, canvas, area: 0)
    canvas.pushTransform(transform)
    if isDashed { cost = DrawingCost.stroke(line, canvas, area: 0) }
    cost += DrawingCost.pen(line, canvas)
    canvas.popTransform()
    let scale = transform.circleScale
    compose(
      bounds, cost: { cost + Self.cost(of: style, area: $0) }, style,
      covering: { [line] canvas, paint in
        scale.map { canvas.cover(line, along: path, scale: $0, within: bounds, paint) } ?? false
      }
    ) { [line] canvas in
      // Cairo's pen and its dashes are of the current space.
      var line = line
      if !isDashed { line.path = path.transformed(by: inverse) }
      canvas.pushTransform(transform)
      canvas.strokeWithSource(line)
      canvas.popTransform()
    }
  }

  func fillRect(_ rect: PaintRect) {
    let transform = state.transform
    // Optimization: whole pixels, and rectangles that stay some.
    if case .color(var color) = state.fill, transform.b == 0, transform.c == 0, state.operation == .sourceOver,
      !state.shadow.isSeen, state.filters.isEmpty, let canvas
    {
      let device = rect.bounds(under: transform)
      color.alpha *= Float(state.alpha)
      let area = DeviceRect(covering: device).intersection(canvas.clip)
      guard !area.isEmpty, color.alpha > 0,
        budget.allows(effect: 100 + 2 * area.width * area.height + canvas.clipCost(area: area.width * area.height))
      else { return }
      isChanged = true
      return canvas.fill(device, color)
    }
    let (style, path) = (state.fill, path(of: rect))
    guard let canvas, case .gradient = style, transform.keepsAxes else { return fill(path, .nonzero) }
    compose(
      path.bounds, cost: { DrawingCost.path(path, canvas, area: $0) + Self.cost(of: style, area: $0) }, style,
      covering: { canvas, paint in
        if case .gradient(let shader) = paint, canvas.fill(path.bounds, shader) { return true }
        return canvas.cover(path, paint, .nonzero)
      }
    ) { Self.fill(path, .nonzero, on: $0) }
  }

  func clearRect(_ rect: PaintRect) {
    guard let canvas else { return }
    let path = path(of: rect)
    let area = DeviceRect(covering: path.bounds).intersection(canvas.clip)
    guard !area.isEmpty, budget.allows(effect: DrawingCost.path(path, canvas, area: area.width * area.height)) else {
      return
    }
    isChanged = true
    canvas.setPath(path)
    cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_CLEAR)
    cairo_fill(canvas.cairo)
    cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_OVER)
  }

  private func path(of rect: PaintRect) -> PaintPath {
    var path = PaintPath()
    path.reserve(5)
    func corner(_ x: Double, _ y: Double) -> PaintPoint {
      let corner = state.transform.apply(x: x, y: y)
      return PaintPoint(x: corner.x, y: corner.y)
    }
    path.move(to: corner(rect.minX, rect.minY))
    path.line(to: corner(rect.maxX, rect.minY))
    path.line(to: corner(rect.maxX, rect.maxY))
    path.line(to: corner(rect.minX, rect.maxY))
    path.close()
    return path
  }

  // MARK: Pictures

  /// Draws a part of a picture, in its natural pixels, into a rectangle.
  /// https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-drawimage
  func draw(_ image: PageImage, from part: PaintRect, to target: PaintRect, natural: (width: Double, height: Double)) {
    // 1. What lies beyond the picture is cut off, on both sides of the equation.
    let whole = PaintRect(x: 0, y: 0, width: natural.width, height: natural.height)
    let seen = part.intersection(whole)
    guard !seen.isEmpty, part.width > 0, part.height > 0, state.transform.inverse != nil else { return }
    let (scaleX, scaleY) = (target.width / part.width, target.height / part.height)
    let destination = PaintRect(
      x: target.x + (seen.x - part.x) * scaleX, y: target.y + (seen.y - part.y) * scaleY,
      width: seen.width * scaleX, height: seen.height * scaleY)
    guard !destination.isEmpty, destination.width.isFinite, destination.height.isFinite else { return }
    // 2. It is painted as a page's pictures are.
    var paint = ImagePaint(
      source: .image(image), destination: destination, tile: destination, stepX: destination.width,
      stepY: destination.height, rendering: state.smoothsImages ? .auto : .pixelated)
    paint.coversWholePixels = true
    if seen != whole {
      paint.part = PaintRect(
        x: seen.x / natural.width, y: seen.y / natural.height, width: seen.width / natural.width,
        height: seen.height / natural.height)
    }
    let (renderer, transform) = (ImageRenderer(list: DisplayList(), budget: budget), state.transform)
    compose(destination.bounds(under: transform), cost: { DrawingCost.call + 6 * $0 }) { canvas, opacity in
      paint.opacity = opacity
      canvas.pushTransform(transform)
      renderer.draw(paint, on: canvas)
      canvas.popTransform()
    }
  }

  // MARK: Text

  /// https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-filltext
  func draw(
    _ text: DrawingText, at x: Double, y: Double, _ place: DrawingTextPlace, within width: Double, isStroked: Bool
  ) {
    guard state.transform.inverse != nil else { return }
    // 1. Where it is too wide, it is condensed.
    let factor = text.width > width ? width / text.width : 1
    let transform = Transform(
      a: factor, b: 0, c: 0, d: 1, tx: x - text.anchor(place.align) * factor, ty: y + text.offset(of: place.baseline)
    ).then(state.transform)
    // 2. Plain text is drawn as a page's is.
    if !isStroked, case .color(let color) = state.fill {
      let bounds = text.bounds.bounds(under: transform)
      let cost = text.runs.count * DrawingCost.call + 5_000 * text.glyphs.count
      let glyphs = GlyphRenderer(fonts: text.fonts)
      compose(bounds, cost: { cost + 2 * $0 }) { canvas, opacity in
        canvas.pushTransform(transform)
        for (index, var run) in text.runs.enumerated() {
          run.color = color.faded(opacity)
          if glyphs.takesOutlines(run, canvas.transform), let outlines = text.outlines {
            for outline in outlines[index] where !canvas.cover(outline, .color(run.color), .nonzero) {
              glyphs.drawOutline(outline, of: run, on: canvas)
            }
          } else {
            glyphs.draw(run, text.glyphs, on: canvas)
          }
        }
        canvas.popTransform()
      }
      return
    }
    // 3. Other text by its outlines.
    let path = text.outline.transformed(by: transform)
    if isStroked { stroke(path) } else { paint(state.fill, in: path, .nonzero) }
  }

  // MARK: Compositing

  private static func cost(of style: DrawingState.Style, area: Int) -> Int {
    switch style {
    case .color, .nothing: 0
    case .gradient(let gradient): area * 12 + gradient.stops.count * 50
    case .pattern: area * 12
    }
  }

  /// Composes what `covering` puts down, or what `draw` draws with a style as Cairo's source where that does not.
  private func compose(
    _ bounds: PaintRect, cost: (Int) -> Int, _ style: DrawingState.Style,
    covering: (Canvas, Canvas.CoverPaint) -> Bool, _ draw: (Canvas) -> Void
  ) {
    if case .nothing = style { return }
    let isOver = state.operation == .sourceOver
    compose(bounds, cost: cost, obeysOperator: !isStrip(style)) { canvas, opacity in
      if isOver, let paint = coverPaint(style, opacity), covering(canvas, paint) { return }
      withSource(style, opacity, on: canvas, bounds) { draw(canvas) }
    }
  }

  private func coverPaint(_ style: DrawingState.Style, _ opacity: Double) -> Canvas.CoverPaint? {
    switch style {
    case .color(let color): .color(color.faded(opacity))
    case .gradient(let gradient): shader(gradient, opacity).map { .gradient($0) }
    case .pattern, .nothing: nil
    }
  }

  private func shader(_ gradient: PaintGradient, _ opacity: Double) -> GradientShader? {
    guard let inverse = state.transform.inverse else { return nil }
    let unit = PaintRect(x: 0, y: 0, width: 1, height: 1)
    return GradientShader(
      gradient, opacity: opacity,
      GradientPositions.Placement(
        inverse: inverse, tile: unit, stepX: 1, stepY: 1, source: unit, isSingle: true))
  }

  /// Composes what `draw` draws, with an opacity. `bounds`: around it, in the bitmap's pixels. `obeysOperator`: whether
  /// it is drawn with the operator that Cairo's context has.
  /// https://html.spec.whatwg.org/multipage/canvas.html#drawing-model
  private func compose(
    _ bounds: PaintRect, cost: (Int) -> Int, obeysOperator: Bool = false, _ draw: (Canvas, Double) -> Void
  ) {
    guard let canvas, !canvas.clip.isEmpty else { return }
    let box = DeviceRect(covering: bounds).outset(by: 1)
    let (operation, seen) = (state.operation, box.intersection(canvas.clip))
    if seen.isEmpty, !operation.isUnbounded, !state.shadow.isSeen, state.filters.isEmpty { return }
    let area = operation.isUnbounded ? canvas.clip.width * canvas.clip.height : max(0, seen.width * seen.height)
    guard budget.allows(effect: cost(area) + canvas.clipCost(area: area)) else { return }
    isChanged = true
    if operation == .copy { clear(canvas) }
    // 1. The shadow, unless the thing takes its place.
    if state.shadow.isSeen, operation != .copy { drawShadow(box, canvas, draw) }
    // 2. The thing itself, straight onto the bitmap where that is the same.
    let isPlain = obeysOperator && !Canvas.isNonseparable(operation.cairo)
    if state.filters.isEmpty, isPlain || operation.cairo == CAIRO_OPERATOR_OVER {
      cairo_set_operator(canvas.cairo, operation.cairo)
      draw(canvas, state.alpha)
      cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_OVER)
      return
    }
    if let picture = layer(box, seenIn: canvas.clip, draw) {
      put(picture, on: canvas)
    } else if operation.isUnbounded {
      clear(canvas)
    }
  }

  private func clear(_ canvas: Canvas) {
    cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_CLEAR)
    cairo_paint(canvas.cairo)
    cairo_set_operator(canvas.cairo, CAIRO_OPERATOR_OVER)
  }

  private func put(_ picture: FilteredPicture, on canvas: Canvas) {
    canvas.draw(
      picture.bitmap, atX: picture.frame.minX, y: picture.frame.minY, within: nil, composite: state.operation.cairo)
  }

  /// What `draw` draws by itself, with the state's opacity, filtered, as far as it can be seen in a part of the bitmap's
  /// space.
  private func layer(
    _ box: DeviceRect, seenIn part: DeviceRect, _ draw: (Canvas, Double) -> Void
  ) -> FilteredPicture? {
    let reach = Filters.reach(state.filters, .identity)
    let frame = box.outset(by: reach).intersection(part.outset(by: reach))
    let area = frame.width * frame.height
    let cost = state.filters.reduce(DrawingCost.call + 6 * area) { $0 + DrawingCost.filter($1, area: area) }
    guard !frame.isEmpty, budget.allows(effect: cost), let inner = Canvas(frame: frame, transform: .identity) else {
      return nil
    }
    inner.coverageMemory = memory
    draw(inner, state.alpha)
    inner.flush()
    let picture = FilteredPicture(bitmap: inner.bitmap, frame: frame)
    if state.filters.isEmpty { return picture }
    let images = ImageRenderer(list: DisplayList(), budget: budget)
    return Filters.apply(state.filters, to: picture, .identity, seen: part, images)
  }

  /// https://html.spec.whatwg.org/multipage/canvas.html#when-shadows-are-drawn
  private func drawShadow(_ box: DeviceRect, _ canvas: Canvas, _ draw: (Canvas, Double) -> Void) {
    let shadow = state.shadow
    let sigma = min(shadow.blur / 2, 2_000)
    let reach = Blur.reach(sigma)
    let (x, y) = (DeviceRect.whole(shadow.x.rounded()), DeviceRect.whole(shadow.y.rounded()))
    // Where things are whose shadow can be seen.
    let part = canvas.clip.moved(x: -x, y: -y).outset(by: reach)
    guard var picture = layer(box.outset(by: reach), seenIn: part, draw) else { return }
    let area = picture.frame.width * picture.frame.height
    guard budget.allows(effect: (sigma > 0 ? 50 : 10) * area) else { return }
    Blur.blurAlpha(of: picture.bitmap, sigma: sigma, Pixels.premultiplied(shadow.color))
    picture.frame = picture.frame.moved(x: x, y: y)
    put(picture, on: canvas)
  }

  // MARK: Sources

  /// Whether a pattern goes on in one direction only, which takes a clip.
  private func isStrip(_ style: DrawingState.Style) -> Bool {
    if case .pattern(let pattern) = style { pattern.repeatsX != pattern.repeatsY } else { false }
  }

  private func withSource(
    _ style: DrawingState.Style, _ opacity: Double, on canvas: Canvas, _ bounds: PaintRect, _ body: () -> Void
  ) {
    switch style {
    case .nothing: break
    case .color(let color):
      canvas.setSource(color, opacity: opacity)
      body()
    case .gradient(let gradient):
      let box = DeviceRect(covering: bounds).outset(by: 1).intersection(canvas.clip)
      guard !box.isEmpty, let picture = shader(gradient, opacity)?.bitmap(of: box) else { return }
      canvas.withSurface(of: picture) { surface in
        cairo_set_source_surface(
          canvas.cairo, surface, Double(box.minX - canvas.frame.minX), Double(box.minY - canvas.frame.minY))
        cairo_pattern_set_filter(cairo_get_source(canvas.cairo), CAIRO_FILTER_NEAREST)
        body()
      }
    case .pattern(let pattern): withSource(pattern, opacity, on: canvas, body)
    }
  }

  /// https://html.spec.whatwg.org/multipage/canvas.html#canvaspattern
  private func withSource(_ pattern: DrawingPattern, _ opacity: Double, on canvas: Canvas, _ body: () -> Void) {
    let toUser = pattern.transform.then(state.transform)
    let toBitmap = toUser.then(.translation(x: -Double(canvas.frame.minX), y: -Double(canvas.frame.minY)))
    // Of a matrix that Cairo cannot turn round, it would draw nothing ever again.
    guard let inverse = toBitmap.inverse, inverse.inverse != nil, let picture = faded(pattern.picture, opacity)
    else { return }
    var matrix = cairo_matrix_t(
      xx: inverse.a, yx: inverse.b, xy: inverse.c, yy: inverse.d, x0: inverse.tx, y0: inverse.ty)
    canvas.withSurface(of: picture) { surface in
      guard let source = cairo_pattern_create_for_surface(surface) else { return }
      defer { cairo_pattern_destroy(source) }
      cairo_pattern_set_matrix(source, &matrix)
      cairo_pattern_set_extend(source, pattern.repeatsX || pattern.repeatsY ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_NONE)
      cairo_pattern_set_filter(source, state.smoothsImages ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
      cairo_save(canvas.cairo)
      defer { cairo_restore(canvas.cairo) }
      if pattern.repeatsX != pattern.repeatsY {
        // As far as anything can be seen.
        let far = 1e6
        let (width, height) = (Double(picture.width), Double(picture.height))
        let strip =
          pattern.repeatsX
          ? PaintRect(x: -far, y: 0, width: 2 * far, height: height)
          : PaintRect(x: 0, y: -far, width: width, height: 2 * far)
        canvas.setPath(PaintPath(strip).transformed(by: toUser))
        cairo_set_fill_rule(canvas.cairo, CAIRO_FILL_RULE_WINDING)
        cairo_clip(canvas.cairo)
      }
      cairo_set_source(canvas.cairo, source)
      body()
    }
  }

  /// A picture with less opacity.
  private func faded(_ picture: Bitmap, _ opacity: Double) -> Bitmap? {
    guard opacity < 1 else { return picture }
    guard let copy = picture.copied() else { return nil }
    let factor = UInt32(max(0, opacity) * 255 + 0.5)
    if picture.isOpaque {
      copy.mapPixels { Pixels.scaled($0 | 0xFF00_0000, factor) }
    } else {
      copy.mapPixels { Pixels.scaled($0, factor) }
    }
    return copy
  }
}

extension DeviceRect {
  func moved(x: Int, y: Int) -> DeviceRect {
    DeviceRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }
}
