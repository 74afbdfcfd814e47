import CFonts

/// Which neighbouring glyphs a font may join or change together: read from its ligatures, and assumed
/// of all glyphs that one contextual rule speaks of. What it leaves out is placed pair by pair.
/// https://learn.microsoft.com/typography/opentype/spec/gsub
struct JoinedGlyphs {
  /// First and second glyph of a ligature.
  private var ligatures: Set<UInt64> = []
  /// The glyphs of each contextual lookup, as flags by the caller's index.
  private var contexts: [[Bool]] = []
  /// Tables that place glyphs in ways of their own.
  let isUnknown: Bool

  private static let substitution = FontTag("GSUB").rawValue
  private static let positioning = FontTag("GPOS").rawValue

  /// `glyphs` are those of interest; 0 stands for none.
  init(_ face: OpaquePointer, glyphs: [UInt32]) {
    isUnknown = ["morx", "mort", "kerx", "Silf"].contains { name in
      let table = hb_face_reference_table(face, FontTag(name).rawValue)
      defer { hb_blob_destroy(table) }
      return hb_blob_get_length(table) > 0
    }
    if isUnknown { return }
    read(
      face, Self.substitution, ["ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt", "rvrn"], glyphs)
    read(face, Self.positioning, ["kern", "dist", "curs"], glyphs)
  }

  /// Whether two glyphs of the given indexes, side by side, may come out as anything else.
  func mayJoin(_ first: Int, _ second: Int, _ glyphs: [UInt32]) -> Bool {
    let pair = UInt64(glyphs[first]) << 32 | UInt64(glyphs[second])
    return ligatures.contains(pair) || contexts.contains { $0[first] && $0[second] }
  }

  private mutating func read(
    _ face: OpaquePointer, _ table: UInt32, _ features: [String], _ glyphs: [UInt32]
  ) {
    let lookups = hb_set_create()
    defer { hb_set_destroy(lookups) }
    let tags = features.map { FontTag($0).rawValue } + [0]
    hb_ot_layout_collect_lookups(face, table, nil, nil, tags, lookups)
    let blob = hb_face_reference_table(face, table)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let start = hb_blob_get_data(blob, &length) else { return }
    let data = LayoutTable(
      bytes: UnsafeRawBufferPointer(start: start, count: Int(length)),
      extensionType: table == Self.substitution ? 7 : 9)
    let wanted = Set(glyphs.filter { $0 != 0 })
    var lookup = hb_codepoint_t.max
    while hb_set_next(lookups, &lookup) != 0 {
      switch (table == Self.substitution, data.type(ofLookup: Int(lookup))) {
      // One glyph for another shows when a pair is shaped; pair kerning is what the table keeps.
      case (true, 1), (true, 2), (true, 3), (false, 1), (false, 2): break
      case (true, 4):
        data.forEachLigature(ofLookup: Int(lookup), where: wanted.contains) { first, others in
          if wanted.contains(others[0]) { ligatures.insert(UInt64(first) << 32 | UInt64(others[0])) }
        }
      default: addContext(face, table, lookup, glyphs)
      }
    }
  }

  private mutating func addContext(
    _ face: OpaquePointer, _ table: UInt32, _ lookup: UInt32, _ glyphs: [UInt32]
  ) {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_ot_layout_lookup_collect_glyphs(face, table, lookup, set, set, set, nil)
    let flags = glyphs.map { $0 != 0 && hb_set_has(set, $0) != 0 }
    if flags.contains(true) { contexts.append(flags) }
  }
}
