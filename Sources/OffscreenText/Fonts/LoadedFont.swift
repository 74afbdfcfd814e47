import CFonts

/// A typeface at a size, with what is made up for it.
final class LoadedFont {
  let typeface: Typeface
  let size: Double
  /// 16.16 design coordinates of a variable font, one an axis.
  let coordinates: [Int32]
  /// The face is bold only by drawing it thicker.
  let synthesizesBold: Bool
  /// The face is slanted by drawing it skewed.
  let synthesizesSlant: Bool
  let override: MetricsOverride
  let hbFont: OpaquePointer
  /// The family, for messages.
  var name = ""
  /// Those of its `@font-face` rule.
  var features: [hb_feature_t] = []
  /// Of coloured layers.
  var palette = FontPalette.normal
  let spaceGlyph: UInt32
  /// Every printable ASCII character has a glyph.
  let coversASCII: Bool
  var wordCaches: [WordCache] = []
  private(set) lazy var metrics: FontMetrics = readMetrics()
  /// The largest advance of a printable ASCII character.
  private(set) lazy var widestLetter = (0x20...0x7E).reduce(0.0) { max($0, advance(of: typeface.glyph(for: $1))) }
  private var bitmapAdvances: [UInt32: Float?] = [:]

  /// Positions are 16.16 pixels.
  static let unit = 1.0 / 65536

  private let owner: HarfBuzzFont

  init?(
    typeface: Typeface, size: Double, coordinates: [Int32], bold: Bool, slant: Bool,
    override: MetricsOverride
  ) {
    guard let owner = HarfBuzzFont(typeface) else { return nil }
    (self.owner, hbFont) = (owner, owner.handle)
    self.typeface = typeface
    self.size = size
    self.coordinates = coordinates
    synthesizesBold = bold
    synthesizesSlant = slant
    self.override = override
    let scale = Int32(Self.steps(size)) << 10
    hb_font_set_scale(hbFont, scale, scale)
    if !coordinates.isEmpty {
      let values = coordinates.map { Float($0) / 65536 }
      hb_font_set_var_coords_design(hbFont, values, UInt32(values.count))
    }
    spaceGlyph = typeface.glyph(for: 0x20)
    coversASCII = (0x20...0x7E).allSatisfy { typeface.glyph(for: $0) != 0 }
  }

  /// The same font, without what it has learnt.
  init(_ other: LoadedFont) {
    (owner, hbFont, typeface, size) = (other.owner, other.hbFont, other.typeface, other.size)
    (coordinates, override, name, features) = (other.coordinates, other.override, other.name, other.features)
    palette = other.palette
    (synthesizesBold, synthesizesSlant) = (other.synthesizesBold, other.synthesizesSlant)
    (spaceGlyph, coversASCII) = (other.spaceGlyph, other.coversASCII)
  }

  /// The size in 1/64 pixel, in which Chromium's font library counts, rounded down.
  static func steps(_ size: Double) -> Int {
    Int((Double(Float(size)) * 64).clamped(0, 16_000 * 64))
  }

  var spaceAdvance: Double { spaceGlyph == 0 ? size / 4 : advance(of: spaceGlyph) }

  /// The advance without kerning.
  func advance(of glyph: UInt32) -> Double {
    if typeface.isBitmapOnly, let advance = bitmapAdvance(of: glyph) { return Double(advance) }
    return Double(hb_font_get_glyph_h_advance(hbFont, glyph)) * Self.unit
  }

  struct BitmapStrike {
    var pixelsPerEm: Double
  }

  /// Selects the strike nearest to the size, larger ones first.
  func bitmapStrike(_ face: FT_Face, size wanted: Double? = nil) -> BitmapStrike? {
    let count = Int(face.pointee.num_fixed_sizes)
    guard count > 0, let sizes = face.pointee.available_sizes else { return nil }
    let wanted = wanted ?? size
    var best = 0
    for index in 1..<Swift.max(1, Swift.min(count, 64)) {
      let (old, new) = (Double(sizes[best].y_ppem) / 64, Double(sizes[index].y_ppem) / 64)
      if old < wanted ? new > old : (new >= wanted && new < old) { best = index }
    }
    guard FT_Select_Size(face, FT_Int(best)) == 0, let size = face.pointee.size else { return nil }
    let metrics = size.pointee.metrics
    guard metrics.y_ppem > 0 else { return nil }
    return BitmapStrike(pixelsPerEm: Double(metrics.y_ppem))
  }

  /// Chromium takes the advance of a colour bitmap from its strike, not from `hmtx`; nil for glyphs
  /// without one.
  func bitmapAdvance(of glyph: UInt32) -> Float? {
    if let known = bitmapAdvances[glyph] { return known }
    var advance: Float?
    if let face = typeface.freeTypeFace(coordinates: coordinates), let strike = bitmapStrike(face),
      FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_COLOR) | FT_Int32(FT_LOAD_BITMAP_METRICS_ONLY)) == 0,
      let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
      slot.pointee.bitmap.width > 0
    {
      advance = Float(Double(slot.pointee.advance.x) / 64 * size / strike.pixelsPerEm)
    }
    if bitmapAdvances.count > 8192 { bitmapAdvances.removeAll() }
    bitmapAdvances[glyph] = .some(advance)
    return advance
  }
}

/// HarfBuzz's object for a typeface at a size.
private final class HarfBuzzFont {
  let handle: OpaquePointer

  init?(_ typeface: Typeface) {
    guard let handle = hb_font_create(typeface.face) else { return nil }
    self.handle = handle
  }

  deinit { hb_font_destroy(handle) }
}
