import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenPaint
import OffscreenStyle

/// The JSON of `offscreen inspect`.
enum Inspection {
  /// `text`, if given: the elements' styles, which are told too.
  static func json(
    boxes: [ElementBox], document: Document, viewport: Viewport, documentSize: Size,
    text: ((NodeID) -> ComputedText?)? = nil
  ) -> String {
    var out = "{\"viewport\": {\"width\": \(viewport.width), \"height\": \(viewport.height)},\n"
    out += " \"document\": {\"width\": \(number(documentSize.width.pixels)), "
    out += "\"height\": \(number(documentSize.height.pixels))},\n \"elements\": ["
    var isFirst = true
    for box in boxes {
      out += isFirst ? "" : ",\n              "
      isFirst = false
      out += "{\"path\": \"\(box.path)\", \"tag\": \"\(escaped(box.tag))\", \"x\": \(number(Double(box.rect.x))), "
      out += "\"y\": \(number(Double(box.rect.y))), \"width\": \(number(Double(box.rect.width))), "
      out += "\"height\": \(number(Double(box.rect.height)))"
      writeNames(of: box.node, in: document, to: &out)
      if let text = text?(box.node) { writeStyle(text, to: &out) }
      out += "}"
    }
    return out + "]}"
  }

  /// What tells an element from others: the attributes that name it, and its own text.
  private static func writeNames(of node: NodeID, in document: Document, to out: inout String) {
    var isFirst = true
    for attribute in document.attributes(node) where attribute.namespace == .none && attribute.value.utf8.count <= 200 {
      let name = document.names.spelling(of: attribute.name)
      guard namingAttributes.contains(name) || name.hasPrefix("data-") || name.hasPrefix("aria-") else { continue }
      out += isFirst ? ", \"attributes\": {" : ", "
      isFirst = false
      out += "\"\(escaped(name))\": \"\(escaped(attribute.value))\""
    }
    if !isFirst { out += "}" }
    let text = String(decoding: document.childText(node), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !text.isEmpty { out += ", \"text\": \"\(escaped(text))\"" }
  }

  /// What `getComputedStyle()` says.
  private static func writeStyle(_ text: ComputedText, to out: inout String) {
    let pairs = text.all.map { "\"\(escaped($0.name))\": \"\(escaped($0.value))\"" }
    out += ", \"style\": {" + pairs.joined(separator: ", ") + "}"
  }

  private static let namingAttributes: Set = ["id", "class", "name", "role", "type", "lang"]

  /// At most four digits after the point, none where it is whole.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let rounded = (value * 10_000).rounded() / 10_000
    if rounded == rounded.rounded(), rounded.magnitude < 1e15 { return String(Int(rounded)) }
    return String(rounded)
  }

  /// Names of elements may hold anything, in XML too.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\" + String(scalar)
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
