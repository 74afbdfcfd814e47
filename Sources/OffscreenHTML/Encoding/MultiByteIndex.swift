import CXML
import OffscreenPlatform

/// The code points of a multi-byte encoding by their pointers, 0 where there is none. The C library's tables are asked
/// once for all of an encoding; the few places where the standard differs are set right.
/// https://encoding.spec.whatwg.org/#indexes
struct MultiByteIndex: Sendable {
  let codePoints: [UInt32]

  subscript(pointer: Int) -> UInt32? {
    guard codePoints.indices.contains(pointer), codePoints[pointer] != 0 else { return nil }
    return codePoints[pointer]
  }

  private init(_ codePoints: [UInt32]) { self.codePoints = codePoints }

  /// `bytes`: of a pointer, two or three as one number. `corrections`: code points by pointers.
  private init(
    _ name: String, count: Int, bytes: (Int) -> Int, corrections: [Int: UInt32] = [:], none: Range<Int> = 0..<0
  ) {
    var codePoints = [UInt32](repeating: 0, count: count)
    if let converter = iconv_open("UTF-32LE", name), Int(bitPattern: converter) != -1 {
      defer { iconv_close(converter) }
      for start in stride(from: 0, to: count, by: 32) {
        let pointers = start..<min(count, start + 32)
        // Optimization: most are there, and several at once cost little more than one.
        if !pointers.overlaps(none), let all = Self.codePoints(of: pointers.map(bytes), converter) {
          codePoints.replaceSubrange(pointers, with: all)
          continue
        }
        for pointer in pointers where !none.contains(pointer) {
          codePoints[pointer] = Self.codePoints(of: [bytes(pointer)], converter)?.first ?? 0
        }
      }
    }
    for (pointer, codePoint) in corrections { codePoints[pointer] = codePoint }
    self.init(codePoints)
  }

  /// Nil where some of the bytes are none of the encoding's characters, or more than one code point.
  private static func codePoints(of places: [Int], _ converter: iconv_t) -> [UInt32]? {
    iconv(converter, nil, nil, nil, nil)
    var input: [UInt8] = []
    for place in places {
      if place > 0xFFFF { input.append(UInt8(truncatingIfNeeded: place >> 16)) }
      input.append(UInt8(truncatingIfNeeded: place >> 8))
      input.append(UInt8(truncatingIfNeeded: place))
    }
    var output = [UInt32](repeating: 0, count: places.count + 2)
    let written = input.withUnsafeMutableBytes { input in
      output.withUnsafeMutableBytes { output in
        var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = input.count
        var write = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var room = output.count
        let result = iconv(converter, &next, &left, &write, &room)
        guard Int(truncatingIfNeeded: result) != -1, left == 0 else { return 0 }
        // What it holds back, to see whether a combining character follows.
        iconv(converter, nil, nil, &write, &room)
        return output.count - room
      }
    }
    return written == places.count * 4 ? output.prefix(places.count).map { UInt32(littleEndian: $0) } : nil
  }

  // MARK: The indexes

  static let big5 = MultiByteIndex(
    "BIG5-HKSCS", count: 19782,
    bytes: { pointer in
      let (lead, trail) = pointer.quotientAndRemainder(dividingBy: 157)
      return (lead + 0x81) << 8 + trail + (trail < 0x3F ? 0x40 : 0x62)
    }, corrections: big5Corrections)

  static let eucKR = MultiByteIndex("CP949", count: 23940) { pointer in
    let (lead, trail) = pointer.quotientAndRemainder(dividingBy: 190)
    return (lead + 0x81) << 8 + trail + 0x41
  }

  /// Characters of one's own choice (pointers from 8836) are no part of it.
  static let jis0208 = MultiByteIndex(
    "CP932", count: 11104,
    bytes: { pointer in
      let (lead, trail) = pointer.quotientAndRemainder(dividingBy: 188)
      return (lead + (lead < 0x1F ? 0x81 : 0xC1)) << 8 + trail + (trail < 0x3F ? 0x40 : 0x41)
    }, none: 8836..<10716)

