import OffscreenCSS
import OffscreenDOM

/// Finds the values that the animations and transitions of a style have come to at one moment.
///
/// What they come to enters the cascade as declarations of their own levels, so that all that depends on
/// a property (lengths in `em`, `var()`, inheritance) sees the animated value.
/// https://drafts.csswg.org/css-animations-2/ , https://drafts.csswg.org/css-transitions-2/
final class AnimationSampler {
  /// Computes a style from the blocks of an element and these.
  typealias Cascade = (_ more: [CascadeBlock]) -> ComputedStyle

  struct Result {
    var blocks: [CascadeBlock] = []
    var changesStacking = false
    var changesContainingBlock = false
  }

  /// Seconds since the page was there.
  private let time: Double
  private let context: ParsingContext
  private let registered: [String: RegisteredProperty]
  /// By the trees whose sheets they are of: the document, or one of the different `TreeRules`.
  private var rules: [Int: [String: ActiveRules.Keyframes]] = [:]
  private var lists: [Name: KeyframeList] = [:]
  private var ways: [Way: KeyframeList] = [:]
  private static let mostWays = 10_000

  private struct Name: Hashable {
    var tree: Int
    var name: String
  }
  static let document = -1
  private static let userAgent = -2
  /// Where there are no shadow trees.
  static let documentAlone = [document]
  private var lastEntries: (names: [String], mode: WritingMode, direction: Direction, entries: [Transition.Key: Int])?
  /// How many styles of keyframes may still be computed, and iterations added up.
  private var budget = 100_000
  private(set) var isCutShort = false
  /// Whether some animation is moved by scrolling.
  private(set) var usesTimelines = false

  /// Styles are found again.
  func restart() { (budget, isCutShort) = (100_000, false) }

  static let maximumAnimations = 64

  init(_ author: ActiveRules, time: Double, registered: [String: RegisteredProperty], _ context: ParsingContext) {
    (self.time, self.registered, self.context) = (time, registered, context)
    add(author, of: Self.document)
  }

  func add(_ author: ActiveRules, of tree: Int) {
    // Many shadow roots have the same sheets.
    guard !author.keyframes.isEmpty, self.rules[tree] == nil else { return }
    // Of several rules of one name the last in the strongest layer counts.
    let ranks = author.layers.ranks
    var rules: [String: ActiveRules.Keyframes] = [:]
    for rule in author.keyframes {
      if let other = rules[rule.rule.name], ranks[Int(other.layer.rawValue)] > ranks[Int(rule.layer.rawValue)] {
        continue
      }
      rules[rule.rule.name] = rule
    }
    self.rules[tree] = rules
  }

  /// The keyframes of a name: of the first of these trees that has some.
  /// https://drafts.csswg.org/css-scoping-1/#shadow-names
  func list(_ name: String, in trees: [Int]) -> KeyframeList? {
    for tree in trees {
      guard let rule = rules[tree]?[name] else { continue }
      let name = Name(tree: tree, name: name)
      if let known = lists[name] { return known }
      let list = KeyframeList(rule, context)
      lists[name] = list
      return list
    }
    // https://drafts.csswg.org/css-view-transitions-1/#ua-styles
    if name.hasPrefix("-ua-"), !trees.contains(Self.userAgent) {
      if rules[Self.userAgent] == nil { add(UserAgentSheet.transitions, of: Self.userAgent) }
      return list(name, in: [Self.userAgent])
    }
    return nil
  }

  // MARK: Animations

