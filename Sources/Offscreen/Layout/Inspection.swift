import OffscreenCSS

/// The JSON of `offscreen inspect`.
enum Inspection {
  /// Longer values of attributes are left out: they tell nobody which element it is.
  private static let longestAttribute = 200

  /// `style`: the computed values of an element, by its place in the list, where they are told too.
  /// `properties`: only these, where there are any.
  static func json(
    _ boxes: PageBoxes, properties: [String] = [], style: ((Int) -> ComputedText?)? = nil
  ) -> String {
    var out = "{\"viewport\": {\"width\": \(boxes.viewport.width), \"height\": \(boxes.viewport.height)},\n"
    out += " \"document\": {\"width\": \(number(boxes.document.width)), "
    out += "\"height\": \(number(boxes.document.height))},\n \"elements\": ["
    for (index, element) in boxes.elements.enumerated() {
      out += index == 0 ? "" : ",\n              "
      write(element, to: &out)
      if let text = style?(index) {
        out += ", \"style\": {"
        write(
          properties.isEmpty ? text.all : properties.compactMap { name in text.value(name).map { (name, $0) } },
          to: &out)
        out += "}"
      }
      out += "}"
    }
    return out + "]}"
  }

  private static func write(_ element: PageElement, to out: inout String) {
    let rect = element.rect
    out += "{\"path\": \"\(element.path)\", \"tag\": \"\(escaped(element.tag))\", \"x\": \(number(rect.x)), "
    out += "\"y\": \(number(rect.y)), \"width\": \(number(rect.width)), \"height\": \(number(rect.height))"
    let names = element.attributes.filter { $0.value.utf8.count <= longestAttribute }
    if !names.isEmpty {
      out += ", \"attributes\": {"
      write(names.map { ($0.name, $0.value) }, to: &out)
      out += "}"
    }
    if !element.text.isEmpty { out += ", \"text\": \"\(escaped(element.text))\"" }
  }

  private static func write(_ pairs: [(name: String, value: String)], to out: inout String) {
    out += pairs.map { "\"\(escaped($0.name))\": \"\(escaped($0.value))\"" }.joined(separator: ", ")
  }

  /// At most four digits after the point, none where it is whole.
  static func number(_ value: Double) -> String {
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
