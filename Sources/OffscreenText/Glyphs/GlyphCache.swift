/// Drawn glyphs, up to a bound.
final class GlyphCache {
  struct Key: Hashable {
    var font: Int32
    var glyph: UInt32
    var subpixel: Int8
    var scale: Double
  }

  private var bitmaps: [Key: GlyphBitmap?] = [:]
  private var bytes = 0
  private static let mostBytes = 32 << 20

  func bitmap(_ key: Key, make: () -> GlyphBitmap?) -> GlyphBitmap? {
    if let known = bitmaps[key] { return known }
    let bitmap = make()
    let size = (bitmap?.pixels.count ?? 0) + 96
    if bytes + size > Self.mostBytes { removeAll() }
    bytes += size
    bitmaps[key] = .some(bitmap)
    return bitmap
  }

  func removeAll() {
    bitmaps.removeAll()
    bytes = 0
  }
}
