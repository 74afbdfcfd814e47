import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Carries out an SVG filter's primitives, each on a bitmap of the working area.
/// https://drafts.fxtf.org/filter-effects-1/#FilterElement
struct FilterGraphRenderer {
  private let graph: FilterGraph
  /// To device space; only moves and scales up or down.
  private let transform: Transform
  /// The part of device space that the bitmaps show.
  private let frame: DeviceRect
  private let images: ImageRenderer
  private let source: Bitmap
  private var results: [Result?] = []

  private struct Result {
    var bitmap: Bitmap
    /// Whether the pixels are in linear light.
    var isLinear: Bool
  }

  /// Pixels times primitives; more is not filtered.
  private static let maximumSteps = 400_000_000

  private init(
    _ graph: FilterGraph, _ source: Bitmap, _ transform: Transform, _ frame: DeviceRect, _ images: ImageRenderer
  ) {
    (self.graph, self.source, self.transform, self.frame, self.images) = (graph, source, transform, frame, images)
  }

  /// What the filter makes of a picture, in the part of device space that `frame` is; nil for nothing.
  static func run(
    _ graph: FilterGraph, on picture: FilteredPicture?, _ transform: Transform, frame: DeviceRect,
    _ images: ImageRenderer
  ) -> Bitmap? {
    guard !graph.primitives.isEmpty,
      frame.width * frame.height * graph.primitives.count <= Self.maximumSteps,
      let source = try? Bitmap(width: frame.width, height: frame.height)
    else { return nil }
    // 1. The source graphic is what is in the filter region.
    if let picture {
      let region = DeviceRect(rounding: graph.region.mapped(by: transform))
      let part = picture.frame.intersection(frame).intersection(region)
      for y in part.minY..<max(part.minY, part.maxY) {
        let from = picture.bitmap.row(y - picture.frame.minY)
        let to = source.row(y - frame.minY)
        for x in part.minX..<max(part.minX, part.maxX) { to[x - frame.minX] = from[x - picture.frame.minX] }
      }
    }
    // 2. The primitives in order; a result is let go after its last use.
    var renderer = FilterGraphRenderer(graph, source, transform, frame, images)
    var lastUse = [Int](repeating: 0, count: graph.primitives.count)
    for (index, primitive) in graph.primitives.enumerated() {
      for case .result(let input) in primitive.inputs { lastUse[input] = index }
    }
    for (index, primitive) in graph.primitives.enumerated() {
      // One that cannot be afforded leaves its first input as it is.
      let cost = DrawingCost.primitive(primitive, scale: transform.meanScale, area: frame.width * frame.height)
      guard images.budget.allows(effect: cost) else {
        renderer.results.append(primitive.inputs.first.flatMap { renderer.unchanged($0) })
        continue
      }
      renderer.results.append(renderer.result(of: primitive))
      for earlier in 0..<index where lastUse[earlier] <= index { renderer.results[earlier] = nil }
    }
    // 3. The last result, as the page's colours are.
    guard let last = renderer.results.last ?? nil else { return nil }
    if last.isLinear { last.bitmap.transferColors(ColorTables.toGamma) }
    return last.bitmap
  }

  // MARK: Inputs

  /// A copy of an input that may be written on.
  private func input(_ input: FilterGraph.Input, isLinear: Bool) -> Bitmap? {
    switch input {
    case .sourceGraphic:
      let copy = source.copied()
      if isLinear { copy?.transferColors(ColorTables.toLinear) }
      return copy
    case .sourceAlpha:
      let copy = source.copied()
      copy?.mapPixels { $0 & 0xFF00_0000 }
      return copy
    case .result(let index):
      guard results.indices.contains(index), let result = results[index] else { return nil }
      let copy = result.bitmap.copied()
      if result.isLinear != isLinear {
        copy?.transferColors(isLinear ? ColorTables.toLinear : ColorTables.toGamma)
      }
      return copy
    }
  }

