extension Shorthand {
  /// Backgrounds and masks.
  static let layers: [Shorthand] = [
    position("background-position", ["background-position-x", "background-position-y"]),
    position("mask-position", ["-webkit-mask-position-x", "-webkit-mask-position-y"]),
    Shorthand(
      "background",
      [
        "background-image", "background-position-x", "background-position-y", "background-size",
        "background-repeat", "background-origin", "background-clip", "background-attachment",
        "background-color",
      ], parse: readBackground),
    Shorthand(
      "mask",
      [
        "mask-image", "-webkit-mask-position-x", "-webkit-mask-position-y", "mask-size", "mask-repeat",
        "mask-origin", "mask-clip", "mask-mode", "mask-composite", "mask-border-source", "mask-border-slice",
        "mask-border-width", "mask-border-outset", "mask-border-repeat",
      ], parse: readMask),
  ]

  private static func position(_ name: String, _ longhands: @autoclosure @escaping @Sendable () -> [String])
    -> Shorthand
  {
    Shorthand(name, longhands()) { cursor, reader in
      let context = reader.context.allowing(.unitlessLength)
      guard let positions = cursor.consumeLayerList({ $0.consumePosition(in: context, threeValues: true) })
      else { return false }
      reader.set(0, positions.map { $0?.map(\.x) })
      reader.set(1, positions.map { $0?.map(\.y) })
      return true
    }
  }

  /// What one layer of either shorthand may say.
  private struct Layer {
    var image: Specified<ImageValue>?
    var position: Specified<LengthPair>?
    var size: Specified<BackgroundSize>?
    var `repeat`: LayerRepeat?
    var boxes: [VisualBox] = []
    var attachment: BackgroundAttachment?
    var color: Specified<ColorValue>?
    var mode: MaskMode?
    var composite: MaskComposite?
    var isUnclipped = false
  }

  /// https://drafts.csswg.org/css-backgrounds-3/#background
  private static let readBackground: @Sendable (inout TokenCursor, inout ShorthandReader) -> Bool = {
    cursor, reader in
    let context = reader.context
    var layers: [Layer] = []
    var color: Specified<ColorValue>?
    repeat {
      guard layers.count < 1000, color == nil else { return false }
      var layer = Layer()
      var isEmpty = true
      while !cursor.isAtEnd, cursor.kind != .comma {
        guard readCommon(&layer, &cursor, context) || readBackgroundOnly(&layer, &cursor, context) else {
          return false
        }
        isEmpty = false
      }
      guard !isEmpty else { return false }
      layers.append(layer)
      color = layer.color
    } while cursor.consumeComma()
    setCommon(layers, &reader)
    reader.set(5, Optional(layers.map { $0.boxes.first ?? .paddingBox }))
    reader.set(6, Optional(layers.map { $0.boxes.last ?? .borderBox }))
    reader.set(7, Optional(layers.map { $0.attachment ?? .scroll }))
    reader.set(8, color ?? .computed(.transparent))
    return true
  }

  /// https://drafts.fxtf.org/css-masking-1/#the-mask
  private static let readMask: @Sendable (inout TokenCursor, inout ShorthandReader) -> Bool = {
    cursor, reader in
    let context = reader.context
    var layers: [Layer] = []
    repeat {
      guard layers.count < 1000 else { return false }
      var layer = Layer()
      var isEmpty = true
      while !cursor.isAtEnd, cursor.kind != .comma {
        guard readCommon(&layer, &cursor, context) || readMaskOnly(&layer, &cursor, context) else {
          return false
        }
        isEmpty = false
      }
      guard !isEmpty else { return false }
      layers.append(layer)
    } while cursor.consumeComma()
    setCommon(layers, &reader)
    reader.set(5, Optional(layers.map { $0.boxes.first ?? .borderBox }))
    reader.set(6, Optional(layers.map { $0.isUnclipped ? .noClip : $0.boxes.last ?? .borderBox }))
    reader.set(7, Optional(layers.map { $0.mode ?? .matchSource }))
    reader.set(8, Optional(layers.map { $0.composite ?? .add }))
    return true
  }

  private static func readCommon(
    _ layer: inout Layer, _ cursor: inout TokenCursor, _ context: ParsingContext
  ) -> Bool {
    if layer.image == nil, let image = cursor.consumeImageOrNone(in: context) {
      layer.image = image
    } else if layer.repeat == nil, let value = cursor.consumeRepeat(in: context) {
      layer.repeat = value
    } else if layer.position == nil, let position = cursor.consumePosition(in: context, threeValues: true) {
      layer.position = position
      if cursor.consumeSlash() {
        guard let size = cursor.consumeBackgroundSize(in: context) else { return false }
        layer.size = size
      }
    } else {
      return false
    }
    return true
  }

  private static func readBackgroundOnly(
    _ layer: inout Layer, _ cursor: inout TokenCursor, _ context: ParsingContext
  ) -> Bool {
    if layer.boxes.count < 2, let box = cursor.consumeBackgroundBox() {
      layer.boxes.append(box)
    } else if layer.boxes.count < 2,
      let clip = cursor.consumeOne(of: ["text": VisualBox.text, "border-area": .borderArea])
    {
      // A border is painted by a picture that is as large as it.
      layer.boxes = [layer.boxes.first ?? (clip == .borderArea ? .borderBox : .paddingBox), clip]
    } else if layer.attachment == nil, let attachment = BackgroundAttachment.parse(&cursor, in: context) {
      layer.attachment = attachment
    } else if layer.color == nil, let color = cursor.consumeColor(in: context) {
      layer.color = color
    } else {
      return false
    }
    return true
  }

  private static func readMaskOnly(
    _ layer: inout Layer, _ cursor: inout TokenCursor, _ context: ParsingContext
  ) -> Bool {
    if layer.boxes.count < 2, let box = cursor.consumeMaskBox() {
      layer.boxes.append(box)
    } else if !layer.isUnclipped, cursor.consumeIdent("no-clip") {
      layer.isUnclipped = true
    } else if layer.mode == nil, let mode = MaskMode.parse(&cursor, in: context) {
      layer.mode = mode
    } else if layer.composite == nil, let composite = MaskComposite.parse(&cursor, in: context) {
      layer.composite = composite
    } else {
      return false
    }
    return true
  }

  private static func setCommon(_ layers: [Layer], _ reader: inout ShorthandReader) {
    let origin = Specified.computed(LengthPair(x: .percentage(0), y: .percentage(0)))
    let positions = layers.map { $0.position ?? origin }.joined()
    reader.set(0, layers.map { $0.image ?? .computed(.none) }.joined().map(Optional.some))
    reader.set(1, positions.map { Optional($0.map(\.x)) })
    reader.set(2, positions.map { Optional($0.map(\.y)) })
    reader.set(3, layers.map { $0.size ?? .computed(.auto) }.joined().map(Optional.some))
    reader.set(4, Optional(layers.map { $0.repeat ?? LayerRepeat(x: .repeat, y: .repeat) }))
  }
}
