import OffscreenCSS
import OffscreenDOM
import OffscreenPaint
import OffscreenStyle
import OffscreenText

/// What scripts read of the style of drawings' elements.
extension PageStyle {
  /// A geometry property that an attribute gives, where no declaration does: drawings read plain ones where they need
  /// them, and the cascade does not know of those.
  /// https://svgwg.org/svg2-draft/geometry.html
  func geometryValue(of element: NodeID, name: String, _ style: ComputedStyle) -> String? {
    guard document.namespace(element) == .svg, let owners = Self.owners[name],
      owners.contains(document.names.spelling(of: document.name(element))),
      Self.isUnset(name, style), let atom = document.names.find(name),
      let text = document.shownAttribute(element, atom)
    else { return nil }
    if name == "d" {
      let quoted = text.replacing("\\", with: "").replacing("\"", with: "").split(whereSeparator: \.isNewline)
      return DeclarationText.longhands(of: name, value: "path(\"\(quoted.joined(separator: " "))\")")?.first?.value
    }
    let trimmed = text.filter { !$0.isWhitespace }
    if trimmed.hasSuffix("%") {
      return DeclarationText.longhands(of: name, value: trimmed)?.first?.value
    }
    guard let pixels = VectorElements.length(trimmed, basis: 0, fontSize: Double(style.font.size)) else { return nil }
    if Self.positive.contains(name), pixels < 0 { return nil }
    return DeclarationText.longhands(of: name, value: "\(pixels)px")?.first?.value
  }

  private static func isUnset(_ name: String, _ style: ComputedStyle) -> Bool {
    switch name {
    case "width": style.box.width == .auto
    case "height": style.box.height == .auto
    case _: VectorProperty(name: name).map { style.effect.vector.text($0) == nil } ?? false
    }
  }

  /// The elements that have each.
  private static let owners: [String: Set<String>] = [
    "x": ["svg", "rect", "image", "foreignObject", "use"], "y": ["svg", "rect", "image", "foreignObject", "use"],
    "cx": ["circle", "ellipse"], "cy": ["circle", "ellipse"], "r": ["circle"], "rx": ["rect", "ellipse"],
    "ry": ["rect", "ellipse"], "d": ["path"], "width": ["rect", "image", "foreignObject", "use"],
    "height": ["rect", "image", "foreignObject", "use"],
  ]
  private static let positive: Set<String> = ["r", "rx", "ry", "width", "height"]

  /// CSS pixels of em, ex, ch, cap, ic and lh.
  func fontUnits(of element: NodeID) -> [Double] {
    guard let style = style(of: element, pseudo: "") else { return [16, 8, 8, 16, 16, 18] }
    let (size, fonts) = (Double(style.font.size), session.fonts)
    let metrics = fonts.metrics(fonts.primaryFont(fonts.intern(FontRequest(style.font, language: ""))))
    let isUpright = !style.text.writingMode.isHorizontal && style.text.orientation == .upright
    let zero = isUpright ? metrics.uprightZeroAdvance : metrics.zeroAdvance
    return [
      size, metrics.xHeight, zero, metrics.capHeight, metrics.ideographAdvance,
      style.font.lineHeightInPixels ?? metrics.lineSpacing,
    ]
  }
}
