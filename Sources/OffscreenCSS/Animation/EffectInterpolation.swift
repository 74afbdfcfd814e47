import Foundation
import OffscreenGeometry

enum Exponential {
  /// From one positive number to another in equal ratios.
  static func power(_ a: Float, _ b: Float, _ progress: Double) -> Double {
    exp(log(Double(a)) * (1 - progress) + log(Double(b)) * progress)
  }
}

// MARK: Colours
// https://drafts.csswg.org/css-color-4/#interpolation
// Deviation: always in sRGB, as of legacy colours: computed values do not record which are others.

extension Color: InterpolableValue {
  func mixed(with other: Color, at progress: Double) -> Color? {
    // Premultiplied. Beyond the ends, what is more than opaque is opaque before the rest is divided by it.
    let (first, second) = (Double(alpha) * (1 - progress), Double(other.alpha) * progress)
    let sum = min(max(alpha == other.alpha ? Double(alpha) : first + second, 0), 1)
    guard sum > 0 else { return .transparent }
    func part(_ one: Float, _ two: Float) -> Float {
      let value = (Double(one) * first + Double(two) * second) / sum
      return value.isFinite ? Float(min(max(value, 0), 1)) : 0
    }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue), alpha: Float(sum))
  }
}

extension Color {
  /// Premultiplied: what is more than opaque is opaque.
  func added(to underlying: Color) -> Color? {
    let sum = min(1, alpha + underlying.alpha)
    guard sum > 0 else { return .transparent }
    func part(_ one: Float, _ two: Float) -> Float { min(1, (one * alpha + two * underlying.alpha) / sum) }
    return Color(
      red: part(red, underlying.red), green: part(green, underlying.green), blue: part(blue, underlying.blue),
      alpha: sum)
  }
}

extension ColorValue: InterpolableValue {
  func added(to underlying: ColorValue) -> ColorValue? {
    guard case .color(let a) = self, case .color(let b) = underlying else { return nil }
    return a.added(to: b).map { .color($0) }
  }

  func mixed(with other: ColorValue, at progress: Double) -> ColorValue? {
    switch (self, other) {
    case (.currentColor, .currentColor): return self
    case (.color(let a), .color(let b)): return a.mixed(with: b, at: progress).map { .color($0) }
    case (_, _):
      guard
        partCount(upTo: Interpolation.mostParts) + other.partCount(upTo: Interpolation.mostParts)
          < Interpolation.mostParts
      else { return nil }
      let part = Float(min(max(progress, 0), 1))
      return .mixed(ColorMix(space: .legacy, first: self, second: other, weights: (1 - part, part)))
    }
  }
}

extension ColorValue {
  /// The colours that this one is mixed of, or the limit where there are more.
  fileprivate func partCount(upTo limit: Int) -> Int {
    guard limit > 1, case .mixed(let mix) = self else { return 1 }
    let first = mix.first.partCount(upTo: limit)
    return first < limit ? first + mix.second.partCount(upTo: limit - first) : limit
  }
}

// MARK: Shadows and filters

extension Shadow: InterpolableValue {
  func mixed(with other: Shadow, at progress: Double) -> Shadow? {
    guard isInset == other.isInset, let color = color.mixed(with: other.color, at: progress),
      let x = x.mixed(with: other.x, at: progress), let y = y.mixed(with: other.y, at: progress),
      let blur = blur.mixed(with: other.blur, at: progress), let spread = spread.mixed(with: other.spread, at: progress)
    else { return nil }
    return Shadow(color: color, x: x, y: y, blur: max(0, blur), spread: spread, isInset: isInset)
  }

  /// https://drafts.csswg.org/web-animations-1/#animating-shadow-lists
  static func mixed(_ a: [Self], _ b: [Self], at progress: Double) -> [Self]? {
    func padded(_ list: [Self], as other: [Self]) -> [Self] {
      guard list.count < other.count else { return list }
      return list
        + other[list.count...].map { Shadow(color: .transparent, x: 0, y: 0, blur: 0, spread: 0, isInset: $0.isInset) }
    }
    return pairwise(padded(a, as: b), padded(b, as: a), progress)
  }

  static func added(_ list: [Self], to underlying: [Self]) -> [Self]? { appended(list, to: underlying) }
  static func accumulated(_ list: [Self], onto underlying: [Self]) -> [Self]? {
    sum(list, underlying) { Shadow(color: .transparent, x: 0, y: 0, blur: 0, spread: 0, isInset: $0.isInset) }
  }
}

