import OffscreenGeometry

/// Where characters of a text are in its fragment.
extension FragmentTree {
  /// Between two UTF-16 offsets of a text: how far along the fragment its part of that begins and ends, as shares
  /// of its length; nil where it has none. `isPoint`: also where there is nothing between the offsets.
  package func shares(
    of fragment: Fragment, from start: Int, to end: Int, isPoint: Bool = false
  ) -> (from: Double, to: Double)? {
    guard fragment.kind == .text, fragment.text >= 0, !fragment.box.isNone, boxes[fragment.box].data >= 0 else {
      return nil
    }
    let text = texts[Int(fragment.text)]
    let bytes = boxes.texts[Int(boxes[fragment.box].data)]
    let range = Self.bytes(bytes, from: start, to: end)
    let source = Self.source(of: text, bytes)
    let (low, high) = (max(source.lowerBound, range.lowerBound), min(source.upperBound, range.upperBound))
    guard low < high || low == high && isPoint else { return nil }
    return (share(of: low, text, bytes, fragment), share(of: high, text, bytes, fragment))
  }

  /// With all bytes of the last character.
  private static func source(of text: TextFragment, _ bytes: [UInt8]) -> Range<Int> {
    var end = min(Int(text.source.upperBound), bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return min(Int(text.source.lowerBound), end)..<end
  }

  /// How far along a text one of its bytes is, between 0 and 1: by its glyphs where each character has one, otherwise as
  /// if all characters were equally wide.
  private func share(of byte: Int, _ text: TextFragment, _ bytes: [UInt8], _ fragment: Fragment) -> Double {
    let source = Self.source(of: text, bytes)
    let (start, end) = (source.lowerBound, source.upperBound)
    if byte <= start { return 0 }
    if byte >= end { return 1 }
    let characters = bytes[start..<end].count { $0 & 0xC0 != 0x80 }
    let before = bytes[start..<byte].count { $0 & 0xC0 != 0x80 }
    let isSimple = text.orientation == .horizontal && bytes[start..<end].allSatisfy { $0 < 0xD6 }
    let length = fragment.size.width.pixels
    if isSimple, text.glyphs.count == characters, length > 0 {
      return Double(glyphs[Int(text.glyphs.lowerBound) + before].x) / length
    }
    return Double(before) / Double(max(1, characters))
  }

  private static func bytes(_ text: [UInt8], from start: Int, to end: Int) -> Range<Int> {
    var (units, index, low, high) = (0, 0, text.count, text.count)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if units == start { low = index }
      if units == end { high = index }
      units += scalar.value > 0xFFFF ? 2 : 1
      index += UTF8.width(scalar)
    }
    return min(low, high)..<max(low, high)
  }
}
