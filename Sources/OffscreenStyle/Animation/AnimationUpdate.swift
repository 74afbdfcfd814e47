import OffscreenCSS
import OffscreenDOM

/// Where animations and transitions of style sheets begin, change and end: while the style of an element is found.
extension AnimationTable {
  /// Whether an element's style asks for some, or has some.
  func concerns(_ target: Target, _ base: ComputedStyle) -> Bool {
    !base.animation.isInitial || records[target] != nil || !effects(on: target).isEmpty
  }

  /// `base`: the style without effects; `after`: the same below what is around without transitions. `starting`: that with
  /// what `@starting-style` says. `trees`: where the names of keyframes are looked for.
  func update(
    _ target: Target, base: ComputedStyle, after: ComputedStyle, starting: () -> ComputedStyle?,
    _ sampler: AnimationSampler, trees: [Int]
  ) {
    isAsked = true
    var record = records[target] ?? Record()
    let lists = base.animation.value
    updateAnimations(target, &record, base, lists, sampler, trees)
    if lists.hasTransitions || !record.transitions.isEmpty {
      updateTransitions(target, &record, after, lists, starting, sampler)
    }
    // An element is not shown by its own declarations, and no transition keeps it.
    if base.box.display == .none, !isKept(record) {
      for animation in record.animations { end(animation.number, target) }
      for transition in record.transitions.values.sorted(by: { $0.effect.number < $1.effect.number }) {
        if transition.effect.state.isFinished {
          takeOff(transition.effect.number)
        } else {
          end(transition.effect.number, target)
        }
      }
      (record.animations, record.transitions) = ([], [:])
    }
    record.base = effects(on: target).isEmpty ? nil : base
    records[target] = record.isEmpty && record.base == nil ? nil : record
    if target.pseudo != nil, records[target] != nil { movingPseudos.insert(target.node) }
  }

  /// The element has no box any more: what style sheets have begun on it ends.
  func end(_ target: Target) {
    guard let record = records.removeValue(forKey: target) else { return }
    for animation in record.animations { end(animation.number, target) }
    for transition in record.transitions.values.sorted(by: { $0.effect.number < $1.effect.number }) {
      end(transition.effect.number, target)
    }
  }

  /// The same of an element with its pseudo-elements; `keeping`: those that it still has.
  func end(_ node: NodeID, keepsElement: Bool = false, keeping: (PseudoElement) -> Bool = { _ in false }) {
    if !keepsElement {
      moved.insert(node)
      afterChange[node] = nil
    }
    guard !records.isEmpty else { return }
    if !keepsElement { end(Target(node: node, pseudo: nil)) }
    // Optimization: there are many pseudo-elements to ask for, and most elements have none that moves.
    guard movingPseudos.contains(node) else { return }
    for pseudo in PseudoElement.styled {
      let target = Target(node: node, pseudo: pseudo)
      if records[target] != nil, !keeping(pseudo) { end(target) }
    }
  }

  /// After all styles were found anew.
  func endWhatHasNoStyle(in styled: StyledDocument) {
    for target in records.keys {
      let style = target.pseudo.map { styled.style(of: target.node, pseudo: $0) } ?? styled.style(of: target.node)
      if style == nil { end(target) }
    }
  }

  private func isKept(_ record: Record) -> Bool {
    record.transitions[.longhand(Self.display)].map { !$0.effect.state.isFinished } ?? false
  }

  private func end(_ number: Int, _ target: Target) {
    if ended.count < Self.mostEffects { ended[number] = effects[number] }
    takeOff(number)
    note(Change(kind: .end, number: number, target: target))
  }

  // MARK: Animations