extension FilterFunction: InterpolableValue {
  func mixed(with other: FilterFunction, at progress: Double) -> FilterFunction? {
    func mix(_ a: Float, _ b: Float) -> Float { a.mixed(with: b, at: progress)?.nonNegative ?? b }
    func unit(_ a: Float, _ b: Float) -> Float { min(1, mix(a, b)) }
    switch (self, other) {
    case (.blur(let a), .blur(let b)): return .blur(mix(a, b))
    case (.brightness(let a), .brightness(let b)): return .brightness(mix(a, b))
    case (.contrast(let a), .contrast(let b)): return .contrast(mix(a, b))
    case (.grayscale(let a), .grayscale(let b)): return .grayscale(unit(a, b))
    case (.invert(let a), .invert(let b)): return .invert(unit(a, b))
    case (.opacity(let a), .opacity(let b)): return .opacity(unit(a, b))
    case (.saturate(let a), .saturate(let b)): return .saturate(mix(a, b))
    case (.sepia(let a), .sepia(let b)): return .sepia(unit(a, b))
    case (.hueRotate(let a), .hueRotate(let b)): return a.mixed(with: b, at: progress).map { .hueRotate($0) }
    case (.dropShadow(let a), .dropShadow(let b)): return a.mixed(with: b, at: progress).map { .dropShadow($0) }
    case (_, _): return self == other ? self : nil
    }
  }

  /// The filter function's initial value for interpolation; nil for a reference.
  /// https://drafts.fxtf.org/filter-effects-1/#interpolation-of-filters
  private var neutral: FilterFunction? {
    switch self {
    case .blur: .blur(0)
    case .brightness: .brightness(1)
    case .contrast: .contrast(1)
    case .grayscale: .grayscale(0)
    case .invert: .invert(0)
    case .opacity: .opacity(1)
    case .saturate: .saturate(1)
    case .sepia: .sepia(0)
    case .hueRotate: .hueRotate(0)
    case .dropShadow: .dropShadow(Shadow(color: .transparent, x: 0, y: 0, blur: 0))
    case .reference: nil
    }
  }

  static func mixed(_ a: [Self], _ b: [Self], at progress: Double) -> [Self]? {
    func padded(_ list: [Self], as other: [Self]) -> [Self]? {
      guard list.count < other.count else { return list }
      let rest = other[list.count...].compactMap(\.neutral)
      return rest.count == other.count - list.count ? list + rest : nil
    }
    guard let a = padded(a, as: b), let b = padded(b, as: a) else { return nil }
    return pairwise(a, b, progress)
  }

  static func added(_ list: [Self], to underlying: [Self]) -> [Self]? { appended(list, to: underlying) }
  static func accumulated(_ list: [Self], onto underlying: [Self]) -> [Self]? { sum(list, underlying, from: \.neutral) }
}

// MARK: Shapes

extension ShapeRadius: InterpolableValue {
  func mixed(with other: ShapeRadius, at progress: Double) -> ShapeRadius? {
    guard case .length(let a) = self, case .length(let b) = other else { return self == other ? self : nil }
    return a.mixed(with: b, at: progress).map { .length($0.nonNegative) }
  }
}

extension BasicShape: InterpolableValue {
  /// https://drafts.csswg.org/css-shapes-1/#basic-shape-interpolation
  func mixed(with other: BasicShape, at progress: Double) -> BasicShape? {
    switch (self, other) {
    case (.inset(let a, let c), .inset(let b, let d)):
      guard let sides = a.mixed(with: b, at: progress), let radii = c.mixed(with: d, at: progress) else { return nil }
      return .inset(sides, radii: radii.nonNegative)
    case (.circle(let a, let c), .circle(let b, let d)):
      guard let radius = a.mixed(with: b, at: progress), let center = c.mixed(with: d, at: progress) else { return nil }
      return .circle(radius, center: center)
    case (.ellipse(let a, let c, let e), .ellipse(let b, let d, let f)):
      guard let x = a.mixed(with: b, at: progress), let y = c.mixed(with: d, at: progress),
        let center = e.mixed(with: f, at: progress)
      else { return nil }
      return .ellipse(x, y, center: center)
    case (.polygon(let rule, let a), .polygon(let otherRule, let b)):
      guard rule == otherRule, a.count == b.count else { return nil }
      return LengthPair.pairwise(a, b, progress).map { .polygon(rule, $0) }
    case (.path(let rule, let a), .path(let otherRule, let b)):
      guard rule == otherRule else { return nil }
      return NumericText.mixed(a, b, at: progress).map { .path(rule, $0) }
    case (.shape(let rule, let a), .shape(let otherRule, let b)):
      guard rule == otherRule, a.count == b.count else { return nil }
      var commands: [ShapeCommand] = []
      for (one, other) in zip(a, b) {
        guard let mixed = one.mixed(with: other, at: progress) else { return nil }
        commands.append(mixed)
      }
      return .shape(rule, commands)
    case (_, _): return nil
    }
  }
}

extension ShapeCommand {
  /// https://drafts.csswg.org/css-shapes-2/#interpolating-shape
  fileprivate func mixed(with other: ShapeCommand, at progress: Double) -> ShapeCommand? {
    guard kind == other.kind, isRelative == other.isRelative, controls.count == other.controls.count,
      zip(controls, other.controls).allSatisfy({ $0.origin == $1.origin }),
      let end = end.mixed(with: other.end, at: progress)
    else { return nil }
    var result = self
    result.end = end
    for index in controls.indices {
      guard let point = controls[index].point.mixed(with: other.controls[index].point, at: progress) else { return nil }
      result.controls[index].point = point
    }
    if let radii, let others = other.radii { result.radii = radii.mixed(with: others, at: progress) }
    // The flags of an arc change as those of paths do.
    result.isClockwise =
      progress > 0 && progress < 1 ? isClockwise || other.isClockwise : progress < 1 ? isClockwise : other.isClockwise
    result.isLarge = progress > 0 && progress < 1 ? isLarge || other.isLarge : progress < 1 ? isLarge : other.isLarge
    result.rotation = rotation * (1 - progress) + other.rotation * progress
    return result
  }
}