  /// `base`: the style without animations. `trees`: where its names are looked for. `timeline`: where those of scrolling
  /// stand; `ofScrolling`: whether those alone count. Nil where none has an effect.
  func animations(
    on base: ComputedStyle, in trees: [Int], ofScrolling: Bool = false,
    timeline: (AnimationStyle.Timeline) -> TimelineState?, cascade: Cascade
  ) -> Result? {
    guard !rules.isEmpty, !base.animation.isInitial else { return nil }
    let lists = base.animation.value
    guard lists.hasAnimations else { return nil }
    var result = Result()
    var stack = Stack(base: base)
    for (index, name) in lists.names.prefix(Self.maximumAnimations).enumerated() {
      guard !name.isEmpty, let keyframes = list(name, in: trees) else { continue }
      guard let state = state(of: lists, index, ofScrolling: ofScrolling, timeline) else { continue }
      if state.isCurrent {
        result.changesStacking = result.changesStacking || keyframes.changesStacking
        result.changesContainingBlock = result.changesContainingBlock || keyframes.changesContainingBlock
      }
      guard let progress = state.progress else { continue }
      var run = Run(
        keyframes: keyframes, progress: progress, easing: AnimationStyle.item(lists.easings, index, .ease),
        composition: AnimationStyle.item(lists.compositions, index, .replace), isBefore: state.phase == .before)
      sampleCustom(&run, &stack, cascade)
      // Those that others depend on (lengths in `em`) come first, and keyframes see them animated.
      for isEarly in [true, false] { sample(&run, &stack, cascade, early: isEarly) }
    }
    result.blocks = stack.blocks(.animation)
    return result.blocks.isEmpty && !result.changesStacking && !result.changesContainingBlock ? nil : result
  }

  /// Nil where it has no time.
  private func state(
    of lists: AnimationStyle, _ index: Int, ofScrolling: Bool, _ timeline: (AnimationStyle.Timeline) -> TimelineState?
  ) -> AnimationTiming.State? {
    let own = AnimationStyle.item(lists.timelines, index, .document)
    let timing = AnimationTiming(lists, index)
    if own.isOfScrolling {
      usesTimelines = true
      // One that does not scroll has no time, and its animations no effect.
      guard let state = timeline(own),
        let progress = state.progress(
          from: AnimationStyle.item(lists.rangeStarts, index, .normal),
          to: AnimationStyle.item(lists.rangeEnds, index, .normal))
      else { return nil }
      return timing.state(at: progress, isAtBoundary: state.isAtBoundary)
    }
    guard own == .document, !ofScrolling else { return nil }
    let isPaused = AnimationStyle.item(lists.playStates, index, .running) == .paused
    return timing.state(at: isPaused ? 0 : time)
  }

  /// The effects of an element, the lowest first, as they are now. Nil where none has an effect.
  /// https://drafts.csswg.org/web-animations-1/#the-effect-stack
  func effects(_ effects: [AnimationTable.Effect], on base: ComputedStyle, cascade: Cascade) -> Result? {
    var result = Result()
    var stack = Stack(base: base)
    for effect in effects {
      if effect.state.isCurrent || effect.state.progress != nil {
        result.changesStacking = result.changesStacking || effect.keyframes.changesStacking
        result.changesContainingBlock = result.changesContainingBlock || effect.keyframes.changesContainingBlock
      }
      guard let progress = effect.state.progress else { continue }
      stack.isOfTransition = effect.kind == .transition
      var run = Run(
        keyframes: effect.keyframes, progress: progress, easing: effect.easing, composition: effect.composition,
        isBefore: false)
      if effect.accumulatesIterations { run.iteration = Int(min(max(0, effect.state.iteration), Self.mostIterations)) }
      sampleCustom(&run, &stack, cascade)
      for isEarly in [true, false] { sample(&run, &stack, cascade, early: isEarly) }
    }
    result.blocks = stack.blocks(.animation) + stack.blocks(.transition)
    return result.blocks.isEmpty && !result.changesStacking && !result.changesContainingBlock ? nil : result
  }

  // MARK: Animations of drawings

  private struct Way: Hashable {
    var name: String
    var from: String?
    var to: String
  }

  /// The same as effects, which have their place between two keyframes.
  func effects(of moved: AnimatedElement, on target: AnimationTable.Target) -> [AnimationTable.Effect] {
    moved.properties.flatMap { property -> [AnimationTable.Effect] in
      let effect = AnimationTable.Effect(0, .animation, order: 0, target, ways(of: property), easing: .linear)
      effect.composition = property.isAdditive ? .add : .replace
      effect.state = AnimationTable.State(progress: property.progress)
      return Array(repeating: effect, count: property.count)
    }
  }