  static let jis0212 = MultiByteIndex(
    "EUC-JP", count: 94 * 94,
    bytes: { pointer in
      let (lead, trail) = pointer.quotientAndRemainder(dividingBy: 94)
      return 0x8F0000 + (lead + 0xA1) << 8 + trail + 0xA1
    }, corrections: [116: 0xFF5E])

  static let gb18030 = MultiByteIndex(
    "GB18030", count: 23940,
    bytes: { pointer in
      let (lead, trail) = pointer.quotientAndRemainder(dividingBy: 190)
      return (lead + 0x81) << 8 + trail + (trail < 0x3F ? 0x40 : 0x41)
    }, corrections: gb18030Corrections)

  /// Code points of the basic plane that four bytes of GB 18030 stand for: those from U+0080 that two bytes did not
  /// stand for in its first edition. https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point
  static let gb18030Ranges: MultiByteIndex = {
    var isTaken = [Bool](repeating: false, count: 0x10000)
    for codePoint in gb18030.codePoints where codePoint < 0x10000 { isTaken[Int(codePoint)] = true }
    // Two bytes stood for characters of the private use area that later editions have given their own places.
    for codePoint in privateGB18030 { isTaken[codePoint] = true }
    for range in [0x1E3F...0x1E3F, 0x9FB4...0x9FBB, 0xFE10...0xFE19] { for place in range { isTaken[place] = false } }
    return MultiByteIndex(
      (0x80..<0x10000).filter { !(0xD800..<0xE000).contains($0) && !isTaken[$0] }.map { UInt32($0) })
  }()

  private static let privateGB18030 = [
    0xE5E5, 0xE78D, 0xE78E, 0xE78F, 0xE790, 0xE791, 0xE792, 0xE793, 0xE794, 0xE795, 0xE796, 0xE7C7, 0xE816, 0xE817,
    0xE818,
    0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE831, 0xE832, 0xE83B, 0xE843, 0xE854, 0xE855, 0xE864,
  ]

  /// Of the edition of 2022, for C libraries that have an earlier one.
  private static let gb18030Corrections: [Int: UInt32] = [
    6555: 0x3000, 7182: 0xFE10, 7183: 0xFE12, 7184: 0xFE11, 7185: 0xFE13, 7186: 0xFE14, 7187: 0xFE15, 7188: 0xFE16,
    7201: 0xFE17, 7202: 0xFE18, 7208: 0xFE19, 23775: 0x9FB4, 23783: 0x9FB5, 23788: 0x9FB6, 23789: 0x9FB7,
    23795: 0x9FB8, 23812: 0x9FB9, 23829: 0x9FBA, 23845: 0x9FBB,
  ]

