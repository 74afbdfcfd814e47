import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Where a justified line is stretched, and by how much.
/// https://drafts.csswg.org/css-text-4/#justify-algos
struct LineExpansion {
  var isActive = false
  /// CSS pixels an opportunity.
  var step: Float = 0
  /// From this cluster on nothing is stretched: the end of the line.
  var lastCluster: Int32 = .max

  enum Opportunity { case none, after }

  /// Whether there may be more room behind the cluster that begins here: a space or an ideograph, by
  /// `text-justify` only the one or any cluster.
  /// https://drafts.csswg.org/css-text-4/#text-justify-property
  static func opportunity(at offset: Int32, _ content: InlineContent, _ method: TextJustify) -> Opportunity {
    if method == .none { return .none }
    if method == .interCharacter { return .after }
    let text = content.text
    let place = Int(offset)
    guard place >= 0, place < text.count else { return .none }
    let byte = text[place]
    if byte == 0x20 { return .after }
    if byte < 0xC2 { return .none }
    if byte == 0xC2 { return place + 1 < text.count && text[place + 1] == 0xA0 ? .after : .none }
    if byte < 0xE2 || method == .interWord { return .none }
    var iterator = text[place..<min(place + 4, text.count)].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return .none }
    return isIdeograph(scalar.value) ? .after : .none
  }

  private static func isIdeograph(_ c: UInt32) -> Bool {
    switch c {
    case 0x2E80...0x2FDF, 0x3001...0x303F, 0x3041...0x312F, 0x31A0...0x4DBF, 0x4E00...0x9FFF: true
    case 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1F200...0x1F6FF, 0x20000...0x3FFFD: true
    default: false
    }
  }

  func after(_ glyph: Glyph, _ content: InlineContent, _ method: TextJustify) -> Float {
    if glyph.cluster >= lastCluster { return 0 }
    return Self.opportunity(at: glyph.cluster, content, method) == .after ? step : 0
  }
}

extension LineBoxBuilder {
  /// How a part of ruby spreads its text; nil where the line is none.
  /// https://drafts.csswg.org/css-ruby-1/#ruby-align-property
  private var rubyAlign: RubyAlign? {
    context.isRubyPart(container) ? rootStyle.style.text.rubyAlign : nil
  }

  private var isJustified: Bool {
    let text = rootStyle.style.text
    if line.ellipsis != nil { return false }
    if let rubyAlign { return rubyAlign == .spaceAround || rubyAlign == .spaceBetween }
    if line.hasForcedBreak || line.isLast {
      switch text.alignLast {
      case .justify: return true
      case .auto: return text.align == .justifyAll
      case .start, .end, .left, .right, .center, .matchParent: return false
      }
    }
    return text.align == .justify || text.align == .justifyAll
  }

  /// Spreads the room that is left over the line's opportunities; how much the line grew.
  mutating func justify(_ available: LayoutUnit) -> LayoutUnit {
    guard isJustified, !line.isEmpty else { return .zero }
    var room = available - line.indent - line.width
    guard room > .zero else { return .zero }
    // Only the text before what hangs, after the last tab.
    var count = 0
    var last: Int32 = line.inkEnd
    var counts = [Int](repeating: 0, count: leaves.count)
    for index in leaves.indices where leaves[index].kind == .text && leaves[index].piece >= 0 {
      let piece = line.pieces[leaves[index].piece]
      guard piece.kind == .text, !piece.isGenerated else { continue }
      let method = content.style(content.items[piece.item]).style.text.justify
      if method == .none { continue }
      if method == .interCharacter {
        counts[index] = clusters(of: piece).count
        count += counts[index]
        continue
      }
      var offset = piece.range.lowerBound
      while offset < min(piece.range.upperBound, line.inkEnd) {
        if LineExpansion.opportunity(at: offset, content, method) == .after {
          counts[index] += 1
          count += 1
        }
        offset += 1
      }
    }
    // Nothing is stretched behind the end of the line.
    if let end = leaves.lastIndex(where: { $0.kind == .text || $0.kind == .atomic }), leaves[end].kind == .text {
      let piece = line.pieces[leaves[end].piece]
      let inkEnd = min(piece.range.upperBound, line.inkEnd)
      let method = content.style(content.items[piece.item]).style.text.justify
      if inkEnd > piece.range.lowerBound {
        var offset = inkEnd - 1
        while offset > piece.range.lowerBound, content.text[Int(offset)] & 0xC0 == 0x80 { offset -= 1 }
        if method == .interCharacter { offset = clusters(of: piece).max() ?? offset }
        if counts[end] > 0, LineExpansion.opportunity(at: offset, content, method) == .after {
          last = offset
          counts[end] -= 1
          count -= 1
        }
      }
    }
    guard count > 0 else { return .zero }
    // Half as much before the first and behind the last as between two.
    if rubyAlign == .spaceAround { room -= room / (count + 1) }
    expansion.isActive = true
    expansion.step = Float(room.pixels) / Float(count)
    expansion.lastCluster = last
    // The widths add up to the whole room, whatever is rounded.
    var before = 0
    var given = LayoutUnit.zero
    for index in leaves.indices where counts[index] > 0 {
      before += counts[index]
      let upTo = before == count ? room : LayoutUnit(room.pixels * Double(before) / Double(count))
      leaves[index].width += upTo - given
      given = upTo
    }
    return room
  }

  /// Where the clusters of a text begin that do not hang.
  private func clusters(of piece: LinePiece) -> Set<Int32> {
    let glyphs = piece.hasOwnGlyphs ? line.glyphs : content.glyphs
    let range = Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound)
    return Set(glyphs[range].lazy.map(\.cluster).filter { [inkEnd = line.inkEnd] in $0 < inkEnd })
  }
}
