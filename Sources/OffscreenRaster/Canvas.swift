import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// A bitmap that is drawn on: by Cairo, or directly where that is quicker. Its pixel (0, 0) is at
/// `frame`'s corner in device space.
final class Canvas {
  let bitmap: Bitmap
  /// The part of device space that the bitmap shows.
  /// Optimization: this and what follows is asked for with each command; nothing changes it while it is read.
  @exclusivity(unchecked) private(set) var frame: DeviceRect
  /// Cairo's context and what it draws on, once something was to be drawn by it.
  @exclusivity(unchecked) private var drawing: (surface: OpaquePointer, cairo: OpaquePointer)?
  private let hasAlpha: Bool
  /// From the current space to device space.
  @exclusivity(unchecked) private(set) var transform: Transform
  private var transforms: [Transform] = []
  /// The box around what the clips leave.
  @exclusivity(unchecked) private(set) var clip: DeviceRect
  /// Whether the clips leave exactly that box.
  @exclusivity(unchecked) private(set) var isClipBox = true
  /// A part of what the clips leave in which they cut nothing: what lies in it is drawn as without them.
  @exclusivity(unchecked) private(set) var uncut: DeviceRect
  private var clips: [(box: DeviceRect, isBox: Bool, uncut: DeviceRect, work: Int)] = []
  /// What the paths cost that clip: each time that something is drawn, they are drawn too.
  @exclusivity(unchecked) private var clipWork = 0
  /// Room for the coverage of small shapes.
  var coverageCells: UnsafeMutablePointer<Float> {
    if let usedCells { return usedCells }
    let cells = UnsafeMutablePointer<Float>.allocate(capacity: ConvexCoverage.mostCells)
    usedCells = cells
    return cells
  }
  @exclusivity(unchecked) private var usedCells: UnsafeMutablePointer<Float>?
  /// How many pixels of gradients may still be found that are perhaps not covered: bounds hostile drawings.
  private var shadedPixelsLeft = 64 << 20
  /// Where paths of plain colours are counted exactly; without it, Cairo draws them.
  var coverageMemory: PathCoverage.Memory?

  /// Cairo's numbers have 24 bits before the point.
  private static let limit = 4_000_000.0

  /// `hasAlpha`: whether it is transparent where nothing is drawn, and not black for ever. `isFilledNext`: the bitmap is
  /// filled before anything is drawn.
  init?(frame: DeviceRect, transform: Transform, hasAlpha: Bool = true, isFilledNext: Bool = false) {
    guard !frame.isEmpty, frame.width <= 32_767, frame.height <= 32_767,
      let bitmap = try? Bitmap(width: frame.width, height: frame.height, isFilledNext: isFilledNext)
    else { return nil }
    self.bitmap = bitmap
    self.frame = frame
    self.transform = transform
    (clip, uncut) = (frame, frame)
    self.hasAlpha = hasAlpha
    if !hasAlpha { bitmap.fill(0xFF00_0000) }
  }

  deinit {
    if let drawing {
      cairo_destroy(drawing.cairo)
      cairo_surface_destroy(drawing.surface)
    }
    usedCells?.deallocate()
  }

  /// Optimization: many small pages do without.
  var cairo: OpaquePointer { drawing?.cairo ?? beginDrawing() }

  private func beginDrawing() -> OpaquePointer {
    // Neither is ever null: where there is no memory, they are objects that do nothing.
    // https://www.cairographics.org/manual/cairo-Image-Surfaces.html#cairo-image-surface-create-for-data
    let surface: OpaquePointer = cairo_image_surface_create_for_data(
      bitmap.data.assumingMemoryBound(to: UInt8.self), hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
      Int32(clamping: frame.width), Int32(clamping: frame.height), Int32(clamping: bitmap.stride))
    let cairo: OpaquePointer = cairo_create(surface)
    drawing = (surface, cairo)
    return cairo
  }

  /// Begins another band of the same size: everything is as new but the pixels.
  func move(to frame: DeviceRect, transform: Transform) {
    self.frame = frame
    self.transform = transform
    transforms = []
    clips = []
    clipWork = 0
    (clip, uncut) = (frame, frame)
    isClipBox = true
    if let drawing {
      cairo_reset_clip(drawing.cairo)
      cairo_identity_matrix(drawing.cairo)
    }
  }

