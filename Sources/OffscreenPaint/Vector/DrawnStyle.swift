import OffscreenCSS
import OffscreenGeometry

/// What a style says of how shapes are drawn.
///
/// Optimization: found once for the many elements of one style.
final class DrawnStyle {
  let style: ComputedStyle
  let viewport: VectorSize
  let rule: FillRule
  let isAliased: Bool
  let parts: [PaintOrder.Part]
  /// Nil where it takes more than a colour.
  let fill: Color?
  let stroke: Color?
  /// Nil where there is no stroke.
  let pen: VectorStroke?
  /// How far a stroke reaches out of its shape, mitres and caps left out.
  let strokeReach: Double
  let hasMarkers: Bool
  /// Whether more is done to an element than to paint what is in it.
  let hasEffects: Bool

  init(_ style: ComputedStyle, _ viewport: VectorSize) {
    (self.style, self.viewport) = (style, viewport)
    let vector = style.inherited.vector
    rule = vector.text(.fillRule) == "evenodd" ? .evenodd : .nonzero
    isAliased = vector.text(.shapeRendering) == "crispEdges" || vector.text(.shapeRendering) == "optimizeSpeed"
    parts = PaintOrder(vector.text(.paintOrder)).parts
    func color(_ value: VectorStyle.Value, _ opacity: Float?) -> Color? {
      var color: Color
      switch value {
      case .text("none"), .number: color = .transparent
      case .color(let value): color = value.resolved(style.inherited.color)
      case .text: return nil
      }
      color.alpha *= opacity ?? 1
      return color
    }
    fill = color(vector[.fill] ?? .color(.color(.black)), vector.number(.fillOpacity))
    stroke = color(vector[.stroke] ?? .text("none"), vector.number(.strokeOpacity))
    let hasStroke = vector[.stroke].map { $0 != .text("none") } ?? false
    pen = hasStroke ? VectorStroke(style, viewport) : nil
    strokeReach = hasStroke ? max(0, VectorElements.strokeLength(style, .strokeWidth, viewport) ?? 1) / 2 : 0
    hasMarkers = [.marker, .markerStart, .markerMid, .markerEnd].contains { (property: VectorProperty) in
      vector[property].map { $0 != .text("none") } ?? false
    }
    let effect = style.effect
    hasEffects =
      effect.opacity < 1 || effect.mixBlendMode != .normal || effect.isolation == .isolate || effect.clipPath != .none
      || !effect.masks.isEmpty || !effect.filters.isEmpty
  }
}

extension VectorElements {
  /// Few styles are in use at a time.
  struct DrawnStyles {
    private var styles = [DrawnStyle?](repeating: nil, count: 64)

    mutating func find(_ style: ComputedStyle, _ viewport: VectorSize) -> DrawnStyle {
      let place = ObjectIdentifier(style).hashValue & (styles.count - 1)
      if let known = styles[place], known.style === style, known.viewport == viewport { return known }
      let new = DrawnStyle(style, viewport)
      styles[place] = new
      return new
    }
  }

  func drawn(_ style: ComputedStyle, _ viewport: VectorSize) -> DrawnStyle { drawnStyles.find(style, viewport) }
}
