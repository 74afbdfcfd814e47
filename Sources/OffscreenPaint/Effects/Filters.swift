import Foundation
import OffscreenCSS
import OffscreenGeometry

extension PaintFilter {
  /// https://drafts.fxtf.org/filter-effects-1/#ShorthandEquivalents
  package init?(_ function: FilterFunction, _ currentColor: Color) {
    func unit(_ value: Float) -> Float { max(0, min(1, value)) }
    switch function {
    case .blur(let sigma):
      guard sigma > 0 else { return nil }
      self = .blur(Double(min(sigma, 300)))
    case .brightness(let amount): self = .linear(slope: max(0, amount), intercept: 0)
    case .contrast(let amount):
      self = .linear(slope: max(0, amount), intercept: 0.5 - 0.5 * max(0, amount))
    case .invert(let amount):
      let amount = unit(amount)
      self = .linear(slope: 1 - 2 * amount, intercept: amount)
    case .opacity(let amount):
      self = .colorMatrix([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, unit(amount), 0])
    case .grayscale(let amount):
      let r = 1 - unit(amount)
      self = .colorMatrix([
        0.2126 + 0.7874 * r, 0.7152 - 0.7152 * r, 0.0722 - 0.0722 * r, 0, 0,
        0.2126 - 0.2126 * r, 0.7152 + 0.2848 * r, 0.0722 - 0.0722 * r, 0, 0,
        0.2126 - 0.2126 * r, 0.7152 - 0.7152 * r, 0.0722 + 0.9278 * r, 0, 0,
        0, 0, 0, 1, 0,
      ])
    case .sepia(let amount):
      let r = 1 - unit(amount)
      self = .colorMatrix([
        0.393 + 0.607 * r, 0.769 - 0.769 * r, 0.189 - 0.189 * r, 0, 0,
        0.349 - 0.349 * r, 0.686 + 0.314 * r, 0.168 - 0.168 * r, 0, 0,
        0.272 - 0.272 * r, 0.534 - 0.534 * r, 0.131 + 0.869 * r, 0, 0,
        0, 0, 0, 1, 0,
      ])
    case .saturate(let amount):
      let s = max(0, amount)
      self = .colorMatrix([
        0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s, 0, 0,
        0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s, 0, 0,
        0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s, 0, 0,
        0, 0, 0, 1, 0,
      ])
    case .hueRotate(let degrees):
      let angle = Double(degrees) * .pi / 180
      let (c, s) = (Float(cos(angle)), Float(sin(angle)))
      self = .colorMatrix([
        0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0, 0,
        0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0, 0,
        0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0, 0,
        0, 0, 0, 1, 0,
      ])
    case .dropShadow(let shadow):
      self = .dropShadow(
        x: Double(shadow.x), y: Double(shadow.y), sigma: Double(max(0, min(300, shadow.blur))),
        shadow.color.resolved(currentColor))
    // Made by `FilterReader`.
    case .reference: return nil
    }
  }
}
