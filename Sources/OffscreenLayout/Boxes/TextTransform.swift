import OffscreenCSS
import OffscreenDOM

extension BoxTreeBuilder {
  mutating func transform(_ bytes: [UInt8], in style: ComputedStyle, of node: NodeID) -> [UInt8] {
    TransformedText.of(bytes, in: style, of: node, document, isInWord: &isInWord)
  }

  /// https://html.spec.whatwg.org/multipage/dom.html#language
  static func language(of node: NodeID, _ document: Document) -> String {
    var node = node
    while !node.isNone, document.isElement(node) {
      if let own = document.ownLanguage(of: node) { return own }
      node = document.parentElementOrHost(node)
    }
    return document.defaultLanguage ?? ""
  }
}

package enum TransformedText {
  /// `isInWord`: whether the text goes on with a word, and whether what follows it does.
  /// https://drafts.csswg.org/css-text-3/#text-transform-property
  package static func of(
    _ bytes: [UInt8], in style: ComputedStyle, of node: NodeID, _ document: Document, isInWord: inout Bool
  ) -> [UInt8] {
    let transform = style.text.transform
    guard transform != .none else {
      isInWord = CaseMapping.endsInWord(bytes, isInWord)
      return bytes
    }
    var result = bytes
    let mapping = CaseMapping(language: BoxTreeBuilder.language(of: node, document))
    defer { if transform.letterCase != .capitalize { isInWord = CaseMapping.endsInWord(bytes, isInWord) } }
    let isPlain = !mapping.isTailored && bytes.allSatisfy { $0 < 0x80 }
    switch transform.letterCase {
    case .none: break
    case .mathAuto: result = MathLetters.italic(bytes) ?? bytes
    case .uppercase:
      if isPlain {
        for index in result.indices where result[index] >= 0x61 && result[index] <= 0x7A { result[index] -= 32 }
      } else {
        result = Array(mapping.uppercased(String(decoding: bytes, as: UTF8.self)).utf8)
      }
    case .lowercase:
      if isPlain {
        for index in result.indices where result[index] >= 0x41 && result[index] <= 0x5A { result[index] += 32 }
      } else {
        result = Array(mapping.lowercased(String(decoding: bytes, as: UTF8.self)).utf8)
      }
    case .capitalize:
      result = Array(mapping.capitalized(String(decoding: bytes, as: UTF8.self), isInWord: &isInWord).utf8)
    }
    if transform.fullWidth { result = fullWidth(result, style.text.whiteSpaceCollapse) }
    return result
  }

  /// Spaces become wide only where they are preserved.
  /// https://drafts.csswg.org/css-text-4/#text-transform-order
  private static func fullWidth(_ bytes: [UInt8], _ collapse: WhiteSpaceCollapse) -> [UInt8] {
    let widensSpaces =
      switch collapse {
      case .preserve, .preserveSpaces, .breakSpaces: true
      case .collapse, .preserveBreaks: false
      }
    var out = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x21, scalar.value <= 0x7E, let wide = Unicode.Scalar(scalar.value + 0xFEE0) {
        out.append(wide)
      } else if scalar == " ", widensSpaces {
        out.append("\u{3000}")
      } else {
        out.append(scalar)
      }
    }
    return Array(String(out).utf8)
  }
}
