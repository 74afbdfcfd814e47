import OffscreenCSS

extension StyleValues {
  /// Makes the parent's values those that `inherit` takes where the element's own zoom is `factor` times its parent's:
  /// of the properties that are not inherited, those that are lengths of the box, its borders, gaps and columns.
  /// https://drafts.csswg.org/css-viewport/#zoom-property
  /// Not implemented: lengths within images, shadows, shapes, tracks and transforms.
  mutating func scaleLengths(by factor: Float) {
    for size in [
      \BoxStyle.width, \.height, \.minWidth, \.minHeight, \.maxWidth, \.maxHeight,
    ] {
      box[keyPath: size] = box[keyPath: size].scaled(by: factor)
    }
    for sides in [\BoxStyle.inset, \.margin] {
      box[keyPath: sides] = box[keyPath: sides].map { $0.scaled(by: factor) }
    }
    box.padding = box.padding.map { $0.scaled(by: factor) }
    border.width = border.width.map { $0.scaledLineWidth(by: factor) }
    border.radius.topLeft = border.radius.topLeft.scaled(by: factor)
    border.radius.topRight = border.radius.topRight.scaled(by: factor)
    border.radius.bottomRight = border.radius.bottomRight.scaled(by: factor)
    border.radius.bottomLeft = border.radius.bottomLeft.scaled(by: factor)
    border.outlineWidth = border.outlineWidth.scaledLineWidth(by: factor)
    border.outlineOffset *= factor
    alignment.rowGap = alignment.rowGap?.scaled(by: factor)
    alignment.columnGap = alignment.columnGap?.scaled(by: factor)
    alignment.flexBasis = alignment.flexBasis.scaled(by: factor)
    column.width = column.width.map { $0 * factor }
    column.height = column.height.map { $0 * factor }
    column.ruleWidth = column.ruleWidth.scaledLineWidth(by: factor)
  }
}

extension Float {
  /// As border widths are snapped. https://drafts.csswg.org/css-values-4/#snap-as-border-width
  fileprivate func scaledLineWidth(by factor: Float) -> Float {
    let width = self * factor
    return width > 0 ? Swift.max(1, width.rounded(.down)) : 0
  }
}

extension LengthPercentage {
  /// The lengths in it scaled, not the percentages.
  func scaled(by factor: Float) -> LengthPercentage {
    switch self {
    case .length(let pixels): .length(pixels * factor)
    case .percentage: self
    case .calculation(let calculation): .calculation(calculation.scaled(by: Double(factor)))
    }
  }
}

extension LengthOrAuto {
  fileprivate func scaled(by factor: Float) -> LengthOrAuto {
    if case .value(let length) = self { .value(length.scaled(by: factor)) } else { self }
  }
}

extension LengthPair {
  fileprivate func scaled(by factor: Float) -> LengthPair {
    LengthPair(x: x.scaled(by: factor), y: y.scaled(by: factor))
  }
}

extension SizeValue {
  fileprivate func scaled(by factor: Float) -> SizeValue {
    switch self {
    case .auto, .minContent, .maxContent, .stretch, .content: self
    case .value(let length): .value(length.scaled(by: factor))
    case .fitContent(let limit): .fitContent(limit?.scaled(by: factor))
    case .calculated(let basis, let calculation):
      .calculated(basis: basis.scaled(by: factor), calculation.scaled(by: Double(factor)))
    }
  }
}

extension Calculation {
  /// Trees are as deep as the parser allows functions to nest.
  fileprivate func scaled(by factor: Double) -> Calculation {
    func scaled(_ part: Calculation) -> Calculation { part.scaled(by: factor) }
    return switch self {
    case .linear(let length, let percentage): .linear(length: length * factor, percentage: percentage)
    case .size, .anchor: self
    case .sum(let parts): .sum(parts.map(scaled))
    case .minimum(let parts): .minimum(parts.map(scaled))
    case .maximum(let parts): .maximum(parts.map(scaled))
    case .hypotenuse(let parts): .hypotenuse(parts.map(scaled))
    case .product(let part, let number): .product(scaled(part), number)
    case .absolute(let part): .absolute(scaled(part))
    case .sign(let part): .sign(scaled(part))
    case .clamp(let low, let value, let high): .clamp(low: scaled(low), value: scaled(value), high: scaled(high))
    case .round(let strategy, let value, let step): .round(strategy, scaled(value), step: scaled(step))
    case .modulo(let a, let b): .modulo(scaled(a), scaled(b))
    case .remainder(let a, let b): .remainder(scaled(a), scaled(b))
    }
  }
}

extension Sides {
  fileprivate func map(_ transform: (Value) -> Value) -> Sides {
    Sides(top: transform(top), right: transform(right), bottom: transform(bottom), left: transform(left))
  }
}
