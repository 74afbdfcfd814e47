import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Draws pictures, gradients and plain colours in tiles.
struct ImageRenderer {
  let list: DisplayList
  let budget: DrawingBudget
  /// No more tiles than this are drawn one by one.
  private static let maximumTiles = 20_000

  func draw(_ paint: ImagePaint, on canvas: Canvas) {
    guard paint.tile.width > 0, paint.tile.height > 0, paint.stepX > 0, paint.stepY > 0 else { return }
    switch paint.source {
    case .color(let color): drawColor(paint, color, canvas)
    case .gradient(let index):
      guard list.gradients.indices.contains(Int(index)) else { return }
      drawGradient(paint, list.gradients[Int(index)], canvas)
    case .image(let image): drawImage(paint, image, canvas)
    }
  }

  private func isSingle(_ paint: ImagePaint) -> Bool { paint.tile.contains(paint.destination) }

  private func drawColor(_ paint: ImagePaint, _ color: Color, _ canvas: Canvas) {
    var color = color
    color.alpha *= Float(paint.opacity)
    let isGapless = paint.stepX <= paint.tile.width && paint.stepY <= paint.tile.height
    if isSingle(paint) || isGapless { return canvas.fill(paint.destination, color) }
    eachTile(paint, canvas) { canvas.fill($0.intersection(paint.destination), color) }
  }

  private func eachTile(_ paint: ImagePaint, _ canvas: Canvas, _ body: (PaintRect) -> Void) {
    guard let inverse = canvas.transform.inverse else { return }
    let seen = canvas.clip.paintRect.bounds(under: inverse).intersection(paint.destination)
    guard !seen.isEmpty else { return }
    let firstX = ((seen.minX - paint.tile.maxX) / paint.stepX).rounded(.up)
    let firstY = ((seen.minY - paint.tile.maxY) / paint.stepY).rounded(.up)
    var count = 0
    var y = paint.tile.y + firstY * paint.stepY
    while y < seen.maxY {
      var x = paint.tile.x + firstX * paint.stepX
      while x < seen.maxX {
        body(PaintRect(x: x, y: y, width: paint.tile.width, height: paint.tile.height))
        count += 1
        if count >= Self.maximumTiles { return }
        x += paint.stepX
      }
      y += paint.stepY
    }
  }

  // MARK: Gradients

  private func drawGradient(_ paint: ImagePaint, _ gradient: PaintGradient, _ canvas: Canvas) {
    let box = DeviceRect(covering: paint.destination.mapped(by: canvas.transform)).intersection(canvas.clip)
    guard !box.isEmpty, let inverse = canvas.transform.inverse else { return }
    let width = paint.sourceWidth ?? paint.tile.width
    let height = paint.sourceHeight ?? paint.tile.height
    let part = paint.part ?? PaintRect(x: 0, y: 0, width: 1, height: 1)
    let placement = GradientPositions.Placement(
      inverse: inverse, tile: paint.tile, stepX: paint.stepX, stepY: paint.stepY,
      source: PaintRect(
        x: part.x * width, y: part.y * height, width: part.width * width, height: part.height * height),
      isSingle: isSingle(paint))
    let shader = GradientShader(gradient, opacity: paint.opacity, placement)
    guard let picture = shader.bitmap(of: box) else { return }
    let path = edge(paint.destination, canvas)
    // Optimization: whole pixels are put down as they are. At edges Cairo would round otherwise.
    picture.isOpaque = shader.isOpaque && path == nil && canvas.isClipBox
    canvas.draw(picture, atX: box.minX, y: box.minY, within: path)
  }

  /// The rectangle as a path, unless its edges are those of pixels and the box is all of it.
  private func edge(_ rect: PaintRect, _ canvas: Canvas) -> PaintPath? {
    let isAligned =
      canvas.transform.isScaleAndTranslation && DeviceRect(aligned: rect.mapped(by: canvas.transform)) != nil
    return isAligned ? nil : PaintPath(rect)
  }

  // MARK: Pictures