  private func ways(of property: AnimatedElement.Property) -> KeyframeList {
    let way = Way(name: property.name, from: property.from, to: property.to)
    if let known = ways[way] { return known }
    let frames = [(0.0, property.from), (1, property.to)].compactMap { offset, value in
      value.flatMap { PresentationalHints.declaration(property.name, $0) }.map {
        ScriptKeyframe(offset: offset, easing: .linear, composition: nil, declarations: $0)
      }
    }
    let list = KeyframeList(frames, context.reading("", isUserAgentSheet: true))
    if ways.count >= Self.mostWays { ways = [:] }
    ways[way] = list
    return list
  }

  /// More of them do not add up.
  private static let mostIterations = 1_000.0

  /// A style with the animations so far applied.
  private struct Stack {
    let base: ComputedStyle
    /// What is on top of a property decides about its level in the cascade.
    /// https://drafts.csswg.org/web-animations-1/#applying-the-composited-result
    var isOfTransition = false
    var transitioned: Set<PropertyID> = []
    var transitionedNames: Set<String> = []
    var values: StyleValues
    var computed: [PropertyID: any ComputedObject] = [:]
    var custom: [String: CustomProperties.Value] = [:]

    init(base: ComputedStyle) {
      self.base = base
      values = StyleValues(copying: base)
    }

    mutating func set(_ id: PropertyID, _ value: any ComputedObject) {
      computed[id] = value
      if isOfTransition { transitioned.insert(id) } else { transitioned.remove(id) }
    }

    mutating func set(_ name: String, _ value: CustomProperties.Value) {
      custom[name] = value
      if isOfTransition { transitionedNames.insert(name) } else { transitionedNames.remove(name) }
    }

    func customBlocks(_ origin: CascadeLevel.Origin) -> [CascadeBlock] {
      custom.filter { transitionedNames.contains($0.key) == (origin == .transition) }.sorted { $0.key < $1.key }.map {
        CascadeBlock(
          block: DeclarationBlock($0.key, $0.value, isImportant: origin == .transition), level: CascadeLevel(origin))
      }
    }

    /// A keyframe's block with the values that it sees animated: what comes before it in the order of `Pass`.
    func around(_ block: CascadeBlock, _ pass: Pass) -> [CascadeBlock] {
      let custom = customBlocks(.animation) + customBlocks(.transition)
      let early =
        valueBlocks(.animation) { PropertyTable.isEarly($0) } + valueBlocks(.transition) { PropertyTable.isEarly($0) }
      switch pass {
      case .custom: return early + custom + [block]
      case .early: return early + [block] + custom
      case .late: return [block] + early + custom
      }
    }

    func blocks(_ origin: CascadeLevel.Origin) -> [CascadeBlock] { customBlocks(origin) + valueBlocks(origin) }

    private func valueBlocks(
      _ origin: CascadeLevel.Origin, where isWanted: (PropertyID) -> Bool = { _ in true }
    ) -> [CascadeBlock] {
      let values = computed.filter {
        isWanted($0.key) && transitioned.contains($0.key) == (origin == .transition)
      }.sorted { $0.key < $1.key }
      if values.isEmpty { return [] }
      let block = DeclarationBlock(
        computed: values.map { (property: $0.key, value: $0.value) }, isImportant: origin == .transition)
      return [CascadeBlock(block: block, level: CascadeLevel(origin))]
    }
  }

  /// In which order values are found, since the later ones depend on the earlier.
  private enum Pass { case custom, early, late }

  /// One animation at one moment.
  private struct Run {
    let keyframes: KeyframeList
    let progress: Double
    let easing: Easing
    let composition: AnimationStyle.Composition
    let isBefore: Bool
    var pass = Pass.custom
    /// How many iterations add up.
    var iteration = 0
    /// Of keyframes, by number.
    var styles: [Int: ComputedStyle] = [:]
    var values: [Int: StyleValues] = [:]
  }