  /// An input itself.
  private func unchanged(_ input: FilterGraph.Input) -> Result? {
    switch input {
    case .sourceGraphic, .sourceAlpha: Result(bitmap: source, isLinear: false)
    case .result(let index): results.indices.contains(index) ? results[index] : nil
    }
  }

  private func space(of input: FilterGraph.Input) -> Bool {
    guard case .result(let index) = input, results.indices.contains(index) else { return false }
    return results[index]?.isLinear ?? false
  }

  private func device(_ rect: PaintRect) -> DeviceRect {
    DeviceRect(rounding: rect.mapped(by: transform))
  }

  private var scaleX: Double { transform.a }
  private var scaleY: Double { transform.d }

  // MARK: Primitives

  private func result(of primitive: FilterGraph.Primitive) -> Result? {
    var isLinear = primitive.isLinear
    let bitmap: Bitmap?
    let first = primitive.inputs.first
    func one() -> Bitmap? { first.flatMap { input($0, isLinear: isLinear) } }
    switch primitive.kind {
    case .blur(let x, let y):
      bitmap = one()
      if let bitmap { Blur.blur(bitmap, sigmaX: x * scaleX, sigmaY: y * scaleY) }
    case .offset(let x, let y):
      bitmap = one().flatMap { moved($0, x, y) }
    case .flood(let color):
      isLinear = false
      bitmap = try? Bitmap(width: frame.width, height: frame.height)
      bitmap?.fill(Pixels.premultiplied(color))
      bitmap?.isOpaque = false
    case .merge:
      bitmap = try? Bitmap(width: frame.width, height: frame.height)
      for layer in primitive.inputs {
        if let bitmap, let layer = input(layer, isLinear: isLinear) {
          combine(layer, onto: bitmap, CAIRO_OPERATOR_OVER)
        }
      }
    case .blend(let mode): bitmap = combined(primitive, isLinear, Self.cairoOperator(mode))
    case .composite(let mode):
      let mapped: cairo_operator_t
      switch mode {
      case .over: mapped = CAIRO_OPERATOR_OVER
      case .in: mapped = CAIRO_OPERATOR_IN
      case .out: mapped = CAIRO_OPERATOR_OUT
      case .atop: mapped = CAIRO_OPERATOR_ATOP
      case .xor: mapped = CAIRO_OPERATOR_XOR
      case .lighter: mapped = CAIRO_OPERATOR_ADD
      }
      bitmap = combined(primitive, isLinear, mapped)
    case .arithmetic(let k1, let k2, let k3, let k4):
      bitmap = one()
      if let bitmap, primitive.inputs.count == 2, let other = input(primitive.inputs[1], isLinear: isLinear) {
        Self.combine(bitmap, with: other, k1, k2, k3, k4)
      }
    case .colorMatrix(let matrix):
      bitmap = one()
      if let bitmap { Filters.apply(matrix, to: bitmap) }
    case .transfer(let tables):
      bitmap = one()
      bitmap?.transfer(tables)
    case .dropShadow(let x, let y, let sigmaX, let sigmaY, let color):
      bitmap = one()
      let shade = Pixels.premultiplied(ColorTables.parts(color, isLinear: isLinear))
      if let bitmap, let shadow = moved(bitmap, x, y) {
        shadow.mapPixels { Pixels.scaled(shade, $0 >> 24) }
        Blur.blur(shadow, sigmaX: sigmaX * scaleX, sigmaY: sigmaY * scaleY)
        for (index, pixel) in shadow.pixels.enumerated() {
          bitmap.pixels[index] = Pixels.over(bitmap.pixels[index], pixel)
        }
      }
    case .tile(let rect):
      bitmap = one().flatMap { tiled($0, device(rect)) }
    case .morphology(let isDilation, let x, let y):
      bitmap = one()
      if let bitmap {
        Morphology.apply(
          to: bitmap, radiusX: DeviceRect.whole((x * scaleX).rounded()),
          radiusY: DeviceRect.whole((y * scaleY).rounded()), isDilation: isDilation)
      }
    case .image(let picture):
      isLinear = false
      bitmap = drawn(picture)
    case .convolution(let kernel):
      bitmap = one().flatMap { Convolution.apply(kernel, to: $0, edges: edges(of: first)) }
    case .displacement(let scale, let x, let y):
      // The first input keeps its colours: only the map is in the primitive's space.
      guard primitive.inputs.count == 2 else { return nil }
      let map = input(primitive.inputs[1], isLinear: isLinear)
      isLinear = space(of: primitive.inputs[0])
      let picture = input(primitive.inputs[0], isLinear: isLinear)
      if let picture, let map {
        bitmap = Self.displaced(picture, by: map, scale * scaleX, scale * scaleY, x, y)
      } else {
        bitmap = picture
      }
    case .turbulence(let noise):
      bitmap = Turbulence(noise, region: primitive.region, origin: graph.origin)
        .picture(frame: frame, toUser: transform.inverse ?? .identity, within: device(primitive.region))
    case .lighting(let lighting):
      bitmap = one().flatMap {
        Lighting(lighting, transform, frame, isLinear: isLinear).picture(of: $0, edges: edges(of: first))
      }
    }
    guard let bitmap else { return nil }
    clear(bitmap, outside: device(primitive.region))
    return Result(bitmap: bitmap, isLinear: isLinear)
  }

