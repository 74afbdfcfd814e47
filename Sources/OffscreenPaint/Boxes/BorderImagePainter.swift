import OffscreenCSS
import OffscreenGeometry

extension Painter {
  /// Draws the nine parts of a border image; false where the image cannot be had and the border's
  /// lines are to be drawn instead.
  /// https://drafts.csswg.org/css-backgrounds-3/#border-images
  mutating func paintBorderImage(
    _ description: BorderImage, _ style: ComputedStyle, _ box: PaintRect, _ border: PaintEdges
  ) -> Bool {
    let currentColor = style.inherited.color
    guard let (image, _) = resolve(description.source, style).first else { return false }

    let area = description.area(around: box, border)
    let natural = naturalSize(image)
    let size = concreteObjectSize(
      natural: natural, specifiedWidth: nil, specifiedHeight: nil, defaultWidth: area.width,
      defaultHeight: area.height)
    guard size.width > 0, size.height > 0, !area.isEmpty else { return true }

    let cut = description.slices(width: size.width, height: size.height)
    let parts = description.widths(in: area, border, slices: cut)
    guard let source = source(image, width: size.width, height: size.height, currentColor: currentColor) else {
      return true
    }
    // Parts meet on whole device pixels, so that nothing shines through between them.
    let whole = snap.rect(area)
    let snapped = PaintEdges(
      top: snap.coordinate(area.minY + parts.top) - whole.minY,
      right: whole.maxX - snap.coordinate(area.maxX - parts.right),
      bottom: whole.maxY - snap.coordinate(area.maxY - parts.bottom),
      left: snap.coordinate(area.minX + parts.left) - whole.minX)
    let pieces = NinePieces(area: whole, parts: snapped, cut: cut, width: size.width, height: size.height)
    let rendering = style.inherited.imageRendering
    func draw(_ destination: PaintRect, _ part: PaintRect, _ tile: PaintRect, _ stepX: Double, _ stepY: Double) {
      guard !destination.isEmpty, !part.isEmpty else { return }
      let share = PaintRect(
        x: part.x / size.width, y: part.y / size.height, width: part.width / size.width,
        height: part.height / size.height)
      list.image(
        ImagePaint(
          source: source, destination: destination, tile: tile, stepX: stepX, stepY: stepY, part: share,
          sourceWidth: size.width, sourceHeight: size.height, rendering: rendering))
    }
    // Corners are stretched; edges and the middle are tiled by `border-image-repeat`.
    for column in 0..<3 {
      for row in 0..<3 {
        if column == 1, row == 1, !description.sliceFill { continue }
        let destination = pieces.destination(column, row)
        let part = pieces.source(column, row)
        guard !destination.isEmpty, !part.isEmpty else { continue }
        var tile = destination
        var (stepX, stepY) = (tile.width, tile.height)
        if column == 1 {
          let natural = pieces.tileWidth(row)
          tileAxis(description.repeatX, natural, destination.x, destination.width, &tile.x, &tile.width, &stepX)
        }
        if row == 1 {
          let natural = pieces.tileHeight(column)
          tileAxis(description.repeatY, natural, destination.y, destination.height, &tile.y, &tile.height, &stepY)
        }
        guard stepX > 0, stepY > 0 else { continue }
        draw(destination, part, tile, stepX, stepY)
      }
    }
    return true
  }

  private func tileAxis(
    _ style: BorderImageRepeat, _ natural: Double, _ start: Double, _ length: Double, _ position: inout Double,
    _ size: inout Double, _ step: inout Double
  ) {
    guard natural > 0, natural.isFinite else { return }
    switch style {
    case .stretch: break
    case .repeat:
      // One tile is centred.
      size = natural
      step = natural
      position = start + (length - natural) / 2
    case .round:
      let count = max(1, (length / natural).rounded())
      size = length / count
      step = size
      position = start
    case .space:
      let count = (length / natural).rounded(.down)
      guard count >= 1 else {
        // No room for one: nothing is drawn.
        size = 0
        step = 0
        return
      }
      let gap = (length - count * natural) / (count + 1)
      size = natural
      step = natural + gap
      position = start + gap
    }
  }
}

/// The grid of a border image's parts.
private struct NinePieces {
  let area: PaintRect
  let parts: PaintEdges
  let cut: PaintEdges
  let width: Double
  let height: Double

