import CFonts
import OffscreenPlatform

/// What two neighbouring characters of Latin text add to each other's places in one typeface, learnt
/// from HarfBuzz a pair at a time, and used at all sizes.
///
/// Optimization: most words need no shaping of their own: their glyphs are those of their characters,
/// moved by pair kerning. Pairs that may join are marked, and their words shaped as wholes.
final class PairTable {
  enum State: UInt8 {
    case unknown = 0
    case kerned
    case joined
  }

  /// In parts of the em.
  struct Pair {
    var state: UInt8
    var isUnsafeToBreak: UInt8
    var firstAdvance: Float
    var firstOffset: Float
    var secondAdvance: Float
    var secondOffset: Float
  }

  /// Printable ASCII, Latin-1, and the dashes and quotation marks of English text.
  static let count = 199
  private static let marks: [UInt32] = [
    0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026,
  ]

  let glyphs: [UInt32]
  private let joined: JoinedGlyphs
  private let font: OpaquePointer
  /// The pairs of each first character, made when it comes: most texts have a quarter of these.
  private let rows: UnsafeMutablePointer<UnsafeMutablePointer<Pair>?>
  private let em: Float
  private let options: Int32
  private let script: UInt32
  private let typeface: Typeface

  init?(typeface: Typeface, coordinates: [Int32], options: Int32, script: UInt32) {
    self.typeface = typeface
    self.options = options
    self.script = script
    glyphs = (0..<Self.count).map { typeface.glyph(for: Self.codepoint($0)) }
    joined = JoinedGlyphs(typeface.face, glyphs: glyphs)
    guard !joined.isUnknown, !typeface.isBitmapOnly, glyphs[0] != 0,
      let font = hb_font_create(typeface.face)
    else { return nil }
    self.font = font
    rows = .allocate(capacity: Self.count)
    rows.initialize(repeating: nil, count: Self.count)
    let scale = typeface.unitsPerEm * 64
    em = Float(scale)
    hb_font_set_scale(font, Int32(scale), Int32(scale))
    if !coordinates.isEmpty {
      let values = coordinates.map { Float($0) / 65536 }
      hb_font_set_var_coords_design(font, values, UInt32(values.count))
    }
  }

  deinit {
    hb_font_destroy(font)
    for index in 0..<Self.count { free(rows[index]) }
    rows.deallocate()
  }

  private static func codepoint(_ index: Int) -> UInt32 {
    if index < 95 { return UInt32(index) + 0x20 }
    if index < 191 { return UInt32(index) - 95 + 0xA0 }
    return marks[index - 191]
  }

  /// The index of the character at a position and its length in bytes; nil where the table has none.
  @inline(__always)
  static func index(
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ end: Int
  ) -> (index: Int, length: Int)? {
    let byte = text[position]
    if byte < 0x80 { return byte >= 0x20 && byte < 0x7F ? (Int(byte) - 0x20, 1) : nil }
    let (codepoint, length) = Scalars.decode(text, position, end)
    // A soft hyphen is invisible.
    if codepoint >= 0xA0 && codepoint <= 0xFF && codepoint != 0xAD {
      return (Int(codepoint) - 0xA0 + 95, length)
    }
    return marks.firstIndex(of: codepoint).map { ($0 + 191, length) }
  }

  @inline(__always)
  func pair(_ first: Int, _ second: Int, _ shaper: PageFonts) -> Pair {
    guard let row = rows[first], row[second].state != 0 else { return learn(first, second, shaper) }
    return row[second]
  }

  private func learn(_ first: Int, _ second: Int, _ shaper: PageFonts) -> Pair {
    var pair = Pair(
      state: State.joined.rawValue, isUnsafeToBreak: 0, firstAdvance: 0, firstOffset: 0,
      secondAdvance: 0, secondOffset: 0)
    defer { keep(pair, first, second) }
    guard glyphs[first] != 0, glyphs[second] != 0, !joined.mayJoin(first, second, glyphs) else {
      return pair
    }
    let bytes = [first, second].flatMap { index in
      Array(String(Unicode.Scalar(Self.codepoint(index)) ?? " ").utf8)
    }
    let isKerned = bytes.withUnsafeBufferPointer { text -> Bool in
      let shaped = shaper.buffer.shape(
        text, range: 0..<text.count, font: font, options: shaper.options[Int(options)],
        script: script, direction: HB_DIRECTION_LTR)
      guard shaped.count == 2, let infos = shaped.infos, let places = shaped.positions,
        infos[0].codepoint == glyphs[first], infos[1].codepoint == glyphs[second],
        places[0].y_offset == 0, places[1].y_offset == 0
      else { return false }
      pair.firstAdvance = difference(places[0].x_advance, glyphs[first])
      pair.secondAdvance = difference(places[1].x_advance, glyphs[second])
      pair.firstOffset = Float(places[0].x_offset) / em
      pair.secondOffset = Float(places[1].x_offset) / em
      pair.isUnsafeToBreak = infos[1].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0 ? 1 : 0
      return true
    }
    if isKerned { pair.state = State.kerned.rawValue }
    return pair
  }

  private func keep(_ pair: Pair, _ first: Int, _ second: Int) {
    if rows[first] == nil {
      rows[first] = calloc(Self.count, MemoryLayout<Pair>.stride)?.bindMemory(to: Pair.self, capacity: Self.count)
    }
    rows[first]?[second] = pair
  }

  private func difference(_ advance: hb_position_t, _ glyph: UInt32) -> Float {
    Float(advance &- hb_font_get_glyph_h_advance(font, glyph)) / em
  }
}
