import OffscreenCSS
import OffscreenDOM
import OffscreenPlatform

/// The animations of a page whose scripts run: what is on which element, and how far each has come.
///
/// The scripts' side has the clock and says with `setState` where an effect stands. Animations and transitions of
/// style sheets begin and end here, as styles are found (`AnimationUpdate.swift`), and are told of in `changes`.
/// https://drafts.csswg.org/web-animations-1/#effect-stacks
package final class AnimationTable {
  package struct Target: Hashable, Sendable {
    package var node: NodeID
    package var pseudo: PseudoElement?
    package init(node: NodeID, pseudo: PseudoElement?) { (self.node, self.pseudo) = (node, pseudo) }
  }

  /// Whose an effect is; the order is that of composition.
  package enum Kind: Int { case transition, animation, script }

  /// Where an effect stands.
  package struct State: Equatable {
    /// Its transformed progress; nil where it is not in effect.
    package var progress: Double?
    package var iteration = 0.0
    package var isBefore = false
    /// Whether it changes something now or will.
    package var isCurrent = true
    package var isFinished = false
    package init(
      progress: Double?, iteration: Double = 0, isBefore: Bool = false, isCurrent: Bool = true, isFinished: Bool = false
    ) {
      (self.progress, self.iteration, self.isBefore) = (progress, iteration, isBefore)
      (self.isCurrent, self.isFinished) = (isCurrent, isFinished)
    }
  }

  final class Effect {
    let number: Int
    /// Of one kind, the lower is below.
    var order: Int
    var kind: Kind
    var target: Target
    var keyframes: KeyframeList
    /// Of keyframes that say none.
    var easing: Easing
    var composition = AnimationStyle.Composition.replace
    /// Whether a script has given it other keyframes than its style sheet.
    var isEdited = false
    var accumulatesIterations = false
    var state: State

    init(_ number: Int, _ kind: Kind, order: Int, _ target: Target, _ keyframes: KeyframeList, easing: Easing) {
      (self.number, self.kind, self.order, self.target) = (number, kind, order, target)
      (self.keyframes, self.easing) = (keyframes, easing)
      state = State(progress: nil)
    }
  }

  /// What began, changed or ended since the scripts' side last asked.
  package struct Change {
    package enum Kind: String { case animation, transition, timing, end }
    package var kind: Kind
    package var number: Int
    package var target: Target
    /// Of the keyframes or the property.
    package var name = ""
    package var timing = AnimationTiming()
    package var easing = "linear"
    package var isPaused = false
    package var order = 0
  }

  /// What style sheets have begun on one element or pseudo-element.
  struct Record {
    struct Animation {
      var number: Int
      var name: String
      var timing: AnimationTiming
      var isPaused: Bool
    }
    /// In the order of `animation-name`.
    var animations: [Animation] = []
    var transitions: [Transition.Key: Transition] = [:]
    /// The style without effects, as it was last found.
    var base: ComputedStyle?
    var isEmpty: Bool { animations.isEmpty && transitions.isEmpty }
  }

  private(set) var effects: [Int: Effect] = [:]
  private var stacks: [Target: [Effect]] = [:]
  var records: [Target: Record] = [:]
  /// The elements whose pseudo-elements have, or had, some of them.
  var movingPseudos: Set<NodeID> = []
  /// What has ended since changes were last taken, and before that: keyframes of theirs can still be read.
  var ended: [Int: Effect] = [:]
  private var lastEnded: [Int: Effect] = [:]
  private var lastNumber = 0
  package private(set) var changes: [Change] = []
  /// Elements of which an effect has moved since styles were last found.
  private var touched: Set<NodeID> = []
  /// How often one has.
  package private(set) var moves: UInt64 = 0
  /// As styles were last found: what transitions begin from.
  package internal(set) var previous: StyledDocument?
  /// Whether styles are only found on the way to others, as those are that layout asks for: nothing begins or ends.
  package var isHeld = false
  /// Elements that have left their place since: what they were is forgotten.
  var moved: Set<NodeID> = []
  /// The styles without transitions, of elements whose style is another one by those, or by those around them: what
  /// changes inside of them is compared with. https://drafts.csswg.org/css-transitions-2/#after-change-style
  var afterChange: [NodeID: ComputedStyle] = [:]
  private(set) var isCutShort = false
  /// Whether a style was found that asks for animations or transitions.
  package var isAsked = false

  static let (mostEffects, mostOfTarget) = (10_000, 256)

  package init() {}

  package var hasEffects: Bool { !effects.isEmpty }
  package var needsStyles: Bool { !touched.isEmpty }

  /// What was found last was not what anybody sees.
  package func goBack(to styles: StyledDocument?) { previous = styles }

  func takeTouched() -> Set<NodeID> {
    defer { touched = [] }
    return touched
  }

  /// Those but the ones that may wait.
  func takeTouched(but mayWait: (NodeID) -> Bool) -> Set<NodeID> {
    let taken = touched.filter { !mayWait($0) }
    touched.subtract(taken)
    return taken
  }

  package func isTouched(_ node: NodeID) -> Bool { touched.contains(node) }

  func isTouched(where isMeant: (NodeID) -> Bool) -> Bool { touched.contains(where: isMeant) }

  private func touch(_ node: NodeID) {
    moves &+= 1
    touched.insert(node)
  }

  package func takeChanges() -> [Change] {
    defer { changes = [] }
    (lastEnded, ended) = (ended, [:])
    return changes
  }

  /// Whether declarations could begin an animation or a transition.
  package static func isMentioned(in text: some Collection<UInt8>) -> Bool {
    text.contains(bytes: "transition".utf8) || text.contains(bytes: "animation".utf8)
  }

  // MARK: Effects

  /// Those of an element, the lowest first.
  func effects(on target: Target) -> [Effect] { stacks[target] ?? [] }

  package func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func add(_ effect: Effect) {
    guard effects.count < Self.mostEffects, stacks[effect.target]?.count ?? 0 < Self.mostOfTarget else {
      isCutShort = true
      return
    }
    effects[effect.number] = effect
    var stack = stacks[effect.target] ?? []
    let place = stack.firstIndex { ($0.kind.rawValue, $0.order) > (effect.kind.rawValue, effect.order) }
    stack.insert(effect, at: place ?? stack.count)
    stacks[effect.target] = stack
  }

  func takeOff(_ number: Int) {
    guard let effect = effects.removeValue(forKey: number) else { return }
    stacks[effect.target]?.removeAll { $0 === effect }
    if stacks[effect.target]?.isEmpty == true { stacks[effect.target] = nil }
    touch(effect.target.node)
  }

  func note(_ change: Change) {
    // A page that scripts do not ask about for so long has more than anybody will read.
    if changes.count < 4 * Self.mostEffects { changes.append(change) }
  }

  // MARK: What the scripts' side says

  /// An effect of a script's own, or one of a style sheet that a script has changed.
  package func set(
    _ number: Int, kind: Kind, order: Int, on target: Target, _ frames: [ScriptKeyframe],
    composition: AnimationStyle.Composition, accumulatesIterations: Bool, _ context: ParsingContext
  ) {
    let keyframes = KeyframeList(frames, context)
    let effect = effects[number] ?? Effect(number, kind, order: order, target, keyframes, easing: .linear)
    takeOff(number)
    (effect.kind, effect.order, effect.target) = (kind, order, target)
    (effect.keyframes, effect.easing) = (keyframes, .linear)
    effect.composition = composition
    effect.accumulatesIterations = accumulatesIterations
    effect.isEdited = true
    add(effect)
    touch(target.node)
  }

  package func setState(_ number: Int, _ state: State) {
    guard let effect = effects[number] else { return }
    if effect.state != state {
      if effect.state.progress != state.progress || effect.state.isCurrent != state.isCurrent
        || effect.accumulatesIterations && effect.state.iteration != state.iteration
      {
        touch(effect.target.node)
      }
      effect.state = state
    }
  }

  /// What scripts read of the keyframes of an effect (`KeyframeList.texts`).
  package func keyframeTexts(of number: Int) -> [String] {
    (effects[number] ?? lastEnded[number]).map { $0.keyframes.texts(easing: $0.easing) } ?? []
  }

  /// It is cancelled, replaced, or has no target any more.
  package func remove(_ number: Int) {
    guard let effect = effects[number] else { return }
    let target = effect.target
    takeOff(number)
    guard effect.kind == .transition, var record = records[target] else { return }
    record.transitions = record.transitions.filter { $0.value.effect !== effect || $0.value.effect.state.isFinished }
    records[target] = record
  }

}

/// A keyframe as a script gives it.
package struct ScriptKeyframe {
  package var offset: Double
  package var easing: Easing
  /// Nil is that of the effect.
  package var composition: AnimationStyle.Composition?
  package var declarations: String

  package init(
    offset: Double, easing: Easing, composition: AnimationStyle.Composition?, declarations: String
  ) {
    (self.offset, self.easing, self.composition, self.declarations) = (offset, easing, composition, declarations)
  }
}