  /// The style that the element would have if a keyframe were one of its rules.
  private func style(_ index: Int, _ run: inout Run, _ stack: Stack, _ cascade: Cascade) -> ComputedStyle {
    if let known = run.keyframes.keyframes[index].style ?? run.styles[index] { return known }
    guard budget > 0 else {
      isCutShort = true
      return stack.base
    }
    budget -= 1
    let block = CascadeBlock(block: run.keyframes.keyframes[index].block, level: CascadeLevel(.animation))
    let style = cascade(stack.around(block, run.pass))
    run.styles[index] = style
    return style
  }

  private func values(_ index: Int?, _ run: inout Run, _ stack: Stack, _ cascade: Cascade) -> StyleValues {
    guard let index else { return stack.values }
    if let known = run.values[index] { return known }
    let values = StyleValues(copying: style(index, &run, stack, cascade))
    run.values[index] = values
    return values
  }

  private func easedProgress(
    _ interval: KeyframeList.Interval, _ run: inout Run, _ stack: Stack, _ cascade: Cascade
  ) -> Double {
    var easing = run.easing
    if let from = interval.from, let own = run.keyframes.keyframes[from].easing {
      easing = own
    } else if let from = interval.from, run.keyframes.declaresEasing(from) {
      easing = style(from, &run, stack, cascade).animation.value.easings.first ?? easing
    }
    return easing.value(at: interval.progress, isBefore: run.isBefore)
  }

  private func sample(_ run: inout Run, _ stack: inout Stack, _ cascade: Cascade, early isEarly: Bool) {
    let (mode, direction) = (stack.base.text.writingMode, stack.base.text.direction)
    run.pass = isEarly ? .early : .late
    var done: Set<PropertyID> = []
    for declared in run.keyframes.properties where PropertyTable.isEarly(declared) == isEarly {
      let id = PropertyTable.physical(declared, mode, direction)
      guard done.insert(id).inserted else { continue }
      let property = PropertyTable.longhands[Int(id.rawValue)]
      let interval = run.keyframes.interval(at: run.progress) { keyframe in
        isDeclared(id, keyframe, mode, direction)
      }
      let progress = easedProgress(interval, &run, stack, cascade)
      let from = end(interval.from, property, &run, stack, cascade)
      let to = end(interval.to, property, &run, stack, cascade)
      let value = property.value(between: from, and: to, at: progress)
      property.apply(value, to: &stack.values)
      if run.iteration > 0 {
        let lastIndex = run.keyframes.keyframes.lastIndex { isDeclared(id, $0, mode, direction) }
        let last = end(lastIndex, property, &run, stack, cascade)
        stack.set(id, accumulate(last, run.iteration, property, &stack.values))
        continue
      }
      stack.set(id, value)
    }
    if isEarly, !done.isEmpty { (run.styles, run.values) = ([:], [:]) }
  }

  private func isDeclared(
    _ id: PropertyID, _ keyframe: KeyframeList.Keyframe, _ mode: WritingMode, _ direction: Direction
  ) -> Bool {
    let declares = { (declaration: Declaration) in
      PropertyTable.physical(declaration.property, mode, direction) == id
    }
    return keyframe.block.normal.early.contains(where: declares) || keyframe.block.normal.late.contains(where: declares)
  }

  /// What a property has come to, with its last value once for each iteration before.
  /// https://drafts.csswg.org/web-animations-1/#dom-iterationcompositeoperation-accumulate
  private func accumulate(
    _ last: StyleValues, _ iterations: Int, _ property: Property, _ values: inout StyleValues
  ) -> any ComputedObject {
    var value = property.value(of: values, addedTo: last, accumulates: true)
    property.apply(value, to: &values)
    for _ in 1..<iterations {
      guard budget > 0 else {
        isCutShort = true
        break
      }
      budget -= 1
      value = property.value(of: values, addedTo: last, accumulates: true)
      property.apply(value, to: &values)
    }
    return value
  }

