/// How a picture is fitted into a place.
/// https://svgwg.org/svg2-draft/coords.html#PreserveAspectRatioAttribute
struct PreserveAspectRatio {
  private enum Fit { case none, meet, slice }
  private var fit = Fit.meet
  /// How much of the room that is left stands before it: 0, 1/2 or 1.
  private var alignX = 0.5
  private var alignY = 0.5

  init(_ text: String?) {
    guard let text else { return }
    let words = text.split(separator: " ")
    guard let align = words.first else { return }
    if align == "none" {
      fit = .none
      return
    }
    if words.count > 1, words[1] == "slice" { fit = .slice }
    if align.hasPrefix("xMin") { alignX = 0 }
    if align.hasPrefix("xMax") { alignX = 1 }
    if align.hasSuffix("YMin") { alignY = 0 }
    if align.hasSuffix("YMax") { alignY = 1 }
  }

  func place(width: Double, height: Double, in area: PaintRect) -> PaintRect {
    guard width > 0, height > 0 else { return area }
    let scale: Double
    switch fit {
    case .none: return area
    case .meet: scale = min(area.width / width, area.height / height)
    case .slice: scale = max(area.width / width, area.height / height)
    }
    let (w, h) = (width * scale, height * scale)
    return PaintRect(
      x: area.x + (area.width - w) * alignX, y: area.y + (area.height - h) * alignY, width: w, height: h)
  }
}