extension ClipPath: InterpolableValue {
  func mixed(with other: ClipPath, at progress: Double) -> ClipPath? {
    guard case .shape(let a, let box) = self, case .shape(let b, let otherBox) = other, box == otherBox
    else { return nil }
    return a.mixed(with: b, at: progress).map { .shape($0, box) }
  }
}

extension FloatShape: InterpolableValue {
  func mixed(with other: FloatShape, at progress: Double) -> FloatShape? {
    guard case .shape(let a, let box) = self, case .shape(let b, let otherBox) = other, box == otherBox
    else { return nil }
    return a.mixed(with: b, at: progress).map { .shape($0, box) }
  }
}

extension ImageValue: InterpolableValue {
  /// Pictures fade into each other. Deviation: gradients change half way, as in Chromium.
  /// https://drafts.csswg.org/css-images-4/#interpolating-images
  func mixed(with other: ImageValue, at progress: Double) -> ImageValue? {
    switch (self, other) {
    case (.url, .url):
      if self == other || progress <= 0 { return self }
      if progress >= 1 { return other }
      let part = Float(progress)
      return .crossFade([CrossFadePart(image: self, weight: 1 - part), CrossFadePart(image: other, weight: part)])
    case (_, _): return nil
    }
  }
}

extension VectorStyle.Value: InterpolableValue {
  func mixed(with other: VectorStyle.Value, at progress: Double) -> VectorStyle.Value? {
    switch (self, other) {
    case (.color(let a), .color(let b)): a.mixed(with: b, at: progress).map { .color($0) }
    case (.number(let a), .number(let b)): a.mixed(with: b, at: progress).map { .number($0) }
    case (.text(let a), .text(let b)): NumericText.mixed(a, b, at: progress).map { .text($0) }
    case (_, _): nil
    }
  }
  var nonNegative: VectorStyle.Value { if case .number(let number) = self { .number(max(0, number)) } else { self } }
}

/// Texts that are the same but for their numbers: path data, lists of dashes, lengths.
enum NumericText {
  private enum Part: Equatable {
    case number(Double)
    case text([UInt8])
  }

  static func mixed(_ a: String, _ b: String, at progress: Double) -> String? {
    let (first, second) = (parts(a), parts(b))
    guard first.count == second.count else { return nil }
    var text: [UInt8] = []
    for (from, to) in zip(first, second) {
      switch (from, to) {
      case (.number(let a), .number(let b)):
        let value = a * (1 - progress) + b * progress
        guard value.isFinite else { return nil }
        text += Array((value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)").utf8)
      case (.text(let a), .text(let b)):
        guard a == b else { return nil }
        text += a
      case (_, _): return nil
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func parts(_ text: String) -> [Part] {
    let bytes = Array(text.utf8)
    var parts: [Part] = []
    var index = 0
    func digit(_ place: Int) -> Bool { place < bytes.count && (48...57).contains(bytes[place]) }
    while index < bytes.count {
      var end = index
      if bytes[end] == 43 || bytes[end] == 45 { end += 1 }
      while digit(end) { end += 1 }
      if end < bytes.count, bytes[end] == 46, digit(end + 1) {
        end += 1
        while digit(end) { end += 1 }
      }
      let isNumber = end > index && digit(end - 1)
      if isNumber, end + 1 < bytes.count, bytes[end] | 0x20 == 101,
        digit(end + 1) || (digit(end + 2) && (bytes[end + 1] == 43 || bytes[end + 1] == 45))
      {
        end += 2
        while digit(end) { end += 1 }
      }
      if isNumber, let number = Double(String(decoding: bytes[index..<end], as: UTF8.self)) {
        // Numbers that stand close together are parted when they are written.
        if case .number? = parts.last { parts.append(.text([32])) }
        parts.append(.number(number))
        index = end
        // Pixels are the units of a drawing, which need not be named.
        if index + 1 < bytes.count, bytes[index] == 112, bytes[index + 1] == 120 { index += 2 }
      } else {
        let byte: UInt8 = bytes[index] == 44 ? 32 : bytes[index]
        index += 1
        if case .text(let last)? = parts.last {
          if byte == 32, last.last == 32 { continue }
          parts[parts.count - 1] = .text(last + [byte])
        } else {
          parts.append(.text([byte]))
        }
      }
    }
    return parts
  }
}

extension ObjectViewBox: InterpolableValue {
  func mixed(with other: ObjectViewBox, at progress: Double) -> ObjectViewBox? {
    guard let shape, let end = other.shape else { return nil }
    return shape.mixed(with: end, at: progress).map { ObjectViewBox(shape: $0) }
  }
}
