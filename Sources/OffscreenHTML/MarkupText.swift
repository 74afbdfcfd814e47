/// Text as markup holds it: what would be read as markup is a character reference.
package enum MarkupText {
  /// Where in the markup the text is.
  package enum Place: Sendable {
    case content
    /// An attribute value in double quotes.
    case attribute
    /// Content, or an attribute value in quotes of either kind.
    case anywhere
  }

  package static func html(_ text: String, in place: Place = .anywhere) -> String {
    var output: [UInt8] = []
    var text = text
    text.withUTF8 { appendHTML($0, in: place, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#escapingString
  package static func appendHTML(_ text: UnsafeBufferPointer<UInt8>, in place: Place, to output: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\"") where place != .content: output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'") where place == .anywhere: output.append(contentsOf: "&#39;".utf8)
      case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0:
        output.append(contentsOf: "&nbsp;".utf8)
        index += 1
      default: output.append(byte)
      }
      index += 1
    }
  }

  /// A parser of XML gives the same text back, though it normalizes line ends and the white space of attributes.
  /// `illegal`: what becomes of characters that XML does not allow, not even as references.
  /// https://www.w3.org/TR/xml/#charsets
  /// https://www.w3.org/TR/xml/#sec-line-ends
  /// https://www.w3.org/TR/xml/#AVNormalize
  package static func xml(_ text: String, in place: Place, illegal: Unicode.Scalar = "\u{FFFD}") -> String {
    // Optimization: most texts stay as they are. U+FFFE and U+FFFF begin with 0xEF.
    if text.utf8.allSatisfy({ ($0 > 0x3E && $0 != 0xEF) || ($0 > 0x27 && $0 < 0x3C) || $0 == 0x20 }) { return text }
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"" where place != .content: output += "&quot;"
      case "'" where place == .anywhere: output += "&#39;"
      case "\r": output += "&#13;"
      case "\n", "\t":
        if place == .content { output.unicodeScalars.append(scalar) } else { output += "&#\(scalar.value);" }
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        output.unicodeScalars.append(illegal)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
