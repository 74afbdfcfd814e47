/// https://drafts.csswg.org/css-animations-2/ and https://drafts.csswg.org/css-transitions-2/ .
/// Lists of what was said; nearly every element has none. Nothing here is inherited.
package struct AnimationStyle: Hashable, Sendable {
  package enum Direction: String, KeywordValue {
    case normal, reverse, alternate
    case alternateReverse = "alternate-reverse"
  }
  package enum FillMode: String, KeywordValue { case none, forwards, backwards, both }
  package enum PlayState: String, KeywordValue { case running, paused }
  package enum Composition: String, KeywordValue { case replace, add, accumulate }
  package enum Behavior: String, KeywordValue {
    case normal
    case allowDiscrete = "allow-discrete"
  }

  /// Names of keyframes, "" for `none`.
  package var names: [String] = [""]
  /// Seconds; nil is `auto`.
  package var durations: [Float?] = [nil]
  package var delays: [Float] = [0]
  package var easings: [Easing] = [.ease]
  package var iterations: [Float] = [1]
  package var directions: [Direction] = [.normal]
  package var fillModes: [FillMode] = [.none]
  package var playStates: [PlayState] = [.running]
  package var compositions: [Composition] = [.replace]
  package var timelines: [Timeline] = [.document]
  package var rangeStarts: [RangeBoundary] = [.normal]
  package var rangeEnds: [RangeBoundary] = [.normal]

  /// The timelines that the element gives others; names are "" for `none`.
  package var scrollTimelineNames: [String] = [""]
  package var scrollTimelineAxes: [Axis] = [.block]
  package var viewTimelineNames: [String] = [""]
  package var viewTimelineAxes: [Axis] = [.block]
  package var viewTimelineInsets: [Inset] = [Inset()]
  /// Names that are known in all of the element; "all" alone for any.
  package var timelineScope: [String] = []

  /// Names of properties, "" for `none`, in lower case but for custom ones.
  package var transitionProperties: [String] = ["all"]
  package var transitionDurations: [Float] = [0]
  package var transitionDelays: [Float] = [0]
  package var transitionEasings: [Easing] = [.ease]
  package var transitionBehaviors: [Behavior] = [.normal]

  package init() {}

  package var hasAnimations: Bool { names.contains { !$0.isEmpty } }
  /// Whether an animation has a timeline of scrolling.
  package var isMovedByScrolling: Bool { hasAnimations && timelines.contains(where: \.isOfScrolling) }
  package var hasTransitions: Bool {
    transitionDurations.contains { $0 > 0 } || transitionDelays.contains { $0 > 0 }
  }

  /// The item of a list for the animation at an index: lists that are too short repeat.
  package static func item<Item>(_ list: [Item], _ index: Int, _ initial: Item) -> Item {
    list.isEmpty ? initial : list[index % list.count]
  }
}