  private static let big5Corrections: [Int: UInt32] = [
    2082: 0x7BB8, 2088: 0x7C06, 2103: 0x7CCE, 2114: 0x7DD2, 2123: 0x7E1D, 2148: 0x8005, 2151: 0x8028, 2221: 0x83C1,
    2239: 0x84A8, 2244: 0x840F, 2303: 0x89A6, 2304: 0x89A9, 2354: 0x8D77, 2400: 0x90FD, 2413: 0x92B9, 2477: 0x975C,
    2498: 0x97FF, 2605: 0x9F16, 2673: 0x8503, 2746: 0x5159, 2747: 0x515B, 2748: 0x515D, 2749: 0x515E, 2771: 0x936E,
    2780: 0x7479, 2990: 0x6D67, 3087: 0x799B, 3259: 0x9097, 3301: 0x975D, 3436: 0x701E, 3451: 0x5B28, 4136: 0x7201,
    4138: 0x77D7, 4141: 0x7E87, 4182: 0x99D6, 4206: 0x91D4, 4220: 0x60DE, 4230: 0x6FB6, 4241: 0x8F36, 4258: 0x4FBB,
    4273: 0x71DF, 4279: 0x9104, 4282: 0x9DF0, 4294: 0x83CF, 4329: 0x5C10, 4330: 0x79E3, 4349: 0x5A67, 4419: 0x8F0B,
    4422: 0x7B51, 4494: 0x62D0, 4624: 0x6062, 4694: 0x75F9, 4708: 0x6C4A, 4742: 0x9B2E, 4748: 0x9F17, 4815: 0x50ED,
    4828: 0x5F0C, 4902: 0x880F, 4922: 0x62CE, 4982: 0x7468, 4992: 0x7162, 4997: 0x7250, 5029: 0x2027, 5038: 0xFE51,
    5050: 0x2574, 5120: 0xAF, 5121: 0xFFE3, 5123: 0x2CD, 5153: 0xFF5E, 5168: 0x2295, 5169: 0x2299, 5180: 0xFF0F,
    5181: 0xFF3C, 5182: 0x2215, 5183: 0xFE68, 5185: 0xFFE5, 5187: 0xFFE0, 5188: 0xFFE1, 5287: 0x5341, 5289: 0x5345,
    5432: 0x2400, 5433: 0x2401, 5434: 0x2402, 5435: 0x2403, 5436: 0x2404, 5437: 0x2405, 5438: 0x2406, 5439: 0x2407,
    5440: 0x2408, 5441: 0x2409, 5442: 0x240A, 5443: 0x240B, 5444: 0x240C, 5445: 0x240D, 5446: 0x240E, 5447: 0x240F,
    5448: 0x2410, 5449: 0x2411, 5450: 0x2412, 5451: 0x2413, 5452: 0x2414, 5453: 0x2415, 5454: 0x2416, 5455: 0x2417,
    5456: 0x2418, 5457: 0x2419, 5458: 0x241A, 5459: 0x241B, 5460: 0x241C, 5461: 0x241D, 5462: 0x241E, 5463: 0x241F,
    5464: 0x2421, 5465: 0x20AC, 10942: 0x5EF4, 10946: 0x65E0, 10948: 0x7676, 10950: 0x96B6, 10957: 0x3003,
    10958: 0x4EDD, 19028: 0x5029, 19035: 0x507D, 19088: 0x5305, 19096: 0x5344, 19112: 0x537F, 19162: 0x5605,
    19240: 0x5A77, 19299: 0x5E75, 19305: 0x5ED0, 19326: 0x5F58, 19355: 0x60A4, 19398: 0x6490, 19439: 0x6674,
    19454: 0x675E, 19553: 0x6C9C, 19554: 0x6E1D, 19557: 0x6E2F, 19611: 0x716E, 19643: 0x732A, 19672: 0x745C,
    19697: 0x74E9, 19748: 0x7809,
  ]
}

/// The pointers of an index by their code points.
/// https://encoding.spec.whatwg.org/#index-pointer
struct MultiBytePointers: Sendable {
  private let pointers: [UInt32: Int]

  subscript(codePoint: UInt32) -> Int? { pointers[codePoint] }

  /// Of several pointers the first counts, unless `last` has the code point.
  private init(_ index: MultiByteIndex, without excluded: Range<Int> = 0..<0, last: Set<UInt32> = []) {
    var pointers: [UInt32: Int] = [:]
    for (pointer, codePoint) in index.codePoints.enumerated() where codePoint != 0 && !excluded.contains(pointer) {
      if pointers[codePoint] == nil || last.contains(codePoint) { pointers[codePoint] = pointer }
    }
    self.pointers = pointers
  }

  static let eucKR = MultiBytePointers(.eucKR)
  static let jis0208 = MultiBytePointers(.jis0208)
  static let gb18030 = MultiBytePointers(.gb18030)
  static let gb18030Ranges = MultiBytePointers(.gb18030Ranges)
  /// https://encoding.spec.whatwg.org/#index-shift_jis-pointer
  static let shiftJIS = MultiBytePointers(.jis0208, without: 8272..<8836)
  /// https://encoding.spec.whatwg.org/#index-big5-pointer
  static let big5 = MultiBytePointers(
    .big5, without: 0..<((0xA1 - 0x81) * 157), last: [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345])
}
