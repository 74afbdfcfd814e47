import OffscreenCSS

/// The keyframes of one `@keyframes` rule, read.
/// https://drafts.csswg.org/css-animations-1/#keyframes
struct KeyframeList {
  struct Keyframe {
    /// Between 0 and 1.
    var offset: Double
    var block: DeclarationBlock
  }

  /// By offset; of the same offset, later ones are stronger.
  let keyframes: [Keyframe]
  /// Longhands, physical and logical, that any of them declares.
  let properties: [PropertyID]
  let customNames: [String]
  let changesStacking: Bool
  let changesContainingBlock: Bool

  private static let maximumCount = 1_000
  private static let easing = PropertyTable.named("animation-timing-function")
  private static let composition = PropertyTable.named("animation-composition")

  private static let containing = Set(
    ["transform", "translate", "rotate", "scale", "perspective", "filter", "backdrop-filter"]
      .flatMap(PropertyTable.named))
  private static let stacking = containing.union(
    ["opacity", "clip-path", "mask-image", "mask-border-source"].flatMap(PropertyTable.named))

  /// Whether a stacking context is made, or a containing block of what is positioned, as soon as a property
  /// may change.
  static func sideEffects(of property: PropertyID) -> (stacking: Bool, containingBlock: Bool) {
    (stacking.contains(property), containing.contains(property))
  }

  init(_ rule: ActiveRules.Keyframes, _ context: ParsingContext) {
    let context = context.reading(rule.sheet.baseURL)
    var keyframes: [Keyframe] = []
    var properties: [PropertyID] = []
    var seen: Set<PropertyID> = []
    var names: [String] = []
    for keyframe in rule.rule.keyframes.prefix(Self.maximumCount) {
      let block = DeclarationBlock(rule.sheet.buffer, keyframe.declarations, in: context, ignoringImportant: true)
      for offset in keyframe.offsets where keyframes.count < Self.maximumCount {
        keyframes.append(Keyframe(offset: offset, block: block))
      }
      for declaration in block.normal.early + block.normal.late where seen.insert(declaration.property).inserted {
        if PropertyTable.isAnimatable(declaration.property) { properties.append(declaration.property) }
      }
      for declaration in block.normal.custom where !names.contains(declaration.name) && names.count < 256 {
        names.append(declaration.name)
      }
    }
    self.keyframes = keyframes.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element)
    (self.properties, customNames) = (properties, names)
    changesStacking = properties.contains { Self.stacking.contains($0) }
    changesContainingBlock = properties.contains { Self.containing.contains($0) }
  }

  /// The keyframes on both sides of a point in time, of those that say something of a property; nil is the
  /// value that the animation finds there.
  struct Interval {
    var from: Int?
    var to: Int?
    /// The part of the way between them.
    var progress: Double
  }

  func interval(at progress: Double, where declares: (Keyframe) -> Bool) -> Interval {
    var interval = Interval(from: nil, to: nil, progress: 0)
    for (index, keyframe) in keyframes.enumerated() where declares(keyframe) {
      if keyframe.offset <= progress {
        interval.from = index
      } else if let to = interval.to, keyframes[to].offset < keyframe.offset {
        break
      } else {
        interval.to = index
      }
    }
    let start = interval.from.map { keyframes[$0].offset } ?? 0
    let end = interval.to.map { keyframes[$0].offset } ?? 1
    // At the last keyframe there is nothing to come.
    if end > start { interval.progress = (progress - start) / (end - start) } else { interval.to = interval.from }
    return interval
  }

  /// Whether a keyframe says how to go on from it, or how it adds to what is there.
  func declaresEasing(_ index: Int) -> Bool { declares(Self.easing, keyframes[index].block) }
  func declaresComposition(_ index: Int) -> Bool { declares(Self.composition, keyframes[index].block) }

  private func declares(_ properties: [PropertyID], _ block: DeclarationBlock) -> Bool {
    block.normal.late.contains { properties.contains($0.property) }
  }
}
