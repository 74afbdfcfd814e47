/// https://drafts.csswg.org/css-backgrounds-3/ . Nothing here is inherited.
package struct BackgroundStyle: Hashable, Sendable {
  package var color: ColorValue = .transparent
  /// Topmost first; at least one. Every list of the longhands is repeated or cut to the images' count.
  package var layers: [BackgroundLayer] = [BackgroundLayer()]
  package init() {}
}

package struct BackgroundLayer: Hashable, Sendable {
  package var image: ImageValue = .none
  package var position = LengthPair(x: .percentage(0), y: .percentage(0))
  package var size: BackgroundSize = .auto
  package var repeatX: RepeatStyle = .repeat
  package var repeatY: RepeatStyle = .repeat
  package var origin: VisualBox = .paddingBox
  package var clip: VisualBox = .borderBox
  package var attachment: BackgroundAttachment = .scroll
  package var blendMode: BlendMode = .normal
  package init() {}
}

extension BackgroundStyle {
  static let properties: [Property] = [
    // https://drafts.csswg.org/css-backgrounds-3/#backgrounds
    .reset("background-color", \.background.color, quirks: .hashlessColor),
    .reset("background-image", \.scratch.background.images, text: .layers("none")) { $0.consumeImages(in: $1) },
    .reset("background-position-x", \.scratch.background.positionsX, text: .layers("0%")) { cursor, context in
      cursor.consumeLayerList { $0.consumePositionAxis(in: context, vertical: false) }
    },
    .reset("background-position-y", \.scratch.background.positionsY, text: .layers("0%")) { cursor, context in
      cursor.consumeLayerList { $0.consumePositionAxis(in: context, vertical: true) }
    },
    .reset("background-size", \.scratch.background.sizes, text: .layers("auto")) { $0.consumeBackgroundSizes(in: $1) },
    .reset("background-repeat", \.scratch.background.repeats, text: .layers("repeat")) { $0.consumeRepeats(in: $1) },
    .reset("background-origin", \.scratch.background.origins, text: .layers("padding-box")) { cursor, _ in
      cursor.consumeLayerList { .constant($0.consumeBackgroundBox()) }
    },
    .reset("background-clip", \.scratch.background.clips, text: .layers("border-box")) { cursor, _ in
      cursor.consumeLayerList {
        let other = $0.consumeOne(of: ["text": VisualBox.text, "-webkit-text": .text, "border-area": .borderArea])
        return .constant(other ?? $0.consumeBackgroundBox())
      }
    },
    .reset("background-attachment", \.scratch.background.attachments, text: .layers("scroll")) { cursor, context in
      cursor.consumeLayerList { BackgroundAttachment.specified(&$0, in: context) }
    },
    .reset("background-blend-mode", \.scratch.background.blendModes, text: .layers("normal")) { cursor, context in
      cursor.consumeLayerList { BlendMode.specified(&$0, in: context) }
    },
    // https://drafts.fxtf.org/css-masking-1/#positioned-masks
    .reset("mask-image", \.scratch.mask.images, text: .layers("none")) { $0.consumeImages(in: $1) },
    .reset("-webkit-mask-position-x", \.scratch.mask.positionsX, text: .layers("0%")) { cursor, context in
      cursor.consumeLayerList { $0.consumePositionAxis(in: context, vertical: false) }
    },
    .reset("-webkit-mask-position-y", \.scratch.mask.positionsY, text: .layers("0%")) { cursor, context in
      cursor.consumeLayerList { $0.consumePositionAxis(in: context, vertical: true) }
    },
    .reset("mask-size", \.scratch.mask.sizes, text: .layers("auto")) { $0.consumeBackgroundSizes(in: $1) },
    .reset("mask-repeat", \.scratch.mask.repeats, text: .layers("repeat")) { $0.consumeRepeats(in: $1) },
    .reset("mask-origin", \.scratch.mask.origins, text: .layers("border-box")) { cursor, _ in
      cursor.consumeLayerList { .constant($0.consumeMaskBox()) }
    },
    .reset("mask-clip", \.scratch.mask.clips, text: .layers("border-box")) { cursor, _ in
      cursor.consumeLayerList { .constant($0.consumeIdent("no-clip") ? .noClip : $0.consumeMaskBox()) }
    },
    .reset("mask-mode", \.scratch.mask.modes, text: .layers("match-source")) { cursor, context in
      cursor.consumeLayerList { MaskMode.specified(&$0, in: context) }
    },
    .reset("mask-composite", \.scratch.mask.composites, text: .layers("add")) { cursor, context in
      cursor.consumeLayerList { cursor in
        // The old keywords of -webkit-mask-composite.
        let old = cursor.consumeOne(of: [
          "source-over": MaskComposite.add, "source-in": .intersect, "source-out": .subtract, "xor": .exclude,
        ])
        return .constant(old ?? MaskComposite.parse(&cursor, in: context))
      }
    },
  ]
}

extension TokenCursor {
  /// The items of as many layers as there are commas; what follows is left.
  mutating func consumeLayerList<Item>(
    _ item: (inout TokenCursor) -> Specified<Item>?
  ) -> Specified<[Item]?>? {
    var items: [Specified<Item>] = []
    repeat {
      guard let next = item(&self) else { return nil }
      items.append(next)
    } while consumeComma()
    return items.joined().map { $0 }
  }

  fileprivate mutating func consumeImages(in context: ParsingContext) -> Specified<[ImageValue]?>? {
    consumeLayerList { $0.consumeImageOrNone(in: context) }
  }

  fileprivate mutating func consumeBackgroundSizes(in context: ParsingContext) -> Specified<[BackgroundSize]?>? {
    consumeLayerList { $0.consumeBackgroundSize(in: context) }
  }

  fileprivate mutating func consumeRepeats(in context: ParsingContext) -> Specified<[LayerRepeat]?>? {
    consumeLayerList { .constant($0.consumeRepeat(in: context)) }
  }

  mutating func consumeBackgroundSize(in context: ParsingContext) -> Specified<BackgroundSize>? {
    if let keyword = consumeOne(of: ["cover": BackgroundSize.cover, "contain": .contain]) { return .computed(keyword) }
    func side(_ cursor: inout TokenCursor) -> Specified<LengthPercentage?>? {
      if cursor.consumeIdent("auto") { return .computed(nil) }
      return cursor.consumeLengthPercentage(in: context, .nonNegative)?.map { $0 }
    }
    guard let width = side(&self) else { return nil }
    return width.with(side(&self) ?? .computed(nil)) { .size(width: $0, height: $1) }
  }

  mutating func consumeRepeat(in context: ParsingContext) -> LayerRepeat? {
    if consumeIdent("repeat-x") { return LayerRepeat(x: .repeat, y: .noRepeat) }
    if consumeIdent("repeat-y") { return LayerRepeat(x: .noRepeat, y: .repeat) }
    guard let x = RepeatStyle.parse(&self, in: context) else { return nil }
    return LayerRepeat(x: x, y: RepeatStyle.parse(&self, in: context) ?? x)
  }

  mutating func consumeBackgroundBox() -> VisualBox? {
    consumeOne(of: [
      "border-box": VisualBox.borderBox, "padding-box": .paddingBox, "content-box": .contentBox,
    ])
  }

  mutating func consumeMaskBox() -> VisualBox? {
    consumeBackgroundBox()
      ?? consumeOne(of: ["fill-box": VisualBox.fillBox, "stroke-box": .strokeBox, "view-box": .viewBox])
  }
}
