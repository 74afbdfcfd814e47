import OffscreenGeometry
import OffscreenPaint

/// The JSON of `offscreen inspect`.
enum Inspection {
  static func json(boxes: [ElementBox], viewport: Viewport, documentSize: Size) -> String {
    var out = "{\"viewport\": {\"width\": \(viewport.width), \"height\": \(viewport.height)},\n"
    out += " \"document\": {\"width\": \(number(documentSize.width.pixels)), "
    out += "\"height\": \(number(documentSize.height.pixels))},\n \"elements\": ["
    var isFirst = true
    for box in boxes {
      out += isFirst ? "" : ",\n              "
      isFirst = false
      out += "{\"path\": \"\(box.path)\", \"tag\": \"\(escaped(box.tag))\", \"x\": \(number(Double(box.rect.x))), "
      out += "\"y\": \(number(Double(box.rect.y))), \"width\": \(number(Double(box.rect.width))), "
      out += "\"height\": \(number(Double(box.rect.height)))}"
    }
    return out + "]}"
  }

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
