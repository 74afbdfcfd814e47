import Testing

@testable import OffscreenGeometry

/// Lengths in 1/64 px, which saturate.
@Suite struct LayoutUnitTests {
  /// Raw values at which something may go wrong.
  private static let boundaries: [Int32] = [
    .min, .min + 1, .min + 63, .min + 64, -(1 << 30), -129, -128, -65, -64, -63, -33, -32, -31, -2, -1, 0, 1, 2, 31, 32,
    33, 63, 64, 65, 128, 129, 1 << 30, .max - 64, .max - 63, .max - 1, .max,
  ]
  private static let integers: [Int] = [
    .min, .min + 1, -(5 << 56), -(1 << 58), -(1 << 32), -(1 << 31), -65, -3, -2, -1, 0, 1, 2, 3, 65, 1 << 31, 1 << 32,
    1 << 58, 5 << 56, .max - 1, .max,
  ]

  private func raw(_ value: Int32) -> LayoutUnit { LayoutUnit(rawValue: value) }
  /// By the initializer, which a literal does not call.
  private func pixels(_ count: Int) -> LayoutUnit { LayoutUnit(count) }

  // MARK: Conversion

  @Test func wholePixels() {
    #expect(pixels(3).rawValue == 192 && pixels(-3).rawValue == -192 && pixels(0) == .zero)
    #expect((5 as LayoutUnit).rawValue == 320 && (-5 as LayoutUnit).rawValue == -320)
    #expect(LayoutUnit.epsilon.pixels == 0.015625)
  }

  @Test func wholePixelsBeyondTheRangeSaturate() {
    #expect(pixels(33_554_431).rawValue == .max - 63 && pixels(33_554_432) == .max)
    #expect(pixels(-33_554_432) == .min && pixels(-33_554_433) == .min)
    #expect((33_554_432 as LayoutUnit) == .max && (-33_554_433 as LayoutUnit) == .min)
    for count in Self.integers where abs(Double(count)) > 33_554_432 {
      #expect(pixels(count) == (count < 0 ? .min : .max), "\(count)")
    }
  }

  @Test func fractionsAreCutOffTowardsZero() {
    #expect(LayoutUnit(1.5).rawValue == 96 && LayoutUnit(-1.5).rawValue == -96)
    #expect(LayoutUnit(1.99 / 64).rawValue == 1 && LayoutUnit(-1.99 / 64).rawValue == -1)
    #expect(LayoutUnit(0.99 / 64) == .zero && LayoutUnit(-0.99 / 64) == .zero && LayoutUnit(-0.0) == .zero)
    #expect(LayoutUnit(0.1).rawValue == 6 && LayoutUnit(Float(0.1)).rawValue == 6)
  }

  @Test func fractionsRoundAsAsked() {
    #expect(LayoutUnit(rounding: 0.49 / 64) == .zero && LayoutUnit(rounding: -0.49 / 64) == .zero)
    #expect(LayoutUnit(rounding: 0.5 / 64).rawValue == 1 && LayoutUnit(rounding: -0.5 / 64).rawValue == -1)
    #expect(LayoutUnit(flooring: 0.99 / 64) == .zero && LayoutUnit(flooring: -0.01 / 64).rawValue == -1)
    #expect(LayoutUnit(ceiling: 0.01 / 64).rawValue == 1 && LayoutUnit(ceiling: -0.99 / 64) == .zero)
  }

  @Test func numbersBeyondTheRangeSaturate() {
    let conversions: [(Double) -> LayoutUnit] = [
      { LayoutUnit($0) }, { LayoutUnit(rounding: $0) }, { LayoutUnit(flooring: $0) }, { LayoutUnit(ceiling: $0) },
    ]
    for convert in conversions {
      for pixels in [33_554_432, 1e9, 1e300, .greatestFiniteMagnitude, .infinity] {
        #expect(convert(pixels) == .max && convert(-pixels) == .min, "\(pixels)")
      }
      #expect(convert(33_554_431).rawValue == .max - 63 && convert(-33_554_431).rawValue == .min + 64)
      #expect(convert(.nan) == .zero && convert(-.nan) == .zero && convert(.signalingNaN) == .zero)
      #expect(convert(.leastNonzeroMagnitude) == convert(0.001))
    }
    #expect(LayoutUnit(Float.infinity) == .max && LayoutUnit(-Float.infinity) == .min)
    #expect(LayoutUnit(Float.nan) == .zero)
  }

  @Test func pixelsComeBackExactly() {
    for value in Self.boundaries {
      #expect(raw(value).pixels == Double(value) / 64 && LayoutUnit(raw(value).pixels) == raw(value))
    }
    #expect(LayoutUnit.max.pixels == 33_554_431.984375 && LayoutUnit.min.pixels == -33_554_432)
  }

