import CFonts

/// Fonts as Cairo puts them into documents. They live as long as Cairo has any use for them, whatever becomes of the
/// page's own.
package final class DocumentFonts {
  private let fonts: PageFonts
  private let library: FreeTypeLibrary?
  private var faces: [FaceKey: OpaquePointer?] = [:]

  private struct FaceKey: Hashable {
    var typeface: ObjectIdentifier
    var coordinates: [Int32]
  }

  /// A font in a document.
  package struct Font {
    /// Cairo's font face.
    package var face: OpaquePointer
    /// CSS pixels.
    package var size: Double
    /// How much of its height a made-up slant leans to the right.
    package var slant: Double
    /// How much thicker a made-up bold is, in CSS pixels.
    package var boldness: Double
  }

  package init(_ fonts: PageFonts) {
    self.fonts = fonts
    library = try? FreeTypeLibrary()
  }

  deinit {
    for face in faces.values { if let face { cairo_font_face_destroy(face) } }
  }

  /// Nil for fonts without outlines.
  package func font(_ id: FontID) -> Font? {
    let font = fonts.font(id)
    guard !font.typeface.isBitmapOnly, font.size > 0 else { return nil }
    let key = FaceKey(typeface: ObjectIdentifier(font.typeface), coordinates: font.coordinates)
    let face: OpaquePointer?
    if let known = faces[key] {
      face = known
    } else {
      face = library.flatMap { Self.face(of: font, $0) }
      faces.updateValue(face, forKey: key)
    }
    return face.map {
      Font(
        face: $0, size: font.size, slant: font.synthesizesSlant ? 0.25 : 0,
        boldness: font.synthesizesBold ? font.boldExtra(font.size) : 0)
    }
  }

  /// What a face of Cairo's needs as long as it lives.
  private final class Owner {
    let library: FreeTypeLibrary
    let typeface: Typeface
    let face: FT_Face
    init(_ library: FreeTypeLibrary, _ typeface: Typeface, _ face: FT_Face) {
      (self.library, self.typeface, self.face) = (library, typeface, face)
    }
    deinit { FT_Done_Face(face) }
  }

  private nonisolated(unsafe) static var ownerKey = cairo_user_data_key_t()

  private static func face(of font: LoadedFont, _ library: FreeTypeLibrary) -> OpaquePointer? {
    guard let opened = font.typeface.openFreeTypeFace(library, coordinates: font.coordinates) else { return nil }
    let owner = Owner(library, font.typeface, opened)
    guard let face = cairo_ft_font_face_create_for_ft_face(opened, Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) else {
      return nil
    }
    let retained = Unmanaged.passRetained(owner)
    let status = cairo_font_face_set_user_data(face, &ownerKey, retained.toOpaque()) { pointer in
      if let pointer { Unmanaged<Owner>.fromOpaque(pointer).release() }
    }
    guard status == CAIRO_STATUS_SUCCESS, cairo_font_face_status(face) == CAIRO_STATUS_SUCCESS else {
      cairo_font_face_destroy(face)
      if status != CAIRO_STATUS_SUCCESS { retained.release() }
      return nil
    }
    return face
  }
}
