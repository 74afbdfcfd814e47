/// Reads a GSUB or GPOS table; offsets that lead outside read as 0.
struct LayoutTable {
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

  /// The ligatures of a lookup whose first glyph is wanted; false where they are too many to read.
  /// `body`: the first glyph, and where the others stand.
  @discardableResult
  func forEachLigature(
    ofLookup index: Int, where isWanted: (UInt32) -> Bool, _ body: (UInt32, Components) -> Void
  ) -> Bool {
    let lookup = lookup(index)
    // A table of a hostile font may name the same places again and again.
    var steps = 0
    for subtable in 0..<short(lookup + 4) {
      var place = lookup + short(lookup + 6 + subtable * 2)
      if short(lookup) == extensionType { place += short(place + 4) << 16 | short(place + 6) }
      let first = coverage(place + short(place + 2))
      for position in 0..<Swift.min(short(place + 4), first.count) {
        let set = place + short(place + 6 + position * 2)
        guard isWanted(first[position]) else { continue }
        for ligature in 0..<short(set) {
          steps += 1
          if steps > 100_000 { return false }
          let components = set + short(set + 2 + ligature * 2)
          guard short(components + 2) > 1 else { continue }
          body(first[position], Components(table: self, place: components + 4, count: short(components + 2) - 1))
        }
      }
    }
    return true
  }

  /// The glyphs of a ligature behind its first.
  struct Components {
    fileprivate let table: LayoutTable
    fileprivate let place: Int
    let count: Int

    subscript(index: Int) -> UInt32 { UInt32(table.short(place + 2 * index)) }

    func contains(_ isWanted: (UInt32) -> Bool) -> Bool {
      // No ligature is made of more.
      (0..<Swift.min(count, 64)).contains { isWanted(self[$0]) }
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
