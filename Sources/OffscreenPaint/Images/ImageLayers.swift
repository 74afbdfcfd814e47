import OffscreenCSS
import OffscreenGeometry
import OffscreenImages

/// Who paints images in layers: of boxes, and of the elements of drawings.
protocol ImageLayerPainter {
  var list: DisplayListBuilder { get set }
  /// Of the reader.
  var prefersDark: Bool { get }
  func picture(at address: String) -> PageImage?
  /// The nearest coordinate that is a device pixel's edge.
  func wholePixel(_ coordinate: Double) -> Double
}

/// https://drafts.csswg.org/css-backgrounds-3/#backgrounds
extension ImageLayerPainter {
  /// Sizes, places and repeats an image; masks are laid out in the same way.
  mutating func paintImageLayer(
    _ layer: BackgroundLayer, clip: RoundedRect, positioning: PaintRect, _ style: ComputedStyle
  ) {
    guard !clip.rect.isEmpty else { return }
    let currentColor = style.inherited.color
    let rendering = style.inherited.imageRendering
    for (image, opacity) in resolve(layer.image, style) {
      let natural = naturalSize(image)
      var size = tileSize(layer, natural, positioning)
      // https://drafts.csswg.org/css-backgrounds-3/#background-size : `round`
      let hasAutoHeight = Self.isAuto(layer.size, vertical: true)
      let hasAutoWidth = Self.isAuto(layer.size, vertical: false)
      if layer.repeatX == .round, size.width > 0 {
        let count = max(1, (positioning.width / size.width).rounded())
        let width = positioning.width / count
        if hasAutoHeight, layer.repeatY != .round { size.height *= width / size.width }
        size.width = width
      }
      if layer.repeatY == .round, size.height > 0 {
        let count = max(1, (positioning.height / size.height).rounded())
        let height = positioning.height / count
        if hasAutoWidth, layer.repeatX != .round { size.width *= height / size.height }
        size.height = height
      }
      guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { continue }

      var tile = PaintRect(
        x: positioning.x + layer.position.x.pixels(basis: positioning.width - size.width),
        y: positioning.y + layer.position.y.pixels(basis: positioning.height - size.height),
        width: size.width, height: size.height)
      var (stepX, stepY) = (size.width, size.height)
      var destination = clip.rect
      placeTiles(
        layer.repeatX, &tile.x, size.width, &stepX, positioning.x, positioning.width, &destination.x,
        &destination.width)
      placeTiles(
        layer.repeatY, &tile.y, size.height, &stepY, positioning.y, positioning.height, &destination.y,
        &destination.height)
      destination = destination.intersection(clip.rect)
      guard !destination.isEmpty,
        let source = source(image, width: size.width, height: size.height, currentColor: currentColor)
      else { continue }
      let needsClip = clip.isRounded && !clip.safelyContains(destination)
      if needsClip { list.pushClip(clip) }
      list.image(
        ImagePaint(
          source: source, destination: destination, tile: tile, stepX: stepX, stepY: stepY,
          rendering: rendering, opacity: opacity))
      if needsClip { list.pop() }
    }
  }

  private static func isAuto(_ size: BackgroundSize, vertical: Bool) -> Bool {
    switch size {
    case .cover, .contain: false
    case .size(let width, let height): vertical ? height == nil : width == nil
    }
  }

  /// https://drafts.csswg.org/css-backgrounds-3/#background-size
  private func tileSize(
    _ layer: BackgroundLayer, _ natural: (width: Double?, height: Double?, ratio: Double?), _ area: PaintRect
  ) -> (width: Double, height: Double) {
    switch layer.size {
    case .cover, .contain:
      guard let ratio = natural.ratio, ratio > 0, ratio.isFinite else { return (area.width, area.height) }
      return layer.size == .cover
        ? coverSize(ratio, area.width, area.height) : containSize(ratio, area.width, area.height)
    case .size(let width, let height):
      return concreteObjectSize(
        natural: natural, specifiedWidth: width.map { max(0, $0.pixels(basis: area.width)) },
        specifiedHeight: height.map { max(0, $0.pixels(basis: area.height)) }, defaultWidth: area.width,
        defaultHeight: area.height)
    }
  }

  /// Where tiles stand on one axis, and how much of the clip they fill.
  private func placeTiles(
    _ style: RepeatStyle, _ position: inout Double, _ size: Double, _ step: inout Double, _ areaStart: Double,
    _ areaLength: Double, _ start: inout Double, _ length: inout Double
  ) {
    let count = (areaLength / size).rounded(.down)
    switch style {
    case .repeat, .round: return
    case .space where count > 1:
      step = size + (areaLength - count * size) / (count - 1)
      position = areaStart
      return
    case .space, .noRepeat: break
    }
    // Once only, on a whole device pixel.
    position = wholePixel(position)
    let end = min(start + length, position + size)
    start = max(start, position)
    length = max(0, end - start)
  }
}