  /// https://drafts.csswg.org/css-animations-2/#keyframes
  private func updateAnimations(
    _ target: Target, _ record: inout Record, _ base: ComputedStyle, _ lists: AnimationStyle,
    _ sampler: AnimationSampler, _ trees: [Int]
  ) {
    guard lists.hasAnimations || !record.animations.isEmpty else { return }
    var left = record.animations
    var list: [Record.Animation] = []
    let isShown = base.box.display != .none
    // Those of one name are taken from the last to the first.
    let names = Array(lists.names.prefix(AnimationSampler.maximumAnimations).enumerated())
    for (index, name) in names.reversed() {
      guard !name.isEmpty, let keyframes = sampler.list(name, in: trees),
        AnimationStyle.item(lists.timelines, index, .document) == .document
      else { continue }
      let timing = AnimationTiming(lists, index)
      let isPaused = AnimationStyle.item(lists.playStates, index, .running) == .paused
      let easing = AnimationStyle.item(lists.easings, index, .ease)
      let composition = AnimationStyle.item(lists.compositions, index, .replace)
      if let place = left.lastIndex(where: { $0.name == name }) {
        var animation = left.remove(at: place)
        if let effect = effects[animation.number] {
          if !effect.isEdited {
            (effect.keyframes, effect.easing, effect.composition) = (keyframes, easing, composition)
          }
          if effect.order != index {
            takeOff(effect.number)
            effect.order = index
            add(effect)
          }
        }
        if animation.timing != timing || animation.isPaused != isPaused {
          (animation.timing, animation.isPaused) = (timing, isPaused)
          note(
            Change(
              kind: .timing, number: animation.number, target: target, name: name, timing: timing, isPaused: isPaused,
              order: index))
        }
        list.append(animation)
      } else if isShown {
        let number = makeNumber()
        let effect = Effect(number, .animation, order: index, target, keyframes, easing: easing)
        effect.composition = composition
        let state = timing.state(at: 0)
        effect.state = State(progress: state.progress, isBefore: state.phase == .before, isCurrent: state.isCurrent)
        add(effect)
        note(
          Change(
            kind: .animation, number: number, target: target, name: name, timing: timing, isPaused: isPaused,
            order: index))
        list.append(Record.Animation(number: number, name: name, timing: timing, isPaused: isPaused))
      }
    }
    for animation in left { end(animation.number, target) }
    record.animations = list.reversed()
  }

  // MARK: Transitions

  private func updateTransitions(
    _ target: Target, _ record: inout Record, _ base: ComputedStyle, _ lists: AnimationStyle,
    _ starting: () -> ComputedStyle?, _ sampler: AnimationSampler
  ) {
    let styles = moved.contains(target.node) ? nil : previous
    let last = target.pseudo.map { styles?.style(of: target.node, pseudo: $0) } ?? styles?.style(of: target.node)
    let known = record.base ?? last
    let wasShown = known.map { $0.box.display != .none } ?? false || !record.transitions.isEmpty
    // What nobody saw has nothing to begin from.
    guard let origin = wasShown ? known : starting() else { return }
    if record.transitions.isEmpty, origin.isSame(as: base) { return }
    // 1. The before-change style: with the transitions under way as they are now.
    var values = StyleValues(copying: origin)
    for transition in record.transitions.values { transition.apply(to: &values, sampler) }
    let before = Transition.Values(record.transitions.isEmpty ? origin : ComputedStyle(values))
    let after = Transition.Values(base)
    // 2. Each property, in a fixed order.
    let entries = sampler.transitionEntries(lists, before.style, base)
    var keys = Array(entries.keys)
    for key in record.transitions.keys where entries[key] == nil { keys.append(key) }
    // What is not shown has transitions only while one of `display` keeps it.
    if base.box.display == .none {
      let display = Transition.Key.longhand(Self.display)
      guard isKept(record) || entries[display].map({ mayBegin(display, before, after, lists, $0, sampler) }) ?? false
      else { return }
    }
    let changed = keys.filter { record.transitions[$0] != nil || !Transition.isSame($0, before, after) }
    for key in changed.sorted(by: { $0.name < $1.name }) {
      update(key, entries[key], before, after, target, &record, lists, sampler)
    }
  }

  private static let display = PropertyTable.named("display").first ?? PropertyID(rawValue: 0)

  private func mayBegin(
    _ key: Transition.Key, _ before: Transition.Values, _ after: Transition.Values, _ lists: AnimationStyle,
    _ entry: Int, _ sampler: AnimationSampler
  ) -> Bool {
    let duration = AnimationStyle.item(lists.transitionDurations, entry, 0)
    return max(0, duration) + AnimationStyle.item(lists.transitionDelays, entry, 0) > 0
      && !Transition.isSame(key, before, after)
      && (AnimationStyle.item(lists.transitionBehaviors, entry, .normal) == .allowDiscrete
        || !Transition.isDiscrete(key, before, after, sampler))
  }

