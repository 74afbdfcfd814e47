import OffscreenCSS
import OffscreenDOM

/// A box while the tree is still being rearranged: children in an array, no links.
struct BoxDraft {
  var box: Box
  var level: BoxLevel
  var children: [Int] = []
  /// An inline box with a block-level box somewhere inside: its block container splits it.
  var containsBlock = false
  /// The box of an earlier tree that this is, with all in it.
  var taken = BoxID.none
}

enum BoxLevel {
  case inline, block
  /// Floats and absolutely positioned boxes: no matter to what is beside them.
  case outOfFlow
  /// Part of a table that is not inside one yet.
  case tablePart
}

extension BoxDraft {
  /// Whether a text is all white space that collapses away at the edges of blocks.
  func isCollapsibleWhiteSpace(_ texts: [[UInt8]]) -> Bool {
    guard box.kind == .text, box.data >= 0 else { return false }
    switch box.style.text.whiteSpaceCollapse {
    case .collapse: return isWhiteSpace(texts)
    case .preserveBreaks:
      return texts[Int(box.data)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    case .preserve, .preserveSpaces, .breakSpaces: return texts[Int(box.data)].isEmpty
    }
  }
  /// Whether a text is nothing but white space, be it preserved or not: between the items of flex and grid
  /// containers and between the parts of tables it makes no box.
  /// https://drafts.csswg.org/css-flexbox-1/#flex-items
  func isWhiteSpace(_ texts: [[UInt8]]) -> Bool {
    guard box.kind == .text, box.data >= 0 else { return false }
    return texts[Int(box.data)].allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D || $0 == 0x0C }
  }
}
