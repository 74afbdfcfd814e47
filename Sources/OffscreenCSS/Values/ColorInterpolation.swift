import Foundation
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
    return mix(SpaceColor(a), SpaceColor(b), weights: weights).color
  }

  /// Places (0 to 1) and colours between which the way from one colour to another is as good as straight in sRGB, both
  /// ends filled in from each other. `exponent`: how fast the other colour takes over.
  package func steps(
    from a: SpaceColor, to b: SpaceColor, exponent: Double = 1
  ) -> [(place: Double, color: Color)] {
    let conversion = space.conversion
    let (one, other) = (a.converted(to: conversion), b.converted(to: conversion))
    func color(at place: Double) -> Color {
      let weight = Float(min(max(exponent == 1 ? place : pow(place, exponent), 0), 1))
      return mix(one, other, weights: (1 - weight, weight)).color
    }
    func premultiplied(_ color: Color) -> SIMD4<Float> {
      SIMD4(color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
    }
    func isStraight(_ a: Color, _ middle: Color, _ b: Color) -> Bool {
      let error = (premultiplied(a) + premultiplied(b)) / 2 - premultiplied(middle)
      return max(error.max(), -error.min()) < 0.4 / 255
    }
    // Hues come back to where they were: halves are not enough to begin with.
    var pieces = 16
    if let hue = conversion.hueIndex {
      var (first, second) = (one.completed(by: other).channels[hue], other.completed(by: one).channels[hue])
      fixHues(&first, &second)
      // Hues are as large as they were written.
      let turns = ((second - first).magnitude / 15).rounded(.up)
      pieces = turns.isFinite ? Int(max(16, min(240, turns))) : 16
    }
    var result: [(place: Double, color: Color)] = [(0, color(at: 0))]
    for piece in 1...pieces {
      // What is not straight is halved, a few times.
      var ends = [(place: Double(piece) / Double(pieces), color: color(at: Double(piece) / Double(pieces)), depth: 0)]
      while let end = ends.last, let start = result.last {
        let middle = (start.place + end.place) / 2
        let between = color(at: middle)
        if end.depth >= 6 || isStraight(start.color, between, end.color) {
          result.append((end.place, end.color))
          ends.removeLast()
        } else {
          ends[ends.count - 1].depth += 1
          ends.append((middle, between, end.depth + 1))
        }
      }
    }
    return result
  }

  func mix(_ a: SpaceColor, _ b: SpaceColor, weights: (Float, Float)) -> SpaceColor {
    let conversion = space.conversion
    let total = weights.0 + weights.1
    // 1. and 2. Convert to the interpolation space, and fill in what is missing.
    let (one, other) = (a.converted(to: conversion), b.converted(to: conversion))
    var (first, second) = (one.completed(by: other), other.completed(by: one))
    let progress = total > 0 ? Double(weights.1 / total) : 0
    // 3.
    if let hue = conversion.hueIndex { fixHues(&first.channels[hue], &second.channels[hue]) }
    // 4. to 7. Premultiply, interpolate, and undo the premultiplication.
    let alpha = first.alpha * (1 - progress) + second.alpha * progress
    guard alpha > 0, total > 0 else { return SpaceColor(.transparent) }
    let parts = (first.channels * first.alpha * (1 - progress), second.channels * second.alpha * progress)
    var mixed = (parts.0 + parts.1) / alpha
    if let hue = conversion.hueIndex {
      mixed[hue] = first.channels[hue] * (1 - progress) + second.channels[hue] * progress
    }
    var result = SpaceColor(space: conversion, channels: mixed, alpha: alpha * Double(min(total, 1)))
    result.missing = one.missing.intersection(other.missing)
    return result
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
