/// Borders and outlines. Nothing here is inherited.
package struct BorderStyle: Hashable, Sendable {
  /// CSS pixels. Used widths: 0 where the style is none or hidden, thin ones at least 1 px, cut to
  /// whole pixels, as Chromium computes them.
  package var width = Sides<Float>(3)
  package var style = Sides<BorderLineStyle>(.none)
  package var color = Sides<ColorValue>(.currentColor)
  package var radius = Corners<LengthPair>(.zero)
  package var cornerShape = Corners<CornerShape>(.round)
  package var image: BorderImage = .init()
  package var outlineWidth: Float = 3
  package var outlineStyle: BorderLineStyle = .none
  package var outlineColor: ColorValue = .currentColor
  package var outlineOffset: Float = 0
  package init() {}
}

/// https://drafts.csswg.org/css-backgrounds-3/#border-images
package struct BorderImage: Hashable, Sendable {
  package var source: ImageValue = .none
  package var slice = Sides<BorderImageSlice>(.percentage(100))
  package var sliceFill = false
  package var width = Sides<BorderImageWidth>(.number(1))
  package var outset = Sides<BorderImageOutset>(.number(0))
  package var repeatX: BorderImageRepeat = .stretch
  package var repeatY: BorderImageRepeat = .stretch
  package init() {}

  /// What `mask-border` begins with.
  /// https://drafts.fxtf.org/css-masking-1/#the-mask-border-slice
  static let initialMask: BorderImage = {
    var mask = BorderImage()
    mask.slice = Sides(.number(0))
    // Deviation: as in Chromium, whose property was there before the specification's.
    mask.sliceFill = true
    mask.width = Sides(.auto)
    return mask
  }()
}
package enum BorderImageSlice: Hashable, Sendable { case number(Float), percentage(Float) }
package enum BorderImageWidth: Hashable, Sendable { case auto, number(Float), length(LengthPercentage) }
package enum BorderImageOutset: Hashable, Sendable { case number(Float), length(Float) }
package enum BorderImageRepeat: String, KeywordValue { case stretch, `repeat`, round, space }

extension BorderStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-backgrounds-3/#borders
    .reset("border-top-width", \.border.width.top, quirks: .unitlessLength, text: .pixels) {
      $0.consumeBorderWidth(in: $1)
    },
    .reset("border-right-width", \.border.width.right, quirks: .unitlessLength, text: .pixels) {
      $0.consumeBorderWidth(in: $1)
    },
    .reset("border-bottom-width", \.border.width.bottom, quirks: .unitlessLength, text: .pixels) {
      $0.consumeBorderWidth(in: $1)
    },
    .reset("border-left-width", \.border.width.left, quirks: .unitlessLength, text: .pixels) {
      $0.consumeBorderWidth(in: $1)
    },
    .reset("border-top-style", \.border.style.top) { cursor, _ in .constant(cursor.consumeLineStyle()) },
    .reset("border-right-style", \.border.style.right) { cursor, _ in .constant(cursor.consumeLineStyle()) },
    .reset("border-bottom-style", \.border.style.bottom) { cursor, _ in .constant(cursor.consumeLineStyle()) },
    .reset("border-left-style", \.border.style.left) { cursor, _ in .constant(cursor.consumeLineStyle()) },
    .reset("border-top-color", \.border.color.top, quirks: .hashlessColor),
    .reset("border-right-color", \.border.color.right, quirks: .hashlessColor),
    .reset("border-bottom-color", \.border.color.bottom, quirks: .hashlessColor),
    .reset("border-left-color", \.border.color.left, quirks: .hashlessColor),
    .reset("border-top-left-radius", \.border.radius.topLeft, text: .radius) { $0.consumeRadius(in: $1) },
    .reset("border-top-right-radius", \.border.radius.topRight, text: .radius) { $0.consumeRadius(in: $1) },
    .reset("border-bottom-right-radius", \.border.radius.bottomRight, text: .radius) { $0.consumeRadius(in: $1) },
    .reset("border-bottom-left-radius", \.border.radius.bottomLeft, text: .radius) { $0.consumeRadius(in: $1) },
    // https://drafts.csswg.org/css-borders-4/#corner-shaping
    .reset("corner-top-left-shape", \.border.cornerShape.topLeft),
    .reset("corner-top-right-shape", \.border.cornerShape.topRight),
    .reset("corner-bottom-right-shape", \.border.cornerShape.bottomRight),
    .reset("corner-bottom-left-shape", \.border.cornerShape.bottomLeft),
    // https://drafts.csswg.org/css-backgrounds-3/#border-images
    .reset("border-image-source", \.border.image.source),
    .reset("border-image-slice", Field(get: { $0.border.image.sliceValue }, set: { $1.border.image.sliceValue = $0 })),
    .reset("border-image-width", \.border.image.width) { $0.consumeImageWidths(in: $1) },
    .reset("border-image-outset", \.border.image.outset) { $0.consumeImageOutsets(in: $1) },
    .reset(
      "border-image-repeat", Field(get: { $0.border.image.repeatValue }, set: { $1.border.image.repeatValue = $0 })),
    .reset("mask-border-source", \.effect.maskBorder.source),
    .reset(
      "mask-border-slice",
      Field(get: { $0.effect.maskBorder.sliceValue }, set: { $1.effect.maskBorder.sliceValue = $0 })),
    .reset("mask-border-width", \.effect.maskBorder.width) { $0.consumeImageWidths(in: $1) },
    .reset("mask-border-outset", \.effect.maskBorder.outset) { $0.consumeImageOutsets(in: $1) },
    .reset(
      "mask-border-repeat",
      Field(get: { $0.effect.maskBorder.repeatValue }, set: { $1.effect.maskBorder.repeatValue = $0 })),
    // https://drafts.csswg.org/css-ui-4/#outline-props
    .reset("outline-width", \.border.outlineWidth, text: .pixels) { $0.consumeBorderWidth(in: $1) },
    .reset("outline-style", \.border.outlineStyle) { cursor, _ in
      .constant(cursor.consumeLineStyle(forOutline: true))
    },
    .reset("outline-color", \.border.outlineColor) { cursor, context in
      cursor.consumeIdent("auto") ? .computed(.currentColor) : cursor.consumeColor(in: context)
    },
    .reset("outline-offset", \.border.outlineOffset, text: .pixels) { cursor, context in
      cursor.consumeLength(in: context)?.map { Float($0.rounded(.towardZero)) }
    },
  ]
}