  /// Begins anew, with all pixels as they were at first.
  func clear(hasAlpha: Bool) {
    transforms = []
    transform = .identity
    while !clips.isEmpty { popClip() }
    flush()
    bitmap.fill(hasAlpha ? 0 : 0xFF00_0000)
    noteOwnPixels()
  }

  /// To be called once the bitmap's pixels were written directly: Cairo neither clears what it takes to be clear, nor
  /// keeps what is there.
  func noteOwnPixels() { if let drawing { cairo_surface_mark_dirty(drawing.surface) } }

  /// To be called before the bitmap's pixels are read or written directly: all that was drawn is in them then.
  func flush() { if let drawing { cairo_surface_flush(drawing.surface) } }

  // MARK: Transforms

  func pushTransform(_ inner: Transform) {
    transforms.append(transform)
    transform = inner.then(transform)
  }
  func popTransform() { if let last = transforms.popLast() { transform = last } }

  // MARK: Clips

  private func saveClip() {
    clips.append((clip, isClipBox, uncut, clipWork))
    cairo_save(cairo)
  }

  func popClip() {
    guard let last = clips.popLast() else { return }
    (clip, isClipBox, uncut, clipWork) = last
    cairo_restore(cairo)
  }

  func pushClip(_ rect: PaintRect) {
    if transform.isScaleAndTranslation, let box = DeviceRect(aligned: rect.mapped(by: transform)) {
      return pushClip(box)
    }
    saveClip()
    var path = PaintPath()
    path.add(rect)
    clip(to: path, .nonzero)
  }

  func pushClip(_ box: DeviceRect) {
    saveClip()
    clip = clip.intersection(box)
    if clip.isEmpty { clip = .empty }
    uncut = uncut.intersection(clip)
    cairo_new_path(cairo)
    cairo_rectangle(
      cairo, Double(clip.minX - frame.minX), Double(clip.minY - frame.minY), Double(clip.width), Double(clip.height))
    cairo_clip(cairo)
  }

  func pushClip(_ path: PaintPath, _ rule: FillRule) {
    saveClip()
    clip(to: path, rule)
  }

  func pushClip(_ shape: RoundedRect) {
    saveClip()
    let uncutOutside = uncut
    clip(to: PaintPath(shape), .nonzero)
    // Between its corners it cuts nothing.
    guard shape.contour == nil, transform.isScaleAndTranslation else { return }
    let inner = PaintRect(
      minX: shape.rect.minX + max(shape.topLeft.x, shape.bottomLeft.x),
      minY: shape.rect.minY + max(shape.topLeft.y, shape.topRight.y),
      maxX: shape.rect.maxX - max(shape.topRight.x, shape.bottomRight.x),
      maxY: shape.rect.maxY - max(shape.bottomLeft.y, shape.bottomRight.y))
    guard !inner.isEmpty else { return }
    uncut = uncutOutside.intersection(DeviceRect(inside: inner.mapped(by: transform)))
  }

