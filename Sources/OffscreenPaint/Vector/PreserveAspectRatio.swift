import OffscreenGeometry
import OffscreenImages

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
    var words = text.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) }
    if words.first == "defer" { words.removeFirst() }
    guard let align = words.first, words.count <= 2 else { return }
    if align == "none" {
      fit = .none
      return
    }
    let places = ["Min": 0.0, "Mid": 0.5, "Max": 1.0]
    guard align.utf8.count == 8, align.hasPrefix("x"), let x = places[String(align.dropFirst().prefix(3))],
      align.dropFirst(4).hasPrefix("Y"), let y = places[String(align.suffix(3))],
      words.count == 1 || words[1] == "meet" || words[1] == "slice"
    else { return }
    (alignX, alignY) = (x, y)
    if words.count > 1, words[1] == "slice" { fit = .slice }
  }

  /// The size that a picture is laid out in before it is stretched over `area`; nil where it is not stretched, or has no
  /// size or ratio of its own.
  func stretchedSize(of picture: PageImage, in area: PaintRect) -> (width: Double, height: Double)? {
    guard case .none = fit, let ratio = picture.naturalRatio, ratio > 0 else { return nil }
    if let width = picture.naturalWidth, let height = picture.naturalHeight { return (width, height) }
    return (area.height * ratio, area.height)
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

extension PreserveAspectRatio {
  /// From the coordinates of a view box to those of the viewport that shows it; nil where nothing is shown.
  /// https://svgwg.org/svg2-draft/coords.html#ComputingAViewportsTransform
  func transform(viewBox box: PaintRect, in area: PaintRect) -> Transform? {
    guard box.width > 0, box.height > 0, area.width > 0, area.height > 0 else { return nil }
    let placed = place(width: box.width, height: box.height, in: area)
    let (scaleX, scaleY) = (placed.width / box.width, placed.height / box.height)
    return Transform(a: scaleX, b: 0, c: 0, d: scaleY, tx: placed.x - box.x * scaleX, ty: placed.y - box.y * scaleY)
  }
}
