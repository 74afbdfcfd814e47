import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint
import OffscreenText

/// Carries out the commands of a list on a page of a document. What no document can say (filters, masks, perspective,
/// blurred shadows) is drawn as a picture by `DisplayListPlayer`.
struct DocumentPlayer {
  let list: DisplayList
  let page: DocumentPage
  /// From the current space to the page's.
  private(set) var transform: Transform
  private var transforms: [Transform] = []
  /// What is seen at most, in the page's coordinates.
  private let area: PaintRect
  /// The layers that are drawn as pictures.
  private let pictures: Set<Int>
  private var depth = 0

  /// Pixels of pictures for each CSS pixel: 288 an inch.
  static let resolution = 3.0
  /// Layers nested deeper are drawn without their effects.
  private static let maximumDepth = 64
  /// Cairo's numbers in documents have 24 bits before the point.
  private static let limit = 1_000_000.0

  private var cairo: OpaquePointer { page.cairo }

  init(_ list: DisplayList, on page: DocumentPage, _ transform: Transform, _ area: PaintRect) {
    (self.list, self.page, self.transform) = (list, page, transform)
    self.area = area.intersection(PaintRect(x: 0, y: 0, width: page.width, height: page.height))
    pictures = Self.layersToPicture(list)
  }

  /// Layers with effects of their own that a document has no word for, and those around layers that are masks.
  private static func layersToPicture(_ list: DisplayList) -> Set<Int> {
    var result: Set<Int> = []
    var open: [Int] = []
    for (index, command) in list.commands.enumerated() {
      switch command {
      case .pushLayer(let layer):
        let effect = list.layers[Int(layer)]
        if !effect.filters.isEmpty || effect.projection != nil || effect.tiling != nil { result.insert(index) }
        if case .blend = effect.composite {} else if let around = open.last { result.insert(around) }
        open.append(index)
      case .popLayer: _ = open.popLast()
      case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow, .pushClip,
        .pushRoundedClip, .pushPathClip, .pushClipOut, .popClip, .pushTransform, .popTransform:
        break
      }
    }
    return result
  }