  private func clip(to path: PaintPath, _ rule: FillRule) {
    clip = clip.intersection(DeviceRect(covering: path.bounds.mapped(by: transform)))
    if clip.isEmpty { clip = .empty }
    uncut = .empty
    isClipBox = false
    clipWork = min(clipWork + DrawingCost.path(path, self, area: 0), 1 << 40)
    setPath(path)
    cairo_set_fill_rule(cairo, rule == .evenodd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_clip(cairo)
  }

  /// All but the inside of a shape.
  func pushClipOut(_ shape: RoundedRect) {
    saveClip()
    uncut = .empty
    isClipBox = false
    clipWork += 2 * DrawingCost.call
    cairo_new_path(cairo)
    addFrame()
    addPath(PaintPath(shape))
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_clip(cairo)
  }

  /// The canvas's area, as a path.
  private func addFrame() {
    cairo_rectangle(cairo, -8, -8, Double(frame.width) + 16, Double(frame.height) + 16)
  }

  /// Whether the clips do to what is drawn in a box no more than to cut it at their own.
  func isClippedEvenly(_ box: DeviceRect) -> Bool { isClipBox || uncut.contains(box) }

  /// What the clips add to the cost of drawing something.
  func clipCost(area: Int) -> DrawingBudget.Cost {
    isClipBox ? 0 : DrawingCost.call + area + clipWork
  }

  // MARK: Paths

  /// A point in the bitmap's pixels, cut to what Cairo can count.
  @inline(__always)
  func devicePoint(_ point: PaintPoint) -> (x: Double, y: Double) {
    let (x, y) = transform.apply(x: point.x, y: point.y)
    return (Self.cut(x - Double(frame.minX)), Self.cut(y - Double(frame.minY)))
  }

  @inline(__always)
  private static func cut(_ value: Double) -> Double { value.isNaN ? 0 : max(-limit, min(limit, value)) }

  func setPath(_ path: PaintPath) {
    cairo_new_path(cairo)
    addPath(path)
  }

  func addPath(_ path: PaintPath) { add(path.elements, to: cairo) }

  /// Adds elements of a path to the one that `cairo` has, whose matrix moves points of this canvas at most.
  /// `isStroked`: not only filled.
  func add(_ elements: some Sequence<PaintPath.Element>, to cairo: OpaquePointer, isStroked: Bool = false) {
    var current = (x: 0.0, y: 0.0)
    for element in elements {
      switch element {
      case .move(let point):
        current = devicePoint(point)
        cairo_move_to(cairo, current.x, current.y)
      case .line(let point):
        current = devicePoint(point)
        cairo_line_to(cairo, current.x, current.y)
      case .curve(let a, let b, let c):
        var (p, q, r) = (devicePoint(a), devicePoint(b), devicePoint(c))
        if isStroked {
          if Self.isUnseenTurn(p, at: current, r) { p = current }
          if Self.isUnseenTurn(q, at: r, current) { q = r }
        }
        cairo_curve_to(cairo, p.x, p.y, q.x, q.y, r.x, r.y)
        current = r
      case .close: cairo_close_path(cairo)
      }
    }
  }

  /// Whether a control point is so near to an end of a curve that nobody sees the direction that the curve has there:
  /// where it turns at once, Cairo's pen leaves gaps.
  private static func isUnseenTurn(
    _ control: (x: Double, y: Double), at end: (x: Double, y: Double), _ other: (x: Double, y: Double)
  ) -> Bool {
    func square(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
      (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
    }
    let distance = square(control, end)
    return distance < 0.04 && distance * 400 < square(end, other)
  }

  func setSource(_ color: Color, opacity: Double = 1) {
    cairo_set_source_rgba(
      cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * opacity)
  }

  func fill(_ path: PaintPath, _ color: Color, _ rule: FillRule = .nonzero) {
    if cover(path, .color(color), rule) || fillConvex(path, color) { return }
    setPath(path)
    setSource(color)
    cairo_set_fill_rule(cairo, rule == .evenodd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(cairo)
  }

  // MARK: Rectangles

  func fill(_ rect: PaintRect, _ color: Color) {
    if isClipBox, transform.isScaleAndTranslation, let box = DeviceRect(aligned: rect.mapped(by: transform)) {
      fill(box.intersection(clip), Pixels.premultiplied(color))
      return
    }
    if transform.isScaleAndTranslation, cover(box: rect.mapped(by: transform), .color(color)) { return }
    fill(PaintPath(rect), color)
  }

  /// Fills whole pixels, which must lie in the clip.
  private func fill(_ box: DeviceRect, _ pixel: UInt32) {
    guard !box.isEmpty else { return }
    flush()
    let left = box.minX - frame.minX
    let width = box.width
    let isOpaque = pixel >> 24 == 255
    for y in (box.minY - frame.minY)..<(box.maxY - frame.minY) {
      let row = UnsafeMutableBufferPointer(rebasing: bitmap.row(y)[left..<(left + width)])
      if isOpaque {
        row.update(repeating: pixel)
      } else {
        for x in 0..<width { row[x] = Pixels.over(pixel, row[x]) }
      }
    }
    noteOwnPixels()
  }

  /// What is inside `outer` and outside `inner`.
  func fillRing(_ outer: RoundedRect, _ inner: RoundedRect, _ color: Color) {
    if !outer.isRounded, !inner.isRounded, transform.isScaleAndTranslation {
      let (o, i) = (outer.rect, inner.rect.intersection(outer.rect))
      if i.isEmpty { return fill(o, color) }
      fill(PaintRect(minX: o.minX, minY: o.minY, maxX: o.maxX, maxY: i.minY), color)
      fill(PaintRect(minX: o.minX, minY: i.maxY, maxX: o.maxX, maxY: o.maxY), color)
      fill(PaintRect(minX: o.minX, minY: i.minY, maxX: i.minX, maxY: i.maxY), color)
      fill(PaintRect(minX: i.maxX, minY: i.minY, maxX: o.maxX, maxY: i.maxY), color)
      return
    }
    var path = PaintPath(outer)
    path.add(inner)
    fill(path, color, .evenodd)
  }

  // MARK: Strokes

  func stroke(_ stroke: Stroke) {
    if strokeCircle(stroke) { return }
    setSource(stroke.color)
    strokeWithSource(stroke)
  }

  /// Strokes with whatever the source is.
  func strokeWithSource(_ stroke: Stroke) {
    var stroke = stroke
    if let visible = visibleLine(stroke) { stroke.path = visible }
    if stroke.isDrawnInPieces, canPen(stroke), strokeInPieces(stroke) { return }
    withPen(of: stroke) { cairo_stroke(cairo) }
  }

  private func canPen(_ stroke: Stroke) -> Bool {
    transform.meanScale > 0 && stroke.width.isFinite && stroke.width > 0
      && stroke.width * transform.largestScale < Self.limit
  }

  /// Runs `body` with a stroke's path and pen; not where there is nothing to draw, or more than Cairo can count.
  private func withPen(of stroke: Stroke, _ body: () -> Void) {
    var stroke = stroke
    if !stroke.dashes.isEmpty {
      let period = stroke.dashes.reduce(0, +)
      guard stroke.dashes.allSatisfy({ $0 >= 0 && $0.isFinite }), period > 0 else { return }
      // Too many dashes to draw one by one.
      let count = stroke.path.length / period
      if !(count <= 100_000) { stroke.dashes = [] }
    }
    guard canPen(stroke) else { return }
    cairo_new_path(cairo)
    add(stroke.path.elements, to: cairo, isStroked: true)
    cairo_save(cairo)
    setPen(stroke, on: cairo)
    body()
    cairo_restore(cairo)
  }

  /// The path is in device space already; the matrix gives the pen its shape.
  func setPen(_ stroke: Stroke, on cairo: OpaquePointer) {
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: 0, y0: 0)
    cairo_set_matrix(cairo, &matrix)
    cairo_set_line_width(cairo, stroke.width)
    let cap =
      switch stroke.cap {
      case .butt: CAIRO_LINE_CAP_BUTT
      case .round: CAIRO_LINE_CAP_ROUND
      case .square: CAIRO_LINE_CAP_SQUARE
      }
    let join =
      switch stroke.join {
      case .miter: CAIRO_LINE_JOIN_MITER
      case .round: CAIRO_LINE_JOIN_ROUND
      case .bevel: CAIRO_LINE_JOIN_BEVEL
      }
    cairo_set_line_cap(cairo, cap)
    cairo_set_line_join(cairo, join)
    cairo_set_miter_limit(cairo, max(1, min(1e6, stroke.miterLimit)))
    cairo_set_dash(cairo, stroke.dashes, Int32(clamping: stroke.dashes.count), stroke.dashOffset)
  }

  // MARK: What shapes cover

  /// What is put down where something is covered.
  enum CoverPaint {
    case color(Color)
    case gradient(GradientShader)
  }

  /// Fills a path; false where that takes Cairo.
  func cover(_ path: PaintPath, _ paint: CoverPaint, _ rule: FillRule) -> Bool {
    cover(path.bounds.bounds(under: transform), paint, rule) { coverage in
      coverage.add(path.elements) { point in
        let place = transform.apply(x: point.x, y: point.y)
        return PaintPoint(x: place.x, y: place.y)
      }
    }
  }

  /// Fills an upright rectangle of device space; false where that takes Cairo.
  private func cover(box: PaintRect, _ paint: CoverPaint) -> Bool {
    // Level edges cover nothing.
    cover(box, paint, .nonzero) { coverage in
      coverage.add(PaintPoint(x: box.maxX, y: box.minY), PaintPoint(x: box.maxX, y: box.maxY))
      coverage.add(PaintPoint(x: box.minX, y: box.maxY), PaintPoint(x: box.minX, y: box.minY))
    }
  }

  /// Strokes a path of device space with a pen that is a circle, `scale` times as large as the line says; false where that
  /// takes Cairo.
  func cover(
    _ line: Stroke, along path: PaintPath, scale: Double, within bounds: PaintRect, _ paint: CoverPaint
  ) -> Bool {
    guard line.dashes.isEmpty, line.width > 0, line.width * scale < 1e6 else { return false }
    return cover(bounds, paint, .nonzero) { coverage in
      var stroke = StrokeCoverage(line, scale: scale, on: coverage)
      stroke.add(path)
    }
  }

  /// Fills the whole pixels of a rectangle of device space; false where its edges do not lie between pixels.
  func fill(_ rect: PaintRect, _ shader: GradientShader) -> Bool {
    guard isClipBox, let box = DeviceRect(aligned: rect)?.intersection(clip) else { return false }
    guard !box.isEmpty else { return true }
    flush()
    shader.withRows(from: box.minX, of: box.width) { shade in
      for y in box.minY..<box.maxY {
        let pixels = shade(box.minX, y, box.width)
        let row = UnsafeMutableBufferPointer(rebasing: bitmap.row(y - frame.minY)[(box.minX - frame.minX)...])
        if shader.isOpaque {
          _ = row.update(fromContentsOf: pixels)
        } else {
          for index in pixels.indices { row[index] = Pixels.over(pixels[index], row[index]) }
        }
      }
    }
    noteOwnPixels()
    return true
  }

  /// Puts a paint down on what `add` counts; false where that takes Cairo. `bounds`: around it, in device space.
  private func cover(
    _ bounds: PaintRect, _ paint: CoverPaint, _ rule: FillRule, _ add: (PathCoverage) -> Void
  ) -> Bool {
    let box = DeviceRect(covering: bounds).intersection(clip)
    guard let coverageMemory, isClippedEvenly(box), box.width * box.height <= PathCoverage.Memory.mostPixels else {
      return false
    }
    guard let coverage = coverageMemory.begin(box) else { return true }
    add(coverage)
    flush()
    switch paint {
    case .color(let color):
      let pixel = Pixels.premultiplied(color)
      coverage.finish(rule) { stretch in
        if stretch.isEven { putEvenly(pixel, stretch) } else { put(stretch) { _ in pixel } }
      }
    case .gradient(let shader):
      shader.withRows(from: coverage.box.minX, of: coverage.box.width) { shade in
        coverage.finish(rule) { stretch in
          let pixels = shade(stretch.x, stretch.y, stretch.count)
          let isWhole = stretch.isEven && stretch.bytes[0] == 255
          if isWhole, shader.isOpaque {
            _ = row(of: stretch).update(fromContentsOf: pixels)
          } else {
            put(stretch) { pixels[$0] }
          }
        }
      }
    }
    noteOwnPixels()
    return true
  }

  @inline(__always)
  private func row(of stretch: PathCoverage.Stretch) -> UnsafeMutableBufferPointer<UInt32> {
    let left = stretch.x - frame.minX
    return UnsafeMutableBufferPointer(rebasing: bitmap.row(stretch.y - frame.minY)[left..<left + stretch.count])
  }

  /// Puts pixels over those of a part of a row, as far as it is covered.
  @inline(__always)
  private func put(_ stretch: PathCoverage.Stretch, _ pixel: (Int) -> UInt32) {
    let (row, step) = (row(of: stretch), stretch.isEven ? 0 : 1)
    for index in 0..<stretch.count {
      let byte = stretch.bytes[index &* step]
      if byte == 0 { continue }
      row[index] = Pixels.over(byte == 255 ? pixel(index) : Pixels.scaled(pixel(index), UInt32(byte)), row[index])
    }
  }

  private func putEvenly(_ pixel: UInt32, _ stretch: PathCoverage.Stretch) {
    let (row, byte) = (row(of: stretch), stretch.bytes[0])
    let source = byte == 255 ? pixel : Pixels.scaled(pixel, UInt32(byte))
    if source >> 24 == 255 { return row.update(repeating: source) }
    for index in row.indices { row[index] = Pixels.over(source, row[index]) }
  }

  // MARK: What is inside of a path

  func contains(_ point: PaintPoint, in path: PaintPath, _ rule: FillRule) -> Bool {
    setPath(path)
    cairo_set_fill_rule(cairo, rule == .evenodd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    let place = devicePoint(point)
    return cairo_in_fill(cairo, place.x, place.y) != 0
  }

  /// Whether a stroke covers a point of the bitmap.
  func contains(_ point: PaintPoint, in stroke: Stroke) -> Bool {
    var isCovered = false
    withPen(of: stroke) {
      var (x, y) = (Self.cut(point.x), Self.cut(point.y))
      cairo_device_to_user(cairo, &x, &y)
      isCovered = cairo_in_stroke(cairo, x, y) != 0
    }
    return isCovered
  }

  /// A path filled or stroked with a gradient, or without smooth edges.
  func draw(_ shape: ShapePaint) {
    var pattern: OpaquePointer?
    defer { if let pattern { cairo_pattern_destroy(pattern) } }
    switch shape.source {
    case .color(let color): setSource(color, opacity: shape.opacity)
    case .gradient(let gradient):
      if drawShaded(shape, gradient) { return }
      pattern = gradient.pattern(opacity: shape.opacity, toBitmap: toBitmap)
      guard let pattern else { return }
      cairo_set_source(cairo, pattern)
    }
    drawWithSource(shape)
  }

  /// The gradient's pixels first, exactly, and the shape with them as its source. False where that takes Cairo, whose
  /// gradients are in fixed point numbers: where too many pixels that may not be covered would be found.
  private func drawShaded(_ shape: ShapePaint, _ gradient: VectorGradient) -> Bool {
    guard shape.stroke == nil, let shader = gradient.shader(opacity: shape.opacity, toDevice: transform) else {
      return false
    }
    let box = DeviceRect(covering: shape.path.bounds.bounds(under: transform)).outset(by: 1).intersection(clip)
    if box.isEmpty { return true }
    guard box.width * box.height <= shadedPixelsLeft, let pixels = shader.bitmap(of: box) else { return false }
    shadedPixelsLeft -= box.width * box.height
    withSurface(of: pixels) { source in
      guard let pattern = cairo_pattern_create_for_surface(source) else { return }
      defer { cairo_pattern_destroy(pattern) }
      cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
      var matrix = cairo_matrix_t(
        xx: 1, yx: 0, xy: 0, yy: 1, x0: Double(frame.minX - box.minX), y0: Double(frame.minY - box.minY))
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_set_source(cairo, pattern)
      drawWithSource(shape)
    }
    return true
  }

  private func drawWithSource(_ shape: ShapePaint) {
    if shape.isAliased { cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE) }
    if var stroke = shape.stroke {
      stroke.path = shape.path
      strokeWithSource(stroke)
    } else {
      setPath(shape.path)
      cairo_set_fill_rule(cairo, shape.rule == .evenodd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      cairo_fill(cairo)
    }
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_DEFAULT)
    // The pattern must not outlive what it was made of.
    cairo_set_source_rgb(cairo, 0, 0, 0)
  }

  /// From the current space to the bitmap's pixels.
  var toBitmap: Transform { transform.then(.translation(x: -Double(frame.minX), y: -Double(frame.minY))) }

  /// The part of a straight upright or level dashed line that may be seen, with its dashes in place.
  private func visibleLine(_ stroke: Stroke) -> PaintPath? {
    let (elements, period) = (stroke.path.elements, stroke.dashes.reduce(0, +))
    guard period > 0, elements.count == 2, case .move(let start) = elements[0], case .line(let end) = elements[1],
      let inverse = transform.inverse
    else { return nil }
    let seen = clip.outset(by: 2).paintRect.bounds(under: inverse).outset(by: stroke.width + period)
    var (from, to) = (start, end)
    if start.y == end.y, start.x < end.x {
      if seen.minX > start.x { from.x = start.x + ((seen.minX - start.x) / period).rounded(.down) * period }
      to.x = min(end.x, max(from.x, seen.maxX))
    } else if start.x == end.x, start.y < end.y {
      if seen.minY > start.y { from.y = start.y + ((seen.minY - start.y) / period).rounded(.down) * period }
      to.y = min(end.y, max(from.y, seen.maxY))
    } else {
      return nil
    }
    var path = PaintPath()
    path.move(to: from)
    path.line(to: to)
    return path
  }

  // MARK: Masks and pictures

  /// Puts a colour down through coverage: one byte a pixel, `box` in device space.
  func fill(mask: UnsafeMutablePointer<UInt8>, stride: Int, box: DeviceRect, _ color: Color) {
    guard !box.isEmpty else { return }
    if isClipBox {
      let part = box.intersection(clip)
      guard !part.isEmpty else { return }
      flush()
      let pixel = Pixels.premultiplied(color)
      for y in part.minY..<part.maxY {
        let row = bitmap.row(y - frame.minY)
        let coverage = mask + (y - box.minY) * stride - box.minX
        for x in part.minX..<part.maxX {
          let c = UInt32(coverage[x])
          if c == 0 { continue }
          let index = x - frame.minX
          row[index] = Pixels.over(c == 255 ? pixel : Pixels.scaled(pixel, c), row[index])
        }
      }
      noteOwnPixels()
      return
    }
    guard
      let source = cairo_image_surface_create_for_data(
        mask, CAIRO_FORMAT_A8, Int32(clamping: box.width), Int32(clamping: box.height), Int32(clamping: stride))
    else { return }
    setSource(color)
    cairo_mask_surface(cairo, source, Double(box.minX - frame.minX), Double(box.minY - frame.minY))
    cairo_surface_finish(source)
    cairo_surface_destroy(source)
  }

  /// Puts a bitmap down pixel by pixel, its corner at a device pixel, seen within a path.
  func draw(
    _ picture: Bitmap, atX x: Int, y: Int, within path: PaintPath?, opacity: Double = 1,
    composite: cairo_operator_t = CAIRO_OPERATOR_OVER
  ) {
    withSurface(of: picture) { source in
      cairo_save(cairo)
      if let path {
        setPath(path)
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
        cairo_clip(cairo)
      }
      // Pixman forgets one of the colours where these modes meet a mask: what is seen through is made before.
      let isApart = opacity < 1 && Self.isNonseparable(composite)
      if isApart { cairo_push_group(cairo) } else { cairo_set_operator(cairo, composite) }
      cairo_set_source_surface(cairo, source, Double(x - frame.minX), Double(y - frame.minY))
      cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST)
      if opacity < 1 { cairo_paint_with_alpha(cairo, max(0, opacity)) } else { cairo_paint(cairo) }
      if isApart {
        cairo_pop_group_to_source(cairo)
        cairo_set_operator(cairo, composite)
        cairo_paint(cairo)
      }
      cairo_restore(cairo)
    }
  }

  static func isNonseparable(_ mode: cairo_operator_t) -> Bool {
    mode == CAIRO_OPERATOR_HSL_HUE || mode == CAIRO_OPERATOR_HSL_SATURATION || mode == CAIRO_OPERATOR_HSL_COLOR
      || mode == CAIRO_OPERATOR_HSL_LUMINOSITY
  }

  /// Runs `body` with a Cairo surface over a bitmap's pixels.
  func withSurface(of picture: Bitmap, _ body: (OpaquePointer) -> Void) {
    guard picture.width <= 32_767, picture.height <= 32_767,
      let source = cairo_image_surface_create_for_data(
        picture.data.assumingMemoryBound(to: UInt8.self),
        picture.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(clamping: picture.width),
        Int32(clamping: picture.height), Int32(clamping: picture.stride))
    else { return }
    body(source)
    // The context may still hold the surface as its source: it must not outlive the pixels.
    cairo_set_source_rgb(cairo, 0, 0, 0)
    cairo_surface_finish(source)
    cairo_surface_destroy(source)
  }
}
