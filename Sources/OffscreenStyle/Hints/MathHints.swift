import OffscreenCSS
import OffscreenDOM

/// Presentational hints of MathML elements.
/// https://w3c.github.io/mathml-core/#global-attributes
extension PresentationalHints {
  mutating func math(_ node: NodeID) {
    func value(_ name: String) -> String? { document.names.find(name).flatMap { document.attribute(node, $0) } }
    // Not the legacy colours of HTML.
    if let color = value("mathcolor").flatMap(Self.value) { add("color", color) }
    if let color = value("mathbackground").flatMap(Self.value) { add("background-color", color) }
    if let size = value("mathsize").flatMap(Self.value), Self.isMathSize(size) { add("font-size", size) }
    if value("mathvariant")?.lowercased() == "normal" { add("text-transform", "none") }
    switch value("dir")?.lowercased() {
    case "ltr": add("direction", "ltr")
    case "rtl": add("direction", "rtl")
    case _: break
    }
    switch value("displaystyle")?.lowercased() {
    case "true": add("math-style", "normal")
    case "false": add("math-style", "compact")
    case _: break
    }
    // https://w3c.github.io/mathml-core/#space-mspace , https://w3c.github.io/mathml-core/#adjust-space-around-content-mpadded
    switch document.names.spelling(of: document.name(node)) {
    case "mspace", "mpadded":
      if let width = value("width"), MathLength(width)?.isPercentage == false { add("width", width) }
    case _: break
    }
    if let level = value("scriptlevel").flatMap(Self.scriptLevel) { add("math-depth", level) }
  }

  /// With a sign it counts from the parent's.
  /// https://w3c.github.io/mathml-core/#displaystyle-and-scriptlevel-attributes
  private static func scriptLevel(_ text: String) -> String? {
    let digits = text.drop { $0 == "+" || $0 == "-" }
    guard text.count - digits.count <= 1, (1...8).contains(digits.count),
      digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return digits.count < text.count ? "add(\(text))" : text
  }

  /// The keywords of `font-size` are none of this attribute's, nor are numbers without a unit.
  private static func isMathSize(_ text: String) -> Bool {
    guard let first = text.first, first.isASCII, first.isNumber || first == "." || first == "+" else { return false }
    return text.last?.isNumber != true || text == "0"
  }
}
