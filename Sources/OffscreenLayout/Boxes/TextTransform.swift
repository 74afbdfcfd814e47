import OffscreenCSS

extension BoxTreeBuilder {
  /// https://drafts.csswg.org/css-text-3/#text-transform-property
  func transform(_ bytes: [UInt8], by transform: TextTransform, language: String) -> [UInt8] {
    guard transform != .none else { return bytes }
    var result = bytes
    switch transform.letterCase {
    case .none, .mathAuto: break
    case .uppercase:
      if bytes.allSatisfy({ $0 < 0x80 }) {
        for index in result.indices where result[index] >= 0x61 && result[index] <= 0x7A { result[index] -= 32 }
      } else {
        result = Array(String(decoding: bytes, as: UTF8.self).uppercased().utf8)
      }
    case .lowercase:
      if bytes.allSatisfy({ $0 < 0x80 }) {
        for index in result.indices where result[index] >= 0x41 && result[index] <= 0x5A { result[index] += 32 }
      } else {
        result = Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
      }
    case .capitalize: result = capitalized(bytes)
    }
    if transform.fullWidth { result = fullWidth(result) }
    return result
  }

  /// The first letter of each word in title case; a word starts after what is neither letter, number
  /// nor mark, an apostrophe inside a word excepted.
  private func capitalized(_ bytes: [UInt8]) -> [UInt8] {
    var out = String.UnicodeScalarView()
    var isInWord = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let properties = scalar.properties
      let isLetter = properties.isAlphabetic || properties.numericType != nil
      if isLetter, !isInWord {
        out.append(contentsOf: properties.titlecaseMapping.unicodeScalars)
      } else {
        out.append(scalar)
      }
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: break
      default: isInWord = isLetter || isInWord && (scalar == "'" || scalar == "\u{2019}" || scalar == "\u{00AD}")
      }
    }
    return Array(String(out).utf8)
  }

  private func fullWidth(_ bytes: [UInt8]) -> [UInt8] {
    var out = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x21, scalar.value <= 0x7E, let wide = Unicode.Scalar(scalar.value + 0xFEE0) {
        out.append(wide)
      } else if scalar == " " {
        out.append("\u{3000}")
      } else {
        out.append(scalar)
      }
    }
    return Array(String(out).utf8)
  }
}