  func destination(_ column: Int, _ row: Int) -> PaintRect {
    let x = [area.minX, area.minX + parts.left, area.maxX - parts.right, area.maxX]
    let y = [area.minY, area.minY + parts.top, area.maxY - parts.bottom, area.maxY]
    return PaintRect(minX: x[column], minY: y[row], maxX: x[column + 1], maxY: y[row + 1])
  }

  func source(_ column: Int, _ row: Int) -> PaintRect {
    let x = [0, cut.left, max(cut.left, width - cut.right), width]
    let y = [0, cut.top, max(cut.top, height - cut.bottom), height]
    let startX = column == 2 ? width - cut.right : x[column]
    let startY = row == 2 ? height - cut.bottom : y[row]
    let endX = column == 0 ? cut.left : x[column + 1]
    let endY = row == 0 ? cut.top : y[row + 1]
    return PaintRect(minX: startX, minY: startY, maxX: endX, maxY: endY)
  }

  /// How wide a tile of the top or bottom edge, or of the middle, is before it is fitted.
  func tileWidth(_ row: Int) -> Double {
    let middle = width - cut.left - cut.right
    switch row {
    case 0: return cut.top > 0 ? middle * parts.top / cut.top : 0
    case 2: return cut.bottom > 0 ? middle * parts.bottom / cut.bottom : 0
    case _:
      if cut.top > 0, parts.top > 0 { return middle * parts.top / cut.top }
      if cut.bottom > 0, parts.bottom > 0 { return middle * parts.bottom / cut.bottom }
      return middle
    }
  }

  func tileHeight(_ column: Int) -> Double {
    let middle = height - cut.top - cut.bottom
    switch column {
    case 0: return cut.left > 0 ? middle * parts.left / cut.left : 0
    case 2: return cut.right > 0 ? middle * parts.right / cut.right : 0
    case _:
      if cut.left > 0, parts.left > 0 { return middle * parts.left / cut.left }
      if cut.right > 0, parts.right > 0 { return middle * parts.right / cut.right }
      return middle
    }
  }
}

extension BorderImage {
  /// The border image area: the border box, grown by the outset.
  /// https://drafts.csswg.org/css-backgrounds-3/#border-image-outset
  fileprivate func area(around box: PaintRect, _ border: PaintEdges) -> PaintRect {
    func outset(_ value: BorderImageOutset, _ width: Double) -> Double {
      switch value {
      case .number(let number): Double(number) * width
      case .length(let length): Double(length)
      }
    }
    return PaintRect(
      minX: box.minX - outset(self.outset.left, border.left), minY: box.minY - outset(self.outset.top, border.top),
      maxX: box.maxX + outset(self.outset.right, border.right),
      maxY: box.maxY + outset(self.outset.bottom, border.bottom))
  }

  /// The slices, in pixels of the image.
  /// https://drafts.csswg.org/css-backgrounds-3/#border-image-slice
  fileprivate func slices(width: Double, height: Double) -> PaintEdges {
    func slice(_ value: BorderImageSlice, _ length: Double) -> Double {
      switch value {
      case .number(let number): min(length, Double(number))
      case .percentage(let percentage): min(length, Double(percentage) / 100 * length)
      }
    }
    return PaintEdges(
      top: slice(self.slice.top, height), right: slice(self.slice.right, width),
      bottom: slice(self.slice.bottom, height), left: slice(self.slice.left, width))
  }

  /// The used widths of the parts, reduced where they would overlap.
  /// https://drafts.csswg.org/css-backgrounds-3/#border-image-width
  fileprivate func widths(in area: PaintRect, _ border: PaintEdges, slices: PaintEdges) -> PaintEdges {
    func used(_ value: BorderImageWidth, _ border: Double, _ slice: Double, _ basis: Double) -> Double {
      switch value {
      case .auto: slice
      case .number(let number): Double(number) * border
      case .length(let length): max(0, length.pixels(basis: basis))
      }
    }
    let widths = PaintEdges(
      top: used(width.top, border.top, slices.top, area.height),
      right: used(width.right, border.right, slices.right, area.width),
      bottom: used(width.bottom, border.bottom, slices.bottom, area.height),
      left: used(width.left, border.left, slices.left, area.width))
    let horizontal = widths.left + widths.right
    let vertical = widths.top + widths.bottom
    let factor = min(
      horizontal > area.width ? area.width / horizontal : 1, vertical > area.height ? area.height / vertical : 1)
    return PaintEdges(
      top: widths.top * factor, right: widths.right * factor, bottom: widths.bottom * factor,
      left: widths.left * factor)
  }
}