  /// Where an input's pixels end, within the bitmap.
  private func edges(of input: FilterGraph.Input?) -> DeviceRect {
    var region = device(graph.region)
    if case .result(let index)? = input { region = device(graph.primitives[index].region) }
    return DeviceRect(
      minX: max(0, region.minX - frame.minX), minY: max(0, region.minY - frame.minY),
      maxX: min(frame.width, region.maxX - frame.minX), maxY: min(frame.height, region.maxY - frame.minY))
  }

  private func clear(_ bitmap: Bitmap, outside region: DeviceRect) {
    let left = max(0, min(frame.width, region.minX - frame.minX))
    let right = max(left, min(frame.width, region.maxX - frame.minX))
    for y in 0..<bitmap.height {
      let row = bitmap.row(y)
      guard y >= region.minY - frame.minY, y < region.maxY - frame.minY else {
        row.update(repeating: 0)
        continue
      }
      for x in 0..<left { row[x] = 0 }
      for x in right..<frame.width { row[x] = 0 }
    }
  }

  private func moved(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> Bitmap? {
    let dx = DeviceRect.whole((x * scaleX).rounded())
    let dy = DeviceRect.whole((y * scaleY).rounded())
    guard let result = try? Bitmap(width: bitmap.width, height: bitmap.height) else { return nil }
    let columns = max(0, dx)..<max(max(0, dx), min(bitmap.width, bitmap.width + dx))
    for line in max(0, dy)..<max(max(0, dy), min(bitmap.height, bitmap.height + dy)) {
      let (from, to) = (bitmap.row(line - dy), result.row(line))
      for column in columns { to[column] = from[column - dx] }
    }
    return result
  }

  private func tiled(_ bitmap: Bitmap, _ tile: DeviceRect) -> Bitmap? {
    guard !tile.isEmpty, let result = try? Bitmap(width: bitmap.width, height: bitmap.height) else { return nil }
    func wrapped(_ place: Int, _ low: Int, _ count: Int) -> Int {
      let rest = (place - low) % count
      return low + (rest < 0 ? rest + count : rest)
    }
    for y in 0..<result.height {
      let line = wrapped(y + frame.minY, tile.minY, tile.height) - frame.minY
      guard line >= 0, line < bitmap.height else { continue }
      let (from, to) = (bitmap.row(line), result.row(y))
      for x in 0..<result.width {
        let column = wrapped(x + frame.minX, tile.minX, tile.width) - frame.minX
        if column >= 0, column < bitmap.width { to[x] = from[column] }
      }
    }
    return result
  }

  private func drawn(_ picture: FilterPicture) -> Bitmap? {
    guard let image = picture.image, let canvas = Canvas(frame: frame, transform: transform) else { return nil }
    let rect = picture.destination
    images.draw(
      ImagePaint(
        source: .image(image), destination: rect, tile: rect, stepX: rect.width, stepY: rect.height,
        sourceWidth: picture.sourceWidth, sourceHeight: picture.sourceHeight, rendering: picture.rendering), on: canvas)
    canvas.flush()
    canvas.bitmap.isOpaque = false
    return canvas.bitmap
  }

  // MARK: Two inputs

  private func combined(
    _ primitive: FilterGraph.Primitive, _ isLinear: Bool, _ mode: cairo_operator_t
  ) -> Bitmap? {
    guard primitive.inputs.count == 2,
      let bottom = input(primitive.inputs[1], isLinear: isLinear)
        ?? (try? Bitmap(width: frame.width, height: frame.height)),
      let top = input(primitive.inputs[0], isLinear: isLinear)
        ?? (try? Bitmap(width: frame.width, height: frame.height))
    else { return nil }
    combine(top, onto: bottom, mode)
    return bottom
  }

  private func combine(_ top: Bitmap, onto bottom: Bitmap, _ mode: cairo_operator_t) {
    guard
      let surface = cairo_image_surface_create_for_data(
        bottom.data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(clamping: bottom.width),
        Int32(clamping: bottom.height), Int32(clamping: bottom.stride)),
      let cairo = cairo_create(surface),
      let source = cairo_image_surface_create_for_data(
        top.data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(clamping: top.width),
        Int32(clamping: top.height), Int32(clamping: top.stride))
    else { return }
    cairo_set_operator(cairo, mode)
    cairo_set_source_surface(cairo, source, 0, 0)
    cairo_paint(cairo)
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
    cairo_surface_finish(source)
    cairo_surface_destroy(source)
  }

  static func cairoOperator(_ mode: BlendMode) -> cairo_operator_t {
    switch mode {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .plusLighter: CAIRO_OPERATOR_ADD
    }
  }

  /// k1 · a · b + k2 · a + k3 · b + k4 over premultiplied parts.
  private static func combine(
    _ a: Bitmap, with b: Bitmap, _ k1: Float, _ k2: Float, _ k3: Float, _ k4: Float
  ) {
    func parts(_ pixel: UInt32) -> SIMD4<Float> {
      SIMD4(Float((pixel >> 16) & 255), Float((pixel >> 8) & 255), Float(pixel & 255), Float(pixel >> 24)) / 255
    }
    let (upper, lower) = (a.pixels, b.pixels)
    for index in upper.indices {
      let (p, q) = (parts(upper[index]), parts(lower[index]))
      let mixed = k1 * p * q + k2 * p + k3 * q + SIMD4<Float>(repeating: k4)
      upper[index] = Pixels.pack(premultiplied: mixed)
    }
  }

  /// https://drafts.fxtf.org/filter-effects-1/#feDisplacementMapElement
  private static func displaced(
    _ bitmap: Bitmap, by map: Bitmap, _ scaleX: Double, _ scaleY: Double, _ channelX: Int, _ channelY: Int
  ) -> Bitmap? {
    guard let result = try? Bitmap(width: bitmap.width, height: bitmap.height) else { return nil }
    /// The channel, not premultiplied, less a half.
    func shift(_ pixel: UInt32, _ channel: Int) -> Double {
      let alpha = pixel >> 24
      if channel == 3 { return Double(alpha) / 255 - 0.5 }
      guard alpha > 0 else { return -0.5 }
      let part = (pixel >> UInt32(16 - 8 * channel)) & 255
      return min(1, Double(part) / Double(alpha)) - 0.5
    }
    for y in 0..<result.height {
      let (row, target) = (map.row(y), result.row(y))
      for x in 0..<result.width {
        let fromX = DeviceRect.whole((Double(x) + 0.5 + scaleX * shift(row[x], channelX)).rounded(.down))
        let fromY = DeviceRect.whole((Double(y) + 0.5 + scaleY * shift(row[x], channelY)).rounded(.down))
        if fromX >= 0, fromY >= 0, fromX < bitmap.width, fromY < bitmap.height { target[x] = bitmap.row(fromY)[fromX] }
      }
    }
    return result
  }
}
