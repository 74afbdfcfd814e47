/// How wide text may be at most, before it is shaped.
extension PageFonts {
  /// The advance of the widest printable ASCII character; nil where more than the first available font may have a part
  /// in such a text, or features make other glyphs of it.
  package func widestLetter(_ id: FontRequestID) -> Double? {
    let request = resolved(id)
    let font = font(request.primary)
    guard font.coversASCII, !request.hasUnicodeRanges, request.request.features.isEmpty, font.features.isEmpty else {
      return nil
    }
    return font.widestLetter
  }

  /// The advance of a character of the first available font; nil where that does not have it.
  package func advance(of scalar: UInt32, _ id: FontRequestID) -> Double? {
    let font = font(resolved(id).primary)
    let glyph = font.typeface.glyph(for: scalar)
    return glyph == 0 ? nil : font.advance(of: glyph)
  }
}