  // MARK: Rounding to pixels

  @Test func wholePixelsOfBoundaries() {
    for value in Self.boundaries {
      let (unit, pixels) = (raw(value), Double(value) / 64)
      #expect(unit.floor == Int(pixels.rounded(.down)) && unit.ceil == Int(pixels.rounded(.up)))
      #expect(unit.rounded == Int((pixels + 0.5).rounded(.down)))
    }
  }

  @Test func halvesGoUp() {
    #expect([0.5, 1.5, -0.5, -1.5].map { LayoutUnit($0).rounded } == [1, 2, 0, -1])
  }

  // MARK: Arithmetic

  @Test func sumsAndDifferencesSaturate() {
    for a in Self.boundaries {
      for b in Self.boundaries {
        #expect((raw(a) + raw(b)).rawValue == Int32(clamping: Int64(a) + Int64(b)), "\(a) + \(b)")
        #expect((raw(a) - raw(b)).rawValue == Int32(clamping: Int64(a) - Int64(b)), "\(a) - \(b)")
        var (sum, difference) = (raw(a), raw(a))
        sum += raw(b)
        difference -= raw(b)
        #expect(sum == raw(a) + raw(b) && difference == raw(a) - raw(b))
      }
    }
  }

  @Test func negationSaturates() {
    for value in Self.boundaries {
      #expect((-raw(value)).rawValue == Int32(clamping: -Int64(value)))
      #expect(raw(value).nonNegative.rawValue == max(value, 0))
    }
    #expect(-LayoutUnit.min == .max)
  }

  @Test func productsWithIntegersSaturate() {
    for a in Self.boundaries {
      for b in Self.integers {
        let (exact, overflow) = Int64(a).multipliedReportingOverflow(by: Int64(b))
        let expected: Int32 = overflow ? ((a < 0) == (b < 0) ? .max : .min) : Int32(clamping: exact)
        #expect((raw(a) * b).rawValue == expected, "\(a) * \(b)")
      }
    }
  }

  @Test func productsWithNumbers() {
    #expect(pixels(3) * 0.5 == LayoutUnit(1.5) && pixels(-3) * 0.5 == LayoutUnit(-1.5))
    #expect(raw(3) * 0.5 == raw(1) && raw(-3) * 0.5 == raw(-1), "cut off towards zero")
    #expect(LayoutUnit.max * 2.0 == .max && LayoutUnit.max * -2.0 == .min && LayoutUnit.min * -2.0 == .max)
    #expect(pixels(1) * Double.infinity == .max && pixels(-1) * Double.infinity == .min)
    #expect(LayoutUnit.zero * Double.infinity == .zero && pixels(1) * Double.nan == .zero)
  }

  @Test func quotientsByIntegersAreCutOff() {
    #expect(raw(7) / 2 == raw(3) && raw(-7) / 2 == raw(-3) && raw(7) / -2 == raw(-3) && raw(-7) / -2 == raw(3))
    #expect(LayoutUnit.min / -1 == LayoutUnit.max, "the one quotient that is out of range")
    for a in Self.boundaries {
      for b in Self.integers {
        #expect((raw(a) / b).rawValue == (b == 0 ? 0 : Int32(clamping: Int64(a) / Int64(b))), "\(a) / \(b)")
      }
    }
  }

  @Test func ratios() {
    #expect(pixels(3) / pixels(2) == 1.5 && pixels(-3) / pixels(2) == -1.5)
    #expect(LayoutUnit.max / LayoutUnit.epsilon == 2_147_483_647.0 && LayoutUnit.min / raw(-1) == 2_147_483_648.0)
    #expect(pixels(3) / LayoutUnit.zero == 0.0 && LayoutUnit.zero / LayoutUnit.zero == 0.0)
  }

  // MARK: Order

  @Test func order() {
    let units = Self.boundaries.map(raw)
    #expect(units.shuffled().sorted() == units && Set(units + units).count == units.count)
    #expect(LayoutUnit.min < .zero && LayoutUnit.zero < .epsilon && LayoutUnit.epsilon < .max)
  }

  @Test func theLowerLimitWins() {
    #expect(pixels(5).clamped(1, 3) == 3 && pixels(0).clamped(1, 3) == 1 && pixels(2).clamped(1, 3) == 2)
    #expect(pixels(2).clamped(4, 1) == 4, "as of minimum and maximum sizes")
    #expect(LayoutUnit.max.clamped(.min, .max) == .max && LayoutUnit.min.clamped(.zero, .max) == .zero)
  }

  @Test func descriptions() {
    let units = [pixels(3), LayoutUnit(-0.5), .epsilon, .min]
    #expect(units.map(\.description) == ["3", "-0.5", "0.015625", "-33554432"])
  }
}