  /// https://drafts.csswg.org/css-transitions-2/#starting
  private func update(
    _ key: Transition.Key, _ entry: Int?, _ before: Transition.Values, _ after: Transition.Values,
    _ target: Target, _ record: inout Record, _ lists: AnimationStyle, _ sampler: AnimationSampler
  ) {
    let known = record.transitions[key]
    let running = known.flatMap { $0.effect.state.isFinished ? nil : $0 }
    // 3. Nothing is said of the property any more.
    guard let entry else {
      if let running { end(running.effect.number, target) } else if let known { takeOff(known.effect.number) }
      record.transitions[key] = nil
      return
    }
    let mayBegin = mayBegin(key, before, after, lists, entry, sampler)
    guard let running else {
      // 1. and 2. None runs; one that is over does not begin again where it has come to.
      if let known {
        if Transition.isSame(key, known.to, after) { return }
        takeOff(known.effect.number)
      }
      record.transitions[key] = nil
      if mayBegin, !isAnimated(key, target), !isMovedFromAbove(key, after, target) {
        begin(key, from: before, to: after, reversing: nil, target, &record, lists, entry, sampler)
      }
      return
    }
    // 4. One runs, and not to where it should.
    if Transition.isSame(key, running.to, after) { return }
    end(running.effect.number, target)
    record.transitions[key] = nil
    guard mayBegin else { return }
    let turns = Transition.isSame(key, running.reversingStart, after)
    begin(key, from: before, to: after, reversing: turns ? running : nil, target, &record, lists, entry, sampler)
  }

  /// Whether an animation has the property, which then does not change by itself.
  private func isAnimated(_ key: Transition.Key, _ target: Target) -> Bool {
    effects(on: target).contains { effect in
      guard effect.kind != .transition, effect.state.progress != nil else { return false }
      return effect.keyframes.changes(key)
    }
  }

  /// Whether a value only follows the one that an animation moves on an element around it.
  private func isMovedFromAbove(_ key: Transition.Key, _ after: Transition.Values, _ target: Target) -> Bool {
    guard key.isInherited, let document = previous?.document else { return false }
    var node = target.pseudo == nil ? document.flatParent(target.node) : target.node
    while !node.isNone, document.isElement(node) {
      for effect in effects(on: Target(node: node, pseudo: nil))
      where effect.kind != .transition && effect.keyframes.changes(key) { return true }
      node = document.flatParent(node)
    }
    return false
  }

  private func begin(
    _ key: Transition.Key, from before: Transition.Values, to after: Transition.Values, reversing: Transition?,
    _ target: Target, _ record: inout Record, _ lists: AnimationStyle, _ entry: Int, _ sampler: AnimationSampler
  ) {
    var timing = AnimationTiming()
    timing.delay = Double(AnimationStyle.item(lists.transitionDelays, entry, 0))
    timing.duration = max(0, Double(AnimationStyle.item(lists.transitionDurations, entry, 0)))
    timing.fillMode = .backwards
    var shortening = 1.0
    // https://drafts.csswg.org/css-transitions-1/#reversing-shortening-factor
    if let reversing {
      let output = reversing.effect.state.progress ?? 1
      shortening = min(1, max(0, abs(output * reversing.shortening + 1 - reversing.shortening)))
      timing.duration *= shortening
      if timing.delay < 0 { timing.delay *= shortening }
    }
    let easing = AnimationStyle.item(lists.transitionEasings, entry, .ease)
    let number = makeNumber()
    let keyframes = KeyframeList(
      from: (Transition.block(key, before), before.style), to: (Transition.block(key, after), after.style))
    let effect = Effect(number, .transition, order: number, target, keyframes, easing: .linear)
    let state = timing.state(at: 0)
    effect.state = State(
      progress: state.progress.map { easing.value(at: $0, isBefore: state.phase == .before) },
      isBefore: state.phase == .before)
    add(effect)
    record.transitions[key] = Transition(
      effect: effect, key: key, from: before, to: after, reversingStart: reversing?.to ?? before,
      shortening: shortening)
    note(
      Change(
        kind: .transition, number: number, target: target, name: key.name, timing: timing,
        easing: easing.text(in: ComputedText(after.style)), order: number))
  }
}
