import Foundation

/// Numbers, lengths, strings and names.
extension ComputedText {
  /// Six significant digits, as Chromium prints.
  func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-infinity" : "infinity" }
    let whole = value.rounded()
    if value == whole, abs(value) < 1e6 { return String(Int(whole)) }
    let text = String(format: "%.6g", value)
    return text == "-0" ? "0" : text
  }
  func number(_ value: Float) -> String { number(Double(value)) }

  /// Zoom is not part of a computed length.
  /// https://drafts.csswg.org/css-viewport/#zoom-om
  func pixels(_ value: Double) -> String {
    let zoom = Double(style.inherited.zoom)
    return number(zoom == 1 || zoom <= 0 ? value : value / zoom) + "px"
  }
  func pixels(_ value: Float) -> String { pixels(Double(value)) }

  /// https://drafts.csswg.org/cssom-1/#serialize-a-string
  func string(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: out += Self.escape(scalar)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  func url(_ address: String) -> String { "url(\(string(address)))" }

  /// https://drafts.csswg.org/cssom-1/#serialize-an-identifier
  func identifier(_ name: String) -> String {
    var out = ""
    let scalars = name.unicodeScalars
    for (index, scalar) in scalars.enumerated() {
      let isDigit = ("0"..."9").contains(scalar)
      switch scalar {
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: out += Self.escape(scalar)
      case _ where isDigit && (index == 0 || (index == 1 && scalars.first == "-")): out += Self.escape(scalar)
      case "-" where scalars.count == 1: out += "\\-"
      case "-", "_": out.unicodeScalars.append(scalar)
      case _ where isDigit || scalar.value >= 0x80 || scalar.properties.isAlphabetic:
        out.unicodeScalars.append(scalar)
      default: out += "\\" + String(scalar)
      }
    }
    return out
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String { "\\" + String(scalar.value, radix: 16) + " " }
}
