/// A length in CSS pixels, in steps of 1/64 px.
///
/// Arithmetic saturates at the ends of the range (about ±33.5 million px), so that no page can make
/// layout trap, and conversion truncates towards zero, as in Chromium's layout.
///
/// Optimization: the types of this module are marked `@usableFromInline`, without which an
/// `@inlinable package` function is a call in every other module.
@usableFromInline package struct LayoutUnit: Hashable, Sendable {
  /// The value in 1/64 px.
  @usableFromInline package var rawValue: Int32

  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

  @inlinable package static var zero: LayoutUnit { LayoutUnit(rawValue: 0) }
  @inlinable package static var max: LayoutUnit { LayoutUnit(rawValue: .max) }
  @inlinable package static var min: LayoutUnit { LayoutUnit(rawValue: .min) }
  /// 1/64 px, the smallest step.
  @inlinable package static var epsilon: LayoutUnit { LayoutUnit(rawValue: 1) }

  @inlinable package init(_ pixels: Int) {
    self.init(saturating: 64, times: Int64(clamping: pixels))
  }

  /// Truncates towards zero. Not-a-number becomes zero.
  @inlinable package init(_ pixels: Double) { self.init(raw: (pixels * 64).rounded(.towardZero)) }
  @inlinable package init(_ pixels: Float) { self.init(Double(pixels)) }
  @inlinable package init(rounding pixels: Double) { self.init(raw: (pixels * 64).rounded()) }
  @inlinable package init(flooring pixels: Double) { self.init(raw: (pixels * 64).rounded(.down)) }
  @inlinable package init(ceiling pixels: Double) { self.init(raw: (pixels * 64).rounded(.up)) }

  @inlinable init(raw: Double) {
    if raw >= 2_147_483_647 {
      rawValue = .max
    } else if raw <= -2_147_483_648 {
      rawValue = .min
    } else if raw.isNaN {
      rawValue = 0
    } else {
      rawValue = Int32(raw)
    }
  }

  @inlinable init(saturating raw: Int64, times factor: Int64) {
    let (product, overflow) = raw.multipliedReportingOverflow(by: factor)
    rawValue = overflow ? ((raw < 0) == (factor < 0) ? .max : .min) : Int32(clamping: product)
  }

  @inlinable package var pixels: Double { Double(rawValue) / 64 }
  /// The whole pixels, rounded down.
  @inlinable package var floor: Int { Int(rawValue) >> 6 }
  @inlinable package var ceil: Int { (Int(rawValue) + 63) >> 6 }
  /// The nearest whole pixel; halves go up.
  @inlinable package var rounded: Int { (Int(rawValue) + 32) >> 6 }

  @inlinable package static func + (a: Self, b: Self) -> Self {
    let (value, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
    return Self(rawValue: overflow ? (b.rawValue < 0 ? .min : .max) : value)
  }
  @inlinable package static func - (a: Self, b: Self) -> Self {
    let (value, overflow) = a.rawValue.subtractingReportingOverflow(b.rawValue)
    return Self(rawValue: overflow ? (b.rawValue < 0 ? .max : .min) : value)
  }
  @inlinable package static prefix func - (a: Self) -> Self { .zero - a }
  @inlinable package static func += (a: inout Self, b: Self) { a = a + b }
  @inlinable package static func -= (a: inout Self, b: Self) { a = a - b }
  @inlinable package static func * (a: Self, b: Int) -> Self {
    Self(saturating: Int64(a.rawValue), times: Int64(clamping: b))
  }
  @inlinable package static func * (a: Self, b: Double) -> Self { Self(a.pixels * b) }
  /// Division rounds towards zero; by zero it gives zero.
  @inlinable package static func / (a: Self, b: Int) -> Self {
    b == 0 ? .zero : Self(rawValue: Int32(clamping: Int64(a.rawValue) / Int64(clamping: b)))
  }
  /// How many times `b` goes into `a`; 0 where `b` is zero.
  @inlinable package static func / (a: Self, b: Self) -> Double {
    b.rawValue == 0 ? 0 : Double(a.rawValue) / Double(b.rawValue)
  }

  @inlinable package func clamped(_ low: Self, _ high: Self) -> Self { Swift.max(low, Swift.min(self, high)) }
  /// The value, or zero where it is negative.
  @inlinable package var nonNegative: Self { rawValue < 0 ? .zero : self }
}

extension LayoutUnit: Comparable {
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  @inlinable package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension LayoutUnit: ExpressibleByIntegerLiteral {
  @inlinable package init(integerLiteral value: Int32) {
    self.init(rawValue: Int32(clamping: Int64(value) * 64))
  }
}

extension LayoutUnit: CustomStringConvertible {
  @usableFromInline package var description: String {
    rawValue % 64 == 0 ? "\(rawValue / 64)" : "\(pixels)"
  }
}
