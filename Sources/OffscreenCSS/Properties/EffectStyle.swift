/// Graphical effects, transforms, and text decoration. Nothing here is inherited.
package struct EffectStyle: Hashable, Sendable {
  package var opacity: Float = 1
  package var mixBlendMode: BlendMode = .normal
  package var isolation: Isolation = .auto
  package var boxShadows: [Shadow] = []
  package var transform: [TransformFunction] = []
  package var transformOrigin = LengthPair(x: .percentage(50), y: .percentage(50))
  /// CSS pixels.
  package var transformOriginZ: Float = 0
  package var transformBox: TransformBox = .viewBox
  package var transformStyle: TransformStyle = .flat
  package var translate: TransformFunction?
  package var rotate: TransformFunction?
  package var scale: TransformFunction?
  package var motion = MotionStyle()
  /// CSS pixels; nil is `none`.
  package var perspective: Float?
  package var perspectiveOrigin = LengthPair(x: .percentage(50), y: .percentage(50))
  package var backfaceVisibility: BackfaceVisibility = .visible
  package var filters: [FilterFunction] = []
  package var backdropFilters: [FilterFunction] = []
  package var clipPath: ClipPath = .none
  /// `clip: rect(...)`; nil is `auto`, a nil side too.
  package var clip: Sides<Float?>?
  /// Topmost first; none without a mask.
  package var masks: [MaskLayer] = []
  package var maskBorder: BorderImage = .initialMask
  /// What `will-change` names; none for `auto`.
  package var willChange: [String] = []
  /// Whether some of that matters to stacking or to what is positioned.
  package var willChangeStacking = false
  package var willChangeContainingBlock = false
  package var decorationLines: TextDecorationLines = []
  package var decorationStyle: TextDecorationStyle = .solid
  package var decorationColor: ColorValue = .currentColor
  package var decorationThickness: DecorationThickness = .auto
  /// SVG's own properties that are not inherited.
  package var vector = VectorStyle()
  package init() {}

  /// Takes over what is done to a box and all that is in it as one, transforms excepted.
  package mutating func copyGroup(from other: EffectStyle) {
    (opacity, mixBlendMode, isolation) = (other.opacity, other.mixBlendMode, other.isolation)
    (filters, backdropFilters) = (other.filters, other.backdropFilters)
    (clipPath, masks, maskBorder) = (other.clipPath, other.masks, other.maskBorder)
    (willChange, willChangeStacking) = (other.willChange, other.willChangeStacking)
  }

  /// Whether the box is moved, turned or otherwise transformed.
  @inline(__always)
  package var transformsBox: Bool {
    !transform.isEmpty || translate != nil || rotate != nil || scale != nil || !motion.path.isNone
  }
}

package struct MaskLayer: Hashable, Sendable {
  package var layer = BackgroundLayer()
  package var mode: MaskMode = .matchSource
  package var composite: MaskComposite = .add
  package init() {}
}

@usableFromInline package struct TextDecorationLines: OptionSet, Hashable, Sendable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable package static var underline: Self { Self(rawValue: 1) }
  @inlinable package static var overline: Self { Self(rawValue: 2) }
  @inlinable package static var lineThrough: Self { Self(rawValue: 4) }
  /// Which no browser does any more.
  @inlinable package static var blink: Self { Self(rawValue: 8) }
}
package enum DecorationThickness: Hashable, Sendable {
  case auto, fromFont
  /// Percentages are of the font size.
  case length(LengthPercentage)
}

extension EffectStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-color-4/#transparency
    .reset("opacity", \.effect.opacity, text: .number) { cursor, context in
      cursor.consumeNumberOrPercentage(in: context)?.map { min(max($0, 0), 1).clampedNumber }
    },
    // https://drafts.fxtf.org/compositing-1/
    .reset("mix-blend-mode", \.effect.mixBlendMode),
    .reset("isolation", \.effect.isolation),
    .reset("box-shadow", \.effect.boxShadows, text: .list(empty: "none", .own)) { $0.consumeShadows(in: $1) },
    // https://drafts.csswg.org/css-transforms-2/
    .reset("transform", \.effect.transform, text: .matrix) { $0.consumeTransforms(in: $1) },
    .reset("transform-origin", Field(get: { $0.effect.originValue }, set: { $1.effect.originValue = $0 })),
    .reset("transform-box", \.effect.transformBox),
    .reset("transform-style", \.effect.transformStyle),
    .reset("translate", \.effect.translate, text: .or("none", .individual)) { $0.consumeTranslate(in: $1) },
    .reset("rotate", \.effect.rotate, text: .or("none", .individual)) { $0.consumeRotate(in: $1) },
    .reset("scale", \.effect.scale, text: .or("none", .individual)) { $0.consumeScale(in: $1) },
    .reset("perspective", \.effect.perspective, text: .or("none", .pixels)) { cursor, context in
      if cursor.consumeIdent("none") { return .computed(nil) }
      return cursor.consumeLength(in: context, .nonNegative)?.map { Float($0) }
    },
    .reset("perspective-origin", \.effect.perspectiveOrigin, text: .origin),
    .reset("backface-visibility", \.effect.backfaceVisibility),
    // https://drafts.fxtf.org/filter-effects-2/
    .reset("filter", \.effect.filters, text: .list(empty: "none", separator: " ", .own)) { $0.consumeFilters(in: $1) },
    .reset("backdrop-filter", \.effect.backdropFilters, text: .list(empty: "none", separator: " ", .own)) {
      $0.consumeFilters(in: $1)
    },
    // https://drafts.fxtf.org/css-masking-1/
    .reset("clip-path", \.effect.clipPath) { $0.consumeClipPath(in: $1) },
    .reset("clip", \.effect.clip, text: .clip) { $0.consumeClip(in: $1) },
    .reset("will-change", Field(get: { $0.effect.willChangeValue }, set: { $1.effect.willChangeValue = $0 })),
    // https://drafts.csswg.org/css-text-decor-4/
    .reset("text-decoration-line", \.effect.decorationLines),
    .reset("text-decoration-style", \.effect.decorationStyle),
    .reset("text-decoration-color", \.effect.decorationColor),
    .reset("text-decoration-thickness", \.effect.decorationThickness),
  ]

  fileprivate var originValue: TransformOrigin {
    get { TransformOrigin(point: transformOrigin, z: transformOriginZ) }
    set { (transformOrigin, transformOriginZ) = (newValue.point, newValue.z) }
  }
  fileprivate var willChangeValue: WillChange {
    get { WillChange(names: willChange, stacking: willChangeStacking, containingBlock: willChangeContainingBlock) }
    set {
      willChange = newValue.names
      (willChangeStacking, willChangeContainingBlock) = (newValue.stacking, newValue.containingBlock)
    }
  }
}

