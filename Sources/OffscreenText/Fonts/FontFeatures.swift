import CFonts

extension PageFonts {
  /// Whether the font substitutes glyphs for an OpenType feature, in any script.
  package func substitutes(_ id: FontID, _ feature: FontTag) -> Bool {
    let face = font(id).typeface.face
    let table = FontTag("GSUB").rawValue
    var total: UInt32 = 0
    var offset: UInt32 = 0
    // A font has a few dozen features; the tables name no more than 65,535.
    repeat {
      var tags = [hb_tag_t](repeating: 0, count: 64)
      var count = UInt32(tags.count)
      total = hb_ot_layout_table_get_feature_tags(face, table, offset, &count, &tags)
      if tags.prefix(Int(count)).contains(feature.rawValue) { return true }
      if count == 0 { return false }
      offset += count
    } while offset < total
    return false
  }
}
