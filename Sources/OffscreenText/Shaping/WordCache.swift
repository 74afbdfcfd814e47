import CFonts

/// Shaped words of one font, feature set and script.
///
/// A word is the text between two spaces. It is shaped together with the space on either side, so
/// that kerning with spaces is in it: the word keeps its own glyphs and what it adds to the advance
/// of the space before and of the space after. As kerning concerns pairs, the sum is what shaping
/// the whole run gives. A font that treats its space in another way is not cached.
final class WordCache {
  let options: Int32
  let script: UInt32
  private unowned let font: LoadedFont
  private var isUsable = true
  private let spaceAdvance: Float
  private let pairs: PairTable?
  private let size: Float
  /// By the pair table's index.
  private let advances: [Float]

  private struct Word {
    var hash: UInt32
    var sides: UInt8
    var keyLength: UInt8
    var isUnsafeBefore = false
    var isUnsafeAfter = false
    var keyStart: Int32
    var glyphStart: Int32
    var glyphCount: Int32
    /// What is added to the spaces' advances.
    var before: Float = 0
    var after: Float = 0
  }

  private var slots: [Int32]
  private var words: [Word] = []
  private var keys: [UInt8] = []
  private var glyphs: [Glyph] = []
  private var scratch: [UInt8] = []

  private static let hasSpaceBefore: UInt8 = 1
  private static let hasSpaceAfter: UInt8 = 2
  private static let longestKey = 64
  private static let mostWords = 1 << 14

  init(font: LoadedFont, options: Int32, script: UInt32, pairs: PairTable?) {
    self.pairs = pairs
    size = Float(LoadedFont.steps(font.size)) / 64
    advances = (pairs?.glyphs ?? []).map { $0 == 0 ? 0 : Float(font.advance(of: $0)) }
    self.font = font
    self.options = options
    self.script = script
    slots = [Int32](repeating: -1, count: 256)
    spaceAdvance =
      Float(hb_font_get_glyph_h_advance(font.hbFont, font.spaceGlyph)) * Float(LoadedFont.unit)
    if font.spaceGlyph == 0 || font.typeface.isBitmapOnly || font.typeface.joinsSpaces { isUsable = false }
  }

  /// Adds the glyphs of a range; false where the font cannot be cached, and the glyphs added are
  /// then to be dropped.
  func append(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to output: inout [Glyph],
    shaper: PageFonts
  ) -> Bool {
    guard isUsable else { return false }
    output.reserveCapacity(output.count + range.count)
    var start = range.lowerBound
    while true {
      let hasBefore = start > range.lowerBound
      if let pairs, let end = placePairs(pairs, text, start, range, to: &output, shaper) {
        if end == range.upperBound { return true }
        start = end + 1
        continue
      }
      var end = start
      var hash: UInt32 = 0x811C_9DC5
      while end < range.upperBound {
        let byte = text[end]
        if byte == 0x20 { break }
        hash = (hash ^ UInt32(byte)) &* 0x0100_0193
        end += 1
      }
      let hasAfter = end < range.upperBound
      let sides =
        (hasBefore ? Self.hasSpaceBefore : 0) | (hasAfter ? Self.hasSpaceAfter : 0)
      var (after, isUnsafeAfter): (Float, Bool) = (0, false)
      if end > start || (hasBefore && hasAfter) {
        guard
          let word = find(text, start..<end, hash: hash &* 5 &+ UInt32(sides), sides, shaper)
        else { return false }
        if hasBefore { widenSpace(&output, word.before, word.isUnsafeBefore) }
        let base = Int32(truncatingIfNeeded: start)
        for index in Int(word.glyphStart)..<Int(word.glyphStart + word.glyphCount) {
          var glyph = glyphs[index]
          glyph.cluster &+= base
          output.append(glyph)
        }
        (after, isUnsafeAfter) = (word.after, word.isUnsafeAfter)
      }
      if !hasAfter { return true }
      appendSpace(&output, end, after, isUnsafeAfter)
      start = end + 1
    }
  }

  private func widenSpace(_ output: inout [Glyph], _ amount: Float, _ isUnsafe: Bool) {
    output[output.count - 1].advance += amount
    if isUnsafe { output[output.count - 1].isUnsafeToBreak = true }
  }

  private func appendSpace(
    _ output: inout [Glyph], _ position: Int, _ extra: Float, _ isUnsafe: Bool
  ) {
    output.append(
      Glyph(
        id: font.spaceGlyph, cluster: Int32(truncatingIfNeeded: position),
        advance: spaceAdvance + extra, isUnsafeToBreak: isUnsafe))
  }

