import CFonts

/// FreeType's library object; it must outlive the faces.
final class FreeTypeLibrary {
  let handle: FT_Library

  init() throws(FontError) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { throw .libraryFailed("FreeType") }
    handle = library
  }

  deinit { FT_Done_FreeType(handle) }
}

/// The tables of one font file, as HarfBuzz and FreeType read them, at no particular size.
final class Typeface {
  let blob: OpaquePointer
  let face: OpaquePointer
  let unitsPerEm: Double
  /// Colour bitmaps and no outlines.
  let isBitmapOnly: Bool
  private(set) lazy var axes: [hb_ot_var_axis_info_t] = readAxes()
  private let unscaled: OpaquePointer
  private let freeTypeIndex: Int32
  private let freeType: FreeTypeLibrary
  private var freeTypeFaces: [[Int32]: FT_Face] = [:]

  init?(source: FontFace.Source, index: Int32, freeType: FreeTypeLibrary) {
    let blob: OpaquePointer?
    switch source {
    case .file(let path):
      blob = hb_blob_create_from_file_or_fail(path)
    case .memory(let bytes):
      blob = bytes.withUnsafeBytes {
        hb_blob_create_or_fail(
          $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: $0.count),
          HB_MEMORY_MODE_DUPLICATE, nil, nil)
      }
    }
    guard let blob else { return nil }
    guard let face = hb_face_create(blob, UInt32(index & 0xFFFF)) else {
      hb_blob_destroy(blob)
      return nil
    }
    guard hb_face_get_glyph_count(face) > 0, let unscaled = hb_font_create(face) else {
      hb_face_destroy(face)
      hb_blob_destroy(blob)
      return nil
    }
    self.blob = blob
    self.face = face
    self.unscaled = unscaled
    self.freeType = freeType
    freeTypeIndex = index & 0xFFFF
    unitsPerEm = Double(Swift.max(16, hb_face_get_upem(face)))
    isBitmapOnly =
      hb_ot_color_has_png(face) != 0 && !Self.has("glyf", face) && !Self.has("CFF ", face)
      && !Self.has("CFF2", face)
  }

  deinit {
    for face in freeTypeFaces.values { FT_Done_Face(face) }
    hb_font_destroy(unscaled)
    hb_face_destroy(face)
    hb_blob_destroy(blob)
  }

  /// Whether a ligature may hold a space, in texts without marks.
  private(set) lazy var joinsSpaces: Bool = {
    let space = glyph(for: 0x20)
    let table = FontTag("GSUB").rawValue
    guard space != 0, let lookups = hb_set_create(), let input = hb_set_create(),
      let blob = hb_face_reference_table(face, table)
    else { return false }
    defer {
      hb_set_destroy(lookups)
      hb_set_destroy(input)
      hb_blob_destroy(blob)
    }
    var length: UInt32 = 0
    guard let start = hb_blob_get_data(blob, &length) else { return false }
    let data = LayoutTable(bytes: UnsafeRawBufferPointer(start: start, count: Int(length)), extensionType: 7)
    let features = ["liga", "clig", "dlig", "hlig", "rlig"].map { FontTag($0).rawValue } + [0]
    hb_ot_layout_collect_lookups(face, table, nil, nil, features, lookups)
    // The space with a vowel sign, as DejaVu has it, comes in no text without such signs.
    func isMark(_ glyph: UInt32) -> Bool { hb_ot_layout_get_glyph_class(face, glyph) == HB_OT_LAYOUT_GLYPH_CLASS_MARK }
    var lookup = hb_codepoint_t.max
    var count = 0
    while count < 1000, hb_set_next(lookups, &lookup) != 0 {
      count += 1
      hb_set_clear(input)
      hb_ot_layout_lookup_collect_glyphs(face, table, lookup, nil, input, nil, nil)
      guard hb_set_has(input, space) != 0 else { continue }
      guard data.type(ofLookup: Int(lookup)) == 4 else { return true }
      var isJoined = false
      let isWhole = data.forEachLigature(ofLookup: Int(lookup), where: { !isMark($0) }) { first, others in
        if first == space || others.contains({ $0 == space }) { isJoined = isJoined || !others.contains(isMark) }
      }
      if isJoined || !isWhole { return true }
    }
    return false
  }()

  private(set) lazy var hasPalettes = hb_ot_color_has_palettes(face) != 0

  private(set) lazy var hasVerticalMetrics = Self.has("vmtx", face)

  private static func has(_ name: String, _ face: OpaquePointer) -> Bool {
    guard let table = hb_face_reference_table(face, FontTag(name).rawValue) else { return false }
    defer { hb_blob_destroy(table) }
    return hb_blob_get_length(table) > 0
  }

  /// The glyph of a character, or 0.
  func glyph(for codepoint: UInt32) -> UInt32 {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(unscaled, codepoint, &glyph) != 0 ? glyph : 0
  }

  private func readAxes() -> [hb_ot_var_axis_info_t] {
    var count = Swift.min(hb_ot_var_get_axis_count(face), 64)
    guard count > 0 else { return [] }
    var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    hb_ot_var_get_axis_infos(face, 0, &count, &axes)
    return Array(axes.prefix(Int(count)))
  }

  /// FreeType's face at the given place on the axes (16.16 design coordinates, one an axis, or
  /// none); its size is whatever the last user set.
  func freeTypeFace(coordinates: [Int32]) -> FT_Face? {
    if let known = freeTypeFaces[coordinates] { return known }
    guard freeTypeFaces.count < 256, let opened = openFreeTypeFace(freeType, coordinates: coordinates) else {
      return nil
    }
    freeTypeFaces[coordinates] = opened
    return opened
  }

  /// A face of the caller's own, which lives no longer than this and the library.
  func openFreeTypeFace(_ library: FreeTypeLibrary, coordinates: [Int32]) -> FT_Face? {
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    var opened: FT_Face?
    let bytes = UnsafeRawPointer(data).assumingMemoryBound(to: FT_Byte.self)
    guard
      FT_New_Memory_Face(
        library.handle, bytes, FT_Long(length), FT_Long(freeTypeIndex), &opened) == 0,
      let opened
    else { return nil }
    if !coordinates.isEmpty {
      var values = coordinates.map { FT_Fixed($0) }
      FT_Set_Var_Design_Coordinates(opened, FT_UInt(values.count), &values)
    }
    return opened
  }
}