private struct TransformOrigin: PropertyValue, Equatable {
  var point: LengthPair
  var z: Float

  func text(in computed: ComputedText) -> String {
    point.usedText(in: computed) + (z == 0 ? "" : " " + computed.pixels(z))
  }

  static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<TransformOrigin>? {
    // At most two values are the point; a third is the depth.
    var attempt = cursor
    var count = 0
    while count < 2, attempt.kind != .endOfInput {
      attempt.advance()
      count += 1
    }
    var head = TokenCursor(cursor.buffer, cursor.position..<attempt.position)
    guard let point = head.consumePosition(in: context), head.isAtEnd else { return nil }
    cursor = attempt
    return point.with(cursor.consumeLength(in: context) ?? .computed(0)) { TransformOrigin(point: $0, z: Float($1)) }
  }
}

extension TransformOrigin: InterpolableValue {
  func mixed(with other: TransformOrigin, at progress: Double) -> TransformOrigin? {
    guard let point = point.mixed(with: other.point, at: progress), let z = z.mixed(with: other.z, at: progress)
    else { return nil }
    return TransformOrigin(point: point, z: z)
  }
}

/// https://drafts.csswg.org/css-will-change-1/
private struct WillChange: AbsoluteValue, Equatable {
  var names: [String] = []
  var stacking = false
  var containingBlock = false

  static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> WillChange? {
    var result = WillChange()
    if cursor.consumeIdent("auto") { return result }
    let names: [String]? = cursor.consumeList { $0.consumeCustomIdent(except: ["none", "all", "auto"]) }
    guard let names else { return nil }
    result.names = names
    for name in names {
      switch name.lowercased() {
      case "transform", "-webkit-transform", "translate", "rotate", "scale", "perspective",
        "-webkit-perspective", "filter", "-webkit-filter", "backdrop-filter", "transform-style", "offset-path",
        "contain":
        result.stacking = true
        result.containingBlock = true
      case "opacity", "mix-blend-mode", "isolation", "clip-path", "mask", "mask-image",
        "-webkit-mask-image", "position", "view-transition-name":
        result.stacking = true
      default: break
      }
    }
    return result
  }

  func text(in computed: ComputedText) -> String {
    names.isEmpty ? "auto" : names.map(computed.identifier).joined(separator: ", ")
  }
}

extension TextDecorationLines: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> TextDecorationLines? {
    if cursor.consumeIdent("none") { return [] }
    var lines: TextDecorationLines = []
    while let line = cursor.consumeOne(of: [
      "underline": TextDecorationLines.underline, "overline": .overline, "line-through": .lineThrough, "blink": .blink,
    ]) {
      guard lines.insert(line).inserted else { return nil }
    }
    return lines.isEmpty ? nil : lines
  }
}

extension DecorationThickness: PropertyValue {
  package static func specified(
    _ cursor: inout TokenCursor, in context: ParsingContext
  ) -> Specified<DecorationThickness>? {
    if let keyword = cursor.consumeOne(of: ["auto": DecorationThickness.auto, "from-font": .fromFont]) {
      return .computed(keyword)
    }
    return cursor.consumeLengthPercentage(in: context)?.map { .length($0) }
  }
}

extension TokenCursor {
  /// `auto`, or `rect()`; commas between the sides are optional, all or none.
  /// https://drafts.fxtf.org/css-masking-1/#clip-property
  fileprivate mutating func consumeClip(in context: ParsingContext) -> Specified<Sides<Float?>?>? {
    if consumeIdent("auto") { return .computed(nil) }
    guard var inner = consumeFunction("rect") else { return nil }
    var sides: [Specified<Float?>] = []
    var hasCommas = false
    for index in 0..<4 {
      if index == 1 {
        hasCommas = inner.consumeComma()
      } else if index > 1, hasCommas, !inner.consumeComma() {
        return nil
      }
      if inner.consumeIdent("auto") {
        sides.append(.computed(nil))
      } else if let length = inner.consumeLength(in: context) {
        sides.append(length.map { Float($0) })
      } else {
        return nil
      }
    }
    guard inner.isAtEnd else { return nil }
    return sides.joined().map { Sides(top: $0[0], right: $0[1], bottom: $0[2], left: $0[3]) }
  }
}
