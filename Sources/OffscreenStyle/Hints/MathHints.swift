import OffscreenDOM

/// Presentational hints of MathML elements.
/// https://w3c.github.io/mathml-core/#presentation-markup
extension PresentationalHints {
  /// Not implemented: the properties `math-depth` and `math-style`; the sizes of scripts that follow from
  /// them are here and in the user agent's sheet.
  mutating func math(_ node: NodeID) {
    func value(_ name: String) -> String? { document.names.find(name).flatMap { document.attribute(node, $0) } }
    if let color = value("mathcolor").flatMap(Self.color) { add("color", color) }
    if let color = value("mathbackground").flatMap(Self.color) { add("background-color", color) }
    if let size = value("mathsize"), Self.isLength(size) { add("font-size", size) }
    if value("mathvariant")?.lowercased() == "normal" { add("text-transform", "none") }
    switch value("dir")?.lowercased() {
    case "ltr": add("direction", "ltr")
    case "rtl": add("direction", "rtl")
    case _: break
    }
    // A fraction in a line of text has small parts, and so have scripts.
    let parent = document.parent(node)
    guard !parent.isNone, document.isElement(parent), document.namespace(parent) == .mathML else { return }
    let isSmall =
      switch document.names.spelling(of: document.name(parent)) {
      case "mfrac": MathStyle(of: parent, in: document) == .compact
      case "mmultiscripts": document.firstElementChild(parent) != node
      case _: false
      }
    if isSmall { add("font-size", "0.71em") }
  }

  private static func isLength(_ text: String) -> Bool {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return !number.isEmpty && text.utf8.count < 20
      && ["px", "em", "ex", "pt", "%", "rem", "cm", "mm", "in", "pc"].contains(
        text.dropFirst(number.count).lowercased())
  }
}