  /// Adds a word pair by pair, with the space behind it; gives the word's end. Where two of its
  /// characters may join nothing is added.
  private func placePairs(
    _ pairs: PairTable, _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ range: Range<Int>,
    to output: inout [Glyph], _ shaper: PageFonts
  ) -> Int? {
    let mark = output.count
    var position = start
    // The character before: a space, whose glyph has been added, or none.
    var last = start > range.lowerBound ? 0 : -1
    var before: Float = 0
    var pending = Glyph(id: 0, cluster: 0, advance: 0)
    while position < range.upperBound {
      guard let (index, length) = PairTable.index(text, position, range.upperBound),
        pairs.glyphs[index] != 0
      else {
        output.removeLast(output.count - mark)
        return nil
      }
      // A first character is only asked whether it stays itself.
      let pair = last >= 0 ? pairs.pair(last, index, shaper) : pairs.pair(index, 0, shaper)
      guard pair.state == PairTable.State.kerned.rawValue else {
        output.removeLast(output.count - mark)
        return nil
      }
      var glyph = Glyph(
        id: pairs.glyphs[index], cluster: Int32(truncatingIfNeeded: position),
        advance: advances[index])
      if last >= 0 {
        if position == start {
          before = pair.firstAdvance * size
        } else {
          pending.advance += pair.firstAdvance * size
          pending.xOffset += pair.firstOffset * size
        }
        glyph.advance += pair.secondAdvance * size
        glyph.xOffset = pair.secondOffset * size
        glyph.isUnsafeToBreak = pair.isUnsafeToBreak != 0
      }
      if position > start { output.append(pending) }
      pending = glyph
      last = index
      if index == 0 { break }
      position += length
    }
    if mark > 0 && start > range.lowerBound { output[mark - 1].advance += before }
    if position > start || position < range.upperBound { output.append(pending) }
    return position
  }

  private func find(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hash: UInt32, _ sides: UInt8,
    _ shaper: PageFonts
  ) -> Word? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 15) & mask
    while slots[slot] >= 0 {
      let word = words[Int(slots[slot])]
      if word.hash == hash && word.sides == sides && Int(word.keyLength) == range.count
        && isKey(word, text, range)
      {
        return word
      }
      slot = (slot + 1) & mask
    }
    guard let word = shape(text, range, hash: hash, sides, shaper) else {
      isUsable = false
      return nil
    }
    insert(word, text, range)
    return word
  }

  private func isKey(
    _ word: Word, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    var position = Int(word.keyStart)
    for index in range {
      if keys[position] != text[index] { return false }
      position += 1
    }
    return true
  }

  private func insert(
    _ word: Word, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) {
    // A long word's glyphs stay only until the next clearing; it is shaped again when it comes.
    guard range.count <= Self.longestKey else { return }
    var stored = word
    stored.keyStart = Int32(clamping: keys.count)
    keys.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
    words.append(stored)
    if words.count * 2 > slots.count { grow() }
    place(words.count - 1)
  }

  private func place(_ index: Int) {
    let mask = slots.count - 1
    let hash = words[index].hash
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 15) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(clamping: index)
  }

  private func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for index in words.indices.dropLast() { place(index) }
  }

  func removeAll() {
    slots = [Int32](repeating: -1, count: 256)
    words.removeAll()
    keys.removeAll()
    glyphs.removeAll()
  }

  /// Shapes a word between its spaces; nil where the spaces do not stay single glyphs.
  private func shape(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hash: UInt32, _ sides: UInt8,
    _ shaper: PageFonts
  ) -> Word? {
    shaper.countCachedGlyphs(range.count + 4)
    if words.count >= Self.mostWords || glyphs.count > 1 << 18 { removeAll() }
    let lead = sides & Self.hasSpaceBefore != 0 ? 1 : 0
    let tail = sides & Self.hasSpaceAfter != 0 ? 1 : 0
    scratch.removeAll(keepingCapacity: true)
    if lead == 1 { scratch.append(0x20) }
    scratch.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
    if tail == 1 { scratch.append(0x20) }
    let font = font
    return scratch.withUnsafeBufferPointer { bytes -> Word? in
      let shaped = shaper.buffer.shape(
        bytes, range: 0..<bytes.count, font: font.hbFont, faceFeatures: font.features,
        options: shaper.options[Int(options)],
        script: script, direction: HB_DIRECTION_LTR)
      guard let infos = shaped.infos, let positions = shaped.positions,
        shaped.count >= lead + tail
      else { return nil }
      var word = Word(
        hash: hash, sides: sides, keyLength: UInt8(truncatingIfNeeded: range.count), keyStart: 0,
        glyphStart: Int32(clamping: glyphs.count), glyphCount: 0)
      for index in 0..<shaped.count {
        var glyph = PageFonts.glyph(infos + index, positions + index, isUpright: false)
        let isLead = lead == 1 && index == 0
        let isTail = tail == 1 && index == shaped.count - 1
        let isSpace = isLead || isTail
        if isSpace {
          let place = isLead ? 0 : Int32(bytes.count - 1)
          guard glyph.id == font.spaceGlyph, glyph.cluster == place else { return nil }
          if isLead {
            word.before = glyph.advance - spaceAdvance
            word.isUnsafeBefore = glyph.isUnsafeToBreak
          } else {
            word.after = glyph.advance - spaceAdvance
            word.isUnsafeAfter = glyph.isUnsafeToBreak
          }
          continue
        }
        // A cluster that swallowed a space.
        guard glyph.cluster >= Int32(lead), Int(glyph.cluster) < bytes.count - tail else {
          return nil
        }
        PageFonts.hideControl(&glyph, bytes, spaceGlyph: font.spaceGlyph)
        glyph.cluster -= Int32(lead)
        glyphs.append(glyph)
        word.glyphCount += 1
      }
      return word
    }
  }
}