/// Behind one reference, so that styles without animations cost a word.
package struct AnimationLists: Hashable, Sendable {
  private final class Box: Sendable {
    let value: AnimationStyle
    init(_ value: AnimationStyle) { self.value = value }
  }
  private var box: Box?
  package init() {}

  package var value: AnimationStyle {
    get { box?.value ?? AnimationStyle() }
    set { box = Box(newValue) }
  }
  /// Whether nothing was said.
  package var isInitial: Bool { box == nil }

  package static func == (a: Self, b: Self) -> Bool { a.box === b.box || a.value == b.value }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Field {
  /// One of the lists.
  @inline(__always)
  static func animation(_ path: WritableKeyPath<AnimationStyle, Value> & Sendable) -> Field {
    // Optimization: known when it is compiled (see `Field`).
    guard let offset = MemoryLayout<AnimationStyle>.offset(of: path) else {
      return Field(get: { $0.animation.value[keyPath: path] }, set: { $1.animation.value[keyPath: path] = $0 })
    }
    return Field(
      get: { values in
        withUnsafePointer(to: values.animation.value) {
          (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee
        }
      },
      set: { value, values in
        withUnsafeMutablePointer(to: &values.animation.value) {
          (UnsafeMutableRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee = value
        }
      })
  }
}

extension AnimationStyle {
  static let properties: [Property] = [
    .reset("animation-name", .animation(\.names), text: .list(empty: "none", .animationName)) { cursor, _ in
      .constant(cursor.consumeList { $0.consumeAnimationName() })
    },
    .reset("animation-duration", .animation(\.durations), text: .list(empty: "0s", .or("0s", .seconds))) {
      cursor, context in cursor.consumeList { $0.consumeAnimationDuration(in: context) }?.joined()
    },
    .reset("animation-delay", .animation(\.delays), text: .list(empty: "0s", .seconds)) { cursor, context in
      cursor.consumeList { $0.consumeTime(in: context)?.map(\.clampedNumber) }?.joined()
    },
    .reset("animation-timing-function", .animation(\.easings), text: .list(empty: "ease", .own)) {
      $0.consumeItems(in: $1)
    },
    .reset("animation-iteration-count", .animation(\.iterations), text: .list(empty: "1", .iterations)) {
      cursor, context in cursor.consumeList { $0.consumeIterations(in: context) }?.joined()
    },
    .reset("animation-direction", .animation(\.directions), text: .list(empty: "normal", .own)) {
      $0.consumeItems(in: $1)
    },
    .reset("animation-fill-mode", .animation(\.fillModes), text: .list(empty: "none", .own)) {
      $0.consumeItems(in: $1)
    },
    .reset("animation-play-state", .animation(\.playStates), text: .list(empty: "running", .own)) {
      $0.consumeItems(in: $1)
    },
    .reset("animation-composition", .animation(\.compositions), text: .list(empty: "replace", .own)) {
      $0.consumeItems(in: $1)
    },
    .reset("transition-property", .animation(\.transitionProperties), text: .list(empty: "all", .animationName)) {
      cursor, _ in .constant(cursor.consumeTransitionProperties())
    },
    .reset("transition-duration", .animation(\.transitionDurations), text: .list(empty: "0s", .seconds)) {
      cursor, context in cursor.consumeList { $0.consumeDuration(in: context) }?.joined()
    },
    .reset("transition-delay", .animation(\.transitionDelays), text: .list(empty: "0s", .seconds)) {
      cursor, context in cursor.consumeList { $0.consumeTime(in: context)?.map(\.clampedNumber) }?.joined()
    },
    .reset("transition-timing-function", .animation(\.transitionEasings), text: .list(empty: "ease", .own)) {
      $0.consumeItems(in: $1)
    },
    .reset("transition-behavior", .animation(\.transitionBehaviors), text: .list(empty: "normal", .own)) {
      $0.consumeItems(in: $1)
    },
  ]

  static let shorthands: [Shorthand] = [animation, transition] + timelineShorthands

  /// https://drafts.csswg.org/css-animations-2/#animation-shorthand
  private static let animation = Shorthand(
    "animation",
    [
      "animation-name", "animation-duration", "animation-delay", "animation-timing-function",
      "animation-iteration-count", "animation-direction", "animation-fill-mode", "animation-play-state",
      "animation-composition", "animation-timeline", "animation-range-start", "animation-range-end",
    ]
  ) { cursor, reader in
    let context = reader.context
    var items: [SingleAnimation] = []
    repeat {
      guard items.count < 1_000, let item = SingleAnimation(&cursor, context) else { return false }
      items.append(item)
    } while cursor.consumeComma()
    reader.set(0, items.map { $0.name ?? "" })
    reader.set(1, items.map { $0.duration.lifted() }.joined())
    reader.set(2, items.map { $0.delay ?? .computed(0) }.joined())
    reader.set(3, items.map { $0.easing ?? .computed(.ease) }.joined())
    reader.set(4, items.map { $0.iterations ?? .computed(1) }.joined())
    reader.set(5, items.map { $0.direction ?? .normal })
    reader.set(6, items.map { $0.fillMode ?? .none })
    reader.set(7, items.map { $0.playState ?? .running })
    return true
  }

  private struct SingleAnimation {
    var name: String?
    var duration: Specified<Float>?
    var delay: Specified<Float>?
    var easing: Specified<Easing>?
    var iterations: Specified<Float>?
    var direction: Direction?
    var fillMode: FillMode?
    var playState: PlayState?

    init?(_ cursor: inout TokenCursor, _ context: ParsingContext) {
      var isEmpty = true
      while !cursor.isAtEnd, cursor.kind != .comma {
        isEmpty = false
        if duration == nil, let value = cursor.consumeDuration(in: context) {
          duration = value
        } else if duration != nil, delay == nil, let value = cursor.consumeTime(in: context) {
          delay = value.map(\.clampedNumber)
        } else if easing == nil, let value = Easing.specified(&cursor, in: context) {
          easing = value
        } else if iterations == nil, let value = cursor.consumeIterations(in: context) {
          iterations = value
        } else if direction == nil, let value = cursor.consumeKeyword(Direction.self) {
          direction = value
        } else if fillMode == nil, let value = cursor.consumeKeyword(FillMode.self) {
          fillMode = value
        } else if playState == nil, let value = cursor.consumeKeyword(PlayState.self) {
          playState = value
        } else if name == nil, let value = cursor.consumeAnimationName() {
          name = value
        } else {
          return nil
        }
      }
      if isEmpty { return nil }
    }
  }

  /// https://drafts.csswg.org/css-transitions-2/#transition-shorthand-property
  private static let transition = Shorthand(
    "transition",
    [
      "transition-property", "transition-duration", "transition-delay", "transition-timing-function",
      "transition-behavior",
    ]
  ) { cursor, reader in
    let context = reader.context
    var names: [String] = []
    var (durations, delays): ([Specified<Float>], [Specified<Float>]) = ([], [])
    var easings: [Specified<Easing>] = []
    var behaviors: [Behavior] = []
    repeat {
      var (name, duration, delay): (String?, Specified<Float>?, Specified<Float>?)
      var easing: Specified<Easing>?
      var behavior: Behavior?
      var isEmpty = true
      while !cursor.isAtEnd, cursor.kind != .comma {
        isEmpty = false
        if duration == nil, let value = cursor.consumeDuration(in: context) {
          duration = value
        } else if duration != nil, delay == nil, let value = cursor.consumeTime(in: context) {
          delay = value.map(\.clampedNumber)
        } else if easing == nil, let value = Easing.specified(&cursor, in: context) {
          easing = value
        } else if behavior == nil, let value = cursor.consumeKeyword(Behavior.self) {
          behavior = value
        } else if name == nil, let value = cursor.consumeTransitionProperty() {
          name = value
        } else {
          return false
        }
      }
      guard !isEmpty, names.count < 1_000 else { return false }
      names.append(name ?? "all")
      durations.append(duration ?? .computed(0))
      delays.append(delay ?? .computed(0))
      easings.append(easing ?? .computed(.ease))
      behaviors.append(behavior ?? .normal)
    } while cursor.consumeComma()
    // `none` stands alone.
    if names.count > 1, names.contains("") { return false }
    reader.set(0, names)
    reader.set(1, durations.joined())
    reader.set(2, delays.joined())
    reader.set(3, easings.joined())
    reader.set(4, behaviors)
    return true
  }
}

extension ValueText<String> {
  /// What would be another keyword is a string.
  fileprivate static var animationName: ValueText {
    ValueText { name, computed in
      if name.isEmpty { return "none" }
      let word = name.lowercased()
      return word == "none" || word == "default" || WideKeyword(rawValue: word) != nil
        ? computed.string(name) : computed.identifier(name)
    }
  }
}

extension ValueText<Float> {
  fileprivate static var seconds: ValueText { ValueText { $1.number($0) + "s" } }
  fileprivate static var iterations: ValueText { ValueText { $0.isFinite ? $1.number($0) : "infinite" } }
}

extension TokenCursor {
  fileprivate mutating func consumeAnimationName() -> String? {
    if consumeIdent("none") { return "" }
    return consumeString() ?? consumeCustomIdent()
  }

  fileprivate mutating func consumeDuration(in context: ParsingContext) -> Specified<Float>? {
    var attempt = self
    guard let seconds = attempt.consumeTime(in: context, .nonNegative) else { return nil }
    self = attempt
    return seconds.map(\.clampedNumber)
  }

  fileprivate mutating func consumeAnimationDuration(in context: ParsingContext) -> Specified<Float?>? {
    if consumeIdent("auto") { return .computed(nil) }
    return consumeDuration(in: context)?.map { $0 }
  }

  fileprivate mutating func consumeIterations(in context: ParsingContext) -> Specified<Float>? {
    if consumeIdent("infinite") { return .computed(.infinity) }
    return consumeNumber(in: context, .nonNegative)?.map(\.clampedNumber)
  }

  mutating func consumeItems<Item: PropertyValue>(in context: ParsingContext) -> Specified<[Item]>? {
    consumeList { Item.specified(&$0, in: context) }?.joined()
  }

  fileprivate mutating func consumeTransitionProperty() -> String? {
    if consumeIdent("none") { return "" }
    return consumeCustomIdent().map { $0.hasPrefix("--") ? $0 : $0.lowercased() }
  }

  fileprivate mutating func consumeTransitionProperties() -> [String]? {
    let names: [String]? = consumeList { $0.consumeTransitionProperty() }
    guard let names, names.count == 1 || !names.contains("") else { return nil }
    return names
  }
}