  /// The style whose value of a property is at one end of an interval.
  private func end(
    _ index: Int?, _ property: Property, _ run: inout Run, _ stack: Stack, _ cascade: Cascade
  ) -> StyleValues {
    var end = values(index, &run, stack, cascade)
    guard let index else { return end }
    let composition = composition(index, &run, stack, cascade)
    if composition != .replace {
      let accumulates = composition == .accumulate
      property.apply(property.value(of: end, addedTo: stack.values, accumulates: accumulates), to: &end)
    }
    return end
  }

  private func composition(
    _ index: Int, _ run: inout Run, _ stack: Stack, _ cascade: Cascade
  ) -> AnimationStyle.Composition {
    if let own = run.keyframes.keyframes[index].composition { return own }
    guard run.keyframes.declaresComposition(index) else { return run.composition }
    return style(index, &run, stack, cascade).animation.value.compositions.first ?? run.composition
  }

  /// Custom properties come first: the others may refer to them.
  private func sampleCustom(_ run: inout Run, _ stack: inout Stack, _ cascade: Cascade) {
    guard !run.keyframes.customNames.isEmpty else { return }
    for name in run.keyframes.customNames {
      let interval = run.keyframes.interval(at: run.progress) { $0.block.normal.custom.contains { $0.name == name } }
      let progress = easedProgress(interval, &run, stack, cascade)
      func value(_ index: Int?) -> CustomProperties.Value? {
        let underlying = stack.custom[name] ?? stack.base.variables[name]
        guard let index else { return underlying }
        let own = style(index, &run, stack, cascade).variables[name]
        let composition = composition(index, &run, stack, cascade)
        if composition == .replace { return own }
        return sum(name, own, on: underlying, accumulates: composition == .accumulate)
      }
      guard var mixed = mixed(name, value(interval.from), value(interval.to), progress) else { continue }
      if run.iteration > 0 {
        let index = run.keyframes.keyframes.lastIndex { $0.block.normal.custom.contains { $0.name == name } }
        let last = value(index)
        for _ in 0..<run.iteration {
          guard budget > 0 else {
            isCutShort = true
            break
          }
          budget -= 1
          mixed = sum(name, mixed, on: last, accumulates: true) ?? mixed
        }
      }
      stack.set(name, mixed)
    }
    // Keyframes see them animated.
    (run.styles, run.values) = ([:], [:])
  }

  /// Whether there are values between two of a custom property.
  func isMixed(_ name: String, _ from: CustomProperties.Value?, _ to: CustomProperties.Value?) -> Bool {
    guard let from, let to, let syntax = registered[name]?.syntax else { return false }
    return Self.combined(syntax, from, to, .mix(0.5)) != nil
  }

  func mixed(
    _ name: String, _ from: CustomProperties.Value?, _ to: CustomProperties.Value?, _ progress: Double
  ) -> CustomProperties.Value? {
    if let from, let to, let syntax = registered[name]?.syntax,
      let value = Self.combined(syntax, from, to, .mix(progress))
    {
      return value
    }
    return progress < 0.5 ? from : to
  }

  private static func combined(
    _ syntax: PropertySyntax, _ from: CustomProperties.Value, _ to: CustomProperties.Value, _ way: ValueCombination
  ) -> CustomProperties.Value? {
    let (a, b) = (TokenCursor(from.buffer, from.tokens), TokenCursor(to.buffer, to.tokens))
    guard let text = syntax.combined(a, b, way) else { return nil }
    let buffer = TokenBuffer(text)
    return CustomProperties.Value(buffer: buffer, tokens: 0..<buffer.tokens.count)
  }

  /// A value on top of another, as registered properties can be.
  private func sum(
    _ name: String, _ value: CustomProperties.Value?, on underlying: CustomProperties.Value?, accumulates: Bool
  ) -> CustomProperties.Value? {
    guard let value, let underlying, let syntax = registered[name]?.syntax else { return value }
    return Self.combined(syntax, underlying, value, accumulates ? .accumulate : .add) ?? value
  }

