import CFonts

/// The colours that a font of coloured layers is drawn with.
package struct FontPalette: Hashable, Sendable {
  package enum Base: Hashable, Sendable {
    /// The first that is made for backgrounds of this kind.
    case light, dark
    case number(Int)
  }
  package struct Override: Hashable, Sendable {
    package var index: Int
    /// Not premultiplied.
    package var red, green, blue, alpha: UInt8

    package init(index: Int, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
      self.index = index
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }
  package var base: Base
  package var overrides: [Override]

  package init(base: Base, overrides: [Override] = []) { (self.base, self.overrides) = (base, overrides) }

  static let normal = FontPalette(base: .number(0))

  /// Makes it the one that the face draws its next glyphs with. `tables`: HarfBuzz's face.
  func select(on face: FT_Face, _ tables: OpaquePointer) {
    var colors: UnsafeMutablePointer<FT_Color>?
    guard FT_Palette_Select(face, FT_UShort(truncatingIfNeeded: number(in: tables)), &colors) == 0, let colors else {
      return
    }
    // By FreeType's own count, whatever HarfBuzz makes of the file: these are its colours.
    var data = FT_Palette_Data()
    guard FT_Palette_Data_Get(face, &data) == 0 else { return }
    for override in overrides where override.index < Int(data.num_palette_entries) {
      colors[override.index] = FT_Color(
        blue: override.blue, green: override.green, red: override.red, alpha: override.alpha)
    }
  }

  /// What the font does not have is its first one.
  private func number(in tables: OpaquePointer) -> Int {
    let count = Int(hb_ot_color_palette_get_count(tables))
    // Not FreeType's flags, which it reads from the wrong places.
    func first(with flag: hb_ot_color_palette_flags_t) -> Int {
      (0..<count).first {
        hb_ot_color_palette_get_flags(tables, UInt32($0)).rawValue & flag.rawValue != 0
      } ?? 0
    }
    switch base {
    case .light: return first(with: HB_OT_COLOR_PALETTE_FLAG_USABLE_WITH_LIGHT_BACKGROUND)
    case .dark: return first(with: HB_OT_COLOR_PALETTE_FLAG_USABLE_WITH_DARK_BACKGROUND)
    case .number(let number): return number < count ? number : 0
    }
  }
}

/// The computed `font-palette`: one for all fonts, or by family, in lower case.
package enum FontPaletteRequest: Hashable, Sendable {
  case all(FontPalette)
  case families([String: FontPalette])

  func palette(of family: String) -> FontPalette {
    switch self {
    case .all(let palette): palette
    case .families(let palettes): palettes[family.lowercased()] ?? .normal
    }
  }
}
