import CFonts

/// A text as code points with their UTF-8 offsets. Bytes that are no UTF-8 become U+FFFD, one each.
struct Scalars {
  var codepoints: [UInt32] = []
  /// One more than there are code points: the end.
  var offsets: [Int32] = []

  init(_ text: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
    codepoints.reserveCapacity(range.count)
    offsets.reserveCapacity(range.count + 1)
    var position = range.lowerBound
    while position < range.upperBound {
      let (codepoint, length) = Self.decode(text, position, range.upperBound)
      codepoints.append(codepoint)
      offsets.append(Int32(truncatingIfNeeded: position))
      position += length
    }
    offsets.append(Int32(truncatingIfNeeded: range.upperBound))
  }

  /// The code point at an offset below `end`, and its length.
  @inline(__always)
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ end: Int
  ) -> (UInt32, Int) {
    let first = UInt32(text[position])
    if first < 0x80 { return (first, 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, position + length <= end else { return (0xFFFD, 1) }
    var value = first & (0x7F >> UInt32(length))
    for index in 1..<length {
      let byte = UInt32(text[position + index])
      guard byte & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      value = value << 6 | byte & 0x3F
    }
    let isShortest = value >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000)
    guard isShortest, value <= 0x10FFFF, value < 0xD800 || value > 0xDFFF else {
      return (0xFFFD, 1)
    }
    return (value, length)
  }
}

/// Questions about single characters.
enum CharacterKind {
  /// Spacing of its own never shows, and any font can serve it.
  /// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
  static func isDefaultIgnorable(_ c: UInt32) -> Bool {
    switch c {
    case 0..<0xAD: false
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F: true
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164: true
    case 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// Characters that change or take part in right-to-left ordering.
  static func needsBidi(_ c: UInt32) -> Bool {
    switch c {
    case 0..<0x590: false
    case 0x590...0x8FF: true
    case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0xFB1D...0xFDFF, 0xFE70...0xFEFC: true
    case 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  /// Belongs to the grapheme cluster of the character before.
  /// https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules
  static func isExtender(_ c: UInt32) -> Bool {
    if c < 0x300 { return false }
    switch c {
    case 0x200C, 0x200D, 0xE33, 0xEB3: return true
    case 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: return true
    case 0x3400...0x9FFF, 0xAC00...0xD7FF, 0x2010...0x2060: return false
    default:
      let category = hb_unicode_general_category(hb_unicode_funcs_get_default(), c)
      return category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK
        || category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK
        || category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK
    }
  }

  /// Without a look of its own, and no break between clusters.
  /// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
  static func isIgnorable(_ c: UInt32) -> Bool {
    switch c {
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    case _: false
    }
  }

  /// Whether the next letter belongs to the same syllable, or the next picture to the same one.
  static func isLinker(_ c: UInt32) -> Bool {
    if c < 0x94D { return false }
    if c == 0x200D { return true }
    guard isExtender(c) else { return false }
    return hb_unicode_combining_class(hb_unicode_funcs_get_default(), c) == HB_UNICODE_COMBINING_CLASS_VIRAMA
  }

  /// Upright in vertical text of mixed orientation: with the glyph for vertical text where there is one, also
  /// those that the standard turns where there is none.
  /// https://www.unicode.org/reports/tr50/
  static func isUpright(_ c: UInt32) -> Bool {
    if c < 0x1100 {
      return switch c {
      case 0xA7, 0xA9, 0xAE, 0xB1, 0xBC...0xBE, 0xD7, 0xF7, 0x2EA...0x2EB: true
      default: false
      }
    }
    return switch c {
    case 0x1100...0x11FF, 0x1401...0x167F, 0x18B0...0x18FF, 0x2016, 0x2018...0x2019, 0x201C...0x201D: true
    case 0x2020...0x2021, 0x2030...0x2031, 0x203B...0x203C, 0x2042, 0x2047...0x2049, 0x2051, 0x2065: true
    case 0x20DD...0x20E0, 0x20E2...0x20E4, 0x2100...0x2101, 0x2103...0x2109, 0x210F, 0x2113...0x2114: true
    case 0x2116...0x2117, 0x211E...0x2123, 0x2125, 0x2127, 0x2129, 0x212E, 0x2135...0x213F, 0x2145...0x214A: true
    case 0x214C...0x214D, 0x214F...0x2189, 0x218C...0x218F, 0x221E, 0x2234...0x2235, 0x2300...0x2307: true
    case 0x230C...0x231F, 0x2324...0x232B, 0x237D...0x239A, 0x23BE...0x23CD, 0x23CF, 0x23D1...0x23DB: true
    case 0x23E2...0x2422, 0x2424...0x24FF, 0x25A0...0x2619, 0x2620...0x2767, 0x2776...0x2793, 0x2B12...0x2B2F: true
    case 0x2B50...0x2B59, 0x2B97, 0x2BB8...0x2BD1, 0x2BD3...0x2BEB, 0x2BF0...0x2BFF, 0x2E50...0x2E51: true
    case 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xE000...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE48: true
    case 0xFE50...0xFE57, 0xFE59...0xFE62, 0xFE67...0xFE6F, 0xFF01...0xFF0C, 0xFF0E...0xFF1B, 0xFF1F...0xFF60: true
    case 0xFFE0...0xFFE7, 0xFFF0...0xFFF8, 0xFFFC...0xFFFD, 0x10980...0x1099F, 0x11580...0x115FF: true
    case 0x11A00...0x11ABF, 0x13000...0x1345F, 0x14400...0x1467F, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FF: true
    case 0x1CF00...0x1CFCF, 0x1D000...0x1D1FF, 0x1D2E0...0x1D37F, 0x1D800...0x1DAAF, 0x1F000...0x1F7FF: true
    case 0x1F900...0x1FAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
    default: false
    }
  }
}