  // MARK: Transitions

  /// The transitions that `@starting-style` makes begin with the page: from the style `before` to `after`.
  func transitions(from before: ComputedStyle, to after: ComputedStyle) -> Result? {
    let lists = after.animation.value
    guard lists.hasTransitions else { return nil }
    let all = transitionEntries(lists, before, after)
    var entries: [PropertyID: Int] = [:]
    var customEntries: [String: Int] = [:]
    for (key, index) in all {
      switch key {
      case .longhand(let id): entries[id] = index
      case .custom(let name): customEntries[name] = index
      }
    }
    let (from, to) = (StyleValues(copying: before), StyleValues(copying: after))
    var stack = Stack(base: after)
    stack.isOfTransition = true
    var result = Result()
    for (id, index) in entries.sorted(by: { $0.key < $1.key }) {
      let property = PropertyTable.longhands[Int(id.rawValue)]
      guard let progress = progress(lists, index), !property.isSame(in: from, and: to),
        AnimationStyle.item(lists.transitionBehaviors, index, .normal) == .allowDiscrete
          || !property.isDiscrete(from: from, to: to)
      else { continue }
      stack.set(id, property.value(between: from, and: to, at: progress))
      let changes = KeyframeList.sideEffects(of: id)
      result.changesStacking = result.changesStacking || changes.stacking
      result.changesContainingBlock = result.changesContainingBlock || changes.containingBlock
    }
    for (name, index) in customEntries {
      guard let progress = progress(lists, index), let a = before.variables[name], let b = after.variables[name],
        a.source != b.source,
        AnimationStyle.item(lists.transitionBehaviors, index, .normal) == .allowDiscrete || isMixed(name, a, b)
      else { continue }
      if let value = mixed(name, a, b, progress) { stack.set(name, value) }
    }
    result.blocks = stack.blocks(.transition)
    return result.blocks.isEmpty ? nil : result
  }

  /// What has a transition, with the place of its entry: of several entries for a property the last counts.
  func transitionEntries(
    _ lists: AnimationStyle, _ before: ComputedStyle, _ after: ComputedStyle
  ) -> [Transition.Key: Int] {
    var entries: [Transition.Key: Int] = [:]
    let (mode, direction) = (after.text.writingMode, after.text.direction)
    // Optimization: many elements say the same, one after the other.
    if let last = lastEntries, last.names == lists.transitionProperties, last.mode == mode, last.direction == direction
    {
      entries = last.entries
    } else {
      entries = transitionEntries(lists.transitionProperties, mode, direction)
      lastEntries = (lists.transitionProperties, mode, direction, entries)
    }
    if let index = lists.transitionProperties.lastIndex(of: "all"), !before.variables.isSame(as: after.variables) {
      for name in before.variables.names where entries[.custom(name)] ?? -1 < index { entries[.custom(name)] = index }
    }
    return entries
  }

  private func transitionEntries(
    _ names: [String], _ mode: WritingMode, _ direction: Direction
  ) -> [Transition.Key: Int] {
    var entries: [Transition.Key: Int] = [:]
    for (index, name) in names.prefix(1_000).enumerated() {
      if name.hasPrefix("--") {
        entries[.custom(name)] = index
        continue
      }
      for declared in name == "all" ? PropertyTable.all : PropertyTable.named(name)
      where PropertyTable.isAnimatable(declared) {
        entries[.longhand(PropertyTable.physical(declared, mode, direction))] = index
      }
    }
    return entries
  }

  /// How far a transition has come; nil where it is over, or never was one.
  private func progress(_ lists: AnimationStyle, _ index: Int) -> Double? {
    let duration = Double(AnimationStyle.item(lists.transitionDurations, index, 0))
    let delay = Double(AnimationStyle.item(lists.transitionDelays, index, 0))
    guard duration + delay > 0, time < delay + duration else { return nil }
    guard time >= delay, duration > 0 else { return 0 }
    return AnimationStyle.item(lists.transitionEasings, index, .ease).value(at: (time - delay) / duration)
  }
}
