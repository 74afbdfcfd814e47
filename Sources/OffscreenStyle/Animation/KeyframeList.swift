import OffscreenCSS

/// The keyframes of a `@keyframes` rule, a script's or a transition's, read.
/// https://drafts.csswg.org/css-animations-1/#keyframes
struct KeyframeList {
  struct Keyframe {
    /// Between 0 and 1.
    var offset: Double
    var block: DeclarationBlock
    /// As a script says; nil: as the block says, or else the animation.
    var easing: Easing?
    var composition: AnimationStyle.Composition?
    /// What has its values, where no cascade decides about them.
    var style: ComputedStyle?
  }

  /// By offset; of the same offset, later ones are stronger.
  let keyframes: [Keyframe]
  /// Longhands, physical and logical, that any of them declares.
  let properties: [PropertyID]
  let customNames: [String]
  /// Whether they are rules, of which later ones replace what earlier ones of the same offset say.
  private let isCascade: Bool
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
    for keyframe in rule.rule.keyframes.prefix(Self.maximumCount) {
      let block = DeclarationBlock(rule.sheet.buffer, keyframe.declarations, in: context, ignoringImportant: true)
      for offset in keyframe.offsets where keyframes.count < Self.maximumCount {
        keyframes.append(Keyframe(offset: offset, block: block))
      }
    }
    self.init(keyframes, isCascade: true)
  }

  /// A script's.
  init(_ frames: [ScriptKeyframe], _ context: ParsingContext) {
    self.init(
      frames.prefix(Self.maximumCount).map {
        Keyframe(
          offset: $0.offset, block: DeclarationBlock($0.declarations, in: context), easing: $0.easing,
          composition: $0.composition)
      }, isCascade: false)
  }

  /// A transition's.
  init(from: (block: DeclarationBlock, style: ComputedStyle), to: (block: DeclarationBlock, style: ComputedStyle)) {
    self.init(
      [
        Keyframe(offset: 0, block: from.block, style: from.style),
        Keyframe(offset: 1, block: to.block, style: to.style),
      ], isCascade: false)
  }

  private init(_ keyframes: [Keyframe], isCascade: Bool) {
    self.isCascade = isCascade
    var properties: [PropertyID] = []
    var seen: Set<PropertyID> = []
    var names: [String] = []
    for keyframe in keyframes {
      let block = keyframe.block
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

  /// https://drafts.csswg.org/web-animations-1/#the-effect-value-of-a-keyframe-animation-effect
  func interval(at progress: Double, where declares: (Keyframe) -> Bool) -> Interval {
    let own = keyframes.indices.filter { declares(keyframes[$0]) }
    var interval = Interval(from: nil, to: nil, progress: 0)
    let (atStart, atEnd) = (own.filter { keyframes[$0].offset <= 0 }, own.filter { keyframes[$0].offset >= 1 })
    // 1. Of several at an end, the outermost counts alone beyond it.
    let outermost = isCascade ? atStart.last : atStart.first
    if progress < 0, atStart.count > 1 { return Interval(from: outermost, to: outermost, progress: 0) }
    if progress == 1 || progress > 1 && atEnd.count > 1, let last = atEnd.last {
      return Interval(from: last, to: last, progress: 0)
    }
    // 2. The last one before, or else the one at the start; and the next one.
    interval.from = own.last { keyframes[$0].offset <= progress && keyframes[$0].offset < 1 } ?? atStart.last
    let offset = interval.from.map { keyframes[$0].offset } ?? 0
    interval.to = own.first { keyframes[$0].offset > offset }
    if isCascade, let to = interval.to { interval.to = own.last { keyframes[$0].offset == keyframes[to].offset } }
    let start = interval.from.map { keyframes[$0].offset } ?? 0
    let end = interval.to.map { keyframes[$0].offset } ?? 1
    if end > start { interval.progress = (progress - start) / (end - start) } else { interval.to = interval.from }
    return interval
  }

  /// Of each keyframe: offset, easing, composition ("auto": that of the animation), how many declarations, and name and
  /// value of each. `easing`: of those that say none.
  func texts(easing: Easing) -> [String] {
    let plain = ComputedText(.initial)
    return keyframes.flatMap { keyframe -> [String] in
      let declarations = keyframe.block.keyframeTexts
      func own(_ name: String) -> String? { declarations.last { $0.name == name }?.value }
      let shown = declarations.filter { !$0.name.hasPrefix("animation-") }
      let easing = own("animation-timing-function") ?? (keyframe.easing ?? easing).text(in: plain)
      let composition = own("animation-composition") ?? keyframe.composition?.rawValue ?? "auto"
      return ["\(keyframe.offset)", easing, composition, "\(shown.count)"] + shown.flatMap { [$0.name, $0.value] }
    }
  }

  /// Whether an effect of these has a property.
  func changes(_ key: Transition.Key) -> Bool {
    switch key {
    // Deviation: logical properties count as all that they could be.
    case .longhand(let id): properties.contains { $0 == id || PropertyTable.isLogical($0) }
    case .custom(let name): customNames.contains(name)
    }
  }

  /// Whether a keyframe says how to go on from it, or how it adds to what is there.
  func declaresEasing(_ index: Int) -> Bool { declares(Self.easing, keyframes[index].block) }
  func declaresComposition(_ index: Int) -> Bool { declares(Self.composition, keyframes[index].block) }

  private func declares(_ properties: [PropertyID], _ block: DeclarationBlock) -> Bool {
    block.normal.late.contains { properties.contains($0.property) }
  }
}
