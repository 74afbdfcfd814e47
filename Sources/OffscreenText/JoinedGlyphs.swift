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
      case (true, 4): data.forEachLigature(ofLookup: Int(lookup), from: wanted) { ligatures.insert($0) }
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

/// Reads a GSUB or GPOS table; offsets that lead outside read as 0.
private struct LayoutTable {
  let bytes: UnsafeRawBufferPointer
  let extensionType: Int

  private func short(_ offset: Int) -> Int {
    guard offset >= 0, offset + 1 < bytes.count else { return 0 }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  private func lookup(_ index: Int) -> Int {
    let list = short(8)
    return index < short(list) ? list + short(list + 2 + index * 2) : bytes.count
  }

  /// An extension's type is that of what it extends.
  func type(ofLookup index: Int) -> Int {
    let lookup = lookup(index)
    let type = short(lookup)
    return type == extensionType ? short(lookup + short(lookup + 6) + 2) : type
  }

  func forEachLigature(ofLookup index: Int, from wanted: Set<UInt32>, _ body: (UInt64) -> Void) {
    let lookup = lookup(index)
    // A table of a hostile font may name the same places again and again.
    var steps = 0
    for subtable in 0..<short(lookup + 4) {
      var place = lookup + short(lookup + 6 + subtable * 2)
      if short(lookup) == extensionType { place += short(place + 4) << 16 | short(place + 6) }
      let first = coverage(place + short(place + 2))
      for position in 0..<Swift.min(short(place + 4), first.count) {
        let set = place + short(place + 6 + position * 2)
        guard wanted.contains(first[position]) else { continue }
        for ligature in 0..<short(set) {
          steps += 1
          if steps > 100_000 { return }
          let components = set + short(set + 2 + ligature * 2)
          guard short(components + 2) > 1 else { continue }
          let second = UInt32(short(components + 4))
          if wanted.contains(second) { body(UInt64(first[position]) << 32 | UInt64(second)) }
        }
      }
    }
  }

  private func coverage(_ place: Int) -> [UInt32] {
    var result: [UInt32] = []
    let count = short(place + 2)
    if short(place) == 1 {
      for index in 0..<count { result.append(UInt32(short(place + 4 + index * 2))) }
    } else {
      for range in 0..<count {
        let (low, high) = (short(place + 4 + range * 6), short(place + 6 + range * 6))
        guard low <= high, result.count <= 65_536 else { return result }
        for glyph in low...high { result.append(UInt32(glyph)) }
      }
    }
    return result
  }
}
