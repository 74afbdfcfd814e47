import OffscreenGeometry

extension ColorInterpolation.Space {
  var conversion: ColorConversion.Space {
    switch self {
    case .srgb: .srgb
    case .hsl: .hsl
    case .hwb: .hwb
    case .lab: .lab
    case .lch: .lch
    case .oklab: .oklab
    case .oklch: .oklch
    case .xyz, .xyzD65: .xyzD65
    case .srgbLinear: .srgbLinear
    case .displayP3: .displayP3
    case .displayP3Linear: .displayP3Linear
    case .a98: .a98
    case .prophoto: .prophoto
    case .rec2020: .rec2020
    case .xyzD50: .xyzD50
    }
  }
}

extension ColorInterpolation {
  /// Mixes premultiplied.
  /// https://drafts.csswg.org/css-color-4/#interpolation
  package func mix(_ a: Color, _ b: Color, weights: (Float, Float)) -> Color {
    if space == .srgb { return mixSRGB(a, b, weights: weights) }
    let conversion = space.conversion
    let total = weights.0 + weights.1
    guard total > 0 else { return .transparent }
    // 2. Convert to the interpolation space.
    var first = ColorConversion.fromSRGB(a.channels, to: conversion)
    var second = ColorConversion.fromSRGB(b.channels, to: conversion)
    let (alphaA, alphaB) = (Double(a.alpha), Double(b.alpha))
    let progress = Double(weights.1 / total)
    // 3. A colour without chroma has no hue of its own.
    if let hue = conversion.hueIndex {
      if isAchromatic(first, conversion) { first[hue] = second[hue] }
      if isAchromatic(second, conversion) { second[hue] = first[hue] }
      fixHues(&first[hue], &second[hue])
    }
    // 4. to 7. Premultiply, interpolate, and undo the premultiplication.
    let alpha = alphaA * (1 - progress) + alphaB * progress
    guard alpha > 0 else { return .transparent }
    var mixed = (first * alphaA * (1 - progress) + second * alphaB * progress) / alpha
    if let hue = conversion.hueIndex {
      mixed[hue] = first[hue] * (1 - progress) + second[hue] * progress
    }
    return Color(
      clipping: ColorConversion.toSRGB(mixed, from: conversion), alpha: alpha * Double(min(total, 1)))
  }

  private func mixSRGB(_ a: Color, _ b: Color, weights: (Float, Float)) -> Color {
    let alpha = a.alpha * weights.0 + b.alpha * weights.1
    guard alpha > 0 else { return .transparent }
    func part(_ x: Float, _ y: Float) -> Float {
      (x * a.alpha * weights.0 + y * b.alpha * weights.1) / alpha
    }
    return Color(
      red: part(a.red, b.red), green: part(a.green, b.green), blue: part(a.blue, b.blue),
      alpha: min(1, alpha))
  }

  private func isAchromatic(_ color: SIMD3<Double>, _ space: ColorConversion.Space) -> Bool {
    switch space {
    case .hsl: color[1] < 1e-5
    case .hwb: color[1] + color[2] > 1 - 1e-5
    case .lch: color[1] < 0.0015
    case .oklch: color[1] < 0.00004
    default: false
    }
  }

  /// https://drafts.csswg.org/css-color-4/#hue-interpolation
  private func fixHues(_ a: inout Double, _ b: inout Double) {
    switch hue {
    case .shorter:
      if b - a > 180 { a += 360 } else if b - a < -180 { b += 360 }
    case .longer:
      if b - a > 0, b - a < 180 { a += 360 } else if b - a > -180, b - a <= 0 { b += 360 }
    case .increasing: if b < a { b += 360 }
    case .decreasing: if a < b { a += 360 }
    }
  }
}