  private func drawImage(_ paint: ImagePaint, _ image: PageImage, _ canvas: Canvas) {
    guard !DeviceRect(covering: paint.destination.mapped(by: canvas.transform)).intersection(canvas.clip).isEmpty
    else { return }
    let transform = canvas.transform
    let part = paint.part ?? PaintRect(x: 0, y: 0, width: 1, height: 1)
    guard part.width > 0, part.height > 0 else { return }
    // The size in device pixels that the whole picture would have.
    let scaleX = (transform.a * transform.a + transform.b * transform.b).squareRoot()
    let scaleY = (transform.c * transform.c + transform.d * transform.d).squareRoot()
    let wholeWidth = paint.tile.width / part.width
    let wholeHeight = paint.tile.height / part.height
    let isNearest = paint.rendering == .pixelated || paint.rendering == .crispEdges
    func pixels(_ length: Double) -> Int { max(1, min(16_384, DeviceRect.whole(length.rounded()))) }
    var (width, height) = (pixels(wholeWidth * scaleX), pixels(wholeHeight * scaleY))
    if isNearest, !image.isVector {
      // All its pixels, unfiltered.
      (width, height) = (pixels(image.naturalWidth ?? 1), pixels(image.naturalHeight ?? 1))
    }
    guard
      var picture = image.bitmap(
        width: width, height: height, objectWidth: paint.sourceWidth ?? wholeWidth,
        objectHeight: paint.sourceHeight ?? wholeHeight)
    else { return }
    // The part of the bitmap that a tile shows, in its pixels.
    var source = PaintRect(
      x: part.x * Double(picture.width), y: part.y * Double(picture.height),
      width: part.width * Double(picture.width), height: part.height * Double(picture.height))
    if paint.part != nil {
      let inner = DeviceRect(covering: source.inset(by: 0.001))
        .intersection(DeviceRect(minX: 0, minY: 0, maxX: picture.width, maxY: picture.height))
      guard !inner.isEmpty,
        let cropped = try? picture.cropped(x: inner.minX, y: inner.minY, width: inner.width, height: inner.height)
      else { return }
      picture = cropped
      source = source.offset(x: -Double(inner.minX), y: -Double(inner.minY))
    }
    // Optimization: one tile, pixel for pixel.
    if isSingle(paint), paint.opacity >= 1, drawUnscaled(paint, picture, source, canvas) { return }
    if isSingle(paint), transform.keepsAxes, isNearest {
      return drawNearest(picture, paint, source, wholePixels(of: paint, canvas), canvas)
    }
    if let box = wholePixels(of: paint, canvas), let inverse = transform.inverse {
      // Its last pixels go on as far as the edge.
      canvas.pushClip(box)
      let reach = box.outset(by: 1).paintRect.bounds(under: inverse)
      canvas.withSurface(of: picture) { surface in
        drawPattern(surface, paint, paint.tile, source, reach, CAIRO_EXTEND_PAD, CAIRO_FILTER_BILINEAR, canvas)
      }
      return canvas.popClip()
    }
    let isGapless = paint.stepX == paint.tile.width && paint.stepY == paint.tile.height
    let filter = isNearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR
    canvas.withSurface(of: picture) { surface in
      if isSingle(paint) {
        drawPattern(surface, paint, paint.tile, source, paint.destination, CAIRO_EXTEND_PAD, filter, canvas)
      } else if isGapless, source.width == Double(picture.width), source.height == Double(picture.height) {
        drawRepeated(surface, picture, paint, source, filter, canvas)
      } else {
        eachTile(paint, canvas) {
          drawPattern(
            surface, paint, $0, source, $0.intersection(paint.destination), CAIRO_EXTEND_PAD, filter, canvas)
        }
      }
    }
  }

  /// A picture whose pixels are device pixels, copied as it is.
  private func drawUnscaled(_ paint: ImagePaint, _ picture: Bitmap, _ source: PaintRect, _ canvas: Canvas) -> Bool {
    guard canvas.transform.isScaleAndTranslation,
      let tile = DeviceRect(aligned: paint.tile.mapped(by: canvas.transform)), tile.width == picture.width,
      tile.height == picture.height, source.x == 0, source.y == 0, source.width == Double(picture.width),
      DeviceRect(aligned: paint.destination.mapped(by: canvas.transform)) != nil
    else { return false }
    canvas.pushClip(paint.destination)
    canvas.draw(picture, atX: tile.minX, y: tile.minY, within: nil)
    canvas.popClip()
    return true
  }

  /// The pixels of a picture whose edges are not smoothed; nil where they are.
  /// Deviation: those of a picture that is thinner than a pixel are, as in Chromium.
  private func wholePixels(of paint: ImagePaint, _ canvas: Canvas) -> DeviceRect? {
    guard paint.coversWholePixels, isSingle(paint), canvas.transform.keepsAxes else { return nil }
    let device = paint.destination.bounds(under: canvas.transform)
    return device.width >= 1 && device.height >= 1 ? DeviceRect(centersIn: device) : nil
  }

  /// One tile, unfiltered: a pixel shows that of the picture which its centre is in; between two, the one before, as in
  /// Chromium.
  /// Deviation: not by Cairo, whose steps from pixel to pixel are rounded.
  private func drawNearest(
    _ picture: Bitmap, _ paint: ImagePaint, _ source: PaintRect, _ pixels: DeviceRect?, _ canvas: Canvas
  ) {
    let box = (pixels ?? DeviceRect(covering: paint.destination.bounds(under: canvas.transform)))
      .intersection(canvas.clip)
    guard !box.isEmpty, let inverse = canvas.transform.inverse,
      let copy = try? Bitmap(width: box.width, height: box.height)
    else { return }
    func places(_ range: Range<Int>, _ scale: Double, _ shift: Double, _ count: Int) -> [Int] {
      range.map {
        max(0, min(count - 1, DeviceRect.whole(((Double($0) + 0.5) * scale + shift - 1 / 4096).rounded(.down))))
      }
    }
    let (scaleX, scaleY) = (source.width / paint.tile.width, source.height / paint.tile.height)
    let columns = places(
      box.minX..<box.maxX, inverse.a * scaleX, source.x + (inverse.tx - paint.tile.x) * scaleX, picture.width)
    let rows = places(
      box.minY..<box.maxY, inverse.d * scaleY, source.y + (inverse.ty - paint.tile.y) * scaleY, picture.height)
    for (y, row) in rows.enumerated() {
      let target = copy.row(y)
      if y > 0, row == rows[y - 1] {
        _ = target.update(fromContentsOf: copy.row(y - 1))
        continue
      }
      let pixels = picture.row(row)
      for (x, column) in columns.enumerated() { target[x] = pixels[column] }
    }
    copy.isOpaque = picture.isOpaque
    let path = pixels == nil ? edge(paint.destination, canvas) : nil
    canvas.draw(copy, atX: box.minX, y: box.minY, within: path, opacity: paint.opacity)
  }

