/// What declarations say that becomes part of a style only when all of them are known: lists of
/// layers, of which one property says how many.
package struct StyleScratch: Sendable {
  var background = LayerLists()
  var mask = LayerLists()
  /// `font-size: math`, whose size depends on how deep a script is.
  package var scalesFontWithMath = false

  init() {}
}

/// The lists of the `background-*` or `mask-*` properties; nil for those of which nothing was said.
struct LayerLists: Sendable {
  var images: [ImageValue]?
  var positionsX: [LengthPercentage]?
  var positionsY: [LengthPercentage]?
  var sizes: [BackgroundSize]?
  var repeats: [LayerRepeat]?
  var origins: [VisualBox]?
  var clips: [VisualBox]?
  var attachments: [BackgroundAttachment]?
  var blendModes: [BlendMode]?
  var modes: [MaskMode]?
  var composites: [MaskComposite]?

  init() {}

  init(_ layers: [BackgroundLayer]) {
    images = layers.map(\.image)
    positionsX = layers.map(\.position.x)
    positionsY = layers.map(\.position.y)
    sizes = layers.map(\.size)
    repeats = layers.map { LayerRepeat(x: $0.repeatX, y: $0.repeatY) }
    origins = layers.map(\.origin)
    clips = layers.map(\.clip)
    attachments = layers.map(\.attachment)
    blendModes = layers.map(\.blendMode)
  }

  init(_ masks: [MaskLayer]) {
    self.init(masks.map(\.layer))
    modes = masks.map(\.mode)
    composites = masks.map(\.composite)
  }

  /// The layer at an index, lists that are too short repeated.
  /// https://drafts.csswg.org/css-backgrounds-3/#layering
  func layer(_ index: Int, _ base: BackgroundLayer) -> BackgroundLayer {
    var layer = base
    func take<Value>(_ list: [Value]?, _ field: WritableKeyPath<BackgroundLayer, Value>) {
      if let list, !list.isEmpty { layer[keyPath: field] = list[index % list.count] }
    }
    take(images, \.image)
    take(positionsX, \.position.x)
    take(positionsY, \.position.y)
    take(sizes, \.size)
    take(repeats?.map(\.x), \.repeatX)
    take(repeats?.map(\.y), \.repeatY)
    take(origins, \.origin)
    take(clips, \.clip)
    take(attachments, \.attachment)
    take(blendModes, \.blendMode)
    return layer
  }

  var isUntouched: Bool {
    images == nil && positionsX == nil && positionsY == nil && sizes == nil && repeats == nil
      && origins == nil && clips == nil && attachments == nil && blendModes == nil
  }
}

struct LayerRepeat: Hashable, Sendable {
  var x: RepeatStyle
  var y: RepeatStyle
}

extension LayerLists {
  var backgroundLayers: [BackgroundLayer] {
    (0..<min(images?.count ?? 1, 1000)).map { layer($0, BackgroundLayer()) }
  }

  /// None where no layer has an image.
  var maskLayers: [MaskLayer] {
    guard let images, images.contains(where: { $0 != .none }) else { return [] }
    var base = MaskLayer()
    base.layer.origin = .borderBox
    return (0..<min(images.count, 1000)).map { index in
      var mask = base
      mask.layer = layer(index, base.layer)
      if let modes, !modes.isEmpty { mask.mode = modes[index % modes.count] }
      if let composites, !composites.isEmpty { mask.composite = composites[index % composites.count] }
      return mask
    }
  }
}
