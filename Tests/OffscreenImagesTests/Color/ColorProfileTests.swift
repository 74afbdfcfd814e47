import OffscreenPlatform
import TestSupport
import Testing

@testable import OffscreenImages

@Suite struct ColorProfileTests {
  static func bigEndian(_ value: Int) -> [UInt8] { PNGFastDecoderTests.bigEndian(value) }
  static func fixed(_ value: Double) -> [UInt8] { bigEndian(Int((value * 65_536).rounded())) }

  /// A profile of the given tags.
  static func profile(_ space: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(16..<20, with: space.utf8)
    header.replaceSubrange(20..<24, with: "XYZ ".utf8)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    var start = 132 + 12 * tags.count
    var table = bigEndian(tags.count)
    for (name, content) in tags {
      table += Array(name.utf8) + bigEndian(start) + bigEndian(content.count)
      start += content.count
    }
    return header + table + tags.flatMap(\.1)
  }

  static let sRGBCurve =
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + [x, y, z].flatMap(fixed)
  }

  static func displayP3() -> [UInt8] {
    profile(
      "RGB ",
      [
        ("rXYZ", xyz(0.51512, 0.24120, -0.00105)), ("gXYZ", xyz(0.29198, 0.69225, 0.04189)),
        ("bXYZ", xyz(0.15710, 0.06657, 0.78407)), ("rTRC", sRGBCurve), ("gTRC", sRGBCurve), ("bTRC", sRGBCurve),
      ])
  }

  /// A PNG of one row with a profile.
  static func png(_ pixels: [[UInt8]], _ profile: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + PNGFastDecoderTests.chunk("IHDR", bigEndian(pixels.count) + bigEndian(1) + [8, 2, 0, 0, 0])
      + PNGFastDecoderTests.chunk("iCCP", Array("p".utf8) + [0, 0] + PNGFastDecoderTests.stored(profile))
      + PNGFastDecoderTests.chunk("IDAT", PNGFastDecoderTests.stored([0] + pixels.joined()))
      + PNGFastDecoderTests.chunk("IEND", [])
  }

  @Test func displayP3BecomesSRGB() throws {
    let colors: [[UInt8]] = [
      [200, 100, 50], [0, 128, 255], [128, 128, 128], [255, 255, 255], [0, 0, 0], [255, 0, 0],
    ]
    let bitmap = try ImageSource(bytes: Self.png(colors, Self.displayP3())).decode()
    // The matrix of CSS Color 4, from display-p3 to sRGB, linear.
    let matrix = [[1.2249, -0.2247, 0], [-0.0420, 1.0419, 0], [-0.0197, -0.0786, 1.0979]]
    for (x, color) in colors.enumerated() {
      let light = color.map { byte in
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      for (row, shift) in [16, 8, 0].enumerated() {
        let sum = max(0, min(1, zip(matrix[row], light).reduce(0) { $0 + $1.0 * $1.1 }))
        let value = sum <= 0.0031308 ? sum * 12.92 : 1.055 * pow(sum, 1 / 2.4) - 0.055
        #expect(abs(value * 255 - Double(bitmap[x, 0] >> UInt32(shift) & 255)) < 1.5, "\(color) \(row)")
      }
    }
  }

  static func isUsed(_ bytes: [UInt8]) -> Bool { ColorProfile(bytes) != nil }

  @Test func sRGBAndNonsenseChangeNothing() {
    #expect(Self.isUsed([]) == false)
    let sRGB = Self.profile(
      "RGB ",
      [
        ("rXYZ", Self.xyz(0.43607, 0.22249, 0.01392)), ("gXYZ", Self.xyz(0.38515, 0.71687, 0.09708)),
        ("bXYZ", Self.xyz(0.14307, 0.06061, 0.71410)), ("rTRC", Self.sRGBCurve), ("gTRC", Self.sRGBCurve),
        ("bTRC", Self.sRGBCurve),
      ])
    #expect(Self.isUsed(sRGB) == false)
    #expect(Self.isUsed(Self.displayP3()) == true)
    #expect(Self.isUsed(Self.profile("RGB ", [("rTRC", Self.sRGBCurve)])) == false)
    #expect(Self.isUsed(Self.profile("GRAY", [("kTRC", Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 0])])) == true)
  }

  /// A profile whose table makes greys of all colours: as light as they have red, green and blue.
  static func greyTable() -> [UInt8] {
    let identity = (0...255).map { UInt8($0) }
    // Three channels in and out, two points a channel, the matrix of nothing, tables, and Lab as bytes.
    let content =
      Array("mft1".utf8) + [0, 0, 0, 0, 3, 3, 2, 0]
      + [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed) + identity + identity + identity
      + (0..<8).flatMap { [UInt8($0.nonzeroBitCount * 85), 128, 128] } + identity + identity + identity
    var bytes = profile("RGB ", [("A2B0", content + [0, 0])])
    bytes.replaceSubrange(0..<4, with: bigEndian(bytes.count))
    bytes.replaceSubrange(8..<12, with: [2, 0x40, 0, 0])
    bytes.replaceSubrange(12..<16, with: "mntr".utf8)
    bytes.replaceSubrange(20..<24, with: "Lab ".utf8)
    bytes.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
    return bytes
  }

  @Test(.needs("Little CMS", TableProfile(ColorProfileTests.greyTable()) != nil))
  func tablesAreApplied() throws {
    let colors: [[UInt8]] = [[255, 0, 0], [0, 128, 255], [0, 0, 0], [255, 255, 255]]
    let bitmap = try ImageSource(bytes: Self.png(colors, Self.greyTable())).decode()
    // Lightnesses of a third, a half, nothing and all, in sRGB.
    for (x, grey) in [79, 119, 0, 255].enumerated() {
      for shift in [0, 8, 16] as [UInt32] {
        #expect(abs(Int(bitmap[x, 0] >> shift & 255) - grey) <= 4, "\(colors[x])")
      }
    }
  }

  @Test func tablesSurviveMutations() throws {
    let original = Self.greyTable()
    var generator = SeededGenerator(seed: 6)
    let bitmap = try Bitmap.noise(4, 4)
    for _ in 0..<1000 {
      var bytes = original
      for _ in 0..<(generator.next() % 5 + 1) {
        bytes[Int(generator.next() % UInt64(min(400, bytes.count)))] = UInt8(truncatingIfNeeded: generator.next())
      }
      bytes.removeLast(Int(generator.next() % 40))
      TableProfile(bytes)?.apply(to: bitmap)
    }
  }

  @Test func survivesMutations() {
    let original = Self.displayP3()
    var generator = SeededGenerator(seed: 5)
    let bitmap = try? Bitmap.noise(4, 4)
    for _ in 0..<3000 {
      var bytes = original
      for _ in 0..<(generator.next() % 5 + 1) {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      }
      bytes.removeLast(Int(generator.next() % 40))
      if let bitmap { ColorProfile(bytes)?.apply(to: bitmap) }
    }
  }
}
