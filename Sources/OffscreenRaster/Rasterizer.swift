import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint
import OffscreenText

/// Turns display lists into pixels.
///
/// The same list, size and scale always give the same pixels, in however many bands they are drawn.
package struct Rasterizer {
  /// Cairo's.
  package static var libraryVersion: String { String(cString: cairo_version_string()) }

  package let fonts: PageFonts
  /// The backdrop.
  package var background = Color.white
  /// Rows that are drawn at a time.
  package var bandHeight = 256

  /// What drawing may cost; by the size of the picture without one.
  package var budget: DrawingBudget?

  package init(fonts: PageFonts) { self.fonts = fonts }

  /// The picture's part from (`x`, `y`) in CSS pixels, `width` by `height` device pixels large.
  package func draw(
    _ list: DisplayList, width: Int, height: Int, scale: Double = 1, x: Double = 0, y: Double = 0
  ) throws(ImageError) -> Bitmap {
    let result = try Bitmap(width: width, height: height)
    result.isOpaque = background.isOpaque
    var top = 0
    do {
      try draw(list, width: width, height: height, scale: scale, x: x, y: y) { band, rows in
        for row in rows { _ = result.row(top + row).update(fromContentsOf: band.row(row)) }
        top += rows.count
      }
    } catch let error as ImageError {
      throw error
    } catch {
      throw .outOfMemory
    }
    return result
  }

  /// What a list shows in an area, stretched to a size in device pixels; all at once.
  package func picture(
    of list: DisplayList, in area: PaintRect, width: Int, height: Int
  ) throws(ImageError) -> Bitmap {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767 else {
      throw .tooLarge(width: width, height: height)
    }
    guard area.width > 0, area.height > 0 else { throw .empty }
    let (scaleX, scaleY) = (Double(width) / area.width, Double(height) / area.height)
    let toDevice = Transform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: -area.x * scaleX, ty: -area.y * scaleY
    ).clamped
    let frame = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
    guard let canvas = Canvas(frame: frame, transform: toDevice, isFilledNext: true) else { throw .outOfMemory }
    canvas.bitmap.isOpaque = background.isOpaque
    canvas.bitmap.fill(Pixels.premultiplied(background))
    canvas.noteOwnPixels()
    var player = DisplayListPlayer(list: list, fonts: fonts, budget: budget ?? DrawingBudget(pixels: width * height))
    player.play(list.commands.indices, on: canvas)
    canvas.flush()
    return canvas.bitmap
  }

  /// The same in bands from the top down, each in the same bitmap: these rows of it are the picture's
  /// next ones.
  package func draw(
    _ list: DisplayList, width: Int, height: Int, scale: Double = 1, x: Double = 0, y: Double = 0,
    _ body: (_ band: Bitmap, _ rows: Range<Int>) throws -> Void
  ) throws {
    guard width > 0, height > 0 else { throw ImageError.empty }
    guard width <= 32_767 else { throw ImageError.tooLarge(width: width, height: height) }
    let scale = scale.isFinite && scale > 0 ? scale : 1
    let band = bandRows(list, width, height)
    let toDevice = Transform(a: scale, b: 0, c: 0, d: scale, tx: -x * scale, ty: -y * scale).clamped
    guard
      let canvas = Canvas(
        frame: DeviceRect(minX: 0, minY: 0, maxX: width, maxY: band), transform: toDevice, isFilledNext: true)
    else { throw ImageError.outOfMemory }
    canvas.bitmap.isOpaque = background.isOpaque
    let ground = Pixels.premultiplied(background)
    let budget = budget ?? DrawingBudget(pixels: width * height)
    let runs = height > band ? CommandRuns(list) : CommandRuns()
    var top = 0
    while top < height {
      let rows = min(band, height - top)
      canvas.move(to: DeviceRect(minX: 0, minY: top, maxX: width, maxY: top + band), transform: toDevice)
      canvas.flush()
      canvas.bitmap.fill(ground)
      canvas.noteOwnPixels()
      var player = DisplayListPlayer(list: list, fonts: fonts, budget: budget, runs: runs)
      player.play(list.commands.indices, on: canvas)
      canvas.flush()
      try body(canvas.bitmap, 0..<rows)
      top += rows
    }
  }
}

extension Rasterizer {
  /// Pictures of up to so many pixels are drawn in one piece where that saves work.
  private static let wholePixels = 24 << 20

  /// How many rows are drawn at a time.
  private func bandRows(_ list: DisplayList, _ width: Int, _ height: Int) -> Int {
    let rows = min(height, max(1, bandHeight))
    guard height <= 32_767 else { return rows }
    // What is behind a backdrop filter must be there in one piece.
    if list.layers.contains(where: { !$0.backdropFilters.isEmpty }) { return height }
    // Optimization: each band would filter what is around it anew.
    if width * height <= Self.wholePixels, list.layers.contains(where: { !$0.filters.isEmpty }) { return height }
    return rows
  }
}

extension Transform {
  fileprivate var clamped: Transform {
    func cut(_ value: Double) -> Double { value.isFinite ? max(-1e8, min(1e8, value)) : 0 }
    return Transform(a: cut(a), b: cut(b), c: cut(c), d: cut(d), tx: cut(tx), ty: cut(ty))
  }
}
