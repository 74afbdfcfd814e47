import OffscreenCSS
import OffscreenGeometry
import OffscreenText

/// Room between ideographs and the letters or digits of other scripts beside them.
/// https://drafts.csswg.org/css-text-4/#text-autospace-property
///
/// It is part of the advance of the character behind it, so that it is gone where that begins a line.
extension InlineContentBuilder {
  mutating func addAutospace() {
    var before = AutospaceKind.other
    for index in finished.indices {
      let item = finished[index]
      switch item.kind {
      case .text: addAutospace(to: item, behind: &before)
      case .tab, .atomic, .lineBreak: before = .other
      case .open, .close, .breakOpportunity, .float, .outOfFlow, .control: break
      }
    }
  }

  private mutating func addAutospace(to item: InlineItem, behind before: inout AutospaceKind) {
    let style = styles[Int(item.style)]
    let range = Int(item.range.lowerBound)..<Int(item.range.upperBound)
    let isLTR = item.level & 1 == 0
    // The item's glyphs that are left, of which the next one is the first, or the last where the text runs to the left.
    var rest = Int(item.glyphs.lowerBound)..<Int(item.glyphs.upperBound)
    var iterator = text[range].makeIterator()
    var decoder = UTF8()
    var offset = item.range.lowerBound
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      let here = offset
      offset += Int32(UTF8.width(scalar))
      guard let kind = AutospaceKind(scalar, isUpright: style.orientation == .upright) else { continue }
      defer { before = kind }
      guard style.autospace > 0, before.isApart(from: kind) else { continue }
      while let next = isLTR ? rest.first : rest.last, glyphs[next].cluster < here {
        rest = isLTR ? rest.dropFirst() : rest.dropLast()
      }
      guard let next = isLTR ? rest.first : rest.last, glyphs[next].cluster == here else { continue }
      glyphs[next].add(style.autospace, isLTR: isLTR, isUpright: textItems[Int(item.textItem)].isUpright)
      autospaces[here] = style.autospace
    }
  }
}

extension Glyph {
  /// More room before it.
  fileprivate mutating func add(_ space: Float, isLTR: Bool, isUpright: Bool) {
    advance += space
    guard isLTR else { return }
    if isUpright { yOffset -= space } else { xOffset += space }
  }
}

extension InlineContent {
  /// What is before the first of an item's texts on a line.
  func autospace(at offset: Int32) -> Double { autospaces.isEmpty ? 0 : Double(autospaces[offset] ?? 0) }

  /// Glyphs that were shaped for a line alone, with the room between them, or those of the content without the room
  /// before the first.
  func spaced(_ glyphs: [Glyph], of item: InlineItem, from start: Int32, isStartOfLine: Bool, hasSpaces: Bool)
    -> [Glyph]
  {
    var glyphs = glyphs
    let isLTR = item.level & 1 == 0
    let isUpright = textItems[Int(item.textItem)].isUpright
    let order = isLTR ? Array(glyphs.indices) : glyphs.indices.reversed()
    var last = Int32(-1)
    for index in order where glyphs[index].cluster != last {
      last = glyphs[index].cluster
      guard let space = autospaces[last] else { continue }
      let isFirst = isStartOfLine && last == start
      if hasSpaces, isFirst { glyphs[index].add(-space, isLTR: isLTR, isUpright: isUpright) }
      if !hasSpaces, !isFirst { glyphs[index].add(space, isLTR: isLTR, isUpright: isUpright) }
    }
    return glyphs
  }
}

private enum AutospaceKind {
  case ideograph, letter, other

  /// nil: the kind is that of the character before.
  init?(_ scalar: Unicode.Scalar, isUpright: Bool) {
    switch scalar.value {
    case ..<0x300:
      let isLetter = scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      self = isLetter && !isUpright ? .letter : .other
      return
    case 0x1100...0x11FF, 0x3005...0x3007, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x312F, 0x3130...0x318F,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0x20000...0x3FFFD:
      self = .ideograph
      return
    // What is wide without being an ideograph.
    case 0x2E80...0xA4CF, 0xFE30...0xFE4F, 0xFF00...0xFFEF:
      self = .other
      return
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return nil
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
      self = isUpright ? .other : .letter
    default: self = .other
    }
  }

  func isApart(from next: AutospaceKind) -> Bool {
    self == .ideograph && next == .letter || self == .letter && next == .ideograph
  }
}