  /// Tiles without gaps: scaled once to whole device pixels where they have such a size, then repeated.
  private func drawRepeated(
    _ surface: OpaquePointer, _ picture: Bitmap, _ paint: ImagePaint, _ source: PaintRect,
    _ filter: cairo_filter_t, _ canvas: Canvas
  ) {
    let device = paint.tile.mapped(by: canvas.transform)
    let (width, height) = (device.width.rounded(), device.height.rounded())
    let isWhole =
      canvas.transform.isScaleAndTranslation && (width - device.width).magnitude < 0.001
      && (height - device.height).magnitude < 0.001 && width >= 1 && height >= 1 && width * height < 16_000_000
    if isWhole, Double(picture.width) != width || Double(picture.height) != height,
      let scaled = Canvas(
        frame: DeviceRect(minX: 0, minY: 0, maxX: DeviceRect.whole(width), maxY: DeviceRect.whole(height)),
        transform: .identity)
    {
      let whole = PaintRect(x: 0, y: 0, width: width, height: height)
      var plain = paint
      plain.opacity = 1
      if filter == CAIRO_FILTER_NEAREST {
        (plain.tile, plain.destination) = (whole, whole)
        drawNearest(picture, plain, source, nil, scaled)
      } else {
        drawPattern(surface, plain, whole, source, whole, CAIRO_EXTEND_REPEAT, filter, scaled)
      }
      scaled.flush()
      let full = PaintRect(x: 0, y: 0, width: width, height: height)
      canvas.withSurface(of: scaled.bitmap) {
        drawPattern($0, paint, paint.tile, full, paint.destination, CAIRO_EXTEND_REPEAT, filter, canvas)
      }
      return
    }
    drawPattern(surface, paint, paint.tile, source, paint.destination, CAIRO_EXTEND_REPEAT, filter, canvas)
  }

  /// Fills `destination` with a pattern of which `source` comes to lie on `tile`.
  private func drawPattern(
    _ surface: OpaquePointer, _ paint: ImagePaint, _ tile: PaintRect, _ source: PaintRect,
    _ destination: PaintRect, _ extend: cairo_extend_t, _ filter: cairo_filter_t, _ canvas: Canvas
  ) {
    guard !destination.isEmpty, source.width > 0, source.height > 0,
      let pattern = cairo_pattern_create_for_surface(surface)
    else { return }
    defer { cairo_pattern_destroy(pattern) }
    // From the picture's pixels to the bitmap's, turned round.
    let toTile = Transform(
      a: tile.width / source.width, b: 0, c: 0, d: tile.height / source.height,
      tx: tile.x - source.x * tile.width / source.width, ty: tile.y - source.y * tile.height / source.height)
    let toBitmap = toTile.then(canvas.transform)
      .then(.translation(x: -Double(canvas.frame.minX), y: -Double(canvas.frame.minY)))
    guard let inverse = toBitmap.inverse else { return }
    var matrix = cairo_matrix_t(
      xx: inverse.a, yx: inverse.b, xy: inverse.c, yy: inverse.d, x0: inverse.tx, y0: inverse.ty)
    // Pixel for pixel, at whole pixels: nothing to filter.
    let isPlain =
      inverse.a == 1 && inverse.d == 1 && inverse.b == 0 && inverse.c == 0
      && (inverse.tx - inverse.tx.rounded()).magnitude < 1e-6 && (inverse.ty - inverse.ty.rounded()).magnitude < 1e-6
    if isPlain { (matrix.x0, matrix.y0) = (inverse.tx.rounded(), inverse.ty.rounded()) }
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, extend)
    cairo_pattern_set_filter(pattern, isPlain ? CAIRO_FILTER_NEAREST : filter)
    cairo_save(canvas.cairo)
    cairo_set_source(canvas.cairo, pattern)
    canvas.setPath(PaintPath(destination))
    if paint.opacity < 1 {
      cairo_clip(canvas.cairo)
      cairo_paint_with_alpha(canvas.cairo, paint.opacity)
    } else {
      cairo_fill(canvas.cairo)
    }
    cairo_restore(canvas.cairo)
  }
}