extension TokenCursor {
  fileprivate mutating func consumeRadius(in context: ParsingContext) -> Specified<LengthPair>? {
    guard let x = consumeLengthPercentage(in: context, .nonNegative) else { return nil }
    return x.with(consumeLengthPercentage(in: context, .nonNegative) ?? x) { LengthPair(x: $0, y: $1) }
  }

  fileprivate mutating func consumeImageWidths(in context: ParsingContext) -> Specified<Sides<BorderImageWidth>>? {
    consumeSides { cursor in
      if cursor.consumeIdent("auto") { return .computed(.auto) }
      if let number = cursor.consumeNumber(in: context, .nonNegative) {
        return number.map { .number($0.clampedNumber) }
      }
      return cursor.consumeLengthPercentage(in: context, .nonNegative)?.map { .length($0) }
    }
  }

  fileprivate mutating func consumeImageOutsets(in context: ParsingContext) -> Specified<Sides<BorderImageOutset>>? {
    consumeSides { cursor in
      if let number = cursor.consumeNumber(in: context, .nonNegative) {
        return number.map { .number($0.clampedNumber) }
      }
      return cursor.consumeLength(in: context, .nonNegative)?.map { .length(Float($0)) }
    }
  }
}

extension BorderImage {
  fileprivate struct Slice: PropertyValue, Equatable {
    var sides: Sides<BorderImageSlice>
    var fill: Bool

    func text(in computed: ComputedText) -> String { sides.text(in: computed) + (fill ? " fill" : "") }

    static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<Slice>? {
      var hasFill = cursor.consumeIdent("fill")
      let sides: Specified<Sides<BorderImageSlice>>? = cursor.consumeSides { cursor in
        if let number = cursor.consumeNumber(in: context, .nonNegative) {
          return number.map { .number($0.clampedNumber) }
        }
        return cursor.consumePercentage(in: context, .nonNegative)?.map { .percentage($0.clampedNumber) }
      }
      if !hasFill { hasFill = cursor.consumeIdent("fill") }
      let fill = hasFill
      return sides?.map { Slice(sides: $0, fill: fill) }
    }
  }

  fileprivate struct Repeat: AbsoluteValue, Equatable {
    var x: BorderImageRepeat
    var y: BorderImageRepeat

    func text(in computed: ComputedText) -> String { x == y ? x.rawValue : "\(x.rawValue) \(y.rawValue)" }

    static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> Repeat? {
      guard let x = BorderImageRepeat.parse(&cursor, in: context) else { return nil }
      return Repeat(x: x, y: BorderImageRepeat.parse(&cursor, in: context) ?? x)
    }
  }

  fileprivate var sliceValue: Slice {
    get { Slice(sides: slice, fill: sliceFill) }
    set { (slice, sliceFill) = (newValue.sides, newValue.fill) }
  }
  fileprivate var repeatValue: Repeat {
    get { Repeat(x: repeatX, y: repeatY) }
    set { (repeatX, repeatY) = (newValue.x, newValue.y) }
  }
}

extension BorderImage.Slice: InterpolableValue {
  fileprivate func mixed(with other: BorderImage.Slice, at progress: Double) -> BorderImage.Slice? {
    guard fill == other.fill else { return nil }
    return sides.mixed(with: other.sides, at: progress).map { BorderImage.Slice(sides: $0, fill: fill) }
  }
}