  mutating func play(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = Int(list.ends[index])
      if end > index {
        let isSeen = list.bounds[index].bounds(under: transform).intersects(area)
        if !isSeen, !erases(list.commands[index]) {
          index = end + 1
          continue
        }
        if case .pushLayer(let layer) = list.commands[index] {
          drawLayer(list.layers[Int(layer)], index..<(end + 1))
          index = end + 1
          continue
        }
      }
      run(index)
      index += 1
    }
  }

  private func erases(_ command: DisplayCommand) -> Bool {
    guard case .pushLayer(let index) = command else { return false }
    switch list.layers[Int(index)].composite {
    case .destinationIn, .sourceIn, .sourceOut: return true
    case .blend, .exclusiveOr: return false
    }
  }

  private mutating func run(_ index: Int) {
    switch list.commands[index] {
    case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow:
      if list.bounds[index].bounds(under: transform).intersects(area) { draw(index) }
    case .pushClip(let rect): pushClip(PaintPath(rect), .nonzero)
    case .pushRoundedClip(let shape): pushClip(PaintPath(list.roundedRects[Int(shape)]), .nonzero)
    case .pushPathClip(let path, let rule): pushClip(list.paths[Int(path)], rule)
    case .pushClipOut(let shape):
      var path = PaintPath(PaintRect(x: -50_000, y: -50_000, width: 100_000, height: 100_000))
      path.add(list.roundedRects[Int(shape)])
      pushClip(path, .evenodd)
    case .popClip: cairo_restore(cairo)
    case .pushTransform(let index):
      cairo_save(cairo)
      transforms.append(transform)
      let inner = list.transforms[Int(index)]
      transform = inner.then(transform)
      // A matrix without area is an error to Cairo, and nothing is seen through it.
      guard transform.inverse != nil, [inner.a, inner.b, inner.c, inner.d, inner.tx, inner.ty].allSatisfy(\.isFinite)
      else {
        cairo_rectangle(cairo, 0, 0, 0, 0)
        cairo_clip(cairo)
        return
      }
      var matrix = cairo_matrix_t(
        xx: inner.a, yx: inner.b, xy: inner.c, yy: inner.d, x0: inner.tx, y0: inner.ty)
      cairo_transform(cairo, &matrix)
    case .popTransform:
      cairo_restore(cairo)
      if let last = transforms.popLast() { transform = last }
    case .pushLayer, .popLayer: break
    }
  }

  private func draw(_ index: Int) {
    switch list.commands[index] {
    case .fillRect(let rect, let color): fill(PaintPath(rect), color)
    case .fillRoundedRect(let shape, let color): fill(PaintPath(list.roundedRects[Int(shape)]), color)
    case .fillRing(let outer, let inner, let color):
      fillRing(list.roundedRects[Int(outer)], list.roundedRects[Int(inner)], color)
    case .fillPath(let path, let rule, let color): fill(list.paths[Int(path)], color, rule)
    case .stroke(let index):
      let stroke = list.strokes[Int(index)]
      setSource(stroke.color)
      self.stroke(stroke)
    case .shape(let number): if !draw(list.shapes[Int(number)]) { drawPicture(of: index..<index + 1) }
    case .image(let number): if !draw(list.images[Int(number)]) { drawPicture(of: index..<index + 1) }
    case .glyphs(let index): drawText(list.glyphRuns[Int(index)])
    case .shadow(let number): if !drawSharp(list.shadows[Int(number)]) { drawPicture(of: index..<index + 1) }
    case .pushClip, .pushRoundedClip, .pushPathClip, .pushClipOut, .popClip, .pushTransform, .popTransform, .pushLayer,
      .popLayer:
      break
    }
  }

  // MARK: Layers

  /// `range`: with the commands that begin and end it.
  private mutating func drawLayer(_ layer: LayerEffect, _ range: Range<Int>) {
    let contents = range.lowerBound + 1..<range.upperBound - 1
    guard depth < Self.maximumDepth else { return play(contents) }
    if pictures.contains(range.lowerBound) { return drawPicture(of: range) }
    depth += 1
    defer { depth -= 1 }
    var mode = CAIRO_OPERATOR_OVER
    if case .blend(let blend) = layer.composite { mode = FilterGraphRenderer.cairoOperator(blend) }
    cairo_push_group(cairo)
    play(contents)
    cairo_pop_group_to_source(cairo)
    cairo_set_operator(cairo, mode)
    if layer.opacity < 1 { cairo_paint_with_alpha(cairo, max(0, layer.opacity)) } else { cairo_paint(cairo) }
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    cairo_set_source_rgb(cairo, 0, 0, 0)
  }

  /// Draws commands as a picture, in the resolution of print.
  private func drawPicture(of range: Range<Int>) {
    let toPixels = transform.then(.scale(x: Self.resolution, y: Self.resolution))
    let seen = list.bounds[range.lowerBound].bounds(under: transform).intersection(area)
    guard !seen.isEmpty else { return }
    let frame = DeviceRect(
      covering: PaintRect(
        x: seen.x * Self.resolution, y: seen.y * Self.resolution, width: seen.width * Self.resolution,
        height: seen.height * Self.resolution)
    ).outset(by: 1)
    guard let canvas = Canvas(frame: frame, transform: toPixels) else { return }
    var player = DisplayListPlayer(list: list, fonts: page.fonts, budget: page.budget)
    player.play(range, on: canvas)
    canvas.flush()
    cairo_save(cairo)
    // The picture is in the page's pixels, whatever is transformed here.
    guard let inverse = transform.inverse else { return cairo_restore(cairo) }
    var matrix = cairo_matrix_t(
      xx: inverse.a, yx: inverse.b, xy: inverse.c, yy: inverse.d, x0: inverse.tx, y0: inverse.ty)
    cairo_transform(cairo, &matrix)
    cairo_scale(cairo, 1 / Self.resolution, 1 / Self.resolution)
    paint(canvas.bitmap, x: Double(frame.minX), y: Double(frame.minY))
    cairo_restore(cairo)
  }

  /// Puts a bitmap down, a pixel in each unit of the current space. Documents have a copy of it.
  func paint(_ bitmap: Bitmap, x: Double, y: Double, opacity: Double = 1) {
    guard
      let surface = cairo_image_surface_create(
        bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(clamping: bitmap.width),
        Int32(clamping: bitmap.height))
    else { return }
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface)
    else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<bitmap.height {
      (data + row * stride).withMemoryRebound(to: UInt32.self, capacity: bitmap.width) { target in
        _ = UnsafeMutableBufferPointer(start: target, count: bitmap.width).update(fromContentsOf: bitmap.row(row))
      }
    }
    cairo_surface_mark_dirty(surface)
    cairo_set_source_surface(cairo, surface, x, y)
    if opacity < 1 { cairo_paint_with_alpha(cairo, max(0, opacity)) } else { cairo_paint(cairo) }
    cairo_set_source_rgb(cairo, 0, 0, 0)
  }

  // MARK: Paths

  private static func cut(_ value: Double) -> Double { value.isNaN ? 0 : max(-limit, min(limit, value)) }

  func setPath(_ path: PaintPath) {
    cairo_new_path(cairo)
    for element in path.elements {
      switch element {
      case .move(let p): cairo_move_to(cairo, Self.cut(p.x), Self.cut(p.y))
      case .line(let p): cairo_line_to(cairo, Self.cut(p.x), Self.cut(p.y))
      case .curve(let a, let b, let c):
        cairo_curve_to(
          cairo, Self.cut(a.x), Self.cut(a.y), Self.cut(b.x), Self.cut(b.y), Self.cut(c.x), Self.cut(c.y))
      case .close: cairo_close_path(cairo)
      }
    }
  }

  private func pushClip(_ path: PaintPath, _ rule: FillRule) {
    cairo_save(cairo)
    clip(to: path, rule)
  }

  func clip(to path: PaintPath, _ rule: FillRule = .nonzero) {
    setPath(path)
    setRule(rule)
    cairo_clip(cairo)
  }

  private func setRule(_ rule: FillRule) {
    cairo_set_fill_rule(cairo, rule == .evenodd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
  }

  func setSource(_ color: Color, opacity: Double = 1) {
    cairo_set_source_rgba(
      cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha) * opacity)
  }

  func fill(_ path: PaintPath, _ color: Color, _ rule: FillRule = .nonzero) {
    setSource(color)
    setPath(path)
    setRule(rule)
    cairo_fill(cairo)
  }

  /// What is inside `outer` and outside `inner`. Of rectangles the sides that there are: viewers show a hairline where a
  /// side has no width.
  private func fillRing(_ outer: RoundedRect, _ inner: RoundedRect, _ color: Color) {
    guard !outer.isRounded, !inner.isRounded else {
      var path = PaintPath(outer)
      path.add(inner)
      return fill(path, color, .evenodd)
    }
    let (o, i) = (outer.rect, inner.rect.intersection(outer.rect))
    if i.isEmpty { return fill(PaintPath(o), color) }
    for side in [
      PaintRect(minX: o.minX, minY: o.minY, maxX: o.maxX, maxY: i.minY),
      PaintRect(minX: o.minX, minY: i.maxY, maxX: o.maxX, maxY: o.maxY),
      PaintRect(minX: o.minX, minY: i.minY, maxX: i.minX, maxY: i.maxY),
      PaintRect(minX: i.maxX, minY: i.minY, maxX: o.maxX, maxY: i.maxY),
    ] where !side.isEmpty {
      fill(PaintPath(side), color)
    }
  }

  /// With whatever the source is.
  private func stroke(_ stroke: Stroke) {
    guard stroke.width.isFinite, stroke.width > 0, stroke.width < Self.limit else { return }
    var dashes = stroke.dashes
    let period = dashes.reduce(0, +)
    if !dashes.isEmpty {
      guard dashes.allSatisfy({ $0 >= 0 && $0.isFinite }), period > 0 else { return }
      if !(stroke.path.length / period <= 100_000) { dashes = [] }
    }
    setPath(stroke.path)
    cairo_save(cairo)
    cairo_set_line_width(cairo, stroke.width)
    switch stroke.cap {
    case .butt: cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT)
    case .round: cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    case .square: cairo_set_line_cap(cairo, CAIRO_LINE_CAP_SQUARE)
    }
    switch stroke.join {
    case .miter: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER)
    case .round: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    case .bevel: cairo_set_line_join(cairo, CAIRO_LINE_JOIN_BEVEL)
    }
    cairo_set_miter_limit(cairo, max(1, min(1e6, stroke.miterLimit)))
    cairo_set_dash(
      cairo, dashes, Int32(clamping: dashes.count), stroke.dashOffset.isFinite ? stroke.dashOffset : 0)
    cairo_stroke(cairo)
    cairo_restore(cairo)
  }

  /// False for what is to be drawn as a picture.
  private func draw(_ shape: ShapePaint) -> Bool {
    switch shape.source {
    case .color(let color): setSource(color, opacity: shape.opacity)
    case .gradient(let gradient):
      guard let pattern = gradient.pattern(opacity: shape.opacity, toBitmap: .identity) else { return true }
      defer { cairo_pattern_destroy(pattern) }
      guard !repeatsTooOften(pattern) else { return false }
      cairo_set_source(cairo, pattern)
    }
    if var stroke = shape.stroke {
      stroke.path = shape.path
      self.stroke(stroke)
    } else {
      setPath(shape.path)
      setRule(shape.rule)
      cairo_fill(cairo)
    }
    cairo_set_source_rgb(cairo, 0, 0, 0)
    return true
  }

  /// A shadow without blur; false for others.
  private func drawSharp(_ shadow: BoxShadow) -> Bool {
    guard shadow.sigma * transform.meanScale < 0.05 else { return false }
    var path: PaintPath
    cairo_save(cairo)
    if shadow.isInset {
      clip(to: PaintPath(shadow.box))
      path = PaintPath(shadow.box.rect.union(shadow.shape.rect).outset(by: 2))
      if !shadow.shape.rect.isEmpty { path.add(shadow.shape) }
    } else {
      if !shadow.box.rect.isEmpty {
        var outside = PaintPath(shadow.box.rect.union(shadow.shape.rect).outset(by: 2))
        outside.add(shadow.box)
        clip(to: outside, .evenodd)
      }
      path = PaintPath(shadow.shape)
    }
    fill(path, shadow.color, shadow.isInset ? .evenodd : .nonzero)
    cairo_restore(cairo)
    return true
  }
}
